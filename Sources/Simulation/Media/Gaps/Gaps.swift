import SimulationContainers
import PlayerModel

/// Gaps: a segment that is listed and not there is looked for in other variants, as the player's rule has it; and where
/// all have the gap, it counts as loaded with nothing in it.
///
///     missing is a gap ─▶ another variant is not known to have it ─▶ turn there; its playlist may tell otherwise
///            ▲                     │ all are known to
///            └── the next chunk ◀──┴─ nothing is loaded of it
extension Loader {
    /// Goes by the gaps at which the tracks have arrived, before anything is asked for.
    mutating func planGaps(_ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        guard order.piece != nil, failure == nil, !isToJoin else { return }
        for track in assets[asset].fetches.indices {
            let first = assets[asset].fetches[track].missing
            assets[asset].cancelUnneeded(track, &effects)
            if track == 0 { comeBack(now, &effects) }
            while assets[asset].isAtGap(track) {
                if track == 0, lookElsewhere(now, &effects) { break }
                pass(track, now, &effects)
                if track == 0 { comeBack(now, &effects) }
            }
            sayWhatIsAbsent(track, from: first, &effects)
        }
    }

    /// Looks in the next variant that is not known to have the gap. Says whether there is one.
    private mutating func lookElsewhere(_ now: Instant, _ effects: inout LoaderEffects) -> Bool {
        let asset = order.asset
        guard settings.gaps.looksElsewhere, !assets[asset].selector.isFixed else { return false }
        let (chunk, before) = (assets[asset].fetches[0].missing, assets[asset].selector.current)
        let renditions = assets[asset].selector.renditions
        let known = renditions.indices.filter { $0 == before || assets[asset].knowsGap(chunk, ofRendition: $0) }
        let others = assets[asset].selector.candidates(without: known, leavingPathway: false)
        let home = assets[asset].gaps.standIn?.home ?? before
        let own = FailOver.Candidate(variant: home, bitRate: renditions[home].bitRate)
        guard let other = settings.gaps.next(after: own, among: others) else { return false }
        noteItem(at: effects.count, &effects)
        assets[asset].gaps.stand(other, for: before, from: chunk)
        assets[asset].selector.turn(to: other)
        assets[asset].noteChoice(for: chunk)
        let place = order.chunks(0).start(of: chunk)
        effects.append(
            .gap(
                .elsewhere(
                    at: place, from: Int32(renditions[before].variant), to: Int32(renditions[other].variant))))
        follow(from: before, now, &effects)
        return true
    }

    /// Behind a gap the variant of before comes back, unless it has another one there.
    private mutating func comeBack(_ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        guard let standIn = assets[asset].gaps.standIn, !assets[asset].fetches[0].isUnderWay else { return }
        let (chunk, end) = (assets[asset].fetches[0].missing, assets[asset].fetches[0].endChunk)
        // Something has failed since, or another pathway is wanted.
        guard assets[asset].selector.current == standIn.rendition else { return assets[asset].gaps.endStandIn() }
        let perRequest = order.buffer.tracks[0].chunks.chunksPerSegment
        guard chunk / perRequest != standIn.chunk / perRequest, chunk < end else { return }
        // The rest of a segment comes as its beginning did, or would have.
        if chunk % perRequest != 0 || assets[asset].knowsGap(chunk, ofRendition: standIn.home) {
            assets[asset].gaps.standOn(for: chunk)
            return assets[asset].noteChoice(for: chunk)
        }
        assets[asset].gaps.endStandIn()
        guard assets[asset].selector.admits(standIn.home) else { return }
        assets[asset].selector.turn(to: standIn.home)
        follow(from: standIn.rendition, now, &effects)
    }

    /// Nothing will come of the chunk that a track lacks first.
    private mutating func pass(_ track: Int, _ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        let chunk = assets[asset].fetches[track].missing
        noteItem(at: effects.count, &effects)
        if track == 0 { noteRendition(chunk, now) }
        assets[asset].fill(chunk, ofTrack: track, &order.buffer, &effects)
        order.buffer.noteAbsent(chunk, ofTrack: track)
        if track == 0, assets[asset].hasNothingBeside(1) {
            assets[asset].fillBeside(chunk, &order.buffer, &effects)
        }
    }

    private mutating func sayWhatIsAbsent(_ track: Int, from first: Int64, _ effects: inout LoaderEffects) {
        let asset = order.asset
        // What was there already lies between, or behind.
        let end = order.buffer.absent(ofTrack: track).firstMissing(from: first)
        guard first < end, first < assets[asset].fetches[track].missing else { return }
        let chunks = order.chunks(track)
        effects.append(
            .gap(.absent(from: chunks.start(of: first), to: chunks.start(of: end), track: UInt16(track))))
    }

    /// Skips the gap that the playhead has come to, or asks to be woken at the next one, whatever is fetched meanwhile.
    /// There is something to skip to once media behind it is loaded; at the end of an item there never is.
    mutating func skipGap(_ now: Instant, _ effects: inout LoaderEffects) {
        guard let piece = order.items.first, playhead.rate.isMoving, !isSkipping,
            assets[Int(piece.asset)].gaps.areThere, !isToJoin
        else { return }
        let place = playhead.place(at: now)
        guard let gap = absent(behind: place, of: Int(piece.asset)), gap.upperBound < piece.end,
            gap.upperBound < playableEnd(at: place, now)
        else { return }
        if gap.lowerBound > place { return arm(playhead.instant(reaching: gap.lowerBound), &effects) }
        isSkipping = true
        effects.append(.gap(.skips(from: place, to: gap.upperBound)))
    }

    /// How far the item in focus can be played of what is loaded up to a place. To a player that skips gaps, one with
    /// nothing behind it is no media: hls.js, Shaka and ExoPlayer wait in front of it until there is something to jump
    /// to. At the end of an item it is waited out.
    @inline(__always)
    func usableEnd(of loaded: MediaTime) -> MediaTime {
        guard settings.gaps.skips, assets[order.asset].gaps.areThere, loaded < order.piece?.end ?? .zero else {
            return loaded
        }
        return beginning(ofGapBefore: loaded)
    }

    /// Where the gaps begin that reach up to a place of what is fetched; the place itself where none does.
    private func beginning(ofGapBefore place: MediaTime) -> MediaTime {
        var (first, before) = (place, MediaTime.unlimited)
        while first < before {
            before = first
            for track in order.buffer.tracks.indices where !assets[order.asset].isOfSubtitles(track) {
                let chunks = order.buffer.tracks[track].chunks
                let ranges = order.buffer.absent(ofTrack: track).ranges
                let index = partitionPoint(in: ranges.indices) { chunks.start(of: ranges[$0].upperBound) >= first }
                if index < ranges.count { first = min(first, chunks.start(of: ranges[index].lowerBound)) }
            }
        }
        return first
    }

    /// The first stretch of the current item, which is of an asset, that ends behind a place and of which a track of
    /// pictures or sound has nothing.
    private mutating func absent(behind place: MediaTime, of asset: Int) -> Range<MediaTime>? {
        guard let buffer = order.buffer(of: 0) else { return nil }
        var first: Range<MediaTime>?
        for track in buffer.tracks.indices where !assets[asset].isOfSubtitles(track) {
            let chunks = buffer.tracks[track].chunks
            let ranges = buffer.absent(ofTrack: track).ranges
            let index = partitionPoint(in: ranges.indices) { chunks.start(of: ranges[$0].upperBound) > place }
            guard index < ranges.count else { continue }
            let own = chunks.start(of: ranges[index].lowerBound)..<chunks.start(of: ranges[index].upperBound)
            if own.lowerBound < first?.lowerBound ?? .unlimited { first = own }
        }
        return first
    }
}

/// The gaps of what is fetched. Whoever may change is asked in place, and would be copied first otherwise.
extension AssetLoad {
    /// Whether the chunk that a track lacks first is a gap, as its playlist says.
    mutating func isAtGap(_ track: Int) -> Bool {
        let chunk = fetches[track].missing
        guard !fetches[track].isUnderWay, chunk < fetches[track].endChunk, isGap(chunk, ofTrack: track) else {
            return false
        }
        return allows(track) && !(isLive && isHinted(chunk, ofTrack: track))
    }

    /// Whether a chunk is a gap in what is fetched of a track.
    func isGap(_ chunk: Int64, ofTrack track: Int) -> Bool {
        if track == 0 { return gaps.has(chunk, ofRendition: selector.current) }
        if isOfSubtitles(track) { return gaps.hasSubtitles(chunk) }
        return !hasNothingBeside(track) && gaps.has(chunk, ofAudio: sound)
    }

    /// The first chunk behind one, or `stop`, at which a request has to end because there is a gap.
    func endOfRequest(beforeGapBehind chunk: Int64, to stop: Int64, _ track: Int) -> Int64 {
        if isOfSubtitles(track) { return stop }
        let next =
            track == 0
            ? gaps.next(after: chunk, ofRendition: selector.current) : gaps.next(after: chunk, ofAudio: sound)
        return min(stop, next ?? stop)
    }

    /// Whether a chunk of a rendition is known to be a gap, because a playlist that is there lists it so.
    func knowsGap(_ chunk: Int64, ofRendition rendition: Int) -> Bool {
        guard gaps.has(chunk, ofRendition: rendition) else { return false }
        guard let file = opening.playlist(ofRendition: rendition, ofAudio: false) else { return true }
        guard opening.isUsable(file) else { return false }
        guard isLive else { return true }
        guard let listing = live.playlist(file)?.listing else { return false }
        return listing.first <= chunk && chunk < listing.end
    }
}
