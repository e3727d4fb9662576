import PlayerModel
import Testing

@testable import Simulation

@Suite("Reports of queues whose items are loaded ahead of time") struct QueueReportTests {
    private static let sounds = [GaplessTests.heAAC, GaplessTests.lowComplexity]

    /// Item 1 is loaded and plays at 3 Mbit/s throughout; of item 2, loaded meanwhile, the first segment is like it,
    /// and the others have 6 Mbit/s. The variants of the second asset are numbered from 4.
    private static func matching() throws -> Run {
        try GaplessTests.scenario([GaplessTests.medium("one", sounds), GaplessTests.medium("two", sounds)]).run()
    }

    /// Three assets with a variant each, all loaded while the first one plays.
    private static func ladder(_ script: [JSONPart]? = nil) throws -> Scenario {
        let bitRates = [1000, 2000, 3000]
        return try ScenarioText(
            network: .fluid(8000),
            media: .list(bitRates.map { .hls(["\($0)"], name: "at \($0)", duration_s: 12, segment_s: 6) }),
            player: GaplessTests.queue(bitRates.map { GaplessTests.item("\($0)", "at \($0)") })
                .and(#""items_ahead": 2"#),
            script: script
        ).read()
    }

    @Test(
        "rows name an item as the scenario does",
        arguments: [
            (#""do": "remove", "item": "two""#, "remove(two)"),
            (#""do": "insert", "item": "three", "after": "two""#, "insert(three, after: two)"),
            (#""do": "insert", "item": "three""#, "insert(three, after: nil)"),
            (#""do": "seek", "item": "two", "to_s": 12"#, "two: seek(to: 12 s)"),
            (
                #""do": "set_forward_playback_end_time", "item": "two", "value_s": 14"#,
                "two: forwardPlaybackEndTime = 14 s"
            ),
        ] as [(JSONPart, String)])
    func names(action: JSONPart, words: String) throws {
        let items: JSONPart =
            #"{ "name": "one", "to_s": 6 }, { "name": "two", "from_s": 10 }, { "name": "three", "from_s": 20 }"#
        let run = try ScenarioText(
            network: .fluid(4000), media: .hls([1000], duration_s: 60, segment_s: 2),
            player: GaplessTests.queue([items]),
            script: [.load(), .play(), .object([JSONPart(#""at_s": 3"#).and(action)])]
        ).run()
        #expect(TextReport.text(run).contains(words))
    }

    /// Item 1 is loaded at 1.5 s, and item 2 is turned to. Where that fails, nothing more of it comes in its turn.
    @Test("a full buffer is that of its item alone; of a failed one nothing is fetched", arguments: [true, false])
    func fullness(fails: Bool) throws {
        let fault: JSONPart = #""retry_count": 0, "faults": [{ "of": "video", "chunk": 6, "status": 404 }]"#
        let items: JSONPart = #"{ "name": "one", "to_s": 6 }, { "name": "two", "from_s": 10, "to_s": 16 }"#
        let text = ScenarioText(
            network: .fluid(4000, fails ? fault : ""), media: .hls([1000], duration_s: 60, segment_s: 2),
            player: GaplessTests.queue([items]), script: [.load(), .play()])
        let report = TextReport.text(try text.run())
        #expect(report.contains("the buffer is full: another item is fetched"))
        #expect(report.contains("the buffer is no longer full") == fails)
        #expect(!report.contains("fetching rests") && !report.contains("fetching goes on"))
    }

    @Test("another item is fetched, too, where its playlist has to come first")
    func playlist() throws {
        let variants: [JSONPart] = [#""bitrate_kbps": 1000, "playlist_bytes": 2000"#]
        let media = ["a", "b"].map { JSONPart.hls(variants, name: $0, duration_s: 12, segment_s: 4) }
        let items: JSONPart = #"{ "media": "a", "name": "one" }, { "media": "b", "name": "two" }"#
        let text = ScenarioText(
            network: .fluid(4000, #""delay_ms": 30"#), media: .list(media), player: GaplessTests.queue([items]),
            script: [.load(), .play()])
        #expect(TextReport.text(try text.run()).contains("the buffer is full: another item is fetched"))
    }

    @Test("an access log has the variant of the item that plays, not of the one that is loaded ahead")
    func accessLog() throws {
        let events = AccessLog(try Self.matching().player(0)).events
        #expect(events.map { $0.item } == [1, 2])
        #expect(events.map { $0.asset } == [0, 1])
        #expect(events.map { $0.indicatedBitrate } == [3_000_000, 6_000_000])
        #expect(events.map { $0.averageVideoBitrate } == [3_000_000, 6_000_000])
        let three = AccessLog(try Run(Self.ladder()).player(0)).events
        #expect(three.map { $0.item } == [1, 2, 3])
        #expect(three.map { $0.indicatedBitrate } == [1_000_000, 2_000_000, 3_000_000])
        #expect(three.map { $0.switchBitrate } == [-1, -1, -1])
    }

    @Test("an event of AVMetrics has the variant of the item that plays")
    func variants() throws {
        let events = MetricEvents(try Run(Self.ladder()).player(0)).events
        let started = events.filter { if case .rateChange = $0.kind { true } else { false } }
        #expect(started.map { $0.variant } == [0, 1, 2])
    }

    @Test("each item has its first variant, its switches and its requests, whenever they were made")
    func summaries() throws {
        let events = MetricEvents(try Self.matching().player(0)).events
        var (starts, ends): ([[Int?]], [[Int?]]) = ([], [])
        var summaries: [MetricEvents.Summary] = []
        for event in events {
            switch event.kind {
            case .variantSwitchStart(let change): starts.append([change.from, change.to])
            case .variantSwitch(let change, let didSucceed):
                #expect(didSucceed)
                ends.append([change.from, change.to])
            case .playbackSummary(let summary): summaries.append(summary)
            default: break
            }
        }
        #expect(starts == [[nil, 0], [nil, 4], [4, 6]])
        #expect(ends == starts)
        #expect(summaries.map { $0.variantSwitchCount } == [0, 1])
        #expect(summaries.map { $0.mediaResourceRequestCount } == [4, 4])
        #expect(summaries.map { $0.timeWeightedPeakBitrate } == [3_000_000, 5_250_000])
    }

    @Test("a switch that ends behind a seam counts for its own item")
    func switchOverASeam() throws {
        let names = ["one", "two", "three"]
        let text = GaplessTests.scenario(
            names.map { GaplessTests.medium($0, Self.sounds, duration_s: 12, #""segment_s": 6"#) },
            #""items_ahead": 2"#, network: #""delay_ms": 20"#,
            items: zip(["a", "b", "c"], names).map { GaplessTests.item($0, $1) })
        let events = MetricEvents(try text.run().player(0)).events
        let counts: [Int64] = events.compactMap {
            if case .playbackSummary(let summary) = $0.kind { summary.variantSwitchCount } else { nil }
        }
        #expect(counts == [0, 0, 1])
        let switches = events.filter {
            if case .variantSwitch(let change, _) = $0.kind { change.from != nil } else { false }
        }
        // By then item 2 plays, in its own first variant.
        #expect(switches.map { $0.variant } == [4])
    }

    @Test("an item ends by its own end, or else the player's, and with its media")
    func ends() throws {
        let items: JSONPart = #"{ "name": "a" }, { "name": "b", "to_s": 5 }, { "name": "c", "to_s": 70 }"#
        let run = try ScenarioText(
            network: .fluid(4000), media: .hls([1000], duration_s: 60, segment_s: 2),
            player: GaplessTests.queue([items]).and(#""forward_playback_end_time_s": 4"#),
            script: [.load(), .play()]
        ).run()
        #expect(TextReport.text(run).contains("a 0 s to 4 s, b 0 s to 5 s, c 0 s to 60 s;"))
    }

    /// The picture ends at 8 s of 10.
    @Test(
        "a looper ends where its range does, and with its last loop",
        arguments: [("", true, false), (#", "to_s": 5, "loop_count": 4"#, false, true)])
    func looper(more: String, isBlank: Bool, isCutOff: Bool) throws {
        let player: JSONPart = #""class": "AVQueuePlayer", "loop": { "rule": "looper"\#(more) }"#
        let run = try ScenarioText(
            network: .fluid(4000), media: .file("progressive", 800, duration_s: 10, #""video_duration_s": 8"#),
            player: player, script: [.load(), .play()], until_s: 12
        ).run()
        #expect(TextReport.text(run).contains("blank for the last 2 s") == isBlank)
        #expect(run.player(0).isCutOff == isCutOff)
    }

    @Test("an item that is loaded on does not begin again")
    func words() throws {
        let audio: JSONPart = """
            "audio": [{ "language": "en", "bitrate_kbps": 100 }, { "language": "fr", "bitrate_kbps": 100 }]
            """
        let text = ScenarioText(
            network: .fluid(4000),
            media: .list(["one", "two"].map { .hls([500], name: $0, duration_s: 12, audio) }),
            player: GaplessTests.queue([GaplessTests.item("a", "one"), GaplessTests.item("b", "two")]),
            script: [.load(), .play(), .does(8, "select_audio", #""language": "fr""#)])
        let lines = TextReport.text(try text.run()).split(separator: "\n")
        func count(_ words: String) -> Int { lines.count { $0.contains(words) } }
        #expect(count("a begins with variant 1") == 1 && count("b begins with variant 1") == 1)
        #expect(count("a goes on with variant 1") == 1 && count("b goes on with variant 1") == 1)
    }

    /// Two items of 2,000,000 bytes each, both of which are loaded by then.
    @Test("of a queue that is loaded again all items are fetched anew, those behind as well")
    func loadedAgain() throws {
        let items = [#"{ "name": "a", "to_s": 20 }"#, #"{ "name": "b", "from_s": 20 }"#]
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 20"#), media: .hls([800], duration_s: 40, segment_s: 4),
            player: "\"class\": \"AVQueuePlayer\", \"items_ahead\": 1, \"items\": [\(items.joined(separator: ", "))]",
            script: [.load(), .play(), .load(12), .play(12)]
        ).judgedRun()
        #expect(run["down_bytes"] == 8_000_000)
        #expect(run["end_reached"] == 1)
    }

    @Test("what is loaded of the items behind does not put off the Goldilocks moment")
    func goldilocks() throws {
        let moment = try Simulation.Goldilocks(Run(Self.ladder()).player(0))
        // The first segment takes 0.75 s and the second as long: nobody has to wait for more than the first.
        #expect(moment.start == .milliseconds(750) && moment.isExact)
        let loop = try ScenarioText(
            network: .fluid(4000, #""request_bytes": 0"#), media: .progressive(800, duration_s: 5),
            player: #""class": "AVQueuePlayer", "loop": { "rule": "treadmill", "items": 3 }"#, until_s: 30
        ).read()
        #expect(try Simulation.Goldilocks(Run(loop).player(0)).start == .milliseconds(20))
    }

    @Test("nor does an item that is current only because nobody has started yet")
    func goldilocksOfAnAdvance() throws {
        let advance = JSONPart.does(3, "advance_to_next_item")
        #expect(
            try Simulation.Goldilocks(Run(Self.ladder([.load(), .play(), advance, advance])).player(0)).start
                == .milliseconds(750))
    }

    @Test("a queue that has been played waits for nothing", arguments: [[], [JSONPart.does(60, "pause")]])
    func played(script: [JSONPart]) throws {
        let run = try Run(Self.ladder([.load(), .play()] + script))
        #expect(Halt.all(of: run.player(0)).map { $0.kind } == [.start])
        #expect(try !WhyText.text(run).contains("No item"))
    }

    /// The item is taken away at 1 s; the next one comes at 30 s, and takes half a second.
    @Test("nothing is waited for while all items are gone, before the start as well")
    func gone() throws {
        let run = try ScenarioText(
            network: .fluid(nil, #""phases": [{"for_s": 5, "down_kbps": 100}, {"down_kbps": 4000}]"#),
            media: .hls([1000], duration_s: 60, segment_s: 2), player: #""keep_up": "first-chunk""#,
            script: [.load(), .play(), .does(1, "unload"), .load(30)]
        ).judgedRun()
        #expect(run["startup_time_s"] == 30_500_000_000)
        #expect(run["wait_before_start_s"] == 1_500_000_000 && run["waiting_time_s"] == 1_500_000_000)
    }

    @Test("the rule for switches is said where any of the media has several variants")
    func switches() throws {
        let (one, two) = (GaplessTests.medium("one", [Self.sounds[0]]), GaplessTests.medium("two", Self.sounds))
        let lines = Settings.all(try GaplessTests.scenario([one, two]).read())
        #expect(lines.contains { $0.name == "switches" })
        let first = JSONPart.hls([1], name: "one", duration_s: 24)
        let alone = Settings.all(try GaplessTests.scenario([first, two]).read())
        #expect(alone.first { $0.name == "switches" }?.value == lines.first { $0.name == "switches" }?.value)
        let second = JSONPart.hls([1], name: "two", duration_s: 24)
        let none = Settings.all(try GaplessTests.scenario([first, second]).read())
        #expect(!none.contains { $0.name == "switches" })
    }

    @Test("a name does not steer a terminal, nor end a line")
    func names() throws {
        let (odd, worse) = (#"a\u001b[31m\nb"#, #"two\n::error::"#)
        let run = try GaplessTests.scenario(
            [GaplessTests.medium("one", Self.sounds), GaplessTests.medium(worse, Self.sounds)],
            items: [GaplessTests.item(odd, "one"), GaplessTests.item("b", worse)]
        ).run()
        let trace = run.trace.entries.map { TraceText(run.scenario).line($0) }
        for text in [TextReport.text(run), Waterfall.text(run.player(0))] + trace {
            let lines = text.split(separator: "\n")
            #expect(!lines.contains { $0.unicodeScalars.contains { $0.isControl } || $0.hasPrefix("::") })
        }
        #expect(trace.contains { $0.contains("a [31m b is loaded") })
    }
}
