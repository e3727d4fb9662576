import PlayerModel

/// Reads a property list in XML: the elements that property lists have, and nothing else of XML.
struct XMLPropertyListReader {
    private let bytes: [UInt8]
    private var at = 0
    private var nodes = 0

    private struct Tag {
        var name: String
        var isClosing: Bool
        /// Whether the tag opens and closes in one: `<true/>`.
        var isEmpty: Bool
        var start: Int
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(PropertyListError) -> PropertyList {
        at = TextForm.markLength(bytes)
        let start = at
        skipSpace()
        guard at < bytes.count else { throw error(.empty, start) }
        guard bytes[at] == UInt8(ascii: "<") else { throw PropertyListError(kind: .unknownFormat) }
        try skipBetween()
        let root = try tag()
        guard root.name == "plist", !root.isClosing else { throw error(.wrongElement(root.name), root.start) }
        guard !root.isEmpty else { throw error(.empty, root.start) }
        let value = try value(tag(), depth: 1)
        try close("plist")
        try skipBetween()
        guard at == bytes.count else { throw error(.textAfterList, at) }
        return value
    }

    // MARK: Values

    private mutating func value(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyList {
        nodes += 1
        if let kind = PropertyList.Limits.passed(by: nodes, depth: depth) { throw error(kind, tag.start) }
        guard !tag.isClosing else { throw error(.wrongElement("/" + tag.name), tag.start) }
        switch tag.name {
        case "dict": return .dictionary(try members(of: tag, depth))
        case "array":
            try passElements(of: tag, depth)
            return .array
        case "string": return .string(try text(of: tag))
        case "integer", "real": return try number(tag)
        case "true", "false":
            guard try text(of: tag).utf8.allSatisfy(Self.isSpace) else { throw error(.textOutside, tag.start) }
            return .flag(tag.name == "true")
        case "data", "date":
            _ = try text(of: tag)
            return tag.name == "data" ? .data : .date
        default: throw error(.wrongElement(tag.name), tag.start)
        }
    }

    private mutating func members(of tag: Tag, _ depth: Int) throws(PropertyListError) -> [PropertyList.Member] {
        var members: [PropertyList.Member] = []
        guard !tag.isEmpty else { return members }
        while true {
            let keyTag = try self.tag()
            if keyTag.isClosing {
                guard keyTag.name == "dict" else { throw error(.wrongEnd(wanted: "dict"), keyTag.start) }
                return members
            }
            guard keyTag.name == "key" else { throw error(.missingKey, keyTag.start) }
            let key = try text(of: keyTag)
            guard !members.contains(where: { $0.key == key }) else { throw error(.doubledKey(key), keyTag.start) }
            let next = try self.tag()
            guard !next.isClosing, next.name != "key" else { throw error(.missingValue(key), keyTag.start) }
            members.append(PropertyList.Member(key: key, value: try value(next, depth: depth + 1)))
        }
    }

    /// Passes over the contents of a list, which are not used here but must be well-formed.
    private mutating func passElements(of tag: Tag, _ depth: Int) throws(PropertyListError) {
        guard !tag.isEmpty else { return }
        while true {
            let next = try self.tag()
            if next.isClosing {
                guard next.name == "array" else { throw error(.wrongEnd(wanted: "array"), next.start) }
                return
            }
            _ = try value(next, depth: depth + 1)
        }
    }

    private mutating func number(_ tag: Tag) throws(PropertyListError) -> PropertyList {
        let text = try text(of: tag)
        let trimmed = Array(text.utf8).drop(while: Self.isSpace)
        let end = trimmed.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? trimmed.startIndex
        if let number = Self.number(trimmed[trimmed.startIndex..<end]) { return number }
        throw error(.noNumber(text), tag.start)
    }

    /// A decimal number, with or without sign, point and power of ten; nil for anything else.
    static func number(_ text: ArraySlice<UInt8>) -> PropertyList? {
        var rest = text
        var isNegative = false
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        let whole = rest.prefix { $0.isDigit }
        rest = rest.dropFirst(whole.count)
        var fraction: ArraySlice<UInt8> = []
        if rest.first == .point {
            fraction = rest.dropFirst().prefix { $0.isDigit }
            rest = rest.dropFirst(1 + fraction.count)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        var exponent: Int64 = 0
        if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
            guard let value = Int64(String(decoding: rest.dropFirst(), as: UTF8.self)) else { return nil }
            exponent = min(max(value, -1000), 1000)
            rest = []
        }
        guard rest.isEmpty else { return nil }
        // What follows 18 digits is the noise of a binary fraction, and would not fit.
        let zeros = (whole + fraction).prefix { $0 == UInt8(ascii: "0") }.count
        let digits = fraction.prefix(max(0, zeros + 18 - whole.count))
        guard let decimal = Decimal(isNegative: isNegative, whole: whole, fraction: digits, exponent: exponent) else {
            return exponent <= -100 ? .number(millionths: 0) : .hugeNumber
        }
        return decimal.rounded(by: 6).map { .number(millionths: $0) } ?? .hugeNumber
    }

    // MARK: Tags and text

    /// The next tag; only white space and comments may stand before it.
    private mutating func tag() throws(PropertyListError) -> Tag {
        try skipBetween()
        let start = at
        guard at < bytes.count else { throw error(.cutShort, at) }
        guard bytes[at] == UInt8(ascii: "<") else { throw error(.textOutside, at) }
        at += 1
        var tag = Tag(name: "", isClosing: false, isEmpty: false, start: start)
        if at < bytes.count, bytes[at] == UInt8(ascii: "/") {
            tag.isClosing = true
            at += 1
        }
        let name = bytes[at...].prefix { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        tag.name = String(decoding: name.prefix(100), as: UTF8.self)
        at += name.count
        try skipAttributes()
        tag.isEmpty = bytes[at - 1] == UInt8(ascii: "/") && !tag.isClosing
        at += 1
        return tag
    }

    /// Skips to the `>` of a tag. One in quotes does not end it.
    private mutating func skipAttributes() throws(PropertyListError) {
        var quote: UInt8?
        while at < bytes.count, quote != nil || bytes[at] != UInt8(ascii: ">") {
            let byte = bytes[at]
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            at += 1
        }
        guard at < bytes.count else { throw error(.cutShort, at) }
    }

    private mutating func close(_ name: String) throws(PropertyListError) {
        let tag = try tag()
        guard tag.isClosing, tag.name == name else { throw error(.wrongEnd(wanted: name), tag.start) }
    }

    private mutating func text(of tag: Tag) throws(PropertyListError) -> String {
        var text: [UInt8] = []
        guard !tag.isEmpty else { return "" }
        while at < bytes.count {
            if skip("<![CDATA[") {
                let start = at
                try skipTo("]]>")
                text += bytes[start..<at - 3]
            } else if skip("<!--") {
                try skipTo("-->")
            } else if bytes[at] == UInt8(ascii: "<") {
                try close(tag.name)
                return String(decoding: text, as: UTF8.self)
            } else if bytes[at] == UInt8(ascii: "&") {
                text += try entity()
            } else {
                text.append(bytes[at])
                at += 1
            }
        }
        throw error(.cutShort, at)
    }

    /// A character that is written by its name or number.
    private mutating func entity() throws(PropertyListError) -> [UInt8] {
        let start = at
        let name = bytes[(at + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
        at += name.count + 2
        guard at <= bytes.count, bytes[at - 1] == UInt8(ascii: ";") else { throw error(.unknownEntity, start) }
        let word = String(decoding: name, as: UTF8.self)
        switch word {
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "amp": return [UInt8(ascii: "&")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default:
            let isHex = word.hasPrefix("#x")
            let number = word.hasPrefix("#") ? UInt32(word.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10) : nil
            guard let scalar = number.flatMap(Unicode.Scalar.init) else { throw error(.unknownEntity, start) }
            return Array(String(Character(scalar)).utf8)
        }
    }

    /// Skips white space, comments, `<?…?>` and `<!DOCTYPE …>`, which stand between elements.
    private mutating func skipBetween() throws(PropertyListError) {
        while true {
            skipSpace()
            if skip("<!--") {
                try skipTo("-->")
            } else if skip("<?") {
                try skipTo("?>")
            } else if skip("<!DOCTYPE") {
                try skipAttributes()
                at += 1
            } else {
                return
            }
        }
    }

    private mutating func skipSpace() { while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 } }

    private mutating func skip(_ word: StaticString) -> Bool {
        let utf8 = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[at...].starts(with: utf8) else { return false }
        at += utf8.count
        return true
    }

    private mutating func skipTo(_ word: StaticString) throws(PropertyListError) {
        while at < bytes.count {
            if skip(word) { return }
            at += 1
        }
        throw error(.cutShort, at)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == .space || (9...13).contains(byte) }

    private func error(_ kind: PropertyListError.Kind, _ offset: Int) -> PropertyListError {
        var (line, column): (Int32, Int32) = (1, 1)
        for byte in bytes[..<min(offset, bytes.count)] {
            if byte == .newline {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return PropertyListError(kind: kind, place: Place(source: 0, line: line, column: column))
    }
}
