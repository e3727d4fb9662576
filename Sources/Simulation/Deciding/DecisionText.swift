import PlayerModel

/// A decision as a person reads it: the verdicts in sentences, a table for each metric with one row a choice, and who
/// does how in each circumstance.
package enum DecisionText {
    /// More circumstances than this are in a table for programs.
    private static let mostCircumstances = 20

    package static func text(_ decision: Decision) -> String {
        var lines = head(decision) + [""]
        for choice in decision.choices.indices where choice != decision.baseline {
            lines.append(VerdictSentence.text(decision, choice))
        }
        for index in decision.metrics.indices { lines += [""] + table(decision, index) }
        for metric in [DecisionMetric.startup, .stalled] where decision.metrics.contains(metric) {
            lines += matrix(decision, metric)
        }
        return (lines + [""] + foot(decision)).joined(separator: "\n") + "\n"
    }

    // MARK: Head and foot

    private static func head(_ decision: Decision) -> [String] {
        var paths: [(path: String, name: String)] = []
        for circumstance in decision.circumstances where !paths.contains(where: { $0.path == circumstance.path }) {
            paths.append((circumstance.path, circumstance.name))
        }
        var lines =
            paths.count == 1
            ? [paths[0].name, paths[0].path].filter { !$0.isEmpty }.map { $0.onOneLine }
            : ["\(paths.count) scenarios"]
        lines.append(
            "each choice in the same \(count(decision.sessions.count, "session")), \(over(decision, paths.count))")
        lines.append("all against \(decision.name(decision.baseline))")
        let never = decision.choices.indices.compactMap { choice -> String? in
            let count = decision.sessions.count { !$0.outcomes[choice].isStarted }
            return count > 0 ? "\(decision.name(choice)) in \(count)" : nil
        }
        if !never.isEmpty { lines.append("playback never starts: \(never.joined(separator: ", "))") }
        return lines
    }

    private static func count(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }

    /// `over 3 circumstances: network=3G, Edge, LTE`.
    private static func over(_ decision: Decision, _ paths: Int) -> String {
        var words = "over \(count(decision.circumstances.count, "circumstance"))"
        var parts = paths > 1 ? ["\(paths) scenarios"] : []
        for (index, key) in decision.circumstanceKeys.enumerated() {
            var values: [String] = []
            for case let value? in decision.circumstances.map({ $0.settings[index] }) where !values.contains(value) {
                values.append(value)
            }
            let list = "\(key)=" + values.map { $0.onOneLine }.joined(separator: ", ")
            parts.append(list.unicodeScalars.count <= 60 ? list : "\(key) with \(values.count) values")
        }
        if !parts.isEmpty { words += ": " + parts.joined(separator: "; ") }
        return words
    }

    private static func foot(_ decision: Decision) -> [String] {
        switch decision.evidence {
        case .exact:
            return [
                "Nothing is drawn at random: differences are exact for these circumstances, and say nothing of others."
            ]
        case .tooFew:
            return ["There are too few sessions for intervals."]
        case .sampled(let count, let sampled):
            return [
                "Brackets are intervals of 95 %, from \(PairedBootstrap.usualResamples) resamples of the \(count) "
                    + "\(sampled.name). Those of the sentences hold together,",
                "for all choices; those of any other table hold for all choices of that table.",
            ]
        }
    }

    // MARK: Tables

    /// The table of a metric; a line where every choice has the same in all sessions.
    private static func table(_ decision: Decision, _ index: Int) -> [String] {
        let metric = decision.metrics[index]
        let others = decision.rows.indices.filter { $0 != decision.baseline }
        if others.allSatisfy({ decision.rows[$0].findings[index] == .same }) {
            let value = figure(decision.rows[decision.baseline].values[index], metric)
            return ["\(metric.name): \(value) with every choice"]
        }
        var rows = [[metric.name, "", "difference", "", "", "sessions: better", "worse", "equal"]]
        let hasTally = others.contains { decision.rows[$0].tallies[index] != nil }
        for (choice, row) in decision.rows.enumerated() {
            var cells = ["  " + decision.name(choice), figure(row.values[index], metric)]
            if choice != decision.baseline {
                let difference = row.differences[index]
                cells.append(signed(difference?.value ?? 0, metric))
                cells.append(interval(difference, metric, decision.evidence))
                cells.append(row.findings[index].map { $0.word(metric.better) } ?? "")
                if let tally = row.tallies[index] {
                    cells += [tally.better, tally.worse, tally.equal].map { String($0) }
                }
            }
            rows.append(cells)
        }
        if !hasTally { rows[0].removeLast(3) }
        return Columns.lines(rows, leftAligned: [0, 3, 4])
    }

    private static func matrix(_ decision: Decision, _ metric: DecisionMetric) -> [String] {
        guard decision.circumstances.count > 1 else { return [] }
        let names = decision.choices.indices.map(decision.name)
        let keys = decision.circumstanceKeys.isEmpty ? ["scenario"] : decision.circumstanceKeys
        var rows = [["\(metric.name) by \(keys.joined(separator: ", "))"] + names]
        for line in decision.cells(of: metric).prefix(mostCircumstances) {
            rows.append(["  " + decision.label(line.circumstance)] + line.values.map { figure($0, metric) })
        }
        let rest = decision.circumstances.count - mostCircumstances
        let more = rest > 0 ? ["  and \(rest) more, which '--format json' has"] : []
        return [""] + Columns.lines(rows, leftAligned: [0]) + more
    }

    private static func interval(
        _ difference: Estimate?, _ metric: DecisionMetric, _ evidence: Decision.Evidence
    ) -> String {
        guard let difference, case .sampled = evidence else { return "" }
        if !difference.isBounded { return "(too few sessions)" }
        return "(\(signed(difference.low, metric)) to \(signed(difference.high, metric)))"
    }

    private static func signed(_ value: Int64, _ metric: DecisionMetric) -> String {
        (value > 0 ? "+" : "") + figure(value, metric)
    }

    /// A startup that never comes is later than all others, as long as that may be.
    private static func figure(_ value: Int64?, _ metric: DecisionMetric) -> String {
        value == .max || value == .min ? "never" : ComparisonTable.number(value, metric.unit)
    }
}

/// Words in columns.
private enum Columns {
    static func lines(_ rows: [[String]], leftAligned: [Int]) -> [String] {
        let count = rows.reduce(0) { max($0, $1.count) }
        let widths = (0..<count).map { column in
            rows.reduce(0) { column < $1.count ? max($0, $1[column].unicodeScalars.count) : $0 }
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                leftAligned.contains(column)
                    ? NumberText.left(cell, widths[column]) : NumberText.right(cell, widths[column])
            }
            let line = cells.joined(separator: "  ")
            let end = line.utf8.lastIndex { $0 != 32 }.map { line.utf8.index(after: $0) } ?? line.startIndex
            return String(line[..<end])
        }
    }
}

extension Decision {
    /// The name of a circumstance: its settings, and its scenario where there are several.
    package func label(_ circumstance: Int) -> String {
        let own = circumstances[circumstance]
        let values = own.settings.compactMap { $0 }
        let hasPaths = circumstances.contains { $0.path != own.path }
        return ((hasPaths ? [own.path] : []) + values).map { $0.onOneLine }.joined(separator: ", ")
    }

    /// By circumstance, the figure of each choice in its sessions: descriptions, of which none is a verdict.
    package func cells(of metric: DecisionMetric) -> [(circumstance: Int, values: [Int64?])] {
        var bySession = circumstances.map { _ in [DecisionSession]() }
        for session in sessions { bySession[session.circumstance].append(session) }
        return bySession.enumerated().filter { !$0.element.isEmpty }.map { circumstance, own in
            let figure = metric.figure(choices.indices.map { choice in own.map { $0.outcomes[choice] } })
            return (circumstance: circumstance, values: figure.values.map { Estimate.whole($0) })
        }
    }
}
