import PlayerModel

/// The knowledge that a client has of a live stream: each media playlist as it was loaded last, and when it is loaded
/// again.
struct LiveLoad: Sendable {
    /// A media playlist as it was loaded last.
    struct Playlist: BitwiseCopyable, Sendable {
        fileprivate(set) var listing: LiveListing
        /// When the first byte of it came: how long a server kept it back is no age of it.
        let answeredAt: Instant
        /// When all of it was in.
        let inAt: Instant
        /// When the last one came that listed something else.
        let newsAt: Instant
        /// When it is to be loaded again; `never` where it has ended.
        fileprivate(set) var reloadAt: Instant
    }

    let holdBack: MediaTime
    let saysHoldBack: Bool
    /// Whether the playlists say the wall clock of their media.
    let saysDate: Bool
    /// CAN-SKIP-UNTIL, the skip boundary; nil where the server gives no delta updates.
    let skipBoundary: MediaTime?
    /// EXT-X-TARGETDURATION: the longest segment, in whole seconds (RFC 8216, 4.3.3.1).
    let target: MediaTime
    /// The length of parts, where the stream has low latency: then each playlist is asked for as soon as the one before
    /// is in, and the server answers when it has news.
    let part: MediaTime?
    /// Whether all parts of a segment, from the one that is missing on, are asked for at once.
    let hasOpenRange: Bool
    /// EXT-X-START, where the playlist has it.
    let start: LiveSource.Start?
    /// Whether a playlist keeps all that it has listed (EXT-X-PLAYLIST-TYPE EVENT).
    let keepsAll: Bool
    /// By their places among what has to be there before the media.
    private var playlists: ContiguousArray<Playlist?>
    /// The places that all tracks had in common as they were last listed, and whether there will be no others.
    private(set) var lastListed: (range: Range<MediaTime>, isEnded: Bool)?
    /// When the playlist came in with which they were.
    private var lastListedAt = Instant.zero
    /// The media playlist of the first track that came last, of the variant that was fetched then; nil before the first
    /// of the item.
    private(set) var newest: Playlist?
    /// Whether a part that was hinted at did not come: none is asked for before another playlist is in.
    var mistrustsHints = false
    /// The listing that comes with the playlist that is about to be taken in.
    private var coming: (id: ExchangeID, listing: LiveListing)?
    var isPaused = true {
        didSet { if isPaused { offset = nil } }
    }
    /// Whether an interstitial event is shown: where playback goes on behind it, that says.
    var isSuspended = false {
        didSet { if isSuspended { offset = nil } }
    }
    /// How far the playhead was from the end of the playlist when it began to wait; nil while it does not, or nobody
    /// has looked.
    var offset: MediaTime?
    /// Whether the app asks for a rate of 1, which alone a player may replace by another.
    var asksNaturalSpeed = false
    /// The end of the first playlist of the item that lists something, how much it listed, and when it came.
    private(set) var firstEdge: (end: MediaTime, listed: MediaTime, at: Instant)?
    /// Whether playback of the item has a place to begin at.
    var hasJoined = false
    /// Whether the playhead is about to move to where playback begins, or goes on.
    var isMoving = false
    /// When the app has asked for the edge in the pause that lasts; nil where it has not.
    var wentToEdgeAt: Instant?
    /// Whether the clock has stopped with nothing left to play, of which the player has not said why.
    var hasRunDry = false
    /// The memory of a player that changes its speed, and how far the buffer reached when it last looked.
    var catchUp = CatchUp.Memory()
    var loadedEnd: MediaTime?

    init(
        holdBack: MediaTime, longest: MediaTime, part: MediaTime? = nil, start: LiveSource.Start? = nil,
        saysHoldBack: Bool = true, saysDate: Bool = false, skipBoundary: MediaTime? = nil, hasOpenRange: Bool = false,
        keepsAll: Bool = false, files: Int
    ) {
        (self.hasOpenRange, self.keepsAll) = (hasOpenRange, keepsAll)
        self.skipBoundary = skipBoundary
        (self.holdBack, self.saysHoldBack, self.saysDate) = (holdBack, saysHoldBack, saysDate)
        self.start = start
        self.part = part
        target = Self.target(longest)
        playlists = ContiguousArray(repeating: nil, count: files)
    }

    /// Of what is no live stream.
    static let none = LiveLoad(holdBack: .zero, longest: .zero, files: 0)

    /// The target duration of segments of which the longest lasts that long.
    static func target(_ longest: MediaTime) -> MediaTime {
        MediaTime.seconds(max(1, longest.nanoseconds.addingClamped(500_000_000) / 1_000_000_000))
    }

    /// Keeps what all tracks list, for when one of them has no playlist.
    mutating func note(_ listed: (range: Range<MediaTime>, isEnded: Bool), at now: Instant) {
        (lastListed, lastListedAt) = (listed, now)
    }

    /// Keeps the playlist of the first track that is in, for when there is none; and where the first of the item ended
    /// that lists something.
    mutating func noteNewest(_ file: Int, of chunks: ChunkTable, at now: Instant) {
        newest = playlists[file]
        guard firstEdge == nil, let listing = newest?.listing, !listing.isEmpty else { return }
        let end = chunks.start(of: listing.end)
        firstEdge = (end, end - chunks.start(of: listing.first), now)
    }

    /// That which was listed last is of another item, to which all of it will be news.
    mutating func forgetListed() {
        (lastListed, newest, firstEdge) = (nil, nil, nil)
        for file in playlists.indices { playlists[file] = nil }
    }

    /// The places that all tracks would list by now, if playlists came: the edge moves on with the clock, up to `end`,
    /// and so does the beginning, unless all is kept. Nil where nothing was listed yet.
    func expectedListing(at now: Instant, upTo end: MediaTime) -> (range: Range<MediaTime>, isEnded: Bool)? {
        guard let (range, isEnded) = lastListed, !isEnded else { return lastListed }
        let since = MediaTime(nanoseconds: (now - lastListedAt).nanoseconds)
        let more = max(.zero, min(since, end - range.upperBound))
        return ((keepsAll ? range.lowerBound : range.lowerBound + more)..<range.upperBound + more, false)
    }

    /// The media playlist at a place; nil where it was not loaded, or that is something else.
    @inline(__always)
    func playlist(_ file: Int) -> Playlist? { playlists[file] }

    mutating func note(_ listing: LiveListing, comingWith id: ExchangeID) { coming = (id, listing) }

    /// A playlist is in. Says what it lists; nil of what lists nothing.
    ///
    /// After one with news it is loaded again when its last segment has lasted, as AVFoundation does it by an engineer
    /// of Apple; after one without, when half the target duration has passed. Both count from the request that brought
    /// it: from the last time that it began to be loaded (RFC 8216, 6.3.4).
    mutating func take(
        _ file: Int, _ id: ExchangeID, of chunks: ChunkTable, _ times: ResponseTimes, at now: Instant
    ) -> LiveListing? {
        guard let coming, coming.id == id else { return nil }
        self.coming = nil
        let listing = coming.listing
        let isNews = playlists[file].map { $0.listing != listing } ?? true
        let half = MediaTime(nanoseconds: target.nanoseconds / 2)
        mistrustsHints = false
        let wait = part != nil ? .zero : isNews && !listing.isEmpty ? last(of: listing, chunks) : half
        let reloadAt = listing.isEnded ? .never : times.begunAt + TimeAmount(nanoseconds: wait.nanoseconds)
        let newsAt = isNews ? now : playlists[file]?.newsAt ?? now
        playlists[file] = Playlist(
            listing: listing, answeredAt: min(times.firstByte, now), inAt: now, newsAt: newsAt, reloadAt: reloadAt)
        return listing
    }

    /// The length of the last segment that is listed.
    private func last(of listing: LiveListing, _ chunks: ChunkTable) -> MediaTime {
        let perRequest = chunks.chunksPerSegment
        let first = (listing.end - 1) / perRequest * perRequest
        return chunks.start(of: listing.end) - chunks.start(of: first)
    }

    /// A playlist that was to be loaded again will not come: it is asked for once more, after the time for one without
    /// news.
    mutating func postpone(_ file: Int, from now: Instant) {
        playlists[file]?.reloadAt = now + TimeAmount(nanoseconds: target.nanoseconds / 2)
    }

    /// The chunk behind the last that can be asked for: that of a hint is not listed yet (EXT-X-PRELOAD-HINT).
    @inline(__always)
    func end(of listing: LiveListing) -> Int64 {
        listing.end + (part == nil || mistrustsHints || listing.isEnded || listing.isEmpty ? 0 : 1)
    }

    /// Whether a chunk is listed, or hinted at, as a part: parts are within three target durations of the end (RFC
    /// 8216bis, 4.4.4.9).
    @inline(__always)
    func isPart(_ chunk: Int64, of listing: LiveListing, _ chunks: ChunkTable) -> Bool {
        guard part != nil else { return false }
        let distance = chunks.start(of: listing.end) - chunks.start(of: chunk)
        return distance.nanoseconds <= 3 * target.nanoseconds
    }

    /// When there may be news, as seen at an instant at which playlists are next loaded again then; and until when one
    /// sees that so, if nothing comes.
    @inline(__always)
    func nextNews(_ reload: Instant, at now: Instant) -> (at: Instant, standsUntil: Instant) {
        let late = TimeAmount(nanoseconds: (part ?? target).nanoseconds / 2)
        guard let part else { return (max(now, reload) + late, reload) }
        return (now + TimeAmount(nanoseconds: part.nanoseconds) + late, now)
    }

    /// Whether a delta update is asked for: no later than half of the skip boundary after the playlist that it is to be
    /// put together with (RFC 8216bis, 6.2.5.1).
    func mayBeDelta(_ playlist: Playlist, at now: Instant) -> Bool {
        guard let skipBoundary else { return false }
        return (now - playlist.answeredAt).nanoseconds <= skipBoundary.nanoseconds / 2
    }

    /// The answer that is asked for, as `LiveHold` numbers them: with low latency the one that
    /// lists the next part. Where a playlist is too old for a delta update, the newest one comes whole, and at once.
    func version(after playlist: Playlist, isDelta: Bool) -> Int32 {
        if part == nil { return isDelta ? 1 : 0 }
        return isDelta || skipBoundary == nil ? Int32(playlist.listing.end + 1) : 0
    }

    /// Whether a playlist has been in for so long that what it lists may be gone: a server has news after one and a
    /// half target durations at the latest (RFC 8216bis, 6.2.1). How long it was on the way is no age of it, because
    /// segments outlast the playlists that list them (RFC 8216, 6.2.2).
    @inline(__always)
    func isStale(_ playlist: Playlist, at now: Instant) -> Bool {
        (now - playlist.inAt).nanoseconds > target.nanoseconds / 2 * 3
    }
}
