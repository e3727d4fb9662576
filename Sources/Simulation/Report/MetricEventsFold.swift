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
    /// The variant that plays: the one that was chosen first, until another is switched to.
    private var variant: Int
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
    private var hasVariant = false
    private var lastCall: (call: Action.Call, at: Instant)?
    private var seeksInBuffer = false

    init(_ scenario: Scenario) {
        self.scenario = scenario
        kinds = scenario.kindsOfSlots
        isStream = scenario.media.kind == .hls
        panel = Panel(scenario)
        book = RequestEvents(kinds: kinds, file: isStream ? nil : scenario.tracks[0])
        variant = scenario.variant
        media = ItemMedia(scenario)
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
            summary.noteRequest()
            let kind = kinds[Int(request.id.slot)]
            if isStream, !hasVariant, kind == .videoPlaylist || kind == .videoInit || kind == .video {
                hasVariant = true
                startSwitch(from: nil, to: variant, now)
            }
        case .answered(let slot, let firstByte):
            book.answer(slot, firstByte: Instant(nanoseconds: firstByte))
        case .cancelled(let id): add(book.cancel(id.slot), now)
        case .loaded(_, _, let chunk, let track):
            add(book.load(Int64(chunk), ofTrack: Int(track), at: now), now)
            if track == 0 {
                // A switch back to what was fetched before is no other variant.
                if pendingSwitch?.from == nil || pendingSwitch?.to == variant { finishSwitch(didSucceed: true, now) }
            }
        case .switches(let from, let to, _):
            finishSwitch(didSucceed: false, now)
            startSwitch(from: Int(from), to: Int(to), now)
        case .switched(_, let to):
            if pendingSwitch?.to == Int(to) { finishSwitch(didSucceed: true, now) }
            variant = Int(to)
        case .fetched(_, let slot): add(book.fetch(slot, at: now), now)
        case .item(let id, _, let isFinished):
            let isPresent = id >= 0
            close(at: now, waitingUntil: now)
            hasItem = isPresent
            if isPresent { summary.begin(at: now, isAskedToPlay: isForward) }
            unlikelySince = now
            (hasKeptUp, hasVariant) = (false, false)
            item = id
            if !isFinished { variant = media.firstVariant(of: id) }
        case .network(let note): take(note, entry)
        case .announced(let announcement): take(announcement, from: rate, now)
        case .loads(_, let next): variant = Int(next)
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
            summary.noteRetry()
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
        if didSucceed, change.from != nil, change.to != variant { summary.noteSwitch() }
        if didSucceed { variant = change.to }
        change.loadedTimeRanges = panel.loadedTimeRanges
        add(.variantSwitch(change, didSucceed: didSucceed), now)
    }

    // MARK: Adding

    private mutating func add(_ kind: MetricEvents.Kind, _ now: Instant) {
        let place = hasItem ? min(panel.currentTime(at: now), max(end, panel.playhead.place)) : .zero
        events.append(Event(at: now, mediaTime: place, variant: isStream ? variant : nil, kind: kind))
    }

    private mutating func add(_ request: MetricEvents.RequestEvent?, _ now: Instant) {
        guard let request else { return }
        if !hasKeptUp { firstRequests.append(request) }
        add(.request(request), now)
    }

    /// The item goes.
    private mutating func close(at now: Instant, waitingUntil: Instant) {
        for slot in kinds.indices { add(book.cancel(Int32(slot)), now) }
        pendingSwitch = nil
        guard hasItem else { return }
        if panel.playhead.rate.isMoving { notePlayed(panel.playhead, now) }
        add(.playbackSummary(summary.close(at: now, waitingUntil: waitingUntil)), now)
        firstRequests = []
    }
}
