/// The order of texts by their bytes, which is the same on every machine and in which no two that differ are equal.
package enum ByteOrder {
    /// Whether one text comes before another.
    package static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Texts in this order, each once: names of two files may be equal as text, and differ in their bytes.
    static func once(_ texts: [String]) -> [String] {
        texts.sorted(by: precedes).reduce(into: []) { once, text in
            if once.last?.isSpelt(text) != true { once.append(text) }
        }
    }
}
