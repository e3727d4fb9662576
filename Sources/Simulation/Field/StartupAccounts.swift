/// The startups that a log tells, by session. Their sum would say nothing: that of the first session counts which tells
/// one. It may tell it in two ways, of which the summary counts.
struct StartupAccounts {
    /// A way in which a log tells a startup.
    enum Way {
        /// By what happened: the states of CMCD, or the event of AVMetrics by which an item was ready.
        case event
        /// As a time of its own: CMCD's `msd`, or the summary of AVMetrics.
        case summary
    }

    private struct Account {
        let way: Way
        let session: String
        let number: Int
        let time: Int64
    }

    private var accounts: [Account] = []

    /// Adds a startup in nanoseconds, told by the entry of the log that has this number. Nobody's is that of the only
    /// session that is named, where one is.
    mutating func add(_ way: Way, of session: String?, by number: Int, time: Int64) {
        accounts.append(Account(way: way, session: session ?? "", number: number, time: time))
    }

    /// The startup of the session that is the first in the log to tell one, in nanoseconds; nil where none does. O(n).
    func first(of names: SessionNames) -> Int64? {
        let only = names.only ?? ""
        func owner(_ account: Account) -> String { account.session.isEmpty ? only : account.session }
        guard let first = accounts.min(by: { $0.number < $1.number }) else { return nil }
        let own = accounts.filter { $0.way == .summary && owner($0) == owner(first) }
        return (own.min { $0.number < $1.number } ?? first).time
    }
}
