import PlayerModel

/// A fit for programs: one JSON object, ending in a line break.
package enum FitLines {
    package static func json(_ words: FitWords, block: String?) -> String {
        let (fit, problem) = (words.fit, words.fit.problem)
        return JSONWriter.text { writer in
            writer.member("model", Model.number)
            writer.member("sentence", words.verdict)
            writer.array("objective", of: words.objective) { line, writer in writer.string(line) }
            writer.member("cell_count", Int64(problem.table.cells.count))
            writer.member("row_count", Int64(problem.table.rowCount))
            writer.member("setting_count", Int64(fit.settingCount))
            writer.member("session_count", Int64(fit.sessionCount))
            writer.key("left_ratio")
            value(fit.threshold.map { exponential(of: $0.deviation) }, &writer)
            writer.objects("parameters", of: Array(problem.parameters.indices)) { index, writer in
                parameter(index, words, &writer)
            }
            writer.array("warnings", of: words.warnings) { line, writer in writer.string(line) }
            writer.objects("measures", of: Array(problem.table.measures.indices)) { index, writer in
                measure(index, words, &writer)
            }
            writer.objects("held_out", of: fit.heldOut) { held, writer in
                writer.member("column", words.column(held))
                writer.objects("groups", of: held.groups, inline: true) { group, writer in
                    writer.member("value", group.value)
                    writer.member("cell_count", Int64(group.cells.count))
                    settings(group.setting, problem, &writer)
                }
            }
            writer.objects("cells", of: Array(problem.points.indices), inline: true) { point, writer in
                cell(point, words, &writer)
            }
            writer.member("block", orNull: block)
        }
    }

    private static func parameter(_ index: Int, _ words: FitWords, _ writer: inout JSONWriter) {
        let (fit, own) = (words.fit, words.fit.problem.parameters[index])
        writer.member("path", own.path)
        member("template", own.own, own, &writer)
        member("fitted", fit.setting[index], own, &writer)
        let profile = fit.profiles.indices.contains(index) ? fit.profiles[index] : nil
        // Words have no order, so that there is nothing between two of them.
        let ends = own.isChoice ? nil : profile.map { ($0.low.place, $0.high.place) }
        writer.key("low")
        if let ends { value(own.value(at: ends.0), own, &writer) } else { writer.null() }
        writer.key("high")
        if let ends { value(own.value(at: ends.1), own, &writer) } else { writer.null() }
        if own.isChoice, let profile {
            writer.array("as_good", of: profile.asGood, inline: true) { place, writer in
                value(own.value(at: place), own, &writer)
            }
        }
        writer.flag("matters", orNull: profile?.matters)
        writer.objects("profile", of: profile?.curve ?? [], inline: true) { spot, writer in
            member("value", own.value(at: spot.places[index]), own, &writer)
            writer.key("error")
            value(spot.error, &writer)
        }
    }

    private static func measure(_ index: Int, _ words: FitWords, _ writer: inout JSONWriter) {
        let problem = words.fit.problem
        let own = problem.table.measures[index]
        writer.member("metric", own.metric.name)
        writer.member("column", own.column)
        writer.key("weight")
        value(own.weight, &writer)
        writer.key("scatter_ratio")
        value(problem.scatter(index).map { exponential(of: $0) }, &writer)
        writer.objects("errors", of: words.errors(index), inline: true) { row, writer in
            writer.member("of", row.name)
            guard let errors = row.errors else { return }
            writer.member("cell_count", Int64(errors.count))
            writer.key("off_by_ratio")
            value(errors.factor, &writer)
            writer.key("median_ratio")
            value(errors.median, &writer)
            writer.key("within_two_ratio")
            value(errors.withinTwo, &writer)
            writer.key("rank_correlation")
            value(errors.correlation, &writer)
            writer.member("never_count", Int64(errors.neverCount))
        }
    }

    private static func cell(_ point: Int, _ words: FitWords, _ writer: inout JSONWriter) {
        let (fit, problem) = (words.fit, words.fit.problem)
        let own = problem.points[point]
        let metric = problem.table.measures[own.measure].metric
        writer.member("cell", problem.table.name(own.cell))
        writer.member("line", Int64(problem.table.cells[own.cell].line))
        writer.member("metric", metric.name)
        func figure(_ name: String, _ value: Int64?) {
            writer.key(name)
            if let value { writer.decimal(value, places: metric.unit.decimalPlaces) } else { writer.null() }
        }
        if problem.table.measures[own.measure].isCount {
            writer.key("measured")
            value(own.measured, &writer)
        } else {
            figure("measured", own.measured.flatMap { Int64(nearest: $0) })
        }
        figure("template", fit.outcome(point, problem.own).simulated.value)
        let outcome = fit.outcome(point, fit.setting)
        figure("fitted", outcome.simulated.value)
        if let time = outcome.simulated.cutOffAfter { figure("later_than", time) }
        writer.key("ratio")
        value(outcome.factor, &writer)
        writer.array("held_out", of: fit.heldOut) { held, writer in
            let group = held.groups.first { $0.cells.contains(own.cell) }
            let simulated = group.flatMap { fit.outcome(point, $0.setting).simulated.value }
            if let simulated {
                writer.decimal(simulated, places: metric.unit.decimalPlaces)
            } else {
                writer.null()
            }
        }
    }

    private static func settings(_ setting: FitSetting, _ problem: FitProblem, _ writer: inout JSONWriter) {
        writer.object("settings") { writer in
            for (parameter, value) in zip(problem.parameters, setting) {
                member(parameter.path, value, parameter, &writer)
            }
        }
    }

    // MARK: Values

    private static func member(
        _ name: String, _ value: Int64, _ parameter: FittedParameter, _ writer: inout JSONWriter
    ) {
        writer.key(name)
        self.value(value, parameter, &writer)
    }

    private static func value(_ value: Int64, _ parameter: FittedParameter, _ writer: inout JSONWriter) {
        if parameter.unit == .flag {
            writer.bool(value != 0)
        } else if let unit = parameter.unit {
            writer.decimal(value, places: unit.decimalPlaces)
        } else {
            writer.string(parameter.text(value))
        }
    }

    /// Six decimals; null of what is beyond all numbers.
    private static func value(_ value: Double?, _ writer: inout JSONWriter) {
        guard let value, value.magnitude < 1e12, let whole = Int64(nearest: value * 1e6) else { return writer.null() }
        writer.decimal(whole, places: 6)
    }
}
