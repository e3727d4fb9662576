/// A first-in, first-out queue: adding and removing take constant time on average.
public struct Queue<Element: BitwiseCopyable & Sendable>: Sendable {
    @usableFromInline var elements: ContiguousArray<Element> = []
    @usableFromInline var head = 0

    /// An empty queue.
    @inlinable
    public init() {}

    /// Whether there are no elements.
    @inlinable
    public var isEmpty: Bool { head == elements.count }

    /// How many elements there are.
    @inlinable
    public var count: Int { elements.count - head }

    /// The oldest element, or nil.
    @inlinable
    public var first: Element? { isEmpty ? nil : elements[head] }

    /// How many elements are before the first that matches; nil where none does.
    @inlinable
    public func place(where fits: (Element) -> Bool) -> Int? {
        elements[head...].firstIndex(where: fits).map { $0 - head }
    }

    /// Puts an element behind all others.
    @inlinable
    public mutating func append(_ element: Element) { elements.append(element) }

    /// Removes and returns the oldest element. The queue must not be empty.
    @inlinable
    public mutating func removeFirst() -> Element {
        let element = elements[head]
        head += 1
        if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Removes every element that matches, wherever it is, in linear time.
    @inlinable
    public mutating func removeAll(where fits: (Element) -> Bool) {
        elements.removeFirst(head)
        head = 0
        elements.removeAll(where: fits)
    }
}
