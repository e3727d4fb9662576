import PlayerModel

// A log counts from an instant of its own, and so does a scenario. Both sessions have a first request: by it one clock
// is laid on the other.

extension FieldSession {
    /// The instant of the stream's first request, on the session's own clock.
    ///
    /// A HAR has all that a page asked for: what is of no media is no request of the player, unless nothing else is
    /// there. The other formats have the player's requests alone, among them some of no media, as for an ad's list.
    package var firstRequest: Int64? {
        let asked = records.filter { $0.kind != .stretch }
        let own =
            switch format {
            case .har: asked.filter { $0.kind != .other }
            case .accessLog, .metrics, .cmcd: asked
            }
        return (own.isEmpty ? asked : own).compactMap { $0.request ?? $0.firstByte ?? $0.lastByte }.min()
    }
}

extension PlayerRun {
    /// The instant of the first request that its report has: one that was cancelled is no event there. Nil where there
    /// is none.
    package var firstReportedRequest: Instant? {
        MetricOccurrence.requests(of: self).compactMap { occurrence -> Instant? in
            if case .request(let request) = occurrence.kind { request.requestStartTime } else { nil }
        }.min()
    }
}

extension Scenario {
    /// The instant at which the first player sends its first request, which no answer has a say in: a run up to there
    /// tells it. Nil where it sends none.
    package func firstRequest() throws(SessionError) -> Instant? {
        var session = Session(drawn(), tracing: .facts)
        while true {
            let isOver = try session.step() != nil
            for entry in session.trace.entries where entry.player == 0 {
                if case .requested = entry.record { return entry.at }
            }
            if isOver { return nil }
            session.trace.removeAll()
        }
    }
}
