import PlayerModel

/// Rates that AVFoundation does not promise.
extension ScenarioPlayer {
    /// Warns of rates at which AVPlayer does not play every item. "Every item with a status of readyToPlay plays at
    /// rates between 1.0 and 2.0, inclusive"; beyond that `canPlayFastForward` says it of an item, and below
    /// `canPlaySlowForward` (B.1). Of another player nothing of the kind is known.
    func warnOfRates(_ usual: Placed<Rate>?, _ drafts: [Placed<ActionDraft>], _ judgement: inout Judgement) {
        if let profile, !profile.isApple { return }
        if let usual { judgement.warnOfRate(usual.value, usual.place) }
        for (action, draft) in zip(script, drafts) {
            if case .rate(let rate) = action.traits.request { judgement.warnOfRate(rate, draft.place) }
            if let rate = action.traits.defaultRate { judgement.warnOfRate(rate, draft.place) }
        }
    }
}

extension Judgement {
    fileprivate mutating func warnOfRate(_ rate: Rate, _ place: Place) {
        if rate > Rate(thousandths: 2000) {
            warn(
                "a rate above 2 is for items whose canPlayFastForward is true; here all play at it, and all of the "
                    + "media is fetched (ours)", place)
        } else if rate.isMoving, rate < .one {
            warn("a rate below 1 is for items whose canPlaySlowForward is true; here all play at it (ours)", place)
        }
    }
}
