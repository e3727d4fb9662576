/// Numbers as text, from integers alone: the same characters on every machine.
package enum NumberText {
    /// `value` ÷ 10^`places`, exactly, with no more decimals than it has and no fewer than `atLeast`.
    package static func exact(_ value: Int64, places: Int32, atLeast: Int32 = 0) -> String {
        var digits = Array(String(value.magnitude).utf8)
        let places = Int(places)
        if digits.count <= places {
            digits.insert(contentsOf: Array(repeating: 48, count: places + 1 - digits.count), at: 0)
        }
        let whole = digits.count - places
        var end = digits.count
        while end > whole + Int(atLeast), digits[end - 1] == 48 { end -= 1 }
        var text: [UInt8] = value < 0 ? [45] : []
        text += digits[..<whole]
        if end > whole {
            text.append(46)
            text += digits[whole..<end]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `value` ÷ 10^`places` with exactly `decimals` decimals, rounded half away from zero. For words, where the last
    /// nanosecond would only be in the way.
    package static func rounded(_ value: Int64, places: Int32, decimals: Int32) -> String {
        var divisor: Int64 = 1
        for _ in 0..<max(0, places - decimals) { divisor *= 10 }
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        let up = remainder.magnitude * 2 >= divisor.magnitude ? (value < 0 ? -1 : 1) : 0
        return exact(quotient + Int64(up), places: min(places, decimals), atLeast: min(places, decimals))
    }

    /// So many of what a noun with a regular plural names: `1 row`, `2 rows`.
    package static func count(_ count: some FixedWidthInteger, _ noun: String) -> String {
        "\(Int64(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// `text` with spaces in front, up to `width` characters.
    package static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.unicodeScalars.count)) + text
    }

    /// `text` with spaces behind, up to `width` characters.
    package static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
    }

    /// A code point, or half of one, as JSON and Unicode write it: four digits at least.
    static func codePoint(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
}
