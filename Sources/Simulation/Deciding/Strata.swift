import SimulationContainers

/// Which sessions are resampled together: see `Clusters`.
struct Strata: Sendable {
    /// By circumstance, its trace among all, sorted by their names; nil where it has none, or is the only one.
    private let traces: [Int?]
    private let traceCount: Int
    /// By circumstance, its stratum, and whether nothing is drawn in it.
    private let strata: [Int]
    private let isExact: [Bool]
    private let isPopulation: Bool

    /// More clusters than this in a stratum are put together by twos, threes, and so on, by lot: the mean of many is as
    /// good to resample, and a million sessions take no longer than a thousand.
    private static let most = 1000
    /// The stratum of all traces.
    private static let ofTraces = -1

    init(_ plan: DecisionPlan) {
        let names = ByteOrder.once(plan.circumstances.compactMap { $0.trace })
        let count = names.count > 1 ? names.count : 0
        traces = plan.circumstances.map { circumstance in
            guard count > 0, let trace = circumstance.trace else { return nil }
            return partitionPoint(in: 0..<count) { !ByteOrder.precedes(names[$0], trace) }
        }
        traceCount = count
        isPopulation = plan.population != nil
        // The sessions of a population are drawn from it as a whole.
        strata = plan.circumstances.indices.map { plan.population == nil ? $0 : 0 }
        isExact = plan.circumstances.map { $0.isExact }
    }

    /// The cluster of a session: the players of a run have one network, and all sessions of an exact circumstance are
    /// one.
    func key(of session: DecisionSession) -> Clusters.Key {
        let place = session.circumstance
        if let trace = traces[place] { return Clusters.Key(stratum: Self.ofTraces, number: trace) }
        let number = isPopulation ? session.number : session.number / max(1, traces.count)
        return Clusters.Key(stratum: strata[place], number: isExact[place] ? 0 : Lot.group(number, of: Self.most))
    }

    /// The trace that all sessions of a cluster are over; nil where it is of others.
    func trace(_ key: Clusters.Key) -> Int? { isTrace(key) ? key.number : nil }

    /// Whether a cluster is all sessions over one trace.
    func isTrace(_ key: Clusters.Key) -> Bool { key.stratum == Self.ofTraces }

    /// How much the sessions of some circumstances, which are a row of a table, say of others in them.
    func evidence(of places: [Int]) -> RowEvidence {
        RowEvidence(isExact: !isPopulation && places.allSatisfy { isExact[$0] }, traces: places.map { traces[$0] })
    }

    /// The clusters by their names, which are sorted.
    func clusters(_ keys: [Clusters.Key]) -> Clusters {
        Clusters(keys).collapsed { isDrawn(keys[$0[0]]) }
    }

    func isDrawn(_ key: Clusters.Key) -> Bool { isTrace(key) || isPopulation || !isExact[key.stratum] }

    /// How sure one can be, from the clusters that there are, and of how many runs each is.
    func evidence(_ keys: [Clusters.Key], _ runs: [Int], hasPlayers: Bool) -> Decision.Evidence {
        let drawn = Clusters(keys).strata.filter { isDrawn(keys[$0[0]]) }
        guard !drawn.isEmpty else { return .exact }
        var sample = Decision.Sample()
        var isLone = false
        for stratum in drawn {
            if isTrace(keys[stratum[0]]) {
                sample.traces = stratum.count
            } else {
                sample.sessions += stratum.reduce(0) { $0 + runs[$1] }
                sample.areRuns = hasPlayers
                isLone = isLone || stratum.count == 1 && drawn.count > 1 && !isPopulation
            }
        }
        if 1..<Decision.fewest ~= sample.traces {
            return .tooFew(Decision.Sample(traces: sample.traces), .altogether)
        }
        if isLone { return .tooFew(sample, .inCircumstances) }
        // Where most have been met, the next sessions would be over traces that have been.
        sample.leavesTraces = isPopulation && sample.traces * 2 <= traceCount
        return sample.count < Decision.fewest ? .tooFew(sample, .altogether) : .sampled(sample)
    }
}
