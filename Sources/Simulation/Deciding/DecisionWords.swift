import PlayerModel

/// The words on an experiment that a text and a page have in common.
package enum DecisionWords {
    /// The scenario that is looked at, by its name and path; of several, how many there are.
    package static func subject(_ plan: DecisionPlan) -> [String] {
        let own = scenarios(plan)
        guard own.count == 1 else { return ["\(own.count) scenarios"] }
        return [own[0].name, own[0].path].filter { !$0.isEmpty }.map { $0.onOneLine }
    }

    private static func scenarios(_ plan: DecisionPlan) -> [(path: String, name: String)] {
        var all: [(path: String, name: String)] = []
        for circumstance in plan.circumstances where !all.contains(where: { $0.path.isSpelt(circumstance.path) }) {
            all.append((circumstance.path, circumstance.name))
        }
        return all
    }

    /// `40 sessions, over 3 circumstances: network=3G, Edge, LTE`.
    package static func sessions(_ decision: Decision) -> String {
        let plan = decision.plan
        let missing = decision.failureCount > 0 ? " (\(decision.failureCount) more could not be run)" : ""
        let sessions = NumberText.count(decision.sessionCount, "session") + missing
        if let population = plan.population {
            return "\(sessions), drawn from the population \(population.name.onOneLine)"
        }
        let paths = scenarios(plan).count
        var words = "\(sessions), over \(NumberText.count(plan.circumstances.count, "circumstance"))"
        var parts = paths > 1 ? ["\(paths) scenarios"] : []
        for (index, key) in plan.circumstanceKeys.enumerated() {
            var values: [String] = []
            for case let value? in plan.circumstances.map({ $0.settings[index] })
            where !values.contains(where: { $0.isSpelt(value) }) {
                values.append(value)
            }
            let list = "\(key)=" + values.map { $0.onOneLine }.joined(separator: ", ")
            parts.append(list.unicodeScalars.count <= 60 ? list : "\(key) with \(values.count) values")
        }
        if !parts.isEmpty { words += ": " + parts.joined(separator: "; ") }
        return words
    }

    /// The choices with which playback does not start, each with the number of such sessions; nil where there are none.
    package static func notStarted(_ decision: Decision) -> String? {
        let idle = decision.plan.choices.indices.compactMap { choice -> String? in
            let count = decision.mishaps.notStarted[choice]
            return count > 0 ? "\(decision.name(choice)) in \(count)" : nil
        }
        guard !idle.isEmpty else { return nil }
        let rest =
            decision.startedCount == 0
            ? "no session starts with every choice"
            : "the mean startup, stalls and bit rates are of the \(started(decision))"
        return "\(idle.joined(separator: ", ")); \(rest)\(hopeless(decision))"
    }

    /// The choices with which sessions fail, each with how many; nil where there are none.
    package static func failed(_ decision: Decision) -> String? { choices(decision, decision.mishaps.failed) }

    /// Likewise, those with which a stall is never over.
    package static func neverResumed(_ decision: Decision) -> String? {
        choices(decision, decision.mishaps.neverResumed)
    }

    private static func choices(_ decision: Decision, _ counts: [Int]) -> String? {
        let some = decision.plan.choices.indices.filter { counts[$0] > 0 }
        return some.isEmpty ? nil : some.map { "\(decision.name($0)) in \(counts[$0])" }.joined(separator: ", ")
    }

    /// The choices with which `until_s` ends sessions before their end, each with how many; nil where there are none.
    package static func cutOff(_ decision: Decision) -> String? {
        let cut = decision.plan.choices.indices.compactMap { choice -> String? in
            let count = decision.cutOff[choice]
            let early = decision.cutOffBeforeStart[choice]
            let before = early == 0 ? "" : " (\(early == count ? "" : "\(early) ")before the start)"
            return count > 0 ? "\(decision.name(choice)) in \(count)\(before)" : nil
        }
        return cut.isEmpty
            ? nil
            : "\(cut.joined(separator: ", ")); what comes later is in no figure, and a later start leaves less time "
                + "to stall"
    }

    /// The choices that keep others from being compared: without one of them there would be more sessions, by more than
    /// a twentieth. These are of the worst networks, where others stall.
    private static func hopeless(_ decision: Decision) -> String {
        guard decision.plan.choices.count > 2 else { return "" }
        let others = decision.plan.choices.indices.filter { decision.startedWithout[$0] * 20 > decision.startedCount }
        let words = others.map { choice in
            "\(decision.startedCount + decision.startedWithout[choice]) without \(decision.name(choice))"
        }
        return words.isEmpty ? "" : "; there would be \(words.joined(separator: ", "))"
    }

    /// `15 sessions that start with every choice`.
    package static func started(_ decision: Decision) -> String {
        let count = decision.startedCount
        return count == 1 ? "session that starts with every choice" : "\(count) sessions that start with every choice"
    }

    /// The fate of the sessions that start with a choice or with the baseline alone, in clauses.
    package static func startedAlone(_ decision: Decision, _ choice: Int) -> String? {
        let (own, base) = (decision.name(choice), decision.name(decision.plan.baseline))
        let clauses = [
            decision.alone[choice].own.words(own, besides: base),
            decision.alone[choice].base.words(base, besides: own),
        ].compactMap { $0 }
        guard let first = clauses.first else { return nil }
        return first.prefix(1).uppercased() + first.dropFirst() + clauses.dropFirst().map { "; " + $0 }.joined()
    }

    /// The figures that are no part of the verdict on a choice, and are known to be worse; nil where there are none. A
    /// "better" that leaves them out would keep them back.
    package static func worseBesides(_ decision: Decision, _ choice: Int) -> String? {
        let row = decision.rows[choice]
        let worse = decision.plan.metrics.enumerated().compactMap { index, metric -> String? in
            guard !DecisionMetric.headline.contains(metric),
                row.findings[index]?.word(metric.better) == "worse", let difference = row.differences[index]?.value
            else { return nil }
            // Beyond all numbers: what comes with one choice never comes with the other.
            guard difference > .min, difference < .max else { return metric.title }
            let words = [DecisionFigures.signed(difference, metric), metric.unitOfDifference].filter { !$0.isEmpty }
            return "\(metric.title) (\(words.joined(separator: " ")))"
        }
        return worse.isEmpty ? nil : "Worse besides: \(worse.joined(separator: ", "))"
    }

    /// The most strata that a sentence has by their names.
    private static let mostUnmet = 6

    /// `No session met awful (network, 1 % of the population): no figure says anything of it`; nil where all strata of
    /// a population have sessions.
    package static func unmet(_ decision: Decision) -> String? {
        guard let population = decision.plan.population else { return nil }
        let unmet = unmetStrata(decision).map { axis, label in
            let share = population.share(of: label, axis: axis)
            let words = share.map { ", \(percentage($0)) of the population" } ?? ""
            return "\(label.onOneLine) (\(axis)\(words))"
        }
        guard !unmet.isEmpty else { return nil }
        let rest = unmet.count - mostUnmet
        let names = unmet.prefix(mostUnmet).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        return "No session met \(names): no figure says anything of \(unmet.count == 1 ? "it" : "these")"
    }

    /// The strata of a population that no session met, each with its axis.
    private static func unmetStrata(_ decision: Decision) -> [(axis: String, label: String)] {
        guard decision.plan.population != nil else { return [] }
        return decision.matrices.flatMap { matrix in
            matrix.rows.filter { $0.count == 0 }.map { (matrix.keys[0], $0.label) }
        }
    }

    /// The line on intervals where a stratum was not met; none where all were.
    private static func partial(_ decision: Decision) -> [String] {
        let unmet = unmetStrata(decision).map { $0.label.onOneLine }
        guard !unmet.isEmpty else { return [] }
        let names = unmet.count > mostUnmet ? "what no session met" : unmet.joined(separator: ", ")
        return ["They are of the population without \(names): with it the truth may lie outside of all of them."]
    }

    /// A share that is more than none, in millionths, to two decimals of a percentage.
    package static func percentage(_ share: Int64) -> String {
        let hundredths = (share + 50) / 100
        return (hundredths > 0 ? NumberText.exact(hundredths, places: 2) : "less than 0.01") + " %"
    }

    /// How sure one can be, in lines.
    package static func evidence(_ decision: Decision) -> [String] {
        switch decision.evidence {
        case .exact:
            return [
                "Nothing is drawn at random: differences are exact for these circumstances, and say nothing of others."
            ]
        case .tooFew(let sample, let shortage):
            let count = undrawn(decision, sample)
            let things = shortage == .altogether ? sample.name : "sessions"
            let some = "In \(count) of the \(decision.sessionCount) sessions nothing is drawn at random."
            return ["There are too few \(things) for intervals."] + (count > 0 ? [some] : [])
        case .sampled(let sample):
            return [
                "Brackets are intervals of 95 %, from \(decision.resamples) resamples of the \(sample.words). "
                    + "Those of the sentences hold together,",
                "for all choices; those of any other table hold for all choices of that table.",
            ] + (decision.areEnough ? [] : ["They do so nearly: it would take more resamples."])
                + partial(decision) + others(decision, sample) + looks(decision)
                + (decision.startups.allSatisfy { $0.isExact } ? [] : ["Quantiles are within 0.4 % of exact ones."])
        }
    }

    /// How many sessions are in no sample; none where sessions are counted by what they share.
    static func undrawn(_ decision: Decision, _ sample: Decision.Sample) -> Int {
        sample.traces == 0 && !sample.areRuns ? decision.sessionCount - sample.sessions : 0
    }

    /// The line on sessions that are in no sample; none where all are.
    private static func others(_ decision: Decision, _ sample: Decision.Sample) -> [String] {
        let count = undrawn(decision, sample)
        guard count > 0 else { return [] }
        let (sessions, them) = count == 1 ? ("session", "it") : ("\(count) sessions", "them")
        return ["In the other \(sessions) nothing is drawn at random: every resample has \(them)."]
    }

    /// The lines on the marks in tables of circumstances; none where there is no table, or no mark in any.
    package static func cells(_ decision: Decision) -> [String] {
        let tables = decision.matrices.filter { $0.rows.count > 1 }
        let hasDash = tables.contains { $0.rows.contains { $0.startedCount == 0 } }
        return marks(decision, tables)
            + (hasDash ? ["In these tables - is where no session starts with every choice."] : [])
    }

    /// The lines on what is known of a cell; none where nothing is drawn, or there is no table.
    private static func marks(_ decision: Decision, _ tables: [Decision.Matrix]) -> [String] {
        guard decision.evidence != .exact, !tables.isEmpty else { return [] }
        let isOpen = tables.contains { table in
            table.rows.contains { row in row.differences.contains { own in own.contains { $0?.isOpen ?? false } } }
        }
        guard isOpen else {
            return [
                "In the tables by circumstance, what differs at all is known to be better, worse or as good, all in a "
                    + "table together."
            ]
        }
        return [
            "In the tables by circumstance, ? may be better or worse than \(decision.name(decision.plan.baseline)): "
                + "its interval has both,",
            "or there are fewer than \(Decision.fewest) sessions. A figure without a mark differs in no session there, "
                + "or is known to be better, worse or as good, all in a table together.",
        ]
    }

    /// Whoever looks often sees more than there is: that is paid for, and said.
    private static func looks(_ decision: Decision) -> [String] {
        decision.look == 0
            ? []
            : ["They hold whenever one stops: this was look \(decision.look), and each has its part of the 5 %."]
    }
}
