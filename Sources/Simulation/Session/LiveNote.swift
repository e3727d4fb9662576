import PlayerModel

/// A fact about a live stream.
package enum LiveNote: Equatable, Sendable {
    /// A playlist lists those chunks: from the first to the one behind the last; and whether there will be no others.
    case listed(slot: Int32, first: Int32, end: Int32, isEnded: Bool)
    /// Playback begins at a place, or goes on there: it has nothing where the playhead was, or keeps its distance from
    /// the edge.
    case skips(to: MediaTime, isFirst: Bool)
    /// Playback goes on at another speed, because it is so far behind the edge.
    case paces(Rate, behind: MediaTime)

    init(_ listing: LiveListing, bySlot slot: Int32) {
        self = .listed(slot: slot, first: Int32(listing.first), end: Int32(listing.end), isEnded: listing.isEnded)
    }

    var form: RecordForm {
        switch self {
        case .listed(let slot, let first, let end, let isEnded):
            .init(
                .loader(.listed), 52,
                first == end
                    ? "finds nothing listed by the {0}"
                    : isEnded
                        ? "finds chunks {1} to before {2} listed by the {0}, and its end"
                        : "finds chunks {1} to before {2} listed by the {0}",
                .resource(slot), .count(first), .count(end), .flag(isEnded))
        case .skips(let place, let isFirst):
            .init(
                .loader(.skips), 34,
                isFirst ? "joins the live stream at {0}" : "goes on in the live stream at {0}",
                .seconds(place.nanoseconds), .flag(isFirst))
        case .paces(let rate, let latency):
            .init(
                .loader(.paces), 48, "plays at {0}, {1} behind the edge", .rate(rate),
                .roundedSeconds(latency.nanoseconds))
        }
    }
}
