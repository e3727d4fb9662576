import PlayerModel

/// Properties, notifications and places that an app can observe.
extension SimulatedPlayer {
    /// A property that can be observed, of the player or of its current item.
    ///
    /// AVFoundation names them with key paths, which Embedded Swift does not have. Those of an item are always the
    /// current item's, as with the key path `\AVPlayer.currentItem?.…`.
    public enum Property: UInt8, CaseIterable, Sendable {
        /// `AVPlayer.timeControlStatus`.
        case timeControlStatus
        /// `AVPlayer.reasonForWaitingToPlay`.
        case reasonForWaitingToPlay
        /// `AVPlayer.rate`. Also where a request to play was refused, and the rate has gone up and back.
        case rate
        /// The rate of the item's timebase: `kCMTimebaseNotification_EffectiveRateChanged`.
        case timebaseRate
        /// `AVPlayer.currentItem`.
        case currentItem
        /// `AVPlayerItem.status`.
        case itemStatus
        /// `AVPlayerItem.loadedTimeRanges`.
        case loadedTimeRanges
        /// `AVPlayerItem.isPlaybackLikelyToKeepUp`.
        case isPlaybackLikelyToKeepUp
        /// `AVPlayerItem.isPlaybackBufferFull`.
        case isPlaybackBufferFull
        /// `AVPlayerItem.isPlaybackBufferEmpty`.
        case isPlaybackBufferEmpty
    }

    /// A notification that is posted for the current item.
    public enum Notification: UInt8, CaseIterable, Sendable {
        /// `AVPlayerItem.playbackStalledNotification`: media did not arrive in time to continue playback.
        case playbackStalled
        /// `AVPlayerItem.didPlayToEndTimeNotification`.
        case didPlayToEndTime
        /// `AVPlayerItem.failedToPlayToEndTimeNotification`; the error is `SimulatedPlayerItem.error`.
        case failedToPlayToEndTime
        /// `AVPlayerItem.timeJumpedNotification`.
        case timeJumped
    }

    /// Calls a closure whenever a property has changed.
    ///
    /// It is called after the event, or the app's own call, in which the property has changed, and before time
    /// passes. Observers of one change are called in the order in which they were registered. The effect of an
    /// observer's call on a player has happened when the call returns; others are told of it when all have been told
    /// of what came before.
    ///
    /// - Returns: The token: hold on to it for as long as the observer is to be called.
    public func observe(_ property: Property, changed body: @escaping (SimulatedPlayer) -> Void) -> Observation {
        register(.property(property)) { [self] in body(self) }
    }

    /// Calls a closure whenever a notification is posted, with the order and the lifetime of `observe(_:changed:)`.
    public func onNotification(
        _ notification: Notification, perform body: @escaping (SimulatedPlayer) -> Void
    ) -> Observation { register(.notification(notification)) { [self] in body(self) } }

    /// Calls a closure again and again while playback goes on.
    ///
    /// It is called at the very nanosecond at which playback reaches a whole multiple of the interval on the item's
    /// timeline; at a rate above 1, which steps over nanoseconds, at the first one behind it. It is also called
    /// whenever time jumps, and whenever playback starts or stops. In AVFoundation the interval may be kept less
    /// exactly.
    ///
    /// - Parameters:
    ///   - interval: On the item's timeline; it must be positive.
    ///   - body: Called with the current time.
    /// - Returns: Hold on to it for as long as the observer is to be called.
    public func addPeriodicTimeObserver(
        forInterval interval: MediaTime, using body: @escaping (MediaTime) -> Void
    ) -> Observation {
        guard interval > .zero else {
            engine.fail(.misuse(.noTimes))
            return register(.boundary([])) {}
        }
        return register(.periodic(interval)) { [self] in body(currentTime()) }
    }

    /// Calls a closure whenever playback passes one of several places.
    ///
    /// It is called at the very nanosecond, or the first one behind. A place that is jumped over is not passed, nor is
    /// one at which playback starts, nor the end of an item that another one follows without a gap: for that there is
    /// `Notification.didPlayToEndTime`.
    ///
    /// - Parameters:
    ///   - times: Places on the item's timeline, in any order; at least one.
    ///   - body: Called once for each place.
    /// - Returns: Hold on to it for as long as the observer is to be called.
    public func addBoundaryTimeObserver(
        forTimes times: [MediaTime], using body: @escaping () -> Void
    ) -> Observation {
        if times.isEmpty { engine.fail(.misuse(.noTimes)) }
        return register(.boundary(times.sorted()), body)
    }

    /// Ends a time observer, as `Observation.invalidate()` does.
    public func removeTimeObserver(_ observation: Observation) { observation.invalidate() }

    private func register(_ kind: Observer.Kind, _ body: @escaping () -> Void) -> Observation {
        let observer = Observer(kind, of: player, from: currentTime(), body)
        engine.add(observer)
        return Observation(observer)
    }
}
