/// Reads JSON to the letter of RFC 8259, in time linear in the bytes except for the sorting of names.
package enum JSONReader {
    /// Reads one text; `source` is what its places will say, and `line` the line on which it begins.
    ///
    /// Of a log (`ofLog`), which nobody writes by hand, is taken too: the words that programs write for numbers that
    /// are none, which JSON does not have (RFC 8259, section 6): `NaN` and `Infinity` as in JSON5, `nan` and `inf` as
    /// `printf` writes them, each with a minus or without. Such a number is a `hugeNumber`. And halves of characters,
    /// which JSON does have (section 8.2).
    package static func read(
        _ bytes: [UInt8], source: Int32, limits: JSONLimits = JSONLimits(), ofLog: Bool = false, line: Int32 = 1
    ) throws(JSONError) -> JSONDocument {
        var parser = Parser(bytes: bytes, source: source, limits: limits, ofLog: ofLog, line: line)
        let root = try parser.document()
        parser.duplicates.sort { $0.place < $1.place }
        return JSONDocument(root: root, duplicates: parser.duplicates, halves: parser.halves)
    }

    /// Reads texts that stand one behind the other, to the end or to the first that is no JSON.
    package static func readSequence(
        _ bytes: [UInt8], source: Int32, limits: JSONLimits, ofLog: Bool
    ) -> JSONSequence {
        var parser = Parser(bytes: bytes, source: source, limits: limits, ofLog: ofLog, line: 1)
        return parser.sequence()
    }
}

/// A recursive descent: each function reads what its name says, starting at its first byte.
private struct Parser {
    let bytes: [UInt8]
    let source: Int32
    let limits: JSONLimits
    let ofLog: Bool
    var line: Int32
    var offset = 0
    /// Where the line starts, plus the continuation bytes passed since, because columns count scalars.
    var lineStart = 0
    var nodes = 0
    var openings: [(place: Place, closing: Unicode.Scalar)] = []
    var duplicates: [JSONDocument.Duplicate] = []
    var halves: HalfCharacters?

    /// Mutating, as `next` is, because a call that is not copies the parser first, where nothing is optimized.
    var here: Place {
        mutating get { Place(source: source, line: line, column: Int32(offset - lineStart + 1)) }
    }

    /// The next byte, or nil at the end; the grammar is all ASCII, so a byte beyond it matches nothing.
    var next: Unicode.Scalar? {
        mutating get { offset < bytes.count ? Unicode.Scalar(bytes[offset]) : nil }
    }

    mutating func document() throws(JSONError) -> JSONNode {
        guard bytes.count <= limits.maxBytes else { throw error(.tooManyBytes(limit: limits.maxBytes)) }
        if let form = TextForm(bytes) { throw error(.form(form)) }
        if TextForm.markLength(bytes) > 0 { throw error(.byteOrderMark) }
        try skipSpace()
        let root = try value()
        try skipSpace()
        guard next == nil else { throw fault(.textAfterValue) }
        return root
    }

    mutating func sequence() -> JSONSequence {
        var found = JSONSequence()
        do throws(JSONError) {
            try skipSpace()
            while next != nil {
                found.rest = (offset, here)
                found.values.append(try value())
                found.rest = nil
                try skipSpace()
            }
        } catch {
            found.rest = found.rest ?? (offset, here)
            found.fault = error
        }
        found.halves = halves
        return found
    }

    mutating func value() throws(JSONError) -> JSONNode {
        let place = here
        nodes += 1
        guard nodes <= limits.maxNodes else { throw error(.tooManyNodes(limit: limits.maxNodes)) }
        let value: JSONNode.Value =
            switch next {
            case "{"?: .object(try members())
            case "["?: .array(try items())
            case "\""?: .string(try string())
            case "-"?, ("0"..."9")?: try number()
            case "+"?: throw error(.plusSign)
            case "."?: throw error(.missingDigitBeforePoint)
            default: try literal()
            }
        return JSONNode(value: value, place: place)
    }

    mutating func literal() throws(JSONError) -> JSONNode.Value {
        let word = wordAhead()
        let value: JSONNode.Value =
            switch word {
            case "true": .bool(true)
            case "false": .bool(false)
            case "null": .null
            case "": throw fault(.missingValue)
            default:
                if ofLog, LooseNumber.isNonFinite(word) {
                    .hugeNumber(word)
                } else {
                    throw error(.unknownWord(word))
                }
            }
        offset += word.utf8.count
        return value
    }

    mutating func items() throws(JSONError) -> [JSONNode] {
        var items: [JSONNode] = []
        try open(closing: "]")
        while try moveToMember(isFirst: items.isEmpty) { items.append(try value()) }
        return items
    }

    mutating func members() throws(JSONError) -> [JSONMember] {
        var members: [JSONMember] = []
        try open(closing: "}")
        while try moveToMember(isFirst: members.isEmpty) {
            let namePlace = here
            guard next == "\"" else {
                let word = wordAhead()
                if word.isEmpty { throw fault(.missingName) }
                throw comma(behind: members.last?.value) ?? error(.unquotedName(word))
            }
            let name = try string()
            let nameEnd = here
            try skipSpace()
            guard skip(":") else { throw fault(.missingColon, at: nameEnd) }
            try skipSpace()
            members.append(JSONMember(name: name, namePlace: namePlace, value: try value()))
        }
        noteDuplicates(in: members)
        return members
    }

    /// The error of a number with a comma in it, whose digits behind the comma would be the name of the next member;
    /// nil where there is none.
    mutating func comma(behind value: JSONNode?) -> JSONError? {
        guard let value, case .number = value.value, value.place.line == line else { return nil }
        // From a number to its comma there is nothing but ASCII, so that columns count bytes.
        let start = lineStart + Int(value.place.column) - 1
        let meant = NumberSlip.numbers(bytes, from: start, behindComma: offset)
        return meant.isEmpty ? nil : error(.comma(meant: meant), at: value.place)
    }

    /// Sorts the names, so that a large object costs n log n comparisons whatever its names are.
    mutating func noteDuplicates(in members: [JSONMember]) {
        guard members.count > 1 else { return }
        let order = members.indices.sorted { left, right in
            let (a, b) = (members[left].name.utf8, members[right].name.utf8)
            if a.count != b.count { return a.count < b.count }
            return a.elementsEqual(b) ? left < right : a.lexicographicallyPrecedes(b)
        }
        var first = members[order[0]]
        for index in order.dropFirst() {
            let member = members[index]
            if member.name.isSpelt(first.name) {
                duplicates.append(.init(name: member.name, place: member.namePlace, firstPlace: first.namePlace))
            } else {
                first = member
            }
        }
    }

    mutating func open(closing: Unicode.Scalar) throws(JSONError) {
        guard openings.count < limits.maxDepth else { throw error(.tooDeep(limit: limits.maxDepth)) }
        openings.append((here, closing))
        offset += 1
    }

    /// Moves to the next member of the innermost brackets; false when there is none, and then past the closing one.
    mutating func moveToMember(isFirst: Bool) throws(JSONError) -> Bool {
        let memberEnd = here
        try skipSpace()
        if let opening = openings.last, next == "]" || next == "}" {
            guard skip(opening.closing) else {
                throw error(.wrongBracket(expected: opening.closing, opened: opening.place))
            }
            openings.removeLast()
            return false
        }
        if isFirst { return true }
        let comma = here
        guard skip(",") else { throw fault(.missingComma, at: memberEnd) }
        try skipSpace()
        if next == "]" || next == "}" { throw error(.trailingComma, at: comma) }
        return true
    }

    mutating func number() throws(JSONError) -> JSONNode.Value {
        let start = offset
        let place = here
        let isNegative = skip("-")
        if ofLog, isNegative, LooseNumber.isNonFinite(wordAhead()) {
            let word = wordAhead()
            offset += word.utf8.count
            return .hugeNumber("-" + word)
        }
        if isNegative, next == "I" || next == "N" { throw error(.unknownWord("-" + wordAhead()), at: place) }
        let whole = try digits(after: "-")
        guard whole.count == 1 || whole.first != UInt8(ascii: "0") else { throw error(.leadingZero, at: place) }
        let fraction = skip(".") ? try digits(after: ".") : []
        var exponent: Int64 = 0
        if skip("e") || skip("E") {
            let isExponentNegative = skip("-")
            if !isExponentNegative { _ = skip("+") }
            for digit in try digits(after: "e") {
                // The bound is beyond what the digits of any text can make up for.
                exponent = min(exponent * 10 + Int64(digit - UInt8(ascii: "0")), 1 << 40)
            }
            if isExponentNegative { exponent = -exponent }
        }
        let suffix = wordAhead()
        guard suffix.isEmpty else {
            throw error(
                .numberSuffix(suffix, of: NumberSlip.text(bytes, from: start, to: offset + suffix.utf8.count)))
        }
        if let decimal = Decimal(isNegative: isNegative, whole: whole, fraction: fraction, exponent: exponent) {
            return .number(decimal)
        }
        let most = ofLog && fraction.endIndex == offset ? 39 : 40
        return .hugeNumber(String(decoding: bytes[start..<min(offset, start + most)], as: UTF8.self))
    }

    mutating func digits(after sign: Unicode.Scalar) throws(JSONError) -> ArraySlice<UInt8> {
        let start = offset
        while let digit = next, digit >= "0", digit <= "9" { offset += 1 }
        guard offset > start else { throw error(.missingDigit(after: sign)) }
        return bytes[start..<offset]
    }

    mutating func string() throws(JSONError) -> String {
        let opening = here
        var text: [UInt8] = []
        offset += 1
        while true {
            takePlain(into: &text)
            guard let character = next else { break }
            switch character {
            case "\"":
                offset += 1
                return String(decoding: text, as: UTF8.self)
            case "\\": try escape(into: &text)
            case "\n", "\r": throw error(.unterminatedString, at: opening)
            case ..<" ": throw error(.controlCharacter(character))
            default:
                guard let scalar = scalar(at: offset) else { throw error(.invalidUTF8) }
                text.append(contentsOf: scalar.utf8)
                offset += scalar.utf8.count
                lineStart += scalar.utf8.count - 1
            }
        }
        throw error(.unterminatedString, at: opening)
    }

    /// Takes the bytes that stand for themselves, as nearly all do: ASCII, but for controls, quotes and backslashes.
    mutating func takePlain(into text: inout [UInt8]) {
        var end = offset
        while end < bytes.count, bytes[end] &- 0x20 < 0x60, bytes[end] != 0x22, bytes[end] != 0x5C { end += 1 }
        text += bytes[offset..<end]
        offset = end
    }

    mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let place = here
        offset += 1
        switch next {
        case "\""?, "\\"?, "/"?: text.append(bytes[offset])
        case "b"?: text.append(0x08)
        case "f"?: text.append(0x0C)
        case "n"?: text.append(0x0A)
        case "r"?: text.append(0x0D)
        case "t"?: text.append(0x09)
        case "u"?: return text.append(contentsOf: try unicodeEscape(at: place).utf8)
        case nil: return  // The string ends without a quote, and says so.
        default:
            guard let scalar = scalar(at: offset) else { throw error(.invalidUTF8) }
            throw error(.unknownEscape(scalar), at: place)
        }
        offset += 1
    }

    /// Reads from the u on; a character beyond U+FFFF is two escapes, a high and a low surrogate.
    mutating func unicodeEscape(at place: Place) throws(JSONError) -> Unicode.Scalar {
        let high = try codeUnit(at: place)
        if let scalar = Unicode.Scalar(high) { return scalar }
        let (lowPlace, lowOffset) = (here, offset)
        if high < 0xDC00, skip("\\"), next == "u" {
            let low = try codeUnit(at: lowPlace)
            if 0xDC00...0xDFFF ~= low {
                let offsets = (UInt32(high) - 0xD800, UInt32(low) - 0xDC00)
                return Unicode.Scalar(0x10000 + offsets.0 << 10 + offsets.1)!
            }
        }
        guard ofLog else { throw error(.loneSurrogate(high), at: place) }
        offset = lowOffset
        halves = halves.map { $0.withOneMore } ?? HalfCharacters(unit: high, place: place)
        return "\u{FFFD}"
    }

    mutating func codeUnit(at place: Place) throws(JSONError) -> UInt16 {
        offset += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let next, let digit = Character(next).hexDigitValue else {
                throw error(.badUnicodeEscape, at: place)
            }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }

    mutating func skipSpace() throws(JSONError) {
        while true {
            while offset < bytes.count, bytes[offset] == 0x20 { offset += 1 }
            guard let character = next else { return }
            switch character {
            case "\t": offset += 1
            case "\n", "\r":
                offset += 1
                if character == "\r" { _ = skip("\n") }
                line += 1
                lineStart = offset
            case "#": throw error(.comment)
            case "/" where scalar(at: offset + 1) == "/" || scalar(at: offset + 1) == "*": throw error(.comment)
            default:
                return
            }
        }
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == character else { return false }
        offset += 1
        return true
    }

    /// The word here, cut to 40 bytes; empty when there is none.
    func wordAhead() -> String {
        var end = offset
        while end - offset < 40, let scalar = scalar(at: end), isWordPart(scalar) { end += scalar.utf8.count }
        return String(decoding: bytes[offset..<end], as: UTF8.self)
    }

    func isWordPart(_ character: Unicode.Scalar) -> Bool {
        switch character {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", ".", "-", "+": true
        case "\u{C0}"..<"\u{2000}": true  // The letters of most alphabets; punctuation comes next.
        default: false
        }
    }

    /// The character at an offset, or nil at the end and where the bytes are not UTF-8.
    func scalar(at offset: Int) -> Unicode.Scalar? {
        var rest = bytes[offset...].makeIterator()
        var parser = UTF8.ForwardParser()
        guard case .valid(let encoded) = parser.parseScalar(from: &rest) else { return nil }
        return UTF8.decode(encoded)
    }

    /// The error for a character that does not belong here: what is missing before it, unless it is wrong anywhere.
    mutating func fault(_ missing: JSONError.Kind, at place: Place? = nil) -> JSONError {
        guard next != nil else {
            guard let opening = openings.last else { return error(.empty) }
            return error(.unclosed(opening.closing), at: opening.place)
        }
        guard let character = scalar(at: offset) else { return error(.invalidUTF8) }
        switch character {
        case "'": return error(.singleQuote)
        case "\u{2018}"..."\u{201F}": return error(.curlyQuote)
        case " "..."~": return error(missing, at: place)
        default: return error(.unexpectedCharacter(character))
        }
    }

    mutating func error(_ kind: JSONError.Kind, at place: Place? = nil) -> JSONError {
        let here = here
        return JSONError(kind: kind, place: place ?? here)
    }
}

extension Decimal {
    /// The number that a text is, by the grammar of JSON; nil of any other.
    init?(json bytes: [UInt8]) {
        guard case .number(let number)? = JSONNode(json: bytes)?.value else { return nil }
        self = number
    }

    init?(_ word: String) { self.init(json: Array(word.utf8)) }
}
