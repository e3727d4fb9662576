import PlayerModel

/// A claim about a run: a metric beside a number, as in `stall_count >= 2` or `startup_time_s > 1.5`.
package struct MetricCondition: Sendable {
    private enum Relation: String, CaseIterable {
        case atLeast = ">="
        case atMost = "<="
        case equals = "=="
        case unequal = "!="
        case more = ">"
        case less = "<"

        func holds(_ value: Int64, _ bound: Int64) -> Bool {
            switch self {
            case .atLeast: value >= bound
            case .atMost: value <= bound
            case .equals: value == bound
            case .unequal: value != bound
            case .more: value > bound
            case .less: value < bound
            }
        }
    }

    /// The signs that other languages have, and those that are meant.
    private static let slips: [(sign: String, meant: Relation)] = [
        ("=>", .atLeast), ("=<", .atMost), ("<>", .unequal), ("=", .equals),
    ]

    /// All signs, the longer ones first: `>` begins `>=`.
    private static let signs =
        (Relation.allCases.map { $0.rawValue } + slips.map { $0.sign }).sorted { $0.utf8.count > $1.utf8.count }

    /// The condition as it was written.
    package let text: String
    package let metric: Metric
    private let relation: Relation
    /// In base units of the metric; nil is a metric that is missing, as the startup of what never starts, or the time
    /// of seeks where nothing is sought.
    private let bound: Int64?

    package init(_ text: String) throws(Mistake) {
        let characters = Array(text)
        func sign(at index: Int) -> String? {
            Self.signs.first { characters[index...].starts(with: Array($0)) }
        }
        let first = characters.indices.lazy.compactMap { index in sign(at: index).map { (index, $0) } }.first
        guard let (place, sign) = first else {
            throw Mistake(message: "'\(text)' compares nothing; write a condition such as 'stall_count >= 2'")
        }
        let name = Self.trimmed(characters[..<place])
        let word = Self.trimmed(characters[(place + sign.count)...])
        guard let relation = Relation(rawValue: sign) else {
            let meant = Self.slips.first { $0.sign == sign }?.meant ?? .equals
            throw Mistake(message: "'\(sign)' compares nothing; write '\(name) \(meant.rawValue) \(word)'")
        }
        guard let metric = Metric.all.first(where: { $0.name == name }) else {
            throw Mistake(message: "'\(name)' is no metric\(Metric.hint(name))")
        }
        self.text = text
        self.metric = metric
        self.relation = relation
        // What is missing is neither more nor less than a number.
        switch (word, relation) {
        case ("none", .equals), ("none", .unequal): bound = nil
        case (_, .equals), (_, .unequal):
            bound = try Self.number(word, metric, or: ", or 'none' for one that is missing")
        case ("none", .atLeast), ("none", .atMost), ("none", .more), ("none", .less):
            throw Mistake(message: "'none' goes with == and != alone; write '\(name) == none' or '\(name) != none'")
        case (_, .atLeast), (_, .atMost), (_, .more), (_, .less): bound = try Self.number(word, metric)
        }
    }

    /// Whether it holds of a value; a metric that is missing is neither more nor less than any number.
    package func holds(_ value: Int64?) -> Bool {
        switch (value, bound) {
        case (let value?, let bound?): relation.holds(value, bound)
        case (nil, nil): relation == .equals
        case (nil, _?), (_?, nil): relation == .unequal
        }
    }

    /// `more` is what may stand there besides, in words.
    private static func number(_ word: String, _ metric: Metric, or more: String = "") throws(Mistake) -> Int64 {
        if metric.unit == .flag, let flag = ["true": Int64(1), "false": 0][word] { return flag }
        let places = metric.unit.decimalPlaces
        let number = Decimal(word)?.scaled(by: places)
        if case .exact(let value)? = number { return value }
        let fine = places == 0 ? "a whole number" : "\(places) decimal places at most"
        let kind = number == .tooFine ? fine : "a number"
        let remedy =
            metric.unit == .flag
            ? "write true or false" : NumberSlip.advice(on: word, metric.unit) ?? "write \(kind)\(more)"
        throw Mistake(message: "'\(word)' is nothing that \(metric.name) could be; \(remedy)")
    }

    private static func trimmed(_ characters: ArraySlice<Character>) -> String {
        let start = characters.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}

extension [MetricCondition] {
    /// Whether the earliest start that never stalls has to be looked for.
    package var needGoldilocks: Bool { contains { $0.metric.needsGoldilocks } }

    /// Why a run does not show what all of them say of one player, in a clause; nil where it does.
    package func objection(to run: Run) -> String? {
        let metrics = map { $0.metric }
        // To hold of a time that is 0 because there is nothing that it could be the time of would show nothing.
        let values = run.ownPlayers.map { $0.toldValues(of: metrics) }
        if values.contains(where: { own in zip(self, own).allSatisfy { $0.holds($1) } }) { return nil }
        let facts = metrics.indices.map { place in
            let own = values.map { $0[place].map { QuantityText.value($0, metrics[place].unit) } ?? "none" }
            return "\(metrics[place].name) is \(own.joined(separator: ", "))"
        }
        let wanted = map { "'\($0.text)'" }.joined(separator: " and ")
        return "this does not show \(wanted), so there is nothing to keep: \(facts.joined(separator: "; "))"
    }
}
