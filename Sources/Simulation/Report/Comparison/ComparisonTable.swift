import PlayerModel

/// A comparison as a person reads it: a block for each scenario, a row for each setting and player, a column for each
/// metric. Numbers are rounded; the best of a column is marked.
package struct ComparisonTable {
    /// The width of a page, in characters.
    private static let width = 120
    /// The widest settings that stand beside their figures; wider ones have a line to themselves, because the usual
    /// five metrics need the rest of the page.
    private static let labelWidth = 38

    /// The value of a metric in a row.
    private struct Figure {
        let text: String
        /// The 95th percentile and the worst, where runs differ.
        let range: String
        /// The value to compare by; nil where there is none.
        let rank: Int64?
        var isBest = false
    }

    private struct Row {
        let labels: [String]
        /// The index of the player.
        let playerIndex: Int
        let player: String?
        /// The figures; nil where a run failed.
        var figures: [Figure]?
    }

    private let comparison: Comparison
    /// The metric by which rows are sorted, the best first; nil leaves them in their order.
    private let order: Int?

    package init(_ comparison: Comparison, sortedBy order: Int? = nil) {
        self.comparison = comparison.sideBySide
        self.order = order
    }

    /// The table, ending in a line break.
    package var text: String {
        var lines: [String] = []
        var hasMarks = false
        for block in comparison.blocks {
            let rows = rows(of: block)
            hasMarks = hasMarks || rows.contains { $0.figures?.contains { $0.isBest } ?? false }
            lines += head(of: block) + table(rows) + unbeaten(block) + [""]
        }
        lines += scores
        if hasMarks { lines.append("* the best in its column") } else { lines = lines.dropLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Rows

    private func rows(of block: Comparison.Block) -> [Row] {
        var rows: [Row] = []
        for cell in block.cells {
            for (playerIndex, player) in cell.players.enumerated() {
                let samples = cell.samples.compactMap { $0.values?[playerIndex] }
                let isWhole = samples.count == cell.samples.count
                let settings = comparison.keys.isEmpty ? ["as it is"] : cell.settings
                rows.append(
                    Row(
                        labels: (settings + (player.map { [$0] } ?? [])).map(TextReport.oneLine),
                        playerIndex: playerIndex,
                        player: player,
                        figures: isWhole ? figures(of: samples) : nil))
            }
        }
        for column in comparison.metrics.indices { markBest(in: column, &rows) }
        return sorted(rows)
    }

    private func figures(of samples: [[Int64?]]) -> [Figure] {
        comparison.metrics.enumerated().map { column, metric in
            let values = samples.map { $0[column] }
            if metric.unit == .flag, values.count > 1 {
                let count = values.count { $0 == 1 }
                return Figure(text: "\(count) of \(values.count)", range: "", rank: Int64(count))
            }
            let spread = Spread(values, better: metric.better)
            let isOne = spread.best == spread.worst
            let range = "\(Self.number(spread.p95, metric.unit)), \(Self.number(spread.worst, metric.unit))"
            return Figure(
                text: Self.number(spread.median, metric.unit), range: isOne ? "" : range, rank: spread.median)
        }
    }

    /// Marks the best among the rows of each player, unless all of them are equal.
    private func markBest(in column: Int, _ rows: inout [Row]) {
        let better = comparison.metrics[column].better
        guard better != .neither else { return }
        let playerCount = rows.reduce(0) { max($0, $1.playerIndex + 1) }
        var best = [Int64?](repeating: nil, count: playerCount)
        for row in rows {
            guard let rank = row.figures?[column].rank else { continue }
            best[row.playerIndex] = best[row.playerIndex].map { isBetter(rank, $0, better) ? rank : $0 } ?? rank
        }
        var areEqual = [Bool](repeating: true, count: playerCount)
        for row in rows {
            guard let figure = row.figures?[column], figure.rank != best[row.playerIndex] else { continue }
            areEqual[row.playerIndex] = false
        }
        for index in rows.indices where !areEqual[rows[index].playerIndex] {
            guard let rank = rows[index].figures?[column].rank else { continue }
            let isBest = rank == best[rows[index].playerIndex]
            rows[index].figures?[column].isBest = isBest
        }
    }

    private func isBetter(_ left: Int64, _ right: Int64, _ better: Metric.Direction) -> Bool {
        better == .higher ? left > right : left < right
    }

    /// The rows sorted: the best first, then those without a value, then those that failed; equals stay in their
    /// order.
    private func sorted(_ rows: [Row]) -> [Row] {
        guard let order else { return rows }
        let better = comparison.metrics[order].better
        return rows.enumerated().sorted { left, right in
            let (one, other) = (left.element.figures?[order], right.element.figures?[order])
            guard let one, let other else {
                return (one == nil) == (other == nil) ? left.offset < right.offset : one != nil
            }
            guard let rank = one.rank, let otherRank = other.rank, rank != otherRank else {
                return (one.rank == nil) == (other.rank == nil) ? left.offset < right.offset : one.rank != nil
            }
            return isBetter(rank, otherRank, better)
        }.map { $0.element }
    }

    // MARK: Lines

    /// The line of the Pareto front: the settings that no other beats, where several are judged by more than one
    /// measure.
    private func unbeaten(_ block: Comparison.Block) -> [String] {
        let judged = ParetoFront(block, comparison.metrics)
        guard judged.metrics.count > 1, block.cells.count > 1 else { return [] }
        var names: [String] = []
        for (cell, isUnbeaten) in zip(block.cells, judged.isUnbeaten) {
            for (player, name) in cell.players.enumerated() where isUnbeaten[player] {
                names.append(
                    (cell.settings + (name.map { [$0] } ?? [])).map(TextReport.oneLine).joined(separator: " "))
            }
        }
        guard !names.isEmpty else { return [] }
        let measures = judged.metrics.map { $0.name }.joined(separator: ", ")
        let line = "beaten by none in \(measures): \(names.joined(separator: ", "))"
        if line.unicodeScalars.count <= Self.width { return ["", line] }
        return ["", "beaten by none in \(measures):"] + names.map { "  \($0)" }
    }

    /// The lines that say how scores are weighed.
    private var scores: [String] {
        let lines = comparison.metrics.filter { $0.isScore }.map { "\($0.name): \($0.about)" }
        return lines.isEmpty ? [] : lines + [""]
    }

    private func head(of block: Comparison.Block) -> [String] {
        var lines = block.name.isEmpty ? [] : [TextReport.oneLine(block.name)]
        if !block.path.isEmpty { lines.append(block.path) }
        if let count = block.cells.first?.samples.count, count > 1 {
            let hasNeither = comparison.metrics.contains { $0.better == .neither }
            let neither = hasNeither ? "; where neither way is better, the most" : ""
            lines.append("\(count) seeds: the median, and below it the 95th percentile and the worst\(neither)")
        }
        return lines + [""]
    }

    /// The rows under their heads; columns that do not fit on a page come below.
    private func table(_ rows: [Row]) -> [String] {
        let labels = labels(rows)
        let room = Self.width - labels.width
        var lines: [String] = []
        var columns: [Int] = []
        var used = 0
        for column in comparison.metrics.indices {
            let width = width(of: column, rows) + 3
            if !columns.isEmpty, used + width > room {
                lines += part(columns, rows, labels) + [""]
                (columns, used) = ([], 0)
            }
            columns.append(column)
            used += width
        }
        return lines + part(columns, rows, labels)
    }

    /// The label of the head and those of the rows, in columns, or on lines of their own where they are too wide.
    private func labels(_ rows: [Row]) -> (head: String, rows: [String], width: Int, areApart: Bool) {
        let hasPlayers = rows.contains { $0.player != nil }
        let head = (comparison.keys.isEmpty ? [""] : comparison.keys) + (hasPlayers ? ["player"] : [])
        var widths = head.map { $0.unicodeScalars.count }
        for row in rows {
            for (index, label) in row.labels.enumerated() {
                widths[index] = max(widths[index], label.unicodeScalars.count)
            }
        }
        let width = widths.reduce(0, +) + 2 * (widths.count - 1)
        let figures = comparison.metrics.indices.reduce(0) { $0 + self.width(of: $1, rows) + 3 }
        if width > max(Self.labelWidth, Self.width - figures) {
            return (head.joined(separator: ", "), rows.map { $0.labels.joined(separator: ", ") }, 2, true)
        }
        func padded(_ words: [String]) -> String {
            NumberText.left(zip(words, widths).map(NumberText.left).joined(separator: "  "), width)
        }
        return (padded(head), rows.map { padded($0.labels) }, width, false)
    }

    private func part(
        _ columns: [Int], _ rows: [Row], _ labels: (head: String, rows: [String], width: Int, areApart: Bool)
    ) -> [String] {
        let widths = columns.map { width(of: $0, rows) }
        let blank = String(repeating: " ", count: labels.width)
        var lines: [String] = []
        func add(_ label: String, _ words: [String]) {
            if labels.areApart, label != blank { lines.append(label) }
            let cells = zip(words, widths).map { "  " + NumberText.right($0, $1 + 1) }
            lines.append(trimmed((labels.areApart ? blank : label) + cells.joined()))
        }
        add(labels.head, columns.map { comparison.metrics[$0].name + " " })
        for (row, label) in zip(rows, labels.rows) {
            guard let figures = row.figures else {
                add(label, ["failed "])
                continue
            }
            add(label, columns.map { figures[$0].text + (figures[$0].isBest ? "*" : " ") })
            if columns.contains(where: { !figures[$0].range.isEmpty }) {
                add(blank, columns.map { figures[$0].range + " " })
            }
        }
        return lines
    }

    private func width(of column: Int, _ rows: [Row]) -> Int {
        rows.reduce(comparison.metrics[column].name.utf8.count) { width, row in
            guard let figure = row.figures?[column] else { return width }
            return max(width, figure.text.utf8.count, figure.range.utf8.count)
        }
    }

    private func trimmed(_ line: String) -> String {
        let end = line.utf8.lastIndex { $0 != 32 }.map { line.utf8.index(after: $0) } ?? line.startIndex
        return String(line[..<end])
    }

    /// A value rounded to what a person compares.
    static func number(_ value: Int64?, _ unit: Unit) -> String {
        guard let value else { return "-" }
        let decimals: Int32
        switch unit {
        case .seconds, .milliseconds, .rate, .score, .framesPerSecond: decimals = 3
        case .ratio: decimals = 4
        case .percent: decimals = 2
        case .kilobitsPerSecond: decimals = 1
        case .bitsPerSecond, .bytes, .hertz, .count: decimals = 0
        case .flag: return QuantityText.value(value, unit)
        }
        return NumberText.rounded(value, places: unit.decimalPlaces, decimals: decimals)
    }
}
