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

    /// More clusters than this in a stratum are put together by twos, threes, and so on: the mean of many is as good to
    /// resample, and a million sessions take no longer than a thousand.
    private static let most = 1000
    /// The stratum of all traces.
    private static let ofTraces = -1

    init(_ plan: DecisionPlan) {
        var names: [String] = []
        for name in plan.circumstances.compactMap({ $0.trace }).sorted(by: Self.precedes) where names.last != name {
            names.append(name)
        }
        let count = names.count > 1 ? names.count : 0
        traces = plan.circumstances.map { circumstance in
            guard count > 0, let trace = circumstance.trace else { return nil }
            return partitionPoint(in: 0..<count) { !Self.precedes(names[$0], trace) }
        }
        traceCount = count
        isPopulation = plan.population != nil
        // The sessions of a population are drawn from it as a whole.
        strata = plan.circumstances.indices.map { plan.population == nil ? $0 : 0 }
        isExact = plan.circumstances.map { $0.isExact }
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// The cluster of a session: the players of a run have one network, and all sessions of an exact circumstance are
    /// one.
    func key(of session: DecisionSession) -> Clusters.Key {
        let place = session.circumstance
        if let trace = traces[place] { return Clusters.Key(stratum: Self.ofTraces, number: trace) }
        let number = isPopulation ? session.number : session.number / max(1, traces.count)
        return Clusters.Key(stratum: strata[place], number: isExact[place] ? 0 : number % Self.most)
    }

    /// Whether a cluster is all sessions over one trace.
    func isTrace(_ key: Clusters.Key) -> Bool { key.stratum == Self.ofTraces }

    /// How much the sessions of some circumstances, which are a row of a table, say of others in them.
    func evidence(of places: [Int]) -> RowEvidence {
        RowEvidence(isExact: !isPopulation && places.allSatisfy { isExact[$0] }, traces: places.map { traces[$0] })
    }

    /// How sure one can be, from the clusters that there are, and how many sessions are in each.
    func evidence(_ clusters: Clusters, _ keys: [Clusters.Key], _ sessions: [Int]) -> Decision.Evidence {
        let drawn = clusters.strata.filter { range in
            let stratum = keys[range.lowerBound].stratum
            return stratum == Self.ofTraces || isPopulation || !isExact[stratum]
        }
        guard let least = drawn.map({ $0.count }).min() else { return .exact }
        let isTraces = traceCount > 1
        let count = drawn.reduce(0) { sum, range in
            sum + (range.count < Self.most ? range.count : sessions[range].reduce(0, +))
        }
        let sampled: Decision.Sampled = isTraces ? .traces : .sessions
        let all = isTraces ? traceCount : count
        return least < 2 || all < Decision.fewest ? .tooFew(all, sampled) : .sampled(all, sampled)
    }
}
