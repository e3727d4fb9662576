import PlayerModel

/// The requests of an asset that are under way, and how far it is there.
extension AssetLoad {
    /// Calls off what is under way of a track where it does not bring what the track lacks first, as after a seek, or
    /// where playback will end before it: the end may have come nearer since it was asked for.
    @inline(__always)
    mutating func cancelUnneeded(_ track: Int, _ effects: inout LoaderEffects) {
        guard fetches[track].isUnderWay, !fetches[track].isReplacing else { return }
        let isBeyond = !isLive && fetches[track].awaited.lowerBound >= fetches[track].endChunk
        if !fetches[track].bringsMissing || isBeyond { cancel(track, &effects) }
    }

    /// Ends the answer of a file behind the chunk at a place up to which it is wanted: when it was asked for, more may
    /// have been. A segment comes whole.
    mutating func endAnswer(
        _ track: Int, _ chunks: ChunkTable, at limit: MediaTime, _ effects: inout LoaderEffects
    ) {
        guard chunks.chunksPerRequest == nil else { return }
        if fetches[track].awaited.lowerBound >= chunks.end(upTo: limit) { cancel(track, &effects) }
    }

    /// Calls off all that is under way, and what has to be there before the media as well.
    mutating func cancelAll(_ effects: inout LoaderEffects) {
        cancelMedia(&effects)
        callOffManifest(&effects)
        callOffKeys(&effects)
        for (index, attempt, _, chunk) in opening.underWay {
            let id = slots.exchange(ofFile: index, attempt: attempt)
            effects.append(.send(.cancel(Request(id: id, firstChunk: chunk, endChunk: chunk + 1))))
            _ = opening.fail(index, attempt: attempt)
        }
    }

    /// The item has left that everything was asked for. What is under way is called off, and what is not there is asked
    /// for anew by the next item, which is one of a new asset. What has come stays. An app that has asked for something
    /// before there was an item did so for the one to come (A.49).
    mutating func leaveItem(_ effects: inout LoaderEffects) {
        if opening.isForNoItem { return }
        cancelAll(&effects)
        forgetChoice()
        opening.leaveItem()
        keys.nameMissing()
        opening.awaitsNamedKeys = keys.wantsNamed
    }

    @inline(__always)
    var isFetching: Bool { fetches.areUnderWay || opening.isUnderWay || keys.isUnderWay }

    /// Whether some tracks have nothing at a place, and of all of them what is there is under way.
    @inline(__always)
    func isAllUnderWay(at place: MediaTime) -> Bool {
        var isAny = false
        for track in 0..<fetches.count where fetches[track].loadedEnd <= place && !hasNothingBeside(track) {
            guard fetches[track].bringsMissing else { return false }
            isAny = true
        }
        return isAny
    }

    func awaits(_ id: ExchangeID) -> Bool {
        if slots.isManifest(id.slot) { return steering.awaits(id) }
        if slots.isKey(id.slot) { return keys.awaits(slots.key(of: id.slot), attempt: id.attempt) }
        return filesUnderWay.contains { $0.id == id } || fetches.contains { $0.awaits(id) }
    }

    /// Whether an exchange is a segment of the first track that is under way, and nothing of it is loaded.
    @inline(__always)
    func isUnanswered(_ id: ExchangeID) -> Bool { fetches[0].awaits(id) && !fetches[0].isAnswered }

    /// The exchanges under way of what has to be there before the media, and since when.
    var filesUnderWay: [(id: ExchangeID, since: Instant)] {
        opening.underWay.map { (slots.exchange(ofFile: $0.index, attempt: $0.attempt), $0.since) } + keysUnderWay
    }
}
