import PlayerModel

/// Several items: the current one, and those behind it that are loaded ahead of time.
extension Loader {
    /// While an item behind the current one is loaded, nothing is missing of the current one.
    func stateOfCurrent(at place: MediaTime) -> BufferState {
        let end = lineup.items[0].end
        return BufferState(
            playableEnd: max(place, end), end: end, isFull: false, awaited: .nothing,
            throughput: throughput.estimate, latency: throughput.latency, fetchingSince: nil,
            nextAhead: lineup.nextAhead(buffer))
    }

    /// Another item is current. What is under way goes on where it is of one that is still wanted; but with several
    /// variants only behind an item that has finished, because any other begins with the first.
    mutating func changeItem(
        _ items: ContiguousArray<ItemPiece>, _ playhead: Playhead, from old: Int32, _ isFinished: Bool,
        _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>
    ) {
        if !items.isEmpty { opening.ask(for: .all) }
        let before = lineup.piece?.id
        self.playhead = playhead
        lineup.change(to: items, without: isFinished && settings.keepsFinished ? nil : old, &buffer)
        failure = lineup.takeFailure()
        if failure == nil { _ = lineup.refocus(playhead.place(at: now), &buffer) }
        if before == old || before != lineup.piece?.id || !isFinished && !selector.isFixed {
            cancelAll(&effects)
        }
        if !isFinished { restartSelection() }
        turn(now)
        if let failure { effects.append(.loadingFailed(failure)) }
    }

    /// Turns to another item, where that is what is missing. Says whether it did.
    mutating func refocus(_ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>) -> Bool {
        guard lineup.refocus(playhead.place(at: now), &buffer) else { return false }
        cancelAll(&effects)
        turn(now)
        return true
    }

    private mutating func cancelAll(_ effects: inout ContiguousArray<LoaderEffect>) {
        for track in fetches.indices { cancel(track, &effects) }
        fetches[0].chosenFor = -1
    }

    /// Takes up the item in focus where it stands.
    private mutating func turn(_ now: Instant) {
        buffer.expect(selector.renditions[selector.current].chunks.declaredBitRate, ofTrack: 0)
        moveEnd(to: lineup.piece?.end, now)
    }

    /// Something is asked for: whose it is, is said where that is another's than before.
    mutating func noteItem(_ effects: inout ContiguousArray<LoaderEffect>) {
        guard let id = lineup.piece?.id, id != loadedItem else { return }
        loadedItem = id
        effects.append(.loads(item: id))
    }

    /// Where the item in focus is needed from.
    func place(at now: Instant) -> MediaTime {
        lineup.focus == 0 ? playhead.place(at: now) : lineup.items[lineup.focus].start
    }

    /// The media of other items that is ahead of the item in focus.
    func aheadOfFocus(_ now: Instant) -> MediaTime {
        if lineup.focus == 0 { return .zero }
        return max(.zero, lineup.items[0].end - playhead.place(at: now)) + lineup.between
    }

    /// Other items are behind the current one. What is under way of one that is still wanted goes on.
    mutating func changeQueue(
        _ items: ContiguousArray<ItemPiece>, _ now: Instant, _ effects: inout ContiguousArray<LoaderEffect>
    ) {
        let before = lineup.piece?.id
        lineup.change(to: items, without: nil, &buffer)
        if failure == nil { _ = lineup.refocus(playhead.place(at: now), &buffer) }
        if lineup.piece?.id != before { cancelAll(&effects) }
        turn(now)
    }
}
