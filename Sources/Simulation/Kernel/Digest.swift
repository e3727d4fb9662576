/// A running 64-bit digest of bytes, FNV-1a, and of numbers by their eight bytes. It tells runs apart, and is no
/// protection against forgery.
package struct Digest: Equatable, Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// A digest by its text; nil where that is none.
    init?(_ text: String) {
        guard Self.isText(text), let value = UInt64(text, radix: 16) else { return nil }
        self.value = value
    }

    @inline(__always)
    package mutating func mix(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    package mutating func mix(_ number: UInt64) {
        var rest = number
        for _ in 0..<8 {
            mix(byte: UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Whether a text has the form of a digest.
    static func isText(_ text: String) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 }
    }
}
