import PlayerModel

/// The figures of a scenario under each setting, over all seeds, for a table that can be sorted and a drawing.
package struct ComparisonFigures {
    package struct Figure {
        /// The value rounded, for a person.
        package let words: String
        /// The value to sort by; nil where there is none, and where playback was asked for and never came in more than
        /// half of the runs.
        package let rank: Int64?
        /// Whether all runs have this value.
        let isSame: Bool
        package fileprivate(set) var isBest = false
    }

    package struct Row {
        package let cell: Int
        package let playerIndex: Int
        package let player: String?
        /// A figure for each column; empty where a run failed.
        package fileprivate(set) var figures: [Figure]
        /// Whether it is on the Pareto front: no other setting beats it (see `ParetoFront`).
        package let isUnbeaten: Bool
        /// The median of the startup time; nil where playback starts in fewer than half of the runs.
        package let startup: Int64?
        /// The median of the stall time; one of none hides the stalls of fewer than half.
        package let stalled: Int64?
        /// How many runs start and stall; nil where one failed, or there are no such figures.
        package let runs: SettingRuns?
    }

    /// A metric and a statistic of it; with one seed there is but one value.
    package struct Column {
        package let metric: Metric
        /// The name of the statistic, as `Spread` has it.
        package let statistic: String?
        /// The place of the metric among all.
        let index: Int
        fileprivate let figure: Int
    }

    /// The metrics that settings are judged by, of those that there are.
    package let measures: [Metric]
    package let columns: [Column]
    package private(set) var rows: [Row] = []
    /// The metrics, by their places, in which rows of a player differ, but by what may be luck.
    package private(set) var undecided: [(metric: Int, player: String?)] = []
    /// Those in which each row of a player is worse than another, and not by luck.
    package private(set) var circular: [(metric: Int, player: String?)] = []
    /// Those in which some row may have the least because its sessions were over early.
    package private(set) var spared: [(metric: Int, player: String?)] = []
    /// The seeds that it takes to tell anything, where there are fewer.
    package private(set) var fewestSeeds: Int?

    /// The figures of one block of a comparison. Where rows are no rivals, none is the best, and none unbeaten.
    package init(_ block: Comparison.Block, _ metrics: [Metric], hasRivals: Bool = true) {
        let hasSeeds = block.cells.contains { $0.samples.count > 1 }
        var columns: [Column] = []
        for (index, metric) in metrics.enumerated() {
            let names: [String?] = Spread.none(better: metric.better).figures.map { $0.name }
            let all: [String?] = hasSeeds && metric.unit != .flag ? names : [nil]
            columns += all.enumerated().map { Column(metric: metric, statistic: $1, index: index, figure: $0) }
        }
        self.columns = columns
        measures = ParetoFront.measures(of: block, among: metrics)
        let unbeaten = ParetoFront.isUnbeaten(block, metrics)
        for (index, cell) in block.cells.enumerated() {
            for (playerIndex, player) in cell.players.enumerated() {
                let spreads = cell.spreads(of: metrics, player: playerIndex)
                func spread(_ metric: Metric) -> Spread? {
                    metrics.firstIndex(of: metric).flatMap { spreads?[$0] }
                }
                let (startup, stalled) = (spread(.startupTime), spread(.stallTime))
                let figures = spreads.map { spreads in
                    columns.map { Self.figure($0, spreads[$0.index], cell, playerIndex) }
                }
                rows.append(
                    Row(
                        cell: index, playerIndex: playerIndex, player: player, figures: figures ?? [],
                        isUnbeaten: hasRivals && unbeaten[index][playerIndex], startup: startup?.median ?? nil,
                        stalled: stalled?.median ?? nil, runs: SettingRuns(cell, player: playerIndex, metrics)))
            }
        }
        if hasRivals { for column in columns.indices { markBest(in: column, of: block) } }
    }

    private static func figure(
        _ column: Column, _ spread: Spread, _ cell: Comparison.Cell, _ playerIndex: Int
    ) -> Figure {
        let isSame = spread.best == spread.worst
        if column.metric.unit == .flag, cell.samples.count > 1 {
            let count = cell.samples.count { $0.value(playerIndex, column.index) == 1 }
            return Figure(words: "\(count) of \(cell.samples.count)", rank: Int64(count), isSame: isSame)
        }
        let value = spread.figures[column.figure].value
        let denied = cell.samples.count { $0.isDenied(playerIndex) }
        return Figure(
            words: ComparisonTable.number(value, column.metric.unit),
            rank: denied * 2 > cell.samples.count ? nil : value, isSame: isSame)
    }

    /// Marks the best among the rows of each player, as `Rivals` finds them, unless all are alike. Only medians are
    /// marked where there are seeds, because the worst of some is mere luck. A row of which the metric says nothing is
    /// no rival of the others.
    private mutating func markBest(in column: Int, of block: Comparison.Block) {
        let (metric, place) = (columns[column].metric, columns[column].index)
        guard columns[column].figure == 0 else { return }
        let playerCount = rows.reduce(0) { max($0, $1.playerIndex + 1) }
        for playerIndex in 0..<playerCount {
            let own = rows.indices.filter { row in
                rows[row].playerIndex == playerIndex && !rows[row].figures.isEmpty
                    && block.cells[rows[row].cell].competes(in: place, player: playerIndex)
            }
            guard own.count > 1 else { continue }
            let cells = own.map { block.cells[rows[$0].cell] }
            let rivals = Rivals(
                metric, cells.map { $0.values(of: metric, in: place, player: playerIndex) },
                isSeedless: cells.map { $0.isSeedless })
            switch rivals.verdict {
            case .alike: break
            case .best(let marked): for rival in marked { rows[own[rival]].figures[column].isBest = true }
            case .circular: circular.append((place, rows[own[0]].player))
            case .spared: spared.append((place, rows[own[0]].player))
            case .undecided:
                undecided.append((place, rows[own[0]].player))
                let fewest = SignTest.fewestSeeds(among: own.count)
                if cells[0].samples.count < fewest { fewestSeeds = fewest }
            }
        }
    }
}
