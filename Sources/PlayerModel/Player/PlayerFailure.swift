// What follows where loading an item was given up for good.
//
// Apple documents the names: an item whose `status` is `failed` can no longer be played, and another one must take its
// place; its `error` says why, and is nil in every other status; `failedToPlayToEndTimeNotification` is posted when an
// item fails to play to its end time, with that error; `rateDidChangeNotification` has a reason `setRateFailed`. Seen
// in the field: what fails before anything was played only changes the status, what fails later also posts the
// notification (infinite-streaming#646, #649).
//
// Apple does not say, so these are choices of this model: that what is loaded is played first; that the timebase stops,
// the notification is posted, the status becomes failed and the rate falls to 0 at one instant and in this order; that
// no `playbackStalledNotification` is posted, because nothing is late that will never come; that a waiting and a paused
// player post the notification too, once anything of the item was played (of a waiting one E.4.3 has heard the
// contrary); that a pending seek is called back with false; that the failed item stays the current one, unless
// `skipsFailedItems` says otherwise (since iOS 18.4 an `AVQueuePlayer` goes on to the next, before that it depends on
// the kind of item, pillarbox-apple#1193).
extension Player {
    /// What has become of loading the current item.
    public enum Loading: Equatable, Sendable {
        /// More may come; or there is no item.
        case goesOn
        /// Nothing more comes. What is loaded can be played; `AVPlayerItem.status` does not show it yet.
        case gaveUp(LoadFailure)
        /// Nothing more comes, and nothing was loaded at the playhead: `AVPlayerItem.Status.failed`.
        case failed(LoadFailure)

        @inline(__always)
        var goesOn: Bool { if case .goesOn = self { true } else { false } }
    }

    /// `AVPlayerItem.error` of the current item: nil unless its status is `failed`.
    public var itemError: LoadFailure? { if case .failed(let failure) = loading { failure } else { nil } }

    /// The item has failed: nothing is loaded at the playhead, short of the end, and nothing more comes.
    mutating func failItem(
        _ failure: LoadFailure, _ buffer: BufferState, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>
    ) {
        holdClock(onto: buffer.playableEnd, now, &effects)
        cancelSeek(&effects)
        loading = .failed(failure)
        if hasBegun { effects.append(.announce(.failedToPlayToEndTime(failure))) }
        effects.append(.announce(.itemFailed(failure)))
        if settings.skipsFailedItems, settings.playerClass == .queuePlayer, actionAtItemEnd == .advance {
            return replaceCurrentItem(queue.takeNext(), .itemFailed, now, &effects)
        }
        if rate.isMoving { become(.paused, .itemFailed, now, &effects) }
    }

    /// A failed item cannot be played: the rate stays 0, whatever is loaded, and the player does not wait. Apple says
    /// the first; that the rate is 0 is our choice.
    mutating func refuse(_ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        become(.paused, .itemFailed, now, &effects)
    }
}
