import Simulation
import Testing

@Suite("What no session of a sample shows, and what none has")
struct UnseenDifferenceTests {
    /// Sessions of which `never` of 100 never start, whatever the choice, and the others start later with the second.
    private static func decision(
        _ count: Int, never: Int, choices: [String] = ["one", "two"], stalls: Bool = false
    ) -> Decision {
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: choices.map { [$0] }, baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a.json", name: "", settings: [], trace: nil, isExact: false)],
            metrics: DecisionMetric.all.filter { !$0.needsGoldilocks })
        var summary = DecisionSummary(plan)
        for number in 0..<count {
            let outcomes = choices.indices.map { choice in
                var outcome = SessionOutcome()
                guard number % 100 >= never || choice == 2 else { return outcome }
                outcome.startup = 2_000_000_000 + Int64(number + choice * 700) * 1_000_000
                (outcome.played, outcome.stalls) = (60_000_000_000, stalls && choice == 1 ? 1 : 0)
                return outcome
            }
            summary.add(DecisionSession(number: number, circumstance: 0, seed: 1, outcomes: outcomes))
        }
        return Decision(summary, resamples: 199)
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

    @Test("whether more sessions would start is waited for where some never do", arguments: [0, 16])
    func asked(never: Int) throws {
        let decision = Self.decision(100, never: never, stalls: true)
        #expect(try DecisionGoal("verdict").isReached(by: decision) == (never == 0))
        #expect(VerdictSentence.text(decision, 1).contains("cannot say") == (never > 0))
    }

    /// Over 30 traces, of whose 100 sessions one stalls with one choice, and another with the other.
    @Test("a choice that is as good in all that is waited for is as good")
    func equivalent() {
        let circumstances = (0..<30).map { number in
            Circumstance(path: "a.json", name: "", settings: ["\(number)"], trace: "\(number)", isExact: false)
        }
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["one"], ["two"]], baseline: 0, circumstanceKeys: ["network.trace"],
            circumstances: circumstances, metrics: DecisionMetric.headline)
        var summary = DecisionSummary(plan)
        for number in 0..<3000 {
            let outcomes = (0..<2).map { choice in
                var outcome = SessionOutcome()
                (outcome.startup, outcome.played) = (2_000_000_000 + Int64(choice * 10_000_000), 60_000_000_000)
                outcome.stalls = number == 500 + choice ? 1 : 0
                return outcome
            }
            summary.add(DecisionSession(number: number, circumstance: number % 30, seed: 1, outcomes: outcomes))
        }
        let decision = Decision(summary, resamples: 199)
        #expect(decision.rows[1].verdict == .equivalent && !VerdictSentence.text(decision, 1).contains("cannot say"))
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
