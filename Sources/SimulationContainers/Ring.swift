/// Elements with running numbers, of which the oldest are removed: a queue that can be indexed.
///
/// The numbers never start again, so that a packet keeps its number while others come and go. Every operation takes
/// constant time on average, and the memory is that of the most elements at once.
public struct Ring<Element: BitwiseCopyable & Sendable>: Sendable {
    @usableFromInline var oldest: Int64 = 0
    @usableFromInline var upcoming: Int64 = 0
    /// The elements; its length is a power of two, or 0. The place of a number is its lowest bits.
    ///
    /// A place is worked out wherever it is needed: a call would copy the ring, where nothing is optimized. Nor is a
    /// number truncated for it, because such a conversion is generic, and slow there.
    @usableFromInline var storage: ContiguousArray<Element> = []

    @inlinable
    static var smallestCapacity: Int { 16 }

    /// A ring without elements, and without places for some.
    @inlinable
    public init() {}

    /// The number of the oldest element.
    @inlinable @inline(__always)
    public var startIndex: Int64 { oldest }

    /// The number that the next element will have.
    @inlinable @inline(__always)
    public var endIndex: Int64 { upcoming }

    /// Whether there are no elements.
    @inlinable @inline(__always)
    public var isEmpty: Bool { oldest == upcoming }

    /// How many elements there are.
    @inlinable @inline(__always)
    public var count: Int { Int(upcoming - oldest) }

    /// The element with a number, which must be one of the ring.
    @inlinable @inline(__always)
    public subscript(number: Int64) -> Element {
        get { storage[Int(number & Int64(storage.count - 1))] }
        set { storage[Int(number & Int64(storage.count - 1))] = newValue }
    }

    /// Appends an element.
    @inlinable @inline(__always)
    public mutating func append(_ element: Element) {
        if Int(upcoming - oldest) == storage.count { grow(by: 1) }
        storage[Int(upcoming & Int64(storage.count - 1))] = element
        upcoming += 1
    }

    /// Appends an element so many times.
    @inlinable @inline(__always)
    public mutating func append(_ element: Element, times count: Int64) {
        if Int(upcoming + count - oldest) > storage.count { grow(by: count) }
        let (end, mask) = (upcoming, Int64(storage.count - 1))
        storage.withUnsafeMutableBufferPointer { places in
            var number = end
            while number < end + count {
                places[Int(number & mask)] = element
                number += 1
            }
        }
        upcoming = end + count
    }

    /// Lends a loop the elements where they lie, with places for `room` more: it asks neither whether there is a place,
    /// nor whether somebody else has the ring. What it did with the numbers holds afterwards.
    @inlinable @inline(__always)
    public mutating func withPlaces<Result>(room: Int64, _ body: (inout RingPlaces<Element>) -> Result) -> Result {
        if Int(upcoming + room - oldest) > storage.count { grow(by: room) }
        let (start, end) = (oldest, upcoming)
        let (result, places) = storage.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("There is room.") }
            var places = RingPlaces(base: base, mask: Int64(buffer.count - 1), oldest: start, upcoming: end)
            return (body(&places), places)
        }
        (oldest, upcoming) = (places.oldest, places.upcoming)
        return result
    }

    /// Removes all elements whose numbers are below `number`, which must not lie beyond the end.
    @inlinable @inline(__always)
    public mutating func removeAll(below number: Int64) { if number > oldest { oldest = number } }

    /// Makes places for `room` more elements at least.
    @inlinable @inline(never)
    mutating func grow(by room: Int64) {
        var capacity = max(Self.smallestCapacity, storage.count * 2)
        while Int(upcoming + room - oldest) > capacity { capacity *= 2 }
        storage = ContiguousArray(unsafeUninitializedCapacity: capacity) { places, count in
            // A bitwise copyable element may be nothing but zeros until it is written. An element to fill the places
            // with would have to be in memory for it at every call, which costs more than all the rest.
            UnsafeMutableRawBufferPointer(places).initializeMemory(as: UInt8.self, repeating: 0)
            for number in oldest..<upcoming {
                places[Int(number & Int64(capacity - 1))] = self[number]
            }
            count = capacity
        }
    }
}

/// The places of a ring, lent to a loop: the numbers are those of the ring.
public struct RingPlaces<Element: BitwiseCopyable & Sendable> {
    @usableFromInline let base: UnsafeMutablePointer<Element>
    @usableFromInline let mask: Int64
    @usableFromInline var oldest: Int64
    @usableFromInline var upcoming: Int64

    @inlinable
    init(base: UnsafeMutablePointer<Element>, mask: Int64, oldest: Int64, upcoming: Int64) {
        (self.base, self.mask, self.oldest, self.upcoming) = (base, mask, oldest, upcoming)
    }

    /// The number of the oldest element.
    @inlinable @inline(__always)
    public var startIndex: Int64 { oldest }

    /// The number that the next element will have.
    @inlinable @inline(__always)
    public var endIndex: Int64 { upcoming }

    /// How many elements there are.
    @inlinable @inline(__always)
    public var count: Int64 { upcoming - oldest }

    /// The number of places, free or not.
    @inlinable @inline(__always)
    public var capacity: Int64 { mask + 1 }

    /// The number of places that are free.
    @inlinable @inline(__always)
    public var room: Int64 { mask + 1 - count }

    /// The element with a number, which must be one of the ring.
    @inlinable @inline(__always)
    public subscript(number: Int64) -> Element {
        get { base[Int(number & mask)] }
        nonmutating set { base[Int(number & mask)] = newValue }
    }

    /// Appends an element. There must be a free place.
    @inlinable @inline(__always)
    public mutating func append(_ element: Element) {
        base[Int(upcoming & mask)] = element
        upcoming += 1
    }

    /// Removes all elements whose numbers are below `number`, which is not before the oldest nor beyond the end.
    @inlinable @inline(__always)
    public mutating func removeAll(below number: Int64) { oldest = number }

    /// Lets so many more elements come and go without a look at them, and has those of `range` from now on: whoever
    /// calls it writes them. Neither bound is below what it was, and there must be places for all.
    @inlinable
    public mutating func pass(to range: Range<Int64>) {
        (oldest, upcoming) = (range.lowerBound, range.upperBound)
    }
}
