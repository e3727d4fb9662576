import PlayerModel

/// The Pareto front of a scenario's settings: those that no other beats. A setting beats another if it is as good in
/// every measure, and better in one.
///
/// The measures are what a person at a screen notices: the wait, the stalls and the picture, and of a live stream how
/// late all of it comes. Stalls are judged by their time, or where only their number is compared, by that: but not
/// those of a session that is left stalled, as one stall that nobody ends is no better than two. With every metric
/// among the measures, hardly any setting would be beaten. Over several seeds it has to be as good in the mean, the
/// median, the 95th percentile and the worst of each: a median alone hides what happens to fewer than half. These are
/// of the sessions that began and were not over early, of which it may have no fewer. Values that look the same in a
/// table are as good.
enum ParetoFront {
    static let measures: [Metric] = [.startupTime, .stallTime, .averageBitRate, .liveLatencyMean]

    /// The measures of a block, of those that are compared. Latency is one where all that is played is live.
    static func measures(of block: Comparison.Block, among metrics: [Metric]) -> [Metric] {
        let stalls: Metric = metrics.contains(.stallTime) ? .stallTime : .stallCount
        return measures.map { $0 == .stallTime ? stalls : $0 }.filter { measure in
            guard let place = metrics.firstIndex(of: measure) else { return false }
            return measure.applies == .always
                || block.cells.allSatisfy { cell in
                    cell.players.indices.allSatisfy { cell.mayHave(place, player: $0) }
                }
        }
    }

    /// One setting's runs, by one measure.
    private struct Judged {
        /// In how many playback never came, was over early, had no such value, or of stalls one that nobody ends.
        let without: Int
        /// The mean of the others, and their statistics; and each as a table shows it.
        let figures: [(value: Int64?, words: String)]
    }

    /// Whether a setting is on the front, by cell and by player; the measures are those that the comparison has. One
    /// with which playback never came in any run is not, even where all others are no better, or where nobody asks for
    /// it. Neither is a player that no other setting has: scenarios side by side may have more of them and fewer, and
    /// each is held against those of its own place.
    static func isUnbeaten(_ block: Comparison.Block, _ metrics: [Metric]) -> [[Bool]] {
        let places = measures(of: block, among: metrics).compactMap { metrics.firstIndex(of: $0) }
        let measures = places.map { metrics[$0] }
        /// By cell and by player; nil where a run failed.
        let judged = block.cells.map { cell in
            cell.players.indices.map { player in
                cell.failures > 0 ? nil : places.map { judge(cell, player, $0, metrics[$0]) }
            }
        }
        let players = judged.map { $0.count }.max() ?? 0
        let isAlone = (0..<players).map { player in judged.count { player < $0.count } < 2 }
        /// By player, the cell that beat one last: it is likely to beat the next one, too.
        var beaters = Array(repeating: 0, count: players)
        return zip(block.cells, judged).map { cell, players in
            players.enumerated().map { player, own in
                guard let own, !isAlone[player], cell.samples.contains(where: { $0.hasPlayed(player) })
                else { return false }
                func isBeaten(by other: Int) -> Bool {
                    guard player < judged[other].count, let other = judged[other][player] else { return false }
                    return beats(other, own, measures)
                }
                if isBeaten(by: beaters[player]) { return false }
                guard let beater = judged.indices.first(where: isBeaten) else { return true }
                beaters[player] = beater
                return false
            }
        }
    }

    private static func judge(_ cell: Comparison.Cell, _ player: Int, _ place: Int, _ metric: Metric) -> Judged {
        let values = cell.samples.compactMap { sample -> Int64? in
            let isLeft = metric.known == .atEnd && sample.isLeftStalled(player)
            return isLeft || sample.isDenied(player) || sample.isCut(player) ? nil : sample.value(player, place)
        }
        let without = cell.samples.count - values.count
        guard !values.isEmpty else { return Judged(without: without, figures: []) }
        let mean = Int64(values.reduce(Int128(0)) { $0 + Int128($1) } / Int128(values.count))
        let figures = [mean] + Spread(values, better: metric.better).figures.map { $0.value }
        return Judged(
            without: without, figures: figures.map { ($0, ComparisonTable.number($0, metric.unit)) })
    }

    private static func beats(_ left: [Judged], _ right: [Judged], _ metrics: [Metric]) -> Bool {
        var isBetterInOne = false
        for (index, metric) in metrics.enumerated() {
            let (one, other) = (left[index], right[index])
            if one.without > other.without { return false }
            isBetterInOne = isBetterInOne || one.without < other.without
            for (figure, another) in zip(one.figures, other.figures) where figure.words != another.words {
                if Spread.isBetter(another.value, figure.value, metric.better) { return false }
                isBetterInOne = isBetterInOne || Spread.isBetter(figure.value, another.value, metric.better)
            }
        }
        return isBetterInOne
    }
}
