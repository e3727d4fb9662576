import PlayerModel

/// The figures of a scenario under each setting, over all seeds, for a table that can be sorted and a drawing.
package struct ComparisonSummary {
    /// A metric of one who plays, under one setting.
    package struct Figure {
        /// Rounded, for a person.
        package let words: String
        /// By what it is sorted; nil where there is nothing.
        package let rank: Int64?
        package fileprivate(set) var isBest = false
    }

    /// One who plays, under one setting.
    package struct Row {
        /// By its place among the cells.
        package let cell: Int
        package let seat: Int
        package let player: String?
        /// A figure for each column; empty where a run failed.
        package fileprivate(set) var figures: [Figure]
        /// Whether it was run, and no other setting is as good in each of `Self.measures` and better in one.
        package fileprivate(set) var isUnbeaten = false
        /// Medians; nil where it never was.
        package let startup: Int64?
        package let stalled: Int64?
    }

    /// A figure over the seeds.
    package enum Statistic: CaseIterable {
        case median
        /// Nineteen of twenty runs are as good, or better.
        case ninetyFifth
        case worst

        package var name: String {
            switch self {
            case .median: "median"
            case .ninetyFifth: "95th percentile"
            case .worst: "worst"
            }
        }
    }

    /// A metric, and which of its figures; with one seed there is but one.
    package struct Column {
        package let metric: Metric
        package let statistic: Statistic?
        fileprivate let index: Int
    }

    /// What settings are judged by.
    package static let measures = ["startup_time_s", "stall_time_s", "average_bitrate_kbps"]

    package let columns: [Column]
    package private(set) var rows: [Row] = []

    /// Of one block of a comparison, whose metrics have all `measures` among them.
    package init(_ block: Comparison.Block, _ metrics: [Metric]) {
        let hasSeeds = block.cells.contains { $0.samples.count > 1 }
        var columns: [Column] = []
        for (index, metric) in metrics.enumerated() {
            let all: [Statistic?] = hasSeeds && metric.unit != .flag ? Statistic.allCases.map { $0 } : [nil]
            columns += all.map { Column(metric: metric, statistic: $0, index: index) }
        }
        self.columns = columns
        let places = Self.measures.compactMap { name in metrics.firstIndex { $0.name == name } }
        var judged: [[Int64?]] = []
        for (index, cell) in block.cells.enumerated() {
            for (seat, player) in cell.players.enumerated() {
                let samples = cell.samples.compactMap { $0.values?[seat] }
                let isWhole = samples.count == cell.samples.count
                let medians = isWhole ? places.map { Self.figure(.median, samples, $0, metrics[$0]) } : []
                judged.append(medians)
                rows.append(
                    Row(
                        cell: index, seat: seat, player: player,
                        figures: isWhole ? columns.map { Self.figure($0, samples) } : [],
                        startup: isWhole ? medians[0] : nil, stalled: isWhole ? medians[1] : nil))
            }
        }
        for index in rows.indices where !judged[index].isEmpty {
            rows[index].isUnbeaten = !rows.indices.contains { other in
                rows[other].seat == rows[index].seat && !judged[other].isEmpty
                    && Self.beats(judged[other], judged[index], places.map { metrics[$0] })
            }
        }
        for column in columns.indices { markBest(in: column) }
    }

    private static func figure(_ column: Column, _ samples: [[Int64?]]) -> Figure {
        let metric = column.metric
        if metric.unit == .flag, samples.count > 1 {
            let count = samples.count { $0[column.index] == 1 }
            return Figure(words: "\(count) of \(samples.count)", rank: Int64(count))
        }
        let value = figure(column.statistic ?? .median, samples, column.index, metric)
        return Figure(words: ComparisonTable.number(value, metric.unit), rank: value)
    }

    private static func figure(
        _ statistic: Statistic, _ samples: [[Int64?]], _ index: Int, _ metric: Metric
    ) -> Int64? {
        let sorted = samples.map { $0[index] }.sorted { isBetter($0, $1, metric.better) }
        switch statistic {
        case .median: return Spread(sorted, better: metric.better).median
        case .ninetyFifth: return sorted[(sorted.count * 19 + 19) / 20 - 1]
        case .worst: return sorted[sorted.count - 1]
        }
    }

    /// Whether the left figure is better than the right one. What never was is worse than all that was.
    private static func isBetter(_ left: Int64?, _ right: Int64?, _ better: Metric.Direction) -> Bool {
        guard let left else { return false }
        guard let right else { return true }
        return better == .higher ? left > right : left < right
    }

    private static func beats(_ left: [Int64?], _ right: [Int64?], _ metrics: [Metric]) -> Bool {
        var isBetterInOne = false
        for (index, metric) in metrics.enumerated() {
            if isBetter(right[index], left[index], metric.better) { return false }
            isBetterInOne = isBetterInOne || isBetter(left[index], right[index], metric.better)
        }
        return isBetterInOne
    }

    /// Marks the best among the rows of each seat, unless all of them are equal.
    private mutating func markBest(in column: Int) {
        let better = columns[column].metric.better
        guard better != .neither else { return }
        let seats = rows.reduce(0) { max($0, $1.seat + 1) }
        for seat in 0..<seats {
            let own = rows.indices.filter { rows[$0].seat == seat && !rows[$0].figures.isEmpty }
            guard var best = own.first.map({ rows[$0].figures[column].rank }) else { continue }
            for row in own where Self.isBetter(rows[row].figures[column].rank, best, better) {
                best = rows[row].figures[column].rank
            }
            guard best != nil, own.contains(where: { rows[$0].figures[column].rank != best }) else { continue }
            for row in own where rows[row].figures[column].rank == best { rows[row].figures[column].isBest = true }
        }
    }
}
