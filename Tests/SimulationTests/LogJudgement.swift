import PlayerModel

@testable import Simulation

/// The truths about the logs of every run: they are other views of what the metrics count.
enum LogJudgement {
    /// A fault of the logs of a run, or nil.
    static func objection(to run: Run) -> String? {
        for player in run.players {
            let figures = Figures(player)
            let objection =
                objection(AccessLog(player), figures) ?? objection(MetricEvents(player), figures)
                ?? objection(P1203Input(player))
            if let objection { return objection }
        }
        return nil
    }

    private static func objection(_ log: AccessLog, _ figures: Figures) -> String? {
        var (stalls, bytes, busy): (Int64, Int64, Int64) = (0, 0, 0)
        var last = Instant.zero
        for event in log.events {
            stalls += event.numberOfStalls
            bytes += event.numberOfBytesTransferred
            busy += event.transferDuration
            // observedBitrate = 8 · bytes / transferDuration, to the nearest.
            let (rate, time) = (Int128(event.observedBitrate), Int128(event.transferDuration))
            let difference = rate * time - 8_000_000_000 * Int128(event.numberOfBytesTransferred)
            let isKnown = time > 0 && event.numberOfBytesTransferred > 0
            if isKnown ? difference.magnitude * 2 > time.magnitude : rate != -1 {
                return "observedBitrate is \(rate)"
            }
            if let at = event.startedAt {
                if at < last { return "an event of the access log goes back" }
                last = at
            }
            if event.durationWatched < 0 { return "less than nothing was watched" }
            if event.durationWatched > 0, event.startupTime < 0 { return "an item plays that never had anything to" }
        }
        let count = figures.playback.stalls.count
        if stalls != count { return "the access log has \(stalls) stalls, not \(count)" }
        guard figures.run.player.media.kind != .local else { return bytes == 0 ? nil : "a local file is transferred" }
        let run = figures.run
        if bytes != run.bytesTransferred { return "the access log has \(bytes) bytes, not \(run.bytesTransferred)" }
        if bytes < run.bytesLoaded || bytes > run.bytesDown { return "the access log has \(bytes) bytes" }
        if busy != figures.busy.nanoseconds { return "the access log has \(busy) ns of transfer" }
        return nil
    }

    private static func objection(_ log: MetricEvents, _ figures: Figures) -> String? {
        var (stalls, seeks, ends, first, summaries) = (0, 0, 0, 0, 0)
        var (played, recovering, open) = (TimeAmount.zero, TimeAmount.zero, 0)
        var last = Instant.zero
        for event in log.events {
            if event.at < last { return "an event of the metrics goes back" }
            last = event.at
            switch event.kind {
            case .stall: stalls += 1
            case .seek: seeks += 1
            case .seekDidComplete: ends += 1
            case .initialLikelyToKeepUp: first += 1
            case .request(let request):
                let begin = request.responseStartTime ?? request.requestStartTime
                if begin < request.requestStartTime || request.responseEndTime < begin {
                    return "an answer goes back"
                }
                if request.responseEndTime > event.at { return "an answer ends after its event" }
            case .playbackSummary(let summary):
                summaries += 1
                played = played + summary.playbackDuration
                recovering = recovering + (summary.timeSpentRecoveringFromStall ?? .zero)
                if summary.timeSpentRecoveringFromStall == nil { open += 1 }
            case .likelyToKeepUp, .rateChange, .variantSwitchStart, .variantSwitch, .error: break
            }
        }
        let items = figures.playback.items.count { $0.item >= 0 }
        if summaries != items { return "\(items) items have \(summaries) summaries" }
        if first > items || ends > seeks { return "an item keeps up first, or a seek ends, more than once" }
        let calls = figures.playback.announcements.count {
            if case .seekFinished = $0.value { true } else { false }
        }
        if seeks > calls + 1 { return "of \(seeks) seeks \(calls) are over" }
        let count = figures.playback.stalls.count
        if stalls != count { return "there are \(stalls) events of stalls, not \(count)" }
        if played != figures.run.playedTime { return "the summaries have \(played.nanoseconds) ns of playback" }
        if open != (figures.run.stalled == nil ? 1 : 0) { return "\(open) summaries have a stall that nobody ends" }
        if let stalled = figures.run.stalled?.total, recovering != stalled {
            return "the summaries have \(recovering.nanoseconds) ns of stalls"
        }
        return nil
    }

    /// Segments follow on one another without a gap, and stalls lie within.
    private static func objection(_ input: P1203Input) -> String? {
        for segments in [input.video, input.audio] {
            var end = MediaTime.zero
            for segment in segments {
                if segment.start != end || segment.duration <= .zero {
                    return "P.1203 has a gap at \(end.nanoseconds)"
                }
                end = segment.start + segment.duration
            }
            if !segments.isEmpty, input.stalls.contains(where: { $0.mediaTime > end }) { return "a stall is outside" }
        }
        if input.stalls.contains(where: { $0.duration <= .zero }) { return "a stall of P.1203 takes no time" }
        return nil
    }
}
