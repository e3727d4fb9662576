import PlayerModel

/// Several items: the current one, and those behind it that are loaded ahead of time.
extension Loader {
    /// While an item behind the current one is loaded, nothing is missing of the current one.
    @inline(__always)
    func stateOfCurrent(at place: MediaTime) -> BufferState {
        let end = order.items[0].end
        var state = BufferState(
            playableEnd: max(place, end), end: end, isFull: false, awaited: .nothing,
            throughput: throughput.estimate, latency: throughput.latency, fetchingSince: nil)
        tell(ofNext: &state)
        state.differs = differs
        return state
    }

    /// What there is of the item behind the current one, and whether it can follow without a gap.
    @inline(__always)
    func tell(ofNext state: inout BufferState) {
        state.nextAhead = order.nextAhead(buffer)
        if !others.isEmpty { state.nextDiffers = nextDiffers }
    }

    private var nextDiffers: Bool {
        guard let last = ending(of: 0), let next = beginning(of: 1) else { return false }
        return last.audio.obstacle(to: next.audio) != nil
    }

    /// Another item is current. What is under way goes on where it is of one that is still wanted; but with several
    /// variants only behind an item that has finished, because any other begins with the first.
    mutating func changeItem(
        _ items: ContiguousArray<ItemPiece>, _ playhead: Playhead, from old: Int32, _ isFinished: Bool,
        _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>
    ) {
        let before = order.piece?.id
        let last = isFinished && !others.isEmpty && !order.items.isEmpty ? ending(of: 0) : nil
        self.playhead = playhead
        order.change(to: items, without: isFinished && settings.keepsFinished ? nil : old, &buffer)
        failure = order.takeFailure()
        if failure == nil { _ = order.refocus(playhead.place(at: now), &buffer) }
        if before == old || before != order.piece?.id || !isFinished && !selector.isFixed {
            cancelAll(&effects)
        }
        use(order.asset)
        if !isFinished {
            restartSelection()
            // In which variant, nobody can tell from what is said of the current item alone.
            if !others.isEmpty { loadedItem = -1 }
        }
        if order.focus == 0, let last { begin(after: last) }
        differs = false
        if let last, let first = beginning(of: 0) { differs = last.audio.obstacle(to: first.audio) != nil }
        turn(now)
        if isFetching { noteItem(at: effects.count, &effects) }
        if let failure { effects.append(.loadingFailed(failure)) }
    }

    /// Turns to another item, where that is what is missing. Says whether it did.
    mutating func refocus(_ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) -> Bool {
        guard order.refocus(playhead.place(at: now), &buffer) else { return false }
        turnAside(now, &effects)
        return true
    }

    /// Other items are behind the current one. What is under way of one that is still wanted goes on.
    mutating func changeQueue(
        _ items: ContiguousArray<ItemPiece>, _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>
    ) {
        let before = order.piece?.id
        order.change(to: items, without: nil, &buffer)
        if failure == nil { _ = order.refocus(playhead.place(at: now), &buffer) }
        if order.piece?.id == before { turn(now) } else { turnAside(now, &effects) }
    }

    /// Takes up another item than before; what is under way is of no use for it.
    private mutating func turnAside(_ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) {
        cancelAll(&effects)
        use(order.asset)
        if !others.isEmpty, order.focus > 0, let last = ending(of: order.focus - 1) { begin(after: last) }
        turn(now)
        if isFetching { noteItem(at: effects.count, &effects) }
    }

    private mutating func cancelAll(_ effects: inout ContiguousArray<LoaderEffect>) {
        for track in fetches.indices { cancel(track, &effects) }
        fetches[0].chosenFor = -1
    }

    /// Takes up the item in focus where it stands.
    private mutating func turn(_ now: Instant) {
        if order.piece != nil { opening.ask(for: .all) }
        buffer.expect(selector.renditions[selector.current].chunks.declaredBitRate, ofTrack: 0)
        moveEnd(to: order.piece?.end, now)
    }

    /// Something is asked for: whose it is, is said where that is another's than before.
    mutating func noteItem(at index: Int, _ effects: inout ContiguousArray<LoaderEffect>) {
        guard let id = order.piece?.id, id != loadedItem else { return }
        loadedItem = id
        let variant = selector.renditions[loadedRendition].variant
        effects.insert(.loads(item: id, variant: Int32(variant)), at: index)
    }

    /// Where the item in focus is needed from.
    func place(at now: Instant) -> MediaTime {
        order.focus == 0 ? playhead.place(at: now) : order.items[order.focus].start
    }

    /// The media of other items that is ahead of the item in focus.
    func aheadOfFocus(_ now: Instant) -> MediaTime {
        if order.focus == 0 { return .zero }
        return max(.zero, order.items[0].end - playhead.place(at: now)) + order.between
    }

    /// Another language of the audio, wherever there is one: what was loaded of the old one is dropped (A.43).
    mutating func select(_ language: String, _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) {
        var hasDropped = false
        for asset in 0..<max(1, others.count) {
            guard asset == active ? source.select(language) : others[asset].select(language) else { continue }
            if asset == active { cancel(1, &effects) }
            order.replace(1, with: emptyBuffer(ofAsset: asset).tracks[1].chunks, of: asset, &buffer)
            effects.append(.dropped(asset: asset, track: 1))
            hasDropped = true
        }
        guard hasDropped else { return }
        // What was complete no longer is: the current item comes first.
        if failure == nil, order.refocus(playhead.place(at: now), &buffer) { return turnAside(now, &effects) }
        turn(now)
    }

    // MARK: From one asset to another

    /// The item in focus begins after another, which ends in a variant: with one that is like it, where there is such
    /// a one (A.67), or with what the network can carry. What has begun, and what goes on in the same asset, stays.
    private mutating func begin(after last: DeclaredVariant) {
        guard !others.isEmpty, buffer.firstRendition < 0, !fetches[0].isUnderWay else { return }
        let renditions = selector.renditions
        if renditions[selector.current].declared == last { return }
        let first = settings.transition.first(
            after: last, among: renditions.map { $0.declared }, permitted: selector.permitted,
            throughput: throughput.estimate?.bitsPerSecond)
        let before = selector.current
        selector.begin(with: first ?? selector.first)
        // What was said of it before nothing of it had come no longer holds.
        if selector.current != before { loadedItem = -1 }
        loadedRendition = selector.current
        opening.restart(with: selector.current)
        opening.ask(forRendition: selector.current)
    }

    /// The variant in which an item of the line ends, and in which it begins, as far as it is loaded.
    private func ending(of index: Int) -> DeclaredVariant? { variant(of: index) { $0.lastRendition } }

    private func beginning(of index: Int) -> DeclaredVariant? {
        if index == order.focus, buffer.firstRendition < 0 { return selector.renditions[selector.current].declared }
        return variant(of: index) { $0.firstRendition }
    }

    private func variant(of index: Int, _ rendition: (MediaBuffer) -> Int32) -> DeclaredVariant? {
        guard index < order.items.count, let own = order.loaded(of: index, buffer) else { return nil }
        let rendition = Int(rendition(own))
        guard rendition >= 0 else { return nil }
        return selector(ofAsset: Int(order.items[index].asset)).renditions[rendition].declared
    }
}
