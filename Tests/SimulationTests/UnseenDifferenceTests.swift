import Simulation
import Testing

@Suite("What no session of a sample shows, and what none has")
struct UnseenDifferenceTests {
    /// Sessions of which `never` of 100 never start, whatever the choice, and the others start later with the second.
    private static func decision(
        _ count: Int, never: Int, choices: [String] = ["one", "two"], stalls: Bool = false
    ) -> Decision {
        Decision(summary(Array(0..<count), never: never, choices: choices, stalls: stalls), resamples: 199)
    }

    private static func summary(
        _ numbers: [Int], never: Int, choices: [String] = ["one", "two"], stalls: Bool = false,
        viewersMayLeave: Bool = true
    ) -> DecisionSummary {
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: choices.map { [$0] }, baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a.json", name: "", settings: [], trace: nil, isExact: false)],
            metrics: DecisionMetric.all.filter { !$0.needsGoldilocks }, viewersMayLeave: viewersMayLeave)
        var summary = DecisionSummary(plan)
        for number in numbers {
            let outcomes = choices.indices.map { choice in
                var outcome = SessionOutcome()
                guard number % 100 >= never || choice == 2 else { return outcome }
                outcome.startup = 2_000_000_000 + Int64(number + choice * 700) * 1_000_000
                (outcome.played, outcome.stalls) = (60_000_000_000, stalls && choice == 1 ? 1 : 0)
                return outcome
            }
            summary.add(DecisionSession(number: number, circumstance: 0, seed: 1, outcomes: outcomes))
        }
        return summary
    }

    private static func index(_ name: String, _ decision: Decision) throws -> Int {
        try #require(decision.plan.metrics.firstIndex { $0.name == name })
    }

    /// Of none of 100 sessions follows no more than 3 %, of none of 1200 less than what matters.
    @Test(
        "a share in which no session differs is the same where that is sure enough, whichever share it is",
        arguments: [(100, 16), (100, 0), (1200, 16), (1200, 0)])
    func shares(count: Int, never: Int) throws {
        let decision = Self.decision(count, never: never)
        for name in ["not_started_percent", "stalled_percent", "exit_before_start_percent", "failed_percent"] {
            let index = try Self.index(name, decision)
            let finding = try #require(decision.rows[1].findings[index])
            let difference = try #require(decision.rows[1].differences[index])
            #expect((difference.high > 5_000) == (count == 100) && difference.low < 0, "\(name)")
            #expect(finding.word(.lower) == (count == 100 ? "undecided" : "same"), "\(name)")
        }
        #expect(decision.rows[1].verdict == .worse)
        let sentence = VerdictSentence.text(decision, 1)
        // Where all start, nobody asks whether others would.
        #expect(sentence.contains("which starts in more sessions") == (count == 100 && never > 0), "\(sentence)")
    }

    @Test("that nobody leaves is sure where nobody may, and may be luck elsewhere", arguments: [true, false])
    func leaving(mayLeave: Bool) throws {
        let summary = Self.summary(Array(0..<100), never: 0, viewersMayLeave: mayLeave)
        let decision = Decision(summary, resamples: 199)
        for name in ["exit_before_start_percent", "exit_in_stall_percent"] {
            let index = try Self.index(name, decision)
            #expect(decision.rows[1].findings[index]?.word(.lower) == (mayLeave ? "undecided" : "same"))
            #expect(try DecisionGoal("\(name)=1").isReached(by: decision) != mayLeave)
            #expect(DecisionText.text(decision).contains("\(name): 0.00 with every choice\n") != mayLeave)
        }
    }

    @Test("whether more sessions would start is waited for where some never do", arguments: [0, 16])
    func asked(never: Int) throws {
        let decision = Self.decision(100, never: never, stalls: true)
        #expect(try DecisionGoal("verdict").isReached(by: decision) == (never == 0))
        #expect(VerdictSentence.text(decision, 1).contains("cannot say") == (never > 0))
    }

    /// However many sessions there are, they are put together in 1,000 clusters: that makes none of them rarer.
    @Test("of what none of n sessions has, about 3 ÷ n may have it, whatever n is", arguments: [500, 1000, 4000])
    func rarity(count: Int) throws {
        let decision = Self.decision(count, never: 0)
        for name in ["not_started_percent", "stalled_percent", "failed_percent"] {
            let difference = try #require(decision.rows[1].differences[try Self.index(name, decision)])
            for end in [-difference.low, difference.high] {
                #expect(1_900_000...4_100_000 ~= Int(end) * count, "\(name): \(difference)")
            }
        }
    }

    @Test("an objective knows as well how rare a stall is that no session has", arguments: [1000, 4000])
    func rarityInObjective(count: Int) throws {
        let objective = try Objective("startup_mean_s + stalled_percent", .minimise)
        // The numbers of the sessions held out are odd.
        let summary = Self.summary((0..<count).map { 2 * $0 + 1 }, never: 0)
        let difference = summary.difference(objective, 1, resamples: 199)
        #expect(3...8 ~= (difference.high - difference.low) * Double(count) / 100, "\(difference)")
    }

    @Test("an objective that is a share does not differ by more than all")
    func wholeShare() throws {
        let objective = try Objective("stalled_percent", .minimise)
        let difference = Self.summary(Array(0..<100), never: 0, stalls: true).difference(objective, 1, resamples: 199)
        #expect(difference.value == 100 && difference.high == 100 && difference.low < 100)
    }

    /// Sessions of which one stalls with one choice, and another with the other.
    private static func decision(
        _ count: Int, traces: Int, startup: Int64 = 2_000_000_000, metrics: [DecisionMetric]
    ) -> Decision {
        let circumstances = (0..<traces).map { number in
            Circumstance(
                path: "a.json", name: "", settings: ["\(number)"], trace: traces > 1 ? "\(number)" : nil,
                isExact: false)
        }
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["one"], ["two"]], baseline: 0, circumstanceKeys: ["network.trace"],
            circumstances: circumstances, metrics: metrics)
        var summary = DecisionSummary(plan)
        for number in 0..<count {
            let outcomes = (0..<2).map { choice in
                var outcome = SessionOutcome()
                (outcome.startup, outcome.played) = (startup + Int64(choice * 10_000_000), 60_000_000_000)
                outcome.stalls = number == 500 + choice ? 1 : 0
                return outcome
            }
            summary.add(DecisionSession(number: number, circumstance: number % traces, seed: 1, outcomes: outcomes))
        }
        return Decision(summary, resamples: 199)
    }

    /// Of 30 traces 3,000 sessions say nothing of others: three in a hundred of them may be such that all sessions
    /// stall.
    @Test(
        "a choice that is as good in all that is waited for is as good, but not where traces are few",
        arguments: [1, 30])
    func equivalent(traces: Int) throws {
        let decision = Self.decision(3000, traces: traces, metrics: DecisionMetric.headline)
        let sentence = VerdictSentence.text(decision, 1)
        #expect((decision.rows[1].verdict == .equivalent) == (traces == 1))
        #expect(sentence.contains("cannot say which stalls in fewer sessions") == (traces > 1), "\(sentence)")
        let stalled = try #require(decision.rows[1].differences[try Self.index("stalled_percent", decision)])
        #expect((50_000...200_000 ~= stalled.high) == (traces > 1), "\(stalled)")
        // Three in a hundred are beyond 30 traces, and half a percent beyond 600.
        let least = sentence.firstMatch(of: /at least about (\d+) more traces would, if none of those differs/)
        #expect((least.flatMap { Int($0.1) }.map { 300...1200 ~= $0 } ?? false) == (traces > 1), "\(sentence)")
    }

    @Test(
        "a width that no number of sessions over these traces reaches is known, and others are not given up",
        arguments: [
            ("stalled_percent=1", .traces), ("stalled_percent=20", nil), ("startup_p95_s=0.001", .traces),
            ("startup_median_s=0.001", nil), ("startup_mean_s=0.001", nil), ("verdict", nil),
        ] as [(String, DecisionGoal.Obstacle?)])
    func obstacles(goal: String, obstacle: DecisionGoal.Obstacle?) throws {
        let metrics = DecisionMetric.all.filter { !$0.needsGoldilocks }
        let goal = try DecisionGoal(goal)
        #expect(goal.obstacle(in: Self.decision(600, traces: 30, metrics: metrics)) == obstacle)
        #expect(goal.obstacle(in: Self.decision(600, traces: 1, metrics: metrics)) == nil)
        // Fewer than 20 traces tell nothing at all.
        #expect(goal.obstacle(in: Self.decision(100, traces: 10, metrics: metrics)) == .traces)
    }

    /// Buckets of startups of 10 s are 0.067 s wide.
    @Test(
        "a width below that of buckets is known",
        arguments: [("0.1", .buckets), ("0.2", nil)] as [(String, DecisionGoal.Obstacle?)])
    func buckets(width: String, obstacle: DecisionGoal.Obstacle?) throws {
        let goal = try DecisionGoal("startup_p95_s=\(width)")
        let decision = Self.decision(10_500, traces: 1, startup: 10_000_000_000, metrics: goal.metrics)
        #expect(goal.obstacle(in: decision) == obstacle && goal.isReached(by: decision) == (obstacle == nil))
    }

    @Test("two starts that never come have no difference, in any form")
    func neverComes() throws {
        let decision = Self.decision(100, never: 16, choices: ["one", "two", "three"])
        let index = try Self.index("startup_p95_s", decision)
        #expect(decision.rows.map { $0.values[index] } == [.max, .max, 3_494_000_000])
        #expect(decision.rows[1].differences[index] == nil && decision.rows[1].findings[index] == .incomparable)
        let text = DecisionText.text(decision).split(separator: "\n")
        let start = try #require(text.firstIndex { $0.hasPrefix("startup_p95_s") })
        #expect(text[start + 2].split(separator: " ") == ["two", "no", "start", "incomparable"])
        let json = DecisionLines.json(decision)
        let null = #""startup_p95_s": {"value": null, "difference": null, "low": null, "high": null, "finding": "#
        #expect(json.contains(null + #""incomparable"}"#), "\(json)")
        let both = Self.decision(100, never: 16)
        #expect(DecisionText.text(both).contains("\nstartup_p95_s: no start with every choice\n"))
    }
}
