import PlayerModel

/// The sentences on a fit, which its text and its page have in common. None has a full stop at its end.
package struct FitWords: Sendable {
    package let fit: Fit
    /// The template's name and path, and the table's.
    package let template: String
    package let path: String
    package let table: String

    package init(_ fit: Fit, template: String, path: String, table: String) {
        (self.fit, self.template, self.path, self.table) = (fit, template, path, table)
    }

    private var problem: FitProblem { fit.problem }

    // MARK: Numbers

    /// Two decimals; of a factor beyond a hundred none.
    package static func factor(_ value: Double) -> String { number(value, decimals: value < 100 ? 2 : 0) }

    package static func number(_ value: Double, decimals: Int32) -> String {
        guard value.magnitude < 1e12 else { return value < 0 ? "-∞" : "∞" }
        return NumberText.rounded(Int64(nearest: value * 1e6) ?? 0, places: 6, decimals: decimals)
    }

    package static func percent(_ part: Double) -> String { number(part * 100, decimals: 0) + " %" }

    package static func correlation(_ errors: FitErrors) -> String {
        errors.correlation.map { number($0, decimals: 2) } ?? "-"
    }

    /// A measured or simulated figure with three digits behind the point at most, or `never`.
    package func figure(_ value: Int64?, _ measure: Int) -> String {
        guard let value else { return "never" }
        let unit = problem.table.measures[measure].metric.unit
        if unit == .flag { return value == 0 ? "no" : "yes" }
        return NumberText.rounded(value, places: unit.decimalPlaces, decimals: min(3, unit.decimalPlaces))
    }

    /// Likewise, of a session: `> 60.000` where it was cut off.
    package func figure(_ own: SimulatedFigure, _ measure: Int) -> String {
        own.cutOffAfter.map { "> " + figure($0, measure) } ?? figure(own.value, measure)
    }

    /// The figure of a point as it was measured, of repeats the median. A count that is no whole number has two
    /// decimals.
    package func measured(_ point: Int) -> String {
        let own = problem.points[point]
        let isCount = problem.table.measures[own.measure].isCount
        if isCount, let value = own.measured, value != value.rounded() { return Self.number(value, decimals: 2) }
        return figure(own.measured.flatMap { Int64(nearest: $0) }, own.measure)
    }

    /// The effect of a parameter whose values all have the same errors.
    private static let uncounted =
        "figures, but no error (they are below the least that counts, or stand against a 'never')"

    // MARK: Head

    /// The result of the fit, in a sentence: of each figure, because one that fits better may cost another.
    package var verdict: String {
        let measures = problem.table.measures.indices
        let after = measures.map { FitErrors(fit.outcomes($0, fit.setting), problem) }
        let before = measures.map { FitErrors(fit.outcomes($0, problem.own), problem) }
        guard after.contains(where: { $0 != nil }) else { return "nothing was measured" }
        let names = problem.table.measures.map { $0.metric.name }
        func off(_ errors: [FitErrors?], _ more: (Int) -> String = { _ in "" }) -> String {
            measures.compactMap { measure in
                errors[measure].map {
                    "\(names[measure]) is off by a factor of \(Self.factor($0.factor))\(more(measure))"
                }
            }.joined(separator: "; ")
        }
        if fit.isOwnBetter {
            return "keep \(problem.words(problem.own)): no value that was tried fits as well; \(off(before))"
        }
        let figures = measures.flatMap { fit.outcomes($0, fit.setting) }.map { $0.simulated }
        if figures.allSatisfy({ $0.value == nil }) {
            let what = names.joined(separator: " or a ")
            return figures.contains { $0.cutOffAfter != nil }
                ? "cannot say: until_s ends the sessions before they have a \(what); set a greater one"
                : "cannot say: no session ever has a \(what), whatever the setting"
        }
        if fit.profiles.count == problem.parameters.count, fit.profiles.allSatisfy({ !$0.matters }) {
            let changing = fit.profiles.filter { $0.effect == .uncounted }.map { problem.names[$0.parameter] }
            let names = changing.isEmpty ? problem.names : changing
            let subject = names.joined(separator: ", ") + (names.count == 1 ? " changes " : " change ")
            let what = changing.isEmpty ? "nothing in these sessions" : Self.uncounted
            return "cannot say: \(subject)\(what); \(off(after))"
        }
        if problem.own == fit.setting {
            return "keep \(problem.words(problem.own)): nothing in these ranges fits better; \(off(after))"
        }
        return off(after) { measure in
            let was = before[measure].map { ", before the fit by \(Self.factor($0.factor))" } ?? ""
            return was + (heldOut(measure).map { (measures.count > 1 ? ", " : "; ") + $0 } ?? "")
        }
    }

    /// How far a figure is off where cells were held out; nil where none were.
    private func heldOut(_ measure: Int) -> String? {
        let all = fit.heldOut.compactMap { held -> String? in
            guard let errors = FitErrors(fit.outcomes(measure, heldOut: held), problem) else { return nil }
            return "by \(Self.factor(errors.factor)) where each \(column(held)) was held out"
        }
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    /// The errors of a measure: as the template is, as it was fitted, and where cells were held out.
    package func errors(_ measure: Int) -> [(name: String, errors: FitErrors?)] {
        let rows =
            [("template", fit.outcomes(measure, problem.own)), ("fitted", fit.outcomes(measure, fit.setting))]
            + fit.heldOut.map { ("held out by \(column($0))", fit.outcomes(measure, heldOut: $0)) }
        return rows.map { ($0.0, FitErrors($0.1, problem)) }
    }

    /// The head of a table of a measure's errors in cells that were held out: with its name where there are others.
    package func head(_ held: FitHeldOut, _ measure: Int) -> String {
        let measures = problem.table.measures
        return "held out by \(column(held))" + (measures.count > 1 ? ": \(measures[measure].metric.name)" : "")
    }

    package func column(_ held: FitHeldOut) -> String { problem.table.settingColumns[held.column].onOneLine }

    /// The template, and the table that it was fitted to.
    package var subject: [String] {
        let table = problem.table
        let (cells, rows) = (table.cells.count, table.rowCount)
        var words = NumberText.count(cells, "cell")
        if rows > cells { words += " of \(rows) plays" }
        let over =
            table.settingColumns.isEmpty ? "" : ", over \(table.settingColumns.joined(separator: ", ").onOneLine)"
        return [template.onOneLine, path.onOneLine, "\(self.table.onOneLine): \(words)\(over)"].filter { !$0.isEmpty }
    }

    /// The figure that is made least, and the treatment of zero and never.
    package var objective: [String] {
        let measures = problem.table.measures
        let terms = measures.map { measure in
            measures.count == 1 && measure.weight == 1
                ? measure.metric.name : "\(measure.metric.name) × \(Self.number(measure.weight, decimals: 2))"
        }
        var lines = [
            "least: the root mean square of ln(simulated ÷ measured) of \(terms.joined(separator: ", "))"
        ]
        var units: [Unit] = []
        for measure in measures where !units.contains(measure.metric.unit) {
            units.append(measure.metric.unit)
            let unit = measure.metric.unit
            if let least = measure.least {
                let words = QuantityText.value(least, unit)
                lines.append("what is below \(words) counts as \(words)")
            } else {
                lines.append("to what is counted a half is added")
            }
        }
        let never = Self.number(CellMeasure.factorOfNever, decimals: 0)
        lines.append("what comes in one of the two and never in the other counts as a factor of \(never)")
        if problem.table.rowCount > problem.table.cells.count {
            lines.append("of several plays of a cell the median counts")
        }
        return lines
    }

    // MARK: Parameters

    /// The values with which a parameter fits as well, in words.
    package func interval(_ parameter: Int) -> String {
        guard fit.profiles.indices.contains(parameter) else { return "too few figures to say" }
        let (own, profile) = (problem.parameters[parameter], fit.profiles[parameter])
        guard profile.matters else { return "any" }
        func text(_ place: Int) -> String { own.text(own.value(at: place)) }
        if own.isChoice {
            return profile.asGood.count > 1 ? profile.asGood.map(text).joined(separator: ", ") : "no other"
        }
        let (low, high) = ends(of: profile)
        return own.isFixed && low == high ? "no other" : "\(text(low)) to \(text(high))"
    }

    /// The places of the values between which a parameter fits as well: of a range those that were seen to be worse;
    /// where there is nothing between two values, the outermost that is as good.
    package func ends(of profile: FitProfile) -> (low: Int, high: Int) {
        let index = profile.parameter
        guard problem.parameters[index].isFixed else { return (profile.low.place, profile.high.place) }
        return (profile.low.spot.places[index], profile.high.spot.places[index])
    }

    /// Things that the data say little about: parameters without effect, intervals without end, and pairs that trade
    /// off.
    package var warnings: [String] {
        var lines: [String] = []
        let names = problem.names
        for profile in fit.profiles {
            let (own, name) = (problem.parameters[profile.parameter], names[profile.parameter])
            let place = fit.best.places[profile.parameter]
            guard profile.matters else {
                let why = profile.effect == .uncounted ? "it changes \(Self.uncounted): " : ""
                lines.append(
                    "the data say nothing about \(name): \(why)with any value of its range all sessions are as good")
                continue
            }
            guard !own.isChoice, own.count > 1 else { continue }
            let (isOpenBelow, isOpenAbove) = (profile.low.isOpen, profile.high.isOpen)
            if isOpenBelow && isOpenAbove {
                lines.append("the data hardly narrow \(name): with any value of its range the fit is as good")
            } else if place == 0 || place == own.count - 1 {
                guard own.mayGoOn(beyond: place) else { continue }
                lines.append(
                    "\(name)=\(own.text(own.value(at: place))) is at the edge of its range: a wider one may fit better"
                )
            } else if isOpenBelow || isOpenAbove {
                let end = own.text(own.value(at: isOpenBelow ? 0 : own.count - 1))
                lines.append(
                    "\(name) has no bound \(isOpenBelow ? "below" : "above"): \(end), the end of its range, fits "
                        + "as well"
                )
            }
        }
        lines += cutOff
        for trade in fit.trades {
            let pair = [trade.first, trade.second]
            func words(_ setting: FitSetting) -> String {
                pair.map { "\(names[$0])=\(problem.parameters[$0].text(setting[$0]))" }.joined(separator: " with ")
            }
            lines.append(
                "\(names[trade.first]) and \(names[trade.second]) trade off: \(words(trade.low)) fits as well as "
                    + words(trade.high))
        }
        return lines
    }

    /// Times that no session of the fitted setting came to, because `until_s` ended it before.
    private var cutOff: [String] {
        problem.table.measures.indices.compactMap { measure in
            let outcomes = fit.outcomes(measure, fit.setting)
            let count = outcomes.count { $0.simulated.cutOffAfter != nil }
            guard count > 0 else { return nil }
            let metric = problem.table.measures[measure].metric.name
            return
                "in \(count) of \(NumberText.count(outcomes.count, "cell")) until_s ends the session before it has a "
                + "\(metric): all that is known is that it is later, if it comes at all, which is no error where the "
                + "measured one is later, too, or 'never'; a greater until_s says more"
        }
    }

    /// Why the figures that tell of no scatter tell nothing of it.
    private var silence: String {
        let outcomes = problem.table.measures.indices.flatMap { fit.outcomes($0, fit.setting) }
        let silent = outcomes.filter { outcome in
            let point = problem.points[outcome.point]
            let measure = problem.table.measures[point.measure]
            return point.weight > 0
                && !measure.tellsOfScatter(simulated: outcome.simulated, measured: point.logarithm)
        }
        let cut = silent.count { $0.simulated.cutOffAfter != nil }
        let reasons = [
            cut < silent.count ? "nothing that counts was measured, and nothing that counts comes" : nil,
            cut > 0 ? "the session was cut off before it had any" : nil,
        ].compactMap { $0 }
        return "in the others \(reasons.joined(separator: ", or ")), which tells of no scatter"
    }

    /// The ground that the intervals stand on.
    package var evidence: [String] {
        let (telling, all) = (fit.telling.count, problem.points.count { $0.weight > 0 })
        let parameters = NumberText.count(problem.parameters.count, "parameter")
        // Figures of unlike weights are worth fewer.
        let worth =
            fit.telling.worth < Double(telling) - 0.05
            ? ", worth \(Self.number(fit.telling.worth, decimals: 1)) by their weights," : ""
        // However many figures one cell has, they are no scatter from cell to cell.
        let cellCount = fit.telling.cellCount
        let own = NumberText.count(cellCount, "cell")
        let cells =
            cellCount == telling
            ? ""
            : cellCount <= problem.parameters.count
                ? ", all of \(own),"
                : ", of \(own) worth \(Self.number(fit.telling.cellWorth, decimals: 1)) by their weights,"
        var lines: [String] = []
        if let threshold = fit.threshold {
            let factor = Self.factor(exponential(of: threshold.deviation))
            lines.append(
                "as good: 90 %, the other parameters fitted anew; what is left is taken for chance, a factor of "
                    + "\(factor) from cell to cell")
            if telling < all {
                lines.append("that factor is of \(telling) figures of \(all): \(silence)")
            }
            if cellCount < telling {
                lines.append(
                    "figures of one cell are not taken for independent (our rule): intervals count \(own), not "
                        + "\(telling) figures, and are some \(Self.factor(threshold.widening)) times as wide as if "
                        + "they were")
            }
            if fit.isCut {
                lines.append(
                    "the intervals were looked for up to \(fit.sessionCount) sessions, and may be wider than was found"
                )
            }
        } else {
            let some = NumberText.count(telling, "figure") + (telling < all ? " of \(all)" : "")
            lines.append(
                "\(some)\(cells.isEmpty ? worth : cells) for \(parameters) are too few to know how sure it is"
                    + (telling < all ? ": \(silence)" : ""))
        }
        for (index, measure) in problem.table.measures.enumerated() {
            guard let scatter = problem.scatter(index) else { continue }
            let factor = exponential(of: scatter)
            var line =
                "\(measure.metric.name) of one cell scatters from play to play by a factor of \(Self.factor(factor))"
            if let errors = FitErrors(fit.outcomes(index, fit.setting), problem),
                errors.factor > 1 + 1.5 * (factor - 1)
            {
                line += ": the rest of the error is the model's"
            }
            lines.append(line)
        }
        return lines
    }
}
