import PlayerModel

/// A session that somebody holds: who runs it up to an instant, looks at it, and perhaps acts at it.
///
/// An app's call is performed as an action of the script is. So an app and a scenario with the same calls at the same
/// instants come to the same trace.
extension Session {
    /// Handles all that happens up to and at `instant`. An outcome says that the run was over before.
    package mutating func run(through instant: Instant) throws(SessionError) -> Outcome? {
        // The packets of one go may reach far ahead; what nobody has asked for yet must not be under way.
        horizon = min(until, instant + TimeAmount(nanoseconds: instant < .never ? 1 : 0))
        defer { horizon = until }
        while exception != nil || queue.count == 0 || queue.nextInstant() <= instant {
            if let outcome = try step() { return outcome }
        }
        return nil
    }

    /// When the next event comes, of those that are handled before an app acts at `limit`; nil where none is left.
    ///
    /// At `limit` itself these are the lanes before the script's, by the law of lanes, and the scenario's own actions,
    /// which were there first. Other apps come after.
    package mutating func nextInstant(beforeActingAt limit: Instant) -> Instant? {
        guard let (instant, event) = queue.next(), instant <= limit else { return nil }
        if instant == limit, case .traffic = event { return nil }
        return instant
    }

    /// Time passes until `instant`, and nothing happens. No event may be pending before it.
    package mutating func pass(to instant: Instant) { now = instant }

    /// Whether an action does nothing, because the viewer of that player is gone. The network changes all the same.
    package func ignores(_ action: Action, of player: Int16) -> Bool {
        if case .network = action.operation { return false }
        return players[Int(player)].hasLeft
    }

    /// The app does something now; what comes before an app at this instant must have been handled. It does nothing for
    /// a viewer who is gone.
    package mutating func act(_ action: Action, of player: Int16, as index: Int32) {
        if ignores(action, of: player) { return }
        trace.add(.action(index), of: player, at: now)
        perform(action, of: player)
        postTheRest()
    }

    /// The stretches that are loaded of an item, in line or not, in all tracks. O(n) in ranges, and in items in line.
    package func loadedTimeRanges(ofItem id: Int32, of player: Int16) -> [Range<MediaTime>] {
        let own = players[Int(player)].player
        let item = own.item?.id == id ? own.item : own.queue.items.first { $0.id == id }
        return item.map { loadedTimeRanges(of: $0, of: player) } ?? loadedTimeRanges(ofFormerItem: id, of: player)
    }

    /// The same of one that is neither current nor in line any more. O(n) in ranges.
    package func loadedTimeRanges(ofFormerItem id: Int32, of player: Int16) -> [Range<MediaTime>] {
        players[Int(player)].loader.order.buffer(ofFormerItem: id)?.loadedTimeRanges ?? []
    }

    /// The same of one that is current, or in line. O(n) in ranges.
    package func loadedTimeRanges(of item: PlayerItem, of player: Int16) -> [Range<MediaTime>] {
        players[Int(player)].loader.order.buffer(ofItem: item.id, of: Int(item.asset))?.loadedTimeRanges ?? []
    }

    /// A number that is another one whenever media that was loaded has gone.
    package func lossesOfMedia(of player: Int16) -> Int { players[Int(player)].loader.order.losses }

    /// The edge of a live stream as the loader knows it, for an item of it; nil where nothing is known of it yet, or it
    /// is none.
    package func liveEdge(ofItem id: Int32, of player: Int16) -> LiveEdgeSeen? {
        players[Int(player)].liveEdge(ofItem: id)
    }

    /// Looks at events up to there: later than that, whoever holds the session may still act.
    package mutating func look(to instant: Instant) { horizon = instant }

    /// Whether packets that come before anything else are taken in one go, from now on.
    package mutating func takePackets(together: Bool) { takesPacketsTogether = together }

    /// Counts actions that may still come, or come no longer, and that no script has.
    package mutating func expectActions(_ change: Int) { actionsLeft += change }

    /// Whether nothing is to come.
    package var isSpent: Bool { queue.count == 0 }

    /// The player's machine as it is now.
    package func machine(of player: Int16) -> Player { players[Int(player)].player }

    /// The outcome up to now, of a run that goes on.
    package var outcomeSoFar: Outcome {
        var own = self
        own.changedAt = now
        return own.outcome(.held)
    }
}
