import PlayerModel

/// A decision for programs: every session with every choice, and the figures of each choice, with exact numbers.
package enum DecisionLines {
    // MARK: CSV

    /// CSV with a line for each session and choice.
    package static func csv(_ decision: Decision) -> String {
        let head =
            ["scenario"] + decision.circumstanceKeys + ["trace", "run_seed", "player_name"] + decision.choiceKeys
        var text = ComparisonLines.record(head + SessionFact.all.map { $0.name })
        for session in decision.sessions {
            let circumstance = decision.circumstances[session.circumstance]
            for (choice, outcome) in session.outcomes.enumerated() {
                var fields = [circumstance.path] + circumstance.settings.map { $0 ?? "" }
                fields += [circumstance.trace ?? "", String(session.seed), session.player ?? ""]
                fields += decision.choices[choice]
                fields += SessionFact.all.map { ComparisonLines.field($0.value(outcome), $0.unit) }
                text += ComparisonLines.record(fields)
            }
        }
        return text
    }

    /// CSV with a line for each choice: of each metric the figure, the difference from the baseline with its interval,
    /// what can be said of it, and how sessions compare. What nothing bounds, and a start that never comes, is empty.
    package static func summary(_ decision: Decision) -> String {
        var head = decision.choiceKeys + ["sessions", "baseline", "verdict"]
        for metric in decision.metrics {
            head += ["", "difference_", "low_", "high_", "finding_", "better_", "worse_", "equal_"].map {
                $0 + metric.name
            }
        }
        var text = ComparisonLines.record(head)
        for (choice, row) in decision.rows.enumerated() {
            var fields = decision.choices[choice] + [String(decision.sessions.count)]
            fields += [choice == decision.baseline ? "true" : "false", row.verdict?.rawValue ?? ""]
            for (index, metric) in decision.metrics.enumerated() {
                let difference = row.differences[index]
                fields += [row.values[index], difference?.value, difference?.low, difference?.high].map {
                    ComparisonLines.field($0.flatMap(bounded), metric.unit)
                }
                fields.append(row.findings[index].map { $0.word(metric.better) } ?? "")
                let tally = row.tallies[index]
                fields += [tally?.better, tally?.worse, tally?.equal].map { $0.map { String($0) } ?? "" }
            }
            text += ComparisonLines.record(fields)
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
            let places = Array(decision.circumstances.indices)
            let cells = decision.metrics.map { decision.cells(of: $0) }
            writer.array("circumstances", of: places) { place, writer in
                writer.object(inline: true) { writer in
                    write(circumstance: place, decision, &writer)
                    writer.array("choices", of: Array(decision.choices.indices)) { choice, writer in
                        writer.object { writer in
                            for (metric, lines) in zip(decision.metrics, cells) {
                                let value = lines.first { $0.circumstance == place }?.values[choice]
                                writer.quantity(metric.name, value.flatMap(bounded), metric.unit)
                            }
                        }
                    }
                }
            }
            writer.array("sessions", of: decision.sessions) { session, writer in
                for choice in decision.choices.indices {
                    writer.object(inline: true) { write(session, choice, decision, &$0) }
                }
            }
        }
    }

    /// JSON lines: the experiment, a line for each choice, and a line for each session and choice.
    package static func jsonLines(_ decision: Decision) -> String {
        func line(_ kind: String, _ body: (inout JSONWriter) -> Void) -> String {
            var writer = JSONWriter(indented: false)
            writer.object { writer in
                writer.member("kind", kind)
                body(&writer)
            }
            return writer.finish() + "\n"
        }
        var text = line("decision") { begin(decision, &$0) }
        for choice in decision.rows.indices { text += line("choice") { write(choice: choice, decision, &$0) } }
        for session in decision.sessions {
            for choice in decision.choices.indices {
                text += line("session") { write(session, choice, decision, &$0) }
            }
        }
        return text
    }

    private static func begin(_ decision: Decision, _ writer: inout JSONWriter) {
        writer.member("model", Model.number)
        writer.member("baseline", decision.name(decision.baseline))
        writer.member("session_count", Int64(decision.sessions.count))
        switch decision.evidence {
        case .exact: writer.member("evidence", "exact")
        case .tooFew(let count, let sampled):
            writer.member("evidence", "too few")
            writer.member("\(sampled.name)_sampled", Int64(count))
        case .sampled(let count, let sampled):
            writer.member("evidence", "sampled")
            writer.member("\(sampled.name)_sampled", Int64(count))
        }
    }

    private static func write(choice: Int, _ decision: Decision, _ writer: inout JSONWriter) {
        let row = decision.rows[choice]
        writer.object("settings") { writer in
            for (key, value) in zip(decision.choiceKeys, decision.choices[choice]) { writer.setting(key, value) }
        }
        writer.member("verdict", orNull: row.verdict?.rawValue)
        writer.member(
            "sentence", orNull: choice == decision.baseline ? nil : VerdictSentence.text(decision, choice))
        writer.object("metrics") { writer in
            for (index, metric) in decision.metrics.enumerated() {
                writer.key(metric.name)
                writer.object { writer in
                    writer.quantity("value", row.values[index].flatMap(bounded), metric.unit)
                    guard choice != decision.baseline else { return }
                    let difference = row.differences[index]
                    writer.quantity("difference", difference?.value.flatMap(bounded), metric.unit)
                    writer.quantity("low", difference.flatMap { bounded($0.low) }, metric.unit)
                    writer.quantity("high", difference.flatMap { bounded($0.high) }, metric.unit)
                    writer.member("finding", orNull: row.findings[index].map { $0.word(metric.better) })
                    guard let tally = row.tallies[index] else { return }
                    writer.member("better", Int64(tally.better))
                    writer.member("worse", Int64(tally.worse))
                    writer.member("equal", Int64(tally.equal))
                }
            }
        }
    }

    private static func write(circumstance place: Int, _ decision: Decision, _ writer: inout JSONWriter) {
        let circumstance = decision.circumstances[place]
        writer.member("scenario", circumstance.path)
        writer.object("settings") { writer in
            for case (let key, let value?) in zip(decision.circumstanceKeys, circumstance.settings) {
                writer.setting(key, value)
            }
        }
        writer.member("trace", orNull: circumstance.trace)
    }

    private static func write(
        _ session: DecisionSession, _ choice: Int, _ decision: Decision, _ writer: inout JSONWriter
    ) {
        write(circumstance: session.circumstance, decision, &writer)
        writer.key("seed")
        writer.integer(Int64(bitPattern: session.seed))
        writer.member("player", orNull: session.player)
        writer.object("choice") { writer in
            for (key, value) in zip(decision.choiceKeys, decision.choices[choice]) { writer.setting(key, value) }
        }
        writer.object("outcome") { writer in
            for fact in SessionFact.all {
                writer.quantity(fact.name, fact.value(session.outcomes[choice]), fact.unit)
            }
        }
    }
}
