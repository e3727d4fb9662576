import PlayerModel

/// The amounts by which metrics may be worse than their baseline.
package struct Budget: Sendable {
    /// The amount by which one metric may be worse.
    enum Room: Equatable, Sendable {
        /// In base units of the metric.
        case absolute(Int64)
        /// A part of the baseline, in millionths.
        case part(Int64)

        func amount(of baseline: Int64) -> Int64 {
            switch self {
            case .absolute(let amount): amount
            case .part(let part): proportion(baseline, part, over: 1_000_000, .down)
            }
        }
    }

    private var named: [(metric: Int, room: Room)] = []
    private var others: Room?

    /// An entry as it was written: as an option, or in a file.
    private struct Entry {
        enum Form { case option, file }

        let form: Form
        let name: String
        let value: String

        private var words: String {
            switch form {
            case .option: "--budget \(name)=\(value)"
            case .file: spelt(name, value)
            }
        }

        /// Another entry of the same form.
        func spelt(_ name: String, _ value: String) -> String {
            switch form {
            case .option: "--budget \(name == "*" ? "'*=\(value)'" : "\(name)=\(value)")"
            case .file: "\"\(name)\": \"\(value)\""
            }
        }

        func problem(_ message: String) -> Mistake { Mistake(message: "'\(words)' \(message)") }
    }

    init() {}

    /// Reads the values of `--budget`, as in `startup_time_s=+5%`, `stall_count=+0` or `*=+5%`.
    package init(_ words: [String]) throws(Mistake) {
        for word in words {
            guard let (name, value) = word.parted(at: "="), !name.isEmpty else {
                let advice = "names no metric and its room; write --budget startup_time_s=+5%"
                throw Mistake(message: "'--budget \(word)' \(advice)")
            }
            try add(Entry(form: .option, name: name, value: value))
        }
    }

    /// Adds an entry of a file.
    mutating func add(_ name: String, _ value: String) throws(Mistake) {
        try add(Entry(form: .file, name: name, value: value))
    }

    /// The room of a metric: its own, or else that of all which have none. Nil where none was given.
    func room(_ metric: Int) -> Room? { named.first { $0.metric == metric }?.room ?? others }

    /// The metrics that have a room of their own.
    var metrics: [Int] { named.map { $0.metric } }

    private mutating func add(_ entry: Entry) throws(Mistake) {
        if entry.name == "*" {
            guard others == nil else { throw entry.problem("is the second for all metrics; give one") }
            let value = try Self.value(entry, example: "+5%")
            guard value.sign == .more, let percent = value.percent else {
                let example = entry.spelt("*", "+5%")
                throw entry.problem("is no part of every metric that may be worse; write \(example)")
            }
            others = .part(percent)
            return
        }
        guard let index = Metric.all.firstIndex(where: { $0.name == entry.name }) else {
            throw entry.problem("names no metric\(Metric.hint(entry.name))")
        }
        guard !named.contains(where: { $0.metric == index }) else {
            throw entry.problem("is the second for \(entry.name); give one")
        }
        named.append((index, try Self.room(entry, Metric.all[index])))
    }

    private static func room(_ entry: Entry, _ metric: Metric) throws(Mistake) -> Room {
        let (sign, why) =
            switch metric.better {
            case .lower: (Sign.more, "less is better, so a budget says how much more there may be")
            case .higher: (Sign.less, "more is better, so a budget says how much less there may be")
            case .neither: (Sign.either, "neither way is better, so a budget says how far off it may be")
            }
        let example = "\(sign.spellings[0])5%"
        let value = try Self.value(entry, example: example, metric.unit)
        guard value.sign == sign else {
            throw entry.problem("has the wrong sign: \(why); write \(entry.spelt(metric.name, example))")
        }
        if let percent = value.percent { return .part(percent) }
        switch value.number.scaled(by: metric.unit.decimalPlaces) {
        case .exact(let amount): return .absolute(amount)
        case .tooLarge: throw entry.problem(outOfReach)
        case .tooFine:
            let step = NumberText.exact(1, places: metric.unit.decimalPlaces)
            throw entry.problem("is not what can be counted: \(metric.name) goes in steps of \(step)")
        }
    }

    // MARK: Words

    private enum Sign: CaseIterable {
        // The form that contains the other two comes first.
        case either, more, less

        /// The spellings that people use, ours first: not every keyboard has the signs.
        var spellings: [String] {
            switch self {
            case .either: ["±", "+-", "+/-"]
            case .more: ["+"]
            case .less: ["-", "−"]
            }
        }
    }

    private struct Value {
        let sign: Sign
        let number: Decimal
        /// The amount in millionths, for percent; nil for an amount in units.
        let percent: Int64?
    }

    private static let outOfReach = "is a number that no metric can have"

    /// The unit is that of the metric; nil is that of all.
    private static func value(_ entry: Entry, example: String, _ unit: Unit? = nil) throws(Mistake) -> Value {
        let text = entry.value
        for sign in Sign.allCases {
            for spelling in sign.spellings where text.utf8.starts(with: spelling.utf8) {
                var digits = Array(text.utf8.dropFirst(spelling.utf8.count))
                let isPercent = digits.last == UInt8(ascii: "%")
                if isPercent { digits.removeLast() }
                guard let number = try number(digits, entry) else {
                    if let problem = commaProblem(digits, spelling, entry, unit, isPercent) { throw problem }
                    if let problem = unitProblem(digits, spelling, entry, unit, example) { throw problem }
                    break
                }
                guard isPercent else { return Value(sign: sign, number: number, percent: nil) }
                switch number.scaled(by: Unit.percent.decimalPlaces) {
                case .exact(let percent): return Value(sign: sign, number: number, percent: percent)
                case .tooLarge: throw entry.problem(outOfReach)
                case .tooFine: throw entry.problem("is too fine: per cents go in steps of 0.0001")
                }
            }
        }
        let form = entry.spelt(entry.name, example)
        // What is for all metrics is a part of each.
        let amount = unit == nil ? "" : ", or an amount for the per cent"
        throw entry.problem("has no sign with a number of JSON behind it; write \(form)\(amount)")
    }

    /// The problem of a number with a comma in it; nil of other words.
    private static func commaProblem(
        _ digits: [UInt8], _ sign: String, _ entry: Entry, _ unit: Unit?, _ isPercent: Bool
    ) -> Mistake? {
        let amount = isPercent ? nil : unit
        let text = String(decoding: digits, as: UTF8.self)
        let meant = NumberSlip.numbers(in: text, of: amount ?? .percent).map { number in
            entry.spelt(entry.name, sign + number + (amount == nil ? "%" : ""))
        }
        if meant.isEmpty { return nil }
        return entry.problem("has a comma in its number; write \(meant.joined(separator: " or "))")
    }

    /// The problem of a number with the words for per cent behind it, or with a unit, as in `5s` and `5 kbit/s`; nil of
    /// other words.
    private static func unitProblem(
        _ digits: [UInt8], _ sign: String, _ entry: Entry, _ unit: Unit?, _ example: String
    ) -> Mistake? {
        let number = digits.prefix { $0.isDigit || ".,".utf8.contains($0) }
        let rest = digits[number.endIndex...].drop { $0 == .space }
        guard !number.isEmpty, !rest.isEmpty else { return nil }
        let word = String(decoding: rest, as: UTF8.self)
        if ["percent", "pct", "pc"].contains(String(decoding: NearMiss.plain(word), as: UTF8.self)) {
            let amount = String(decoding: number, as: UTF8.self)
            let part = entry.spelt(entry.name, "\(sign)\(NumberSlip.numbers(in: amount).first ?? amount)%")
            return entry.problem("has a word for the sign %; write \(part)")
        }
        guard KeyUnit.isOfNumbers(word) else { return nil }
        guard let unit else {
            let form = entry.spelt(entry.name, example)
            return entry.problem("has a unit, and is for metrics of all units; write \(form)")
        }
        let symbol = unit.symbol
        return entry.problem("has a unit; write the number alone\(symbol.isEmpty ? "" : ": it is in \(symbol)")")
    }

    /// A number that is not negative, by the grammar of JSON; nil of other words.
    private static func number(_ digits: [UInt8], _ entry: Entry) throws(Mistake) -> Decimal? {
        guard let value = JSONNode(json: digits)?.value else { return nil }
        if case .hugeNumber = value { throw entry.problem(outOfReach) }
        guard case .number(let number) = value, number.significand >= 0 else { return nil }
        return number
    }
}
