import PlayerModel

/// A pass over the trace that finds the events of `AVMetrics` in it.
struct MetricEventsFold {
    private typealias Event = MetricEvents.Event

    private let scenario: Scenario
    private let kinds: [Resource.Kind]
    private let isStream: Bool
    private var events: [MetricEvents.Event] = []
    private var panel: Panel
    private var book: RequestEvents
    private var summary: ItemSummary
    /// By item, the figures of what is loaded ahead of its turn.
    private var summariesAhead: ContiguousArray<ItemSummary?> = []
    /// The variant of each item: the one that was chosen first, until another is switched to.
    private var variants: ItemVariants
    private let media: ItemMedia
    private var loaded: LoadedItems
    private var item: Int32 = 0
    private var hasItem = false
    /// Since when it is not likely to keep up.
    private var unlikelySince = Instant.zero
    private var hasKeptUp = false
    /// What the item has fetched before it first kept up.
    private var firstRequests: [MetricEvents.RequestEvent] = []
    private var pendingSwitch: MetricEvents.VariantSwitch?
    /// By item, whether its first variant has been asked for.
    private var hasVariant: ContiguousArray<Bool> = []
    private var lastCall: (call: Action.Call, at: Instant)?
    private var seeksInBuffer = false

    init(_ scenario: Scenario) {
        self.scenario = scenario
        kinds = scenario.kindsOfSlots
        isStream = scenario.media.kind == .hls
        panel = Panel(scenario)
        book = RequestEvents(kinds: kinds, file: isStream ? nil : scenario.tracks[0])
        media = ItemMedia(scenario)
        variants = ItemVariants(media)
        loaded = LoadedItems(scenario, media)
        summary = ItemSummary(scenario, media.variants)
    }

    mutating func take(_ entry: Trace.Entry) {
        let now = entry.at
        let (rate, isForward) = (panel.timebaseRate, panel.rate.isMoving)
        let before = panel.playhead
        panel.apply(entry)
        if before.rate.isMoving, panel.playhead != before { notePlayed(before, now) }
        defer { loaded.take(entry) }
        switch entry.record {
        case .action(let index): lastCall = (scenario.script[Int(index)].call, now)
        case .requested(let request):
            // A file on the device is read, not requested.
            if scenario.media.kind == .local { return }
            add(book.begin(request, at: now), now)
            noteLoading { $0.noteRequest() }
            let kind = kinds[Int(request.id.slot)]
            if isStream, kind == .videoPlaylist || kind == .videoInit || kind == .video { startFirstVariant(now) }
        case .answered(let slot, let firstByte):
            book.answer(slot, firstByte: Instant(nanoseconds: firstByte))
        case .cancelled(let id): add(book.cancel(id.slot), now)
        case .loaded(_, _, let chunk, let track):
            add(book.load(Int64(chunk), ofTrack: Int(track), at: now), now)
            if track == 0 {
                // A switch back to what was fetched before is no other variant.
                if pendingSwitch?.from == nil || pendingSwitch?.to == variants.ofLoading {
                    finishSwitch(didSucceed: true, now)
                }
            }
        case .switches(let from, let to, _):
            finishSwitch(didSucceed: false, now)
            startSwitch(from: Int(from), to: Int(to), now)
        case .switched(_, let to):
            if let change = pendingSwitch, change.to == Int(to), change.from != nil, change.to != variants.ofLoading {
                noteLoading { $0.noteSwitch() }
            }
            variants.take(entry)
            if pendingSwitch?.to == Int(to) { finishSwitch(didSucceed: true, now) }
        case .fetched(_, let slot): add(book.fetch(slot, at: now), now)
        case .item(let id, _, let isFinished):
            let isPresent = id >= 0
            close(at: now, waitingUntil: now)
            hasItem = isPresent
            change(to: id, isFinished, entry)
            if isPresent { summary.begin(at: now, isAskedToPlay: isForward) }
            unlikelySince = now
            hasKeptUp = false
        case .network(let note): take(note, entry)
        case .announced(let announcement): take(announcement, from: rate, now)
        case .loads: variants.take(entry)
        case .capacity, .delay, .loss, .dnsDelay, .allowed, .wasted, .dropped, .traffic, .event: break
        }
    }

    /// Everything that happened, and the summary of an item that is still there.
    mutating func finish(at end: Instant, waitingUntil: Instant) -> [MetricEvents.Event] {
        close(at: end, waitingUntil: waitingUntil)
        return events
    }

    private mutating func take(_ note: NetworkNote, _ entry: Trace.Entry) {
        guard let error = ErrorLog.Entry(note, at: entry.at, scenario) else { return }
        add(.error(error), entry.at)
        switch note {
        case .retries(let slot, _):
            noteLoading { $0.noteRetry() }
            book.retry(slot)
        case .gaveUp(let slot, _):
            _ = book.cancel(slot)
            finishSwitch(didSucceed: false, entry.at)
        case .lookedUp, .connected, .secured: break
        }
    }

    private mutating func take(_ announcement: Announcement, from rate: Rate, _ now: Instant) {
        summary.take(announcement, at: now)
        switch announcement {
        case .timebase(let next, _):
            if next != rate { add(.rateChange(.init(rate: next, previousRate: rate)), now) }
        case .playbackStalled:
            // The clock has just been held for it: that is the stall.
            guard let last = events.indices.last, events[last].at == now,
                case .rateChange(let change) = events[last].kind
            else { return }
            events[last].kind = .stall(change)
        case .timeJumped(let place):
            let change = MetricEvents.RateChange(rate: .zero, previousRate: rate)
            // Whatever else jumps has sought: the person, or the app that plays in a loop.
            if let lastCall, lastCall.at == now, case .player(.setRateAtHostTime) = lastCall.call {
                if rate.isMoving { add(.rateChange(change), now) }
            } else {
                let ranges = panel.loadedTimeRanges
                seeksInBuffer = ranges.contains { $0.contains(place) || $0.upperBound == place && place == end }
                add(.seek(change), now)
            }
        case .seekFinished(true): add(.seekDidComplete(didSeekInBuffer: seeksInBuffer), now)
        case .likelyToKeepUp(true, _):
            let keepingUp = MetricEvents.KeepingUp(
                timeTaken: now - unlikelySince, loadedTimeRanges: panel.loadedTimeRanges)
            let isFirst = !hasKeptUp
            hasKeptUp = true
            add(
                isFirst
                    ? .initialLikelyToKeepUp(keepingUp, requests: firstRequests) : .likelyToKeepUp(keepingUp), now)
            firstRequests = []
        case .likelyToKeepUp(false, _): unlikelySince = now
        case .status, .bufferFull, .bufferEmpty, .didPlayToEndTime, .failedToPlayToEndTime, .itemFailed,
            .seekFinished, .pipelines, .exception:
            break
        }
    }

    private var end: MediaTime { media.duration(of: item) }

    // MARK: Variants

    /// Something was played until now.
    private mutating func notePlayed(_ playhead: Playhead, _ now: Instant) {
        let last = min(playhead.place(at: now), max(end, playhead.place))
        for piece in loaded.pieces(of: playhead.place..<max(playhead.place, last)) {
            let length = (piece.range.upperBound - piece.range.lowerBound).nanoseconds
            let time = proportion(length, 1000, over: Int64(playhead.rate.thousandths), .down)
            summary.note(played: piece.variant, for: TimeAmount(nanoseconds: time))
        }
    }

    /// Another variant has been decided for, or the first.
    private mutating func startSwitch(from: Int?, to: Int, _ now: Instant) {
        let change = MetricEvents.VariantSwitch(from: from, to: to, loadedTimeRanges: panel.loadedTimeRanges)
        pendingSwitch = change
        add(.variantSwitchStart(change), now)
    }

    /// The first segment of that variant is there, or never will be.
    private mutating func finishSwitch(didSucceed: Bool, _ now: Instant) {
        guard var change = pendingSwitch else { return }
        pendingSwitch = nil
        change.loadedTimeRanges = panel.loadedTimeRanges
        add(.variantSwitch(change, didSucceed: didSucceed), now)
    }

    // MARK: Items

    /// Notes something of the item that is being loaded, which may be one behind the current one.
    private mutating func noteLoading(_ body: (inout ItemSummary) -> Void) {
        if variants.loadsCurrent || variants.loading < 0 { return body(&summary) }
        let item = Int(variants.loading)
        while summariesAhead.count <= item { summariesAhead.append(nil) }
        var ahead = summariesAhead[item] ?? ItemSummary(scenario, media.variants)
        body(&ahead)
        summariesAhead[item] = ahead
    }

    /// The first variant of the item that is being loaded is asked for, unless it has been.
    private mutating func startFirstVariant(_ now: Instant) {
        let item = Int(max(0, variants.loading))
        while hasVariant.count <= item { hasVariant.append(false) }
        guard !hasVariant[item] else { return }
        hasVariant[item] = true
        startSwitch(from: nil, to: variants.ofLoading, now)
    }

    /// Another item is current, of which some may have been loaded ahead. What was loaded of the one before goes with
    /// it, unless it is to come back.
    private mutating func change(to id: Int32, _ isFinished: Bool, _ entry: Trace.Entry) {
        if hasVariant.indices.contains(Int(item)), !isFinished || !scenario.loader.keepsFinished {
            hasVariant[Int(item)] = false
        }
        item = id
        variants.take(entry)
        guard summariesAhead.indices.contains(Int(id)), let ahead = summariesAhead[Int(id)] else { return }
        summary = ahead
        summariesAhead[Int(id)] = nil
    }

    // MARK: Adding

    private mutating func add(_ kind: MetricEvents.Kind, _ now: Instant) {
        let place = hasItem ? min(panel.currentTime(at: now), max(end, panel.playhead.place)) : .zero
        events.append(Event(at: now, mediaTime: place, variant: isStream ? variants.ofCurrent : nil, kind: kind))
    }

    private mutating func add(_ request: MetricEvents.RequestEvent?, _ now: Instant) {
        guard let request else { return }
        if !hasKeptUp { firstRequests.append(request) }
        add(.request(request), now)
    }

    /// The item goes.
    private mutating func close(at now: Instant, waitingUntil: Instant) {
        // What is loaded for another item goes on over the seam.
        if variants.loadsCurrent {
            for slot in kinds.indices { add(book.cancel(Int32(slot)), now) }
            pendingSwitch = nil
        }
        guard hasItem else { return }
        if panel.playhead.rate.isMoving { notePlayed(panel.playhead, now) }
        add(.playbackSummary(summary.close(at: now, waitingUntil: waitingUntil)), now)
        firstRequests = []
    }
}
