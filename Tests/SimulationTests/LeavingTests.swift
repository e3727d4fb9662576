import PlayerModel
import Testing

@testable import class AutowaitTesting.World
@testable import Simulation

@Suite("Viewers who leave")
struct LeavingTests {
    /// Ten chunks of a second come one each half second: playback starts at 0.5 s.
    private static let file: JSONPart = .progressive(1000, duration_s: 10, chunk_s: 1)
    private static let stream: JSONPart = .hls(
        [#""bitrate_kbps": 400, "playlist_bytes": 3000"#, #""bitrate_kbps": 800, "playlist_bytes": 3000"#],
        duration_s: 12, segment_s: 2, #""multivariant_playlist_bytes": 2000"#)

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Nanoseconds.
        let at: Int64
        let exit: Exit
        let text: ScenarioText

        init(
            _ name: String, _ at: Int64, _ exit: Exit, _ script: [JSONPart], player: JSONPart = "",
            network: JSONPart = .fluid(2000, #""request_bytes": 0"#), media: JSONPart = LeavingTests.file,
            more: JSONPart = ""
        ) {
            (testDescription, self.at, self.exit) = (name, at * 1_000_000, exit)
            text = ScenarioText(
                network: network, media: media, player: JSONPart(#""keep_up": "first-chunk""#).and(player),
                script: script, more: more)
        }
    }

    private static let starts: [JSONPart] = [.load(), .play()]
    private static let breaks: JSONPart = .does(1.1, "break_network", #""for_s": 20"#)
    private static let whenStalled: JSONPart = .object([#""when": {"stalled_for_s": 6}, "do": "leave""#])
    private static let tcp: JSONPart = .link(1000, transport: "tcp", #""delay_ms": 60"#)

    static let cases = [
        Case("at once", 0, .beforeStart, starts + [.does(0, "leave")]),
        Case("before any answer", 100, .beforeStart, starts + [.does(0.1, "leave")]),
        Case(
            "before the first playlist, over packets", 150, .beforeStart, starts + [.does(0.15, "leave")],
            network: tcp, media: stream),
        Case(
            "with playlists under way", 400, .beforeStart, starts + [.does(0.4, "leave")], network: tcp, media: stream
        ),
        Case("with segments under way", 3000, .otherwise, starts + [.does(3, "leave")], network: tcp, media: stream),
        Case(
            "when values were asked for, and no item came", 50, .beforeStart,
            [.does(0, "load_values"), .does(0.05, "leave")], network: tcp, media: stream),
        Case("while it plays", 3000, .otherwise, starts + [.does(3, "leave")]),
        Case("while it is paused", 3000, .otherwise, starts + [.does(2, "pause"), .does(3, "leave")]),
        Case("in a stall", 8500, .inStall, starts + [whenStalled, breaks]),
        Case(
            "in a stall that nobody waits for", 8500, .inStall, starts + [whenStalled, breaks],
            player: #""automatically_waits_to_minimize_stalling": false"#),
        Case("in a seek", 1200, .otherwise, starts + [.does(1, "seek", #""to_s": 9"#), .does(1.2, "leave")]),
        Case("twice", 3000, .otherwise, starts + [.does(3, "leave"), .does(3, "leave"), .does(4, "leave")]),
        Case("after the end", 20_000, .otherwise, starts + [.does(20, "leave")]),
        Case("before anybody asks", 200, .beforeStart, [.load(), .does(0.2, "leave"), .play(1)]),
        Case(
            "with cues, polls and waiting actions to come", 3000, .otherwise,
            starts + [
                .object([#""when": {"performed": "go"}, "every_s": 0.5, "do": "set_layer""#]),
                .object([#""when": {"timeControlStatus": "paused"}, "at_s": 0.1, "do": "play""#]),
                .object([#""when": {"performed": "go"}, "after_s": 90, "do": "play""#]),
                .does(3, "leave", #""name": "go""#), .does(3, "play"), .does(600, "play"),
            ]),
        Case(
            "a loop that seeks", 25_000, .otherwise, starts + [.does(25, "leave")],
            player: #""loop": "seek-at-end", "action_at_item_end": "none""#),
        Case(
            "a looper", 25_000, .otherwise, starts + [.does(25, "leave")],
            player: #""class": "AVQueuePlayer", "loop": "looper""#),
        Case(
            "a treadmill at the very end of an item", 10_500, .otherwise, starts + [.does(10.5, "leave")],
            player: #""class": "AVQueuePlayer", "loop": "treadmill""#),
        Case(
            "a queue", 3000, .otherwise, starts + [.does(3, "leave")],
            player: #""class": "AVQueuePlayer", "items": [{"name": "a", "to_s": 2}, {"name": "b"}, {"name": "c"}]"#),
        Case(
            "with another app on the link", 3000, .otherwise, starts + [.does(3, "leave")],
            more: #""traffic": [{ "name": "backup", "kind": "greedy" }]"#),
    ]

    @Test("pause, and nothing is fetched or done any more", arguments: cases)
    func leaves(one: Case) throws {
        let scenario = try one.text.read()
        #expect(Judgement.of(scenario) == nil)
        let run = try Run(scenario)
        let (own, at) = (run.player(0), Instant(nanoseconds: one.at))
        #expect(own.playback.exit == one.exit)
        #expect(run.outcome.end == .nothingMoreHappens && run.outcome.pending == 0)
        #expect(own.playback.lastStatus.status == .paused && !own.playback.hasItem)
        let leaving = try #require(own.playback.actions.last)
        #expect(leaving.at == at && own.player.script[Int(leaving.value)].traits.leaves)
        #expect(own.playback.actions.count { own.player.script[Int($0.value)].traits.leaves } == 1)
        #expect(own.playback.exchanges.allSatisfy { $0.end != nil && $0.at <= at })
        #expect(own.playback.announcements.allSatisfy { $0.at <= at })
        #expect(
            own.playback.stalls.allSatisfy { $0.endedAt != nil } && own.playback.waits.allSatisfy { $0.to != nil })
        // Packets that are in the air come down all the same.
        #expect(own.playback.loads.allSatisfy { $0.at <= at })
        #expect(run.outcome.at == at || scenario.network.transport.kind == .tcp)
    }

    @Test("are said to, in the row, in the end, and to programs")
    func words() throws {
        let run = try Run(Self.cases[1].text.read())
        let text = TextReport.text(run)
        #expect(text.contains("the viewer leaves before the start"))
        #expect(
            text.contains("ended: false; nothing more happens after 0.1 s: the viewer has left before the start\n"))
        #expect(JSONReport.text(run, includingTrace: false).contains("\"exit\": \"before_start\""))
        let stalled = try #require(Self.cases.first { $0.exit == .inStall })
        #expect(try TextReport.text(Run(stalled.text.read())).contains("the viewer leaves in a stall"))
        let over = try #require(Self.cases.first { $0.testDescription == "after the end" })
        #expect(try TextReport.text(Run(over.text.read())).contains("ended: true; nothing more happens after 20 s"))
    }

    @Test("whoever waits for ever after the end is said to wait, and why")
    func afterTheEnd() throws {
        let text = ScenarioText(
            network: .fluid(4000), media: .progressive(2000, duration_s: 10),
            player: #""keep_up": "first-chunk""#,
            script: [
                .load(), .play(), .does(0.5, "seek", #""to_s": 8"#), .does(4.5, "seek", #""to_s": 0"#), .play(4.5),
                .does(5, "change_network", #""down_kbps": 0"#),
            ], until_s: 120)
        let words = try EndWords.text(text.run().player(0))
        #expect(words.hasPrefix("ended: true; nothing more happens after "))
        #expect(
            words.contains("the network carries 0 kbit/s down, and will for ever; waiting is counted up to 120 s"))
    }

    /// Playback of ten seconds that begins at 0.5 s, or on a dead link never, with a viewer.
    private static func watched(_ viewer: String, network: JSONPart = .fluid(2000, #""request_bytes": 0"#))
        -> ScenarioText
    {
        ScenarioText(
            network: network, media: file,
            player: JSONPart(#""keep_up": "first-chunk""#).and(JSONPart(#""viewer": {\#(viewer)}"#)),
            script: starts + (viewer.contains("stall") ? [breaks] : []))
    }

    @Test(
        "are told of by why, with the patience that was over and what they would have waited for",
        arguments: [
            (
                watched(#""patience_s": 0.2"#),
                [
                    "At 0.200 s the viewer's patience was over, and the viewer left: 0.2 s without a start (patience",
                    "Run again with a viewer who stays, it starts at 0.500 s, 0.300 s after this one left.",
                ]
            ),
            (
                watched(#""patience_s": 4"#, network: .fluid(0, #""request_bytes": 0"#)),
                [
                    "At 4.000 s the viewer's patience was over, and the viewer left: 4 s without a start (patience_s).",
                    "Run again with a viewer who stays, it never goes on.",
                ]
            ),
            (
                watched(#""stall_patience_s": 6"#),
                [
                    "At 8.500 s the viewer's patience was over, and the viewer left: 6 s of one stall (stall_patience",
                    "Run again with a viewer who stays, it goes on at 21.500 s, 13.000 s after this one left.",
                ]
            ),
            (
                watched(#""watching_s": 3"#),
                ["At 3.500 s the viewer had seen enough, and left: 3 s of playback (watching_s)."]
            ),
            (
                cases[8].text,
                ["At 8.500 s the viewer left, as the script says: when it has stalled for 6 s."]
            ),
        ])
    func why(text: ScenarioText, sentences: [String]) throws {
        let story = try WhyText.text(Run(text.read()))
        let plain = story.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(separator: " ")
        for sentence in sentences { #expect(plain.contains(sentence), "\(story)") }
        #expect(plain.contains("a viewer who stays") == (sentences.count > 1))
    }

    @Test("let others go on, whose run does not wait for what was to come")
    func others() throws {
        func player(_ name: String, _ script: [JSONPart]) -> ScenarioText {
            ScenarioText(name: name, media: .hls([1000], duration_s: 20, segment_s: 4), script: script)
        }
        let both = try ScenarioText(
            network: .fluid(3000),
            players: [
                player("a", Self.starts + [.does(1, "leave"), .does(900, "play")]), player("b", Self.starts),
            ]
        ).run()
        let (left, stays) = (both.player(0), both.player(1))
        #expect(left.playback.exit == .beforeStart && stays.playback.exit == nil)
        #expect(left.playback.exchanges.allSatisfy { $0.at.nanoseconds <= 1_000_000_000 })
        #expect(stays["end_reached"] == 1 && both.outcome.end == .nothingMoreHappens)
        #expect(both.outcome.at.nanoseconds < 60_000_000_000)
        // Half of the link for a second, and all of it from then on.
        #expect(try #require(stays["observed_throughput_kbps"]) > 2_700_000)
    }

    @Test("do not cut the runs that look for the earliest start, nor are they witnesses of a smooth one")
    func goldilocks() throws {
        func moment(_ more: [JSONPart], rule: JSONPart = #""keep_up": "first-chunk""#) throws -> Simulation.Goldilocks
        {
            let scenario = try ScenarioText(
                network: .fluid(700), media: Self.file, player: rule, script: Self.starts + more
            ).read()
            return try Simulation.Goldilocks(Run(scenario).player(0))
        }
        let whole = try moment([])
        #expect(try #require(whole.start) > .seconds(4))
        // With the first chunk playback starts at 1.5 s, and stalls at 2.9 s.
        for leaving in ["0.2", "2", "2.9", "4"] {
            let left = try moment([.does("\(leaving)", "leave")])
            #expect(left.start == whole.start && left.isExact == whole.isExact, "\(leaving)")
        }
        let waiting = try moment([.object([#""when": {"played_for_s": 1}, "do": "leave""#])])
        #expect(waiting.start == whole.start)
    }

    @Test("leave nothing to be done, which is said of what a script does later")
    func later() throws {
        func warnings(_ script: [JSONPart]) throws -> [String] {
            try ScenarioText(media: .local(1000, duration_s: 10), script: Self.starts + script).read().warnings
                .map { $0.message }
        }
        #expect(
            try warnings([.does(3, "leave"), .does(4, "pause"), .does(5, "play")]) == [
                "this never happens: the viewer leaves at 3 s, and nothing is done after that"
            ])
        #expect(try warnings([.does(3, "leave")]) == [] && warnings([.does(3, "pause"), .does(4, "leave")]) == [])
        #expect(try warnings([.object([#""when": {"played_for_s": 1}, "do": "leave""#]), .does(4, "pause")]) == [])
    }

    @Test("are not called back by an app")
    func world() throws {
        let scenario = try ScenarioText(network: .fluid(2000), media: Self.file).read()
        let world = World(scenario)
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(2))
        world.player.engine.perform(.leave, of: 0)
        world.player.load()
        world.player.play()
        try world.finish()
        let run = world.engine.run
        #expect(run.player(0).playback.exit == .otherwise && !run.player(0).playback.hasItem)
        #expect(try Run(world.engine.record).digest.text == run.digest.text)
    }

    /// A stall from 6 s on, in which a segment comes every 4 s, from 8 s on; 5 s are needed. To start, 2 s were enough.
    @Test("no player is likely to keep up only because one leaves who has waited in vain", arguments: [9, 9.999, 5])
    func inVain(patience_s: JSONPart) throws {
        let run = try ScenarioText(
            network: .fluid(400), media: .hls([800], duration_s: 60, segment_s: 2),
            player: """
                "keep_up": { "rule": "fixed-seconds", "start_s": 2, "after_stall_s": 5 },
                "viewer": { "stall_patience_s": \(patience_s) }
                """,
            script: Self.starts
        ).judgedRun()
        let stalled = try #require(run.player(0).playback.stalls.first).at
        #expect(stalled == .zero + .seconds(6) && run.player(0).playback.exit == .inStall)
        let later = run.player(0).playback.announcements.filter { $0.at > stalled }
        #expect(!later.contains { if case .likelyToKeepUp = $0.value { true } else { false } })
        #expect(!JSONReport.text(run, includingTrace: false).contains("\"event\": \"LikelyToKeepUp\""))
    }

    /// The buffer is no longer full because it has gone, and not because fetching goes on.
    @Test("nothing is said to go on for one who leaves, or whose item goes", arguments: ["leave", "unload"])
    func buffer(action: String) throws {
        let rests: JSONPart = #""keep_up": "first-chunk", "preferred_forward_buffer_duration_s": 2"#
        let text = ScenarioText(
            network: .fluid(20_000), media: Self.file, player: rests, script: Self.starts + [.does(1.5, action)])
        let report = TextReport.text(try Run(try readScenario(text.text)))
        #expect(report.contains("the buffer is full: fetching rests"))
        let last = try #require(report.components(separatedBy: "fetching rests").last)
        #expect(!last.contains("fetching goes on"))
        let stays = ScenarioText(network: .fluid(20_000), media: Self.file, player: rests, script: Self.starts)
        #expect(TextReport.text(try Run(try readScenario(stays.text))).contains("no longer full: fetching goes on"))
    }
}
