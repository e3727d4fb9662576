import PlayerModel

/// A player as a scenario has it: what needs no judging stands where it belongs, the rest with its place.
struct PlayerDraft: Sendable {
    var settings = PlayerSettings()
    var loader = LoaderSettings()
    /// The player that it is, and what is said beside that.
    var profile: Placed<PlayerProfile>?
    var rules = RulesDraft()
    var variantLimits = VariantLimits()
    var videoOutput: VideoOutput?
    var items: Placed<[Placed<ItemDraft>]>?
    var loop: Placed<ChosenRule<Looping>>?
    var peakInKilobits: Placed<Int64>?
    var peakInBits: Placed<Int64>?
    // The places of what is judged by what else there is.
    var automaticallyWaitsPlace: Place?
    var earlyRequestPlace: Place?
    var actionAtItemEndPlace: Place?
    var keptMediaPlace: Place?
    var forwardPlaybackEndPlace: Place?
    var defaultRate: Placed<Rate>?
    var preferredForwardBuffer: Placed<MediaTime>?
    var maximumResolutionPlace: Place?
    var layerPlace: Place?
    var viewer: Placed<ViewerDraft>?
    var live: Placed<LiveConductDraft>?
    var interstitialLookahead: Placed<MediaTime>?
    var keysOfVariants: [JSONMember] = []
    /// The keys that say something of several items alone.
    var keysOfQueues: [JSONMember] = []
    /// The keys that say something of pictures alone.
    var keysOfPictures: [JSONMember] = []
}

/// The conduct of a player in a live stream, as a scenario has it.
struct LiveConductDraft: Sendable {
    var settings = LiveSettings()
    var horizonPlace: Place?
}

/// A part of a medium that stands in a queue, as a scenario has it.
struct ItemDraft: Sendable {
    var name: Placed<ExactText>?
    var media: Placed<ExactText>?
    var from: Placed<MediaTime>?
    var to: Placed<MediaTime>?
}

package enum PlayerFormat {
    static let player = ObjectFormat(
        "player", "What the player is set to before anything happens.", from: PlayerDraft()
    ) {
        profile
        settings
        RulesFormat.keys
        QueueFormat.keys
        VariantFormat.keys
        Key("video_output", "An AVPlayerItemVideoOutput, which gets the pictures.", usually: .said("none"))
            .holds(ColorFormat.videoOutput) { $0.videoOutput = $1 }
        Key(
            "live", "What it does with a live stream.", usually: .said("as AVFoundation does")
        )
        .holds(LiveFormat.settings) {
            $0.live = $1
            $0.loader.live = $1.value.settings
        }
        Key(
            "viewer", "Who watches it: for how long, and with how much patience.",
            usually: .said("somebody who stays")
        )
        .holds(placed: ViewerFormat.viewer) { $0.viewer = $1 }
    }

    /// A player by the name of its profile alone, or with keys.
    static let playerOrName = ValueFormat<PlayerDraft>.either(
        profiles.placed.map {
            var draft = PlayerDraft()
            draft.profile = $0
            return draft
        }, .object(player))

    private static let profiles = ValueFormat.words(PlayerProfile.all.map { ($0.name, $0, $0.about) })

    private static let profile: KeyFormat<PlayerDraft> =
        Key(
            "profile", "A whole player: its rules are taken but where others are said beside it.",
            usually: .said("none")
        )
        .holds(placed: profiles) { $0.profile = $1 }

    package static let playerClasses: [(name: String, value: PlayerClass, about: String)] = [
        ("AVPlayer", .player, "Plays one item."), ("AVQueuePlayer", .queuePlayer, "Has a queue of items."),
    ]
    package static let linkedOn: [(name: String, value: LinkedOn, about: String)] = [
        ("iOS 9", .iOS9, "iOS 9, OS X 10.11 and before: HLS waits by itself, a file does not."),
        ("iOS 10", .iOS10, "iOS 10, macOS 10.12, tvOS 10 and later."),
    ]
    package static let earlyRequests: [(name: String, value: EarlyRequest, about: String)] = [
        ("remembered", .remembered, "The rate stays, and playback starts, or goes on, as soon as there is media."),
        ("dropped", .dropped, "The rate falls to 0, as after a stall, and the app has to ask again."),
    ]

    private static let settings = KeyList<PlayerDraft>.list {
        Key("class", "The class of AVFoundation.", usually: .word("AVPlayer"))
            .holds(.words(playerClasses)) { $0.settings.playerClass = $1 }
        Key("linked_on", "The system that the app was linked on.", usually: .word("iOS 10"))
            .holds(.words(linkedOn)) { $0.settings.linkedOn = $1 }
        Key("automatically_waits_to_minimize_stalling", "Whether it waits by itself (iOS 10).", usually: .flag(true))
            .holds(placed: .flag) {
                $0.settings.automaticallyWaits = $1.value
                $0.automaticallyWaitsPlace = $1.place
            }
        Key(
            "early_request",
            "What becomes of a rate without autowait before media is there, or where the items are gone.",
            usually: .word("remembered")
        )
        .holds(placed: .words(earlyRequests)) {
            $0.settings.earlyRequest = $1.value
            $0.earlyRequestPlace = $1.place
        }
        Key(
            "evaluation_s", "With autowait, the longest time for which a wait is evaluatingBufferingRate.",
            usually: .number(1)
        )
        .holds(.time(from: 0)) { $0.settings.evaluation = $1 }
        Key("default_rate", "What play() asks for.", usually: .number(1))
            .holds(placed: .rate(from: 1)) {
                $0.settings.defaultRate = $1.value
                $0.defaultRate = $1
            }
        Key(
            "action_at_item_end", "What happens at the end of an item.",
            usually: .said("pause for AVPlayer, advance for AVQueuePlayer")
        )
        .holds(placed: .actionAtItemEnd) {
            $0.settings.actionAtItemEnd = $1.value
            $0.actionAtItemEndPlace = $1.place
        }
        Key("forward_playback_end_time_s", "Where playback ends.", usually: .said("the duration"))
            .holds(placed: .mediaTime(from: 1)) {
                $0.settings.forwardPlaybackEndTime = $1.value
                $0.forwardPlaybackEndPlace = $1.place
            }
        Key(
            "preferred_forward_buffer_duration_s", "Media wanted ahead; 0 leaves the choice to the player.",
            usually: .number(0)
        )
        .holds(placed: .mediaTime(from: 0)) {
            $0.loader.preferredForwardBuffer = $1.value
            $0.preferredForwardBuffer = $1
        }
    }
}
