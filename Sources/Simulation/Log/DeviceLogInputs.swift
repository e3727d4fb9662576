import PlayerModel

// What the facts of a device's log are to the machine.
extension DeviceLogReplay {
    mutating func take(_ fact: DeviceLog.Fact) {
        switch fact {
        case .call(let action): take(action)
        case .seek(let place, let before, let after): take(seekTo: place, before, after)
        case .reverseAsked: rest(.reverse(at: player.currentTime(at: now)))
        case .reverse:
            observe(Rate?.none)
            rest(.reverse(at: player.currentTime(at: now)))
        case .foreignReason:
            observe(WaitingReason??.none)
            rest(.otherReason(at: player.currentTime(at: now)))
        case .advanceToNextItem:
            pause = .nextItem(line: log.entries[index].line)
            forgetBuffer()
        case .currentItem(let item): take(current: item)
        case .duration(let end): take(duration: end)
        case .currentTime(let place): take(currentTime: place)
        case .seekFinished(let isDone): take(seekFinished: isDone)
        case .loaded(let ranges): take(ranges)
        case .likelyToKeepUp(let flag): learn(likely: flag)
        case .bufferFull(let flag): learn(full: flag)
        case .failed: tell(.loadingFailed(.connectionLost))
        case .stalled: takeStall()
        // An empty buffer follows from the playhead: the machine finds it itself.
        case .bufferEmpty(let isEmpty): if isEmpty { takeStall() } else { tell(.deadline) }
        case .ended: takeEnd()
        case .rateChanged(let reason, let rate): take(reason, rate)
        case .status(let status):
            observe(status)
            if status == .waitingToPlayAtSpecifiedRate, player.timeControlStatus == .playing { takeStall() }
            // Who does not wait has no reason to, whether or not the log says so.
            if status != .waitingToPlayAtSpecifiedRate {
                if case .otherReason = pause { goOn() }
                observe(WaitingReason??.none)
            }
        case .reason(let reason):
            if case .otherReason = pause { goOn() }
            observe(.some(reason))
        case .rate(let rate):
            if case .reverse = pause { goOn() }
            observe(.some(rate))
        }
    }

    private mutating func take(_ action: Action) {
        guard case .player(let input) = action.operation else { return }
        if case .reverse = pause { goOn() }
        if case .replaceCurrentItem(let new) = input {
            forgetBuffer()
            item.wasHandedOver(new, at: now)
            (pause, seek, lastKnown) = (nil, nil, now)
        }
        tell(input)
    }

    /// Rests where the model has no rule, and where the playhead is then.
    private mutating func rest(_ pause: Pause) {
        if self.pause == nil { self.pause = pause }
    }

    private mutating func goOn() {
        // The playhead is put to where it has rested.
        tell(.deadline)
        (pause, lastKnown) = (nil, now)
    }

    // MARK: Items

    private mutating func take(current new: PlayerItem?) {
        let change = item.became(new, at: now, wasSkipped: pause?.lineOfItem != nil)
        switch change {
        case .none: return
        case .confirmed:
            // It may say a length that the call did not.
            if let end = new?.stop { take(duration: end) }
            return
        case .first, .next: break
        }
        let likely = isLikely
        forgetBuffer()
        (seek, lastKnown) = (nil, now)
        pause = change == .next && new != nil ? .nextItem(line: log.entries[index].line) : nil
        tell(.replaceCurrentItem(new))
        // A queue has loaded the item ahead; whether it keeps up is told anew only where that changes.
        if change == .next, new != nil, let likely { learn(likely: likely) }
    }

    private mutating func take(duration end: MediaTime) {
        guard player.item != nil, end != player.end else { return }
        tell(.setForwardPlaybackEndTime(end))
    }

    /// The device has played to the end. A model that is nearly there is; one that does not know the length learns it.
    private mutating func takeEnd() {
        let place = player.currentTime(at: now)
        if player.end >= DeviceLog.unknownDuration, place > .zero {
            tell(.setForwardPlaybackEndTime(place))
        } else if place < player.end, isLost || player.end - place <= player.rate.media(passingIn: tolerance) {
            player.resynchronize(to: player.end, at: now)
        }
        (isLost, lastKnown) = (false, now)
        tell(.deadline)
    }

    /// The device has run dry. The machine finds that itself, unless it has lost the time.
    private mutating func takeStall() {
        let place = player.currentTime(at: now)
        if isLost, let dry = ranges.first(where: { $0.contains(place) })?.upperBound, dry < player.end {
            player.resynchronize(to: dry, at: now)
            (isLost, lastKnown) = (false, now)
        }
        tell(.deadline)
    }

    // MARK: The playhead

    private mutating func take(seekTo place: MediaTime, _ before: MediaTime?, _ after: MediaTime?) {
        // Unsaid it is without limit, and lands on a key frame; one is hardly farther than this.
        let near = MediaTime.seconds(15)
        let from = max(.zero, place - min(before ?? near, place))
        seek = Seek(
            from: from, to: place + min(after ?? near, DeviceLog.unknownDuration),
            isJudged: before != nil && after != nil, before: player.currentTime(at: now), since: now)
        if case .reverse = pause { goOn() }
        lastKnown = now
        // Beyond the end a seek comes to nothing, and cancels the one before (B.8). Else the place is known again.
        if place <= player.end { isLost = false }
        tell(place > player.end ? .cancelPendingSeeks : .seek(to: place, before: .zero, after: .zero))
    }

    /// A seek has finished, or was cancelled. A place that was told at the same instant is where it has landed, if it
    /// is not where the playhead was before.
    private mutating func take(seekFinished isDone: Bool) {
        guard isDone, let seek else { return self.seek = nil }
        self.seek?.hasFinished = true
        if let told = seek.told, told.at == now { take(currentTime: told.place) }
    }

    private mutating func take(currentTime place: MediaTime) {
        if let seek {
            let slack = MediaTime.seconds(1)
            let passed = max(player.rate, .one).media(passingIn: now - seek.since) + slack
            let isThere = place + slack >= seek.from && place <= seek.to + passed
            // Until a seek has finished, the playhead may still be told where it was.
            guard isThere || seek.hasFinished else {
                let isBefore = place + slack >= seek.before && place <= seek.before + passed
                self.seek?.told = isBefore ? nil : (now, place)
                return
            }
            if !isThere, seek.isJudged {
                let words = "from \(seek.from.inSeconds) to \(seek.to.inSeconds)"
                disagreements.append(
                    disagreement(.currentTime, log.entries[index].line, place.inSeconds, words))
            }
            self.seek = nil
        }
        switch pause {
        case .otherReason: pause = .otherReason(at: place)
        case .reverse: pause = .reverse(at: place)
        case .nextItem, nil: break
        }
        (isLost, lastKnown) = (false, now)
        player.resynchronize(to: place, at: now)
        tell(.bufferChanged)
    }

    // MARK: The buffer

    private mutating func take(_ ranges: [Range<MediaTime>]) {
        if !item.isKnown, !ranges.isEmpty {
            findings.note(
                "no item",
                "something is loaded, and no line has said of which item: one of unknown length is assumed",
                at: Place(source: 0, line: log.entries[index].line, column: 1))
            let assumed = PlayerItem(
                duration: DeviceLog.unknownDuration, isStream: true, keyFrameInterval: .seconds(1))
            item.wasHandedOver(assumed, at: now)
            tell(.replaceCurrentItem(assumed))
        }
        if pause?.lineOfItem != nil { pause = nil }
        learn(ranges)
        let place = player.currentTime(at: now)
        if !ranges.contains(where: { $0.contains(place) }) { land(among: ranges, from: place) }
        tell(.bufferChanged)
    }

    /// Where nothing is loaded at the playhead: a seek may have landed on the first key frame behind, and a live stream
    /// begins far from zero.
    private mutating func land(among ranges: [Range<MediaTime>], from place: MediaTime) {
        if let seek, seek.isJudged {
            guard let range = ranges.first(where: { $0.lowerBound > place && $0.lowerBound <= seek.to }) else {
                return
            }
            return player.resynchronize(to: range.lowerBound, at: now)
        }
        guard place == .zero, seek == nil, player.end >= DeviceLog.unknownDuration, let first = ranges.first,
            first.lowerBound > .seconds(15), !first.isEmpty
        else { return }
        findings.note(
            "live",
            "the item has no known length, and the first that is loaded begins at "
                + "\(first.lowerBound.inSeconds): playback is taken to begin there",
            at: Place(source: 0, line: log.entries[index].line, column: 1))
        lastKnown = now
        player.resynchronize(to: first.lowerBound, at: now)
    }

    // MARK: The system

    /// The system has changed the rate, for a reason that the log gives: no rule of the player's foretells that.
    private mutating func take(_ reason: DeviceLog.RateChangeReason, _ rate: Rate?) {
        switch reason {
        case .setRateCalled: return tell(.deadline)
        case .audioSessionInterrupted, .appBackgrounded, .setRateFailed:
            guard let rate, rate.isMoving else { return tell(.interrupt(.audioSession)) }
            tell(.setRate(rate))
        case .playheadReachedLiveEdge, .reversePlaybackReachedStartOfSeekableRange:
            if case .reverse = pause { goOn() }
            guard player.rate.isMoving || rate != nil else { return tell(.deadline) }
            tell(.setRate(max(.zero, rate ?? .one)))
        }
    }
}
