import Simulation

/// The pictures of a decision: differences, distributions, and startup against stalls.
struct DecisionPagePictures {
    /// The most choices in a picture of differences.
    private static let mostRows = 20

    private let decision: Decision

    init(_ decision: Decision) { self.decision = decision }

    private var baseline: String { decision.name(decision.plan.baseline) }

    // MARK: Differences

    /// Those that verdicts are made of.
    var forests: String {
        let text = drawn { DecisionMetric.headline.contains($0) }
        if !text.isEmpty { return text }
        return "<p>No session differs in startup or stalls, whichever the choice.</p>\n"
    }

    /// All others, folded.
    var otherForests: String {
        let text = drawn { !DecisionMetric.headline.contains($0) }
        return text.isEmpty ? "" : "<details><summary>The other figures</summary>\n\(text)</details>\n"
    }

    private func drawn(_ isWanted: (DecisionMetric) -> Bool) -> String {
        var text = ""
        for (index, metric) in decision.plan.metrics.enumerated() where isWanted(metric) && decision.isShown(index) {
            text += forest(metric, index)
        }
        return text
    }

    /// A picture of the choices whose figure differs, the least first.
    private func forest(_ metric: DecisionMetric, _ index: Int) -> String {
        let choices = DecisionPage.others(decision).filter { decision.differs($0, index) }
        guard !choices.isEmpty else { return "" }
        func value(_ choice: Int) -> Int64 { decision.rows[choice].differences[index]?.value ?? .max }
        let sorted = choices.sorted { (value($0), $0) < (value($1), $1) }
        let better =
            metric.better == .neither
            ? ("", "") : metric.better == .lower ? (" (better)", " (worse)") : (" (worse)", " (better)")
        let drawing = ForestDrawing(
            "\(metric.title): the difference from \(baseline)",
            sorted.prefix(Self.mostRows).map { row($0, metric, index) },
            margin: metric.margin, metric.unit, in: metric.unitOfDifference,
            ends: (metric.ends.less + better.0, metric.ends.more + better.1))
        var writer = XMLWriter()
        writer.begin("figure", ("class", "forest"))
        Self.writeHead(metric.title, metric.name, metric.about, &writer)
        writer.add(drawing.text)
        let rest = sorted.count - Self.mostRows
        if rest > 0 { writer.element("figcaption", words: "And \(rest) more, which the figures below have.") }
        writer.end()
        return writer.text
    }

    /// The name that people say, with the key in small print, and a sentence on it.
    static func writeHead(_ title: String, _ name: String, _ about: String, _ writer: inout XMLWriter) {
        writer.begin("h3")
        writer.write(title + " ")
        writer.element("code", words: name)
        writer.end()
        writer.element("p", ("class", "note"), words: about)
    }

    private func row(_ choice: Int, _ metric: DecisionMetric, _ index: Int) -> ForestDrawing.Row {
        let (row, evidence) = (decision.rows[choice], decision.evidence)
        let (difference, finding) = (row.differences[index], row.findings[index])
        let word = finding?.word(metric.better) ?? ""
        let sign =
            switch word {
            case "better": "▲ "
            case "worse": "▼ "
            case "equivalent": "= "
            case "undecided": "? "
            default: ""
            }
        let look: ForestDrawing.Look = word == "better" ? .better : word == "worse" ? .worse : .unsure
        var range: ClosedRange<Int64>?
        if let difference {
            // A start against none is beyond the axis, with an interval or without.
            range = evidence.isSampled ? difference.low...difference.high : nil
            if difference.number == nil { range = range ?? difference.value.map { $0...$0 } }
        }
        return ForestDrawing.Row(
            decision.name(choice), sign + DecisionFigures.difference(decision, choice, index),
            DecisionFigures.interval(difference, metric, evidence), value: difference?.number, interval: range, look)
    }

    // MARK: Distributions

    private static let stalls = "Time spent in stalls"

    /// A picture of how many sessions took how long.
    private struct Distribution {
        let title: String
        let about: String
        let spectra: [Spectrum]
        let independent: Int?
        /// Whether it is of all sessions, and not of those alone that start with every choice.
        let isOfAll: Bool

        var sessions: String { isOfAll ? "all sessions" : "these sessions" }
    }

    var distributions: String {
        let startups = Distribution(
            title: "Startup", about: "From the request to play until the playhead moves.", spectra: decision.startups,
            independent: decision.independent, isOfAll: true)
        let isOfAll = decision.startedCount == decision.sessionCount
        let all = isOfAll ? "All" : "Of the \(DecisionWords.started(decision)): all"
        let stallTimes = Distribution(
            title: Self.stalls, about: "\(all) stalls of a session together; one that never ends is longer than any.",
            spectra: decision.stallTimes, independent: decision.independentStarted, isOfAll: isOfAll)
        return figure(startups) + figure(stallTimes)
    }

    private func figure(_ own: Distribution) -> String {
        var writer = XMLWriter()
        writer.begin("figure", ("class", "distribution"))
        writer.element("h3", words: own.title)
        let isEmpty = own.spectra.allSatisfy { $0.count == 0 }
        writer.element("p", ("class", "note"), words: isEmpty ? "No session starts with every choice." : own.about)
        let steps = own.spectra.map { spectrum in Self.steps(spectrum).map { (time: $0[0], count: Int($0[1])) } }
        guard steps.contains(where: { $0.contains { $0.time > 0 } }) else {
            if !isEmpty { writer.element("p", words: Self.words(own, steps.map { $0.last?.count ?? 0 })) }
            writer.end()
            return writer.text
        }
        let order = [decision.plan.baseline] + DecisionPage.others(decision)
        let drawing = DistributionDrawing(
            own.title, independent: own.independent, isOfAll: own.isOfAll,
            order.map { choice in
                DistributionDrawing.Curve(
                    decision.name(choice), isBaseline: choice == decision.plan.baseline, steps[choice],
                    of: own.spectra[choice].count)
            })
        writer.add(drawing.text)
        var words = "How many of \(own.sessions) took no longer than the time below: the farther left, the better."
        words += band(own)
        if !drawing.note.isEmpty { words += " \(drawing.note)" }
        let rest = order.count - DistributionDrawing.mostCurves
        let more = rest == 1 ? "choice is" : "choices are"
        if rest > 0 { words += " \(rest) more \(more) in the figures below alone." }
        writer.element("figcaption", words: words)
        writer.end()
        return writer.text
    }

    /// The sentence in place of a picture where so many take no time, by choice, and others for ever.
    private static func words(_ own: Distribution, _ counts: [Int]) -> String {
        let isWhole = zip(counts, own.spectra).allSatisfy { $0 == $1.count }
        if own.title == stalls {
            guard isWhole else { return "Whatever stalls never goes on." }
            return own.isOfAll ? "Nothing stalls." : "None of these stalls."
        }
        if counts.allSatisfy({ $0 == 0 }) { return "Nothing starts." }
        return isWhole ? "Nothing takes time to start." : "Whatever starts does so at once."
    }

    /// The sentences on the strips around lines; empty where there are none.
    private func band(_ own: Distribution) -> String {
        guard case .sampled(let sample) = decision.evidence, let independent = own.independent else { return "" }
        let margin = NumberText.exact(Int64(DistributionDrawing.margin(independent)), places: 1)
        let from = own.isOfAll ? ", as it comes from \(sample.words)" : ""
        return " The strip around a line is where it would run with endless sessions, in 95 of 100 experiments like "
            + "this one: no more than \(margin) % of \(own.sessions) higher or lower\(from). It says nothing of two "
            + "lines: the choices have played the same sessions, so that lines whose strips overlap may well differ."
    }

    /// The steps of a distribution: times in nanoseconds, each with how many are no longer.
    private static func steps(_ spectrum: Spectrum) -> [[Int64]] {
        spectrum.steps.map { [Int64($0.value + 0.5), Int64($0.count)] }
    }

    // MARK: Startup against stalls

    /// The picture of both figures against each other, where choices differ in both: as many sessions may stall, and
    /// for longer.
    var front: String {
        let metrics = decision.plan.metrics
        func differs(_ index: Int) -> Bool {
            DecisionPage.others(decision).contains { decision.differs($0, index) }
        }
        var writer = XMLWriter()
        writer.element("h2", words: "Is it a trade?")
        let stalls = ["stalled_percent", "stall_time_an_hour_s"].compactMap { name in
            metrics.firstIndex { $0.name == name }
        }
        guard decision.startedCount > 0 else {
            writer.element("p", words: "Nobody can say: no session starts with every choice.")
            return writer.text
        }
        guard let across = metrics.firstIndex(of: .startup), differs(across) else {
            writer.element("p", words: "No: playback starts as soon with every choice.")
            return writer.text
        }
        guard let up = stalls.first(where: differs) else {
            let isSame = decision.stallTimes.allSatisfy { Self.steps($0) == Self.steps(decision.stallTimes[0]) }
            let words = isSame ? "No: stalls are the same with every choice." : "It may be: stalls are not as long."
            writer.element("p", words: words)
            return writer.text
        }
        let points = decision.plan.choices.indices.compactMap { point($0, across, up) }
        guard points.count > 1 else { return "" }
        writer.begin("figure", ("class", "front"))
        let drawing = FrontDrawing(
            points, (metrics[across].title, metrics[up].title), (metrics[across].unit, metrics[up].unit))
        writer.add(drawing.text)
        let lines =
            drawing.hasIntervals
            ? " Its lines are the intervals of its differences from \(baseline), which has none itself; lines that "
                + "overlap are no sign that two are alike." : ""
        writer.element(
            "figcaption",
            words: "A point for each choice: the better, the nearer to the lower left corner. The round one is "
                + "\(baseline). A diamond is better in one of these two and known to be no worse in the other, a "
                + "triangle is worse in one at least, and of a square it is not known.\(lines)"
        )
        writer.end()
        return writer.text
    }

    private func point(_ choice: Int, _ across: Int, _ up: Int) -> FrontDrawing.Point? {
        let (row, metrics) = (decision.rows[choice], decision.plan.metrics)
        guard let one = figure(choice, across), let other = figure(choice, up) else { return nil }
        let findings = [across, up].map { row.findings[$0]?.word(metrics[$0].better) }
        let isKnown = !findings.contains("undecided") && !findings.contains("incomparable")
        let look: FrontDrawing.Look =
            choice == decision.plan.baseline
            ? .baseline
            : findings.contains("worse") ? .worse : isKnown && findings.contains("better") ? .better : .unsure
        let words = [across, up].map { index in
            "\(metrics[index].title.lowercasedFirst) \(DecisionFigures.value(row.values[index], metrics[index])) "
                + metrics[index].unit.symbol
        }
        return FrontDrawing.Point(decision.name(choice), words.joined(separator: ", "), across: one, up: other, look)
    }

    /// A figure with the baseline's figure plus the interval of the difference from it; no figure is below zero.
    private func figure(_ choice: Int, _ index: Int) -> FrontDrawing.Figure? {
        let row = decision.rows[choice]
        guard let value = row.values[index], value.magnitude < UInt64(Int64.max),
            let base = decision.rows[decision.plan.baseline].values[index]
        else { return nil }
        guard decision.evidence.isSampled, let difference = row.differences[index], difference.isBounded else {
            return FrontDrawing.Figure(value, nil)
        }
        let whole: Int64 = decision.plan.metrics[index].unit == .percent ? 1_000_000 : .max
        let (low, high) = (max(0, base + difference.low), min(whole, base + difference.high))
        return FrontDrawing.Figure(value, min(low, high)...max(low, high))
    }
}

extension Decision.Evidence {
    var isSampled: Bool { if case .sampled = self { true } else { false } }
}

extension String {
    /// The words as they stand within a sentence.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
