import PlayerModel

/// Finds what was probably meant by a number that JSON does not have.
enum NumberSlip {
    /// Longer texts are not repeated in a message.
    private static let longest = 40

    /// The numbers that may be meant by a text that is one with a comma in it; none where it is none. Of an amount in a
    /// unit they are those that it can have; all where it can have none.
    static func numbers(in text: String, of unit: Unit? = nil) -> [String] {
        let bytes = Array(text.utf8)
        guard let comma = bytes.firstIndex(of: .comma), let slip = slip(bytes, from: 0, behindComma: comma + 1),
            slip.end == bytes.count
        else { return [] }
        guard let unit else { return slip.meant }
        let counted = slip.meant.filter { number in
            if case .exact? = Decimal(number)?.scaled(by: unit.decimalPlaces) { true } else { false }
        }
        return counted.isEmpty ? slip.meant : counted
    }

    /// The remedy of such a text, in a clause; nil of any other.
    static func advice(on text: String, _ unit: Unit? = nil) -> String? {
        let meant = numbers(in: text, of: unit)
        return meant.isEmpty ? nil : advice(meant)
    }

    /// The same of the numbers that may be meant.
    static func advice(_ meant: [String]) -> String {
        "a number has no comma; write \(meant.joined(separator: " or "))"
    }

    /// The numbers that may be meant by one with a comma in it; none where the comma is that between two members.
    ///
    /// `start` is where it begins, and `rest` what comes behind the comma and blanks.
    static func numbers(_ bytes: [UInt8], from start: Int, behindComma rest: Int) -> [String] {
        guard let slip = slip(bytes, from: start, behindComma: rest), endsNumber(bytes[slip.end...])
        else { return [] }
        return slip.meant
    }

    /// The numbers that may be meant, and where it ends. A comma may be the decimal one, as in 1,5 and 1.000,5, or
    /// stand before thousands, of which each group has three digits, as in 1,000 and 1,000.5.
    private static func slip(
        _ bytes: [UInt8], from start: Int, behindComma rest: Int
    ) -> (meant: [String], end: Int)? {
        let whole = bytes[start...].prefix { $0.isDigit || $0 == UInt8(ascii: "-") || $0 == .point }
        guard whole.contains(where: { $0.isDigit }), !whole.dropFirst().contains(UInt8(ascii: "-")),
            bytes[whole.endIndex...].first == .comma
        else { return nil }
        var groups = [bytes[rest...].prefix { $0.isDigit }]
        while let last = groups.last, bytes[last.endIndex...].first == .comma {
            let group = bytes[(last.endIndex + 1)...].prefix { $0.isDigit }
            if group.isEmpty { break }
            groups.append(group)
        }
        guard !groups[0].isEmpty else { return nil }
        func text(_ parts: [ArraySlice<UInt8>]) -> String { String(decoding: parts.joined(), as: UTF8.self) }
        let end = groups[groups.count - 1].endIndex
        let parts = whole.split(separator: .point, omittingEmptySubsequences: false)
        if parts.count > 1 {
            guard groups.count == 1, areThousands(Array(parts)) else { return nil }
            return ([text(Array(parts)) + "." + text(groups)], end)
        }
        let isGrouped = areThousands([whole] + groups)
        if isGrouped, bytes[end...].first == .point {
            let decimals = bytes[(end + 1)...].prefix { $0.isDigit }
            return decimals.isEmpty ? nil : ([text([whole] + groups) + "." + text([decimals])], decimals.endIndex)
        }
        let decimal = groups.count == 1 ? [text([whole]) + "." + text(groups)] : []
        return (decimal + (isGrouped ? [text([whole] + groups)] : []), end)
    }

    /// Whether parts are those of a number whose thousands are set apart.
    private static func areThousands(_ parts: [ArraySlice<UInt8>]) -> Bool {
        let head = parts[0].drop { !$0.isDigit }
        return 1...3 ~= head.count && head.first != UInt8(ascii: "0")
            && parts.dropFirst().allSatisfy { $0.count == 3 && $0.allSatisfy { $0.isDigit } }
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

    private static func isBlank(_ byte: UInt8) -> Bool { byte == .space || byte == .tab }

    /// Whether a value ends before a byte, as before a comma, a bracket or the end of the line.
    private static func endsValue(_ byte: UInt8) -> Bool { ",]}\n\r".utf8.contains(byte) }
}
