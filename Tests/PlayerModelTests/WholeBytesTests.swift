import Testing

@testable import PlayerModel

@Suite("The rule play-through, which measures whole bytes")
struct WholeBytesTests {
    private func ns(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count) }
    private func media(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count) }

    /// A byte comes in a nanosecond, and 20 020 are awaited: one more of ten that were measured is a tenth of that
    /// time, and two less of those that are awaited are two nanoseconds. A microsecond is borne besides.
    @Test(
        "bears what a byte of a measurement means, because a part of another may have come",
        arguments: [(10, 3004), (20, 2003), (1001, 1022)] as [(Int64, Int64)])
    func bearsAByte(measured: Int64, borne: Int64) {
        let now = Instant(nanoseconds: 100_000_000_000)
        var question = KeepUp.Question(
            place: .zero, rate: .one, now: now, isPlaying: true, askedAt: nil, followsStall: false)
        question.wasLikely = true
        for shortfall in borne - 1...borne + 1 {
            let buffer = BufferState(
                playableEnd: media(5000), end: .seconds(60), isFull: false,
                awaited: .init(
                    bytes: 20_020, requests: 0, nextBytes: 1000, nextRequests: 0,
                    lastChunkStart: media(20_020 - shortfall)),
                throughput: ThroughputEstimate(bits: 8 * measured, in: ns(measured)), latency: .zero,
                fetchingSince: now)
            let rule = KeepUp.playThrough(hysteresis: .seconds(1), resumeMargin: .zero)
            #expect((rule.verdict(on: question, seeing: buffer).outlook == .likely) == (shortfall <= borne))
        }
    }
}
