import PlayerModel
import SimulationContainers

/// The sums of one figure with one choice, by cluster.
struct ClusterSums: Sendable {
    private var top: [WideSum] = []
    private var bottom: [WideSum] = []

    mutating func add(_ part: DecisionMetric.Part, _ cluster: Int) {
        while top.count <= cluster {
            top.append(WideSum())
            bottom.append(WideSum())
        }
        top[cluster] += part.top
        bottom[cluster] += part.bottom
    }

    /// `places` has the new place of each cluster.
    func ordered(_ places: [Int], times factor: Double) -> (top: [Double], bottom: [Double]) {
        var result = (
            top: Array(repeating: 0.0, count: places.count), bottom: Array(repeating: 0.0, count: places.count)
        )
        for (cluster, place) in places.enumerated() where cluster < top.count {
            result.top[place] = top[cluster].double * factor
            result.bottom[place] = bottom[cluster].double
        }
        return result
    }
}

/// The sums of all figures in a row of a table.
///
/// For the differences in it, its sessions are in some groups that have nothing to do with each other: so few that
/// memory does not grow with sessions, and enough to see how far they vary.
struct RowSums: Sendable {
    /// More groups would make no interval shorter by more than a hundredth.
    static let mostGroups = 64

    private(set) var count = 0
    private var runCount = 0
    /// The sessions that start with every choice.
    private(set) var startedCount = 0
    /// By metric and choice.
    private var top: [[WideSum]]
    private var bottom: [[WideSum]]
    private var startups: [SpectrumBuilder]
    private let evidence: RowEvidence
    /// By group, its sessions.
    private var counts: [Int] = []
    /// By metric of tables and choice, the sums by group, and whether a session differs from that with the baseline.
    private var groups: [[ClusterSums]]
    private var differs: [[Bool]]
    /// By metric of tables, the parts of what was drawn.
    private var lengths: [DrawnLengths]

    init(metrics: Int, choices: Int, _ evidence: RowEvidence) {
        top = Array(repeating: Array(repeating: WideSum(), count: choices), count: metrics)
        bottom = top
        startups = Array(repeating: SpectrumBuilder(mostExact: 1000), count: choices)
        self.evidence = evidence
        groups = DecisionMetric.ofTables.map { _ in Array(repeating: ClusterSums(), count: choices) }
        differs = DecisionMetric.ofTables.map { _ in Array(repeating: false, count: choices) }
        lengths = DecisionMetric.ofTables.map { _ in DrawnLengths() }
    }

    /// `runSize` is the number of the session's players so far, with this one.
    mutating func add(_ session: DecisionSession, group: Int, runSize: Int64) {
        count += 1
        if runSize == 1 { runCount += 1 }
        if session.outcomes.allSatisfy({ $0.isStarted }) { startedCount += 1 }
        while counts.count <= group { counts.append(0) }
        counts[group] += 1
        for (choice, outcome) in session.outcomes.enumerated() { startups[choice].add(outcome.startup, 0) }
    }

    /// The group of a session, by lot: of its round, or where traces are counted of its trace's place among those of
    /// the row, so that as many as there are groups are each in their own.
    func group(round: Int, trace: Int?) -> Int {
        switch evidence {
        case .exact: return 0
        case .sessions: return Lot.group(round, of: Self.mostGroups)
        case .traces(let own):
            let place = trace.map { trace in partitionPoint(in: own.indices) { own[$0] >= trace } }
            return Lot.group(place ?? round, of: Self.mostGroups)
        }
    }

    /// Adds the parts of a session, by choice. `table` is the metric's place among those of tables, if it is one; `run`
    /// and `trace` are for `DrawnLengths`.
    mutating func add(
        _ parts: [DecisionMetric.Part], _ metric: Int, table: Int?, group: Int, baseline: Int, run: Int64, trace: Int?
    ) {
        if let table { lengths[table].add(parts[baseline].bottom, run: run, trace: isOfTraces ? trace : nil) }
        for (choice, part) in parts.enumerated() {
            top[metric][choice] += part.top
            bottom[metric][choice] += part.bottom
            guard let table else { continue }
            groups[table][choice].add(part, group)
            if part != parts[baseline] { differs[table][choice] = true }
        }
    }

    /// By metric and choice.
    func values(_ metrics: [DecisionMetric]) -> [[Int64?]] {
        let spectra = startups.map { $0.spectrum(clusters: 1, order: [0]) }
        return metrics.enumerated().map { index, metric in
            if case .startupQuantile(let thousandths) = metric.kind {
                return spectra.map { Int64(nearest: $0.quantile(thousandths, [1])) }
            }
            return zip(top[index], bottom[index]).map { top, bottom in
                bottom.double > 0 ? Int64(nearest: top.double * metric.factor.times / bottom.double) : nil
            }
        }
    }

    /// The figure of a metric of tables over the groups that there are.
    func figure(_ table: Int) -> PairedFigure {
        let (factor, isShare) = DecisionMetric.ofTables[table].factor
        let own = counts.indices.filter { counts[$0] > 0 }
        let sums = groups[table].map { $0.ordered(Array(counts.indices), times: factor) }
        // Two sessions may be in one group by chance.
        let seen = isOfTraces ? nil : lengths[table].runs
        return PairedFigure(
            .ratio(
                top: sums.map { sum in own.map { sum.top[$0] } },
                bottom: sums.map { sum in own.map { sum.bottom[$0] } }, share: isShare ? factor : nil),
            differs: differs[table], clusters: own.count, seen: seen, greatest: Double(lengths[table].longest))
    }

    private var isOfTraces: Bool { if case .traces = evidence { true } else { false } }

    /// How sure a difference in the row may be.
    fileprivate var certainty: Certainty {
        let groups = counts.count { $0 > 0 }
        return switch evidence {
        case .exact: .exact
        case .sessions: runCount >= Decision.fewest ? .sampled : .tooFew
        case .traces(let own): min(groups, own.count) >= Decision.fewest ? .sampled : .tooFew
        }
    }

    fileprivate enum Certainty {
        case exact, sampled, tooFew
    }
}

extension DecisionMetric {
    /// By choice, the differences from the baseline in some rows that hold together; nil of the baseline. `part` is the
    /// part of the 5 % in which they may be wrong: 1 of so many.
    func differences(_ rows: [RowSums], table: Int, baseline: Int, part: Int) -> [[MatrixDifference?]] {
        let figures = rows.map { $0.figure(table) }
        let number = zip(rows, figures).reduce(0) { sum, row in
            sum + (row.0.certainty == .sampled ? row.1.differs.count { $0 } : 0)
        }
        return zip(rows, figures).map { row, figure in
            figure.values.indices.map { choice in
                guard choice != baseline else { return nil }
                let isSame = !figure.differs[choice]
                let difference = PairedFigure.difference(figure.values[choice], figure.values[baseline])
                var estimate: Estimate?
                if !isSame {
                    let interval: (low: Double, high: Double)? =
                        switch row.certainty {
                        case .exact: (difference, difference)
                        case .sampled: figure.interval(of: choice, from: baseline, among: number * part)
                        case .tooFew: nil
                        }
                    estimate = interval.map { Estimate(difference, $0.low, $0.high) } ?? .unbounded(difference)
                }
                return MatrixDifference(
                    estimate: estimate,
                    finding: Finding(
                        self, estimate, .exact, isSame: isSame,
                        hasFigures: !figure.values[choice].isNaN && !figure.values[baseline].isNaN))
            }
        }
    }
}
