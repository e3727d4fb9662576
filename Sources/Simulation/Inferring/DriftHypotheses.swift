import PlayerModel

/// How a network's capacity may have changed: every drift that is tried, and how likely it makes the log.
struct DriftHypotheses: Sendable {
    /// Where jumps lead, by level.
    let targets: [Double]
    /// How likely the drifts of `CapacityDrift.all` are beside each other.
    let weights: [Double]
    /// The place of the likeliest.
    let best: Int

    /// `paces` are by transfer and level. Over links that lose packets all is much as over those that lose none: what
    /// is `known` of these tells which drifts are worth a try.
    init(
        _ plan: SlotPlan, _ paces: [[TransferPace]], _ grid: CapacityGrid, seed: UInt64,
        known: DriftHypotheses? = nil
    ) {
        let targets = known?.targets ?? Self.targets(plan, paces, grid, seed)
        self.targets = targets
        // To tell which is likely, every other level does.
        let some = grid.levels.indices.filter { $0 == 0 || $0 % 2 == 1 }
        let fewer = paces.map { rates in some.map { rates[$0] } }
        let whole = some.reduce(0.0) { $0 + targets[$1] }
        let fewerTargets = some.map { targets[$0] / whole }
        let likelihoods = CapacityDrift.all.enumerated().map { index, drift -> ScaledProduct in
            if let known, known.weights[index] < Self.least * known.weights[known.best], index >= Self.always {
                return .nothing
            }
            return CapacityFilter(
                plan, fewer, drift.onEveryOther, targets: fewerTargets, bins: CapacityFilter.fewBins,
                keepsStates: false
            ).likelihood
        }
        let weights = ScaledProduct.weights(likelihoods)
        var best = 0
        for index in weights.indices where weights[index] > weights[best] { best = index }
        (self.weights, self.best) = (weights, best)
    }

    /// A drift that is less likely than that is not tried again, unless it is one of the first ones.
    private static let least = 1e-4
    private static let always = 3

    /// Where jumps lead: to where the session has been, as a first look at it says, and with a smaller part anywhere.
    private static func targets(
        _ plan: SlotPlan, _ paces: [[TransferPace]], _ grid: CapacityGrid, _ seed: UInt64
    ) -> [Double] {
        // A link that carries nothing is one of many levels.
        let even = Array(repeating: 1 / Double(grid.count), count: grid.count)
        let filter = CapacityFilter(plan, paces, .first, targets: even, bins: CapacityFilter.fewBins)
        let sampler = PathSampler(filter, paces, targets: even)
        var counts = Array(repeating: 0.0, count: grid.count)
        var streams = (0..<8).map { RandomStream(seed: seed, name: "first look", index: $0) }
        for path in sampler.paths(beyond: 0, &streams) {
            for (slot, level) in path.enumerated() where !plan.parts[slot].isEmpty { counts[Int(level)] += 1 }
        }
        let smooth = counts.indices.map { index in
            var sum = 0.0
            for other in max(0, index - 4)...min(counts.count - 1, index + 4) { sum += counts[other] / 9 }
            return sum
        }
        let total = smooth.reduce(0, +)
        guard total > 0 else { return even }
        let mixed = smooth.indices.map { 0.85 * smooth[$0] / total + 0.15 * even[$0] }
        let sum = mixed.reduce(0, +)
        return mixed.map { $0 / sum }
    }
}
