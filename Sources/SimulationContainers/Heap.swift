/// A binary heap: the least element first, in O(log n) an insert and a removal.
///
/// A removal leaves a hole at the root, which the next insert fills: the pair, which is what an event loop does,
/// sifts once instead of twice.
public struct Heap<Element: Comparable & BitwiseCopyable>: Sendable where Element: Sendable {
    @usableFromInline var elements: ContiguousArray<Element> = []
    @usableFromInline var rootIsHole = false

    /// An empty heap.
    @inlinable
    public init() {}

    /// How many elements there are.
    @inlinable
    public var count: Int { elements.count - (rootIsHole ? 1 : 0) }

    /// Whether there are none.
    @inlinable
    public var isEmpty: Bool { count == 0 }

    /// Makes room for so many elements.
    @inlinable
    public mutating func reserveCapacity(_ capacity: Int) { elements.reserveCapacity(capacity) }

    /// The least element, or nil. O(log n) behind a removal, else constant time.
    @inlinable
    public var first: Element? {
        mutating get {
            if rootIsHole { fillHole() }
            return elements.first
        }
    }

    /// Puts an element in. O(log n).
    @inlinable
    public mutating func insert(_ element: Element) {
        if rootIsHole {
            rootIsHole = false
            siftDown(element)
        } else {
            elements.append(element)
            siftUp(element)
        }
    }

    /// Removes and returns the least element, or nil. Constant time, or O(log n) behind another removal.
    @inlinable
    public mutating func removeFirst() -> Element? {
        if rootIsHole { fillHole() }
        guard let least = elements.first else { return nil }
        rootIsHole = true
        return least
    }

    @inlinable
    mutating func fillHole() {
        rootIsHole = false
        let last = elements.removeLast()
        if !elements.isEmpty { siftDown(last) }
    }

    @inlinable
    mutating func siftUp(_ element: Element) {
        elements.withUnsafeMutableBufferPointer { buffer in
            // Through its own address, an element costs a test run little, in which nothing is specialised.
            guard let heap = buffer.baseAddress else { return }
            var index = buffer.count - 1
            while index > 0 {
                let parent = (index - 1) / 2
                guard element < heap[parent] else { break }
                heap[index] = heap[parent]
                index = parent
            }
            heap[index] = element
        }
    }

    /// Puts `element` at the root and lets it sink. The lesser child is chosen without a branch that could be
    /// mispredicted.
    @inlinable
    mutating func siftDown(_ element: Element) {
        elements.withUnsafeMutableBufferPointer { buffer in
            guard let heap = buffer.baseAddress else { return }
            let count = buffer.count
            var index = 0
            while true {
                var child = 2 * index + 1
                guard child < count else { break }
                if child + 1 < count { child += heap[child + 1] < heap[child] ? 1 : 0 }
                guard heap[child] < element else { break }
                heap[index] = heap[child]
                index = child
            }
            heap[index] = element
        }
    }
}
