internal import PlayerModel
internal import Simulation

/// The completion handlers of seeks and prerolls: each of them is called once.
extension Engine {
    /// Keeps completion handlers until they are called. What a script has begun is over before, and nobody is called
    /// for that.
    func hold(
        _ whenSought: ((Bool) -> Void)?, _ whenPrerolled: ((Bool) -> Void)?, for action: Action, of player: Int16
    ) {
        let (index, model) = (Int(player), model(of: player))
        if action.interruptsSeeks { interruptLanded(ofItem: told[index].item ?? -1, of: player) }
        if case .player(.seek) = action.operation {
            if told[index].pendingSeek == nil, model.isSeeking { told[index].pendingSeek = { _ in } }
            told[index].begunSeek = whenSought ?? { _ in }
        }
        if let whenPrerolled {
            if told[index].prerolls.isEmpty, model.isPrerolling { told[index].prerolls.append { _ in } }
            told[index].prerolls.append(whenPrerolled)
        }
    }

    /// Notes that a seek of an item has landed in the turn that asked for it. AVFoundation calls its handler when the
    /// turn of the run loop is over, and so does this, before time passes: until then another seek of that item
    /// interrupts it (AVPlayer.h).
    func holdLanded(_ handler: @escaping (Bool) -> Void, ofItem item: Int32, of player: Int16) {
        // In a world that is gone no turn is over any more.
        if isGone { return notices.append(.called(handler, isFinished: true)) }
        if let other = takeLanded(ofItem: item, of: player) { notices.append(.called(other, isFinished: true)) }
        told[Int(player)].landedSeeks.append((item, handler))
        hasLanded = true
    }

    /// Takes out the handler of an item's seek that has landed.
    private func takeLanded(ofItem item: Int32, of player: Int16) -> ((Bool) -> Void)? {
        let place = told[Int(player)].landedSeeks.firstIndex { $0.item == item }
        return place.map { told[Int(player)].landedSeeks.remove(at: $0).handler }
    }

    /// Notes that an item's seek that has landed is called with false: another one interrupts it, or it is called off.
    func interruptLanded(ofItem item: Int32, of player: Int16) {
        if let handler = takeLanded(ofItem: item, of: player) { notices.append(.called(handler, isFinished: false)) }
    }

    /// Calls the handlers of seeks that have landed in the turn before, and returns whether there was any.
    func endTurn() -> Bool {
        guard hasLanded else { return false }
        hasLanded = false
        for index in told.indices {
            let landed = told[index].landedSeeks
            told[index].landedSeeks = []
            for seek in landed { notices.append(.called(seek.handler, isFinished: true)) }
        }
        tell()
        return true
    }

    /// Calls a completion handler with false, as soon as no other callback runs.
    func refuse(_ handler: @escaping (Bool) -> Void) {
        guard !isCalling else { return notices.append(.called(handler, isFinished: false)) }
        isCalling = true
        handler(false)
        isCalling = false
        tell()
    }

    /// Takes out all completion handlers that have still to be called, with what they are told where time passes no
    /// more.
    func takeHandlers() -> [(handler: (Bool) -> Void, isFinished: Bool)] {
        let old = notices
        notices = []
        return old.compactMap(\.handler) + takeRest()
    }

    /// Notes that those which wait are called: in a world that is gone no time passes for which they could wait.
    func answerRest() {
        for (handler, isFinished) in takeRest() { notices.append(.called(handler, isFinished: isFinished)) }
    }

    /// Takes out those that wait for what time brings.
    private func takeRest() -> [(handler: (Bool) -> Void, isFinished: Bool)] {
        var rest: [(handler: (Bool) -> Void, isFinished: Bool)] = []
        for index in told.indices {
            let player = told[index]
            told[index].landedSeeks = []
            (told[index].pendingSeek, told[index].begunSeek, told[index].prerolls) = (nil, nil, [])
            for landed in player.landedSeeks { rest.append((landed.handler, true)) }
            for handler in [player.pendingSeek, player.begunSeek] + player.prerolls {
                if let handler { rest.append((handler, false)) }
            }
        }
        return rest
    }
}

extension Action {
    /// Whether the handler of a seek that was asked for before is called with false.
    fileprivate var interruptsSeeks: Bool {
        if case .player(.seek) = operation { return true }
        return if case .player(.cancelPendingSeeks) = operation { true } else { false }
    }
}
