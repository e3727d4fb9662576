import Simulation

/// The tables of a decision: who does how where, and all figures.
struct DecisionPageTables {
    private let decision: Decision

    init(_ decision: Decision) { self.decision = decision }

    private var plan: DecisionPlan { decision.plan }

    // MARK: Who wins where

    var matrices: String {
        let all = decision.matrices.filter { $0.rows.count > 1 }
        guard !all.isEmpty else { return "" }
        var writer = XMLWriter()
        writer.element("h2", words: "Who wins where")
        let cells = DecisionWords.cells(decision)
        let words = (cells + (hasIntervals ? ["Point at a cell to see its interval."] : [])).map { " \($0)" }.joined()
        writer.element(
            "p", ("class", "note"),
            words:
                "▲ is better than \(decision.name(plan.baseline)) in the same sessions, ▼ is worse, and = is as "
                + "good, as far as anybody cares. The greatest differences come first.\(words)")
        for metric in DecisionMetric.ofTables {
            guard let index = plan.metrics.firstIndex(of: metric) else { continue }
            for matrix in decision.tables(of: metric) { write(matrix, metric, index, &writer) }
        }
        return writer.text
    }

    /// Whether a cell has more to say than its difference: the interval in brackets, or that there are too few for one.
    private var hasIntervals: Bool {
        DecisionMetric.ofTables.contains { metric in
            guard let index = plan.metrics.firstIndex(of: metric) else { return false }
            return decision.tables(of: metric).flatMap { $0.rows.flatMap { $0.differences[index] } }
                .contains { difference in
                    difference.map { !DecisionFigures.cellInterval($0, metric).isEmpty } ?? false
                }
        }
    }

    private func write(_ matrix: Decision.Matrix, _ metric: DecisionMetric, _ index: Int, _ writer: inout XMLWriter) {
        let label = "\(metric.title) by \(matrix.keys.joined(separator: ", "))"
        let counts = matrix.counts(metric, isCounted: plan.population != nil)
        writer.beginTable("plain matrix", label)
        Self.writeCaption("\(metric.title), \(metric.unit.symbol)", metric, &writer)
        writer.head { writer in
            writer.column(matrix.keys.joined(separator: ", "))
            for name in counts.map({ $0.name }) + plan.choices.indices.map(decision.name) {
                writer.column(name, "number")
            }
        }
        // Of a population those that most sessions have are in view, however little they differ.
        let own = plan.population == nil ? matrix.rows : matrix.foremost(DecisionPage.mostRows)
        let rows = own.sorted {
            (Self.spread($0.values[index]), $1.place) > (Self.spread($1.values[index]), $0.place)
        }
        for row in rows.prefix(DecisionPage.mostRows) {
            writer.begin("tr")
            writer.element("th", ("scope", "row"), words: row.label.onOneLine)
            for count in counts { writer.element("td", ("class", "number"), words: String(count.count(row))) }
            for (value, difference) in zip(row.values[index], row.differences[index]) {
                let sign = difference.map { Sign($0.finding, metric, isExact: decision.evidence == .exact) } ?? .none
                let title = difference.map { DecisionFigures.cell($0, metric) } ?? ""
                if title.isEmpty {
                    writer.begin("td", ("class", "number \(sign.rawValue)"))
                } else {
                    writer.begin("td", ("class", "number \(sign.rawValue)"), ("title", title))
                }
                writer.element("span", ("class", "sign"), words: sign.words)
                writer.write(DecisionFigures.value(value, metric))
                writer.end()
            }
            writer.end()
        }
        writer.end(3)
        let rest = matrix.rows.count - DecisionPage.mostRows
        if rest > 0 { writer.element("p", ("class", "note"), words: "And \(rest) more, which '--format json' has.") }
    }

    private static func spread(_ values: [Int64?]) -> UInt64 {
        let known = values.map { min($0 ?? 0, Int64.max / 2) }
        return UInt64((known.max() ?? 0) - (known.min() ?? 0))
    }

    /// How a figure compares with the baseline's, by the classes by which it is styled. That no session of a sample
    /// differs is no sign that none does.
    private enum Sign: String {
        case better, worse, equal, unknown, none

        init(_ finding: Finding, _ metric: DecisionMetric, isExact: Bool) {
            self =
                switch finding {
                case .same: isExact ? .equal : .none
                case .equivalent: .equal
                case .less: metric.better == .higher ? .worse : .better
                case .more: metric.better == .higher ? .better : .worse
                case .undecided: .unknown
                case .incomparable: .none
                }
        }

        var words: String {
            switch self {
            case .better: "▲ "
            case .worse: "▼ "
            case .equal: "= "
            case .unknown: "? "
            case .none: ""
            }
        }
    }

    // MARK: All figures

    var figures: String {
        var writer = XMLWriter()
        for (index, metric) in plan.metrics.enumerated() where decision.isShown(index) {
            write(metric, index, &writer)
        }
        return writer.text
    }

    private static func writeCaption(_ words: String, _ metric: DecisionMetric, _ writer: inout XMLWriter) {
        writer.begin("caption")
        writer.write(words + " ")
        writer.element("code", words: metric.name)
        writer.end()
    }

    private func write(_ metric: DecisionMetric, _ index: Int, _ writer: inout XMLWriter) {
        let others = DecisionPage.others(decision)
        let unit = metric.unit.symbol
        if decision.isAlike(index) {
            let value = DecisionFigures.value(decision.rows[plan.baseline].values[index], metric)
            writer.begin("p", ("class", "same"))
            let hasUnit = value != "-" && value != DecisionFigures.noStart && !unit.isEmpty
            writer.write("\(metric.title): \(value)\(hasUnit ? " \(unit)" : "") with every choice ")
            writer.element("code", words: metric.name)
            writer.end()
            return
        }
        let hasTally = others.contains { decision.rows[$0].tallies[index] != nil }
        let hasIntervals = decision.evidence.isSampled
        writer.beginTable("plain figures", metric.title)
        Self.writeCaption(unit.isEmpty ? metric.title : "\(metric.title), \(unit)", metric, &writer)
        writer.head { writer in
            writer.column("choice")
            writer.column("value", "number")
            writer.column("difference", "number")
            if hasIntervals { writer.column("where the truth lies (95 %)") }
            writer.column("finding")
            for word in hasTally ? ["better in", "worse in", "equal in"] : [] { writer.column(word, "number") }
        }
        for choice in plan.choices.indices { write(choice, metric, index, hasIntervals, hasTally, &writer) }
        writer.end(3)
    }

    private func write(
        _ choice: Int, _ metric: DecisionMetric, _ index: Int, _ hasIntervals: Bool, _ hasTally: Bool,
        _ writer: inout XMLWriter
    ) {
        let row = decision.rows[choice]
        writer.begin("tr")
        writer.element("th", ("scope", "row"), words: decision.name(choice))
        writer.element("td", ("class", "number"), words: DecisionFigures.value(row.values[index], metric))
        if choice == plan.baseline {
            let count = 2 + (hasIntervals ? 1 : 0) + (hasTally ? 3 : 0)
            writer.element("td", ("colspan", String(count)), ("class", "quiet"), words: "the baseline")
        } else {
            let difference = row.differences[index]
            let words = DecisionFigures.difference(row, index, metric)
            writer.element("td", ("class", "number"), words: words)
            if hasIntervals {
                let interval = DecisionFigures.interval(difference, metric, decision.evidence)
                writer.element("td", ("class", "interval"), words: interval)
            }
            writer.element("td", words: row.findings[index].map { $0.word(metric.better) } ?? "")
            if hasTally {
                let tally = row.tallies[index]
                for count in [tally?.better, tally?.worse, tally?.equal] {
                    writer.element("td", ("class", "number"), words: count.map { String($0) } ?? "")
                }
            }
        }
        writer.end()
    }
}
