import PlayerModel

/// The sound beside pictures that follow sound alone, or come in its place.
///
///     first track      │ pictures  │ sound alone │ pictures  │
///     sound beside     │ fetched   │ filled with nothing  │  │     its segments may be longer
///
/// Beside sound alone nothing is fetched: what begins there counts as loaded, with nothing in it. Where pictures come
/// in the stretch of such a segment after all, it is fetched before they are (ours: side by side would be as well).
extension Loader {
    /// Whether pictures that are to be asked for have their sound beside them, or it comes as any other. Where it only
    /// counts as loaded, it is asked for.
    mutating func hasSound(beside chunks: Range<Int64>, _ now: Instant, _ effects: inout LoaderEffects) -> Bool {
        let asset = order.asset
        guard let chunk = assets[asset].filledSound(beside: chunks, in: order.buffer) else { return true }
        guard !assets[asset].fetches[1].isUnderWay, assets[asset].allowsSound(from: chunk) else { return false }
        if assets[asset].keys.isUsed, !hasKey(of: chunk, ofTrack: 1, now, &effects) { return false }
        var stop = min(order.chunks(1).endOfRequest(from: chunk), order.buffer.filled.firstMissing(from: chunk))
        if assets[asset].gaps.areThere { stop = assets[asset].endOfRequest(beforeGapBehind: chunk, to: stop, 1) }
        noteItem(at: effects.count, &effects)
        assets[asset].replaceSound(chunk..<stop, at: now, into: &effects)
        return false
    }
}

extension AssetLoad {
    /// The first segment of the sound beside some pictures that is filled with nothing; nil where there is none that
    /// can be fetched. Segments that begin at the same places do so to a tenth of a second.
    fileprivate func filledSound(beside chunks: Range<Int64>, in buffer: MediaBuffer) -> Int64? {
        if buffer.filled.isEmpty || sound(of: selector.current) == nil { return nil }
        let (own, beside) = (buffer.tracks[0].chunks, buffer.tracks[1].chunks)
        let apart = MediaTime(nanoseconds: 100_000_000)
        let end = own.start(of: chunks.upperBound)
        var next = beside.chunk(at: own.start(of: chunks.lowerBound) + apart)
        while next < beside.count, beside.start(of: next) + apart < end {
            if buffer.filled.contains(next), !isGap(next, ofTrack: 1), !hasLeftWindow(next) { return next }
            next += 1
        }
        return nil
    }

    /// Whether a segment of the sound is listed no more.
    private func hasLeftWindow(_ chunk: Int64) -> Bool {
        guard isLive, let listing = listing(ofTrack: 1) else { return false }
        return chunk < listing.first
    }

    /// Whether a segment of the sound can be asked for.
    fileprivate func allowsSound(from chunk: Int64) -> Bool {
        guard opening.isDone || allowsByFiles(1) else { return false }
        guard isLive else { return true }
        return listing(ofTrack: 1).map { chunk < $0.end } ?? false
    }
}
