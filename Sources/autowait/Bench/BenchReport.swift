import Simulation

/// Rows that were timed, for people and for programs.
enum BenchReport {
    static func text(_ all: [BenchSeries]) -> String {
        var lines = [line("", ["median", "least", "most"], "")]
        for (index, series) in all.enumerated() {
            let figures = [series.median, series.least, series.most].map(number)
            var unit = series.unit
            if !series.note.isEmpty { unit += " (\(series.note))" }
            if let growth = growth(series, in: all[..<index]) { unit += "; \(growth)" }
            lines.append(line(series.row, figures, unit))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The growth from the row before it of the same kind: of the work, and of the figure.
    private static func growth(_ series: BenchSeries, in before: ArraySlice<BenchSeries>) -> String? {
        guard let amount = series.amount, let last = before.last(where: { $0.amount?.of == amount.of }),
            let old = last.amount
        else { return nil }
        let (work, figure) = (amount.count / old.count, series.median / last.median)
        return "\(number(work)) × as many \(amount.of), \(number(figure)) × the figure"
    }

    static func json(_ all: [BenchSeries]) -> String {
        JSONWriter.text { writer in
            writer.member("kind", "bench")
            writer.member("model", Model.number)
            writer.objects("rows", of: all) { series, writer in
                writer.member("group", series.group)
                writer.member("name", series.row)
                writer.member("unit", series.unit)
                writer.member("more_is_better", series.isRate)
                write([("median", series.median), ("least", series.least), ("most", series.most)], &writer)
                writer.array("figures", of: series.figures, inline: true) { write($0, &$1) }
                writer.member("peak_memory_bytes", series.peakMemory)
                if !series.note.isEmpty { writer.member("note", series.note) }
            }
        }
    }

    /// Figures as members of an object.
    static func write(_ figures: [(name: String, value: Double)], _ writer: inout JSONWriter) {
        for (name, value) in figures {
            writer.key(name)
            write(value, &writer)
        }
    }

    /// Reads a report that was saved; nil where it is none.
    static func read(_ bytes: [UInt8]) -> [BenchSeries]? {
        guard let root = JSONNode(json: bytes),
            case .string("bench")? = root["kind"], case .array(let rows)? = root["rows"]
        else { return nil }
        var all: [BenchSeries] = []
        for row in rows {
            guard case .string(let group)? = row["group"], case .string(let name)? = row["name"],
                case .string(let unit)? = row["unit"], case .bool(let isRate)? = row["more_is_better"],
                case .array(let figures)? = row["figures"]
            else { return nil }
            let numbers = figures.compactMap { figure -> Double? in
                guard case .number(let number) = figure.value, case .exact(let value) = number.scaled(by: places)
                else { return nil }
                return Double(value) / tenToPlaces
            }
            guard numbers.count == figures.count, !numbers.isEmpty, numbers.allSatisfy({ $0 > 0 }) else { return nil }
            all.append(BenchSeries(name, group, unit, isRate: isRate, numbers))
        }
        return all
    }

    private static let places: Int32 = 4
    private static let tenToPlaces = 10_000.0

    /// A figure, which is above zero even where it is very small.
    private static func write(_ value: Double, _ writer: inout JSONWriter) {
        writer.decimal(max(1, Int64(min(value, 1e14) * tenToPlaces + 0.5)), places: places)
    }

    static func number(_ value: Double) -> String {
        NumberText.rounded(
            Int64(min(value, 1e14) * 1000 + 0.5), places: 3,
            decimals: value < 0.1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0)
    }

    static func line(_ name: String, _ figures: [String], _ unit: String) -> String {
        let columns = figures.map { NumberText.right($0, 10) }.joined()
        return unit.isEmpty ? NumberText.left(name, 34) + columns : "\(NumberText.left(name, 34))\(columns)  \(unit)"
    }
}

extension JSONNode {
    /// The value of a member of an object; nil where there is none.
    fileprivate subscript(name: String) -> JSONNode.Value? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.value.value
    }
}
