import PlayerModel

/// Writes JSON (RFC 8259) in the order it is told; the same calls give the same bytes on every machine. Calls that
/// make no JSON, such as a value without a key in an object, are mistakes of this program and stop it.
package struct JSONWriter {
    private struct Level {
        let isObject: Bool
        let isInline: Bool
        var isEmpty = true
    }

    private let isIndented: Bool
    private var output: [UInt8] = []
    private var levels: [Level] = []
    private var isAfterKey = false
    /// A line break, and two spaces for each level.
    private var lineBreak: [UInt8] = [0x0A]

    /// Starts an empty text: indented by two spaces a level with a member a line, or with no space at all.
    package init(indented: Bool) { isIndented = indented }

    /// How many bytes are written so far.
    var count: Int { output.count }

    /// The bytes that are written, from one on.
    func bytes(from start: Int) -> ArraySlice<UInt8> { output[start...] }

    /// Opens an object; an inline one, with all inside it, stays on one line even in an indented text.
    package mutating func beginObject(inline: Bool = false) { begin("{", isObject: true, inline: inline) }

    package mutating func endObject() { end("}", isObject: true) }

    package mutating func beginArray(inline: Bool = false) { begin("[", isObject: false, inline: inline) }

    package mutating func endArray() { end("]", isObject: false) }

    /// Writes the name of a member; its value must come next.
    package mutating func key(_ name: String) {
        precondition(levels.last?.isObject == true && !isAfterKey, "a key belongs in an object, before a value")
        startMember()
        appendQuoted(name)
        append(isIndented ? ": " : ":")
        isAfterKey = true
    }

    package mutating func string(_ value: String) {
        startValue()
        appendQuoted(value)
    }

    package mutating func integer(_ value: Int64) {
        startValue()
        append(String(value))
    }

    /// Writes significand / 10^places without trailing zeros: 1500 with 3 places is `1.5`.
    package mutating func decimal(_ significand: Int64, places: Int32) {
        decimal(Decimal(significand: significand, exponent: -places))
    }

    package mutating func decimal(_ value: Decimal) {
        startValue()
        append(value.text)
    }

    package mutating func bool(_ value: Bool) {
        startValue()
        append(value ? "true" : "false")
    }

    package mutating func null() {
        startValue()
        append("null")
    }

    /// The whole text, which has no line break at its end.
    package consuming func finish() -> String {
        precondition(levels.isEmpty && !output.isEmpty, "a text is one whole value")
        return String(decoding: output, as: UTF8.self)
    }

    private mutating func begin(_ bracket: String, isObject: Bool, inline: Bool) {
        startValue()
        append(bracket)
        levels.append(Level(isObject: isObject, isInline: inline || levels.last?.isInline == true))
        if isIndented { lineBreak += [0x20, 0x20] }
    }

    private mutating func end(_ bracket: String, isObject: Bool) {
        guard let level = levels.popLast(), level.isObject == isObject, !isAfterKey else {
            preconditionFailure("an end needs its own begin")
        }
        if isIndented { lineBreak.removeLast(2) }
        if isIndented, !level.isInline, !level.isEmpty { output += lineBreak }
        append(bracket)
    }

    private mutating func startValue() {
        if isAfterKey {
            isAfterKey = false
        } else {
            precondition(levels.last?.isObject != true, "a value in an object needs a key")
            startMember()
        }
    }

    /// Writes what stands between the member before, or the opening bracket, and a new member.
    private mutating func startMember() {
        guard let level = levels.last else {
            precondition(output.isEmpty, "a text is one value")
            return
        }
        levels[levels.count - 1].isEmpty = false
        if !level.isEmpty { append(",") }
        guard isIndented else { return }
        if !level.isInline {
            output += lineBreak
        } else if !level.isEmpty {
            append(" ")
        }
    }

    // MARK: Members of an object with their values

    package mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    package mutating func member(_ name: String, _ value: Int64) {
        key(name)
        integer(value)
    }

    package mutating func member(_ name: String, _ value: Int64, _ unit: Unit) {
        key(name)
        decimal(value, places: unit.decimalPlaces)
    }

    package mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    mutating func beginObject(_ name: String, inline: Bool = false) {
        key(name)
        beginObject(inline: inline)
    }

    mutating func beginArray(_ name: String, inline: Bool = false) {
        key(name)
        beginArray(inline: inline)
    }

    // MARK: Bytes

    private mutating func appendQuoted(_ text: String) {
        output.append(UInt8(ascii: "\""))
        if Self.isPlain(text) { append(text) } else { appendEscaped(text) }
        output.append(UInt8(ascii: "\""))
    }

    /// Whether a text is printable ASCII of which nothing must be escaped, as nearly all are. Eight bytes are looked at
    /// at once: the highest bit of each says what it is.
    private static func isPlain(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { (bytes: UnsafeBufferPointer<UInt8>) -> Bool in
            let raw = UnsafeRawBufferPointer(bytes)
            var place = 0
            while place + 8 <= raw.count {
                if !isPlain(raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)) { return false }
                place += 8
            }
            var rest: UInt64 = 0x2020_2020_2020_2020
            while place < raw.count {
                rest = rest << 8 | UInt64(raw[place])
                place += 1
            }
            return isPlain(rest)
        }
    }

    private static func isPlain(_ word: UInt64) -> Bool {
        let (ones, highest): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        // A byte that is 0 borrows for its highest bit, and so does the lowest that is below the space.
        func has(_ byte: UInt64) -> UInt64 {
            let difference = word ^ (ones &* byte)
            return (difference &- ones) & ~difference
        }
        return (word | (word &- ones &* 0x20) | has(0x22) | has(0x5C) | has(0x7F)) & highest == 0
    }

    /// Escapes what section 7 of RFC 8259 says must be escaped, and the other control characters: a terminal obeys
    /// those of C1 too, which UTF-8 has as 0xC2 and a byte below 0xA0.
    private mutating func appendEscaped(_ text: String) {
        var text = text
        text.withUTF8 { (bytes: UnsafeBufferPointer<UInt8>) in
            // What stands between two escapes is taken over at once.
            var start = 0
            for (place, byte) in bytes.enumerated() {
                let isControl = byte < 0xA0 && place > 0 && bytes[place - 1] == 0xC2
                guard isControl || Self.isEscaped(byte) else { continue }
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<place - (isControl ? 1 : 0)]))
                append(Self.escape(byte))
                start = place + 1
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    private static func escape(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        case _: (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16, uppercase: true)
        }
    }

    private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }
}
