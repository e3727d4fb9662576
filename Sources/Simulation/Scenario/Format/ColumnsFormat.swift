import PlayerModel

/// The columns of a table that a trace is made of, as a scenario or a command line has them.
struct ColumnsDraft: Sendable {
    typealias Column = Placed<TraceColumns.Column>

    var time: Column?
    var milliseconds: Column?
    var step: Placed<TimeAmount>?
    var rates: [(key: String, quantity: TraceQuantity, column: Column)] = []
    var rate: Column?
    var unit: Column?
    var conditions: [TraceColumns.Condition] = []
}

package enum ColumnsFormat {
    static let format = ObjectFormat(
        "columns", "Which columns of the table have what: names of its header, or numbers from 1.",
        from: ColumnsDraft()
    ) {
        Key("time", "The time of a line: seconds, or a date with a time of day, as in 2019.11.28_07.23.12.")
            .holds(placed: column) { $0.time = $1 }
        Key("time_ms", "The time of a line in milliseconds.").holds(placed: column) { $0.milliseconds = $1 }
        Key("step_s", "The time from one line to the next, where no column has any.")
            .holds(placed: .time(from: 1)) { $0.step = $1 }
        rate("bps", .bitsPerSecond, "in bits per second")
        rate("kbps", .kilobitsPerSecond, "in kilobits per second")
        rate("mbps", .megabitsPerSecond, "in megabits per second")
        Key("rate", "The capacity, of which 'unit' says the unit line by line.")
            .holds(placed: column) { $0.rate = $1 }
        Key("unit", "The unit of 'rate', in words such as Mbits/sec, as iperf writes them.")
            .holds(placed: column) { $0.unit = $1 }
        Key("where", "The lines that count, as of one run among several: those that fit all of these.")
            .holds(.list(of: .object(condition), atLeast: 1)) { draft, conditions in
                draft.conditions = conditions.compactMap { condition in
                    guard let column = condition.column, let value = condition.value else { return nil }
                    return TraceColumns.Condition(column: column, value: value)
                }
            }
    }

    private struct ConditionDraft: Sendable {
        var column: ColumnsDraft.Column?
        var value: Placed<String>?
    }

    private static let condition = ObjectFormat("where", "A value that a line has.", from: ConditionDraft()) {
        Key("column", "The column.").holds(placed: column, isRequired: true) { $0.column = $1 }
        Key("is", "Its value in the lines that count.")
            .holds(
                placed: .either(.text, ValueFormat<Int64>.count(-1_000_000_000...1_000_000_000).map { "\($0)" }),
                isRequired: true
            ) { $0.value = $1 }
    }

    private static let column = ValueFormat<TraceColumns.Column>.either(
        ValueFormat<String>.text.map { .name($0) },
        ValueFormat<Int64>.count(1...100_000).map { .number(Int($0)) })

    private static func rate(_ key: String, _ quantity: TraceQuantity, _ unit: String) -> KeyFormat<ColumnsDraft> {
        Key(key, "The capacity towards the player, \(unit).")
            .holds(placed: column) { $0.rates.append((key, quantity, $1)) }
    }

    /// An option of a command line: a key of the table's columns, or a column that has a value in lines that count.
    package struct Option: Sendable {
        package let text: String
        package let name: String
        package let value: String
        package let isCondition: Bool

        package init(_ text: String, name: String, value: String, isCondition: Bool) {
            (self.text, self.name, self.value, self.isCondition) = (text, name, value, isCondition)
        }

        fileprivate func place(_ index: Int) -> Place { Place(startOf: Int32(index)) }
    }

    /// The columns that options say; nil where something is wrong with them. An option is a source of its own.
    package static func columns(
        _ options: [Option]
    ) -> (columns: TraceColumns?, errors: [Diagnostic], sources: [SourceText]) {
        var members: [JSONMember] = []
        var conditions: [JSONNode] = []
        for (index, option) in options.enumerated() {
            let place = option.place(index)
            if option.isCondition {
                let name = JSONMember(name: "column", namePlace: place, value: node(option.name, at: place))
                // Lines are held against a text, be it that of a number.
                let member = JSONMember(name: "is", namePlace: place, value: word(option.value, at: place))
                conditions.append(JSONNode(value: .object([name, member]), place: place))
            } else {
                let value = node(option.value, at: place)
                members.append(JSONMember(name: option.name, namePlace: place, value: value))
            }
        }
        let place = Place(startOf: 0)
        if !conditions.isEmpty {
            let list = JSONNode(value: .array(conditions), place: place)
            members.append(JSONMember(name: "where", namePlace: place, value: list))
        }
        let root = JSONNode(value: .object(members), place: place)
        let sources = options.map { SourceText(setting: $0.text, value: []) }
        var checker = ShapeChecker()
        checker.check(root, .object(format.shape), "columns")
        guard checker.diagnostics.isEmpty else { return (nil, checker.diagnostics, sources) }
        var findings = Findings()
        let columns = format.read(root).columns(at: place, &findings)
        return (columns, findings.errors, sources)
    }

    /// A number is one, and any other word a string.
    private static func node(_ text: String, at place: Place) -> JSONNode {
        Decimal(text).map { JSONNode(value: .number($0), place: place) } ?? word(text, at: place)
    }

    /// A word, in quotes or without them.
    private static func word(_ text: String, at place: Place) -> JSONNode {
        JSONNode(value: .string(JSONNode(json: Array(text.utf8))?.string ?? text), place: place)
    }
}

extension ColumnsDraft {
    /// The columns, or nil where they say too little or too much. The place is that of all of them.
    func columns(at place: Place, _ findings: inout Findings) -> TraceColumns? {
        let (time, rate) = (time(at: place, &findings), rate(at: place, &findings))
        guard let time, let rate else { return nil }
        return TraceColumns(time: time, rate: rate, conditions: conditions)
    }

    private func time(at place: Place, _ findings: inout Findings) -> TraceColumns.Time? {
        let places = [time?.place, milliseconds?.place, step?.place].compactMap { $0 }
        if places.count > 1 { findings.report("give one of 'time', 'time_ms' and 'step_s'", places[1]) }
        if let time { return .seconds(time) }
        if let milliseconds { return .milliseconds(milliseconds) }
        if let step { return .step(step.value) }
        findings.report(
            "'time' is missing: the column with the time of a line; or 'step_s', the time from one line to the next",
            place)
        return nil
    }

    private func rate(at place: Place, _ findings: inout Findings) -> TraceColumns.Rate? {
        if let rate {
            if let other = rates.first {
                findings.report("a line has one capacity: 'rate' or '\(other.key)'", other.column.place)
            }
            if let unit { return .withUnit(rate, unit: unit) }
            findings.report("'unit' is missing: the column with the unit of 'rate'", rate.place)
            return nil
        }
        if let unit { findings.report("there is no 'rate' of which this is the unit", unit.place) }
        if rates.count > 1 {
            findings.report("a line has one capacity: '\(rates[0].key)' or '\(rates[1].key)'", rates[1].column.place)
        }
        guard let first = rates.first else {
            if unit == nil {
                findings.report(
                    "the column with the capacity is missing: 'kbps', 'mbps' or 'bps', or 'rate' with 'unit'", place)
            }
            return nil
        }
        return .inUnit(first.quantity, first.column)
    }
}
