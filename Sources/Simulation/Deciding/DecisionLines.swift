import PlayerModel

/// A decision for programs: the figures of each choice, with exact numbers. `SessionLines` has the sessions.
package enum DecisionLines {
    // MARK: CSV

    /// CSV with a line for each choice: of each metric the figure, the difference from the baseline with its interval,
    /// what can be said of it, and how sessions compare. What nothing bounds, and a start that never comes, is empty.
    package static func summary(_ decision: Decision) -> String {
        var head = decision.plan.choiceKeys + ["sessions", "baseline", "verdict", "worse_besides"]
        for metric in decision.plan.metrics {
            head += ["", "difference_", "low_", "high_", "finding_", "better_", "worse_", "equal_"].map {
                $0 + metric.name
            }
        }
        var text = CSVText.record(head)
        for (choice, row) in decision.rows.enumerated() {
            var fields = decision.plan.choices[choice] + [String(decision.sessionCount)]
            fields += [choice == decision.plan.baseline ? "true" : "false", row.verdict?.rawValue ?? ""]
            fields.append(DecisionWords.worseBesides(decision, choice) ?? "")
            for (index, metric) in decision.plan.metrics.enumerated() {
                let difference = row.differences[index]
                fields += [row.values[index], difference?.value, difference?.low, difference?.high].map {
                    CSVText.field($0.flatMap(bounded), metric.unit)
                }
                fields.append(row.findings[index].map { $0.word(metric.better) } ?? "")
                let tally = row.tallies[index]
                fields += [tally?.better, tally?.worse, tally?.equal].map { $0.map { String($0) } ?? "" }
            }
            text += CSVText.record(fields)
        }
        return text
    }

    /// Nil of what is beyond all numbers.
    private static func bounded(_ value: Int64) -> Int64? { value == .min || value == .max ? nil : value }

    // MARK: JSON

    /// One JSON object, ending in a line break.
    package static func json(_ decision: Decision) -> String {
        JSONWriter.text { writer in
            begin(decision, &writer)
            writer.array("choices", of: Array(decision.rows.indices)) { choice, writer in
                writer.object(inline: true) { write(choice: choice, decision, &$0) }
            }
            for matrix in decision.matrices {
                let name = decision.plan.population == nil ? "circumstances" : "by_\(matrix.keys[0])"
                writer.array(name, of: matrix.rows) { row, writer in
                    writer.object(inline: true) { write(row, decision.plan, &$0) }
                }
            }
        }
    }

    private static func write(_ row: Decision.Matrix.Row, _ plan: DecisionPlan, _ writer: inout JSONWriter) {
        if plan.population == nil {
            SessionLines.write(circumstance: row.place, plan, &writer)
        } else {
            writer.member("stratum", row.label)
        }
        writer.member("session_count", Int64(row.count))
        writer.member("started_count", Int64(row.startedCount))
        writer.array("choices", of: Array(plan.choices.indices)) { choice, writer in
            writer.object { writer in
                for (metric, values) in zip(plan.metrics, row.values) {
                    writer.quantity(metric.name, values[choice].flatMap(bounded), metric.unit)
                }
                guard choice != plan.baseline else { return }
                writer.object("differences") { writer in
                    for (metric, differences) in zip(plan.metrics, row.differences) {
                        guard let own = differences[choice] else { continue }
                        writer.key(metric.name)
                        writer.object { write(own.estimate, own.finding, metric, &$0) }
                    }
                }
            }
        }
    }

    private static func write(
        _ difference: Estimate?, _ finding: Finding?, _ metric: DecisionMetric, _ writer: inout JSONWriter
    ) {
        writer.quantity("difference", difference?.value.flatMap(bounded), metric.unit)
        writer.quantity("low", difference.flatMap { bounded($0.low) }, metric.unit)
        writer.quantity("high", difference.flatMap { bounded($0.high) }, metric.unit)
        if let difference, difference.value != nil, let limit = difference.limit {
            writer.member("limit", limit.rawValue)
        }
        writer.member("finding", orNull: finding.map { $0.word(metric.better) })
    }

    /// The last JSON lines of a decision, behind those of its sessions: a line for each choice, and one for all.
    package static func closing(_ decision: Decision) -> String {
        var text = ""
        for choice in decision.rows.indices {
            text += SessionLines.line("choice") { write(choice: choice, decision, &$0) }
        }
        return text + SessionLines.line("decision") { begin(decision, &$0) }
    }

    private static func begin(_ decision: Decision, _ writer: inout JSONWriter) {
        writer.member("model", Model.number)
        writer.member("baseline", decision.name(decision.plan.baseline))
        if let population = decision.plan.population { writer.member("population", population.name) }
        writer.member("session_count", Int64(decision.sessionCount))
        writer.member("started_count", Int64(decision.startedCount))
        if decision.failureCount > 0 { writer.member("failure_count", Int64(decision.failureCount)) }
        if let unmet = DecisionWords.unmet(decision) { writer.member("unmet", unmet) }
        writer.member("quantiles_are_exact", decision.startups.allSatisfy { $0.isExact })
        switch decision.evidence {
        case .exact: writer.member("evidence", "exact")
        case .tooFew(let sample, _):
            writer.member("evidence", "too few")
            write(sample, &writer)
        case .sampled(let sample):
            writer.member("evidence", "sampled")
            write(sample, &writer)
        }
    }

    private static func write(_ sample: Decision.Sample, _ writer: inout JSONWriter) {
        if sample.sessions > 0 { writer.member("sessions_sampled", Int64(sample.sessions)) }
        if sample.traces > 0 { writer.member("traces_sampled", Int64(sample.traces)) }
    }

    private static func write(choice: Int, _ decision: Decision, _ writer: inout JSONWriter) {
        let row = decision.rows[choice]
        writer.object("settings") { writer in
            for (key, value) in zip(decision.plan.choiceKeys, decision.plan.choices[choice]) {
                writer.setting(key, value)
            }
        }
        writer.member("cut_off", Int64(decision.cutOff[choice]))
        writer.member("cut_off_before_start", Int64(decision.cutOffBeforeStart[choice]))
        writer.member("verdict", orNull: row.verdict?.rawValue)
        writer.member(
            "sentence", orNull: choice == decision.plan.baseline ? nil : VerdictSentence.text(decision, choice))
        if let worse = DecisionWords.worseBesides(decision, choice) { writer.member("worse_besides", worse) }
        if let alone = DecisionWords.startedAlone(decision, choice) { writer.member("started_alone", alone) }
        writer.object("metrics") { writer in
            for (index, metric) in decision.plan.metrics.enumerated() {
                writer.key(metric.name)
                writer.object { writer in
                    writer.quantity("value", row.values[index].flatMap(bounded), metric.unit)
                    guard choice != decision.plan.baseline else { return }
                    write(row.differences[index], row.findings[index], metric, &writer)
                    guard let tally = row.tallies[index] else { return }
                    writer.member("better", Int64(tally.better))
                    writer.member("worse", Int64(tally.worse))
                    writer.member("equal", Int64(tally.equal))
                }
            }
        }
    }
}
