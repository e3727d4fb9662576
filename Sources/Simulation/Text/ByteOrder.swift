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

extension String {
    /// Whether a word or a name of a file is this one, byte for byte: `==` also takes a kelvin sign for a K, and an e
    /// with an accent behind it for one with the accent on it, which may be two files. Most are told apart by their
    /// lengths.
    package func isSpelt(_ word: String) -> Bool {
        utf8.count == word.utf8.count ? utf8.elementsEqual(word.utf8) : false
    }
}
