import PlayerModel

/// A seek as its viewer has it: from the call until playback goes on; of a player that is paused, until the completion
/// handler; or until another seek or another item takes its place, or a failure.
package struct SeekStretch: Ordered, Equatable, Sendable {
    package let order: Int
    package let at: Instant
    /// Nil where it lasts.
    package internal(set) var endedAt: Instant?
}

/// Reads seeks from what the player announces: a jump whose completion handler is called was one, and one that is
/// pending. The jump of a timeline that is tied to a host time is none.
struct SeekReader: Sendable {
    private var known: [SeekStretch] = []
    /// A jump of which it is not known yet whether it was a seek.
    private var jump: (order: Int, at: Instant)?
    private var isAsked = false
    /// Whether the next jump is that of a timeline that is tied to a host time.
    private var isTied = false

    /// The app acts: what comes next may be a jump of that.
    mutating func note(_ operation: Action.Operation) {
        if case .player(.setRateAtHostTime) = operation { isTied = true } else { isTied = false }
    }

    mutating func hear(_ announcement: Announcement, _ order: Int, _ now: Instant) {
        switch announcement {
        case .timeJumped:
            close(now)
            jump = isTied ? nil : (order, now)
            isTied = false
        case .seekFinished(let isFinished):
            guard let jump else { return }
            self.jump = nil
            let goesOn = isFinished && isAsked
            known.append(SeekStretch(order: jump.order, at: jump.at, endedAt: goesOn ? nil : now))
        case .timebase(let rate, _): if rate.isMoving { end(now) }
        case .status(_, let reason, let rate, _):
            // Whoever comes to an interstitial event sees something.
            isAsked = rate.isMoving && reason != .interstitialEvent
            if !isAsked { close(now) }
        case .itemFailed: end(now)
        case .likelyToKeepUp, .bufferFull, .bufferEmpty, .playbackStalled, .didPlayToEndTime, .endIsAhead,
            .failedToPlayToEndTime, .pipelines, .prerollFinished, .exception:
            break
        }
    }

    /// Playback goes on, or is over.
    mutating func end(_ now: Instant) {
        jump = nil
        close(now)
    }

    private mutating func close(_ now: Instant) {
        guard let last = known.indices.last, known[last].endedAt == nil else { return }
        known[last].endedAt = now
    }

    var seeks: [SeekStretch] {
        known + (jump.map { [SeekStretch(order: $0.order, at: $0.at, endedAt: nil)] } ?? [])
    }
}
