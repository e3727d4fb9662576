import PlayerModel
import Testing

@testable import Simulation

@Suite("Seeks, as AVMetrics reports them") struct SeekEventTests {
    /// Each event that is a change of the rate: what it is, the instant, the rate and the one before.
    private static func changes(_ text: ScenarioText) throws -> [String] {
        try MetricEvents(text.judgedRun().player(0)).events.compactMap { event in
            let at = NumberText.exact(event.at.nanoseconds, places: 9)
            func words(_ name: String, _ change: MetricEvents.RateChange) -> String {
                "\(name) \(at): \(change.previousRate.thousandths) to \(change.rate.thousandths)"
            }
            return switch event.kind {
            case .rateChange(let change): words("rate", change)
            case .stall(let change): words("stall", change)
            case .seek(let change): words("seek", change)
            case .seekDidComplete(let change, _): words("end", change)
            case .likelyToKeepUp, .initialLikelyToKeepUp, .variantSwitchStart, .variantSwitch, .playbackSummary,
                .request, .error:
                nil
            }
        }
    }

    private static let stream = JSONPart.hls([500], duration_s: 40, segment_s: 4)

    /// Segments of 4 s come in 2 s.
    private static func sought(_ script: [JSONPart], _ player: JSONPart = "") -> ScenarioText {
        ScenarioText(
            network: .fluid(1000, #""request_bytes": 0"#), media: stream,
            player: JSONPart(#""keep_up": "first-chunk""#).and(player), script: script, until_s: 15)
    }

    private static func seek(_ at_s: JSONPart, to_s: JSONPart) -> JSONPart {
        .does(at_s, "seek", "\"to_s\": \(to_s), \"tolerance_before_s\": 0, \"tolerance_after_s\": 0")
    }

    @Test("the end of one is the change of the rate, where the clock moves again at once")
    func inBuffer() throws {
        let changes = try Self.changes(Self.sought([.load(), .play(), Self.seek(5, to_s: 2)]))
        #expect(changes == ["rate 2: 0 to 1000", "seek 5: 1000 to 0", "end 5: 0 to 1000"])
    }

    @Test("where nothing is loaded, that is when it comes")
    func outOfBuffer() throws {
        let changes = try Self.changes(Self.sought([.load(), .play(), Self.seek(9, to_s: 30)]))
        #expect(changes == ["rate 2: 0 to 1000", "seek 9: 1000 to 0", "end 11: 0 to 1000"])
    }

    @Test("where the pipelines have to be filled first, the rate changes later")
    func pipelines() throws {
        let script = [JSONPart.load(), .play(), Self.seek(5, to_s: 2)]
        let changes = try Self.changes(Self.sought(script, #""preroll_s": 0.3"#))
        #expect(changes.suffix(3) == ["seek 5: 1000 to 0", "end 5: 0 to 0", "rate 5.3: 0 to 1000"])
    }

    @Test("who is paused stays so, and who seeks again is called back once")
    func paused() throws {
        let script = [JSONPart.load(), Self.seek(5, to_s: 30), Self.seek(6, to_s: 2), .play(8)]
        #expect(
            try Self.changes(Self.sought(script)) == [
                "seek 5: 0 to 0", "seek 6: 0 to 0", "end 6: 0 to 0", "rate 8: 0 to 1000",
            ])
    }

    @Test("the end of one has a rate and a variant in the JSON too")
    func json() throws {
        let run = try Self.sought([.load(), .play(), Self.seek(5, to_s: 2)]).run()
        let text = JSONReport.text(run, includingTrace: false)
        let place = #"{"event": "SeekDidComplete", "at_s": 5, "mediaTime": 2, "#
        #expect(text.contains(place + #""rate": 1, "previousRate": 0, "variant": {"#))
    }

    // MARK: Jumps that nobody has asked for

    private static func live(_ more: JSONPart = "", script: [JSONPart], until_s: JSONPart) -> ScenarioText {
        ScenarioText(
            network: .fluid(4000, #""request_bytes": 0"#),
            media: .hls([800], duration_s: 240, segment_s: 4, #""live": { "window_s": 24 }"#), player: more,
            script: script, until_s: until_s)
    }

    @Test(
        "a live stream that is joined, and goes on elsewhere, seeks for nobody",
        arguments: ["", #""live": { "automatically_preserves_time_offset_from_live": true }"#])
    func liveStream(preserving: String) throws {
        let text = Self.live(
            JSONPart("\(preserving)"), script: [.load(), .play(), .does(10, "pause"), .play(130)], until_s: 200)
        #expect(try !text.run().player(0).playback.skips.isEmpty)
        let changes = try Self.changes(text)
        #expect(!changes.contains { $0.hasPrefix("seek") || $0.hasPrefix("end") })
    }

    @Test("but who seeks in it does, and only once")
    func soughtLiveStream() throws {
        let seek = JSONPart.does(10, "seek", #""by_s": -4"#)
        let changes = try Self.changes(Self.live(script: [.load(), .play(), seek], until_s: 20))
        #expect(changes.count { $0.hasPrefix("seek") } == 1)
        #expect(changes.count { $0.hasPrefix("end") } == 1)
    }

    @Test("nor is a change of tracks, for which a player of iOS 9 stops", arguments: ["change_tracks", "set_layer"])
    func tracks(action: String) throws {
        let layer: JSONPart = action == "set_layer" ? #""width": 1, "height": 1"# : ""
        let script = [JSONPart.load(), .play(), .does(5, action, layer)]
        let player: JSONPart = #""linked_on": "iOS 9", "layer": { "width": 320, "height": 180, "attached": "never" }"#
        let changes = try Self.changes(Self.sought(script, player))
        #expect(!changes.contains { $0.hasPrefix("seek") }, "\(changes)")
        #expect(changes.contains { $0.hasPrefix("rate 5: 1000 to 0") }, "\(changes)")
    }

    @Test("a gap that is skipped stops the clock, and is no seek")
    func gap() throws {
        let text = ScenarioText(
            network: .fluid(100_000, #""delay_ms": 100"#),
            media: .hls([#""bitrate_kbps": 1000, "gaps_s": [8, 12]"#], duration_s: 40, segment_s: 4),
            player: #""gaps": "hls.js""#, script: [.load(), .play()])
        let changes = try Self.changes(text).map { $0.split(separator: " ")[0] }
        #expect(changes == ["rate", "rate", "rate", "rate"])
    }

    /// The end has moved before the playhead: playback ends as it begins, and whoever loops goes back.
    @Test("a loop's own seek is one, also at the instant of a rate that is set by the clock of the host")
    func ofALoop() throws {
        let run = try ScenarioText(
            network: .fluid(5000), media: .progressive(500, duration_s: 10),
            player: """
                "loop": { "rule": "seek-at-end", "notification_latency_s": 0 },
                "automatically_waits_to_minimize_stalling": false
                """,
            script: [
                .load(), .does(4, "seek", #""to_s": 5"#), .does(5, "set_forward_playback_end_time", #""value_s": 1"#),
                .does(6, "set_rate_at_host_time", #""rate": 1"#),
            ], until_s: 6.5
        ).judgedRun()
        #expect(run["seek_count"] == 2)
        let seeks = MetricEvents(run.player(0)).events.filter { if case .seek = $0.kind { true } else { false } }
        #expect(seeks.map { $0.at } == [.zero + .seconds(4), .zero + .seconds(6)])
    }

    private static let advertisement = JSONPart.hls([500], duration_s: 15)
    private static let byTheClock: JSONPart = #", "resumption_offset_s": "indefinite""#

    @Test("nor is the way back from an interstitial event", arguments: [nil, 0, 15] as [Int?])
    func interstitial(offset: Int?) throws {
        let resumption: JSONPart = offset.map { ", \"resumption_offset_s\": \($0)" } ?? Self.byTheClock
        let asset = JSONPart.hls([1000], duration_s: 12)
        let text = ScenarioText(
            network: .fluid(8000, #""delay_ms": 0, "request_bytes": 0"#),
            media: .hls(
                [2000], duration_s: 60,
                "\"interstitials\": [{ \"at_s\": 30, \"assets\": [\(asset)]\(resumption) }]"))
        let changes = try Self.changes(text).map { $0.split(separator: " ")[0] }
        #expect(changes == ["rate", "rate", "rate", "rate"])
    }

    /// The way back from an event ends with the network, and at the end of the item; a change of tracks with the run.
    private static let lasting: [(JSONPart, JSONPart, JSONPart, [JSONPart], JSONPart)] = [
        (
            #""phases": [{ "for_s": 13, "down_kbps": 2000 }, { "for_s": 20, "down_kbps": 0 }, { "down_kbps": 4000 }]"#,
            #""interstitials": [{ "at_s": 4, "assets": [\#(advertisement)]\#(byTheClock) }]"#, "", [], 30
        ),
        (
            #""down_kbps": 8000"#,
            #""interstitials": [{ "at_s": 30, "assets": [\#(advertisement)]\#(byTheClock) }]"#,
            #""preroll_s": 0.06"#, [], 100
        ),
        (
            #""down_kbps": 1000"#, "",
            #""preroll_s": 0.5, "linked_on": "iOS 9", "layer": { "width": 320, "height": 180 }"#,
            [.does(7.3, "change_tracks")], 7.5
        ),
    ]

    @Test("and none of them is a seek that lasts", arguments: lasting)
    func lasts(network: JSONPart, media: JSONPart, player: JSONPart, script: [JSONPart], until: JSONPart) throws {
        let run = try ScenarioText(
            network: .fluid(nil, network), media: .hls([1000], duration_s: 40, segment_s: 4, media), player: player,
            script: [.load(), .play()] + script, until_s: until
        ).judgedRun()
        #expect(run.player(0).playback.clock.contains { $0.end == .jump })
        #expect(run["seek_count"] == 0 && run["seek_time_s"] == 0)
    }
}
