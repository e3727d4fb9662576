import PlayerModel

/// A tuning for programs.
package enum TuningLines {
    // MARK: CSV

    /// CSV with a line for each setting that was tried, the scenario's own first, with its values in the sessions to
    /// choose on. What has no value is empty.
    package static func csv(_ tuning: Tuning) -> String {
        let search = tuning.search
        let chosen = search.leaders
        var text = CSVText.record(
            search.parameters.map { $0.key.path } + search.objectives.map { $0.text } + [
                "own", "best",
            ] + Drawback.allCases.map { $0.name })
        for (place, trial) in search.trials.enumerated() {
            text += CSVText.record(
                zip(search.parameters, trial.setting).map { $0.text($1) } + trial.values.map(number)
                    + ([place == 0, chosen.contains(place)] + Drawback.allCases.map { trial.isWorse(by: $0) }).map {
                        $0 ? "true" : "false"
                    })
        }
        return text
    }

    private static func number(_ value: Double?) -> String { decimal(value).map { $0.text } ?? "" }

    /// Six decimals; nil of what is beyond all numbers.
    private static func decimal(_ value: Double?) -> Decimal? {
        guard let value, value.isFinite else { return nil }
        let places: Int32 = value.magnitude < 1e12 ? 6 : 0
        guard let whole = Int64(nearest: places == 6 ? value * 1e6 : value) else { return nil }
        return Decimal(significand: whole, exponent: -places)
    }

    // MARK: JSON

    /// One JSON object, ending in a line break.
    package static func json(_ tuning: Tuning, block: String?) -> String {
        let search = tuning.search
        return JSONWriter.text { writer in
            writer.member("model", Model.number)
            writer.member("verdict", tuning.verdict.rawValue)
            writer.member("sentence", TuningText.sentence(tuning))
            writer.objects("objectives", of: search.objectives, inline: true) { objective, writer in
                writer.member("goal", objective.goal.rawValue)
                writer.member("expression", objective.text)
            }
            if let population = tuning.plan.population { writer.member("population", population.name) }
            writer.member("session_count", Int64(tuning.chosenOn))
            writer.member("held_out", tuning.holdOut.rawValue)
            writer.member("held_out_session_count", Int64(tuning.decision?.sessionCount ?? 0))
            writer.objects("judged", of: Array(tuning.candidates.indices)) { index, writer in
                settings(tuning, tuning.candidates[index], &writer)
                writer.objects("objectives", of: tuning.differences[index], inline: true) { difference, writer in
                    member("own", difference.own, &writer)
                    member("value", difference.tuned, &writer)
                    member("difference", difference.value, &writer)
                    member("low", difference.low, &writer)
                    member("high", difference.high, &writer)
                }
                guard let decision = tuning.decision else { return }
                writer.member("sentence_on_metrics", VerdictSentence.text(decision, index + 1))
            }
            let chosen = search.leaders
            writer.objects("tried", of: Array(search.trials.indices), inline: true) { place, writer in
                let trial = search.trials[place]
                settings(tuning, place, &writer)
                writer.array("values", of: trial.values) { value, writer in
                    if let value = decimal(value) { writer.decimal(value) } else { writer.null() }
                }
                writer.member("own", place == 0)
                writer.member("best", chosen.contains(place))
                for drawback in Drawback.allCases { writer.member(drawback.name, trial.isWorse(by: drawback)) }
            }
            writer.member("block", orNull: tuning.isTaken ? block : nil)
        }
    }

    private static func settings(_ tuning: Tuning, _ place: Int, _ writer: inout JSONWriter) {
        writer.object("settings") { writer in
            for (parameter, value) in zip(tuning.search.parameters, tuning.search.trials[place].setting) {
                writer.quantity(parameter.key.path, value, parameter.key.unit)
            }
        }
    }

    private static func member(_ name: String, _ value: Double?, _ writer: inout JSONWriter) {
        writer.key(name)
        if let value = decimal(value) { writer.decimal(value) } else { writer.null() }
    }
}

extension Drawback {
    /// As a column, and as a key.
    fileprivate var name: String {
        switch self {
        case .startsLess: "starts_less"
        case .failsMore: "fails_more"
        case .resumesLess: "resumes_less"
        }
    }
}
