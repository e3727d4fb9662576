import PlayerModel

/// A request of a real session, or a stretch of several: the little that every log of the field can fill, and that
/// other programs can do something with. Whatever a log does not tell is nil.
///
/// Times are nanoseconds; in a session they count from its first.
package struct FieldRecord: Equatable, Sendable {
    /// The sort of thing that was asked for.
    package enum Kind: String, CaseIterable, Sendable {
        case video, audio
        /// Pictures and sound in one, or either: the log does not say.
        case media
        case playlist
        /// The initialization of a track: a map segment.
        case initialization = "init"
        case key, text
        /// Of no media at all, as far as one can see.
        case other
        /// Many requests of one stretch: an event of an `AVPlayerItemAccessLog`.
        case stretch

        /// Whether its bytes are media.
        var isMedia: Bool {
            switch self {
            case .video, .audio, .media, .stretch: true
            case .playlist, .initialization, .key, .text, .other: false
            }
        }
    }

    /// The instant at which the request was sent.
    package var request: Int64?
    /// The instant at which its answer began.
    package var firstByte: Int64?
    /// The instant at which it was all there.
    package var lastByte: Int64?
    /// Bytes of the body on the wire.
    package var bytes: Int64?
    /// The length of the media in it, in nanoseconds.
    package var media: Int64?
    /// The declared bit rate, in bits per second.
    package var bitRate: Int64?
    package var kind: Kind
    /// Whether it went over a connection that was there already.
    package var isReused: Bool?
    /// The media that was loaded ahead when it was asked for, in nanoseconds.
    package var buffer: Int64?
    /// The time in which its bytes came; where it is a stretch, that of active transfer.
    package var transfer: Int64?
    /// The host that it was asked of, in small letters.
    package var host: String?
    /// How many requests it stands for.
    package var requestCount: Int64? = 1

    init(_ kind: Kind) { self.kind = kind }

    /// Makes it the request that an answer with this status is of: after a redirect or an error (0 is none at all)
    /// whatever came is not what was asked for. Its times are those of whoever answered, and not of the media.
    mutating func take(status: Int64?) {
        guard let status, !(200..<300).contains(status) else { return }
        bringNothing()
        // Nobody knows what came when, and over which connection.
        if status == 0 { (firstByte, lastByte, isReused) = (nil, nil, nil) }
    }

    /// Makes it one that has brought no media, whatever was asked for.
    mutating func bringNothing() { (kind, media, bitRate) = (.other, nil, nil) }

    /// The least that says something of a network's rate: 64 kB in 5 ms. A smaller body comes in a burst or two.
    static let leastBytes: Int64 = 64_000
    static let leastTransfer: Int64 = 5_000_000
    /// More bytes than any log can mean: a petabyte.
    static let mostBytes: Int64 = 1_000_000_000_000_000
    /// 100 Gbit/s: no player's network is that fast, so a unit is confused.
    static let mostRate: Int64 = 100_000_000_000

    /// The rate of the body in bits per second, from the first byte to the last; nil where it says nothing.
    var bodyRate: Int64? {
        guard let bytes, let transfer, bytes >= Self.leastBytes, transfer >= Self.leastTransfer else { return nil }
        return proportion(bytes, 8_000_000_000, over: transfer, .down)
    }

    /// The rate from the request on: half a round trip and the server's thinking count with it.
    var requestRate: Int64? {
        guard let bytes, let request, let lastByte, bytes >= Self.leastBytes else { return nil }
        let passed = lastByte.subtractingClamped(request)
        return passed >= Self.leastTransfer ? proportion(bytes, 8_000_000_000, over: passed, .down) : nil
    }
}
