import PlayerModel

/// A programme that is made while it is watched, as its server lists it: which segments a playlist has at an instant.
///
///     media   0 ────── history ──────┬─────────────────────────▶ duration
///                     listed already │ listed segment by segment, when each is made
///     time                           0 ─────────────────────────▶
///
/// With low latency a segment is listed part by part: then its parts are the chunks of the track.
///
/// Media time counts from the beginning of the oldest segment that is made before the run begins. A segment is listed
/// in one piece, once all of it is there, and playlists slide: they keep as many of the newest as there is a window
/// for. What is listed is settled when the server has the request for the playlist.
///
/// Left out: that a playlist becomes longer with each segment of a window that is not full yet; segments without parts
/// that a server would have deleted (RFC 8216, 6.2.2), because a client asks only for what its playlist lists.
package struct LiveSource: Equatable, Sendable {
    /// EXT-X-START: the place to begin at.
    package struct Start: Equatable, BitwiseCopyable, Sendable {
        /// From the beginning of the playlist, or from its end where negative.
        package let offset: MediaTime
        /// PRECISE: playback begins there, and not with the segment that has it.
        package let isPrecise: Bool

        package init(offset: MediaTime, isPrecise: Bool) {
            self.offset = offset
            self.isPrecise = isPrecise
        }
    }

    /// A stretch of the run in which nothing is listed. What is due in it is listed at its end.
    package struct Outage: Equatable, BitwiseCopyable, Sendable {
        package let start: Instant
        package let end: Instant

        package init(start: Instant, end: Instant) {
            self.start = start
            self.end = end
        }
    }

    /// The media that is listed when the run begins, the newest of it since `phase`.
    package var history: MediaTime
    package var phase = TimeAmount.zero
    /// The time from the end of a segment, as a camera sees it, to its listing.
    package var delay = TimeAmount.zero
    /// A segment is listed later than it is due by up to that much, each by another amount.
    package var jitter = TimeAmount.zero
    /// How much longer than it lasts the encoder takes for a length of media, in millionths.
    package var drift: Int64 = 0
    /// The media that a playlist keeps; nil where it keeps all of it (EXT-X-PLAYLIST-TYPE EVENT).
    package var window: MediaTime?
    /// HOLD-BACK: the distance from the end of the playlist at which playback begins.
    package var holdBack: MediaTime
    /// Whether a playlist says so; else it is the usual three target durations.
    package var saysHoldBack = true
    /// The length of a part, where segments are listed part by part (EXT-X-PART).
    package var part: MediaTime?
    /// The length of the encoder's chunks, where a part is sent while it is made; nil where it is sent whole.
    package var chunk: MediaTime?
    /// CAN-SKIP-UNTIL: delta updates leave out what is further from the end; nil where there are none.
    package var skipBoundary: MediaTime?
    /// In order, and apart from each other.
    package var outages: [Outage] = []
    /// Where what is listed goes over to something else (EXT-X-DISCONTINUITY): beginnings of segments, in order.
    package var discontinuities: [MediaTime] = []
    /// EXT-X-TARGETDURATION, where a playlist says it: whole seconds; nil is that of the longest segment.
    package var targetDuration: MediaTime?
    /// The wall clock of media time zero, in nanoseconds since 1970-01-01T00:00:00Z: EXT-X-PROGRAM-DATE-TIME.
    package var programDate: Int64?
    package var start: Start?
    /// The segments that a playlist on disk lists, which are listed again and again; nil where a scenario has them all.
    package var repeated: Int64?

    package init(history: MediaTime, window: MediaTime?, holdBack: MediaTime) {
        self.history = history
        self.window = window
        self.holdBack = holdBack
    }

    /// The listing of a track at an instant. O(log n × jitter ÷ segment) for n segments.
    package func listing(of chunks: ChunkTable, at now: Instant, seed: UInt64) -> LiveListing {
        let track = LiveTrack(source: self, chunks: chunks, seed: seed)
        let count = track.count(listedBy: now)
        return LiveListing(
            first: track.firstKept(of: count), end: track.chunk(of: count), isEnded: count == track.count)
    }

    /// When a chunk is listed.
    package func listed(_ chunk: Int64, of chunks: ChunkTable, seed: UInt64) -> Instant {
        LiveTrack(source: self, chunks: chunks, seed: seed).listed(chunk: chunk)
    }

    /// When the server has the bytes of a chunk up to so much of its media: none later than it is listed.
    func made(_ length: MediaTime, of chunk: Int64, in chunks: ChunkTable, seed: UInt64) -> Instant {
        LiveTrack(source: self, chunks: chunks, seed: seed).made(length, of: chunk)
    }

    /// The media that the camera has seen by then.
    package func made(by now: Instant) -> MediaTime {
        let time = now.nanoseconds.addingClamped((phase + delay).nanoseconds)
        let media = proportion(time, 1_000_000, over: 1_000_000 + drift, .down)
        return history + MediaTime(nanoseconds: time < 0 ? -media : media)
    }

    /// When the camera has seen as much.
    package func finishes(_ length: MediaTime) -> Instant { due(length) + (.zero - delay) }

    /// When what ends there is listed, unless it comes late.
    fileprivate func due(_ end: MediaTime) -> Instant {
        let media = (end - history).nanoseconds
        let time = proportion(media, 1_000_000 + drift, over: 1_000_000, media < 0 ? .down : .up)
        return Instant(nanoseconds: media < 0 ? -time : time) + (.zero - phase)
    }

    /// The end of the outages that an instant lies in, of which one may follow another at once.
    fileprivate func after(outages instant: Instant) -> Instant {
        outages.reduce(instant) { $1.start <= $0 && $0 < $1.end ? $1.end : $0 }
    }
}

/// The chunks that a playlist lists, of which there may be none: from the first to the one behind the last; and whether
/// there will be no others (EXT-X-ENDLIST).
package struct LiveListing: Equatable, BitwiseCopyable, Sendable {
    package let first: Int64
    package let end: Int64
    package let isEnded: Bool

    package init(first: Int64, end: Int64, isEnded: Bool) {
        self.first = first
        self.end = end
        self.isEnded = isEnded
    }

    package var isEmpty: Bool { first == end }
}

/// One track of a live source: its segments by number, and when each is listed.
private struct LiveTrack {
    let source: LiveSource
    let chunks: ChunkTable
    let seed: UInt64

    /// The chunks that are listed at a time.
    private var perRequest: Int64 { source.part == nil ? chunks.chunksPerRequest ?? 1 : 1 }

    func listed(chunk: Int64) -> Instant { listed(min(chunk / perRequest, count - 1)) }

    var count: Int64 { (chunks.count + perRequest - 1) / perRequest }

    /// The first chunk of a segment; the count of chunks for the one behind the last.
    func chunk(of segment: Int64) -> Int64 { min(chunks.count, segment * perRequest) }

    private func start(of segment: Int64) -> MediaTime { chunks.start(of: chunk(of: segment)) }

    func count(listedBy now: Instant) -> Int64 {
        Int64(partitionPoint(in: 0..<Int(count)) { listed(Int64($0)) > now })
    }

    /// When a segment is listed: not before those before it.
    private func listed(_ segment: Int64) -> Instant {
        let end = start(of: segment + 1)
        var instant = source.due(end)
        if source.jitter > .zero {
            instant = instant + late(segment)
            // Of those before it, as many as could be later still.
            var other = segment - 1
            while other >= 0, source.due(start(of: other + 1)) + source.jitter > instant {
                instant = max(instant, source.due(start(of: other + 1)) + late(other))
                other -= 1
            }
        }
        return source.after(outages: instant)
    }

    /// When so much is made of a chunk that is a part of its own.
    func made(_ length: MediaTime, of chunk: Int64) -> Instant {
        let place = start(of: chunk) + length
        guard place < start(of: chunk + 1) else { return listed(chunk) }
        return source.after(outages: source.due(place) + (source.jitter > .zero ? late(chunk) : .zero))
    }

    private func late(_ segment: Int64) -> TimeAmount {
        var stream = RandomStream(seed: seed, name: "live", index: UInt64(segment))
        return TimeAmount(nanoseconds: Int64(stream.below(UInt64(source.jitter.nanoseconds) + 1)))
    }

    /// The first chunk that a playlist keeps which ends with that many segments.
    func firstKept(of count: Int64) -> Int64 {
        guard let window = source.window, count > 0 else { return 0 }
        let from = start(of: count) - window
        guard from > .zero else { return 0 }
        let segment = Int64(partitionPoint(in: 0..<Int(count)) { start(of: Int64($0)) >= from })
        let first = chunk(of: min(segment, count - 1))
        // A segment goes in one piece.
        return first / (chunks.chunksPerRequest ?? 1) * (chunks.chunksPerRequest ?? 1)
    }
}
