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
    private var buffer: MediaBuffer

    /// The panel before anything has happened.
    package init(tracks: [ChunkTable]) { buffer = MediaBuffer(tracks: tracks) }

    /// `currentTime()`.
    package func currentTime(at now: Instant) -> MediaTime { playhead.place(at: now) }

    /// How far media is loaded without a gap from the playhead on, in all tracks.
    package func playableEnd(at now: Instant) -> MediaTime { buffer.playableEnd(from: currentTime(at: now)) }

    /// The timebase's rate.
    package var timebaseRate: Rate { playhead.rate }

    /// `loadedTimeRanges`.
    package var loadedTimeRanges: [Range<MediaTime>] { buffer.loadedTimeRanges }

    /// Takes one entry of the trace into account.
    package mutating func apply(_ entry: Trace.Entry) {
        switch entry.record {
        case .loaded(_, _, let chunk, let track): buffer.load(Int64(chunk), ofTrack: Int(track))
        case .item:
            buffer.clear()
            playhead = Playhead(restingAt: .zero, since: entry.at)
        case .announced(let announcement): apply(announcement, entry.at)
        case .action, .capacity, .delay, .loss, .dnsDelay, .requested, .allowed, .cancelled, .wasted, .network,
            .answered, .fetched, .traffic, .switches, .switched, .event:
            break
        }
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
        case .playbackStalled, .didPlayToEndTime, .failedToPlayToEndTime, .itemFailed, .seekFinished, .exception:
            break
        }
    }
}
