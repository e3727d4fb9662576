import PlayerModel

/// A fact about an interstitial event, by its number among those of a player, from 1 on.
package enum InterstitialNote: Equatable, Sendable {
    case began(Int32)
    /// All of it was shown, or nothing more of it comes, and playback goes on at that place.
    case ended(Int32, resumesAt: MediaTime)
    /// A seek, another item or a viewer who left has ended it.
    case calledOff(Int32)
    /// A playlist of a live stream lists it for the first time, maybe when its turn is over already.
    case listed(Int32, isLate: Bool)

    var form: RecordForm {
        switch self {
        case .began(let event):
            .init(.loader(.interstitial), 41, by: .player, "interstitial {0} begins", .count(event))
        case .ended(let event, let place):
            .init(
                .loader(.interstitialEnds), 42, by: .player, "interstitial {0} is over: goes on at {1}",
                .count(event),
                .seconds(place.nanoseconds))
        case .calledOff(let event):
            .init(.loader(.interstitialOff), 43, by: .player, "interstitial {0} is called off", .count(event))
        case .listed(let event, let isLate):
            .init(
                .loader(.interstitialNews), 49, by: .player,
                isLate ? "interstitial {0} is listed, too late" : "interstitial {0} is listed", .count(event),
                .flag(isLate))
        }
    }
}
