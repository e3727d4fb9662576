import Simulation

/// All figures of a scenario, a row for each setting and player: a click on a head sorts it.
///
/// On a screen it scrolls beside the names of the settings. Paper does not: there it has the metrics that settings are
/// judged by, where all would not fit, and how often they stall: a stall time is that of one stall or of hundreds.
struct ComparePageTable {
    /// The most columns of figures for which a sheet of paper has room.
    private static let mostOnPaper = 9

    private let page: ComparePage
    private let summary: ComparisonFigures
    private let block: Int
    /// By column, whether it is on paper too.
    private let isOnPaper: [Bool]

    init(_ page: ComparePage, _ summary: ComparisonFigures, _ block: Int) {
        self.page = page
        self.summary = summary
        self.block = block
        let hasRoom = summary.columns.count <= Self.mostOnPaper
        isOnPaper = summary.columns.map { column in
            let isMain = [nil, "median"].contains(column.statistic)
            return hasRoom || summary.measures.contains(column.metric) || column.metric == .stallCount && isMain
        }
    }

    /// The table, in a box that scrolls by itself where the page is narrow.
    var text: String {
        var writer = XMLWriter()
        let label = "Metrics of \(page.comparison.blocks[block].path)"
        writer.beginTable("sortable", label)
        let keys = page.comparison.keys
        writer.element("caption", words: keys.isEmpty ? "As it is" : "Settings of \(keys.joined(separator: ", "))")
        writer.head { writer in
            writer.column("no.", "number")
            writer.element("th", ("scope", "col"), ("data-kind", "words"), words: "setting")
            for (column, isOnPaper) in zip(summary.columns, isOnPaper) { writeHead(column, isOnPaper, &writer) }
        }
        for (number, row) in summary.rows.enumerated() { write(row, number, &writer) }
        writer.end(3)
        writer.add(leftOut)
        return writer.text
    }

    /// The note for paper: the metrics that it leaves out, and statistics of those that it has.
    private var leftOut: String {
        let columns = zip(summary.columns, isOnPaper)
        let shown = columns.filter { $0.1 }.map { $0.0.metric }
        var names: [String] = []
        for (column, isOnPaper) in columns where !isOnPaper {
            let statistic = shown.contains(column.metric) ? column.statistic.map { " (\($0))" } ?? "" : ""
            let name = column.metric.title + statistic
            if names.last != name { names.append(name) }
        }
        guard !names.isEmpty else { return "" }
        var writer = XMLWriter()
        writer.element("p", ("class", "note printed"), words: "Left out on paper: \(names.joined(separator: ", ")).")
        return writer.text
    }

    private func writeHead(_ column: ComparisonFigures.Column, _ isOnPaper: Bool, _ writer: inout XMLWriter) {
        let better =
            switch column.metric.better {
            case .lower: "lower"
            case .higher: "higher"
            case .neither: "neither"
            }
        writer.begin(
            "th", ("scope", "col"), ("class", isOnPaper ? "number" : "number screen"), ("data-better", better),
            ("title", column.metric.about))
        writer.write(column.metric.title)
        writer.element("code", words: column.metric.name)
        if let statistic = column.statistic { writer.element("span", ("class", "statistic"), words: statistic) }
        writer.end()
    }

    private func write(_ row: ComparisonFigures.Row, _ number: Int, _ writer: inout XMLWriter) {
        let name = page.name(row, block)
        writer.begin("tr", ("id", page.rowID(number, block)), ("class", row.isUnbeaten ? "unbeaten" : "beaten"))
        writer.element("td", ("class", "number plain"), ("data-value", String(number + 1)), words: String(number + 1))
        writer.element("th", ("scope", "row"), ("data-value", name), words: name)
        if row.figures.isEmpty {
            writer.element(
                "td", ("class", "failure"), ("colspan", String(summary.columns.count)),
                words: "failed: \(page.failure(row, block) ?? "")")
        }
        for (figure, isOnPaper) in zip(row.figures, isOnPaper) {
            let name = "number" + (figure.isBest ? " best" : "") + (isOnPaper ? "" : " screen")
            if let rank = figure.rank {
                writer.element("td", ("class", name), ("data-value", String(rank)), words: figure.words)
            } else {
                writer.element("td", ("class", name), words: figure.words)
            }
        }
        writer.end()
    }
}
