/// The facts that a player still waits for. Until the next `bufferChanged` those that come with inputs are of another
/// place or item, and nothing is concluded from them.
///
/// Those of the item behind the current one may be unknown besides: see `NextItem`.
enum Facts: BitwiseCopyable, Sendable {
    case known
    case awaited
    /// Those of an item that has followed one that has finished: its format decides whether there is a gap (A.64).
    case awaitedOfFollower
}

extension Player {
    /// Whether the flags of the buffer are those of the current item at its place, and not of another before it.
    package var knowsItsBuffer: Bool { if case .known = facts { true } else { false } }

    /// Another place, another end, or another item without a gap.
    mutating func awaitFacts() { if case .known = facts { facts = .awaited } }

    /// `bufferChanged`: pipelines for another format of sound take their time (A.64).
    mutating func learn(_ buffer: BufferState, _ now: Instant) {
        if case .awaitedOfFollower = facts, buffer.differs {
            pipelines.build(taking: settings.transition.formatChange, at: now)
        }
        facts = .known
        next.learn()
    }
}
