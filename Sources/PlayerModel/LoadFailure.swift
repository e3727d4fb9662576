/// Why media did not come.
public enum LoadFailure: Equatable, BitwiseCopyable, Sendable {
    /// Nothing came for too long: `NSURLErrorTimedOut`, -1001.
    case timedOut
    /// The connection broke: `NSURLErrorNetworkConnectionLost`, -1005.
    case connectionLost
    /// The host's address is not known: `NSURLErrorCannotFindHost`, -1003.
    case cannotFindHost
    /// An answer with this status of HTTP and no media: `NSURLErrorBadServerResponse`, -1011.
    case badStatus(Int16)
}
