/// A text as a key, told from others byte for byte, as systems tell files apart: a `String` is equal to one that
/// differs from it in its Unicode form alone.
struct ExactText: Hashable, Sendable {
    let bytes: [UInt8]

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    func precedes(_ other: ExactText) -> Bool { bytes.lexicographicallyPrecedes(other.bytes) }
}
