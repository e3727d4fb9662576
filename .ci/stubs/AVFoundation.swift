// Stubs of the interfaces of AVFoundation, CoreMedia and Foundation that the library's conformance uses, by the names
// and signatures of Apple's documentation. They are no part of any target: `.ci/avfoundation` type-checks the
// conformance against them, because there is no SDK of Apple's elsewhere. On Linux, Foundation has the rest.
@_exported import Dispatch
@_exported import Foundation

// MARK: CoreMedia

public typealias CMTimeValue = Int64
public typealias CMTimeScale = Int32

public struct CMTime: Sendable, Comparable {
    public init(seconds: Double, preferredTimescale: Int32) { self.seconds = seconds }
    public init(value: CMTimeValue, timescale: CMTimeScale) { seconds = Double(value) / Double(timescale) }
    public static let zero = CMTime(seconds: 0, preferredTimescale: 1)
    public static let invalid = CMTime(seconds: .nan, preferredTimescale: 1)
    public static let indefinite = CMTime(seconds: .nan, preferredTimescale: 1)
    public static let positiveInfinity = CMTime(seconds: .infinity, preferredTimescale: 1)
    public let seconds: Double
    public var isValid: Bool { !seconds.isNaN }
    public var isNumeric: Bool { seconds.isFinite }
    public var isIndefinite: Bool { false }
    public static func + (left: CMTime, right: CMTime) -> CMTime {
        CMTime(seconds: left.seconds + right.seconds, preferredTimescale: 1)
    }
    public static func - (left: CMTime, right: CMTime) -> CMTime {
        CMTime(seconds: left.seconds - right.seconds, preferredTimescale: 1)
    }
    public static func < (left: CMTime, right: CMTime) -> Bool { left.seconds < right.seconds }
}

public struct CMTimeRange: Sendable, Equatable {
    public var start: CMTime
    public var duration: CMTime
    public var end: CMTime { start + duration }
    public func containsTime(_ time: CMTime) -> Bool { time >= start && time < end }
}

public final class CMTimebase {}
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { 0 }
public let kCMTimebaseNotification_EffectiveRateChanged = "EffectiveRateChanged"

// MARK: Foundation, as Apple's has it

extension NSValue {
    public convenience init(time: CMTime) { fatalError("A stub does nothing.") }
    public var timeRangeValue: CMTimeRange { fatalError("A stub does nothing.") }
}

public final class NSKeyValueObservation: NSObject { public func invalidate() {} }
public struct NSKeyValueObservedChange<Value> {}

public protocol KeyValueObserving {}
extension KeyValueObserving {
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation { NSKeyValueObservation() }
}

// MARK: AVFoundation

@MainActor open class AVPlayer: NSObject, KeyValueObserving {
    public enum Status: Int, @unchecked Sendable { case unknown, readyToPlay, failed }
    public enum TimeControlStatus: Int, @unchecked Sendable { case paused, waitingToPlayAtSpecifiedRate, playing }
    public enum ActionAtItemEnd: Int, @unchecked Sendable { case advance, pause, none }
    public struct WaitingReason: Hashable, RawRepresentable, @unchecked Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let toMinimizeStalls = WaitingReason(rawValue: "")
        public static let evaluatingBufferingRate = WaitingReason(rawValue: "")
        public static let noItemToPlay = WaitingReason(rawValue: "")
        public static let interstitialEvent = WaitingReason(rawValue: "")
    }

    public struct RateDidChangeReason: Hashable, RawRepresentable, @unchecked Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let setRateCalled = RateDidChangeReason(rawValue: "")
        public static let setRateFailed = RateDidChangeReason(rawValue: "")
        public static let audioSessionInterrupted = RateDidChangeReason(rawValue: "")
        public static let appBackgrounded = RateDidChangeReason(rawValue: "")
    }
    public static let rateDidChangeNotification = Notification.Name("")
    public static let rateDidChangeReasonKey = ""

    nonisolated public var status: Status { .unknown }
    nonisolated public var error: (any Error)? { nil }
    nonisolated public var timeControlStatus: TimeControlStatus { .paused }
    nonisolated public var reasonForWaitingToPlay: WaitingReason? { nil }
    public var automaticallyWaitsToMinimizeStalling = true
    nonisolated public var rate: Float {
        get { 0 }
        set {}
    }
    public var defaultRate: Float = 1
    public var actionAtItemEnd = ActionAtItemEnd.pause
    nonisolated public var currentItem: AVPlayerItem? { nil }
    public var volume: Float = 1
    public var isMuted = false
    nonisolated public func play() {}
    nonisolated public func pause() {}
    nonisolated public func playImmediately(atRate rate: Float) {}
    nonisolated public func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {}
    nonisolated public func replaceCurrentItem(with item: AVPlayerItem?) {}
    nonisolated public func currentTime() -> CMTime { .zero }
    nonisolated public func seek(to time: CMTime) {}
    nonisolated public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {}
    nonisolated public func seek(to time: CMTime) async -> Bool { false }
    nonisolated public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {}
    nonisolated public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {}
    nonisolated public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
    ) async -> Bool { false }
    nonisolated public func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {}
    @discardableResult nonisolated public func preroll(atRate rate: Float) async -> Bool { false }
    nonisolated public func cancelPendingPrerolls() {}
    nonisolated public func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any { self }
    nonisolated public func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any { self }
    nonisolated public func removeTimeObserver(_ observer: Any) {}
}

@MainActor open class AVQueuePlayer: AVPlayer {
    nonisolated public func items() -> [AVPlayerItem] { [] }
    nonisolated public func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool { false }
    nonisolated public func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {}
    nonisolated public func remove(_ item: AVPlayerItem) {}
    nonisolated public func removeAllItems() {}
    nonisolated public func advanceToNextItem() {}
}

open class AVPlayerItemAccessLog: NSObject { open var events: [AVPlayerItemAccessLogEvent] { [] } }
open class AVPlayerItemErrorLog: NSObject { open var events: [AVPlayerItemErrorLogEvent] { [] } }

open class AVPlayerItemAccessLogEvent: NSObject {
    open var numberOfMediaRequests: Int { 0 }
    open var playbackStartOffset: TimeInterval { 0 }
    open var segmentsDownloadedDuration: TimeInterval { 0 }
    open var durationWatched: TimeInterval { 0 }
    open var numberOfStalls: Int { 0 }
    open var numberOfBytesTransferred: Int64 { 0 }
    open var transferDuration: TimeInterval { 0 }
    open var observedBitrate: Double { 0 }
    open var indicatedBitrate: Double { 0 }
    open var startupTime: TimeInterval { 0 }
    open var downloadOverdue: Int { 0 }
    open var switchBitrate: Double { 0 }
}

open class AVPlayerItemErrorLogEvent: NSObject {
    open var errorDomain: String { "" }
    open var errorStatusCode: Int { 0 }
    open var errorComment: String? { nil }
}

@MainActor open class AVPlayerItem: NSObject, KeyValueObserving {
    public enum Status: Int, @unchecked Sendable { case unknown, readyToPlay, failed }
    public static let playbackStalledNotification = NSNotification.Name("stalled")
    public static let didPlayToEndTimeNotification = NSNotification.Name("end")
    public static let failedToPlayToEndTimeNotification = NSNotification.Name("failed")
    public static let timeJumpedNotification = NSNotification.Name("jumped")
    public static let newAccessLogEntryNotification = NSNotification.Name("access")
    public static let newErrorLogEntryNotification = NSNotification.Name("error")

    nonisolated public var status: Status { .unknown }
    nonisolated public var error: (any Error)? { nil }
    nonisolated public var duration: CMTime { .indefinite }
    nonisolated public var loadedTimeRanges: [NSValue] { [] }
    nonisolated public var seekableTimeRanges: [NSValue] { [] }
    nonisolated public var isPlaybackLikelyToKeepUp: Bool { false }
    nonisolated public var isPlaybackBufferFull: Bool { false }
    nonisolated public var isPlaybackBufferEmpty: Bool { true }
    public var forwardPlaybackEndTime = CMTime.invalid
    public var preferredPeakBitRate = 0.0
    public var preferredMaximumResolution = CGSize.zero
    public var preferredForwardBufferDuration: TimeInterval = 0
    public var configuredTimeOffsetFromLive = CMTime.invalid
    nonisolated public var recommendedTimeOffsetFromLive: CMTime { .invalid }
    public var automaticallyPreservesTimeOffsetFromLive = false
    public var canUseNetworkResourcesForLiveStreamingWhilePaused = false
    nonisolated public var timebase: CMTimebase? { nil }
    nonisolated public func currentTime() -> CMTime { .zero }
    nonisolated public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {}
    nonisolated public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {}
    nonisolated public func seek(to time: CMTime) async -> Bool { false }
    nonisolated public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
    ) async -> Bool { false }
    nonisolated public func cancelPendingSeeks() {}
    nonisolated public func accessLog() -> AVPlayerItemAccessLog? { nil }
    nonisolated public func errorLog() -> AVPlayerItemErrorLog? { nil }
}
