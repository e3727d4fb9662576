import PlayerModel

// The media of a scenario as they are written: files, streams by their ladders, and playlists. Checks make assets of
// them.
struct MediumDraft: Sendable {
    indirect enum Content: Sendable {
        case disk(DiskDraft)
        case file(FileDraft, MediaKind)
        case stream(StreamDraft)
    }

    var content: Content
    var name: Placed<ExactText>?
    var kindPlace: Place?
}

struct FileDraft: Sendable {
    /// The asset, but for the rest.
    var plain = Judgement.standIn
    var name: Placed<ExactText>?
    var bitRate = Placed<Int64>(1, at: Place(startOf: 0))
    var videoEnd: Placed<MediaTime>?
    var audioEnd: Placed<MediaTime>?
    var chunk: Placed<MediaTime>?
    var coding = CodingDraft()
    var looks = LooksDraft()
}

/// Silence that coding makes, as a scenario has it.
struct CodingDraft: Sendable {
    var priming = MediaTime.zero
    var remainder = MediaTime.zero
    var hasEditList: Placed<Bool>?
}

struct StreamDraft: Sendable {
    /// The asset, but for the rest.
    var plain = Judgement.standIn
    var name: Placed<ExactText>?
    var duration: MediaTime?
    var segment = MediaTime.seconds(6)
    /// Where its length is said.
    var segmentPlace: Place?
    var chunksPerSegment: Placed<Int64>?
    /// The keys that say something of content keys alone.
    var keysOfContentKeys: [JSONMember] = []
    var variants: [Placed<RenditionDraft>] = []
    var pathways: [Placed<ExactText>] = []
    var steering: Placed<SteeringDraft>?
    var isGzipped: Placed<Bool>?
    var gzipRatio: Placed<Int64>?
    var preloaded: [Placed<Resource.Kind>] = []
    var keyRotation: Placed<MediaTime>?
    var coding = CodingDraft()
    var audio: [Placed<RenditionDraft>] = []
    var live: Placed<LiveDraft>?
    var interstitials: [Placed<InterstitialDraft>] = []
}

/// A playlist on disk, or a movie of Sabre.
struct DiskDraft: Sendable {
    var path: Placed<String>
    var isGzipped = false
    /// A language, or one of the words below; nil is the first of them.
    var subtitles: Placed<ExactText>?
    /// How a live stream goes on, or that it does not.
    var live: Placed<Live>?
    /// In the place of those that the playlist says; nil leaves it at them.
    var interstitials: [Placed<InterstitialDraft>]?
    /// In the place of a steering manifest beside the playlist.
    var steering: Placed<SteeringDraft>?

    enum Live: Sendable {
        case goesOn(LiveDraft)
        case isWhole
    }

    static let automatic: ExactText = "automatic"
    static let none: ExactText = "none"
}

private struct PlaylistDraft: Sendable {
    var disk = DiskDraft(path: Placed("", at: Place(source: 0, line: 1, column: 1)))
    var name: Placed<ExactText>?
}

/// The format of media: one asset or several, inline or on disk.
enum MediaFormat {
    static let media = ValueFormat<[Placed<MediumDraft>]>.either(
        object.map { [$0] },
        path.map { [$0] },
        .list(of: object, atLeast: 1))

    private static let path = ValueFormat<String>.text.placed.map { path in
        Placed(MediumDraft(content: .disk(DiskDraft(path: path))), at: path.place)
    }

    /// The assets of an interstitial event: streams, which have none themselves.
    static let interstitialAssets = ValueFormat<[Placed<MediumDraft>]>.either(
        path.map { [$0] }, .list(of: .either(path, interstitialAsset), atLeast: 1))

    private static let interstitialAsset = medium([one(of: bareStream), one(of: barePlaylist)])

    private static let object = medium([
        Alternative(file("local", "A file on the device: there at once.")) {
            MediumDraft(content: .file($0, .local), name: $0.name)
        },
        Alternative(file("progressive", "A file over the network, from beginning to end.")) {
            MediumDraft(content: .file($0, .progressive), name: $0.name)
        },
        one(of: stream), one(of: playlist),
    ])

    /// A medium whose `kind` says which of some it is.
    private static func medium(_ kinds: [Alternative<MediumDraft>]) -> ValueFormat<Placed<MediumDraft>> {
        ValueFormat<Placed<MediumDraft>>.tagged(by: "kind", kinds).map { tagged in
            var draft = tagged.value
            draft.kindPlace = tagged.place
            return draft
        }.placed
    }

    private static func one(of stream: ObjectFormat<StreamDraft>) -> Alternative<MediumDraft> {
        Alternative(stream) { MediumDraft(content: .stream($0), name: $0.name) }
    }

    private static func one(of playlist: ObjectFormat<PlaylistDraft>) -> Alternative<MediumDraft> {
        Alternative(playlist) { MediumDraft(content: .disk($0.disk), name: $0.name) }
    }

    private static let aboutName = "What items call it, where there are several."

    private static func file(_ kind: String, _ about: String) -> ObjectFormat<FileDraft> {
        ObjectFormat(kind, about, from: FileDraft()) {
            Key("name", aboutName).holds(placed: .name) { $0.name = $1 }
            Key("duration_s", "The length.").holds(.mediaTime(from: 1), isRequired: true) { $0.plain.duration = $1 }
            Key("bitrate_kbps", "The bit rate of all tracks together.")
                .holds(placed: bitRate, isRequired: true) { $0.bitRate = $1 }
            Key("video_duration_s", "Where the picture ends.", usually: .said("with the file"))
                .holds(placed: .mediaTime(from: 1)) { $0.videoEnd = $1 }
            Key("audio_duration_s", "Where the sound ends.", usually: .said("with the file"))
                .holds(placed: .mediaTime(from: 1)) { $0.audioEnd = $1 }
            Key(
                "chunk_s", "The length of the small pieces in which tracks are interleaved.",
                usually: .number(1, places: 1)
            )
            .holds(placed: .mediaTime(from: 1)) { $0.chunk = $1 }
            keyFrames.within { $1(&$0.plain) }
            coding.within { $1(&$0.coding) }
            LooksDraft.keys.within { $1(&$0.looks) }
        }
    }

    private static let keyFrames = KeyList<Asset>.list {
        Key(
            "key_frame_interval_s",
            "Where a seek with tolerance may land.",
            usually: .said(
                "every 2 s of a stream whose segments divide so, else at its segments, and at the pieces of a file,")
        )
        .holds(.mediaTime(from: 1)) { $0.keyFrameInterval = $1 }
    }

    /// Silence that coding makes (A.66).
    private static let coding = KeyList<CodingDraft>.list {
        Key("audio_priming_s", "Silence before the sound that coding makes, its priming frames.", usually: .number(0))
            .holds(.mediaTime(from: 0)) { $0.priming = $1 }
        Key("audio_remainder_s", "Silence behind it, its remainder frames.", usually: .number(0))
            .holds(.mediaTime(from: 0)) { $0.remainder = $1 }
        Key("edit_list", "Whether an edit list tells of both, so that they are left out.", usually: .flag(true))
            .holds(placed: .flag) { $0.hasEditList = $1 }
    }

    static let bitRate = ValueFormat.number(.kilobitsPerSecond, 1...100_000_000_000)
    static let fileBytes = ValueFormat.bytes(1...1_000_000_000)

    private static var gzipped: Key {
        Key(
            "playlists_gzipped", "Whether playlists travel as gzip, which makes them smaller.",
            usually: .flag(false))
    }

    private static let stream = ObjectFormat("hls", "HTTP Live Streaming, given inline.", from: StreamDraft()) {
        whole
        Key("live", "How it is made while it is watched.", usually: .said("whole from the beginning"))
            .holds(placed: LiveFormat.source) { $0.live = $1 }
        InterstitialFormat.events.within { $1(&$0.interstitials) }
    }

    private static let bareStream = ObjectFormat(
        "hls", "HTTP Live Streaming, given inline.", from: StreamDraft()
    ) { whole }

    private static let ofKeys = KeyList<StreamDraft>.list {
        Key("session_key", "Whether the multivariant playlist says where the key is.", usually: .flag(false))
            .holds(.flag) { $0.plain.hasSessionKey = $1 }
        Key("fair_play", "Whether it is protected by FairPlay Streaming.", usually: .flag(false))
            .holds(.flag) { $0.plain.usesFairPlay = $1 }
    }

    private static let whole = KeyList<StreamDraft>.list {
        Key("name", aboutName).holds(placed: .name) { $0.name = $1 }
        Key("duration_s", "The length; may be left out where sizes say how many segments there are.")
            .holds(.mediaTime(from: 1)) { $0.duration = $1 }
        Key("segment_s", "The length of a segment.", usually: .number(6)).holds(placed: .mediaTime(from: 1)) {
            $0.segment = $1.value
            $0.segmentPlace = $1.place
        }
        Key(
            "chunks_per_segment", "In how many pieces a segment becomes playable; sound beside pictures comes whole.",
            usually: .number(1)
        )
        .holds(placed: .count(1...1000)) { $0.chunksPerSegment = $1 }
        Key("variants", "The ladder, in the order of the playlist.")
            .holds(.list(of: RenditionFormat.variant.placed, atLeast: 1), isRequired: true) { $0.variants = $1 }
        Key(
            "pathways",
            "Hosts that have each the whole ladder (PATHWAY-ID), the one that is begun with first; variants are "
                + "numbered host by host. One is enough where 'steering' makes more.",
            usually: .said("one, without a name")
        )
        .holds(.list(of: ValueFormat<ExactText>.name.placed, atLeast: 1)) { $0.pathways = $1 }
        Key("steering", "What a server says of 'pathways'.", usually: .said("nothing"))
            .holds(placed: SteeringFormat.steering) { $0.steering = $1 }
        Key("multivariant_playlist_bytes", "The size of the multivariant playlist.", usually: .said("not fetched"))
            .holds(fileBytes) { $0.plain.multivariantBytes = $1 }
        gzipped.holds(placed: .flag) { $0.isGzipped = $1 }
        Key("gzip_ratio", "What a playlist comes to as gzip, as a part of its size.", usually: .number(2, places: 1))
            .holds(placed: .ratio(1...1_000_000)) { $0.gzipRatio = $1 }
        Key("key_bytes", "The size of a content key with its licence.", usually: .said("clear"))
            .holds(fileBytes) { $0.plain.keyBytes = $1 }
        Key("key_rotation_s", "After how much media another key is needed.", usually: .said("never"))
            .holds(placed: .mediaTime(from: 1)) { $0.keyRotation = $1 }
        ofKeys.noted { $0.keysOfContentKeys.append($1) }
        keyFrames.within { $1(&$0.plain) }
        coding.within { $1(&$0.coding) }
        Key("preloaded", "What the app has fetched before the run begins.")
            .holds(.list(of: preloaded, atLeast: 0)) { $0.preloaded = $1 }
        Key("audio", "Audio that is fetched beside the video: of several languages the first plays.")
            .holds(audio) { $0.audio = $1 }
    }

    private static let preloaded = ValueFormat<Resource.Kind>.words([
        (
            Resource.Kind.multivariantPlaylist.name, .multivariantPlaylist,
            "By loading a value of the asset, such as its duration."
        ),
        (Resource.Kind.key.name, .key, "By preloadsEligibleContentKeys, or otherwise."),
    ]).placed

    private static let audio = ValueFormat<[Placed<RenditionDraft>]>.either(
        RenditionFormat.audio.placed.map { [$0] }, .list(of: RenditionFormat.audio.placed, atLeast: 1))

    private static let playlist = ObjectFormat(
        "playlist", "HTTP Live Streaming from playlists on disk, as by their path alone.", from: PlaylistDraft()
    ) {
        listed
        InterstitialFormat.eventsOfPlaylist.within { $1(&$0.disk.interstitials) }
    }

    private static let barePlaylist = ObjectFormat(
        "playlist", "HTTP Live Streaming from playlists on disk, as by their path alone.", from: PlaylistDraft()
    ) { listed }

    private static let listed = KeyList<PlaylistDraft>.list {
        Key("path", "The playlist, relative to the scenario's folder.")
            .holds(placed: .text, isRequired: true) { $0.disk.path = $1 }
        Key("name", aboutName).holds(placed: .name) { $0.name = $1 }
        gzipped.holds(.flag) { $0.disk.isGzipped = $1 }
        Key(
            "steering", "What a server says of the playlist's pathways.",
            usually: .said("what a steering manifest beside the playlist says")
        )
        .holds(placed: SteeringFormat.steering) { $0.disk.steering = $1 }
        Key(
            "subtitles",
            "The subtitles that are fetched: a language of the playlist, \"\(DiskDraft.none)\", or "
                + "\"\(DiskDraft.automatic)\", which is what is DEFAULT, or else FORCED in the language of the sound.",
            usually: .word(DiskDraft.automatic.text)
        )
        .holds(placed: .name) { $0.disk.subtitles = $1 }
        Key(
            "live",
            "How a playlist without EXT-X-ENDLIST goes on, over what it says itself; false: what is listed is all.",
            usually: .said("as it is listed")
        )
        .holds(placed: live) { $0.disk.live = $1 }
    }

    private static let live = ValueFormat<DiskDraft.Live>.either(
        LiveFormat.continuation.map { .goesOn($0) },
        ValueFormat<Bool>.flag.map { $0 ? .goesOn(LiveDraft()) : .isWhole })
}
