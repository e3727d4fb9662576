import Simulation
import Testing

/// The promises of the intervals, held against populations that are known whole.
@Suite("Statistics of decisions keep what they promise")
struct DecidingStatisticsTests {
    private static let resamples = 199

    /// Medians of resamples are values of one sample, which has steps, and lie farther apart than medians of samples:
    /// with 200 sessions their intervals are a tenth too long, and cover 97 to 98 %. 1,000 draws may have 99.
    @Test(
        "an interval of 95 % covers the truth in 93 to 97 of 100 experiments, of a median in up to 99",
        arguments: DecidingPopulation.all)
    func coverage(_ population: DecidingPopulation) throws {
        let draws = Thoroughness.draws(24, of: 1000)
        let truth = population.truth
        let covered = try draws.count { draw in
            let interval = try #require(population.interval(draw, resamples: Self.resamples))
            return Double(interval.low) - 1 <= truth && truth <= Double(interval.high) + 1
        }
        // With few draws: as far out as one in a thousand such counts is.
        let most = population.asked == .median ? 990 : 970
        let bounds = draws.count == 1000 ? 930...most : 19...24
        #expect(bounds.contains(covered), "\(covered) of \(draws.count)")
    }

    /// It reckons with a pair of groups that nobody has seen, and is rather too long than too short: it covers up to
    /// 97 % of means, and 98 % of rare shares. 1,000 draws may have half a percent more, or one.
    @Test(
        "an interval of a cell covers the truth in 93 to 97.5 of 100 experiments, of a rare share in up to 99",
        arguments: DecidingPopulation.all.filter { $0.asked != .median })
    func cells(_ population: DecidingPopulation) throws {
        let draws = Thoroughness.draws(200, of: 1000)
        let truth = population.truth
        let covered = try draws.count { draw in
            let interval = try #require(population.cell(draw))
            return interval.low <= truth && truth <= interval.high
        }
        // With few draws: as far out as one in a thousand such counts is.
        let most = population.asked == .share ? 990 : 975
        let bounds = draws.count == 1000 ? 930...most : 178...200
        #expect(bounds.contains(covered), "\(covered) of \(draws.count)")
    }

    @Test("a choice against itself is called better or worse in at most 5 %", arguments: DecidingPopulation.all)
    func alarms(_ population: DecidingPopulation) throws {
        let draws = Thoroughness.draws(24, of: 1000)
        let alarms = draws.count { draw in
            guard let interval = population.interval(draw, resamples: Self.resamples, swaps: true) else {
                return false
            }
            return interval.low > 0 || interval.high < 0
        }
        #expect(alarms <= (draws.count == 1000 ? 64 : 6), "\(alarms) of \(draws.count)")
    }

    /// Sessions of which with the second choice 5 % more stall, and as many as that need: 9.5 (d − δ²) ÷ δ², with d
    /// the part in which the two differ. A difference that is alone needs 7.85; this holds together with the startup.
    @Test("a difference of 5 % in the share of stalls is found as often as the number of sessions promises")
    func power() {
        let (differing, difference) = (0.11, 0.05)
        let size = Int(9.5 * (differing - difference * difference) / (difference * difference))
        let draws = Thoroughness.draws(24, of: 1000)
        let found = draws.count { draw in
            let decision = Self.decision(draw, size, second: difference)
            return decision.rows[1].findings[decision.plan.metrics.firstIndex(of: .stalled)!] == .more
        }
        #expect(found * 100 >= draws.count * (draws.count == 1000 ? 76 : 55), "\(found) of \(draws.count)")
    }

    @Test("a pilot that cannot say promises a number of sessions that does")
    func promised() throws {
        var promises: [Int] = []
        for draw in UInt64(0)..<12 {
            let decision = Self.decision(draw, 150, second: 0.05)
            let finding = decision.rows[1].findings[decision.plan.metrics.firstIndex(of: .stalled)!]
            if case .undecided(.about(let more))? = finding { promises.append(150 + Int(more)) }
        }
        promises.sort()
        #expect(promises.count >= 3)
        // 338 are what a known difference of 5 % needs.
        #expect(100...3000 ~= promises[promises.count / 2], "\(promises)")
    }

    /// Of 200 sessions none stalls, or the first alone, of which as little follows; in half of them the second starts
    /// later by more than the other half has it sooner.
    @Test("differences tell how many sessions would do, and where none is it is the least number", arguments: 0...1)
    func remedies(stalling: Int) throws {
        let sessions = (0..<200).map { number in
            DecisionSession(
                number: number, circumstance: 0, seed: UInt64(number),
                outcomes: (0..<2).map { choice in
                    var outcome = SessionOutcome()
                    outcome.startup = 20_000_000_000 + Int64(choice * (number % 2 == 0 ? -7 : 8)) * 1_000_000_000
                    (outcome.played, outcome.stalls) = (60_000_000_000, number < stalling && choice == 1 ? 1 : 0)
                    return outcome
                })
        }
        let decision = Self.decision(sessions, choices: ["one", "two"], resamples: 1999)
        let sentence = VerdictSentence.text(decision, 1)
        let start = /two: cannot say which starts sooner: about \d+ more sessions probably would; cannot say (.*)/
        let rest = try #require(sentence.wholeMatch(of: start)?.1, "\(sentence)")
        let stalls = /which stalls in fewer sessions: at least about (\d+) more sessions would, if none of those .*/
        let least = try #require(rest.wholeMatch(of: stalls).flatMap { Int($0.1) }, "\(sentence)")
        // The farther end of the interval goes into the margin of 0.5 %; two digits, rounded up.
        let index = try #require(decision.plan.metrics.firstIndex(of: .stalled))
        let high = try #require(decision.rows[1].differences[index]?.high)
        let taken = 200 * Double(high) / 5000 - 200
        #expect(taken...1.1 * taken + 1 ~= Double(least), "\(least)")
        #expect(stalling == 0 ? least == 410 : least > 410, "\(least)")
    }

    /// Over 24 networks, of which one is so poor that it has nearly all of the difference.
    @Test("where one session has most of a difference it is named, and no interval is many times as long as it")
    func carried() throws {
        let sooner = [1: 426, 6: 2382, 7: 1_243_668, 10: 18_358]
        let sessions = (0..<24).map { number in
            DecisionSession(
                number: number, circumstance: 0, seed: UInt64(number),
                outcomes: (0..<2).map { choice in
                    var outcome = SessionOutcome()
                    outcome.startup = 1_400_000_000_000 - Int64(choice * (sooner[number] ?? 0)) * 1_000_000
                    outcome.played = 60_000_000_000
                    return outcome
                })
        }
        let decision = Self.decision(sessions, choices: ["one", "two"], resamples: 1999)
        let startup = try #require(decision.plan.metrics.firstIndex(of: .startup))
        let difference = try #require(decision.rows[1].differences[startup])
        #expect(-600_000_000_000 ... -250_000_000_000 ~= difference.low, "\(difference)")
        #expect(0...200_000_000_000 ~= difference.high, "\(difference)")
        #expect(
            VerdictSentence.text(decision, 1).hasPrefix(
                "two: cannot say which starts sooner: session 8 alone has 98 % of what differs; cannot say which "
                    + "stalls in fewer sessions: at least about "))
        // Over all sessions that are more alike nobody is named, though not all differ.
        let even = sessions.map { session in
            var outcomes = session.outcomes
            if session.number != 7 { outcomes[1].startup = 1_390_000_000_000 + Int64(session.number) * 1_000_000_000 }
            return DecisionSession(number: session.number, circumstance: 0, seed: session.seed, outcomes: outcomes)
        }
        let other = Self.decision(
            Array(
                (0..<40).flatMap { round in
                    even.map {
                        DecisionSession(
                            number: $0.number + 24 * round, circumstance: 0, seed: $0.seed, outcomes: $0.outcomes)
                    }
                }), choices: ["one", "two"])
        #expect(!VerdictSentence.text(other, 1).contains("alone has"))
    }

    @Test("verdicts of choices that do not differ are false in at most 5 % for all of them together")
    func family() {
        let draws = Thoroughness.draws(24, of: 1000)
        let winners = draws.count { draw in
            let decision = Self.decision(draw, 60, second: 0, choices: 4, resamples: Self.resamples)
            return decision.rows.contains { [.better, .worse, .mixed].contains($0.verdict) }
        }
        #expect(winners <= (draws.count == 1000 ? 64 : 6), "\(winners) of \(draws.count)")
    }

    @Test("the order of choices changes no figure, and a choice that is another by name is the same in all sessions")
    func order() throws {
        let sessions = Self.sessions(3, 80, second: 0.1, choices: 3)
        func turned(_ places: [Int], baseline: Int) -> Decision {
            Self.decision(
                sessions.map { session in
                    DecisionSession(
                        number: session.number, circumstance: session.circumstance, seed: session.seed,
                        outcomes: places.map { session.outcomes[$0] })
                }, choices: places.map { String($0) }, baseline: baseline)
        }
        let decision = turned([0, 1, 2], baseline: 0)
        let other = turned([2, 0, 1], baseline: 1)
        #expect(other.rows[0].differences == decision.rows[2].differences)
        #expect(other.rows[2].differences == decision.rows[1].differences)
        #expect(other.rows[2].values == decision.rows[1].values)
        let twin = turned([0, 1, 0], baseline: 0)
        #expect(twin.rows[2].isSame && twin.rows[2].verdict == .same)
        #expect(!twin.rows[1].isSame)
        #expect(DecisionText.text(twin).contains("\n0 is the same as 0 in all 80 sessions\n"))
    }

    @Test("a session that never starts is no win, and beyond all that start")
    func never() throws {
        var (good, never) = (SessionOutcome(), SessionOutcome())
        good.startup = 9_000_000_000
        good.played = 60_000_000_000
        never.bytes = 1
        let sessions = (0..<40).map { number in
            DecisionSession(
                number: number, circumstance: 0, seed: UInt64(number), outcomes: [good, number < 25 ? never : good])
        }
        let decision = Self.decision(sessions, choices: ["waits", "breaks"], metrics: DecisionMetric.all)
        let row = decision.rows[1]
        func place(_ name: String) throws -> Int {
            try #require(decision.plan.metrics.firstIndex { $0.name == name })
        }
        #expect(row.values[try place("not_started_percent")] == 625_000)
        #expect(row.values[try place("startup_median_s")] == .max)
        #expect(row.values[try place("startup_mean_s")] == 9_000_000_000)
        #expect(row.tallies[try place("startup_mean_s")].map { [$0.better, $0.worse, $0.equal] } == [0, 0, 15])
        #expect(row.verdict == .worse)
        let text = DecisionText.text(decision)
        let started = "the mean startup, stalls and bit rates are of the 15 sessions that start with every choice"
        #expect(text.contains("\nplayback does not start: breaks in 25; \(started)\n"))
        #expect(text.contains("\nbreaks does not start in 63 more of 100 sessions ("))
        #expect(
            text.contains(
                "); in the 15 sessions that start with every choice it starts as soon in each of them; cannot say "
                    + "which stalls in fewer sessions: too few sessions start with every choice\n"))
        #expect(text.contains("startup_median_s") && text.contains("  no start  "))
        // A number has a sign and a unit, and what never comes has neither.
        func words(_ name: String) throws -> String { DecisionFigures.difference(decision, 1, try place(name)) }
        #expect(try words("startup_median_s").hasPrefix("no start against "))
        #expect(try words("startup_median_s").hasSuffix(" s"))
        #expect(try words("not_started_percent").hasPrefix("+62.5"))
        #expect(try words("not_started_percent").hasSuffix(" of 100"))
    }

    @Test("what never starts is spared no stall: there is nothing to compare")
    func nothingStarts() throws {
        var (stalls, never) = (SessionOutcome(), SessionOutcome())
        stalls.startup = 1_000_000_000
        stalls.played = 60_000_000_000
        stalls.stalls = 3
        stalls.stallTime = 9_000_000_000
        let sessions = (0..<40).map { number in
            DecisionSession(number: number, circumstance: 0, seed: UInt64(number), outcomes: [stalls, never])
        }
        let decision = Self.decision(sessions, choices: ["stalls", "never"], metrics: DecisionMetric.all)
        let row = decision.rows[1]
        for name in ["stalled_percent", "never_resumed_percent", "exit_in_stall_percent", "startup_mean_s"] {
            let index = try #require(decision.plan.metrics.firstIndex { $0.name == name })
            #expect(row.findings[index] == .incomparable && row.values[index] == nil, "\(name)")
        }
        let stalled = try #require(decision.plan.metrics.firstIndex { $0.name == "stalled_percent" })
        #expect(row.tallies[stalled].map { [$0.better, $0.worse, $0.equal] } == [0, 0, 0])
        #expect(row.verdict == .worse)
        let text = DecisionText.text(decision)
        #expect(text.contains("\nnever does not start in 100 more of 100 sessions (") && !text.contains("fewer"))
        #expect(text.contains("\nplayback does not start: never in 40; no session starts with every choice\n"))
    }

    @Test("sessions are counted better or worse in a figure if they are among those that it is made of")
    func counted() throws {
        let sessions = (0..<60).map { number in
            DecisionSession(
                number: number, circumstance: 0, seed: UInt64(number),
                outcomes: (0..<3).map { choice in
                    var outcome = SessionOutcome()
                    // The first never starts in 20 of them, in which the others stall, and the third in another one.
                    let starts = choice == 0 ? number >= 20 : choice == 1 || number != 59
                    if starts { outcome.startup = 1_000_000_000 - Int64(choice) * (number < 30 ? 500_000_000 : 0) }
                    if starts, number < 20 || number == 30 { (outcome.stalls, outcome.exit) = (1, .inStall) }
                    outcome.endsStalled = outcome.stalls > 0
                    return outcome
                })
        }
        let decision = Self.decision(sessions, choices: ["a", "b", "c"], metrics: DecisionMetric.all)
        func counts(_ name: String, _ choice: Int) throws -> [Int] {
            let index = try #require(decision.plan.metrics.firstIndex { $0.name == name })
            let tally = try #require(decision.rows[choice].tallies[index])
            return [tally.better, tally.worse, tally.equal]
        }
        #expect(decision.startedCount == 39)
        for name in ["stalled_percent", "never_resumed_percent", "exit_in_stall_percent"] {
            #expect(try counts(name, 1) == [0, 0, 39] && counts(name, 2) == [0, 0, 39], "\(name)")
        }
        #expect(try counts("startup_mean_s", 1) == [10, 0, 29] && counts("startup_mean_s", 2) == [10, 0, 29])
        #expect(try counts("not_started_percent", 1) == [20, 0, 40])
        #expect(try counts("not_started_percent", 2) == [20, 1, 39])
    }

    @Test("a choice that starts where the other never does is not blamed for how it plays there")
    func startsMore() throws {
        var (good, poor, never) = (SessionOutcome(), SessionOutcome(), SessionOutcome())
        (good.startup, good.played) = (1_000_000_000, 60_000_000_000)
        (good.playedBytes, good.playedMedia) = (6_000_000, 60_000_000_000)
        poor = good
        (poor.stalls, poor.stallTime, poor.playedBytes) = (4, 30_000_000_000, 600_000)
        never.bytes = 1
        let sessions = (0..<80).map { number in
            DecisionSession(
                number: number, circumstance: 0, seed: UInt64(number),
                outcomes: number % 4 == 0 ? [never, poor] : [good, good])
        }
        let decision = Self.decision(sessions, choices: ["gives up", "goes on"], metrics: DecisionMetric.all)
        let row = decision.rows[1]
        #expect(row.verdict == .better)
        for name in ["stalled_percent", "stall_time_an_hour_s", "average_bitrate_kbps"] {
            let index = try #require(decision.plan.metrics.firstIndex { $0.name == name })
            // No session differs in a stall; 60 of them are too few to say that hardly any does.
            let isOpen = if case .undecided? = row.findings[index] { true } else { false }
            #expect(isOpen == (name == "stalled_percent") && (isOpen || row.findings[index] == .same), "\(name)")
        }
        #expect(DecisionWords.worseBesides(decision, 1) == nil)
        let alone = "of the 20 sessions that start with goes on and not with gives up, all stall, for 30.0 s"
        #expect(DecisionText.text(decision).contains("\n  O\(alone.dropFirst()) in the mean\n"))
    }

    @Test("of the few sessions that start with every choice nothing is known", arguments: [1, 5, 19])
    func fewStart(count: Int) throws {
        var (early, late, never) = (SessionOutcome(), SessionOutcome(), SessionOutcome())
        (early.startup, late.startup, late.stalls) = (500_000_000, 2_000_000_000, 1)
        (early.played, late.played) = (60_000_000_000, 60_000_000_000)
        never.bytes = 1
        let sessions = (0..<300).map { number in
            DecisionSession(
                number: number, circumstance: 0, seed: UInt64(number),
                outcomes: number < count ? [early, late] : [never, never])
        }
        let decision = Self.decision(sessions, choices: ["early", "late"], metrics: DecisionMetric.all)
        for name in ["startup_mean_s", "stalled_percent", "stall_time_an_hour_s"] {
            let index = try #require(decision.plan.metrics.firstIndex { $0.name == name })
            if count > 1 || name != "stall_time_an_hour_s" {
                #expect(decision.rows[1].values[index] != nil, "\(name)")
            }
            if decision.rows[1].findings[index] == .same { continue }
            #expect(decision.rows[1].findings[index] == .undecided(.unknown), "\(name)")
        }
        #expect(decision.rows[1].verdict == .undecided)
        #expect(VerdictSentence.text(decision, 1).hasSuffix("too few sessions start with every choice"))
    }

    @Test("few sessions are said to be few, and what nobody draws is exact")
    func evidence() {
        let few = Self.decision(1, 12, second: 0.5)
        #expect(few.evidence == .tooFew(Decision.Sample(sessions: 12), .altogether))
        #expect(few.rows[1].verdict == .undecided)
        #expect(DecisionText.text(few).contains("1: cannot say: 12 sessions are too few to know how others"))
        var (early, late) = (SessionOutcome(), SessionOutcome())
        (early.startup, late.startup) = (1_000_000_000, 3_000_000_000)
        let sessions = [DecisionSession(number: 0, circumstance: 0, seed: 1, outcomes: [late, early])]
        let exact = Self.decision(sessions, choices: ["a", "b"], isExact: true)
        #expect(exact.evidence == .exact)
        #expect(DecisionText.text(exact).contains("\nb starts 2.0 s sooner and stalls in as many sessions\n"))
    }

    @Test("a share that is worse besides is told of 100 sessions, and not as a part of what there is")
    func shareBesides() {
        let sessions = (0..<400).map { number in
            let outcomes = [40, 4].map { every in
                var outcome = SessionOutcome()
                (outcome.startup, outcome.exit) = (1_000_000_000, number % every == 0 ? .inStall : nil)
                return outcome
            }
            return DecisionSession(number: number, circumstance: 0, seed: UInt64(number), outcomes: outcomes)
        }
        let metrics = DecisionMetric.all.filter { $0.name == "exit_in_stall_percent" }
        let decision = Self.decision(sessions, choices: ["a", "b"], metrics: metrics)
        let words = "Worse besides: Viewers who leave in a stall (+22.50 of 100)"
        #expect(DecisionWords.worseBesides(decision, 1) == words)
    }

    // MARK: Made up

    /// Sessions of which with every choice but the first `second` more stall than the 3 % that chance has stalling.
    private static func sessions(_ draw: UInt64, _ size: Int, second: Double, choices: Int) -> [DecisionSession] {
        var stream = RandomStream(seed: draw, name: "planted")
        func happens(_ share: Double) -> Bool { stream.below(1_000_000) < UInt64(share * 1_000_000) }
        return (0..<size).map { number in
            let outcomes = (0..<choices).map { choice in
                var outcome = SessionOutcome()
                outcome.startup = 2_000_000_000 + Int64(stream.below(1_000_000_000))
                outcome.stalls = happens(choice == 0 ? 0.0325 : 0.0325 + second) ? 1 : 0
                (outcome.played, outcome.bytes) = (60_000_000_000, 5_000_000)
                return outcome
            }
            return DecisionSession(number: number, circumstance: 0, seed: UInt64(number), outcomes: outcomes)
        }
    }

    private static func decision(
        _ draw: UInt64, _ size: Int, second: Double, choices: Int = 2,
        resamples: Int = DecidingStatisticsTests.resamples
    ) -> Decision {
        decision(
            sessions(draw, size, second: second, choices: choices), choices: (0..<choices).map { String($0) },
            resamples: resamples)
    }

    private static func decision(
        _ sessions: [DecisionSession], choices: [String], baseline: Int = 0, isExact: Bool = false,
        resamples: Int = DecidingStatisticsTests.resamples, metrics: [DecisionMetric] = DecisionMetric.headline
    ) -> Decision {
        let circumstance = Circumstance(path: "a.json", name: "", settings: [], trace: nil, isExact: isExact)
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: choices.map { [$0] }, baseline: baseline, circumstanceKeys: [],
            circumstances: [circumstance], metrics: metrics)
        var summary = DecisionSummary(plan)
        for session in sessions { summary.add(session) }
        return Decision(summary, resamples: resamples)
    }
}
