import PlayerModel

/// Choices, of which one is the baseline, in the same sessions.
///
///     DecisionPlan ─ choices, circumstances, metrics
///       └ DecisionSummary ◀─ DecisionSession: by choice, a `SessionOutcome`
///           └ Decision ─ rows by choice: figures, differences from the baseline, a `ChoiceVerdict` on each
///
/// `autowait compare` runs the sessions; `DecisionText` shows this to people and `DecisionLines` to programs, all with
/// the same figures. Nothing here depends on the order in which sessions were run.
package struct Decision: Sendable {
    /// How sure one can be of a difference.
    package enum Evidence: Equatable, Sendable {
        /// Nothing was drawn at random: the figures are those of these circumstances, and there is nothing to doubt.
        case exact
        /// So many were drawn of what varies, and others would have come out otherwise.
        case sampled(Sample)
        /// There are too few of them to know how they vary.
        case tooFew(Sample, Shortage)
    }

    package enum Shortage: Sendable {
        case altogether
        /// Some circumstances have one session alone, which shows nothing of others in them.
        case inCircumstances
    }

    /// The things that were drawn, which are the clusters.
    package struct Sample: Equatable, Sendable {
        /// The sessions over no trace, or all of them where sessions over a trace are no more alike than others.
        package var sessions = 0
        /// The traces, each with all of its sessions.
        package var traces = 0
        /// Whether several players share a network in each of `sessions`, so that they are runs.
        package var areRuns = false
        /// Whether no session has met half of the population's traces, or more: more sessions meet more of them.
        package var leavesTraces = false

        package init(sessions: Int = 0, traces: Int = 0) { (self.sessions, self.traces) = (sessions, traces) }

        package var count: Int { sessions + traces }

        /// `389 sessions and 11 traces`.
        package var words: String {
            let parts = [(sessions, areRuns ? "run" : "session"), (traces, "trace")].filter { $0.0 > 0 }
            return parts.map { NumberText.count($0.0, $0.1) }.joined(separator: " and ")
        }

        /// The things of which there would have to be more.
        package var name: String { words(areRuns ? "runs" : "sessions", "and", "traces") }

        /// One of these things.
        package var one: String { words(areRuns ? "run" : "session", "or", "trace") }

        private func words(_ own: String, _ between: String, _ trace: String) -> String {
            if traces == 0 || leavesTraces { return own }
            return sessions == 0 ? trace : "\(own) \(between) \(trace)"
        }
    }

    /// The sessions of a figure in which a choice does better than the baseline, worse, or as well: together they are
    /// those that the figure is made of.
    package struct Tally: Equatable, Sendable {
        package var better = 0
        package var worse = 0
        package var equal = 0
    }

    package struct Row: Sendable {
        /// By metric, the figure; nil where there is none. `Int64.max` is a start that never comes.
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

    /// A table of who does how in which circumstances. None of it is a verdict.
    package struct Matrix: Sendable {
        package struct Row: Sendable {
            /// Its place among all rows that there might be: of circumstances, their own.
            package let place: Int
            package let label: String
            /// The number of its sessions, and of those that start with every choice: its startups and stalls are of
            /// these.
            package let count: Int
            package let startedCount: Int
            /// By metric and choice.
            package let values: [[Int64?]]
            /// By metric and choice, how far it is from the baseline there; nil of the baseline, and of metrics that no
            /// table for people has.
            package let differences: [[MatrixDifference?]]
        }

        package let keys: [String]
        package let rows: [Row]
    }

    package let plan: DecisionPlan
    package let sessionCount: Int
    /// The sessions that an error has ended with one of the choices: no figure has them.
    package let failureCount: Int
    /// By choice, the sessions in which playback was asked for and had not come when they ended, and the like.
    package let mishaps: Mishaps
    /// By choice, those of them that `until_s` ended.
    package let cutOffBeforeStart: [Int]
    /// By choice, the sessions that `until_s` ended before their end.
    package let cutOff: [Int]
    /// The sessions that start with every choice: startups and stalls are of these.
    package let startedCount: Int
    /// The sessions or traces that were drawn, as far as any session of them starts with every choice; nil where no
    /// figure is of these.
    let startedThings: Int?
    /// By choice, those that start with every choice but this one.
    package let startedWithout: [Int]
    /// By choice, the sessions that start with it and not with the baseline, and the other way round.
    package let alone: [(own: StartedAlone, base: StartedAlone)]
    package let evidence: Evidence
    /// So many sessions of which none is more like another would say as much of how all are distributed; nil where
    /// nothing is drawn, or too little.
    package let independent: Int?
    /// Likewise, of those that start with every choice.
    package let independentStarted: Int?
    package let rows: [Row]
    package let matrices: [Matrix]
    /// By choice, the sessions that show its difference from the baseline.
    package let showcases: [Showcase]
    /// By choice, the distributions of startup, and of stall time in the sessions that start with every choice.
    package let startups: [Spectrum]
    package let stallTimes: [Spectrum]

    /// Fewer than this are no sample: measured, intervals from fewer clusters miss the truth too often.
    package static let fewest = 20

    /// The seed of all resamples: the same sessions give the same intervals.
    private static let seed: UInt64 = 16

    /// The number of resamples that intervals are read from.
    package let resamples: Int
    /// Whether so many resamples are enough for the intervals of all choices to hold together.
    let areEnough: Bool
    /// Which of several looks at growing sessions this is, from 1 on; 0 is the only one.
    package let look: Int

    /// `look` is for whoever looks again and again, and stops when it suits: the first look has half of the 5 %, the
    /// second a sixth, the third a twelfth, so that all together, however many, have no more than the 5 %.
    package init(_ summary: DecisionSummary, resamples: Int? = nil, look: Int = 0) {
        let plan = summary.plan
        self.plan = plan
        (sessionCount, failureCount) = (summary.sessionCount, summary.failureCount)
        (mishaps, cutOff) = (summary.mishaps, summary.cutOff)
        cutOffBeforeStart = summary.cutOffBeforeStart
        (startedCount, startedWithout) = (summary.startedCount, summary.startedWithout)
        alone = summary.alone
        showcases = summary.showcases
        let part = look == 0 ? 1 : look * (look + 1)
        matrices = summary.matrices(part: part)
        startups = summary.spectrum(.startup)
        stallTimes = summary.spectrum(.stallTime)
        let (clusters, evidence) = summary.clusters
        self.evidence = evidence
        if case .sampled = evidence {
            (independent, independentStarted) = (summary.independent, summary.independentStarted)
        } else {
            (independent, independentStarted) = (nil, nil)
        }
        let (metrics, figures) = (plan.metrics, summary.figures)
        // The verdict's metrics hold together; those in which nothing differs have nothing to hold.
        let headline = summary.headline
        let families = [headline] + metrics.indices.filter { !headline.contains($0) }.map { [$0] }
        let bootstrap = PairedBootstrap(
            clusters, baseline: plan.baseline, seed: Self.seed, resamples: resamples, part: part,
            most: max(1, headline.count) * (plan.choices.count - 1))
        (self.look, self.resamples, areEnough) = (look, bootstrap.resamples, bootstrap.areEnough)
        startedThings = headline.first { metrics[$0].isOfStarted }.map { figures[$0].seen }
        let differences: [[Estimate?]]
        switch evidence {
        case .exact: differences = bootstrap.exactDifferences(figures)
        case .tooFew: differences = bootstrap.unboundedDifferences(figures)
        case .sampled: differences = bootstrap.differences(figures, families: families)
        }
        let startup = metrics.firstIndex(of: .startup).flatMap { figures[$0].seen < Self.fewest ? nil : $0 }
        let carriers = evidence == .exact ? nil : startup.map { summary.carriers(of: $0) }
        rows = plan.choices.indices.map { choice in
            let isBaseline = choice == plan.baseline
            let own = metrics.indices.map { index in
                // Two starts that never come have no difference, whatever there is between.
                let isBeyondAll = figures[index].isBeyondAll(choice, plan.baseline)
                // Where nobody may leave, no session that is still to come differs in who does.
                let isSure = metrics[index].isOfLeaving && !plan.viewersMayLeave && !figures[index].differs[choice]
                return isBeyondAll || isSure ? nil : differences[index][choice]
            }
            let findings = metrics.indices.map { index -> Finding? in
                let isSame = !figures[index].differs[choice]
                let hasFigures =
                    [choice, plan.baseline].allSatisfy { !figures[index].values[$0].isNaN }
                    && (isSame || !figures[index].isBeyondAll(choice, plan.baseline))
                return isBaseline
                    ? nil
                    : Finding(
                        metrics[index], own[index], evidence, isSame: isSame, isWhollySame: summary.isSame[choice],
                        isOfUnseen: figures[index].isOfUnseen(choice, from: plan.baseline, clusters),
                        hasFigures: hasFigures, carrier: index == startup ? carriers?[choice] : nil)
            }
            let headline = headline.filter { summary.isAsked(metrics[$0]) }.compactMap { index in
                findings[index].map { (metric: metrics[index], finding: $0) }
            }
            let isSame = summary.isSame[choice]
            return Row(
                values: figures.map { Int64(nearest: $0.values[choice]) }, differences: own, findings: findings,
                tallies: metrics.indices.map { index in
                    isBaseline || !metrics[index].hasTally ? nil : summary.tallies[index][choice]
                }, isSame: isSame, verdict: isBaseline ? nil : ChoiceVerdict(headline, isSame: isSame))
        }
    }

    /// The name of a choice: its values.
    package func name(_ choice: Int) -> String { plan.name(choice) }

    /// Whether a verdict waits for a metric.
    package func isAsked(_ metric: DecisionMetric) -> Bool { mishaps.areAsked(by: metric) }

    /// Whether a choice has a figure, and another than the baseline.
    package func differs(_ choice: Int, _ index: Int) -> Bool {
        let finding = rows[choice].findings[index]
        return finding != .same && finding != .incomparable
    }

    /// Whether people see a metric: one that nobody has asked for, where a choice is known to do worse in it, or where
    /// anything fails or never resumes.
    package func isShown(_ index: Int) -> Bool {
        let metric = plan.metrics[index]
        if !plan.unasked.contains(metric) || DecisionMetric.rare.contains(metric) && isAsked(metric) { return true }
        return rows.contains { $0.findings[index]?.word(metric.better) == "worse" }
    }

    /// The tables of a metric that people see: those with several rows. Sessions that do not start are a table where a
    /// choice has others than the baseline: of these no other table has anything.
    package func tables(of metric: DecisionMetric) -> [Matrix] {
        guard let index = plan.metrics.firstIndex(of: metric) else { return [] }
        return matrices.filter { matrix in
            guard matrix.rows.count > 1 else { return false }
            guard metric == .notStarted else { return true }
            return matrix.rows.contains { row in
                row.differences[index].contains { $0?.estimate != nil }
            }
        }
    }

    /// Whether all choices have the same figure in all sessions, or none of them has one, or one that ever comes.
    package func isAlike(_ index: Int) -> Bool {
        rows.indices.filter { $0 != plan.baseline }.allSatisfy { rows[$0].findings[index] == .same }
            || rows.allSatisfy { $0.values[index] == nil } || rows.allSatisfy { $0.values[index] == .max }
    }
}
