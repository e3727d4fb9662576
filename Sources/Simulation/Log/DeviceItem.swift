import PlayerModel

/// The current item of a device, as far as its log shows it.
///
/// An app that hands an item over is told of it once more, by `currentItem`: that is no other item. Where nobody has
/// handed one over, an `AVQueuePlayer` has gone on to the next of its queue.
struct DeviceItem {
    enum Change {
        case none
        /// The item that a call has handed over.
        case confirmed
        /// The item that was there when the log began.
        case first
        /// Another item than before, or none any more.
        case next
    }

    private(set) var isThere = false
    /// Whether any line has said what the item is.
    private(set) var isKnown = false
    private var handedOver: Instant?

    /// Within this time a call is confirmed; AVFoundation does so before it returns.
    private static let confirmation = TimeAmount.seconds(1)

    mutating func wasHandedOver(_ item: PlayerItem?, at now: Instant) {
        (isThere, isKnown, handedOver) = (item != nil, true, now)
    }

    /// `currentItem` was observed; `wasSkipped` where the app has called `advanceToNextItem()` since.
    mutating func became(_ item: PlayerItem?, at now: Instant, wasSkipped: Bool) -> Change {
        let isConfirmed = handedOver.map { now - $0 <= Self.confirmation } ?? false
        let wasThere = isThere
        (isThere, handedOver) = (item != nil, nil)
        if item != nil { isKnown = true }
        if isConfirmed, !wasSkipped { return .confirmed }
        if wasThere { return .next }
        return item == nil ? .none : .first
    }

    /// Whether an item follows another in a log though nobody has handed it over, or the app itself calls what only a
    /// player with a queue has: then the player of the log is an `AVQueuePlayer`.
    static func advances(_ log: DeviceLog) -> Bool {
        var item = DeviceItem()
        for entry in log.entries {
            if case .advanceToNextItem = entry.fact { return true }
            if case .call(let action) = entry.fact, case .player(.replaceCurrentItem(let new)) = action.operation {
                item.wasHandedOver(new, at: entry.at)
            }
            if case .currentItem(let new) = entry.fact, item.became(new, at: entry.at, wasSkipped: false) == .next,
                new != nil
            {
                return true
            }
        }
        return false
    }
}
