import PlayerModel

/// The report of a loader to its player: what is loaded, what is missing, and how fast that comes.
extension Loader {
    /// The buffer as the player may know it at `now`, with the playhead at `place`, which has not jumped since the
    /// loader was told.
    ///
    /// It is full where nothing more is asked for, and where all up to the end is loaded: then it "does as much as it's
    /// going to", whatever kind of media it is (A.7).
    ///
    /// It is said in `state`, of which nothing is known before. That changes the state alone. But to ask who may change
    /// is to ask in place; any other question would copy the loader first.
    mutating func tell(_ state: inout BufferState, at place: MediaTime, _ now: Instant) {
        guard order.piece != nil else { return }
        let (asset, end) = (order.asset, order.items[0].end)
        (state.throughput, state.latency) = (meter.throughput.prediction, meter.throughput.latency)
        // While an item behind the current one is loaded, nothing is missing of the current one.
        let playable =
            order.focus == 0
            ? assets[asset].tell(&state, order.buffer.tracks, meter.partial, speed) : MediaTime.unlimited
        let usable = order.focus == 0 ? usableEnd(of: playable) : playable
        state.playableEnd = playableEnd(at: place, now, loadedTo: min(end, usable))
        state.end = end
        state.knowsEnd = place < end || order.focus > 0 || assets[asset].isOver(at: end)
        state.isFull = isFull || playable >= end && state.knowsEnd
        state.pause = meter.throughput.reading.pause
        state.grain = settings.evidence.grain
        state.isUnsettled = meter.throughput.reading.isUnsettled
        state.doubt = meter.throughput.reading.doubt
        state.credit = meter.throughput.reading.credit
        if order.items.count > 1 { state.next = order.item(behind: 1, of: assets) }
        if order.items.count > 2 { state.afterNext = order.item(behind: 2, of: assets) }
        state.differs = differs
        if order.focus > 0 {
            if let edge = edgeOfCurrent { (state.seekable, state.listedEnd) = (edge.seekable, edge.listedEnd) }
        } else if assets[asset].isLive {
            assets[asset].addEdge(
                to: &state, at: place, now, upTo: settings.live.horizon, orTo: order.items[0].saidEnd,
                leaving: settings.live.offset, isFull: isFull, in: order.buffer.tracks)
        }
    }

    /// The edge of the current item, while another one is fetched; nil where it is no live stream.
    private var edgeOfCurrent: LiveEdgeSeen? {
        mutating get {
            let asset = Int(order.items[0].asset)
            guard assets[asset].isLive, let buffer = order.buffer(of: 0) else { return nil }
            return liveEdge(of: asset, in: buffer)
        }
    }

    /// The place up to which the current item can be played, with the playhead at a place. Who asked for more, and may
    /// not change the loader, would copy all of its assets with it.
    func playableEnd(at place: MediaTime, _ now: Instant) -> MediaTime {
        guard order.piece != nil else { return .zero }
        let playable = order.focus == 0 ? usableEnd(of: assets[order.asset].fetches.playableEnd) : .unlimited
        return playableEnd(at: place, now, loadedTo: min(order.items[0].end, playable))
    }

    /// A clock at a rate above 1 steps over the end of what is loaded by a nanosecond or a few.
    @inline(__always)
    private func playableEnd(at place: MediaTime, _ now: Instant, loadedTo loaded: MediaTime) -> MediaTime {
        place > loaded && !playhead.oversteps(loaded, at: now) ? place : loaded
    }

    /// The throughput that the player reckons with; nil where it knows none, or has no item.
    var prediction: ThroughputEstimate? { order.piece == nil ? nil : meter.throughput.prediction }

    /// The variant in which an item of the order ends, as far as it is loaded.
    func ending(of index: Int) -> DeclaredVariant? { order.ending(of: index, in: assets) }

    /// The variant in which an item of the order begins, as far as it is loaded, or is about to be.
    func beginning(of index: Int) -> DeclaredVariant? { order.beginning(of: index, in: assets) }
}

extension AssetLoad {
    /// Says in `state` what is awaited of all tracks. Returns how far all are loaded.
    ///
    /// It changes the state alone. But to ask who may change is to ask in place.
    fileprivate mutating func tell(
        _ state: inout BufferState, _ tracks: ContiguousArray<MediaBuffer.Track>, _ partial: LoadMeter.Partial,
        _ speed: Rate
    ) -> MediaTime {
        var isFirst = true
        var playable = MediaTime.unlimited
        var awaited = BufferState.Awaited.nothing
        for track in 0..<fetches.count {
            let fetch = fetches[track]
            playable = min(playable, fetch.loadedEnd)
            if fetch.isUnderWay {
                state.fetchingSince = max(state.fetchingSince ?? partial.seenAt, fetch.progressAt)
            }
            guard fetch.missing < fetch.endChunk else { continue }
            var own = tracks[track].awaited(fetch.missing..<fetch.gapEnd)
            if fetch.rest.bytes > 0 { own = own.joined(with: fetch.rest) }
            let isAnswered = fetch.isUnderWay && (fetch.isAnswered || partial.isFromLook && partial.bytes > 0)
            let answered: Int64 = isAnswered ? 1 : 0
            awaited.bytes += own.bytes
            // Tracks are asked for side by side: their round trips pass at the same time.
            awaited.requests = max(awaited.requests, own.requests - answered)
            awaited.nextBytes += own.nextBytes
            if track == 0, isOneTrack {
                awaited.beforeLast = own.beforeLast
                awaited.lastRequest = own.lastRequest
            }
            awaited.nextRequests = max(awaited.nextRequests, 1 - answered)
            // Subtitles are a few bytes in long chunks: the last of them is no measure.
            if isFirst || own.lastChunkStart > awaited.lastChunkStart && !isOfSubtitles(track) {
                awaited.lastChunkStart = own.lastChunkStart
            }
            isFirst = false
        }
        awaited.latest = latestChunk(of: tracks, requests: awaited.requests, seenBy: state, at: speed)
        // Of chunks that were under way beside the last one to come, a part is here already.
        awaited.bytes = max(0, awaited.bytes - partial.bytes)
        awaited.nextBytes = max(0, awaited.nextBytes - partial.bytes)
        state.awaited = awaited
        return playable
    }
}

/// Of the order alone and not of its loader, which whoever calls would copy first.
extension LoadOrder {
    fileprivate func item(behind place: Int, of assets: ContiguousArray<AssetLoad>) -> BufferState.Behind {
        BufferState.Behind(ahead: ahead(behind: place), differs: assets.count > 1 && differs(behind: place, assets))
    }

    private func differs(behind place: Int, _ assets: ContiguousArray<AssetLoad>) -> Bool {
        guard let last = ending(of: place - 1, in: assets), let next = beginning(of: place, in: assets) else {
            return false
        }
        return last.audio.obstacle(to: next.audio) != nil
    }

    // MARK: From one item to the next

    fileprivate func ending(of index: Int, in assets: ContiguousArray<AssetLoad>) -> DeclaredVariant? {
        variant(of: index, in: assets) { $0.lastRendition }
    }

    fileprivate func beginning(of index: Int, in assets: ContiguousArray<AssetLoad>) -> DeclaredVariant? {
        if index == focus, buffer.firstRendition < 0 {
            return assets[asset].selector.renditions[assets[asset].selector.current].declared
        }
        return variant(of: index, in: assets) { $0.firstRendition }
    }

    private func variant(
        of index: Int, in assets: ContiguousArray<AssetLoad>, _ rendition: (MediaBuffer) -> Int32
    ) -> DeclaredVariant? {
        guard index < items.count, let own = buffer(of: index) else { return nil }
        let rendition = Int(rendition(own))
        guard rendition >= 0 else { return nil }
        return assets[Int(items[index].asset)].selector.renditions[rendition].declared
    }
}
