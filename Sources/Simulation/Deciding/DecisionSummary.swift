import PlayerModel

/// The sums and counts that a decision is made from; of the sessions none is kept.
///
///     session ─▶ sums by metric, choice and cluster     for differences with intervals
///             ─▶ sums by metric, choice and row         for who does how in which circumstances: `RowSums`
///             ─▶ spectra by choice                      for quantiles and distributions
///             ─▶ the sessions that show a difference    for the page
///
/// All are whole numbers, or sets that an order of their own decides: runs may come in any order, each with its players
/// one behind the other, and memory grows with choices, circumstances and clusters, and not with sessions.
package struct DecisionSummary: Sendable {
    package let plan: DecisionPlan
    private let strata: Strata
    private let views: [DecisionPlan.View]
    private var places: [Clusters.Key: Int] = [:]
    private var keys: [Clusters.Key] = []
    /// By cluster, the sessions in it, how many runs they are of, and the least of their numbers with its circumstance.
    private var counts: [Int] = []
    private var runs: [Int] = []
    private var firsts: [(number: Int, circumstance: Int)] = []
    /// By metric, the part of the run that came last, and of a share those of all things that were drawn.
    private var runParts: [Int64]
    private var lengths: [DrawnLengths]
    /// The players so far of the run that came last.
    private var runSize: Int64 = 0
    /// Of all sessions, and of those that start with every choice.
    private var ofAll = IndependentCount()
    private var ofStarted = IndependentCount()
    /// By metric and choice.
    private var sums: [[ClusterSums]]
    private(set) var differs: [[Bool]]
    private(set) var tallies: [[Decision.Tally]]
    /// By distribution and choice.
    private var spectra: [[SpectrumBuilder]]
    /// By view and row.
    private var rows: [[RowSums]]
    /// By metric, its place among those of tables.
    private let tables: [Int?]
    /// By choice.
    private(set) var isSame: [Bool]
    package private(set) var mishaps: Mishaps
    /// By choice, the sessions that `until_s` ended before their end.
    package private(set) var cutOff: [Int]
    /// By choice, those of them in which playback had not come.
    private(set) var cutOffBeforeStart: [Int]
    /// The sessions that start with every choice.
    private(set) var startedCount = 0
    /// By choice, those that start with every choice but this one.
    private(set) var startedWithout: [Int]
    /// By choice, those that start with it and not with the baseline, and the other way round.
    private(set) var alone: [(own: StartedAlone, base: StartedAlone)]
    private(set) var showcases: [Showcase]
    package private(set) var sessionCount = 0
    /// The sessions that an error has ended with one of the choices: no figure has them.
    private(set) var failureCount = 0
    /// Whether a run has several players.
    private var hasPlayers = false
    /// The number of the session that came last, which is that of its run.
    private var lastRun: Int?
    private var parts: [DecisionMetric.Part] = []

    package init(_ plan: DecisionPlan) {
        self.plan = plan
        let strata = Strata(plan)
        self.strata = strata
        views = plan.views
        let (metrics, choices) = (plan.metrics, plan.choices)
        runParts = metrics.map { _ in 0 }
        lengths = metrics.map { _ in DrawnLengths() }
        sums = metrics.map { _ in choices.map { _ in ClusterSums() } }
        differs = metrics.map { _ in choices.map { _ in false } }
        tallies = metrics.map { _ in choices.map { _ in Decision.Tally() } }
        spectra = DecisionMetric.Distribution.allCases.map { _ in choices.map { _ in SpectrumBuilder() } }
        rows = views.map { view in
            var places = view.rows.map { _ in [Int]() }
            for (place, row) in view.rowOfCircumstance.enumerated() { places[row].append(place) }
            return places.map { own in
                RowSums(metrics: metrics.count, choices: choices.count, strata.evidence(of: own))
            }
        }
        tables = metrics.map { DecisionMetric.ofTables.firstIndex(of: $0) }
        isSame = choices.map { _ in true }
        mishaps = Mishaps(choices: choices.count)
        cutOff = choices.map { _ in 0 }
        (startedWithout, cutOffBeforeStart) = (cutOff, cutOff)
        showcases = choices.map { _ in Showcase() }
        alone = choices.map { _ in (StartedAlone(), StartedAlone()) }
    }

    package mutating func add(_ session: DecisionSession) {
        sessionCount += 1
        if session.player != nil { hasPlayers = true }
        let key = strata.key(of: session)
        let cluster = cluster(of: key)
        counts[cluster] += 1
        if session.number != lastRun { beginRun(cluster) }
        lastRun = session.number
        runSize += 1
        let (trace, isDrawn) = (strata.trace(key), strata.isDrawn(key))
        ofAll.add(trace: trace, isDrawn: isDrawn)
        if session.number < firsts[cluster].number { firsts[cluster] = (session.number, session.circumstance) }
        let base = session.outcomes[plan.baseline]
        let idle = session.outcomes.count { !$0.isStarted }
        if idle == 0 {
            startedCount += 1
            ofStarted.add(trace: trace, isDrawn: isDrawn)
        }
        for (choice, outcome) in session.outcomes.enumerated() {
            if outcome.isCutOff { cutOff[choice] += 1 }
            mishaps.add(outcome, of: choice)
            if !outcome.isStarted {
                if outcome.isCutOff { cutOffBeforeStart[choice] += 1 }
                if idle == 1 { startedWithout[choice] += 1 }
            }
            if outcome.isStarted, !base.isStarted { alone[choice].own.add(outcome) }
            if base.isStarted, !outcome.isStarted { alone[choice].base.add(base) }
            if isSame[choice], outcome != base { isSame[choice] = false }
            if choice != plan.baseline { showcases[choice].add(session, choice, plan.baseline) }
        }
        let round = plan.population == nil ? session.number / plan.circumstances.count : session.number
        let places = views.enumerated().map { view, own in
            let row = own.rowOfCircumstance[session.circumstance]
            let group = rows[view][row].group(round: round, trace: trace)
            rows[view][row].add(session, group: group, runSize: runSize)
            return (row: row, group: group)
        }
        for (index, metric) in plan.metrics.enumerated() {
            add(session, metric, index, key, cluster, places)
        }
        for distribution in DecisionMetric.Distribution.allCases where idle == 0 || !distribution.isOfStarted {
            let place = distribution == .startup ? cluster : 0
            for (choice, outcome) in session.outcomes.enumerated() {
                spectra[distribution.rawValue][choice].add(distribution.value(outcome), place)
            }
        }
    }

    /// Counts a session that could not be run to its end.
    package mutating func addFailure() { failureCount += 1 }

    /// Adds the parts of a session in a figure to all sums; `places` are its row and group, by view.
    private mutating func add(
        _ session: DecisionSession, _ metric: DecisionMetric, _ index: Int, _ key: Clusters.Key, _ cluster: Int,
        _ places: [(row: Int, group: Int)]
    ) {
        if case .startupQuantile = metric.kind {
            let base = session.outcomes[plan.baseline].startup
            for (choice, outcome) in session.outcomes.enumerated()
            where !differs[index][choice] && outcome.startup != base { differs[index][choice] = true }
            return
        }
        metric.parts(session.outcomes, into: &parts)
        if metric.hasTally { metric.tally(parts, baseline: plan.baseline, into: &tallies[index]) }
        let base = parts[plan.baseline]
        for (choice, part) in parts.enumerated() {
            sums[index][choice].add(part, cluster)
            if part != base { differs[index][choice] = true }
        }
        runParts[index] += base.bottom
        if metric.factor.isShare, strata.isDrawn(key) {
            lengths[index].add(base.bottom, run: runParts[index], trace: strata.trace(key))
        }
        for (view, place) in places.enumerated() {
            rows[view][place.row].add(
                parts, index, table: tables[index], group: place.group, baseline: plan.baseline,
                run: runParts[index], trace: strata.trace(key))
        }
    }

    private mutating func beginRun(_ cluster: Int) {
        runs[cluster] += 1
        runSize = 0
        ofAll.beginRun()
        ofStarted.beginRun()
        for index in runParts.indices { runParts[index] = 0 }
    }

    private mutating func cluster(of key: Clusters.Key) -> Int {
        if let place = places[key] { return place }
        places[key] = keys.count
        keys.append(key)
        counts.append(0)
        runs.append(0)
        firsts.append((.max, 0))
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
        let (ordered, places) = order
        var runs = runs
        for (cluster, place) in places.enumerated() { runs[place] = self.runs[cluster] }
        return (strata.clusters(ordered), strata.evidence(ordered, runs, hasPlayers: hasPlayers))
    }

    /// Whether a verdict waits for a metric.
    func isAsked(_ metric: DecisionMetric) -> Bool { mishaps.areAsked(by: metric) }

    /// The metrics that the verdict is made of, by their places; where nothing fails, nobody asks what does.
    var headline: [Int] {
        plan.metrics.indices.filter { index in
            let metric = plan.metrics[index]
            let isRare = DecisionMetric.rare.contains(metric)
            return DecisionMetric.headline.contains(metric) && (!isRare || isAsked(metric))
        }
    }

    /// A number of sessions in millionths of all, rounded.
    package func share(_ count: Int) -> Int64 {
        let all = Int64(max(1, sessionCount))
        return (Int64(count) * 2_000_000 + all) / (2 * all)
    }

    /// How many independent sessions all are worth, and those that start with every choice; nil where nothing is drawn.
    var independent: Int? { ofAll.value }
    var independentStarted: Int? { ofStarted.value }

    /// By metric, its figure in all sessions.
    var figures: [PairedFigure] {
        let (keys, places) = order
        var startups: [Spectrum]?
        return plan.metrics.indices.map { index in
            let metric = plan.metrics[index]
            if case .startupQuantile(let thousandths) = metric.kind {
                let all = spectra[DecisionMetric.Distribution.startup.rawValue]
                let own = startups ?? all.map { $0.spectrum(clusters: keys.count, order: places) }
                startups = own
                return PairedFigure(
                    .quantile(own, thousandths: thousandths), differs: differs[index], clusters: keys.count,
                    independent: independent)
            }
            let (factor, isShare) = metric.factor
            let ordered = sums[index].map { $0.ordered(places, times: factor) }
            return PairedFigure(
                .ratio(top: ordered.map { $0.top }, bottom: ordered.map { $0.bottom }, share: isShare ? factor : nil),
                differs: differs[index], clusters: keys.count, greatest: Double(lengths[index].longest))
        }
    }

    /// By choice, the cluster that alone has most of its difference from the baseline in a mean; nil where none has.
    func carriers(of index: Int) -> [Carrier?] {
        let (keys, places) = order
        var clusters = places
        for (cluster, place) in places.enumerated() { clusters[place] = cluster }
        let sums = sums[index].map { $0.ordered(places, times: 1).top }
        return plan.choices.indices.map { choice in
            Carrier(zip(sums[choice], sums[plan.baseline]).map { $0 - $1 }) { place in
                let cluster = clusters[place]
                let (number, circumstance) = firsts[cluster]
                let label = plan.label(circumstance)
                if strata.isTrace(keys[place]) { return "the trace \(plan.traceName(circumstance) ?? label)" }
                guard counts[cluster] == 1 else { return nil }
                return "session \(SessionLines.shown(number))" + (label.isEmpty ? "" : " (\(label))")
            }
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

    /// The tables of who does how in which circumstances. Their intervals are wrong in one `part`-th of the 5 %.
    func matrices(part: Int) -> [Decision.Matrix] {
        zip(views, rows).map { view, rows in
            // A stratum that no session has met is part of the population all the same.
            let places = rows.indices.filter { plan.population != nil || rows[$0].count > 0 }
            // By metric, row and choice.
            let differences = tables.enumerated().map { index, table in
                table.map { table in
                    plan.metrics[index].differences(
                        places.map { rows[$0] }, table: table, baseline: plan.baseline, part: part)
                }
            }
            return Decision.Matrix(
                keys: view.keys,
                rows: places.enumerated().map { row, place in
                    Decision.Matrix.Row(
                        place: place, label: view.rows[place], count: rows[place].count,
                        startedCount: rows[place].startedCount, values: rows[place].values(plan.metrics),
                        differences: differences.map { $0?[row] ?? plan.choices.map { _ in nil } })
                })
        }
    }
}
