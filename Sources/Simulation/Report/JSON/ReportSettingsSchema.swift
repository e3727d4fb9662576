import PlayerModel

/// The settings in a report.
enum ReportSettingsSchema {
    static var settings: Shape {
        .object(
            "settings",
            [
                .key("words", "All of it in words, as the text report has it.", words),
                .key("network", "The network as it begins.", .object("network", network)),
                .key(
                    "media", "What is played; a list where there are several.",
                    .either([asset, .list(of: asset, atLeast: 2)])),
                .key("player", "The player as it begins.", .object("settings_of_player", player)),
                .key("first_variant", "How the first variant was chosen; null of a file.", firstVariant.orNull),
                .key(
                    "video_range", "That of the first variant.",
                    .words([VideoRange.sdr, .hlg, .pq, .unrecognized].map { $0.name })),
                .key("color", "Its colour tags; null where they are not known.", color.orNull),
                .key("video_output", "What a video output gets; null where there is none.", videoOutput.orNull),
                .key("switching", "Which variant each later segment is fetched of.", .rule(VariantSwitch.all)),
                .key("abandonment", "When a segment is given up.", .rule(SegmentAbandonment.all)),
                .key("replacement", "Which segment is fetched once more.", .rule(SegmentReplacement.all)),
                .key("fail_over", "Where it turns when a request has failed.", .rule(FailOver.all)),
                .key("loop", "How the media is played over and over.", .rule(Looping.all)),
                .key("items", "The parts of the media in a queue.", .objects("item", item)),
                .key("items_ahead", "How many items are loaded ahead.", .whole),
                .key("kept_media", "What items of one asset share.", .words(QueueFormat.keptMedia.map { $0.name })),
                .maybe("format_change_s", "What another format of sound takes.", .seconds),
                .maybe("transition_ratio", "The part of the throughput for the next item.", .any(.ratio)),
                .key("preroll_s", "What filling the pipelines takes.", .seconds),
                .key("preroll_media_s", "The media that it takes.", .seconds),
                .maybe("profile", "The whole player that it is.", .words(PlayerProfile.all.map { $0.name })),
                .maybe("overridden", "The keys that say otherwise than it.", .texts),
                .maybe("buffer_goal", "When enough is loaded.", goal),
                .key("keep_up", "The rule behind isPlaybackLikelyToKeepUp.", .rule(KeepUp.all)),
                .key("throughput", "How throughput is measured.", .rule(ThroughputEstimator.all)),
                .key("evidence_s", "Newest transfer that may contradict it.", .seconds),
                .key("carry_over_s", "What it counts for with another item.", .seconds),
                .key("until_s", "The run ends here at the latest.", .seconds),
                .key("max_events", "The ceiling of events.", .whole),
            ])
    }

    /// A line of the text report each, by its name.
    private static var words: Shape {
        let names = [
            "network", "phases", "host", "traffic", "media", "tracks", "coding", "http", "patience", "queues",
            "player", "keep_up", "measure", "buffer", "live", "edge", "catch_up", "profile", "requests",
            "failover", "gaps", "limits", "choice", "eligible", "pathways", "steering", "ads", "shows", "left_out",
            "ignored",
            "switches", "queue", "loop", "follows", "preroll", "pipes", "color", "output",
            "viewer",
        ]
        return .object("words", names.map { .maybe($0, "", .text) })
    }

    private static var goal: Shape {
        let fixed = BufferGoal.fixed(.zero)
        let parameters = fixed.parameters.map { parameter in
            let about = parameter.about.dropLast() + "; null is without limit."
            return Shape.Member.key(parameter.name, String(about), Shape.any(parameter.unit).orNull)
        }
        let length = Shape.ObjectShape(fixed.name, fixed.about, parameters)
        return .tagged(by: "rule", [length] + BufferGoal.all.map { .rule($0) })
    }

    private static var network: [Shape.Member] {
        let http = HTTPSettings()
        let quantities = http.exchange + HTTPSettings.usualRare + http.patience + http.queues
        let own = quantities.map { quantity in
            Shape.Member(
                quantity.name, "As 'autowait list keys' has it.", .any(quantity.unit),
                isRequired: quantity.name == "request_bytes")
        }
        return [
            .maybe("preset", "The preset that it was taken from.", .text),
            .maybe("profile", "The file that it was taken from.", .text),
            .maybe("name", "The profile in that file.", .text),
            .maybe("make", "The kind that it was made up of, and with which seed.", made),
            .maybe("repeats_after_s", "When its phases begin again; absent where they do not.", .any(.seconds)),
            .maybe("trace", "The trace that what comes down is from.", .text),
            .maybe("scale", "What the trace's capacity is multiplied by, where that is said.", .any(.ratio)),
            .maybe("loop", "Whether the trace, or what is made up, begins again after its end.", .flag),
            .key("transport", "How bytes travel.", .words(Transport.Kind.allCases.map { $0.name })),
            .key("down_kbps", "Towards the player; null is without limit.", Shape.any(.kilobitsPerSecond).orNull),
            .key("up_kbps", "From the player; null is without limit.", Shape.any(.kilobitsPerSecond).orNull),
            .key("delay_down_ms", "Towards the player.", .any(.milliseconds)),
            .key("delay_up_ms", "From the player.", .any(.milliseconds)),
            .key("loss_down_percent", "Towards the player.", .any(.percent)),
            .key("loss_up_percent", "From the player.", .any(.percent)),
            .key("dns_delay_ms", "What a look-up takes beyond its round trip.", .any(.milliseconds)),
            .maybe(
                "hosts", "The networks that hosts have of their own, as they begin.", .objects("host_network", host)),
            .maybe("http", "The version.", .words(HTTPSettings.Version.allCases.map { $0.name })),
            .maybe("tls", "How connections are secured.", .words(TransportSecurity.allCases.map { $0.name })),
            .maybe("hystart", "Whether slow start ends before it overruns the queue.", .flag),
            .maybe("quickack", "Whether the player's side acknowledges every packet at once.", .flag),
            .maybe("header_alone", "Whether servers send a header by itself, ahead of the body.", .flag),
        ] + own
    }

    private static var host: [Shape.Member] {
        [
            .key("name", "The host.", .text),
            .key("down_kbps", "Towards the player; null is without limit.", Shape.any(.kilobitsPerSecond).orNull),
            .key("delay_down_ms", "Beyond that of the network, towards the player.", .any(.milliseconds)),
            .key("delay_up_ms", "Likewise, from the player.", .any(.milliseconds)),
            .key("loss_down_percent", "Besides that of the network, towards the player.", .any(.percent)),
            .key("loss_up_percent", "Likewise, from the player.", .any(.percent)),
            .key("dns_delay_ms", "Beyond what a look-up takes on the network.", .any(.milliseconds)),
        ]
    }

    private static var made: Shape {
        .tagged(
            by: "kind",
            NetworkRecipe.all.map { recipe in
                Shape.ObjectShape(
                    recipe.name, recipe.about,
                    [.key("seed", "The seed of the run.", .whole)]
                        + recipe.parameters.map { .key($0.name, $0.about, .any($0.unit)) })
            })
    }

    private static var asset: Shape {
        .object(
            "asset",
            [
                .maybe("name", "Its name, where there are several.", .text),
                .key("kind", "What it is.", .words([MediaKind.local, .progressive, .hls].map { $0.name })),
                .key("duration_s", "Its length.", .seconds), .key("variant", "The first variant, from 0.", .whole),
                .key("bitrate_kbps", "The bit rate of that.", .any(.kilobitsPerSecond)),
            ])
    }

    private static var player: [Shape.Member] {
        [
            .key(
                "class", "The class of AVFoundation in whose terms it is told.",
                .words(PlayerFormat.playerClasses.map { $0.name })),
            .key(
                "linked_on", "The system that the app was linked on; null of a player of others.",
                Shape.words(PlayerFormat.linkedOn.map { $0.name }).orNull),
            .key("automatically_waits_to_minimize_stalling", "The property.", .flag),
            .key("evaluation_s", "The longest evaluatingBufferingRate.", .seconds),
            .key(
                "early_request", "What becomes of a rate without autowait before media is there, or without an item.",
                .words(PlayerFormat.earlyRequests.map { $0.name })),
            .key("action_at_item_end", "The property.", .text), .key("default_rate", "The property.", .any(.rate)),
            .key("forward_playback_end_time_s", "Null is the duration.", Shape.seconds.orNull),
            .key("forward_buffer_s", "Null is without limit, or as a rule has it.", Shape.seconds.orNull),
        ]
    }

    private static var firstVariant: Shape {
        let size = Shape.object("size", [.key("width", "Pixels.", .whole), .key("height", "Pixels.", .whole)])
        let indices = Shape.list(of: .whole, atLeast: 0)
        let display = Shape.object(
            "display",
            [
                .key("gamut", "Its colours.", .text), .key("range", "Its range.", .text),
                .key("converts", "The variants that are converted for it.", indices),
            ])
        let others: [Shape.Member] = [
            .key("preferred_peak_bitrate_bps", "0 permits all.", .any(.bitsPerSecond)),
            .key("preferred_maximum_resolution", "Null permits all.", size.orNull),
            .key("layer", "In pixels; null where there is none.", size.orNull),
            .key("layer_attached", "When the player gets it.", .text),
            .key("display", "Null where there is none.", display.orNull),
            .key("index", "The variant, from 0.", .whole), .key("grounds", "Why that one, in words.", .text),
            .key(
                "ruled_out", "By each limit, the variants that it rules out.",
                .object("ruled_out", VariantLimits.Limit.allCases.map { .key($0.name, "From 0.", indices) })),
        ]
        return .tagged(
            by: "rule",
            VariantChoice.allCases.map { rule in
                let own = rule.parameters.map { Shape.Member.key($0.name, $0.about, .any($0.unit)) }
                return Shape.ObjectShape(rule.name, rule.about, own + others)
            })
    }

    private static var color: Shape {
        .object(
            "color",
            [
                .key("primaries", "The name.", .text), .key("transfer", "The name.", .text),
                .key("matrix", "The name.", .text),
                .key("numbers", "All three as numbers.", .list(of: .whole, atLeast: 3)),
                .key("uses_wide_gamut", "Whether they are wider than those of BT.709.", .flag),
            ])
    }

    private static var videoOutput: Shape {
        let received: [Shape.Member] = [
            .key("variant", "From 0.", .whole),
            .key("converted", "Whether its colours are converted; null where they are not known.", Shape.flag.orNull),
            .key("color", "What the output gets.", color.orNull),
        ]
        return .object(
            "video_output",
            [
                .key("allows_wide_color", "The setting.", .flag),
                .key("receives", "Of each variant.", .objects("received", received)),
            ])
    }

    private static var item: [Shape.Member] {
        [
            .key("name", "Its name.", .text), .maybe("media", "Of several media, which one.", .text),
            .key("from_s", "Where it begins.", .seconds), .key("to_s", "Where it ends.", .seconds),
        ]
    }
}
