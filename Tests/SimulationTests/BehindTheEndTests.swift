import Testing

@testable import PlayerModel
@testable import Simulation

@Suite("A clock that runs on, or is started, where nothing is left to play")
struct BehindTheEndTests {
    /// `actionAtItemEnd` is none, so that the clock runs on behind the end of the first item (B.6), and the second one
    /// is loaded as far as the buffer goes.
    @Test(
        "behind the end of an item nothing drains, and the run comes to rest",
        arguments: PlayerProfile.all.map { $0.name } + ["", "drain_s"])
    func rests(profile: String) throws {
        for media: JSONPart in [
            .hls([800], duration_s: 400, segment_s: 5),
            #"{"kind": "progressive", "duration_s": 400, "bitrate_kbps": 800}"#,
        ] {
            let own: JSONPart =
                switch profile {
                case "": ""
                case "drain_s": #""default_forward_buffer_s": 12, "drain_s": 0.000000001"#
                case _: "\"profile\": \"\(profile)\""
                }
            let items: JSONPart = """
                "class": "AVQueuePlayer", "action_at_item_end": "none",
                "items": [{"name": "A", "to_s": 60}, {"name": "B", "from_s": 60}]
                """
            let run = try ScenarioText(
                network: .fluid(4000), media: media, player: items.and(own), until_s: 100_000
            ).run()
            #expect(run.outcome.end == .nothingMoreHappens && run.outcome.at < Instant.zero + .seconds(200))
            #expect(run.player(0).playback.lastItemHasEnded)
        }
    }

    /// The end is at 5 s of 10. At 5.5 s the app lifts it, where the clock stands at 5 s or has run on; at 6 s it asks
    /// to play.
    @Test(
        "what plays once the end has moved on is counted",
        arguments: [("pause", 10_000, 9_000), ("none", 9_500, 8_500)] as [(String, Int64, Int64)])
    func movesEnd(action: String, played: Int64, eighthSecond: Int64) throws {
        let player = #""forward_playback_end_time_s": 5, "action_at_item_end": "\#(action)""#
        let run = try ScenarioText(
            network: .fluid(), media: .progressive(800, duration_s: 10),
            player: JSONPart(stringLiteral: #""keep_up": "first-chunk", "# + player),
            script: [
                .load(), .play(), .does(5.5, "set_forward_playback_end_time"), .play(6),
                .object([#""when": { "played_for_s": 8 }, "do": "set_default_rate", "rate": 1"#]),
            ]
        ).judgedRun()
        #expect(run["played_time_s"] == played * 1_000_000)
        if action == "pause" { #expect(run["never_played_bytes"] == 0) }
        #expect(run.player(0).playback.actions.last?.at == .zero + .milliseconds(eighthSecond))
        let watched = AccessLog(run.player(0)).events.reduce(0) { $0 + $1.durationWatched }
        #expect(watched == played * 1_000_000)
    }

    /// The clock runs on at a rate of 2 until the end is lifted: the app sees it at 6 s then.
    @Test("what passed behind an end is not, and what passes when it has gone is")
    func liftsEnd() throws {
        let run = try ScenarioText(
            network: .fluid(), media: .progressive(800, duration_s: 10),
            player: #""keep_up": "first-chunk", "forward_playback_end_time_s": 3, "action_at_item_end": "none""#,
            script: [
                .load(), .does(0, "play_immediately", #""rate": 2"#), .does(3, "set_forward_playback_end_time"),
            ]
        ).judgedRun()
        #expect(run["played_time_s"] == 3_500_000_000)
    }

    /// 10 s of 60 are played by 10.5 s: 2 s at 250 kbit/s, and 8 s at 1000 kbit/s.
    @Test(
        "what passes behind an end is watched by nobody",
        arguments: [
            ("none", .does(20, "pause")), ("none", .does(20, "set_rate", #""rate": 0.5"#)),
            ("pause", .does(20, "pause")),
        ] as [(String, JSONPart)])
    func isNotWatched(action: String, call: JSONPart) throws {
        let player = #""forward_playback_end_time_s": 10, "action_at_item_end": "\#(action)""#
        let run = try ScenarioText(
            network: .fluid(4000), media: .hls([250, 1000], duration_s: 60, segment_s: 2),
            player: JSONPart(stringLiteral: #""keep_up": "first-chunk", "switching": "throughput", "# + player),
            script: [.load(), .play(), call]
        ).judgedRun().player(0)
        #expect(run["played_time_s"] == 10_000_000_000)
        let watched: MediaTime = P1203Input(run).video.reduce(.zero) { $0 + $1.duration }
        #expect(watched == .seconds(10))
        let peaks = MetricEvents(run).events.compactMap { event -> Int64? in
            if case .playbackSummary(let summary) = event.kind { summary.timeWeightedPeakBitrate } else { nil }
        }
        #expect(peaks == [850_000])
    }

    /// The end is at 10 s, and lifted at 15 s, with the clock at 14.5 s and nothing loaded there.
    @Test("what passes behind an end takes nothing of what was ahead")
    func isNotTaken() throws {
        let run = try ScenarioText(
            network: .fluid(4000), media: .hls([1000], duration_s: 60, segment_s: 2),
            player: #""keep_up": "first-chunk", "forward_playback_end_time_s": 10, "action_at_item_end": "none""#,
            script: [.load(), .play(), .does(15, "set_forward_playback_end_time")]
        ).judgedRun().player(0)
        let stall = try #require(Halt.all(of: run).first { $0.kind == .stall })
        let story = HaltStory(stall, run).sentences.joined(separator: " ")
        #expect(story.contains("At 2.500 s there were 8 s ahead of the playhead"), "\(story)")
        #expect(story.contains("from then on, 8 s were played and nothing came whole"), "\(story)")
    }

    /// The end comes to lie before the playhead, which waits at 4 s, and the event is shown at once.
    @Test("an event behind an end that has moved before the playhead says where playback goes on")
    func eventAtTheEnd() throws {
        let asset = #"{"kind": "hls", "duration_s": 2, "variants": [{"bitrate_kbps": 500}]}"#
        let event = #"{"cue": "post", "assets": [\#(asset)]}"#
        let run = try ScenarioText(
            network: .fluid(
                nil,
                #""phases": [{"for_s": 1, "down_kbps": 6000}, {"for_s": 12, "down_kbps": 0}, {"down_kbps": 6000}]"#),
            media: .hls([1000], duration_s: 20, segment_s: 2, #""interstitials": [\#(event)]"#),
            player: #""keep_up": "first-chunk""#,
            script: [.load(), .play(1), .does(11, "set_forward_playback_end_time", #""value_s": 2"#)]
        ).judgedRun().player(0)
        #expect(run.playback.interstitials.last?.resumedAt == .seconds(2))
        #expect(run.playback.clock.last?.playhead.place == .seconds(2))
    }

    /// Sometimes the app plays it later.
    @Test("what plays for no time at all has not started", arguments: [false, true])
    func pausesAtOnce(playsLater: Bool) throws {
        var script: [JSONPart] = [.load(), .play(1), .does(1, "pause")]
        if playsLater { script.append(.play(3)) }
        let run = try ScenarioText(
            network: .fluid(8000), media: .hls([800], duration_s: 12, segment_s: 4), script: script
        ).judgedRun().player(0)
        #expect(run.playback.clock.contains { $0.isMoving && $0.to == .zero + .seconds(1) })
        let (startup, stalls): (Int64?, Int64?) = playsLater ? (2_000_000_000, 0) : (nil, nil)
        #expect(run["startup_time_s"] == startup)
        #expect(run["stall_count"] == stalls)
        #expect((run["initial_bitrate_kbps"] != nil) == playsLater)
        let marks = Lanes(run).marks.filter { $0.kind == .started }
        let starts: [Instant] = playsLater ? [.zero + .seconds(3)] : []
        #expect(marks.map { $0.at } == starts)
    }

    /// All at 5 s, at which everything is loaded.
    @Test("of several movements that begin at one instant the one that lasts is the first")
    func movesTwiceAtOnce() throws {
        let run = try ScenarioText(
            network: .fluid(8000), media: .hls([800], duration_s: 12, segment_s: 4),
            script: [.load(), .play(5), .does(5, "pause"), .does(5, "seek", #""to_s": 8"#), .play(5)]
        ).judgedRun().player(0)
        #expect(run.playback.startedAt == .zero + .seconds(5))
        #expect(run.playback.clock.count { $0.isMoving && $0.playhead.anchor == .zero + .seconds(5) } == 2)
        #expect(run.playback.firstMoving?.playhead.place == .seconds(8))
    }

    /// The person sought to the end, and asks to play there, twice; and sometimes seeks back later and asks again.
    @Test("where the playhead never moves there is no startup", arguments: [false, true])
    func startsAtTheEnd(seeksBack: Bool) throws {
        let back: [JSONPart] = seeksBack ? [.does(5, "seek", #""to_s": 0"#), .play(6)] : []
        let run = try ScenarioText(
            network: .fluid(4000), media: .hls([800], duration_s: 12, segment_s: 4),
            script: [.load(), .does(1, "seek", #""to_s": 12"#), .play(3), .play(4)] + back
        ).run().player(0)
        #expect(run.playback.requestedAt == .zero + .seconds(3))
        #expect(run.playback.startedAt == (seeksBack ? .zero + .seconds(6) : nil))
        #expect(run.startup == (seeksBack ? .seconds(3) : nil))
        let startup = Metric.all.filter { $0.name == "startup_time_s" }
        #expect(run.values(of: startup) == [seeksBack ? 3_000_000_000 : nil])
    }
}
