// The consequences of what is true now: what time and the buffer do to the status, what an app can read of the buffer,
// and when the player has to look again.
extension Player {
    /// Draws the consequences for the status: time and the buffer change it here alone.
    mutating func settle(_ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        guard let current else { return }
        if case .gaveUp(let failure) = current.loading, !isSuspended {
            let place = playhead.place(at: now)
            if place < current.end || !buffer.knowsEnd, buffer.ahead(of: place) == .zero {
                return failItem(failure, buffer, now, &effects)
            }
        }
        if !current.isReady, buffer.ahead(of: playhead.place(at: now)) > .zero {
            self.current?.isReady = true
            wasReady = true
        }
        if hold.awaitsMedia { land(buffer, now, &effects) }
        if case .waiting(let rate, let wait) = state, !isSuspended {
            startOrWait(rate, wait, buffer, now, &effects)
        }
        releaseClock(now, &effects)
        advancePreroll(buffer, now, &effects)
        guard case .playing(let rate) = state else { return }
        if case .scheduled = hold { return }
        let place = playhead.place(at: now)
        if place >= current.end, buffer.knowsEnd {
            reachEnd(now, &effects)
        } else if buffer.ahead(of: place) == .zero {
            // A clock that starts late may have passed over all that there is.
            if case .gaveUp(let failure) = current.loading { return failItem(failure, buffer, now, &effects) }
            stall(rate, buffer, now, &effects)
        }
    }

    /// The question to the rule of `KeepUp`, as a player in that state would ask it.
    @inline(__always)
    func question(_ state: State, _ now: Instant) -> KeepUp.Question {
        var question = KeepUp.Question(
            place: playhead.place(at: now), rate: settings.defaultRate, now: now, isPlaying: false, askedAt: nil,
            followsStall: false)
        question.nothingMoreComes = !loading.goesOn
        question.wasLikely = wasLikely
        switch state {
        case .paused: break
        case .waiting(let rate, let wait):
            question.rate = rate
            question.askedAt = wait.since
            question.followsStall = wait.origin == .stall || wait.origin == .nothingLoaded
            question.followsSeek = wait.origin == .seek
        case .playing:
            // What is projected goes by the timebase's rate (A.34).
            question.rate = pace
            question.isPlaying = true
        }
        return question
    }

    /// The rule's answer to that question, which others may hear.
    @inline(__always)
    mutating func verdict(_ state: State, _ buffer: BufferState, _ now: Instant) -> KeepUp.Verdict {
        let question = question(state, now)
        let verdict = settings.keepUp.verdict(on: question, seeing: buffer)
        if bystanders.isUsed { bystanders.hear(verdict, on: question, seeing: buffer) }
        return verdict
    }

    @inline(never)
    private mutating func wakeBystanders(_ verdict: KeepUp.Verdict, _ buffer: BufferState) {
        for place in bystanders.indices {
            let own = nextDeadline(bystanders.answer(place, insteadOf: verdict), buffer)
            bystanders.wakes(place, at: own, not: due)
        }
    }

    /// Announces the buffer's flags where they changed, and asks to be woken when the status may next change.
    ///
    /// A chunk, or a live stream's playlist, that is overdue wakes nobody: while playing, keepUp is judged when
    /// something arrives, something is called, the buffer is dry, or at the instant that the rule's last verdict named.
    /// So it is stale offline, as people see it in the field (E.4.3).
    mutating func announceFlags(_ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        guard current != nil else { return announceNothing(&effects) }
        guard case .known = facts else { return }
        let place = playhead.place(at: now)
        let verdict = verdict(state, buffer, now)
        let isEmpty = buffer.ahead(of: place) == .zero
        wasLikely = verdict.outlook == .likely
        if wasLikely != isLikelyToKeepUp {
            isLikelyToKeepUp.toggle()
            effects.append(.announce(.likelyToKeepUp(isLikelyToKeepUp, verdict.reason)))
        }
        if buffer.isFull != isBufferFull {
            isBufferFull.toggle()
            effects.append(.announce(.bufferFull(isBufferFull)))
        }
        if isEmpty != isBufferEmpty {
            isBufferEmpty.toggle()
            effects.append(.announce(.bufferEmpty(isBufferEmpty)))
        }
        due = nextDeadline(verdict, buffer)
        if bystanders.isUsed { wakeBystanders(verdict, buffer) }
        guard due < armed else { return }
        armed = due
        effects.append(.arm(due))
    }

    /// Says, of a deadline that comes at `now`, whether it has been put off: nothing is due yet. Returns the instant
    /// to be woken at in its place, `never` where there is none or that was asked for already; nil where it is due.
    public mutating func putOff(at now: Instant) -> Instant? {
        guard now < due else { return nil }
        if now >= armed { armed = .never }
        guard due < armed else { return .never }
        armed = due
        return due
    }

    /// A player without an item has an empty buffer and nothing to keep up with.
    private mutating func announceNothing(_ effects: inout Effects) {
        due = .never
        bystanders.rest()
        if isLikelyToKeepUp { effects.append(.announce(.likelyToKeepUp(false, .nothingLoaded))) }
        if isBufferFull { effects.append(.announce(.bufferFull(false))) }
        if !isBufferEmpty { effects.append(.announce(.bufferEmpty(true))) }
        (wasLikely, isLikelyToKeepUp, isBufferFull, isBufferEmpty) = (false, false, false, true)
    }

    /// Inlined, because a call would copy the player first; `@inline(__always)` is a hint that is not taken here.
    @inline(always)
    private func nextDeadline(_ verdict: KeepUp.Verdict, _ buffer: BufferState) -> Instant {
        if case .waiting(_, let wait) = state {
            let isEvaluating = waitsAutomatically && wait.reason == .evaluatingBufferingRate
            let evaluated = isEvaluating ? wait.since + settings.evaluation : .never
            return min(min(verdict.reconsiderAt ?? .never, evaluated), prerolling.until)
        }
        guard case .playing = state else { return min(verdict.reconsiderAt ?? .never, prerolling.until) }
        if let until = hold.until { return min(until, prerolling.until) }
        if hasPlayedToEnd { return .never }
        let dry = playhead.instant(reaching: min(buffer.playableEnd, end))
        return verdict.outlook == .likely ? min(verdict.reconsiderAt ?? .never, dry) : dry
    }
}
