import PlayerModel

/// What has to be there before the media: playlists, keys and initialization sections.
extension Loader {
    /// Asks for what can be asked for.
    mutating func plan(openingAt now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) {
        let first = effects.count
        source.planOpening(at: now, into: &effects)
        if effects.count > first { noteItem(at: first, &effects) }
    }

    /// Takes it in. It says nothing of the throughput of media.
    mutating func arriveBefore(
        _ file: Int, _ id: ExchangeID, _ firstByte: Instant, _ receipt: Receipt,
        _ effects: inout ContiguousArray<LoaderEffect>
    ) -> Bool {
        guard let fetch = opening.arrive(file, attempt: id.attempt) else { return false }
        settle(fetch, id, firstByte, receipt, &effects)
        return true
    }

    /// Likewise, of an asset that is not being loaded now.
    mutating func arriveBefore(
        _ id: ExchangeID, ofOther asset: Int, _ firstByte: Instant, _ receipt: Receipt, _ now: Instant,
        _ effects: inout ContiguousArray<LoaderEffect>
    ) -> Bool {
        guard let file = others[asset].fileIndex(ofSlot: id.slot),
            let fetch = others[asset].opening.arrive(file, attempt: id.attempt)
        else { return false }
        settle(fetch, id, firstByte, receipt, &effects)
        // What an item needs is asked for when it is its turn again.
        if others[asset].opening.isForNoItem { others[asset].planOpening(at: now, into: &effects) }
        return true
    }

    /// What is under way of it, of all assets.
    var filesUnderWay: [(id: ExchangeID, since: Instant)] {
        let sources = others.isEmpty ? [source] : others.indices.map { $0 == active ? source : others[$0] }
        return sources.flatMap { source in
            source.opening.underWay.map { file in
                let slot = source.firstSlot + Int32(source.mediaSlots + file.index)
                return (ExchangeID(slot: slot, attempt: file.attempt), file.since)
            }
        }
    }

    private mutating func settle(
        _ fetch: (requestedAt: Instant, bytes: Int64), _ id: ExchangeID, _ firstByte: Instant, _ receipt: Receipt,
        _ effects: inout ContiguousArray<LoaderEffect>
    ) {
        measureLatency(firstByte - fetch.requestedAt, isAlone: false)
        // Beside media it takes its bytes along; the time that the network is busy is that of both.
        if fetches.contains(where: { $0.isUnderWay }) {
            lastReceipt.bytes = lastReceipt.bytes.addingClamped(fetch.bytes)
        } else {
            lastReceipt = receipt
        }
        settledBytes = settledBytes.addingClamped(fetch.bytes)
        effects.append(.answered(slot: id.slot, firstByte: firstByte))
        effects.append(.fetched(slot: id.slot, bytes: fetch.bytes))
    }

    /// The app prepares its assets, item or no item: all of them.
    mutating func prepare(
        _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>, _ change: (inout Opening) -> Void
    ) {
        change(&opening)
        for asset in others.indices where asset != active {
            change(&others[asset].opening)
            others[asset].planOpening(at: now, into: &effects)
        }
    }
}

extension Loader.Source {
    /// Something of an asset that is not being loaded now will not come: it is asked for when it is needed.
    mutating func fail(_ id: ExchangeID) {
        if let file = fileIndex(ofSlot: id.slot) {
            _ = opening.fail(file, attempt: id.attempt)
        } else {
            for track in fetches.indices where fetches[track].slot == id.slot && fetches[track].attempt == id.attempt
            {
                fetches[track].isAnswered = false
            }
        }
    }
}
