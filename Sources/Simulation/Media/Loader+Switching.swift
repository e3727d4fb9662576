import PlayerModel

/// Variants: which one the next segment is fetched of, and whether one under way is given up.
extension Loader {
    func track(ofSlot slot: Int32) -> Int { Int(slot - source.firstSlot) < selector.renditions.count ? 0 : 1 }

    /// What is fetched of a track: the variant, or the language.
    func rendition(ofTrack track: Int) -> Int { track == 0 ? selector.current : source.language }

    func slot(ofTrack track: Int) -> Int32 {
        source.firstSlot + Int32((track == 0 ? 0 : selector.renditions.count) + rendition(ofTrack: track))
    }

    /// The chunks as they are fetched now.
    func table(ofTrack track: Int) -> ChunkTable {
        track == 0 ? selector.renditions[selector.current].chunks : buffer.tracks[track].chunks
    }

    /// The length of the request that begins with a chunk.
    func segment(_ chunk: Int64, ofTrack track: Int) -> MediaTime {
        let chunks = buffer.tracks[track].chunks
        return chunks.start(of: chunks.endOfRequest(from: chunk)) - chunks.start(of: chunk)
    }

    /// Another item begins with the first variant.
    mutating func restartSelection() {
        selector.restart()
        opening.restart(with: selector.current)
        opening.ask(forRendition: selector.current)
        loadedRendition = selector.current
        fetches[0].chosenFor = -1
        buffer.expect(selector.renditions[selector.current].chunks.declaredBitRate, ofTrack: 0)
    }

    /// Chooses the variant of a segment, once, before anything of it is asked for. Until something was measured, and
    /// until something of the item has come, the first one stands, unless the app no longer permits it.
    mutating func choose(for chunk: Int64, _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) {
        let chunks = buffer.tracks[0].chunks
        let perRequest = chunks.chunksPerRequest ?? 1
        guard chunk % perRequest == 0 else { return goOn(now, &effects) }
        guard fetches[0].chosenFor != chunk, let estimate = throughput.estimate else {
            return
        }
        if buffer.tracks[0].loaded.isEmpty, selector.permitsCurrent { return }
        fetches[0].chosenFor = chunk
        let before = selector.current
        let lookout = VariantSelector.Lookout(
            ahead: ahead(now), wanted: settings.forwardBuffer, segment: segment(chunk, ofTrack: 0),
            remaining: (fetches[0].endChunk - chunk - 1) / perRequest + 1, throughput: estimate,
            latency: throughput.meanLatency)
        if selector.choose(seeing: lookout) { follow(from: before, now, &effects) }
    }

    /// The rest of a segment comes in the variant that came last, whatever was chosen for another item meanwhile.
    private mutating func goOn(_ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) {
        let before = selector.current
        guard before != loadedRendition else { return }
        selector.stay(with: loadedRendition)
        follow(from: before, now, &effects)
    }

    /// What follows from another choice.
    private mutating func follow(from before: Int, _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) {
        let (old, new) = (selector.renditions[before], selector.renditions[selector.current])
        effects.append(
            .switches(from: old.variant, to: new.variant, throughput: throughput.estimate?.bitsPerSecond ?? -1))
        buffer.expect(new.chunks.declaredBitRate, ofTrack: 0)
        measureGaps(0)
        opening.ask(forRendition: selector.current)
        if !opening.isDone { plan(openingAt: now, &effects) }
    }

    /// How far the first track is loaded ahead of the playhead.
    private func ahead(_ now: Instant) -> MediaTime {
        aheadOfFocus(now) + max(.zero, fetches[0].loadedEnd - place(at: now))
    }

    /// A chunk of the first track has come, of which variant it may.
    mutating func noteVariant(_ sample: ThroughputSample, _ effects: inout ContiguousArray<LoaderEffect>) {
        arriving.bits = arriving.bits.addingClamped(sample.bits)
        arriving.busy = arriving.busy + sample.busy
        if !fetches[0].isUnderWay {
            selector.learn(arriving)
            arriving = ThroughputSample(bits: 0, busy: .zero)
        }
        guard loadedRendition != selector.current else { return }
        let (old, new) = (selector.renditions[loadedRendition], selector.renditions[selector.current])
        effects.append(.switched(from: old.variant, to: new.variant))
        loadedRendition = selector.current
    }

    // MARK: Giving up

    /// Sees to it that a segment under way is looked at.
    mutating func watch(after elapsed: TimeAmount, _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) {
        guard let next = selector.abandonment.nextLook(after: elapsed) else { return }
        effects.append(.watch(request(0).id, at: now + next))
    }

    /// Looks at a segment under way, and gives it up where the rule says so; but not where some of it is loaded. Says
    /// whether it did.
    mutating func judge(
        _ id: ExchangeID, _ received: Int64, _ firstByte: Instant, _ now: Instant,
        _ effects: inout ContiguousArray<LoaderEffect>
    ) -> Bool {
        let fetch = fetches[0]
        guard fetch.slot == id.slot, fetch.attempt == id.attempt, fetch.isUnderWay, !fetch.isAnswered else {
            return false
        }
        let chunk = fetch.awaited.lowerBound
        let chunks = table(ofTrack: 0)
        guard chunk % (chunks.chunksPerRequest ?? 1) == 0 else { return false }
        let download = SegmentAbandonment.Download(
            elapsed: now - fetch.requestedAt, receiving: received > 0 ? now - firstByte : .zero, received: received,
            bytes: chunks.bytes(before: fetch.awaited.upperBound) - chunks.bytes(before: chunk))
        let before = selector.current
        guard selector.givesUp(download, ahead: ahead(now), segment: segment(chunk, ofTrack: 0)) else {
            watch(after: download.elapsed, now, &effects)
            return false
        }
        cancel(0, &effects)
        fetches[0].chosenFor = chunk
        follow(from: before, now, &effects)
        return true
    }
}
