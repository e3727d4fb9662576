import PlayerModel
import Testing

@testable import Simulation

/// Sessions in which several things meet, each of which is right alone.
@Suite("Where several things meet")
struct MeetingTests {
    private static func run(_ text: String) throws -> Run { try Run(readScenario(text)) }

    private static func words(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    @Test("a stall is over where the item ends, whether pipelines take time or not", arguments: ["0", "0.06"])
    func end(preroll: String) throws {
        let run = try Self.run(
            """
            { "network": { "transport": "fluid", "down_kbps": 1500 },
              "media": { "kind": "progressive", "duration_s": 39, "bitrate_kbps": 2000 },
              "player": { "preroll_s": \(preroll) }, "until_s": 60,
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 1, "do": "play_immediately" },
                { "at_s": 6, "do": "set_forward_playback_end_time", "value_s": 2 }, { "at_s": 30, "do": "pause" }] }
            """)
        let stalls = run.player(0).playback.stalls
        #expect(stalls.map { $0.endedAt } == [.zero + .seconds(6)])
        #expect(run["stall_time_s"] == run["waiting_time_s"])
    }

    @Test("before the first playlist of a live stream no seek is taken, be it to where the playhead is")
    func unlisted() throws {
        let run = try Self.run(
            """
            { "network": { "transport": "fluid", "down_kbps": 3000, "delay_ms": 500 }, "until_s": 20,
              "media": { "kind": "hls", "duration_s": 120, "segment_s": 6, "live": { "window_s": 36 },
                "variants": [{ "bitrate_kbps": 500, "playlist_bytes": 2000 }] },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                { "at_s": 0.2, "do": "seek", "to_s": 0 }, { "at_s": 0.3, "do": "seek", "to_s": 10 },
                { "at_s": 0.4, "do": "seek", "by_s": -5 }] }
            """)
        let playback = run.player(0).playback
        let answers = playback.announcements.filter { $0.value == .seekFinished(false) }.map { $0.at.nanoseconds }
        #expect(playback.seeks.isEmpty && answers == [200_000_000, 300_000_000, 400_000_000])
    }

    private static let switching = """
        "media": { "kind": "hls", "duration_s": DURATION, "segment_s": 2,
          "variants": [{ "bitrate_kbps": 400 }, { "bitrate_kbps": 2000 }] }, "until_s": 60,
        """

    @Test(
        "an item that loading turns back to in another variant has switched, and so has one that comes back",
        arguments: [
            """
            { "network": { "transport": "fluid", "down_kbps": 900 }, MEDIA24
              "player": { "class": "AVQueuePlayer", "keep_up": "first-chunk", "switching": "throughput",
                "throughput": { "rule": "sliding-window", "window_s": 1 },
                "items": [{ "name": "a", "from_s": 8, "to_s": 16 }, { "name": "b" }] },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                { "at_s": 3.8, "do": "change_network", "down_kbps": 8000 },
                { "at_s": 6.5, "do": "seek", "to_s": 2, "tolerance_before_s": 0, "tolerance_after_s": 0 }] }
            """,
            """
            { "network": { "transport": "fluid", "down_kbps": 3000 }, MEDIA12
              "player": { "class": "AVQueuePlayer", "keep_up": "first-chunk", "switching": "throughput",
                "loop": { "rule": "treadmill", "items": 2 } },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                { "at_s": 0.5, "do": "seek", "to_s": 8, "tolerance_before_s": 0, "tolerance_after_s": 0 },
                { "at_s": 9, "do": "change_network", "down_kbps": 700 }] }
            """,
        ])
    func switches(text: String) throws {
        let media = ["24", "12"].map { Self.switching.split(separator: "DURATION").joined(separator: $0) }
        let whole = text.split(separator: "MEDIA24").joined(separator: media[0])
            .split(separator: "MEDIA12").joined(separator: media[1])
        let run = try Self.run(whole)
        #expect(run["variant_switch_count"] == 2)
        #expect(VariantSwitches(run.player(0)).done.count == 2)
    }

    /// The clock starts at 12.5 s, jumps over the gap in that instant, and fills its pipelines again.
    @Test("a stall lasts where the clock jumps over a gap before anything has moved")
    func gap() throws {
        let run = try Self.run(
            """
            { "network": { "transport": "fluid", "down_kbps": 500 }, "until_s": 100,
              "media": { "kind": "hls", "duration_s": 12, "segment_s": 2,
                "variants": [{ "bitrate_kbps": 1000, "gaps_s": [0, 6] }] },
              "player": { "gaps": "shaka", "keep_up": "first-chunk", "preroll_s": 0.5 } }
            """)
        #expect(run["stall_time_s"] == 5_500_000_000 && run["longest_stall_s"] == 2_500_000_000)
    }

    private static let post = """
        { "cue": "post", "assets": [{ "kind": "hls", "duration_s": 8, "variants": [{ "bitrate_kbps": 300 }] }] }
        """

    @Test("what comes after the end comes wherever behind it somebody seeks", arguments: [50, 50.1, 58, 60])
    func post(target: Double) throws {
        let run = try Self.run(
            """
            { "network": { "transport": "fluid", "down_kbps": 8000 }, "until_s": 200,
              "media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 1000 }],
                "interstitials": [\(Self.post)] },
              "player": { "keep_up": "first-chunk", "forward_playback_end_time_s": 50 },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                { "at_s": 10, "do": "seek", "to_s": \(target), "tolerance_before_s": 0, "tolerance_after_s": 0 }] }
            """)
        #expect(run["interstitial_count"] == 1)
    }

    @Test("what comes after the end comes where playback goes on with a segment behind it")
    func aligned() throws {
        let run = try Self.run(
            """
            { "network": { "transport": "fluid", "down_kbps": 8000 }, "until_s": 200,
              "media": { "kind": "hls", "duration_s": 12, "segment_s": 10, "variants": [{ "bitrate_kbps": 1000 }],
                "interstitials": [\(Self.post), { "at_s": 6.6, "aligns_resumption_with_segment": true,
                  "assets": [{ "kind": "hls", "duration_s": 5, "variants": [{ "bitrate_kbps": 300 }] }] }] },
              "player": { "keep_up": "first-chunk", "forward_playback_end_time_s": 9.1 } }
            """)
        #expect(run["interstitial_count"] == 2)
    }

    /// Playback of one variant over a link that is away from 8 s to 33 s; requests wait for 5 s. All is over by 160 s.
    private static func outage(_ media: String = "", _ network: String = "", _ script: String = "") throws -> Run {
        try run(
            """
            { "network": { "down_kbps": 1500, "delay_ms": 30, "timeout_s": 5,
                "outages": [{ "at_s": 8, "for_s": 25 }]\(network) },
              "media": { "kind": "hls", "duration_s": 120, "segment_s": 6,
                "variants": [{ "bitrate_kbps": 1000\(media) }, { "bitrate_kbps": 500 }] },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }\(script)] }
            """)
    }

    @Test(
        "what is still to come decides nothing before",
        arguments: [
            ("", "", #", { "at_s": 1000, "do": "set_preferred_peak_bit_rate", "value_kbps": 600 }"#),
            ("", "", #", { "when": { "rate": 3 }, "do": "set_preferred_peak_bit_rate", "value_kbps": 600 }"#),
            (#", "gaps_s": [114]"#, "", ""),
            ("", #", "faults": [{ "of": "video", "variant": 1, "chunk": 19, "status": 503 }]"#, ""),
        ])
    func future(_ other: (media: String, network: String, script: String)) throws {
        func loads(_ run: Run) -> [LoadedChunk] {
            run.player(0).playback.loads.filter { $0.at < .zero + .seconds(60) }
        }
        let (own, changed) = (try Self.outage(), try Self.outage(other.media, other.network, other.script))
        #expect(
            loads(own).map { [$0.at.nanoseconds, Int64($0.chunk), Int64($0.variant)] }
                == loads(changed).map { [$0.at.nanoseconds, Int64($0.chunk), Int64($0.variant)] })
        #expect(own["end_reached"] == 1)
    }

    @Test("that the clock starts is told beside what happens else")
    func clock() throws {
        let run = try Self.run(
            """
            { "network": { "transport": "fluid", "down_kbps": 4000 }, "until_s": 10,
              "media": { "kind": "progressive", "duration_s": 20, "bitrate_kbps": 800 },
              "player": { "automatically_waits_to_minimize_stalling": false, "preroll_s": 0.06 },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 5, "do": "play" },
                { "at_s": 5.06, "do": "enter_foreground" }] }
            """)
        #expect(Self.words(TextReport.text(run)).contains("the app comes to the foreground; the clock starts "))
    }

    @Test("a rate that falls has nothing ahead, though the app then goes back to what is there")
    func fallen() throws {
        let run = try Self.run(
            """
            { "network": { "transport": "fluid", "down_kbps": 1000 }, "until_s": 30,
              "media": { "kind": "progressive", "duration_s": 39, "bitrate_kbps": 2000 },
              "player": { "automatically_waits_to_minimize_stalling": false },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 6, "do": "play" },
                { "when": { "event": "playbackStalled" }, "do": "seek", "to_s": 2 }] }
            """)
        #expect(try Self.words(WhyText.text(run)).contains("with 0 s ahead, the rate falls to 0"))
    }
}
