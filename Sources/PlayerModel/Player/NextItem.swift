/// The item behind the current one, as far as its pipelines go: they fill while the current one plays (A.36).
enum NextItem: Equatable, BitwiseCopyable, Sendable {
    /// The facts that come with inputs are still those of another one. `bufferChanged` ends it.
    case unknown
    /// There is none, too little of it is loaded, or it has another format, for which there are no pipelines yet.
    case notReady
    /// Its pipelines are full from then on.
    case prerolled(until: Instant)

    /// The instant from which its pipelines are full; nil where they do not fill.
    var fullAt: Instant? { if case .prerolled(let instant) = self { instant } else { nil } }
}

extension Player {
    /// Fills the pipelines of the next item as soon as there is enough of it, while the current one plays.
    mutating func fillNext(_ buffer: BufferState, _ now: Instant) {
        if case .unknown = next { return }
        guard let item = queue.next, let ahead = buffer.nextAhead, !buffer.nextDiffers else {
            return next = .notReady
        }
        let length = end(of: item) - item.start
        let wanted = max(MediaTime(nanoseconds: 1), min(settings.preroll.media, length))
        if ahead < wanted { return next = .notReady }
        if case .notReady = next { next = .prerolled(until: now + settings.preroll.time) }
    }
}
