import PlayerModel

/// What a world needs of its session: to run it up to an instant, and to act at it.
///
/// An app's call is performed as an action of the script is. So a world and a scenario with the same calls at the same
/// instants come to the same trace.
extension Session {
    /// When the next event comes, of those that are handled before an app acts at `limit`; nil where none is left.
    ///
    /// At `limit` itself these are the lanes before the script's, by the law of lanes, and the scenario's own actions,
    /// which were there first. Other apps come after.
    mutating func nextInstant(beforeActingAt limit: Instant) -> Instant? {
        guard let (instant, event) = queue.next(), instant <= limit else { return nil }
        return instant < limit || event.comesBeforeCalls ? instant : nil
    }

    /// Time passes until `instant`, and nothing happens. No event may be pending before it.
    mutating func pass(to instant: Instant) { now = instant }

    /// The app does something now; what comes before an app at this instant must have been handled.
    mutating func act(_ call: Action.Call, of player: Int16, as index: Int32) {
        trace.add(.action(index), of: player, at: now)
        perform(call, of: player)
        postTheRest()
    }

    /// What is loaded of an item, current or not, in all tracks. O(n) in ranges.
    func loadedTimeRanges(ofItem id: Int32, of player: Int16) -> [Range<MediaTime>] {
        let place = Int(player)
        return loaders[place].order.loaded(ofItem: id, loaders[place].buffer)?.loadedTimeRanges ?? []
    }
}

extension Event {
    /// Whether it is handled before what an app does at the same instant.
    fileprivate var comesBeforeCalls: Bool {
        if case .script = self { return true }
        return lane < .script
    }
}

extension Event.Lane {
    fileprivate static func < (left: Event.Lane, right: Event.Lane) -> Bool { left.rawValue < right.rawValue }
}
