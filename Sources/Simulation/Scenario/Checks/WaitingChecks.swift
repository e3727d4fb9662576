import PlayerModel

/// The actions of a script that wait for something: whether it can ever come, as far as the script alone tells.
///
/// An action comes if its condition can become true, and that may take another action: playback, somebody who asks for
/// it; the end of an action, that action. Those that come are found step by step, from those that wait for nothing on:
/// all others wait for themselves, for others that wait for them, or for what nobody does.
extension ScenarioPlayer {
    func checkWaiting(_ drafts: [Placed<ActionDraft>], _ judgement: inout Judgement) {
        let timings = drafts.map { $0.value.timing }
        for (index, timing) in timings.enumerated() {
            guard let name = timing.name, timings[..<index].contains(where: { $0.name?.value == name.value }) else {
                continue
            }
            judgement.report("there is another action '\(name.value)'", name.place)
        }
        guard script.contains(where: { $0.trigger != nil }) else { return }
        let reach = Reach(self)
        for index in script.indices where !reach.comes[index] {
            guard let place = timings[index].conditionPlace, let trigger = script[index].trigger else { continue }
            if let other = reach.circle(from: index) {
                let there = timings[other].conditionPlace ?? place
                judgement.report(
                    other == index
                        ? "the action waits for itself, so it never comes"
                        : "the action waits for one that waits for this one (line \(there.line), column "
                            + "\(there.column)), so neither ever comes",
                    place)
            } else if let why = reach.obstacle(to: trigger.condition) {
                judgement.warn("this never comes true: \(why)", place)
            }
        }
        for (action, timing) in zip(script, timings) where action.trigger?.every != nil {
            guard let place = timing.conditionPlace, action.trigger?.condition.hasEvent ?? false else { continue }
            judgement.warn(
                "an app that polls sees an event only where it looks in the very nanosecond of it; leave 'every_s' out",
                place)
        }
        warnOfLateLimits(timings, &judgement)
    }

    /// The first variant is chosen from what the script says before the item comes, whatever happens before.
    private func warnOfLateLimits(_ timings: [TimingDraft], _ judgement: inout Judgement) {
        let first = script.firstIndex { $0.traits.arrival == .current } ?? 0
        for index in script[..<first].indices {
            guard case .limit = script[index].operation, let place = timings[index].conditionPlace else { continue }
            judgement.warn(
                "it is not known before the run when this happens, so the first variant is chosen without it", place)
        }
    }
}

extension Condition {
    fileprivate var hasEvent: Bool {
        switch self {
        case .event: true
        case .all(let parts), .any(let parts): parts.contains { $0.hasEvent }
        case .status, .reason, .rate, .timebaseRate, .currentTime, .loadedAhead, .likelyToKeepUp, .bufferFull,
            .bufferEmpty, .itemStatus, .waited, .stalled, .starting, .played, .performed:
            false
        }
    }
}

/// Which actions of a script can come.
private struct Reach {
    private let player: ScenarioPlayer
    private(set) var comes: [Bool]

    init(_ player: ScenarioPlayer) {
        self.player = player
        comes = player.script.map { $0.trigger == nil }
        var grows = true
        while grows {
            grows = false
            for index in comes.indices where !comes[index] {
                guard let condition = player.script[index].trigger?.condition, obstacle(to: condition) == nil else {
                    continue
                }
                (comes[index], grows) = (true, true)
            }
        }
    }

    /// An action that `index` waits for and that waits for it in turn, directly or by others; nil where there is none.
    func circle(from index: Int) -> Int? {
        var open = awaited(by: index)
        var seen: [Int] = []
        while let next = open.popLast() {
            if next == index { return seen.last { awaited(by: $0).contains(index) } ?? index }
            if seen.contains(next) { continue }
            seen.append(next)
            open += awaited(by: next)
        }
        return nil
    }

    /// The actions that do not come and that one which does not come either waits for.
    private func awaited(by index: Int) -> [Int] {
        player.script[index].trigger.map { Self.performed(in: $0.condition).filter { !comes[$0] } } ?? []
    }

    private static func performed(in condition: Condition) -> [Int] {
        switch condition {
        case .performed(_, let action): [Int(action)]
        case .all(let parts), .any(let parts): parts.flatMap { performed(in: $0) }
        case .status, .reason, .rate, .timebaseRate, .currentTime, .loadedAhead, .likelyToKeepUp, .bufferFull,
            .bufferEmpty, .itemStatus, .waited, .stalled, .starting, .played, .event:
            []
        }
    }

    // MARK: What is in the way

    /// The reason why a condition never comes true, in words; nil where it may.
    func obstacle(to condition: Condition) -> String? {
        switch condition {
        case .status(.paused), .reason(nil), .bufferEmpty, .likelyToKeepUp(false), .bufferFull(false),
            .itemStatus(.unknown):
            nil
        case .status(.playing): withoutRequest
        case .status(.waitingToPlayAtSpecifiedRate), .waited, .reason(.noItemToPlay):
            withoutRequest ?? (player.player.linkedOn == .iOS9 ? nil : withoutWaiting)
        case .reason(.toMinimizeStalls), .reason(.evaluatingBufferingRate): withoutRequest ?? withoutWaiting
        case .reason(.interstitialEvent): withoutRequest ?? (player.interstitials == nil ? "there are none" : nil)
        case .rate(let range), .timebaseRate(let range): range.contains(0) ? nil : withoutRequest
        case .currentTime(let range): obstacle(toPlace: range)
        case .loadedAhead(let range): range.contains(0) ? nil : withoutItem ?? tooLong(range)
        case .likelyToKeepUp(true), .itemStatus(.readyToPlay), .itemStatus(.failed): withoutItem
        case .bufferFull(true): withoutItem
        case .stalled: withoutRequest
        case .starting: some { $0.isRequest } ? nil : "nobody asks to play"
        case .played(let range): range.contains(0) ? nil : withoutRequest
        case .event(let event): obstacle(to: event)
        case .performed(let name, let action): comes[Int(action)] ? nil : "'\(name)' never happens"
        case .all(let parts): parts.lazy.compactMap { obstacle(to: $0) }.first
        case .any(let parts):
            parts.contains { obstacle(to: $0) == nil } ? nil : parts.first.flatMap { obstacle(to: $0) }
        }
    }

    private func obstacle(to event: ObservedEvent) -> String? {
        switch event {
        case .playbackStalled, .didPlayToEndTime, .failedToPlayToEndTime: withoutRequest
        case .timeJumped: jumps ? nil : "nothing in the script jumps"
        case .currentItem: withoutItem
        case .seekFinished: seeks ? nil : "there is no seek"
        case .prerollFinished: prerolls ? nil : "there is no preroll"
        }
    }

    private func obstacle(toPlace range: ClosedRange<Int64>) -> String? {
        if range.contains(0) { return nil }
        if let longest, range.lowerBound > longest, !player.runsOn {
            return "the media has \(QuantityText.value(longest, .seconds)), and nothing plays behind its end"
        }
        let beginsLater = player.items.contains { $0.item.start > .zero }
        return jumps || beginsLater || player.looping != .none ? nil : withoutRequest
    }

    private func tooLong(_ range: ClosedRange<Int64>) -> String? {
        guard let longest, range.lowerBound > longest else { return nil }
        return "the media has \(QuantityText.value(longest, .seconds)) in all"
    }

    /// The length of the longest medium.
    private var longest: Int64? { player.assets.map { $0.media.duration.nanoseconds }.max() }

    private func some(_ fits: (Action) -> Bool) -> Bool {
        zip(player.script, comes).contains { $1 && fits($0) }
    }

    private var withoutRequest: String? { some { $0.asksToPlay } ? nil : "nobody asks to play" }

    private var withoutItem: String? { some { $0.traits.arrival != nil } ? nil : "no item comes" }

    /// Whether the playhead can be put elsewhere.
    private var jumps: Bool {
        seeks || some { if case .player(.setRateAtHostTime) = $0.operation { true } else { false } }
    }

    private var seeks: Bool {
        if case .seekAtEnd = player.looping { return true }
        return some { $0.traits.seeks } || player.viewer?.seeks ?? false
    }

    private var prerolls: Bool { some { if case .player(.preroll) = $0.operation { true } else { false } } }

    /// A player that does not wait by itself has no reason for it (B.2, B.3).
    private var withoutWaiting: String? {
        let words = "the player does not wait by itself"
        switch player.player.linkedOn {
        case .iOS9: return player.assets.contains { $0.media.kind == .hls } ? nil : words
        case .iOS10:
            let waits = player.player.automaticallyWaits
            let isSwitchedOn = some { $0.operation == .player(.setAutomaticallyWaits(true)) }
            return waits || isSwitchedOn ? nil : words
        }
    }
}
