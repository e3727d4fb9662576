public import Dispatch

/// The part of `AVPlayer` that an app's controller needs: by AVFoundation's own names and signatures, so that
/// `AVPlayer` conforms as it is, and `SimulatedPlayer` in its place in a test.
///
/// ```swift
/// @MainActor final class SpinnerController<Player: PlaybackPlayer> {
///     let player: Player
///     init(_ player: Player) { self.player = player }
///     var showsSpinner: Bool { player.reasonForWaitingToPlay == .toMinimizeStalls }
/// }
/// ```
///
/// Its types are associated ones: a controller of an `AVPlayer` speaks of `CMTime`, in a test of `MediaTime`. It is
/// bound to the main actor, as the class `AVPlayer` is, though most members of that are `nonisolated`. It is `Sendable`
/// as whatever is bound to an actor: closures and tasks may hold one. Key-value observing and `NotificationCenter` have
/// methods in their place, because only subclasses of `NSObject` can be observed there.
@MainActor
public protocol PlaybackPlayer<Item>: AnyObject, Sendable {
    /// `AVPlayerItem`.
    associatedtype Item: PlaybackItem
    /// `AVPlayer.Status`.
    associatedtype Status: PlaybackStatus
    /// `AVPlayer.TimeControlStatus`.
    associatedtype TimeControlStatus: PlaybackTimeControlStatus
    /// `AVPlayer.WaitingReason`.
    associatedtype WaitingReason: PlaybackWaitingReason
    /// `AVPlayer.ActionAtItemEnd`.
    associatedtype ActionAtItemEnd: PlaybackActionAtItemEnd
    /// `AVPlayer.RateDidChangeReason`.
    associatedtype RateDidChangeReason: PlaybackRateDidChangeReason

    /// Whether it can play.
    var status: Status { get }
    /// The reason why it cannot.
    var error: (any Error)? { get }
    /// Whether playback is paused, waits, or goes on.
    var timeControlStatus: TimeControlStatus { get }
    /// The reason why the player waits.
    var reasonForWaitingToPlay: WaitingReason? { get }
    /// Whether it waits by itself where it expects to stall.
    var automaticallyWaitsToMinimizeStalling: Bool { get set }
    /// The rate that was asked for.
    var rate: Float { get set }
    /// The rate that `play()` asks for.
    var defaultRate: Float { get set }
    /// The action at the end of an item.
    var actionAtItemEnd: ActionAtItemEnd { get set }
    /// The item that is played.
    var currentItem: Item? { get }
    /// The volume of the sound, from 0 to 1.
    var volume: Float { get set }
    /// Whether the sound is muted.
    var isMuted: Bool { get set }

    /// Asks for `defaultRate`.
    func play()
    /// Sets the rate to 0.
    func pause()
    /// Plays at once with whatever is loaded.
    func playImmediately(atRate rate: Float)
    /// Ties the item's timeline to the host clock.
    func setRate(_ rate: Float, time itemTime: Item.Time, atHostTime hostClockTime: Item.Time)
    /// Makes an item the current one, or none.
    func replaceCurrentItem(with item: Item?)
    /// The place of playback.
    func currentTime() -> Item.Time

    /// Goes to a place, or near it.
    func seek(to time: Item.Time)
    /// Goes to a place, or near it, and says whether that was completed.
    func seek(to time: Item.Time, completionHandler: @escaping @Sendable (Bool) -> Void)
    /// Goes to a place, no further off than that.
    func seek(to time: Item.Time, toleranceBefore: Item.Time, toleranceAfter: Item.Time)
    /// Goes to a place, no further off than that, and says whether that was completed.
    func seek(
        to time: Item.Time, toleranceBefore: Item.Time, toleranceAfter: Item.Time,
        completionHandler: @escaping @Sendable (Bool) -> Void)
    /// Goes to a place, or near it, and returns whether that was completed.
    @discardableResult
    func seek(to time: Item.Time) async -> Bool
    /// Goes to a place, no further off than that, and returns whether that was completed.
    @discardableResult
    func seek(to time: Item.Time, toleranceBefore: Item.Time, toleranceAfter: Item.Time) async -> Bool
    /// Fills the pipelines of a paused player, and says whether they are full.
    func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)?)
    /// Fills the pipelines of a paused player, and returns whether they are full.
    @discardableResult
    func preroll(atRate rate: Float) async -> Bool
    /// Interrupts a preroll.
    func cancelPendingPrerolls()

    /// Calls a closure again and again while playback goes on.
    func addPeriodicTimeObserver(
        forInterval interval: Item.Time, queue: DispatchQueue?, using block: @escaping @Sendable (Item.Time) -> Void
    ) -> Any
    /// Calls a closure whenever playback passes one of several places. AVFoundation takes them as `NSValue`.
    func addBoundaryTimeObserver(
        forTimes times: [Item.Time], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any
    /// Ends a time observer.
    func removeTimeObserver(_ observer: Any)

    /// Calls a closure on the main actor whenever a property has changed, as key-value observing does.
    func observe(
        _ property: PlaybackProperty, changed body: @escaping @MainActor () -> Void
    ) -> PlaybackObservation
    /// Calls a closure on the main actor whenever a property of the current item has changed, or another item is
    /// current: the key path `currentItem?.…`.
    func observeCurrentItem(
        _ property: PlaybackItemProperty, changed body: @escaping @MainActor () -> Void
    ) -> PlaybackObservation
    /// Calls a closure on the main actor whenever the rate has changed, with the reason:
    /// `rateDidChangeNotification`; nil where the notification names none.
    func onRateChange(perform body: @escaping @MainActor (RateDidChangeReason?) -> Void) -> PlaybackObservation
}

extension PlaybackPlayer {
    /// Fills the pipelines of a paused player: `completionHandler` is nil.
    public func preroll(atRate rate: Float) { preroll(atRate: rate, completionHandler: nil) }
}

/// The part of `AVQueuePlayer` that an app's controller needs.
@MainActor
public protocol PlaybackQueuePlayer<Item>: PlaybackPlayer {
    /// The current item and those behind it, in the order in which they will play.
    func items() -> [Item]
    /// Whether an item can be put there.
    func canInsert(_ item: Item, after afterItem: Item?) -> Bool
    /// Puts an item behind another, or at the end.
    func insert(_ item: Item, after afterItem: Item?)
    /// Takes an item out.
    func remove(_ item: Item)
    /// Takes all items out.
    func removeAllItems()
    /// Goes on with the next item.
    func advanceToNextItem()
}

/// The part of `AVPlayerItem` that an app's controller needs. Two are equal if they are the same object, as
/// `AVPlayerItem` has it.
@MainActor
public protocol PlaybackItem: AnyObject, Hashable, Sendable {
    /// `CMTime`.
    associatedtype Time: PlaybackTime
    /// `NSValue`, which has a `CMTimeRange`.
    associatedtype TimeRangeValue: PlaybackTimeRangeValue where TimeRangeValue.TimeRange.Time == Time
    /// `AVPlayerItem.Status`.
    associatedtype Status: PlaybackStatus
    /// `CGSize`.
    associatedtype Size: PlaybackSize
    /// `AVPlayerItemAccessLog`.
    associatedtype AccessLog: PlaybackAccessLog
    /// `AVPlayerItemErrorLog`.
    associatedtype ErrorLog: PlaybackErrorLog

    /// Whether it can be played.
    var status: Status { get }
    /// The reason why it cannot.
    var error: (any Error)? { get }
    /// Its length; `indefinite` until that is known, and while a live stream goes on.
    var duration: Time { get }
    /// The stretches that are loaded.
    var loadedTimeRanges: [TimeRangeValue] { get }
    /// The stretches to which playback can go.
    var seekableTimeRanges: [TimeRangeValue] { get }
    /// Whether playback that starts now will probably go on to the end.
    var isPlaybackLikelyToKeepUp: Bool { get }
    /// Whether as much is loaded as the player wants.
    var isPlaybackBufferFull: Bool { get }
    /// Whether nothing is loaded at the place of playback; of a simulated player also at its `forwardPlaybackEndTime`.
    var isPlaybackBufferEmpty: Bool { get }
    /// The place where it ends; `invalid` is its duration.
    var forwardPlaybackEndTime: Time { get set }
    /// The most that should be fetched per second, in bits; 0 is no limit.
    var preferredPeakBitRate: Double { get set }
    /// The most pixels that a variant should have; zero is no limit.
    var preferredMaximumResolution: Size { get set }
    /// The seconds of media that should be ahead; 0 leaves the choice to the player.
    var preferredForwardBufferDuration: Double { get set }
    /// How far from the end of the playlist playback of a live stream begins; `invalid` of what is not live.
    var configuredTimeOffsetFromLive: Time { get set }
    /// How far that should be; `invalid` of what is not live.
    var recommendedTimeOffsetFromLive: Time { get }
    /// Whether playback that has waited goes on as far from the end of the playlist as it was when it began to wait.
    var automaticallyPreservesTimeOffsetFromLive: Bool { get set }
    /// Whether the playlists of a live stream are loaded again while the player is paused.
    var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool { get set }
    /// The rate at which time really passes on its timeline: `CMTimebaseGetRate(timebase)`. It is 0 while the player
    /// waits, when the player's `rate` is not.
    var timebaseRate: Double { get }

    /// The place of playback.
    func currentTime() -> Time
    /// Goes to a place, or near it.
    func seek(to time: Time, completionHandler: (@Sendable (Bool) -> Void)?)
    /// Goes to a place, no further off than that.
    func seek(
        to time: Time, toleranceBefore: Time, toleranceAfter: Time, completionHandler: (@Sendable (Bool) -> Void)?)
    /// Goes to a place, or near it, and returns whether that was completed.
    @discardableResult
    func seek(to time: Time) async -> Bool
    /// Goes to a place, no further off than that, and returns whether that was completed.
    @discardableResult
    func seek(to time: Time, toleranceBefore: Time, toleranceAfter: Time) async -> Bool
    /// Calls off a seek that is pending.
    func cancelPendingSeeks()
    /// The log of what was fetched and played.
    func accessLog() -> AccessLog?
    /// The log of what failed.
    func errorLog() -> ErrorLog?

    /// Calls a closure on the main actor whenever a property has changed, as key-value observing does.
    func observe(
        _ property: PlaybackItemProperty, changed body: @escaping @MainActor () -> Void
    ) -> PlaybackObservation
    /// Calls a closure on the main actor whenever a notification is posted for this item.
    func onNotification(
        _ notification: PlaybackNotification, perform body: @escaping @MainActor () -> Void
    ) -> PlaybackObservation
}

extension PlaybackItem {
    /// Goes to a place, or near it: `completionHandler` is nil.
    public func seek(to time: Time) { seek(to: time, completionHandler: nil) }
    /// Goes to a place, no further off than that: `completionHandler` is nil.
    public func seek(to time: Time, toleranceBefore: Time, toleranceAfter: Time) {
        seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter, completionHandler: nil)
    }
}
