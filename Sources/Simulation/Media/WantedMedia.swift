import PlayerModel

/// How much media is wanted ahead of the playhead.
extension Loader {
    /// The place from which on media is wanted: the playhead, or the beginning of the item in focus.
    @inline(__always)
    func place(at now: Instant) -> MediaTime {
        order.focus == 0 ? playhead.place(at: now) : order.items[order.focus].start
    }

    /// The media between the playhead and the item in focus.
    @inline(__always)
    func aheadOfFocus(_ now: Instant) -> MediaTime {
        if order.focus == 0 { return .zero }
        return max(.zero, order.items[0].end - playhead.place(at: now)) + order.between
    }

    /// The length that is wanted, and how much of it has to be missing before a full buffer is filled again.
    @inline(__always)
    func goal(_ now: Instant) -> (length: MediaTime, gap: MediaTime) {
        let length = settings.fixedForwardBuffer ?? settings.goal.length(in: situation(now))
        return (length, LoaderSettings.gap(of: length, draining: settings.drain))
    }

    /// The place of the playhead at which so much is missing of what is wanted, all of which ends at `end`.
    @inline(__always)
    func place(drainedAt end: MediaTime, short: MediaTime, _ now: Instant) -> MediaTime {
        if let fixed = settings.fixedForwardBuffer { return end - (fixed - short) }
        return settings.wanted.place(wantingBehind: end, short: short, in: situation(now))
    }

    /// When so much is missing of what is wanted, where that of the item in focus ends at `end`.
    @inline(__always)
    func drained(_ end: MediaTime, short: MediaTime, _ now: Instant) -> Instant {
        var end = end
        if order.focus > 0 {
            let own = playhead.place(at: now)
            // Where the clock runs on behind the end of its item, nothing is played, and nothing drains.
            if own > order.items[0].end { return .never }
            end = own + (end - place(at: now)) + aheadOfFocus(now)
        }
        // Of the variant that has been chosen since, it may be missing already.
        return max(now, playhead.instant(reaching: place(drainedAt: end, short: short, now)))
    }

    /// Asks to be woken when a track, whose next chunk begins at `start`, has no longer all that is wanted, unless that
    /// was asked for already: other wakes come before, each of which looks at it.
    mutating func armWake(ofTrack track: Int, from start: MediaTime, _ now: Instant, _ effects: inout LoaderEffects) {
        let instant = drained(start + MediaTime(nanoseconds: 1), short: .zero, now)
        guard assets[order.asset].isToWake(track, at: instant) else { return }
        effects.append(.arm(instant))
    }

    @inline(__always)
    private func situation(_ now: Instant) -> BufferGoal.Situation {
        let asset = order.asset
        let chunks = order.buffer.tracks[0].chunks
        // The last one may be shorter, which nobody knows who goes by the length of them all.
        let isNominal = chunks.isOfEqualPieces && chunks.chunksPerRequest != nil
        let next = min(assets[asset].fetches[0].missing, chunks.count - 1)
        return BufferGoal.Situation(
            bitRate: assets[asset].selector.bitRate, isHighest: assets[asset].selector.isHighest,
            segment: isNominal ? chunks.requestDuration : order.buffer.segment(next, ofTrack: 0),
            place: playhead.place(at: now), duration: liveEnd == nil ? chunks.duration : .unlimited)
    }
}
