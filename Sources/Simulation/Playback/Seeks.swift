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
/// pending. A jump that comes of another call, or with the end of an interstitial event, is none.
struct SeekReader: Sendable {
    private var known: [SeekStretch] = []
    /// A jump of which it is not known yet whether it was a seek.
    private var jump: (order: Int, at: Instant)?
    private var isAsked = false
    /// The instant at which the next jump is none that anybody seeks.
    private var movedAt: Instant?

    /// The app acts: what comes next may be a jump of that.
    mutating func note(_ operation: Action.Operation, _ now: Instant) {
        movedAt = operation.jumpsWithoutSeeking ? now : nil
    }

    /// An interstitial event is over, and playback goes on, maybe elsewhere.
    mutating func goOn(_ now: Instant) { movedAt = now }

    mutating func hear(_ announcement: Announcement, _ order: Int, _ now: Instant) {
        switch announcement {
        case .timeJumped:
            close(now)
            jump = movedAt == now ? nil : (order, now)
            movedAt = nil
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

extension Action.Operation {
    /// Whether it may make the playhead jump, and is no seek: it sets the clock by that of the host, or changes what
    /// plays, for which a player of iOS 9 goes back to a key frame (A.43).
    var jumpsWithoutSeeking: Bool {
        // At the current time, and now, it only sets the rate.
        if case .player(.setRateAtHostTime(_, let place, let host)) = self { return place != nil || host != nil }
        if case .player(.changeTracks) = self { return true }
        if case .queue(.selectAudio) = self { return true }
        if case .limit(.layer) = self { return true }
        return false
    }
}
