import PlayerModel

/// Interstitial events: where they come, what they show, and the player that shows it.
extension MediumDraft {
    fileprivate func interstitials(of media: Asset, _ judgement: inout Judgement) -> [Placed<InterstitialDraft>] {
        switch content {
        case .disk(let disk): disk.interstitials ?? disk.listed(saidZero: disk.saidZero(of: media), &judgement)
        case .stream(let stream): stream.interstitials
        case .file: []
        }
    }

    /// Whether its playlist says which events come, and not the scenario.
    fileprivate var listsInterstitials: Bool {
        if case .disk(let disk) = content { disk.interstitials == nil } else { false }
    }
}

extension DiskDraft {
    /// The date of media time zero, where `live` says it beside the path of a playlist.
    fileprivate func saidZero(of media: Asset) -> Int64? {
        guard case .goesOn(let draft) = live?.value, draft.programDate != nil else { return nil }
        return media.live?.programDate
    }

    /// The events that a playlist says, as a scenario would.
    fileprivate func listed(saidZero: Int64?, _ judgement: inout Judgement) -> [Placed<InterstitialDraft>] {
        guard let asset = judgement.companions.asset(path.value, isGzipped: isGzipped) else { return [] }
        return asset.interstitials(saidZero: saidZero).compactMap { listed in
            let event = listed.event
            func passOver(_ why: String) -> Placed<InterstitialDraft>? {
                judgement.warn("interstitial '\(event.id.onOneLine)' is passed over: \(why)", path.place)
                return nil
            }
            var draft = InterstitialDraft()
            for attribute in listed.idleAttributes {
                judgement.warn(
                    "\(attribute) of interstitial '\(event.id.onOneLine)' is passed over: what comes before or "
                        + "after playback has none here", path.place)
            }
            if let obstacle = listed.obstacle { return passOver(obstacle) }
            if listed.isCue {
                draft.cue = Placed(event.isPre ? .join : .leave, at: path.place)
            } else {
                draft.at = listed.at.map { Placed($0, at: path.place) }
                draft.alignsStart = event.snapsOut ? Placed(true, at: path.place) : nil
                draft.resumption = Placed(event.resumeOffset.map { .offset($0) } ?? .shown, at: path.place)
                draft.alignsResumption = event.snapsIn ? Placed(true, at: path.place) : nil
                draft.constrainsSeekingForward = event.restrictsJump ? Placed(true, at: path.place) : nil
            }
            let files = listed.paths ?? []
            if files.isEmpty {
                judgement.warn(
                    "interstitial '\(event.id.onOneLine)' shows nothing, because \(event.uri.onOneLine) lists nothing; "
                        + "its X-RESUME-OFFSET applies all the same (rfc8216bis, D.5)", path.place)
            }
            let assets = assets(files, of: event, judgement.companions)
            if let fault = assets.fault { return passOver(fault) }
            draft.assets = assets.drafts
            if let at = listed.at, draft.cue == nil, at < .zero, let length = assets.length,
                at + event.span(showing: length) <= .zero
            {
                return passOver("it is over before what is listed begins")
            }
            draft.listBytes = listed.listBytes
            draft.playoutLimit = event.playoutLimit.map { Placed($0, at: path.place) }
            draft.listedID = event.id
            draft.willPlayOnce = event.isOnce
            return Placed(draft, at: path.place)
        }
    }

    /// The assets that an event of a playlist shows, with their length where all of them were read; or why it cannot.
    private func assets(
        _ files: [String], of event: PlaylistInterstitial, _ companions: Companions
    ) -> (drafts: [Placed<MediumDraft>], length: MediaTime?, fault: String?) {
        var (drafts, length): ([Placed<MediumDraft>], MediaTime?) = ([], .zero)
        for (index, file) in files.enumerated() {
            let shown = PlaylistPath.folder(of: path.value) + file
            let asset = companions.asset(shown, isGzipped: isGzipped)
            if asset?.edge != nil {
                let why = "\(file.onOneLine) is a live stream, and interstitials are VOD assets (rfc8216bis, D.1)"
                return ([], nil, why)
            }
            let own = asset?.asset?.duration
            length = length.flatMap { length in own.map { length + $0 } }
            let disk = DiskDraft(path: Placed(shown, at: path.place), isGzipped: isGzipped)
            let name = Placed(ExactText(event.id + (files.count > 1 ? ".\(index + 1)" : "")), at: path.place)
            drafts.append(Placed(MediumDraft(content: .disk(disk), name: name), at: path.place))
        }
        return (drafts, length, nil)
    }
}

extension ParticipantDraft {
    /// Gives a player its interstitial events. Returns the player that shows them; nil where there are none.
    func addInterstitials(to own: inout ScenarioPlayer, _ judgement: inout Judgement) -> ScenarioPlayer? {
        let media = media?.value ?? []
        let all = media.map { $0.value.interstitials(of: own.media, &judgement) }
        guard let first = all.firstIndex(where: { !$0.isEmpty }) else { return nil }
        if media.count > 1 {
            judgement.hasStandIn = true
            return judgement.refuse(
                "of several media none has interstitials; give it alone, or write \"interstitials\": []",
                media[first].place)
        }
        // Where a playlist goes on, what it announces for later than the run does not come.
        let isListed = media[first].value.listsInterstitials
        let drafts = all[first].filter { draft in
            guard isListed, own.media.live != nil, let at = draft.value.at else { return true }
            return at.value < own.media.duration
        }
        if drafts.isEmpty { return nil }
        // Of iOS 15.
        judgement.findings.warnOfLater(
            "interstitial events", own.player.linkedOn,
            write: isListed ? "write \"interstitials\": []" : "remove it", drafts[0].place)
        let assets = drafts.reduce(0) { $0 + $1.value.assets.count }
        if assets > Judgement.mostMedia {
            judgement.hasStandIn = true
            return judgement.refuse(Judgement.tooManyMedia(assets), drafts[0].place)
        }
        let dates = media[first].value.dates(of: own.media, judgement.companions)
        let cues = drafts.compactMap { $0.cue(of: own.media, dates, &judgement) }
        guard cues.count == drafts.count else {
            judgement.hasStandIn = true
            return nil
        }
        // In the order of the timeline, and at one place in that of the file.
        let order = cues.indices.sorted { (cues[$0].key, $0) < (cues[$1].key, $1) }
        var (other, events) = (own.standIn, [Interstitial]())
        for index in order {
            let number = events.count + 1
            if var event = drafts[index].event(cues[index], number: number, &other, &judgement) {
                event.listedAt = drafts[index].listedAt(cues[index], own.media.live, &judgement)
                events.append(event)
            }
        }
        guard events.count == drafts.count, !judgement.hasStandIn else {
            judgement.hasStandIn = true
            return nil
        }
        // Where no list has any asset, its player has none to show, and is there all the same.
        if other.assets.isEmpty { other.assets = [ScenarioPlayer.Named(name: "nothing", media: .nothing)] }
        own.interstitials = InterstitialPlan(
            events: events, player: -1,
            lookahead: player?.value.interstitialLookahead?.value ?? InterstitialPlan.usualLookahead)
        return other
    }
}

extension Interstitial.Cue {
    /// By which they are sorted.
    fileprivate var key: Int64 {
        switch self {
        case .join: .min
        case .at(let place): place.nanoseconds
        case .leave: .max
        }
    }
}

extension Asset {
    /// Stands for the asset of a player that never has an item.
    fileprivate static var nothing: Asset {
        var nothing = Judgement.standIn
        nothing.kind = .hls
        return nothing
    }
}

extension ScenarioPlayer {
    /// The player that shows interstitial events in the place of this one: an `AVQueuePlayer` that is set as this one
    /// is, but waits by itself and goes on where an item fails.
    fileprivate var standIn: ScenarioPlayer {
        var other = self
        (other.assets, other.items, other.script, other.hasScript) = ([], [], [], true)
        (other.viewer, other.looping, other.metrics) = (nil, .none, [])
        other.expectations = Expectations()
        other.player.playerClass = .queuePlayer
        other.player.actionAtItemEnd = .advance
        other.player.skipsFailedItems = true
        other.player.automaticallyWaits = true
        other.player.forwardPlaybackEndTime = nil
        other.loader.keepsFinished = false
        return other
    }
}

extension Placed<InterstitialDraft> {
    fileprivate func event(
        _ cue: Interstitial.Cue, number: Int, _ other: inout ScenarioPlayer, _ judgement: inout Judgement
    ) -> Interstitial? {
        if cue == .join || cue == .leave {
            for place in [value.resumption?.place, value.alignsResumption?.place].compactMap({ $0 }) {
                judgement.report("what comes before or after playback moves nothing; remove this", place)
            }
            if let place = value.alignsStart?.place {
                judgement.report("what comes before or after playback is at no segment boundary; remove this", place)
            }
            if let place = value.constrainsSeekingForward?.place {
                judgement.report("what comes before or after playback holds no seek up; remove this", place)
            }
        }
        let first = other.items.count
        var left = value.playoutLimit?.value ?? .unlimited
        // Files that are still to be read are wanted all at once.
        var isRead = true
        for (index, draft) in value.assets.enumerated() {
            let usual = "asset \(number)" + (value.assets.count > 1 ? ".\(index + 1)" : "")
            guard var asset = draft.shown(ExactText(usual), &judgement) else {
                isRead = false
                continue
            }
            if index == 0 { asset.media.assetListBytes = value.listBytes }
            guard left > .zero else { continue }
            var item = asset.media.item
            item.asset = Int16(other.assets.count)
            item.id = Int32(other.items.count)
            let length = item.duration - item.start
            if left < length { item.end = .at(item.start + left) }
            if left != .unlimited { left = left - min(left, length) }
            other.items.append(ScenarioPlayer.Item(name: asset.name, item: item))
            other.assets.append(asset)
        }
        guard isRead else { return nil }
        let shown = other.items[first...].reduce(MediaTime.zero) {
            $0 + (($1.item.stop ?? $1.item.duration) - $1.item.start)
        }
        if left > .zero, left != .unlimited, let limit = value.playoutLimit, !value.assets.isEmpty {
            judgement.warn(
                value.listedID.map { "all of interstitial '\($0.onOneLine)' is shorter than its X-PLAYOUT-LIMIT" }
                    ?? "all of it is shorter than this limit", limit.place)
        }
        let isCue = cue == .join || cue == .leave
        let resumption = value.resumption?.value ?? (isCue ? .clock : .offset(.zero))
        return Interstitial(
            cue: cue, items: first..<other.items.count, assetCount: value.assets.count, resumption: resumption,
            playoutLimit: value.playoutLimit?.value, hasList: value.listBytes != nil,
            willPlayOnce: value.willPlayOnce,
            constrainsSeekingForward: value.constrainsSeekingForward?.value ?? false,
            alignsResumption: value.alignsResumption?.value ?? false,
            span: max(.zero, resumption.said ?? shown))
    }

    /// Where it comes. Of a playlist's own events the place is known by now, and may lie before what is listed.
    fileprivate func cue(of media: Asset, _ dates: MediumDates, _ judgement: inout Judgement) -> Interstitial.Cue? {
        if let cue = value.cue {
            for (place, key) in [(value.at?.place, "at_s"), (value.date?.place, "date")] where place != nil {
                return judgement.refuse("'cue' says where it comes; remove it, or '\(key)'", cue.place)
            }
            return cue.value
        }
        guard let at = value.date.map({ dates.place(of: $0, &judgement) }) ?? value.at else {
            if value.date != nil { return nil }
            return judgement.refuse("where does it come? write \"at_s\": 30, or \"cue\": \"pre\"", place)
        }
        if let date = value.date, value.at != nil {
            return judgement.refuse("'date' says where it comes; remove it, or 'at_s'", date.place)
        }
        guard judgement.hasStandIn || at.value < media.duration else {
            let length = media.duration.inSeconds
            return judgement.refuse(
                "the medium has \(length), and this lies behind; for its end write \"cue\": \"post\"", at.place)
        }
        guard value.alignsStart?.value ?? false, at.value > .zero else { return .at(at.value) }
        return .at(media.variants[0].chunks.segmentBoundary(nearest: at.value))
    }

    /// From when on a live stream lists it: while its encoder is out, nothing is listed that was not before.
    fileprivate func listedAt(_ cue: Interstitial.Cue, _ live: LiveSource?, _ judgement: inout Judgement) -> Instant {
        guard let before = value.listedBefore else { return .zero }
        guard let live else {
            // Of a stand-in nobody knows whether it has an end.
            if !judgement.hasStandIn {
                judgement.report(
                    "what has an end lists all of its interstitials from the beginning; remove this", before.place)
            }
            return .zero
        }
        guard case .at(let place) = cue else {
            judgement.report("what comes before or after playback is listed all along; remove this", before.place)
            return .zero
        }
        return max(.zero, live.after(outages: live.due(place) + (.zero - before.value)))
    }
}

extension Placed<MediumDraft> {
    /// An asset of an interstitial event, by its own name or the usual one.
    fileprivate func shown(_ usual: ExactText, _ judgement: inout Judgement) -> ScenarioPlayer.Named? {
        guard let media = value.asset(at: place, &judgement) else {
            judgement.hasStandIn = true
            return nil
        }
        if media.live != nil {
            return judgement.refuse(
                "what is shown in between has an end: interstitials are VOD assets (rfc8216bis, D.1); write "
                    + "\"live\": false", place)
        }
        var named = ScenarioPlayer.Named(name: value.name?.value ?? usual, media: media)
        if case .disk(let disk) = value.content {
            named.file = disk.file(judgement.companions)
            if !(judgement.companions.asset(disk.path.value, isGzipped: disk.isGzipped)?.interstitials ?? []).isEmpty
            {
                judgement.warn("what is shown in between has no interstitials of its own; its are passed over", place)
            }
        }
        return named
    }
}
