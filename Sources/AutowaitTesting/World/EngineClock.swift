internal import PlayerModel
internal import Simulation

/// Running: time passes from event to event, and callbacks are made in between.
extension Engine {
    /// Why running has come to a halt.
    enum Halt { case conditionHolds, timeHasPassed, tasksCanGoOn }

    /// The instant so far from now, which may be beyond the end of virtual time.
    func target(
        _ amount: Duration, isAwaited: Bool = false, by call: StaticString = #function
    ) throws(WorldError) -> PlayerModel.Instant {
        let amount = TimeAmount(amount)
        try check(call, isAwaited: isAwaited)
        guard amount >= .zero else { throw refusal(.negativeTime, of: call) }
        return now + amount
    }

    /// Whether a call may let time pass now. While one that is awaited does, tasks have their turn, and no other call
    /// may come in between: that one would find later that its time is over.
    private func check(_ call: StaticString, isAwaited: Bool) throws(WorldError) {
        _ = mayAct(call)
        try throwFailure()
        guard !isCalling, !tasks.isRunning else { throw refusal(.advanceInCallback, of: call) }
        guard isAwaited || !isAdvancing else { throw refusal(.advanceUnderWay, of: call) }
    }

    /// The error of a call that lets time pass, which throws it itself: the world is as it was.
    func refusal(_ misuse: WorldError.Misuse, of call: StaticString) -> WorldError {
        .misuse(misuse, by: WorldError.Origin(call: "\(call)", at: Duration(now)))
    }

    /// Runs until an instant, or until tasks of others can go on where the call is awaited.
    func run(
        to wanted: PlayerModel.Instant, isAwaited: Bool = false, by call: StaticString = #function
    ) throws(WorldError) -> Halt {
        try run(to: wanted, until: { false }, isAsked: false, isAwaited: isAwaited, by: call)
    }

    /// Does the same, and stops where a condition has become true, if that is asked.
    ///
    /// Packets that are taken in one go are ahead of what a condition sees, so with a condition they are not.
    func run(
        to wanted: PlayerModel.Instant, until condition: () -> Bool, isAsked: Bool = true,
        isAwaited: Bool = false, by call: StaticString = #function
    ) throws(WorldError) -> Halt {
        try check(call, isAwaited: isAwaited)
        isPassing = true
        defer {
            noteTurn()
            endPassing()
        }
        let target = min(wanted, record.until)
        session.takePackets(together: !isAsked)
        while true {
            if runTasks() { continue }
            if endTurn() {
                try throwFailure()
                continue
            }
            if isAsked, try holds(condition) { return .conditionHolds }
            if isAwaited, tasks.othersCanGoOn { return .tasksCanGoOn }
            let callback = nextCall
            let limit = min(callback, target)
            session.look(to: limit)
            if let next = session.nextInstant(beforeActingAt: limit) {
                if isAsked, pass(to: next.before, or: condition) { continue }
                step()
                readTrace()
                if !changedItems.isEmpty { setLimits() }
                tell()
            } else if isAsked, pass(to: limit, or: condition) {
                continue
            } else if callback <= target {
                session.pass(to: limit)
                ring()
            } else {
                session.pass(to: target)
                if wanted > target { fail(.timeIsUp(Duration(target))) }
                try throwFailure()
                return .timeHasPassed
            }
            try throwFailure()
        }
    }

    /// No time passes now: if the world has stopped meanwhile, all of that was told.
    private func endPassing() {
        isPassing = false
        letGo()
    }

    /// Runs what tasks on the world's own executor can do now, and returns whether there was any.
    private func runTasks() -> Bool {
        guard tasks.canGoOn else { return false }
        count()
        tasks.run()
        return failure == nil
    }

    /// Lets time pass to the first nanosecond until `end` at which a condition becomes true by time alone, and
    /// returns whether there is one; otherwise no time has passed. O(log n) in nanoseconds, for a condition that
    /// stays true.
    private func pass(to end: PlayerModel.Instant, or condition: () -> Bool) -> Bool {
        let start = now
        guard end > start else { return false }
        session.pass(to: end)
        guard isTrue(condition) else {
            session.pass(to: start)
            return false
        }
        // The condition does not hold at the first instant, and holds at the second.
        var (without, with) = (start.nanoseconds, end.nanoseconds)
        while with - without > 1 {
            let middle = without + (with - without) / 2
            session.pass(to: PlayerModel.Instant(nanoseconds: middle))
            if isTrue(condition) { with = middle } else { without = middle }
        }
        session.pass(to: PlayerModel.Instant(nanoseconds: with))
        return true
    }

    private func holds(_ condition: () -> Bool) throws(WorldError) -> Bool {
        let isFound = isTrue(condition)
        try throwFailure()
        return isFound
    }

    private func isTrue(_ condition: () -> Bool) -> Bool {
        isProbing = true
        defer { isProbing = false }
        return condition()
    }

    /// Runs until nothing more happens, as there is no event and no timer, or until tasks of others can go on where the
    /// call is awaited. Returns whether it is over.
    ///
    /// An event may have come to nothing, as the time-out of a request does that was answered long before. In the end
    /// no time has passed for those.
    @discardableResult
    func finish(isAwaited: Bool = false, by call: StaticString = #function) throws(WorldError) -> Bool {
        try check(call, isAwaited: isAwaited)
        isPassing = true
        defer { endPassing() }
        session.takePackets(together: true)
        while outcome == nil {
            if runTasks() { continue }
            if endTurn() {
                try throwFailure()
                continue
            }
            if isAwaited, tasks.othersCanGoOn { return false }
            expectsCalls = observers.contains { $0.isTimer } || tasks.nextDeadline != nil
            let call = nextCall
            session.look(to: min(call, record.until))
            if session.nextInstant(beforeActingAt: min(call, record.until)) == nil, call <= record.until,
                expectsCalls || !session.isSpent
            {
                session.pass(to: call)
                ring()
            } else {
                step()
                readTrace()
                if !changedItems.isEmpty { setLimits() }
                tell()
            }
            try throwFailure()
        }
        if let outcome { session.pass(to: max(outcome.at, lastTurn)) }
        return true
    }
}

extension PlayerModel.Instant {
    fileprivate var before: PlayerModel.Instant { PlayerModel.Instant(nanoseconds: nanoseconds - 1) }
}
