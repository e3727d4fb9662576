import PlayerModel

/// How a run went, in a sentence.
package enum RunSummary {
    static func text(_ run: Run, _ tally: Tally) -> String {
        if let failure = tally.lastItemFailure, tally.startedAt == nil {
            return "never started: \(Words.failure(failure))"
        }
        guard let started = tally.startedAt else {
            return tally.requestedAt == nil ? "nobody asked to play" : "never started"
        }
        let wait = tally.requestedAt.map { "started after \(time(started - $0))" } ?? "started by itself"
        var parts = [wait, stalls(tally)]
        let seams = tally.seams.seams.count
        if seams > 0 {
            let gap = tally.seams.longest
            let words = gap > .zero ? "the longest gap \(time(gap))" : "without a gap"
            parts.append("\(seams) \(seams == 1 ? "seam" : "seams"), \(words)")
        }
        // A loop has no end.
        if seams > 0, run.outcome.end == .timeIsUp { return parts.joined(separator: "; ") }
        if let failure = tally.lastItemFailure {
            parts.append("failed: \(Words.failure(failure))")
        } else {
            parts.append(tally.lastItemHasEnded ? "reached the end" : "did not reach the end")
        }
        return parts.joined(separator: "; ")
    }

    private static func stalls(_ tally: Tally) -> String {
        switch tally.stallCount {
        case 0: "never stalled"
        case 1: "stalled once, for \(time(tally.stalled.total))"
        default: "stalled \(tally.stallCount) times, for \(time(tally.stalled.total)) altogether"
        }
    }

    /// Rounded to the millisecond, without noughts at the end.
    static func time(_ amount: TimeAmount) -> String {
        let (quotient, remainder) = amount.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let up: Int64 = remainder.magnitude >= 500_000 ? (remainder < 0 ? -1 : 1) : 0
        return NumberText.exact(quotient + up, places: 3) + " s"
    }
}
