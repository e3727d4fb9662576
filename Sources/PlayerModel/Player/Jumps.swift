// The jumps of the playhead: to where an app seeks, and to where `setRate(_:time:atHostTime:)` has it.
extension Player {
    /// A new seek cancels the pending one.
    mutating func seek(
        to target: MediaTime, before: MediaTime, after: MediaTime, _ buffer: BufferState, _ now: Instant,
        _ effects: inout Effects
    ) {
        cancelSeek(&effects)
        guard let place = landing(of: target, before: before, after: after, within: buffer.seekable) else {
            return effects.append(.announce(.seekFinished(false)))
        }
        hold = .seek
        jump(to: place, now, &effects)
        leaveStall(now)
        endEvent(buffer, now, &effects)
    }

    /// The place at which a seek lands: within the tolerance on a key frame that can be sought, before the target
    /// rather than after. Nil where it is cancelled: outside the item, as the header has it (B.8), and, by our choice,
    /// in an item that has failed. `seekable` is what can be sought of a live stream.
    package func landing(
        of target: MediaTime, before: MediaTime, after: MediaTime, within seekable: Range<MediaTime>?
    ) -> MediaTime? {
        let isSeekable = seekable.map { target >= $0.lowerBound && target <= $0.upperBound } ?? true
        guard let item, itemError == nil, target >= .zero, target <= item.duration, isSeekable else { return nil }
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
        // What can be sought of a live stream may begin between two of them: with a segment, and so with a key frame.
        if let seekable { place = max(seekable.lowerBound, min(place, seekable.upperBound)) }
        return place
    }

    /// Whoever seeks in a stall waits for media of another place, and so as after any seek: ExoPlayer takes back that
    /// it rebuffers (`seekToPeriodPosition` of ExoPlayerImplInternal.java), and Firefox leaves a seek with its preroll
    /// (MediaDecoderStateMachine.cpp). Of AVPlayer Apple does not say: that it does so too, and that the reason stays
    /// `toMinimizeStalls`, is ours. Where a live stream goes on elsewhere nobody has sought, and the stall goes on.
    private mutating func leaveStall(_ now: Instant) {
        guard case .waiting(let rate, var wait) = state else { return }
        switch wait.origin {
        case .stall, .nothingLoaded: (wait.origin, wait.since) = (.seek, now)
        case .request, .seek: return
        }
        state = .waiting(rate, wait)
    }

    /// Whether a seek of the app is pending.
    package var isSeeking: Bool { if case .seek = hold { true } else { false } }

    /// Calls the completion handler of a pending seek with `finished` false. There must be media where it has jumped
    /// to all the same.
    mutating func cancelSeek(_ effects: inout Effects) {
        guard case .seek = hold else { return }
        effects.append(.announce(.seekFinished(false)))
        hold = .landing
    }

    /// Playback of a live stream begins, or goes on, at `place`. Nobody has sought, so nobody is called back; whoever
    /// had sought is called back with `finished` false.
    mutating func moveLive(to place: MediaTime, _ now: Instant, _ effects: inout Effects) {
        guard item != nil, itemError == nil else { return }
        cancelSeek(&effects)
        hold = .landing
        jump(to: place, now, &effects)
    }

    /// Ties the item's timeline to the host clock: `place` at `host`. Not together with automatic waiting (A.33).
    mutating func setRate(
        _ rate: Rate, at place: MediaTime?, host: Instant?, _ buffer: BufferState, _ now: Instant,
        _ effects: inout Effects
    ) {
        if settings.linkedOn == .iOS10, settings.automaticallyWaits {
            return effects.append(.announce(.exception(.setRateAtHostTimeWhileWaitingAutomatically)))
        }
        guard rate.isMoving, let item else { return become(.paused, .appCall, now, &effects) }
        guard itemError == nil else { return refuse(now, &effects) }
        if isSuspended { return awaitEvent(rate, .appCall, now, &effects) }
        cancelSeek(&effects)
        let here = playhead.place(at: now)
        let host = host ?? now
        var target = place ?? here
        if host < now { target = target + rate.media(passingIn: now - host) }
        // A time in the past is reckoned in two steps, and each is rounded to the nanosecond.
        if host < now, (target - here).nanoseconds.magnitude <= 1 { target = here }
        // Of a live stream nobody knows yet what comes behind all that is listed; where nothing is, nothing moves.
        let last = buffer.listedEnd ?? item.duration
        if target != here { target = max(.zero, min(target, last)) }
        // Of an item that was ready it is known what is loaded here, also before the facts of another end are.
        let knowsMedia = facts == .known || current?.isReady == true
        if target == here, knowsMedia, !hold.awaitsMedia, hasMedia(buffer, now) {
            schedule(rate, at: max(host, now), now, &effects)
        } else {
            hold = .tied(to: max(host, now))
            if target == here { rest(now, &effects) } else { jump(to: target, now, &effects) }
        }
        become(.playing(rate), .appCall, now, &effects)
    }

    /// The playhead is to be at its place at `host`, where there is media: nothing jumps. What moves rests only for a
    /// host time that is to come. Pipelines that are full, or being filled, are so for this start, but for those of a
    /// pending `preroll(atRate:)` for another rate.
    private mutating func schedule(_ rate: Rate, at host: Instant, _ now: Instant, _ effects: inout Effects) {
        if let prerolled = prerolling.rate, prerolled != rate { cancelPreroll(&effects) }
        if case .filling(let until, _) = hold { pipelines.preroll(until: until) }
        if playhead.rate.isMoving, host <= now { return }
        holdClock(onto: nil, now, &effects)
        hold = .scheduled(at: host)
        fillPipelines(now)
    }

    /// Puts the playhead to rest where it is, and there is nothing to play.
    private mutating func rest(_ now: Instant, _ effects: inout Effects) {
        holdClock(onto: nil, now, &effects)
        cancelPreroll(&effects)
        emptyPipelines()
    }

    /// Puts the playhead to rest at `place`; what is loaded there is learnt from the next `bufferChanged`.
    mutating func jump(to place: MediaTime, _ now: Instant, _ effects: inout Effects) {
        playhead = Playhead(restingAt: place, since: now)
        cancelPreroll(&effects)
        emptyPipelines()
        current?.hasPlayedToEnd = false
        awaitFacts()
        effects.append(.announce(.timeJumped(to: place)))
        effects.append(.moveClock)
    }

    /// Completes a jump once there is media at its place. Where nothing of the item has been loaded since it came, the
    /// rate is that of a request which came too early, whoever has jumped.
    mutating func land(_ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        if hasMedia(buffer, now) {
            if case .seek = hold { effects.append(.announce(.seekFinished(true))) }
            hold.land(now)
            fillPipelines(now)
            if case .playing = state { runClock(now, &effects) }
        } else if case .playing(let rate) = state {
            let isReady = current?.isReady ?? false
            let origin: Wait.Origin = isReady ? .seek : .request
            let usual: Cause = isReady ? .seekedOutsideBuffer : .itemArrived
            waitOrPause(rate, origin, cause(usual, of: origin), now, &effects)
        }
    }
}
