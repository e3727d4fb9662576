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
        var names = Set<String>()
        for case let trace? in plan.circumstances.map({ $0.trace }) { names.insert(trace) }
        let sorted = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        var places: [String: Int] = [:]
        for (place, name) in sorted.enumerated() { places[name] = place }
        let count = sorted.count > 1 ? sorted.count : 0
        traces = plan.circumstances.map { count > 0 ? $0.trace.flatMap { places[$0] } : nil }
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
        return Clusters.Key(stratum: strata[place], number: isExact[place] ? 0 : number % Self.most)
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
