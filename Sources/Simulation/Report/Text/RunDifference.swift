import PlayerModel

/// The difference that two runs come to, in words: metrics side by side, and the first instant at which the status or
/// the variant is another one, with what each run says of it.
///
/// Two runs part wherever their settings differ, which is at the beginning; what a person sees comes later. Players are
/// held against those of the same names, and where the runs have others, against those in the same places.
package enum RunDifference {
    /// Lines for a person, each with its break.
    package static func text(_ first: Run, _ second: Run) -> String {
        let (left, right) = (first.tellingOffersAtRest().players, second.tellingOffersAtRest().players)
        var lines: [String] = []
        if left.count != right.count { lines.append("the runs have \(left.count) and \(right.count) players") }
        for (one, other) in pairs(left, right) {
            lines += title(one, other) + metrics(one, other)
            lines += moment("status", statuses(one), statuses(other), one, other)
            if hasVariants(one, other) {
                lines += moment("variant", variants(one, in: other), variants(other, in: other), one, other)
            }
        }
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    // MARK: Players

    private static func pairs(_ left: [PlayerRun], _ right: [PlayerRun]) -> [(PlayerRun, PlayerRun)] {
        let named = left.compactMap { one in right.first { $0.name == one.name }.map { (one, $0) } }
        let haveSameNames = named.count == left.count && left.count == right.count
        return haveSameNames ? named : Array(zip(left, right))
    }

    private static func title(_ one: PlayerRun, _ other: PlayerRun) -> [String] {
        if one.isAlone, other.isAlone { return [] }
        let names = [one, other].map { $0.isAlone ? "the only player" : $0.name }
        return ["— \(names[0] == names[1] ? names[0].text : names.texts.joined(separator: ", and ")) —"]
    }

    /// Whether there are variants on both sides, and one of them has a choice.
    private static func hasVariants(_ one: PlayerRun, _ other: PlayerRun) -> Bool {
        let players = [one.player, other.player]
        return players.allSatisfy { $0.assets.contains { $0.media.kind == .hls } }
            && players.contains { $0.hasSeveralVariants }
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

    /// The state from an instant on. A variant is what the second run has by that number, whatever its words.
    private struct Step {
        let at: Instant
        let words: String
        var variant: Int32?

        func isSame(as other: Step) -> Bool {
            at == other.at && (variant == nil ? words == other.words : variant == other.variant)
        }
    }

    private static func statuses(_ run: PlayerRun) -> [Step] {
        lasting(run.playback.statuses.map { Step(at: $0.from, words: NamesOfAVFoundation.status($0.status)) })
    }

    private static func variants(_ run: PlayerRun, in other: PlayerRun) -> [Step] {
        let first = run.playback.media.firstVariant(of: 0)
        let turns = [(Instant.zero, first)] + run.playback.loadedVariants.map { ($0.at, $0.variant) }
        let numbers = run.player.numbersOfVariants(in: other.player)
        return lasting(
            turns.map { at, number in
                let rate = QuantityText.value(run.player.allVariants[number].bitRate, .kilobitsPerSecond)
                let words = "\(VariantWords.variant(Int32(number), run.player)), \(rate)"
                // That which the other run does not have is none of its variants.
                return Step(at: at, words: words, variant: numbers[number] ?? -1)
            })
    }

    /// Those that last, each another one than the one before: what comes and goes at one instant nobody sees.
    private static func lasting(_ all: [Step]) -> [Step] {
        all.reduce(into: []) { steps, step in
            if steps.last?.at == step.at { steps.removeLast() }
            if steps.last?.words != step.words { steps.append(step) }
        }
    }

    private static func moment(
        _ noun: String, _ first: [Step], _ second: [Step], _ left: PlayerRun, _ right: PlayerRun
    ) -> [String] {
        // A run that was cut off says nothing of what would have come.
        let ends = [left, right].map { $0.outcome.end.isLasting ? Instant.never : $0.outcome.at }
        let end = min(ends[0], ends[1])
        let (first, second) = (first.filter { $0.at <= end }, second.filter { $0.at <= end })
        let same = zip(first, second).prefix { $0.isSame(as: $1) }.count
        let instants = [first, second].compactMap { $0.count > same ? $0[same].at : nil }
        guard let at = instants.min() else {
            if ends[0] == ends[1] { return ["the \(noun) is always the same"] }
            let when = end.inSeconds
            return [
                "the \(noun) is the same until \(when), where the \(ends[0] < ends[1] ? "first" : "second") run ends"
            ]
        }
        func words(_ steps: [Step]) -> String { steps.last { $0.at <= at }?.words ?? "nothing" }
        let when = at.inSeconds
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
