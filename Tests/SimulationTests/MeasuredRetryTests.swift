import PlayerModel
import Testing

@testable import Simulation

@Suite("What is measured where a request is made again")
struct MeasuredRetryTests {
    private static func player(_ estimator: String, first: String) -> JSONPart {
        """
        "keep_up": "first-chunk", "evidence_s": 0, "switching": "throughput", "throughput": "\(estimator)",
        "first_variant": "\(first)"
        """
    }

    /// Over 8 Mbit/s and 25 ms each way, four files one after the other and the first segment take five times 50 ms,
    /// 5816 bytes of files 5.816 ms, and 200,000 bytes 200 ms. A refusal, whose page has 500 bytes, takes 50.5 ms, and
    /// the pause behind it a second. The segment is measured as if there had been none: with its wait, or without.
    @Test(
        "is the first segment alone, whichever file before it is refused",
        arguments: [
            ("last", 8000), ("sliding-window", 8000), ("vhs", 6400), ("shaka", 6400), ("dash.js", 8000),
            ("hls.js", 8000),
        ] as [(String, Int64)], [nil, "multivariant playlist", "video playlist", "video init", "key"])
    func file(estimator: (name: String, kbps: Int64), refused: String?) throws {
        let fault = refused.map { ", \"faults\": [{ \"of\": \"\($0)\", \"status\": 503, \"times\": 1 }]" } ?? ""
        let files = #""playlist_bytes": 3000, "init_bytes": 800"#
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 25, "request_bytes": 0\#(fault)"#),
            media: .hls(
                [400, 1500, 3000].map { "\"bitrate_kbps\": \($0), \(files)" }, duration_s: 60, segment_s: 4,
                #""multivariant_playlist_bytes": 2000, "key_bytes": 16"#),
            player: Self.player(estimator.name, first: "lowest"), until_s: 5
        ).judgedRun()
        let load = try #require(run.player(0).playback.loads.first)
        #expect(load.at == Instant(nanoseconds: 455_816_000 + (refused == nil ? 0 : 1_050_500_000)))
        #expect(load.busy == 200_000_000)
        let turn = try #require(run.player(0).playback.wantedVariants.first)
        #expect(turn.at == load.at && (turn.throughput + 500) / 1000 == estimator.kbps)
    }

    /// A playlist that is loaded again at 12 s fails. Each segment takes its 200 ms.
    @Test("is every segment of a live stream alone, where its playlist does not come", arguments: [404, 503])
    func livePlaylist(status: Int) throws {
        let run = try ScenarioText(
            network: .fluid(
                8000,
                """
                "delay_ms": 25, "request_bytes": 0,
                "faults": [{ "of": "video playlist", "status": \(status), "times": 1, "from_s": 10 }]
                """),
            media: .hls(
                [#""bitrate_kbps": 400, "playlist_bytes": 3000"#], duration_s: 200, segment_s: 4,
                #""live": { "window_s": 24 }"#),
            player: #""keep_up": "first-chunk", "evidence_s": 0"#, until_s: 40
        ).judgedRun()
        let playback = run.player(0).playback
        #expect(playback.exchanges.reduce(0) { $0 + $1.failures.count } == 1)
        #expect(playback.loads.count > 9 && playback.loads.allSatisfy { $0.busy == 200_000_000 })
    }

    /// The first attempt brings 5000 bytes, and its connection breaks. A second later the player asks again, and waits
    /// for another connection: the handshake, as TLS and QUIC have it with the ticket of the first, and the answer,
    /// whose eight packets take 12 ms. video.js goes by all of that, and by nothing of before.
    @Test(
        "is an attempt with the connection that it waits for",
        arguments: [("none", "1.1", 2), ("1.2", "1.1", 3), ("1.3", "2", 3), ("1.3", "3", 2)]
            as [(String, String, Int64)])
    func connection(tls: String, http: String, roundTrips: Int64) throws {
        let run = try ScenarioText(
            network: .link(
                8000, transport: "tcp",
                """
                "delay_ms": 100, "tls": "\(tls)", "http": "\(http)", "request_bytes": 0, "response_header_bytes": 0,
                "faults": [{ "of": "video", "chunk": 0, "reset_after_bytes": 5000, "times": 1 }]
                """),
            media: .hls([926.72, 10], duration_s: 6, segment_s: 0.1), player: Self.player("vhs", first: "highest")
        ).judgedRun()
        let exchange = try #require(run.player(0).playback.exchanges.first)
        let (failure, firstByte) = (try #require(exchange.failures.first), try #require(exchange.firstByteAt))
        let waited = firstByte - (failure.at + .seconds(1))
        let least = TimeAmount.milliseconds(roundTrips * 200)
        #expect(exchange.failures.count == 1 && waited >= least && waited < least + .milliseconds(3), "\(waited)")
        let turn = try #require(run.player(0).playback.wantedVariants.first)
        let expected = 11_584 * 8 / (Double(roundTrips) * 0.2 + 0.012)
        #expect(turn.to == 1 && abs(Double(turn.throughput) - expected) < 0.01 * expected, "\(turn.throughput)")
    }
}
