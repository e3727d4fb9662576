import PlayerModel

/// What is played, as a scenario has it.
extension ScenarioShape {
    static let bitRate = Shape.number(.kilobitsPerSecond, 1...100_000_000_000)
    private static let segmentBytes = Shape.list(of: .number(.bytes, 1...100_000_000_000), atLeast: 1)

    /// One asset or several, inline or on disk.
    static let anyMedia = Shape.either([
        .tagged(by: "kind", media), .text, .list(of: .tagged(by: "kind", media), atLeast: 1),
    ])

    private static let name = Shape.Member("name", "What items call it, where there are several.", .text)

    private static let file: [Shape.Member] =
        [
            name,
            .init("duration_s", "The length.", time(from: 1), isRequired: true),
            .init("bitrate_kbps", "The bit rate of all tracks together.", bitRate, isRequired: true),
            .init("video_duration_s", "Where the picture ends: with the file unless said.", time(from: 1)),
            .init("audio_duration_s", "Where the sound ends: with the file unless said.", time(from: 1)),
            .init(
                "chunk_s", "The length of the small pieces in which tracks are interleaved: 0.1 unless said.",
                time(from: 1)
            ),
        ] + coding + looks

    /// Silence that coding makes (A.66).
    private static let coding: [Shape.Member] = [
        .init(
            "audio_priming_s", "Silence before the sound that coding makes, its priming frames: none unless said.",
            time(from: 0)),
        .init(
            "audio_remainder_s", "Silence behind it, its remainder frames: none unless said.", time(from: 0)),
        .init(
            "edit_list", "Whether an edit list tells of both, so that they are left out: true unless said.", .flag),
    ]

    static let variant = Shape.ObjectShape(
        "variant", "A rung of the ladder.",
        [
            .init("bitrate_kbps", "The bit rate that the playlist declares.", bitRate, isRequired: true),
            .init(
                "average_bitrate_kbps", "The average that it declares too; sizes do not follow from it.", bitRate),
        ] + looks + [
            videoRange
        ] + sound + [
            .init("segment_bytes", "The size of each segment, where it is not bit rate × length.", segmentBytes),
            .init("playlist_bytes", "The size of its playlist; not fetched unless said.", fileBytes),
            .init("init_bytes", "The size of its initialization section; not fetched unless said.", fileBytes),
        ])

    /// What is declared of the pictures, and how they are coded.
    private static let looks: [Shape.Member] = [
        .init("width", "Pixels.", .number(.count, 1...100_000)),
        .init("height", "Pixels.", .number(.count, 1...100_000)), codecs,
        .init("frame_rate_fps", "Frames in a second.", .number(.framesPerSecond, 1...1_000_000)), color,
    ]
    /// What is declared of the sound (A.65).
    private static let sound: [Shape.Member] = [
        .init("channels", "How many channels the sound has.", .number(.count, 1...1000)),
        .init("sample_rate_hz", "Samples a second.", .number(.hertz, 1...10_000_000)),
        .init("bit_depth", "Bits of a sample.", .number(.count, 1...1000)),
    ]
    private static let codecs = Shape.Member(
        "codecs", "Formats as CODECS has them: avc1.64001f, mp4a.40.2.", .list(of: .text, atLeast: 1))

    /// What playlists come to as gzip, in millionths of their size, unless the scenario says.
    ///
    /// Measured with `gzip -9`: the short playlists of the shipped ladder, which have byte ranges, come to 0.20 to
    /// 0.22, and its multivariant one to 0.30; of playlists of two hours in segments of 6 s, one with byte ranges comes
    /// to 0.17, those with counted names of files to 0.04 to 0.08, and one whose names are hashes to 0.42.
    static let usualGzipRatio: Int64 = 200_000

    private static let gzipped = Shape.Member(
        "playlists_gzipped", "Whether playlists travel as gzip, which makes them smaller (A.50); false unless said.",
        .flag)

    /// The kind of media that is a playlist on disk.
    static let playlistKind = "playlist"

    private static let fileBytes = Shape.number(.bytes, 1...1_000_000_000)

    static let media: [Shape.ObjectShape] = [
        .init("local", "A file on the device: there at once.", file),
        .init("progressive", "A file over the network, from beginning to end.", file),
        .init(
            "hls", "HTTP Live Streaming, given inline.",
            [
                name,
                .init(
                    "duration_s", "The length; may be left out where sizes say how many segments there are.",
                    time(from: 1)),
                .init("segment_s", "The length of a segment: 6 unless said.", time(from: 1)),
                .init(
                    "chunks_per_segment", "In how many pieces a segment becomes playable: 1 unless said.",
                    .number(.count, 1...1000)),
                .init(
                    "variants", "The ladder, in the order of the playlist.", .list(of: .object(variant), atLeast: 1),
                    isRequired: true),
                .init(
                    "multivariant_playlist_bytes", "The size of the multivariant playlist; not fetched unless said.",
                    fileBytes),
                gzipped,
                .init(
                    "gzip_ratio", "What a playlist comes to as gzip, as a part of its size: 0.2 unless said.",
                    .number(.ratio, 1...1_000_000)),
                .init("key_bytes", "The size of a content key with its licence; clear unless said.", fileBytes),
                .init(
                    "session_key", "Whether the multivariant playlist says where the key is; false unless said.",
                    .flag),
                .init("fair_play", "Whether it is protected by FairPlay Streaming; false unless said.", .flag),
            ] + coding + [
                .init(
                    "preloaded", "What the app has fetched before the run begins.",
                    .list(
                        of: words([
                            ("multivariant playlist", "By loading a value of the asset, such as its duration."),
                            ("key", "By preloadsEligibleContentKeys, or otherwise."),
                        ]), atLeast: 0)),
                .init(
                    "audio", "Audio that is fetched beside the video: of several languages the first plays.",
                    .either([.object(audio), .list(of: .object(audio), atLeast: 1)])),
            ]),
        .init(
            playlistKind, "HTTP Live Streaming from playlists on disk, as by their path alone.",
            [
                .init("path", "The playlist, relative to the scenario's folder.", .text, isRequired: true), name,
                gzipped,
            ]),
    ]

    private static let audio = Shape.ObjectShape(
        "audio", "An audio rendition.",
        [
            .init("language", "The language, as in LANGUAGE: where there are several.", .text),
            .init("bitrate_kbps", "The bit rate that the playlist declares.", bitRate, isRequired: true),
            .init("duration_s", "Its length: that of the video unless said.", time(from: 1)),
            .init("segment_s", "The length of a segment: that of the video unless said.", time(from: 1)), codecs,
        ] + sound + [
            .init("segment_bytes", "The size of each segment.", segmentBytes),
            .init("playlist_bytes", "The size of its playlist; not fetched unless said.", fileBytes),
            .init("init_bytes", "The size of its initialization section; not fetched unless said.", fileBytes),
        ])
}
