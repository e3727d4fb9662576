import PlayerModel

/// A playlist of HTTP Live Streaming, as RFC 8216 and draft-pantos-hls-rfc8216bis have it.
package enum Playlist: Equatable, Sendable {
    case multivariant(MultivariantPlaylist)
    case media(MediaPlaylist)
}

/// The tags that both kinds of playlist may have.
package struct PlaylistHead: Equatable, Sendable {
    /// EXT-X-VERSION; 1 where it is absent.
    package var version: Int64 = 1
    /// Of all that is in it, what needs the highest version; nil where all of it has been there from the first on.
    var need: PlaylistVersionNeed?
    /// The highest version that there is (draft-pantos-hls-rfc8216bis-22, section 8).
    static let latestVersion: Int64 = 13
    /// Whether every segment can be decoded by itself.
    package var hasIndependentSegments = false
    /// Whether it has EXT-X-RENDITION-REPORT.
    var hasRenditionReports = false
    /// EXT-X-START.
    package var start: LiveSource.Start?
    var startPlace: Place?
    /// EXT-X-DEFINE, in order.
    package var variables: [PlaylistVariable] = []

    package init() {}
}

/// EXT-X-KEY and EXT-X-SESSION-KEY: how segments are encrypted.
package struct PlaylistKey: Equatable, Sendable {
    package enum Method: String, CaseIterable, Sendable {
        case none = "NONE"
        case aes128 = "AES-128"
        case sampleAES = "SAMPLE-AES"
        case sampleAESCTR = "SAMPLE-AES-CTR"
        case aes256GCM = "AES-256-GCM"
    }

    package var method: Method
    /// The URI of the key; empty exactly where the method is `none`.
    package var uri: PlaylistSlice
    /// The initialization vector; without it the media sequence number of a segment is used.
    package var iv: UInt128?
    /// KEYFORMAT; empty where absent, which means "identity".
    package var keyFormat: PlaylistSlice
    package var keyFormatVersions: PlaylistSlice
    package var line: Int32
}

/// A range of bytes in a file.
package struct PlaylistByteRange: Equatable, BitwiseCopyable, Sendable {
    package var offset: Int64
    package var length: Int64

    /// The offset after the last byte.
    package var end: Int64 { offset + length }
}
