import PlayerModel

/// How far ahead a player fetches. Apple publishes none of these numbers; they are this model's own, and printed.
package struct LoaderSettings: Equatable, Sendable {
    /// `preferredForwardBufferDuration`; zero leaves the choice to the player, which is `defaultForwardBuffer`.
    package var preferredForwardBuffer = MediaTime.zero
    /// Media wanted ahead of the playhead where the app has no preference.
    package var defaultForwardBuffer = MediaTime.unlimited
    /// How much of a full buffer must have been played before fetching goes on.
    package var drain = MediaTime.seconds(10)

    package init() {}

    /// Media wanted ahead of the playhead.
    package var forwardBuffer: MediaTime {
        preferredForwardBuffer > .zero ? preferredForwardBuffer : defaultForwardBuffer
    }

    /// With less than this ahead, a buffer that was full is filled again.
    package var resumeBelow: MediaTime {
        let wanted = forwardBuffer
        return wanted - min(drain, MediaTime(nanoseconds: wanted.nanoseconds / 2))
    }
}

/// What the loader is told.
package enum LoaderInput: Sendable {
    /// A chunk is in: the next of its exchange, whose first byte came at `firstByte`; bits have been coming since
    /// `busySince`.
    case arrived(ExchangeID, firstByte: Instant, busySince: Instant)
    /// The playhead moves otherwise.
    case clockMoved(Playhead)
    /// Another item is to be loaded, ending there; or none.
    case itemChanged(end: MediaTime?)
    /// Playback ends elsewhere.
    case endMoved(MediaTime)
    /// `preferredForwardBufferDuration = …`.
    case setPreferredForwardBuffer(MediaTime)
    /// The instant has come at which the buffer has drained.
    case wake
}

/// What the loader wants done.
package enum LoaderEffect: Sendable {
    /// Tell the network.
    case send(NetworkEvent)
    /// Tell the player that what is loaded, or what is known of it, has changed.
    case bufferChanged
    /// Hand in `wake` at that instant.
    case arm(Instant)
    /// A chunk was taken in; the network was busy with it for that long.
    case loaded(track: Int, chunk: Int64, bytes: Int64, busy: TimeAmount)
}

/// Decides what to fetch next, and keeps what has come.
///
/// Each track has at most one request under way. Tracks are kept together: none runs more than a chunk ahead of the
/// slowest. A chunk is never fetched twice.
package struct Loader: Sendable {
    /// A track's request under way, or its last one.
    private struct Fetch: Sendable {
        var attempt: UInt32 = 0
        /// The chunks that are still to come of it; empty where none is.
        var awaited: Range<Int64> = 0..<0
        var requestedAt = Instant.zero
        /// When it last brought something: the request itself, or a chunk.
        var progressAt = Instant.zero
        var isAnswered = false

        var isUnderWay: Bool { !awaited.isEmpty }
    }

    package private(set) var buffer: MediaBuffer
    /// What was measured.
    package private(set) var throughput: Throughput
    private var settings: LoaderSettings
    private var fetches: ContiguousArray<Fetch>
    private var playhead = Playhead(restingAt: .zero, since: .zero)
    /// Where playback will end; nil while there is no item.
    private var end: MediaTime?
    /// Whether fetching rests because enough is loaded.
    package private(set) var isFull = false
    private var lastArrival = Instant.zero
    private var armed = Instant.never

    /// Nothing is loaded of `tracks`.
    package init(tracks: [ChunkTable], settings: LoaderSettings, estimator: ThroughputEstimator) {
        buffer = MediaBuffer(tracks: tracks)
        throughput = Throughput(estimator: estimator)
        fetches = ContiguousArray(repeating: Fetch(), count: tracks.count)
        self.settings = settings
    }

    /// Takes one input at `now`. O(tracks × log ranges).
    package mutating func handle(
        _ input: LoaderInput, at now: Instant, into effects: inout ContiguousArray<LoaderEffect>
    ) {
        switch input {
        case .arrived(let id, let firstByte, let busySince):
            guard arrive(id, firstByte, busySince, now, &effects) else { return }
        case .clockMoved(let playhead): self.playhead = playhead
        case .itemChanged(let end):
            for track in fetches.indices { cancel(track, &effects) }
            buffer.clear()
            self.end = end
            playhead = Playhead(restingAt: .zero, since: now)
        case .endMoved(let end): self.end = end
        case .setPreferredForwardBuffer(let length): settings.preferredForwardBuffer = length
        case .wake: if now >= armed { armed = .never }
        }
        plan(now, &effects)
        effects.append(.bufferChanged)
    }

    /// What the player may know at `now`, with the playhead at `place`.
    package func state(at place: MediaTime, _ now: Instant) -> BufferState {
        guard let end else { return .none }
        return BufferState(
            playableEnd: max(place, min(end, buffer.playableEnd(from: place))), end: end, isFull: isFull,
            awaited: awaited(from: place, to: end), throughput: throughput.estimate, latency: throughput.latency,
            fetchingSince: fetches.lazy.filter(\.isUnderWay).map(\.progressAt).max())
    }

    // MARK: Taking in

    /// Takes the next chunk of an exchange in, unless the exchange is no longer wanted.
    private mutating func arrive(
        _ id: ExchangeID, _ firstByte: Instant, _ busySince: Instant, _ now: Instant,
        _ effects: inout ContiguousArray<LoaderEffect>
    ) -> Bool {
        let track = Int(id.slot)
        guard fetches[track].attempt == id.attempt, fetches[track].isUnderWay else { return false }
        let chunk = fetches[track].awaited.lowerBound
        fetches[track].awaited = chunk + 1..<fetches[track].awaited.upperBound
        if !fetches[track].isAnswered {
            fetches[track].isAnswered = true
            throughput.latency = firstByte - fetches[track].requestedAt
        }
        fetches[track].progressAt = now
        buffer.load(chunk, ofTrack: track)
        let bytes = buffer.tracks[track].chunks.bytes(of: chunk)
        let busy = max(.zero, now - max(lastArrival, busySince))
        lastArrival = now
        throughput.add(ThroughputSample(bits: bytes * 8, busy: busy))
        effects.append(.loaded(track: track, chunk: chunk, bytes: bytes, busy: busy))
        return true
    }

    // MARK: Planning

    /// Settles whether the buffer is full, and what each track fetches.
    private mutating func plan(_ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) {
        guard let end else { return isFull = false }
        let place = playhead.place(at: now)
        let playable = buffer.playableEnd(from: place)
        let wanted = settings.forwardBuffer
        if playable >= end {
            isFull = false
        } else if playable >= place + wanted {
            isFull = true
        } else if playable < place + settings.resumeBelow {
            isFull = false
        }
        for track in fetches.indices {
            plan(track, from: place, playable: playable, upTo: place + wanted, end, now, &effects)
        }
        if isFull { armWake(drainedAt: playable - settings.resumeBelow, &effects) }
    }

    private mutating func plan(
        _ track: Int, from place: MediaTime, playable: MediaTime, upTo limit: MediaTime, _ end: MediaTime,
        _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>
    ) {
        let chunks = buffer.tracks[track].chunks
        let endChunk = chunks.chunk(at: MediaTime(nanoseconds: end.nanoseconds - 1)) + 1
        let missing = buffer.tracks[track].firstMissing(from: place)
        if fetches[track].isUnderWay, fetches[track].awaited.lowerBound != missing { cancel(track, &effects) }
        let start = chunks.start(of: missing)
        guard missing < endChunk, start < limit, start < playable + chunks.chunkDuration, !isFull else { return }
        let room = limit >= chunks.duration ? chunks.count : chunks.chunk(at: limit) + 1
        var stop = min(chunks.endOfRequest(from: missing), endChunk)
        if chunks.chunksPerRequest == nil { stop = min(stop, room) }
        if stop > missing + 1, let present = buffer.tracks[track].loaded.firstPresent(after: missing) {
            stop = min(stop, present)
        }
        // A file's answer stays open: with room for more, the sender goes on where it stopped.
        let continues = chunks.chunksPerRequest == nil && fetches[track].isAnswered
        if continues, fetches[track].awaited == missing..<missing {
            fetches[track].awaited = missing..<stop
            fetches[track].progressAt = now
            effects.append(.send(.allow(request(track))))
        } else if !fetches[track].isUnderWay {
            fetches[track].attempt &+= 1
            fetches[track].awaited = missing..<stop
            fetches[track].requestedAt = now
            fetches[track].progressAt = now
            fetches[track].isAnswered = false
            effects.append(.send(.request(request(track))))
        }
    }

    private func request(_ track: Int) -> Request {
        Request(
            id: ExchangeID(slot: Int32(track), attempt: fetches[track].attempt),
            firstChunk: Int32(fetches[track].awaited.lowerBound), endChunk: Int32(fetches[track].awaited.upperBound))
    }

    private mutating func cancel(_ track: Int, _ effects: inout ContiguousArray<LoaderEffect>) {
        guard fetches[track].isUnderWay else { return }
        effects.append(.send(.cancel(ExchangeID(slot: Int32(track), attempt: fetches[track].attempt))))
        fetches[track].attempt &+= 1
        fetches[track].awaited = 0..<0
        fetches[track].isAnswered = false
    }

    private mutating func armWake(drainedAt place: MediaTime, _ effects: inout ContiguousArray<LoaderEffect>) {
        // A nanosecond further: fetching goes on with *less* than the threshold ahead.
        let instant = playhead.instant(reaching: place + MediaTime(nanoseconds: 1))
        guard instant < armed else { return }
        armed = instant
        effects.append(.arm(instant))
    }

    // MARK: What is awaited

    private func awaited(from place: MediaTime, to end: MediaTime) -> BufferState.Awaited {
        var sum = BufferState.Awaited.nothing
        for track in buffer.tracks.indices {
            let chunks = buffer.tracks[track].chunks
            let endChunk = chunks.chunk(at: MediaTime(nanoseconds: end.nanoseconds - 1)) + 1
            let missing = buffer.tracks[track].firstMissing(from: place)
            guard missing < endChunk else { continue }
            let isAnswered = fetches[track].isUnderWay && fetches[track].isAnswered
            let answered: Int64 = isAnswered ? 1 : 0
            sum.nextBytes += chunks.expectedBytes(in: chunks.start(of: missing + 1) - chunks.start(of: missing))
            sum.nextRequests = max(sum.nextRequests, 1 - answered)
            buffer.tracks[track].loaded.gaps(from: missing, to: endChunk) { gap in
                sum.bytes += chunks.expectedBytes(
                    in: chunks.start(of: gap.upperBound) - chunks.start(of: gap.lowerBound))
                let perRequest = chunks.chunksPerRequest ?? chunks.count
                sum.requests += (gap.upperBound - 1) / perRequest - gap.lowerBound / perRequest + 1
                sum.lastChunkStart = max(sum.lastChunkStart, chunks.start(of: gap.upperBound - 1))
            }
            sum.requests -= answered
        }
        return sum
    }
}
