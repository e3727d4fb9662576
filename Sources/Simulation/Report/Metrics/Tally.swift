import PlayerModel

/// One pass over the trace of a run: what every metric is read from.
package struct Tally: Sendable {
    /// When playback was asked for: by the person, where the script says when, or else by the app.
    package private(set) var requestedAt: Instant?
    /// When the app first asked the player for a rate above 0.
    package private(set) var calledAt: Instant?
    package private(set) var startedAt: Instant?
    package private(set) var itemAt: Instant?
    package private(set) var firstChunkAt: Instant?
    package private(set) var waiting = Stopwatch()
    package private(set) var waitingBeforeStart = TimeAmount.zero
    package private(set) var stalled = Stopwatch()
    package private(set) var stallCount: Int64 = 0
    package private(set) var played = Stopwatch()
    package private(set) var hasEnded = false
    /// Whether the item that is there at the end, or the last one that was, has played to its end.
    package private(set) var lastItemHasEnded = false
    /// Why that item has failed, where it has.
    package private(set) var lastItemFailure: LoadFailure?
    package private(set) var bytesLoaded: Int64 = 0
    /// Bytes of playlists, keys and initialization sections.
    package private(set) var bytesFetched: Int64 = 0
    package private(set) var bytesWasted: Int64 = 0
    package private(set) var bytesNeverPlayed: Int64 = 0
    package private(set) var busy = TimeAmount.zero
    /// Bytes of all tracks, and media of the first one, in chunks of which something was played.
    package private(set) var playedBytes: Int64 = 0
    package private(set) var playedMedia = MediaTime.zero
    package private(set) var initialBitRate: Int64?
    package private(set) var switchCount: Int64 = 0
    package private(set) var quality: Quality
    package let seams: Seams

    /// The bound that starts are measured by; nil where nobody looked for it.
    package let goldilocks: Goldilocks?

    private let media: ItemMedia
    /// Whether there is an item at the end.
    package private(set) var hasItem = false
    private var playhead = Playhead(restingAt: .zero, since: .zero)
    private var playedPlaces = PlaceSet()
    private var loaded: ContiguousArray<(item: Int32, track: UInt16, chunk: Int32, bytes: Int64, bitRate: Int64)> = []
    /// The item that is current, and that which is being loaded.
    private var current: Int32 = 0
    private var loading: Int32 = 0
    /// The variant that is being loaded.
    private var variant: Int

    package init(_ run: Run) {
        media = ItemMedia(run.scenario)
        quality = Quality(media.variants)
        seams = Seams(run)
        variant = run.scenario.variant
        goldilocks = run.goldilocks
        for entry in run.trace.entries { take(entry, run.scenario) }
        let end = hasItem ? run.waitsUntil : run.outcome.at
        moveClock(to: Playhead(restingAt: playhead.place(at: run.outcome.at), since: run.outcome.at), run.outcome.at)
        waiting.stop(at: end)
        stalled.stop(at: end)
        closeItem(current)
        for chunk in loaded { bytesNeverPlayed = bytesNeverPlayed.addingClamped(chunk.bytes) }
        loaded.removeAll()
        quality.stalled = stalled.total
        if let requestedAt, let startedAt { quality.startup = startedAt - requestedAt }
    }

    private mutating func take(_ entry: Trace.Entry, _ scenario: Scenario) {
        let now = entry.at
        switch entry.record {
        case .action(let index):
            let call = scenario.script[Int(index)].call
            if call.asksToPlay { calledAt = calledAt ?? now }
            if call == .tap || call.asksToPlay { requestedAt = requestedAt ?? now }
        case .loaded(let bytes, let busy, let chunk, let track):
            firstChunkAt = firstChunkAt ?? now
            bytesLoaded = bytesLoaded.addingClamped(bytes)
            self.busy = self.busy + TimeAmount(nanoseconds: busy)
            loaded.append((loading, track, chunk, bytes, media.variants[variant].bitRate))
        case .wasted(let bytes, _):
            bytesWasted = bytesWasted.addingClamped(bytes)
            bytesNeverPlayed = bytesNeverPlayed.addingClamped(bytes)
        case .dropped(let asset, let track): drop(track, ofAsset: Int(asset), now)
        case .loads(let item, let variant): (loading, self.variant) = (item, Int(variant))
        case .item(let id, let start, let isFinished):
            let isPresent = id >= 0
            if isPresent { itemAt = itemAt ?? now }
            hasItem = isPresent
            if !isFinished { variant = media.firstVariant(of: id) }
            if isPresent { (lastItemHasEnded, lastItemFailure) = (false, nil) }
            moveClock(to: Playhead(restingAt: start, since: now), now)
            closeItem(current)
            current = id
            stalled.stop(at: now)
        case .announced(let announcement): take(announcement, now, scenario)
        case .capacity, .delay, .loss, .dnsDelay, .requested, .allowed, .cancelled, .answered, .network, .traffic,
            .switches, .event:
            break
        case .switched(_, let to):
            switchCount += 1
            variant = Int(to)
        case .fetched(let bytes, _): bytesFetched = bytesFetched.addingClamped(bytes)
        }
    }

    private mutating func take(_ announcement: Announcement, _ now: Instant, _ scenario: Scenario) {
        switch announcement {
        case .status(let status, _, _, let cause):
            if status == .waitingToPlayAtSpecifiedRate { waiting.start(at: now) } else { waiting.stop(at: now) }
            if startedAt == nil { waitingBeforeStart = waiting.total }
            if status == .paused, cause == .appCall { stalled.stop(at: now) }
        case .timebase(let rate, let place):
            let next =
                rate.isMoving
                ? Playhead(movingFrom: place, at: rate, since: now) : Playhead(restingAt: place, since: now)
            moveClock(to: next, now)
            guard rate.isMoving else { return }
            stalled.stop(at: now)
            initialBitRate = initialBitRate ?? bitRate(at: place) ?? media.variants[variant].bitRate
            if startedAt == nil {
                startedAt = now
                waitingBeforeStart = waiting.total(at: now)
            }
        case .timeJumped(let place):
            moveClock(to: Playhead(restingAt: place, since: now), now)
            stalled.stop(at: now)
        case .playbackStalled:
            stallCount += 1
            stalled.start(at: now)
        case .didPlayToEndTime:
            hasEnded = true
            lastItemHasEnded = true
            moveClock(to: Playhead(restingAt: playhead.place(at: now), since: now), now)
        case .itemFailed(let failure):
            lastItemFailure = failure
            stalled.stop(at: now)
        case .likelyToKeepUp, .bufferFull, .bufferEmpty, .failedToPlayToEndTime, .seekFinished, .pipelines,
            .exception:
            break
        }
    }

    /// The bit rate of what is loaded at a place.
    private func bitRate(at place: MediaTime) -> Int64? {
        let chunk = media.tracks(of: current)[0].chunk(at: place)
        return loaded.last { $0.item == current && $0.track == 0 && Int64($0.chunk) == chunk }?.bitRate
    }

    /// Notes what was played until now, and how the playhead goes on.
    private mutating func moveClock(to next: Playhead, _ now: Instant) {
        if playhead.rate.isMoving {
            played.stop(at: now)
            playedPlaces.add(playhead.place..<playhead.place(at: now))
        }
        playhead = next
        if next.rate.isMoving { played.start(at: now) }
    }

    /// Judges what was loaded of a track that another takes the place of.
    private mutating func drop(_ track: UInt16, ofAsset asset: Int, _ now: Instant) {
        let place = playhead.place(at: now)
        moveClock(
            to: playhead.rate.isMoving
                ? Playhead(movingFrom: place, at: playhead.rate, since: now) : Playhead(restingAt: place, since: now),
            now)
        playedPlaces.settle()
        let gone = loaded.filter { $0.track == track && media.asset(of: $0.item) == asset }
        loaded.removeAll { $0.track == track && media.asset(of: $0.item) == asset }
        for chunk in gone {
            let table = media.tracks(of: chunk.item)[Int(track)]
            let span = table.start(of: Int64(chunk.chunk))..<table.start(of: Int64(chunk.chunk) + 1)
            if chunk.item == current, playedPlaces.touches(span) {
                playedBytes = playedBytes.addingClamped(chunk.bytes)
            } else {
                bytesNeverPlayed = bytesNeverPlayed.addingClamped(chunk.bytes)
            }
        }
    }

    /// Judges the chunks of an item that has gone: which of them were played at all?
    private mutating func closeItem(_ item: Int32) {
        playedPlaces.settle()
        let tracks = media.tracks(of: item)
        let perSegment = tracks[0].chunksPerRequest ?? .max
        loaded.sort { $0.chunk < $1.chunk }
        for chunk in loaded where chunk.item == item {
            let table = tracks[Int(chunk.track)]
            let start = table.start(of: Int64(chunk.chunk))
            let end = table.start(of: Int64(chunk.chunk) + 1)
            if playedPlaces.touches(start..<end) {
                playedBytes = playedBytes.addingClamped(chunk.bytes)
                guard chunk.track == 0 else { continue }
                playedMedia = playedMedia + (end - start)
                if Int64(chunk.chunk) % perSegment == 0 { quality.bitRates.append(chunk.bitRate) }
            } else {
                bytesNeverPlayed = bytesNeverPlayed.addingClamped(chunk.bytes)
            }
        }
        loaded.removeAll { $0.item == item }
        playedPlaces = PlaceSet()
    }
}

/// Adds up stretches of time, and keeps the longest.
package struct Stopwatch: Sendable {
    package private(set) var total = TimeAmount.zero
    package private(set) var longest = TimeAmount.zero
    private var since: Instant?

    mutating func start(at now: Instant) { since = since ?? now }

    mutating func stop(at now: Instant) {
        guard let since else { return }
        total = total + (now - since)
        longest = max(longest, now - since)
        self.since = nil
    }

    func total(at now: Instant) -> TimeAmount { total + (since.map { now - $0 } ?? .zero) }
}

/// Places on a timeline, gathered as stretches in any order.
private struct PlaceSet: Sendable {
    private var stretches: ContiguousArray<Range<MediaTime>> = []

    mutating func add(_ stretch: Range<MediaTime>) {
        if !stretch.isEmpty { stretches.append(stretch) }
    }

    /// Sorts and joins. O(n log n); `touches` needs it.
    mutating func settle() {
        stretches.sort { $0.lowerBound < $1.lowerBound }
        var joined: ContiguousArray<Range<MediaTime>> = []
        for stretch in stretches {
            if let last = joined.last, stretch.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, stretch.upperBound)
            } else {
                joined.append(stretch)
            }
        }
        stretches = joined
    }

    /// Whether anything of `stretch` is in the set. O(log n).
    func touches(_ stretch: Range<MediaTime>) -> Bool {
        var low = 0
        var high = stretches.count
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].upperBound <= stretch.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < stretches.count && stretches[low].lowerBound < stretch.upperBound
    }
}

extension Action.Call {
    /// Whether it asks for a rate above 0.
    var asksToPlay: Bool {
        switch self {
        case .player(.play), .player(.playImmediately), .player(.setRateAtHostTime): true
        case .player(.setRate(let rate)): rate.isMoving
        case .player, .tap, .loadAll, .disableLooping, .selectAudio, .setPreferredForwardBuffer, .limit, .loadValues,
            .preloadKeys,
            .changeNetwork,
            .breakNetwork:
            false
        }
    }
}
