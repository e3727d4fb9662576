// The queue of an `AVQueuePlayer`: its calls, and what happens at the end of an item (A.36, A.37, B.6, B.10).
extension Player {
    /// `insert(_:after:)`. An item that is in the queue already is refused; into an empty queue it comes as the current
    /// one.
    mutating func insert(
        _ item: PlayerItem, after id: Int32?, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        guard isQueuePlayer(&effects) else { return }
        let isKnown = self.item?.id == item.id || queue.contains(item.id)
        if self.item == nil, queue.count == 0, id == nil {
            return replaceCurrentItem(item, .appCall, now, &effects)
        }
        let next = queue.next
        guard !isKnown, queue.insert(item, after: id, current: self.item?.id) else {
            effects.append(.announce(.exception(.itemCannotBeInserted)))
            return
        }
        noteQueue(after: next, &effects)
    }

    /// `remove(_:)`: of the current item, as if it were skipped; of one that is not there, nothing.
    mutating func remove(
        _ id: Int32, _ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        guard isQueuePlayer(&effects) else { return }
        if item?.id == id { return skip(buffer, now, &effects) }
        guard queue.contains(id) else { return }
        let next = queue.next
        queue.remove(id)
        noteQueue(after: next, &effects)
    }

    /// `advanceToNextItem()`. Where the current item was taken away with `replaceCurrentItem(with: nil)`, the first of
    /// those behind it comes.
    mutating func skip(_ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        guard isQueuePlayer(&effects) else { return }
        replaceCurrentItem(queue.takeNext(), .appCall, now, &effects)
    }

    /// `removeAllItems()`: playback stops.
    mutating func removeAllItems(_ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        guard isQueuePlayer(&effects) else { return }
        queue.removeAll()
        replaceCurrentItem(nil, .appCall, now, &effects)
    }

    /// The end of an item. Where the pipelines of the next one are full, it goes on without a gap: the clock never
    /// rests.
    mutating func advance(_ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        let finished = item
        let isReady = nextFilledAt.map { $0 <= now } ?? false
        let next = queue.takeNext()
        if let next, isReady, case .playing(let rate) = state, playhead.rate.isMoving {
            item = next
            forwardPlaybackEndTime = next.stop ?? settings.forwardPlaybackEndTime
            playhead = Playhead(movingFrom: next.start, at: rate, since: now)
            nextFilledAt = nil
            loading = .goesOn
            hasPlayedToEnd = false
            awaitsFacts = true
            if let finished { effects.append(.finishItem(finished)) }
            effects.append(.announce(.timebase(rate, at: next.start)))
            return
        }
        // What was being prerolled goes on.
        let filledAt = next == nil ? nil : nextFilledAt
        replaceCurrentItem(next, .reachedEnd, finishing: finished, prerolling: filledAt, now, &effects)
    }

    /// Pipelines for another format of sound take their time (A.64).
    mutating func learnFormat(_ buffer: BufferState, _ now: Instant) {
        if awaitsFormat, buffer.differs { builtAt = max(now, builtAt) + settings.transition.formatChange }
        awaitsFormat = false
    }

    /// The pipelines of the next item begin to fill as soon as there is enough of it, while the current one plays.
    mutating func fillNext(_ buffer: BufferState, _ now: Instant) {
        if awaitsNext { return }
        guard let next = queue.next, let ahead = buffer.nextAhead, !buffer.nextDiffers else {
            return nextFilledAt = nil
        }
        let length = end(of: next) - next.start
        let wanted = max(MediaTime(nanoseconds: 1), min(settings.preroll.media, length))
        if ahead < wanted { return nextFilledAt = nil }
        nextFilledAt = nextFilledAt ?? now + settings.preroll.time
    }

    /// What was prerolled of the next item is lost only where another one is next.
    private mutating func noteQueue(after next: PlayerItem?, _ effects: inout ContiguousArray<PlayerEffect>) {
        if queue.next?.id != next?.id { (nextFilledAt, awaitsNext) = (nil, true) }
        effects.append(.changeQueue)
    }

    /// A plain player has no queue, and says so.
    private func isQueuePlayer(_ effects: inout ContiguousArray<PlayerEffect>) -> Bool {
        if settings.playerClass == .queuePlayer { return true }
        effects.append(.announce(.exception(.advanceWithoutQueue)))
        return false
    }
}
