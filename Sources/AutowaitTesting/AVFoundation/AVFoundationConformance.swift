// On watchOS items have no `preferredMaximumResolution`, and players no reasons for changes of their rate.
#if canImport(AVFoundation) && !os(watchOS)
    public import AVFoundation
    internal import Foundation

    // AVPlayer and its items are players and items as they are: nearly all that the protocols ask for they have by
    // the very same name. What is written here is key-value observing and notifications, and times in an NSValue.
    //
    // It was type-checked against stubs of these interfaces, made from Apple's documentation: see .ci/avfoundation.

    extension CMTime: PlaybackTime {}
    extension CMTimeRange: PlaybackTimeRange {}
    extension NSValue: PlaybackTimeRangeValue {}
    extension CGSize: PlaybackSize {}
    extension AVPlayer.Status: PlaybackStatus {}
    extension AVPlayer.TimeControlStatus: PlaybackTimeControlStatus {}
    extension AVPlayer.WaitingReason: PlaybackWaitingReason {}
    extension AVPlayer.ActionAtItemEnd: PlaybackActionAtItemEnd {}
    extension AVPlayer.RateDidChangeReason: PlaybackRateDidChangeReason {}
    extension AVPlayerItem.Status: PlaybackStatus {}
    extension AVPlayerItemAccessLog: PlaybackAccessLog {}
    extension AVPlayerItemAccessLogEvent: PlaybackAccessLogEvent {}
    extension AVPlayerItemErrorLog: PlaybackErrorLog {}
    extension AVPlayerItemErrorLogEvent: PlaybackErrorLogEvent {}

    extension AVPlayer: PlaybackPlayer {
        /// `addBoundaryTimeObserver(forTimes:queue:using:)` of times that are in no `NSValue`.
        public func addBoundaryTimeObserver(
            forTimes times: [CMTime], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
        ) -> Any { addBoundaryTimeObserver(forTimes: times.map { NSValue(time: $0) }, queue: queue, using: block) }

        /// Calls a closure on the main actor whenever a property has changed.
        public func observe(
            _ property: PlaybackProperty, changed body: @escaping @MainActor () -> Void
        ) -> PlaybackObservation {
            switch property {
            case .status: MainThread.token(observe(\.status) { _, _ in MainThread.call(body) })
            case .timeControlStatus:
                MainThread.token(observe(\.timeControlStatus) { _, _ in MainThread.call(body) })
            case .reasonForWaitingToPlay:
                MainThread.token(observe(\.reasonForWaitingToPlay) { _, _ in MainThread.call(body) })
            case .rate: MainThread.token(observe(\.rate) { _, _ in MainThread.call(body) })
            case .currentItem: MainThread.token(observe(\.currentItem) { _, _ in MainThread.call(body) })
            }
        }

        /// Calls a closure on the main actor whenever a property of the current item has changed, or another item is
        /// current.
        public func observeCurrentItem(
            _ property: PlaybackItemProperty, changed body: @escaping @MainActor () -> Void
        ) -> PlaybackObservation {
            // The timebase posts of itself, and not through a key path of the player: its item's is observed anew.
            var own = currentItem?.observe(property, changed: body)
            let items = observe(.currentItem) { [weak self] in
                own?.invalidate()
                own = self?.currentItem?.observe(property, changed: body)
                body()
            }
            return PlaybackObservation {
                own?.invalidate()
                items.invalidate()
            }
        }

        /// Calls a closure on the main actor whenever the rate has changed, with the reason.
        public func onRateChange(
            perform body: @escaping @MainActor (RateDidChangeReason?) -> Void
        ) -> PlaybackObservation {
            // The key is the main actor's, and the closure is not.
            let key = AVPlayer.rateDidChangeReasonKey
            return MainThread.token(AVPlayer.rateDidChangeNotification, of: self) { notification in
                let reason = notification.userInfo?[key] as? RateDidChangeReason
                MainThread.call { body(reason) }
            }
        }
    }

    extension AVQueuePlayer: PlaybackQueuePlayer {}

    extension AVPlayerItem: PlaybackItem {
        /// The rate of the timebase; 0 where there is none yet.
        public var timebaseRate: Double { timebase.map { CMTimebaseGetRate($0) } ?? 0 }

        /// Calls a closure on the main actor whenever a property has changed.
        public func observe(
            _ property: PlaybackItemProperty, changed body: @escaping @MainActor () -> Void
        ) -> PlaybackObservation {
            switch property {
            case .status: MainThread.token(observe(\.status) { _, _ in MainThread.call(body) })
            case .duration: MainThread.token(observe(\.duration) { _, _ in MainThread.call(body) })
            case .loadedTimeRanges: MainThread.token(observe(\.loadedTimeRanges) { _, _ in MainThread.call(body) })
            case .seekableTimeRanges:
                MainThread.token(observe(\.seekableTimeRanges) { _, _ in MainThread.call(body) })
            case .isPlaybackLikelyToKeepUp:
                MainThread.token(observe(\.isPlaybackLikelyToKeepUp) { _, _ in MainThread.call(body) })
            case .isPlaybackBufferFull:
                MainThread.token(observe(\.isPlaybackBufferFull) { _, _ in MainThread.call(body) })
            case .isPlaybackBufferEmpty:
                MainThread.token(observe(\.isPlaybackBufferEmpty) { _, _ in MainThread.call(body) })
            case .timebaseRate: observeTimebase(body)
            }
        }

        /// An item has no timebase before it is ready, and an observer of none would hear of all that there are.
        private func observeTimebase(_ body: @escaping @MainActor () -> Void) -> PlaybackObservation {
            func token() -> PlaybackObservation? {
                let name = Notification.Name(rawValue: kCMTimebaseNotification_EffectiveRateChanged as String)
                return timebase.map { MainThread.token(name, of: $0, body) }
            }
            var own = token()
            let status = observe(.status) {
                guard own == nil else { return }
                own = token()
                if own != nil { body() }
            }
            return PlaybackObservation {
                own?.invalidate()
                status.invalidate()
            }
        }

        /// Calls a closure on the main actor whenever a notification is posted for this item.
        public func onNotification(
            _ notification: PlaybackNotification, perform body: @escaping @MainActor () -> Void
        ) -> PlaybackObservation {
            let name: Notification.Name =
                switch notification {
                case .playbackStalled: AVPlayerItem.playbackStalledNotification
                case .didPlayToEndTime: AVPlayerItem.didPlayToEndTimeNotification
                case .failedToPlayToEndTime: AVPlayerItem.failedToPlayToEndTimeNotification
                case .timeJumped: AVPlayerItem.timeJumpedNotification
                case .newAccessLogEntry: AVPlayerItem.newAccessLogEntryNotification
                case .newErrorLogEntry: AVPlayerItem.newErrorLogEntryNotification
                }
            return MainThread.token(name, of: self, body)
        }
    }

    /// Callbacks on the main actor: AVFoundation may make its own on another thread.
    private enum MainThread {
        static func call(_ body: @escaping @MainActor () -> Void) {
            if Thread.isMainThread {
                MainActor.assumeIsolated { body() }
            } else {
                DispatchQueue.main.async { body() }
            }
        }

        static func token(_ observation: NSKeyValueObservation) -> PlaybackObservation {
            PlaybackObservation { observation.invalidate() }
        }

        static func token(
            _ name: Notification.Name, of object: AnyObject?, _ body: @escaping @MainActor () -> Void
        ) -> PlaybackObservation { token(name, of: object) { (_: Notification) in call(body) } }

        static func token(
            _ name: Notification.Name, of object: AnyObject?, _ body: @escaping @Sendable (Notification) -> Void
        ) -> PlaybackObservation {
            let center = NotificationCenter.default
            let token = center.addObserver(forName: name, object: object, queue: .main, using: body)
            return PlaybackObservation { center.removeObserver(token) }
        }
    }
#endif
