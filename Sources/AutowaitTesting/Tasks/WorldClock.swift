/// The clock of a world, for an app's code that sleeps: `any Clock<Duration>`, and `ContinuousClock` in the app.
///
/// ```swift
/// let controller = RetryController(player: world.player, clock: world.clock)
/// try await world.advance(by: .seconds(4))
/// ```
///
/// A task that sleeps on it goes on when time has been advanced so far, at that very nanosecond, after what else
/// happens then. Tasks that sleep until the same instant go on in the order in which they fell asleep.
public struct WorldClock: Clock {
    /// A point of virtual time.
    public struct Instant: InstantProtocol {
        /// The host time since the beginning of the world.
        public let sinceBeginning: Duration

        /// A point so long after the beginning of the world, to the nearest nanosecond: so one that is written in
        /// seconds, of which `.seconds(1.6)` is 128 attoseconds more than it says, is reached at that instant.
        public init(sinceBeginning: Duration) { self.sinceBeginning = .nanoseconds(sinceBeginning.inNanoseconds) }

        /// The point so much later.
        public func advanced(by duration: Duration) -> Instant {
            let nanoseconds = sinceBeginning.inNanoseconds.addingReportingOverflow(duration.inNanoseconds)
            guard nanoseconds.overflow else { return Instant(sinceBeginning: .nanoseconds(nanoseconds.partialValue)) }
            return Instant(sinceBeginning: .nanoseconds(duration < .zero ? Int64.min : Int64.max))
        }

        /// The time from here to another point.
        public func duration(to other: Instant) -> Duration { other.sinceBeginning - sinceBeginning }

        /// Whether the left point comes before the right one.
        public static func < (left: Instant, right: Instant) -> Bool { left.sinceBeginning < right.sinceBeginning }
    }

    let tasks: WorldTasks

    /// The instant now.
    public var now: Instant { Instant(sinceBeginning: .nanoseconds(tasks.now)) }

    /// A nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until virtual time has come to an instant.
    ///
    /// - Parameters:
    ///   - deadline: The instant; one that has passed is no sleep.
    ///   - tolerance: Without a meaning: a world is exact.
    /// - Throws: `CancellationError` where the task is cancelled, or the world is gone.
    nonisolated(nonsending) public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        try await tasks.sleep(until: deadline.sinceBeginning.inNanoseconds)
    }

    /// Sleeps for so long.
    ///
    /// - Throws: As `sleep(until:tolerance:)`.
    nonisolated(nonsending) public func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
        try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
    }
}
