import PlayerModel

/// The verdict on a choice as a whole, beside the baseline: from the metrics that a person at a screen notices.
package enum ChoiceVerdict: String, CaseIterable, Sendable {
    /// Better in one of them and known to be worse in none; and the other way round.
    case better, worse
    /// Better in one and worse in another: somebody has to decide.
    case mixed
    case equivalent, same, undecided

    init(_ findings: [(metric: DecisionMetric, finding: Finding)], isSame: Bool) {
        let words = findings.map { $0.finding.word($0.metric.better) }
        let (isBetter, isWorse) = (words.contains("better"), words.contains("worse"))
        self =
            isSame
            ? .same
            : isBetter
                ? (isWorse ? .mixed : .better)
                : isWorse
                    ? .worse
                    : ["undecided", "incomparable"].contains(where: words.contains) ? .undecided : .equivalent
    }
}

/// The verdict in a sentence.
package enum VerdictSentence {
    /// The sentence on a choice, without a full stop at its end.
    package static func text(_ decision: Decision, _ choice: Int) -> String {
        let (name, row) = (decision.name(choice), decision.rows[choice])
        if row.isSame {
            return "\(name) is the same as \(decision.name(decision.plan.baseline)) in \(sessions(decision))"
        }
        if let shortage = shortage(decision) { return "\(name): cannot say: \(shortage)" }
        // Of all sessions, and of those that start with every choice.
        var (clauses, started): ([String], [String]) = ([], [])
        var questions: [(words: String, remedy: Finding.Remedy)] = []
        for (index, metric) in decision.plan.metrics.enumerated() {
            guard let words = metric.words, let finding = row.findings[index] else { continue }
            var said: [String] = []
            switch finding {
            case .same:
                let isMishap = decision.mishaps.counts(of: metric) != nil
                if !isMishap { said = [sameInAll(metric, words, decision)] }
            case .equivalent:
                let share = metric.factor.isShare ? " of 100" : ""
                said = ["\(words.same) (within \(amount(metric.margin, metric, decimals(metric)))\(share))"]
            case .less, .more: said = clause(metric, words, row.differences[index], decision)
            case .incomparable: break
            case .undecided(let remedy): if decision.isAsked(metric) { questions.append((words.question, remedy)) }
            }
            if case .share = metric.kind { clauses += said } else { started += said }
        }
        var parts: [String] = []
        if decision.startedCount == decision.sessionCount {
            (clauses, started) = (clauses + started, [])
        }
        if !clauses.isEmpty { parts.append("\(name) \(list(clauses))") }
        if !started.isEmpty {
            let place = "in the \(DecisionWords.started(decision)) it \(list(started))"
            parts.append(clauses.isEmpty ? "\(name): \(place)" : place)
        }
        let doubts = doubts(questions, decision).joined(separator: "; ")
        if !doubts.isEmpty { parts.append((parts.isEmpty ? "\(name): " : "") + doubts) }
        if parts.isEmpty { return "\(name): cannot say: no session starts with every choice" }
        return parts.joined(separator: "; ")
    }

    /// Why nothing is known of other sessions, and what would tell; nil where something is. A remark stands behind what
    /// there is too little of.
    static func shortage(_ decision: Decision, _ remark: String = "") -> String? {
        guard case .tooFew(let sample, let shortage) = decision.evidence else { return nil }
        switch shortage {
        case .altogether:
            let verb = sample.count == 1 ? "is" : "are"
            let few =
                DecisionWords.undrawn(decision, sample) > 0
                ? "\(sample.count) of the \(decision.sessionCount) sessions\(remark) \(verb) drawn at random,"
                : "\(sample.words)\(remark) \(verb)"
            return "\(few) too few to know how others come out; \(Decision.fewest) may tell"
        case .inCircumstances:
            return "there are circumstances with one session each\(remark), which shows nothing of others in them; "
                + "give more --seeds"
        }
    }

    /// The clauses on what cannot be said, with what would tell: questions that as much would tell stand together.
    private static func doubts(
        _ questions: [(words: String, remedy: Finding.Remedy)], _ decision: Decision
    ) -> [String] {
        var (estimated, unseen, open) = ([String](), [String](), [String]())
        var (about, least) = (Int64(0), Int64(0))
        var carried: [(words: String, why: String)] = []
        for (words, remedy) in questions {
            switch remedy {
            case .about(let more): (estimated, about) = (estimated + [words], max(about, more))
            case .atLeast(let more): (unseen, least) = (unseen + [words], max(least, more))
            case .carried(let carrier): carried.append((words, carrier.words))
            case .unknown: open.append(words)
            }
        }
        func more(_ count: Int64) -> String { "about \(count) more \(sampled(decision, count))" }
        let all =
            carried.map { ([$0.words], $0.why) } + [
                (estimated, "\(more(about)) probably would"),
                (unseen, "at least \(more(least)) would, if none of those differs"),
                (open, few(decision)),
            ]
        return all.filter { !$0.0.isEmpty }.map { "cannot say \(list($0.0, "or")): \($0.1)" }
    }

    /// That of which there is too little where nobody knows how much more would tell.
    private static func few(_ decision: Decision) -> String {
        guard let things = decision.startedThings, things < Decision.fewest else { return "too few sessions differ" }
        let name = sampled(decision, 2)
        guard decision.startedCount >= Decision.fewest, name != "sessions" else {
            return "too few sessions start with every choice"
        }
        return "what starts with every choice comes from too few \(name); \(Decision.fewest) may tell"
    }

    /// `starts as soon in all 40 sessions`: what is the same in each needs no interval, and says nothing of others.
    private static func sameInAll(
        _ metric: DecisionMetric, _ words: DecisionMetric.Words, _ decision: Decision
    ) -> String {
        if decision.evidence == .exact || metric != .startup { return words.same }
        let isOfAll = decision.startedCount == decision.sessionCount
        return words.same + (isOfAll ? " in \(sessions(decision))" : " in each of them")
    }

    private static func sessions(_ decision: Decision) -> String {
        let count = decision.sessionCount
        return count == 1 ? "the only session" : count == 2 ? "both sessions" : "all \(count) sessions"
    }

    private static func sampled(_ decision: Decision, _ count: Int64) -> String {
        guard case .sampled(let sample) = decision.evidence else { return count == 1 ? "session" : "sessions" }
        return count == 1 ? sample.one : sample.name
    }

    /// `starts 1.2 s sooner (0.9 to 1.6)`, or `(0.9 or more)`; exact differences have no interval. What is known to be
    /// better or worse is so in all of its interval: no end is rounded to 0.
    static func clause(
        _ metric: DecisionMetric, _ words: DecisionMetric.Words, _ difference: Estimate?, _ decision: Decision
    ) -> [String] {
        guard let difference, let value = difference.value else { return [] }
        let direction = (value < 0 ? words.less : words.more) + scope(metric, decision)
        var decimals = decimals(metric, value)
        func text() -> String { "\(words.verb) \(amount(value, metric, decimals)) \(direction)" }
        guard decision.evidence != .exact else { return [text()] }
        let ends = value < 0 ? (difference.high, difference.low) : (difference.low, difference.high)
        while decimals < metric.unit.decimalPlaces, bound(ends.0, metric, decimals) == bound(0, metric, decimals) {
            decimals += 1
        }
        let (least, most) = (bound(ends.0, metric, decimals), bound(ends.1, metric, decimals))
        return [text() + (isUnlimited(ends.1) ? " (\(least) or more)" : " (\(least) to \(most))")]
    }

    /// The sessions that a share is of; those that start with every choice are named before all that is of them. A
    /// difference of two percentages is in points: "65 % more" would be read as a part of what there is anyway.
    private static func scope(_ metric: DecisionMetric, _ decision: Decision) -> String {
        switch metric.kind {
        case .share: " of 100 sessions"
        case .shareOfStarted:
            decision.startedCount == decision.sessionCount ? " of 100 sessions" : " of 100 of them"
        case .mean, .ratio, .ratioOfStarted, .startupQuantile: ""
        }
    }

    private static func isUnlimited(_ end: Int64) -> Bool { end == .min || end == .max }

    private static func bound(_ value: Int64, _ metric: DecisionMetric, _ decimals: Int32) -> String {
        if isUnlimited(value) { return "without limit" }
        return NumberText.rounded(Int64(value.magnitude), places: metric.unit.decimalPlaces, decimals: decimals)
    }

    private static func amount(_ value: Int64, _ metric: DecisionMetric, _ decimals: Int32) -> String {
        switch metric.kind {
        case .share, .shareOfStarted: bound(value, metric, decimals)
        case .mean, .ratio, .ratioOfStarted, .startupQuantile:
            bound(value, metric, decimals) + " " + metric.unit.symbol
        }
    }

    /// Two digits or three: more are in the table.
    private static func decimals(_ metric: DecisionMetric, _ value: Int64? = nil) -> Int32 {
        guard let value else { return 1 }
        var (rest, digits) = (value.magnitude, Int32(0))
        while rest > 0 { (rest, digits) = (rest / 10, digits + 1) }
        // A number of one has one more digit than decimal places.
        return max(0, min(2, metric.unit.decimalPlaces + 2 - digits))
    }

    private static func list(_ words: [String], _ last: String = "and") -> String {
        guard words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
    }
}
