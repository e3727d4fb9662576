/// A place on a timeline as a controller needs it: `CMTime`, or `MediaTime` in a test.
public protocol PlaybackTime: Comparable, Sendable {
    /// That many seconds, cut toward zero to whole parts of a second, of which there are `preferredTimescale`.
    init(seconds: Double, preferredTimescale: Int32)
    /// `value` parts of a second of which there are `timescale`.
    init(value: Int64, timescale: Int32)
    /// The item's beginning.
    static var zero: Self { get }
    /// No time at all.
    static var invalid: Self { get }
    /// A duration that is not known.
    static var indefinite: Self { get }
    /// As a tolerance, without limit; as a place to seek, the end, which of a live stream is the newest that there is.
    static var positiveInfinity: Self { get }
    /// The place in seconds.
    var seconds: Double { get }
    /// Whether it is a time at all, be it a number, infinite or `indefinite`.
    var isValid: Bool { get }
    /// Whether it is a number.
    var isNumeric: Bool { get }
    /// Whether it is `indefinite`.
    var isIndefinite: Bool { get }
    /// The sum of both.
    static func + (left: Self, right: Self) -> Self
    /// The length from the right place to the left one.
    static func - (left: Self, right: Self) -> Self
}

/// A stretch of a timeline: `CMTimeRange`, or `MediaTimeRange` in a test.
public protocol PlaybackTimeRange: Equatable, Sendable {
    /// Its places.
    associatedtype Time: PlaybackTime
    /// The place where it begins.
    var start: Time { get }
    /// The first place behind it.
    var end: Time { get }
    /// Its length.
    var duration: Time { get }
    /// Whether a place lies in it.
    func containsTime(_ time: Time) -> Bool
}

/// An element of `loadedTimeRanges`: an `NSValue` in AVFoundation, which has the range within.
public protocol PlaybackTimeRangeValue<TimeRange> {
    /// The range within.
    associatedtype TimeRange: PlaybackTimeRange
    /// `NSValue.timeRangeValue`.
    var timeRangeValue: TimeRange { get }
}

/// `AVPlayer.TimeControlStatus`, by the names of its cases.
public protocol PlaybackTimeControlStatus: Equatable, Sendable {
    /// The rate is 0.
    static var paused: Self { get }
    /// Playback was asked for, and does not go on.
    static var waitingToPlayAtSpecifiedRate: Self { get }
    /// It plays.
    static var playing: Self { get }
}

/// `AVPlayer.WaitingReason`, by the names of its values.
public protocol PlaybackWaitingReason: Equatable, Sendable {
    /// Playing now would probably run the buffer dry.
    static var toMinimizeStalls: Self { get }
    /// Not yet decided; AVFoundation asks not to show this to a person.
    static var evaluatingBufferingRate: Self { get }
    /// There is no current item.
    static var noItemToPlay: Self { get }
    /// Another player shows something in between.
    static var interstitialEvent: Self { get }
}

/// `AVPlayer.ActionAtItemEnd`, by the names of its cases.
public protocol PlaybackActionAtItemEnd: Equatable, Sendable {
    /// The item leaves the queue.
    static var advance: Self { get }
    /// The rate becomes 0.
    static var pause: Self { get }
    /// Rate and item stay.
    static var none: Self { get }
}

/// `AVPlayer.RateDidChangeReason`, by the names of its values.
public protocol PlaybackRateDidChangeReason: Equatable, Sendable {
    /// The app has asked for it.
    static var setRateCalled: Self { get }
    /// The app has asked for it, and the player could not.
    static var setRateFailed: Self { get }
    /// The audio session was interrupted.
    static var audioSessionInterrupted: Self { get }
    /// The app has gone to the background.
    static var appBackgrounded: Self { get }
}

/// `AVPlayer.Status` and `AVPlayerItem.Status`, by the names of their cases.
public protocol PlaybackStatus: Equatable, Sendable {
    /// Nothing is known yet.
    static var unknown: Self { get }
    /// It can play.
    static var readyToPlay: Self { get }
    /// It cannot, and `error` says why.
    static var failed: Self { get }
}

/// A width and a height: `CGSize`, or `PresentationSize` in a test.
public protocol PlaybackSize: Equatable, Sendable {
    /// A size by its sides.
    init(width: Double, height: Double)
    /// No size; as a limit, none.
    static var zero: Self { get }
}

extension MediaTime: PlaybackTime {}
extension MediaTimeRange: PlaybackTimeRange, PlaybackTimeRangeValue {
    /// Itself, where AVFoundation has it within an `NSValue`.
    public var timeRangeValue: MediaTimeRange { self }
}
extension PresentationSize: PlaybackSize {}
extension SimulatedPlayer.Status: PlaybackStatus {}
extension SimulatedPlayerItem.Status: PlaybackStatus {}
extension SimulatedPlayer.TimeControlStatus: PlaybackTimeControlStatus {}
extension SimulatedPlayer.WaitingReason: PlaybackWaitingReason {}
extension SimulatedPlayer.ActionAtItemEnd: PlaybackActionAtItemEnd {}
extension SimulatedPlayer.RateDidChangeReason: PlaybackRateDidChangeReason {}
