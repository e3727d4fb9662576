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
    /// A byte range of EXT-X-MAP without an offset.
    case sectionWithoutOffset
    /// A tag behind parts of the segment that it is of.
    case behindParts(PlaylistTag)
    /// EXT-X-PRELOAD-HINT in a playlist that has ended.
    case hintAtEnd
    /// EXT-X-PRELOAD-HINT of a TYPE of which there is one already.
    case secondHint(type: String, firstLine: Int32)
    /// Something of EXT-X-RENDITION-REPORT that is not as it must be.
    case renditionReport(why: String)
    /// A date range whose CUE has both PRE and POST; whether it is an interstitial event.
    case bothCues(isPlayed: Bool)
    /// Something of REQ-VIDEO-LAYOUT that is not as it must be, though all of its words are known.
    case layout(why: String)
    /// The value of an attribute that is for an identifier.
    case stableID(String, of: String)
    /// Closed captions of a variant, where another says that there are none in any.
    case captions
    /// The playlist of EXT-X-I-FRAME-STREAM-INF is not one of key frames.
    case allFrames
    /// A second tag of those that a segment has once; and one that no segment follows.
    case secondOfSegment(PlaylistTag), ofNoSegment(PlaylistTag)
    /// A tag that says the same as another.
    case repeated(PlaylistTag, by: String, firstLine: Int32)

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
            "no media playlist names the key '\(PlaylistWords.cut(uri))' with this METHOD, KEYFORMAT and "
                + "KEYFORMATVERSIONS, so it is not fetched (ours); a path here is relative to the multivariant playlist"
        case .otherSteeringVersion(let file, let isFirst):
            "'\(PlaylistWords.cut(file))' is a steering manifest of another VERSION than 1, which a player passes "
                + "over: " + (isFirst ? "it plays without steering" : "the one before it is loaded again (ours)")
        case .sectionWithoutOffset:
            "this byte range of #EXT-X-MAP has no offset, which must be there (rfc8216bis, 4.4.4.5); it is taken to "
                + "begin with the file"
        case .behindParts(let tag):
            "\(tag.name) must stand before the first #EXT-X-PART of its segment (rfc8216bis, 4.4.4.9); it counts for "
                + "all of the segment"
        case .hintAtEnd:
            "a playlist with #EXT-X-ENDLIST must have no #EXT-X-PRELOAD-HINT (rfc8216bis, 4.4.5.3); no run goes by it"
        case .secondHint(let type, let line):
            "#EXT-X-PRELOAD-HINT should not stand twice with TYPE=\(type) (rfc8216bis, 6.2.6); the first is on line "
                + "\(line), and counts alone"
        case .renditionReport(let why): "\(why) (rfc8216bis, 4.4.5.4); no run goes by it"
        case .bothCues(let isPlayed):
            "CUE must not have both PRE and POST (rfc8216bis, 4.4.5.1); "
                + (isPlayed ? "PRE counts (ours)" : "no run goes by it")
        case .layout(let why): "\(why) (rfc8216bis, 4.4.6.2); no run goes by it"
        case .stableID(let id, let name):
            "'\(PlaylistWords.cut(id))' is no \(name), which must be of A to Z, a to z, 0 to 9, +, /, =, ., - and _ "
                + "(rfc8216bis, 4.4.6); it counts all the same"
        case .captions:
            "every variant with pictures must have CLOSED-CAPTIONS=NONE where one has it (rfc8216bis, 4.4.6.2); no run "
                + "goes by it"
        case .allFrames:
            "the playlist of #EXT-X-I-FRAME-STREAM-INF must have #EXT-X-I-FRAMES-ONLY, and this one has not "
                + "(rfc8216bis, 4.4.6.3); it is for scanning through, which is not modelled"
        case .secondOfSegment(let tag):
            "\(tag.name) stands twice for one segment; players may take either, and here the last counts (ours)"
        case .ofNoSegment(let tag):
            "\(tag.name) is of the segment that follows it (RFC 8216, 4.3.2), and none does; it says nothing"
        case .repeated(let tag, let names, let line):
            "\(tag.name) must not stand twice with the same \(names) (rfc8216bis, 4.4.6); the first is on line "
                + "\(line)"
        }
    }
}
