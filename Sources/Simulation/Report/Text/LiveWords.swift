import PlayerModel

/// Live streams in words: how one is made and joined, and where playback went on.
enum LiveWords {
    /// The settings of live streams; nothing where there are none.
    static func lines(_ player: ScenarioPlayer) -> [(name: String, value: String)] {
        var lines: [(name: String, value: String)] = []
        for asset in player.assets {
            guard let source = asset.media.live else { continue }
            let name = asset.name.isEmpty ? "" : "\(asset.name): "
            lines.append(("live", name + made(source, asset.media)))
        }
        if lines.isEmpty { return [] }
        let rule = player.loader.catchUp
        lines.append(("edge", conduct(player)))
        let sources = player.assets.compactMap { $0.media.live }
        let lacks = sources.contains { $0.saysHoldBack } ? "EXT-X-PROGRAM-DATE-TIME" : "HOLD-BACK"
        let isUsed = !rule.goesByDates || sources.contains { $0.saysHoldBack && $0.programDate != nil }
        let never = isUsed ? "" : "; not here, where the playlist says no \(lacks)"
        if rule.isUsed { lines.append(("catch up", Settings.rule(rule) + never)) }
        return lines
    }

    private static let shownDiscontinuities = 8

    /// The media that is listed of the first variant and of the audio beside it when the run begins, and for how long
    /// the newest of it has been, where nothing is late.
    private static func listed(_ source: LiveSource, _ media: Asset) -> (media: MediaTime, age: TimeAmount) {
        var punctual = source
        punctual.jitter = .zero
        var (first, end, newest) = (MediaTime.zero, MediaTime.unlimited, MediaTime.zero)
        for chunks in [media.variants[0].chunks] + (media.audio.map { [$0.chunks] } ?? []) {
            let listing = LiveTrack(punctual, chunks).listing(at: .zero, seed: 0)
            (first, end) = (max(first, chunks.start(of: listing.first)), min(end, chunks.start(of: listing.end)))
            newest = max(newest, chunks.start(of: listing.end))
        }
        return (max(.zero, end - first), end > first ? .zero - source.due(newest) : .zero)
    }

    private static func made(_ source: LiveSource, _ media: Asset) -> String {
        var text = source.window.map { "a window of \($0.inSeconds)" } ?? "an event, of which all is kept"
        let unless = source.jitter > .zero ? ", unless it is late" : ""
        let (listed, age) = listed(source, media)
        text += ", \(listed.inSeconds) listed when the run begins\(unless)"
        if age > .zero { text += ", the newest for \(age.inSeconds)" }
        let parts = source.part.map { "parts of \($0.inSeconds), PART-HOLD-BACK" } ?? "HOLD-BACK"
        let unit = source.part == nil ? "segment" : "part"
        text += "; \(parts) \(source.holdBack.inSeconds); a \(unit) is listed \(source.delay.inSeconds) after it ends"
        if source.jitter > .zero { text += ", or up to \(source.jitter.inSeconds) later" }
        if let chunk = source.chunk { text += ", and is sent while it is made, in chunks of \(chunk.inSeconds)" }
        if source.hasOpenRange { text += "; one request brings all parts of a segment as they are made" }
        if let interval = source.dateRangeInterval { text += "; a date range every \(interval.inSeconds)" }
        if let boundary = source.skipBoundary {
            let dates = source.skipsDateRanges ? ", CAN-SKIP-DATERANGES" : ""
            text += "; delta updates, CAN-SKIP-UNTIL \(boundary.inSeconds)\(dates)"
        }
        if source.drift != 0 { text += "; drift \(QuantityText.value(source.drift, .percent))" }
        for outage in source.outages {
            text += "; no news from \(outage.start.inSeconds) to \(outage.end.inSeconds)"
        }
        if !source.discontinuities.isEmpty {
            let rest = source.discontinuities.count - shownDiscontinuities
            let shown = source.discontinuities.prefix(shownDiscontinuities)
            let places = shown.map { $0.inSeconds }.joined(separator: ", ")
            text += "; discontinuities at \(places)\(rest > 0 ? " and \(rest) more" : "")"
        }
        if let segments = source.repeated {
            let all = segments == 1 ? "segment of the playlist is" : "\(segments) segments of the playlist are"
            text += "; the \(all) listed again and again until the run ends (ours)"
            if source.part != nil { text += ", each in parts of equal length (ours)" }
        }
        if let start = source.start { text += "; EXT-X-START \(start.offset.inSeconds)" }
        if let date = source.programDate { text += "; media time 0 s is \(PlaylistDate.text(date))" }
        return text
    }

    private static func conduct(_ player: ScenarioPlayer) -> String {
        let settings = player.loader.live
        let offset =
            settings.offset.map { "configuredTimeOffsetFromLive \($0.inSeconds)" }
            ?? "joined as the playlist recommends"
        let preserves = settings.preservesOffset ? ", automaticallyPreservesTimeOffsetFromLive" : ""
        let paused =
            settings.loadsWhilePaused == true ? ", playlists loaded while paused" : ", no playlists while paused"
        let horizon =
            player.asksHorizon ? "; to keep up is to get through \(settings.horizon.inSeconds) (horizon_s, ours)" : ""
        return offset + preserves + paused + horizon
    }

    /// An announcement in words. Of a live stream that is not over nothing is loaded up to the end: what counts as that
    /// is how far playback has to get, by which a rule that wants no more ahead is not said to go. And what comes no
    /// more may be what follows alone, and not what comes later.
    static func announcement(_ announcement: Announcement, at now: Instant, after order: Int, _ run: PlayerRun)
        -> String?
    {
        let item = run.playback.items.through(order).last?.item ?? -1
        guard item >= 0 else { return Words.announcement(announcement, hasItem: false) }
        let media = run.player.assets[run.player.asset(ofItem: item)].media
        var words: String?
        if announcement.isOfEverythingLoaded, media.live.map({ now < $0.finishes(media.duration) }) ?? false {
            words = enough(at: now, after: order, run)
        } else if announcement.isOfNothingMore, media.live != nil, isUnlisted(at: now, after: order, item, run) {
            words = Words.judgement(.listedNoLonger)
        }
        return Words.announcement(announcement, judged: words)
    }

    /// The media that is loaded where that is enough: up to where an app has playback end, or else as far as the rule
    /// asks for.
    private static func enough(at now: Instant, after order: Int, _ run: PlayerRun) -> String {
        var reader = PanelReader(run.player)
        let panel = reader.panel(after: order, in: run.playback)
        let ahead = panel.playableEnd(at: now) - panel.currentTime(at: now)
        let horizon = run.player.loader.live.horizon
        // A clock at a rate above 1 steps on by a nanosecond or a few.
        if horizon - ahead > MediaTime(nanoseconds: 1_000_000) {
            return "everything up to forwardPlaybackEndTime is loaded"
        }
        return run.player.asksHorizon
            ? "the next \(horizon.inSeconds) are loaded (horizon_s, ours)" : "enough is loaded"
    }

    /// Whether what follows the playhead is listed no longer, while the item goes on.
    private static func isUnlisted(at now: Instant, after order: Int, _ item: Int32, _ run: PlayerRun) -> Bool {
        let playback = run.playback
        guard let first = playback.listings(at: now).first,
            let place = playback.clock.through(order).last?.playhead.place(at: now),
            listedStart(behind: place, at: now, run) != nil
        else { return false }
        return !playback.notes.between(first.order, order).contains { note in
            guard case .gaveUp(let slot, _) = note.value, run.recovery(after: note) == Recovery.none
            else { return false }
            return run.exchange(of: note, slot)?.item == item
        }
    }

    /// Where playback began, or went on, and how far that is from the end of the playlist.
    static func skip(_ skip: LiveSkip, _ run: PlayerRun) -> String {
        let place = skip.to.inSeconds
        let distance = distance(of: skip, run)
        if skip.isFirst { return "the live stream is joined at \(place)\(distance)" }
        return "playback goes on at \(place)\(distance): \((skip.to - skip.from).inSeconds) are skipped"
    }

    /// Where playback went on in the end, after jumps of one wait, and what they passed over; and when, where that is
    /// not the instant of which it is told. Nil where there was none.
    static func skips(_ skips: [LiveSkip], at instant: Instant, _ run: PlayerRun) -> String? {
        guard let last = skips.last else { return nil }
        let when = last.at == instant ? "" : " at \(last.at.inRoundedSeconds)"
        if skips.count == 1 { return skip(last, run) + (when.isEmpty ? "" : ",\(when)") }
        let passed = skips.reduce(MediaTime.zero) { $0 + ($1.to - $1.from) }
        return "playback goes on at \(last.to.inSeconds)\(distance(of: last, run)): \(passed.inSeconds) are skipped, "
            + "in \(skips.count) jumps" + (when.isEmpty ? "" : ", the last\(when)")
    }

    private static func distance(of skip: LiveSkip, _ run: PlayerRun) -> String {
        let offset = run.playback.listedEnd(at: skip.at, before: skip.order).map { $0 - skip.to }
        return offset.map { ", \($0.inSeconds) from the end of the playlist" } ?? ""
    }

    /// The speed at which a player holds its distance from the edge.
    static func pace(_ pace: LivePace) -> String {
        let rate = NumberText.exact(Int64(pace.rate.thousandths), places: 3)
        let speed =
            pace.rate == .one ? "natural speed" : pace.rate > .one ? "catches up at \(rate)" : "falls back at \(rate)"
        let latency = NumberText.rounded(pace.latency.nanoseconds, places: 9, decimals: 3)
        return "\(speed): \(latency) s behind the edge"
    }

    /// Where the playlists list no longer what a player that ran dry at `place` would play next: since when; else nil.
    static func gone(_ place: MediaTime, at instant: Instant, _ run: PlayerRun) -> String? {
        guard let start = listedStart(behind: place, at: instant, run),
            let news = run.playback.listings(at: instant).first(where: { $0.value.range.lowerBound > place })
        else { return nil }
        let first = news.value.range.lowerBound
        let last = first < start ? ", and the last one begins at \(start.inSeconds)" : ""
        let (of, ofIt) = apart(at: instant, run).map { (" of the \(name(ofTrack: $0.behind))", " of it") } ?? ("", "")
        return "what follows\(of) is listed no longer, since a playlist\(ofIt) that begins at \(first.inSeconds) "
            + "came at \(news.at.inSeconds)\(last)"
    }

    /// Where the playlists begin, if that is behind a place, so that what follows there is listed no longer; else nil.
    private static func listedStart(behind place: MediaTime, at instant: Instant, _ run: PlayerRun) -> MediaTime? {
        run.playback.listedStart(at: instant).flatMap { place < $0 ? $0 : nil }
    }

    /// The tracks whose playlists list no place that both have: the one before, and the one behind it; else nil.
    private static func apart(at instant: Instant, _ run: PlayerRun) -> (before: Int, behind: Int)? {
        let listings = run.playback.listings(at: instant)
        func listed(_ track: Int) -> Range<MediaTime>? { listings.last { $0.value.track == track }?.value.range }
        guard let pictures = listed(0), let sound = listed(1) else { return nil }
        if pictures.upperBound < sound.lowerBound { return (0, 1) }
        return sound.upperBound < pictures.lowerBound ? (1, 0) : nil
    }

    private static func name(ofTrack track: Int) -> String { track == 0 ? "video" : "audio" }

    /// Where playlists came in a time that listed nothing: until when that was so; else nil.
    static func empty(from start: Instant, to end: Instant, _ run: PlayerRun) -> String? {
        let listings = run.playback.listings(at: end)
        let tracks = [0, 1].filter { track in
            listings.contains { $0.value.track == track && $0.at >= start && $0.value.range.isEmpty }
        }
        if tracks.isEmpty { return nil }
        let firsts = tracks.map { track in
            listings.first { $0.value.track == track && $0.at >= start && !$0.value.range.isEmpty }?.at ?? .never
        }
        let until = firsts.max() ?? .never
        return "\(tracks.count == 1 ? "the playlist" : "playlists") listed nothing"
            + (until < .never ? " until \(until.inRoundedSeconds)" : "")
    }

    /// Where all is played that a live stream's playlist lists: since when it lists no more; else nil.
    static func edge(at instant: Instant, _ run: PlayerRun) -> String? {
        let playback = run.playback
        guard let end = playback.listedEnd(at: instant),
            let stretch = playback.clock.last(where: { $0.playhead.anchor <= instant }),
            stretch.playhead.place(at: instant) >= end
        else { return nil }
        // Of pictures and sound that have playlists of their own, the later one brought the end there.
        let listings = playback.listings(at: instant).filter { $0.value.range.upperBound >= end }
        let early = apart(at: instant, run)?.before
        let firsts = (early.map { [$0] } ?? [0, 1]).compactMap { track in
            listings.first { $0.value.track == track }?.at
        }
        guard let since = firsts.max()?.inSeconds else { return nil }
        let (of, its) = early.map { (" of the \(name(ofTrack: $0))", "its") } ?? ("", "the")
        return "all that is listed\(of) is played: \(its) playlist ends at \(end.inSeconds), "
            + "without news since \(since)"
    }
}

extension Announcement {
    /// Whether it says that everything is loaded.
    fileprivate var isOfEverythingLoaded: Bool {
        switch self {
        case .likelyToKeepUp(_, .everythingLoaded), .status(_, _, _, .judged(.everythingLoaded)): true
        case .likelyToKeepUp, .status, .timebase, .bufferFull, .bufferEmpty, .playbackStalled, .didPlayToEndTime,
            .endIsAhead, .failedToPlayToEndTime, .itemFailed, .timeJumped, .seekFinished, .prerollFinished,
            .pipelines, .exception:
            false
        }
    }

    /// Whether it says that nothing more comes that would be worth waiting for.
    fileprivate var isOfNothingMore: Bool {
        if case .status(.playing, _, _, .nothingMoreComes) = self { true } else { false }
    }
}
