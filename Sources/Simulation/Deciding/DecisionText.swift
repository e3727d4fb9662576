import PlayerModel

/// A decision as a person reads it: the verdicts in sentences, a table for each metric with one row a choice, and who
/// does how in each circumstance.
package enum DecisionText {
    /// More circumstances than this are in a table for programs.
    private static let mostCircumstances = 20

    package static func text(_ decision: Decision) -> String {
        var lines = head(decision) + [""]
        for choice in decision.plan.choices.indices where choice != decision.plan.baseline {
            lines.append(VerdictSentence.text(decision, choice))
        }
        var isAfterLine = false
        for index in decision.plan.metrics.indices {
            let own = table(decision, index)
            // What is the same with every choice is a line, and such lines stand together.
            lines += (own.count == 1 && isAfterLine ? [] : [""]) + own
            isAfterLine = own.count == 1
        }
        for metric in [DecisionMetric.startup, .stalled] { lines += matrices(decision, metric) }
        return (lines + [""] + foot(decision)).joined(separator: "\n") + "\n"
    }

    // MARK: Head and foot

    private static func head(_ decision: Decision) -> [String] {
        let plan = decision.plan
        var lines = DecisionWords.subject(plan)
        lines.append("each choice in the same \(DecisionWords.sessions(decision))")
        lines.append("all against \(decision.name(plan.baseline))")
        let never = plan.choices.indices.compactMap { choice -> String? in
            let count = decision.neverStarted[choice]
            return count > 0 ? "\(decision.name(choice)) in \(count)" : nil
        }
        if !never.isEmpty { lines.append("playback never starts: \(never.joined(separator: ", "))") }
        return lines
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
                "Brackets are intervals of 95 %, from \(decision.resamples) resamples of the \(count) "
                    + "\(sampled.name). Those of the sentences hold together,",
                "for all choices; those of any other table hold for all choices of that table.",
            ] + looks(decision)
                + (decision.startups.allSatisfy { $0.isExact } ? [] : ["Quantiles are within 0.4 % of exact ones."])
        }
    }

    /// Whoever looks often sees more than there is: that is paid for, and said.
    private static func looks(_ decision: Decision) -> [String] {
        decision.look == 0
            ? []
            : ["They hold whenever one stops: this was look \(decision.look), and each has its part of the 5 %."]
    }

    // MARK: Tables

    /// The table of a metric; a line where every choice has the same in all sessions.
    private static func table(_ decision: Decision, _ index: Int) -> [String] {
        let metric = decision.plan.metrics[index]
        let others = decision.rows.indices.filter { $0 != decision.plan.baseline }
        if others.allSatisfy({ decision.rows[$0].findings[index] == .same }) {
            let value = figure(decision.rows[decision.plan.baseline].values[index], metric)
            return ["\(metric.name): \(value) with every choice"]
        }
        var rows = [[metric.name, "", "difference", "", "", "sessions: better", "worse", "equal"]]
        let hasTally = others.contains { decision.rows[$0].tallies[index] != nil }
        for (choice, row) in decision.rows.enumerated() {
            var cells = ["  " + decision.name(choice), figure(row.values[index], metric)]
            if choice != decision.plan.baseline {
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

    private static func matrices(_ decision: Decision, _ metric: DecisionMetric) -> [String] {
        guard let index = decision.plan.metrics.firstIndex(of: metric) else { return [] }
        let names = decision.plan.choices.indices.map(decision.name)
        let hasCounts = decision.plan.population != nil
        return decision.matrices.filter { $0.rows.count > 1 }.flatMap { matrix in
            var rows = [["\(metric.name) by \(matrix.keys.joined(separator: ", "))"]]
            rows[0] += (hasCounts ? ["sessions"] : []) + names
            for row in matrix.rows.prefix(mostCircumstances) {
                rows.append(["  " + row.label.onOneLine] + (hasCounts ? [String(row.count)] : []))
                rows[rows.count - 1] += row.values[index].map { figure($0, metric) }
            }
            let rest = matrix.rows.count - mostCircumstances
            let more = rest > 0 ? ["  and \(rest) more, which '--format json' has"] : []
            return [""] + Columns.lines(rows, leftAligned: [0]) + more
        }
    }

    private static func interval(
        _ difference: Estimate?, _ metric: DecisionMetric, _ evidence: Decision.Evidence
    ) -> String {
        guard let difference, case .sampled = evidence else { return "" }
        if !difference.isBounded {
            let isCounted = difference.value.map { $0 > .min && $0 < .max } ?? false
            return isCounted ? "(too few sessions)" : ""
        }
        return "(\(signed(difference.low, metric)) to \(signed(difference.high, metric)))"
    }

    private static func signed(_ value: Int64, _ metric: DecisionMetric) -> String {
        (value > 0 ? "+" : "") + figure(value, metric)
    }

    /// A startup that never comes is later than all others, as long as that may be.
    static func figure(_ value: Int64?, _ metric: DecisionMetric) -> String {
        value == .max || value == .min ? "never" : ComparisonTable.number(value, metric.unit)
    }
}

/// Words in columns.
enum Columns {
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
