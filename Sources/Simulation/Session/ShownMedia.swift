import PlayerModel

/// The media of an interstitial event that was played, on its own timeline: neither a pause of it counts nor a stall,
/// and at rate 2 a second of the clock counts as two.
///
///     clock:  starts at 0 ─▶ rests at 4 … starts at 4 ─▶ is over at 6, its end
///     length:                4                           4 + 2
struct ShownMedia: Sendable {
    /// The media that has passed up to where the clock started last.
    private(set) var length = MediaTime.zero
    /// From where the clock moves; nil while it rests.
    private var playhead: Playhead?

    /// Another event is under way, whose first item may play already.
    mutating func beginAnew() { length = .zero }

    /// An effect of the player that shows events.
    mutating func note(_ effect: PlayerEffect, _ now: Instant) {
        switch effect {
        case .announce(.timebase(let rate, let place)): pass(to: place, rate, now)
        case .announce(.timeJumped): if let playhead { stop(at: playhead.place(at: now)) }
        case .finishItem(let end): if let playhead { stop(at: max(end, playhead.place)) }
        case .changeItem: playhead = nil
        // What has passed has, though an end that is set now may lie before it.
        case .moveEnd: if let playhead { pass(to: playhead.place(at: now), playhead.rate, now) }
        case .arm, .moveClock, .changeQueue, .announce: break
        }
    }

    private mutating func pass(to place: MediaTime, _ rate: Rate, _ now: Instant) {
        stop(at: place)
        if rate.isMoving { playhead = Playhead(movingFrom: place, at: rate, since: now) }
    }

    private mutating func stop(at place: MediaTime) {
        if let playhead { length = length + (place - playhead.place) }
        playhead = nil
    }
}
