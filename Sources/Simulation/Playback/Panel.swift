import PlayerModel

/// The engineering panel of the demo of session 503 (A.21), as a fold over the trace.
package struct Panel: Sendable {
    package private(set) var status = TimeControlStatus.paused
    package private(set) var reason: WaitingReason?
    package private(set) var rate = Rate.zero
    package private(set) var playhead = Playhead(restingAt: .zero, since: .zero)
    package private(set) var isLikelyToKeepUp = false
    package private(set) var isBufferFull = false
    package private(set) var isBufferEmpty = true
    /// By item, what is loaded of it; and which item is current, and which is being loaded.
    private var buffers: ContiguousArray<MediaBuffer?> = []
    private var current = 0
    private var loading = 0
    private let media: ItemMedia
    private let keepsFinished: Bool

    /// The panel of the player that is viewed, before anything has happened.
    package init(_ scenario: Scenario) {
        media = ItemMedia(scenario)
        keepsFinished = scenario.loader.keepsFinished
    }

    private var buffer: MediaBuffer? { buffers.indices.contains(current) ? buffers[current] : nil }

    /// `currentTime()`.
    package func currentTime(at now: Instant) -> MediaTime { playhead.place(at: now) }

    /// How far media is loaded without a gap from the playhead on, in all tracks.
    package func playableEnd(at now: Instant) -> MediaTime {
        let place = currentTime(at: now)
        return buffer?.playableEnd(from: place) ?? place
    }

    /// The timebase's rate.
    package var timebaseRate: Rate { playhead.rate }

    /// `loadedTimeRanges`.
    package var loadedTimeRanges: [Range<MediaTime>] { buffer?.loadedTimeRanges ?? [] }

    /// Takes one entry of the trace into account.
    package mutating func apply(_ entry: Trace.Entry) {
        switch entry.record {
        case .loaded(_, _, let chunk, let track): load(Int64(chunk), Int(track))
        case .loads(let item, _): loading = Int(item)
        case .dropped(let asset, let track):
            for item in buffers.indices where media.asset(of: Int32(item)) == Int(asset) {
                let chunks = media.tracks(of: Int32(item))[Int(track)]
                buffers[item]?.replace(Int(track), with: chunks)
            }
        case .item(let id, let start, let isFinished):
            if buffers.indices.contains(current), !isFinished || !keepsFinished { buffers[current] = nil }
            current = Int(id)
            playhead = Playhead(restingAt: start, since: entry.at)
        case .announced(let announcement): apply(announcement, entry.at)
        case .action, .capacity, .delay, .loss, .dnsDelay, .requested, .allowed, .cancelled, .wasted, .network,
            .answered, .fetched, .traffic, .switches, .switched, .event:
            break
        }
    }

    private mutating func load(_ chunk: Int64, _ track: Int) {
        while buffers.count <= loading { buffers.append(nil) }
        if buffers[loading] == nil { buffers[loading] = MediaBuffer(tracks: media.tracks(of: Int32(loading))) }
        buffers[loading]?.load(chunk, ofTrack: track)
    }

    private mutating func apply(_ announcement: Announcement, _ now: Instant) {
        switch announcement {
        case .status(let status, let reason, let rate, _):
            self.status = status
            self.reason = reason
            self.rate = rate
        case .timebase(let rate, let place):
            playhead =
                rate.isMoving
                ? Playhead(movingFrom: place, at: rate, since: now) : Playhead(restingAt: place, since: now)
        case .timeJumped(let place): playhead = Playhead(restingAt: place, since: now)
        case .likelyToKeepUp(let value, _): isLikelyToKeepUp = value
        case .bufferFull(let value): isBufferFull = value
        case .bufferEmpty(let value): isBufferEmpty = value
        case .playbackStalled, .didPlayToEndTime, .failedToPlayToEndTime, .itemFailed, .seekFinished, .pipelines,
            .exception:
            break
        }
    }
}
