import PlayerModel

/// Interstitial events in words.
enum InterstitialWords {
    /// The settings of a player with interstitial events, and of the one that shows them; nothing for others.
    static func lines(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        if player.primary != nil {
            return [
                (
                    "shows",
                    "interstitial events, an AVQueuePlayer at the rate of the player that waits for it; waits by "
                        + "itself, and goes on where an item fails (ours)"
                )
            ]
        }
        guard let plan = player.interstitials else { return [] }
        let events = plan.events.enumerated().map { "interstitial \($0 + 1) \(words($1))" }
        let lookahead = "assets are asked for \(plan.lookahead.inSeconds) before (interstitial_lookahead_s, ours)"
        return [("ads", (events + [lookahead]).joined(separator: "; "))]
    }

    /// The beginning or the end of an event, with what is shown.
    static func turn(_ stretch: InterstitialStretch, isOver: Bool, _ run: PlayerRun) -> String {
        let name = "interstitial \(stretch.event)"
        guard let plan = run.player.interstitials else { return name }
        if isOver {
            guard let place = stretch.resumedAt, let end = stretch.to else { return "\(name) is called off" }
            if end == stretch.at {
                return "\(name) is over at once, with nothing to show: goes on at \(place.inSeconds)"
            }
            let length = (end - stretch.at).inSeconds
            return "\(name) is over after \(length): goes on at \(place.inSeconds)"
        }
        let items = run.scenario.players[plan.player].items[plan.events[stretch.event - 1].items]
        if items.isEmpty { return "\(name) begins, whose list is empty" }
        return "\(name) begins: \(items.map { $0.name.onOneLine }.joined(separator: ", "))"
    }

    /// The reason for which the player that shows events pauses: the event's items have gone by then, go at that
    /// instant, or stay.
    static func pause(at instant: Instant, after order: Int, _ run: PlayerRun) -> String {
        let items = run.playback.items
        let turns = items.before(order)
        let (item, before) = (turns.last?.item ?? -1, turns.dropLast().last?.item ?? -1)
        // That of the next event may have come in its place.
        let hasGone = before >= 0 && turns.last?.at == instant && event(of: item, run) != event(of: before, run)
        if item < 0 || hasGone { return "is paused: the event is over" }
        let isCalledOff = items.between(order, .max).first?.at == instant
        return isCalledOff ? "is paused: the event is called off" : "is paused with the player that waits for it"
    }

    /// The place among all events of the one that an item is of, of the player that shows them.
    private static func event(of item: Int32, _ run: PlayerRun) -> Int? {
        guard let primary = run.player.primary else { return nil }
        return run.scenario.players[primary].interstitials?.events.firstIndex { $0.items.contains(Int(item)) }
    }

    /// A listing that comes while the stream goes on.
    static func news(_ news: InterstitialNews) -> String {
        "interstitial \(news.event) is listed" + (news.isLate ? " too late, and is passed over" : "")
    }

    private static func words(_ event: Interstitial) -> String {
        var text =
            switch event.cue {
            case .join: "before playback"
            case .leave: "after the end"
            case .at(let place): "at \(place.inSeconds)"
            }
        if event.assetCount > 1 { text += ", \(event.assetCount) assets" }
        if event.hasList { text += event.items.isEmpty ? ", by a list, which is empty" : ", by a list" }
        if case .at = event.cue {
            switch event.resumption {
            case .offset(let offset): text += ", resumption_offset_s \(offset.inSeconds)"
            case .clock: text += ", goes on as far behind as the clock went meanwhile"
            case .shown: text += ", goes on as far behind as what was shown is long"
            }
        }
        if let limit = event.playoutLimit { text += ", no more than \(limit.inSeconds)" }
        if event.alignsResumption { text += ", at the nearest segment boundary" }
        if event.willPlayOnce { text += ", once" }
        if event.constrainsSeekingForward { text += ", seen first by who seeks beyond it" }
        if event.listedAt > .zero { text += ", listed at \(event.listedAt.inSeconds)" }
        return text
    }
}
