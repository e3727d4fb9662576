import PlayerModel
import Testing

@testable import Simulation

@Suite("The Goldilocks moment")
struct GoldilocksTests {
    private static func scenario(_ network: String, _ media: String, _ rest: String = "") throws -> Scenario {
        try readScenario("{ \"network\": { \(network) }, \"media\": { \(media) }\(rest) }")
    }

    /// 40 s of 2 Mbit/s.
    private static func stream(_ segment: Int64) -> String {
        """
        "kind": "hls", "duration_s": 40, "segment_s": \(segment), "variants": [{ "bitrate_kbps": 2000 }]
        """
    }

    /// D/r − D + c, or the first chunk: all of it takes D/r, and the last chunk is needed c before the end.
    @Test(arguments: [500, 900, 1000, 1100, 1500, 1999, 2000, 4000] as [Int64], [1, 4] as [Int64])
    func `on a constant link it is a formula`(kbps: Int64, segment: Int64) throws {
        let scenario = try Self.scenario(
            "\"transport\": \"fluid\", \"down_kbps\": \(kbps), \"request_bytes\": 0",
            Self.stream(segment)
        )
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        let whole = (40 * 2000 * 1_000_000_000 + kbps - 1) / kbps
        let first = (segment * 2000 * 1_000_000_000 + kbps - 1) / kbps
        let expected = max(whole - 40_000_000_000 + segment * 1_000_000_000, first)
        // Each request ends at a whole nanosecond.
        #expect(abs((moment.start?.nanoseconds ?? 0) - expected) <= 40 / segment)
        #expect(moment.isExact && moment.runs == 2)
    }

    /// D Mbit take D / 0.9 s, and the last segment of 4 s is needed at D − 4 s. A start as late as can be stalls, as a
    /// buffer of 50 s is full long before the end then, and rests: what lies between is searched.
    @Test(arguments: ["exoplayer", "play-through", "first-chunk", "vlc"], [420, 440, 448] as [Int64])
    func `a buffer that rests does not put it off, whatever the rule`(rule: String, duration: Int64) throws {
        let stream = #""kind": "hls", "segment_s": 4, "variants": [{ "bitrate_kbps": 1000 }], "duration_s": "#
        let scenario = try Self.scenario(
            #""transport": "fluid", "down_kbps": 900, "request_bytes": 0"#, "\(stream)\(duration)",
            ", \"player\": { \"keep_up\": \"\(rule)\" }")
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        let expected = duration * 10_000_000_000 / 9 - (duration - 4) * 1_000_000_000
        #expect(abs((moment.start?.nanoseconds ?? 0) - expected) <= 1000)
        #expect(try Self.stalls(scenario, waiting: TimeAmount(nanoseconds: expected - 1000)).count > 0)
    }

    /// The start and the number of stalls with another wait.
    private static func stalls(_ scenario: Scenario, waiting wait: TimeAmount) throws -> (
        start: TimeAmount?, count: Int64
    ) {
        var forced = scenario
        forced.player.keepUp = .fixedWait(wait: wait)
        let playback = try Run(forced).player(0).playback
        let count = Int64(playback.stalls.count)
        guard let asked = playback.requestedAt, let started = playback.startedAt else { return (nil, count) }
        return (started - asked, count)
    }

    /// Whether another start comes to a stall. The run is over with the first one.
    private static func stalls(_ scenario: Scenario, startingAfter wait: TimeAmount) throws -> Bool {
        var forced = scenario
        forced.player.keepUp = .fixedWait(wait: wait)
        var session = Session(forced, tracing: .facts)
        var seen = 0
        while try session.step() == nil {
            for entry in session.trace.entries[seen...] where entry.record == .announced(.playbackStalled) {
                return true
            }
            seen = session.trace.entries.count
        }
        return false
    }

    /// Networks that come and go, small buffers that rest, and every start in steps of 50 ms.
    @Test(arguments: Thoroughness.draws(12, of: 40))
    func `no start that is earlier is smooth`(seed: UInt64) throws {
        var random = RandomStream(seed: seed, name: "goldilocks")
        func below(_ bound: UInt64) -> UInt64 { random.below(bound) }
        let phases = (0..<6).map { _ in "{ \"for_s\": \(1 + below(4)), \"down_kbps\": \(300 + 100 * below(30)) }" }
        let transport = below(3) == 0 ? "\"transport\": \"tcp\", \"delay_ms\": 20" : "\"transport\": \"fluid\""
        let buffer = below(2) == 0 ? "" : ", \"player\": { \"default_forward_buffer_s\": \(3 + below(6)) }"
        let scenario = try Self.scenario(
            "\(transport), \"phases\": [\(phases.joined(separator: ", ")), { \"down_kbps\": 3000 }]",
            "\"kind\": \"hls\", \"duration_s\": 16, \"segment_s\": 2, \"variants\": [{ \"bitrate_kbps\": 1000 }]",
            buffer)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        #expect(moment.runs <= 40)
        var best: TimeAmount?
        for step in 0..<500 as Range<Int64> {
            let wait = TimeAmount.milliseconds(50 * step)
            guard try !Self.stalls(scenario, startingAfter: wait) else { continue }
            let (start, count) = try Self.stalls(scenario, waiting: wait)
            guard let start, count == 0 else { continue }
            best = start
            break
        }
        guard let found = moment.start else {
            #expect(best == nil || !moment.isExact, "there is a smooth start")
            return
        }
        // The search by steps is at most a step late, if the moment is exact.
        if moment.isExact {
            let smooth = try #require(best, "there is none")
            #expect(found <= smooth && smooth - found <= .milliseconds(50), "\(found) \(smooth)")
        }
        #expect(try Self.stalls(scenario, waiting: found).count == 0)
    }

    @Test func `rules are measured by it`() throws {
        func distance(_ rule: String) throws -> Int64? {
            var run = try Run(
                Self.scenario(
                    "\"transport\": \"fluid\", \"down_kbps\": 1600, \"request_bytes\": 0",
                    Self.stream(4),
                    ", \"player\": { \"keep_up\": \"\(rule)\" }"))
            #expect(run["goldilocks_start_s"] == nil, "nobody looked for it")
            try run.findGoldilocks()
            #expect(run["goldilocks_start_s"] == 14_000_000_000)
            return run["goldilocks_distance_s"]
        }
        let own = try #require(try distance("play-through"))
        #expect((0...1000).contains(own))
        #expect(try distance("first-chunk") == -9_000_000_000)
        #expect(try distance("fixed-seconds") == -9_000_000_000)
    }

    /// A segment of 2 s takes 3 s. Of what is asked for after 1 s, ten come by 31 s, and the last is needed 18 s behind
    /// the start; from 0 on, 30 come by 90 s, and the last is needed behind 58 s.
    @Test(arguments: [
        (#""item_time_s": 40, "host_time_s": 6"#, 12, false), (#""item_time_s": 39, "host_time_s": 0"#, 12, false),
        (#""item_time_s": 40"#, 12, false), (#""item_time_s": 0"#, 31, true), (#""host_time_s": 6"#, 31, true),
    ])
    func `it is of the place that the host time is tied to`(keys: String, seconds: Int64, isExact: Bool) throws {
        let scenario = try Self.scenario(
            #""transport": "fluid", "down_kbps": 1000, "request_bytes": 0"#,
            #""kind": "hls", "duration_s": 60, "segment_s": 2, "variants": [{ "bitrate_kbps": 1500 }]"#,
            """
            , "player": { "automatically_waits_to_minimize_stalling": false },
            "script": [{ "at_s": 0, "do": "load" }, { "at_s": 1, "do": "set_rate_at_host_time", \(keys) }]
            """)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        #expect(abs((moment.start ?? .zero).nanoseconds - seconds * 1_000_000_000) <= 10, "\(moment)")
        #expect(moment.isExact == isExact)
    }

    /// Who plays at once is measured as well, and who never asks is not.
    @Test func `it does not mind what the person insists on`() throws {
        let network = "\"transport\": \"fluid\", \"down_kbps\": 1600, \"request_bytes\": 0"
        let media =
            "\"kind\": \"hls\", \"duration_s\": 40, \"segment_s\": 4, \"variants\": [{ \"bitrate_kbps\": 2000 }]"
        let insisting = try Self.scenario(
            network, media,
            ", \"script\": [{ \"at_s\": 0, \"do\": \"load\" }, { \"at_s\": 1, \"do\": \"play_immediately\" }]")
        #expect(try Simulation.Goldilocks(Run(insisting).player(0)).start == .seconds(13))
        let silent = try Self.scenario(network, media, ", \"script\": [{ \"at_s\": 0, \"do\": \"load\" }]")
        #expect(try Simulation.Goldilocks(Run(silent).player(0)).start == nil)
        let dead = try Self.scenario("\"transport\": \"fluid\", \"down_kbps\": 0", media)
        #expect(try Simulation.Goldilocks(Run(dead).player(0)).start == nil)
    }

    /// 60 s of media come in 72 s.
    @Test(arguments: [true, false])
    func `an app that an exception ends is no witness`(isSound: Bool) throws {
        let last = isSound ? "" : #", { "at_s": 7, "do": "insert", "item": "b" }"#
        let scenario = try Self.scenario(
            #""transport": "fluid", "down_kbps": 1000, "request_bytes": 0"#,
            #""kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{ "bitrate_kbps": 1200 }]"#,
            """
            , "player": { "class": "AVQueuePlayer", "keep_up": "first-chunk",
              "items": [{ "name": "a", "to_s": 40 }, { "name": "b", "from_s": 40 }] },
            "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }\(last)]
            """)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        #expect(moment.start == (isSound ? .seconds(12) : nil), "\(moment)")
        if !isSound { #expect(moment.words == "none found in 1 run") }
    }

    /// What a person does to a file of 60 s, at 2,000 kbit/s over 1,500: three seconds of it are there at 5 s.
    @Test(arguments: [
        (#"{ "at_s": 5, "do": "pause" }"#, true),
        (#"{ "at_s": 5, "do": "pause" }, { "at_s": 30, "do": "play" }"#, true),
        (#"{ "at_s": 5, "do": "seek", "to_s": 0 }"#, false),
        (#"{ "at_s": 5, "do": "set_rate", "rate": 0.5 }"#, false),
    ])
    func `who is interrupted needs no more than is played until then`(actions: String, isExact: Bool) throws {
        func moment(_ rule: String) throws -> Simulation.Goldilocks {
            let scenario = try Self.scenario(
                "\"transport\": \"fluid\", \"down_kbps\": 1500, \"request_bytes\": 0",
                #""kind": "progressive", "duration_s": 60, "bitrate_kbps": 2000, "chunk_s": 1"#,
                """
                , "player": { "keep_up": "\(rule)" },
                "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, \(actions)]
                """)
            return try Simulation.Goldilocks(Run(scenario).player(0))
        }
        let own = try moment("play-through")
        let other = try moment("first-chunk")
        #expect(own.isExact == isExact && other.isExact == isExact)
        guard isExact else {
            let (start, same) = (try #require(own.start), try #require(other.start))
            #expect(start > .seconds(2) && abs((start - same).nanoseconds) < 1_000_000, "no rule decides it")
            return
        }
        #expect(own == other && own.start == TimeAmount(nanoseconds: 2_000_000_001) && own.runs == 2)
    }

    /// The third second comes at 4 s, so that nobody starts before 2 s; the pipelines are filled meanwhile.
    @Test func `filling the pipelines does not put it off`() throws {
        func start(_ player: String) throws -> TimeAmount? {
            let scenario = try Self.scenario(
                "\"transport\": \"fluid\", \"down_kbps\": 1500, \"request_bytes\": 0",
                #""kind": "progressive", "duration_s": 60, "bitrate_kbps": 2000, "chunk_s": 1"#,
                ", \"player\": { \(player) }")
            return try Simulation.Goldilocks(Run(scenario).player(0)).start
        }
        #expect(try start("\"preroll_s\": 0.5") == start(""))
    }

    /// 24 s come in 20 s, and then nothing more: a start that plays no more of them before time is up gains nothing.
    @Test(arguments: ["first-chunk", "play-through", "fixed-seconds"], [100, 86_400])
    func `a start that is cut off before it comes to the stall is none`(rule: String, until: Int) throws {
        let scenario = try Self.scenario(
            #""transport": "fluid", "phases": [{ "for_s": 20, "down_kbps": 1500 }, { "down_kbps": 0 }]"#,
            #""kind": "hls", "duration_s": 120, "segment_s": 6, "variants": [{ "bitrate_kbps": 1200 }]"#,
            ", \"player\": { \"keep_up\": \"\(rule)\" }, \"until_s\": \(until)")
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        #expect(moment.start == nil && moment.words.contains("cut off by until_s"), "\(moment.words)")
    }

    /// An outage from 20 s to 40 s: the fifth segment comes at 44 s at the latest, and has to be played at 24 s.
    @Test(arguments: [60, 90, 86_400])
    func `a start whose run is cut off behind the stall is one`(until: Int) throws {
        let scenario = try Self.scenario(
            #""transport": "fluid", "request_bytes": 0, "down_kbps": 1500, "outages": [{ "at_s": 20, "for_s": 20 }]"#,
            #""kind": "hls", "duration_s": 120, "segment_s": 6, "variants": [{ "bitrate_kbps": 1200 }]"#,
            #", "player": { "keep_up": "first-chunk" }, "until_s": \#(until)"#)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        #expect(moment.start == .seconds(20) && moment.isExact, "\(moment)")
    }

    /// Starts at 0 s to 6.4 s rest too early for what the network gives later on and stall in its outage, some of them
    /// at 80 s until time is up. From 6.45 s to 7.6 s they go beyond that place; later ones stall again, and the
    /// latest, at 18.2 s, is cut off at 71.5 s.
    @Test func `a start between those that stall and those that are cut off is found`() throws {
        let scenario = try Self.scenario(
            #""transport": "fluid", "down_kbps": 1100, "outages": [{ "at_s": 69.6, "for_s": 13.5 }]"#,
            #""kind": "hls", "duration_s": 600, "segment_s": 4, "variants": [{ "bitrate_kbps": 1000 }]"#,
            """
            , "player": { "keep_up": "first-chunk", "default_forward_buffer_s": 20 }, "until_s": 89.7,
            "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                       { "at_s": 34.2, "do": "change_network", "down_kbps": 1500 },
                       { "at_s": 61.2, "do": "change_network", "down_kbps": 4000 },
                       { "at_s": 69.3, "do": "change_network", "down_kbps": 300 }]
            """)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        let start = try #require(moment.start, "\(moment)")
        #expect(TimeAmount.milliseconds(6_000)...TimeAmount.milliseconds(7_600) ~= start && !moment.isExact)
        #expect(try Self.stalls(scenario, waiting: start).count == 0)
    }

    /// The actions behind the start of a run that goes on behind a jump or a pause, and who watches it.
    private static let interruptions: [(actions: String, viewer: String)] = [
        (#", { "at_s": 13, "do": "seek", "to_s": 40 }"#, ""),
        (#", { "at_s": 13, "do": "pause" }, { "at_s": 20, "do": "play" }"#, ""),
        ("", #", "viewer": { "stall_patience_s": 8, "seeks": [{ "after_s": 10, "by_s": 30 }] }"#),
    ]

    /// 4 s come in 3.636 s, and nothing comes from 24 s on, for a while or for good. What is there then is played by
    /// whoever goes on; who waits for as long as can be plays no more, and does not stall.
    @Test(arguments: 0..<3, [(12, 200), (100_000, 200), (100_000, 86_400)] as [(Int, Int)])
    func `nor is one behind which a later wait never ends`(kind: Int, outage: (length: Int, until: Int)) throws {
        let (actions, viewer) = Self.interruptions[kind]
        let scenario = try Self.scenario(
            """
            "transport": "fluid", "request_bytes": 0, "down_kbps": 2200,
            "outages": [{ "at_s": 24, "for_s": \(outage.length) }]
            """,
            #""kind": "hls", "duration_s": 120, "segment_s": 4, "variants": [{ "bitrate_kbps": 2000 }]"#,
            """
            , "player": { "keep_up": "first-chunk"\(viewer) }, "until_s": \(outage.until),
            "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }\(actions)]
            """)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        let isOver = outage.length < outage.until
        #expect(moment.start == (isOver ? TimeAmount(nanoseconds: 3_636_363_637) : nil), "\(moment)")
        let words = "none found in 2 runs; one that does not stall waits again before it comes to the stall, "
        #expect(moment.words.hasPrefix(words) == !isOver, "\(moment.words)")
    }

    /// A segment comes every 5 s, and the fourth is to be there for the last second before the pause. From 30 s on each
    /// is played in 4 s, and stalls for one. A stall that time cuts off in its middle ends like those before it.
    @Test(arguments: [57, 59.5, 62] as [Double])
    func `a stall that is cut off soon keeps off no start`(until: Double) throws {
        let scenario = try Self.scenario(
            #""transport": "fluid", "request_bytes": 0, "down_kbps": 1600"#,
            #""kind": "hls", "duration_s": 600, "segment_s": 4, "variants": [{ "bitrate_kbps": 2000 }]"#,
            """
            , "player": { "keep_up": "first-chunk" }, "until_s": \(until),
            "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
                       { "at_s": 21, "do": "pause" }, { "at_s": 22.5, "do": "play" }]
            """)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        #expect(moment.start == .seconds(8) && moment.isExact, "\(moment)")
    }

    /// 60 s of 2000 kbit/s over 1500: 80 s, less the 56 s up to the last segment. Each request ends at a whole
    /// nanosecond. A viewer who leaves is no action that waits for something: nobody leaves in the runs that are made.
    @Test(
        arguments: [
            (#""viewer": { "patience_s": 10 }, "#, "", "10 s"), (#""viewer": { "patience_s": 25 }, "#, "", nil),
            ("", #", { "at_s": 23, "do": "leave" }"#, "23 s"), ("", #", { "at_s": 25, "do": "leave" }"#, nil),
            ("", #", { "when": { "starting_for_s": 9 }, "do": "leave" }"#, "9 s"),
        ] as [(String, String, String?)])
    func `it is for a viewer who stays`(player: String, script: String, left: String?) throws {
        let scenario = try Self.scenario(
            #""transport": "fluid", "down_kbps": 1500, "request_bytes": 0"#,
            #""kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{ "bitrate_kbps": 2000 }]"#,
            """
            , "player": { \(player)"keep_up": "first-chunk" },
            "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }\(script)]
            """)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        #expect(abs((try #require(moment.start) - .seconds(24)).nanoseconds) <= 15)
        let clause = left.map { "; for a viewer who stays: this one would leave after \($0)" } ?? ""
        #expect(moment.words == "exact, by \(moment.runs) runs" + clause)
    }

    /// 30 of 80 Mbit come in 20 s, and the others at 300 kbit/s up to 186.667 s, less the 36 s up to the last segment.
    @Test(
        "what the script does at a time beyond the leaving comes then",
        arguments: [
            (#""viewer": { "stall_patience_s": 1 }, "#, ""), ("", #"{ "at_s": 19, "do": "leave" }, "#), ("", ""),
        ])
    func beyondTheLeaving(player: String, script: String) throws {
        let scenario = try Self.scenario(
            #""transport": "fluid", "down_kbps": 1500, "request_bytes": 0"#,
            #""kind": "hls", "duration_s": 40, "segment_s": 4, "variants": [{ "bitrate_kbps": 2000 }]"#,
            """
            , "player": { \(player)"keep_up": "first-chunk" },
            "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, \(script)
                       { "at_s": 20, "do": "change_network", "down_kbps": 300 }]
            """)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        #expect(abs((try #require(moment.start) - .milliseconds(150_667)).nanoseconds) < 1_000_000, "\(moment)")
    }

    @Test("whoever leaves before the app asks is told as one who does not stay")
    func leavesFirst() throws {
        let scenario = try Self.scenario(
            #""transport": "fluid", "down_kbps": 1500"#,
            #""kind": "hls", "duration_s": 40, "segment_s": 4, "variants": [{ "bitrate_kbps": 2000 }]"#,
            """
            , "script": [{ "at_s": 0, "do": "load" }, { "at_s": 2, "do": "leave" }, { "at_s": 4, "do": "play" }]
            """)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        let stays = "; for a viewer who stays: this one leaves before the app asks the player"
        #expect(moment.words == "exact, by \(moment.runs) runs" + stays)
    }

    @Test(
        "of many sessions those are near it that start then, or within a second",
        arguments: [(-1, false), (0, true), (1_000_000_000, true), (1_000_000_001, false), (nil, false)])
    func isNear(distance: Int64?, isNear: Bool) throws {
        var outcome = SessionOutcome()
        outcome.goldilocksDistance = distance
        let metric = try #require(DecisionMetric.all.first { $0.name == "near_goldilocks_percent" })
        let isCounted: Bool? = if case .share(let counts) = metric.kind { counts(outcome) } else { nil }
        #expect(isCounted == isNear && metric.needsGoldilocks)
    }
}
