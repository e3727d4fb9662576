import Testing

@testable import PlayerModel

@Suite("Keep-up rules while nothing arrives")
struct KeepUpWhilePlayingTests {
    /// Those that want something ahead while they play, too.
    private static let wanting = ["dash.js", "firefox-canplaythrough", "gstreamer", "shaka-2023"]
    /// Those that hold what is to come against what is ahead, of which others tell.
    private static let others = [
        "play-through", "hold-back-share", "chromium-canplaythrough", "webkit-mse-canplaythrough",
    ]

    @Test(
        "say when too little is ahead of a playhead that moves, to the nanosecond",
        arguments: [500, 1000, 1999, 2000] as [Int32])
    func lasts(rate: Int32) {
        var asked = KeepUp.Question(
            place: .seconds(10), rate: Rate(thousandths: rate), now: Instant(nanoseconds: 100_000_000_000),
            isPlaying: true, askedAt: nil, followsStall: false)
        asked.wasLikely = true
        let seen = BufferState(
            playableEnd: MediaTime(nanoseconds: 40_000_000_007), end: .seconds(60), isFull: false,
            awaited: .init(bytes: 1, requests: 1, nextBytes: 1, nextRequests: 1, lastChunkStart: .seconds(59)),
            throughput: ThroughputEstimate(bits: 8, in: TimeAmount(nanoseconds: 1)), latency: .zero,
            fetchingSince: asked.now)
        for rule in KeepUp.all where !Self.others.contains(rule.name) {
            func outlook(after passed: TimeAmount) -> KeepUp.Outlook {
                var later = asked
                later.place = asked.place + asked.rate.media(passingIn: passed)
                later.now = asked.now + passed
                return rule.verdict(on: later, seeing: seen).outlook
            }
            let falls = rule.verdict(on: asked, seeing: seen).reconsiderAt
            #expect((falls != nil) == Self.wanting.contains(rule.name), "\(rule.name)")
            guard let falls else {
                #expect(outlook(after: .seconds(15)) == .likely, "\(rule.name)")
                continue
            }
            #expect(outlook(after: falls - asked.now) == .unlikely, "\(rule.name)")
            #expect(outlook(after: falls - asked.now - TimeAmount(nanoseconds: 1)) == .likely, "\(rule.name)")
        }
    }
}
