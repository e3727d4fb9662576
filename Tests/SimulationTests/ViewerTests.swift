import PlayerModel
import Testing

@testable import Simulation

@Suite("Viewers")
struct ViewerTests {
    private static func text(
        _ viewer: String, player: JSONPart = #""keep_up": "first-chunk""#, script: [JSONPart]? = nil,
        network: JSONPart = .fluid(2000, #""request_bytes": 0"#), duration_s: JSONPart = 10
    ) -> ScenarioText {
        ScenarioText(
            network: network, media: .progressive(1000, duration_s: duration_s, chunk_s: 1),
            player: player.and("\"viewer\": { \(viewer) }"), script: script)
    }

    private static func drawn(_ scenario: Scenario, seed: UInt64) -> ViewerTraits {
        var scenario = scenario
        scenario.seed = seed
        return scenario.drawn().first.viewer?.traits ?? ViewerTraits()
    }

    // MARK: Draws

    @Test("lengths keep to their quantiles, and are as likely in each step")
    func quantiles() throws {
        let scenario = try Self.text(#""watching_s": [5, 30, 150, 600, 3600], "patience_s": [2, 19.2]"#).read()
        let all = (0..<10_000).map { Self.drawn(scenario, seed: $0) }
        let lengths = all.compactMap { $0.watching?.quantiles.first?.nanoseconds }.sorted()
        let bounds: [Int64] = [5, 30, 150, 600, 3600].map { $0 * 1_000_000_000 }
        #expect(lengths.count == 10_000 && lengths[0] >= bounds[0] && lengths[9999] < bounds[4])
        for (low, high) in zip(bounds, bounds.dropFirst()) {
            #expect((2300...2700).contains(lengths.count { low <= $0 && $0 < high }))
        }
        #expect((138...195).contains(lengths[5000] / 1_000_000_000))
        let patience = all.compactMap { $0.patience?.quantiles.first?.nanoseconds }
        #expect(patience.allSatisfy { 2_000_000_000..<19_200_000_000 ~= $0 })
        #expect((10_400...10_800).contains(patience.reduce(0, +) / 10_000 / 1_000_000))
        // Those who wait longer for the start do not watch longer for that.
        let patient = all.filter { $0.patience!.quantiles[0] > .milliseconds(10_600) }
        let above = patient.count { $0.watching!.quantiles[0] > .seconds(150) }
        #expect(abs(above * 2 - patient.count) < 400)
    }

    @Test("the ends of a range are drawn at the ends of all places")
    func ends() {
        let length = ViewerTraits.Length([.seconds(2), .milliseconds(19_200)])
        #expect(length.value(at: 0) == .seconds(2))
        #expect(length.value(at: .max) == .milliseconds(19_199))
        #expect(length.value(at: 1 << 63) == .milliseconds(10_600))
        let flat = ViewerTraits.Length([.milliseconds(1), .milliseconds(1), .milliseconds(5)])
        #expect(flat.value(at: 1 << 62) == .milliseconds(1))
        #expect(flat.value(at: 3 << 62) == .milliseconds(3))
        let tiny = ViewerTraits.Length([TimeAmount(nanoseconds: 7), TimeAmount(nanoseconds: 9)])
        #expect(tiny.value(at: .max).nanoseconds == 7)
    }

    /// Puffer has a median of 150 s and a third quartile of 1,350 s; whoever watches longer is cut there.
    @Test("of the shipped populations watch like Puffer's, up to the third quartile", arguments: 0..<3)
    func shipped(index: Int) throws {
        let entry = ShippedPopulations.all[index]
        let file = SourceText(file: entry.name, bytes: Array(entry.text.utf8))
        let axes = try #require(PopulationFormat(.whole).read(file, folder: "").0).axes
        let viewers = try #require(axes.first { $0.name == "viewer" })
        let stratum = try #require(viewers.strata.first { $0.value.name == "may leave" }).value
        let clip = """
            {"network": {"transport": "fluid"},
             "media": {"kind": "progressive", "duration_s": 6, "bitrate_kbps": 800}}
            """
        let reading = ScenarioReader.read(
            SourceText(file: "clip.json", bytes: Array(clip.utf8)), settings: stratum.settings)
        let watching = try #require(reading.scenario?.players[0].viewer?.traits.watching)
        let quartiles: [UInt64] = [0, 1 << 63, 3 << 62]
        #expect(quartiles.map { watching.value(at: $0) } == [.seconds(5), .seconds(150), .seconds(1350)])
        #expect(watching.value(at: .max) == .seconds(1350))
        // 17.5, 90, 750 and 1350 s are the means of the quarters.
        var sum: Int64 = 0
        for slice in 0..<UInt64(4096) { sum += watching.value(at: slice << 52).nanoseconds / 1_000_000 }
        let mean = sum / 4096
        #expect(abs(mean - 551_875) < 500)
    }

    @Test("a seed has the same viewer whatever the rules are, and whatever else is said")
    func sameViewer() throws {
        let patience = #""patience_s": [2, 19.2]"#
        let one = try Self.text(patience).read()
        let others = [
            try Self.text(patience, player: #""profile": "exoplayer""#, network: .fluid(300), duration_s: 60).read(),
            try Self.text(patience + #", "watching_s": [1, 2], "seeks": [{"after_s": [1, 9], "by_s": 2}]"#).read(),
        ]
        for seed in 1...20 as ClosedRange<UInt64> {
            let own = try #require(Self.drawn(one, seed: seed).patience)
            for other in others { #expect(Self.drawn(other, seed: seed).patience == own) }
            #expect(Self.drawn(one, seed: seed + 20).patience != own)
        }
    }

    @Test("players have viewers of their own")
    func players() throws {
        let player = ScenarioText(
            name: "a", media: .hls([1000], duration_s: 8, segment_s: 4),
            player: #""viewer": {"patience_s": [2, 19.2]}"#)
        var other = player
        other.name = "b"
        let scenario = try ScenarioText(network: .fluid(3000), players: [player, other]).read().drawn()
        let drawn = scenario.players.compactMap { $0.viewer?.traits.patience }
        #expect(drawn.count == 2 && drawn[0] != drawn[1])
    }

    @Test("what is drawn stays, and only that depends on the seed which has something to draw")
    func once() throws {
        let lengths = [
            (#""patience_s": [2, 19.2]"#, true), (#""patience_s": 2"#, false), (#""watching_s": [3, 3]"#, true),
            (#""seeks": [{"after_s": 3, "by_s": 1, "share": 0.5}]"#, true),
            (#""seeks": [{"after_s": 3, "by_s": 1, "share": 0}, {"after_s": 3, "to_s": 1}]"#, false),
        ]
        for (viewer, isAtRandom) in lengths {
            let scenario = try Self.text(viewer).read()
            var drawn = scenario.drawn()
            let script = drawn.script
            drawn.seed = 77
            #expect(drawn.drawn().script == script && drawn.drawn().first.viewer == drawn.first.viewer)
            #expect(try Run(scenario).dependsOnSeed == isAtRandom && Run(drawn).dependsOnSeed == isAtRandom)
        }
        #expect(try Run(ScenarioText(media: .local(1000, duration_s: 2)).read()).dependsOnSeed == false)
    }

    @Test("a share of viewers seeks")
    func share() throws {
        let scenario = try Self.text(#""seeks": [{"after_s": 3, "by_s": 1, "share": 0.3}]"#).read()
        let count = (0..<10_000).count { Self.drawn(scenario, seed: $0).seeks.count == 1 }
        #expect((2800...3200).contains(count))
    }

    // MARK: Runs

    private static let breaks: [JSONPart] = [.load(), .play(), .does(1.1, "break_network", #""for_s": 20"#)]

    @Test("leave when their patience or their time is over, and not before")
    func leave() throws {
        func exit(_ viewer: String, _ script: [JSONPart]? = nil) throws -> (Exit?, Int64) {
            let run = try Self.text(viewer, script: script).judgedRun()
            #expect(run.player(0).neverCame.isEmpty)
            return (run.player(0).playback.exit, run.outcome.at.nanoseconds / 1_000_000)
        }
        #expect(try exit(#""patience_s": 0.3"#) == (.beforeStart, 300))
        #expect(try exit(#""patience_s": 0.6"#) == (nil, 10_500))
        #expect(try exit(#""watching_s": 4"#) == (.otherwise, 4500))
        #expect(try exit(#""stall_patience_s": 3, "patience_s": 2"#, Self.breaks) == (.inStall, 5500))
        #expect(try exit(#""stall_patience_s": 20"#, Self.breaks).0 == nil)
        // What the stall took is no watching.
        #expect(try exit(#""watching_s": 4"#, Self.breaks) == (.otherwise, 23_500))
    }

    /// The app pauses at once at 0.6 s. It plays at 3 s where nothing is loaded, and nothing comes any more.
    @Test("are as patient for a start after one that lasted for no time")
    func startsAnew() throws {
        let script: [JSONPart] = [
            .load(), .play(0.6), .does(0.6, "pause"), .does(1.1, "break_network", #""for_s": 60"#),
            .does(2, "seek", #""to_s": 9"#), .play(3),
        ]
        let run = try Self.text(#""patience_s": 5"#, script: script).judgedRun().player(0)
        #expect(run.playback.exit == .beforeStart && run.playback.leftAt == .zero + .seconds(8))
    }

    /// The first chunk is there at 0.5 s, and of what is at 9 s nothing comes before 1.1 s.
    @Test(
        "are as patient for a start where a seek ends it in its own instant, whichever call comes first",
        arguments: [([play, seek("0.6")], 900), ([seek("0.6"), play], 900), ([play, seek("0.7")], nil)]
            as [([JSONPart], Int64?)])
    func startOfNoLength(calls: [JSONPart], leaves: Int64?) throws {
        let run = try Self.text(#""patience_s": 0.3"#, script: [.load()] + calls).judgedRun().player(0)
        #expect(run.playback.leftAt == leaves.map { .zero + .milliseconds($0) })
        #expect(run.playback.exit == (leaves == nil ? nil : .beforeStart))
    }

    @Test(
        "do not wait for a start where the end is reached at once, and there is nothing behind it",
        arguments: [
            ("", []), ("", [.play(2)]), ("", rewinds), (#""class": "AVQueuePlayer""#, []),
            (#""action_at_item_end": "none""#, []), (#""action_at_item_end": "none""#, [.play(2)]),
            (#""action_at_item_end": "none""#, rewinds),
        ] as [(JSONPart, [JSONPart])])
    func ended(player: JSONPart, more: [JSONPart]) throws {
        let script: [JSONPart] = [.load(), .does(0, "seek", #""to_s": 10"#), .play(1)] + more
        let own: JSONPart = #""keep_up": "first-chunk""#
        let run = try Self.text(#""patience_s": 2"#, player: own.and(player), script: script).judgedRun()
        #expect(run.player(0).playback.exit == nil)
    }

    /// At 6 s the rate is 1 still, and what is at 9 s comes at 6.5 s.
    @Test(
        "wait for a start from the jump on by which they come back from behind the end",
        arguments: [(0.3, 6300), (0.6, nil)] as [(Double, Int64?)])
    func comesBack(patience: Double, leaves: Int64?) throws {
        let script: [JSONPart] = [.load(), .does(0, "seek", #""to_s": 10"#), .play(1)] + Self.rewinds
        let run = try Self.text(
            "\"patience_s\": \(patience)", player: #""keep_up": "first-chunk", "action_at_item_end": "none""#,
            script: script
        ).judgedRun().player(0)
        #expect(run.playback.leftAt == leaves.map { .zero + .milliseconds($0) })
    }

    private static let rewinds: [JSONPart] = [.play(5), .does(6, "seek", #""to_s": 9.5"#)]

    /// A chunk takes 0.5 s.
    @Test(
        "wait on for a start that leads over to the next item",
        arguments: [(0.3, 300), (5, nil)] as [(Double, Int64?)])
    func leadsOver(patience: Double, leaves: Int64?) throws {
        let run = try Self.text(
            "\"patience_s\": \(patience)",
            player: #""keep_up": "first-chunk", "class": "AVQueuePlayer", "items": [{"name": "a"}, {"name": "b"}]"#,
            script: [.load(), .does(0, "seek", #""to_s": 10"#), .play()]
        ).judgedRun().player(0)
        #expect(run.playback.leftAt == leaves.map { .zero + .milliseconds($0) })
    }

    private static let play = JSONPart.play(0.6)
    private static func seek(_ at_s: JSONPart) -> JSONPart { .does(at_s, "seek", #""to_s": 9"#) }

    @Test("who has left does nothing more, and the report says what was still to come")
    func later() throws {
        let script: [JSONPart] = [.load(), .play(), .does(300, "pause", #""name": "later""#)]
        let run = try Self.text(#""watching_s": 4"#, script: script).judgedRun()
        #expect(run.player(0).neverCame.map(\.waits) == ["at 300 s: the viewer had left"])
        #expect(TextReport.text(run).contains("\nnever: pause(), at 300 s: the viewer had left\n"))
    }

    @Test("jump by a length, at most to an end of the item, or to a place")
    func seeks() throws {
        func places(_ seek: String) throws -> [Double] {
            let run = try Self.text("\"seeks\": [{ \(seek) }]").judgedRun()
            return run.player(0).playback.announcements.compactMap { one in
                if case .timeJumped(let place) = one.value { Double(place.nanoseconds) / 1e9 } else { nil }
            }
        }
        #expect(try places(#""after_s": 3, "by_s": -2"#) == [1])
        #expect(try places(#""after_s": 3, "by_s": 2.5"#) == [5])
        #expect(try places(#""after_s": 3, "by_s": -30"#) == [0])
        #expect(try places(#""after_s": 3, "by_s": 30"#) == [10])
        #expect(try places(#""after_s": 3, "to_s": 7"#) == [7])
        #expect(try places(#""after_s": 30, "to_s": 7"#) == [])
    }

    @Test("a script can seek by a length, too")
    func seekBy() throws {
        let run = try Self.text(
            #""watching_s": 99"#,
            script: [
                .load(), .play(),
                .does(3.5, "seek", #""by_s": -1.5, "tolerance_before_s": 0, "tolerance_after_s": 0"#),
            ]
        ).judgedRun()
        #expect(run.player(0).playback.seeks.count == 1)
        #expect(TextReport.text(run).contains("seek(to: currentTime − 1.5 s"))
        #expect(run.words("played_time_s") == "11.5 s")
    }

    @Test("a log has the same viewer, and replays to the same")
    func log() throws {
        let recorded = try Recorded(
            Self.text(#""patience_s": [0.1, 0.4], "seeks": [{"after_s": 3, "by_s": 1}]"#).text)
        let (log, scenario) = (try RunLog(reading: recorded.bytes), try #require(try recordedScenario(recorded)))
        #expect(scenario.first.viewer?.isDrawn == false)
        guard case .same = try FirstDifference.find(.log(log, scenario), .scenario(scenario)) else {
            Issue.record("another run")
            return
        }
        let text = try HeldRun(scenario, at: .zero + .seconds(1)).text(columns: nil)
        #expect(text.contains("the viewer has left") || text.contains("held at 1 s"))
        #expect(
            log.header.rules.contains { $0.hasPrefix("viewer: leaves after 0.") && $0.contains("drawn by the seed") })
        // Another seed has another viewer, who leaves at another time.
        var other = scenario
        other.seed = 2
        guard case .different(let difference) = try FirstDifference.find(.log(log, scenario), .scenario(other)) else {
            Issue.record("the same run")
            return
        }
        #expect(DifferenceText.text(difference, scenario, other).contains("the viewer leaves"))
    }

    private func recordedScenario(_ recorded: Recorded) throws -> Scenario? {
        try RunLog(reading: recorded.bytes).header.reading().scenario
    }

    // MARK: Outcomes

    @Test(
        "whose stall until_s ends may have gone on; whose stall nobody ends did not",
        arguments: [(7, true, false), (7, false, true), (500, true, false)])
    func cutOff(until: Int, waits: Bool, isLeft: Bool) throws {
        let text = ScenarioText(
            network: .fluid(400), media: .hls([800], duration_s: 12, segment_s: 2),
            player: #""automatically_waits_to_minimize_stalling": \#(String(waits)), "keep_up": "first-chunk""#,
            script: [.load(), .play()], until_s: JSONPart(stringLiteral: String(until)))
        let outcome = try #require(SessionOutcome(Run(text.read()).player(0)))
        #expect(outcome.stalls > 0 && outcome.endsStalled == isLeft)
        #expect(outcome.isCutOff == (waits && until < 100))
    }

    /// With the player that waits the network has died.
    @Test(
        "a stall that never ends has no length, however long until_s is, and its session no part in stall time an hour",
        arguments: [true, false], [600, 86_400])
    func endless(waits: Bool, until: Int) throws {
        let text = ScenarioText(
            network: waits
                ? .fluid(nil, #""phases": [{ "for_s": 3, "down_kbps": 800 }, { "down_kbps": 0 }]"#) : .fluid(400),
            media: .hls([800], duration_s: 12, segment_s: 2),
            player: #""automatically_waits_to_minimize_stalling": \#(String(waits)), "keep_up": "first-chunk""#,
            script: [.load(), .play()], until_s: JSONPart(stringLiteral: String(until)))
        let outcome = try #require(SessionOutcome(Run(text.read()).player(0)))
        #expect(outcome.stalls == 1 && outcome.endsStalled && outcome.stallTime == nil)
        var good = outcome
        (good.stalls, good.endsStalled, good.stallTime) = (0, false, 0)
        let metric = try #require(DecisionMetric.all.first { $0.name == "stall_time_an_hour_s" })
        var parts: [DecisionMetric.Part] = []
        metric.parts([good, outcome], into: &parts)
        #expect(parts.allSatisfy { $0.top == 0 && $0.bottom == 0 })
        var alone = StartedAlone()
        alone.add(outcome)
        #expect(alone.words("a", besides: "b")?.hasSuffix(" and not with b stalls for ever") == true)
    }

    @Test("outcomes say who left, and what failed")
    func outcomes() throws {
        func outcome(_ text: ScenarioText) throws -> SessionOutcome {
            try #require(SessionOutcome(Run(text.read()).player(0)))
        }
        let left = try outcome(Self.text(#""patience_s": 0.3"#))
        let stalled = try outcome(Self.text(#""stall_patience_s": 3"#, script: Self.breaks))
        let stays = try outcome(Self.text(#""patience_s": 3"#))
        #expect((left.exit, stalled.exit, stays.exit) == (.beforeStart, .inStall, nil))
        #expect(stalled.played == 2_000_000_000 && stalled.stallTime == 3_000_000_000 && !stalled.endsStalled)
        let failed = try outcome(
            ScenarioText(
                network: .fluid(2000, #""faults": [{ "status": 404, "times": 9 }]"#),
                media: .hls([400], duration_s: 12, segment_s: 2)))
        #expect(failed.failed && !stays.failed && failed.exit == nil)
        func better(_ name: String, _ one: SessionOutcome, _ other: SessionOutcome) throws -> Bool {
            let metric = try #require(DecisionMetric.all.first { $0.name == name })
            var (parts, tallies) = ([DecisionMetric.Part](), [Decision.Tally(), Decision.Tally()])
            metric.parts([other, one], into: &parts)
            metric.tally(parts, baseline: 0, into: &tallies)
            return tallies[1].better == 1
        }
        #expect(try better("exit_before_start_percent", stays, left))
        #expect(try better("exit_in_stall_percent", stays, stalled))
        #expect(try better("failed_percent", stays, failed))
        #expect(try better("watched_mean_s", stays, stalled))
        #expect(try !better("exit_before_start_percent", stays, stalled))
        let facts = SessionFact.all.filter { $0.value(left) == 1 && $0.unit == .flag }.map { $0.name }
        #expect(facts == ["exited", "exited_before_start"])
    }

    // MARK: Mistakes

    private static let mistakes: [(String, String)] = [
        ("", "a viewer says one thing at least, such as \"patience_s\""),
        (#""patience_s": [5, 2]"#, "quantiles go from the least to the greatest, and this is less than 5 s"),
        (#""patience_s": [5]"#, "'patience_s' must have at least 2 elements"),
        (#""patience_s": []"#, "'patience_s' must have at least 2 elements"),
        (#""patience_s": -1"#, "'patience_s' must be from 0.000000001 to 31536000 s"),
        (#""watching_s": [-1, 2]"#, "must be from 0.000000001 to 31536000 s"),
        (#""patience": 2"#, "unknown key 'patience' in viewer; did you mean 'patience_s'?"),
        (#""seeks": []"#, "'seeks' must have at least 1 element"),
        (#""seeks": [{ "by_s": 3 }]"#, "'after_s' is missing"),
        (#""seeks": [{ "after_s": 3 }]"#, "a seek goes somewhere: write 'by_s' or 'to_s'"),
        (#""seeks": [{ "after_s": 3, "by_s": 3, "to_s": 3 }]"#, "a seek goes 'to_s' or 'by_s', not both"),
        (#""seeks": [{ "after_s": 3, "by_s": 3, "share": 1.5 }]"#, "'share' must be from 0 to 1"),
        (#""seeks": [{ "after_s": [4, 3], "by_s": 3 }]"#, "this is less than 4 s"),
    ]

    @Test("mistakes are said", arguments: mistakes)
    func mistake(viewer: String, expected: String) {
        let reading = Self.text(viewer).reading
        let found = reading.diagnostics.map { $0.message }
        #expect(found.count == 1 && found.allSatisfy { $0.contains(expected) }, "\(found)")
    }

    @Test("too many quantiles, and a place behind the end")
    func limits() throws {
        let many = (0..<1002).map { "\($0 + 1)" }.joined(separator: ", ")
        #expect(
            Self.text("\"patience_s\": [\(many)]").messages == ["that is 1002 quantiles, and 1001 are the most"])
        let warned = try Self.text(#""seeks": [{"after_s": 3, "to_s": 30}]"#).read()
        #expect(warned.warnings.map { $0.message } == ["30 s lies behind the end of the media, which has 10 s"])
        let both = Self.text(#""watching_s": 9"#, script: [.load(), .does(1, "seek", #""by_s": 1, "to_s": 2"#)])
        #expect(both.messages == ["a seek goes 'to_s' or 'by_s', not both"])
        let ofItem = ScenarioText(
            media: .local(100, duration_s: 9), player: #""class": "AVQueuePlayer", "items": [{ "name": "a" }]"#,
            script: [.load(), .does(1, "seek", #""item": "a", "by_s": 1, "to_s": 2"#)])
        #expect(ofItem.messages == both.messages)
        let neither = Self.text(#""watching_s": 9"#, script: [.load(), .does(1, "seek")])
        #expect(neither.messages.count == 1)
    }
}
