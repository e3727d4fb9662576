import PlayerModel

/// The outcomes of each alternative in the session of one log: over every network that could have made it, and
/// over the naive one.
package struct WhatIfSession: Sendable {
    /// The outcome of one alternative over one network.
    package struct Outcome: Sendable {
        let outcome: SessionOutcome?
        let busy: Counterfactual.BusyTime
    }

    package let memberCount: Int
    /// By choice and member.
    let outcomes: [[Outcome]]
    /// By choice.
    let naive: [SessionOutcome?]

    /// Runs each scenario, an alternative each, over every member: `map` does pieces of work, each by its number. The
    /// session that was logged sent its first request at `firstRequest`, on the clock of the scenarios.
    package init(
        _ scenarios: [Scenario], _ inference: Inference, firstRequest: Instant,
        map: (Int, @escaping @Sendable (Int) -> Result<Outcome, SessionError>) -> [Result<Outcome, SessionError>]
    ) throws(SessionError) {
        memberCount = inference.members.count
        let count = inference.members.count + 1
        let zero = inference.log.zero(firstRequestAt: firstRequest)
        let results = map(scenarios.count * count) { index in
            let (scenario, member) = (scenarios[index / count], index % count)
            let own =
                member == inference.members.count
                ? Counterfactual.naive(scenario, inference, from: zero)
                : Counterfactual.scenario(scenario, over: inference.members[member].laid(at: zero), of: inference)
            do throws(SessionError) {
                let run = try Run(own).player(0)
                return .success(
                    Outcome(outcome: SessionOutcome(run), busy: Counterfactual.busyTime(run, inference, from: zero)))
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

    /// Whether the figures over a member are in means of several logs.
    func isInMeans(_ measure: WhatIfMeasure, _ member: Int) -> Bool {
        measure.isInMeans(outcomes.map { $0[member].outcome })
    }

    /// Likewise, over the naive network.
    func isInMeansNaively(_ measure: WhatIfMeasure) -> Bool { measure.isInMeans(naive) }

    /// The figure of a choice over all members, in base units. A start that never comes is later than all others and
    /// `Int64.max`; any other figure is over those members where there is one, and nil where there is none.
    package func spread(_ choice: Int, _ measure: WhatIfMeasure) -> Band? {
        let values = (0..<memberCount).map { value(choice, $0, measure) }
        let own = measure == .startup ? values.map { $0 ?? .max } : values.compactMap { $0 }
        return own.isEmpty ? nil : Band(of: own)
    }

    /// The difference from the first choice, over the members where one of the two starts, or both have the figure; nil
    /// where there are none. `Int64.max` is that of a start that never comes, `Int64.min` where the first never does.
    package func difference(_ choice: Int, _ measure: WhatIfMeasure) -> Band? {
        let differences = (0..<memberCount).compactMap { member -> Int64? in
            let (own, first) = (value(choice, member, measure), value(0, member, measure))
            guard measure == .startup, (own == nil) != (first == nil) else {
                return difference(choice, member, measure)
            }
            return own == nil ? .max : .min
        }
        return differences.isEmpty ? nil : Band(ofDifferences: differences)
    }

    /// The difference over one member; nil where one of the two has no figure.
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
        return all > 0 ? roundedShare(untold, of: all) : nil
    }

    /// The share of networks over which that becomes of a choice, in millionths.
    package func share(_ choice: Int, _ share: WhatIfShare) -> Int64 {
        let count = outcomes[choice].count { $0.outcome.map(share.holds) ?? false }
        return roundedShare(Int64(count), of: Int64(max(1, memberCount)))
    }
}
