import SimulationContainers

/// The startups that AVMetrics tells: of summaries, and where a session has none, of the event by which an item was
/// likely to keep up for the first time, `AVMetricPlayerItemInitialLikelyToKeepUpEvent`. Its superclass
/// `AVMetricPlayerItemLikelyToKeepUpEvent` has a `timeTaken` as well, which after a stall is that of the recovery.
struct MetricsStartups {
    /// The members that AVFoundation's class of the first such event adds to its superclass, by kind of request.
    static let lists: [(key: String, name: MetricsEventName)] = [
        ("playlistRequestEvents", .playlistRequest), ("mediaSegmentRequestEvents", .segmentRequest),
        ("contentKeyRequestEvents", .keyRequest),
    ]

    private var summaries = StartupAccounts()
    /// By initial event, its session, its number in the log and its time in nanoseconds.
    private var ready: [(session: String, number: Int, time: Int64)] = []
    /// The sessions with an item of which the summary says that it never played: what it was ready for never came.
    private var neverPlayed: [String] = []
    /// How many events were taken.
    private var count = 0

    /// Takes the time of an event that has one, where it is of a startup; one without the name of its class is where it
    /// has a list that the initial one alone has.
    mutating func add(ready event: JSONNode, _ name: MetricsEventName?, time: Int64) {
        let isInitial = name == nil && Self.lists.contains { event.member($0.key) != nil }
        guard isInitial || name == .initialLikelyToKeepUp else { return }
        count += 1
        ready.append((Self.session(event), count, time))
    }

    /// Takes a summary of an item that played: the time that was spent until then, if it has one.
    mutating func add(summary: JSONNode) {
        count += 1
        guard let time = FieldValues.quantity(summary.member("timeSpentInInitialStartup"), places: 9) else { return }
        summaries.add(.summary, of: Self.session(summary), by: count, time: time)
    }

    /// Takes a summary that says that playback never came.
    mutating func addNeverPlayed(_ summary: JSONNode) { neverPlayed.append(Self.session(summary)) }

    private static func session(_ event: JSONNode) -> String { event.member("sessionID")?.string ?? "" }

    /// The startup of the session that is the first to tell one, in nanoseconds. Nobody's event or summary is of the
    /// only session that is named, where one is. O(n log n).
    func first(of names: SessionNames) -> Int64? {
        let only = names.only ?? ""
        func owner(_ session: String) -> String { session.isEmpty ? only : session }
        let without = neverPlayed.map(owner).sorted()
        var accounts = summaries
        for event in ready {
            let own = owner(event.session)
            let place = partitionPoint(in: without.indices) { without[$0] >= own }
            if place < without.count, without[place] == own { continue }
            accounts.add(.event, of: event.session, by: event.number, time: event.time)
        }
        return accounts.first(of: names)
    }
}
