/// The token that keeps an observer alive, as `NSKeyValueObservation` does: hold on to it.
///
/// When it is invalidated, or nothing holds it any longer, the observer is called no more: not even for what has
/// happened already. Both are safe inside a callback, its own included.
public final class PlaybackObservation {
    private var cancel: (() -> Void)?
    /// The observer of a simulated player; nil for another's.
    let observer: Observer?

    /// A token of another player's observer: for a conformance to `PlaybackPlayer`.
    ///
    /// - Parameter cancel: Ends the observation. It is called once.
    public init(cancel: @escaping () -> Void) {
        self.cancel = cancel
        observer = nil
    }

    init(of observer: Observer) {
        self.observer = observer
        cancel = { observer.invalidate() }
    }

    /// Ends the observation. A second call does nothing.
    public func invalidate() {
        let own = cancel
        cancel = nil
        own?()
    }

    deinit { cancel?() }
}

/// A property of a player that can be observed: one that `AVPlayer` has by that name, and key-value observing shows.
public enum PlaybackProperty: CaseIterable, Sendable {
    /// `AVPlayer.status`.
    case status
    /// `AVPlayer.timeControlStatus`.
    case timeControlStatus
    /// `AVPlayer.reasonForWaitingToPlay`.
    case reasonForWaitingToPlay
    /// `AVPlayer.rate`. Also where a request to play was refused: the rate goes up and back, which is two changes.
    case rate
    /// `AVPlayer.currentItem`.
    case currentItem
}

/// A property of an item that can be observed.
public enum PlaybackItemProperty: CaseIterable, Sendable {
    /// `AVPlayerItem.status`.
    case status
    /// `AVPlayerItem.duration`: known once something is loaded, and of a live stream when the playlist says that it is
    /// over.
    case duration
    /// `AVPlayerItem.loadedTimeRanges`.
    case loadedTimeRanges
    /// `AVPlayerItem.seekableTimeRanges`: of a live stream it moves with the playlist.
    case seekableTimeRanges
    /// `AVPlayerItem.isPlaybackLikelyToKeepUp`.
    case isPlaybackLikelyToKeepUp
    /// `AVPlayerItem.isPlaybackBufferFull`.
    case isPlaybackBufferFull
    /// `AVPlayerItem.isPlaybackBufferEmpty`.
    case isPlaybackBufferEmpty
    /// The rate of the item's timebase: `kCMTimebaseNotification_EffectiveRateChanged`.
    case timebaseRate
}

/// A notification that is posted for an item.
public enum PlaybackNotification: CaseIterable, Sendable {
    /// `AVPlayerItem.playbackStalledNotification`: media did not arrive in time to continue playback.
    case playbackStalled
    /// `AVPlayerItem.didPlayToEndTimeNotification`.
    case didPlayToEndTime
    /// `AVPlayerItem.failedToPlayToEndTimeNotification`; the reason is the item's `error`.
    case failedToPlayToEndTime
    /// `AVPlayerItem.timeJumpedNotification`.
    case timeJumped
    /// `AVPlayerItem.newAccessLogEntryNotification`: `accessLog()` has an event more. The first begins with what is
    /// fetched first, or with playback; then one does with every start of playback, and with every other variant.
    case newAccessLogEntry
    /// `AVPlayerItem.newErrorLogEntryNotification`: `errorLog()` has an event more.
    case newErrorLogEntry
}
