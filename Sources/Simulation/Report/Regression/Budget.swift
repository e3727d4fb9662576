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

    /// The reason why the words of a budget cannot be read.
    package struct Problem: Error, Equatable {
        package let message: String
    }

    private var named: [(metric: Int, room: Room)] = []
    private var others: Room?

    /// Reads the values of `--budget`, as in `startup_time_s=+5%`, `stall_count=+0` or `*=+5%`.
    package init(_ words: [String]) throws(Problem) {
        for word in words { try add(word) }
    }

    /// The room of a metric: its own, or else that of all which have none. Nil where none was given.
    func room(_ metric: Int) -> Room? { named.first { $0.metric == metric }?.room ?? others }

    private mutating func add(_ word: String) throws(Problem) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw Self.problem(word, "names no metric and its room; write --budget startup_time_s=+5%")
        }
        if parts[0] == "*" {
            guard others == nil else { throw Self.problem(word, "is the second for all metrics; give one") }
            let value = try Self.value(parts[1], word, example: "'*=+5%'")
            guard value.sign == .more, let percent = value.percent else {
                throw Self.problem(word, "is no part of every metric that may be worse; write --budget '*=+5%'")
            }
            others = .part(percent)
            return
        }
        guard let index = Metric.all.firstIndex(where: { $0.name == parts[0] }) else {
            throw Self.problem(word, "names no metric\(Self.hint(parts[0]))")
        }
        guard !named.contains(where: { $0.metric == index }) else {
            throw Self.problem(word, "is the second for \(parts[0]); give one")
        }
        named.append((index, try Self.room(parts[1], Metric.all[index], word)))
    }

    private static func room(_ text: String, _ metric: Metric, _ word: String) throws(Problem) -> Room {
        let (sign, why) =
            switch metric.better {
            case .lower: (Sign.more, "less is better, so a budget says how much more there may be")
            case .higher: (Sign.less, "more is better, so a budget says how much less there may be")
            case .neither: (Sign.either, "neither way is better, so a budget says how far off it may be")
            }
        let example = "\(metric.name)=\(sign.spellings[0])5%"
        let value = try Self.value(text, word, example: example)
        guard value.sign == sign else { throw problem(word, "has the wrong sign: \(why); write --budget \(example)") }
        if let percent = value.percent { return .part(percent) }
        guard case .exact(let amount) = value.number.scaled(by: metric.unit.decimalPlaces) else {
            let step = NumberText.exact(1, places: metric.unit.decimalPlaces)
            throw problem(word, "is not what can be counted: \(metric.name) goes in steps of \(step)")
        }
        return .absolute(amount)
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

    private static func value(_ text: String, _ word: String, example: String) throws(Problem) -> Value {
        for sign in Sign.allCases {
            for spelling in sign.spellings where text.utf8.starts(with: spelling.utf8) {
                var digits = Array(text.utf8.dropFirst(spelling.utf8.count))
                let isPercent = digits.last == UInt8(ascii: "%")
                if isPercent { digits.removeLast() }
                guard let number = number(digits) else { break }
                guard isPercent else { return Value(sign: sign, number: number, percent: nil) }
                guard case .exact(let percent) = number.scaled(by: Unit.percent.decimalPlaces) else {
                    throw problem(word, "is too fine: per cents go in steps of 0.0001")
                }
                return Value(sign: sign, number: number, percent: percent)
            }
        }
        throw problem(word, "has no sign and number; write --budget \(example), or an amount for the per cent")
    }

    /// A number that is not negative, by the grammar of JSON.
    private static func number(_ digits: [UInt8]) -> Decimal? {
        do throws(JSONError) {
            guard case .number(let number) = try JSONReader.read(digits, source: 0).root.value else { return nil }
            return number.significand < 0 ? nil : number
        } catch {
            return nil
        }
    }

    /// The metrics that were probably meant: one with a near name, or those that have the word in their names.
    private static func hint(_ name: String) -> String {
        let known = Metric.all.map { $0.name }
        guard NearMiss.find(name, among: known) == nil else { return NearMiss.hint(name, among: known) }
        let parts = known.filter { $0.split(separator: "_").contains { $0 == name } }
        return parts.isEmpty
            ? "; 'autowait list metrics' has them all"
            : "; did you mean " + parts.map { "'\($0)'" }.joined(separator: " or ") + "?"
    }

    private static func problem(_ word: String, _ message: String) -> Problem {
        Problem(message: "'--budget \(word)' \(message)")
    }
}
