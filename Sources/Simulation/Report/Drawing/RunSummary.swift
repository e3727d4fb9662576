import PlayerModel

/// The summary of a run in a sentence.
package enum RunSummary {
    static func text(_ run: PlayerRun) -> String {
        let playback = run.playback
        let exception = run.isEndedByException ? "an exception ended the app" : nil
        let failure = playback.lastItemFailure.map(Words.failure) ?? exception
        if let failure, playback.startedAt == nil { return "never started: \(failure)" }
        guard playback.startedAt != nil else {
            if playback.requestedAt == nil { return "nobody asked to play" }
            return run.isUnderWay ? "had not started when until_s came" : "never started"
        }
        var parts = [startup(run).map { "started \($0)" } ?? "started by itself", stalls(run)]
        parts += seams(run)
        if let failure {
            parts.append("failed: \(failure)")
        } else if run.player.looping == .none || run.outcome.end != .timeIsUp {
            // A loop has no end.
            parts.append(playback.lastItemHasEnded ? "reached the end" : "did not reach the end")
        }
        return parts.joined(separator: "; ")
    }

    private static func seams(_ run: PlayerRun) -> [String] {
        let all = Seams(run)
        guard let last = all.seams.last else { return [] }
        let (count, gap) = (NumberText.count(all.seams.count, "seam"), all.longest ?? .zero)
        if last.gap == nil { return ["\(count), the last gap not over"] }
        return ["\(count), \(gap > .zero ? "the longest gap \(time(gap))" : "without a gap")"]
    }

    /// `after 1.2 s`, or `after 0.4 s and 30 s of interstitials`: what was shown before is no wait. Nil where nobody
    /// asked, or nothing started.
    static func startup(_ run: PlayerRun) -> String? {
        guard let startup = run.startup, let started = run.playback.startedAt else { return nil }
        let shown = run.interstitialTime(until: started)
        return "after \(time(startup))" + (shown > .zero ? " and \(time(shown)) of interstitials" : "")
    }

    private static func stalls(_ run: PlayerRun) -> String {
        switch run.playback.stalls.count {
        case 0: "never stalled"
        case 1: "stalled once, " + (run.stalled.map { "for \(time($0.total))" } ?? "and nobody resumed it")
        default:
            "stalled \(run.playback.stalls.count) times, "
                + (run.stalled.map { "for \(time($0.total)) altogether" } ?? "and nobody resumed the last time")
        }
    }

    /// A time rounded to the millisecond, without trailing zeros.
    static func time(_ amount: TimeAmount) -> String {
        let (quotient, remainder) = amount.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let up: Int64 = remainder.magnitude >= 500_000 ? (remainder < 0 ? -1 : 1) : 0
        return NumberText.exact(quotient + up, places: 3) + " s"
    }
}
