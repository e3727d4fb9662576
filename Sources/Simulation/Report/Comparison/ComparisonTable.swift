import PlayerModel

/// A comparison as a person reads it: a block for each scenario, a row for each setting and player, a column for each
/// metric. Numbers are rounded; the best of a column is marked.
package struct ComparisonTable {
    /// The width of a page, in characters, where nothing narrower shows it.
    private static let usualWidth = 120

    private struct Row {
        let labels: [String]
        /// For each metric its value with a mark or a space behind it, and where runs differ the 95th percentile and
        /// the worst; empty where a run failed.
        let cells: [(text: String, range: String)]
        /// The values to sort by, the first before the others: nil where there is none.
        let ranks: [Int64?]
    }

    private let comparison: Comparison
    /// Whether rows are settings of one scenario, and not scenarios.
    private let isVaried: Bool
    /// The metric by which rows are sorted, the best first; nil leaves them in their order.
    private let order: Int?
    private let page: Int

    /// The widest settings that stand beside their figures; wider ones have a line to themselves, because the usual
    /// five metrics need the rest of the page.
    private var labelWidth: Int { page * 19 / 60 }

    /// Prepares a table, for a page or for a terminal of so many columns where it is narrower.
    package init(_ comparison: Comparison, sortedBy order: Int? = nil, columns: Int? = nil) {
        self.comparison = comparison.sideBySide
        isVaried = !comparison.keys.isEmpty
        self.order = order
        page = min(columns ?? Self.usualWidth, Self.usualWidth)
    }

    /// The table, ending in a line break.
    package var text: String {
        var lines: [String] = []
        var hasMarks = false
        for block in comparison.blocks {
            let figures = ComparisonFigures(block, comparison.metrics, hasRivals: comparison.hasRivals)
            let rows = rows(figures, block)
            hasMarks = hasMarks || rows.contains { $0.cells.contains { $0.text.hasSuffix("*") } }
            let notes = ComparisonNotes(figures, block, of: comparison)
            lines += head(of: block) + table(rows) + notes.ofSessions.flatMap { ["", $0] }
            lines += unbeaten(figures, block) + equals(block) + notes.withoutBest.flatMap { ["", $0] } + [""]
        }
        lines += scores
        let hasSeeds = comparison.cells.contains { $0.cell.samples.count > 1 && !$0.cell.isSeedless }
        if hasMarks {
            lines.append(hasSeeds ? Self.bestOfSeeds : "* the best in its column")
        } else {
            lines = lines.dropLast()
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let bestOfSeeds =
        "* no other is better in its column, seed by seed, more often than by luck (95 %)"

    private func rows(_ figures: ComparisonFigures, _ block: Comparison.Block) -> [Row] {
        let columns = comparison.metrics.indices.map { index in
            figures.columns.indices.filter { figures.columns[$0].index == index }
        }
        return sorted(
            figures.rows.map { row in
                let settings = comparison.keys.isEmpty ? ["as it is"] : block.cells[row.cell].settings
                let cells = row.figures.isEmpty ? [] : columns.map { cell(row.figures, $0) }
                return Row(
                    labels: labels(settings, row.player), cells: cells,
                    ranks: cells.isEmpty ? [] : order.map { columns[$0].map { row.figures[$0].rank } } ?? [])
            })
    }

    /// A metric's value, and its range where it has columns of its own and its runs differ.
    private func cell(_ figures: [ComparisonFigures.Figure], _ columns: [Int]) -> (text: String, range: String) {
        let value = figures[columns[0]]
        let range = columns.dropFirst().map { figures[$0].words }.joined(separator: ", ")
        return (value.words + (value.isBest ? "*" : " "), value.isSame || range.isEmpty ? "" : range + " ")
    }

    private func labels(_ settings: [String], _ player: String?) -> [String] {
        (settings + (player.map { [$0] } ?? [])).map { $0.onOneLine }
    }

    /// The rows sorted: the best first, then those without a value, then those that failed. Of equal medians the 95th
    /// percentile decides, and then the worst, because few stalls leave a median at 0; equals stay in their order.
    private func sorted(_ rows: [Row]) -> [Row] {
        guard let order else { return rows }
        let better = comparison.metrics[order].better
        return rows.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            if one.cells.isEmpty != other.cells.isEmpty { return other.cells.isEmpty }
            for (rank, another) in zip(one.ranks, other.ranks) where rank != another {
                return Spread.isBetter(rank, another, better)
            }
            return left.offset < right.offset
        }.map { $0.element }
    }

    // MARK: Lines

    /// The line of the Pareto front: the settings that no other beats, where several are judged by more than one
    /// measure.
    private func unbeaten(_ figures: ComparisonFigures, _ block: Comparison.Block) -> [String] {
        let metrics = figures.measures
        guard metrics.count > 1, block.cells.count > 1 else { return [] }
        let names = figures.rows.filter { $0.isUnbeaten }.map { row in
            labels(block.cells[row.cell].settings, row.player).joined(separator: " ")
        }
        guard !names.isEmpty else { return [] }
        let seeds = block.cells.reduce(0) { max($0, $1.samples.count) }
        let statistics = seeds > 1 ? " (mean, median, 95th percentile, worst)" : ""
        let these = seeds > 1 ? "in these \(seeds) seeds, " : ""
        let head = "beaten by none \(these)in \(metrics.map { $0.name }.joined(separator: ", "))\(statistics):"
        let line = "\(head) \(names.joined(separator: ", "))"
        if line.unicodeScalars.count <= page { return ["", line] }
        return ["", head] + names.map { "  \($0)" }
    }

    private var scores: [String] {
        let lines = comparison.metrics.filter { $0.isScore }.map { "\($0.name): \($0.about)" }
        return lines.isEmpty ? [] : lines + [""]
    }

    private func head(of block: Comparison.Block) -> [String] {
        var lines = block.name.isEmpty ? [] : [block.name.onOneLine]
        if !block.path.isEmpty { lines.append(block.path.onOneLine) }
        if let count = block.cells.first?.samples.count, count > 1 {
            lines += seeds(block, count)
        }
        return lines + [""]
    }

    /// The number of seeds, and whether any of them makes a difference.
    private func seeds(_ block: Comparison.Block, _ count: Int) -> [String] {
        let seedless = block.cells.count { $0.isSeedless }
        let nothing = "no seed makes a difference: nothing is drawn at random, so one run stands for all \(count)"
        if seedless == block.cells.count { return [nothing] }
        let hasNeither = comparison.metrics.contains { $0.better == .neither }
        let neither = hasNeither ? "; where neither way is better, the most" : ""
        let line =
            "\(count) seeds: the median (\(Spread.rankWords(50, of: count))), and below it the 95th percentile "
            + "(\(Spread.rankWords(95, of: count))) and the worst\(neither)"
        return seedless == 0 ? [line] : [line, "in \(seedless) of the \(block.cells.count) rows " + nothing]
    }

    /// The settings whose runs have equal figures in every column, of every seed; none where there are no such.
    private func equals(_ block: Comparison.Block) -> [String] {
        guard isVaried else { return [] }
        var groups: [[Int]] = []
        for index in block.cells.indices {
            let own = block.cells[index]
            let isGood = own.failures == 0
            if isGood, let group = groups.firstIndex(where: { block.cells[$0[0]].hasFigures(of: own) }) {
                groups[group].append(index)
            } else if isGood {
                groups.append([index])
            }
        }
        let lines = groups.filter { $0.count > 1 }.map { group in
            "equal in every column: "
                + group.map { labels(block.cells[$0].settings, nil).joined(separator: " ") }.joined(separator: ", ")
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    /// The rows under their heads; columns that do not fit on a page come below.
    private func table(_ rows: [Row]) -> [String] {
        let labels = labels(rows)
        let room = page - labels.width
        var lines: [String] = []
        var columns: [Int] = []
        var used = 0
        for column in comparison.metrics.indices {
            let width = width(of: column, rows) + 2
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
        let keys = comparison.keys.isEmpty ? [""] : comparison.keys
        let hasPlayers = rows.contains { $0.labels.count > keys.count }
        let head = keys + (hasPlayers ? ["player"] : [])
        let widths = head.indices.map { index in
            rows.reduce(head[index].unicodeScalars.count) { width, row in
                index < row.labels.count ? max(width, row.labels[index].unicodeScalars.count) : width
            }
        }
        let width = widths.reduce(0, +) + 2 * (widths.count - 1)
        let figures = comparison.metrics.indices.reduce(0) { $0 + self.width(of: $1, rows) + 2 }
        if width > max(labelWidth, page - figures) {
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
            let cells = zip(words, widths).map { "  " + NumberText.right($0, $1) }
            lines.append(TextColumns.trimmed((labels.areApart ? blank : label) + cells.joined()))
        }
        add(labels.head, columns.map { comparison.metrics[$0].name + " " })
        for (row, label) in zip(rows, labels.rows) {
            guard !row.cells.isEmpty else {
                add(label, ["failed "])
                continue
            }
            add(label, columns.map { row.cells[$0].text })
            let ranges = columns.map { row.cells[$0].range }
            if ranges.contains(where: { !$0.isEmpty }) { add(blank, ranges) }
        }
        return lines
    }

    /// The width of a column with the place for its mark.
    private func width(of column: Int, _ rows: [Row]) -> Int {
        rows.reduce(comparison.metrics[column].name.utf8.count + 1) { width, row in
            row.cells.isEmpty
                ? width : max(width, row.cells[column].text.utf8.count, row.cells[column].range.utf8.count)
        }
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
