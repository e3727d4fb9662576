internal import PlayerModel

extension SimulatedPlayer {
    /// `AVPlayer.Status`.
    public enum Status: Sendable {
        /// Nothing is known yet: before the first item can be played.
        case unknown
        /// It can play.
        case readyToPlay
        /// It never fails here: an item does.
        case failed
    }

    /// `AVPlayer.TimeControlStatus`.
    public enum TimeControlStatus: Sendable {
        /// The rate is 0.
        case paused
        /// Playback was asked for, and does not go on: see `reasonForWaitingToPlay`.
        case waitingToPlayAtSpecifiedRate
        /// It plays.
        case playing

        init(_ status: PlayerModel.TimeControlStatus) {
            self =
                switch status {
                case .paused: .paused
                case .waitingToPlayAtSpecifiedRate: .waitingToPlayAtSpecifiedRate
                case .playing: .playing
                }
        }
    }

    /// `AVPlayer.WaitingReason`: what a player that waits is waiting for.
    public enum WaitingReason: Hashable, Sendable {
        /// Playing now would probably run the buffer dry before the end.
        case toMinimizeStalls
        /// Not yet decided; AVFoundation asks not to show this to a person.
        case evaluatingBufferingRate
        /// There is no current item.
        case noItemToPlay
        /// Another player shows something in between.
        case interstitialEvent

        init(_ reason: PlayerModel.WaitingReason) {
            self =
                switch reason {
                case .toMinimizeStalls: .toMinimizeStalls
                case .evaluatingBufferingRate: .evaluatingBufferingRate
                case .noItemToPlay: .noItemToPlay
                case .interstitialEvent: .interstitialEvent
                }
        }
    }

    /// `AVPlayer.ActionAtItemEnd`.
    public enum ActionAtItemEnd: Sendable {
        /// The item leaves the queue. An `AVQueuePlayer` alone may have it.
        case advance
        /// The rate becomes 0.
        case pause
        /// Rate and item stay, and `currentTime` runs on.
        case none

        init(_ action: PlayerModel.ActionAtItemEnd) {
            self =
                switch action {
                case .advance: .advance
                case .pause: .pause
                case .none: .none
                }
        }

        var model: PlayerModel.ActionAtItemEnd {
            switch self {
            case .advance: .advance
            case .pause: .pause
            case .none: .none
            }
        }
    }

    /// `AVPlayer.RateDidChangeReason`: why the rate was set. Not modelled are the reasons of a player that goes back to
    /// rate 1 at the live edge by itself, or that plays in reverse (26.4).
    public enum RateDidChangeReason: Hashable, Sendable {
        /// The app has asked for it.
        case setRateCalled
        /// The app has asked for it, and the player could not: its item has failed before, or nothing is loaded.
        case setRateFailed
        /// The audio session was interrupted.
        case audioSessionInterrupted
        /// The app has gone to the background.
        case appBackgrounded
        /// None that Apple has published: the end of an item, an item that fails, a stall without waiting, another item
        /// of which nothing is loaded where the player does not wait, headphones that are gone.
        case unspecified

        /// The reason by its cause, and by whether a request of the app's was refused.
        init(_ cause: Cause, isRefusal: Bool) {
            self =
                switch cause {
                case .appCall, .remembered: .setRateCalled
                case .itemFailed, .nothingLoaded, .dropped: isRefusal ? .setRateFailed : .unspecified
                case .interrupted(.audioSession): .audioSessionInterrupted
                case .interrupted(.background): .appBackgrounded
                case .interrupted(.oldDeviceUnavailable), .judged, .evaluated, .bufferFull, .nothingMoreComes,
                    .fillsPipelines, .stalled, .noItem, .itemArrived, .reachedEnd, .seekedOutsideBuffer,
                    .interstitialBegan, .interstitialEnded:
                    .unspecified
                }
        }
    }

    /// Something that sets a player's rate to 0 though the app has not asked for it. The player never resumes by
    /// itself: an app that wants to go on calls `play()`.
    public enum Interruption: Sendable, CaseIterable {
        /// A phone call or an alarm takes the audio session: `audioSessionInterrupted`.
        case audioSession
        /// The output that played is gone, such as headphones:
        /// `AVAudioSession.RouteChangeReason.oldDeviceUnavailable`.
        case oldDeviceUnavailable
        /// The app goes to the background, which playback of pictures in an `AVPlayerLayer` does not survive:
        /// `appBackgrounded`. Sound alone plays on.
        case background
    }

    /// A call that AVFoundation answers with an `NSInvalidArgumentException`, which ends the app.
    public enum Exception: Hashable, Sendable {
        /// `setRate(_:time:atHostTime:)` while `automaticallyWaitsToMinimizeStalling` is true.
        case setRateAtHostTimeWhileWaitingAutomatically
        /// `actionAtItemEnd = .advance` on a plain `AVPlayer`.
        case advanceWithoutQueue
        /// `insert(_:after:)` of an item that is in the queue already, or `replaceCurrentItem(with:)` of one that waits
        /// in it (AVPlayer.h); and, by our choice, `insert(_:after:)` behind an item that is not in the queue.
        case itemCannotBeInserted
        /// `preroll(atRate:)` while the player's status is not `readyToPlay` (AVPlayer.h). That it becomes so with the
        /// first current item that is ready, and stays so, is ours.
        case prerollWhileNotReady
        /// `seek(to:)` of an item to a time that is `invalid` or `indefinite`, as a product with a duration is that is
        /// not known yet: "Seeking is not possible to time {INVALID}" (AVPlayerItem.h; the words are those of public
        /// reports of crashes: WistiaKit, issue 94; damus, pull request 1321).
        case seekingIsNotPossible(to: MediaTime)
        /// A seek of an item with a tolerance that is `invalid` or negative (AVPlayerItem.h).
        case toleranceIsNotPossible(MediaTime)
        /// `removeTimeObserver(_:)` of a token that another player has given, or that is no token of a time observer.
        /// AVPlayer.h says so, and public reports of crashes do (just_audio, issue 882).
        case timeObserverOfAnotherPlayer
        /// `addPeriodicTimeObserver` with an interval that is not positive, as `CMTime` makes it of half a second at a
        /// timescale of 1. Apple does not document it; public reports of crashes do, which do not name its class:
        /// "invalid parameter not satisfying: ((Boolean)(CMTimeCompare(interval, kCMTimeZero) > 0))"
        /// (react-native-track-player, issue 1916).
        case intervalIsNotPossible(MediaTime)

        init(_ exception: PlayerException) {
            self =
                switch exception {
                case .setRateAtHostTimeWhileWaitingAutomatically: .setRateAtHostTimeWhileWaitingAutomatically
                case .advanceWithoutQueue: .advanceWithoutQueue
                case .itemCannotBeInserted: .itemCannotBeInserted
                case .prerollWhileNotReady: .prerollWhileNotReady
                }
        }

        /// The exception as the machine raises it; nil for one that is raised before the machine hears of the call.
        var model: PlayerException? {
            switch self {
            case .setRateAtHostTimeWhileWaitingAutomatically: .setRateAtHostTimeWhileWaitingAutomatically
            case .advanceWithoutQueue: .advanceWithoutQueue
            case .itemCannotBeInserted: .itemCannotBeInserted
            case .prerollWhileNotReady: .prerollWhileNotReady
            case .seekingIsNotPossible, .toleranceIsNotPossible, .timeObserverOfAnotherPlayer, .intervalIsNotPossible:
                nil
            }
        }
    }
}

extension SimulatedPlayerItem {
    /// `AVPlayerItem.Status`.
    public enum Status: CaseIterable, Sendable {
        /// Nothing of it is loaded yet.
        case unknown
        /// Something of it is loaded. AVFoundation does not say what exactly it takes.
        case readyToPlay
        /// It cannot be played any more, and `error` says why. Another item must take its place.
        case failed
    }
}
