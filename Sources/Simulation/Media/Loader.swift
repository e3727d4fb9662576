import PlayerModel

/// Decides what to fetch next, and keeps what has come.
///
/// Playlists, keys and initialization sections come first, as far as a track needs them.
///
/// Each track has at most one request under way. Tracks are kept together: none asks for more while it is a chunk ahead
/// of the slowest. Of one item, a chunk that is loaded is never fetched again; one that was cancelled may be.
package struct Loader: Sendable {
    package internal(set) var buffer: MediaBuffer
    /// What was measured.
    package private(set) var throughput: Throughput
    /// The asset that is fetched, and by their numbers the others, where there are several; that of the active one is
    /// stale.
    var source: Source
    var others: ContiguousArray<Source>
    var active = 0
    /// What has come of a segment under way.
    var arriving = ThroughputSample(bits: 0, busy: .zero)
    var settings: LoaderSettings
    var playhead = Playhead(restingAt: .zero, since: .zero)
    /// The items, of which one is in focus: that is what is fetched, and what `buffer` is of.
    var order: LoadOrder
    /// Whether the sound of the current item has another format than that of the item before it, which has finished.
    var differs = false
    /// The item of which something was fetched last.
    var loadedItem: Int32 = 0
    /// Where the item in focus ends; nil while there is none.
    private var end: MediaTime?
    /// Why nothing more of the item will come.
    var failure: LoadFailure?
    /// Whether fetching rests because enough is loaded.
    package private(set) var isFull = false
    /// What had been seen of the network when the last chunk came, and the bytes of all chunks up to that one.
    var lastReceipt = Receipt(bytes: 0, wasted: 0, busy: .zero)
    var settledBytes: Int64 = 0
    private var lastArrival = Instant.zero
    private(set) var armed = Instant.never

    /// Nothing is loaded of one or more assets.
    init(sources: [Source], settings: LoaderSettings, estimator: ThroughputEstimator) {
        source = sources[0]
        others = sources.count > 1 ? ContiguousArray(sources) : []
        order = LoadOrder(ContiguousArray(sources.map { $0.emptyBuffer }))
        buffer = sources[0].emptyBuffer
        throughput = Throughput(estimator: estimator)
        self.settings = settings
    }

    /// Nothing is loaded of one asset.
    init(
        tracks: [ChunkTable], opening: Opening, settings: LoaderSettings, estimator: ThroughputEstimator,
        selector: VariantSelector
    ) {
        let source = Source(tracks: tracks, opening: opening, selector: selector)
        self.init(sources: [source], settings: settings, estimator: estimator)
    }

    /// Takes one input at `now`. O(tracks × log ranges), and O(ranges) where the playhead jumps or a gap is closed.
    package mutating func handle(
        _ input: LoaderInput, at now: Instant, into effects: inout ContiguousArray<LoaderEffect>
    ) {
        switch input {
        case .arrived(let id, let firstByte, let receipt):
            let asset = asset(ofSlot: id.slot)
            if asset != active {
                guard arriveBefore(id, ofOther: asset, firstByte, receipt, now, &effects) else { return }
            } else if let file = source.fileIndex(ofSlot: id.slot) {
                guard arriveBefore(file, id, firstByte, receipt, &effects) else { return }
            } else {
                guard arrive(id, firstByte, receipt, now, &effects) else { return }
            }
        case .failed(let id, let failure): fail(id, failure, now, &effects)
        case .clockMoved(let playhead):
            self.playhead = playhead
            if !refocus(now, &effects) { survey(now) }
        case .itemChanged(let items, let playhead, let old, let isFinished):
            changeItem(items, playhead, from: old, isFinished, now, &effects)
        case .queueChanged(let items): changeQueue(items, now, &effects)
        case .endMoved(let end):
            order.moveEnd(to: end)
            if order.focus == 0 { moveEnd(to: end, now) } else { _ = refocus(now, &effects) }
        case .setPreferredForwardBuffer(let length): settings.preferredForwardBuffer = length
        case .limit(let change):
            selector.change(change)
            for asset in others.indices { others[asset].selector.change(change) }
        case .progressed(let id, let received, let firstByte):
            guard judge(id, received, firstByte, now, &effects) else { return }
        case .selectAudio(let language): select(language, now, &effects)
        case .loadValues: prepare(now, &effects) { $0.ask(for: .playlist) }
        case .preloadKeys: prepare(now, &effects) { $0.preloadsKeys = true }
        case .wake: if now >= armed { armed = .never }
        }
        plan(now, &effects)
        effects.append(.bufferChanged)
    }

    /// What the player may know at `now`, with the playhead at `place`, which has not jumped since the loader was told.
    ///
    /// Inlined, because a call would copy the loader first.
    @inline(__always)
    package func state(at place: MediaTime, _ now: Instant) -> BufferState {
        guard let end else { return .none }
        if order.focus > 0 { return stateOfCurrent(at: place) }
        var awaited = BufferState.Awaited.nothing
        var fetchingSince: Instant?
        var isFirst = true
        for track in fetches.indices {
            let fetch = fetches[track]
            if fetch.isUnderWay { fetchingSince = max(fetchingSince ?? lastArrival, fetch.progressAt) }
            guard fetch.missing < fetch.endChunk else { continue }
            var own = buffer.tracks[track].awaited(fetch.missing..<fetch.gapEnd)
            if rests[track].bytes > 0 { own = own.joined(with: rests[track]) }
            let answered: Int64 = fetch.isUnderWay && fetch.isAnswered ? 1 : 0
            awaited.bytes += own.bytes
            // Tracks are asked for side by side: their round trips pass at the same time.
            awaited.requests = max(awaited.requests, own.requests - answered)
            awaited.nextBytes += own.nextBytes
            if buffer.tracks.count == 1 {
                awaited.beforeLast = own.beforeLast
                awaited.lastRequest = own.lastRequest
            }
            awaited.nextRequests = max(awaited.nextRequests, 1 - answered)
            // Which track's last chunk comes last is not known: reckon with the one that is needed first.
            awaited.lastChunkStart = isFirst ? own.lastChunkStart : min(awaited.lastChunkStart, own.lastChunkStart)
            isFirst = false
        }
        // Of chunks that were under way beside the last one to come, a part is here already.
        let partial = max(0, lastReceipt.bytes - lastReceipt.wasted - settledBytes)
        awaited.bytes = max(0, awaited.bytes - partial)
        awaited.nextBytes = max(0, awaited.nextBytes - partial)
        var state = BufferState(
            playableEnd: max(place, min(end, playableEnd)), end: end, isFull: isFull, awaited: awaited,
            throughput: throughput.estimate, latency: throughput.latency, fetchingSince: fetchingSince)
        if order.items.count > 1 { tell(ofNext: &state) }
        state.differs = differs
        return state
    }

    /// Whether anything is under way.
    package var isFetching: Bool { fetches.contains { $0.isUnderWay } || opening.isUnderWay }

    /// Whether fetching will go on by itself once enough has been played, as it is being.
    package var waitsForDrain: Bool { isFull && playhead.rate.isMoving }

    // MARK: Taking in

    /// Takes the next chunk of an exchange in, unless the exchange is no longer wanted.
    private mutating func arrive(
        _ id: ExchangeID, _ firstByte: Instant, _ receipt: Receipt, _ now: Instant,
        _ effects: inout ContiguousArray<LoaderEffect>
    ) -> Bool {
        let track = track(ofSlot: id.slot)
        var fetch = fetches[track]
        guard fetch.attempt == id.attempt, fetch.isUnderWay else { return false }
        let chunk = fetch.awaited.lowerBound
        fetch.awaited = chunk + 1..<fetch.awaited.upperBound
        if !fetch.isAnswered {
            fetch.isAnswered = true
            measureLatency(firstByte - fetch.requestedAt, isAlone: fetch.isAlone)
            throughput.add(latency: firstByte - fetch.requestedAt, ofSegment: segment(chunk, ofTrack: track))
            effects.append(.answered(slot: id.slot, firstByte: firstByte))
        }
        fetch.progressAt = now
        buffer.load(chunk, ofTrack: track)
        if track == 0 { buffer.note(selector.current) }
        if chunk == fetch.missing {
            fetch.missing = buffer.tracks[track].loaded.firstMissing(from: chunk)
            fetch.loadedEnd = buffer.tracks[track].chunks.start(of: fetch.missing)
        }
        fetches[track] = fetch
        if fetch.missing >= fetch.gapEnd { measureGaps(track) }
        let bytes = table(ofTrack: track).bytes(of: chunk)
        let busy = receipt.busy - lastReceipt.busy
        let sample = ThroughputSample(bits: (receipt.bytes - lastReceipt.bytes).multipliedClamped(by: 8), busy: busy)
        throughput.add(sample)
        if track == 0, !selector.isFixed { noteVariant(sample, &effects) }
        lastReceipt = receipt
        lastArrival = now
        settledBytes = settledBytes.addingClamped(bytes)
        effects.append(.loaded(track: UInt16(track), chunk: Int32(chunk), bytes: bytes, busy: busy))
        return true
    }

    /// What a track lacks will not come, so there is no use for more of the others.
    private mutating func fail(
        _ id: ExchangeID, _ failure: LoadFailure, _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>
    ) {
        let asset = asset(ofSlot: id.slot)
        if asset != active { return others[asset].fail(id) }
        if let file = source.fileIndex(ofSlot: id.slot) {
            guard opening.fail(file, attempt: id.attempt) else { return }
        } else {
            let track = track(ofSlot: id.slot)
            guard fetches[track].attempt == id.attempt else { return }
            // An answer that only waited for room is made up for once there is some.
            fetches[track].isAnswered = false
            guard fetches[track].isUnderWay else { return }
            fetches[track].awaited = 0..<0
        }
        for other in fetches.indices { cancel(other, &effects) }
        // What is wrong with the next item is news when it is its turn.
        if order.focus > 0 {
            order.fail(failure)
            _ = refocus(now, &effects)
            return
        }
        // Of two that fail at one instant the first says it all: the player may have turned to another item by then.
        guard self.failure == nil else { return }
        self.failure = failure
        effects.append(.loadingFailed(failure))
    }

    /// The answer to a request that is alone took a round trip. One that waited behind others' bytes took longer, which
    /// the next one need not: of those the least counts.
    mutating func measureLatency(_ latency: TimeAmount, isAlone: Bool) {
        if isAlone || throughput.latency == .zero || latency < throughput.latency { throughput.latency = latency }
    }

    // MARK: Surveying

    /// How far media is loaded without a gap from the playhead on, in all tracks.
    private var playableEnd: MediaTime {
        var end = MediaTime.unlimited
        for fetch in fetches { end = min(end, fetch.loadedEnd) }
        return end
    }

    /// Looks up what is missing from the playhead on. Needed only when the playhead has jumped: else arrivals keep
    /// count.
    private mutating func survey(_ now: Instant) {
        let place = place(at: now)
        for track in fetches.indices {
            fetches[track].missing = buffer.tracks[track].firstMissing(from: place)
            fetches[track].loadedEnd = max(place, buffer.tracks[track].chunks.start(of: fetches[track].missing))
            measureGaps(track)
        }
    }

    /// Looks up what is missing behind the first gap. Needed only when the playhead has jumped, or a gap is closed.
    mutating func measureGaps(_ track: Int) {
        let (missing, end) = (fetches[track].missing, fetches[track].endChunk)
        guard missing < end else { return }
        (fetches[track].gapEnd, rests[track]) = buffer.tracks[track].gaps(from: missing, to: end)
    }

    mutating func moveEnd(to end: MediaTime?, _ now: Instant) {
        self.end = end
        guard let end else { return }
        for track in fetches.indices {
            let last = MediaTime(nanoseconds: end.nanoseconds - 1)
            fetches[track].endChunk = buffer.tracks[track].chunks.chunk(at: last) + 1
        }
        survey(now)
    }

    // MARK: Planning

    /// Settles whether the buffer is full, and what each track fetches.
    private mutating func plan(_ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) {
        // What failed for an item behind is not asked for again while nothing else needs it.
        let isForFailed = order.failed != nil && end.map { playableEnd >= $0 } ?? false
        if !opening.isDone, failure == nil, !isForFailed { plan(openingAt: now, &effects) }
        guard let end else { return isFull = false }
        if playableEnd >= end, order.items.count > 1, refocus(now, &effects) { return plan(now, &effects) }
        let place = place(at: now)
        let playable = playableEnd
        let others = aheadOfFocus(now)
        let wanted = settings.forwardBuffer - others
        if playable >= end {
            isFull = false
        } else if playable >= place + wanted {
            isFull = true
        } else if playable <= place + (settings.resumeBelow - others) {
            isFull = false
        }
        for track in fetches.indices { plan(track, playable, upTo: place + wanted, now, &effects) }
        if isFull {
            let own = order.focus == 0 ? place : playhead.place(at: now)
            armWake(drainedAt: own + (playable - place) + others - settings.resumeBelow, &effects)
        }
    }

    private mutating func plan(
        _ track: Int, _ playable: MediaTime, upTo limit: MediaTime, _ now: Instant,
        _ effects: inout ContiguousArray<LoaderEffect>
    ) {
        if fetches[track].isUnderWay {
            if fetches[track].awaited.lowerBound == fetches[track].missing { return }
            cancel(track, &effects)
        }
        let missing = fetches[track].missing
        guard let end, playable < end, !isFull, failure == nil, missing < fetches[track].endChunk else { return }
        let chunks = buffer.tracks[track].chunks
        let start = chunks.start(of: missing)
        guard start < limit, start < playable + chunks.chunkDuration else { return }
        guard opening.isDone || opening.allows(track, rendition(ofTrack: track)) else { return }
        if track == 0, !selector.isFixed {
            choose(for: missing, now, &effects)
            guard opening.isDone || opening.allows(track, rendition(ofTrack: track)) else { return }
        }
        var stop = min(chunks.endOfRequest(from: missing), fetches[track].endChunk)
        if chunks.chunksPerRequest == nil {
            stop = min(stop, limit >= chunks.duration ? chunks.count : chunks.chunk(at: limit) + 1)
        }
        if let present = buffer.tracks[track].loaded.firstPresent(after: missing) { stop = min(stop, present) }
        // A file's answer stays open: with room for more, the sender goes on where it stopped.
        let continues =
            chunks.chunksPerRequest == nil && fetches[track].isAnswered
            && fetches[track].awaited.upperBound == missing
        fetches[track].awaited = missing..<stop
        fetches[track].progressAt = now
        noteItem(at: effects.count, &effects)
        if continues {
            effects.append(.send(.allow(request(track))))
        } else {
            fetches[track].attempt &+= 1
            fetches[track].slot = slot(ofTrack: track)
            fetches[track].requestedAt = now
            fetches[track].isAnswered = false
            noteCompany(of: track)
            effects.append(.send(.request(request(track))))
            if track == 0, selector.watchesDownloads { watch(after: .zero, now, &effects) }
        }
    }

    /// Whoever has company waits behind its bytes.
    private mutating func noteCompany(of track: Int) {
        fetches[track].isAlone = !opening.isUnderWay
        for other in fetches.indices where other != track && fetches[other].isUnderWay {
            fetches[track].isAlone = false
            if !fetches[other].isAnswered { fetches[other].isAlone = false }
        }
    }

    func request(_ track: Int) -> Request {
        Request(
            id: ExchangeID(slot: fetches[track].slot, attempt: fetches[track].attempt),
            firstChunk: Int32(fetches[track].awaited.lowerBound), endChunk: Int32(fetches[track].awaited.upperBound))
    }

    mutating func cancel(_ track: Int, _ effects: inout ContiguousArray<LoaderEffect>) {
        guard fetches[track].isUnderWay else { return }
        effects.append(.send(.cancel(request(track))))
        if track == 0 { arriving = ThroughputSample(bits: 0, busy: .zero) }
        fetches[track].attempt &+= 1
        fetches[track].awaited = 0..<0
        fetches[track].isAnswered = false
    }

    private mutating func armWake(drainedAt place: MediaTime, _ effects: inout ContiguousArray<LoaderEffect>) {
        let instant = playhead.instant(reaching: place)
        guard instant < armed else { return }
        armed = instant
        effects.append(.arm(instant))
    }
}
