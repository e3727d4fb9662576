import Simulation

/// The sessions that show a difference best, each with the baseline's timeline above the choice's, on one axis.
struct DecisionPageSessions {
    /// The most choices whose sessions are shown, and the columns of their timelines.
    private static let mostChoices = 3
    private static let columns: Int64 = 240

    private let decision: Decision
    private let again: ((DecisionSession, Int) -> SessionAgain)?

    init(_ decision: Decision, _ again: ((DecisionSession, Int) -> SessionAgain)?) {
        (self.decision, self.again) = (decision, again)
    }

    private var baseline: Int { decision.plan.baseline }

    /// The greatest difference of a choice comes first, and is unfolded.
    var text: String {
        func spread(_ choice: Int) -> UInt64 {
            let showcase = decision.showcases[choice]
            return max(showcase.worst?.difference.magnitude ?? 0, showcase.best?.difference.magnitude ?? 0)
        }
        let all = DecisionPage.others(decision).filter { spread($0) > 0 }.sorted {
            (spread($1), $0) < (spread($0), $1)
        }
        var writer = XMLWriter()
        writer.element("h2", words: "Sessions that show it")
        guard !all.isEmpty else {
            writer.element("p", words: "No session has more to wait for, or less, whichever the choice.")
            return writer.text
        }
        writer.element("p", ("class", "note"), words: note(all.count))
        for (place, choice) in all.prefix(Self.mostChoices).enumerated() {
            let words = "\(decision.name(choice)) beside \(decision.name(baseline))"
            writer.begin("details", [("class", "showcase")] + (place == 0 ? [("open", "open")] : []))
            writer.element("summary", words: words)
            for (names, entry) in entries(choice) { write(names, entry, choice, &writer) }
            writer.end()
        }
        return writer.text
    }

    private func note(_ count: Int) -> String {
        var words =
            "Of each choice the session in which it fares worst, a typical one and the best, judged by all time "
            + "that is spent waiting: for the start and in stalls."
        if again != nil {
            words +=
                " Above in each timeline, a fine line is paused, stripes are waiting (close ones after a stall), a "
                + "full band is playing; below, what was ahead of the playhead. Lines down through both: dotted where "
                + "play was asked for, red at a failure."
        } else {
            words += " Sessions that were merged are not played again for their timelines: the commands draw them."
        }
        let rest = count - Self.mostChoices
        if rest > 0 {
            let (differ, whose) = rest == 1 ? ("choice differs", "its") : ("choices differ", "their")
            words += " \(rest) more \(differ): '--format csv' has all of \(whose) sessions."
        }
        return words
    }

    /// The sessions with what they are an example of: one that is an example of several things comes once.
    private func entries(_ choice: Int) -> [(names: [String], entry: Showcase.Entry)] {
        let showcase = decision.showcases[choice]
        var entries: [(names: [String], entry: Showcase.Entry)] = []
        let all: [(String, Showcase.Entry?)] = [
            ("worst", showcase.worst), ("typical", showcase.typical), ("best", showcase.best),
        ]
        for case (let name, let entry?) in all {
            let known = entries.firstIndex { other in
                other.entry.session.number == entry.session.number
                    && other.entry.session.player == entry.session.player
            }
            if let known { entries[known].names.append(name) } else { entries.append(([name], entry)) }
        }
        return entries
    }

    private func write(_ names: [String], _ entry: Showcase.Entry, _ choice: Int, _ writer: inout XMLWriter) {
        let session = entry.session
        writer.begin("article", ("class", "session"))
        let kind = names.joined(separator: " and ")
        writer.element("h3", words: "\(kind.prefix(1).uppercased() + kind.dropFirst()): \(story(entry, choice))")
        var place = [decision.plan.label(session.circumstance)].filter { !$0.isEmpty }
        if let player = session.player { place.append("player \(player)") }
        place.append("session \(SessionLines.shown(session.number))")
        writer.element("p", ("class", "note"), words: place.joined(separator: ", "))
        let both = [baseline, choice]
        let played = both.map { again?(session, $0) ?? SessionAgain(session, $0, of: decision.plan) }
        let lanes = played.compactMap { $0.lanes }
        if lanes.count == both.count {
            let strips = StripDrawing(lanes, columns: Self.columns)
            writer.begin("div", ("class", "strips"))
            writer.begin("div", ("class", "shared-axis"))
            writer.add(strips.axisAlone)
            writer.end()
            for (choice, lanes) in zip(both, lanes) {
                writer.begin("p", ("class", "lane"))
                writer.write("\(decision.name(choice)) ")
                writer.element("span", ("class", "summary"), words: lanes.summary + strips.cutWords(lanes))
                writer.end()
                writer.begin("div", ("class", "reads"))
                writer.add(strips.strip(lanes))
                writer.end()
            }
            writer.end()
        }
        writer.begin("details", ("class", "commands"))
        writer.element("summary", words: "Commands that play it again")
        var known: [String] = []
        for command in played.map({ $0.command }) where !known.contains(command) {
            known.append(command)
            writer.element("pre", ("class", "command"), words: command)
        }
        writer.end(2)
    }

    /// `exoplayer waits 3.20 s longer`.
    private func story(_ entry: Showcase.Entry, _ choice: Int) -> String {
        let (name, other) = (decision.name(choice), decision.name(baseline))
        let outcomes = entry.session.outcomes
        switch (outcomes[choice].isStarted, outcomes[baseline].isStarted) {
        case (false, false): return "neither starts"
        case (false, true): return "\(name) does not start, which \(other) does"
        case (true, false): return "\(name) starts, which \(other) does not"
        case (true, true):
            let amount = NumberText.rounded(Int64(entry.difference.magnitude), places: 9, decimals: 2)
            if amount == "0.00" { return "\(name) waits as long as \(other)" }
            return "\(name) waits \(amount) s \(entry.difference > 0 ? "longer" : "less") than \(other)"
        }
    }
}
