/// The knowledge that a player may have of its buffer and of what is still to come, at one instant: nothing of the
/// future, and of the network what was measured. A heuristic that is good with this would be good in a real player.
public struct BufferState: Equatable, Sendable {
    /// The place up to which media is loaded without a gap from the playhead on, in all tracks; the playhead's own
    /// place where nothing is.
    public var playableEnd: MediaTime
    /// The place where playback will end: the duration, or `forwardPlaybackEndTime`.
    public var end: MediaTime
    /// Whether fetching rests because as much is loaded as the player wants ahead: `isPlaybackBufferFull`.
    public var isFull: Bool
    /// The media that is still to be fetched.
    public var awaited: Awaited
    /// The throughput as measured so far, or nil while nothing was.
    public var throughput: ThroughputEstimate?
    /// The time for which nothing came, of late, though the network was no slower: `EvidenceReading.pause`.
    public var pause = TimeAmount.zero
    /// Whether the network has become another of late, or is hardly known: `EvidenceReading.isUnsettled`.
    public var isUnsettled = false
    /// The bytes that come at a time: the last of what is waited for may come with those behind it.
    public var grain: Int64 = 0
    /// The part by which the throughput may be less than measured, in millionths: `EvidenceReading.doubt`.
    public var doubt: Int64 = 0
    /// The part by which it may be more, in millionths: `EvidenceReading.credit`.
    public var credit: Int64 = 0
    /// The time from the last request to its first byte.
    public var latency: TimeAmount
    /// The item behind the current one.
    public var next = Behind()
    /// The item after the next.
    public var afterNext = Behind()
    /// The edge of a live stream, as its playlists have it; nil where all is listed that there will be.
    public var edge: Edge?
    /// Whether a live stream's playlists list no longer what follows the media that is ahead: none of it comes, and
    /// playback goes on elsewhere once that is played.
    public var isCutOff = false
    /// `seekableTimeRanges`, which is one; nil is the whole item.
    public var seekable: Range<MediaTime>?
    /// The end of all that is listed of a live stream, or the playhead where nothing is; nil is the end of the item.
    public var listedEnd: MediaTime?
    /// Whether it is known that the item ends there, and so that playback is over at its end: how long a stream is only
    /// its playlist says. Asked where the playhead is at the end; else it is true, as it is of files (ours).
    public var knowsEnd = true
    /// Whether that of the current one has another than the item before it, which has finished.
    public var differs = false
    /// Since when the chunk that comes next has been on its way: the arrival of the one before, or its request.
    /// Nil while nothing is being fetched.
    public var fetchingSince: Instant?

    /// The end of a live stream, as far as it is listed.
    public struct Edge: Equatable, Sendable {
        /// The end of the last segment that is listed.
        public var listedEnd: MediaTime
        /// When the segment behind that may be in, at the latest that a server in good order makes of it.
        public var nextArrival: Instant
        /// As long as nothing arrives, that instant stays as it is until then; from then on it is put off as time goes
        /// on, because the news that it hangs on is overdue, or is told from the present.
        public var standsUntil: Instant
        /// HOLD-BACK, or all that is listed where that is less.
        public var holdBack: MediaTime

        /// Memberwise.
        @inlinable
        public init(listedEnd: MediaTime, nextArrival: Instant, standsUntil: Instant, holdBack: MediaTime) {
            self.listedEnd = listedEnd
            self.nextArrival = nextArrival
            self.standsUntil = standsUntil
            self.holdBack = holdBack
        }
    }

    /// An item behind the current one, as far as it is loaded.
    public struct Behind: Equatable, Sendable {
        /// The media that can be played from its beginning; nil where there is no such item.
        public var ahead: MediaTime?
        /// Whether its sound has another format than that of the item before it (A.65).
        public var differs = false

        /// No item, unless said.
        @inlinable
        public init(ahead: MediaTime? = nil, differs: Bool = false) {
            self.ahead = ahead
            self.differs = differs
        }
    }

    /// The part of the item between the playhead and the end that is not loaded, in sizes that the player can know:
    /// those of a file's index, or a variant's declared bit rate.
    public struct Awaited: Equatable, Sendable {
        /// Bytes of all chunks that are still to come.
        public var bytes: Int64
        /// Requests that are still to be answered, each of which costs the latency once.
        public var requests: Int64
        /// Bytes of the chunk that comes next.
        public var nextBytes: Int64
        /// 1 where the next chunk waits for the answer to a request, 0 where it follows in one that has begun.
        public var nextRequests: Int64
        /// The beginning of the last chunk, of several tracks of that which begins last: the place at which playback
        /// needs the last byte.
        public var lastChunkStart: MediaTime
        /// The chunk before the last one, where the last one is shorter: then it may be needed sooner than it comes. Of
        /// one track alone.
        public var beforeLast = Checkpoint.none
        /// The first chunk of the last request, where the chunks of a request share its latency. Of one track alone.
        public var lastRequest = Checkpoint.none
        /// Of several tracks the chunk that comes latest for when it is needed, at the throughput and the latency that
        /// were measured and the speed of the player.
        public var latest = Checkpoint.none

        /// A chunk by what is still to come behind it.
        public struct Checkpoint: Equatable, Sendable {
            /// The place where it begins.
            public var start: MediaTime
            /// Bytes that come behind it.
            public var bytesBehind: Int64
            /// Requests that are made behind it.
            public var requestsBehind: Int64

            /// No chunk: more comes behind it than there is.
            @inlinable
            public static var none: Checkpoint { Checkpoint(start: .zero, bytesBehind: .max, requestsBehind: 0) }

            /// Memberwise.
            @inlinable
            public init(start: MediaTime, bytesBehind: Int64, requestsBehind: Int64) {
                self.start = start
                self.bytesBehind = bytesBehind
                self.requestsBehind = requestsBehind
            }
        }

        /// Nothing is awaited.
        @inlinable
        public static var nothing: Awaited {
            Awaited(bytes: 0, requests: 0, nextBytes: 0, nextRequests: 0, lastChunkStart: .zero)
        }

        /// Memberwise.
        @inlinable
        public init(bytes: Int64, requests: Int64, nextBytes: Int64, nextRequests: Int64, lastChunkStart: MediaTime) {
            self.bytes = bytes
            self.requests = requests
            self.nextBytes = nextBytes
            self.nextRequests = nextRequests
            self.lastChunkStart = lastChunkStart
        }
    }

    /// Memberwise.
    @inlinable
    public init(
        playableEnd: MediaTime, end: MediaTime, isFull: Bool, awaited: Awaited,
        throughput: ThroughputEstimate?, latency: TimeAmount, fetchingSince: Instant?
    ) {
        self.playableEnd = playableEnd
        self.end = end
        self.isFull = isFull
        self.awaited = awaited
        self.throughput = throughput
        self.latency = latency
        self.fetchingSince = fetchingSince
    }

    /// The buffer as a player without an item sees it.
    public static let none = BufferState(
        playableEnd: .zero, end: .zero, isFull: false, awaited: .nothing, throughput: nil, latency: .zero,
        fetchingSince: nil)

    /// Whether everything up to the end is loaded.
    @inlinable
    public var isComplete: Bool { playableEnd >= end }

    /// The media that can be played from `place` on without anything more arriving.
    @inlinable
    public func ahead(of place: MediaTime) -> MediaTime { max(.zero, playableEnd - place) }
}
