import PlayerModel

/// How an item goes on where a request for something of it was given up, and no variant is left out for that.
///
/// Of a failure after which there is neither such a note nor a variant that is left out, the item fails, or has failed
/// before.
package enum RecoveryNote: Equatable, BitwiseCopyable, Sendable {
    /// It is asked for by another request from that instant on.
    case asksAnew(slot: Int32, at: Instant)
    /// Likewise, when it is needed: a part that was hinted at when it is listed, a key or a playlist when its variant
    /// is wanted, and what is of another asset when that is loaded.
    case asksLater(slot: Int32)
    /// It is not wanted any more.
    case doesWithout(slot: Int32)

    package var slot: Int32 {
        switch self {
        case .asksAnew(let slot, _), .asksLater(let slot), .doesWithout(let slot): slot
        }
    }
}
