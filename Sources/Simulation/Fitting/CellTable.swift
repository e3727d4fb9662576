import PlayerModel

/// A figure that was measured, and how it is held against the simulated one.
///
/// Both are compared by their ratio, as its logarithm: a start that comes after 2 s in the place of 1 s is as wrong as
/// one after 10 s in the place of 5 s.
package struct CellMeasure: Equatable, Sendable {
    package let metric: Metric
    /// The column that it was read from.
    package let column: String
    /// The worth of its squared error beside that of others.
    package let weight: Double

    /// The factor that a start counts for which comes in one of the two and never in the other.
    package static let factorOfNever = 100.0

    package init(_ metric: Metric, column: String, weight: Double = 1) {
        (self.metric, self.column, self.weight) = (metric, column, weight)
    }

    /// The least value, in base units: anything below counts as this, because it makes no difference to a person, and
    /// zero has no logarithm. Nil of what is counted, to which a half is added instead.
    package var least: Int64? {
        switch metric.unit {
        case .seconds, .milliseconds: 100_000_000
        case .kilobitsPerSecond, .bitsPerSecond: 1000
        case .bytes: 1000
        case .ratio, .percent, .rate, .score: 1000
        case .framesPerSecond, .hertz: 1
        case .count, .flag: nil
        }
    }

    package var isCount: Bool { least == nil }

    /// The logarithm of a value; nil of what never came.
    package func logarithm(_ value: Double?) -> Double? {
        guard let value else { return nil }
        guard let least else { return naturalLogarithm(of: value + 0.5) }
        return naturalLogarithm(of: max(value, Double(least)))
    }

    /// Likewise, of a simulated value.
    package func logarithm(_ value: Int64?) -> Double? { logarithm(value.map { Double($0) }) }

    /// The value that has a logarithm: the way back.
    func value(ofLogarithm logarithm: Double) -> Double {
        exponential(of: logarithm) - (isCount ? 0.5 : 0)
    }

    /// Whether a simulated figure beside a measured one tells anything of how much figures scatter: it does not where
    /// both are nothing, or neither ever came, because nothing is the same in every play.
    ///
    /// Nor does it where a session was cut off before a time that was measured: what had come, nobody knows.
    package func tellsOfScatter(simulated: SimulatedFigure, measured: Double?) -> Bool {
        switch simulated {
        case .value(let value):
            guard let own = logarithm(value), let measured, let nothing = logarithm(0.0) else { return true }
            return max(own, measured) > nothing
        case .never: return measured != nil
        case .later: return error(simulated: simulated, measured: measured) > 0
        }
    }

    /// The logarithm of simulated ÷ measured. Of a time that was cut off it is the least that it can be (Tobin,
    /// "Estimation of Relationships for Limited Dependent Variables", 1958): nothing where the measured one is later.
    package func error(simulated: SimulatedFigure, measured: Double?) -> Double {
        switch simulated {
        case .value(let value):
            guard let measured, let own = logarithm(value) else { return -naturalLogarithm(of: Self.factorOfNever) }
            return own - measured
        case .never: return measured == nil ? 0 : naturalLogarithm(of: Self.factorOfNever)
        case .later(let time):
            guard let measured, let own = logarithm(time) else { return 0 }
            return max(0, own - measured)
        }
    }
}

/// A table of measurements: cells of settings, each with the figures of one play or several.
package struct CellTable: Sendable {
    package enum Figure: Equatable, Sendable {
        /// In base units. What is counted may have a fraction: it may be the mean of several plays.
        case value(Double)
        /// It was waited for, and never came.
        case never
    }

    /// A key that a column sets: the key's value, as a setting has it.
    package struct Setting: Equatable, Sendable {
        package let path: String
        package let value: String
        /// Where it stands in the table.
        package let place: Place
        /// Whether the key is taken away from the template.
        package var takesAway = false
    }

    /// Settings, and all that was measured with them: several rows are plays of one cell.
    package struct Cell: Sendable {
        package let settings: [Setting]
        /// By column of settings, the field as it stands in the table; empty where there is none.
        package let fields: [String]
        /// The values of its settings, and its fields, as they are told from others.
        fileprivate let (settingKeys, fieldKeys): ([String], [String])
        /// By measure, the figures of its rows, as far as there are any.
        package fileprivate(set) var figures: [[Figure]]
        /// The line of its first row.
        package let line: Int32
    }

    package let measures: [CellMeasure]
    /// The columns of settings, as the table calls them.
    package let settingColumns: [String]
    package private(set) var cells: [Cell] = []
    package private(set) var rowCount = 0

    init(_ measures: [CellMeasure], settingColumns: [String]) {
        (self.measures, self.settingColumns) = (measures, settingColumns)
    }

    /// Adds a row: to the cell with the same settings, or as one of its own.
    mutating func add(_ settings: [Setting], _ fields: [String], _ figures: [Figure?], line: Int32) {
        rowCount += 1
        let keys = settings.map { Self.key($0.value) }
        let same = cells.firstIndex { cell in
            cell.settingKeys == keys && zip(cell.settings, settings).allSatisfy { $0.path == $1.path }
        }
        let own = figures.map { $0.map { [$0] } ?? [] }
        guard let same else {
            cells.append(
                Cell(
                    settings: settings, fields: fields, settingKeys: keys, fieldKeys: fields.map(Self.key),
                    figures: own, line: line))
            return
        }
        for measure in measures.indices { cells[same].figures[measure] += own[measure] }
    }

    /// The text that a field is told from others by: of numbers it does not matter how they are written, 1500, 1500.0
    /// or 1.5e3.
    private static func key(_ field: String) -> String { Decimal(field)?.text ?? field }

    /// A cell by its settings: `segment_s=6, limit_mbps=16`; what is empty in the table is left out.
    package func name(_ cell: Int) -> String { name(cell) { $0 } }

    /// Likewise, for a line of a table: of values that are long, as a whole ladder is, the beginning.
    package func shortName(_ cell: Int) -> String { name(cell, Self.short) }

    private func name(_ cell: Int, _ value: (String) -> String) -> String {
        let words = zip(settingColumns, cells[cell].fields).filter { !$0.1.isEmpty }.map { "\($0.0)=\(value($0.1))" }
        return words.isEmpty ? "as the template" : words.joined(separator: ", ").onOneLine
    }

    /// A value, or its beginning where it is long.
    package static func short(_ value: String) -> String {
        value.unicodeScalars.count > mostOfValue
            ? String(String.UnicodeScalarView(value.unicodeScalars.prefix(mostOfValue - 1))) + "…" : value
    }

    /// So many characters of a value fit into a line with others.
    private static let mostOfValue = 40

    /// The values of a column of settings, in the order of the table, and the cells of each.
    package func groups(by column: Int) -> [(value: String, cells: [Int])] {
        var groups: [(value: String, cells: [Int])] = []
        var keys: [String] = []
        for (cell, own) in cells.enumerated() {
            if let place = keys.firstIndex(of: own.fieldKeys[column]) {
                groups[place].cells.append(cell)
            } else {
                keys.append(own.fieldKeys[column])
                groups.append((own.fields[column], [cell]))
            }
        }
        return groups
    }
}
