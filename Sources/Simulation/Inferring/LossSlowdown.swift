import PlayerModel

/// How much longer downloads take where packets are lost at random, by level, and how far single ones are from that:
/// all of a log's in their order over a link that loses none, and over one that does.
struct LossSlowdown: Sendable {
    /// By level, the factor of the times of all together.
    private(set) var factor: [Double]
    /// By level, how far three of four are off it at the most, as a share.
    private(set) var spread: [Double]

    init(_ quiet: SimulatedTransfers, _ lossy: SimulatedTransfers, levels: Int) {
        factor = Array(repeating: 1, count: levels)
        spread = Array(repeating: 0, count: levels)
        var known = 0
        for level in 0..<levels {
            let times = zip(quiet.progress, lossy.progress).compactMap { quiet, lossy -> (Double, Double)? in
                guard let one = quiet[level], let other = lossy[level] else { return nil }
                return (1 / one, 1 / other)
            }
            guard !times.isEmpty else { continue }
            let sums = times.reduce((0.0, 0.0)) { ($0.0 + $1.0, $0.1 + $1.1) }
            // Where luck made all of them quicker, it was luck.
            factor[level] = max(1, sums.1 / sums.0)
            let own = factor[level]
            let ratios = times.map { one, other -> Double in
                let ratio = other / one / own
                return ratio > 1 ? ratio - 1 : 1 - ratio
            }
            spread[level] = ratios.sorted()[ratios.count * 3 / 4]
            known = level
        }
        // Faster links than were simulated are none.
        for level in known + 1..<max(known + 1, levels) {
            (factor[level], spread[level]) = (factor[known], spread[known])
        }
    }
}
