/// The place of playback: where it was at an instant, and the rate since.
///
/// `AVPlayerItem.timebase` in three numbers, from which the place at any instant follows: nothing ticks, nothing
/// drifts. It looks ahead with this rate, not the one asked for: "never use the player's rate to project
/// `currentTime` into the future" (A.34).
public struct Playhead: Equatable, Sendable {
    /// The place at `anchor`.
    public private(set) var place: MediaTime
    /// The instant at which the playhead was at `place`.
    public private(set) var anchor: Instant
    /// The timebase rate: what really passes, as opposed to what was asked for.
    public private(set) var rate: Rate

    /// At rest at `place`.
    public init(restingAt place: MediaTime, since anchor: Instant) {
        self.init(movingFrom: place, at: .zero, since: anchor)
    }

    /// Moving from `place` at `rate`, from `anchor` on.
    public init(movingFrom place: MediaTime, at rate: Rate, since anchor: Instant) {
        self.place = place
        self.anchor = anchor
        self.rate = rate
    }

    /// The place at `now`, which must not lie before the anchor. Rounded down to the nanosecond.
    @inlinable
    public func place(at now: Instant) -> MediaTime {
        rate.isMoving ? place + rate.media(passingIn: now - anchor) : place
    }

    /// The first instant at which `target` is reached; `never` while at rest.
    public func instant(reaching target: MediaTime) -> Instant {
        guard target > place else { return anchor }
        guard rate.isMoving else { return .never }
        return anchor + rate.time(toPass: target - place, .up)
    }

    /// Whether it is past `boundary` only because a rate above 1 passes several nanoseconds of media in one of host
    /// time.
    package func oversteps(_ boundary: MediaTime, at now: Instant) -> Bool {
        let past = place(at: now) - boundary
        return past > .zero && past.nanoseconds <= Int64(rate.thousandths) / 1000 + 1
    }

    /// Whether it is elsewhere at `now` than it would have been as it moved `before`. One that is held on a boundary
    /// that it has overstepped is where it was.
    package func hasJumped(from before: Playhead, at now: Instant) -> Bool {
        let place = place(at: now)
        return place != before.place(at: now) && !before.oversteps(place, at: now)
    }
}
