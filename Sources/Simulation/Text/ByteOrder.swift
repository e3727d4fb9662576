/// The order of texts by their bytes, which is the same on every machine and in which no two that differ are equal.
package enum ByteOrder {
    /// Whether one text comes before another.
    package static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
