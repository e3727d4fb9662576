import PlayerModel

/// The figures of a scenario under each setting, over all seeds, for a table that can be sorted and a drawing.
package struct ComparisonFigures {
    /// The value of a metric for one player under one setting.
    package struct Figure {
        /// The value rounded, for a person.
        package let words: String
        /// The value to sort by; nil where there is none.
        package let rank: Int64?
        package fileprivate(set) var isBest = false
    }

    /// A player under one setting.
    package struct Row {
        /// The index of the setting's cell.
        package let cell: Int
        package let playerIndex: Int
        package let player: String?
        /// A figure for each column; empty where a run failed.
        package fileprivate(set) var figures: [Figure]
        /// Whether it is on the Pareto front: no other setting beats it (see `ParetoFront`).
        package let isUnbeaten: Bool
        /// The median of the startup time; nil where playback never started.
        package let startup: Int64?
        package let stalled: Int64?
    }

    /// A metric and a statistic of it; with one seed there is but one value.
    package struct Column {
        package let metric: Metric
        /// The name of the statistic, as `Spread` has it.
        package let statistic: String?
        fileprivate let index: Int
        fileprivate let figure: Int
    }

    /// The metrics by which settings are judged.
    package static let measures = ParetoFront.measures

    package let columns: [Column]
    package private(set) var rows: [Row] = []

    /// The figures of one block of a comparison, whose metrics include all `measures`.
    package init(_ block: Comparison.Block, _ metrics: [Metric]) {
        let hasSeeds = block.cells.contains { $0.samples.count > 1 }
        var columns: [Column] = []
        for (index, metric) in metrics.enumerated() {
            let names: [String?] = Spread([nil], better: metric.better).figures.map { $0.name }
            let all: [String?] = hasSeeds && metric.unit != .flag ? names : [nil]
            columns += all.enumerated().map { Column(metric: metric, statistic: $1, index: index, figure: $0) }
        }
        self.columns = columns
        let unbeaten = ParetoFront(block, metrics).isUnbeaten
        for (index, cell) in block.cells.enumerated() {
            for (playerIndex, player) in cell.players.enumerated() {
                let spreads = cell.spreads(of: metrics, player: playerIndex)
                func median(_ metric: Metric) -> Int64? {
                    metrics.firstIndex(of: metric).flatMap { spreads?[$0].median }
                }
                rows.append(
                    Row(
                        cell: index, playerIndex: playerIndex, player: player,
                        figures: spreads.map { spreads in
                            columns.map { Self.figure($0, spreads[$0.index], cell, playerIndex) }
                        } ?? [],
                        isUnbeaten: unbeaten[index][playerIndex], startup: median(.startupTime),
                        stalled: median(.stallTime)))
            }
        }
        for column in columns.indices { markBest(in: column) }
    }

    private static func figure(
        _ column: Column, _ spread: Spread, _ cell: Comparison.Cell, _ playerIndex: Int
    ) -> Figure {
        let metric = column.metric
        if metric.unit == .flag, cell.samples.count > 1 {
            let count = cell.samples.count { $0.values?[playerIndex][column.index] == 1 }
            return Figure(words: "\(count) of \(cell.samples.count)", rank: Int64(count))
        }
        let value = spread.figures[column.figure].value
        return Figure(words: ComparisonTable.number(value, metric.unit), rank: value)
    }

    /// Marks the best among the rows of each player, unless all of them are equal.
    private mutating func markBest(in column: Int) {
        let better = columns[column].metric.better
        guard better != .neither else { return }
        let playerCount = rows.reduce(0) { max($0, $1.playerIndex + 1) }
        for playerIndex in 0..<playerCount {
            let own = rows.indices.filter { rows[$0].playerIndex == playerIndex && !rows[$0].figures.isEmpty }
            guard var best = own.first.map({ rows[$0].figures[column].rank }) else { continue }
            for row in own where Spread.isBetter(rows[row].figures[column].rank, best, better) {
                best = rows[row].figures[column].rank
            }
            guard best != nil, own.contains(where: { rows[$0].figures[column].rank != best }) else { continue }
            for row in own where rows[row].figures[column].rank == best { rows[row].figures[column].isBest = true }
        }
    }
}
