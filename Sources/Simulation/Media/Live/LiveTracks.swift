import SimulationContainers
import PlayerModel

/// The tracks of a live stream, as far as its playlists list them.
///
/// Much is inlined, because a call on what an array holds would copy it first.
extension AssetLoad {
    /// The place of the media playlist of what is fetched of a track, among what has to be there before the media.
    @inline(__always)
    func playlist(ofTrack track: Int) -> Int? {
        opening.playlist(ofRendition: track == 0 ? selector.current : sound, ofAudio: track > 0)
    }

    /// The listing of a track; nil where its playlist was not loaded yet.
    @inline(__always)
    func listing(ofTrack track: Int) -> LiveListing? {
        guard let file = playlist(ofTrack: track), opening.isUsable(file) else { return nil }
        return live.playlist(file)?.listing
    }

    /// Whether the chunk that a track lacks first is listed.
    @inline(__always)
    func listsNext(ofTrack track: Int) -> Bool {
        guard let listing = listing(ofTrack: track) else { return false }
        return listing.first <= fetches[track].missing && fetches[track].missing < live.end(of: listing)
    }

    /// The chunk behind the last that can be asked for of a track.
    @inline(__always)
    func listedEnd(ofTrack track: Int) -> Int64 { listing(ofTrack: track).map { live.end(of: $0) } ?? 0 }

    /// Whether a chunk that a track lacks is asked for by itself, because it is a part.
    ///
    /// It changes nothing. But to ask who may change is to ask in place.
    mutating func isPart(_ chunk: Int64, ofTrack track: Int) -> Bool {
        guard live.part != nil, let file = playlist(ofTrack: track), let listing = listing(ofTrack: track) else {
            return false
        }
        return live.isPart(chunk, of: listing, chunks(ofPlaylist: file))
    }

    /// Whether a chunk is of a segment whose parts are listed: the last of them is near enough to the end. It is asked
    /// in place likewise.
    mutating func listsParts(beside chunk: Int64, ofTrack track: Int) -> Bool {
        isPart(emptyBuffer.tracks[track].chunks.endOfRequest(from: chunk) - 1, ofTrack: track)
    }

    /// The chunk with which the request begins for the one that a track lacks first. Where no parts are listed of its
    /// segment, nothing says where one begins, and that is the first of the segment; or, which is ours, the one behind
    /// what is loaded of that, or behind a gap.
    ///
    /// It is asked in place likewise.
    mutating func startOfRequest(ofTrack track: Int, in tracks: ContiguousArray<MediaBuffer.Track>) -> Int64 {
        var first = fetches[track].missing
        guard live.part != nil, !listsParts(beside: first, ofTrack: track) else { return first }
        let perSegment = tracks[track].chunks.chunksPerSegment
        func isThere(_ chunk: Int64) -> Bool {
            !tracks[track].loaded.contains(chunk) && !(gaps.areThere && isGap(chunk, ofTrack: track))
        }
        while first % perSegment > 0, isThere(first - 1) { first -= 1 }
        return first
    }

    /// The chunk behind the last of a request for one, which may go up to `end`: to the end of its segment; a part is
    /// asked for by itself, or, with an open range, with all behind it, listed or not.
    mutating func endOfRequest(
        from chunk: Int64, upTo end: Int64, _ track: Int, in tracks: ContiguousArray<MediaBuffer.Track>
    ) -> Int64 {
        let stop = tracks[track].chunks.endOfRequest(from: chunk)
        guard isLive, isPart(chunk, ofTrack: track) else { return min(stop, end) }
        return live.hasOpenRange ? stop : min(stop, end, chunk + 1)
    }

    /// The chunk behind the last that the server had of the request under way when the last playlist came.
    mutating func madeEnd(ofTrack track: Int) -> Int64 {
        let awaited = fetches[track].awaited
        guard live.hasOpenRange, let listing = listing(ofTrack: track) else { return awaited.upperBound }
        return min(awaited.upperBound, max(awaited.lowerBound + 1, listing.end))
    }

    /// Whether a chunk is not listed yet.
    @inline(__always)
    func isHinted(_ chunk: Int64, ofTrack track: Int) -> Bool {
        guard live.part != nil, let listing = listing(ofTrack: track) else { return false }
        return chunk >= listing.end
    }

    /// A part that was hinted at has not come: it is asked for when it is listed. Nil of what is none.
    mutating func giveUpHint(_ id: ExchangeID) -> RecoveryNote? {
        guard let track = fetches.indices.first(where: { fetches[$0].awaits(id) }) else { return nil }
        guard isHinted(fetches[track].awaited.lowerBound, ofTrack: track) else { return nil }
        live.mistrustsHints = true
        return fail(id) ? .asksLater(slot: id.slot) : nil
    }

    /// Whether an answer was kept back until there was something to answer with, so that nothing is measured of it.
    @inline(__always)
    func isKeptBack(_ id: ExchangeID) -> Bool {
        guard live.part != nil else { return false }
        if let file = slots.file(of: id.slot) { return opening.isRenewed(file) }
        for track in 0..<fetches.count where fetches[track].isHinted && fetches[track].awaits(id) { return true }
        return false
    }

    /// The places that are listed of all tracks; nil where a playlist is missing, or lists nothing.
    ///
    /// It changes nothing. But to ask who may change is to ask in place.
    mutating func listed(in tracks: ContiguousArray<MediaBuffer.Track>) -> (range: Range<MediaTime>, isEnded: Bool)? {
        var (first, end, isEnded) = (MediaTime.zero, MediaTime.unlimited, true)
        for track in 0..<fetches.count where !hasNothingBeside(track) {
            guard let listing = listing(ofTrack: track), !listing.isEmpty else { return nil }
            first = max(first, tracks[track].chunks.start(of: listing.first))
            end = min(end, tracks[track].chunks.start(of: listing.end))
            isEnded = isEnded && listing.isEnded
        }
        return first < end ? (first..<end, isEnded) : nil
    }

    /// The places that all tracks list; where a playlist is missing, because it is another variant's or what it listed
    /// may be gone, those that all of them listed before, and that it is missing. Nil before the first are in.
    ///
    /// It changes nothing, likewise.
    mutating func seenListing(
        in tracks: ContiguousArray<MediaBuffer.Track>
    ) -> (range: Range<MediaTime>, isEnded: Bool, isMissing: Bool)? {
        if let (range, isEnded) = listed(in: tracks) { return (range, isEnded, false) }
        return live.lastListed.map { ($0.range, $0.isEnded, true) }
    }

    /// Keeps what all tracks list, for when one of them has no playlist.
    mutating func noteListed(in tracks: ContiguousArray<MediaBuffer.Track>, at now: Instant) {
        if let listed = listed(in: tracks) { live.note(listed, at: now) }
    }

    /// A playlist is in. Says whether it belongs to what is fetched.
    mutating func takeListing(_ file: Int, _ id: ExchangeID, _ times: ResponseTimes, at now: Instant)
        -> (LiveListing, isCurrent: Bool)?
    {
        guard let listing = live.take(file, id, of: chunks(ofPlaylist: file), times, at: now) else { return nil }
        var isCurrent = false
        for track in 0..<fetches.count where !hasNothingBeside(track) && playlist(ofTrack: track) == file {
            isCurrent = true
            if track == 0 { live.noteNewest(file, of: emptyBuffer.tracks[0].chunks, at: now) }
        }
        return (listing, isCurrent)
    }

    @inline(__always)
    private func chunks(ofPlaylist file: Int) -> ChunkTable {
        let rendition = opening.rendition(of: file) ?? 0
        return opening.kind(of: file).isOfAudio
            ? chunks(ofSound: rendition) : selector.renditions[rendition].chunks
    }

    /// Loads again what is due of the playlists, unless playback is paused and they rest then. Returns when the next of
    /// them is.
    mutating func renewPlaylists(resting: Bool, at now: Instant, into effects: inout LoaderEffects) -> Instant {
        var next = Instant.never
        for track in fetches.indices where !hasNothingBeside(track) {
            guard let file = playlist(ofTrack: track), let playlist = live.playlist(file) else { continue }
            guard opening.isHere(file), playlist.reloadAt < .never else { continue }
            if playlist.reloadAt > now {
                next = min(next, playlist.reloadAt)
            } else if !resting {
                let isDelta = live.mayBeDelta(playlist, at: now)
                let version = live.version(after: playlist, isDelta: isDelta)
                let attempt = opening.renew(file, as: version, isDelta: isDelta, at: now)
                let id = slots.exchange(ofFile: file, attempt: attempt)
                effects.append(.send(.request(Request(id: id, firstChunk: version, endChunk: version + 1))))
                if live.isStale(playlist, at: now) { opening.discard(file) }
            }
        }
        return next
    }

    /// When playlists are next loaded again, if they are: at once where that is overdue. It is asked in place likewise.
    var reloadsAt: Instant {
        mutating get {
            var next = Instant.never
            for track in 0..<fetches.count where !hasNothingBeside(track) {
                guard let file = playlist(ofTrack: track), let playlist = live.playlist(file) else { continue }
                next = min(next, playlist.reloadAt)
            }
            return next
        }
    }

    /// A playlist that is loaded again has not come: what it listed before still holds. Nil of what is needed.
    mutating func postponeRenewal(_ id: ExchangeID, at now: Instant) -> RecoveryNote? {
        guard let file = slots.file(of: id.slot), opening.isRenewed(file) else { return nil }
        guard opening.fail(file, attempt: id.attempt) else { return nil }
        live.postpone(file, from: now)
        let isCurrent = fetches.indices.contains { !hasNothingBeside($0) && playlist(ofTrack: $0) == file }
        guard isCurrent, let playlist = live.playlist(file) else { return .asksLater(slot: id.slot) }
        return .asksAnew(slot: id.slot, at: playlist.reloadAt)
    }

    /// Whether it is known to be a stream that goes on: playback has a place in it, and no playlist has said that it is
    /// over.
    @inline(__always)
    var goesOn: Bool { isLive && live.hasJoined && !(live.lastListed?.isEnded ?? false) }

    /// Another item of the stream: it is joined anew, with playlists of its own.
    mutating func leaveStream() {
        guard isLive else { return }
        live.hasJoined = false
        live.forgetListed()
        (live.catchUp, live.loadedEnd, live.offset) = (CatchUp.Memory(), nil, nil)
        (live.isMoving, live.hasRunDry, live.wentToEdgeAt) = (false, false, nil)
        opening.discardPlaylists()
    }
}
