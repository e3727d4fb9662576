import Testing

@testable import Simulation

@Suite("A decision where some sessions do not start")
struct NoStartDecisionTests {
    /// Sessions that start after 2 s with the first choice and 3 s with the second, but for some that never do.
    private static func decision(
        _ count: Int, never: [Range<Int>], every period: Int = .max, metrics: [DecisionMetric]
    ) -> Decision {
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["one"], ["two"]], baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a.json", name: "", settings: [], trace: nil, isExact: false)],
            metrics: metrics)
        var summary = DecisionSummary(plan)
        for number in 0..<count {
            let outcomes = never.enumerated().map { choice, range in
                var outcome = SessionOutcome()
                guard !range.contains(number % period) else { return outcome }
                (outcome.startup, outcome.played) = (Int64(choice + 2) * 1_000_000_000, 60_000_000_000)
                return outcome
            }
            summary.add(DecisionSession(number: number, circumstance: 0, seed: 1, outcomes: outcomes))
        }
        return Decision(summary, resamples: 199)
    }

    private static func metrics(_ names: String...) -> [DecisionMetric] {
        DecisionMetric.headline + DecisionMetric.all.filter { names.contains($0.name) }
    }

    /// Sessions that fail after 2 s with the second choice, or never go on, do not stall any more.
    @Test("what stalls less because it fails or stands still is no better", arguments: [0, 40], [false, true])
    func broken(count: Int, fails: Bool) throws {
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["one"], ["two"]], baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a.json", name: "", settings: [], trace: nil, isExact: false)],
            metrics: DecisionMetric.headline)
        var summary = DecisionSummary(plan)
        for number in 0..<400 {
            var (one, two) = (SessionOutcome(), SessionOutcome())
            (one.startup, two.startup, one.stalls) = (2_000_000_000, 2_000_000_000, number < 80 ? 1 : 0)
            (two.failed, two.endsStalled) = (fails && number < count, !fails && number < count)
            summary.add(DecisionSession(number: number, circumstance: 0, seed: 1, outcomes: [one, two]))
        }
        let decision = Decision(summary, resamples: 199)
        let text = DecisionText.text(decision)
        #expect(decision.rows[1].verdict == (count == 0 ? .better : .mixed))
        let verb = fails ? "fails" : "never resumes"
        #expect(text.contains("\nplayback \(verb): two in 40\n") == (count > 0), "\(text)")
        #expect(text.contains("\(verb) in 10 more of 100 sessions (") == (count > 0), "\(text)")
        #expect(text.contains("starts as soon in all 400 sessions"), "\(text)")
    }

    /// With the second choice playback starts sooner, at a lower bit rate.
    @Test(
        "a figure that nobody has asked for is shown where it is worse, and told to programs", arguments: [300, 500])
    func unasked(kbps: Int64) throws {
        var plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["one"], ["two"]], baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a.json", name: "", settings: [], trace: nil, isExact: false)],
            metrics: DecisionMetric.headline + DecisionMetric.besides)
        plan.unasked = DecisionMetric.besides
        var summary = DecisionSummary(plan)
        for number in 0..<200 {
            let outcomes = [(2, 500), (1, kbps)].map { (seconds: Int64, kbps: Int64) in
                var outcome = SessionOutcome()
                (outcome.startup, outcome.played) = (seconds * 1_000_000_000, 60_000_000_000)
                (outcome.playedBytes, outcome.playedMedia) = (kbps * 7_500, 60_000_000_000)
                return outcome
            }
            summary.add(DecisionSession(number: number, circumstance: 0, seed: UInt64(number), outcomes: outcomes))
        }
        let decision = Decision(summary, resamples: 199)
        let (text, json) = (DecisionText.text(decision), DecisionLines.json(decision))
        let worse = "Worse besides: Average bit rate (-200.0 kbit/s)"
        #expect(
            text.contains(worse) == (kbps < 500) && json.contains("\"worse_besides\": \"\(worse)\"") == (kbps < 500))
        #expect(text.contains("\naverage_bitrate_kbps ") == (kbps < 500), "\(text)")
        #expect(!text.contains("bytes_an_hour") && json.contains("bytes_an_hour"))
    }

    struct Case: CustomTestStringConvertible {
        let count: Int
        let never: [Range<Int>]
        let words, finding: String
        let limit: String?

        var testDescription: String { "\(count) sessions, \(never) never" }

        init(
            _ count: Int, _ one: Range<Int>, _ two: Range<Int>, _ words: String, _ finding: String, _ limit: String?
        ) {
            (self.count, never, self.words) = (count, [one, two], words)
            (self.finding, self.limit) = (finding, limit)
        }
    }

    private static let none = 0..<0

    /// Of 300 sessions 15 are beyond the quantile: with 12 that never start it is no start in one resample of seven,
    /// and with 20 in six of seven.
    private static let cases: [Case] = [
        Case(300, none, 0..<12, "(+1.000 to no start)", "worse", "no start"),
        Case(300, none, 0..<20, "(+1.000 to no start)", "worse", "no start"),
        Case(300, 0..<12, none, "(no start to +1.000)", "undecided", "no start"),
        Case(300, 0..<12, 288..<300, "(either may be no start)", "undecided", "no start"),
        // Ten beyond it are needed where some never start, and else five.
        Case(200, none, 0..<8, "(+1.000 to no start)", "worse", "no start"),
        Case(199, none, 0..<8, "(too few sessions)", "undecided", "too few"),
        Case(100, none, none, "(+1.000 to +1.000)", "worse", nil),
        Case(99, none, none, "(too few sessions)", "undecided", "too few"),
    ]

    @Test("an end of an interval that is no start is told from one that nobody knows", arguments: cases)
    func ends(own: Case) throws {
        let decision = Self.decision(own.count, never: own.never, metrics: Self.metrics("startup_p95_s"))
        let text = DecisionText.text(decision)
        #expect(text.contains("\(own.words)  \(own.finding)\n"), "\(text)")
        let json = DecisionLines.json(decision)
        if let limit = own.limit {
            #expect(json.contains("\"limit\": \"\(limit)\", \"finding\": \"\(own.finding)\""), "\(json)")
        } else {
            #expect(!json.contains("\"limit\""), "\(json)")
        }
    }

    @Test("a figure that is beyond all numbers is no start where it is a startup alone")
    func beyond() throws {
        let names = ["startup_p95_s", "bytes_an_hour"]
        let values = try names.map { name in
            DecisionFigures.value(.max, try #require(DecisionMetric.all.first { $0.name == name }))
        }
        #expect(values == ["no start", "-"])
    }

    @Test("circumstances are told apart by scenarios whose paths differ in Unicode form alone")
    func spelling() {
        let circumstances = ["caf\u{E9}.json", "cafe\u{301}.json"].map {
            Circumstance(path: $0, name: "", settings: ["1"], trace: nil, isExact: true)
        }
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["one"], ["two"]], baseline: 0, circumstanceKeys: ["key"],
            circumstances: circumstances, metrics: DecisionMetric.headline)
        #expect(plan.label(0).unicodeScalars.elementsEqual("caf\u{E9}.json, 1".unicodeScalars))
        #expect(plan.label(1).unicodeScalars.elementsEqual("cafe\u{301}.json, 1".unicodeScalars))
    }

    /// One of 4000 sessions does not start.
    @Test("a share that hardly differs is as great within so many of a hundred sessions")
    func margin() {
        let decision = Self.decision(4000, never: [Self.none, 0..<1], metrics: DecisionMetric.headline)
        let text = VerdictSentence.text(decision, 1)
        #expect(
            text.hasPrefix("two starts in as many sessions (within 0.5 of 100); in the 3999 sessions "), "\(text)")
    }

    /// Of 2000 sessions 100 are beyond the quantile; a tenth of them thins it out.
    @Test(
        "few starts that never come take no interval from a quantile over traces",
        arguments: [(0, 150, true), (9, 150, true), (10, 150, false), (10, 200, true)], [10_000, 100])
    func thinned(own: (never: Int, traces: Int, hasEnough: Bool), mostExact: Int) {
        var builder = SpectrumBuilder(mostExact: mostExact)
        for number in 0..<2000 { builder.add(number < own.never ? nil : 2_000_000_000, number % own.traces) }
        let spectrum = builder.spectrum(clusters: own.traces, order: Array(0..<own.traces))
        let figure = PairedFigure(
            .quantile([spectrum, spectrum], thousandths: 950), differs: [false, true], clusters: own.traces)
        #expect(spectrum.neverCount == own.never && figure.hasEnough(1, 0) == own.hasEnough)
    }

    /// A fifth of the sessions never start, four times as many as are beyond the quantile.
    @Test("a start that never comes is later than one that does, whatever the sample")
    func surely() throws {
        let metrics = Self.metrics("startup_p95_s")
        for never in [[Self.none, 0..<60], [0..<60, Self.none]] {
            let decision = Self.decision(300, never: never, metrics: metrics)
            let index = try #require(metrics.firstIndex { $0.name == "startup_p95_s" })
            let word = never[0].isEmpty ? "worse" : "better"
            #expect(decision.rows[1].findings[index]?.word(.lower) == word)
            let ends = "\"difference\": null, \"low\": null, \"high\": null, \"limit\": \"no start\""
            let json = DecisionLines.json(decision)
            #expect(json.contains("\(ends), \"finding\": \"\(word)\""), "\(json)")
        }
    }

    /// In each hundred sessions so many never start.
    @Test(
        "no number of sessions decides by starts that never come, which is known when it is no chance any more",
        arguments: [
            // No session starts with both.
            ("verdict", [0..<50, 50..<100], 600, true), ("verdict", [0..<50, 50..<100], 599, false),
            ("verdict", [0..<100, 0..<100], 600, true), ("startup_mean_s=0.2", [0..<50, 50..<100], 600, true),
            ("startup_mean_s=0.2", [0..<50, 50..<100], 599, false),
            // 30 of 1000 are more than 10 + 3 × 3.15.
            ("startup_p99_s=0.5", [0..<3, 0..<3], 1000, true), ("startup_p99_s=0.5", [0..<0, 0..<3], 1000, true),
            // Of fewer than 1000, fewer than ten are beyond it: those that never start may be so many by chance.
            ("startup_p99_s=0.5", [0..<5, 0..<5], 999, false), ("startup_p95_s=0.5", [0..<3, 0..<3], 1000, false),
        ] as [(String, [Range<Int>], Int, Bool)])
    func obstacles(goal: String, never: [Range<Int>], count: Int, isKnown: Bool) throws {
        let goal = try DecisionGoal(goal)
        let decision = Self.decision(
            count, never: never, every: 100, metrics: Self.metrics("startup_p95_s", "startup_p99_s"))
        #expect(goal.obstacle(in: decision) == (isKnown ? .noStart : nil))
    }

    /// None of no playback is not none of one that was whole, and a stall that never ends has no length either.
    @Test("the lines of sessions tell of stalls where playback came alone, and give back the very sessions")
    func lines() throws {
        var (whole, stalled, endless) = (SessionOutcome(), SessionOutcome(), SessionOutcome())
        (whole.startup, stalled.startup, endless.startup) = (1_000_000_000, 2_000_000_000, 3_000_000_000)
        (stalled.stalls, stalled.stallTime) = (2, 1_500_000_000)
        (endless.stalls, endless.stallTime, endless.endsStalled) = (1, nil, true)
        let outcomes = [SessionOutcome(), whole, stalled, endless]
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: (0..<4).map { [String($0)] }, baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a.json", name: "", settings: [], trace: nil, isExact: false)],
            metrics: DecisionMetric.headline)
        let session = DecisionSession(number: 0, circumstance: 0, seed: 1, outcomes: outcomes)
        let lines = SessionLines.json(session, plan).split(separator: "\n")
        let told = [("null", "null"), ("0", "0"), ("2", "1.5"), ("1", "null")]
        for (line, (count, time)) in zip(lines, told) {
            #expect(line.contains("\"stall_count\":\(count),\"stall_time_s\":\(time),"), "\(line)")
        }
        let read = lines.map { SessionLinesReader.line(Array($0.utf8)) }
        #expect(
            read == outcomes.map { .session(number: 0, circumstance: 0, seed: 1, player: nil, $0) }, "\(read)")
        // A build before this one has written numbers there.
        let older = lines[0].replacing(#/(stall_count|stall_time_s)":null/#) { "\($0.output.1)\":0" }
        #expect(older != lines[0] && SessionLinesReader.line(Array(older.utf8)) == read[0])
        let rows = SessionLines.csv(session, plan).split(separator: "\n")
        #expect(rows[0].contains(",0,false,,,,false,") && rows[1].contains(",1,true,1,0,0,false,"), "\(rows)")
    }
}
