import PlayerModel

/// How it went with the item at the end, or with the last that was.
///
/// One that failed stays the last where those behind it are current for no time: of an asset list that does not come
/// no asset is there, and the player passes each over in the instant in which the first fails.
struct LastItem: Sendable {
    var hasEnded = false
    var failure: LoadFailure?
    /// The failure before it, as long as it has been current for no time.
    private var before: LoadFailure?
    private var since = Instant.zero

    /// Another item is current, or none where `id` is below 0.
    mutating func change(to id: Int32, at now: Instant) {
        let isPassedOver = since == now && failure == nil && !hasEnded
        guard id >= 0 else {
            if isPassedOver { failure = before }
            return
        }
        if !isPassedOver { before = failure }
        (hasEnded, failure, since) = (false, nil, now)
    }
}

extension Playback {
    /// Whether the item at the end, or the last that was, has ever played to its end; and its failure.
    package var lastItemHasEnded: Bool { lastItem.hasEnded }
    package var lastItemFailure: LoadFailure? { lastItem.failure }
}
