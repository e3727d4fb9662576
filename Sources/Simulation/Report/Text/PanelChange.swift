import PlayerModel

/// A change that a row of the panel may tell of, and whether it is worth a row by itself.
struct PanelChange {
    enum Kind {
        case action(Int32)
        case announcement(Announcement)
        case item(ItemTurn)
        case load(LoadTurn)
        case variant(VariantTurn)
        case note(NetworkNote)
        case exclusion(Exclusion)
        case recovery(RecoveryNote)
        case clone(MadePathway)
        case skip(LiveSkip)
        case gap(ObservedGap)
        /// A speed that begins or ends a stretch of another one than the natural.
        case pace(LivePace, isTurn: Bool)
        /// Of the event that stands there, its beginning or its end.
        case interstitial(InterstitialStretch, isOver: Bool)
        case interstitialNews(InterstitialNews)
        case traffic(TrafficTurn)
        /// In words: of a trace with many changes most have no row, and nobody asks for them.
        case network(() -> String)
        case host(HostOffer)
    }

    let order: Int
    let at: Instant
    let hasRow: Bool
    let kind: Kind

    /// All of a player's run, in order. Of the network, those after its beginning, which is among the settings; see
    /// `NetworkRows` for which of them have a row.
    static func all(of run: PlayerRun, withNetworkRows hasNetworkRows: Bool) -> [PanelChange] {
        let playback = run.playback
        var all = NetworkRows(playback, all: hasNetworkRows).changes
        func add(_ order: Int, _ at: Instant, _ kind: Kind, hasRow: Bool = true) {
            all.append(PanelChange(order: order, at: at, hasRow: hasRow, kind: kind))
        }
        for one in playback.actions { add(one.order, one.at, .action(one.value)) }
        for one in playback.announcements { add(one.order, one.at, .announcement(one.value)) }
        for one in playback.notes { add(one.order, one.at, .note(one.value), hasRow: one.value.isWorthARow) }
        for one in playback.exclusions { add(one.order, one.at, .exclusion(one.value)) }
        for one in playback.recoveries { add(one.order, one.at, .recovery(one.value)) }
        for one in playback.clones { add(one.order, one.at, .clone(one.value)) }
        for one in playback.skips { add(one.order, one.at, .skip(one)) }
        for one in playback.gaps { add(one.order, one.at, .gap(one)) }
        var pace = Rate.one
        for one in playback.paces {
            add(one.order, one.at, .pace(one, isTurn: (pace == .one) != (one.rate == .one)))
            pace = one.rate
        }
        for one in playback.interstitials {
            add(one.order, one.at, .interstitial(one, isOver: false))
            if let order = one.endOrder, let end = one.to { add(order, end, .interstitial(one, isOver: true)) }
        }
        for one in playback.interstitialNews { add(one.order, one.at, .interstitialNews(one.value)) }
        for turn in playback.items { add(turn.order, turn.at, .item(turn)) }
        for turn in playback.wantedVariants { add(turn.order, turn.at, .variant(turn)) }
        for turn in loads(run) { add(turn.order, turn.at, .load(turn)) }
        return all.sorted { $0.order < $1.order }
    }

    /// The items of which it is told in which variant they begin: of several media all of them; of one, those that
    /// begin with another variant than was loaded before.
    private static func loads(_ run: PlayerRun) -> [LoadTurn] {
        let playback = run.playback
        if run.player.assets.count > 1 { return playback.loadTurns }
        guard run.player.media.kind == .hls else { return [] }
        var (told, before) = ([LoadTurn](), playback.media.firstVariant(of: 0))
        for one in playback.loadedVariants where one.item >= 0 {
            defer { before = one.variant }
            let isSwitch = !playback.variants.between(one.order - 1, one.order + 1).isEmpty
            if one.variant == before || isSwitch { continue }
            let variant = Int32(one.variant)
            told.append(LoadTurn(order: one.order, at: one.at, item: one.item, variant: variant, manner: .begins))
        }
        return told
    }

    /// Whether it is a change to a status in which nothing plays, for which the app has not asked.
    private var isUnaskedWait: Bool {
        guard case .announcement(.status(let status, _, _, let cause)) = kind else { return false }
        return status != .playing && cause != .appCall
    }

    /// Whether it is told in words from which follows that the clock starts, where it does: playback begins or goes on,
    /// a seek is over, or another item is current.
    private var startsClock: Bool {
        switch kind {
        case .announcement(.status(.playing, _, _, _)), .announcement(.seekFinished), .announcement(.timeJumped),
            .item,
            .skip, .gap:
            true
        case .action, .announcement, .note, .exclusion, .recovery, .clone, .pace, .interstitial, .interstitialNews,
            .traffic, .network, .host, .variant, .load:
            false
        }
    }

    /// Whether it is a pause of the player that shows interstitial events: nobody asks it of that player but the one
    /// that waits for it.
    private func isPauseOfEvents(_ run: PlayerRun) -> Bool {
        guard case .announcement(.status(.paused, _, _, .appCall)) = kind else { return false }
        return run.player.primary != nil
    }

    /// An announcement in words; nil where there are none, or a later one says it all, as do the last wait and the last
    /// pause behind an event, whose places in the order are `last`. `host` is the host time that the item's timeline
    /// was tied to just before.
    private static func words(
        of announcement: Announcement, _ change: PanelChange, _ last: (wait: Int, pause: Int),
        tiedTo host: Instant?, _ run: PlayerRun
    ) -> String? {
        if change.isPauseOfEvents(run) { return InterstitialWords.pause(at: change.at, after: change.order, run) }
        if change.isUnaskedWait, last.pause > change.order { return nil }
        let words = LiveWords.announcement(announcement, at: change.at, after: change.order, run)
        if let words, case .bufferFull(let isFull) = announcement {
            return words + (LoadWords.fetching(whereFull: isFull, after: change.order, run).map { ": \($0)" } ?? "")
        }
        guard var own = words, case .status(let status, _, _, let cause) = announcement else { return words }
        // Who is to play, and has nothing to play or an event to wait for, only waits.
        if status == .playing, last.wait > change.order { return nil }
        if let host {
            let instant = host.inSeconds
            if status == .playing { return "is to play from \(instant) on" }
            let isKept = status == .waitingToPlayAtSpecifiedRate
            own += isKept ? ", and the host time, \(instant)" : "; the host time, \(instant), counts no more (ours)"
        }
        if case .evaluated = cause {
            own += ", which is \(run.player.player.evaluation.inSeconds)"
        }
        return own
    }

    /// Whether the clock rests before some changes, of which there is one.
    private static func rests(before changes: ArraySlice<PanelChange>, _ run: PlayerRun) -> Bool {
        changes.first.flatMap { run.playback.clock.before($0.order).last }.map { !$0.playhead.rate.isMoving } ?? true
    }

    static func reasons(_ changes: ArraySlice<PanelChange>, _ run: PlayerRun) -> [String] {
        let names = TraceNames(scenario: run.scenario, player: run.player, slots: run.slots)
        var reasons: [String] = []
        // A reason that the status gives, the flag need not give again.
        var isJudged = false
        var clockStarts = false
        var stall: [String] = []
        var skipped: MediaTime?
        var isWithoutItem = false
        var item: Int32?
        var host: Instant?
        let last = (
            wait: changes.last { $0.isUnaskedWait }?.order ?? -1,
            pause: changes.last { $0.isPauseOfEvents(run) }?.order ?? -1
        )
        for change in changes {
            switch change.kind {
            case .action(let index):
                isWithoutItem = isWithoutItem || run.player.script[Int(index)].traits.leaves
                host = run.player.script[Int(index)].operation.hostTime.flatMap { $0 > change.at ? $0 : nil }
                reasons.append(ViewerWords.action(index, run))
            case .announcement(let announcement):
                if case .likelyToKeepUp(true, _) = announcement, isJudged { continue }
                if case .status(_, _, _, .judged) = announcement { isJudged = true }
                if case .timebase(let rate, _) = announcement { clockStarts = rate.isMoving }
                if case .playbackStalled = announcement {
                    stall = LoadWords.phrases(at: change.at, after: change.order, run)
                }
                // With its item the buffer has gone, or with its viewer, and nothing is fetched.
                if case .bufferFull(false) = announcement, isWithoutItem { continue }
                // The stream itself has said where it goes on.
                if case .timeJumped(let place) = announcement, place == skipped { continue }
                guard let own = words(of: announcement, change, last, tiedTo: host, run) else { continue }
                reasons.append(own)
            case .item(let turn):
                (isWithoutItem, item) = (turn.item < 0, turn.item)
                let isHandedOver = run.player.primary != nil && run.player.assets.count == 1
                if turn.followsEnd || isHandedOver, turn.item >= 0 {
                    reasons.append("\(QueueWords.item(turn.item, run.player)) is current")
                }
            case .load(let turn):
                reasons.append(VariantWords.loads(turn.item, turn.manner.verb, in: turn.variant, run.player))
            case .variant(let turn): reasons.append(VariantWords.switching(turn.from, turn.to, run.player))
            case .traffic(let turn):
                let record = Record.traffic(source: turn.source, turn.change)
                reasons.append(TraceText.words(record.form, names))
            case .note(let note): if note.isWorthARow { reasons.append(TraceText.words(note.form, names)) }
            case .exclusion(let one): reasons.append(FailureWords.exclusion(one, run))
            case .recovery(let note): reasons.append(TraceText.words(note.form, names))
            case .clone(let one): reasons.append(PathwayWords.made(one, run.player))
            case .skip(let one):
                skipped = one.to
                reasons.append(LiveWords.skip(one, run))
            case .gap(let one):
                if case .skips(_, let end) = one.note { skipped = end }
                reasons.append(GapWords.words(one, run.player))
            case .pace(let one, _): reasons.append(LiveWords.pace(one))
            case .interstitial(let one, let isOver):
                reasons.append(InterstitialWords.turn(one, isOver: isOver, run))
            case .interstitialNews(let one): reasons.append(InterstitialWords.news(one))
            case .network(let words): reasons.append(words())
            case .host(let offer): reasons.append(TraceText.words(offer.form, names))
            }
        }
        let isUntold = clockStarts && !changes.contains { $0.startsClock } && rests(before: changes, run)
        if isUntold || clockStarts && reasons.isEmpty { reasons.append("the clock starts") }
        if reasons.isEmpty, let item { reasons.append(QueueWords.turn(to: item, run.player)) }
        return reasons + stall
    }
}

extension LoadTurn.Manner {
    fileprivate var verb: String {
        switch self {
        case .begins: "begins"
        case .beginsAnew: "begins anew"
        case .goesOn: "goes on"
        }
    }
}
