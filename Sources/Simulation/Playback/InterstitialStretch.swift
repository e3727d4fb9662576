import PlayerModel

/// A time in which an interstitial event was under way, and playback of the item suspended; pauses included.
///
/// Without them it is what `PlayerRun.interstitialTime` counts.
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

    /// Whether it lasts at an instant, its first included.
    func isUnderWay(at instant: Instant) -> Bool { at <= instant && instant < to ?? .never }
}

/// An event that a playlist of a live stream lists for the first time.
package struct InterstitialNews: Equatable, Sendable {
    /// Its number among the events of the player, from 1 on.
    package let event: Int
    /// Whether its turn is over already: playback is beyond its place, or beyond another one there that is behind it.
    package let isLate: Bool
}

extension Playback {
    /// Takes the next note of an event: one is under way at a time.
    mutating func hear(_ note: InterstitialNote, _ order: Int, _ now: Instant) {
        let last = interstitials.count - 1
        switch note {
        case .began(let event):
            interstitials.append(InterstitialStretch(order: order, event: Int(event), at: now))
        case .ended(_, let place):
            (interstitials[last].to, interstitials[last].endOrder) = (now, order)
            interstitials[last].resumedAt = place
            seekReader.goOn(now)
        case .calledOff: (interstitials[last].to, interstitials[last].endOrder) = (now, order)
        case .listed(let event, let isLate):
            let news = InterstitialNews(event: Int(event), isLate: isLate)
            interstitialNews.append(Observed(order: order, at: now, value: news))
        }
    }
}

extension Playback {
    /// For how long interstitial events were under way, from an instant until another.
    func suspended(from start: Instant = .zero, until end: Instant) -> TimeAmount {
        interstitials.reduce(.zero) { sum, stretch in
            let (from, to) = (max(stretch.at, start), min(stretch.to ?? end, end))
            return from < to ? sum + (to - from) : sum
        }
    }

    /// From the request for playback until the playhead moves, less the interstitial events in between.
    var startup: TimeAmount? {
        guard let asked = requestedAt, let started = startedAt else { return nil }
        return (started - asked) - suspended(until: started)
    }
}

extension PlayerRun {
    /// For how long interstitial events were shown, or waited for: the time spent waiting for the reason
    /// `interstitialEvent`. A pause does not count, as in no other time of what a player did; and a wait that lasts
    /// counts up to the end, as that of a stall does.
    var interstitialTime: TimeAmount { interstitialTime(until: waitsUntil) }

    /// The same until an instant.
    func interstitialTime(until end: Instant) -> TimeAmount {
        let statuses = playback.statuses
        return statuses.indices.reduce(.zero) { sum, index in
            let from = statuses[index].from
            let to = index + 1 < statuses.count ? min(statuses[index + 1].from, end) : end
            return statuses[index].reason == .interstitialEvent && from < to ? sum + (to - from) : sum
        }
    }
}
