/// Finds what was probably meant by a number that JSON does not have.
enum NumberSlip {
    /// Longer texts are not repeated in a message.
    private static let longest = 40

    /// The numbers that may be meant by one with a comma in it; none where the comma is that between two members.
    ///
    /// `start` is where it begins, and `rest` what comes behind the comma and blanks. A comma may be the decimal one,
    /// or stand before thousands, of which each group has three digits.
    static func numbers(_ bytes: [UInt8], from start: Int, behindComma rest: Int) -> [String] {
        let whole = bytes[start...].prefix { isDigit($0) || $0 == UInt8(ascii: "-") }
        guard whole.contains(where: isDigit), bytes[whole.endIndex...].first == UInt8(ascii: ",") else { return [] }
        var groups = [bytes[rest...].prefix(while: isDigit)]
        while let last = groups.last, bytes[last.endIndex...].first == UInt8(ascii: ",") {
            let group = bytes[(last.endIndex + 1)...].prefix(while: isDigit)
            if group.isEmpty { break }
            groups.append(group)
        }
        let behind = bytes[groups[groups.count - 1].endIndex...]
        guard !groups[0].isEmpty, endsNumber(behind) else { return [] }
        let head = whole.drop { !isDigit($0) }
        let isGrouped = head.count <= 3 && head.first != UInt8(ascii: "0") && groups.allSatisfy { $0.count == 3 }
        let texts = ([whole] + groups).map { String(decoding: $0, as: UTF8.self) }
        let decimal = groups.count == 1 ? [texts[0] + "." + texts[1]] : []
        return decimal + (isGrouped ? [texts.joined()] : [])
    }

    /// The text that begins as a number does, up to the end of its value; nil where that is far, or where more stands
    /// there than a word, which ends at `end`.
    static func text(_ bytes: [UInt8], from start: Int, to end: Int) -> String? {
        let isWhole = bytes[end...].first.map { endsValue($0) || isBlank($0) } ?? true
        let next = bytes[end...].first { !isBlank($0) }
        guard isWhole, next.map(endsValue) ?? true, end - start <= longest else { return nil }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Whether what follows digits ends the number, and is not the colon behind a name.
    private static func endsNumber(_ behind: ArraySlice<UInt8>) -> Bool {
        guard let first = behind.first else { return true }
        let next = behind.first { !isBlank($0) }
        return (endsValue(first) || isBlank(first)) && next != UInt8(ascii: ":")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Whether a value ends before a byte, as before a comma, a bracket or the end of the line.
    private static func endsValue(_ byte: UInt8) -> Bool { ",]}\n\r".utf8.contains(byte) }
}
