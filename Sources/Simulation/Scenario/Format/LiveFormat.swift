import PlayerModel

/// A live stream as a scenario has it, beside its ladder.
struct LiveDraft: Sendable {
    struct Outage: Sendable {
        var from: Placed<TimeAmount>?
        var to: Placed<TimeAmount>?
    }

    var history: Placed<MediaTime>?
    var window: Placed<MediaTime>?
    var holdBack: Placed<MediaTime>?
    var keepsAll: Placed<Bool>?
    var part: Placed<MediaTime>?
    var partHoldBack: Placed<MediaTime>?
    var chunk: Placed<MediaTime>?
    var hasOpenRange: Placed<Bool>?
    var phase: Placed<TimeAmount>?
    var delay = TimeAmount.zero
    var jitter: Placed<TimeAmount>?
    var drift: Int64 = 0
    var outages: [Placed<Outage>] = []
    var discontinuities: [Placed<MediaTime>] = []
    var programDate: Placed<String>?
    var skipBoundary: Placed<MediaTime>?
    var skipsDateRanges: Placed<Bool>?
    var dateRangeInterval: Placed<MediaTime>?
    var dateRangeBytes: Placed<Int64>?
}

/// The keys of live streams: how one is made and listed, and how a player goes about it.
enum LiveFormat {
    static let source = ValueFormat.object(
        "live", "A programme that is made while it is watched: 'duration_s' is all of it, and then it ends.",
        from: LiveDraft()
    ) { keys(.inline) }

    /// Beside the path of a playlist.
    static let continuation = ValueFormat.object(
        "live", "A playlist that goes on: what it says itself counts where it is not said here.", from: LiveDraft(),
        refusing: ownOfPlaylist
    ) {
        keys(.playlist).filter { key in !ownOfPlaylist.contains { $0.name == key.member.name } }
    }

    /// Keys of which a playlist alone says what they are.
    private static let ownOfPlaylist: [Shape.Word] = [
        .init("history_s", "what is listed when the run begins is in the playlist"),
        .init("discontinuities_s", "discontinuities are those of the playlist"),
        .init("date_range_every_s", "date ranges are those of the playlist"),
        .init("date_range_bytes", "date ranges are those of the playlist"),
    ]

    /// Who says how a stream is listed: the scenario alone, or a playlist, as far as the scenario does not.
    private enum Origin {
        case inline, playlist

        /// The value where nobody says one, in words.
        func usual(_ words: String) -> Usual { usual(.said(words), words) }

        func usual(_ own: Usual, _ words: String) -> Usual {
            switch self {
            case .inline: own
            case .playlist: .said("as the playlist says, or \(words)")
            }
        }
    }

    private static func keys(_ origin: Origin) -> [KeyFormat<LiveDraft>] {
        window(origin) + parts(origin) + deltas(origin) + making + dates(origin)
    }

    @KeyList<LiveDraft>
    private static func window(_ origin: Origin) -> [KeyFormat<LiveDraft>] {
        Key(
            "window_s", "The media that a playlist keeps.",
            usually: origin == .inline
                ? .said("6 of the longest segments") : .said("as much as it lists, or all of an event,")
        )
        .holds(placed: .mediaTime(from: 1)) { $0.window = $1 }
        Key(
            "event", "Whether it keeps all of it: EXT-X-PLAYLIST-TYPE EVENT.",
            usually: origin.usual(.flag(false), "no")
        )
        .holds(placed: .flag) { $0.keepsAll = $1 }
        Key(
            "history_s", "The media that is listed when the run begins.",
            usually: .said("what fills 'window_s', or nothing of an event,")
        )
        .holds(placed: .mediaTime(from: 0)) { $0.history = $1 }
        Key(
            "hold_back_s", "HOLD-BACK: how far from the end of the playlist playback begins.",
            usually: origin.usual("3 target durations")
        )
        .holds(placed: .mediaTime(from: 0)) { $0.holdBack = $1 }
    }

    @KeyList<LiveDraft>
    private static func parts(_ origin: Origin) -> [KeyFormat<LiveDraft>] {
        Key(
            "part_s", "The length of a part: with it the stream is a low-latency one, listed part by part.",
            usually: origin.usual("no parts")
        )
        .holds(placed: .mediaTime(from: 1_000_000)) { $0.part = $1 }
        Key("part_hold_back_s", "PART-HOLD-BACK, in the place of HOLD-BACK.", usually: origin.usual("3 parts"))
            .holds(placed: .mediaTime(from: 0)) { $0.partHoldBack = $1 }
        Key(
            "chunk_s",
            "The length of the encoder's chunks: with it a part that is hinted at is sent while it is made, chunk by "
                + "chunk (chunked transfer).", usually: .said("a part is sent when it is whole")
        )
        .holds(placed: .mediaTime(from: 1_000_000)) { $0.chunk = $1 }
        Key(
            "open_range",
            "Whether one request brings all parts of a segment from one on, as they are made: EXT-X-PRELOAD-HINT with "
                + "BYTERANGE-START and no length.", usually: origin.usual(.flag(false), "no")
        )
        .holds(placed: .flag) { $0.hasOpenRange = $1 }
    }

    @KeyList<LiveDraft>
    private static func deltas(_ origin: Origin) -> [KeyFormat<LiveDraft>] {
        Key(
            "can_skip_until_s",
            "CAN-SKIP-UNTIL: playlists that are loaded again leave out what is further from the end.",
            usually: origin.usual("no delta updates")
        )
        .holds(placed: .mediaTime(from: 1)) { $0.skipBoundary = $1 }
        Key(
            "can_skip_date_ranges",
            "CAN-SKIP-DATERANGES: they leave out date ranges that were listed before that, too, and name those that "
                + "are gone.", usually: origin.usual(.flag(false), "no")
        )
        .holds(placed: .flag) { $0.skipsDateRanges = $1 }
        Key(
            "date_range_every_s",
            "How far apart date ranges are (EXT-X-DATERANGE), each of which is listed as long as its media.",
            usually: .said("none")
        )
        .holds(placed: .mediaTime(from: 1)) { $0.dateRangeInterval = $1 }
        Key("date_range_bytes", "The size of one in a playlist, with its ID of 20.", usually: .number(200))
            .holds(placed: .bytes(21...1_000_000)) { $0.dateRangeBytes = $1 }
    }

    private static let making = KeyList<LiveDraft>.list {
        Key("listed_before_s", "How long before the run the newest segment was listed.", usually: .number(0))
            .holds(placed: .time(from: 0)) { $0.phase = $1 }
        Key("delay_s", "From the end of a segment, as the camera sees it, to its listing.", usually: .number(0))
            .holds(.time(from: 0)) { $0.delay = $1 }
        Key("jitter_s", "Each segment is listed later by up to that much, by the seed.", usually: .number(0))
            .holds(placed: .time(from: 0)) { $0.jitter = $1 }
        Key(
            "drift_percent",
            "How much longer than it lasts the encoder takes for media; negative where it is faster.",
            usually: .number(0)
        )
        .holds(.number(.percent, -100_000...100_000)) { $0.drift = $1 }
        Key("outages", "When nothing is listed; what is due then is listed at the end.", usually: .said("none"))
            .holds(.list(of: outage.placed, atLeast: 0)) { $0.outages = $1 }
    }

    @KeyList<LiveDraft>
    private static func dates(_ origin: Origin) -> [KeyFormat<LiveDraft>] {
        Key(
            "discontinuities_s",
            "Where media goes over to something else, as an advertisement that the server inserts, at beginnings of "
                + "segments: EXT-X-DISCONTINUITY, and 'init_bytes' are fetched once more.", usually: .said("none")
        )
        .holds(.list(of: ValueFormat<MediaTime>.mediaTime(from: 1).placed, atLeast: 0)) { $0.discontinuities = $1 }
        Key(
            "program_date",
            "The wall clock of media time zero, as in 2026-03-01T20:00:00Z: EXT-X-PROGRAM-DATE-TIME of the playlists.",
            usually: origin.usual("not listed")
        )
        .holds(placed: .text) { $0.programDate = $1 }
    }

    private static let outage = ValueFormat.object("live_outage", "A time without news.", from: LiveDraft.Outage()) {
        Key("from_s", "When it begins.").holds(placed: .time(from: 0), isRequired: true) { $0.from = $1 }
        Key("to_s", "When it ends.").holds(placed: .time(from: 1), isRequired: true) { $0.to = $1 }
    }

    static let settings = ValueFormat.object(
        "live_player", "What the player does with a live stream.", from: LiveConductDraft()
    ) {
        Key(
            "configured_time_offset_from_live_s", "How far from the end of the playlist playback begins.",
            usually: .said("as far as the playlist recommends")
        )
        .holds(.mediaTime(from: 0)) { $0.settings.offset = $1 }
        Key(
            "automatically_preserves_time_offset_from_live",
            "Whether it stays as far from live while it waits: the playhead moves on with each playlist (ours).",
            usually: .flag(false)
        )
        .holds(.flag) { $0.settings.preservesOffset = $1 }
        Key(
            "can_use_network_resources_for_live_streaming_while_paused",
            "Whether playlists are loaded again while it is paused.", usually: .said("as its profile, or else no")
        )
        .holds(.flag) { $0.settings.loadsWhilePaused = $1 }
        Key(
            "horizon_s", "The media that playback has to get through to keep up, where there is no end; ours.",
            usually: .number(30)
        )
        .holds(placed: .mediaTime(from: 1)) {
            $0.settings.horizon = $1.value
            $0.horizonPlace = $1.place
        }
    }.placed
}
