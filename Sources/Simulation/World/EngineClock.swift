import PlayerModel

/// Running: time passes from event to event, and callbacks are made in between.
extension Engine {
    /// Runs until an amount of time has passed, or a condition has become true. Returns whether it has.
    ///
    /// Packets that are taken in one go are ahead of what a condition sees, so with a condition they are not.
    func run(
        for amount: TimeAmount, takingPacketsTogether together: Bool, until condition: () -> Bool
    ) throws(WorldError) -> Bool {
        if outcome != nil { fail(.misuse(.isFinished)) }
        if let failure { throw failure }
        guard amount >= .zero else { throw .misuse(.negativeTime) }
        guard !isCalling else { throw .misuse(.advanceInCallback) }
        let wanted = now + amount
        let target = min(wanted, record.until)
        session.takesPacketsTogether = together
        while true {
            let isFound = holds(condition)
            if let failure { throw failure }
            if isFound { return true }
            let call = nextCall
            let limit = min(call, target)
            session.horizon = limit
            if let next = session.nextInstant(beforeActingAt: limit) {
                if pass(to: next.before, or: condition) { continue }
                step()
                readTrace()
                tell()
            } else if pass(to: limit, or: condition) {
                continue
            } else if call <= target {
                session.pass(to: limit)
                ring()
            } else {
                session.pass(to: target)
                if wanted > target { fail(.timeIsUp(.nanoseconds(target.nanoseconds))) }
                if let failure { throw failure }
                return false
            }
        }
    }

    /// Lets time pass to the first nanosecond until `end` at which a condition becomes true by time alone, and returns
    /// whether there is one; otherwise no time has passed. O(log n) in nanoseconds, for a condition that stays true.
    private func pass(to end: Instant, or condition: () -> Bool) -> Bool {
        let start = now
        guard end > start else { return false }
        session.pass(to: end)
        guard holds(condition) else {
            session.pass(to: start)
            return false
        }
        // The condition does not hold at the first instant, and holds at the second.
        var (without, with) = (start.nanoseconds, end.nanoseconds)
        while with - without > 1 {
            let middle = without + (with - without) / 2
            session.pass(to: Instant(nanoseconds: middle))
            if holds(condition) { with = middle } else { without = middle }
        }
        session.pass(to: Instant(nanoseconds: with))
        return true
    }

    private func holds(_ condition: () -> Bool) -> Bool {
        isProbing = true
        defer { isProbing = false }
        return condition()
    }

    /// Runs until nothing more happens: there is no event, and no timer.
    func finish() throws(WorldError) {
        if outcome != nil { fail(.misuse(.isFinished)) }
        if let failure { throw failure }
        guard !isCalling else { throw .misuse(.advanceInCallback) }
        session.takesPacketsTogether = true
        while outcome == nil {
            expectsCalls = observers.contains { $0.isTimer }
            let call = nextCall
            session.horizon = min(call, record.until)
            if session.nextInstant(beforeActingAt: session.horizon) == nil, call <= record.until,
                expectsCalls || session.queue.count > 0
            {
                session.pass(to: call)
                ring()
            } else {
                step()
                readTrace()
                tell()
            }
            if let failure { throw failure }
        }
    }
}

extension Instant {
    fileprivate var before: Instant { Instant(nanoseconds: nanoseconds - 1) }
}
