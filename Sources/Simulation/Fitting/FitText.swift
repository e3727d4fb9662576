import PlayerModel

/// A fit as a person reads it: the verdict, the parameters, what the data cannot tell, the errors, and what to paste.
package enum FitText {
    private static let mostWorst = 8
    private static let mostGroups = 20

    /// `block` is the part of the scenario to paste.
    package static func text(_ words: FitWords, block: String?) -> String {
        let fit = words.fit
        var lines = [words.verdict, ""] + words.subject + words.objective
        lines.append("\(fit.settingCount) settings, \(fit.sessionCount) sessions")
        lines += [""] + parameters(words)
        if !words.warnings.isEmpty { lines += [""] + words.warnings }
        lines += [""] + words.evidence
        for measure in fit.problem.table.measures.indices { lines += [""] + errors(words, measure) }
        for held in fit.heldOut {
            for measure in fit.problem.table.measures.indices { lines += [""] + groups(words, held, measure) }
        }
        for measure in fit.problem.table.measures.indices { lines += [""] + worst(words, measure) }
        var text = lines.joined(separator: "\n") + "\n"
        if let block { text += "\nTo paste:\n\n" + block }
        return text
    }

    private static func parameters(_ words: FitWords) -> [String] {
        let problem = words.fit.problem
        var rows = [["parameter", "template", "fitted", "as good"]]
        for (index, parameter) in problem.parameters.enumerated() {
            rows.append([
                parameter.path, parameter.text(parameter.own), parameter.text(words.fit.setting[index]),
                words.interval(index),
            ])
        }
        return TextColumns.lines(rows, leftAligned: [0, 3])
    }

    private static func errors(_ words: FitWords, _ measure: Int) -> [String] {
        let head = [words.fit.problem.table.measures[measure].metric.name] + FitErrors.head
        let rows = words.errors(measure).map { ["  " + $0.name] + ($0.errors?.cells ?? []) }
        return TextColumns.lines([head] + rows, leftAligned: [0])
    }

    private static func groups(_ words: FitWords, _ held: FitHeldOut, _ measure: Int) -> [String] {
        let (fit, problem) = (words.fit, words.fit.problem)
        var rows = [[words.head(held, measure)] + FitErrors.head + ["fitted without it"]]
        for group in held.groups.prefix(mostGroups) {
            let errors = FitErrors(fit.outcomes(measure, of: group), problem)
            let name = group.value.isEmpty ? "as the template" : CellTable.short(group.value).onOneLine
            rows.append(["  \(name)"] + (errors?.cells ?? []) + [problem.words(group.setting)])
        }
        let rest = held.groups.count - mostGroups
        return TextColumns.lines(rows, leftAligned: [0, FitErrors.head.count + 1])
            + (rest > 0 ? ["  and \(rest) more, which '--format json' has"] : [])
    }

    private static func worst(_ words: FitWords, _ measure: Int) -> [String] {
        let (fit, problem) = (words.fit, words.fit.problem)
        var rows = [["\(problem.table.measures[measure].metric.name), worst", "measured", "simulated", "factor"]]
        for outcome in fit.worstFirst(measure).prefix(mostWorst) {
            rows.append([
                "  " + problem.table.shortName(problem.points[outcome.point].cell),
                words.measured(outcome.point), words.figure(outcome.simulated, measure),
                FitWords.factor(outcome.factor),
            ])
        }
        return TextColumns.lines(rows, leftAligned: [0])
    }
}

extension FitErrors {
    /// The names of the figures that `cells` has in words.
    package static let head = ["cells", "off by", "median", "within 2", "rank"]

    package var cells: [String] {
        [
            String(count), FitWords.factor(factor), FitWords.factor(median), FitWords.percent(withinTwo),
            FitWords.correlation(self),
        ]
    }
}
