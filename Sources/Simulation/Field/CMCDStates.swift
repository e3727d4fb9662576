import PlayerModel

/// The states of players as CMCD of version 2 reports them (`sta`, with `ts`), and the stalls in them: from each report
/// of `r`, rebuffering, to the next of another state.
struct CMCDStates {
    private struct Report {
        let session, state: String
        /// Nanoseconds since 1970.
        let at: Int64
    }

    private var reports: [Report] = []

    mutating func add(_ values: CMCDValues) {
        guard let state = values.text("sta"), let at = values.number("ts", places: 6) else { return }
        reports.append(Report(session: values.text("sid") ?? "", state: state, at: at))
    }

    /// How many stalls there were, and how long those were that ended, in nanoseconds; nil where none was told: that
    /// there was none, no states say that come now and then. O(n log n).
    var stalls: (count: Int64?, time: Int64?) {
        var (count, time): (Int64?, Int64?) = (nil, nil)
        var last: Report?
        let order = reports.indices.sorted {
            (reports[$0].session, reports[$0].at, $0) < (reports[$1].session, reports[$1].at, $1)
        }
        for index in order {
            let own = reports[index]
            let before = last.flatMap { $0.session == own.session ? $0 : nil }
            let (was, isNow) = (before?.state == "r", own.state == "r")
            if isNow, !was { count = (count ?? 0).addingClamped(1) }
            if was, let before { time = (time ?? 0).addingClamped(own.at.subtractingClamped(before.at)) }
            last = own
        }
        return (count, time)
    }
}
