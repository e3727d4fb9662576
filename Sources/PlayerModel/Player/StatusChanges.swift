// The changes of status: what an app asks for, what the rule of `KeepUp` makes of it, and what an app observes.
extension Player {
    /// `play()`, `pause()` and `rate = …`: three spellings of one thing (A.11), where `play()` asks for `defaultRate`.
    mutating func request(_ rate: Rate, _ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        guard rate.isMoving else { return become(.paused, .appCall, now, &effects) }
        guard item != nil else { return requestWithoutItem(rate, .request, now, &effects) }
        guard itemError == nil else { return refuse(now, &effects) }
        if isSuspended { return awaitEvent(rate, .appCall, now, &effects) }
        hold.untie()
        switch state {
        case .playing: become(.playing(rate), .appCall, now, &effects)
        case .waiting(_, let wait): become(.waiting(rate, wait), .appCall, now, &effects)
        case .paused:
            guard waitsAutomatically else { return requestEarly(rate, buffer, now, &effects) }
            let wait = Wait(reason: .evaluatingBufferingRate, since: now, origin: .request)
            startOrWait(rate, wait, buffer, now, &effects)
        }
    }

    /// With something loaded it plays, come what may. With nothing it does as after a stall, but posts no
    /// notification (B.4).
    mutating func playImmediately(_ rate: Rate, _ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        guard item != nil else { return requestWithoutItem(rate, .nothingLoaded, now, &effects) }
        guard itemError == nil else { return refuse(now, &effects) }
        if isSuspended { return awaitEvent(rate, .appCall, now, &effects) }
        hold.untie()
        guard timeControlStatus == .playing || hasMedia(buffer, now) else {
            return waitOrPause(rate, .nothingLoaded, .nothingLoaded, now, &effects)
        }
        become(.playing(rate), .appCall, now, &effects)
    }

    /// With autowait the player waits for an item. Without, Apple does not say: it is as with an item of which nothing
    /// is loaded.
    private mutating func requestWithoutItem(
        _ rate: Rate, _ origin: Wait.Origin, _ now: Instant, _ effects: inout Effects
    ) {
        guard waitsAutomatically || remembers(origin) else {
            return become(.paused, cause(.nothingLoaded, of: origin), now, &effects)
        }
        let wait = Wait(reason: .noItemToPlay, since: now, origin: .request)
        become(.waiting(rate, wait), cause(.noItem, of: .request), now, &effects)
    }

    /// A failed item cannot be played: that the rate stays 0, and the player does not wait, is our choice.
    mutating func refuse(_ now: Instant, _ effects: inout Effects) { become(.paused, .itemFailed, now, &effects) }

    /// Switched off while waiting to minimize stalls, the player "attempts playback immediately" (B.3). With nothing
    /// loaded of what it waits for, that is a request like one that comes then.
    mutating func setAutomaticallyWaits(
        _ value: Bool, _ buffer: BufferState, _ now: Instant, _ effects: inout Effects
    ) {
        settings.automaticallyWaits = value
        // The two do not go together (A.33).
        if case .waiting = state, !keepsHostTime { hold.stop() }
        guard case .waiting(let rate, let wait) = state, !waitsAutomatically, !isSuspended else { return }
        if remembers(wait.origin) {
            if item == nil { return }
            if facts != .known || !hasMedia(buffer, now) { return remember(rate, wait, now, &effects) }
        }
        playImmediately(rate, buffer, now, &effects)
    }

    /// Starts if the rule says so, or if waiting longer is of no use, because the buffer is full or nothing more
    /// comes; waits otherwise, and says for what.
    mutating func startOrWait(
        _ rate: Rate, _ wait: Wait, _ buffer: BufferState, _ now: Instant, _ effects: inout Effects
    ) {
        guard waitsAutomatically else { return startWhenPossible(rate, wait, buffer, now, &effects) }
        var wait = wait
        let takesMedia = settings.preroll.media > .zero
        // Where the rule was content already, there was too little for the pipelines.
        let awaitsFilling = takesMedia && wasLikely && now > wait.since
        let verdict = verdict(.waiting(rate, wait), buffer, now)
        let isLikely = verdict.outlook == .likely
        wasLikely = isLikely
        let isOver = !loading.goesOn || buffer.isCutOff
        if canFill(buffer, now) && (isLikely || buffer.isFull || isOver) {
            let without: Cause = isOver ? .nothingMoreComes : .bufferFull
            let isFilled = awaitsFilling && hasMediaToFill(buffer, now)
            let with: Cause = isFilled ? .fillsPipelines : awaitsFilling ? without : .judged(verdict.reason)
            return become(.playing(rate), isLikely ? with : without, now, &effects)
        }
        let judged: Cause = isLikely && takesMedia ? .fillsPipelines : .judged(verdict.reason)
        guard wait.reason == .evaluatingBufferingRate else {
            return become(.waiting(rate, wait), judged, now, &effects)
        }
        let hasJudged = verdict.outlook != .nothingToJudgeBy
        let isOverdue = !hasJudged && now >= wait.since + settings.evaluation
        if hasJudged || isOverdue { wait.reason = .toMinimizeStalls }
        become(.waiting(rate, wait), isOverdue ? .evaluated : judged, now, &effects)
    }

    mutating func stall(_ rate: Rate, _ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        // While the pipelines are filled nothing passes yet, so nothing stalls.
        let isStall = playhead.rate.isMoving
        holdClock(onto: buffer.playableEnd, now, &effects)
        cancelPreroll(&effects)
        emptyPipelines()
        if isStall { effects.append(.announce(.playbackStalled)) }
        waitOrPause(rate, .stall, .stalled, now, &effects)
    }

    /// With autowait the rate stays and the player waits (A.12); without, it falls to 0 and the app must act (B.3),
    /// unless the request for it is remembered.
    mutating func waitOrPause(
        _ rate: Rate, _ origin: Wait.Origin, _ cause: Cause, _ now: Instant, _ effects: inout Effects
    ) {
        let reason: WaitingReason =
            origin == .seek || origin == .request ? .evaluatingBufferingRate : .toMinimizeStalls
        let wait = Wait(reason: reason, since: now, origin: origin)
        become(waitsAutomatically || remembers(origin) ? .waiting(rate, wait) : .paused, cause, now, &effects)
    }

    /// Enters a state, moves or holds the clock as it demands, and announces what an app would observe.
    mutating func become(_ next: State, _ cause: Cause, _ now: Instant, _ effects: inout Effects) {
        let observed = (timeControlStatus, reasonForWaitingToPlay, rate)
        state = next
        isPausedForMedia = next == .paused && cause.isWantOfMedia
        if rate != observed.2, let prerolled = prerolling.rate, rate != prerolled { cancelPreroll(&effects) }
        if observed != (timeControlStatus, reasonForWaitingToPlay, rate) || cause.isRefusal {
            effects.append(
                .announce(.status(timeControlStatus, reason: reasonForWaitingToPlay, rate: rate, cause: cause)))
        }
        if case .playing = next { return runClock(now, &effects) }
        if keepsHostTime { hold.wait() } else { hold.stop() }
        holdClock(onto: nil, now, &effects)
    }
}

extension Cause {
    /// Whether there is nothing to play yet at a place where it is to go on.
    fileprivate var isWantOfMedia: Bool {
        switch self {
        case .nothingLoaded, .dropped, .stalled, .seekedOutsideBuffer, .itemArrived: true
        case .appCall, .remembered, .judged, .evaluated, .bufferFull, .nothingMoreComes, .fillsPipelines, .noItem,
            .reachedEnd, .itemFailed, .interrupted, .interstitialBegan, .interstitialEnded:
            false
        }
    }

    /// Whether it answers a request to play that comes to nothing: an app sees the rate fall back, though in the end
    /// nothing has changed.
    fileprivate var isRefusal: Bool {
        switch self {
        case .nothingLoaded, .dropped, .itemFailed: true
        case .appCall, .remembered, .judged, .evaluated, .bufferFull, .nothingMoreComes, .fillsPipelines, .stalled,
            .noItem, .itemArrived, .reachedEnd, .seekedOutsideBuffer, .interrupted, .interstitialBegan,
            .interstitialEnded:
            false
        }
    }
}
