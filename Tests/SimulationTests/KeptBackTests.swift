import PlayerModel
import Testing

@testable import Simulation

@Suite("A playlist that is kept back for three target durations is refused with 503 (RFC 8216bis, 6.2.5.2)")
struct KeptBackTests {
    /// Segments of 4 s, in parts of half a second.
    private static func run(outage: Int?, transport: String = "fluid", more: String = "") throws -> Run {
        let outages = outage.map { ", \"outages\": [{ \"from_s\": 10, \"to_s\": \(10 + $0) }]" } ?? ""
        return try ScenarioText(
            network: .link(5000, transport: transport, #""delay_ms": 20\#(more)"#),
            media: .hls(
                [#""bitrate_kbps": 800, "playlist_bytes": 1000"#], duration_s: 120, segment_s: 4,
                .members(["\"live\": { \"part_s\": 0.5\(outages) }"])),
            script: [.load(), .play(0)], until_s: 80
        ).judgedRun()
    }

    private static func failures(_ run: Run) -> [(asked: Instant, at: Instant, failure: LoadFailure)] {
        run.player(0).playback.exchanges.filter { $0.kind == .videoPlaylist }
            .flatMap { exchange in exchange.failures.map { (exchange.at, $0.at, $0.value) } }
    }

    @Test("to the nanosecond where nothing is in the way, and playback goes on when there is more")
    func refused() throws {
        let run = try Self.run(outage: 40)
        let first = try #require(Self.failures(run).first)
        #expect(first.failure == .badStatus(503))
        // Twenty milliseconds there, twelve seconds, 500 bytes of a page at 5 Mbit/s, and twenty milliseconds back.
        #expect((first.at - first.asked).nanoseconds == 12_040_800_000)
        let own = run.player(0)
        let last = try #require(own.playback.clock.last)
        #expect(last.isMoving && last.playhead.place(at: own.outcome.at) > .seconds(60))
        #expect(own.playback.lastItemFailure == nil)
    }

    @Test("over packets as well", arguments: ["1.1", "2", "3"])
    func packets(version: String) throws {
        let http = #", "http": "\#(version)""#
        let run = try Self.run(outage: 40, transport: "tcp", more: http)
        let first = try #require(Self.failures(run).first)
        #expect(first.failure == .badStatus(503))
        #expect(first.at - first.asked > .seconds(12) && first.at - first.asked < .seconds(13))
        #expect(run.player(0).playback.lastItemFailure == nil)
    }

    @Test("one that comes before is not", arguments: [nil, 5, 11])
    func answered(outage: Int?) throws { #expect(try Self.failures(Self.run(outage: outage)).isEmpty) }
}
