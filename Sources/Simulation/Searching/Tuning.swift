import PlayerModel

/// The result of a search for numbers, judged on sessions that had no part in it.
///
///     ParameterSearch ─ settings ─▶ sessions to choose on ─▶ Trial
///       └ the best, or the front ─▶ sessions held out ─▶ DecisionSummary ─▶ Tuning
package struct Tuning: Sendable {
    package enum Verdict: String, CaseIterable, Sendable {
        /// The parameters make no difference in any session.
        case same
        /// No setting has a value of the objective.
        case none
        /// No other setting does better than the scenario's own.
        case own
        /// The best does better in the sessions held out, too; or worse; or it cannot be told.
        case better, worse, undecided
        case tooFew = "too few"
        /// There is one session alone, in which the best was chosen.
        case unchecked
        /// There are two objectives, and so no single best.
        case front
    }

    package let search: ParameterSearch
    package let holdOut: HoldOut.Kind
    /// The number of sessions that settings were chosen on.
    package let chosenOn: Int
    /// The places of the settings that were judged, behind the scenario's own.
    package let candidates: [Int]
    /// The scenario's own setting, and the candidates, in the sessions held out; nil without candidates.
    package let decision: Decision?
    /// By candidate and objective.
    package let differences: [[ObjectiveDifference]]
    package let plan: DecisionPlan
    /// The places of settings beside the best that nothing tells from it in the sessions held out.
    private let tied: [Int]

    /// Settings in the sessions held out: their places, and what became of them, the first being the baseline.
    package struct Judged: Sendable {
        package let places: [Int]
        package let summary: DecisionSummary

        package init(_ places: [Int], _ summary: DecisionSummary) { (self.places, self.summary) = (places, summary) }
    }

    /// `candidates` are behind the scenario's own setting, and the settings `around` behind the best.
    package init(
        _ search: ParameterSearch, _ plan: DecisionPlan, _ holdOut: HoldOut.Kind, chosenOn: Int,
        candidates: Judged?, around: Judged? = nil, resamples: Int? = nil
    ) {
        (self.search, self.plan, self.holdOut, self.chosenOn) = (search, plan, holdOut, chosenOn)
        self.candidates = candidates.map { Array($0.places.dropFirst()) } ?? []
        decision = candidates.map { Decision($0.summary, resamples: resamples) }
        differences = self.candidates.indices.map { place in
            search.objectives.compactMap { candidates?.summary.difference($0, place + 1, resamples: resamples) }
        }
        var tied: [Int] = []
        if let around {
            for (choice, place) in around.places.enumerated().dropFirst() {
                let difference = around.summary.difference(
                    search.objectives[0], choice, resamples: resamples, allowingUnseen: false)
                let isAsGood = Drawback.allCases.allSatisfy { drawback in
                    around.summary.mishaps.counts(of: drawback.metric).map { $0[choice] <= $0[0] } ?? true
                }
                if isAsGood, difference.isBounded, difference.low <= 0, difference.high >= 0 { tied.append(place) }
            }
        }
        self.tied = tied
    }

    /// The settings that are worth to be judged: the best, or those on the front; not the scenario's own.
    package static func candidates(_ search: ParameterSearch) -> [Int] {
        search.allAreSame ? [] : search.leaders.filter { $0 != 0 }
    }

    /// The best, and the nearest settings that differ from it in one parameter alone; none where there is no best.
    package static func surroundings(_ search: ParameterSearch) -> [Int] {
        guard !search.allAreSame, search.objectives.count == 1, let best = search.best else { return [] }
        return [best]
            + search.parameters.indices.flatMap { index in
                let line = search.line(through: best, along: index)
                let middle = line.firstIndex(of: best) ?? 0
                return line[max(0, middle - mostBeside)..<min(line.count, middle + mostBeside + 1)]
            }
            .filter { $0 != best }
    }

    /// More settings than this on either side are not looked at.
    private static let mostBeside = 12

    package var verdict: Verdict {
        if search.allAreSame { return .same }
        guard let best = search.best else { return .none }
        if search.objectives.count > 1 { return .front }
        guard best != 0, let difference = differences.first?.first else { return .own }
        if holdOut == .nothing { return .unchecked }
        if case .tooFew? = decision?.evidence { return .tooFew }
        let objective = search.objectives[0]
        // A setting with a drawback is no win, whatever else it does.
        if drawback(0) != nil { return .worse }
        let ends =
            objective.goal == .minimise ? (difference.low, difference.high) : (-difference.high, -difference.low)
        // A setting of its own that has one is no better for what is left.
        return ends.1 < 0 ? .better : ends.0 > 0 && ownDrawback == nil ? .worse : .undecided
    }

    /// The reason why a candidate is not taken in the place of the scenario's own setting, in the sessions held out.
    func drawback(_ candidate: Int) -> Drawback? { drawback(candidate + 1, beside: 0) }

    /// The same of two choices of the decision, of which the first is the scenario's own setting.
    private func drawback(_ choice: Int, beside other: Int) -> Drawback? {
        guard let decision else { return nil }
        func isMore(_ counts: [Int], _ metric: DecisionMetric, _ one: Int, _ than: Int) -> Bool {
            Int64(counts[one] - counts[than]) * 1_000_000 > metric.margin * Int64(decision.sessionCount)
        }
        for drawback in Drawback.allCases {
            guard let counts = decision.mishaps.counts(of: drawback.metric) else { continue }
            if isMore(counts, drawback.metric, choice, other) { return drawback }
            // What starts where the other does not may fail there, and what does not fail may stand still.
            if isMore(counts, drawback.metric, other, choice) { return nil }
        }
        return nil
    }

    /// The reason why the scenario's own setting is none to take, beside another, in the sessions to choose on or in
    /// those held out.
    var ownDrawback: Drawback? { search.drawback(0) ?? ownDrawbackHeldOut }

    /// The same, in the sessions held out alone.
    var ownDrawbackHeldOut: Drawback? {
        candidates.indices.lazy.compactMap { drawback(0, beside: $0 + 1) }.first
    }

    /// By candidate, and of the scenario's own setting, whether another of them is as good in all objectives in the
    /// sessions held out, and better in one. It beats none beside which it has a drawback.
    package var beaten: (candidates: [Bool], own: Bool) {
        let values = differences.map { own in own.map { $0.tuned } } + differences.prefix(1).map { $0.map { $0.own } }
        let losses = values.map { own in zip(search.objectives, own).map { $0.loss($1) ?? .infinity } }
        func choice(_ place: Int) -> Int { place == candidates.count ? 0 : place + 1 }
        let beaten = losses.indices.map { own in
            losses.indices.contains { other in
                guard drawback(choice(other), beside: choice(own)) == nil else { return false }
                let pairs = zip(losses[other], losses[own])
                return pairs.allSatisfy { $0 <= $1 } && pairs.contains { $0 < $1 }
            }
        }
        return (Array(beaten.prefix(candidates.count)), beaten.last ?? false)
    }

    /// Whether the best is to be taken.
    package var isTaken: Bool {
        switch verdict {
        case .better, .unchecked: true
        case .same, .none, .own, .worse, .undecided, .tooFew, .front: false
        }
    }

    // MARK: Words on settings

    /// The names of the parameters: the last of their paths, or the whole where two are alike.
    package static func names(_ parameters: [TunedParameter]) -> [String] {
        parameters.map { parameter in
            let name = parameter.key.name
            return parameters.count { $0.key.name == name } > 1 ? parameter.key.path : name
        }
    }

    /// `start_s=3.6`.
    package static func label(_ setting: [Int64], _ parameters: [TunedParameter]) -> String {
        zip(zip(names(parameters), parameters), setting).map { "\($0.0)=\($0.1.text($1))" }.joined(separator: ", ")
    }

    func label(_ place: Int) -> String { Self.label(search.trials[place].setting, search.parameters) }

    // MARK: Around the best

    /// By parameter, the values around the best that nothing tells from it, the others being as they are.
    package func plateaus(_ best: Int) -> [ClosedRange<Int64>] {
        search.parameters.indices.map { index in
            let line = search.line(through: best, along: index)
            let middle = line.firstIndex(of: best) ?? 0
            let below = line[..<middle].reversed().prefix { tied.contains($0) }.last ?? best
            let above = line[(middle + 1)...].prefix { tied.contains($0) }.last ?? best
            return search.trials[below].setting[index]...search.trials[above].setting[index]
        }
    }
}
