// What follows from what is true: the only places where time and the buffer change the status.
extension Player {
    /// Draws the consequences of what is true now: the one place where time and the buffer change the status.
    mutating func settle(
        _ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        guard item != nil else { return }
        if case .gaveUp(let failure) = loading {
            let place = playhead.place(at: now)
            if place < end, buffer.ahead(of: place) == .zero { return failItem(failure, buffer, now, &effects) }
        }
        if landing != nil { land(buffer, now, &effects) }
        if let start = startsAt, now >= start {
            startsAt = nil
            if landing == nil { runClock(now, &effects) }
        }
        if let full = fillsUntil, now >= full {
            (fillsUntil, isFilled) = (nil, true)
            if landing == nil, startsAt == nil { runClock(now, &effects) }
        }
        if case .waiting(let rate, let wait) = state { startOrWait(rate, wait, buffer, now, &effects) }
        guard case .playing(let rate) = state, startsAt == nil, landing == nil else { return }
        let place = playhead.place(at: now)
        if place >= end {
            reachEnd(rate, buffer, now, &effects)
        } else if buffer.ahead(of: place) == .zero {
            stall(rate, buffer, now, &effects)
        }
    }

    /// Starts if the rule says so, or if waiting longer is of no use, because the buffer is full or nothing more
    /// comes; waits otherwise, and says for what.
    mutating func startOrWait(
        _ rate: Rate, _ wait: Wait, _ buffer: BufferState, _ now: Instant,
        _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        let place = playhead.place(at: now)
        var wait = wait
        let verdict = settings.keepUp.verdict(on: question(.waiting(rate, wait), now), seeing: buffer)
        let ahead = buffer.ahead(of: place)
        let canStart = place >= end || ahead > .zero
        let canFill = ahead >= min(settings.preroll.media, end - place) || buffer.isFull || !loading.goesOn
        if canStart && canFill && (verdict.outlook == .likely || buffer.isFull || !loading.goesOn) {
            let cause: Cause =
                verdict.outlook == .likely
                ? .judged(verdict.grounds) : loading.goesOn ? .bufferFull : .nothingMoreComes
            return become(.playing(rate), cause, now, &effects)
        }
        let mayEvaluate = wait.origin == .request || wait.origin == .seek
        wait.reason =
            verdict.outlook == .nothingToJudgeBy && mayEvaluate ? .evaluatingBufferingRate : .toMinimizeStalls
        become(.waiting(rate, wait), .judged(verdict.grounds), now, &effects)
    }

    /// Completes a jump once there is media at its place.
    mutating func land(
        _ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        let place = playhead.place(at: now)
        if place >= end || buffer.ahead(of: place) > .zero {
            if landing == .ofSeek { effects.append(.announce(.seekFinished(true))) }
            landing = nil
            if case .playing = state, startsAt == nil { runClock(now, &effects) }
        } else if case .playing(let rate) = state {
            waitOrPause(rate, .seek, .seekedOutsideBuffer, now, &effects)
        }
    }

    mutating func stall(
        _ rate: Rate, _ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        // While the pipelines are filled nothing passes yet, so nothing stalls.
        let isStall = playhead.rate.isMoving
        holdClock(onto: buffer.playableEnd, now, &effects)
        emptyPipelines()
        if isStall { effects.append(.announce(.playbackStalled)) }
        waitOrPause(rate, .stall, .stalled, now, &effects)
    }

    /// With autowait the rate stays and the player waits (A.12); without, it falls to 0 and the app must act (B.3).
    mutating func waitOrPause(
        _ rate: Rate, _ origin: Wait.Origin, _ cause: Cause, _ now: Instant,
        _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        let reason: WaitingReason = origin == .seek ? .evaluatingBufferingRate : .toMinimizeStalls
        let wait = Wait(reason: reason, since: now, origin: origin)
        become(waitsAutomatically ? .waiting(rate, wait) : .paused, cause, now, &effects)
    }

    mutating func reachEnd(
        _ rate: Rate, _ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        let isNew = !hasPlayedToEnd
        hasPlayedToEnd = true
        if isNew { effects.append(.announce(.didPlayToEndTime)) }
        switch actionAtItemEnd {
        case .none: return
        case .pause:
            holdClock(onto: end, now, &effects)
            become(.paused, .reachedEnd, now, &effects)
        case .advance: advance(now, &effects)
        }
    }

    // MARK: Changing state

    /// Enters a state, moves or holds the clock as it demands, and announces what an app would observe.
    mutating func become(
        _ next: State, _ cause: Cause, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        let observed = (timeControlStatus, reasonForWaitingToPlay, rate)
        state = next
        if observed != (timeControlStatus, reasonForWaitingToPlay, rate) || cause.isRefusal {
            effects.append(
                .announce(.status(timeControlStatus, reason: reasonForWaitingToPlay, rate: rate, cause: cause)))
        }
        if case .playing = next {
            if landing == nil, startsAt == nil { runClock(now, &effects) }
        } else {
            startsAt = nil
            fillsUntil = nil
            holdClock(onto: nil, now, &effects)
        }
    }

    /// The clock starts, once the pipelines are full.
    mutating func runClock(_ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        guard playhead.rate != rate else { return }
        if !isFilled {
            let full = max(max(now, builtAt), prerollsUntil ?? max(now, builtAt) + settings.preroll.time)
            if full > now {
                fillsUntil = fillsUntil ?? full
                return
            }
        }
        playhead = Playhead(movingFrom: playhead.place(at: now), at: rate, since: now)
        hasBegun = true
        effects.append(.announce(.timebase(rate, at: playhead.place)))
        effects.append(.moveClock)
    }

    /// Holds the playhead where it is, or on `boundary` where it has stepped over that by a rounding.
    mutating func holdClock(
        onto boundary: MediaTime?, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        guard playhead.rate.isMoving else { return }
        var place = playhead.place(at: now)
        if let boundary, playhead.oversteps(boundary, at: now) { place = boundary }
        playhead = Playhead(restingAt: place, since: now)
        effects.append(.announce(.timebase(.zero, at: place)))
        effects.append(.moveClock)
    }

    /// Puts the playhead to rest at `place`; what is loaded there is learnt from the next `bufferChanged`.
    mutating func jump(to place: MediaTime, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        playhead = Playhead(restingAt: place, since: now)
        emptyPipelines()
        hasPlayedToEnd = false
        awaitsFacts = true
        effects.append(.announce(.timeJumped(to: place)))
        effects.append(.moveClock)
    }

    /// Another item, or none: from its beginning, with nothing known of its buffer.
    mutating func replaceCurrentItem(
        _ next: PlayerItem?, _ cause: Cause, finishing finished: PlayerItem? = nil, prerolling: Instant? = nil,
        _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        guard next != nil || item != nil else { return }
        cancelSeek(&effects)
        let wanted = rate
        item = next
        forwardPlaybackEndTime = next == nil ? nil : next?.stop ?? settings.forwardPlaybackEndTime
        playhead = Playhead(restingAt: next?.start ?? .zero, since: now)
        emptyPipelines()
        nextFilledAt = nil
        awaitsFormat = finished != nil && next != nil
        loading = .goesOn
        hasBegun = false
        hasPlayedToEnd = false
        awaitsFacts = true
        if let finished { effects.append(.finishItem(finished)) } else { effects.append(.changeItem) }
        if let prerolling { (builtAt, prerollsUntil) = (now, prerolling) } else { build(now, &effects) }
        guard wanted.isMoving else { return }
        guard waitsAutomatically else { return become(.paused, .nothingLoaded, now, &effects) }
        let reason: WaitingReason = next == nil ? .noItemToPlay : .evaluatingBufferingRate
        let wait = Wait(reason: reason, since: now, origin: .request)
        become(.waiting(wanted, wait), next == nil ? cause : .itemArrived, now, &effects)
    }

    /// Calls the completion handler of a pending seek with `finished` false.
    mutating func cancelSeek(_ effects: inout ContiguousArray<PlayerEffect>) {
        if landing == .ofSeek { effects.append(.announce(.seekFinished(false))) }
        landing = nil
    }

    /// Ends where else: the item's end has moved, and what is awaited with it.
    mutating func moveEnd(_ place: MediaTime?, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        guard item != nil else { return }
        forwardPlaybackEndTime = place
        let wasAtEnd = hasPlayedToEnd
        hasPlayedToEnd = hasPlayedToEnd && playhead.place(at: now) >= end
        if wasAtEnd, !hasPlayedToEnd, playhead.rate.isMoving {
            // Past an end that is none any more, what passes is media again.
            playhead = Playhead(movingFrom: playhead.place(at: now), at: playhead.rate, since: now)
            effects.append(.announce(.timebase(playhead.rate, at: playhead.place)))
        }
        awaitsFacts = true
        effects.append(.moveEnd)
    }
}

extension Cause {
    /// Whether it answers a request to play that comes to nothing: an app sees the rate fall back, though in the end
    /// nothing has changed.
    fileprivate var isRefusal: Bool {
        switch self {
        case .nothingLoaded, .itemFailed: true
        case .appCall, .judged, .bufferFull, .nothingMoreComes, .stalled, .noItem, .itemArrived, .reachedEnd,
            .seekedOutsideBuffer:
            false
        }
    }
}
