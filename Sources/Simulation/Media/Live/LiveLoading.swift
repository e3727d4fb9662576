import SimulationContainers
import PlayerModel

/// Live streams: where playback of one begins, and what is known of its edge.
///
///     a playlist is in ─▶ what is listed has moved ─▶ begin, or go on where something is listed again ─▶ segments
///                              └─▶ in time, the playlist is loaded again
///
/// Apple documents that playback begins HOLD-BACK from the end of the playlist (RFC 8216bis, 4.4.3.8), that a paused
/// player does not load playlists again, and which properties change both. That playback goes on as if the stream were
/// joined anew where the playhead has fallen out of the window is this model's own, and so is the playhead's moving on
/// with each playlist where its offset is preserved.
extension Loader {
    /// Whether what is fetched is a live stream.
    var isLive: Bool { load.isLive }

    /// Whether playback of a live stream has no place yet, or is about to have another.
    var isToJoin: Bool { load.isLive && order.focus == 0 && (!load.live.hasJoined || load.live.isMoving) }

    /// Whether a playlist is to be loaded again in time.
    package var awaitsListing: Bool {
        guard load.isLive, !restsLive, order.piece != nil else { return false }
        var load = load
        return load.reloadsAt < .never
    }

    /// Inlined, because a call would copy the loader first.
    private var restsLive: Bool {
        @inline(__always) get {
            guard load.isLive else { return true }
            return load.live.isPaused && load.live.hasJoined && settings.live.loadsWhilePaused != true
        }
    }

    mutating func setPaused(_ isPaused: Bool, _ isSuspended: Bool, _ asksNaturalSpeed: Bool, _ now: Instant) {
        let current = order.currentAsset
        if assets[current].live.isPaused, !isPaused { noteResumed(now) }
        if assets[current].live.hasRunDry {
            assets[current].live.hasRunDry = false
            if !isSuspended { assets[current].live.catchUp.noteStall(settings.catchUp) }
        }
        for asset in assets.indices {
            assets[asset].live.isPaused = isPaused
            assets[asset].live.isSuspended = isSuspended
            assets[asset].live.asksNaturalSpeed = asksNaturalSpeed
        }
    }

    mutating func note(_ listing: LiveListing, comingWith id: ExchangeID) {
        assets[asset(ofSlot: id.slot)].live.note(listing, comingWith: id)
    }

    /// A playlist of a live stream is in, as everything else that is no media.
    mutating func takeListing(
        _ file: Int, of asset: Int, _ id: ExchangeID, _ times: ResponseTimes, _ now: Instant,
        _ effects: inout LoaderEffects
    ) {
        guard let (listing, isCurrent) = assets[asset].takeListing(file, id, times, at: now) else { return }
        effects.append(.listed(slot: id.slot, listing))
        guard asset == order.asset, isCurrent else { return }
        assets[asset].noteListed(in: order.buffer.tracks, at: now)
        moveEnd(now)
        join(now, &effects)
    }

    /// Says where playback begins, or goes on; nowhere else while it has media, or an app has sought, or where it has
    /// come to its end, which an app may have set.
    mutating func join(_ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        let isFirst = !assets[asset].live.hasJoined
        let mayMove = isFirst || !playhead.rate.isMoving && !assets[asset].live.isSuspended
        guard order.focus == 0, let piece = order.piece, mayMove else { return }
        if assets[asset].live.isMoving { return }
        let place = place(at: now)
        guard let (listed, isEnded) = assets[asset].listed(in: order.buffer.tracks) else {
            // A playlist is missing: another variant's, or one that was too old.
            return noteOffset(from: assets[asset].live.lastListed?.range.upperBound, at: place)
        }
        assets[asset].live.hasJoined = true
        guard isFirst || place < piece.end else { return }
        if playhead.rate.isMoving { return }
        // What it needs next: behind a gap, where that is to be skipped.
        let next = max(place, assets[asset].fetches.playableEnd)
        let hasNothing = usableEnd(of: next) <= place
        // What was asked for while it was listed still comes.
        let isLost = hasNothing && next < listed.lowerBound && !assets[asset].isAllUnderWay(at: next)
        let isAnew = isFirst && place == piece.start || isLost
        let start = isFirst ? start(in: listed, assets[asset].live.start) : nil
        let edge =
            start ?? (isEnded && isAnew ? listed.lowerBound : beginning(in: listed, assets[asset].live.holdBack))
        let target = isAnew ? edge : isFirst ? place : preserved(place, listed, upTo: edge)
        guard isAnew ? target != place : target > place else { return }
        assets[asset].live.isMoving = true
        effects.append(.skips(to: target, isFirst: isFirst))
    }

    /// The place as far from the end of the playlist as the playhead was when it began to wait, where the app preserves
    /// that; else where it is. No nearer to the end than where playback would begin: that it could run dry there at
    /// once is Apple's warning, and that it does not go there is ours.
    private mutating func preserved(_ place: MediaTime, _ listed: Range<MediaTime>, upTo edge: MediaTime) -> MediaTime
    {
        noteOffset(from: listed.upperBound, at: place)
        guard settings.live.preservesOffset, let offset = load.live.offset else { return place }
        let wanted = min(listed.upperBound - offset, edge)
        // Where nothing has come since, what is loaded is played, listed or not.
        return wanted > place ? max(listed.lowerBound, wanted) : place
    }

    /// Keeps how far the playhead is from the end of what is listed as it begins to wait, where the app preserves that.
    private mutating func noteOffset(from end: MediaTime?, at place: MediaTime) {
        guard settings.live.preservesOffset, !load.live.isPaused, load.live.offset == nil else { return }
        assets[order.asset].live.offset = end.map { $0 - place }
    }

    /// The place that EXT-X-START says, unless the app says another.
    private func start(in listed: Range<MediaTime>, _ said: LiveSource.Start?) -> MediaTime? {
        guard let said, settings.live.offset == nil else { return nil }
        return said.place(in: listed, of: order.buffer.tracks[0].chunks)
    }

    private func beginning(in listed: Range<MediaTime>, _ holdBack: MediaTime) -> MediaTime {
        max(listed.lowerBound, listed.upperBound - (settings.live.offset ?? holdBack))
    }

    /// Loads playlists again that are due, and asks to be woken for the next; and where nothing is left of what is
    /// listed at the playhead, goes on elsewhere. Where all of the current item's is here, and another item is fetched,
    /// no playlist is loaded any more (ours); how far behind the edge playback is, is looked at all the same.
    ///
    /// Says no where nothing is to be asked for, because the playhead is about to move, or has no place yet.
    mutating func planLive(_ now: Instant, _ effects: inout LoaderEffects) -> Bool {
        let asset = order.asset
        guard order.piece != nil, failure == nil else { return true }
        if order.focus > 0 {
            planCatchUp(now, &effects)
            return true
        }
        if assets[asset].live.hasJoined { join(now, &effects) }
        if assets[asset].live.isMoving { return false }
        let next = assets[asset].renewPlaylists(resting: restsLive, at: now, into: &effects)
        if next < .never, !restsLive { arm(next, &effects) }
        planCatchUp(now, &effects)
        // Before all tracks have listed something nobody knows where playback begins.
        return assets[asset].live.hasJoined
    }

    /// The edge of an asset's live stream, as its playlists were loaded last. Nil before the first are in, and of what
    /// is no live stream.
    package func liveEdge(of asset: Int, in buffer: MediaBuffer) -> LiveEdgeSeen? {
        var load = assets[asset]
        guard load.isLive else { return nil }
        return edge(of: load, load.seenListing(in: buffer.tracks).map { ($0.range, $0.isEnded) })
    }

    /// The same as the next playlist is expected to have it, where one is missing: that the edge has moved on as the
    /// clock has, up to the end of the programme, is ours. That it is over only a playlist says.
    func expectedEdge(of asset: Int, in buffer: MediaBuffer, at now: Instant, upTo end: MediaTime) -> LiveEdgeSeen? {
        var load = assets[asset]
        guard load.isLive else { return nil }
        return edge(of: load, load.listed(in: buffer.tracks) ?? load.live.expectedListing(at: now, upTo: end))
    }

    private func edge(of load: AssetLoad, _ listing: (range: Range<MediaTime>, isEnded: Bool)?) -> LiveEdgeSeen? {
        guard let (listed, isEnded) = listing else { return nil }
        let seekable = load.seekable(listed, isEnded, leaving: settings.live.offset)
        let latest = isEnded ? seekable.upperBound : beginning(in: listed, load.live.holdBack)
        return LiveEdgeSeen(listedEnd: listed.upperBound, seekable: seekable, latest: latest, isEnded: isEnded)
    }
}

extension AssetLoad {
    /// Whether the player may know that playback ends there: of a stream that goes on, only where an app has said so.
    /// How much there will be of it only a playlist says (EXT-X-ENDLIST).
    @inline(__always)
    func knows(end: MediaTime) -> Bool {
        !isLive || end < emptyBuffer.tracks[0].chunks.duration || live.lastListed?.isEnded ?? false
    }

    /// Whether the player may hold that playback is over there: of what nothing has said yet how long it is, no place
    /// is the end.
    func isOver(at end: MediaTime) -> Bool {
        if isLive { return live.lastListed != nil && knows(end: end) }
        return opening.tellsDuration(ofAnyOf: selector.renditions.count)
    }

    /// Adds the edge to the buffer as the player may know it. Of a stream that goes on, the end is as far off as
    /// playback has to get, or where an app has playback end before that; what is not listed up to there is reckoned
    /// with at the declared bit rate. `isFull` is whether fetching rests, wherever the end is.
    ///
    /// It changes the state alone. But to ask who may change is to ask in place.
    mutating func addEdge(
        to state: inout BufferState, at place: MediaTime, _ now: Instant, upTo horizon: MediaTime,
        orTo saidEnd: MediaTime?, leaving offset: MediaTime?, isFull: Bool,
        in tracks: ContiguousArray<MediaBuffer.Track>
    ) {
        guard let (listed, isEnded, isMissing) = seenListing(in: tracks) else {
            // No target lies there, be it the place where the playhead is.
            (state.seekable, state.listedEnd) = (.unlimited..<(.unlimited), place)
            return
        }
        (state.seekable, state.listedEnd) = (seekable(listed, isEnded, leaving: offset), listed.upperBound)
        // What is under way still comes, and a gap with nothing behind it yet is skipped to what does.
        let next = max(state.playableEnd, min(state.end, fetches.playableEnd))
        let isBehindWindow = next < listed.lowerBound && state.fetchingSince == nil
        state.isCutOff = isBehindWindow && state.playableEnd > place
        if !isEnded {
            let farthest = max(listed.upperBound, place + horizon)
            if knows(end: state.end) {
                state.end = min(state.end, farthest)
            } else {
                (state.end, state.isFull) = (min(saidEnd ?? farthest, farthest), isFull)
            }
        }
        if live.part != nil { addLead(to: &state.awaited, in: tracks) }
        let unlisted = isMissing ? state.playableEnd : max(place, listed.upperBound)
        if isMissing {
            // A playlist and a segment come next, and what one track lacks is part of all that all lack.
            state.awaited = .init(
                bytes: 0, requests: 1, nextBytes: segmentBytes(in: tracks), nextRequests: 2, lastChunkStart: unlisted)
        }
        if state.end > unlisted {
            let segment = tracks[0].chunks.requestDuration
            let coming = state.end - unlisted
            let sooner = state.awaited
            state.awaited = .init(
                bytes: sooner.bytes, requests: sooner.requests + (coming.nanoseconds - 1) / segment.nanoseconds + 1,
                nextBytes: sooner.nextBytes, nextRequests: sooner.nextRequests,
                lastChunkStart: max(unlisted, state.end - segment))
            for track in 0..<tracks.count { state.awaited.bytes += tracks[track].expectedBytes(in: coming) }
        }
        if isEnded { return }
        let news = isMissing ? (at: now, standsUntil: now) : live.nextNews(reloadsAt, at: now)
        let download = state.throughput?.time(forBytes: segmentBytes(in: tracks)) ?? .zero
        // The next segment is in, at the latest: it is listed half a target duration late, as RFC 8216bis permits it
        // (6.2.1), and comes at the measured throughput.
        let nextArrival = news.at + state.latency + state.latency + download
        state.edge = BufferState.Edge(
            listedEnd: listed.upperBound, nextArrival: nextArrival, standsUntil: news.standsUntil,
            holdBack: min(live.holdBack, listed.upperBound - listed.lowerBound))
    }

    /// Adds what comes of each track before the chunk that it lacks first, because their segment is asked for from its
    /// beginning on.
    private mutating func addLead(
        to awaited: inout BufferState.Awaited, in tracks: ContiguousArray<MediaBuffer.Track>
    ) {
        for track in 0..<fetches.count where fetches[track].missing < fetches[track].endChunk {
            let missing = fetches[track].missing
            let isComing = fetches[track].bringsMissing
            guard isComing || listsNext(ofTrack: track) else { continue }
            let first =
                isComing ? fetches[track].awaited.lowerBound : startOfRequest(ofTrack: track, in: tracks)
            let chunks = tracks[track].chunks
            let bytes = tracks[track].expectedBytes(in: chunks.start(of: missing) - chunks.start(of: first))
            (awaited.bytes, awaited.nextBytes) = (awaited.bytes + bytes, awaited.nextBytes + bytes)
        }
    }

    /// The places to which playback can go: up to HOLD-BACK from the end, or less where the app has it begin nearer to
    /// it; and up to the end of a stream that is over.
    ///
    /// Inlined, because a call would copy the load first; so are the bytes below.
    @inline(__always)
    fileprivate func seekable(
        _ listed: Range<MediaTime>, _ isEnded: Bool, leaving offset: MediaTime?
    ) -> Range<MediaTime> {
        let left = min(live.holdBack, offset ?? live.holdBack)
        return listed.lowerBound..<(isEnded ? listed.upperBound : max(listed.lowerBound, listed.upperBound - left))
    }

    /// The bytes of the next segment, or part, in all tracks, at the declared bit rates.
    @inline(__always)
    private func segmentBytes(in tracks: ContiguousArray<MediaBuffer.Track>) -> Int64 {
        var bytes: Int64 = 0
        for track in 0..<tracks.count {
            bytes += tracks[track].expectedBytes(in: live.part ?? tracks[track].chunks.requestDuration)
        }
        return bytes
    }
}
