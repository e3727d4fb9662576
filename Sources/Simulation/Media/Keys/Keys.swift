import SimulationContainers
import PlayerModel

/// Keys that change: each is asked for before the first segment that it opens, and that segment when it is there.
///
///     segment 1 ▓▓▓▓ segment 2 ▓▓▓▓ key 2 ▓ segment 3 ▓▓▓▓
///
/// Apple does not say when a key is asked for that media needs later (ours). Those that the multivariant playlist names
/// come when that is there, all of them, and other playlists behind them, as the one key that opens all does, which is
/// an `Opening`'s (A.48).
extension Loader {
    /// Whether the key of a chunk is there, if it needs one; where it is not, it is asked for.
    mutating func hasKey(
        of chunk: Int64, ofTrack track: Int, _ now: Instant, _ effects: inout LoaderEffects
    ) -> Bool {
        let asset = order.asset
        guard let key = assets[asset].key(of: chunk, ofTrack: track), !assets[asset].keys.has(key) else {
            return true
        }
        let first = effects.count
        assets[asset].ask(forKey: key, at: now, into: &effects)
        if effects.count > first { noteItem(at: first, &effects) }
        return false
    }

    /// Takes in a key, unless it is no longer wanted. Says whether it was.
    mutating func takeKey(
        _ id: ExchangeID, of asset: Int, _ firstByte: Instant, _ receipt: Receipt, _ now: Instant,
        _ effects: inout LoaderEffects
    ) -> Bool {
        let slot = assets[asset].slots.key(of: id.slot)
        guard assets[asset].keys.awaits(slot, attempt: id.attempt) else { return false }
        let (requestedAt, bytes) = assets[asset].keys.arrive(slot, at: now)
        assets[asset].noteNamedKeys()
        takeFile(bytes, id, since: requestedAt, firstByte, receipt, &effects)
        if asset != order.asset, assets[asset].opening.isForNoItem {
            assets[asset].planOpening(at: now, into: &effects)
        }
        return true
    }
}

extension AssetLoad {
    /// The key that a chunk needs next in what is fetched of a track; nil where it is clear. Subtitles are.
    func key(of chunk: Int64, ofTrack track: Int) -> Int64? {
        if track == 0 { return keys.key(of: chunk, inRendition: selector.current) }
        if isOfSubtitles(track) || hasNothingBeside(track) { return nil }
        return keys.key(of: chunk, inAudio: sound)
    }

    /// Asks for a key, unless it is under way. Where all slots are, one is called off that nobody needs now.
    mutating func ask(forKey key: Int64, at now: Instant, into effects: inout LoaderEffects) {
        if keys.isUnderWay(key) { return }
        if keys.freeSlot == nil, let slot = keys.oldestSlot(without: neededKeys) { callOffKey(slot, &effects) }
        guard let slot = keys.freeSlot else { return }
        keys.ask(for: key, in: slot, at: now)
        effects.append(.send(.request(keyRequest(slot))))
    }

    /// Asks for the keys that the multivariant playlist names.
    mutating func askForNamedKeys(at now: Instant, into effects: inout LoaderEffects) {
        guard opening.hasMultivariantPlaylist, opening.asksForNamedKeys else { return }
        while keys.freeSlot != nil, let key = keys.takeNamed() { ask(forKey: key, at: now, into: &effects) }
    }

    mutating func callOffKeys(_ effects: inout LoaderEffects) {
        for (slot, _, _) in keys.underWay { callOffKey(slot, &effects) }
    }

    private mutating func callOffKey(_ slot: Int, _ effects: inout LoaderEffects) {
        effects.append(.send(.cancel(keyRequest(slot))))
        keys.fail(slot)
    }

    /// The keys of what the tracks lack first.
    private var neededKeys: [Int64] {
        fetches.indices.compactMap { track in
            let chunk = fetches[track].replaced ?? fetches[track].missing
            return chunk < fetches[track].endChunk ? key(of: chunk, ofTrack: track) : nil
        }
    }

    /// Whether a track waits for the key in a slot; so none does for one that is only named, or after a seek.
    func needsKey(inSlot slot: Int32) -> Bool { neededKeys.contains(keys.key(inSlot: slots.key(of: slot))) }

    mutating func failKey(_ id: ExchangeID) -> Bool {
        let slot = slots.key(of: id.slot)
        guard keys.awaits(slot, attempt: id.attempt) else { return false }
        keys.fail(slot)
        noteNamedKeys()
        return true
    }

    /// Whether those that the multivariant playlist names are in, or will not come.
    mutating func noteNamedKeys() {
        if !keys.wantsNamed, !keys.isUnderWay { opening.awaitsNamedKeys = false }
    }

    /// The exchanges under way of keys, and since when.
    var keysUnderWay: [(id: ExchangeID, since: Instant)] {
        keys.underWay.map { (slots.exchange(ofKey: $0.slot, attempt: $0.attempt), $0.since) }
    }

    /// The renditions that cannot be played without the key in a slot: none where no other could do without it.
    func renditions(failingWithKeyIn slot: Int32) -> [Int] {
        let key = keys.key(inSlot: slots.key(of: slot))
        let failing = selector.renditions.indices.filter { rendition in
            keys.needs(key, inRendition: rendition)
                || sound(of: rendition).map { keys.needs(key, inAudio: $0) } ?? false
        }
        return failing.count < selector.renditions.count ? failing : []
    }

    private func keyRequest(_ slot: Int) -> Request {
        let key = Int32(keys.key(inSlot: slot))
        let id = slots.exchange(ofKey: slot, attempt: keys.attempt(inSlot: slot))
        return Request(id: id, firstChunk: key, endChunk: key + 1)
    }
}
