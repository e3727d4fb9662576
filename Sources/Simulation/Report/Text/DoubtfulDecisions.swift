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
        // What is over in the same instant leads to nothing, and neither does an end behind which nothing comes.
        let early = statuses.indices.first { index in
            let isOver = index + 1 < statuses.count && statuses[index + 1].from == statuses[index].from
            let isOfLast = statuses[index].reason == .noItemToPlay && wasOn(before: index, statuses)
            return !isOver && !isOfLast && statuses[index].isOfEarlyRequest
        }
        guard let early else { return [] }
        let at = statuses[early].from.inSeconds
        let wasPlaying = wasOn(before: early, statuses)
        let isOther = run.playback.items.contains { $0.at == statuses[early].from }
        let what =
            !wasPlaying
            ? "playback is asked for without autowait before media is there"
            : isOther
                ? "a player without autowait goes over to another item, of which nothing is loaded yet"
                : "a player without autowait jumps to where no media is yet"
        let whose = run.isAlone ? "" : "of '\(run.name.onOneLine)', "
        let here =
            switch run.player.player.earlyRequest {
            case .remembered where wasPlaying:
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

extension DoubtfulDecisions {
    /// Whether the player was playing, until its items were gone or not, or an interstitial event is over: then it has
    /// jumped, or another item has come, which is no request, and the one of before goes on or not.
    private static func wasOn(before index: Int, _ statuses: [StatusStretch]) -> Bool {
        guard let last = statuses[..<index].lastIndex(where: { $0.from < statuses[index].from }) else { return false }
        let before = statuses[last]
        if before.reason == .noItemToPlay { return last > 0 && statuses[last - 1].status == .playing }
        return before.status == .playing
            || before.reason == .interstitialEvent && statuses[index - 1].status == .playing
    }
}

extension StatusStretch {
    /// Whether a rate does not play that was asked for without autowait before there was media.
    fileprivate var isOfEarlyRequest: Bool {
        switch cause {
        case .remembered: status != .playing
        case .dropped: true
        case .appCall, .judged, .evaluated, .bufferFull, .nothingMoreComes, .fillsPipelines, .stalled, .nothingLoaded,
            .noItem, .itemArrived, .reachedEnd, .seekedOutsideBuffer, .itemFailed, .interrupted, .interstitialBegan,
            .interstitialEnded:
            false
        }
    }
}
