import PlayerModel
import Simulation

/// The page of a decision, for whoever decides: the verdict first, then pictures, then every figure.
///
/// Names are those that people say, with keys in small print. Its figures are those of the text, from the same words.
struct DecisionPage {
    /// The most choices that a page can hold and be read.
    static let mostChoices = 100
    /// The most rows of a picture or table of circumstances.
    static let mostRows = 40

    let decision: Decision
    /// Plays a session again; nil where sessions come from files.
    let again: ((DecisionSession, Int) -> SessionAgain)?
    private let title: String?
    private let inputs: String

    init(_ decision: Decision, title: String?, inputs: String, again: ((DecisionSession, Int) -> SessionAgain)?) {
        (self.decision, self.title, self.inputs, self.again) = (decision, title, inputs, again)
    }

    /// The page, ending in a line break.
    var text: String {
        let subject = DecisionWords.subject(decision.plan)
        let title = title ?? subject[0]
        let pictures = DecisionPagePictures(decision)
        let tables = DecisionPageTables(decision)
        return Page.text(
            title: title, style: String(decoding: PackageResources.decision_css, as: UTF8.self),
            content: Template(PackageResources.decision_html).filled([
                "name": XMLWriter.escaped(title), "question": XMLWriter.escaped(question), "verdicts": verdicts,
                "basis": basis(subject), "points": points, "forest": pictures.forests,
                "others": pictures.otherForests,
                "distributions": pictures.distributions, "front": pictures.front, "matrices": tables.matrices,
                "sessions": DecisionPageSessions(decision, again).text, "figures": tables.figures,
                "method": method, "footer": Page.footer,
            ]))
    }

    /// The choices other than the baseline.
    static func others(_ decision: Decision) -> [Int] {
        decision.plan.choices.indices.filter { $0 != decision.plan.baseline }
    }

    private var question: String {
        let (others, baseline) = (Self.others(decision), decision.name(decision.plan.baseline))
        if others.count == 1 { return "Is \(decision.name(others[0])) better than \(baseline)?" }
        guard others.count <= 4 else { return "Which of \(others.count) choices is better than \(baseline)?" }
        let names = others.map { decision.name($0) }
        return "Is \(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1]) better than \(baseline)?"
    }

    // MARK: The verdict

    private var verdicts: String {
        var writer = XMLWriter()
        writer.begin("ul", ("class", "verdicts"))
        for choice in Self.others(decision) {
            guard let verdict = decision.rows[choice].verdict else { continue }
            writer.begin("li", ("class", "verdict \(verdict.rawValue)"))
            writer.element("span", ("class", "badge"), words: Self.badge(verdict))
            writer.write(" \(VerdictSentence.text(decision, choice)).")
            if let worse = DecisionWords.worseBesides(decision, choice) {
                writer.element("span", ("class", "besides"), words: "▼ \(worse).")
            }
            if let alone = DecisionWords.startedAlone(decision, choice) {
                writer.element("span", ("class", "besides"), words: "\(alone).")
            }
            writer.end()
        }
        writer.end()
        return writer.text
    }

    private static func badge(_ verdict: ChoiceVerdict) -> String {
        switch verdict {
        case .better: "▲ better"
        case .worse: "▼ worse"
        case .mixed: "▲▼ a trade"
        case .equivalent: "= as good"
        case .same: "= the same"
        case .undecided: "? not decided"
        }
    }

    private func basis(_ subject: [String]) -> String {
        let plan = decision.plan
        var writer = XMLWriter()
        writer.begin("p", ("class", "basis"))
        writer.write("Each choice has played the same \(DecisionWords.sessions(decision)). ")
        writer.write("All are held against \(decision.name(plan.baseline)).")
        if let failed = DecisionWords.failed(decision) { writer.write(" Playback fails: \(failed).") }
        if let still = DecisionWords.neverResumed(decision) { writer.write(" Playback never resumes: \(still).") }
        if let idle = DecisionWords.notStarted(decision) { writer.write(" Playback does not start: \(idle).") }
        if let cut = DecisionWords.cutOff(decision) { writer.write(" until_s cuts sessions off: \(cut).") }
        if let unmet = DecisionWords.unmet(decision) { writer.write(" \(unmet).") }
        writer.end()
        writer.begin("p", ("class", "note"))
        let place = (title == nil ? Array(subject.dropFirst()) : subject).joined(separator: ", ")
        writer.write(place.isEmpty ? "" : "\(place). ")
        writer.write("The choices are values of ")
        for (place, key) in plan.choiceKeys.enumerated() {
            if place > 0 { writer.write(", ") }
            writer.element("code", words: key)
        }
        writer.write(".")
        writer.end()
        if let population = plan.population { writer.add(Self.words(on: population)) }
        return writer.text
    }

    /// The most strata of an axis that are in small print.
    private static let mostStrata = 24

    /// The words on a population: its parts, how often each comes, and who says so.
    private static func words(on population: DrawnPopulation) -> String {
        var writer = XMLWriter()
        func write(_ words: String) { writer.element("p", ("class", "note"), words: words) }
        let about = population.about.isEmpty ? "" : "\(sentence(population.about)) "
        write("The population \(population.name.onOneLine): \(about)\(sentence(population.sources).capitalizedFirst)")
        for part in population.parts {
            if population.parts.count > 1 {
                let share = DecisionWords.percentage(part.share)
                let words = part.about.isEmpty ? "" : ": \(sentence(part.about))"
                write("\(part.name.onOneLine), \(share) of the sessions\(words)")
            }
            for axis in part.axes {
                let items = axis.strata.prefix(mostStrata).map { stratum in
                    let source = stratum.source.isEmpty ? "" : " (\(stratum.source.onOneLine))"
                    return "\(stratum.name.onOneLine) \(percent(stratum.weight, of: axis.weight))\(source)"
                }
                let rest = axis.strata.count - mostStrata
                write("\(axis.name): \(items.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "").")
            }
        }
        return writer.text
    }

    private static func percent(_ weight: Int64, of all: Int64) -> String {
        weight == 0 ? "0 %" : DecisionWords.percentage(proportion(weight, 1_000_000, over: max(1, all), .down))
    }

    private static func sentence(_ words: String) -> String {
        let line = words.onOneLine
        return line.hasSuffix(".") || line.hasSuffix("!") || line.hasSuffix("?") ? line : line + "."
    }

    /// The marks in a picture of differences.
    private var points: String {
        switch decision.evidence {
        case .sampled:
            "A point is the difference that was seen, where it is one of two numbers, and its line the interval in "
                + "which the truth lies: pale where it may be either."
        case .exact, .tooFew: "A point is the difference that was seen, where it is one of two numbers."
        }
    }

    // MARK: What it stands on

    private var method: String {
        var writer = XMLWriter()
        var items = [DecisionWords.evidence(decision).joined(separator: " ")]
        items.append(
            "Verdicts are made of sessions that do not start, the startup and sessions with a stall, and where there "
                + "are such, of sessions that never resume and that fail. All others describe.")
        let margins = DecisionMetric.headline.map { metric in
            let margin = NumberText.exact(metric.margin, places: metric.unit.decimalPlaces)
            return "\(metric.title): \(margin) \(metric.unitOfDifference)"
        }
        items.append("So small a difference is taken to matter to nobody: \(margins.joined(separator: "; ")).")
        if let population = decision.plan.population {
            items.append(
                "Sessions are drawn from the population \(population.name.onOneLine), each by its weights. Where it "
                    + "names no source, how often a network or a viewer comes is assumed.")
        } else {
            items.append(
                "Every circumstance has as many sessions as any other. How often each comes in the field is not "
                    + "known here, so the figures of all together are no forecast.")
        }
        items.append(
            "Sessions are simulated, by a model of a player and of a network. A session that is compared differs in "
                + "the choice alone.")
        writer.begin("ul", ("class", "method"))
        for item in items { writer.element("li", words: item) }
        if !decision.plan.settings.isEmpty {
            writer.begin("li")
            writer.write("Set in every session: ")
            for (place, setting) in decision.plan.settings.enumerated() {
                if place > 0 { writer.write(", ") }
                writer.element("code", words: "\(setting.path)=\(setting.value)".onOneLine)
            }
            writer.write(".")
            writer.end()
        }
        writer.begin("li")
        writer.write("A digest of all files that were read: ")
        writer.element("code", words: inputs)
        writer.write(".")
        writer.end(2)
        return writer.text
    }
}

extension String {
    /// The words as they begin a sentence.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
