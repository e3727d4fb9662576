import PlayerModel

/// The Pareto front of a scenario's settings: those that no other beats. A setting beats another if it is as good in
/// every measure, and better in one.
///
/// The measures are what a person at a screen notices: the wait, the stalls and the picture. With every metric among
/// them, hardly any setting would be beaten. Values that look the same in a table are as good.
enum ParetoFront {
    static let measures: [Metric] = [.startupTime, .stallTime, .averageBitRate]

    /// Whether a setting is on the front, by cell and by player; the measures are those that the comparison has.
    static func isUnbeaten(_ block: Comparison.Block, _ metrics: [Metric]) -> [[Bool]] {
        let places = measures.compactMap { metrics.firstIndex(of: $0) }
        /// The medians by cell and by player; nil where a run failed.
        let medians = block.cells.map { cell in
            cell.players.indices.map { player in
                cell.spreads(of: metrics, player: player).map { spreads in places.map { spreads[$0].median } }
            }
        }
        return medians.map { players in
            players.enumerated().map { player, own in
                guard let own else { return false }
                return !medians.contains { other in
                    guard player < other.count, let other = other[player] else { return false }
                    return beats(other, own, places.map { metrics[$0] })
                }
            }
        }
    }

    private static func beats(_ left: [Spread.Value], _ right: [Spread.Value], _ metrics: [Metric]) -> Bool {
        var isBetterInOne = false
        for (index, metric) in metrics.enumerated() where !Spread.lookAlike(left[index], right[index], metric.unit) {
            if Spread.isBetter(right[index], left[index], metric.better) { return false }
            isBetterInOne = isBetterInOne || Spread.isBetter(left[index], right[index], metric.better)
        }
        return isBetterInOne
    }
}
