import PlayerModel

/// The sums and counts that a decision is made from; of the sessions none is kept.
///
///     session ─▶ sums by metric, choice and cluster     for differences with intervals
///             ─▶ sums by metric, choice and row         for who does how in which circumstances
///             ─▶ spectra by choice                      for quantiles and distributions
///             ─▶ the sessions that show a difference    for the page
///
/// All are whole numbers, or sets that an order of their own decides: sessions may come in any order, and memory grows
/// with choices, circumstances and clusters, and not with sessions.
package struct DecisionSummary: Sendable {
    package let plan: DecisionPlan
    private let strata: Strata
    private let views: [DecisionPlan.View]
    private var places: [Clusters.Key: Int] = [:]
    private var keys: [Clusters.Key] = []
    /// By cluster, the sessions in it.
    private var counts: [Int] = []
    /// By metric and choice.
    private var sums: [[ClusterSums]]
    private(set) var differs: [[Bool]]
    private(set) var tallies: [[Decision.Tally]]
    /// By distribution and choice.
    private var spectra: [[SpectrumBuilder]]
    /// By view and row.
    private var rows: [[RowSums]]
    /// By choice.
    private(set) var isSame: [Bool]
    package private(set) var neverStarted: [Int]
    /// The sessions that start with every choice.
    private(set) var startedCount = 0
    private(set) var showcases: [Showcase]
    package private(set) var sessionCount = 0
    private var parts: [DecisionMetric.Part] = []

    package init(_ plan: DecisionPlan) {
        self.plan = plan
        strata = Strata(plan)
        views = plan.views
        let (metrics, choices) = (plan.metrics, plan.choices)
        sums = metrics.map { _ in choices.map { _ in ClusterSums() } }
        differs = metrics.map { _ in choices.map { _ in false } }
        tallies = metrics.map { _ in choices.map { _ in Decision.Tally() } }
        spectra = DecisionMetric.Distribution.allCases.map { _ in choices.map { _ in SpectrumBuilder() } }
        rows = views.map { $0.rows.map { _ in RowSums(metrics: metrics.count, choices: choices.count) } }
        isSame = choices.map { _ in true }
        neverStarted = choices.map { _ in 0 }
        showcases = choices.map { _ in Showcase() }
    }

    package mutating func add(_ session: DecisionSession) {
        sessionCount += 1
        let cluster = cluster(of: session)
        counts[cluster] += 1
        let base = session.outcomes[plan.baseline]
        if session.outcomes.allSatisfy({ $0.isStarted }) { startedCount += 1 }
        for (choice, outcome) in session.outcomes.enumerated() {
            if !outcome.isStarted { neverStarted[choice] += 1 }
            if isSame[choice], outcome != base { isSame[choice] = false }
            if choice != plan.baseline { showcases[choice].add(session, choice, plan.baseline) }
        }
        for (index, metric) in plan.metrics.enumerated() {
            add(session, metric, index, cluster)
            guard metric.hasTally else { continue }
            for (choice, outcome) in session.outcomes.enumerated() where choice != plan.baseline {
                metric.tally(outcome, base, into: &tallies[index][choice])
            }
        }
        for distribution in DecisionMetric.Distribution.allCases {
            let place = distribution == .startup ? cluster : 0
            for (choice, outcome) in session.outcomes.enumerated() {
                spectra[distribution.rawValue][choice].add(distribution.value(outcome), place)
            }
        }
        for (view, own) in views.enumerated() {
            let row = own.rowOfCircumstance[session.circumstance]
            rows[view][row].count += 1
            for (choice, outcome) in session.outcomes.enumerated() {
                rows[view][row].startups[choice].add(outcome.startup, 0)
            }
        }
    }

    /// Adds the parts of a session in a figure to all sums.
    private mutating func add(_ session: DecisionSession, _ metric: DecisionMetric, _ index: Int, _ cluster: Int) {
        if case .quantile(let distribution, _) = metric.kind {
            let base = distribution.value(session.outcomes[plan.baseline])
            for (choice, outcome) in session.outcomes.enumerated()
            where !differs[index][choice] && distribution.value(outcome) != base { differs[index][choice] = true }
            return
        }
        metric.parts(session.outcomes, into: &parts)
        let base = parts[plan.baseline]
        for (choice, part) in parts.enumerated() {
            sums[index][choice].add(part, cluster)
            if part != base { differs[index][choice] = true }
            for (view, own) in views.enumerated() {
                rows[view][own.rowOfCircumstance[session.circumstance]].add(part, index, choice)
            }
        }
    }

    private mutating func cluster(of session: DecisionSession) -> Int {
        let key = strata.key(of: session)
        if let place = places[key] { return place }
        places[key] = keys.count
        keys.append(key)
        counts.append(0)
        return keys.count - 1
    }

    // MARK: What it comes to

    /// The clusters in an order that does not depend on that of the sessions.
    private var order: (keys: [Clusters.Key], places: [Int]) {
        let order = keys.indices.sorted { keys[$0] < keys[$1] }
        var places = Array(repeating: 0, count: keys.count)
        for (place, cluster) in order.enumerated() { places[cluster] = place }
        return (order.map { keys[$0] }, places)
    }

    var clusters: (Clusters, Decision.Evidence) {
        let order = keys.indices.sorted { keys[$0] < keys[$1] }
        let clusters = Clusters(order.map { keys[$0] })
        return (clusters, strata.evidence(clusters, order.map { keys[$0] }, order.map { counts[$0] }))
    }

    /// By metric, its figure in all sessions.
    var figures: [PairedFigure] {
        let (keys, places) = order
        return plan.metrics.indices.map { index in
            let metric = plan.metrics[index]
            if case .quantile(let distribution, let thousandths) = metric.kind {
                let own = spectra[distribution.rawValue].map { $0.spectrum(clusters: keys.count, order: places) }
                return PairedFigure(
                    .quantile(own, thousandths: thousandths), differs: differs[index], clusters: keys.count)
            }
            let (factor, isShare) = metric.factor
            let ordered = sums[index].map { $0.ordered(places, times: factor) }
            return PairedFigure(
                .ratio(
                    top: ordered.map { $0.top }, bottom: ordered.map { $0.bottom }, share: isShare ? factor : nil),
                differs: differs[index], clusters: keys.count)
        }
    }

    /// By choice, the distribution of a figure.
    func spectrum(_ distribution: DecisionMetric.Distribution) -> [Spectrum] {
        let (keys, places) = order
        let isByCluster = distribution == .startup
        return spectra[distribution.rawValue].map {
            $0.spectrum(clusters: isByCluster ? keys.count : 1, order: isByCluster ? places : [0])
        }
    }

    /// The tables of who does how in which circumstances.
    var matrices: [Decision.Matrix] {
        zip(views, rows).map { view, rows in
            Decision.Matrix(
                keys: view.keys,
                rows: zip(view.rows, rows).enumerated().compactMap { place, row in
                    row.1.count == 0
                        ? nil
                        : Decision.Matrix.Row(
                            place: place, label: row.0, count: row.1.count, values: row.1.values(plan.metrics))
                })
        }
    }
}

/// The sums of one figure with one choice, by cluster.
private struct ClusterSums: Sendable {
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
private struct RowSums: Sendable {
    var count = 0
    /// By metric and choice.
    private var top: [[WideSum]]
    private var bottom: [[WideSum]]
    var startups: [SpectrumBuilder]

    init(metrics: Int, choices: Int) {
        top = Array(repeating: Array(repeating: WideSum(), count: choices), count: metrics)
        bottom = top
        startups = Array(repeating: SpectrumBuilder(mostExact: 1000), count: choices)
    }

    mutating func add(_ part: DecisionMetric.Part, _ metric: Int, _ choice: Int) {
        top[metric][choice] += part.top
        bottom[metric][choice] += part.bottom
    }

    /// By metric and choice.
    func values(_ metrics: [DecisionMetric]) -> [[Int64?]] {
        let spectra = startups.map { $0.spectrum(clusters: 1, order: [0]) }
        return metrics.enumerated().map { index, metric in
            if case .quantile(_, let thousandths) = metric.kind {
                return spectra.map { Estimate.whole($0.quantile(thousandths, [1])) }
            }
            return zip(top[index], bottom[index]).map { top, bottom in
                bottom.double > 0 ? Estimate.whole(top.double * metric.factor.times / bottom.double) : nil
            }
        }
    }
}
