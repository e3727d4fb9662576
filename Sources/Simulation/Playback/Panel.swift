import PlayerModel

/// The engineering panel of the demo of session 503 (A.21), after everything that happened up to an instant.
package struct Panel: Equatable, Sendable {
    package fileprivate(set) var status = TimeControlStatus.paused
    package fileprivate(set) var reason: WaitingReason?
    package fileprivate(set) var rate = Rate.zero
    package fileprivate(set) var playhead = Playhead(restingAt: .zero, since: .zero)
    package fileprivate(set) var isLikelyToKeepUp = false
    package fileprivate(set) var isBufferFull = false
    package fileprivate(set) var isBufferEmpty = true
    /// The buffer of the current item; nil where nothing is loaded of it.
    fileprivate var buffer: MediaBuffer?

    package func currentTime(at now: Instant) -> MediaTime { playhead.place(at: now) }
    package var timebaseRate: Rate { playhead.rate }
    package var loadedTimeRanges: [Range<MediaTime>] { buffer?.loadedTimeRanges ?? [] }

    /// The end of what is loaded without a gap from the playhead on, in all tracks.
    package func playableEnd(at now: Instant) -> MediaTime {
        let place = currentTime(at: now)
        return buffer?.playableEnd(from: place) ?? place
    }

    /// How far a track alone is loaded without a gap; the playhead where there is no such track.
    package func loadedEnd(ofTrack track: Int, at now: Instant) -> MediaTime {
        let place = currentTime(at: now)
        guard let tracks = buffer?.tracks, tracks.indices.contains(track) else { return place }
        return tracks[track].loadedEnd(from: place)
    }
}

/// Reads panels from the columns of a `Playback`, going forward: each value is looked at once.
package struct PanelReader: Sendable {
    private var panel = Panel()
    /// By holder, what is loaded, and which item is current.
    private var buffers: ContiguousArray<MediaBuffer?> = []
    private var current: Int32 = 0
    private let keepsFinished: Bool
    /// How far each column has been read.
    private var next = (status: 0, clock: 0, announcement: 0, load: 0, drop: 0, item: 0)

    package init(_ player: ScenarioPlayer) { keepsFinished = player.loader.keepsFinished }

    /// The panel after the entry of that order, which must not lie before one that was asked for.
    package mutating func panel(after order: Int, in playback: Playback) -> Panel {
        readBuffers(through: order, playback)
        while let status = playback.statuses.next(&next.status, through: order) {
            (panel.status, panel.reason, panel.rate) = (status.status, status.reason, status.rate)
        }
        while let stretch = playback.clock.next(&next.clock, through: order) { panel.playhead = stretch.playhead }
        while let heard = playback.announcements.next(&next.announcement, through: order) { show(heard.value) }
        var shown = panel
        let holder = playback.media.holder(of: current)
        shown.buffer = buffers.indices.contains(holder) ? buffers[holder] : nil
        return shown
    }

    /// The panels at the end of each of some instants, which must be in order.
    package static func panels(of run: PlayerRun, at instants: [Instant]) -> [Panel] {
        var reader = PanelReader(run.player)
        var order = -1
        return instants.map { instant in
            while order + 1 < run.entries.count, run.entries[order + 1].at <= instant { order += 1 }
            return reader.panel(after: order, in: run.playback)
        }
    }

    private mutating func show(_ announcement: Announcement) {
        switch announcement {
        case .likelyToKeepUp(let value, _): panel.isLikelyToKeepUp = value
        case .bufferFull(let value): panel.isBufferFull = value
        case .bufferEmpty(let value): panel.isBufferEmpty = value
        case .status, .timebase, .timeJumped, .playbackStalled, .didPlayToEndTime, .endIsAhead,
            .failedToPlayToEndTime, .itemFailed, .seekFinished, .prerollFinished, .pipelines, .exception:
            break
        }
    }

    /// Chunks, dropped tracks and items that leave, in the order in which they came.
    private mutating func readBuffers(through order: Int, _ playback: Playback) {
        while true {
            let load = next.load < playback.loads.count ? playback.loads[next.load].order : .max
            let drop = next.drop < playback.drops.count ? playback.drops[next.drop].order : .max
            let item = next.item < playback.items.count ? playback.items[next.item].order : .max
            let first = min(load, drop, item)
            guard first <= order, first < .max else { return }
            if let load = playback.loads.next(&next.load, through: first) { take(load, playback.media) }
            if let drop = playback.drops.next(&next.drop, through: first) { take(drop, playback.media) }
            if let turn = playback.items.next(&next.item, through: first) { take(turn, playback.media) }
        }
    }

    private mutating func take(_ load: LoadedChunk, _ media: ItemMedia) {
        let holder = media.holder(of: load.item)
        while buffers.count <= holder { buffers.append(nil) }
        if buffers[holder] == nil { buffers[holder] = MediaBuffer(tracks: media.tracks(of: load.item)) }
        buffers[holder]?.load(Int64(load.chunk), ofTrack: Int(load.track))
    }

    private mutating func take(_ drop: TrackDrop, _ media: ItemMedia) {
        for holder in buffers.indices where media.asset(ofHolder: holder) == drop.asset {
            buffers[holder]?.replace(drop.track, with: media.tracks(ofHolder: holder)[drop.track])
        }
    }

    private mutating func take(_ turn: ItemTurn, _ media: ItemMedia) {
        let old = media.holder(of: current)
        let leaves = !turn.followsEnd || !keepsFinished
        for holder in buffers.indices {
            if turn.beginsAnew || !media.holders.isKept(holder) && holder == old && leaves { buffers[holder] = nil }
        }
        current = turn.item
    }
}
