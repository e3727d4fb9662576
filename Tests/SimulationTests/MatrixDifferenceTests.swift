import Simulation
import Testing

@Suite("What differs in a circumstance, and what may be luck")
struct MatrixDifferenceTests {
    @Test(
        "Student's quantiles are those of the tables",
        arguments: [
            (1, 19, 2.0930), (1, 63, 1.9983), (2, 19, 2.4334), (32, 19, 3.6878), (32, 63, 3.3066), (20, 63, 3.3066),
            (256, 19, 4.6003), (256, 63, 3.9570),
        ])
    func student(number: Int, freedom: Int, quantile: Double) {
        #expect((Student.quantile(among: number, freedom: freedom) - quantile).magnitude < 0.002)
    }

    private static func outcome(startup: Int, isStalled: Bool = false) -> SessionOutcome {
        var outcome = SessionOutcome()
        outcome.startup = Int64(startup) * 1_000_000
        (outcome.played, outcome.stalls) = (60_000_000_000, isStalled ? 1 : 0)
        return outcome
    }

    private static func summary(
        _ circumstances: [Circumstance], population: Bool = false, sessions: some Sequence<Int>,
        _ outcome: (Int, Int) -> SessionOutcome, place: ((Int) -> Int)? = nil
    ) -> DecisionSummary {
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["one"], ["two"]], baseline: 0, circumstanceKeys: ["network", "viewer"],
            circumstances: circumstances, metrics: DecisionMetric.all.filter { !$0.needsGoldilocks },
            population: population ? mobile : nil)
        var summary = DecisionSummary(plan)
        for number in sessions {
            summary.add(
                DecisionSession(
                    number: number, circumstance: place?(number) ?? number % circumstances.count, seed: 1,
                    outcomes: (0..<2).map { outcome(number, $0) }))
        }
        return summary
    }

    private static let mobile = DrawnPopulation("mobile")

    private static func circumstance(_ name: String, trace: String? = nil, isExact: Bool = false) -> Circumstance {
        Circumstance(path: "a.json", name: "", settings: [name, "any"], trace: trace, isExact: isExact)
    }

    private static func isOpen(_ matrix: Decision.Matrix, _ metric: DecisionMetric, _ decision: Decision) -> [Bool] {
        let index = decision.plan.metrics.firstIndex(of: metric) ?? 0
        return matrix.rows.map { $0.differences[index][1]?.isOpen ?? true }
    }

    /// A circumstance in which two is later, one in which chance alone is, one in which nothing differs, and one in
    /// which two is later, but nothing is drawn.
    private static func four(_ sessions: some Sequence<Int>) -> DecisionSummary {
        summary(
            [circumstance("late"), circumstance("luck"), circumstance("same"), circumstance("exact", isExact: true)],
            sessions: sessions
        ) { number, choice in
            var stream = RandomStream(seed: UInt64(number), name: "luck", index: UInt64(choice))
            let noise = Int(stream.below(2000))
            return switch number % 4 {
            case 0: outcome(startup: 3000 + noise + 2500 * choice)
            case 1: outcome(startup: 3000 + noise, isStalled: noise < 200)
            case 2: outcome(startup: 3000)
            default: outcome(startup: 3000 + 1000 * choice)
            }
        }
    }

    @Test("a mark is where the sessions do not tell, and an interval everywhere else")
    func marks() throws {
        let decision = Decision(Self.four(0..<160), resamples: 99)
        let matrix = try #require(decision.matrices.first)
        #expect(Self.isOpen(matrix, .startup, decision) == [false, true, false, false])
        #expect(Self.isOpen(matrix, .stalled, decision) == [false, true, false, false])
        let index = try #require(decision.plan.metrics.firstIndex(of: .startup))
        let own = matrix.rows.map { $0.differences[index][1] }
        #expect(own.map { $0?.finding.word(.lower) } == ["worse", "undecided", "same", "worse"])
        #expect(own[0]?.estimate.map { $0.low > 1_500_000_000 && $0.high < 3_500_000_000 } == true)
        #expect(own[2]?.estimate == nil && own[3]?.estimate?.low == own[3]?.estimate?.high)
        #expect(matrix.rows.allSatisfy { $0.differences[index][0] == nil })
        let text = DecisionText.text(decision)
        let open = text.split(separator: "\n").filter { $0.hasSuffix("?") }
        #expect(open.count == 2 && open.allSatisfy { $0.hasPrefix("  luck, any ") }, "\(text)")
        #expect(
            text.hasSuffix(
                "A figure without a mark differs in no session there, or is known to be better, worse or as good, "
                    + "all in a table together.\n"))
        let json = DecisionLines.json(decision)
        let exact = #""startup_mean_s": {"difference": 1, "low": 1, "high": 1, "finding": "worse"}"#
        #expect(json.contains(exact), "\(json)")
        // Whatever the order, and one after the other or not.
        #expect(DecisionLines.json(Decision(Self.four((0..<160).reversed()), resamples: 99)) == json)
    }

    /// Two networks, of which the second starts in no session with one, and in 26 of 40 with two.
    private static func hardly(isDifferent: Bool) -> DecisionSummary {
        summary([circumstance("LTE"), circumstance("3G")], population: true, sessions: 0..<80) { number, choice in
            let starts = number % 2 == 0 || number < 52 && (choice == 1 || !isDifferent)
            return starts ? outcome(startup: 2000 + number) : SessionOutcome()
        }
    }

    @Test("where a choice hardly starts, a table has how often, and the others say of how many sessions they are")
    func neverStarted() {
        let decision = Decision(Self.hardly(isDifferent: true), resamples: 99)
        let lines = DecisionText.text(decision).split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        for line in [
            "not_started_percent by network sessions one two", "LTE 40 0.00 0.00", "3G 40 100.00 35.00",
            "startup_mean_s by network sessions start with all one two", "LTE 40 40 2.039 2.039", "3G 40 0 - -",
            "stalled_percent by network sessions start with all one two",
            "In these tables - is where no session starts with every choice.",
        ] { #expect(lines.contains(line), "\(line)") }
        let json = DecisionLines.json(decision)
        #expect(json.contains(#""stratum": "3G", "session_count": 40, "started_count": 0,"#), "\(json)")
        // Where all choices start in the same sessions, the text says so, and no table has to.
        let same = DecisionText.text(Decision(Self.hardly(isDifferent: false), resamples: 99))
        #expect(!same.contains("not_started_percent by") && same.contains("start with all"))
    }

    @Test(
        "of many strata those that most sessions have are in view, in the order of the population",
        arguments: [(20, nil), (21, "1 more with fewer sessions"), (25, "5 more with as many sessions or fewer")]
            as [(Int, String?)])
    func foremost(count: Int, rest: String?) throws {
        let circumstances = (0..<count).map { Self.circumstance("net \($0)") }
        // The last has half of the sessions, and the third hardly any.
        let summary = Self.summary(
            circumstances, population: true, sessions: 0..<800,
            { number, choice in Self.outcome(startup: 2000 + number + 900 * choice) },
            place: { number in
                let place = number / 2 % count
                return number % 2 == 0 ? count - 1 : place == 2 && number > 80 ? 0 : place
            })
        let decision = Decision(summary, resamples: 99)
        let lines = DecisionText.text(decision).split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("startup_mean_s by network") })
        let labels = lines[(start + 1)...].prefix(20).map { $0.split(separator: " ")[1] }
        // Those before the last have as many as others, and come behind them.
        let others = rest == nil ? [] : [2] + Array(20..<count - 1)
        #expect(labels.map { Int($0) } == (0..<count).filter { !others.contains($0) })
        let next = lines[start + 21]
        #expect(rest.map { next == "  and \($0), which '--format json' has" } ?? !next.contains(" more with "))
    }

    @Test("of fewer than 20 sessions nobody knows, and where all is known it is said")
    func few() {
        let few = Decision(Self.four(0..<76), resamples: 99)
        #expect(Self.isOpen(few.matrices[0], .startup, few) == [true, true, false, false])
        let clear = Decision(
            Self.summary([Self.circumstance("a"), Self.circumstance("b")], sessions: 0..<80) { number, choice in
                Self.outcome(startup: 2000 + number + 900 * choice)
            }, resamples: 99)
        let text = DecisionText.text(clear)
        #expect(text.contains("what differs at all is known to be better, worse or as good") && !text.contains("?"))
    }

    @Test("sessions over a few traces say little of others, but those over one network do", arguments: [4, 40])
    func traces(count: Int) throws {
        let traces = (0..<count).map { Self.circumstance("roads", trace: "\($0).csv") }
        let summary = Self.summary(
            [Self.circumstance("LTE")] + traces, population: true, sessions: 0..<800,
            { number, choice in Self.outcome(startup: 2000 + number % 13 * 10 + 900 * choice) },
            place: { $0 % 2 == 0 ? 0 : 1 + $0 / 2 % count })
        let decision = Decision(summary, resamples: 99)
        let matrix = try #require(decision.matrices.first { $0.keys == ["network"] })
        #expect(matrix.rows.map { $0.label } == ["LTE", "roads"])
        #expect(Self.isOpen(matrix, .startup, decision) == [false, count == 4])
    }

    /// Draws are even, and of 100 sessions two may be in one group by chance.
    @Test(
        "a stratum of 20 sessions has an interval, on whichever axis of a population it is",
        arguments: [(400, 20, 4), (600, 10, 4), (100, 25, 0), (80, 25, 2)])
    func axes(sessions: Int, weight: Int, axis: Int) throws {
        let weights = [Int64(100 - weight), Int64(weight)]
        let summary = Self.summary(
            [Self.circumstance("patient"), Self.circumstance("quick")], population: true, sessions: 0..<sessions,
            { number, choice in Self.outcome(startup: 4000 + number * 37 % 100 - (1600 + number * 61 % 90) * choice)
            },
            place: { EvenDraw.place(weights, session: $0, axis: axis) })
        let decision = Decision(summary, resamples: 99)
        let index = try #require(decision.plan.metrics.firstIndex(of: .startup))
        let rows = try #require(decision.matrices.first).rows
        #expect(rows.map { $0.label } == ["patient", "quick"] && rows[1].count >= 20)
        for row in rows {
            let estimate = try #require(row.differences[index][1]?.estimate)
            #expect(-1_750_000_000 ... -1_550_000_000 ~= estimate.low, "\(row.label): \(estimate)")
            #expect(-1_750_000_000 ... -1_550_000_000 ~= estimate.high, "\(row.label): \(estimate)")
        }
    }

    /// Over 40 traces, of whose 400 sessions one stalls with the second choice.
    @Test("in a table, too, one stall makes no trace less likely to be of stalls alone")
    func unseenTraces() throws {
        let traces = (0..<40).map { Self.circumstance("roads", trace: "\($0).csv") }
        let summary = Self.summary(
            traces + [Self.circumstance("LTE")], population: true, sessions: 0..<440,
            { number, choice in Self.outcome(startup: 2000, isStalled: number == 7 && choice == 1) },
            place: { $0 < 400 ? $0 % 40 : 40 })
        let decision = Decision(summary, resamples: 99)
        let index = try #require(decision.plan.metrics.firstIndex(of: .stalled))
        let row = try #require(decision.matrices.first).rows[0]
        let estimate = try #require(row.differences[index][1]?.estimate)
        #expect(row.label == "roads" && 50_000...150_000 ~= estimate.high, "\(estimate)")
    }

    @Test("a trace that alone has most of a difference has its name in tables, wherever it is")
    func carried() {
        let traces = (0..<30).map { Self.circumstance("../roads/\($0).csv", trace: "people/../roads/\($0).csv") }
        let summary = Self.summary(traces, population: true, sessions: 0..<300) { number, choice in
            Self.outcome(startup: 900_000 - choice * (number % 30 == 7 ? 800_000 : number % 3))
        }
        #expect(
            VerdictSentence.text(Decision(summary, resamples: 199), 1).hasPrefix(
                "two: cannot say which starts sooner: the trace ../roads/7.csv alone has 99 % of what differs; "))
    }

    @Test("of a choice against itself no cell is called better or worse in 95 of 100 tables")
    func alarms() {
        let draws = Thoroughness.draws(24, of: 400)
        let alarms = draws.count { draw in
            let circumstances = (0..<12).map { Self.circumstance("net \($0)") }
            let summary = Self.summary(circumstances, sessions: 0..<360) { number, choice in
                var stream = RandomStream(seed: draw, name: "itself", index: UInt64(2 * number + choice))
                let (one, other) = (Int(stream.below(3000)), Int(stream.below(3000)))
                return Self.outcome(startup: one * other / 1000, isStalled: stream.below(10) == 0)
            }
            let decision = Decision(summary, resamples: 39)
            return DecisionMetric.ofTables.contains { metric in
                let index = decision.plan.metrics.firstIndex(of: metric) ?? 0
                return decision.matrices[0].rows.contains { row in
                    ["better", "worse"].contains(row.differences[index][1]?.finding.word(.lower))
                }
            }
        }
        // Two tables of 5 % each.
        #expect(alarms <= (draws.count == 400 ? 54 : 8), "\(alarms) of \(draws.count)")
    }
}
