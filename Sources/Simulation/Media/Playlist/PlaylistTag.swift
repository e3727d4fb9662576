/// The tags that are read here; all others are ignored (RFC 8216, section 6.3.1).
package enum PlaylistTag: UInt8, CaseIterable, Sendable {
    // The common ones come first, because names are looked up in this order.
    case extinf, byteRange, bitRate, programDateTime, discontinuity, gap, key, map
    case m3u, version, define, independentSegments, start
    case targetDuration, mediaSequence, discontinuitySequence, endList, playlistType, iFramesOnly, serverControl
    case partInf, skip
    case media, streamInf, iFrameStreamInf, sessionData, sessionKey, contentSteering
    /// Of media playlists, and no sign of one.
    case dateRange, part, preloadHint, renditionReport

    /// The kind of playlist in which a tag may stand.
    enum Home: Sendable {
        case anyPlaylist
        case mediaPlaylist
        case multivariantPlaylist
    }

    /// Its row in the table of tags; whether it `isUnique`, so that it may stand once alone.
    ///
    /// Inlined, because whoever asks for one column would be handed all of them.
    @inline(__always)
    private var row: (name: String, home: Home, isUnique: Bool) {
        switch self {
        case .extinf: ("#EXTINF", .mediaPlaylist, false)
        case .byteRange: ("#EXT-X-BYTERANGE", .mediaPlaylist, false)
        case .bitRate: ("#EXT-X-BITRATE", .mediaPlaylist, false)
        case .programDateTime: ("#EXT-X-PROGRAM-DATE-TIME", .mediaPlaylist, false)
        case .discontinuity: ("#EXT-X-DISCONTINUITY", .mediaPlaylist, false)
        case .gap: ("#EXT-X-GAP", .mediaPlaylist, false)
        case .key: ("#EXT-X-KEY", .mediaPlaylist, false)
        case .map: ("#EXT-X-MAP", .mediaPlaylist, false)
        case .m3u: ("#EXTM3U", .anyPlaylist, true)
        case .version: ("#EXT-X-VERSION", .anyPlaylist, true)
        case .define: ("#EXT-X-DEFINE", .anyPlaylist, false)
        case .independentSegments: ("#EXT-X-INDEPENDENT-SEGMENTS", .anyPlaylist, true)
        case .start: ("#EXT-X-START", .anyPlaylist, true)
        case .targetDuration: ("#EXT-X-TARGETDURATION", .mediaPlaylist, true)
        case .mediaSequence: ("#EXT-X-MEDIA-SEQUENCE", .mediaPlaylist, true)
        case .discontinuitySequence: ("#EXT-X-DISCONTINUITY-SEQUENCE", .mediaPlaylist, true)
        case .endList: ("#EXT-X-ENDLIST", .mediaPlaylist, true)
        case .playlistType: ("#EXT-X-PLAYLIST-TYPE", .mediaPlaylist, true)
        case .iFramesOnly: ("#EXT-X-I-FRAMES-ONLY", .mediaPlaylist, true)
        case .serverControl: ("#EXT-X-SERVER-CONTROL", .mediaPlaylist, true)
        case .partInf: ("#EXT-X-PART-INF", .mediaPlaylist, true)
        case .skip: ("#EXT-X-SKIP", .mediaPlaylist, false)
        case .media: ("#EXT-X-MEDIA", .multivariantPlaylist, false)
        case .streamInf: ("#EXT-X-STREAM-INF", .multivariantPlaylist, false)
        case .iFrameStreamInf: ("#EXT-X-I-FRAME-STREAM-INF", .multivariantPlaylist, false)
        case .sessionData: ("#EXT-X-SESSION-DATA", .multivariantPlaylist, false)
        case .sessionKey: ("#EXT-X-SESSION-KEY", .multivariantPlaylist, false)
        case .contentSteering: ("#EXT-X-CONTENT-STEERING", .multivariantPlaylist, true)
        case .dateRange: ("#EXT-X-DATERANGE", .anyPlaylist, false)
        case .part: ("#EXT-X-PART", .anyPlaylist, false)
        case .preloadHint: ("#EXT-X-PRELOAD-HINT", .anyPlaylist, false)
        case .renditionReport: ("#EXT-X-RENDITION-REPORT", .anyPlaylist, false)
        }
    }

    package var name: String { row.name }
    var home: Home { row.home }
    var isUnique: Bool { row.isUnique }

    /// Whether something stands behind its name.
    var takesValue: Bool {
        switch self {
        case .discontinuity, .gap, .independentSegments, .endList, .iFramesOnly: false
        case .extinf, .byteRange, .bitRate, .programDateTime, .key, .map, .m3u, .version, .define, .start,
            .targetDuration, .mediaSequence, .discontinuitySequence, .playlistType, .serverControl, .partInf, .skip,
            .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .contentSteering, .dateRange, .part,
            .preloadHint, .renditionReport:
            true
        }
    }

    /// The attributes that it may have and need not, of the tags of which a run goes by some.
    var optionalAttributes: [String] {
        switch self {
        case .key, .sessionKey: ["URI", "IV", "KEYFORMAT", "KEYFORMATVERSIONS"]
        case .map: ["BYTERANGE"]
        case .start: ["PRECISE"]
        case .serverControl:
            ["HOLD-BACK", "PART-HOLD-BACK", "CAN-SKIP-UNTIL", "CAN-SKIP-DATERANGES", "CAN-BLOCK-RELOAD"]
        case .media:
            [
                "URI", "LANGUAGE", "ASSOC-LANGUAGE", "STABLE-RENDITION-ID", "DEFAULT", "AUTOSELECT", "FORCED",
                "INSTREAM-ID", "CHARACTERISTICS", "CHANNELS", "SAMPLE-RATE", "BIT-DEPTH",
            ]
        case .streamInf: Self.ofAnyVariant + ["FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS"]
        case .iFrameStreamInf: Self.ofAnyVariant
        case .part: ["BYTERANGE", "GAP", "INDEPENDENT"]
        case .preloadHint: ["BYTERANGE-START", "BYTERANGE-LENGTH"]
        case .renditionReport: ["LAST-MSN", "LAST-PART"]
        case .contentSteering: ["PATHWAY-ID"]
        case .extinf, .byteRange, .bitRate, .programDateTime, .discontinuity, .gap, .m3u, .version, .define,
            .independentSegments, .targetDuration, .mediaSequence, .discontinuitySequence, .endList, .playlistType,
            .iFramesOnly, .partInf, .skip, .sessionData, .dateRange:
            []
        }
    }

    /// Whether it counts for the first part of a segment too, and so stands before that (rfc8216bis, 4.4.4.9).
    var isOfFirstPart: Bool {
        switch self {
        case .discontinuity, .key, .map, .programDateTime: true
        case .extinf, .byteRange, .bitRate, .gap, .m3u, .version, .define, .independentSegments, .start,
            .targetDuration, .mediaSequence, .discontinuitySequence, .endList, .playlistType, .iFramesOnly,
            .serverControl, .partInf, .skip, .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey,
            .contentSteering, .dateRange, .part, .preloadHint, .renditionReport:
            false
        }
    }

    /// Of a variant, and of one for trick play alike (RFC 8216, 4.3.4.3).
    private static let ofAnyVariant = [
        "AVERAGE-BANDWIDTH", "SCORE", "CODECS", "SUPPLEMENTAL-CODECS", "RESOLUTION", "HDCP-LEVEL", "ALLOWED-CPC",
        "VIDEO-RANGE", "REQ-VIDEO-LAYOUT", "STABLE-VARIANT-ID", "PATHWAY-ID", "VIDEO",
    ]

    private static let names: ContiguousArray<[UInt8]> = ContiguousArray(allCases.map { Array($0.name.utf8) })

    static func named(_ name: Range<Int>, in bytes: [UInt8]) -> PlaylistTag? {
        for index in names.indices where names[index].count == name.count {
            // Names differ at their ends: most begin alike.
            var place = name.count - 1
            while place >= 0, names[index][place] == bytes[name.lowerBound + place] { place -= 1 }
            if place < 0 { return PlaylistTag(rawValue: UInt8(index)) }
        }
        return nil
    }
}
