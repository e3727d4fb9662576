/// Elements with running numbers, of which the oldest are let go: a queue that can be looked into.
///
/// The numbers never start again, so that a packet keeps its number while others come and go. Everything takes
/// constant time on average, and the memory is that of the most elements at once.
struct Ring<Element: BitwiseCopyable & Sendable>: Sendable {
    /// The number of the oldest element.
    private(set) var startIndex: Int64 = 0
    /// The number that the next element gets.
    private(set) var endIndex: Int64 = 0
    /// A power of two of places, or none at all.
    private var storage: ContiguousArray<Element> = []

    private static var smallestCapacity: Int { 16 }

    init() {}

    @inline(__always)
    var isEmpty: Bool { startIndex == endIndex }

    @inline(__always)
    var count: Int { Int(endIndex - startIndex) }

    @inline(__always)
    subscript(number: Int64) -> Element {
        get { storage[place(number)] }
        set { storage[place(number)] = newValue }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == storage.count { grow(element) }
        storage[place(endIndex)] = element
        endIndex += 1
    }

    /// Lets all elements go whose numbers are below `number`, which must not lie beyond the end.
    @inline(__always)
    mutating func removeAll(below number: Int64) {
        startIndex = max(startIndex, number)
    }

    @inline(__always)
    private func place(_ number: Int64) -> Int { Int(truncatingIfNeeded: number) & (storage.count - 1) }

    private mutating func grow(_ filler: Element) {
        let capacity = max(Self.smallestCapacity, storage.count * 2)
        var larger = ContiguousArray(repeating: filler, count: capacity)
        for number in startIndex..<endIndex {
            larger[Int(truncatingIfNeeded: number) & (capacity - 1)] = self[number]
        }
        storage = larger
    }
}
