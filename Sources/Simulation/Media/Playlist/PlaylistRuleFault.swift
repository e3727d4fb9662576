/// A rule of the RFC that a playlist breaks, or a file that it names: nothing follows from it but what is said here.
package enum PlaylistRuleFault: Equatable, Sendable {
    /// Something of a date range that is not as it must be, whatever the range is about.
    case dateRange(why: String)
    /// EXT-X-DISCONTINUITY-SEQUENCE behind EXT-X-DISCONTINUITY.
    case lateSequence
    /// A key of AES-128 without IV, in force at EXT-X-MAP.
    case sectionWithoutIV
    /// EXT-X-SESSION-KEY of a key that no media playlist names.
    case idleSessionKey(String)
    /// A steering manifest of another VERSION: the first, or one that follows it.
    case otherSteeringVersion(file: String, isFirst: Bool)

    var message: String {
        switch self {
        case .dateRange(let why): "\(why) (rfc8216bis, 4.4.5.1); no run goes by it"
        case .lateSequence:
            "#EXT-X-DISCONTINUITY-SEQUENCE must stand before any #EXT-X-DISCONTINUITY (RFC 8216, 4.3.3.3); it counts "
                + "all the same"
        case .sectionWithoutIV:
            "this section is encrypted with AES-128, and its #EXT-X-KEY has no IV, which must be there (RFC 8216, "
                + "4.3.2.5); the key is fetched all the same"
        case .idleSessionKey(let uri):
            "no media playlist names the key '\(PlaylistWords.cut(uri))' with this METHOD, so it is not fetched "
                + "(ours); a path here is relative to the multivariant playlist"
        case .otherSteeringVersion(let file, let isFirst):
            "'\(PlaylistWords.cut(file))' is a steering manifest of another VERSION than 1, which a player passes "
                + "over: " + (isFirst ? "it plays without steering" : "the one before it is loaded again (ours)")
        }
    }
}
