import PlayerModel

/// The keys of a player's queue, of its loop, and of what a start takes.
enum QueueFormat {
    static let keys =
        items + ofSeveral.noted { $0.keysOfQueues.append($1) } + [lookahead, kept] + pipelines
        + ofPictures.noted { $0.keysOfPictures.append($1) }

    private static let items = KeyList<PlayerDraft>.list {
        Key("items", "What an AVQueuePlayer begins with: parts of the media, in order.")
            .holds(placed: .list(of: item.placed, atLeast: 1)) { $0.items = $1 }
        Key("loop", "How the media is played over and over.", usually: .word("none"))
            .holds(placed: .rule(Looping.all)) { $0.loop = $1 }
    }

    /// The keys that say how it is with several items.
    private static let ofSeveral = KeyList<PlayerDraft>.list {
        Key(
            "skips_failed_items",
            "Whether a queue goes on to the next item when one fails, as was seen from iOS 18.4 on.",
            usually: .flag(false)
        )
        .holds(.flag) { $0.settings.skipsFailedItems = $1 }
        Key(
            "format_change_s", "How long going over to another format of sound takes.", usually: .number(1, places: 1)
        )
        .holds(.time(from: 0)) { $0.settings.transition.formatChange = $1 }
        Key(
            "transition_ratio",
            "Without a match, the part of the throughput that the next item's first variant may have.",
            usually: .number(7, places: 1)
        )
        .holds(.ratio(1...1_000_000)) { $0.settings.transition.share = $1 }
        Key("items_ahead", "How many items behind the current one are loaded ahead.", usually: .number(1))
            .holds(.count(0...100)) { $0.loader.itemsAhead = $1 }
    }

    private static let lookahead: KeyFormat<PlayerDraft> = Key(
        "interstitial_lookahead_s", "How long before an interstitial event its assets are asked for; ours.",
        usually: .number(10)
    )
    .holds(placed: .mediaTime(from: 0)) { $0.interstitialLookahead = $1 }

    private static let kept: KeyFormat<PlayerDraft> = Key(
        "kept_media", "The media that items of one asset share, once it is loaded.", usually: .word("files")
    )
    .holds(placed: .words(keptMedia)) {
        $0.loader.kept = $1.value
        $0.keptMediaPlace = $1.place
    }

    static let keptMedia: [(name: String, value: KeptMedia, about: String)] = [
        ("none", .none, "None: each item loads its own."),
        ("files", .files, "The bytes of a file; HTTP Live Streaming is requested anew."),
        ("all", .all, "Segments of HTTP Live Streaming too."),
    ]

    private static let pipelines = KeyList<PlayerDraft>.list {
        Key("preroll_s", "How long filling the pipelines takes before a start.", usually: .number(0))
            .holds(.time(from: 0)) { $0.settings.preroll.time = $1 }
        Key("preroll_media_s", "The media that has to be loaded for it.", usually: .number(0))
            .holds(.mediaTime(from: 0)) { $0.settings.preroll.media = $1 }
        Key("audio_pipeline_s", "How long building a pipeline for sound takes.", usually: .number(0))
            .holds(.time(from: 0)) { $0.settings.pipelines.audio = $1 }
    }

    private static let ofPictures = KeyList<PlayerDraft>.list {
        Key("video_pipeline_s", "How long pictures take besides, where there is a layer.", usually: .number(0))
            .holds(.time(from: 0)) { $0.settings.pipelines.video = $1 }
        Key(
            "still_frame_s", "How long the first frame of a paused item takes, where there is a layer.",
            usually: .number(0)
        )
        .holds(.time(from: 0)) { $0.settings.pipelines.still = $1 }
    }

    private static let item = ValueFormat.object("item", "A part of the media.", from: ItemDraft()) {
        Key("name", "A name for the script.").holds(placed: .name, isRequired: true) { $0.name = $1 }
        Key(
            "media", "The name of one of several 'media' beside 'player', as in \"film\".",
            usually: .said("the first")
        )
        .holds(placed: .name) { $0.media = $1 }
        Key("from_s", "Where it begins, its in point.", usually: .number(0))
            .holds(placed: .mediaTime(from: 0)) { $0.from = $1 }
        Key("to_s", "Where it ends, its forwardPlaybackEndTime.", usually: .said("the duration"))
            .holds(placed: .mediaTime(from: 1)) { $0.to = $1 }
    }
}
