import SimulationContainers
import PlayerModel

/// Several items: the current one, and those behind it that are loaded ahead of time.
///
/// An item comes into focus because the queue changed, or because those before it are complete. Then what is under way
/// is called off, and its asset is fetched from where the item lacks something. Playlists, keys and initialization
/// sections still come, unless the item that they were asked for has left before its end: it is not the current one any
/// more, nor one of those behind that may be loaded ahead.
extension Loader {
    /// Another item is current. What is under way goes on where it is of one that is still wanted; but where the one
    /// before has not finished, only in the variant that stands: of the current one, if nothing of it has come yet,
    /// that is the first, or the one that is first by what was measured. What is under way of a file goes on for an
    /// item that has stood behind the one that was left, and not for one that the app hands over in its place, as
    /// that is of a new asset.
    mutating func changeItem(
        _ items: ContiguousArray<ItemPiece>, _ playhead: Playhead, from old: Int32, _ isFinished: Bool,
        _ isNew: Bool, _ now: Instant, _ effects: inout LoaderEffects
    ) {
        let (before, asset) = (order.piece?.id, order.asset)
        let isLeft = !isFinished && before == old
        let comesFromQueue = items.first.map { item in order.items.contains { $0.id == item.id } } ?? false
        let last = isFinished && assets.count > 1 && !order.items.isEmpty ? ending(of: 0) : nil
        (self.playhead, isSkipping) = (playhead, false)
        origin = playhead.place(at: now)
        let gone = isFinished && settings.keepsFinished ? nil : old
        order.change(to: items, without: gone, beginningAnew: isNew, assets)
        failure = order.takeFailure()
        if failure == nil { _ = order.refocus(playhead.place(at: now), assets) }
        takePreferences()
        if !isFinished, order.piece != nil { meter.beginItem() }
        let isSame = !isNew && goesOn(with: asset) && (comesFromQueue || !isLeft)
        let isLoadedOn =
            !isNew && order.piece != nil && before != old && before == order.piece?.id && (isFinished || keepsVariant)
        if isNew {
            for asset in assets.indices { assets[asset].leaveItem(&effects) }
        } else if !isSame {
            if isLeft || !isFinished && hasLeft(before) {
                assets[asset].leaveItem(&effects)
            } else if !isLoadedOn {
                cancelMedia(of: asset, &effects)
            }
        }
        if !isFinished {
            if order.piece != nil { beginItem(goingOn: isSame || isLoadedOn, now, &effects) }
            beginOrGoOn(isLoadedOn: isLoadedOn)
        } else if let item = order.items.first {
            assets[Int(item.asset)].leaveStream()
        }
        if order.focus == 0, let last { begin(after: last) }
        differs = false
        if let last, let first = beginning(of: 0) { differs = last.audio.obstacle(to: first.audio) != nil }
        turn(now)
        if isFetching { noteItem(at: effects.count, &effects) }
        if let failure { effects.append(.loadingFailed(failure)) }
    }

    /// The item in focus begins, unless it is loaded on: then it stays with its variant.
    private mutating func beginOrGoOn(isLoadedOn: Bool) {
        let asset = order.asset
        if !isLoadedOn {
            assets[asset].restart(measured: meter.throughput.estimate?.bitsPerSecond)
        } else if order.buffer.tracks[0].loaded.isEmpty {
            assets[asset].begin(with: assets[asset].selector.current, keepsPathway: true)
        }
        // In which variant, nobody can tell from what is said of the current item alone.
        let (selector, loaded) = (assets[asset].selector, assets[asset].loadedRendition)
        if assets.count > 1 || selector.current != selector.first || loaded != selector.first { loadedItem = -1 }
    }

    /// Other items are behind the current one. What is under way of one that is still wanted goes on.
    mutating func changeQueue(_ items: ContiguousArray<ItemPiece>, _ now: Instant, _ effects: inout LoaderEffects) {
        let (before, asset) = (order.piece?.id, order.asset)
        order.change(to: items, without: nil, assets)
        if failure == nil { _ = order.refocus(playhead.place(at: now), assets) }
        takePreferences()
        if order.piece?.id == before { return turn(now) }
        if hasLeft(before), !goesOn(with: asset) { assets[asset].leaveItem(&effects) }
        turnAside(from: asset, now, &effects)
    }

    /// Turns to another item, where that is what is missing. Says whether it did.
    mutating func refocus(_ now: Instant, _ effects: inout LoaderEffects) -> Bool {
        guard order.items.count > 1 else { return false }
        let asset = order.asset
        guard order.refocus(playhead.place(at: now), assets) else { return false }
        takePreferences()
        turnAside(from: asset, now, &effects)
        return true
    }

    /// Another language of the audio, wherever there is one: what was loaded of the old one is dropped (A.43).
    mutating func select(_ language: ExactText, _ now: Instant, _ effects: inout LoaderEffects) {
        var hasDropped = false
        for asset in assets.indices {
            guard let chunks = assets[asset].select(language) else { continue }
            if asset == order.asset { assets[asset].cancel(1, &effects) }
            order.replace(1, with: chunks, of: asset)
            effects.append(.dropped(asset: asset, track: 1))
            hasDropped = true
        }
        guard hasDropped else { return }
        // An item that was complete no longer is: the current one comes first.
        if failure == nil, refocus(now, &effects) { return }
        turn(now)
    }

    /// Takes up another item than before; what is under way is of no use for it.
    private mutating func turnAside(from asset: Int, _ now: Instant, _ effects: inout LoaderEffects) {
        if !goesOn(with: asset) { cancelMedia(of: asset, &effects) }
        if order.focus > 0, let last = ending(of: order.focus - 1) { begin(after: last) }
        turn(now)
        if isFetching { noteItem(at: effects.count, &effects) }
    }

    /// Whether what is under way of an asset is of use for the item in focus, which shares what is loaded; planning
    /// calls it off where it is not the next that is missing.
    ///
    /// Inlined, because a call would copy the loader first.
    @inline(__always)
    private func goesOn(with asset: Int) -> Bool {
        order.piece != nil && order.asset == asset && order.isShared && assets[asset].selector.isFixed
    }

    /// Whether the item in focus goes on in its variant when another is current: it stands behind that one, or some of
    /// it has come, or it would begin with that variant now, or with one that is left out. Inlined likewise.
    @inline(__always)
    private var keepsVariant: Bool {
        if order.focus > 0 || !order.buffer.tracks[0].loaded.isEmpty { return true }
        let selector = assets[order.asset].selector
        let first = selector.like(of: selector.beginning(measured: meter.throughput.estimate?.bitsPerSecond))
        return first.map { $0 == selector.current || !selector.admits($0) } ?? true
    }

    /// Whether an item that was in focus, if there was one, is none of those any more that may be loaded. Inlined
    /// likewise.
    @inline(__always)
    private func hasLeft(_ item: Int32?) -> Bool {
        item.map { id in !order.items.contains { $0.id == id } } ?? false
    }

    private mutating func cancelMedia(of asset: Int, _ effects: inout LoaderEffects) {
        assets[asset].cancelMedia(&effects)
        assets[asset].forgetChoice()
    }

    /// Takes up the item in focus where it stands. What was in vain of another asset is so before this one's.
    private mutating func turn(_ now: Instant) {
        let asset = order.asset
        for other in assets.indices where other != asset && assets[other].isInVain {
            (assets[other].isInVain, assets[asset].isInVain) = (false, true)
        }
        if let piece = order.piece {
            assets[asset].opening.ask(for: .all)
            let before = assets[asset].selector.current
            let hasBegun = order.buffer.firstRendition >= 0
            assets[asset].take(
                item: piece.id, hasBegun: hasBegun, beginsAlike: assets.count > 1, settings.failOver)
            // As where it begins after another asset's.
            if assets[asset].selector.current != before { loadedItem = -1 }
        }
        assets[asset].expectCurrent(&order.buffer)
        moveEnd(now)
    }

    /// The item in focus begins after another, which ends in a variant: with one that is like it, where there is such
    /// a one (A.67), or with what the network can carry. What has begun, and what goes on in the same asset, stays.
    private mutating func begin(after last: DeclaredVariant) {
        let asset = order.asset
        guard assets.count > 1, order.buffer.firstRendition < 0, !assets[asset].fetches[0].isUnderWay else { return }
        let (renditions, before) = (assets[asset].selector.renditions, assets[asset].selector.current)
        if renditions[before].declared == last { return }
        let first = settings.transition.first(
            after: last, among: renditions.map { $0.declared }, permitted: assets[asset].selector.permitted,
            throughput: meter.throughput.estimate?.bitsPerSecond)
        assets[asset].begin(with: first ?? assets[asset].selector.beginning(measured: nil))
        // The variant that was announced before anything of it had come no longer holds.
        if assets[asset].selector.current != before { loadedItem = -1 }
    }
}
