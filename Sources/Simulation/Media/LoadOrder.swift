import PlayerModel

/// A part of an asset that an item plays.
package struct ItemPiece: Equatable, BitwiseCopyable, Sendable {
    package let id: Int32
    package var asset: Int16 = 0
    package let start: MediaTime
    package var end: MediaTime
    /// `forwardPlaybackEndTime` of the current item, where an app has set it. It may lie behind `end`, where the media
    /// ends before that: of a live stream that goes on nobody knows.
    package var saidEnd: MediaTime?

    package init(id: Int32, asset: Int16 = 0, start: MediaTime, end: MediaTime, saidEnd: MediaTime? = nil) {
        self.id = id
        self.asset = asset
        self.start = start
        self.end = end
        self.saidEnd = saidEnd
    }
}

/// The items that a loader fetches: the current one, and those behind it that may be loaded ahead (A.36).
///
/// One of them is in focus: the first of which something is missing, and that has not failed. The current item takes
/// what was loaded of it along when it leaves; one that is taken out from behind has it still where it is put in again,
/// as it is the same item (ours). Where everything begins anew, nothing is kept.
///
///     items   current  next  next but one        in the order of the queue
///                       ↑ focus
///     loads   next  current                      in the order in which they were begun
///              ↑ focused
struct LoadOrder: Sendable {
    /// The buffer of an item, or of all items of an asset.
    private struct Load: Sendable {
        let holder: Int
        let asset: Int
        var buffer: MediaBuffer
    }

    private static let none = -1

    private let holders: MediaHolders
    /// The current item first; empty where there is none.
    private(set) var items: ContiguousArray<ItemPiece> = []
    /// By its place among them, the one that is being loaded.
    private(set) var focus = 0
    /// The asset of the item in focus; where there is none, that of the last one.
    private(set) var asset = 0
    /// The items that were begun and have not gone, and the assets that are kept. While there is no item, an empty
    /// buffer stands in for one. They are few: those that are loaded ahead, and those that come back.
    private var loads: ContiguousArray<Load>
    private var focused = 0
    /// Of the current item, its asset, and its place among `loads`.
    private(set) var currentAsset = 0
    private var current = 0
    /// How often media that was loaded has gone: what is loaded of an item may be less since.
    private(set) var losses = 0
    /// An item behind the current one that cannot be loaded, and why.
    private(set) var failed: (id: Int32, failure: LoadFailure)?

    /// No item, of assets of which the first has that empty buffer.
    init(_ empty: MediaBuffer, _ holders: MediaHolders) {
        self.holders = holders
        loads = [Load(holder: Self.none, asset: 0, buffer: empty)]
    }

    @inline(__always)
    var piece: ItemPiece? { focus < items.count ? items[focus] : nil }

    var buffer: MediaBuffer {
        @inline(__always) _read { yield loads[focused].buffer }
        @inline(__always) _modify { yield &loads[focused].buffer }
    }

    /// The buffer of the current item, whichever is in focus.
    var currentBuffer: MediaBuffer { @inline(__always) _read { yield loads[current].buffer } }

    /// The chunks of a track of the item in focus. Whoever holds them has a copy.
    @inline(__always)
    func chunks(_ track: Int) -> ChunkTable { loads[focused].buffer.tracks[track].chunks }

    /// The buffer of an item of an asset; nil where nobody has begun.
    func buffer(ofItem id: Int32, of asset: Int) -> MediaBuffer? {
        load(ofItem: id, of: asset).map { loads[$0].buffer }
    }

    /// The buffer of an item that is not in the order any more; nil where it has gone.
    func buffer(ofFormerItem id: Int32) -> MediaBuffer? {
        for load in loads where load.holder == holders.alone(id) { return load.buffer }
        return nil
    }

    /// The buffer of an item, by its place in the order.
    func buffer(of index: Int) -> MediaBuffer? { load(of: index).map { loads[$0].buffer } }

    /// By its place among `loads`, that of an item of an asset; nil where nobody has begun.
    private func load(ofItem id: Int32, of asset: Int) -> Int? {
        let holder = holders.holder(ofItem: id, of: asset)
        for place in loads.indices where loads[place].holder == holder { return place }
        return nil
    }

    /// The same of an item, by its place in the order.
    private func load(of index: Int) -> Int? {
        index == focus ? focused : load(ofItem: items[index].id, of: Int(items[index].asset))
    }

    /// Whether items of the asset in focus share what is loaded.
    var isShared: Bool { holders.keeps(asset) }

    /// The media between the end of the current item's and the beginning of the one in focus.
    var between: MediaTime {
        var sum = MediaTime.zero
        for index in 1..<max(1, focus) { sum = sum + max(.zero, items[index].end - items[index].start) }
        return sum
    }

    /// Others stand in the queue, and the current one is in focus. What was loaded of the item `gone` alone goes with
    /// it; and all of it, of items and of assets, where everything begins anew.
    mutating func change(
        to items: ContiguousArray<ItemPiece>, without gone: Int32?, beginningAnew: Bool = false,
        _ assets: ContiguousArray<AssetLoad>
    ) {
        self.items = items
        let left = gone.map { holders.alone($0) }
        let isGone = { [holders] (load: Load) in
            load.holder == Self.none || beginningAnew || !holders.isKept(load.holder) && load.holder == left
        }
        if loads.contains(where: isGone) {
            loads.removeAll(where: isGone)
            losses += 1
        }
        if let failed, !items.contains(where: { $0.id == failed.id }) { self.failed = nil }
        focus(on: 0, assets)
    }

    mutating func moveEnd(to end: MediaTime, said: MediaTime?) {
        if !items.isEmpty { (items[0].end, items[0].saidEnd) = (end, said) }
    }

    /// The item in focus cannot be loaded; it is not the current one.
    mutating func fail(_ failure: LoadFailure) { if let piece { failed = (piece.id, failure) } }

    /// The current item is the one that could not be loaded before.
    mutating func takeFailure() -> LoadFailure? {
        guard let failed, failed.id == items.first?.id else { return nil }
        self.failed = nil
        return failed.failure
    }

    /// Puts another item into focus where one before it lacks something, or it lacks nothing. Says whether it did. A
    /// live stream is not loaded ahead, nor what comes behind it.
    mutating func refocus(_ place: MediaTime, _ assets: ContiguousArray<AssetLoad>) -> Bool {
        guard items.count > 1 else { return false }
        var next = 0
        while next < items.count, items[next].id != failed?.id, isLoaded(next, from: place, assets) { next += 1 }
        if next == items.count || items[next].id == failed?.id { next = 0 }
        // Where a live stream is joined is known when its turn has come, and not ahead of that.
        if next > 0, assets[Int(items[next].asset)].isLive { next = 0 }
        guard next != focus else { return false }
        focus(on: next, assets)
        return true
    }

    private mutating func focus(on index: Int, _ assets: ContiguousArray<AssetLoad>) {
        focus = index
        if let piece { asset = Int(piece.asset) }
        let holder = piece.map { holders.holder(ofItem: $0.id, of: asset) } ?? Self.none
        focused = loads.firstIndex { $0.holder == holder } ?? loads.count
        if focused == loads.count {
            loads.append(Load(holder: holder, asset: asset, buffer: assets[asset].emptyBuffer))
        }
        if index == 0 { (current, currentAsset) = (focused, asset) }
    }

    /// How much of the item `place` behind the current one can be played from its beginning; nil where there is none.
    func ahead(behind place: Int) -> MediaTime? {
        guard items.count > place else { return nil }
        let item = items[place]
        guard let own = load(of: place) else { return .zero }
        return max(.zero, min(loads[own].buffer.playableEnd(from: item.start), item.end) - item.start)
    }

    /// A track of an asset is another one from now on: what was loaded of it goes.
    mutating func replace(_ track: Int, with chunks: ChunkTable, of asset: Int) {
        for index in loads.indices where loads[index].asset == asset {
            loads[index].buffer.replace(track, with: chunks)
        }
        losses += 1
    }

    private func isLoaded(_ index: Int, from place: MediaTime, _ assets: ContiguousArray<AssetLoad>) -> Bool {
        let item = items[index]
        let start = index == 0 ? place : item.start
        let isEnd = start >= item.end
        guard isEnd || load(of: index).map({ loads[$0].buffer.playableEnd(from: start) >= item.end }) ?? false else {
            return false
        }
        return isEnd ? assets[Int(item.asset)].isOver(at: item.end) : assets[Int(item.asset)].knows(end: item.end)
    }
}
