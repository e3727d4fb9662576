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
        } else if !run.player.looping.isEndless || run.outcome.end != .timeIsUp {
            // Such a loop has no end.
            parts.append(playback.lastItemHasEnded ? "reached the end" : "did not reach the end")
        }
        return parts.joined(separator: "; ")
    }

    private static func seams(_ run: PlayerRun) -> [String] {
        let all = Seams(run)
        guard let last = all.seams.last else { return [] }
        let (count, gap) = (NumberText.count(all.seams.count, "seam"), all.longest ?? .zero)
        if last.gap == nil { return ["\(count), the last gap not over"] }
        return ["\(count), \(gap > .zero ? "the longest gap \(gap.inShortSeconds)" : "without a gap")"]
    }

    /// `after 1.2 s`, or `after 0.4 s and 30 s of interstitials`: what was shown before is no wait. Nil where nobody
    /// asked, or nothing started.
    static func startup(_ run: PlayerRun) -> String? {
        guard let startup = run.startup, let started = run.playback.startedAt else { return nil }
        let shown = run.interstitialTime(until: started)
        let more = shown > .zero ? " and \(shown.inShortSeconds) of interstitials" : ""
        return "after \(startup.inShortSeconds)" + more
    }

    private static func stalls(_ run: PlayerRun) -> String {
        let total = run.stalled?.total.inShortSeconds
        return switch run.playback.stalls.count {
        case 0: "never stalled"
        case 1: "stalled once, " + (total.map { "for \($0)" } ?? "and nobody resumed it")
        default:
            "stalled \(run.playback.stalls.count) times, "
                + (total.map { "for \($0) altogether" } ?? "and nobody resumed the last time")
        }
    }
}
