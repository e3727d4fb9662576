import PlayerModel

/// How a run ended, in a sentence: whether the end of the item was reached, and if not, why it never comes.
package enum EndWords {
    package static func text(_ run: PlayerRun) -> String { "ended: \(run.playback.lastItemHasEnded); \(reason(run))" }

    /// Why there is no more of it: "until_s cut the run off at 90 s".
    package static func reason(_ run: PlayerRun) -> String {
        let at = run.outcome.at.inSeconds
        let hasEnded = run.playback.lastItemHasEnded
        // While others play on, nothing is cut off of a player whose viewer has left, or whose item has failed.
        let isOver = run.isCut && !hasEnded
        switch run.outcome.end {
        case .exception: return "an exception ended the app at \(at)"
        case .timeIsUp where isOver: return "\(why(run)); the run ended at \(at)"
        case .timeIsUp: return "until_s cut the run off at \(at)"
        case .held where isOver: return "\(why(run)); so far, at \(at)"
        case .held: return "so far, at \(at)"
        case .nothingMoreHappens:
            // Whoever has seen the end may wait all the same: for what was asked for after it.
            if hasEnded, !run.isWaiting { return "nothing more happens after \(at)" }
            let until = run.scenario.until.inSeconds
            let lasts = run.isWaiting ? "; waiting is counted up to \(until)" : ""
            let stall = run.isLeftStalled ? "; nobody ends the stall, so its time is missing" : ""
            return "nothing more happens after \(at): \(why(run))\(lasts)\(stall)"
        }
    }

    /// A sentence on a halt that has no end.
    static func ofOpen(_ halt: Halt, _ run: PlayerRun) -> String {
        let (had, ever) = halt.kind == .start ? ("started", "started") : ("gone on", "went on")
        return "It \(run.isUnderWay ? "had not \(had)" : "never \(ever)"): \(reason(run))."
    }

    /// A line for each action that has waited in vain, or until the run was cut off.
    package static func never(_ run: PlayerRun) -> [String] {
        let never = run.isCutOffLoading ? "not by until_s" : "never"
        return run.neverCame.map { "\(never): \($0.action.words), \($0.waits)" }
    }

    private static func why(_ run: PlayerRun) -> String {
        if let exit = run.playback.exit { return "the viewer has left" + ViewerWords.clause(exit) }
        guard run.playback.hasItem else { return "there is no item" }
        if let failure = run.playback.lastItemFailure { return "the item has failed: \(Words.failure(failure))" }
        if run.playback.lastStatus.rate == .zero {
            let waits = run.neverCame.isEmpty ? "is over" : "waits for what never comes"
            return "the player is paused, and the script \(waits)"
        }
        if let way = run.outcome.offeredForGood.flatMap(deadWay) {
            return "the network carries 0 kbit/s \(way), and will for ever"
        }
        return deadHost(run) ?? "the player waits for what never comes"
    }

    /// The direction in which nothing passes; nil where something does both ways.
    private static func deadWay(_ offer: NetworkValues) -> String? {
        offer.down == 0 ? "down" : offer.up == 0 ? "up" : nil
    }

    /// The host that was asked for something and whose own network carries nothing any more.
    private static func deadHost(_ run: PlayerRun) -> String? {
        let (hosts, names) = (run.scenario.network.hosts, run.scenario.network.transport.hosts.names)
        for exchange in run.playback.exchanges where exchange.end == nil {
            let place = Int(run.slots[Int(exchange.slot)].host)
            guard let host = hosts.first(where: { names.firstIndex(of: $0.name) == place }),
                let way = host.conditions.valuesForGood(from: run.outcome.at).flatMap(deadWay)
            else { continue }
            return "\(host.name)'s own network carries 0 kbit/s \(way), and will for ever"
        }
        return nil
    }
}
