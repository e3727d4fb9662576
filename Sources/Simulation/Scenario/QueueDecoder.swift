import PlayerModel

/// Queues and loops: the items of an `AVQueuePlayer`, what an app does with them, and what a start takes.
extension ScenarioDecoder {
    mutating func queue(_ node: JSONNode, into scenario: inout Scenario) {
        if let time = node.time("preroll_s") { scenario.player.preroll.time = time }
        if let media = node.mediaTime("preroll_media_s") { scenario.player.preroll.media = media }
        if let time = node.time("audio_pipeline_s") { scenario.player.pipelines.audio = time }
        if let time = node.time("video_pipeline_s") { scenario.player.pipelines.video = time }
        if let time = node.time("still_frame_s") { scenario.player.pipelines.still = time }
        scenario.player.hasLayer = node.member("layer").map { $0.member("attached")?.string ?? "early" } == "early"
        if let flag = node.member("skips_failed_items")?.flag { scenario.player.skipsFailedItems = flag }
        if let count = node.count("items_ahead") { scenario.loader.itemsAhead = count }
        if let time = node.time("format_change_s") { scenario.player.transition.formatChange = time }
        if let share = node.member("transition_ratio")?.number(.ratio) { scenario.player.transition.share = share }
        scenario.loader.transition = scenario.player.transition
        if let loop = node.member("loop") { self.loop(loop, into: &scenario) }
        guard let items = node.member("items") else { return }
        if scenario.player.playerClass != .queuePlayer {
            report("only an AVQueuePlayer has items; write \"class\": \"AVQueuePlayer\" beside them", items.place)
        }
        if let loop = node.member("loop"), scenario.looping != .none {
            report("a loop has items of its own; remove 'loop' or 'items'", loop.place)
        }
        scenario.items = items.elements.enumerated().compactMap { item($1, Int32($0), scenario) }
        // Sorted, because there may be very many.
        let names = items.elements.compactMap { $0.member("name") }
        let order = names.indices.sorted { (names[$0].string ?? "", $0) < (names[$1].string ?? "", $1) }
        for (one, other) in zip(order, order.dropFirst()) where names[one].string == names[other].string {
            report("there is another item '\(names[other].string ?? "")'", names[other].place)
        }
    }

    private mutating func item(_ node: JSONNode, _ id: Int32, _ scenario: Scenario) -> ScenarioPlayer.Item? {
        guard let asset = asset(of: node, scenario) else { return nil }
        let media = scenario.assets[asset].media
        let end = scenario.player.forwardPlaybackEndTime.map { min($0, media.duration) }
        var item = media.item
        item.asset = Int16(asset)
        item.id = id
        item.start = node.mediaTime("from_s") ?? .zero
        item.stop = node.mediaTime("to_s")
        checkRange(item.start, item.stop ?? end, media, (node.member("to_s") ?? node.member("from_s") ?? node).place)
        return ScenarioPlayer.Item(name: node.member("name")?.string ?? "", item: item)
    }

    private mutating func loop(_ node: JSONNode, into scenario: inout Scenario) {
        let name = node.string ?? node.member("rule")?.string
        guard let way = Looping.all.first(where: { $0.name == name }) else { return }
        scenario.looping = way.setting(way.parameters.map { node.member($0.name)?.number($0.unit) ?? $0.value })
        switch scenario.looping {
        case .none: return
        case .seekAtEnd:
            if Player(settings: scenario.player).actionAtItemEnd == .advance {
                report(
                    "at the end the item would be gone; write \"action_at_item_end\": \"none\" or \"pause\"",
                    node.place)
            }
        case .treadmill, .looper:
            scenario.loader.keepsFinished = true
            if scenario.player.playerClass != .queuePlayer
                || Player(settings: scenario.player).actionAtItemEnd != .advance
            {
                report("this takes \"class\": \"AVQueuePlayer\", which advances at the end of an item", node.place)
            }
        }
        if case .looper(_, let from, let to, _) = scenario.looping {
            let place = (node.member("to_s") ?? node.member("from_s") ?? node).place
            let end = scenario.player.forwardPlaybackEndTime.map { min($0, scenario.media.duration) }
            checkRange(from, to > .zero ? to : end, scenario.media, place)
        }
    }

    /// What AVPlayerLooper answers with an `NSInvalidArgumentException` (B.10), and nothing else can play.
    private mutating func checkRange(_ start: MediaTime, _ stop: MediaTime?, _ media: Asset, _ place: Place) {
        let end = stop ?? media.duration
        guard start >= end || end > media.duration else { return }
        let range =
            "\(NumberText.exact(start.nanoseconds, places: 9)) to \(NumberText.exact(end.nanoseconds, places: 9)) s"
        let length = NumberText.exact(media.duration.nanoseconds, places: 9)
        report("\(range) is no part of \(length) s, which is an NSInvalidArgumentException", place)
    }

    /// `load`: one item, or all that the queue begins with.
    func load(_ scenario: Scenario) -> Action.Call {
        if !scenario.items.isEmpty { return .loadAll(scenario.items.map { $0.item }) }
        let item = scenario.looping.piece(of: scenario.media.item)
        let count = scenario.looping.itemCount
        guard count > 1 else { return .player(.replaceCurrentItem(item)) }
        return .loadAll(
            (0..<Int32(count)).map { id in
                var item = item
                item.id = id
                return item
            })
    }

    /// What an action does to the queue; nil for any other.
    mutating func queueCall(_ name: String, _ node: JSONNode, _ scenario: Scenario) -> Action.Call? {
        switch name {
        case "insert":
            guard let item = named(node.member("item"), scenario) else { return nil }
            let after = node.member("after")
            if let after {
                guard let other = named(after, scenario) else { return nil }
                return .player(.insert(item, after: other.id))
            }
            return .player(.insert(item, after: nil))
        case "remove": return named(node.member("item"), scenario).map { .player(.remove($0.id)) }
        case "change_tracks": return .player(.changeTracks)
        case "select_audio": return selectAudio(node, scenario)
        case "advance_to_next_item": return .player(.advanceToNextItem)
        case "remove_all_items": return .player(.removeAllItems)
        case "disable_looping":
            if case .looper = scenario.looping { return .disableLooping }
            report("there is no AVPlayerLooper; write \"loop\": \"looper\"", (node.member("do") ?? node).place)
            return nil
        default: return nil
        }
    }

    private mutating func named(_ node: JSONNode?, _ scenario: Scenario) -> PlayerItem? {
        guard let node, let name = node.string else { return nil }
        if let item = scenario.items.first(where: { $0.name == name }) { return item.item }
        report("there is no item '\(name)'\(NearMiss.hint(name, among: scenario.items.map { $0.name }))", node.place)
        return nil
    }
}

extension ScenarioShape {
    /// What a player has for its queue.
    static let queue: [Shape.Member] = [
        .init(
            "items", "What an AVQueuePlayer begins with: parts of the media, in order.",
            .list(
                of: .object(
                    .init(
                        "item", "A part of the media.",
                        [
                            .init("name", "A name for the script.", .text, isRequired: true),
                            .init("media", "Of several media, which one: the first unless said.", .text),
                            .init("from_s", "Where it begins: its in point, 0 unless said.", time(from: 0)),
                            .init(
                                "to_s", "Where it ends: forwardPlaybackEndTime, the duration unless said.",
                                time(from: 1)),
                        ])), atLeast: 1)),
        .init(
            "loop", "How the media is played over and over: none unless said.",
            rule(Looping.all.map { ($0.name, $0.about, $0.parameters) })),
        .init(
            "skips_failed_items",
            "Whether a queue goes on to the next item when one fails, as since iOS 18.4: false unless said.", .flag),
        .init(
            "format_change_s", "How long going over to another format of sound takes: 0.1 unless said.",
            time(from: 0)),
        .init(
            "transition_ratio",
            "Without a match, the part of the throughput that the next item's first variant may have: 0.7 unless said.",
            .number(.ratio, 1...1_000_000)),
        .init(
            "items_ahead", "How many items behind the current one are loaded ahead: 1 unless said.",
            .number(.count, 0...100)),
        .init("preroll_s", "How long filling the pipelines takes before a start: 0 unless said.", time(from: 0)),
        .init("preroll_media_s", "The media that has to be loaded for it: none unless said.", time(from: 0)),
        .init("audio_pipeline_s", "How long building a pipeline for sound takes: 0 unless said.", time(from: 0)),
        .init(
            "video_pipeline_s", "How long pictures take besides, where there is a layer: 0 unless said.",
            time(from: 0)),
        .init(
            "still_frame_s",
            "How long the first frame of a paused item takes, where there is a layer: 0 unless said.",
            time(from: 0)),
    ]

    /// What an app may do with the queue.
    static let queueActions: [Shape.ObjectShape] = [
        action(
            "insert", "insert(_:after:).",
            [
                .init("item", "The item, by its name.", .text, isRequired: true),
                .init("after", "The item that it comes after; the last one unless said.", .text),
            ]),
        action(
            "change_tracks", "The language of sound or subtitles changes, or a track is enabled or disabled (A.43)."),
        action(
            "select_audio", "select(_:in:): the sound is to be in another language, which has to be fetched (A.43).",
            [.init("language", "The language, as the audio has it.", .text, isRequired: true)]),
        action("remove", "remove(_:).", [.init("item", "The item, by its name.", .text, isRequired: true)]),
        action("advance_to_next_item", "advanceToNextItem()."), action("remove_all_items", "removeAllItems()."),
        action("disable_looping", "AVPlayerLooper.disableLooping(): the replica that plays is the last."),
    ]
}
