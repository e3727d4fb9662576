import PlayerModel

/// Work that `autowait bench` times. It lives beside what it measures, so that nothing lies between them.
package enum Workload {
    /// Pops an event and pushes one, `rounds` times, with `pending` events in the queue. Returns a sum, so that the
    /// work is done.
    package static func queue(pending: Int, rounds: Int) -> Int64 {
        var random = RandomStream(seed: 1, name: "bench")
        var queue = EventQueue()
        func soon(_ now: Instant) -> Instant {
            now + TimeAmount(nanoseconds: Int64(random.next() & 0xF_FFFF))
        }
        for _ in 0..<pending { queue.push(.player(.deadline), at: soon(.zero)) }
        var sum: Int64 = 0
        for _ in 0..<rounds {
            guard let (now, event) = queue.pop() else { break }
            sum &+= now.nanoseconds
            queue.push(event, at: soon(now))
        }
        return sum
    }

    /// Runs a scenario without a trace. Returns how many events it took.
    package static func session(_ scenario: Scenario) throws(SessionError) -> Int64 {
        var session = Session(scenario, tracing: .nothing)
        return try session.run().events
    }
}
