// What an app can read of the buffer, and when the player has to look again.
extension Player {
    @inline(__always)
    func question(_ state: State, _ now: Instant) -> KeepUp.Question {
        var question = KeepUp.Question(
            place: playhead.place(at: now), rate: settings.defaultRate, now: now, isPlaying: false, askedAt: nil,
            followsStall: false)
        question.nothingMoreComes = !loading.goesOn
        question.wasLikely = isLikelyToKeepUp
        switch state {
        case .paused: break
        case .waiting(let rate, let wait):
            question.rate = rate
            question.askedAt = wait.since
            question.followsStall = wait.origin == .stall || wait.origin == .nothingLoaded
        case .playing(let rate):
            question.rate = rate
            question.isPlaying = true
        }
        return question
    }

    /// Announces the buffer's flags where they changed, and asks to be woken when the status may next change.
    ///
    /// A chunk that is overdue wakes nobody: while playing, keepUp is judged when something arrives, something is
    /// called, or the buffer is dry. So it is stale offline, as people see it in the field (E.4.3).
    mutating func announceFlags(
        _ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        guard item != nil, !awaitsFacts else { return announceNothing(&effects) }
        let place = playhead.place(at: now)
        let verdict = settings.keepUp.verdict(on: question(state, now), seeing: buffer)
        let isEmpty = buffer.ahead(of: place) == .zero
        if (verdict.outlook == .likely) != isLikelyToKeepUp {
            isLikelyToKeepUp.toggle()
            effects.append(.announce(.likelyToKeepUp(isLikelyToKeepUp, verdict.grounds)))
        }
        if buffer.isFull != isBufferFull {
            isBufferFull.toggle()
            effects.append(.announce(.bufferFull(isBufferFull)))
        }
        if isEmpty != isBufferEmpty {
            isBufferEmpty.toggle()
            effects.append(.announce(.bufferEmpty(isBufferEmpty)))
        }
        let deadline = nextDeadline(verdict, buffer)
        due = deadline
        guard deadline < armed else { return }
        armed = deadline
        effects.append(.arm(deadline))
    }

    /// A player without an item has an empty buffer and nothing to keep up with.
    mutating func announceNothing(_ effects: inout ContiguousArray<PlayerEffect>) {
        guard item == nil else { return }
        due = .never
        if isLikelyToKeepUp { effects.append(.announce(.likelyToKeepUp(false, .nothingLoaded))) }
        if isBufferFull { effects.append(.announce(.bufferFull(false))) }
        if !isBufferEmpty { effects.append(.announce(.bufferEmpty(true))) }
        (isLikelyToKeepUp, isBufferFull, isBufferEmpty) = (false, false, true)
    }

    func nextDeadline(_ verdict: KeepUp.Verdict, _ buffer: BufferState) -> Instant {
        guard case .playing = state else { return verdict.reconsiderAt ?? .never }
        if let startsAt { return startsAt }
        if let fillsUntil { return fillsUntil }
        if hasPlayedToEnd || landing != nil { return .never }
        return playhead.instant(reaching: min(buffer.playableEnd, end))
    }
}
