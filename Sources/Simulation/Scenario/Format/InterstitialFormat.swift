import PlayerModel

/// An interstitial event as a scenario has it.
struct InterstitialDraft: Sendable {
    var at: Placed<MediaTime>?
    var date: Placed<String>?
    var listedBefore: Placed<TimeAmount>?
    var cue: Placed<Interstitial.Cue>?
    var assets: [Placed<MediumDraft>] = []
    var listBytes: Int64?
    var resumption: Placed<Interstitial.Resumption>?
    var playoutLimit: Placed<MediaTime>?
    /// The ID of one that a playlist says, where `place` is only that of the playlist's path.
    var listedID: String?
    var willPlayOnce = false
    var constrainsSeekingForward: Placed<Bool>?
    var alignsStart: Placed<Bool>?
    var alignsResumption: Placed<Bool>?
}

/// The keys of interstitial events, by the names of `AVPlayerInterstitialEvent`.
enum InterstitialFormat {
    static let events: KeyFormat<[Placed<InterstitialDraft>]> = Key(
        "interstitials", "What another player shows in between, while playback of this waits.",
        usually: .said("nothing")
    )
    .holds(.list(of: event.placed, atLeast: 0)) { $0 = $1 }

    /// In the place of those that a playlist says, as an `AVPlayerInterstitialEventController` has it.
    static let eventsOfPlaylist: KeyFormat<[Placed<InterstitialDraft>]?> = Key(
        "interstitials", "What another player shows in between, while playback of this waits; [] is nothing.",
        usually: .said("as EXT-X-DATERANGE of the playlist says")
    )
    .holds(.list(of: event.placed, atLeast: 0)) { $0 = $1 }

    private static let event = ValueFormat.object(
        "interstitial", "An interstitial event: where it comes, and what is shown.", from: InterstitialDraft()
    ) {
        Key("at_s", "Where it comes, on the timeline of the medium.")
            .holds(placed: .mediaTime(from: 0)) { $0.at = $1 }
        Key("date", "In the place of 'at_s': its wall clock, as in 2026-03-01T20:00:30Z, where the medium has dates.")
            .holds(placed: .text) { $0.date = $1 }
        Key("cue", "In the place of 'at_s': before playback, or after its end.").holds(placed: cue) { $0.cue = $1 }
        Key(
            "listed_before_s",
            "How long before its place is at the edge the playlists of a live stream list it; negative is after.",
            usually: .said("all along")
        )
        .holds(placed: .time(from: -86_400_000_000_000)) { $0.listedBefore = $1 }
        Key("assets", "What is shown, one after the other: streams, inline or from playlists on disk.")
            .holds(MediaFormat.interstitialAssets, isRequired: true) { $0.assets = $1 }
        Key(
            "asset_list_bytes",
            "The size of a list that a server has to be asked for first, as it says the assets (X-ASSET-LIST).",
            usually: .said("they are known")
        )
        .holds(MediaFormat.fileBytes) { $0.listBytes = $1 }
        Key(
            "resumption_offset_s",
            "How far behind the event playback goes on, negative before; \"indefinite\" is as far as the clock went.",
            usually: .number(0)
        )
        .holds(placed: resumption) { $0.resumption = $1 }
        Key("playout_limit_s", "No more than that is shown.", usually: .said("all of it"))
            .holds(placed: .mediaTime(from: 1)) { $0.playoutLimit = $1 }
        Key("will_play_once", "Whether who seeks back does not see it again.", usually: .flag(false))
            .holds(.flag) { $0.willPlayOnce = $1 }
        Key(
            "constrains_seeking_forward", "Whether who seeks beyond it sees it first.", usually: .flag(false)
        )
        .holds(placed: .flag) { $0.constrainsSeekingForward = $1 }
        Key("aligns_start_with_segment", "Whether it comes at the nearest segment boundary.", usually: .flag(false))
            .holds(placed: .flag) { $0.alignsStart = $1 }
        Key(
            "aligns_resumption_with_segment", "Whether playback goes on at the nearest segment boundary.",
            usually: .flag(false)
        )
        .holds(placed: .flag) { $0.alignsResumption = $1 }
    }

    private static let resumption = ValueFormat<Interstitial.Resumption>.either(
        ValueFormat<MediaTime>.mediaTime(from: -TimeLimit.longest).map { .offset($0) },
        .words([("indefinite", .clock, "As far as the clock went meanwhile, which suits live streams.")]))

    private static let cue = ValueFormat<Interstitial.Cue>.words([
        ("pre", .join, "Before playback begins, wherever that is: CUE=\"PRE\"."),
        ("post", .leave, "After its end: CUE=\"POST\"."),
    ])
}
