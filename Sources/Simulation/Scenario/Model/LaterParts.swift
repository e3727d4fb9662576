import PlayerModel

/// The parts of a list in a scenario that begin during a run, if it goes on for so long.
package struct LaterParts: Sendable {
    package enum Kind: Sendable {
        case phase, outage
        /// Of the playlists of a live stream.
        case listingOutage
        /// Of pathways, by steering.
        case order

        package var name: String {
            switch self {
            case .phase: "phase"
            case .outage: "outage"
            case .listingOutage: "outage of the live stream"
            case .order: "order of pathways"
            }
        }
    }

    package let kind: Kind
    /// When each begins, and where it stands, in the order of time: one at least.
    package let parts: [(start: Instant, place: Place)]
}
