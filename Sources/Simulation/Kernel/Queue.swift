/// A first-in, first-out queue: adding and removing take constant time on average.
struct Queue<Element: BitwiseCopyable & Sendable>: Sendable {
    private var elements: ContiguousArray<Element> = []
    private var head = 0

    init() {}

    var isEmpty: Bool { head == elements.count }

    var count: Int { elements.count - head }

    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Removes and returns the oldest element. The queue must not be empty.
    mutating func removeFirst() -> Element {
        let element = elements[head]
        head += 1
        if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Removes every element that matches, wherever it is, in linear time.
    mutating func removeAll(where fits: (Element) -> Bool) {
        elements.removeFirst(head)
        head = 0
        elements.removeAll(where: fits)
    }
}
