import PlayerModel
import Testing

@testable import Simulation

@Suite("A run that never stalls starts no earlier than the Goldilocks moment")
struct GoldilocksWitnessTests {
    /// Whether a run never stalls; and if so, that its start is no earlier than the moment that is found.
    @discardableResult
    private static func judge(_ text: String, _ seed: UInt64) throws -> Bool {
        let run = try Run(readScenario(text))
        guard run["stall_count"] == 0, let start = run["startup_time_s"] else { return false }
        // What is never played cannot stall.
        if run.player(0).fails { return false }
        let moment = try Simulation.Goldilocks(run.player(0))
        let found = try #require(moment.start, "seed \(seed): there is one, at \(start)")
        #expect(found.nanoseconds <= start, "seed \(seed): \(moment)\n\(text)")
        #expect(moment.runs <= 20)
        return true
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func `of any script`(seed: UInt64) throws {
        try Self.judge(RandomScenario(seed: seed, longest: 8).text, seed)
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `of queues whose items fail`(seed: UInt64) throws {
        try Self.judge(RandomScenario(seed: seed, longest: 8, hasSeveralAssets: true).text, seed)
    }

    @Test(arguments: 0..<8 as Range<UInt64>, LoopScenario.Kind.allCases)
    func `of loops`(seed: UInt64, kind: LoopScenario.Kind) throws {
        let media = LoopScenario.Media.allCases[Int(seed % 3)]
        let supply = LoopScenario.Supply.allCases[Int(seed / 3 % 3)]
        try Self.judge(LoopScenario(kind, media, supply, seed: seed).text, seed)
    }

    /// What comes of a start at an instant after the request, or as soon after it as there is anything to play; every
    /// other start is as late as can be.
    private static func start(_ scenario: Scenario, after wait: TimeAmount) throws -> (
        start: TimeAmount?, stalls: Int
    ) {
        var forced = scenario
        forced.player.keepUp = .fixedWait(wait: scenario.until - .zero)
        var session = Session(forced, tracing: .facts)
        session.takesPacketsTogether = false
        var (outcome, asked, isForced): (Outcome?, Instant?, Bool) = (nil, nil, false)
        while outcome == nil {
            if !isForced, let asked, case .waiting(let rate, _) = session.player.state {
                let due = asked + wait
                if session.now < due, session.nextInstant(beforeActingAt: due) == nil { session.pass(to: due) }
                if session.now >= due, !session.player.isBufferEmpty {
                    session.perform(.playImmediately(rate), of: 0)
                    session.postTheRest()
                    isForced = true
                }
            }
            outcome = try session.step()
            if asked == nil, session.player.rate.isMoving { asked = session.now }
        }
        var (start, stalls): (TimeAmount?, Int) = (nil, 0)
        for entry in session.trace.entries {
            switch entry.record {
            case .announced(.timebase(let rate, _)):
                // Where it rests again at that instant nothing has started.
                if !rate.isMoving, let asked, start == entry.at - asked { start = nil }
                if rate.isMoving, start == nil, let asked { start = entry.at - asked }
            case .announced(.playbackStalled): stalls += 1
            default: break
            }
        }
        return (start, stalls)
    }

    /// Scripts of which each has something that decides anew what is needed, over a link that comes and goes.
    @Test(arguments: Thoroughness.draws(12, of: 40))
    func `no start on a fine grid is earlier`(seed: UInt64) throws {
        var random = RandomStream(seed: seed, name: "goldilocks")
        func below(_ bound: UInt64) -> UInt64 { random.below(bound) }
        func time(_ least: UInt64) -> String { NumberText.exact(Int64(least + below(80)), places: 1) }
        let phases = (0..<3).map { _ in "{ \"for_s\": \(1 + below(4)), \"down_kbps\": \(300 + 100 * below(20)) }" }
        let calls = [
            "\"do\": \"pause\" }, { \"at_s\": \(time(90)), \"do\": \"play\"",
            "\"do\": \"set_rate\", \"rate\": \(1 + below(2)).5", "\"do\": \"seek\", \"to_s\": \(below(16))",
            "\"do\": \"set_forward_playback_end_time\", \"value_s\": \(1 + below(12))", "\"do\": \"unload\"",
            "\"do\": \"load\"",
        ]
        let rest = ["", ", \"default_forward_buffer_s\": \(3 + below(6))", ", \"preroll_s\": 0.06"]
        let scenario = try readScenario(
            """
            { "network": { "transport": "fluid",
                "phases": [\(phases.joined(separator: ", ")), { "down_kbps": 1500 }] },
              "media": { "kind": "hls", "duration_s": 16, "segment_s": 2, "variants": [{ "bitrate_kbps": 1000 }] },
              "player": { "keep_up": "first-chunk"\(rest[Int(below(3))]) }, "until_s": 100,
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": \(below(3)), "do": "play" },
                { "at_s": \(time(20)), \(calls[Int(below(6))]) }] }
            """)
        let moment = try Simulation.Goldilocks(Run(scenario).player(0))
        var best: TimeAmount?
        for step in 0..<300 as Range<Int64> {
            let (start, stalls) = try Self.start(scenario, after: .milliseconds(50 * step))
            guard let start, stalls == 0 else { continue }
            best = start
            break
        }
        guard let found = moment.start else {
            #expect(best == nil || !moment.isExact, "\(seed): there is a smooth start at \(best!)")
            return
        }
        let prepared = scenario.player.preroll.time
        let (start, stalls) = try Self.start(scenario, after: found - prepared)
        #expect(start == found && stalls == 0, "\(seed): \(moment), \(String(describing: start)), \(stalls)")
        guard moment.isExact else { return }
        #expect(
            best.map { found <= $0 && $0 - found <= .milliseconds(50) } ?? false, "\(seed): \(moment) \(best as Any)")
        guard found - prepared > .zero else { return }
        let before = try Self.start(scenario, after: found - prepared - TimeAmount(nanoseconds: 1))
        #expect(before.stalls > 0 || before.start == found, "\(seed): \(moment) \(before)")
    }

    /// The network is gone from 2 s to 22 s, and the buffer is full with 10 s before that, whatever is waited for: only
    /// who asks at 12 s or later has enough.
    @Test(arguments: ["first-chunk", "play-through", "exoplayer"])
    func `where a full buffer does not wait, the app asks later`(rule: String) throws {
        let phases = [
            "\"for_s\": 2, \"down_kbps\": 10000", "\"for_s\": 20, \"down_kbps\": 0", "\"down_kbps\": 10000",
        ]
        let list = JSONPart.list(phases.map { "{ \($0) }" })
        func run(asking instant: TimeAmount) throws -> PlayerRun {
            try ScenarioText(
                network: #""transport": "fluid", "phases": \#(list)"#,
                media: .hls([1000], duration_s: 40, segment_s: 1),
                player: #""keep_up": "\#(rule)", "default_forward_buffer_s": 10, "drain_s": 2"#,
                script: [.load(), .play(.init(stringLiteral: NumberText.exact(instant.nanoseconds, places: 9)))]
            ).judgedRun().player(0)
        }
        let moment = try Simulation.Goldilocks(run(asking: .zero))
        let start = try #require(moment.start)
        #expect(start > .seconds(11) && start < .seconds(13) && !moment.isExact)
        #expect(moment.words.contains("the app asks then"))
        #expect(try run(asking: start).playback.stalls.isEmpty)
        #expect(try !run(asking: start - .milliseconds(200)).playback.stalls.isEmpty)
    }
}
