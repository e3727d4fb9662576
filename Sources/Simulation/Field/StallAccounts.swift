import PlayerModel

/// The stalls that a log tells, by session. A session may tell them in several ways, of which the one that says most
/// counts; sessions add up.
struct StallAccounts {
    /// A way in which a log tells stalls.
    enum Way: Int {
        /// One by one: CMCD's `bs` and `bsd`, or events of AVMetrics, which have no lengths.
        case single
        /// All up to then, so that the last says most: CMCD's `bsa` and `bsda`.
        case total
        /// From one state to another: CMCD's `sta`.
        case state
        /// Once for each item: the summaries of AVMetrics.
        case summary
    }

    private struct Account {
        var session: String
        let way: Way
        var count, time: Int64?

        func isOf(_ other: Account) -> Bool { session == other.session && way == other.way }

        mutating func take(_ other: Account) {
            (count, time) = (joined(count, other.count), joined(time, other.time))
        }

        private func joined(_ one: Int64?, _ other: Int64?) -> Int64? {
            guard let one, let other else { return one ?? other }
            switch way {
            case .single, .state, .summary: return one.addingClamped(other)
            case .total: return max(one, other)
            }
        }
    }

    /// Those that follow one another in the log, of one session and in one way, are one.
    private var accounts: [Account] = []

    /// Adds stalls, and how long they were in nanoseconds; nil is not told. Nobody's are those of the only session that
    /// is named, where one is.
    mutating func add(_ way: Way, of session: String?, count: Int64?, time: Int64?) {
        guard count != nil || time != nil else { return }
        Self.add(Account(session: session ?? "", way: way, count: count, time: time), to: &accounts)
    }

    private static func add(_ own: Account, to all: inout [Account]) {
        guard let last = all.indices.last, all[last].isOf(own) else { return all.append(own) }
        all[last].take(own)
    }

    /// Each session's accounts, one of each way, side by side. O(n log n). `only` is the session that is the only one.
    private func sorted(only: String?) -> [Account] {
        var named = accounts
        if let only {
            for index in named.indices where named[index].session.isEmpty { named[index].session = only }
        }
        let order = named.indices.sorted {
            (named[$0].session, named[$0].way.rawValue, $0) < (named[$1].session, named[$1].way.rawValue, $1)
        }
        return order.reduce(into: []) { Self.add(named[$1], to: &$0) }
    }

    /// The stalls of all sessions and their length in nanoseconds, nil where none is told, and how many of the stalls
    /// are told by accounts that have no lengths.
    func sums(of names: SessionNames) -> (count: Int64?, time: Int64?, untimed: Int64) {
        var (count, time, untimed): (Int64?, Int64?, Int64) = (nil, nil, 0)
        let all = sorted(only: names.only)
        var rest = all[...]
        while let first = rest.first {
            let own = rest.prefix { $0.session == first.session }
            rest = rest.dropFirst(own.count)
            let most = own.compactMap { $0.count }.max()
            let timed = own.compactMap { $0.time == nil ? nil : $0.count }.max() ?? 0
            if let most { (count, untimed) = ((count ?? 0).addingClamped(most), untimed.addingClamped(most - timed)) }
            if let longest = own.compactMap({ $0.time }).max() { time = (time ?? 0).addingClamped(longest) }
        }
        return (count, time, untimed)
    }
}
