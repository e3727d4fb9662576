import PlayerModel

/// A time in which an interstitial event was under way, and playback of the item suspended; pauses included.
package struct InterstitialStretch: Ordered, Equatable, Sendable {
    package let order: Int
    /// Its number among the events of the player, from 1 on.
    package let event: Int
    package let at: Instant
    /// Nil where it lasts.
    package internal(set) var to: Instant?
    /// The place of its end in the order of the trace; nil where it lasts.
    package internal(set) var endOrder: Int?
    /// The place at which playback went on; nil where it was called off, or lasts.
    package internal(set) var resumedAt: MediaTime?
}

extension [InterstitialStretch] {
    /// Takes the next note of an event: one is under way at a time.
    mutating func hear(_ note: InterstitialNote, _ order: Int, _ now: Instant) {
        switch note {
        case .began(let event):
            append(InterstitialStretch(order: order, event: Int(event), at: now))
        case .ended(_, let place):
            (self[count - 1].to, self[count - 1].endOrder) = (now, order)
            self[count - 1].resumedAt = place
        case .calledOff: (self[count - 1].to, self[count - 1].endOrder) = (now, order)
        }
    }
}

extension PlayerRun {
    /// For how long interstitial events were under way, up to an instant.
    func suspended(until end: Instant) -> TimeAmount {
        playback.interstitials.reduce(.zero) { sum, stretch in
            stretch.at < end ? sum + (min(stretch.to ?? end, end) - stretch.at) : sum
        }
    }
}
