import PlayerModel

/// A track as it is fetched: its request under way, or its last one, and the gap that begins at the playhead.
///
///     playhead                missing            gapEnd             endChunk
///        │▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓│                  │▓▓▓▓▓▓│            │
///        loaded without a gap   └ awaited: a part ┘        └── rest ───┘
struct TrackFetch: Sendable {
    private var attempt: UInt32 = 0
    private var slot: Int32 = 0
    /// The chunks that are still to come of the request; empty where none is.
    private(set) var awaited: Range<Int64> = 0..<0
    private(set) var requestedAt = Instant.zero
    /// When it last brought something: the request itself, or a chunk.
    private(set) var progressAt = Instant.zero
    private(set) var isAnswered = false
    /// Whether nothing else was under way between the request and the answer.
    var isAlone = false
    /// Whether it is for a part of a live stream that was not listed yet.
    var isHinted = false
    /// Whether it is for a segment of such a stream that is listed without its parts, from the beginning on.
    var isWhole = false
    /// The first chunk from the playhead on that is missing, and where it begins: as far as the track can be played.
    private(set) var missing: Int64 = 0
    private(set) var loadedEnd = MediaTime.zero
    /// Where the gap that begins with `missing` ends, and what is missing behind it.
    private(set) var gapEnd: Int64 = 0
    private(set) var rest = BufferState.Awaited.nothing
    /// The chunk behind the last one that playback needs.
    private(set) var endChunk: Int64 = 0
    /// The segment for which a rendition was chosen, by its first chunk; nil where that is still to be done.
    var chosenFor: Int64?
    /// The last segment that was given up under way, by its first chunk; nil before the first of the item.
    var givenUp: Int64?
    /// The instant before which that is not asked for: the rule wants to rest, or it comes in the place of what has
    /// failed, after a pause.
    var notBefore = Instant.zero
    /// The instant at which it has no longer all that is wanted, as it was asked to be woken then last.
    var wokenAt = Instant.never

    @inline(__always)
    var isUnderWay: Bool { awaited.lowerBound < awaited.upperBound }

    /// Whether what is missing first comes next, or with the segment that is under way.
    @inline(__always)
    var bringsMissing: Bool { isUnderWay && awaited.lowerBound == missing || isWhole && awaited.contains(missing) }

    @inline(__always)
    var id: ExchangeID { ExchangeID(slot: slot, attempt: attempt) }

    @inline(__always)
    func awaits(_ id: ExchangeID) -> Bool { isUnderWay && attempt == id.attempt && slot == id.slot }

    /// The request with what is still to come of it.
    @inline(__always)
    var request: Request {
        Request(id: id, firstChunk: Int32(awaited.lowerBound), endChunk: Int32(awaited.upperBound))
    }

    /// The segment, by its first chunk, that is there and is to be fetched once more, before the one that is missing.
    var replaced: Int64?
    /// The nanobits that have to have come of the attempt under way, which began then, before it is looked at again.
    var lookAmount: Int128 = 0
    var attemptBegan = Instant.zero
    /// The first byte of its answer of which a part was measured on the way, and with that the wait for it; nil where
    /// none was. An attempt that is made again by itself has another.
    var measuredAnswer: Instant?
    /// Whether the request under way, or the last one, is for a segment that is there already.
    private(set) var isReplacing = false

    // MARK: The request

    /// Asks for chunks. An answer that stays open, because its sender waits for room, goes on where it stopped; else
    /// there is a new request, in that slot. Says which.
    mutating func ask(for chunks: Range<Int64>, fromSlot slot: Int32, staysOpen: Bool, at now: Instant) -> Bool {
        let isNew = !(staysOpen && isAnswered && awaited.upperBound == chunks.lowerBound)
        awaited = chunks
        progressAt = now
        guard isNew else { return false }
        attempt &+= 1
        self.slot = slot
        (requestedAt, attemptBegan) = (now, now)
        isAnswered = false
        measuredAnswer = nil
        isReplacing = replaced != nil
        replaced = nil
        return true
    }

    /// A segment that is fetched once more is a request like any other: it ends where another is missing.
    mutating func forgetReplacement() { isReplacing = false }

    /// The next chunk has come. Returns it, and whether it is the first of the answer.
    mutating func take(at now: Instant) -> (chunk: Int64, isFirst: Bool) {
        let chunk = awaited.lowerBound
        awaited = chunk + 1..<awaited.upperBound
        progressAt = now
        defer { isAnswered = true }
        return (chunk, !isAnswered)
    }

    /// The request will bring nothing more: nobody wants it.
    mutating func callOff() {
        attempt &+= 1
        awaited = 0..<0
        isAnswered = false
    }

    /// The server will bring nothing more. Says whether something was to come.
    mutating func fail(attempt: UInt32) -> Bool {
        guard self.attempt == attempt else { return false }
        // An answer that only waited for room is made up for once there is some.
        isAnswered = false
        guard isUnderWay else { return false }
        awaited = 0..<0
        return true
    }

    // MARK: The gap

    /// Looks up what is missing from `place` on. Needed only when the playhead has jumped: else arrivals keep count.
    @inline(__always)
    mutating func survey(_ track: MediaBuffer.Track, from place: MediaTime) {
        missing = track.firstMissing(from: place)
        loadedEnd = max(place, track.chunks.start(of: missing))
        measureGaps(track)
    }

    /// A chunk was loaded. O(ranges) where it closes the gap.
    @inline(__always)
    mutating func note(loaded chunk: Int64, ofTrack track: Int, in buffer: MediaBuffer) {
        if chunk == missing {
            missing = buffer.tracks[track].loaded.firstMissing(from: chunk)
            loadedEnd = buffer.tracks[track].chunks.start(of: missing)
        }
        if missing >= gapEnd { measureGaps(buffer.tracks[track]) }
    }

    /// Looks up what is missing behind the first gap. Needed only when the playhead has jumped, a gap is closed, or
    /// what is to come has another bit rate.
    mutating func measureGaps(_ track: MediaBuffer.Track) {
        guard missing < endChunk else { return }
        (gapEnd, rest) = track.gaps(from: missing, to: endChunk)
    }

    /// Playback needs all up to `end`, of which the chunks before `listed` can be asked for.
    mutating func moveEnd(to end: MediaTime, listedUpTo listed: Int64, in track: MediaBuffer.Track) {
        endChunk = min(listed, track.chunks.chunk(at: MediaTime(nanoseconds: end.nanoseconds - 1)) + 1)
    }
}

extension ContiguousArray<TrackFetch> {
    @inline(__always)
    var areUnderWay: Bool { contains { $0.isUnderWay } }

    /// How far media is loaded without a gap from the playhead on, in all tracks.
    @inline(__always)
    var playableEnd: MediaTime {
        var end = MediaTime.unlimited
        for fetch in self { end = Swift.min(end, fetch.loadedEnd) }
        return end
    }
}
