import PlayerModel

/// The columns of a table, as a command line says them.
package struct CellColumns: Sendable {
    /// A column, and the key or the metric that it stands for.
    package struct Pair: Equatable, Sendable {
        package let column: String
        package let target: String

        package init(_ column: String, _ target: String) { (self.column, self.target) = (column, target) }
    }

    package var given: [Pair] = []
    package var measured: [Pair] = []
    /// Each a column, or several with commas between them.
    package var left: [String] = []
    package var weights: [(name: String, weight: Double)] = []
    /// Keys that are fitted: no column may set them.
    package var fitted: [String] = []

    package init() {}
}

/// Reads a table of cells: which column is what, and then row by row. All that is wrong is found at once.
package struct CellTableReader {
    /// The field that takes a key of the template away, as in a JSON Merge Patch (RFC 7396, section 1), and stands for
    /// no figure in a measured column.
    private static let none = "null"

    /// More rows than this are no table that somebody has measured.
    private static let mostRows = 100_000

    private enum Role {
        case settings([String])
        case measure(Int)
        case left
    }

    package private(set) var table: CellTable
    package private(set) var findings: Findings
    /// Whether a number was met that has a comma before its decimals.
    private var hasComma = false
    /// Findings on columns that are taken for something which their names do not quite say.
    package private(set) var warnings: [Diagnostic] = []
    private let records: CellRecords
    private let columns: CellColumns
    private var roles: [Role] = []

    /// `names` are those that a scenario's first level has: a column whose name begins with one is a key.
    package init(_ source: SourceText, _ columns: CellColumns, names: [String], number: Int32 = 0) {
        records = CellRecords(source, number: number, mostRows: Self.mostRows)
        let known = records.columns.map { $0.value }
        var own = columns
        own.left = columns.left.flatMap { word in
            known.contains(word) ? [word] : word.split(separator: ",").map { String($0) }
        }
        (self.columns, findings) = (own, records.findings)
        table = CellTable([], settingColumns: [])
        guard findings.errors.isEmpty else { return }
        let head = Place(startOf: number)
        checkOptions(head)
        var measures: [CellMeasure] = []
        for column in records.columns where findings.errors.count < ShapeChecker.mostDiagnostics {
            roles.append(role(of: column, names, &measures))
        }
        weigh(&measures, head)
        if measures.isEmpty, findings.errors.isEmpty {
            findings.report(
                "no column is a measured figure; name one after a metric ('autowait list metrics'), or say which is "
                    + "which: --measured COLUMN=startup_time_s", head)
        }
        let settingColumns = zip(records.columns, roles).compactMap { column, role in
            if case .settings = role { column.value } else { nil }
        }
        table = CellTable(measures, settingColumns: settingColumns)
        guard findings.errors.isEmpty else { return }
        for row in records.rows where findings.errors.count < ShapeChecker.mostDiagnostics { take(row) }
        if findings.errors.isEmpty { checkFigures(head) }
    }

    // MARK: Columns

    /// Options that name columns which are not there.
    private mutating func checkOptions(_ head: Place) {
        let known = records.columns.map { $0.value }
        func check(_ name: String, _ option: String) {
            guard !known.contains(name) else { return }
            findings.report("\(option): no column is called '\(name)'\(NearMiss.hint(name, among: known))", head)
        }
        for pair in columns.given { check(pair.column, "--given \(pair.column)=\(pair.target)") }
        for pair in columns.measured { check(pair.column, "--measured \(pair.column)=\(pair.target)") }
        for name in columns.left { check(name, "--ignore \(name)") }
    }

    private mutating func role(
        of column: Placed<String>, _ names: [String], _ measures: inout [CellMeasure]
    ) -> Role {
        let name = column.value
        let given = columns.given.filter { $0.column == name }.map { $0.target }
        let all = columns.measured.filter { $0.column == name }.map { $0.target }
        let isLeft = columns.left.contains(name)
        let parts = [("given", !given.isEmpty), ("measured", !all.isEmpty), ("ignored", isLeft)].filter { $0.1 }
        if parts.count > 1 {
            findings.report("'\(name)' is both \(parts[0].0) and \(parts[1].0)", column.place)
            return .left
        }
        if isLeft { return .left }
        if name.isEmpty {
            warnings.append(Diagnostic(CellRecords.wordsOfNoName, at: column.place))
            return .left
        }
        if all.count > 1 {
            findings.report("'\(name)' is measured twice, as \(all.joined(separator: " and "))", column.place)
            return .left
        }
        let measured = all.first
        if !given.isEmpty { return settings(given, column, names) }
        if let metric = Metric.all.first(where: { $0.name == measured ?? name }) {
            return measure(metric, column, &measures)
        }
        if let measured {
            findings.report("'\(measured)' is no metric\(Metric.hint(measured))", column.place)
            return .left
        }
        if let measure = firstFrame(column, &measures) { return measure }
        if names.contains(Self.first(of: name)) { return settings([name], column, names) }
        let near = NearMiss.find(name, among: Metric.all.map { $0.name } + names)
        let word = name.shellWord
        findings.report(
            "'\(name)' is no metric and no key" + (near.map { NearMiss.question($0, for: name) } ?? "")
                + "; say --given \(word)=KEY, --measured \(word)=METRIC or --ignore \(word)", column.place)
        return .left
    }

    /// The column of tables of startups that has no metric: the time from the request to play to the first frame, which
    /// AVPlayer shows before it plays (`AVPlayerLayer.isReadyForDisplay`). The nearest that the model knows is the
    /// first chunk of pictures, without which there is no frame.
    private mutating func firstFrame(_ column: Placed<String>, _ measures: inout [CellMeasure]) -> Role? {
        let name = column.value
        guard ["ttff_s", "ttff_ms"].contains(where: { $0 == name }),
            let metric = Metric.all.first(where: { $0.name == "time_to_first_chunk_s" })
        else { return nil }
        warnings.append(
            Diagnostic(
                "'\(name)' is held against time_to_first_chunk_s: the model has no first frame, and with the first "
                    + "chunk of pictures one could be shown at the soonest, counted from the item's arrival; if the "
                    + "column's clock stops when playback begins, say --measured \(name)=startup_time_s",
                at: column.place))
        return measure(metric, column, &measures)
    }

    private static func first(of path: String) -> String {
        String(decoding: path.utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    }

    private mutating func settings(_ paths: [String], _ column: Placed<String>, _ names: [String]) -> Role {
        for path in paths {
            let first = Self.first(of: path)
            if !names.contains(first) {
                findings.report(
                    "a scenario has no '\(first)'\(NearMiss.hint(first, among: names)) "
                        + "(--given \(column.value)=\(path))",
                    column.place)
            }
            if let fitted = columns.fitted.first(where: { PathNames.overlap($0, path) }) {
                findings.report("'\(path)' is given by this column, and '\(fitted)' is to be fitted", column.place)
            }
            for case .settings(let others) in roles where others.contains(path) {
                findings.report("'\(path)' is given by two columns; leave one out with --ignore", column.place)
            }
            if let own = CellUnit(of: column.value), let key = CellUnit(of: path), own.dimension != key.dimension {
                findings.report("'\(column.value)' and '\(path)' have units of different kinds", column.place)
            }
        }
        return .settings(paths)
    }

    private mutating func measure(
        _ metric: Metric, _ column: Placed<String>, _ measures: inout [CellMeasure]
    ) -> Role {
        if metric.isScore {
            findings.report(
                "'\(metric.name)' may be below zero, so that no ratio tells how far off it is", column.place)
        }
        if measures.contains(where: { $0.metric == metric }) {
            findings.report("'\(metric.name)' is measured by two columns; leave one out with --ignore", column.place)
        }
        if let own = CellUnit(of: column.value), let dimension = CellUnit.dimension(of: metric.unit),
            own.dimension != dimension
        {
            findings.report("'\(column.value)' and '\(metric.name)' have units of different kinds", column.place)
        }
        measures.append(CellMeasure(metric, column: column.value))
        return .measure(measures.count - 1)
    }

    private mutating func weigh(_ measures: inout [CellMeasure], _ head: Place) {
        var weighed: [Int] = []
        for (name, weight) in columns.weights {
            guard let place = measures.firstIndex(where: { $0.metric.name == name || $0.column == name }) else {
                let known = measures.map { $0.metric.name }
                findings.report(
                    "--weight \(name): nothing of that name is measured\(NearMiss.hint(name, among: known))", head)
                continue
            }
            if weighed.contains(place) {
                findings.report("'\(measures[place].metric.name)' has two weights; give it one --weight", head)
            }
            weighed.append(place)
            measures[place] = CellMeasure(measures[place].metric, column: measures[place].column, weight: weight)
        }
        if !measures.isEmpty, measures.allSatisfy({ $0.weight == 0 }) {
            findings.report("--weight leaves nothing to fit to: all that is measured has the weight 0", head)
        }
    }

    // MARK: Rows

    private mutating func take(_ row: [Placed<String>?]) {
        var settings: [CellTable.Setting] = []
        var fields: [String] = []
        var figures: [CellTable.Figure?] = table.measures.map { _ in nil }
        var line: Int32 = 0
        for (index, role) in roles.enumerated() {
            let field = row[index]
            line = line == 0 ? field?.place.line ?? 0 : line
            switch role {
            case .left: continue
            case .settings(let paths):
                fields.append(field?.value ?? "")
                guard let field else { continue }
                settings += paths.map { setting($0, field, column: records.columns[index].value) }
            case .measure(let place):
                guard let field, field.value != Self.none else { continue }
                figures[place] = figure(field, table.measures[place])
            }
        }
        if figures.contains(where: { $0 != nil }) || findings.errors.isEmpty {
            table.add(settings, fields, figures, line: line)
        }
    }

    /// A field as the key has it: in the key's unit, where the column's name says another.
    private mutating func setting(_ path: String, _ field: Placed<String>, column: String) -> CellTable.Setting {
        var text = field.value
        if text == Self.none {
            return .init(path: path, value: text, place: field.place, takesAway: true)
        }
        if let own = CellUnit(of: column), let key = CellUnit(of: path), own != key, own.dimension == key.dimension,
            let number = Decimal(text)
        {
            if let converted = own.number(number, in: key) {
                text = converted.text
            } else {
                findings.report("'\(text)' is too large for \(path)", field.place)
            }
        }
        return .init(path: path, value: text, place: field.place)
    }

    /// A number with a comma before its decimals, written with a point; nil where the word is none.
    private static func withPoint(_ word: String) -> String? {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, Decimal(String(parts[0])) != nil, parts[1].utf8.allSatisfy({ $0.isDigit }),
            !parts[1].isEmpty
        else { return nil }
        return "\(parts[0]).\(parts[1])"
    }

    /// A number with a comma before its last three digits, written without; nil of others.
    private static func withoutComma(_ word: String) -> String? {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false)
        let isOfThousands = parts.count == 2 && parts[1].utf8.count == 3 && 1...3 ~= parts[0].utf8.count
        return isOfThousands && parts[0] != "0" ? parts.joined() : nil
    }

    private mutating func figure(_ field: Placed<String>, _ measure: CellMeasure) -> CellTable.Figure? {
        let (word, metric) = (field.value, measure.metric)
        if word == "never" { return .never }
        if metric.unit == .flag, let flag = word.looseFlag { return .value(flag ? 1 : 0) }
        guard let number = Decimal(word) else {
            if let point = Self.withPoint(word) {
                // A table that has one such number has hundreds.
                if !hasComma {
                    let whole = Self.withoutComma(word).map { ", or \($0) where the comma parts thousands" } ?? ""
                    findings.report(
                        "'\(word)' is no number: write \(point), with a point before the decimals\(whole), here and "
                            + "below", field.place)
                }
                hasComma = true
                return nil
            }
            findings.report(
                "'\(word)' is no number for \(metric.name); where nothing was measured leave it empty, and where it "
                    + "never came write never", field.place)
            return nil
        }
        guard number.significand >= 0 else {
            findings.report("'\(word)' cannot be measured; where nothing was measured leave it empty", field.place)
            return nil
        }
        let own = CellUnit(of: measure.column)
        let unit = own.flatMap { $0.dimension == CellUnit.dimension(of: metric.unit) ? $0 : nil }
        let places = unit?.decimalPlaces ?? metric.unit.decimalPlaces
        let factor = Double(unit?.factor ?? 1)
        switch number.scaled(by: places) {
        case .exact(let value): return .value(Double(value) * factor)
        case .tooFine: return .value(number.fraction(places: places) * factor)
        case .tooLarge:
            findings.report("'\(word)' is too large for \(metric.name)", field.place)
            return nil
        }
    }

    private mutating func checkFigures(_ head: Place) {
        for (index, measure) in table.measures.enumerated()
        where table.cells.allSatisfy({ $0.figures[index].isEmpty }) {
            findings.report("nothing is measured in the column '\(measure.column)'", head)
        }
    }
}

extension Decimal {
    /// The number times 10^places, which has digits behind the point.
    fileprivate func fraction(places: Int32) -> Double {
        var power = 1.0
        for _ in 0..<max(0, -(exponent + places)) { power *= 10 }
        return Double(significand) / power
    }
}
