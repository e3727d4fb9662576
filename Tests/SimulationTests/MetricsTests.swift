import PlayerModel
import Testing

@testable import Simulation

/// A run whose figures were worked out by hand, in the words of a report.
private struct Case: CustomTestStringConvertible {
    let testDescription: String
    let text: ScenarioText
    let figures: KeyValuePairs<String, String>

    /// Ten chunks of a second and 100,000 bytes, each half a second on a link of 1,600 kbit/s, started with the first.
    init(
        _ name: String, media: JSONPart = .progressive(800, duration_s: 10, chunk_s: 1),
        network: JSONPart = .fluid(1600), player: JSONPart = "", doing script: [JSONPart] = [.load(), .play()],
        until_s: JSONPart = 1000, _ figures: KeyValuePairs<String, String>
    ) {
        testDescription = name
        self.figures = figures
        text = ScenarioText(
            network: network, media: media, player: JSONPart(#""keep_up": "first-chunk""#).and(player),
            script: script, until_s: until_s)
    }
}

/// From 1.25 s on nothing passes: two chunks have come, and half of the third.
private func outage(for_s: JSONPart) -> JSONPart {
    .fluid(1600, #""outages": [{ "at_s": 1.25, "for_s": \#(for_s) }]"#)
}

private let plain = [
    Case(
        "a start and nothing else", doing: [.load(), .play(0.2)],
        [
            "startup_time_s": "0.3 s", "wait_before_start_s": "0.3 s", "waiting_time_s": "0.3 s",
            "time_to_first_chunk_s": "0.5 s", "stall_count": "0", "stall_time_s": "0 s", "longest_stall_s": "0 s",
            "rebuffer_ratio": "0", "played_time_s": "10 s", "end_reached": "yes", "down_bytes": "1000000 bytes",
            "never_played_bytes": "0 bytes", "average_bitrate_kbps": "800 kbit/s",
            "initial_bitrate_kbps": "800 kbit/s", "observed_throughput_kbps": "1600 kbit/s",
        ]),
    Case(
        "nobody asks to play", doing: [.load(3)],
        [
            "startup_time_s": "-", "wait_before_start_s": "0 s", "waiting_time_s": "0 s",
            "time_to_first_chunk_s": "0.5 s", "rebuffer_ratio": "-", "played_time_s": "0 s", "end_reached": "no",
            "down_bytes": "1000000 bytes", "never_played_bytes": "1000000 bytes", "average_bitrate_kbps": "-",
            "initial_bitrate_kbps": "-", "observed_throughput_kbps": "1600 kbit/s",
        ]),
    Case(
        "nothing to play", doing: [.play()], until_s: 8,
        [
            "startup_time_s": "-", "time_to_first_chunk_s": "-", "down_bytes": "0 bytes",
            "observed_throughput_kbps": "-", "end_reached": "no",
        ]),
    Case(
        "a player without an item waits for nothing, however long the run goes on",
        doing: [
            .load(), .play(), #"{ "at_s": 5, "do": "unload" }"#,
            #"{ "at_s": 40, "do": "set_default_rate", "rate": 1 }"#,
        ],
        ["startup_time_s": "0.5 s", "waiting_time_s": "0.5 s", "stall_count": "0", "end_reached": "no"]),
    Case(
        "nor does one whose next item comes later: for the media of that it waits",
        doing: [.load(), .play(), #"{ "at_s": 5, "do": "unload" }"#, .load(8)],
        ["startup_time_s": "0.5 s", "waiting_time_s": "1 s", "stall_count": "0", "end_reached": "yes"]),
    Case(
        "pressing play before there is an item", doing: [.play(), .load(2)],
        [
            "startup_time_s": "2.5 s", "wait_before_start_s": "2.5 s", "time_to_first_chunk_s": "0.5 s",
            "stall_count": "0",
        ]),
    Case(
        "a pause in the middle of a wait",
        doing: [.load(), .play(), .does(0.2, "pause"), .play(0.4)],
        [
            "startup_time_s": "0.5 s", "wait_before_start_s": "0.3 s", "waiting_time_s": "0.3 s",
            "played_time_s": "10 s",
        ]),
    Case(
        "a pause while playing",
        doing: [.load(), .play(), .does(3, "pause"), .play(8)],
        ["startup_time_s": "0.5 s", "waiting_time_s": "0.5 s", "played_time_s": "10 s", "end_reached": "yes"]),
    Case(
        "a round trip", network: .fluid(1600, #""delay_ms": 100"#),
        ["startup_time_s": "0.7 s", "time_to_first_chunk_s": "0.7 s", "observed_throughput_kbps": "1600 kbit/s"]),
    Case(
        "a file on the device", media: .local(800, duration_s: 10),
        [
            "startup_time_s": "0 s", "time_to_first_chunk_s": "0 s", "observed_throughput_kbps": "-",
            "down_bytes": "0 bytes", "never_played_bytes": "0 bytes", "played_time_s": "10 s",
            "average_bitrate_kbps": "800 kbit/s",
        ]),
    Case(
        "twice as fast", doing: [.load(), .does(1, "play_immediately", #""rate": 2"#)],
        ["startup_time_s": "0 s", "played_time_s": "5 s", "stall_count": "0", "average_bitrate_kbps": "800 kbit/s"]),
]

private let stalls = [
    Case(
        "a stall behind every chunk", network: .fluid(400),
        [
            "startup_time_s": "2 s", "stall_count": "9", "stall_time_s": "9 s", "longest_stall_s": "1 s",
            "rebuffer_ratio": "0.473684", "waiting_time_s": "11 s", "wait_before_start_s": "2 s",
            "played_time_s": "10 s", "observed_throughput_kbps": "400 kbit/s",
        ]),
    Case(
        "a stall and its end", network: outage(for_s: 5),
        [
            "stall_count": "1", "stall_time_s": "4 s", "longest_stall_s": "4 s", "waiting_time_s": "4.5 s",
            "rebuffer_ratio": "0.285714", "end_reached": "yes",
        ]),
    Case(
        "a stall that lasts to the end of the run", network: outage(for_s: 500), until_s: 20,
        [
            "stall_count": "1", "stall_time_s": "17.5 s", "played_time_s": "2 s", "end_reached": "no",
            "down_bytes": "200000 bytes", "waiting_time_s": "18 s",
        ]),
    Case(
        "a stall that the person does not sit out", network: outage(for_s: 10.75),
        doing: [.load(), .play(), .does(4, "pause"), .play(10)],
        ["stall_count": "1", "stall_time_s": "1.5 s", "waiting_time_s": "4.25 s", "played_time_s": "10 s"]),
    Case(
        "two stalls",
        network: .fluid(1600, #""outages": [{ "at_s": 1.25, "for_s": 5 }, { "at_s": 6.75, "for_s": 2 }]"#),
        // Chunks at 0.5 and 1; at 6.5, so it plays until 7.5; at 9.
        ["stall_count": "2", "stall_time_s": "5.5 s", "longest_stall_s": "4 s", "waiting_time_s": "6 s"]),
    Case(
        "without autowait the rate falls to 0, and the app must act", network: outage(for_s: 5),
        player: #""automatically_waits_to_minimize_stalling": false"#,
        doing: [.load(), .play(1.25), .play(7)],
        [
            "startup_time_s": "0 s", "stall_count": "1", "stall_time_s": "3.75 s", "waiting_time_s": "0 s",
            "played_time_s": "10 s", "end_reached": "yes",
        ]),
    Case(
        "without autowait a stall that nobody ends has no length", network: outage(for_s: 5),
        player: #""automatically_waits_to_minimize_stalling": false"#, doing: [.load(), .play(1.25)],
        [
            "startup_time_s": "0 s", "stall_count": "1", "stall_time_s": "-", "longest_stall_s": "-",
            "rebuffer_ratio": "-", "waiting_time_s": "0 s", "played_time_s": "2 s", "end_reached": "no",
        ]),
    Case(
        "of a start that never comes nothing counts as good",
        player: #""automatically_waits_to_minimize_stalling": false, "early_request": "dropped""#,
        [
            "startup_time_s": "-", "stall_count": "-", "stall_time_s": "-", "longest_stall_s": "-",
            "rebuffer_ratio": "-", "waiting_time_s": "-", "wait_before_start_s": "-", "played_time_s": "0 s",
            "end_reached": "no", "down_bytes": "1000000 bytes",
        ]),
    Case(
        "who waits for ever has waited to the end", network: .fluid(0), until_s: 20,
        [
            "startup_time_s": "-", "stall_count": "-", "waiting_time_s": "20 s", "wait_before_start_s": "-",
            "end_reached": "no",
        ]),
    Case(
        "without autowait a request with nothing loaded is remembered",
        player: #""automatically_waits_to_minimize_stalling": false"#,
        doing: [.load(), .play(0.2)],
        ["startup_time_s": "0.3 s", "stall_count": "0", "waiting_time_s": "0.3 s", "wait_before_start_s": "0.3 s"]),
    Case(
        "without autowait a request with nothing loaded may be dropped",
        player: #""automatically_waits_to_minimize_stalling": false, "early_request": "dropped""#,
        doing: [.load(), .play(0.2), .play(3)],
        ["startup_time_s": "2.8 s", "stall_count": "0", "waiting_time_s": "0 s", "wait_before_start_s": "0 s"]),
]

private let jumps = [
    // At 2.25 s four chunks have come and half of the fifth; the playhead is at 1.75 s.
    Case(
        "a seek out of the buffer",
        doing: [.load(), .play(), .does(2.25, "seek", #""to_s": 8"#)],
        [
            "startup_time_s": "0.5 s", "down_bytes": "650000 bytes", "never_played_bytes": "250000 bytes",
            "played_time_s": "3.75 s", "waiting_time_s": "1 s", "stall_count": "0", "end_reached": "yes",
            "average_bitrate_kbps": "800 kbit/s", "seek_count": "1", "seek_time_s": "0.5 s",
            "longest_seek_s": "0.5 s",
        ]),
    Case(
        "a seek out of the buffer, given up for another, which is paused",
        doing: [
            .load(), .play(), .does(2.25, "seek", #""to_s": 8"#), .does(2.5, "seek", #""to_s": 4"#),
            .does(2.75, "pause"),
        ],
        ["seek_count": "2", "seek_time_s": "0.75 s", "longest_seek_s": "0.5 s"]),
    Case(
        "a seek whose handler was called, and another before the clock moves",
        media: #"{"kind": "local", "duration_s": 10, "bitrate_kbps": 1000}"#, player: #""preroll_s": 0.3"#,
        doing: [.load(), .play(), .does(2, "seek", #""to_s": 5"#), .does(2.1, "seek", #""to_s": 6"#)],
        ["seek_count": "2", "seek_time_s": "0.4 s", "longest_seek_s": "0.3 s"]),
    Case(
        "a timeline that is tied to a host time is not sought",
        player: #""automatically_waits_to_minimize_stalling": false"#,
        doing: [
            .load(), .does(1, "set_rate_at_host_time", #""rate": 1, "host_time_s": 5"#),
            .does(3, "seek", #""to_s": 99"#), .does(4, "pause"),
        ],
        ["seek_count": "0"]),
    Case(
        "a seek to a place that never comes", network: outage(for_s: 500),
        doing: [.load(), .play(), .does(1.25, "seek", #""to_s": 8"#)], until_s: 20,
        ["seek_count": "1", "seek_time_s": "18.75 s", "longest_seek_s": "18.75 s", "end_reached": "no"]),
    Case(
        "a seek to the middle of a chunk",
        doing: [
            .load(), .play(),
            .does(2.25, "seek", #""to_s": 8.5, "tolerance_before_s": 0, "tolerance_after_s": 0"#),
        ],
        ["played_time_s": "3.25 s", "down_bytes": "650000 bytes", "never_played_bytes": "250000 bytes"]),
    Case(
        "a seek back, and everything once more",
        doing: [.load(), .play(), .does(6.5, "seek", #""to_s": 0"#)],
        ["played_time_s": "16 s", "down_bytes": "1000000 bytes", "never_played_bytes": "0 bytes"]),
    Case(
        "another item", doing: [.load(), .play(), .load(2.25)],
        [
            "startup_time_s": "0.5 s", "time_to_first_chunk_s": "0.5 s", "waiting_time_s": "1 s",
            "wait_before_start_s": "0.5 s", "played_time_s": "11.75 s", "down_bytes": "1450000 bytes",
            "end_reached": "yes",
        ]),
    Case(
        "the item taken away", doing: [.load(), .play(), .does(2.25, "unload")], until_s: 5,
        ["played_time_s": "1.75 s", "down_bytes": "450000 bytes", "end_reached": "no"]),
    Case(
        "an end before the end", player: #""forward_playback_end_time_s": 4.5"#,
        [
            "played_time_s": "4.5 s", "down_bytes": "500000 bytes", "never_played_bytes": "0 bytes",
            "end_reached": "yes",
        ]),
    Case(
        "an end that comes nearer while more is under way",
        doing: [.load(), .play(), .does(2.25, "set_forward_playback_end_time", #""value_s": 4.5"#)],
        ["played_time_s": "4.5 s", "down_bytes": "500000 bytes", "never_played_bytes": "0 bytes"]),
    Case(
        "time behind the end is not played", player: #""action_at_item_end": "none""#,
        doing: [.load(), .play(), .does(20, "pause")],
        ["played_time_s": "10 s", "end_reached": "yes"]),
]

private let streams = [
    // The audio's 480,000 bits take 0.6 s of half the link, the rest of the video's 4,800,000 the whole link. The first
    // chunk is one of pictures.
    Case(
        "audio beside the video",
        media: .hls([800], duration_s: 12, #""audio": { "bitrate_kbps": 80 }"#),
        [
            "startup_time_s": "3.3 s", "time_to_first_chunk_s": "3.3 s", "down_bytes": "1320000 bytes",
            "average_bitrate_kbps": "880 kbit/s", "initial_bitrate_kbps": "800 kbit/s",
            "observed_throughput_kbps": "1600 kbit/s", "played_time_s": "12 s",
        ]),
    Case(
        "sizes that are not what was declared",
        media: .hls([#""bitrate_kbps": 800, "segment_bytes": [100000, 200000, 300000]"#], segment_s: 4),
        [
            "startup_time_s": "0.5 s", "played_time_s": "12 s", "average_bitrate_kbps": "400 kbit/s",
            "initial_bitrate_kbps": "800 kbit/s", "down_bytes": "600000 bytes",
        ]),
    Case(
        "the highest variant",
        media: .hls([400, 800], duration_s: 12), player: #""first_variant": "highest""#,
        ["startup_time_s": "3 s", "initial_bitrate_kbps": "800 kbit/s", "down_bytes": "1200000 bytes"]),
    // One segment of the lower variant in half a second, then five of the higher: 4 × ln 2 is 2.772589, and half of
    // 2.66 is 1.33.
    Case(
        "a switch after the first segment",
        media: .hls([400, 800], duration_s: 12, segment_s: 2), player: #""switching": "throughput""#,
        [
            "variant_switch_count": "1", "initial_bitrate_kbps": "400 kbit/s", "down_bytes": "1100000 bytes",
            "pensieve_linear_score": "1.85", "pensieve_log_score": "1.442589", "pensieve_hd_score": "-",
            "yin_score": "2500", "sabre_score": "0.554518",
        ]),
    // The first chunk is there after half a second, and the end after ten more; then 20 and 50 ms each time.
    Case(
        "a loop by seeking",
        player: """
            "action_at_item_end": "none", "preroll_s": 0.05,
            "loop": { "rule": "seek-at-end", "notification_latency_s": 0.02 }
            """, until_s: 25,
        ["seam_count": "2", "seam_gap_time_s": "0.14 s", "longest_seam_gap_s": "0.07 s"]),
    Case(
        "six rungs, of which two are played",
        media: .hls([300, 750, 1200, 1850, 2850, 4300], duration_s: 12, segment_s: 2),
        player: #""switching": "throughput""#,
        // 1 + 5 × 2, less a change of 1, and 8 for each second of a startup of 0.375 s; 5 × ln 2.5, less a change of ln
        // 2.5, and 0.375 × 2.66.
        ["pensieve_hd_score": "7", "pensieve_log_score": "2.667663"]),
]

/// A playlist takes 10 ms, a segment of 6 s takes 3 s.
private let liveMedia = JSONPart.hls(
    [#""bitrate_kbps": 800, "playlist_bytes": 2000"#], duration_s: 300, segment_s: 6, #""live": {}"#)

private let live = [
    // At 3.01 s the camera sees 39.01 s, and playback begins at 18 s, three segments from 36 s.
    Case(
        "a live stream", media: liveMedia, until_s: 30,
        [
            "live_offset_at_start_s": "18 s", "live_latency_mean_s": "21.01 s", "live_latency_p95_s": "21.01 s",
            "live_skipped_s": "0 s",
        ]),
    // Up to 42 s was listed before the pause. At 117.01 s that is played, and of 144 s that are listed since 112 s the
    // last 18 come next. Until then it was more than 24 s, HOLD-BACK and a segment, from the edge since 13.01 s: 20.99
    // s at 10 s.
    Case(
        "a live stream that has gone on", media: liveMedia,
        doing: [.load(), .play(), .does(10, "pause"), .play(100)], until_s: 117.5,
        ["live_skipped_s": "84 s", "playlist_request_count": "5", "live_above_target_s": "104 s"]),
    // It plays from 3.01 s on, 18 s behind the end at 0.01 s. Shaka's place is half a second further back, half a
    // second either way; so 21 s are too many by 2 s, which it makes up for at 1.1 in 20 s.
    Case(
        "a live stream that is caught up with", media: liveMedia, player: #""catch_up": "shaka""#, until_s: 30,
        ["catch_up_time_s": "20 s", "stall_count": "0"]),
]

/// Segments of 6 s, of which the one at 12 s is not there.
private let withGap = JSONPart.hls(
    [#""bitrate_kbps": 800, "gaps_s": [12]"#], duration_s: 30, segment_s: 6)

private let missing = [
    // It pauses for 2 s in the middle of the gap, and for another two behind it.
    Case(
        "time goes on in a gap", media: withGap,
        doing: [.load(), .play(0), .does(20, "pause"), .play(22), .does(26, "pause"), .play(28)],
        ["gap_time_s": "6 s", "gap_skipped_s": "0 s", "played_time_s": "30 s"]),
    Case(
        "a gap is skipped", media: withGap, player: #""gaps": "hls.js""#,
        ["gap_time_s": "0 s", "gap_skipped_s": "6 s", "played_time_s": "24 s"]),
]

private let advertised = JSONPart.hls(
    [800], duration_s: 12, segment_s: 6,
    #"""
    "interstitials": [
      {
        "at_s": 6, "resumption_offset_s": 0,
        "assets": [{ "kind": "hls", "duration_s": 4, "variants": [{ "bitrate_kbps": 400 }] }]
      }
    ]
    """#)

private let between = [
    // Its asset is asked for at once and is there before its place comes; nothing waits. That the person pauses for a
    // second in the midst of it is no time of the event.
    Case(
        "an interstitial event", media: advertised, doing: [.load(), .play(), .does(12, "pause"), .play(13)],
        ["interstitial_count": "1", "interstitial_time_s": "4 s", "played_time_s": "12 s"])
]

@Suite struct Metrics {
    @Test(arguments: plain + stalls + jumps + streams + live + missing + between)
    fileprivate func `a figure is what it is by hand`(_ example: Case) throws {
        let run = try example.text.run()
        for (name, words) in example.figures { #expect(run.words(name) == words, "\(name)") }
        for player in run.players {
            for (metric, value) in zip(Metric.all, player.metrics) {
                #expect(value.map { metric.key.values.contains($0) } ?? true, "\(metric.name) is \(value ?? 0)")
            }
        }
    }

    @Test func `what may be less than nothing may be expected so`() {
        let signed = Metric.all.filter { $0.key.values.contains(-1) }.map { $0.name }
        #expect(signed.contains("goldilocks_distance_s") && !signed.contains("stall_count"))
        #expect(Metric.all.allSatisfy { !$0.isScore || signed.contains($0.name) })
    }

    @Test func `every metric has a name with its unit, and says what it is`() {
        var names: Set<String> = []
        for metric in Metric.all {
            #expect(names.insert(metric.name).inserted)
            #expect(metric.about.hasSuffix("."))
            let ending =
                switch metric.unit {
                case .seconds: "_s"
                case .milliseconds: "_ms"
                case .kilobitsPerSecond: "_kbps"
                case .bitsPerSecond: "_bps"
                case .bytes: "_bytes"
                case .hertz: "_hz"
                case .ratio: "_ratio"
                case .score: "_score"
                case .percent: "_percent"
                case .framesPerSecond: "_fps"
                case .rate: "rate"
                case .count: "_count"
                case .flag: ""
                }
            #expect(metric.name.hasSuffix(ending))
        }
    }

    @Test func `every metric is worked out by hand somewhere`() {
        let cases = plain + stalls + jumps + streams + live + missing + between
        let figures = Set(cases.flatMap { $0.figures.map(\.key) })
        // The metrics that need further runs have tests of their own.
        #expect(figures == Set(Metric.all.filter { !$0.needsGoldilocks }.map(\.name)))
    }
}
