import PlayerModel

/// The decisions of a run on which Apple's documents and reports from the field are not of one mind, in sentences: what
/// a scenario's author should know before believing the result.
package enum DoubtfulDecisions {
    /// Whether a player can come to one: then it takes a run to know whether it does.
    package static func arePossible(_ scenario: Scenario) -> Bool {
        scenario.players.contains { player in
            let settings = player.player
            return settings.linkedOn == .iOS9 || !settings.automaticallyWaits
                || player.script.contains { $0.traits.forbidsWaiting }
        }
    }

    package static func sentences(_ run: Run) -> [String] { run.players.flatMap(sentences) }

    private static func sentences(_ run: PlayerRun) -> [String] {
        let statuses = run.playback.statuses
        let early = statuses.firstIndex { stretch in
            switch stretch.cause {
            case .remembered: stretch.status != .playing
            case .dropped: true
            case .appCall, .judged, .evaluated, .bufferFull, .nothingMoreComes, .stalled, .nothingLoaded, .noItem,
                .itemArrived, .reachedEnd, .seekedOutsideBuffer, .itemFailed, .interrupted, .interstitialBegan,
                .interstitialEnded:
                false
            }
        }
        guard let early else { return [] }
        let at = QuantityText.value((statuses[early].from - .zero).nanoseconds, .seconds)
        // Whoever was playing has jumped: that is no request, and the one of before goes on or not.
        let hasJumped = early > 0 && statuses[early - 1].status == .playing
        let what =
            hasJumped
            ? "a player without autowait jumps to where no media is yet"
            : "playback is asked for without autowait before media is there"
        let whose = run.isAlone ? "" : "of '\(run.name.onOneLine)', "
        let here =
            switch run.player.player.earlyRequest {
            case .remembered where hasJumped:
                "here its rate is remembered, and it plays on with the first media, or at its host time"
            case .remembered: "here it is remembered, and starts with the first media"
            case .dropped: "here the rate falls to 0, and playback does not start by itself"
            }
        return [
            "\(whose)at \(at) \(what), of which "
                + "Apple's documents and reports are not of one mind: \(here) (early_request)"
        ]
    }
}
