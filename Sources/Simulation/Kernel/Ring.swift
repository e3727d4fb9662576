/// Elements with running numbers, of which the oldest are removed: a queue that can be indexed.
///
/// The numbers never start again, so that a packet keeps its number while others come and go. Every operation takes
/// constant time on average, and the memory is that of the most elements at once.
struct Ring<Element: BitwiseCopyable & Sendable>: Sendable {
    /// The number of the oldest element.
    private(set) var startIndex: Int64 = 0
    /// The number that the next element will have.
    private(set) var endIndex: Int64 = 0
    /// The elements; its length is a power of two, or 0. The place of a number is its lowest bits.
    ///
    /// A place is worked out wherever it is needed: a call would copy the ring, where nothing is optimized. Nor is a
    /// number truncated for it, because such a conversion is generic, and slow there.
    private var storage: ContiguousArray<Element> = []

    private static var smallestCapacity: Int { 16 }

    init() {}

    @inline(__always)
    var isEmpty: Bool { startIndex == endIndex }

    @inline(__always)
    var count: Int { Int(endIndex - startIndex) }

    @inline(__always)
    subscript(number: Int64) -> Element {
        get { storage[Int(number & Int64(storage.count - 1))] }
        set { storage[Int(number & Int64(storage.count - 1))] = newValue }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if Int(endIndex - startIndex) == storage.count { grow(by: 1) }
        storage[Int(endIndex & Int64(storage.count - 1))] = element
        endIndex += 1
    }

    /// Appends an element so many times.
    @inline(__always)
    mutating func append(_ element: Element, times count: Int64) {
        if Int(endIndex + count - startIndex) > storage.count { grow(by: count) }
        let (end, mask) = (endIndex, Int64(storage.count - 1))
        storage.withUnsafeMutableBufferPointer { places in
            var number = end
            while number < end + count {
                places[Int(number & mask)] = element
                number += 1
            }
        }
        endIndex = end + count
    }

    /// Lends a loop the elements where they lie, with places for `room` more: it asks neither whether there is a place,
    /// nor whether somebody else has the ring. What it did with the numbers holds afterwards.
    @inline(__always)
    mutating func withPlaces<Result>(room: Int64, _ body: (inout RingPlaces<Element>) -> Result) -> Result {
        if Int(endIndex + room - startIndex) > storage.count { grow(by: room) }
        let (start, end) = (startIndex, endIndex)
        let (result, places) = storage.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("There is room.") }
            var places = RingPlaces(base: base, mask: Int64(buffer.count - 1), startIndex: start, endIndex: end)
            return (body(&places), places)
        }
        (startIndex, endIndex) = (places.startIndex, places.endIndex)
        return result
    }

    /// Removes all elements whose numbers are below `number`, which must not lie beyond the end.
    @inline(__always)
    mutating func removeAll(below number: Int64) { if number > startIndex { startIndex = number } }

    /// Makes places for `room` more elements at least.
    @inline(never)
    private mutating func grow(by room: Int64) {
        var capacity = max(Self.smallestCapacity, storage.count * 2)
        while Int(endIndex + room - startIndex) > capacity { capacity *= 2 }
        storage = ContiguousArray(unsafeUninitializedCapacity: capacity) { places, count in
            // A bitwise copyable element may be nothing but zeros until it is written. An element to fill the places
            // with would have to be in memory for it at every call, which costs more than all the rest.
            UnsafeMutableRawBufferPointer(places).initializeMemory(as: UInt8.self, repeating: 0)
            for number in startIndex..<endIndex {
                places[Int(number & Int64(capacity - 1))] = self[number]
            }
            count = capacity
        }
    }
}

/// The places of a ring, lent to a loop: the numbers are those of the ring.
struct RingPlaces<Element: BitwiseCopyable & Sendable> {
    fileprivate let base: UnsafeMutablePointer<Element>
    fileprivate let mask: Int64
    fileprivate(set) var startIndex: Int64
    fileprivate(set) var endIndex: Int64

    @inline(__always)
    var count: Int64 { endIndex - startIndex }

    /// The number of places, free or not.
    @inline(__always)
    var capacity: Int64 { mask + 1 }

    /// The number of places that are free.
    @inline(__always)
    var room: Int64 { mask + 1 - count }

    @inline(__always)
    subscript(number: Int64) -> Element {
        get { base[Int(number & mask)] }
        nonmutating set { base[Int(number & mask)] = newValue }
    }

    /// Appends an element. There must be a free place.
    @inline(__always)
    mutating func append(_ element: Element) {
        base[Int(endIndex & mask)] = element
        endIndex += 1
    }

    /// Removes all elements whose numbers are below `number`, which is not before the oldest nor beyond the end.
    @inline(__always)
    mutating func removeAll(below number: Int64) { startIndex = number }

    /// Lets so many more elements come and go without a look at them, and has those of `range` from now on: whoever
    /// calls it writes them. Neither bound is below what it was, and there must be places for all.
    mutating func pass(to range: Range<Int64>) { (startIndex, endIndex) = (range.lowerBound, range.upperBound) }
}
