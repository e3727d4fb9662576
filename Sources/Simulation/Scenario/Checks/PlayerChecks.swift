import PlayerModel

/// A player: its queue, its loop, and which variants it fetches.
extension PlayerDraft {
    func set(_ own: inout ScenarioPlayer, on network: RequestNetwork, _ judgement: inout Judgement) {
        let usualGoal = own.loader.goal
        own.player = settings
        own.loader = loader
        own.loader.goal = usualGoal
        own.loader.transition = settings.transition
        setRules(&own, on: network, &judgement)
        own.videoOutput = videoOutput
        if let place = automaticallyWaitsPlace { judgement.findings.checkHasAutowait(settings.linkedOn, place) }
        if let place = actionAtItemEndPlace, settings.actionAtItemEnd == .advance, settings.playerClass == .player {
            judgement.report("an AVPlayer cannot advance; write \"class\": \"AVQueuePlayer\" beside it", place)
        }
        if let place = keptMediaPlace, own.loader.kept == .all, own.assets.count > 1, own.media.kind == .hls {
            judgement.report("of several streams nobody can say in which variant a kept one begins", place)
        }
        if let loop { setLoop(loop, &own, &judgement) }
        if let items { setItems(items, &own, &judgement) }
        checkLive(own, &judgement)
        own.viewer = viewer?.viewer(of: own, &judgement)
        own.variantLimits = variantLimits
        setPeak(&own, &judgement)
        warnOfNothingEligible(own, &judgement)
        if !judgement.hasStandIn { warnOfLengths(own, &judgement) }
        if own.media.kind != .hls { warnOfFile(&judgement) }
        warnOfLaterKeys(&judgement)
    }

    /// Warns an app that was linked on iOS 9 of keys for what came with iOS 10 (preferredForwardBufferDuration and
    /// AVPlayerLooper), 11 (preferredMaximumResolution), 13 (offsets from live) and 16 (defaultRate).
    private func warnOfLaterKeys(_ judgement: inout Judgement) {
        func warn(_ name: String, _ place: Place?) {
            if let place { judgement.findings.warnOfLater(name, settings.linkedOn, place) }
        }
        warn("defaultRate", defaultRate?.place)
        warn("preferredForwardBufferDuration", preferredForwardBuffer?.place)
        warn("preferredMaximumResolution", maximumResolutionPlace)
        if let live {
            let conduct = live.value.settings
            if conduct.offset != nil { warn("configuredTimeOffsetFromLive", live.place) }
            if conduct.preservesOffset { warn("automaticallyPreservesTimeOffsetFromLive", live.place) }
        }
        if let loop, case .looper = loop.value.rule { warn("AVPlayerLooper", loop.place) }
    }

    // MARK: Queue

    private func setItems(
        _ items: Placed<[Placed<ItemDraft>]>, _ own: inout ScenarioPlayer, _ judgement: inout Judgement
    ) {
        if settings.playerClass != .queuePlayer {
            judgement.report(
                "only an AVQueuePlayer has items; write \"class\": \"AVQueuePlayer\" beside them", items.place)
        }
        if let loop, own.looping != .none {
            judgement.report("a loop has items of its own; remove 'loop' or 'items'", loop.place)
        }
        var made: [ScenarioPlayer.Item] = []
        for (id, item) in items.value.enumerated() {
            if let item = item.value.item(Int32(id), at: item.place, own, &judgement) { made.append(item) }
        }
        own.items = made
        // Sorted, because there may be very many.
        let names = items.value.compactMap { $0.value.name }
        let order = names.indices.sorted { (names[$0].value, $0) < (names[$1].value, $1) }
        for (one, other) in zip(order, order.dropFirst()) where names[one].value == names[other].value {
            judgement.report("there is another item '\(names[other].value)'", names[other].place)
        }
    }

    private func setLoop(
        _ loop: Placed<ChosenRule<Looping>>, _ own: inout ScenarioPlayer, _ judgement: inout Judgement
    ) {
        own.looping = loop.value.rule
        let action = Player(settings: settings).actionAtItemEnd
        switch own.looping {
        case .none: return
        case .seekAtEnd:
            if action == .advance {
                judgement.report(
                    "at the end the item would be gone; write \"action_at_item_end\": \"none\" or \"pause\"",
                    loop.place)
            }
        case .treadmill, .looper:
            own.loader.keepsFinished = true
            if settings.playerClass != .queuePlayer {
                judgement.report(
                    "this takes \"class\": \"AVQueuePlayer\", which advances at the end of an item", loop.place)
            } else if case .treadmill = own.looping, action != .advance {
                judgement.report(
                    "at the end its items have to leave the queue; remove \"action_at_item_end\"", loop.place)
            }
        }
        if case .looper(_, let from, let to, _) = own.looping {
            // Its parameters are how many, from where, to where and how often.
            let places = loop.value.parameterPlaces
            let end = settings.forwardPlaybackEndTime.map { min($0, own.media.duration) }
            if from == .zero, to > .zero, to <= own.media.start {
                return judgement.report(own.media.startsLate, places[2] ?? loop.place)
            }
            judgement.checkRange(from, to > .zero ? to : end, own.media, (places[2] ?? places[1]) ?? loop.place)
        }
    }
}

extension PlayerDraft {
    /// Warns of how far playback of a live stream has to get, where the rule does not ask that. Once nothing more
    /// comes, any rule does.
    func warnOfIdleHorizon(_ own: ScenarioPlayer, _ judgement: inout Judgement) {
        guard own.isLive, !own.asksHorizon, let place = live?.value.horizonPlace else { return }
        judgement.warn(
            "'horizon_s' does nothing here while more comes: 'keep_up' is \"\(own.player.keepUp.name)\", which wants "
                + "no more ahead", place)
    }

    /// Warns of a distance from the edge at which nothing is listed.
    func warnOfLiveOffset(_ own: ScenarioPlayer, _ judgement: inout Judgement) {
        guard let live, let offset = live.value.settings.offset else { return }
        let windows = own.assets.compactMap { asset in
            asset.media.live.flatMap { source in
                source.window.map { LivePieces(asset.media, areParts: source.part != nil).filled(of: $0) }
            }
        }
        guard let most = windows.max(), offset > most else { return }
        judgement.warn(
            "'configured_time_offset_from_live_s' is longer than what is listed of the window, "
                + "\(most.inSeconds): playback begins with the oldest segment",
            live.place)
    }

    /// Warns of keys that tell what becomes of several items where there is one.
    func warnOfOneItem(_ own: ScenarioPlayer, _ judgement: inout Judgement) {
        let arrivals = own.script.count { $0.traits.arrival != nil }
        let isAlone = own.items.count <= 1 && arrivals <= 1 && own.looping == .none && own.interstitials == nil
        // Where an app acts in the place of a script, nobody knows yet what it hands to the player.
        let isOne = isAlone && (own.hasScript || !judgement.companions.appActs)
        var keys = keysOfQueues.map { ($0.name, $0.value.place) }
        if let keptMediaPlace { keys.append(("kept_media", keptMediaPlace)) }
        if let carryOver = rules.carryOver { keys.append(("carry_over_s", carryOver.place)) }
        for (name, place) in keys where isOne {
            judgement.warn("'\(name)' does nothing here: there is one item", place)
        }
    }
}

extension PlayerDraft {
    /// Warns of keys that say what comes of states in which the player never is.
    func warnOfIdleStates(_ own: ScenarioPlayer, _ judgement: inout Judgement) {
        // Where an app acts in the place of a script, nobody knows yet what it sets.
        guard own.hasScript || !judgement.companions.appActs else { return }
        if let place = earlyRequestPlace, let why = own.whyNoEarlyRequest {
            judgement.warn("'early_request' does nothing here: \(why)", place)
        }
        if let why = own.whyNoPictures {
            for key in keysOfPictures { judgement.warn("'\(key.name)' does nothing here: \(why)", key.value.place) }
        }
    }
}

extension ScenarioPlayer {
    /// The reason why nothing is ever asked for without autowait; nil where it may be.
    fileprivate var whyNoEarlyRequest: String? {
        switch player.linkedOn {
        case .iOS9: media.kind == .hls ? "linked on iOS 9, a player of streams waits by itself" : nil
        case .iOS10:
            player.automaticallyWaits && !script.contains { $0.traits.forbidsWaiting }
                ? "the player waits by itself; give \"automatically_waits_to_minimize_stalling\": false" : nil
        }
    }

    /// The reason why no pipeline for pictures is ever built; nil where one may be.
    fileprivate var whyNoPictures: String? {
        if !assets.contains(where: { $0.media.hasPictures }) { return "the media is sound alone, by its 'codecs'" }
        let getsLayer = script.contains { if case .limit(.layer(.some)) = $0.operation { true } else { false } }
        if player.hasLayer || getsLayer { return nil }
        guard let layer = variantLimits.layer else {
            return "there is no layer; give 'layer', or 'set_layer' in the script"
        }
        let attached = layer.attachment.name
        return "the layer is attached '\(attached)'; write \"attached\": \"early\", or 'set_layer' in the script"
    }
}

extension ItemDraft {
    fileprivate func item(
        _ id: Int32, at place: Place, _ own: ScenarioPlayer, _ judgement: inout Judgement
    ) -> ScenarioPlayer.Item? {
        guard let asset = asset(own, &judgement) else { return nil }
        let media = own.assets[asset].media
        let end = own.player.forwardPlaybackEndTime.map { min($0, media.duration) }
        var item = media.item
        item.asset = Int16(asset)
        item.id = id
        item.start = from?.value ?? media.start
        if let to { item.end = .at(to.value) }
        if from == nil, let to, media.start > .zero, to.value <= media.start {
            return judgement.refuse(media.startsLate, to.place)
        }
        checkPart(from: item.start, to: item.stop ?? end ?? media.duration, of: media, at: place, &judgement)
        return ScenarioPlayer.Item(name: name?.value ?? "", item: item)
    }

    /// Reports a part of which nothing can be played: its in point is a seek, and its out point a
    /// `forwardPlaybackEndTime`, so that AVFoundation would not complain (A.70, B.6).
    private func checkPart(
        from start: MediaTime, to end: MediaTime, of media: Asset, at place: Place, _ judgement: inout Judgement
    ) {
        // Of a playlist that is still to be read nobody knows the length.
        if judgement.hasStandIn { return }
        if start >= media.duration {
            judgement.report(
                "'from_s' must lie before the end of the media, at \(media.duration.inSeconds)", from?.place ?? place)
        } else if let to, start >= end {
            judgement.report("'to_s' must lie behind the beginning of the item, at \(start.inSeconds)", to.place)
        } else if start >= end {
            judgement.report(
                "'from_s' must lie before 'forward_playback_end_time_s', at \(end.inSeconds)", from?.place ?? place)
        } else if let to, end > media.duration {
            judgement.warn(
                "'to_s' does nothing here: the media ends before, at \(media.duration.inSeconds)", to.place)
        }
    }

    /// The asset that it is a part of: the first unless it says another.
    private func asset(_ own: ScenarioPlayer, _ judgement: inout Judgement) -> Int? {
        guard let media else { return 0 }
        let name = media.value
        if let index = own.assets.firstIndex(where: { $0.name == name && !name.isEmpty }) { return index }
        let names = own.assets.map { $0.name }.filter { !$0.isEmpty }
        let hint =
            names.isEmpty
            ? "; write 'media' as a list of some with names" : judgement.findings.hint(name, among: names)
        return judgement.refuse("there is no medium '\(name)'\(hint)", media.place)
    }
}

extension Asset {
    /// The mistake of an end that lies before the beginning that the playlist asks for.
    fileprivate var startsLate: String {
        "the playlist has it begin at \(start.inSeconds) (EXT-X-START), which is not before this end; say 'from_s'"
    }
}

extension Judgement {
    /// Reports a range that AVPlayerLooper answers with an exception (B.10).
    fileprivate mutating func checkRange(_ start: MediaTime, _ stop: MediaTime?, _ media: Asset, _ place: Place) {
        let end = stop ?? media.duration
        // Of a playlist that is still to be read nobody knows the length.
        if hasStandIn { return }
        guard start >= end || end > media.duration else { return }
        let range =
            "\(NumberText.exact(start.nanoseconds, places: 9)) to \(NumberText.exact(end.nanoseconds, places: 9)) s"
        let length = NumberText.exact(media.duration.nanoseconds, places: 9)
        report("\(range) is no part of \(length) s, which is an \(NamesOfAVFoundation.exception)", place)
    }
}
