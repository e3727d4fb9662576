// The changes of item: the queue of an `AVQueuePlayer`, the end of an item, and its failure (A.36, A.37, B.6, B.10).
extension Player {
    // MARK: Calls

    /// `insert(_:after:)`. An item that is in the queue already is refused; into an empty queue it comes as current.
    mutating func insert(_ item: PlayerItem, after id: Int32?, _ now: Instant, _ effects: inout Effects) {
        guard isQueuePlayer(&effects) else { return }
        let isKnown = self.item?.id == item.id || queue.contains(item.id)
        if self.item == nil, queue.count == 0, id == nil { return replaceCurrentItem(item, .appCall, now, &effects) }
        let behind = (queue.next, queue.item(behind: 2))
        guard !isKnown, queue.insert(item, after: id, current: self.item?.id) else {
            return effects.append(.announce(.exception(.itemCannotBeInserted)))
        }
        noteQueue(after: behind, &effects)
    }

    /// `remove(_:)`: of the current item, as if it were skipped; of one that is not there, nothing.
    mutating func remove(_ id: Int32, _ now: Instant, _ effects: inout Effects) {
        guard isQueuePlayer(&effects) else { return }
        if item?.id == id { return skip(now, &effects) }
        guard queue.contains(id) else { return }
        let behind = (queue.next, queue.item(behind: 2))
        queue.remove(id)
        noteQueue(after: behind, &effects)
    }

    /// `seek(to:)` within an item behind the current one. Pipelines filled for it hold media of another place.
    mutating func setStart(_ place: MediaTime, of id: Int32, _ effects: inout Effects) {
        let isThere = queue.change(id, where: { place >= .zero && place <= $0.duration }) { $0.start = place }
        guard isThere else { return }
        if queue.next?.id == id {
            next = .unknown
        } else if queue.item(behind: 2)?.id == id {
            next = next.withoutFollower
        }
        effects.append(.changeQueue)
    }

    /// `forwardPlaybackEndTime` of an item behind the current one: the one behind that is needed sooner, or later.
    mutating func setStop(_ place: MediaTime?, of id: Int32, _ effects: inout Effects) {
        guard queue.change(id, { $0.end = ItemEnd(place) }) else { return }
        if id == queue.next?.id || id == queue.item(behind: 2)?.id { next = next.withoutFollower }
        effects.append(.changeQueue)
    }

    /// `advanceToNextItem()`: after `replaceCurrentItem(with: nil)`, the first of those that were behind it.
    mutating func skip(_ now: Instant, _ effects: inout Effects) {
        guard isQueuePlayer(&effects) else { return }
        replaceCurrentItem(queue.takeNext(), .appCall, filling: next, now, &effects)
    }

    mutating func removeAllItems(_ now: Instant, _ effects: inout Effects) {
        guard isQueuePlayer(&effects) else { return }
        queue.removeAll()
        replaceCurrentItem(nil, .appCall, now, &effects)
    }

    mutating func tearDown(_ now: Instant, _ effects: inout Effects) {
        become(.paused, .appCall, now, &effects)
        queue.removeAll()
        replaceCurrentItem(nil, .appCall, now, &effects)
    }

    /// A plain player has no queue to advance in, and says so with an exception (B.6).
    mutating func setActionAtItemEnd(_ action: ActionAtItemEnd, _ effects: inout Effects) {
        if action == .advance, !isQueuePlayer(&effects) { return }
        settings.actionAtItemEnd = action
    }

    /// The exception of a plain player, which has no queue.
    private func isQueuePlayer(_ effects: inout Effects) -> Bool {
        if settings.playerClass == .queuePlayer { return true }
        effects.append(.announce(.exception(.advanceWithoutQueue)))
        return false
    }

    /// Forgets the facts of the two items behind the current one only where another one is there now.
    private mutating func noteQueue(after old: (next: PlayerItem?, follower: PlayerItem?), _ effects: inout Effects) {
        if queue.next?.id != old.next?.id {
            next = queue.next?.id == old.follower?.id ? next.follower : .unknown
        } else if queue.item(behind: 2)?.id != old.follower?.id {
            next = next.withoutFollower
        }
        effects.append(.changeQueue)
    }

    /// `forwardPlaybackEndTime`: the item's end has moved, and what is awaited with it.
    mutating func moveEnd(_ place: MediaTime?, _ now: Instant, _ effects: inout Effects) {
        guard var item = current else { return }
        item.forwardPlaybackEndTime = place
        let wasAtEnd = item.hasPlayedToEnd
        item.hasPlayedToEnd = wasAtEnd && playhead.place(at: now) >= item.end
        current = item
        if wasAtEnd, !item.hasPlayedToEnd {
            effects.append(.announce(.endIsAhead))
            if playhead.rate.isMoving {
                // Past an end that is none any more, what passes is media again.
                playhead = Playhead(movingFrom: playhead.place(at: now), at: playhead.rate, since: now)
                effects.append(.announce(.timebase(playhead.rate, at: playhead.place)))
            }
        }
        awaitFacts()
        effects.append(.moveEnd)
    }

    // MARK: The end of an item

    mutating func reachEnd(_ now: Instant, _ effects: inout Effects) {
        if !hasPlayedToEnd { effects.append(.announce(.didPlayToEndTime)) }
        current?.hasPlayedToEnd = true
        switch actionAtItemEnd {
        case .none: return
        case .pause:
            holdClock(onto: end, now, &effects)
            become(.paused, .reachedEnd, now, &effects)
        case .advance: advance(now, &effects)
        }
    }

    /// Goes over to the next item. Where its pipelines are full there is no gap: the clock never rests.
    private mutating func advance(_ now: Instant, _ effects: inout Effects) {
        let (finished, filling) = (current?.end, next)
        let follower = queue.takeNext()
        guard let follower, let fullAt = filling.fullAt, fullAt <= now, playhead.rate.isMoving else {
            // Pipelines that were being filled for it go on.
            return replaceCurrentItem(
                follower, .reachedEnd, finishing: finished, filling: filling, now, &effects)
        }
        current = CurrentItem(follower, forwardPlaybackEndTime: settings.forwardPlaybackEndTime(of: follower))
        current?.hasBegun = true
        playhead = Playhead(movingFrom: follower.start, at: rate, since: now)
        next = filling.follower
        awaitFacts()
        if let finished { effects.append(.finishItem(at: finished)) }
        effects.append(.announce(.timebase(rate, at: follower.start)))
    }

    /// Another item, or none: from its beginning, with nothing known of its buffer.
    mutating func replaceCurrentItem(
        _ item: PlayerItem?, _ cause: Cause, finishing finished: MediaTime? = nil,
        filling: NextItem = .unknown, _ now: Instant, _ effects: inout Effects
    ) {
        guard item != nil || current != nil else { return }
        cancelSeek(&effects)
        cancelPreroll(&effects)
        hold = .none
        // What was so of the item before is nothing to this one.
        (isSuspended, wasLikely, isPausedForMedia) = (false, false, false)
        let wanted = rate
        current = item.map { CurrentItem($0, forwardPlaybackEndTime: settings.forwardPlaybackEndTime(of: $0)) }
        playhead = Playhead(restingAt: item?.start ?? .zero, since: now)
        pipelines = PipelineState(prerolledUntil: filling.fullAt)
        next = filling.follower
        facts = finished != nil && item != nil ? .awaitedOfFollower : .awaited
        if let finished { effects.append(.finishItem(at: finished)) } else { effects.append(.changeItem) }
        if item != nil, filling.fullAt == nil { buildPipelines(now, &effects) }
        guard wanted.isMoving else { return }
        guard waitsAutomatically || remembers(.request) else {
            guard item != nil else { return become(.paused, .noItem, now, &effects) }
            // As after a jump, the rate stays until it is known whether there is media.
            hold = .landing
            return become(.playing(wanted), .itemArrived, now, &effects)
        }
        let reason: WaitingReason = item == nil ? .noItemToPlay : .evaluatingBufferingRate
        let wait = Wait(reason: reason, since: now, origin: .request)
        let usual = item == nil ? cause : .itemArrived
        become(.waiting(wanted, wait), self.cause(usual, of: .request), now, &effects)
    }

    // MARK: Failure

    /// The item has failed: nothing is loaded at the playhead, short of the end, and nothing more comes.
    ///
    /// Apple documents that such an item can no longer be played, that its `error` says why, and that
    /// `failedToPlayToEndTimeNotification` has that error. Seen in the field: what fails before anything was played
    /// only changes the status, what fails later also posts the notification (infinite-streaming#646, #649).
    ///
    /// Apple does not say, so these are choices of this model: that what is loaded is played first; that the timebase
    /// stops, the notification is posted, the status becomes failed and the rate falls to 0 at one instant and in this
    /// order; that no `playbackStalledNotification` is posted, because nothing is late that will never come; that a
    /// waiting and a paused player post the notification too, once anything of the item was played (of a waiting one
    /// E.4.3 has heard the contrary); that a pending seek is called back with false; that the failed item stays the
    /// current one, unless `skipsFailedItems` says otherwise (from iOS 18.4 on an `AVQueuePlayer` was seen to
    /// go on to the next, before that it depends on the kind of item, pillarbox-apple#1193).
    mutating func failItem(_ failure: LoadFailure, _ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        holdClock(onto: buffer.playableEnd, now, &effects)
        cancelSeek(&effects)
        cancelPreroll(&effects)
        hold = .none
        current?.loading = .failed(failure)
        if current?.hasBegun == true { effects.append(.announce(.failedToPlayToEndTime(failure))) }
        effects.append(.announce(.itemFailed(failure)))
        if settings.skipsFailedItems, settings.playerClass == .queuePlayer, actionAtItemEnd == .advance {
            return replaceCurrentItem(queue.takeNext(), .itemFailed, filling: next, now, &effects)
        }
        if rate.isMoving { become(.paused, .itemFailed, now, &effects) }
    }
}
