/// The item behind the current one, as far as its pipelines go: they fill while the current one plays (A.36).
///
/// "If item B is super short, work may begin on the transition to item C": where the next item is shorter than what
/// filling its pipelines takes, those of the item behind it begin to fill as soon as its own are full.
///
///     playing  A ──────────────────▶ B ▶ C ─────────
///     filling       B ▬▬▬▬ C ▬▬▬▬
enum NextItem: Equatable, BitwiseCopyable, Sendable {
    /// The facts that come with inputs are still those of another one. `bufferChanged` ends it. Its pipelines may be
    /// filling already: then they are full from that instant on.
    case unknown(fullAt: Instant?)
    /// There is none, too little of it is loaded, or it has another format, for which there are no pipelines yet.
    case notReady
    /// Its pipelines are full from then on; and those of the item behind it, where they fill as well.
    case prerolled(until: Instant, follower: Instant?)

    /// Nothing is known of it.
    static let unknown = NextItem.unknown(fullAt: nil)

    /// The instant from which its pipelines are full; nil where they do not fill.
    var fullAt: Instant? {
        switch self {
        case .prerolled(let instant, _): instant
        case .unknown(let instant): instant
        case .notReady: nil
        }
    }

    /// The item behind it, when that is the next.
    var follower: NextItem {
        if case .prerolled(_, let follower) = self { .unknown(fullAt: follower) } else { .unknown }
    }

    /// The same item, which another one stands behind than before.
    var withoutFollower: NextItem { .unknown(fullAt: fullAt) }

    /// Its facts are known from now on.
    mutating func learn() {
        guard case .unknown(let fullAt) = self else { return }
        self = fullAt.map { .prerolled(until: $0, follower: nil) } ?? .notReady
    }
}

extension Player {
    /// Fills the pipelines of the next item as soon as there is enough of it, while the current one plays; and those of
    /// a short one's follower.
    mutating func fillNext(_ buffer: BufferState, _ now: Instant) {
        if !wasReady { wasReady = isLoaded(buffer.next) || isLoaded(buffer.afterNext) }
        if case .unknown = next { return }
        guard let item = queue.next, canFill(item, buffer.next) else { return next = .notReady }
        if case .notReady = next { next = .prerolled(until: now + settings.preroll.time, follower: nil) }
        guard case .prerolled(let full, let filling) = next, isShort(item) else { return }
        guard let follower = queue.item(behind: 2), canFill(follower, buffer.afterNext) else {
            return next = .prerolled(until: full, follower: nil)
        }
        next = .prerolled(until: full, follower: filling ?? max(full, now) + settings.preroll.time)
    }

    private func isLoaded(_ item: BufferState.Behind) -> Bool { (item.ahead ?? .zero) > .zero }

    /// Whether there is enough of an item behind the current one to fill its pipelines with, and they are there.
    private func canFill(_ item: PlayerItem, _ loaded: BufferState.Behind) -> Bool {
        guard let ahead = loaded.ahead, !loaded.differs else { return false }
        return ahead >= max(MediaTime(nanoseconds: 1), min(settings.preroll.media, length(of: item)))
    }

    /// Whether an item is over, at the speed at which it plays, before the pipelines of the one behind it can be full.
    private func isShort(_ item: PlayerItem) -> Bool {
        let preroll = settings.preroll
        return length(of: item) < max(preroll.media, speed.media(passingIn: preroll.time))
    }

    private func length(of item: PlayerItem) -> MediaTime { end(of: item) - item.start }
}
