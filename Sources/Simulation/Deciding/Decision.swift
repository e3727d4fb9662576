import PlayerModel

/// Choices, of which one is the baseline, in the same sessions.
///
///     Decision ─ choices, circumstances, metrics
///       ├ sessions ─ by choice, a `SessionOutcome`
///       └ rows ─ by choice: figures, differences from the baseline, a `ChoiceVerdict` on each
///
/// `autowait compare` runs the sessions; `DecisionText` shows this to people and `DecisionLines` to programs, all with
/// the same figures. Nothing here depends on the order in which sessions were run.
package struct Decision: Sendable {
    /// How sure one can be of a difference.
    package enum Evidence: Equatable, Sendable {
        /// Nothing was drawn at random: the figures are those of these circumstances, and there is nothing to doubt.
        case exact
        /// So many were drawn of what varies, and others would have come out otherwise.
        case sampled(Int, Sampled)
        /// There are too few of them to know how they vary.
        case tooFew(Int, Sampled)
    }

    /// The thing of which there are many.
    package enum Sampled: Equatable, Sendable {
        case sessions, traces

        package var name: String { self == .sessions ? "sessions" : "traces" }
    }

    /// The sessions in which a choice does better than the baseline, worse, or as well.
    package struct Tally: Equatable, Sendable {
        package var better = 0
        package var worse = 0
        package var equal = 0
    }

    package struct Row: Sendable {
        /// By metric, the figure; nil where there is none, or where it is a start that never comes.
        package let values: [Int64?]
        /// By metric, the difference from the baseline; nil of the baseline.
        package let differences: [Estimate?]
        package let findings: [Finding?]
        /// By metric, how sessions compare; nil where a session has no figure of its own.
        package let tallies: [Tally?]
        /// Whether all sessions are as with the baseline, in everything that was looked at.
        package let isSame: Bool
        /// Nil of the baseline.
        package let verdict: ChoiceVerdict?
    }

    package let choiceKeys: [String]
    /// By choice, the value of every key, as it was typed.
    package let choices: [[String]]
    package let baseline: Int
    package let circumstanceKeys: [String]
    package let circumstances: [Circumstance]
    package let metrics: [DecisionMetric]
    package let sessions: [DecisionSession]
    package let evidence: Evidence
    package let rows: [Row]

    /// Fewer than this are no sample: measured, intervals from fewer clusters miss the truth too often.
    package static let fewest = 20

    package init(
        choiceKeys: [String], choices: [[String]], baseline: Int, circumstanceKeys: [String],
        circumstances: [Circumstance], metrics: [DecisionMetric], sessions: [DecisionSession],
        resamples: Int = PairedBootstrap.usualResamples
    ) {
        self.choiceKeys = choiceKeys
        self.choices = choices
        self.baseline = baseline
        self.circumstanceKeys = circumstanceKeys
        self.circumstances = circumstances
        self.metrics = metrics
        self.sessions = sessions
        let (clusters, evidence) = Self.clusters(circumstances, sessions)
        self.evidence = evidence
        let outcomes = choices.indices.map { choice in sessions.map { $0.outcomes[choice] } }
        let figures = metrics.map { $0.figure(outcomes) }
        // The verdict's metrics hold together; those in which nothing differs have nothing to hold.
        let headline = metrics.indices.filter { DecisionMetric.headline.contains(metrics[$0]) }
        let families = [headline] + metrics.indices.filter { !headline.contains($0) }.map { [$0] }
        let bootstrap = PairedBootstrap(clusters, baseline: baseline, seed: Self.seed, resamples: resamples)
        let differences: [[Estimate?]]
        switch evidence {
        case .exact: differences = bootstrap.exactDifferences(figures)
        case .tooFew: differences = bootstrap.unboundedDifferences(figures)
        case .sampled: differences = bootstrap.differences(figures, families: families)
        }
        rows = choices.indices.map { choice in
            let (own, isBaseline) = (differences.map { $0[choice] }, choice == baseline)
            let findings = metrics.indices.map { index -> Finding? in
                let isSame = !figures[index].differs(choice, baseline)
                return isBaseline ? nil : Finding(metrics[index], own[index], evidence, isSame: isSame)
            }
            let isSame = outcomes[choice] == outcomes[baseline]
            let headline = headline.compactMap { index in
                findings[index].map { (metric: metrics[index], finding: $0) }
            }
            return Row(
                values: figures.map { Estimate.whole($0.values[choice]) }, differences: own, findings: findings,
                tallies: metrics.map { isBaseline ? nil : $0.tally(outcomes[choice], outcomes[baseline]) },
                isSame: isSame, verdict: isBaseline ? nil : ChoiceVerdict(headline, isSame: isSame))
        }
    }

    /// The name of a choice: its values.
    package func name(_ choice: Int) -> String { choices[choice].map { $0.onOneLine }.joined(separator: ", ") }

    /// The seed of all resamples: the same sessions give the same intervals.
    private static let seed: UInt64 = 16

    /// The clusters of all sessions: traces, where there are several, and else sessions.
    private static func clusters(
        _ circumstances: [Circumstance], _ sessions: [DecisionSession]
    ) -> (Clusters, Evidence) {
        var traces: [String] = []
        for case let trace? in circumstances.map({ $0.trace }) where !traces.contains(trace) { traces.append(trace) }
        traces.sort { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        let sampled: Sampled = traces.count > 1 ? .traces : .sessions
        let groups = sessions.map { session -> (stratum: Int, cluster: Int) in
            let circumstance = circumstances[session.circumstance]
            if sampled == .traces, let place = circumstance.trace.flatMap({ traces.firstIndex(of: $0) }) {
                return (stratum: -1, cluster: place)
            }
            // The players of a run have one network, and all sessions of an exact circumstance are one.
            return (
                stratum: session.circumstance,
                cluster: circumstance.isExact ? 0 : Int(truncatingIfNeeded: session.seed)
            )
        }
        let clusters = Clusters(groups)
        // By stratum, whether others might have been drawn: of traces, or of seeds.
        let isDrawn = clusters.strata.indices.map { place in
            let first = groups.indices.first { clusters.strata[place].contains(clusters.ofSession[$0]) } ?? 0
            return groups[first].stratum < 0 || !circumstances[groups[first].stratum].isExact
        }
        let counts = zip(clusters.strata, isDrawn).filter { $0.1 }.map { $0.0.count }
        guard let least = counts.min() else { return (clusters, .exact) }
        let count = sampled == .traces ? traces.count : counts.reduce(0, +)
        return (clusters, least < 2 || count < fewest ? .tooFew(count, sampled) : .sampled(count, sampled))
    }
}
