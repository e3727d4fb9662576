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

    /// mpv asks for no playlist again: so the next one is asked for as a live stream has it, and the item fails by it.
    @Test("and then asked for as the player's own rules have it, over either transport")
    func rules() throws {
        let runs = try ["fluid", "tcp"].map { transport in
            try ScenarioText(
                network: .link(8000, transport: transport, #""delay_ms": 10"#),
                media: .hls(
                    [1000], duration_s: 300, segment_s: 4,
                    #""live": { "part_s": 1, "outages": [{ "from_s": 20, "to_s": 60 }] }"#),
                player: #""profile": "mpv""#, until_s: 60
            ).judgedRun()
        }
        for run in runs {
            #expect(Self.failures(run).map { $0.failure } == [.badStatus(503), .badStatus(503)])
            #expect(run.player(0).playback.lastItemFailure != nil)
        }
        // Handshakes of three round trips and a window that has to grow make the first of them by packets later.
        let stalls = try runs.map { try #require($0["stall_time_s"]) }
        #expect((stalls[0] - stalls[1]).magnitude < 100_000_000 && stalls[0] > 0, "\(stalls)")
    }

    @Test("so the network may say how often it is asked for, but not how long it is waited for")
    func said() {
        func messages(_ network: JSONPart, part: JSONPart = #""live": { "part_s": 1 }"#) -> [String] {
            ScenarioText(network: .fluid(5000, network), media: .hls([800], duration_s: 60, part)).messages
        }
        #expect(messages(#""retry_count": 0, "back_off_s": 3"#) == [])
        let words = "by 'faults', so 'timeout_s' means nothing to it; remove it, or write \"transport\": \"tcp\""
        #expect(messages(#""timeout_s": 3"#) == ["the transport 'fluid' lets nothing run out of time but \(words)"])
        #expect(messages(#""timeout_s": 3"#, part: "") == ["the transport 'fluid' lets nothing fail but \(words)"])
    }

    @Test("one that comes before is not", arguments: [nil, 5, 11])
    func answered(outage: Int?) throws { #expect(try Self.failures(Self.run(outage: outage)).isEmpty) }

    /// A version is asked for as soon as there may be one, and is the fortieth or so when the person leaves.
    @Test("one that is called off has brought a part of itself, and nothing of those before it")
    func calledOff() throws {
        let run = try ScenarioText(
            network: .fluid(3000, #""delay_ms": 20"#),
            media: .hls(
                [#""bitrate_kbps": 800, "playlist_bytes": 100000"#], duration_s: 120, segment_s: 4,
                #""live": { "part_s": 0.5 }"#),
            script: [.load(), .play(0), .does(20, "leave")], until_s: 40
        ).judgedRun()
        #expect(try #require(run["down_bytes"]) <= 20 * 3_000_000 / 8)
    }

    @Test("so that whoever stays with one variant has another to turn to", arguments: [true, false])
    func turns(isKeptBack: Bool) throws {
        let live: JSONPart = isKeptBack ? #""live": { "part_s": 1 }"# : #""live": {}"#
        let scenario = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 20"#),
            media: .hls([900, 500], duration_s: 100, segment_s: 4, live),
            player: isKeptBack ? #""fail_over": "hls.js""# : "", until_s: 30
        ).read()
        #expect(scenario.players[0].variants == (isKeptBack ? [0, 1] : [0]) && scenario.warnings.isEmpty)
    }
}
