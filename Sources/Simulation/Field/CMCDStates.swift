import PlayerModel

/// The states of players as CMCD of version 2 reports them (`sta`, with `ts`), and the stalls in them: from each report
/// of `r`, rebuffering, to the next of another state.
struct CMCDStates {
    private struct Report {
        let session, state: String
        /// Whether it was made because the state changed, and not with a request or now and then.
        let isChange: Bool
        /// Nanoseconds since 1970.
        let at: Int64
        /// Its number in the log.
        let number: Int
    }

    private var reports: [Report] = []

    /// Takes the state that a report of that instant tells, if it does. The instant is that of its record: a date is
    /// read in one way, whatever it is of.
    mutating func add(_ values: CMCDValues, at instant: Int64?, number: Int) {
        guard let state = values.text("sta"), let stamp = values.text("ts"), let at = instant,
            (values.number("ts") ?? CalendarTime.nanoseconds(stamp)) != nil
        else { return }
        reports.append(
            Report(
                session: values.text("sid") ?? "", state: state, isChange: values.text("e") == "ps", at: at,
                number: number))
    }

    /// Tells the startup of each session that has one: the time from the first change to `s`, starting, to the next to
    /// `p`, playing. The log has told it when it has told both. O(n log n).
    func tellStartups(to accounts: inout StartupAccounts) {
        var (begun, told): (Report?, String?) = (nil, nil)
        for own in sorted where own.isChange && own.session != told {
            if begun?.session != own.session { begun = nil }
            if own.state == "s", begun == nil { begun = own }
            guard own.state == "p", let start = begun else { continue }
            told = own.session
            accounts.add(
                .event, of: own.session, by: max(start.number, own.number), time: own.at.subtractingClamped(start.at))
        }
    }

    /// The reports of each session in the order of time.
    private var sorted: [Report] {
        let order = reports.indices.sorted {
            (reports[$0].session, reports[$0].at, $0) < (reports[$1].session, reports[$1].at, $1)
        }
        return order.map { reports[$0] }
    }

    /// Tells the stalls of each session, with the length of those that ended; those that it tells are none where no
    /// state was `r`: that there was none, no states say that come now and then. Returns how many have no end.
    /// O(n log n).
    func tellStalls(to accounts: inout StallAccounts) -> Int {
        var endless = 0
        var last: Report?
        for own in sorted {
            let before = last.flatMap { $0.session == own.session ? $0 : nil }
            let (was, isNow) = (before?.state == "r", own.state == "r")
            endless += (isNow ? 1 : 0) - (was ? 1 : 0)
            let length = was ? before.map { own.at.subtractingClamped($0.at) } : nil
            accounts.add(.state, of: own.session, count: isNow && !was ? 1 : nil, time: length)
            last = own
        }
        return endless
    }
}
