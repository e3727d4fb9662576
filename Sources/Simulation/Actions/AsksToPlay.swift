import PlayerModel

extension Action.Call {
    /// Whether it asks for a rate above 0.
    var asksToPlay: Bool {
        switch self {
        case .player(.play), .player(.playImmediately), .player(.setRateAtHostTime): true
        case .player(.setRate(let rate)): rate.isMoving
        case .player, .tap, .loadAll, .disableLooping, .selectAudio, .setPreferredForwardBuffer, .limit, .loadValues,
            .preloadKeys,
            .changeNetwork,
            .breakNetwork:
            false
        }
    }
}
