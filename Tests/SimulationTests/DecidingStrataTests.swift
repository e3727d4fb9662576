import Testing

@testable import Simulation

@Suite("What is drawn, and what is drawn together")
struct DecidingStrataTests {
    /// Of n drawn from n the variance is (n − 1) ÷ n of what it should be: of two a half.
    @Test(
        "the same 120 sessions have intervals as long, of however many circumstances they are",
        arguments: [(60, 2), (40, 3), (20, 6)])
    func lengths(circumstances: Int, seeds: Int) throws {
        let objective = try Objective("stalled_percent", .minimise)
        func lengths(_ circumstances: Int) -> [Double] {
            let summary = Self.summary((0..<circumstances).map { _ in Self.place() }, sessions: 120)
            let decision = Decision(summary)
            let tuned = summary.difference(objective, 1)
            return decision.rows[1].differences.compactMap { $0.map { Double($0.high - $0.low) } }
                + [tuned.high - tuned.low]
        }
        let (one, many) = (lengths(1), lengths(circumstances))
        #expect(one.count == 3 && circumstances * seeds == 120)
        for (single, several) in zip(one, many) {
            #expect(0.92...1.08 ~= several / single, "\(many) for \(one)")
        }
    }

    /// By stratum, its clusters; those of one are exact.
    @Test(
        "strata are put together until there are ten clusters, and are left alone where they have as many",
        arguments: [
            ([10, 12, 120], [10, 12, 120]), ([2, 2, 2, 2, 2], [10]), ([3, 3, 3, 3, 3], [15]), ([9, 9, 9], [27]),
            ([5, 20], [25]), ([20, 5], [25]), ([5, 1, 5, 1, 12], [10, 1, 1, 12]), ([1, 1], [1, 1]), ([4], [4]),
            ([], []),
        ] as [([Int], [Int])])
    func collapsed(counts: [Int], expected: [Int]) {
        var strata: [[Int]] = []
        for count in counts {
            let first = strata.reduce(0) { $0 + $1.count }
            strata.append(Array(first..<first + count))
        }
        let clusters = Clusters(strata: strata).collapsed { $0.count > 1 }
        #expect(clusters.strata.map { $0.count } == expected)
        #expect(clusters.strata.flatMap { $0 }.sorted() == strata.flatMap { $0 })
    }

    // MARK: How many

    /// Of a population `lossy` sessions are over no trace, and the others over as many traces of those that it names.
    @Test(
        "a population's sessions and traces are those that were played, and not those that it names",
        arguments: [
            (0, 30, 100, "30 traces", "sessions"), (0, 10, 100, nil, "10 traces are too few"),
            (389, 11, 30, nil, "11 traces are too few"),
            (375, 25, 30, "375 sessions and 25 traces", "sessions and traces"),
            (370, 30, 30, "370 sessions and 30 traces", "sessions and traces"), (0, 30, 30, "30 traces", "traces"),
            (40, 0, 30, "40 sessions", "sessions"), (0, 95, 100, "95 traces", "traces"),
        ] as [(Int, Int, Int, String?, String)])
    func played(lossy: Int, traces: Int, named: Int, sample: String?, words: String) {
        let places = (0..<named).map { Self.place(trace: String($0)) } + [Self.place()]
        let summary = Self.summary(
            places, sessions: lossy + traces, population: DrawnPopulation("p.json"),
            place: { $0 < traces ? $0 : named })
        let decision = Decision(summary, resamples: 199)
        if case .sampled(let own) = decision.evidence {
            #expect(own.words == sample && own.name == words && own.count == lossy + traces)
            #expect(DecisionText.text(decision).contains(" resamples of the \(own.words). Those of the sentences "))
        } else {
            #expect(
                sample == nil && VerdictSentence.text(decision, 1).hasPrefix("two: cannot say: \(words) to know "))
            #expect(DecisionText.text(decision).contains("\nThere are too few traces for intervals.\n"))
        }
    }

    @Test("traces whose names are equal as text are as many as differ in their bytes")
    func spelt() {
        let places = (0..<30).map { Self.place(trace: "\($0 / 2)" + ($0 % 2 == 0 ? "\u{E9}" : "e\u{301}")) }
        guard case .sampled(let own) = Self.decision(places, sessions: 30).evidence else {
            Issue.record("30 traces are enough")
            return
        }
        #expect(own.words == "30 traces")
    }

    @Test("where circumstances have one session each, more seeds are asked for, and not more sessions")
    func single() {
        let alone = Self.decision((0..<25).map { _ in Self.place() }, sessions: 25)
        #expect(
            VerdictSentence.text(alone, 1)
                == "two: cannot say: there are circumstances with one session each, which shows nothing of others in "
                + "them; give more --seeds")
        #expect(alone.rows[1].verdict == .undecided)
        let twice = Self.decision((0..<25).map { _ in Self.place() }, sessions: 50)
        #expect(twice.evidence == .sampled(Decision.Sample(sessions: 50)))
        // What nothing is drawn in has one session, and lacks none.
        let exact = Self.decision([Self.place(isExact: true), Self.place()], sessions: 60)
        #expect(exact.evidence == .sampled(Decision.Sample(sessions: 30)))
        let rest = "\nIn the other 30 sessions nothing is drawn at random: every resample has them.\n"
        #expect(DecisionText.text(exact).contains(rest) && !DecisionText.text(twice).contains("In the other "))
    }

    @Test("where nothing is drawn in some sessions, the others are those of which there are too few")
    func fewDrawn() {
        let some = Self.decision([Self.place(isExact: true), Self.place()], sessions: 24)
        #expect(
            VerdictSentence.text(some, 1)
                == "two: cannot say: 12 of the 24 sessions are drawn at random, too few to know how others come out; "
                + "20 may tell")
        #expect(DecisionText.text(some).contains("\nIn 12 of the 24 sessions nothing is drawn at random.\n"))
        let one = Self.decision([Self.place()], sessions: 1)
        #expect(
            VerdictSentence.text(one, 1)
                == "two: cannot say: 1 session is too few to know how others come out; 20 may tell")
    }

    /// Over 24 traces, on so many of which playback starts.
    @Test(
        "where few traces have sessions that start, it is more traces that would tell, and not more sessions",
        arguments: [(18, 0, "traces"), (22, 0, nil), (12, 5, "sessions and traces")] as [(Int, Int, String?)])
    func fewStart(traces: Int, others: Int, few: String?) {
        let places = (0..<24).map { Self.place(trace: String($0)) } + (others > 0 ? [Self.place()] : [])
        let count = places.count
        let summary = Self.summary(
            places, sessions: count * 50, metrics: DecisionMetric.headline.map { $0.name },
            isIdle: { $0 % count < 24 ? $0 % count >= traces : $0 / count >= others })
        let text = VerdictSentence.text(Decision(summary, resamples: 199), 1)
        let words = "what starts with every choice comes from too few \(few ?? "traces"); 20 may tell"
        #expect(text.hasSuffix(words) == (few != nil), "\(text)")
        #expect(few == "sessions and traces" || !text.contains("too few sessions"), "\(text)")
    }

    @Test(
        "no end of an interval in a sentence is rounded to 0",
        arguments: [
            (.startup, -1.482e9, -4.803e9, -0.031e9, "starts 1.48 s sooner (0.03 to 4.80)"),
            (.startup, 1.482e9, 0.131e9, 4.803e9, "starts 1.5 s later (0.1 to 4.8)"),
            (.startup, -3.722e9, -.infinity, -3.669e9, "starts 3.7 s sooner (3.7 or more)"),
            (.startup, 1.482e9, 0.131e9, .infinity, "starts 1.5 s later (0.1 or more)"),
            (.stalled, 124_000, 3_000, 241_000, "stalls in 12.4 more of 100 sessions (0.3 to 24.1)"),
        ] as [(DecisionMetric, Double, Double, Double, String)])
    func ends(metric: DecisionMetric, value: Double, low: Double, high: Double, expected: String) throws {
        let decision = Self.decision([Self.place()], sessions: 40)
        let words = try #require(metric.words)
        #expect(VerdictSentence.clause(metric, words, Estimate(value, low, high), decision) == [expected])
    }

    @Test(
        "the share of the sessions that do not start is rounded, and not cut off",
        arguments: [(3, 1, 333_333), (3, 2, 666_667), (26, 5, 192_308)] as [(Int, Int, Int64)])
    func share(sessions: Int, idle: Int, expected: Int64) {
        let summary = Self.summary([Self.place()], sessions: sessions, isIdle: { $0 < idle })
        #expect(summary.share(summary.mishaps.notStarted[0]) == expected)
    }

    @Test("sessions of several players in one run are counted by their runs")
    func runs() {
        let decision = Self.decision([Self.place()], sessions: 12, players: ["left", "right"])
        #expect(DecisionWords.sessions(decision).hasPrefix("24 sessions, over 1 circumstance"))
        #expect(
            VerdictSentence.text(decision, 1)
                == "two: cannot say: 12 runs are too few to know how others come out; 20 may tell")
        let more = Self.decision([Self.place()], sessions: 30, players: ["left", "right"])
        #expect(DecisionText.text(more).contains(" resamples of the 30 runs. "))
    }

    @Test(
        "runs are counted, and not their players, where a cluster has several of them",
        arguments: [[nil], ["left", "right"]] as [[String?]])
    func manyRuns(players: [String?]) {
        var runs = Decision.Sample(sessions: 1001)
        runs.areRuns = players.count > 1
        let summary = Self.summary([Self.place()], sessions: 1001, players: players)
        #expect(summary.clusters.1 == .sampled(runs))
    }

    /// Every second session is of the part that stalls, as on the first axis of `EvenDraw`.
    @Test("four times as many sessions of a mix have an interval half as long")
    func mixed() throws {
        let lengths = try [1000, 4000].map { sessions -> Double in
            let summary = Self.summary(
                [Self.place(), Self.place()], sessions: sessions, population: DrawnPopulation("mix.json"),
                metrics: ["stalled_percent"], isStalled: { number, choice in number % 2 == 0 && choice == 0 })
            let difference = try #require(Decision(summary, resamples: 999).rows[1].differences[0])
            return Double(difference.high - difference.low)
        }
        #expect(1.6...2.5 ~= lengths[0] / lengths[1], "\(lengths)")
    }

    /// They may be anywhere among those of other rows.
    @Test("the traces of a row that are no more than its groups have one each", arguments: [0, 54, 200], [20, 64])
    func groups(first: Int, count: Int) {
        let traces = Array(first..<first + count)
        let row = RowSums(metrics: 0, choices: 0, RowEvidence(isExact: false, traces: traces))
        #expect(Set(traces.map { row.group(round: 0, trace: $0) }).count == count)
    }

    // MARK: How much they say together

    /// By circumstance, which all have 50 sessions: traces, others, and those in which nothing is drawn.
    @Test(
        "a distribution is as sure as its parts are many and of one weight",
        arguments: [
            (20, 0, 0, 1, 20), (20, 1, 0, 1, 22), (0, 8, 0, 1, 400), (0, 8, 0, 2, 400), (0, 8, 8, 1, 1600),
            (10, 8, 0, 1, nil),
        ] as [(Int, Int, Int, Int, Int?)])
    func independent(traces: Int, others: Int, exact: Int, players: Int, expected: Int?) {
        let places =
            (0..<traces).map { Self.place(trace: String($0)) } + (0..<others).map { _ in Self.place() }
            + (0..<exact).map { _ in Self.place(isExact: true) }
        let names: [String?] = players > 1 ? ["left", "right"] : [nil]
        let decision = Self.decision(places, sessions: 50 * places.count, players: names)
        #expect(decision.independent == expected && decision.independentStarted == expected)
    }

    /// Of 40 sessions in each of so many circumstances playback starts in half.
    @Test(
        "those that start are worth as many as start, and over traces as many as have any",
        arguments: [(1, false, 40, 20), (24, true, 24, 12)])
    func independentStarted(places: Int, hasTraces: Bool, all: Int, started: Int) {
        let decision = Decision(
            Self.summary(
                (0..<places).map { Self.place(trace: hasTraces ? String($0) : nil) }, sessions: 40 * places,
                isIdle: { $0 % 2 == 1 }), resamples: 99)
        #expect(decision.independent == all && decision.independentStarted == started)
    }

    /// The sessions over one trace are alike: of 20 traces one is beyond the 95th percentile.
    @Test(
        "a quantile has an interval where five sessions are beyond it, and over traces where five traces are",
        arguments: [
            (20, 50, "startup_p95_s", false), (20, 50, "startup_median_s", true), (100, 10, "startup_p95_s", true),
            (100, 10, "startup_p99_s", false), (1, 1000, "startup_p99_s", true), (1, 499, "startup_p99_s", false),
        ])
    func beyond(traces: Int, sessions: Int, metric: String, isKnown: Bool) throws {
        let places = (0..<traces).map { Self.place(trace: traces > 1 ? String($0) : nil) }
        let summary = Self.summary(places, sessions: traces * sessions, metrics: [metric])
        let decision = Decision(summary, resamples: 99)
        let difference = try #require(decision.rows[1].differences[0])
        #expect(difference.isBounded == isKnown)
        let words = "(too few \(traces > 1 ? "traces" : "sessions"))"
        #expect(DecisionText.text(decision).contains(words) != isKnown)
        let objective = try Objective(metric, .minimise)
        #expect(summary.difference(objective, 1, resamples: 99).isBounded == isKnown)
    }

    // MARK: Made up

    private static func place(trace: String? = nil, isExact: Bool = false) -> Circumstance {
        Circumstance(path: "a.json", name: "", settings: [trace], trace: trace, isExact: isExact)
    }

    private static func decision(
        _ places: [Circumstance], sessions: Int, players: [String?] = [nil]
    ) -> Decision {
        Decision(summary(places, sessions: sessions, players: players), resamples: 199)
    }

    /// Sessions whose figures follow from their numbers alone. `place` has the circumstance of each; else they have
    /// them in turn. `isStalled` says of a number and a choice whether it stalls.
    private static func summary(
        _ places: [Circumstance], sessions: Int, population: DrawnPopulation? = nil, players: [String?] = [nil],
        metrics: [String] = ["startup_median_s", "stalled_percent"], place: ((Int) -> Int)? = nil,
        isStalled: ((Int, Int) -> Bool)? = nil, isIdle: ((Int) -> Bool)? = nil
    ) -> DecisionSummary {
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["one"], ["two"]], baseline: 0, circumstanceKeys: ["network.trace"],
            circumstances: places,
            metrics: DecisionMetric.all.filter { metrics.contains($0.name) }, population: population)
        var summary = DecisionSummary(plan)
        for number in 0..<sessions {
            let outcomes = (0..<2).map { choice in
                var outcome = SessionOutcome()
                if isIdle?(number) ?? false { return outcome }
                let square = number * number * 31
                outcome.startup = Int64(1000 + (number * 7919 + choice * 104_729 + square) % 1000) * 1_000_000
                let usual = (square + choice * 17 + number * 7 + number / 9) % 10 < 3 + choice
                outcome.stalls = isStalled?(number, choice) ?? usual ? 1 : 0
                outcome.played = 30_000_000_000
                return outcome
            }
            for player in players {
                summary.add(
                    DecisionSession(
                        number: number, circumstance: place?(number) ?? number % places.count,
                        seed: UInt64(number + 1), player: player.map { ExactText($0) }, outcomes: outcomes))
            }
        }
        return summary
    }
}
