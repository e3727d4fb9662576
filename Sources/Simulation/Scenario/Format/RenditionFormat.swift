import PlayerModel

/// A variant as a scenario has it, or audio beside it.
struct RenditionDraft: Sendable {
    /// The variant, but for the rest.
    var plain = Judgement.standIn.variants[0]
    var bitRate = Placed<Int64>(1, at: Place(startOf: 0))
    var averageBitRate: Placed<Int64>?
    var looks = LooksDraft()
    var videoRange: Placed<VideoRange>?
    var segmentBytes: Placed<[Int64]>?
    /// The beginnings of segments that are gaps.
    var gaps: [Placed<MediaTime>] = []
    /// Of audio: its language, its length and that of its segments.
    var language: Placed<ExactText>?
    var duration: Placed<MediaTime>?
    var segment: Placed<MediaTime>?
}

/// The declared size of the pictures, and how they are coded.
struct LooksDraft: Sendable {
    var size = SizeDraft()
    var codecs: [String] = []
    var frameRateThousandths: Int64?
    var color: ColorDraft?

    static let keys = KeyList<LooksDraft>.list {
        SizeDraft.sides("Pixels.").within { $1(&$0.size) }
        codecs
        Key("frame_rate_fps", "Frames in a second.")
            .holds(.number(.framesPerSecond, 1...1_000_000)) { $0.frameRateThousandths = $1 }
        Key("color", "The colour tags of the pictures, by their names in AVFoundation or numbers in ISO/IEC 23001-8.")
            .holds(ColorFormat.color) { $0.color = $1 }
    }

    static let codecs: KeyFormat<LooksDraft> = Key("codecs", "Formats as CODECS has them: avc1.64001f, mp4a.40.2.")
        .holds(.list(of: .text, atLeast: 1)) { $0.codecs = $1 }
}

enum RenditionFormat {
    static let variant = ValueFormat.object("variant", "A rung of the ladder.", from: RenditionDraft()) {
        bitRate("Its own bit rate; with that of the audio beside it, what the playlist declares: BANDWIDTH.")
        Key(
            "average_bitrate_kbps",
            "The average that it declares too, without the audio beside it; sizes do not follow from it."
        )
        .holds(placed: MediaFormat.bitRate) { $0.averageBitRate = $1 }
        LooksDraft.keys.within { $1(&$0.looks) }
        Key(
            "video_range",
            "VIDEO-RANGE as the playlist declares it.", usually: .said("what the colour tags say, or else SDR,")
        )
        .holds(placed: ColorFormat.videoRange) { $0.videoRange = $1 }
        sound
        segmentBytes("The size of each segment, where it is not bit rate × length.")
        files
    }

    static let audio = ValueFormat.object("audio", "An audio rendition.", from: RenditionDraft()) {
        Key("language", "The language, as in LANGUAGE: where there are several.")
            .holds(placed: .name) { $0.language = $1 }
        bitRate("Its bit rate.")
        Key("duration_s", "Its length.", usually: .said("that of the video"))
            .holds(placed: .mediaTime(from: 1)) { $0.duration = $1 }
        Key("segment_s", "The length of a segment.", usually: .said("that of the video"))
            .holds(placed: .mediaTime(from: 1)) { $0.segment = $1 }
        LooksDraft.codecs.within { $1(&$0.looks) }
        sound
        segmentBytes("The size of each segment.")
        files
    }

    private static func bitRate(_ about: String) -> KeyFormat<RenditionDraft> {
        Key("bitrate_kbps", about).holds(placed: MediaFormat.bitRate, isRequired: true) { $0.bitRate = $1 }
    }

    /// The keys that declare the sound (A.65).
    private static let sound = KeyList<RenditionDraft>.list {
        Key("channels", "How many channels the sound has.").holds(.count(1...1000)) { $0.plain.channels = $1 }
        Key("sample_rate_hz", "Samples a second.").holds(.number(.hertz, 1...10_000_000)) { $0.plain.sampleRate = $1 }
        Key("bit_depth", "Bits of a sample.").holds(.count(1...1000)) { $0.plain.bitDepth = $1 }
    }

    private static func segmentBytes(_ about: String) -> KeyFormat<RenditionDraft> {
        Key("segment_bytes", about)
            .holds(placed: .list(of: .bytes(1...100_000_000_000), atLeast: 1)) { $0.segmentBytes = $1 }
    }

    private static let files = KeyList<RenditionDraft>.list {
        Key("playlist_bytes", "The size of its playlist.", usually: .said("not fetched"))
            .holds(MediaFormat.fileBytes) { $0.plain.playlistBytes = $1 }
        Key("init_bytes", "The size of its initialization section.", usually: .said("not fetched"))
            .holds(MediaFormat.fileBytes) { $0.plain.initBytes = $1 }
        Key(
            "gaps_s", "Where segments begin that are listed and not there: EXT-X-GAP.", usually: .said("none")
        )
        .holds(.list(of: ValueFormat<MediaTime>.mediaTime(from: 0).placed, atLeast: 0)) { $0.gaps = $1 }
    }
}
