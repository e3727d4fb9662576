import PlayerModel

/// The requests of a player that are under way, by slot.
struct RequestEvents {
    private struct Open {
        var event: MetricEvents.RequestEvent
        /// The chunk behind the last that was asked for.
        let endChunk: Int64
        var hasCome = false
    }

    private let kinds: [Resource.Kind]
    /// The file that is fetched by ranges; nil for a stream.
    private let file: ChunkTable?
    private var open: [Open?]

    init(kinds: [Resource.Kind], file: ChunkTable?) {
        self.kinds = kinds
        self.file = file
        open = Array(repeating: nil, count: kinds.count)
    }

    /// A request goes out. Returns the one before in its slot, if that was for a file and is over only now.
    mutating func begin(_ request: Request, at now: Instant) -> MetricEvents.RequestEvent? {
        let slot = Int(request.id.slot)
        let before = cancel(request.id.slot)
        let start = file.map { $0.bytes(before: Int64(request.firstChunk)) }
        open[slot] = Open(
            event: .init(
                resource: kinds[slot], requestStartTime: now, responseEndTime: now,
                byteRange: start.map { $0..<$0 }), endChunk: file?.count ?? Int64(request.endChunk))
        return before
    }

    mutating func answer(_ slot: Int32, firstByte: Instant) {
        if open[Int(slot)]?.event.responseStartTime == nil { open[Int(slot)]?.event.responseStartTime = firstByte }
    }

    /// The request is made again: what counts is the answer to come.
    mutating func retry(_ slot: Int32) {
        if open[Int(slot)]?.hasCome == false { open[Int(slot)]?.event.responseStartTime = nil }
    }

    /// A chunk of a track is in. Returns the request that is over with it.
    mutating func load(_ chunk: Int64, ofTrack track: Int, at now: Instant) -> MetricEvents.RequestEvent? {
        // A track has one request under way, whichever slot it is in.
        let slot = kinds.indices.first { kinds[$0].track == track && open[$0] != nil }
        return slot.flatMap { take(chunk, $0, now) }
    }

    private mutating func take(_ chunk: Int64, _ slot: Int, _ now: Instant) -> MetricEvents.RequestEvent? {
        guard var one = open[slot] else { return nil }
        one.event.responseEndTime = now
        one.hasCome = true
        if let file, let range = one.event.byteRange {
            one.event.byteRange = range.lowerBound..<file.bytes(before: chunk + 1)
        }
        let isOver = chunk + 1 == one.endChunk
        open[slot] = isOver ? nil : one
        return isOver ? one.event : nil
    }

    /// A playlist, a key or an initialization section is in.
    mutating func fetch(_ slot: Int32, at now: Instant) -> MetricEvents.RequestEvent? { take(0, Int(slot), now) }

    /// Nothing more comes. Returns what was fetched of a file until then.
    mutating func cancel(_ slot: Int32) -> MetricEvents.RequestEvent? {
        let one = open[Int(slot)]
        open[Int(slot)] = nil
        guard let one, one.hasCome, file != nil else { return nil }
        return one.event
    }
}
