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

    /// The text of a media playlist of that length, or a little more.
    package static func playlist(bytes: Int) -> [UInt8] {
        var text = Array("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n".utf8)
        text.reserveCapacity(bytes + 64)
        var number = 0
        while text.count < bytes {
            text.append(contentsOf: "#EXTINF:6.006,\nsegment-\(number).ts\n".utf8)
            number += 1
        }
        text.append(contentsOf: "#EXT-X-ENDLIST\n".utf8)
        return text
    }

    /// Reads a media playlist. Returns how many segments it has.
    package static func read(_ playlist: [UInt8]) -> Int {
        guard case .media(let media)? = PlaylistReader.read(playlist, source: 0).playlist else { return 0 }
        return media.segments.count
    }

    /// Runs a scenario without a trace. Returns how many events it took.
    package static func session(_ scenario: Scenario) throws(SessionError) -> Int64 {
        var session = Session(scenario, tracing: .nothing)
        return try session.run().events
    }
}
