import PlayerModel

/// The scenario format: every key, what it is and what it may be.
package enum ScenarioShape {
    package static let scenario = Shape.ObjectShape(
        "scenario", "A network, a piece of media, a player, and what the person does.",
        [
            .init("$schema", "Where an editor finds the schema.", .text),
            .init("name", "A name for reports.", .text),
            .init("about", "Words; JSON has no comments.", .text),
            .init("seed", "Seeds the random streams.", .number(.count, 0...Int64.max)),
            .init(
                "network", "What the network offers.",
                .either([.object(network), .list(of: .object(phase), atLeast: 1), .text])),
            .init("media", "What is played.", anyMedia),
            .init("player", "What the player is set to.", .object(player)),
            .init(
                "script", "What the person does, in order of time.", .list(of: .tagged(by: "do", actions), atLeast: 0)
            ),
            .init("expect", "What must come of it.", .object(expect)),
            metrics,
            .init(
                "players", "Several who play on the same link, in the place of media, player, script and expect.",
                .list(of: .object(oneOfSeveral), atLeast: 1)),
            .init(
                "traffic", "What other apps do on the same link.", .list(of: .tagged(by: "kind", traffic), atLeast: 1)
            ),
            .init("until_s", "The run ends here at the latest.", time(from: 1)),
            .init("max_events", "The ceiling of events.", .number(.count, 1...10_000_000)),
            .init("max_packets", "The ceiling of packets.", .number(.count, 1...10_000_000_000)),
        ])

    /// The schema of a scenario, with a line break at its end.
    package static var schema: String {
        JSONSchema.text(of: .object(scenario), title: "autowait scenario", about: scenario.about)
    }

    // MARK: Network

    static let capacity = Shape.either([
        .number(.kilobitsPerSecond, 0...1_000_000_000_000),
        .word([.init("unlimited", "Without limit.")]),
    ])

    private static let offered: [Shape.Member] = [
        .init("down_kbps", "Capacity towards the player; 0 carries nothing.", capacity),
        .init("up_kbps", "Capacity from the player; 0 carries nothing.", capacity),
        .init("delay_ms", "Delay in each direction; a round trip is twice this.", delay),
        .init("delay_down_ms", "Delay towards the player.", delay),
        .init("delay_up_ms", "Delay from the player.", delay),
        .init("loss_percent", "Packets lost at random, in each direction.", loss),
        .init("loss_down_percent", "Packets lost on their way to the player.", loss),
        .init("loss_up_percent", "Packets lost on their way from the player.", loss),
        .init("dns_delay_ms", "What a look-up of a name takes beyond its round trip.", delay),
    ]

    private static let loss = Shape.number(.percent, 0...1_000_000)

    private static let delay = Shape.number(.milliseconds, 0...600_000_000_000)

    static let phase = Shape.ObjectShape(
        "phase", "A stretch of time with a network that stays as it is.",
        [
            .init("for_s", "How long it lasts; the last phase lasts on, unless phases repeat.", time(from: 1)),
            .init("preset", "A preset in the place of what the network offers.", .text),
        ] + offered)

    static let network = Shape.ObjectShape(
        "network", "What the network offers: without limit and without delay, unless said otherwise.",
        [
            .init(
                "transport", "How bytes travel.",
                words(Transport.Kind.allCases.map { ($0.name, $0.about) })),
            .init(
                "preset", "A network by its name, as 'autowait list presets' has them; other keys change it.", .text),
            .init(
                "profile",
                "A file (.plist) with profiles of the Network Link Conditioner, relative to the scenario's folder.",
                .text),
            .init("name", "Which profile of the file: the selected one, or the only one, unless said.", .text),
            .init(
                "trace",
                "A file with a measured network, in the place of down_kbps; relative to the scenario's folder.", .text
            ),
            .init("loop", "Whether the trace begins again after its end: as its format has it, unless said.", .flag),
            .init(
                "scale", "What the trace's capacity is multiplied by: 1 unless said.",
                .number(.ratio, 1...1_000_000_000)),
            .init(
                "latency", "Which way the trace's latency lies: down unless said.",
                words([
                    ("down", "It delays all that the server sends, by the latency at that moment."),
                    ("up", "It delays the request, and bytes flow afterwards: so Sabre reckons."),
                ])),
            .init("phases", "Stretches of time, one after the other.", .list(of: .object(phase), atLeast: 1)),
            .init("repeat", "Whether the phases begin again after the last.", .flag),
            .init(
                "outages", "Stretches of time in which nothing passes: what is under way waits, as for a rate of 0.",
                .list(
                    of: .object(
                        .init(
                            "outage", "Nothing passes.",
                            [
                                .init("at_s", "The time at which it begins.", time(from: 0), isRequired: true),
                                .init("for_s", "The time for which it lasts.", time(from: 1), isRequired: true),
                            ])), atLeast: 1)),
        ] + offered + http)

    // MARK: Player

    static let rate = Shape.number(.rate, 1...32_000)
    static let linkedOn: [(name: String, value: LinkedOn, about: String)] = [
        ("iOS 9", .iOS9, "iOS 9, OS X 10.11 and before: HLS waits by itself, a file does not."),
        ("iOS 10", .iOS10, "iOS 10, macOS 10.12, tvOS 10 and later."),
    ]
    static let playerClasses: [(name: String, value: PlayerClass, about: String)] = [
        ("AVPlayer", .player, "Plays one item."), ("AVQueuePlayer", .queuePlayer, "Has a queue; here of one item."),
    ]
    static let actionsAtItemEnd: [(name: String, value: ActionAtItemEnd, about: String)] = [
        ("advance", .advance, "The item leaves the queue; AVQueuePlayer alone."),
        ("pause", .pause, "The rate becomes 0."),
        ("none", .none, "Rate and item stay, and currentTime runs on."),
    ]

    static let player = Shape.ObjectShape(
        "player", "What the player is set to before anything happens.",
        [
            .init(
                "class", "The class of AVFoundation: AVPlayer unless said.",
                words(playerClasses.map { ($0.name, $0.about) })),
            .init(
                "linked_on", "The system that the app was linked on: iOS 10 unless said.",
                words(linkedOn.map { ($0.name, $0.about) })),
            .init("automatically_waits_to_minimize_stalling", "True unless said; iOS 9 did not have it.", .flag),
            .init("default_rate", "What play() asks for: 1 unless said.", rate),
            .init(
                "action_at_item_end", "Pause for AVPlayer, advance for AVQueuePlayer, unless said.",
                words(actionsAtItemEnd.map { ($0.name, $0.about) })),
            .init("forward_playback_end_time_s", "Where playback ends; the duration unless said.", time(from: 1)),
            .init(
                "preferred_forward_buffer_duration_s", "Media wanted ahead; 0 leaves the choice to the player.",
                time(from: 0)),
            .init(
                "default_forward_buffer_s", "That choice: 50 for HLS; a file is fetched to its end.", time(from: 1)),
            .init(
                "drain_s", "How much of a full buffer is played before fetching goes on: 10 unless said.",
                time(from: 0)
            ),
            .init(
                "keep_up", "The rule behind isPlaybackLikelyToKeepUp.",
                rule(KeepUp.all.map { ($0.name, $0.about, $0.parameters) })),
            .init(
                "throughput", "How throughput is measured.",
                rule(ThroughputEstimator.all.map { ($0.name, $0.about, $0.parameters) })),
        ] + queue + firstVariant + switching + [videoOutput])

    /// A rule by its name alone, or with some of its parameters.
    static func rule(_ rules: [(name: String, about: String, parameters: [Parameter])]) -> Shape {
        .either([
            words(rules.map { ($0.name, $0.about) }),
            .tagged(
                by: "rule",
                rules.map { rule in
                    .init(
                        rule.name, rule.about,
                        rule.parameters.map { .init($0.name, $0.about, .number($0.unit, $0.range)) })
                }),
        ])
    }

    // MARK: Script

    static let atTime = Shape.Member("at_s", "The time of this action.", time(from: 0), isRequired: true)

    static let actions: [Shape.ObjectShape] =
        [
            action("load", "Gives the player a new item with the media: replaceCurrentItem(with:)."),
            action("unload", "Takes the item away: replaceCurrentItem(with: nil)."),
            action(
                "tap",
                "The person asks for playback: the wait is counted from here, whenever the app then calls play()."),
            action("play", "play()."),
            action("pause", "pause()."),
            action(
                "set_rate", "rate = …",
                [.init("rate", "The rate asked for; 0 pauses.", .number(.rate, 0...32_000), isRequired: true)]),
            action("play_immediately", "playImmediately(atRate:).", [.init("rate", "1 unless said.", rate)]),
            action(
                "set_rate_at_host_time", "setRate(_:time:atHostTime:).",
                [
                    .init("rate", "1 unless said.", rate),
                    .init(
                        "item_time_s", "The item's time at that host time; the current one unless said.",
                        time(from: 0)),
                    .init(
                        "host_time_s", "The host time, on the clock of the script; now unless said.", time(from: 0)),
                ]),
            action(
                "set_automatically_waits_to_minimize_stalling", "automaticallyWaitsToMinimizeStalling = …",
                [.init("value", "On or off.", .flag, isRequired: true)]),
            action(
                "set_default_rate", "defaultRate = …",
                [.init("rate", "What play() asks for.", rate, isRequired: true)]),
            action(
                "set_action_at_item_end", "actionAtItemEnd = …",
                [
                    .init(
                        "value", "What happens at the end.", words(actionsAtItemEnd.map { ($0.name, $0.about) }),
                        isRequired: true)
                ]),
            action(
                "set_forward_playback_end_time", "forwardPlaybackEndTime = …",
                [.init("value_s", "Where playback ends; the duration unless said.", time(from: 1))]),
            action(
                "set_preferred_forward_buffer_duration", "preferredForwardBufferDuration = …",
                [
                    .init(
                        "value_s", "Media wanted ahead; 0 leaves the choice to the player.", time(from: 0),
                        isRequired: true
                    )
                ]),
        ] + queueActions + limits + [
            action(
                "load_values",
                "loadValuesAsynchronously(forKeys: [\"duration\"]): fetches the multivariant playlist, no more."
            ),
            action(
                "preload_keys",
                "preloadsEligibleContentKeys = true: fetches keys that the multivariant playlist names."),
            action(
                "seek", "seek(to:toleranceBefore:toleranceAfter:).",
                [
                    .init("to_s", "The place to go to.", time(from: 0), isRequired: true),
                    .init("tolerance_before_s", "Without limit unless said.", time(from: 0)),
                    .init("tolerance_after_s", "Without limit unless said.", time(from: 0)),
                ]),
            action("change_network", "The network offers something else from now on.", offered),
            action(
                "break_network",
                "The network carries nothing for a while: what is under way waits, as for a rate of 0.",
                [.init("for_s", "The time for which it lasts.", time(from: 1), isRequired: true)]),
        ]

    static func action(_ name: String, _ about: String, _ members: [Shape.Member] = []) -> Shape.ObjectShape {
        .init(name, about, [atTime] + members)
    }

    // MARK: Parts

    static func time(from least: Int64) -> Shape { .number(.seconds, least...Shape.longestTime) }

    static func words(_ words: [(String, String)]) -> Shape { .word(words.map { .init($0.0, $0.1) }) }
}
