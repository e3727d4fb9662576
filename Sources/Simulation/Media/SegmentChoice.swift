import PlayerModel

/// Variants: which one the next segment is fetched of, and whether one under way is given up.
extension Loader {
    /// Chooses the variant of a segment, once, before anything of it is asked for. Until something was measured, and
    /// until something of the item has come, the first one stands, unless the app no longer permits it.
    mutating func choose(for chunk: Int64, _ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        let perRequest = order.buffer.tracks[0].chunks.chunksPerRequest ?? 1
        guard chunk % perRequest == 0 else { return goOn(now, &effects) }
        guard assets[asset].fetches[0].chosenFor != chunk, let estimate else { return }
        if order.buffer.tracks[0].loaded.isEmpty, assets[asset].selector.permitsCurrent { return }
        let before = assets[asset].selector.current
        let choice = assets[asset].selector.choose(question(about: chunk, perRequest, estimate, now))
        assets[asset].noteChoice(for: chunk, notBefore: choice.rest > .zero ? now + choice.rest : .zero)
        if choice.isOther { follow(from: before, now, &effects) }
    }

    /// The throughput as measured, or else the one that the rule reckons with before anything was.
    private var estimate: ThroughputEstimate? {
        if let estimate = meter.throughput.estimate { return estimate }
        let bitRate = assets[order.asset].selector.rule.needs.unmeasuredBitRate
        return bitRate > 0 ? ThroughputEstimate(bits: bitRate, in: .seconds(1)) : nil
    }

    /// The rest of a segment comes in the variant that came last, whatever was chosen for another item meanwhile.
    private mutating func goOn(_ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        let (before, loaded) = (assets[asset].selector.current, assets[asset].loadedRendition)
        guard before != loaded else { return }
        assets[asset].selector.turn(to: loaded)
        follow(from: before, now, &effects)
    }

    private mutating func follow(from before: Int, _ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        let (old, new) = (assets[asset].selector.renditions[before].variant, assets[asset].variant)
        effects.append(.switches(from: old, to: new, throughput: meter.throughput.estimate?.bitsPerSecond ?? -1))
        assets[asset].turnToCurrent(&order.buffer)
        if !assets[asset].opening.isDone { planOpening(now, &effects) }
    }

    /// The media of the first track ahead of the playhead.
    func ahead(_ now: Instant) -> MediaTime {
        aheadOfFocus(now) + max(.zero, assets[order.asset].fetches[0].loadedEnd - place(at: now))
    }

    /// Gives a segment under way up where the rule says so, unless some of it is loaded. Says whether it did.
    mutating func judge(
        _ id: ExchangeID, _ received: Int64, _ firstByte: Instant, _ now: Instant, _ effects: inout LoaderEffects
    ) -> Bool {
        let asset = order.asset
        guard assets[asset].isUnanswered(id) else { return false }
        let fetch = assets[asset].fetches[0]
        let chunk = fetch.awaited.lowerBound
        let before = assets[asset].selector.current
        let chunks = assets[asset].selector.renditions[before].chunks
        guard chunk % (chunks.chunksPerRequest ?? 1) == 0 else { return false }
        let download = SegmentAbandonment.Download(
            elapsed: now - fetch.requestedAt, receiving: received > 0 ? now - firstByte : .zero, received: received,
            bytes: chunks.bytes(before: fetch.awaited.upperBound) - chunks.bytes(before: chunk))
        let (ahead, segment) = (ahead(now), order.buffer.segment(chunk, ofTrack: 0))
        guard assets[asset].selector.givesUp(download, ahead: ahead, segment: segment) else {
            assets[asset].watch(after: download.elapsed, now, &effects)
            return false
        }
        assets[asset].cancel(0, &effects)
        noteAbandoned(download, from: before, now)
        assets[asset].noteChoice(for: chunk)
        follow(from: before, now, &effects)
        return true
    }
}
