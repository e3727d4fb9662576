import PlayerModel

/// A part of an asset that an item plays.
package struct ItemPiece: Equatable, BitwiseCopyable, Sendable {
    /// The item.
    package let id: Int32
    /// The asset, by its number.
    package var asset: Int16 = 0
    /// Where it begins and ends.
    package let start: MediaTime
    package var end: MediaTime

    package init(id: Int32, asset: Int16 = 0, start: MediaTime, end: MediaTime) {
        self.id = id
        self.asset = asset
        self.start = start
        self.end = end
    }
}

/// The items that a loader fetches: the current one, and those behind it that may be loaded ahead (A.36).
///
/// One of them is in focus: the first of which something is missing, and that has not failed. What is loaded of the
/// others is kept apart. An item that leaves the queue for good takes what was loaded of it along.
struct LoadOrder: Sendable {
    /// The current item first; empty where there is none.
    private(set) var items: ContiguousArray<ItemPiece> = []
    /// By its place among them, the one that is being loaded.
    private(set) var focus = 0
    /// By item, what is loaded of it; nil of the one in focus, and of what nobody has begun.
    private var buffers: ContiguousArray<MediaBuffer?> = []
    /// An item behind the current one that cannot be loaded, and why.
    private(set) var failed: (id: Int32, failure: LoadFailure)?
    /// By asset, nothing of it; and the asset of what `buffer` is of.
    private var empty: ContiguousArray<MediaBuffer>
    /// By item, the asset of what is on its shelf.
    private var assetsOfShelves: ContiguousArray<Int> = []
    private(set) var asset = 0

    init(_ empty: ContiguousArray<MediaBuffer>) { self.empty = empty }

    /// The item in focus.
    var piece: ItemPiece? { focus < items.count ? items[focus] : nil }

    /// What is loaded of an item, `buffer` being that of the one in focus; nil where nobody has begun.
    func loaded(ofItem id: Int32, _ buffer: MediaBuffer) -> MediaBuffer? {
        if piece?.id == id { return buffer }
        return buffers.indices.contains(Int(id)) ? buffers[Int(id)] : nil
    }

    /// The media between the end of the current item's and the beginning of the one in focus.
    var between: MediaTime {
        var sum = MediaTime.zero
        for index in 1..<max(1, focus) { sum = sum + max(.zero, items[index].end - items[index].start) }
        return sum
    }

    /// Others stand in the line. `buffer` is that of the item in focus, and becomes that of the current one.
    ///
    /// What was loaded of the item `gone` goes with it.
    mutating func change(to items: ContiguousArray<ItemPiece>, without gone: Int32?, _ buffer: inout MediaBuffer) {
        shelve(&buffer)
        if let gone, buffers.indices.contains(Int(gone)) { buffers[Int(gone)] = nil }
        self.items = items
        focus = 0
        if let failed, !items.contains(where: { $0.id == failed.id }) { self.failed = nil }
        guard let current = items.first else { return buffer = empty[asset] }
        take(current, &buffer)
    }

    /// The current item ends elsewhere.
    mutating func moveEnd(to end: MediaTime) { if !items.isEmpty { items[0].end = end } }

    /// The item in focus cannot be loaded; it is not the current one.
    mutating func fail(_ failure: LoadFailure) { if let piece { failed = (piece.id, failure) } }

    /// The current item is the one that could not be loaded before.
    mutating func takeFailure() -> LoadFailure? {
        guard let failed, failed.id == items.first?.id else { return nil }
        self.failed = nil
        return failed.failure
    }

    /// Puts another item into focus where one before it lacks something, or it lacks nothing. Says whether it did.
    mutating func refocus(_ place: MediaTime, _ buffer: inout MediaBuffer) -> Bool {
        guard items.count > 1 else { return false }
        var next = 0
        while next < items.count, items[next].id != failed?.id, isLoaded(next, from: place, buffer) { next += 1 }
        if next == items.count || items[next].id == failed?.id { next = 0 }
        guard next != focus else { return false }
        shelve(&buffer)
        focus = next
        take(items[next], &buffer)
        return true
    }

    /// How much of the item behind the current one can be played from its beginning; nil where there is none.
    func nextAhead(_ buffer: MediaBuffer) -> MediaTime? {
        guard items.count > 1 else { return nil }
        let next = items[1]
        guard let own = loaded(of: 1, buffer) else { return .zero }
        return max(.zero, min(own.playableEnd(from: next.start), next.end) - next.start)
    }

    /// What is loaded of an item, by its place in the line; nil where nobody has begun.
    func loaded(of index: Int, _ buffer: MediaBuffer) -> MediaBuffer? {
        if index == focus { return buffer }
        let id = Int(items[index].id)
        return id < buffers.count ? buffers[id] : nil
    }

    /// A track of an asset is another one from now on: what was loaded of it goes.
    mutating func replace(_ track: Int, with chunks: ChunkTable, of asset: Int, _ buffer: inout MediaBuffer) {
        empty[asset].replace(track, with: chunks)
        for item in buffers.indices where assetsOfShelves[item] == asset {
            buffers[item]?.replace(track, with: chunks)
        }
        if asset == self.asset { buffer.replace(track, with: chunks) }
    }

    private func isLoaded(_ index: Int, from place: MediaTime, _ buffer: MediaBuffer) -> Bool {
        let item = items[index]
        let start = index == 0 ? place : item.start
        guard let own = loaded(of: index, buffer) else { return start >= item.end }
        return own.playableEnd(from: start) >= item.end
    }

    /// Puts what is loaded of the item in focus on its shelf; `buffer` is of no use then.
    private mutating func shelve(_ buffer: inout MediaBuffer) {
        guard let piece else { return }
        while buffers.count <= Int(piece.id) {
            buffers.append(nil)
            assetsOfShelves.append(0)
        }
        buffers[Int(piece.id)] = buffer
        assetsOfShelves[Int(piece.id)] = asset
    }

    private mutating func take(_ item: ItemPiece, _ buffer: inout MediaBuffer) {
        let id = Int(item.id)
        let own = id < buffers.count ? buffers[id] : nil
        if own != nil { buffers[id] = nil }
        asset = Int(item.asset)
        buffer = own ?? empty[asset]
    }
}
