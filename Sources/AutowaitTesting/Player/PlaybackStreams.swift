// Observation as asynchronous sequences, over whatever a player offers as closures: so AVPlayer has them, too.

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

/// A stream that an observer feeds, until nobody reads it any more.
@MainActor
private enum PlaybackStream {
    /// Keeps the token where no other thread touches it.
    private final class Holder: @unchecked Sendable { var token: PlaybackObservation? }

    static func make<Element: Sendable>(
        first: Element? = nil, _ observe: (@escaping @MainActor (Element) -> Void) -> PlaybackObservation
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        if let first { continuation.yield(first) }
        let holder = Holder()
        holder.token = observe { continuation.yield($0) }
        continuation.onTermination = { _ in
            // Whoever reads may be anywhere; the token belongs to the main actor.
            Task { @MainActor in holder.token = nil }
        }
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
