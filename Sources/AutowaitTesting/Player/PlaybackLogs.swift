/// `AVPlayerItemAccessLog`: the periods in which an item was played.
public protocol PlaybackAccessLog {
    /// `AVPlayerItemAccessLogEvent`.
    associatedtype Event: PlaybackAccessLogEvent
    /// The periods, in order.
    var events: [Event] { get }
}

/// `AVPlayerItemAccessLogEvent`, as far as both players have it: an uninterrupted period of playback. A negative number
/// is one that is not known.
public protocol PlaybackAccessLogEvent {
    /// How many requests for media there were.
    var numberOfMediaRequests: Int { get }
    /// The place where the period began, in seconds.
    var playbackStartOffset: Double { get }
    /// Seconds of media that came.
    var segmentsDownloadedDuration: Double { get }
    /// Seconds of media that were played.
    var durationWatched: Double { get }
    /// How often playback stalled.
    var numberOfStalls: Int { get }
    /// Bytes of media that came; of a simulated player, with what was called off, as far as it had come by then.
    var numberOfBytesTransferred: Int64 { get }
    /// Seconds in which the network was busy with them.
    var transferDuration: Double { get }
    /// The measured throughput, in bits per second.
    var observedBitrate: Double { get }
    /// The bit rate that the playlist declares for the variant, in bits per second.
    var indicatedBitrate: Double { get }
    /// Seconds until the item was ready to play.
    var startupTime: Double { get }
    /// How often a segment took longer than it lasts.
    var downloadOverdue: Int { get }
    /// The measured bit rate at which another variant was chosen, in bits per second.
    var switchBitrate: Double { get }
}

/// `AVPlayerItemErrorLog`: what has failed of an item.
public protocol PlaybackErrorLog {
    /// `AVPlayerItemErrorLogEvent`.
    associatedtype Event: PlaybackErrorLogEvent
    /// The failures, in order.
    var events: [Event] { get }
}

/// `AVPlayerItemErrorLogEvent`, as far as both players have it.
public protocol PlaybackErrorLogEvent {
    /// The domain of the error, such as `NSURLErrorDomain`.
    var errorDomain: String { get }
    /// The code of the error in its domain.
    var errorStatusCode: Int { get }
    /// The error in words; nil where there are none.
    var errorComment: String? { get }
}

extension SimulatedAccessLog: PlaybackAccessLog {}
extension SimulatedAccessLog.Event: PlaybackAccessLogEvent {}
extension SimulatedErrorLog: PlaybackErrorLog {}
extension SimulatedErrorLog.Event: PlaybackErrorLogEvent {}
