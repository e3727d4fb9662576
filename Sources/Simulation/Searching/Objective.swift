import PlayerModel

/// A figure to be made small or great: metrics of decisions with numbers, `+ - * /` and parentheses between them.
///
/// Values are in the units in which reports show them: `stalled_percent + 2 * startup_mean_s` counts a percent of the
/// sessions as much as half a second. Where a metric has no value, or is a start that never comes, there is none of the
/// whole either: such a setting never wins.
package struct Objective: Sendable {
    /// The side on which it is better.
    package enum Goal: String, CaseIterable, Sendable {
        case minimise, maximise
    }

    /// The expression behind its operands, so that a stack is all it takes.
    enum Step: Equatable, Sendable {
        case number(Double)
        /// A place in `metrics`.
        case metric(Int)
        case add, subtract, multiply, divide, negate
    }

    /// The expression as it was written, without blanks at its ends.
    package let text: String
    package let goal: Goal
    /// The metrics in it, each once.
    package let metrics: [DecisionMetric]
    private let steps: [Step]

    package init(_ text: String, _ goal: Goal) throws(Mistake) {
        var parser = ObjectiveParser(text)
        try parser.parse()
        (self.text, self.goal) = (parser.text, goal)
        (metrics, steps) = (parser.metrics, parser.steps)
    }

    /// The objectives of a text, with commas between them.
    package static func all(_ text: String, _ goal: Goal) throws(Mistake) -> [Objective] {
        var all: [Objective] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            all.append(try Objective(String(part), goal))
        }
        return all
    }

    /// The value from those of the metrics, in their base units and in the order of `metrics`; nil where there is none,
    /// or one that is beyond all numbers.
    package func value(_ values: [Double]) -> Double? {
        var stack: [Double] = []
        func pop() -> Double {
            guard let last = stack.popLast() else { preconditionFailure("An operator has its operands.") }
            return last
        }
        for step in steps {
            switch step {
            case .number(let number): stack.append(number)
            case .metric(let place):
                guard values[place].magnitude < 9e18 else { return nil }
                stack.append(values[place] / Self.power(metrics[place].unit.decimalPlaces))
            case .negate: stack.append(-pop())
            case .add, .subtract, .multiply, .divide:
                let right = pop()
                stack.append(Self.result(pop(), step, right))
            }
        }
        let value = pop()
        return value.magnitude < Self.most ? value : nil
    }

    /// A greater value cannot be told, and the difference of two such values neither.
    private static let most = 4e18

    /// How far the value may be off where each of the metrics may be off by so much: by each of them alone, added up.
    func roughness(_ values: [Double], _ roughness: [Double]) -> Double {
        guard roughness.contains(where: { $0 > 0 }), let middle = value(values) else { return 0 }
        var sum = 0.0
        for place in values.indices where roughness[place] > 0 {
            var most = 0.0
            for end in [-roughness[place], roughness[place]] {
                var moved = values
                moved[place] += end
                most = max(most, ((value(moved) ?? middle) - middle).magnitude)
            }
            sum += most
        }
        return sum
    }

    /// The value as a loss: the less, the better.
    package func loss(_ value: Double?) -> Double? { goal == .minimise ? value : value.map { -$0 } }

    private static func result(_ left: Double, _ step: Step, _ right: Double) -> Double {
        switch step {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        case .divide: left / right
        case .number, .metric, .negate: preconditionFailure("These have no two operands.")
        }
    }

    fileprivate static func power(_ places: Int32) -> Double {
        var power = 1.0
        for _ in 0..<places { power *= 10 }
        return power
    }
}

/// Reads an expression from left to right, by descent; `*` and `/` bind before `+` and `-`.
private struct ObjectiveParser {
    let text: String
    private let characters: [Character]
    private var next = 0
    private var depth = 0
    private(set) var metrics: [DecisionMetric] = []
    private(set) var steps: [Objective.Step] = []

    /// Deeper than anybody writes, and no danger to the stack.
    private static let mostDepth = 64

    /// Names of figures of one session, and names that are used elsewhere, with the metric of decisions that is meant.
    private static let relatives = [
        "stall_share": "stalled_percent", "stall_count": "stalled_percent", "stall_rate": "stalled_percent",
        "startup_time_s": "startup_mean_s", "startup_s": "startup_mean_s", "stall_time_s": "stall_time_an_hour_s",
        "rebuffer_ratio": "stall_time_an_hour_s", "down_bytes": "bytes_an_hour", "played_time_s": "watched_mean_s",
        "goldilocks_distance_s": "goldilocks_distance_mean_s", "started": "not_started_percent",
    ]

    init(_ text: String) {
        var characters = Array(text)
        while characters.last == " " { characters.removeLast() }
        characters = Array(characters.drop { $0 == " " })
        (self.text, self.characters) = (String(characters), characters)
    }

    mutating func parse() throws(Mistake) {
        guard !characters.isEmpty else {
            throw Mistake(message: "there is an objective with nothing in it; write 'startup_mean_s'")
        }
        try sum()
        guard next == characters.count else {
            throw mistake(
                peek == ")" ? "no parenthesis is open here" : "here must be one of + - * /, and not '\(rest)'", next)
        }
        guard !metrics.isEmpty else {
            throw mistake("there is no metric in it, so that all settings are alike", 0)
        }
    }

    private func mistake(_ words: String, _ place: Int) -> Mistake {
        Mistake(message: "'\(text)', column \(place + 1): \(words)")
    }

    private var rest: String { String(characters[next...].prefix(20)) }

    /// The next character that is no blank.
    private var peek: Character? { next < characters.count ? characters[next] : nil }

    private mutating func skip() { while peek == " " { next += 1 } }

    private mutating func take(_ signs: [(Character, Objective.Step)]) -> Objective.Step? {
        skip()
        guard let found = signs.first(where: { $0.0 == peek }) else { return nil }
        next += 1
        return found.1
    }

    private mutating func sum() throws(Mistake) {
        try product()
        while let step = take([("+", .add), ("-", .subtract)]) {
            try product()
            steps.append(step)
        }
    }

    private mutating func product() throws(Mistake) {
        try operand()
        while let step = take([("*", .multiply), ("/", .divide)]) {
            try operand()
            steps.append(step)
        }
    }

    private mutating func operand() throws(Mistake) {
        skip()
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.mostDepth else { throw mistake("it is too deep", next) }
        guard let first = peek else { throw mistake("a metric or a number is missing at the end", next) }
        if first == "(" {
            let opened = next
            next += 1
            try sum()
            skip()
            guard peek == ")" else {
                throw peek == nil
                    ? mistake("this parenthesis is not closed", opened)
                    : mistake("here must be one of + - * / or ), and not '\(rest)'", next)
            }
            next += 1
            skip()
        } else if first == "-" {
            next += 1
            try operand()
            steps.append(.negate)
        } else if "0"..."9" ~= first || first == "." {
            try number()
        } else if first.isASCII, first.isLetter {
            try metric()
        } else {
            throw mistake("here must be a metric, a number or a parenthesis, and not '\(rest)'", next)
        }
    }

    private mutating func word(_ isPart: (Character) -> Bool) -> String {
        let start = next
        while let character = peek, isPart(character) { next += 1 }
        defer { skip() }
        return String(characters[start..<next])
    }

    private mutating func number() throws(Mistake) {
        let start = next
        let word = word { "0"..."9" ~= $0 || $0 == "." }
        guard let decimal = Decimal(word) else { throw mistake("'\(word)' is no number", start) }
        let power = Objective.power(Int32(decimal.exponent.magnitude))
        steps.append(
            .number(decimal.exponent < 0 ? Double(decimal.significand) / power : Double(decimal.significand) * power))
    }

    private mutating func metric() throws(Mistake) {
        let start = next
        let name = word { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
        guard let metric = DecisionMetric.all.first(where: { $0.name == name }) else {
            let hint =
                Self.relatives[name].map { "; did you mean '\($0)'?" }
                ?? NearMiss.hint(name, among: DecisionMetric.all.map { $0.name })
            throw mistake("'\(name)' is no metric of a decision\(hint)", start)
        }
        if let place = metrics.firstIndex(of: metric) {
            steps.append(.metric(place))
        } else {
            steps.append(.metric(metrics.count))
            metrics.append(metric)
        }
    }
}
