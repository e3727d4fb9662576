// What an app can call. Each sets down what was asked for; what follows from it is for `settle` to draw.
extension Player {
    /// `play()`, `pause()` and `rate = …`: three spellings of one thing (A.11).
    mutating func request(
        _ rate: Rate, _ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        guard rate.isMoving else { return become(.paused, .appCall, now, &effects) }
        guard item != nil else { return requestWithoutItem(rate, now, &effects) }
        guard itemError == nil else { return refuse(now, &effects) }
        startsAt = nil
        switch state {
        case .playing: become(.playing(rate), .appCall, now, &effects)
        case .waiting(_, let wait): become(.waiting(rate, wait), .appCall, now, &effects)
        case .paused:
            if waitsAutomatically {
                let wait = Wait(reason: .evaluatingBufferingRate, since: now, origin: .request)
                startOrWait(rate, wait, buffer, now, &effects)
            } else {
                playImmediately(rate, buffer, now, &effects)
            }
        }
    }

    /// With something loaded it plays, come what may. With nothing it does as after a stall, but posts no
    /// notification (B.4).
    mutating func playImmediately(
        _ rate: Rate, _ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        guard item != nil else { return requestWithoutItem(rate, now, &effects) }
        guard itemError == nil else { return refuse(now, &effects) }
        startsAt = nil
        let place = playhead.place(at: now)
        if state.isPlaying || place >= end || buffer.ahead(of: place) > .zero {
            become(.playing(rate), .appCall, now, &effects)
        } else {
            waitOrPause(rate, .nothingLoaded, .nothingLoaded, now, &effects)
        }
    }

    /// With autowait the player waits for an item. Without, Apple does not say; this model lets the rate fall back to
    /// 0, as it does with nothing loaded.
    private mutating func requestWithoutItem(
        _ rate: Rate, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        let wait = Wait(reason: .noItemToPlay, since: now, origin: .request)
        if waitsAutomatically {
            become(.waiting(rate, wait), .noItem, now, &effects)
        } else {
            become(.paused, .nothingLoaded, now, &effects)
        }
    }

    /// Ties the item's timeline to the host clock: `place` at `host`. Not together with automatic waiting (A.33).
    mutating func setRate(
        _ rate: Rate, at place: MediaTime?, host: Instant?, _ now: Instant,
        _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        if settings.linkedOn == .iOS10, settings.automaticallyWaits {
            effects.append(.announce(.exception(.setRateAtHostTimeWhileWaitingAutomatically)))
            return
        }
        guard rate.isMoving, let item else { return become(.paused, .appCall, now, &effects) }
        guard itemError == nil else { return refuse(now, &effects) }
        cancelSeek(&effects)
        let host = host ?? now
        var target = place ?? playhead.place(at: now)
        if host < now { target = target + rate.media(passingIn: now - host) }
        jump(to: max(.zero, min(target, item.duration)), now, &effects)
        startsAt = host > now ? host : nil
        landing = .ofHostTime
        become(.playing(rate), .appCall, now, &effects)
    }

    /// Switched off while waiting to minimize stalls, the player "attempts playback immediately" (B.3).
    mutating func setAutomaticallyWaits(
        _ value: Bool, _ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        settings.automaticallyWaits = value
        if case .waiting(let rate, _) = state, !waitsAutomatically {
            playImmediately(rate, buffer, now, &effects)
        }
    }

    /// A plain player has no queue to advance in, and says so with an exception (B.6).
    mutating func setActionAtItemEnd(_ action: ActionAtItemEnd, _ effects: inout ContiguousArray<PlayerEffect>) {
        if action == .advance, settings.playerClass == .player {
            effects.append(.announce(.exception(.advanceWithoutQueue)))
        } else {
            settings.actionAtItemEnd = action
        }
    }

    /// A new seek cancels the pending one. Outside the item it is cancelled itself, as the header has it (B.8), and
    /// so it is, by our choice, in an item that has failed. Within the tolerance it lands on a key frame, before the
    /// target rather than after.
    mutating func seek(
        to target: MediaTime, before: MediaTime, after: MediaTime, _ now: Instant,
        _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        cancelSeek(&effects)
        guard let item, itemError == nil, target >= .zero, target <= item.duration else {
            effects.append(.announce(.seekFinished(false)))
            return
        }
        let step = item.keyFrameInterval.nanoseconds
        let keyBefore = MediaTime(nanoseconds: target.nanoseconds / step * step)
        let keyAfter = keyBefore + item.keyFrameInterval
        // The end is a place of its own: nothing has to be decoded there.
        let isEnd = target == item.duration
        var place = target
        if !isEnd, target - keyBefore <= before {
            place = keyBefore
        } else if !isEnd, keyAfter - target <= after, keyAfter < item.duration {
            place = keyAfter
        }
        startsAt = nil
        landing = .ofSeek
        jump(to: place, now, &effects)
    }
}

extension Player.State {
    fileprivate var isPlaying: Bool { if case .playing = self { true } else { false } }
}
