import Simulation

/// All figures of a scenario, a row for each setting and player: a click on a head sorts it.
struct ComparePageTable {
    private let page: ComparePage
    private let summary: ComparisonFigures
    private let block: Int

    init(_ page: ComparePage, _ summary: ComparisonFigures, _ block: Int) {
        self.page = page
        self.summary = summary
        self.block = block
    }

    /// The table, in a box that scrolls by itself where the page is narrow.
    var text: String {
        var writer = XMLWriter()
        let label = "Metrics of \(page.comparison.blocks[block].path)"
        writer.begin("div", ("class", "scroll"), ("tabindex", "0"), ("role", "group"), ("aria-label", label))
        writer.begin("table", ("class", "sortable"))
        let keys = page.comparison.keys
        writer.element("caption", words: keys.isEmpty ? "As it is" : "Settings of \(keys.joined(separator: ", "))")
        writer.begin("thead")
        writer.begin("tr")
        writer.element("th", ("scope", "col"), ("class", "number"), words: "no.")
        writer.element("th", ("scope", "col"), ("data-kind", "words"), words: "setting")
        for column in summary.columns { writeHead(column, &writer) }
        writer.end(2)
        writer.begin("tbody")
        for (number, row) in summary.rows.enumerated() { write(row, number, &writer) }
        writer.end(3)
        return writer.text
    }

    private func writeHead(_ column: ComparisonFigures.Column, _ writer: inout XMLWriter) {
        let better =
            switch column.metric.better {
            case .lower: "lower"
            case .higher: "higher"
            case .neither: "neither"
            }
        writer.begin(
            "th", ("scope", "col"), ("class", "number"), ("data-better", better), ("title", column.metric.about))
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
        for figure in row.figures {
            let name = figure.isBest ? "number best" : "number"
            if let rank = figure.rank {
                writer.element("td", ("class", name), ("data-value", String(rank)), words: figure.words)
            } else {
                writer.element("td", ("class", name), words: figure.words)
            }
        }
        writer.end()
    }
}
