/// `AVPlayer.TimeControlStatus`.
public enum TimeControlStatus: UInt8, CaseIterable, Sendable {
    /// By the names of AVFoundation.
    case paused, waitingToPlayAtSpecifiedRate, playing
}

/// `AVPlayer.WaitingReason`: what a player that waits is waiting for.
public enum WaitingReason: UInt8, CaseIterable, Sendable {
    /// Playing now would probably run the buffer dry before the end.
    case toMinimizeStalls
    /// Not yet decided; AVFoundation asks not to show this to a person.
    case evaluatingBufferingRate
    /// There is no current item.
    case noItemToPlay
    /// Another player shows something else in between: see `Player.isSuspended`.
    case interstitialEvent
}

/// `AVPlayer.ActionAtItemEnd`.
public enum ActionAtItemEnd: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    /// The item leaves the queue. An `AVQueuePlayer` alone may have it.
    case advance
    /// The rate becomes 0.
    case pause
    /// Rate and item stay, and `currentTime` runs on.
    case none
}

/// The system that the app was linked on, as far as it decides how a player waits (A.9–A.12, A.32).
public enum LinkedOn: UInt8, CaseIterable, Sendable {
    /// iOS 9, OS X 10.11 and before: HLS waits by itself, a file does not.
    case iOS9
    /// iOS 10, macOS 10.12, tvOS 10 and later: `automaticallyWaitsToMinimizeStalling` decides for both.
    case iOS10
}

/// The class of AVFoundation that the player is of.
public enum PlayerClass: UInt8, CaseIterable, Sendable {
    /// `AVPlayer`, and `AVQueuePlayer`.
    case player, queuePlayer
}

/// The settings of a player before anything has happened.
public struct PlayerSettings: Equatable, Sendable {
    /// `AVPlayer`, or its subclass with a queue.
    public var playerClass: PlayerClass = .player
    /// The system that the app was linked on.
    public var linkedOn: LinkedOn = .iOS10
    /// `automaticallyWaitsToMinimizeStalling`; without effect under the rules of iOS 9, which did not have it.
    public var automaticallyWaits = true
    /// The longest time for which the reason to wait is `evaluatingBufferingRate`, after which it is
    /// `toMinimizeStalls`.
    ///
    /// Apple calls it a brief initial monitoring, for which no indicator is to be shown (B.2), and gives no length; in
    /// the field evaluating comes first, then minimizing, then playing (AetherEngine #440). A second is our own.
    public var evaluation = TimeAmount.seconds(1)
    /// The fate of a rate that is asked for without autowait before anything is loaded.
    public var earlyRequest = EarlyRequest.remembered
    /// `defaultRate`: what `play()` asks for; above 0.
    public var defaultRate = Rate.one
    /// `actionAtItemEnd`; nil is the class's own default: advance for a queue player, pause for a plain one.
    public var actionAtItemEnd: ActionAtItemEnd?
    /// Whether an `AVQueuePlayer` that advances goes on to the next item when one fails, as was seen from iOS 18.4 on
    /// (SRGSSR/pillarbox-apple, pull request 1193); Apple documents neither.
    public var skipsFailedItems = false
    /// `AVPlayerItem.forwardPlaybackEndTime` that every item begins with; nil is the duration.
    public var forwardPlaybackEndTime: MediaTime?
    /// The rule behind `isPlaybackLikelyToKeepUp`.
    public var keepUp = KeepUp.all[0]
    /// The cost of filling the pipelines before the clock starts (A.35).
    public var preroll = Preroll()
    /// The cost of building them (A.45–A.47).
    public var pipelines = Pipelines()
    /// The transition from one item to another of another asset (A.64–A.68).
    public var transition = ItemTransition()
    /// Whether there is an `AVPlayerLayer` from the beginning.
    public var hasLayer = false

    /// The defaults of AVFoundation, and `play-through`.
    public init() {}

    /// `forwardPlaybackEndTime` as an item begins with it; nil is the duration.
    public func forwardPlaybackEndTime(of item: PlayerItem) -> MediaTime? {
        switch item.end {
        case .asSettings: forwardPlaybackEndTime
        case .duration: nil
        case .at(let place): place
        }
    }
}

/// An item as a player sees it.
public struct PlayerItem: Equatable, BitwiseCopyable, Sendable {
    /// The number of the item. Of one asset there may be several (A.38).
    public var id: Int32 = 0
    /// The number of its asset.
    public var asset: Int16 = 0
    /// The place where it begins: its in point, to which the app has sought before it enqueued it (A.70).
    public var start = MediaTime.zero
    /// Its own `forwardPlaybackEndTime`, as far as one was set.
    public var end = ItemEnd.asSettings
    /// Its length.
    public var duration: MediaTime
    /// Whether it is HTTP Live Streaming, which waited by itself before iOS 10.
    public var isStream: Bool
    /// The distance of key frames, where a seek with tolerance may land; positive.
    public var keyFrameInterval: MediaTime
    /// Whether it has pictures, or is sound alone.
    public var hasPictures = true

    /// Memberwise.
    public init(duration: MediaTime, isStream: Bool, keyFrameInterval: MediaTime) {
        self.duration = duration
        self.isStream = isStream
        self.keyFrameInterval = keyFrameInterval
    }

    /// Its own end, where that is a place.
    public var stop: MediaTime? { if case .at(let place) = end { place } else { nil } }
}

/// `AVPlayerItem.forwardPlaybackEndTime`, as an item has it.
public enum ItemEnd: Equatable, BitwiseCopyable, Sendable {
    /// Nobody has set it: as the player's settings have it for every item.
    case asSettings
    /// Somebody has set it to `invalid`, which is the duration.
    case duration
    /// That place of its timeline; the duration where that comes before.
    case at(MediaTime)

    /// As a call sets it: nil is the duration.
    public init(_ place: MediaTime?) { self = place.map { .at($0) } ?? .duration }
}

/// The reason why loading an item was given up for good. AVFoundation's own codes for this are not published, so each
/// case names the `NSURLError` that it corresponds to.
public enum LoadFailure: Equatable, BitwiseCopyable, Sendable {
    /// No answer came in time: `NSURLErrorTimedOut`, −1001.
    case timedOut
    /// The connection broke in the middle of an answer: `NSURLErrorNetworkConnectionLost`, −1005.
    case connectionLost
    /// The server refused with that HTTP status: `NSURLErrorBadServerResponse`, −1011.
    case badStatus(Int16)
    /// The answer ended with fewer bytes than it had said, or went on with more (RFC 9112, section 8; RFC 9113, section
    /// 8.1.1): `NSURLErrorCannotParseResponse`, −1017.
    case wrongLength
    /// The answer came whole, and is no playlist with segments: no `NSURLError`, but `AVError.failedToParse`, −11853.
    case unreadable
}

/// An input of a player: a call of the app, or a fact of the world.
public enum PlayerInput: Equatable, BitwiseCopyable, Sendable {
    /// `play()`: `defaultRate` is asked for.
    case play
    /// `pause()`: rate 0.
    case pause
    /// `rate = …`.
    case setRate(Rate)
    /// `playImmediately(atRate:)`.
    case playImmediately(Rate)
    /// `setRate(_:time:atHostTime:)`: an item time of nil is the current one, a host time of nil is now.
    case setRateAtHostTime(Rate, itemTime: MediaTime?, hostTime: Instant?)
    /// `automaticallyWaitsToMinimizeStalling = …`.
    case setAutomaticallyWaits(Bool)
    /// `defaultRate = …`.
    case setDefaultRate(Rate)
    /// `actionAtItemEnd = …`.
    case setActionAtItemEnd(ActionAtItemEnd)
    /// `forwardPlaybackEndTime = …` of the current item; nil is the duration.
    case setForwardPlaybackEndTime(MediaTime?)
    /// `seek(to:toleranceBefore:toleranceAfter:)`.
    case seek(to: MediaTime, before: MediaTime, after: MediaTime)
    /// A live stream is joined there, or goes on there, because where the playhead was is no longer to be had.
    case moveLive(to: MediaTime)
    /// The player catches up with a live stream, or lets it get ahead: that speed stands for the natural one from now
    /// on, until there is another item. A rate that the app asks for besides 1 is left alone.
    case setPace(Rate)
    /// An interstitial event begins at that place: the playhead rests there until it is over.
    case suspend(at: MediaTime)
    /// It is over, and playback of the item goes on at that place.
    case resume(at: MediaTime)
    /// `replaceCurrentItem(with:)`: always another item, even of the same media; nil removes the item.
    case replaceCurrentItem(PlayerItem?)
    /// `insert(_:after:)`; nil is the end of the queue.
    case insert(PlayerItem, after: Int32?)
    /// `AVPlayerItem.seek(to:)` of an item behind the current one, by its number: it will begin there. Outside the item
    /// it is cancelled, and so it is of an item that is not there.
    case setStart(MediaTime, of: Int32)
    /// `forwardPlaybackEndTime = …` of an item behind the current one; nil is the duration.
    case setStop(MediaTime?, of: Int32)
    /// `remove(_:)`, of the item with that number; of the current one it is `advanceToNextItem()`.
    case remove(Int32)
    /// `advanceToNextItem()`.
    case advanceToNextItem
    /// `removeAllItems()`.
    case removeAllItems
    /// An `AVPlayerLayer` is attached, or taken away.
    case setLayer(Bool)
    /// The language of sound or subtitles changes, or a track is enabled or disabled (A.43).
    case changeTracks
    /// `AVPlayerItem.cancelPendingSeeks()` of the current item.
    case cancelPendingSeeks
    /// `preroll(atRate:completionHandler:)`.
    case preroll(Rate)
    /// `cancelPendingPrerolls()`.
    case cancelPendingPrerolls
    /// The viewer is gone: `pause()`, and then no item and none behind it, as one call. A paused player that has its
    /// item yet would be asked whether it could start, and may say so of what stalls.
    case tearDown
    /// Something else than the app takes playback away.
    case interrupt(Interruption)
    /// Other media is loaded than before, or what is loaded is known anew after a seek or for another item.
    case bufferChanged
    /// Nothing more of the current item will ever arrive. Without an item it says nothing; after another it is not
    /// news, and the first one counts.
    case loadingFailed(LoadFailure)
    /// The instant has come at which the player wanted to look again.
    case deadline
}

/// An effect that a player wants done.
public enum PlayerEffect: Equatable, Sendable {
    /// Hand in `deadline` at that instant. An earlier one that was asked for may still come; it does no harm.
    case arm(Instant)
    /// The playhead moves otherwise from now on: see `Player.playhead`. Answered by `bufferChanged`.
    case moveClock
    /// Another item, or none, is to be loaded: see `Player.item`. Answered by `bufferChanged`.
    case changeItem
    /// The current item has finished at its end, and another, or none, has taken its place: likewise.
    case finishItem(at: MediaTime)
    /// Other items are behind the current one: see `Player.queue`. Answered by `bufferChanged`.
    case changeQueue
    /// Playback ends elsewhere: see `Player.end`. Answered by `bufferChanged`.
    case moveEnd
    /// Something that an app can observe.
    case announce(Announcement)
}

/// A change that an app can observe of a player, by KVO, notification, completion handler or exception.
public enum Announcement: Equatable, Sendable {
    /// `timeControlStatus`, `reasonForWaitingToPlay` and `rate`.
    case status(TimeControlStatus, reason: WaitingReason?, rate: Rate, cause: Cause)
    /// The timebase's rate, and the place from which it holds.
    case timebase(Rate, at: MediaTime)
    /// `isPlaybackLikelyToKeepUp`.
    case likelyToKeepUp(Bool, KeepUp.Reason)
    /// `isPlaybackBufferFull`.
    case bufferFull(Bool)
    /// `isPlaybackBufferEmpty`: at the end, a `forwardPlaybackEndTime` included, it is true, whatever is loaded behind
    /// that (ours).
    case bufferEmpty(Bool)
    /// `AVPlayerItem.playbackStalledNotification`: media did not arrive in time to continue playback.
    case playbackStalled
    /// `AVPlayerItem.didPlayToEndTimeNotification`.
    case didPlayToEndTime
    /// The end that an item has played to lies ahead of the playhead now: `forwardPlaybackEndTime` was moved (B.6).
    /// AVFoundation does not tell, as it is the app that has moved it; a tool may.
    case endIsAhead
    /// `AVPlayerItem.failedToPlayToEndTimeNotification`, with the error that is under
    /// `AVPlayerItemFailedToPlayToEndTimeErrorKey`.
    case failedToPlayToEndTime(LoadFailure)
    /// `AVPlayerItem.status` becomes `failed`, with the item's `error`. There is no way back: another item is needed.
    case itemFailed(LoadFailure)
    /// `AVPlayerItem.timeJumpedNotification`.
    case timeJumped(to: MediaTime)
    /// The completion handler of a seek.
    case seekFinished(Bool)
    /// The completion handler of `preroll(atRate:)`.
    case prerollFinished(Bool)
    /// Pipelines are built until then, for sound alone or for pictures too. AVFoundation does not tell; a tool may.
    case pipelines(hasVideo: Bool, until: Instant)
    /// An `NSInvalidArgumentException`, which ends the app unless it was linked otherwise.
    case exception(PlayerException)
}

/// The cause of a change of the status, the reason or the requested rate.
public enum Cause: Equatable, Sendable {
    /// The app asked for it.
    case appCall
    /// The rule has come to a judgement, or has asked for more to judge by.
    case judged(KeepUp.Reason)
    /// There was nothing to judge by for so long that the player no longer evaluates: `PlayerSettings.evaluation`.
    case evaluated
    /// The buffer is as full as it gets, so waiting longer is of no use (A.7, B.2).
    case bufferFull
    /// Nothing more of the item will come, so waiting longer is of no use either.
    case nothingMoreComes
    /// The rule is content, and what is loaded is too little to fill the pipelines with, or at last enough: see
    /// `Preroll.media`.
    case fillsPipelines
    /// The buffer ran dry while playing.
    case stalled
    /// The app wanted to play at once, and nothing was loaded.
    case nothingLoaded
    /// A rate was asked for without autowait before anything was loaded: see `EarlyRequest`.
    case remembered
    /// Likewise.
    case dropped
    /// There is nothing to play.
    case noItem
    /// An item has come.
    case itemArrived
    /// The end was reached.
    case reachedEnd
    /// The person jumped to a place that is not loaded.
    case seekedOutsideBuffer
    /// The item has failed. Where the app asks a failed item to play, the rate stays 0, and it says so each time:
    /// what `AVPlayer.rateDidChangeNotification` calls `setRateFailed`.
    case itemFailed
    /// Something else than the app has set the rate to 0.
    case interrupted(Interruption)
    /// An interstitial event has begun, or is over.
    case interstitialBegan
    /// Likewise.
    case interstitialEnded
}

/// A call that AVFoundation answers with an `NSInvalidArgumentException`.
public enum PlayerException: UInt8, Sendable {
    /// `setRate(_:time:atHostTime:)` while `automaticallyWaitsToMinimizeStalling` is true (A.33, B.5).
    case setRateAtHostTimeWhileWaitingAutomatically
    /// `actionAtItemEnd = .advance` on a plain `AVPlayer` (B.6), or a call that only `AVQueuePlayer` has.
    case advanceWithoutQueue
    /// `insert(_:after:)` of an item that is in the queue already, or behind one that is not (B.10).
    case itemCannotBeInserted
    /// `preroll(atRate:)` before any item of the player was ready to play: until then its own status is not
    /// `readyToPlay` (B.5).
    case prerollWhileNotReady
}
