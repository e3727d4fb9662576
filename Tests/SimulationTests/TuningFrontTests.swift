import Testing

@testable import Simulation

@Suite("A tuning by two objectives")
struct TuningFrontTests {
    /// A setting's share of sessions that stall, in percent, and its startup in seconds.
    typealias Values = (stalled: Double, startup: Double)

    /// `notStarted` is in how many of a million sessions playback does not start with a start_s of 2.
    private static func search(
        _ values: String, notStarted: Int64 = 0, _ result: (Int64) -> Values
    ) throws -> ParameterSearch {
        let root = try JSONReader.read(Array(#"{"player": {"keep_up": "fixed-seconds"}}"#.utf8), source: 0).root
        let key = try ParameterKey("player.keep_up.start_s", in: root, of: ScenarioFormat.whole.shape)
        let objectives = try Objective.all("stalled_percent,startup_mean_s", .minimise)
        var search = ParameterSearch([try TunedParameter(key, values)], objectives, rounds: 0)
        search.run { settings in
            settings.map { setting in
                let seconds = setting[0] / 1_000_000_000
                let own = result(seconds)
                return Trial(
                    setting: setting, values: [own.stalled, own.startup], isSame: false,
                    share: { $0 == .startsLess && seconds == 2 ? notStarted : 0 })
            }
        }
        return search
    }

    private static func plan(_ choices: [String]) -> DecisionPlan {
        DecisionPlan(
            choiceKeys: ["setting"], choices: choices.map { [$0] }, baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a.json", name: "", settings: [], trace: nil, isExact: false)],
            metrics: DecisionMetric.headline)
    }

    /// A start_s of 2, which is the scenario's own, and of 6: what they come to where they are chosen, and elsewhere.
    /// With one of them playback does not start in so many of a hundred; with the own in as many where it is chosen.
    private static func tuning(
        _ chosen: [Values], heldOut: [Values], missing: Int, with choice: Int = 1
    ) throws -> Tuning {
        let search = try search("2,6", notStarted: choice == 0 ? Int64(missing) * 10_000 : 0) {
            $0 == 2 ? chosen[0] : chosen[1]
        }
        var summary = DecisionSummary(plan(["start_s=2", "start_s=6"]))
        for number in 0..<100 {
            let outcomes = heldOut.enumerated().map { place, own in
                var outcome = SessionOutcome()
                if place == choice, number < missing { return outcome }
                (outcome.startup, outcome.played) = (Int64(own.startup * 1e9), 60_000_000_000)
                outcome.stalls = Double(number) < own.stalled ? 1 : 0
                return outcome
            }
            summary.add(
                DecisionSession(number: number, circumstance: 0, seed: UInt64(number), outcomes: outcomes))
        }
        return Tuning(
            search, plan(["start_s=2"]), .seeds, chosenOn: 100, candidates: Tuning.Judged([0, 1], summary),
            resamples: 199)
    }

    private static let beats: [Values] = [(100, 9), (0, 5)]
    private static let trades: [Values] = [(100, 1), (0, 9)]

    @Test(
        "marks each setting by the sessions held out, the scenario's own too",
        arguments: [
            (beats, [(0, 2), (100, 6)], 0, ", beaten where settings were chosen", "beaten there"),
            (beats, [(0, 6), (100, 2)], 0, ", beaten where settings were chosen", "2.000"),
            (beats, [(100, 6), (0, 2)], 0, ", and beaten", "2.000"),
            (trades, [(0, 2), (0, 6)], 0, "", "beaten there"), (trades, [(0, 2), (0, 2)], 0, "", "2.000"),
            (trades, [(100, 2), (0, 2)], 0, ", beaten there", "2.000"),
            // What fewer sessions start with is not better for it.
            (trades, [(100, 2), (0, 2)], 6, "", "fewer sessions start"),
        ] as [([Values], [Values], Int, String, String)])
    func marks(chosen: [Values], heldOut: [Values], missing: Int, own: String, other: String) throws {
        let tuning = try Self.tuning(chosen, heldOut: heldOut, missing: missing)
        let text = TuningText.text(tuning, block: nil)
        #expect(text.contains("\nin the sessions held out  stalled_percent  startup_mean_s\n"), "\(text)")
        let lines = text.split(separator: "\n")
        for (label, words) in [("  start_s=2 ", "  the scenario's own\(own)"), ("  start_s=6 ", other)] {
            let line = try #require(lines.first { $0.hasPrefix(label) }, "\(text)")
            #expect(line.hasSuffix(words), "\(text)")
        }
        let count = chosen[1].startup > chosen[0].startup ? "2 of 2 settings are" : "1 of 2 settings is"
        let both = "beaten by no other in both of stalled_percent and startup_mean_s, in the sessions to choose on\n"
        #expect(text.hasPrefix("\(count) \(both)"), "\(text)")
    }

    @Test(
        "the scenario's own beats none with which more sessions start, and is none to take",
        arguments: [
            ([(0, 2), (100, 6)], ", and fewer sessions start with it", "6.000"),
            ([(100, 6), (0, 2)], ", beaten there, and fewer sessions start with it", "2.000"),
        ] as [([Values], String, String)])
    func seldom(heldOut: [Values], own: String, other: String) throws {
        let tuning = try Self.tuning([(0, 2), (100, 6)], heldOut: heldOut, missing: 6, with: 0)
        let text = TuningText.text(tuning, block: nil)
        #expect(text.hasPrefix("1 of 2 settings is beaten by no other"), "\(text)")
        let lines = text.split(separator: "\n")
        for (label, words) in [("  start_s=2 ", "  the scenario's own\(own)"), ("  start_s=6 ", other)] {
            let line = try #require(lines.first { $0.hasPrefix(label) }, "\(text)")
            #expect(line.hasSuffix(words), "\(text)")
        }
    }

    /// One in which settings do not differ in the sessions held out.
    private static func tuning(_ search: ParameterSearch) -> Tuning {
        let places = [0] + search.front.filter { $0 != 0 }
        var summary = DecisionSummary(plan(places.map { "start_s=\(search.trials[$0].setting[0])" }))
        for number in 0..<100 {
            let outcomes = places.map { _ in
                var outcome = SessionOutcome()
                (outcome.startup, outcome.played) = (2_000_000_000, 60_000_000_000)
                return outcome
            }
            summary.add(
                DecisionSession(number: number, circumstance: 0, seed: UInt64(number), outcomes: outcomes))
        }
        return Tuning(
            search, plan(["start_s=2"]), .seeds, chosenOn: 100, candidates: Tuning.Judged(places, summary),
            resamples: 199)
    }

    /// From 1 to 12, each stalls less than the one before it, and starts later.
    @Test("of many settings those with the least of the first objective are shown, and it is said which that is")
    func shown() throws {
        let values = (1...12).map { String($0) }.joined(separator: ",")
        let search = try Self.search(values) { (Double(12 - $0), Double($0)) }
        let text = TuningText.text(Self.tuning(search), block: nil)
        let order = "in stalled_percent, then in startup_mean_s"
        #expect(text.contains("\n(the best 10 of 12 \(order); '--format csv' has all)\n"), "\(text)")
    }

    /// By start_s, the values where settings are chosen; 4 is the first of those without a stall.
    @Test(
        "counts what has the values of a setting on the front, and says which that is",
        arguments: [
            (
                [1: (10, 3), 2: (10, 3), 4: (0, 7), 6: (0, 7), 8: (0, 9)], "4 of 5 settings are ",
                "; they come to 2 different trades",
                ["as start_s=4, CHOSEN: start_s=6", "as start_s=2, CHOSEN: start_s=1"]
            ),
            (
                [1: (10, 9), 2: (10, 9), 4: (0, 7), 6: (0, 7), 8: (0, 7)], "3 of 5 settings are ",
                "; they all come to the same", ["as start_s=4, CHOSEN: start_s=6; start_s=8"]
            ),
            ([1: (10, 3), 2: (11, 3), 4: (0, 7), 6: (0, 8), 8: (0, 9)], "2 of 5 settings are ", "", []),
        ] as [([Int64: Values], String, String, [String])])
    func ties(values: [Int64: Values], head: String, tail: String, alike: [String]) throws {
        let search = try Self.search("1,2,4,6,8") { values[$0] ?? (0, 0) }
        let text = TuningText.text(Self.tuning(search), block: nil)
        let chosen = "in the sessions to choose on"
        let both = "beaten by no other in both of stalled_percent and startup_mean_s, "
        #expect(text.hasPrefix(head + both + chosen + tail + "\n"), "\(text)")
        #expect(
            text.split(separator: "\n").filter { $0.hasPrefix("as ") }.map { String($0) }
                == alike.map { $0.replacing("CHOSEN", with: chosen) }, "\(text)")
    }

    private static let keep = "keep start_s=2: "

    /// By start_s, the values where settings are chosen.
    @Test(
        "says what is as the scenario's own, and what is worse",
        arguments: [
            (
                [2: (1, 1), 4: (1, 1), 6: (1, 1)], "start_s: no difference here: with all 3 settings ",
                " are as with start_s=2"
            ),
            ([2: (1, 1), 4: (1, 1), 6: (1, 2)], keep + "no other of 3 settings does better in either of ", ""),
            (
                [2: (1, 1), 4: (2, 1), 6: (1, 2)], keep + "it alone of 3 settings is beaten by no other in both of ",
                ""
            ),
        ] as [([Int64: Values], String, String)])
    func own(values: [Int64: Values], head: String, tail: String) throws {
        let search = try Self.search("2,4,6") { values[$0] ?? (0, 0) }
        let tuning = Tuning(search, Self.plan(["start_s=2"]), .seeds, chosenOn: 100, candidates: nil)
        #expect(
            TuningText.sentence(tuning)
                == head + "stalled_percent and startup_mean_s" + tail + ", in the sessions to choose on")
    }
}
