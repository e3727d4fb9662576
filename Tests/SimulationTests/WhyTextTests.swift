import PlayerModel
import Testing

@testable import Simulation

/// Sentences of `why` that could be taken for something else.
@Suite("Why, in sentences")
struct WhyTextTests {
    private static let stream =
        #""kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{"bitrate_kbps": 800}]"#

    /// Variant 1 fails once and variant 2 fills the gap; what stalls playback is the outage, a minute later.
    private static let mended = """
        {"network": {"transport": "fluid", "down_kbps": 4000, "outages": [{"at_s": 20, "for_s": 60}],
           "faults": [{"of": "video", "variant": 1, "chunk": 3, "status": 404}]},
         "media": {"kind": "hls", "duration_s": 120, "segment_s": 4,
           "variants": [{"bitrate_kbps": 2000}, {"bitrate_kbps": 600}]}, "player": "avplayer"}
        """

    /// At 9 s a jump; the segment from 60 s has 8 Mbit, which 2.5 Mbit/s bring in 3.2 s.
    private static let jump = """
        {"network": {"transport": "fluid", "down_kbps": 2500, "request_bytes": 0},
         "media": {"kind": "hls", "duration_s": 120, "segment_s": 4, "variants": [{"bitrate_kbps": 2000}]},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}, {"at_s": 9, "do": "seek", "to_s": 60}]}
        """

    private static let gone = """
        {"network": {"transport": "fluid", "down_kbps": 4000, "faults": [{"of": "video", "status": 404}]},
         "media": {\(stream)}}
        """

    /// The app seeks when playback has stalled for two seconds.
    private static let leap = """
        {"network": {"transport": "fluid", "down_kbps": 1000, "outages": [{"at_s": 10, "for_s": 12}]},
         "media": {\(stream)}, "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"},
           {"when": {"stalled_for_s": 2}, "do": "seek", "to_s": 30}]}
        """

    /// Two assets, of which the first has a lower variant.
    private static let several = """
        {"network": {"transport": "fluid", "down_kbps": 1000, "outages": [{"at_s": 10, "for_s": 12}]},
         "media": [{"name": "a", "kind": "hls", "duration_s": 60, "segment_s": 4,
             "variants": [{"bitrate_kbps": 800}, {"bitrate_kbps": 300}]}, {"name": "b", \(stream)}],
         "player": {"class": "AVQueuePlayer", "items": [{"name": "a", "media": "a"}, {"name": "b", "media": "b"}]}}
        """

    /// A later start turns the stall that the outage makes into none, but the segment from 24 s never comes.
    private static let fails = """
        {"network": {"transport": "fluid", "down_kbps": 1000, "outages": [{"at_s": 5, "for_s": 12}],
           "faults": [{"of": "video", "chunk": 6, "status": 404}]}, "media": {\(stream)}}
        """

    /// A live stream whose player catches up with the edge before an outage of three seconds.
    private static func hasty(_ rate: Int) -> String {
        """
        {"network": {"transport": "fluid", "down_kbps": \(rate), "delay_ms": 20, "outages": [{"at_s": 20, "for_s": 3}]},
         "media": {"kind": "hls", "duration_s": 600, "segment_s": 2, "variants": [{"bitrate_kbps": 2000}],
           "live": {"window_s": 40}},
         "player": {"profile": "hls.js", "catch_up": {"rule": "hls.js", "max_rate": 1.5}},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}], "until_s": 120}
        """
    }

    /// A live stream with two outages, whose player catches up between them.
    private static func hasty(_ rule: String, _ most: Double, second: String, script: String = "") -> String {
        """
        {"network": {"down_kbps": 5000, "delay_ms": 20, "outages": [{"at_s": 20, \(second)}]},
         "media": {"kind": "hls", "duration_s": 1200, "segment_s": 2, "variants": [{"bitrate_kbps": 600}],
           "live": {"window_s": 60}},
         "player": {"profile": "\(rule)", "catch_up": {"rule": "\(rule)", "max_rate": \(most)}},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}\(script)], "until_s": 100}
        """
    }

    /// The rate from 31.5 s on is the app's own wish; before that it was 1.5 for 1.104 s.
    private static func wished(_ rate: Double) -> String {
        hasty(
            "hls.js", 1.5, second: #""for_s": 8}, {"at_s": 36, "for_s": 12"#,
            script: #", {"at_s": 31.5, "do": "set_rate", "rate": \#(rate)}"#)
    }
    /// The speed was natural again before the stall.
    private static let sated = hasty("shaka", 2, second: #""for_s": 12}, {"at_s": 44, "for_s": 20"#)

    /// A live stream that is cut off at 30 s for so long: playback has 18 s less a segment's way ahead.
    private static func cutOff(_ length: Int) -> String {
        """
        {"network": {"transport": "fluid", "down_kbps": 8000, "delay_ms": 10,
           "outages": [{"at_s": 30, "for_s": \(length)}]},
         "media": {"kind": "hls", "duration_s": 400, "segment_s": 6, "variants": [{"bitrate_kbps": 2000}],
           "live": {"window_s": 60}},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}], "until_s": 200}
        """
    }

    /// The network goes away for good behind a jump, and the viewer in the stall that comes of it.
    private static let leaves = """
        {"network": {"transport": "fluid", "phases": [{"for_s": 24, "down_kbps": 2200}, {"down_kbps": 0}]},
         "media": {"kind": "hls", "duration_s": 120, "segment_s": 4, "variants": [{"bitrate_kbps": 2000}]},
         "player": {"keep_up": "first-chunk",
           "viewer": {"stall_patience_s": 8, "seeks": [{"after_s": 10, "by_s": 30}]}}}
        """

    private static let begun = #"{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }"#

    @Test(
        "where nothing waits, playback may begin late, or never: that is said, and why",
        arguments: [
            ("", begun, "It never waits: playback begins at once, and never stalls."),
            ("", begun + #", { "at_s": 25, "do": "pause" }"#, "playback begins at once, and never stalls."),
            (
                #""automatically_waits_to_minimize_stalling": false, "early_request": "dropped", "#,
                #"{ "at_s": 0, "do": "play" }, { "at_s": 1, "do": "load" }"#,
                "never starts: without autowait its rate falls to 0 without media (early_request)."
            ),
            (
                "", #"{ "at_s": 0, "do": "load" }, { "at_s": 1, "do": "set_rate_at_host_time", "rate": 1 }"#,
                "never starts: an exception ends"
            ),
            (
                "", #"{ "at_s": 0, "do": "load" }, { "at_s": 1, "do": "tap" }, { "at_s": 4, "do": "play" }"#,
                "playback begins 3.000 s after it was asked for, as the app asks the player only then."
            ),
            ("", #"{ "at_s": 0, "do": "load" }, { "at_s": 1, "do": "tap" }"#, "the app never asks the player"),
            (
                #""action_at_item_end": "none", "#,
                #"{ "at_s": 0, "do": "load" }, { "at_s": 8, "do": "go_live" }, { "at_s": 9, "do": "play" }"#,
                "playback never starts: nothing is left to play."
            ),
            (
                #""viewer": { "patience_s": 2 }, "#,
                #"{ "at_s": 0, "do": "load" }, { "at_s": 1, "do": "tap" }, { "at_s": 4, "do": "play" }"#,
                "playback never starts: the viewer leaves before the app asks the player."
            ),
            (
                #""viewer": { "watching_s": 5 }, "#, begun, "playback begins at once, and never stalls."
            ),
        ])
    func nothing(player: String, script: String, words: String) throws {
        let text = ScenarioText(
            network: .fluid("\"unlimited\"", #""delay_ms": 0, "request_bytes": 0"#),
            media: .hls([800], duration_s: 60, segment_s: 6),
            player: JSONPart(stringLiteral: player + #""keep_up": "first-chunk""#),
            script: [JSONPart(stringLiteral: script)])
        let said = try WhyText.text(Run(text.read()))
        #expect(said.contains(words), "\(said)")
    }

    /// The list is asked for before the event is due, and with it no asset comes.
    @Test("of an asset list that fails it is said that its item fails, however many it has", arguments: 1...3)
    func assetList(count: Int) throws {
        let asset = #"{ "kind": "hls", "duration_s": 10, "segment_s": 4, "variants": [{ "bitrate_kbps": 1000 }] }"#
        let assets = Array(repeating: asset, count: count).joined(separator: ", ")
        let run = try Run(
            readScenario(
                """
                { "network": { "transport": "fluid", "down_kbps": 8000, "delay_ms": 20,
                    "faults": [{ "of": "asset list", "status": 404 }] },
                  "media": { "kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{ "bitrate_kbps": 1500 }],
                    "interstitials": [{ "at_s": 30, "resumption_offset_s": 0, "asset_list_bytes": 1000,
                      "assets": [\(assets)] }] } }
                """))
        #expect(run.player(1).playback.lastItemFailure == .badStatus(404))
        let said = try WhyText.text(run)
        #expect(said.contains("Nothing waits, and playback never starts: its item fails."), "\(said)")
    }

    @Test(
        "what is said holds",
        arguments: [
            (mended, "what failed was there before playback stopped at 66.000 s.", "playback stall at 66"),
            (
                jump,
                "the first media was whole at 12.200 s, and by the end of the wait 1000000 bytes had come whole (2500",
                "1379"
            ),
            (gone, "with 0 s ahead, it was over: the item failed.", "it the rate"),
            (leap, "(up to a jump or another item 2.000 s: that is stall_time_s)", "without a jump"),
            (leap, "; actions that wait for something come when they came in this run)", "exact, by 2 runs)"),
            (several, "lower variants: not tried, because several assets are played", "there is none"),
            (fails, "a later start: none found in 1 run", "later: no stall"),
            (hasty(2200), "faster, at 1.15 at last (catch_up): 0.163 s more was played than at", "all the while: no"),
            (hasty(2200), "a slower speed: even at natural speed all the while (catch_up: never)", "er): no stall"),
            (wished(2), "faster, at 1.5 at last (catch_up): 0.552 s more was played", "6.235 s more"),
            (wished(1.5), "faster, at 1.5 at last (catch_up): 0.552 s more was played", "nothing waits"),
            (sated, "faster, at 2 at last (catch_up): 5.211 s more was played", "nothing waits"),
            (cutOff(20), "26.5 s from the edge in place of 18 s (configuredTimeOffsetFromLive): no", "farther from"),
            (cutOff(100), "farther from the edge: even 60 s from the edge in place of 18 s (", "Live): no stall"),
            (hasty(2600), "natural speed all the while (catch_up: never): no stall", "slower speed"),
            (leaves, "a later start: none found in 2 runs; one that does not stall waits again", "no stall (exact"),
            (leaves, "No change was found without any stall (", "Not found to help:"),
            (cutOff(20), "Not found to help: a lower variant: there is none", "No change was found"),
            (jump, "After a seek: from", "After a jump"),
        ])
    func sentence(text: String, words: String, others: String) throws {
        let said = try WhyText.text(Run(readScenario(text))).split(separator: "\n")
            .map { $0.drop { $0 == " " } }.joined(separator: " ")
        #expect(said.contains(words), "\(said)")
        #expect(!said.contains(others), "\(said)")
    }

    /// The stall among the rows that are folded is over at 70 s, with the next item, after 5.126 s; the wait goes on
    /// until 85.549 s.
    @Test("what outlasts its stall is folded as a wait")
    func fold() throws {
        let run = try Run(
            readScenario(
                """
                {"network": {"transport": "fluid", "delay_ms": 20,
                   "phases": [{"for_s": 20, "down_kbps": 8000}, {"down_kbps": 700}]},
                 "hosts": {"cdn-a": {"down_kbps": 3000}, "cdn-b": {"down_kbps": 600, "delay_ms": 80}},
                 "media": [{"name": "film", "kind": "hls", "duration_s": 120, "segment_s": 4,
                     "pathways": ["cdn-a", "cdn-b"], "variants": [{"bitrate_kbps": 1500}, {"bitrate_kbps": 600}]},
                   {"name": "next", "kind": "hls", "duration_s": 60, "segment_s": 4,
                     "variants": [{"bitrate_kbps": 900}]}],
                 "player": {"class": "AVQueuePlayer", "default_forward_buffer_s": 12,
                   "items": [{"name": "film", "media": "film"}, {"name": "next", "media": "next"}]},
                 "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"},
                   {"when": {"stalled_for_s": 1}, "do": "seek", "to_s": 100},
                   {"at_s": 70, "do": "advance_to_next_item"}], "until_s": 400}
                """))
        #expect(TextReport.text(run).contains(": 1 wait of 20.674285713 s, after a stall; next"))
        let stall = try #require(run.player(0).playback.stalls.dropFirst().first)
        #expect(stall.endedAt.map { $0 - stall.at } == TimeAmount(nanoseconds: 5_125_714_284))
    }

    /// Two answers with 503 are for one segment, a third one is for another: each is asked for again a second later.
    @Test("what is asked for again in vain is told from what fails later")
    func again() throws {
        let run = try Run(
            readScenario(
                """
                {"network": {"transport": "fluid", "down_kbps": 4000, "faults": [
                   {"of": "video", "chunk": 1, "status": 503, "times": 2}, {"of": "video", "chunk": 4, "status": 503}]},
                 "media": {\(Self.stream)}}
                """))
        let story = FailureWords(run.player(0)).story
        #expect(story.map { $0.contains("it was asked for again, in vain;") }.prefix(2) == [true, false])
        #expect(story[1].contains("it was asked for again;"))
    }

    /// 500 kB/s, and a reset after 250 kB, which is a second of the file: half a second comes, and a second is rested.
    /// What was asked for again has brought the media that ended the stall.
    private static func resets(_ count: Int, of seconds: Int) throws -> PlayerRun {
        try Run(
            readScenario(
                """
                {"network": {"transport": "fluid", "down_kbps": 4000, "request_bytes": 0,
                   "faults": [{"of": "file", "reset_after_bytes": 250000, "request": 1, "times": \(count)}]},
                 "media": {"kind": "progressive", "duration_s": \(seconds), "bitrate_kbps": 2000},
                 "player": {"keep_up": "first-chunk"}}
                """)
        ).player(0)
    }

    private static func underWay(atStallsOf run: PlayerRun) -> [String] {
        run.playback.stalls.flatMap { stall in
            run.glance(at: stall.at).map { LoadWords.underWay($0, at: stall.at, run) } ?? []
        }
    }

    @Test("an attempt that has brought something was not in vain, and is told from those before it")
    func attempts() throws {
        let run = try Self.resets(2, of: 10)
        let story = FailureWords(run).story
        let helped = story.map { $0.contains("it was asked for again, and came up to 2 s; the person saw") }
        #expect(helped == [true, false])
        #expect(story[1].contains("it was asked for again; the person saw"))
        #expect(
            Self.underWay(atStallsOf: run) == [
                "the file, asked for at 0.000 s, failed at 0.500 s, and is to be asked for again at 1.500 s",
                "the file, asked for at 1.500 s, failed at 2.000 s, and is to be asked for again at 3.000 s",
            ])
        let file = try #require(run.playback.exchanges.first)
        #expect((0...3).map { run.attempt($0, at: file)?.chunks } == [0..<10, 10..<20, 20..<20, nil])
    }

    /// A look at all attempts for each of them would take minutes.
    @Test("so it is with thousands of attempts")
    func manyAttempts() throws {
        let words = Self.underWay(atStallsOf: try Self.resets(3999, of: 4000))
        #expect(words.count == 3999)
        let last =
            "the file, asked for at 5997.000 s, failed at 5997.500 s, and is to be asked for again at 5998.500 s"
        #expect(words.last == last)
    }

    /// The page of an error takes 4 ms. A second later the segment is asked for again, and 2.996 s are left.
    @Test("what is here of a request that was made again is what came since then")
    func since() throws {
        let run = try Run(
            readScenario(
                """
                {"network": {"transport": "fluid", "down_kbps": 1000, "request_bytes": 0,
                   "faults": [{"of": "video", "chunk": 1, "status": 503}]},
                 "media": {"kind": "hls", "duration_s": 20, "segment_s": 4, "variants": [{"bitrate_kbps": 800}]},
                 "player": {"keep_up": "first-chunk"}}
                """))
        let words =
            "the video from 4 s to 8 s is under way since 4.204 s, asked for first at 3.200 s: 374500 of 400000 bytes"
        #expect(TextReport.text(run).contains(words))
    }

    @Test("the rate that is named beside a stall is that of the variant which is fetched")
    func rate() throws {
        let run = try Run(readScenario(Self.mended)).player(0)
        let turn = try #require(run.playback.wantedVariants.first)
        #expect(turn.to == 1 && run.variantFetched(after: turn.order) == 1)
        #expect(run.bitRateLoaded(after: turn.order) == 600_000)
        #expect(run.bitRateLoaded(after: turn.order - 1) == 2_000_000)
    }

    private static func network(_ at_s: JSONPart, _ down_kbps: Int) -> JSONPart {
        .does(at_s, "change_network", #""down_kbps": \#(down_kbps)"#)
    }

    /// A skip, alone or with a seek behind it, while variant 2 is under way for the item that becomes current, of which
    /// variant 1 came last; and a seek back in the current item while the next one is loaded.
    @Test(
        "so it is where a queue player takes up an item again",
        arguments: [
            (
                [300, 800], 12, 20,
                [.play(), network(2.4, 2500), network(3, 200), .does(4, "advance_to_next_item")],
                "variant 2 of 2 takes 800 kbit/s."
            ),
            (
                [300, 800], 8, 20,
                [
                    network(3, 2500), network(4, 400), .play(7), .does(8, "advance_to_next_item"),
                    .does(9, "seek", #""to_s": 9"#),
                ],
                "variant 2 of 2 takes 800 kbit/s."
            ),
            (
                [800, 300], 20, 40,
                [network(0, 1500), .does(40, "set_rate", #""rate": 2"#), .does(41, "seek", #""to_s": 0"#)],
                "variant 2 of 2 takes 300 kbit/s (600 kbit/s at rate 2)."
            ),
        ] as [([JSONPart], Int, JSONPart, [JSONPart], String)])
    func takenUpAgain(
        variants: [JSONPart], from: Int, duration_s: JSONPart, calls: [JSONPart], words: String
    ) throws {
        let run = try ScenarioText(
            network: .fluid(1000), media: .hls(variants, duration_s: duration_s, segment_s: 4),
            player: JSONPart(#""class": "AVQueuePlayer", "keep_up": "first-chunk", "switching": "throughput""#)
                .and(#""items": [{"name": "a", "from_s": \#(from)}, {"name": "b"}]"#),
            script: [.load()] + calls
        ).judgedRun()
        let text = try WhyText.text(run).split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        #expect(text.contains(words), "\(text)")
    }
}
