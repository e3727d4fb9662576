/// An attribute list: `NAME=value,NAME="value"` (RFC 8216, section 4.2), in the order of the text.
struct PlaylistAttributes: Sendable {
    struct Attribute: Sendable {
        /// As offsets into the bytes; the value without its quotes.
        let name: Range<Int>
        let value: Range<Int>
        let isQuoted: Bool
    }

    let tag: PlaylistTag
    /// The beginning of the tag.
    let start: Int
    private(set) var list: ContiguousArray<Attribute> = []
    /// The first white space between its parts, and the comma that nothing follows; -1 where there is none.
    private(set) var space = -1
    private(set) var trailingComma = -1

    /// Reads a list to the end of its line. White space around names, values and commas is passed over, and so is a
    /// comma at the end.
    init(_ tag: PlaylistTag, _ text: Range<Int>, _ lines: PlaylistLines) throws(PlaylistProblem) {
        self.tag = tag
        start = lines.line.start
        if text.isEmpty { throw lines.problem(.tag(.missingValue(tag)), at: text.lowerBound) }
        var offset = text.lowerBound
        while true {
            skip(&offset, text.upperBound, lines)
            if offset == text.upperBound, !list.isEmpty { break }
            let attribute = try attribute(from: offset, to: text.upperBound, lines)
            guard list.count < PlaylistLimits.mostAttributes else {
                throw lines.problem(.attribute(.tooMany(limit: PlaylistLimits.mostAttributes)), at: offset)
            }
            list.append(attribute)
            offset = attribute.value.upperBound + (attribute.isQuoted ? 1 : 0)
            skip(&offset, text.upperBound, lines)
            if offset == text.upperBound { break }
            guard lines.bytes[offset] == UInt8(ascii: ",") else {
                let name = Self.string(attribute.name, lines)
                throw lines.problem(.attribute(.textAfter(name)), at: offset)
            }
            offset += 1
            if lines.trimmed(offset..<text.upperBound).isEmpty { trailingComma = offset - 1 }
        }
        try checkNames(lines)
    }

    private mutating func skip(_ offset: inout Int, _ end: Int, _ lines: PlaylistLines) {
        while offset < end, lines.bytes[offset] == 0x20 || lines.bytes[offset] == 0x09 {
            if space < 0 { space = offset }
            offset += 1
        }
    }

    /// Reads an attribute. Most players take any name, and look for those that they know (hls.js, attr-list.ts; Shaka,
    /// manifest_text_parser.js): one with other characters is passed over.
    private mutating func attribute(
        from start: Int, to end: Int, _ lines: PlaylistLines
    ) throws(PlaylistProblem) -> Attribute {
        var offset = start
        while offset < end, !Self.endsName(lines.bytes[offset]) { offset += 1 }
        let name = lines.trimmed(start..<offset)
        offset = name.upperBound
        skip(&offset, end, lines)
        guard !name.isEmpty else {
            let isComma = offset < end && lines.bytes[offset] == UInt8(ascii: ",")
            throw lines.problem(.attribute(isComma ? .strayComma : .badName), at: start)
        }
        guard offset < end, lines.bytes[offset] == UInt8(ascii: "=") else {
            if let odd = lines.bytes[name].firstIndex(where: { !Self.isNamePart($0) }) {
                if let list = unquotedList(to: end, lines) { throw list }
                throw lines.problem(.attribute(.badName), at: odd)
            }
            let isOver = offset == end || lines.bytes[offset] == UInt8(ascii: ",")
            throw isOver
                ? lines.problem(.attribute(.missingEquals(Self.string(name, lines))), at: start)
                : lines.problem(.attribute(.badName), at: offset)
        }
        offset += 1
        skip(&offset, end, lines)
        let quote = UInt8(ascii: "\"")
        let isQuoted = offset < end && lines.bytes[offset] == quote
        let value = isQuoted ? offset + 1 : offset
        offset = value
        while offset < end, lines.bytes[offset] != quote, isQuoted || lines.bytes[offset] != UInt8(ascii: ",") {
            offset += 1
        }
        if isQuoted, offset == end {
            throw lines.problem(.attribute(.openQuote(Self.string(name, lines))), at: value - 1)
        }
        if !isQuoted, offset == value {
            throw lines.problem(.attribute(.missingValue(Self.string(name, lines))), at: value)
        }
        // White space within quotes belongs to the value.
        let own = isQuoted ? value..<offset : lines.trimmed(value..<offset)
        return Attribute(name: name, value: own, isQuoted: isQuoted)
    }

    /// The attributes whose values are lists with commas.
    private static let lists = [
        "CODECS", "SUPPLEMENTAL-CODECS", "CHARACTERISTICS", "ALLOWED-CPC", "REQ-VIDEO-LAYOUT",
    ]

    /// The fault of the last attribute, where it is a list without quotes, and what follows is the rest of it; nil of
    /// others.
    private func unquotedList(to end: Int, _ lines: PlaylistLines) -> PlaylistProblem? {
        guard let last = list.last, !last.isQuoted, Self.lists.contains(Self.string(last.name, lines)) else {
            return nil
        }
        let parts = lines.bytes[last.value.lowerBound..<end].split(separator: .comma)
        let value = parts.prefix { !$0.contains(UInt8(ascii: "=")) }.joined(separator: [.comma])
        let name = Self.string(last.name, lines)
        let words = String(decoding: Array(value), as: UTF8.self)
        return lines.problem(.attribute(.wantsQuotes(name, value: words)), at: last.value.lowerBound)
    }

    /// Checks that no name stands twice. Compares every pair: there are few, and most differ in length.
    private func checkNames(_ lines: PlaylistLines) throws(PlaylistProblem) {
        for index in list.indices {
            for earlier in 0..<index where isSame(list[earlier].name, list[index].name, lines.bytes) {
                let name = list[index].name
                throw lines.problem(.attribute(.repeated(Self.string(name, lines))), at: name.lowerBound)
            }
        }
    }

    private func isSame(_ left: Range<Int>, _ right: Range<Int>, _ bytes: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        for step in 0..<left.count where bytes[left.lowerBound + step] != bytes[right.lowerBound + step] {
            return false
        }
        return true
    }

    /// The first name that says that its attribute must be known.
    func requirement(in bytes: [UInt8]) -> Range<Int>? {
        list.first { bytes[$0.name].starts(with: "REQ-".utf8) }?.name
    }

    /// The first name that says that its attribute must be known, and is not (rfc8216bis, 6.3.1).
    func unknownRequirement(in bytes: [UInt8]) -> Range<Int>? {
        list.first { attribute in
            let name = bytes[attribute.name]
            return name.starts(with: "REQ-".utf8)
                && !tag.optionalAttributes.contains { name.elementsEqual($0.utf8) }
        }?.name
    }

    func find(_ name: String, in bytes: [UInt8]) -> Attribute? {
        search: for attribute in list where attribute.name.count == name.utf8.count {
            var offset = attribute.name.lowerBound
            for byte in name.utf8 {
                if bytes[offset] != byte { continue search }
                offset += 1
            }
            return attribute
        }
        return nil
    }

    private static func string(_ range: Range<Int>, _ lines: PlaylistLines) -> String {
        String(decoding: lines.bytes[range], as: UTF8.self)
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "=") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"")
    }

    static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
