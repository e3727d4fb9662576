import PlayerModel

/// A tuning as a person reads it: the verdict, how sure it is, the best of what was tried, and what to paste.
package enum TuningText {
    private static let mostRows = 10
    /// The most settings that a line has by their names.
    private static let mostNames = 6

    /// `block` is the part of the scenario to paste, if there is one.
    package static func text(_ tuning: Tuning, block: String?) -> String {
        var lines = [sentence(tuning), ""] + head(tuning)
        switch tuning.verdict {
        case .same, .none, .own: break
        case .front: lines += tuning.candidates.isEmpty ? [] : [""] + front(tuning)
        case .better, .worse, .undecided, .tooFew, .unchecked: lines += [""] + heldOut(tuning)
        }
        let notes = tuning.verdict == .same || tuning.search.objectives.count > 1 ? [] : surroundings(tuning)
        lines += (notes.isEmpty ? [] : [""] + notes) + [""] + tried(tuning)
        var text = lines.joined(separator: "\n") + "\n"
        if let block, tuning.isTaken { text += "\nTo paste:\n\n" + block }
        return text
    }

    // MARK: The verdict

    /// The verdict in a sentence, without a full stop at its end.
    static func sentence(_ tuning: Tuning) -> String {
        let search = tuning.search
        let (own, count) = (tuning.label(0), search.trials.count)
        let objective = search.objectives[0]
        let best = tuning.candidates.first.map(tuning.label) ?? own
        let others = judgedOn(tuning)
        switch tuning.verdict {
        case .same:
            let names = Tuning.names(search.parameters).joined(separator: ", ")
            let all = count == 2 ? "both" : "all \(count)"
            let same = "with \(all) settings every session is as with \(own)"
            guard search.trials.contains(where: { $0.starts }) else {
                return "\(names): cannot say: no session starts; \(same)"
            }
            return "\(names): no difference here: \(same)"
        case .none: return "cannot say: \(objective.text) has no value with any setting"
        case .own:
            let sessions = tuning.holdOut == .nothing ? "the only session" : "the sessions to choose on"
            let without = search.trials.dropFirst().count { $0.values[0] == nil }
            let some = count == 2 ? "it" : without == count - 1 ? "all of them" : "\(without) of them"
            let rest = without > 0 ? "; with \(some) \(objective.text) has no value" : ""
            guard let place = search.shutOut else {
                let none = count == 2 ? "the other setting does no" : "none of \(count - 1) other settings does"
                return "keep \(own): \(none) better in \(sessions)" + rest
            }
            let drawback = search.drawback(place) ?? .startsLess
            let share = DecisionWords.percentage(search.trials[place].share(of: drawback))
            return "keep \(own): \(tuning.label(place)) does better in \(sessions), but "
                + "\(drawback.verb) in "
                + "\(tuning.holdOut == .nothing ? "it" : "\(share) of them")" + rest
        case .better: return "take \(best) in the place of \(own): \(change(tuning)), in \(others)"
        case .worse:
            let why = tuning.drawback(0)?.words ?? "it does worse"
            return "keep \(own): \(best) was best where it was chosen, and in \(others) \(why): \(change(tuning))"
        case .undecided:
            if let drawback = tuning.ownDrawback {
                let place = tuning.ownDrawbackHeldOut == nil ? " where settings were chosen" : ""
                return "cannot say whether \(best) is better than \(own), with which \(drawback.words)\(place): in "
                    + "\(others), of those that start with both, \(change(tuning))"
            }
            return "keep \(own): \(best) was best where it was chosen, and nothing shows that it is better in "
                + "\(others): \(change(tuning))"
        case .tooFew:
            let why = tuning.decision.flatMap { VerdictSentence.shortage($0, " that it was not chosen on") }
            return "cannot say whether \(best) is better than \(own)" + (why.map { ": \($0)" } ?? "")
        case .unchecked:
            return
                "\(best) is best in the only session: \(change(tuning)) than with \(own); nothing tells how it does "
                + "in others: give --over, --population or --seeds"
        case .front:
            if tuning.candidates.isEmpty { return ownFront(tuning) }
            let (unbeaten, trades) = (search.unbeatenCount, search.front.count)
            let words = "\(unbeaten) of \(count) settings \(unbeaten == 1 ? "is" : "are") \(onFront(tuning))"
            if unbeaten == trades { return words }
            return words + (trades == 1 ? "; they all come to the same" : "; they come to \(trades) different trades")
        }
    }

    private static func onFront(_ tuning: Tuning) -> String {
        let objectives = tuning.search.objectives
        return "beaten by no other in both of \(objectives[0].text) and \(objectives[1].text)" + whereChosen(tuning)
    }

    private static func whereChosen(_ tuning: Tuning) -> String {
        tuning.holdOut == .nothing ? "" : ", in the sessions to choose on"
    }

    /// The sentence where the scenario's own setting is the front: others may have its values, or be worse.
    private static func ownFront(_ tuning: Tuning) -> String {
        let (search, own) = (tuning.search, tuning.label(0))
        let (count, alike) = (search.trials.count, search.alike(0).count)
        let objectives = search.objectives
        if alike == 0 { return "keep \(own): it alone of \(count) settings is \(onFront(tuning))" }
        if alike == count - 1 {
            let names = Tuning.names(search.parameters).joined(separator: ", ")
            return "\(names): no difference here: with all \(count) settings \(objectives[0].text) and "
                + "\(objectives[1].text) are as with \(own)" + whereChosen(tuning)
        }
        let rest = search.others.count < count - 1 ? ", and starts as often" : ""
        return "keep \(own): no other of \(count) settings does better in either of \(objectives[0].text) and "
            + "\(objectives[1].text)" + rest + whereChosen(tuning)
    }

    /// `stalled_percent is 12.3 less (8.1 to 15.2)`.
    private static func change(_ tuning: Tuning) -> String {
        guard let difference = tuning.differences.first?.first, let value = difference.value else {
            return "\(tuning.search.objectives[0].text) has no value"
        }
        let text = tuning.search.objectives[0].text
        if value == 0, difference.low == 0, difference.high == 0 { return "\(text) is the same" }
        let words = "\(text) is \(number(value.magnitude)) \(value < 0 ? "less" : "more")"
        guard case .sampled? = tuning.decision?.evidence else { return words }
        guard difference.isBounded else { return words + " (too few sessions, or starts, for an interval)" }
        let ends = value < 0 ? (-difference.high, -difference.low) : (difference.low, difference.high)
        return words + " (\(number(ends.0)) to \(number(ends.1)))"
    }

    private static func judgedOn(_ tuning: Tuning) -> String {
        let sessions = NumberText.count(tuning.decision?.sessionCount ?? 0, "session")
        switch tuning.holdOut {
        case .sessions: return "\(sessions) that it was not chosen on"
        case .traces: return "\(sessions) over traces that it was not chosen on"
        case .seeds: return "\(sessions) with seeds that it was not chosen on"
        case .circumstances: return "\(sessions) in circumstances that it was not chosen on"
        case .nothing: return "the session that it was chosen on"
        }
    }

    /// Three decimals; none of great numbers.
    static func number(_ value: Double?) -> String {
        guard let value else { return "-" }
        guard value.magnitude < 1e12 else { return NumberText.exact(Int64(nearest: value) ?? 0, places: 0) }
        return NumberText.rounded(
            Int64(nearest: value * 1e6) ?? 0, places: 6, decimals: value.magnitude < 1e5 ? 3 : 0)
    }

    // MARK: Head and tables

    private static func head(_ tuning: Tuning) -> [String] {
        var lines = DecisionWords.subject(tuning.plan)
        for objective in tuning.search.objectives { lines.append("\(objective.goal.rawValue) \(objective.text)") }
        let sessions = NumberText.count(tuning.chosenOn, "session")
        let from = tuning.plan.population.map { ", drawn from the population \($0.name.onOneLine)" } ?? ""
        lines.append("\(tuning.search.trials.count) settings, each in the same \(sessions)\(from)")
        let cut = tuning.search.trials.count { $0.isCutOff }
        if cut > 0 {
            let some = cut == tuning.search.trials.count ? "all of them" : "\(cut) of them"
            lines.append("until_s cuts sessions off with \(some): what comes later is in no figure")
        }
        return lines
    }

    private static func heldOut(_ tuning: Tuning) -> [String] {
        guard let decision = tuning.decision, let difference = tuning.differences.first?.first else { return [] }
        let place = tuning.holdOut == .nothing ? "in that session" : "in the sessions held out"
        var rows = [[place, tuning.label(0), tuning.label(tuning.candidates[0])]]
        rows.append(["  " + tuning.search.objectives[0].text, number(difference.own), number(difference.tuned)])
        let objective = tuning.search.objectives[0]
        let shown = objective.metrics + DecisionMetric.headline
        for (index, metric) in decision.plan.metrics.enumerated()
        where shown.contains(metric) && objective.text != metric.name {
            let values = decision.rows.map { $0.values[index] }
            rows.append(["  " + metric.name] + values.map { DecisionFigures.value($0, metric) })
        }
        var lines = TextColumns.lines(rows, leftAligned: [0])
        if tuning.holdOut != .nothing { lines += ["", VerdictSentence.text(decision, 1)] }
        return lines + [DecisionWords.worseBesides(decision, 1)].compactMap { $0 }
    }

    /// The front, with the values in the sessions held out, and what beats what there.
    private static func front(_ tuning: Tuning) -> [String] {
        let (search, isAlone) = (tuning.search, tuning.holdOut == .nothing)
        var rows = [[isAlone ? "beaten by no other" : "in the sessions held out"] + search.objectives.map { $0.text }]
        let (beaten, ownBeaten) = tuning.beaten
        for (index, candidate) in tuning.candidates.enumerated() {
            rows.append(["  " + tuning.label(candidate)] + tuning.differences[index].map { number($0.tuned) })
            rows[rows.count - 1] += [beaten[index] ? "beaten there" : tuning.drawback(index)?.words].compactMap { $0 }
        }
        let own = tuning.differences.first?.map { number($0.own) } ?? []
        rows.append(["  \(tuning.label(0))"] + own + ["the scenario's own" + marks(ofOwn: tuning, ownBeaten)])
        return TextColumns.lines(rows, leftAligned: [0, search.objectives.count + 1]) + alike(tuning)
    }

    /// A line for each setting on the front that stands for others, with as many as there is room for.
    private static func alike(_ tuning: Tuning) -> [String] {
        let search = tuning.search
        let lines = search.front.compactMap { place -> String? in
            let others = search.alike(place)
            guard !others.isEmpty else { return nil }
            let rest = others.count - mostNames
            let names = others.prefix(mostNames).map(tuning.label).joined(separator: "; ")
            let more = rest > 0 ? " and \(rest) more" : ""
            return "as \(tuning.label(place))\(whereChosen(tuning)): \(names)\(more)"
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    /// The words on the scenario's own setting: where another beats it, and that fewer sessions start with it.
    private static func marks(ofOwn tuning: Tuning, _ isBeatenThere: Bool) -> String {
        let isOnFront = tuning.search.front.contains(0)
        if tuning.holdOut == .nothing { return isOnFront ? "" : ", and beaten" }
        let isBeatenBefore = !isOnFront && tuning.search.drawback(0) == nil
        let words =
            switch (isBeatenBefore, isBeatenThere) {
            case (true, true): ", and beaten"
            case (true, false): ", beaten where settings were chosen"
            case (false, true): ", beaten there"
            case (false, false): ""
            }
        return words + (tuning.ownDrawback.map { ", and \($0.words) with it" } ?? "")
    }

    /// Values that do as well as the best, and ends of ranges.
    private static func surroundings(_ tuning: Tuning) -> [String] {
        guard let best = tuning.search.best else { return [] }
        let setting = tuning.search.trials[best].setting
        var lines: [String] = []
        let names = Tuning.names(tuning.search.parameters)
        for (index, range) in tuning.plateaus(best).enumerated() {
            let parameter = tuning.search.parameters[index]
            if range.lowerBound < range.upperBound {
                let ends = [range.lowerBound, range.upperBound].map(parameter.text)
                lines.append(
                    "\(names[index]) from \(ends[0]) to \(ends[1]): nothing tells these from the best"
                        + (tuning.holdOut == .nothing ? "" : " in the sessions held out"))
            }
            if best != 0, let wider = parameter.wider(setting[index]) {
                lines.append(
                    "\(names[index])=\(parameter.text(setting[index])) is the end of what was tried: try --parameter "
                        + "\(parameter.key.path)=\(wider)")
            }
        }
        return lines
    }

    private static func tried(_ tuning: Tuning) -> [String] {
        let search = tuning.search
        var rows = [search.parameters.map { $0.key.path } + search.objectives.map { $0.text }]
        for place in search.ranking.prefix(mostRows) { rows.append(row(tuning, place)) }
        if !search.ranking.prefix(mostRows).contains(0) { rows.append(row(tuning, 0)) }
        let rest = search.trials.count - mostRows
        // Of two objectives most of these may be beaten: the front stands above.
        let names = search.objectives.map { $0.text }
        let order = names.count > 1 ? " in \(names.joined(separator: ", then in "))" : ""
        let best = "the best \(mostRows) of \(search.trials.count)\(order)"
        let more = rest > 0 ? ["(\(best); '--format csv' has all)"] : []
        let place = tuning.holdOut == .nothing ? [] : ["In the sessions to choose on:"]
        return place + TextColumns.lines(rows, leftAligned: [search.parameters.count + search.objectives.count])
            + more
    }

    private static func row(_ tuning: Tuning, _ place: Int) -> [String] {
        let trial = tuning.search.trials[place]
        var words = place == 0 ? "the scenario's own" : ""
        func add(_ clause: String) { words += (words.isEmpty ? "" : "; ") + clause }
        for drawback in Drawback.allCases {
            if trial.isWorse(by: drawback) {
                if drawback == .startsLess { words = drawback.words } else { add(drawback.words) }
            }
            let least = drawback == .startsLess ? tuning.search.leastNotStarted : 0
            let share = trial.share(of: drawback)
            if share > least { add("\(drawback.verb) in \(DecisionWords.percentage(share))") }
        }
        return zip(tuning.search.parameters, trial.setting).map { $0.text($1) } + trial.values.map(number) + [words]
    }
}

extension TunedParameter {
    /// A wider range, where a value is the least or the greatest that was tried and others may be; nil elsewhere.
    fileprivate func wider(_ value: Int64) -> String? {
        guard let first = values.first, let last = values.last else { return nil }
        if value == first, first > key.range.lowerBound {
            let lower = first > 0 ? first / 10 : first < 0 ? first * 4 : -last
            return "\(text(max(key.range.lowerBound, lower)))..\(text(last))"
        }
        if value == last, last < key.range.upperBound, last > 0 {
            return "\(text(first))..\(text(last > key.range.upperBound / 4 ? key.range.upperBound : last * 4))"
        }
        return nil
    }
}
