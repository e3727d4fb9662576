/// The tags that are read here; all others are ignored (RFC 8216, section 6.3.1).
package enum PlaylistTag: UInt8, CaseIterable, Sendable {
    // The common ones come first, because names are looked up in this order.
    case extinf, byteRange, bitRate, programDateTime, discontinuity, gap, key, map
    case m3u, version, define, independentSegments, start
    case targetDuration, mediaSequence, discontinuitySequence, endList, playlistType, iFramesOnly, serverControl
    case partInf, skip
    case media, streamInf, iFrameStreamInf, sessionData, sessionKey, contentSteering
    /// Only looked for, because nothing of theirs is modelled.
    case dateRange, part, preloadHint, renditionReport

    package var name: String {
        switch self {
        case .extinf: "#EXTINF"
        case .byteRange: "#EXT-X-BYTERANGE"
        case .bitRate: "#EXT-X-BITRATE"
        case .programDateTime: "#EXT-X-PROGRAM-DATE-TIME"
        case .discontinuity: "#EXT-X-DISCONTINUITY"
        case .gap: "#EXT-X-GAP"
        case .key: "#EXT-X-KEY"
        case .map: "#EXT-X-MAP"
        case .m3u: "#EXTM3U"
        case .version: "#EXT-X-VERSION"
        case .define: "#EXT-X-DEFINE"
        case .independentSegments: "#EXT-X-INDEPENDENT-SEGMENTS"
        case .start: "#EXT-X-START"
        case .targetDuration: "#EXT-X-TARGETDURATION"
        case .mediaSequence: "#EXT-X-MEDIA-SEQUENCE"
        case .discontinuitySequence: "#EXT-X-DISCONTINUITY-SEQUENCE"
        case .endList: "#EXT-X-ENDLIST"
        case .playlistType: "#EXT-X-PLAYLIST-TYPE"
        case .iFramesOnly: "#EXT-X-I-FRAMES-ONLY"
        case .serverControl: "#EXT-X-SERVER-CONTROL"
        case .partInf: "#EXT-X-PART-INF"
        case .skip: "#EXT-X-SKIP"
        case .media: "#EXT-X-MEDIA"
        case .streamInf: "#EXT-X-STREAM-INF"
        case .iFrameStreamInf: "#EXT-X-I-FRAME-STREAM-INF"
        case .sessionData: "#EXT-X-SESSION-DATA"
        case .sessionKey: "#EXT-X-SESSION-KEY"
        case .contentSteering: "#EXT-X-CONTENT-STEERING"
        case .dateRange: "#EXT-X-DATERANGE"
        case .part: "#EXT-X-PART"
        case .preloadHint: "#EXT-X-PRELOAD-HINT"
        case .renditionReport: "#EXT-X-RENDITION-REPORT"
        }
    }

    /// The kind of playlist in which a tag may stand.
    enum Home: Sendable {
        case anyPlaylist
        case mediaPlaylist
        case multivariantPlaylist
    }

    var home: Home {
        switch self {
        case .m3u, .version, .define, .independentSegments, .start, .dateRange, .part, .preloadHint, .renditionReport:
            .anyPlaylist
        case .extinf, .byteRange, .bitRate, .programDateTime, .discontinuity, .gap, .key, .map, .targetDuration,
            .mediaSequence, .discontinuitySequence, .endList, .playlistType, .iFramesOnly, .serverControl, .partInf,
            .skip:
            .mediaPlaylist
        case .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .contentSteering: .multivariantPlaylist
        }
    }

    var isUnique: Bool {
        switch self {
        case .m3u, .version, .independentSegments, .start, .targetDuration, .mediaSequence, .discontinuitySequence,
            .endList, .playlistType, .iFramesOnly, .serverControl, .partInf, .contentSteering:
            true
        case .extinf, .byteRange, .bitRate, .programDateTime, .discontinuity, .gap, .key, .map, .define, .skip,
            .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .dateRange, .part, .preloadHint,
            .renditionReport:
            false
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
        case .contentSteering: ["PATHWAY-ID"]
        case .extinf, .byteRange, .bitRate, .programDateTime, .discontinuity, .gap, .m3u, .version, .define,
            .independentSegments, .targetDuration, .mediaSequence, .discontinuitySequence, .endList, .playlistType,
            .iFramesOnly, .partInf, .skip, .sessionData, .dateRange, .preloadHint, .renditionReport:
            []
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
