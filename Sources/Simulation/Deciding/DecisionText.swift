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
            if let worse = DecisionWords.worseBesides(decision, choice) { lines.append("  \(worse)") }
            if let alone = DecisionWords.startedAlone(decision, choice) { lines.append("  \(alone)") }
        }
        if let unmet = DecisionWords.unmet(decision) { lines.append(unmet) }
        var isAfterLine = false
        for index in decision.plan.metrics.indices where decision.isShown(index) {
            let own = table(decision, index)
            // What is the same with every choice is a line, and such lines stand together.
            lines += (own.count == 1 && isAfterLine ? [] : [""]) + own
            isAfterLine = own.count == 1
        }
        for metric in DecisionMetric.ofTables { lines += matrices(decision, metric) }
        lines += [""] + DecisionWords.evidence(decision) + DecisionWords.cells(decision)
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Head

    private static func head(_ decision: Decision) -> [String] {
        let plan = decision.plan
        var lines = DecisionWords.subject(plan)
        lines.append("each choice in the same \(DecisionWords.sessions(decision))")
        if let population = plan.population { lines.append(population.sources) }
        lines.append("all against \(decision.name(plan.baseline))")
        if let failed = DecisionWords.failed(decision) { lines.append("playback fails: \(failed)") }
        if let still = DecisionWords.neverResumed(decision) { lines.append("playback never resumes: \(still)") }
        if let idle = DecisionWords.notStarted(decision) { lines.append("playback does not start: \(idle)") }
        if let cut = DecisionWords.cutOff(decision) { lines.append("until_s cuts sessions off: \(cut)") }
        return lines
    }

    // MARK: Tables

    /// The table of a metric; a line where every choice has the same in all sessions.
    private static func table(_ decision: Decision, _ index: Int) -> [String] {
        let metric = decision.plan.metrics[index]
        let others = decision.rows.indices.filter { $0 != decision.plan.baseline }
        if decision.isAlike(index) {
            let value = DecisionFigures.value(decision.rows[decision.plan.baseline].values[index], metric)
            return ["\(metric.name): \(value) with every choice"]
        }
        var rows = [[metric.name, "", "difference", "", "", "sessions: better", "worse", "equal"]]
        let hasTally = others.contains { decision.rows[$0].tallies[index] != nil }
        for (choice, row) in decision.rows.enumerated() {
            var cells = ["  " + decision.name(choice), DecisionFigures.value(row.values[index], metric)]
            if choice != decision.plan.baseline {
                let difference = row.differences[index]
                cells.append(DecisionFigures.difference(row, index, metric))
                cells.append(DecisionFigures.interval(difference, metric, decision.evidence))
                cells.append(row.findings[index].map { $0.word(metric.better) } ?? "")
                if let tally = row.tallies[index] {
                    cells += [tally.better, tally.worse, tally.equal].map { String($0) }
                }
            }
            rows.append(cells)
        }
        if !hasTally { rows[0].removeLast(3) }
        return TextColumns.lines(rows, leftAligned: [0, 3, 4])
    }

    private static func matrices(_ decision: Decision, _ metric: DecisionMetric) -> [String] {
        guard let index = decision.plan.metrics.firstIndex(of: metric) else { return [] }
        let names = decision.plan.choices.indices.map(decision.name)
        return decision.tables(of: metric).flatMap { matrix in
            let counts = matrix.counts(metric, isCounted: decision.plan.population != nil)
            let hasOpen = matrix.rows.contains { $0.differences[index].contains { $0?.isOpen ?? false } }
            var rows = [["\(metric.name) by \(matrix.keys.joined(separator: ", "))"]]
            rows[0] += counts.map { $0.name } + names
            let shown = matrix.foremost(mostCircumstances)
            for row in shown {
                rows.append(["  " + row.label.onOneLine] + counts.map { String($0.count(row)) })
                rows[rows.count - 1] += zip(row.values[index], row.differences[index]).map { value, difference in
                    DecisionFigures.value(value, metric) + (difference?.isOpen ?? false ? "?" : hasOpen ? " " : "")
                }
            }
            let rest = matrix.rows.count - mostCircumstances
            let fewer = decision.plan.population == nil ? "" : " with \(matrix.fewer(than: shown))"
            let more = rest > 0 ? ["  and \(rest) more\(fewer), which '--format json' has"] : []
            return [""] + TextColumns.lines(rows, leftAligned: [0]) + more
        }
    }
}
