import PlayerModel
import Testing

@testable import Simulation

@Suite("What a script sets of a live stream")
struct LiveActionTests {
    private static func run(_ script: [JSONPart], until_s: JSONPart = 60) throws -> Run {
        try ScenarioText(
            network: .fluid(8000, #""delay_ms": 10, "request_bytes": 0"#),
            media: .hls([1000], duration_s: 240, segment_s: 6, #""live": { "window_s": 60 }"#), script: script,
            until_s: until_s
        ).judgedRun()
    }

    @Test("is the offset at which playback begins, or the recommended one again", arguments: [true, false])
    func offset(isKept: Bool) throws {
        var script: [JSONPart] = [
            .load(), .does(0, "set_configured_time_offset_from_live", #""value_s": 31"#),
        ]
        if !isKept { script.append(.does(0, "set_configured_time_offset_from_live")) }
        let run = try Self.run(script + [.play()], until_s: 10)
        // 60 s are listed, and HOLD-BACK is 18 s.
        #expect(run.player(0).playback.skips.first?.to == .seconds(isKept ? 29 : 42))
    }

    @Test("is whether playlists are loaded while playback is paused")
    func paused() throws {
        let name = "set_can_use_network_resources_for_live_streaming_while_paused"
        let run = try Self.run([
            .load(), .play(), .does(5, "pause"), .does(20, name, #""value": true"#),
            .does(40, name, #""value": false"#),
        ])
        let requests = run.player(0).playback.exchanges.filter { $0.kind == .videoPlaylist }.map {
            $0.at.nanoseconds / 1_000_000_000
        }
        // At 20 s it is overdue; from then on every 6 s, as long as a segment lasts.
        #expect(requests == [0, 20, 26, 32, 38])
    }

    @Test(
        "is the edge, to which playback goes that was paused: as far from the end as it began, key frame or not",
        arguments: [nil, 30, 2, 31, 3] as [Int64?])
    func goesLive(offset: Int64?) throws {
        let name = "set_configured_time_offset_from_live"
        let asked: [JSONPart] = offset.map { [.does(0, name, "\"value_s\": \($0)")] } ?? []
        let run = try Self.run([.load()] + asked + [.play(), .does(10, "pause"), .play(30), .does(40, "go_live")])
        // 60 s were listed at the beginning, and 6 s more at 6 s and every 6 s from then on; HOLD-BACK is 18 s.
        #expect(run.player(0).playback.listedEnd(at: .zero + .seconds(40)) == .seconds(96))
        let distance = MediaTime.seconds(offset ?? 18)
        #expect(Self.jumps(run) == [.seconds(60) - distance, .seconds(96) - distance])
        #expect(run.player(0).playback.seeks.count == 1)
    }

    @Test("is out of reach before the first playlist is in: that seek is cancelled")
    func goesLiveTooSoon() throws {
        let run = try Self.run([.load(), .does(0, "go_live"), .play()], until_s: 10)
        #expect(Self.jumps(run) == [.seconds(42)])
    }

    /// The last playlist before the pause has listed 78 s; that of 60 s is in 20 ms later.
    @Test(
        "goes by the last playlist that has come, also where that is too old to load by",
        arguments: [
            [.play(60), .does(60, "go_live")], [.does(60, "go_live"), .play(60)],
            [.play(60), .does(60.01, "go_live")],
        ] as [[JSONPart]])
    func goesLiveBehindPause(script: [JSONPart]) throws {
        let run = try Self.run([.load(), .play(), .does(20, "pause")] + script, until_s: 80)
        #expect(Self.jumps(run) == [.seconds(42), .seconds(60)])
    }

    /// Steering takes pathway b, whose playlist takes 3 s, when 92 s are listed.
    @Test("or where that of another pathway is on its way")
    func goesLiveInASwitch() throws {
        let first = #"{ "pathways": ["a", "b"] }"#
        let steering =
            "{ \"ttl_s\": 1, \"priority\": [\(first), { \"from_s\": 33.5, \"pathways\": [\"b\", \"a\"] }] }"
        let run = try ScenarioText(
            network: .fluid(3000, #""delay_ms": 20"#),
            media: .hls(
                [800], duration_s: 300, segment_s: 4,
                JSONPart(
                    stringLiteral:
                        "\"live\": { \"window_s\": 60 }, \"pathways\": [\"a\", \"b\"], \"steering\": \(steering)")),
            player: #""keep_up": "first-chunk""#, script: [.load(), .play(), .does(35, "go_live")], until_s: 40,
            more: #""hosts": { "b": { "delay_ms": 1500 } }"#
        ).judgedRun()
        #expect(Self.jumps(run) == [.seconds(48), .seconds(80)])
    }

    /// Its segment is asked for at 5 s, listed no more from 6 s on, and in at 6.5 s.
    @Test("is the beginning of the window, whose segment still comes though it is listed no more")
    func goesBack() throws {
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 20"#),
            media: .hls([2000], duration_s: 240, segment_s: 6, #""live": { "window_s": 36 }"#),
            script: [.load(), .play(), .does(5, "seek", #""to_s": 0"#)], until_s: 60
        ).judgedRun()
        #expect(run["live_skipped_s"] == 0 && run.player(0).playback.skips.count == 1, "where it is joined")
        let panel = PanelReader.panel(of: run, at: .zero + .seconds(20))
        #expect(panel.timebaseRate.isMoving && panel.currentTime(at: .zero + .seconds(20)) < .seconds(15))
    }

    @Test(
        "is the end of an item that is not live, or where playback is to end",
        arguments: [nil, 40, 41] as [Int64?])
    func goesToTheEnd(stop: Int64?) throws {
        let ending: [JSONPart] = stop.map { [.does(0, "set_forward_playback_end_time", "\"value_s\": \($0)")] } ?? []
        let run = try ScenarioText(
            network: .fluid(8000), media: .hls([1000], duration_s: 60, segment_s: 6),
            script: [.load()] + ending + [.play(), .does(10, "go_live")]
        ).judgedRun()
        #expect(Self.jumps(run) == [.seconds(stop ?? 60)])
    }

    /// Where the playhead has jumped to.
    private static func jumps(_ run: Run) -> [MediaTime] {
        run.player(0).playback.announcements.compactMap {
            if case .timeJumped(let place) = $0.value { place } else { nil }
        }
    }

    @Test("is whether the playhead keeps its distance while playback waits", arguments: [true, false])
    func preserves(isAsked: Bool) throws {
        let name = "set_automatically_preserves_time_offset_from_live"
        let run = try Self.run(
            [
                .load(), .play(), .does(1, name, "\"value\": \(isAsked)"),
                .does(5, "break_network", #""for_s": 25"#),
            ], until_s: 40)
        // Nothing but the first skip, to where it is joined, without that.
        #expect(run.player(0).playback.skips.count == (isAsked ? 2 : 1))
    }

    /// It runs dry at 138 s, 6 s from the end that it knows; at 55 s the end is at 174 s, and HOLD-BACK 18 s.
    @Test("an offset is preserved, also where the wait begins while the playlist of another variant is on its way")
    func preservesBesideSwitch() throws {
        let fault = #""faults": [{ "of": "video playlist", "status": 503, "from_s": 24.01, "to_s": 45 }]"#
        let run = try ScenarioText(
            network: .fluid(8000, JSONPart(stringLiteral: "\"delay_ms\": 10, \(fault)")),
            media: .hls([2000, 400], duration_s: 400, segment_s: 6, #""live": { "window_s": 120 }"#),
            player: #"""
                "switching": "throughput", "playlist_requests": { "rule": "doubling", "retry_count": 50 },
                "live": { "automatically_preserves_time_offset_from_live": true }
                """#,
            script: [.load(), .play(), .does(24, "set_preferred_peak_bit_rate", #""value_kbps": 500"#)], until_s: 100
        ).judgedRun()
        #expect(run.player(0).playback.skips.map { $0.to } == [.seconds(102), .seconds(156)])
    }
}
