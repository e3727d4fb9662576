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

    /// Takes the state that a report of that instant tells, if it does. The instant is that of its record: a date is
    /// read in one way, whatever it is of.
    mutating func add(_ values: CMCDValues, at instant: Int64?) {
        guard let state = values.text("sta"), values.number("ts") != nil, let at = instant else { return }
        reports.append(Report(session: values.text("sid") ?? "", state: state, at: at))
    }

    /// How many stalls there were, how long those were that ended, in nanoseconds, and how many did not; nil where none
    /// was told: that there was none, no states say that come now and then. O(n log n).
    var stalls: (count: Int64?, time: Int64?, endless: Int) {
        var (count, time): (Int64?, Int64?) = (nil, nil)
        var endless = 0
        var last: Report?
        let order = reports.indices.sorted {
            (reports[$0].session, reports[$0].at, $0) < (reports[$1].session, reports[$1].at, $1)
        }
        for index in order {
            let own = reports[index]
            let before = last.flatMap { $0.session == own.session ? $0 : nil }
            let (was, isNow) = (before?.state == "r", own.state == "r")
            if isNow, !was { (count, endless) = ((count ?? 0).addingClamped(1), endless + 1) }
            if was, !isNow { endless -= 1 }
            if was, let before { time = (time ?? 0).addingClamped(own.at.subtractingClamped(before.at)) }
            last = own
        }
        return (count, time, endless)
    }
}
