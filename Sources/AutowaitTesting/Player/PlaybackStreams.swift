// Observation as asynchronous sequences, over whatever a player offers as closures: so AVPlayer has them, too. A
// sequence ends when nobody observes for it any more: in a world when that has stopped, or is released.

extension PlaybackPlayer {
    /// An element for each change of a property, from now on.
    ///
    /// A change that nobody awaits is kept, so none is lost; the element says nothing, and the property its value.
    public func changes(of property: PlaybackProperty) -> AsyncStream<Void> {
        PlaybackStream.make { next in observe(property) { next() } }
    }

    /// An element for each change of a property of the current item, from now on.
    public func currentItemChanges(of property: PlaybackItemProperty) -> AsyncStream<Void> {
        PlaybackStream.make { next in observeCurrentItem(property) { next() } }
    }

    /// The status now, and then whenever it is another.
    public func timeControlStatuses() -> AsyncStream<TimeControlStatus> {
        var last = timeControlStatus
        return PlaybackStream.make(first: last) { next in
            observe(.timeControlStatus) {
                // Of two changes in one call both are told after the second.
                let status = self.timeControlStatus
                if status != last { next(status) }
                last = status
            }
        }
    }
}

extension PlaybackItem {
    /// An element for each change of a property, from now on.
    public func changes(of property: PlaybackItemProperty) -> AsyncStream<Void> {
        PlaybackStream.make { next in observe(property) { next() } }
    }

    /// An element for each time that a notification is posted for this item, from now on.
    public func notifications(_ notification: PlaybackNotification) -> AsyncStream<Void> {
        PlaybackStream.make { next in onNotification(notification) { next() } }
    }
}

/// A stream that an observer feeds, until nobody reads it any more, or the observer is let go of.
@MainActor
private enum PlaybackStream {
    /// Keeps the token where no other thread touches it.
    private final class Holder: @unchecked Sendable { var token: PlaybackObservation? }

    /// The observer's end of a stream, which the observer alone holds: nothing more comes once it is gone.
    private final class Feed<Element: Sendable>: Sendable {
        private let continuation: AsyncStream<Element>.Continuation

        init(_ continuation: AsyncStream<Element>.Continuation) { self.continuation = continuation }

        deinit { continuation.finish() }

        func take(_ element: Element) { continuation.yield(element) }
    }

    static func make<Element: Sendable>(
        first: Element? = nil, _ observe: (@escaping @MainActor (Element) -> Void) -> PlaybackObservation
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        if let first { continuation.yield(first) }
        let (holder, feed) = (Holder(), Feed(continuation))
        continuation.onTermination = { end in
            // Whoever reads may be anywhere; the token belongs to the main actor.
            if case .cancelled = end { Task { @MainActor in holder.token = nil } }
        }
        holder.token = observe { feed.take($0) }
        return stream
    }
}

extension PlaybackStream {
    static func make(
        _ observe: (@escaping @MainActor () -> Void) -> PlaybackObservation
    ) -> AsyncStream<Void> {
        make(first: nil as Void?) { next in observe { next(()) } }
    }
}
