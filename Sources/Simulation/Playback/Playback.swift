import PlayerModel

/// A player's part of a run: everything that playback did, worked out once from the trace.
///
/// The trace says what happened, entry by entry. Which item is current or being loaded, where the playhead is, which
/// variant was played, when a request was over: that follows from it, and is worked out here and nowhere else.
///
///     Trace ── entry by entry ──▶ Playback ──▶ clock     ▁▁▁▔▔▔▔▔▔▁▁▁▔▔▔   stretches of the playhead
///              (the one switch                 statuses  paused│waiting│playing
///               over records)                  items     ── 0 ──┼── 1 ──
///                                              loads     ▪▪▪▪▪▪▪▪▪  ▪▪▪     chunks, whose and in which variant
///                                              exchanges ▬▬▬ ▬▬ ▬▬▬▬▬       requests and what came of them
///                                              stalls, variants, network, announcements, actions
///
/// Each column is in order of time. Its values carry the place of their entry in the trace, so that a report can say
/// what was true at an instant, or just before something else at the same instant. Reports read columns; they keep no
/// playhead, no current item and no variant of their own.
package struct Playback: Sendable {
    // MARK: Columns

    /// The script's actions, by their index in the player's script.
    package private(set) var actions: [Observed<Int32>] = []
    package private(set) var announcements: [Observed<Announcement>] = []
    package private(set) var items: [ItemTurn] = []
    package private(set) var clock: [ClockStretch] = []
    package private(set) var statuses: [StatusStretch] = []
    package private(set) var waits: [Wait] = []
    package private(set) var stalls: [Stall] = []
    var seekReader = SeekReader()
    package var seeks: [SeekStretch] { seekReader.seeks }
    package private(set) var loads: ContiguousArray<LoadedChunk> = []
    /// By holder the chunks of its first track that have come, where some may come once more; none of what has gone.
    private var came: ContiguousArray<ChunkRanges> = []
    package private(set) var exchanges: [Exchange] = []
    package private(set) var loadTurns: [LoadTurn] = []
    /// Those that were wanted, and those of which something came.
    package private(set) var wantedVariants: [VariantTurn] = []
    package private(set) var variants: [VariantTurn] = []
    /// The variant of each item; and that of what is being loaded, whichever item it is of.
    package private(set) var itemVariants: [ItemVariant] = []
    package private(set) var loadedVariants: [ItemVariant] = []
    package private(set) var drops: [TrackDrop] = []
    /// The media that playlists of live streams listed, and where playback of one began or went on.
    package internal(set) var listings: [Observed<ListedMedia>] = []
    package internal(set) var skips: [LiveSkip] = []
    package internal(set) var paces: [LivePace] = []
    /// The gaps that were found, passed over or skipped.
    package internal(set) var gaps: [ObservedGap] = []
    /// Interstitial events of which anything was shown, or was to be; and what a live stream listed of others.
    package internal(set) var interstitials: [InterstitialStretch] = []
    package internal(set) var interstitialNews: [Observed<InterstitialNews>] = []
    /// Whether the stream itself makes the playhead jump next.
    var isSkipping = false
    /// Variants that failed, and were left out from then on.
    package private(set) var exclusions: [Observed<Exclusion>] = []
    /// How an item went on after a request that was given up, where none was left out.
    package private(set) var recoveries: [Observed<RecoveryNote>] = []
    package private(set) var clones: [Observed<MadePathway>] = []
    package private(set) var network = ObservedNetwork()
    package private(set) var traffic: [Observed<TrafficTurn>] = []
    package private(set) var notes: [Observed<NetworkNote>] = []
    private(set) var wastes: [Observed<WastedBytes>] = []

    // MARK: Sums

    /// Bytes of playlists, keys and initialization sections.
    package private(set) var bytesFetched: Int64 = 0
    /// The first request for playback: by the person, where the script says when, or else by the app.
    package private(set) var requestedAt: Instant?
    private(set) var requestedOrder: Int?
    /// The first request of the app for a rate above 0.
    package private(set) var calledAt: Instant?
    /// When the playhead first moved; where it rests again at that instant nothing is played, and nothing has started.
    package private(set) var startedAt: Instant?
    /// Whether any item has played to its end.
    package private(set) var hasEnded = false
    private(set) var lastItem = LastItem()
    package private(set) var exception: PlayerException?
    /// How the viewer left, and when; nil where nobody did.
    package private(set) var exit: Exit?
    package private(set) var leftAt: Instant?

    // MARK: What is so now

    let media: ItemMedia
    private let script: [Action]
    let slots: [Resource]
    /// By slot, the track of what it brings.
    private let tracks: [Int?]
    private let isStream: Bool
    private let keepsFinished: Bool
    /// Whether a segment may come once more, in the place of the one that is there.
    private let replaces: Bool
    private let standsIn: Bool
    private var hasLayer: Bool
    /// The item that is current, -1 where there is none; the one that is being loaded, and its variant.
    private(set) var current: Int32 = 0
    private(set) var loading: Int32 = 0
    private(set) var variant: Int
    /// Whether the item has ended, and nobody has jumped since nor moved its end: what passes is no media.
    private(set) var isBehindEnd = false
    /// By holder, the variant that each chunk was loaded in; nil of what has gone.
    private(set) var held: ContiguousArray<LoadedVariants?> = []
    /// The items that have begun to load and have not gone.
    private var begun: [Int32] = []
    /// By slot and by track, the exchange that was asked for last; -1 where none was.
    private var exchangeOfSlot: ContiguousArray<Int32>
    private var exchangeOfTrack: ContiguousArray<Int32> = [-1, -1, -1]
    /// The first exchange that is under way, by its place among them all, as one is made.
    private var firstOpen: Int32 = 0

    package init(of player: ScenarioPlayer, slots: [Resource]) {
        media = ItemMedia(player)
        script = player.script
        self.slots = slots
        tracks = slots.map { slot in
            slot.kind == .subtitles ? player.assets[Int(slot.asset)].media.subtitleTrack : slot.kind.track
        }
        isStream = player.media.kind == .hls
        keepsFinished = player.loader.keepsFinished
        replaces = player.replacement != .none
        standsIn = player.primary != nil
        hasLayer = player.player.hasLayer
        variant = media.firstVariant(of: 0)
        exchangeOfSlot = ContiguousArray(repeating: -1, count: slots.count)
        clock = [ClockStretch(order: -1, item: 0, playhead: Playhead(restingAt: .zero, since: .zero))]
        statuses = [StatusStretch(order: -1, from: .zero, status: .paused, reason: nil, rate: .zero, cause: .appCall)]
    }

    /// Whether there is an item at the end; and when the first one came.
    package var hasItem: Bool { (items.last?.item ?? -1) >= 0 }
    package var itemAt: Instant? { items.first { $0.item >= 0 }?.at }

    // MARK: The fold

    /// Takes the next entry of the trace, of this player or of everybody, whose place is `order`.
    package mutating func take(_ entry: Trace.Entry, _ order: Int) {
        let now = entry.at
        switch entry.record {
        case .action(let index): act(index, order, now)
        case .offer(let offer): network.hear(offer, order, now)
        case .host(let offer): network.hosts.append(observed(offer, order, now))
        case .requested(let request): begin(request, order, now)
        case .cancelled(let id): close(id.slot, .cancelled, order, now)
        case .answered(let slot, let firstByte): exchange(inSlot: slot) { $0.answer(Instant(nanoseconds: firstByte)) }
        case .wasted(let bytes, let slot): wastes.append(observed(WastedBytes(slot: slot, bytes: bytes), order, now))
        case .loaded(let bytes, let busy, let chunk, let track): load(bytes, busy, chunk, track, order, now)
        case .fetched(let bytes, let slot):
            bytesFetched = bytesFetched.addingClamped(bytes)
            exchange(inSlot: slot) { $0.take(0, last: 1, order, now) }
        case .switches(let from, let to, let throughput):
            wantedVariants.append(
                VariantTurn(order: order, at: now, item: loading, from: from, to: to, throughput: throughput))
        case .switched(let from, let to):
            variants.append(VariantTurn(order: order, at: now, item: loading, from: from, to: to, throughput: -1))
            follow(to: Int(to), order, now)
        case .excludes(let variant, let end):
            exclusions.append(observed(Exclusion(of: variant, untilNanoseconds: end), order, now))
        case .recovery(let note): recoveries.append(observed(note, order, now))
        case .cloned(let made): clones.append(observed(made, order, now))
        case .dropped(let asset, let track):
            drops.append(TrackDrop(order: order, at: now, asset: Int(asset), track: Int(track)))
        case .live(let note): hear(note, order, now)
        case .gap(let note): hear(note, order, now)
        case .interstitial(let note): hear(note, order, now)
        case .item(let id, let start, let isFinished): change(to: id, start, isFinished, order, now)
        case .loads(let item, let variant): turn(to: item, variant, order, now)
        case .announced(let announcement):
            announcements.append(observed(announcement, order, now))
            hear(announcement, order, now)
        case .traffic(let source, let change):
            traffic.append(observed(TrafficTurn(source: source, change: change), order, now))
        case .network(let note): hear(note, order, now)
        case .allowed, .event: break
        }
    }

    private mutating func act(_ index: Int32, _ order: Int, _ now: Instant) {
        actions.append(observed(index, order, now))
        let action = script[Int(index)]
        seekReader.note(action.operation, now)
        if action.traits.leaves { (exit, leftAt) = (Exit(leaving: self, at: now), now) }
        let showsPictures = hasLayer && media.hasPictures(current)
        let rate = statuses[statuses.count - 1].rate
        if action.pauses(at: rate, showingPictures: showsPictures) { stalls.end(at: now) }
        if case .limit(.layer(let layer)) = action.operation { hasLayer = layer != nil }
        if action.asksToPlay { calledAt = calledAt ?? now }
        guard requestedAt == nil, action.isRequest else { return }
        (requestedAt, requestedOrder) = (now, order)
    }

    private mutating func hear(_ announcement: Announcement, _ order: Int, _ now: Instant) {
        if case .timeJumped(let place) = announcement, isSkipping {
            // Nobody has sought, and whoever waits goes on waiting.
            isSkipping = false
            stalls.goOn(at: now)
            return moveClock(to: place, at: .zero, .jump, order, now)
        }
        seekReader.hear(announcement, order, now)
        switch announcement {
        case .status(let status, let reason, let rate, let cause):
            statuses.append(
                StatusStretch(order: order, from: now, status: status, reason: reason, rate: rate, cause: cause))
            let isShown = reason == .interstitialEvent
            wait(status == .waitingToPlayAtSpecifiedRate && !isShown, passesOver: isShown || standsIn, now)
            if standsIn, rate.isMoving, requestedAt == nil { (requestedAt, requestedOrder) = (now, order) }
            // Whoever watches an interstitial event does not wait, and what is waited for behind it is no stall.
            if isShown || status == .paused && cause.isFromOutside { stalls.end(at: now) }
        case .timebase(let rate, let place):
            moveClock(to: place, at: rate, .rate, order, now)
            guard rate.isMoving else { return }
            if !isBehindEnd { startedAt = startedAt ?? now }
            stalls.end(at: now, resuming: true)
        case .timeJumped(let place):
            moveClock(to: place, at: .zero, .jump, order, now)
            stalls.end(at: now)
        case .playbackStalled:
            stalls.end(at: now)
            stalls.append(Stall(order: order, at: now))
        case .didPlayToEndTime:
            stalls.end(at: now)
            (hasEnded, lastItem.hasEnded, isBehindEnd) = (true, true, true)
            if startedAt == now { startedAt = nil }
            clock[clock.count - 1].playedToEndAt = clock[clock.count - 1].playedToEndAt ?? now
        case .endIsAhead: isBehindEnd = false
        case .itemFailed(let failure):
            lastItem.failure = failure
            stalls.end(at: now)
        case .exception(let exception): self.exception = exception
        case .likelyToKeepUp, .bufferFull, .bufferEmpty, .failedToPlayToEndTime, .seekFinished, .prerollFinished,
            .pipelines:
            break
        }
    }

    private mutating func hear(_ note: NetworkNote, _ order: Int, _ now: Instant) {
        notes.append(observed(note, order, now))
        switch note {
        case .lookedUp, .connected, .secured: break
        case .retries(let slot, let failure, _):
            exchange(inSlot: slot) { $0.fail(failure, isForGood: false, order, now) }
        case .gaveUp(let slot, let failure):
            exchange(inSlot: slot) { $0.fail(failure, isForGood: true, order, now) }
        }
    }

    /// A wait begins or ends. Where something else is shown at the same instant, there was none.
    private mutating func wait(_ isWaiting: Bool, passesOver: Bool, _ now: Instant) {
        let isOpen = waits.last.map { $0.to == nil } ?? false
        if isWaiting, !isOpen { waits.append(Wait(from: now)) }
        if !isWaiting, isOpen { waits[waits.count - 1].to = now }
        if passesOver, let last = waits.last, last.to == last.from { waits.removeLast() }
    }

    // MARK: The clock

    private mutating func moveClock(
        to place: MediaTime, at rate: Rate, _ end: ClockStretch.End, _ order: Int, _ now: Instant
    ) {
        endStretch(end, arrivingAt: end == .rate ? place : nil, order, now)
        let playhead = Playhead(movingFrom: place, at: rate, since: now)
        if end == .jump { isBehindEnd = false }
        clock.append(ClockStretch(order: order, item: current, playhead: playhead))
        if isBehindEnd { clock[clock.count - 1].playedToEndAt = now }
    }

    private mutating func endStretch(
        _ end: ClockStretch.End, arrivingAt place: MediaTime?, _ order: Int, _ now: Instant
    ) {
        let index = clock.count - 1
        if startedAt == now { startedAt = nil }
        clock[index].close(order, now, end, arrivingAt: place)
        if clock[index].isMoving { clock[index].pieces = pieces(of: clock[index], until: now) }
    }

    /// The media that passed in a stretch until `now`, cut where its variant changes. What lies behind the end of the
    /// item is no media, and neither is a gap (EXT-X-GAP).
    package func pieces(of stretch: ClockStretch, until now: Instant) -> [ClockStretch.Piece] {
        let last = stretch.arrival ?? stretch.playhead.place(at: now)
        let end = min(last, max(media.duration(of: stretch.item), stretch.playhead.place))
        guard stretch.playhead.place < end else { return [] }
        let range = stretch.playhead.place..<end
        return loadedVariants(of: stretch.item)?.pieces(of: range)
            ?? [ClockStretch.Piece(range: range, variant: variant)]
    }

    /// The same, before the playhead came to `place`.
    func pieces(of stretch: ClockStretch, before place: MediaTime, runEndingAt end: Instant) -> [ClockStretch.Piece] {
        let all = stretch.end == nil ? pieces(of: stretch, until: end) : stretch.pieces
        return all.compactMap { piece in
            let range = piece.range.clamped(to: .zero..<max(.zero, place))
            return range.isEmpty ? nil : ClockStretch.Piece(range: range, variant: piece.variant)
        }
    }

    // MARK: Items and variants

    private mutating func change(to id: Int32, _ start: MediaTime, _ isFinished: Bool, _ order: Int, _ now: Instant) {
        endStretch(.item, arrivingAt: nil, order, now)
        stalls.end(at: now)
        seekReader.end(now)
        let beginsAnew = MediaHolders.begins(
            anewFrom: current, to: id, isFinished: isFinished, itemsComeBack: keepsFinished)
        let leaves = !isFinished || !keepsFinished
        let old = media.holder(of: current)
        func goes(_ holder: Int) -> Bool { beginsAnew || !media.holders.isKept(holder) && holder == old && leaves }
        for holder in held.indices where goes(holder) { held[holder] = nil }
        for holder in came.indices where goes(holder) { came[holder] = ChunkRanges() }
        begun.removeAll { beginsAnew || leaves && $0 == current }
        items.append(
            ItemTurn(
                order: order, at: now, item: id, start: start, followsEnd: isFinished,
                loadedCurrent: loading == current, beginsAnew: beginsAnew))
        (current, isBehindEnd) = (id, false)
        lastItem.change(to: id, at: now)
        clock.append(ClockStretch(order: order, item: id, playhead: Playhead(restingAt: start, since: now)))
        // Behind an item that was left before its end, the choice begins anew, unless the next turn says otherwise, or
        // something of the item has come before its turn.
        if isFinished || loadedVariants(of: id) != nil { return }
        variant = media.firstVariant(of: id)
        loadedVariants.append(ItemVariant(order: order, at: now, item: id, variant: variant))
        if id == loading, id >= 0 {
            itemVariants.append(ItemVariant(order: order, at: now, item: id, variant: variant))
        }
    }

    private mutating func turn(to item: Int32, _ variant: Int32, _ order: Int, _ now: Instant) {
        if isTold(item, variant, now) { return }
        let manner = begun.contains(item) ? hasLostAll(of: item) ? .beginsAnew : .goesOn : LoadTurn.Manner.begins
        if manner == .begins { begun.append(item) }
        loading = item
        loadedVariants.correct(Int(variant), of: item, since: items.last?.order)
        loadTurns.append(LoadTurn(order: order, at: now, item: item, variant: variant, manner: manner))
        follow(to: Int(variant), order, now)
    }

    private mutating func follow(to variant: Int, _ order: Int, _ now: Instant) {
        self.variant = variant
        let turn = ItemVariant(order: order, at: now, item: loading, variant: variant)
        loadedVariants.append(turn)
        if loading >= 0 { itemVariants.append(turn) }
    }

    // MARK: Transfers

    private mutating func begin(_ request: Request, _ order: Int, _ now: Instant) {
        close(request.id.slot, .replaced, order, now)
        let slot = Int(request.id.slot)
        let index = Int32(exchanges.count)
        while firstOpen < index, exchanges[Int(firstOpen)].end != nil { firstOpen += 1 }
        exchanges.append(Exchange(request, slots[slot].kind, order, now, item: loading, firstOpen: firstOpen))
        exchangeOfSlot[slot] = index
        if let track = tracks[slot] { exchangeOfTrack[track] = index }
        if loading == current, !begun.contains(loading) { begun.append(loading) }
    }

    private mutating func close(_ slot: Int32, _ end: Exchange.End, _ order: Int, _ now: Instant) {
        exchange(inSlot: slot) { $0.close(end, order, now) }
        exchangeOfSlot[Int(slot)] = -1
    }

    private mutating func exchange(inSlot slot: Int32, _ change: (inout Exchange) -> Void) {
        let index = Int(exchangeOfSlot[Int(slot)])
        if index >= 0 { change(&exchanges[index]) }
    }

    private mutating func load(
        _ bytes: Int64, _ busy: Int64, _ chunk: Int32, _ track: UInt16, _ order: Int, _ now: Instant
    ) {
        let index = exchangeOfTrack[Int(track)]
        let isAsked = index >= 0 && (!isStream || exchanges[Int(index)].chunks.contains(Int64(chunk)))
        // What counts as loaded without coming belongs to no request, or to one that is over.
        let isAbsent = isStream && bytes == 0 && !(isAsked && exchanges[Int(index)].end == nil)
        if isAsked {
            let last = isStream ? exchanges[Int(index)].chunks.upperBound : media.tracks(of: loading)[0].count
            exchanges[Int(index)].take(Int64(chunk), last: last, order, now)
        }
        loads.append(
            LoadedChunk(
                order: order, at: now, item: loading, track: Int16(track), isAbsent: isAbsent, current: current,
                chunk: chunk, variant: Int32(variant), exchange: index, bytes: bytes, busy: busy))
        guard track == 0, !(replaces && isLate(Int64(chunk), now)) else { return }
        let holder = media.holder(of: loading)
        while held.count <= holder { held.append(nil) }
        if held[holder] == nil { held[holder] = LoadedVariants(media.tracks(of: loading)[0], variant: variant) }
        held[holder]?.load(Int64(chunk), of: isAbsent ? LoadedVariants.none : variant)
    }

    /// Whether a chunk of the first track that comes once more comes when the first is played already.
    private mutating func isLate(_ chunk: Int64, _ now: Instant) -> Bool {
        let holder = media.holder(of: loading)
        while came.count <= holder { came.append(ChunkRanges()) }
        let isFirst = !came[holder].contains(chunk)
        came[holder].insert(chunk)
        guard loading == current, !isFirst else { return false }
        return clock[clock.count - 1].playhead.place(at: now) > media.tracks(of: loading)[0].start(of: chunk)
    }
}
