// The model held beside a real player, whose clock is another one.
extension Player {
    /// Moves the playhead to where a real player has reported it, at the rate that it has. That is no jump: nobody has
    /// sought, nothing is announced, and what follows is drawn from the next input. Two clocks drift apart by some
    /// 100 ppm, and a real seek lands where the media lets it.
    ///
    /// Without an item that can be played it does nothing; beyond its end the place is the end.
    package mutating func resynchronize(to place: MediaTime, at now: Instant) {
        guard let current, itemError == nil else { return }
        let place = max(.zero, min(place, current.end))
        playhead = Playhead(movingFrom: place, at: playhead.rate, since: now)
        if place < current.end { self.current?.hasPlayedToEnd = false }
    }
}
