/// The items behind the current one in an `AVQueuePlayer`, in the order in which they will play (A.37).
///
/// The queue is not a playlist: the session warns of 10,000 items (A.39). Taking the first is constant time, inserting
/// and removing are linear.
public struct PlayQueue: Sendable {
    private var storage: ContiguousArray<PlayerItem> = []
    private var first = 0
    /// No item of it has a higher number.
    private var highest = Int32.min

    init() {}

    /// The items, first to play first.
    public var items: ArraySlice<PlayerItem> { Array(storage)[first...] }

    /// The number of items.
    public var count: Int { storage.count - first }

    /// The item that plays when the current one is over.
    public var next: PlayerItem? { first < storage.count ? storage[first] : nil }

    /// The item `place` behind the current one, from 1 on.
    public func item(behind place: Int) -> PlayerItem? {
        let index = first + place - 1
        return storage.indices.contains(index) ? storage[index] : nil
    }

    /// Whether an item is in it. O(n), and O(1) of one that was numbered after all others.
    func contains(_ id: Int32) -> Bool { id <= highest && index(of: id) != nil }

    private func index(of id: Int32) -> Int? { storage[first...].firstIndex { $0.id == id } }

    /// Puts an item behind another, or at the end; where the other is not in it, and `current` is not it, says no.
    mutating func insert(_ item: PlayerItem, after id: Int32?, current: Int32?) -> Bool {
        var place = storage.count
        if let id, id == current {
            place = first
        } else if let id {
            guard let index = index(of: id) else { return false }
            place = index + 1
        }
        storage.insert(item, at: place)
        highest = max(highest, item.id)
        return true
    }

    /// Changes an item where it stands, and says whether it is there and fits. O(n).
    mutating func change(
        _ id: Int32, where fits: (PlayerItem) -> Bool = { _ in true }, _ change: (inout PlayerItem) -> Void
    ) -> Bool {
        guard let index = index(of: id), fits(storage[index]) else { return false }
        change(&storage[index])
        return true
    }

    /// Takes an item out. O(n).
    mutating func remove(_ id: Int32) { if let index = index(of: id) { storage.remove(at: index) } }

    mutating func removeAll() { self = PlayQueue() }

    /// Takes the next item. Amortised constant time.
    mutating func takeNext() -> PlayerItem? {
        guard let next else { return nil }
        first += 1
        if first >= 32, first * 2 >= storage.count {
            storage.removeFirst(first)
            first = 0
        }
        return next
    }
}

extension PlayQueue: Equatable {
    /// Whether the same items stand in the same order.
    public static func == (left: PlayQueue, right: PlayQueue) -> Bool {
        left.storage[left.first...] == right.storage[right.first...]
    }
}
