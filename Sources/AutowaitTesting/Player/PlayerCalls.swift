internal import PlayerModel
internal import Simulation

/// Calls that an app makes on a player.
extension SimulatedPlayer {
    // MARK: Playing

    /// Asks for `defaultRate`. With `automaticallyWaitsToMinimizeStalling`, which is the default, it may be called at
    /// any time: the player starts when it is likely to play through (session 503).
    public func play() { perform(.play) }

    /// Sets the rate to 0.
    public func pause() { perform(.pause) }

    /// Plays at once with whatever is loaded, and does as after a stall where nothing is, but without a notification.
    ///
    /// - Parameter rate: From 0 to 32; 0 is `pause()`, which is our choice.
    public func playImmediately(atRate rate: Float) {
        checked(rate) { perform($0.isMoving ? .playImmediately($0) : .pause) }
    }

    /// Ties the item's timeline to the host clock: `time` at `hostTime`.
    ///
    /// - Parameters:
    ///   - rate: From 0 to 32.
    ///   - itemTime: The place on the timeline; `invalid` is the current one.
    ///   - hostClockTime: By the clock of `World.now`; `invalid` is now, where AVFoundation takes a time in the near
    ///     future.
    ///
    /// While `automaticallyWaitsToMinimizeStalling` is true it raises an exception (session 503). Where `itemTime` is
    /// the current one at `hostClockTime`, nothing jumps. While the host time is waited for the pipelines fill; where
    /// they are full later, or the host time is past, playback begins where it would be by then, as AVPlayer.h has it.
    /// AVFoundation does not see to it that media is loaded by then: its timebase moves all the same. Here the clock
    /// is held until there is media, and a wait for that beyond the host time is not made up for, which is our choice.
    /// Until a host time that is to come the timebase rests here, which is ours: in AVFoundation it runs at once, and
    /// the item's time stays where it is until the timebase gets there. Ours is also that at a rate of 0 it is
    /// `pause()`, whatever the times are.
    public func setRate(_ rate: Float, time itemTime: MediaTime, atHostTime hostClockTime: MediaTime) {
        // Two years before the world began are as long ago as any time: so no difference is too large.
        let host = hostClockTime.place.map { Instant(nanoseconds: max($0.nanoseconds, -(1 << 56))) }
        checked(rate) { perform(.setRate($0, itemTime: itemTime.place, hostTime: host)) }
    }

    /// Goes to a place on the current item's timeline, or near it: to the key frame before it.
    public func seek(to time: MediaTime) {
        seek(to: time, .positiveInfinity, .positiveInfinity, by: #function) { _ in }
    }

    /// Goes to a place on the current item's timeline, or near it.
    ///
    /// - Parameters:
    ///   - time: The place. Outside the item the seek is cancelled; `invalid` and `indefinite` raise an exception,
    ///     unless there is no item. `positiveInfinity` is "go live": as far from the end of the playlist as
    ///     `configuredTimeOffsetFromLive` says, but no later than `seekableTimeRanges` end (that limit is ours). Of any
    ///     other item it is the end, and `negativeInfinity` is the beginning of either; Apple does not document these.
    ///     Whatever the tolerances are, it is that very place, and no key frame.
    ///     Before an item is ready to play, one of known length is sought and begins there, which is our choice: some
    ///     versions of AVFoundation raise an exception for a seek with a completion handler then. A live stream has
    ///     nothing to be sought before it has been listed.
    ///   - completionHandler: Told whether the seek was completed. It is called once media is there to land on, and not
    ///     before time passes, be it none. Another seek interrupts it until then, and it is called with false at once,
    ///     as AVPlayer.h has it. Where nothing is sought, that may be before this returns.
    public func seek(to time: MediaTime, completionHandler: @escaping (Bool) -> Void) {
        seek(to: time, .positiveInfinity, .positiveInfinity, by: #function, completionHandler)
    }

    /// Goes to a place on the current item's timeline, no further off than the tolerances.
    public func seek(to time: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime) {
        seek(to: time, toleranceBefore, toleranceAfter, by: #function) { _ in }
    }

    /// Goes to a place on the current item's timeline, no further off than the tolerances.
    ///
    /// - Parameters:
    ///   - time: The place, as for `seek(to:completionHandler:)`.
    ///   - toleranceBefore: How much earlier it may be; with `positiveInfinity` it is the key frame before `time`.
    ///   - toleranceAfter: How much later it may be. With zero for both it is the very place. A tolerance that is
    ///     `invalid` or negative raises an exception (AVPlayerItem.h), unless there is no item.
    ///   - completionHandler: Told whether the seek was completed, as by `seek(to:completionHandler:)`.
    public func seek(
        to time: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime,
        completionHandler: @escaping (Bool) -> Void
    ) { seek(to: time, toleranceBefore, toleranceAfter, by: #function, completionHandler) }

    private func seek(
        to time: MediaTime, _ toleranceBefore: MediaTime, _ toleranceAfter: MediaTime, by call: StaticString,
        _ completionHandler: @escaping (Bool) -> Void
    ) {
        // Without an item nothing can be sought, and no time is wrong.
        if let item = currentItem, !item.areTolerances(toleranceBefore, toleranceAfter, by: call) {
            return engine.refuse(completionHandler)
        }
        guard let place = currentItem.map({ $0.place(sought: time, by: call) }) ?? time.place else {
            return engine.refuse(completionHandler)
        }
        let (before, after) = time.isPositiveInfinity ? (.zero, .zero) : (toleranceBefore, toleranceAfter)
        engine.seek(to: place, before: before, after: after, of: player, by: call, completionHandler)
    }

    /// Goes to a place, or near it, and returns whether that was completed, once it is: time must pass meanwhile, as
    /// it does in an asynchronous `advance`. A test that awaits it itself lets none pass; see
    /// [Virtual time](VirtualTime.md).
    ///
    /// - Returns: Whether the seek was completed; false at once where the task is cancelled. The seek itself goes on
    ///   then, as one that nobody awaits.
    @discardableResult
    nonisolated(nonsending) public func seek(to time: MediaTime) async -> Bool {
        let call: StaticString = #function
        return await Answer.awaited { seek(to: time, .positiveInfinity, .positiveInfinity, by: call, $0) }
    }

    /// Goes to a place, no further off than the tolerances, and returns whether that was completed, as `seek(to:)`
    /// does.
    @discardableResult
    nonisolated(nonsending) public func seek(
        to time: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime
    ) async -> Bool {
        let call: StaticString = #function
        return await Answer.awaited { seek(to: time, toleranceBefore, toleranceAfter, by: call, $0) }
    }

    /// `AVPlayerItem.cancelPendingSeeks()` of the current item: the completion handler of a pending seek is called
    /// with false. The playhead stays where it has jumped to.
    public func cancelPendingSeeks() { perform(.cancelPendingSeeks) }

    /// Fills the pipelines of a paused player, so that a start need not wait for them.
    ///
    /// - Parameters:
    ///   - rate: Above 0, and at most 32.
    ///   - completionHandler: Told whether the pipelines are full; another time, another rate or another item
    ///     interrupts that. It may be called before this returns.
    ///
    /// Before the status of the player is `readyToPlay` it raises an exception. Ours is that an item which is not ready
    /// yet is waited for, and that the handler is told false at another rate than 0, without an item, and with one that
    /// has failed.
    public func preroll(atRate rate: Float, completionHandler: ((Bool) -> Void)? = nil) {
        preroll(atRate: rate, by: #function, completionHandler ?? { _ in })
    }

    private func preroll(atRate rate: Float, by call: StaticString, _ completionHandler: @escaping (Bool) -> Void) {
        guard let own = Rate(rate), own.isMoving else {
            engine.fail(.misuse(.movingRate(rate)), by: call)
            return engine.refuse(completionHandler)
        }
        engine.perform(.preroll(own), of: player, by: call, whenPrerolled: completionHandler)
    }

    /// Fills the pipelines of a paused player, and returns whether they are full, once they are; false at once where
    /// the task is cancelled.
    @discardableResult
    nonisolated(nonsending) public func preroll(atRate rate: Float) async -> Bool {
        let call: StaticString = #function
        return await Answer.awaited { preroll(atRate: rate, by: call, $0) }
    }

    /// Interrupts a preroll: its completion handler is called with false.
    public func cancelPendingPrerolls() { perform(.cancelPendingPrerolls) }

    // MARK: Items

    /// Performs the scenario's action `load`: hands over the item, or all items with which the queue begins. They are
    /// those that the scenario names, or the replicas of its loop; the first one is current. They are the same items
    /// each time, but end where the scenario says, whatever `forwardPlaybackEndTime` was set to before. Where one of
    /// them has failed this is a misuse, and `makeItem()` makes another.
    public func load() {
        let loading = engine.loading(of: player)
        if loading.traits.items.contains(where: { engine.failure(ofItem: $0.id, of: player) != nil }) {
            return engine.fail(.misuse(.failedItem))
        }
        // A queue is emptied before it gets its items; a single item takes the place of the current one alone.
        if case .player = loading.operation, let item = loading.traits.items.first, isWaiting(item.id) { return }
        for (place, item) in loading.traits.items.enumerated() {
            self.item(of: item).endAsMade(item)
            let limits = engine.limits(ofItem: item.id, of: player)
            engine.give(limits, toItem: item.id, of: player, isCurrent: place == 0)
        }
        perform(loading)
    }

    /// Makes an item the current one, or none. The one that is current already is left alone.
    ///
    /// An item that waits in the queue raises the exception that `insert(_:after:)` raises, because an item is in a
    /// queue once (AVPlayer.h): take the item out first, or advance to it.
    public func replaceCurrentItem(with item: SimulatedPlayerItem?) {
        guard let item else { return perform(.replaceCurrentItem(nil)) }
        guard item !== currentItem, isUsable(item), !isWaiting(item.id) else { return }
        engine.give(item.limits, toItem: item.id, of: player, isCurrent: true)
        perform(.replaceCurrentItem(item.handed))
    }

    /// `AVQueuePlayer.insert(_:after:)`: behind `afterItem`, or at the end; current where there is nothing else. An
    /// item that is in the queue already raises an exception. On an `AVPlayer`, which has no such method, it is a
    /// misuse, and so are the other methods of `AVQueuePlayer` that change the queue.
    public func insert(_ item: SimulatedPlayerItem, after afterItem: SimulatedPlayerItem?) {
        guard isQueue(), isUsable(item), afterItem.map({ isOwn($0) }) ?? true else { return }
        let isFirst = model.item == nil && model.queue.count == 0
        engine.give(item.limits, toItem: item.id, of: player, isCurrent: isFirst)
        perform(
            .insert(item.handed, named: item.scenarioName, after: afterItem?.id, named: afterItem?.scenarioName))
    }

    /// `AVQueuePlayer.canInsert(_:after:)`: whether that raises no exception.
    public func canInsert(_ item: SimulatedPlayerItem, after afterItem: SimulatedPlayerItem?) -> Bool {
        let ids = model.queue.items.map(\.id) + (model.item.map { [$0.id] } ?? [])
        return model.settings.playerClass == .queuePlayer && item.engine === engine && item.player == player
            && item.status != .failed && !ids.contains(item.id)
            && (afterItem.map { $0.engine === engine && $0.player == player && ids.contains($0.id) } ?? true)
    }

    /// `AVQueuePlayer.remove(_:)`: the current item as if it were skipped; one that is not there is left alone.
    public func remove(_ item: SimulatedPlayerItem) {
        if isQueue(), isOwn(item) { perform(.remove(item.id, named: item.scenarioName)) }
    }

    /// `AVQueuePlayer.removeAllItems()`: playback stops.
    public func removeAllItems() { if isQueue() { perform(.removeAllItems) } }

    /// `AVQueuePlayer.advanceToNextItem()`.
    public func advanceToNextItem() { if isQueue() { perform(.advanceToNextItem) } }

    /// `AVQueuePlayer.items()`: the current item and those behind it, in the order in which they will play.
    public func items() -> [SimulatedPlayerItem] {
        let model = model
        var items = model.item.map { [item(of: $0)] } ?? []
        for piece in model.queue.items { items.append(item(of: piece)) }
        return items
    }

    /// `AVPlayerLooper.disableLooping()`, where the scenario has the loop `looper`: the replica that plays is the
    /// last.
    public func disableLooping() { perform(.disableLooping) }

    /// `AVPlayerItem.select(_:in:)` of an option for sound: the language, as the scenario's audio has it. What is
    /// loaded ahead in another is of no use then (session 503). A language that there is not changes nothing.
    public func selectAudio(language: String) { perform(.selectAudio(ExactText(language))) }

    // MARK: The player's surroundings

    /// Notes that the person asks for playback: `World.report` counts the wait for the start from here.
    public func tap() { perform(.tap) }

    /// Gives the player an `AVPlayerLayer` of that size, or takes it away: larger variants are of no use. Those that
    /// declare no size are never ruled out: `World.warnings` says so where none does. A layer that a scenario may not
    /// have is a misuse, see `World.error`, and nothing is changed then.
    ///
    /// - Parameters:
    ///   - size: Width and height in points, up to 100,000 each; nil is no layer, and so is a side of 0.
    ///   - contentsScale: Pixels to a point, above 0 and up to 10: 1 until it is set, on a Retina display too.
    public func setLayer(size: PresentationSize?, contentsScale: Double = 1) {
        if let size {
            let isSize = [size.width, size.height].allSatisfy { (0...100_000).contains($0) }
            guard isSize, (0.000_001...10).contains(contentsScale) else {
                return engine.fail(.misuse(.layer(size, contentsScale: contentsScale)))
            }
        }
        let layer = size.flatMap(\.dimensions).map {
            PlayerLayer(size: $0, contentsScale: nearestInteger(contentsScale * 1_000_000))
        }
        if layer != nil { engine.told[Int(player)].limitsSizes = true }
        perform(.limit(.layer(layer)))
    }

    /// Sets the rate to 0 though the app has not asked for it, as a phone call, headphones that are gone or the
    /// background do. Nothing resumes by itself afterwards: that is for the app. Its `play()` is not refused meanwhile,
    /// though on a device it may fail during a call (`setRateFailed`). `background` does nothing to a player without a
    /// layer, which plays on as sound alone does: call `setLayer(size:contentsScale:)` before. Nor does it to an item
    /// that is sound alone, by the `codecs` of its media.
    public func interrupt(_ interruption: Interruption) {
        switch interruption {
        case .audioSession: perform(.beginInterruption)
        case .oldDeviceUnavailable: perform(.removeDevice)
        case .background: perform(.enterBackground)
        }
    }

    /// Changes the language of sound or subtitles, or enables or disables a track.
    public func changeTracks() { perform(.changeTracks) }

    /// `AVURLAsset.load(.duration)`: an asset is lazy, and this makes it fetch its multivariant playlist, and no
    /// more.
    public func loadValues() { perform(.loadValues) }

    /// `AVAssetResourceLoader.preloadsEligibleContentKeys = true`.
    public func preloadKeys() { perform(.preloadKeys) }

    // MARK: Ownership of items

    /// Whether it is an `AVQueuePlayer`, and may be called as one.
    private func isQueue(_ call: StaticString = #function) -> Bool {
        let isQueue = model.settings.playerClass == .queuePlayer
        if !isQueue { engine.fail(.misuse(.notAQueuePlayer("\(call)")), by: call) }
        return isQueue
    }

    private func isUsable(_ item: SimulatedPlayerItem, _ call: StaticString = #function) -> Bool {
        guard isOwn(item, call) else { return false }
        if item.status == .failed { engine.fail(.misuse(.failedItem), by: call) }
        return item.status != .failed
    }

    /// Whether an item waits in the queue, and cannot be put before it: that is an exception.
    private func isWaiting(_ id: Int32, _ call: StaticString = #function) -> Bool {
        let isWaiting = model.queue.items.contains { $0.id == id }
        if isWaiting { engine.fail(.exception(.itemCannotBeInserted), by: call) }
        return isWaiting
    }

    private func isOwn(_ item: SimulatedPlayerItem, _ call: StaticString = #function) -> Bool {
        let isOwn = item.engine === engine && item.player == player
        if !isOwn { engine.fail(.misuse(.foreignItem), by: call) }
        return isOwn
    }
}
