/// The wall clock of AVMetrics events, held against their `mediaTime`: it may be set while they are written down.
///
/// Of two events that follow one another, in one session, `date` and `mediaTime` go on together, unless the player
/// waits or rests. So where `date` goes back though `mediaTime` does not, the clock was set back; and where it goes on
/// by much more, with no change of rate between the two, it was set forward, or the app was suspended. Both are said:
/// times within one request stay true, times between requests do not.
enum MetricsClock {
    /// The least step back: five seconds, our own choice. Events come out of order by less.
    private static let leastBack: Int64 = 5_000_000_000
    /// The least step forward: a minute, our own choice. Less may be a player that waits.
    private static let leastForward: Int64 = 60_000_000_000

    private struct Moment {
        let date, mediaTime: Int64
        let session: String?
    }

    /// Says the steps of the clock. Time linear in the events.
    static func check(_ events: [JSONNode], _ findings: inout RepeatedFindings) {
        var last: Moment?
        for event in events {
            // A seek moves one of the two alone, and so does a pause.
            switch MetricsEventName(of: event) {
            case .rateChange, .stall, .seek, .seekDidComplete, .playbackSummary, .downloadSummary:
                last = nil
                continue
            case .resourceRequest, .playlistRequest, .segmentRequest, .keyRequest, .likelyToKeepUp,
                .initialLikelyToKeepUp, .variantSwitchStart, .variantSwitch, .error, nil:
                break
            }
            guard let own = moment(event) else { continue }
            defer { last = own }
            guard let last, last.session == own.session, own.mediaTime >= last.mediaTime else { continue }
            let passed = own.date.subtractingClamped(last.date)
            let played = own.mediaTime.subtractingClamped(last.mediaTime)
            if passed < -leastBack {
                findings.note(
                    "set back",
                    "'date' goes back by \(QuantityText.flooredSeconds(-passed)) though 'mediaTime' does not: the "
                        + "clock was set back, and times between requests before and behind it are wrong", event)
            } else if passed.subtractingClamped(played) > leastForward {
                findings.note(
                    "set forward",
                    "'date' goes on by \(QuantityText.flooredSeconds(passed)) and 'mediaTime' by "
                        + "\(QuantityText.flooredSeconds(played)), and no event says why: the clock was set forward, "
                        + "the app was suspended, or playback rested", event)
            }
        }
    }

    private static func moment(_ event: JSONNode) -> Moment? {
        // A date that is none is said where it is read.
        var unsaid = RepeatedFindings()
        let request = event.member("mediaResourceRequestEvent") ?? event
        guard let mediaTime = FieldValues.quantity(event.member("mediaTime"), places: 9),
            let date = FieldValues.instant(event.member("date") ?? request.member("responseEndTime"), &unsaid)
        else { return nil }
        return Moment(date: date, mediaTime: mediaTime, session: event.member("sessionID")?.string)
    }
}
