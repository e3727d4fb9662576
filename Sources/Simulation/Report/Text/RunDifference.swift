import PlayerModel

/// The difference that two runs come to, in words: metrics side by side, and the first instant at which the status or
/// the variant is another one, with what each run says of it.
///
/// Two runs part wherever their settings differ, which is at the beginning; what a person sees comes later.
package enum RunDifference {
    /// Lines for a person, each with its break.
    package static func text(_ first: Run, _ second: Run) -> String {
        let (left, right) = (first.players, second.players)
        var lines: [String] = []
        if left.count != right.count { lines.append("the runs have \(left.count) and \(right.count) players") }
        for (one, other) in zip(left, right) {
            if !one.isAlone { lines.append("— \(one.player.name) —") }
            lines += metrics(one, other) + moment("status", statuses(one), statuses(other), one, other)
            lines += moment("variant", variants(one), variants(other), one, other)
        }
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    // MARK: Metrics

    private static func metrics(_ first: PlayerRun, _ second: PlayerRun) -> [String] {
        let moves = zip(Metric.all, zip(first.metrics, second.metrics)).compactMap { metric, values -> MetricMove? in
            let isShown = metric.belongsInText(of: first) || metric.belongsInText(of: second)
            return isShown && values.0 != values.1 ? MetricMove(metric: metric, was: values.0, now: values.1) : nil
        }
        guard !moves.isEmpty else { return ["no metric differs"] }
        return ["what it came to"] + moves.map { "  " + NumberText.left($0.metric.name, 26) + $0.values }
    }

    // MARK: The first moment

    private typealias Step = (at: Instant, words: String)

    private static func statuses(_ run: PlayerRun) -> [Step] {
        run.playback.statuses.reduce(into: []) { steps, stretch in
            let words = NamesOfAVFoundation.status(stretch.status)
            if steps.last?.words != words { steps.append((stretch.from, words)) }
        }
    }

    private static func variants(_ run: PlayerRun) -> [Step] {
        guard run.player.hasSeveralVariants else { return [] }
        let first = run.playback.media.firstVariant(of: 0)
        let turns = [(Instant.zero, first)] + run.playback.loadedVariants.map { ($0.at, $0.variant) }
        return turns.reduce(into: []) { steps, turn in
            let words = VariantWords.variant(Int32(turn.1), run.player)
            if steps.last?.words != words { steps.append((turn.0, words)) }
        }
    }

    private static func moment(
        _ noun: String, _ first: [Step], _ second: [Step], _ left: PlayerRun, _ right: PlayerRun
    ) -> [String] {
        let same = zip(first, second).prefix { $0.at == $1.at && $0.words == $1.words }.count
        let instants = [first, second].compactMap { $0.count > same ? $0[same].at : nil }
        guard let at = instants.min() else { return first.isEmpty ? [] : ["the \(noun) is always the same"] }
        func words(_ steps: [Step]) -> String { steps.last { $0.at <= at }?.words ?? "nothing" }
        let when = QuantityText.value((at - .zero).nanoseconds, .seconds)
        return ["the \(noun) differs first at \(when)", "- \(words(first))"] + story(at, left, "-")
            + ["+ \(words(second))"] + story(at, right, "+")
    }

    /// The words of a run about an instant: its row, and how it came to a wait or a stall.
    private static func story(_ at: Instant, _ run: PlayerRun, _ mark: String) -> [String] {
        let row = Timeline(run).rows.last { $0.at == at }
        let halt = Halt.all(of: run).last { $0.from <= at && at < $0.to ?? .never }
        let reasons = row.map { [$0.reasons.joined(separator: "; ")] } ?? ["nothing changes here"]
        let story = halt.map { HaltStory($0, run).causes } ?? []
        return (reasons + story).flatMap { sentence in
            Words.wrapped(sentence.split(separator: " "), joinedBy: " ", indent: "", length: 96).map {
                "\(mark)   \($0)"
            }
        }
    }
}
