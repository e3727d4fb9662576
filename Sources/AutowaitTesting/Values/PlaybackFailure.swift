internal import PlayerModel
internal import Simulation

/// The reason why an item cannot be played any more: `AVPlayerItem.error`. AVFoundation's own codes for this are not
/// published, so each case names the error that it corresponds to.
public enum PlaybackFailure: Error, Hashable, Sendable {
    /// No answer came in time: `NSURLErrorTimedOut`.
    case timedOut
    /// The connection broke in the middle of an answer: `NSURLErrorNetworkConnectionLost`.
    case connectionLost
    /// The server refused with that HTTP status: `NSURLErrorBadServerResponse`.
    case badStatus(Int)
    /// The answer had another length than it had said: `NSURLErrorCannotParseResponse`.
    case wrongLength
    /// The answer came whole, and is no playlist with segments: `AVError.failedToParse`.
    case unreadable

    /// `NSError.domain`.
    public var domain: String { self == .unreadable ? "AVFoundationErrorDomain" : "NSURLErrorDomain" }

    /// `NSError.code`.
    public var code: Int {
        switch self {
        case .timedOut: -1001
        case .connectionLost: -1005
        case .badStatus: -1011
        case .wrongLength: -1017
        case .unreadable: -11853
        }
    }

    /// The domain and the code as `as NSError` asks for them; without these two it has a domain of Swift's own.
    public var _domain: String { domain }
    /// As `_domain`.
    public var _code: Int { code }

    init(_ failure: LoadFailure) {
        self =
            switch failure {
            case .timedOut: .timedOut
            case .connectionLost: .connectionLost
            case .badStatus(let status): .badStatus(Int(status))
            case .wrongLength: .wrongLength
            case .unreadable: .unreadable
            }
    }
}

extension PlaybackFailure: CustomStringConvertible {
    /// The reason in a few words.
    public var description: String {
        switch self {
        case .timedOut: "the request timed out"
        case .connectionLost: "the connection was lost"
        case .badStatus(let status): "the server answered with status \(status)"
        case .wrongLength: "the answer had another length than it said"
        case .unreadable: "the playlist has no segments"
        }
    }
}
