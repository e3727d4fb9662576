import PlayerModel

/// The outcomes of each alternative in the session of one log: over every network that could have made it, and
/// over the naive one.
package struct WhatIfSession: Sendable {
    /// The outcome of one alternative over one network.
    package struct Outcome: Sendable {
        let outcome: SessionOutcome?
        let busy: Counterfactual.BusyTime
    }

    /// A figure over the networks: the values below which 5, 50 and 95 % are, in base units; nil is never.
    package struct Spread: Equatable, Sendable {
        package let low: Int64?
        package let median: Int64?
        package let high: Int64?
    }

    package let choiceCount: Int
    package let memberCount: Int
    /// By choice and member.
    let outcomes: [[Outcome]]
    /// By choice.
    let naive: [SessionOutcome?]

    /// Runs each scenario, an alternative each, over every member: `map` does pieces of work, each by its number.
    package init(
        _ scenarios: [Scenario], _ inference: Inference,
        map: (Int, @escaping @Sendable (Int) -> Result<Outcome, SessionError>) -> [Result<Outcome, SessionError>]
    ) throws(SessionError) {
        (choiceCount, memberCount) = (scenarios.count, inference.members.count)
        let count = inference.members.count + 1
        let results = map(scenarios.count * count) { index in
            let (scenario, member) = (scenarios[index / count], index % count)
            let own =
                member == inference.members.count
                ? Counterfactual.naive(scenario, inference)
                : Counterfactual.scenario(scenario, over: inference.members[member], of: inference)
            do throws(SessionError) {
                let run = try Run(own).player(0)
                return .success(
                    Outcome(outcome: SessionOutcome(run), busy: Counterfactual.busyTime(run, inference)))
            } catch {
                return .failure(error)
            }
        }
        var outcomes: [[Outcome]] = []
        var naive: [SessionOutcome?] = []
        for choice in scenarios.indices {
            var own: [Outcome] = []
            for member in 0..<count { own.append(try results[choice * count + member].get()) }
            naive.append(own[count - 1].outcome)
            outcomes.append(Array(own.dropLast()))
        }
        (self.outcomes, self.naive) = (outcomes, naive)
    }

    func value(_ choice: Int, _ member: Int, _ measure: WhatIfMeasure) -> Int64? {
        outcomes[choice][member].outcome.flatMap { measure.value($0) }
    }

    package func naive(_ choice: Int, _ measure: WhatIfMeasure) -> Int64? {
        naive[choice].flatMap { measure.value($0) }
    }

    /// The figure of a choice over all members. A start that never comes is later than all others; any other figure is
    /// over those members where there is one.
    package func spread(_ choice: Int, _ measure: WhatIfMeasure) -> Spread {
        let values = (0..<memberCount).map { value(choice, $0, measure) }
        let own = measure == .startup ? values.map { $0 ?? .max } : values.compactMap { $0 }
        return own.isEmpty ? Spread(low: nil, median: nil, high: nil) : Self.spread(own)
    }

    /// The difference from the first choice, over the members where both have the figure; nil where none does.
    package func difference(_ choice: Int, _ measure: WhatIfMeasure) -> Spread? {
        let differences = (0..<memberCount).compactMap { difference(choice, $0, measure) }
        return differences.isEmpty ? nil : Self.spread(differences)
    }

    func difference(_ choice: Int, _ member: Int, _ measure: WhatIfMeasure) -> Int64? {
        guard let own = value(choice, member, measure), let first = value(0, member, measure) else { return nil }
        return own.subtractingClamped(first)
    }

    /// The share of a choice's busy time over all networks that the log does not tell, in millionths; nil where nothing
    /// was fetched. Of all together: a run that fails soon needs little of the log, and says nothing of how much the
    /// others need.
    package func extrapolated(_ choice: Int) -> Int64? {
        let all = outcomes[choice].reduce(Int64(0)) { $0.addingClamped($1.busy.all) }
        let untold = outcomes[choice].reduce(Int64(0)) { $0.addingClamped($1.busy.untold) }
        return all > 0 ? proportion(untold, 1_000_000, over: all, .down) : nil
    }

    /// The share of networks over which a choice's item fails, in millionths.
    package func failed(_ choice: Int) -> Int64 {
        let count = outcomes[choice].count { $0.outcome?.failed ?? false }
        return Int64(count) * 1_000_000 / Int64(max(1, memberCount))
    }

    private static func spread(_ values: [Int64]) -> Spread {
        let sorted = values.sorted()
        func known(_ percent: Int) -> Int64? {
            let value = Inference.quantile(sorted, percent)
            return value == .max ? nil : value
        }
        return Spread(low: known(5), median: known(50), high: known(95))
    }
}
