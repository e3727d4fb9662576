import Testing

@testable import PlayerModel

@Suite("Keep-up rules while a player waits and nothing arrives")
struct KeepUpWhileWaitingTests {
    private static let waiting = [
        "play-through", "hold-back-share", "fixed-seconds", "fixed-wait", "exoplayer-2023", "shaka-2023", "gstreamer",
    ]

    /// A buffer at 100 s of host time, as far as one is drawn: of a stream with an edge, or without.
    private struct Draw {
        var question = KeepUp.Question(
            place: .seconds(10), rate: .one, now: Instant(nanoseconds: 100_000_000_000), isPlaying: false,
            askedAt: nil, followsStall: false)
        var buffer: BufferState
        /// The instant at which something is to arrive: of what comes later, nothing is said.
        var arrival: Instant

        init(_ seeded: inout SeededDraw) {
            func draw(_ range: ClosedRange<Int64>) -> Int64 {
                range.lowerBound + seeded.below(range.upperBound - range.lowerBound + 1)
            }
            let now = question.now
            func soon() -> Instant { now + TimeAmount(nanoseconds: draw(0...9_000_000_000)) }
            question.rate = Rate(thousandths: seeded.pick([500, 1000, 2000]))
            question.askedAt = now + TimeAmount(nanoseconds: -draw(0...3_000_000_000))
            question.followsStall = draw(0...1) == 0
            let place = question.place
            let (loaded, end) = (place + MediaTime(nanoseconds: draw(1...12_000_000_000)), MediaTime.seconds(60))
            let bytes = draw(1_000...9_000_000)
            let next = draw(1...bytes)
            let throughput = ThroughputEstimate(
                bits: draw(500_000...9_000_000), in: TimeAmount(nanoseconds: 1_000_000_000))
            let isFetching = draw(0...3) > 0
            buffer = BufferState(
                playableEnd: loaded, end: end, isFull: false,
                awaited: .init(
                    bytes: bytes, requests: 4, nextBytes: next, nextRequests: 1,
                    lastChunkStart: loaded + MediaTime(nanoseconds: draw(0...40_000_000_000))),
                throughput: throughput, latency: TimeAmount(nanoseconds: draw(0...200_000_000)),
                fetchingSince: isFetching ? now + TimeAmount(nanoseconds: -draw(0...500_000_000)) : nil)
            buffer.doubt = draw(0...1) * draw(0...900_000)
            arrival = .never
            if let since = buffer.fetchingSince {
                arrival = since + buffer.latency + throughput.time(forBytes: next)
            }
            guard draw(0...2) > 0 else { return }
            let listed = draw(0...1) == 0 ? loaded : loaded + MediaTime(nanoseconds: draw(0...6_000_000_000))
            let stands = soon()
            buffer.edge = .init(
                listedEnd: listed, nextArrival: stands + TimeAmount(nanoseconds: draw(0...4_000_000_000)),
                standsUntil: stands, holdBack: .seconds(18))
            arrival = min(arrival, stands)
        }
    }

    @Test(
        "say when they may be likely, to the nanosecond: not before that, and then or still later",
        arguments: KeepUp.all)
    func sayWhen(rule: KeepUp) {
        var seeded = SeededDraw(21)
        var turns = 0
        for _ in 0..<4000 {
            let draw = Draw(&seeded)
            var asked = draw.question
            func verdict(at instant: Instant) -> KeepUp.Verdict {
                asked.now = instant
                return rule.verdict(on: asked, seeing: draw.buffer)
            }
            let first = verdict(at: draw.question.now)
            guard first.outlook != .likely, draw.question.now < draw.arrival else { continue }
            // Whoever is woken when the verdict says so meets the first instant at which it is likely.
            var (waking, answer) = (first.reconsiderAt, first)
            while let next = waking, next < draw.arrival, answer.outlook != .likely {
                let before = verdict(at: next + TimeAmount(nanoseconds: -2))
                #expect(before.outlook != .likely, "\(rule.name)")
                answer = verdict(at: next)
                #expect(answer.outlook == .likely || answer.reconsiderAt.map { $0 > next } ?? true)
                waking = answer.reconsiderAt
            }
            if answer.outlook == .likely { turns += 1 }
            // Of one that is never woken, there is none.
            let last = min(draw.arrival, draw.question.now + .seconds(20)) + TimeAmount(nanoseconds: -1)
            if answer.outlook != .likely { #expect(verdict(at: last).outlook != .likely, "\(rule.name)") }
        }
        // Others hardly ever wait with anything loaded.
        #expect(turns > 20 || !Self.waiting.contains(rule.name), "\(rule.name): \(turns)")
    }
}
