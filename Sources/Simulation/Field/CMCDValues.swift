/// The keys and values of Common Media Client Data, version 1 (CTA-5004) or 2 (CTA-5004-B), of one request or report.
///
/// They stand in the query of a URL (`CMCD=…`, percent-encoded), in headers (`CMCD-Object`, `CMCD-Request`,
/// `CMCD-Session`, `CMCD-Status`), in reports of version 2, or in JSON. As text they are a list with commas:
/// `br=3200,bs,ot=v,sid="6e2f"`. A key alone is true. Version 2 makes lists of some, with the type of object behind
/// each: `bl=(5200;v 4100;a)`.
struct CMCDValues {
    private(set) var values: [(key: String, value: String)] = []

    /// The keys that say that an object of JSON is CMCD: some of them mean something else by themselves.
    static let marks = ["sid", "cid", "br", "bl", "mtp", "ot", "sf", "st", "nor", "rtp", "sta", "msd", "bsd", "ttfb"]
    /// All keys of both versions that a list may have; without any of them it is no CMCD.
    private static let keys =
        marks + [
            "bs", "d", "dl", "lb", "tb", "pb", "tbl", "nrr", "pr", "su", "v", "bsa", "bsda", "ttfbb", "ttlb", "ts",
            "e",
            "rc", "url", "ltc", "pt", "sn", "cdn", "h", "bg", "ec", "df", "cs", "nr", "smrt", "ab", "lab", "tab",
        ]
    private static let headers = ["cmcd-object", "cmcd-request", "cmcd-session", "cmcd-status"]
    /// More keys than there are, by far.
    private static let mostKeys = 200

    /// The values in a text with commas; nil where there are none. Some servers encode once more what they write, so
    /// where there is no key, or where one has a percent sign, the text is decoded.
    init?(list: String) {
        let values = CMCDValues(fields: list)
        let isEncoded = !values.hasKey || values.values.contains { $0.key.utf8.contains(UInt8(ascii: "%")) }
        self = isEncoded ? CMCDValues(fields: Self.decoded(Array(list.utf8)[...])) : values
        guard hasKey else { return nil }
    }

    private init() {}

    private var hasKey: Bool { values.contains { value in Self.keys.contains { $0 == value.key } } }

    private init(fields list: String) {
        var field: [UInt8] = []
        var isQuoted = false
        var isEscaped = false
        for byte in Array(list.utf8) + [UInt8(ascii: ",")] {
            if byte == UInt8(ascii: ","), !isQuoted {
                add(String(decoding: field, as: UTF8.self))
                field = []
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            field.append(byte)
        }
    }

    /// The values of a line that is a list and nothing else, as the reports of version 2 are sent; nil where it is no
    /// such line. Two of the keys that hardly mean anything else must have values.
    init?(report line: String) {
        self.init(fields: line)
        let known = values.count { value in value.value != "true" && Self.marks.contains { $0 == value.key } }
        guard known >= 2 else { return nil }
    }

    /// The values of a line without JSON: in a URL, or else as a report. A line with those of a referrer is none.
    init?(line: String) {
        if let values = CMCDValues(url: line) {
            self = values
            return
        }
        let bytes = Array(line.utf8)
        if Self.beginnings(in: bytes).contains(where: { $0.isOfReferrer }) { return nil }
        self.init(report: line)
    }

    /// The header of HTTP that a name means, in small letters; nil where it is none. Of names of members and columns
    /// only the end is, as in `http_cmcd_object` and `cs(CMCD-Object)`.
    static func header(named name: String) -> String? {
        let bytes = name.utf8.last == UInt8(ascii: ")") ? name.utf8.dropLast() : name.utf8[...]
        return headers.first { header in
            bytes.count >= header.utf8.count
                && zip(bytes.suffix(header.utf8.count), header.utf8).allSatisfy { own, wanted in
                    // Of an ASCII letter the bit for 32 says whether it is a small one.
                    own | 32 == wanted || (wanted == UInt8(ascii: "-") && "_.".utf8.contains(own))
                }
        }
    }

    /// The name and the list of a line that is one of the headers; nil where it is none.
    static func header(_ line: String) -> (name: String, list: String)? {
        let bytes = Array(line.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        guard let name = header(named: trimmed(Substring(String(decoding: bytes[..<colon], as: UTF8.self)))) else {
            return nil
        }
        let list = bytes[(colon + 1)...].filter { $0 != .carriageReturn }
        return (name, String(decoding: list, as: UTF8.self))
    }

    /// The values in the query of a URL, of a field that has the query alone, or of a line in which one of them stands;
    /// nil where there are none.
    init?(url: String) {
        let bytes = Array(url.utf8)
        guard let own = Self.beginnings(in: bytes).first(where: { !$0.isOfReferrer }) else { return nil }
        self.init(list: Self.decoded(Self.value(bytes[own.place...])))
    }

    /// Where parameters of that name have their values, and whether each is of an address from which something was
    /// asked for: a whole one, in a line of the common log format behind the request that it quotes. O(n).
    private static func beginnings(in bytes: [UInt8]) -> [(place: Int, isOfReferrer: Bool)] {
        let mark = Array("cmcd=".utf8)
        var found: [(place: Int, isOfReferrer: Bool)] = []
        // Whether the field has been a whole address so far; where that begins which the next quotation mark ends; and
        // whether anything that one has ended is a request.
        var (isAddress, quoted, isBehindRequest) = (false, 0, false)
        for (place, byte) in bytes.enumerated() {
            // Some write the name in small letters. Of an ASCII letter the bit for 32 says which it is.
            if place == 0 || "?& \"\t".utf8.contains(bytes[place - 1]), place + mark.count <= bytes.count,
                zip(bytes[place...], mark).allSatisfy({ $0 | ($1 & 32) == $1 })
            {
                found.append((place + mark.count, isAddress && isBehindRequest))
            }
            switch byte {
            case UInt8(ascii: "\""):
                isBehindRequest = isBehindRequest || ServerLog.isRequest(bytes[quoted..<place])
                (isAddress, quoted) = (false, place + 1)
            case UInt8(ascii: " "), UInt8(ascii: "\t"): isAddress = false
            case UInt8(ascii: "/"): isAddress = isAddress || bytes[..<place].suffix(2).elementsEqual(":/".utf8)
            default: break
            }
        }
        return found
    }

    /// The value of a parameter, as far as it goes. A quotation mark ends the field of a line in which a URL stands;
    /// one behind `=`, that not everybody encodes, begins a string. Servers write it as `\x22` or `\"` too.
    private static func value(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let (quote, ends) = (UInt8(ascii: "\""), "&# \t".utf8)
        var (text, isQuoted, place) = (ArraySlice<UInt8>(), false, rest.startIndex)
        while place < rest.endIndex {
            var (byte, length) = (rest[place], 1)
            if byte == UInt8(ascii: "\\") {
                let escape = ["\"", "x22"].first { rest[(place + 1)...].starts(with: $0.utf8) }
                if let escape { (byte, length) = (quote, 1 + escape.utf8.count) }
            }
            if ends.contains(byte) { break }
            if byte == quote {
                // One that nothing closes is no string.
                func isClosed() -> Bool { rest[(place + 1)...].first { $0 == quote || ends.contains($0) } == quote }
                guard isQuoted || length > 1 || (text.last == UInt8(ascii: "=") && isClosed()) else { break }
                isQuoted.toggle()
            }
            text.append(byte)
            place += length
        }
        return text
    }

    /// The values in a request of a HAR: in its URL, or in its headers; nil where there are none.
    init?(harRequest request: JSONNode?) {
        if let url = request?.member("url")?.string, let values = CMCDValues(url: url) {
            self = values
            return
        }
        let fields = (request?.member("headers")?.elements ?? []).compactMap { header -> String? in
            guard let name = header.member("name")?.string, Self.header(named: name) != nil else { return nil }
            return header.member("value")?.string
        }
        self.init(headers: fields)
    }

    /// The values in the lists of headers; nil where there are none. Each is encoded or not by itself: `bs` alone looks
    /// the same in either case.
    private init?(headers lists: [String]) {
        values = Array(lists.lazy.flatMap { CMCDValues(list: $0)?.values ?? [] }.prefix(Self.mostKeys))
        if values.isEmpty { return nil }
    }

    /// The values in an object: those of its member `cmcd`; or of members that are headers, and in the query of a URL
    /// of the request, or else its own members; nil where it has none. Of several with one key the first counts.
    init?(object node: JSONNode) {
        for name in ["cmcd", "CMCD"] {
            if let text = node.member(name)?.string {
                self.init(list: text)
                return
            }
            if let inner = node.member(name), case .object = inner.value {
                self.init(members: inner.members)
                return
            }
        }
        let lists = node.members.compactMap { Self.header(named: $0.name) == nil ? nil : $0.value.string }
        var all = CMCDValues(headers: lists) ?? CMCDValues()
        let url = node.requestMembers.lazy.compactMap { $0.value.string.flatMap { CMCDValues(url: $0) } }.first
        let isMarked = node.members.contains { member in Self.marks.contains { $0 == member.name } }
        if let url { all.take(url) } else if isMarked, let own = CMCDValues(members: node.members) { all.take(own) }
        if all.values.isEmpty { return nil }
        self = all
    }

    private mutating func take(_ other: CMCDValues) {
        for value in other.values where !values.contains(where: { $0.key == value.key }) { values.append(value) }
    }

    private init?(members: [JSONMember]) {
        for member in members.prefix(Self.mostKeys) {
            if let text = Self.text(of: member.value) { values.append((member.name, text)) }
        }
        if values.isEmpty { return nil }
    }

    /// A value as it stands in a list: an array is a list in brackets, `(5200;v 4100;a)`, and an object with `value`
    /// and `params` an item of it with what stands behind.
    private static func text(of node: JSONNode) -> String? {
        switch node.value {
        case .bool(let flag): return flag ? "true" : nil
        case .number(let number): return number.text
        case .hugeNumber(let text), .string(let text): return text
        case .null: return nil
        case .array(let items): return "(\(items.compactMap(text).joined(separator: " ")))"
        case .object(let members):
            if let own = node.member("value").flatMap(text) {
                return (node.member("params")?.members ?? []).reduce(own) { "\($0);\($1.name)" }
            }
            // Values by the type of object.
            let items = members.compactMap { member in text(of: member.value).map { "\($0);\(member.name)" } }
            return "(\(items.joined(separator: " ")))"
        }
    }

    private mutating func add(_ field: String) {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let key = parts.first.map({ Self.trimmed($0) }), !key.isEmpty, values.count < Self.mostKeys else {
            return
        }
        values.append((key, parts.count > 1 ? Self.trimmed(parts[1]) : "true"))
    }

    private static func trimmed(_ text: Substring) -> String {
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, first == .space || first == UInt8(ascii: "\"") { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == .space || last == UInt8(ascii: "\"") { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Percent-encoding undone; what is none of it stays.
    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] * 16 + digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Values

    func text(_ key: String) -> String? { values.last { $0.key == key }?.value }

    /// `bs`: whether the buffer has run dry.
    var hasStarved: Bool { text("bs")?.looseFlag ?? false }

    /// A number that is not negative, in units of 10^-places. Of a list the one of the type of object, or else the
    /// first; of lengths of stalls their sum, where they have no types.
    func number(_ key: String, places: Int32 = 0) -> Int64? {
        guard let text = text(key) else { return nil }
        guard text.hasPrefix("(") else { return Self.number(Substring(text), places) }
        let items = text.dropFirst().prefix { $0 != ")" }.split(separator: " ").map { $0.split(separator: ";") }
        if key == "bsd", items.count > 1, items.allSatisfy({ $0.count == 1 }) {
            return Self.sum(items.joined(), places)
        }
        let type = self.text("ot")
        let item = items.first { item in item.dropFirst().contains { String($0) == type } } ?? items.first
        return item?.first.flatMap { Self.number($0, places) }
    }

    /// The keys that are taken here with values that they cannot have, in the order in which they stand, and the words
    /// for what such a value is not. Those for what is not known are none of these.
    var wrongValues: [(key: String, words: String, value: String)] {
        values.compactMap { key, value in
            guard let words = words(forWrong: key, value) else { return nil }
            let isUnknown = LooseNumber.read(value, places: 0) == .unknown
            return isUnknown && !value.isEmpty && !LooseNumber.isNonFinite(value) ? nil : (key, words, value)
        }
    }

    /// The keys with numbers that are taken here.
    private static let numbers = ["br", "bl", "d", "mtp", "bsa", "bsd", "bsda", "msd", "ttfb", "ttlb", "rc"]
    /// The keys with one of a few words: types of objects (CTA-5004), and states of players (CTA-5004-B).
    private static let tokens = [
        (key: "ot", known: ["m", "a", "v", "av", "i", "c", "tt", "k", "o"]),
        (key: "sta", known: ["s", "p", "k", "r", "a", "w", "e", "f", "q", "d"]),
    ]

    private func words(forWrong key: String, _ value: String) -> String? {
        if Self.numbers.contains(where: { $0 == key }) { return number(key) == nil ? "no number from 0 on" : nil }
        if key == "bs" { return value.looseFlag == nil ? "neither true nor false" : nil }
        guard let token = Self.tokens.first(where: { $0.key == key }), !token.known.contains(where: { $0 == value })
        else { return nil }
        return "none of " + token.known.joined(separator: ", ")
    }

    /// The sum of numbers; nil where one of them is none.
    private static func sum(_ texts: some Sequence<Substring>, _ places: Int32) -> Int64? {
        var sum: Int64 = 0
        for text in texts {
            guard let number = number(text, places) else { return nil }
            sum = sum.addingClamped(number)
        }
        return sum
    }

    private static func number(_ text: Substring, _ places: Int32) -> Int64? {
        guard let number = LooseNumber.read(String(text), places: places).value, number >= 0 else { return nil }
        return number
    }
}
