import PlayerModel

/// A variable of EXT-X-DEFINE.
package struct PlaylistVariable: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// Reads values out of lines and attribute lists, with variables replaced where the RFC has them: URIs, quoted
/// strings and hexadecimal numbers (rfc8216bis, section 4.3).
struct PlaylistScanner: Sendable {
    var lines: PlaylistLines
    private(set) var text: PlaylistText
    /// The variables that EXT-X-DEFINE has defined so far.
    private(set) var variables: [PlaylistVariable] = []
    private(set) var warnings = PlaylistWarnings()
    /// Of all that has been read, what needs the highest version.
    var need: PlaylistVersionNeed?
    /// The bytes made by substitution, with a fixed cost for each variable, so that empty ones are limited too.
    private var substitutionCost = 0

    init(bytes: [UInt8], source: Int32) {
        lines = PlaylistLines(bytes: bytes, source: source)
        text = PlaylistText(bytes: bytes)
    }

    var bytes: [UInt8] { lines.bytes }

    var linePlace: Place { lines.place(at: lines.line.start) }

    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func place(of attribute: PlaylistAttributes.Attribute) -> Place { lines.place(at: attribute.name.lowerBound) }

    // MARK: Warnings

    /// Notes what can be read all the same.
    mutating func warn(_ fact: PlaylistWarning.Fact, at offset: Int) { warn(fact, lines.place(at: offset)) }

    mutating func warn(_ fact: PlaylistWarning.Fact, _ place: Place) { warnings.note(fact, at: place) }

    /// Takes back a warning of what turns out to be modelled.
    mutating func forget(_ feature: PlaylistWarning.Feature) { warnings.forget(feature) }

    /// White space around a line and tabs in it; a comment may have both.
    mutating func warnOfSpace() {
        if lines.line.tab >= 0 { return warn(.tab, at: lines.line.tab) }
        if lines.line.space >= 0 { warn(.space, at: lines.line.space) }
    }

    /// The value of a tag that has none.
    mutating func warnOfValue(_ value: Range<Int>, of tag: PlaylistTag) {
        let words = "'\(PlaylistWords.cut(string(value)))'"
        warn(.ignored(words, why: "\(tag.name) has no value"), at: value.lowerBound)
    }

    /// A range without white space around it, which does not belong there.
    mutating func trimmed(_ range: Range<Int>) -> Range<Int> {
        let own = lines.trimmed(range)
        guard own != range else { return range }
        let space = own.lowerBound > range.lowerBound ? range.lowerBound : own.upperBound
        if bytes[space] == 0x20 { warn(.space, at: space) }
        return own
    }

    /// Notes a problem that is only a reason to pass over a tag. Says whether it is.
    @discardableResult
    mutating func passOver(_ problem: PlaylistProblem) -> Bool {
        guard case .passedOver(let part, let tag) = problem.kind else { return false }
        warn(.passedOver(part, tag), problem.place)
        return true
    }

    mutating func attributes(_ tag: PlaylistTag, _ text: Range<Int>) throws(PlaylistProblem) -> PlaylistAttributes {
        let list = try PlaylistAttributes(tag, text, lines)
        if let first = list.requirement(in: bytes) {
            need(12, for: string(first), at: first.lowerBound)
            if let name = list.unknownRequirement(in: bytes) {
                throw lines.problem(.passedOver(.requirement(string(name), tag), tag), at: name.lowerBound)
            }
        }
        // A tab has been said.
        if list.space >= 0, bytes[list.space] == 0x20 { warn(.space, at: list.space) }
        if list.trailingComma >= 0 { warn(.trailingComma, at: list.trailingComma) }
        warnOfNames(list)
        return list
    }

    /// Warns of names in a list that are others but for a slip, and of those that no attribute has. What must be there
    /// is missing then, which is told by itself.
    private mutating func warnOfNames(_ list: PlaylistAttributes) {
        let known = list.tag.optionalAttributes
        for attribute in list.list {
            let name = string(attribute.name)
            // What begins with X- is somebody's own.
            let isOwn = name.utf8.starts(with: "X-".utf8)
            if isOwn || known.contains(where: { $0.isSpelt(name) }) { continue }
            if let meant = NearMiss.slip(name, among: known) {
                warn(.live(.slip(name, meant: meant)), at: attribute.name.lowerBound)
            } else if !attribute.name.allSatisfy({ PlaylistAttributes.isNamePart(bytes[$0]) }) {
                let why = "an attribute's name is of A to Z, 0 to 9 and -"
                warn(.ignored("'\(PlaylistWords.cut(name))'", why: why), at: attribute.name.lowerBound)
            }
        }
    }

    // MARK: Variables

    mutating func define(_ variable: PlaylistVariable, at offset: Int) throws(PlaylistProblem) {
        let isName = !variable.name.isEmpty && variable.name.utf8.allSatisfy { Self.isVariableNamePart($0) }
        guard isName else { throw lines.problem(.variable(.badName(variable.name)), at: offset) }
        guard !variables.contains(where: { $0.name.isSpelt(variable.name) }) else {
            throw lines.problem(.variable(.repeated(variable.name)), at: offset)
        }
        guard variables.count < PlaylistLimits.mostVariables else {
            throw lines.problem(.variable(.tooMany(limit: PlaylistLimits.mostVariables)), at: offset)
        }
        variables.append(variable)
    }

    /// The text of a range with `{$name}` replaced. Where there is none it costs only a look.
    mutating func substituted(_ range: Range<Int>) throws(PlaylistProblem) -> PlaylistSlice {
        guard var reference = nextReference(in: range) else { return PlaylistSlice(range) }
        need(8, for: "a variable", at: reference.lowerBound)
        let start = bytes.count + text.made.count
        var copied = range.lowerBound
        while true {
            text.made.append(contentsOf: bytes[copied..<reference.lowerBound])
            let name = string(reference.lowerBound + 2..<reference.upperBound - 1)
            guard let variable = variables.first(where: { $0.name.isSpelt(name) }) else {
                throw lines.problem(
                    .variable(.unknown(name, known: variables.map { $0.name })), at: reference.lowerBound)
            }
            text.made.append(contentsOf: variable.value.utf8)
            substitutionCost += variable.value.utf8.count + 16
            guard substitutionCost + range.count <= PlaylistLimits.mostMadeBytes else {
                throw lines.problem(
                    .variable(.tooMuchSubstitution(limit: PlaylistLimits.mostMadeBytes)), at: range.lowerBound)
            }
            copied = reference.upperBound
            guard let next = nextReference(in: copied..<range.upperBound) else { break }
            reference = next
        }
        text.made.append(contentsOf: bytes[copied..<range.upperBound])
        substitutionCost += range.count
        let length = bytes.count + text.made.count - start
        return PlaylistSlice(start: UInt32(start), length: UInt32(length))
    }

    /// The next `{$name}`; braces around anything else are text.
    private func nextReference(in range: Range<Int>) -> Range<Int>? {
        var offset = range.lowerBound
        while offset < range.upperBound {
            if bytes[offset] == UInt8(ascii: "{"), offset + 1 < range.upperBound,
                bytes[offset + 1] == UInt8(ascii: "$")
            {
                var end = offset + 2
                while end < range.upperBound, Self.isVariableNamePart(bytes[end]) { end += 1 }
                if end > offset + 2, end < range.upperBound, bytes[end] == UInt8(ascii: "}") {
                    return offset..<end + 1
                }
                offset = end
            } else {
                offset += 1
            }
        }
        return nil
    }

    static func isVariableNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    // MARK: Attributes

    /// A quoted string, or nil where the attribute is absent.
    mutating func quoted(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> PlaylistSlice? {
        guard let attribute = list.find(name, in: bytes) else { return nil }
        guard attribute.isQuoted else {
            throw lines.problem(
                .attribute(.wantsQuotes(name, value: string(attribute.value))), at: attribute.value.lowerBound)
        }
        return try substituted(attribute.value)
    }

    mutating func quotedString(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> String? {
        guard let slice = try quoted(name, list) else { return nil }
        return text.string(slice)
    }

    /// A date with its time, in nanoseconds since 1970-01-01T00:00:00Z, or as near as they come to it: a date range may
    /// be for good, and end with the year 9999.
    mutating func date(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> Int64? {
        guard let text = try quotedString(name, list) else { return nil }
        if let date = PlaylistDate.clamped(text) { return date }
        throw lines.problem(.value(.badMoment(text)), at: list.start)
    }

    mutating func requiredString(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> String {
        try required(try quotedString(name, list), name, list)
    }

    /// A quoted string that is compared with others.
    mutating func name(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> ExactText? {
        try quotedString(name, list).map { ExactText($0) }
    }

    mutating func requiredName(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> ExactText {
        try required(try self.name(name, list), name, list)
    }

    func bare(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> Range<Int>? {
        guard let attribute = list.find(name, in: bytes) else { return nil }
        guard !attribute.isQuoted else {
            throw lines.problem(
                .attribute(.wantsNoQuotes(name, value: string(attribute.value))), at: attribute.value.lowerBound - 1)
        }
        return attribute.value
    }

    func integer(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> Int64? {
        guard let value = try bare(name, list) else { return nil }
        return try integer(value, of: name)
    }

    func billionths(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> Int64? {
        guard let value = try bare(name, list) else { return nil }
        return try billionths(value, of: name)
    }

    /// A decimal number of seconds.
    func time(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> MediaTime? {
        try billionths(name, list).map { MediaTime(nanoseconds: $0) }
    }

    /// A decimal number of seconds that may be negative.
    func signedTime(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> MediaTime? {
        guard let value = try bare(name, list) else { return nil }
        do throws(PlaylistNumber.Fault) {
            return MediaTime(nanoseconds: try PlaylistNumber.signedBillionths(value, in: bytes))
        } catch {
            throw lines.problem(.value(.number(error, of: name)), at: value.lowerBound)
        }
    }

    /// A word without quotes.
    func word(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> String? {
        try bare(name, list).map { string($0) }
    }

    /// A word that is one of these; of a tag with another word all is passed over (rfc8216bis, 6.3.1). `what` it is
    /// stands in the warning.
    func word(
        _ name: String, _ list: PlaylistAttributes, among known: [String], of what: String? = nil
    ) throws(PlaylistProblem) -> String? {
        guard let value = try bare(name, list) else { return nil }
        let word = string(value)
        if known.contains(where: { $0.isSpelt(word) }) { return word }
        let part = PlaylistProblem.UnknownPart.unknownWord(word, of: what ?? "\(name) value", known: known)
        throw lines.problem(.passedOver(part, list.tag), at: value.lowerBound)
    }

    /// YES or NO; NO where the attribute is absent.
    func flag(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> Bool {
        try word(name, list, among: ["YES", "NO"]) == "YES"
    }

    /// Nil where it is absent, or no size of a picture: players go by bit rate then.
    mutating func resolution(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> Dimensions? {
        guard let value = try bare(name, list) else { return nil }
        guard let cross = bytes[value].firstIndex(where: { $0 | 0x20 == UInt8(ascii: "x") }),
            let width = try? PlaylistNumber.integer(value.lowerBound..<cross, in: bytes),
            let height = try? PlaylistNumber.integer(cross + 1..<value.upperBound, in: bytes),
            width > 0, height > 0
        else {
            warn(.badResolution(name), at: value.lowerBound)
            return nil
        }
        if bytes[cross] == UInt8(ascii: "X") { warn(.capitalCross(name), at: cross) }
        return Dimensions(width: width, height: height)
    }

    /// A hexadecimal number of at most 128 bits.
    mutating func hexadecimal(_ name: String, _ list: PlaylistAttributes) throws(PlaylistProblem) -> UInt128? {
        guard let value = try bare(name, list) else { return nil }
        let slice = try substituted(value)
        let digits = Array(text[slice])
        guard digits.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")]) || digits.starts(with: [48, 88]),
            3...34 ~= digits.count
        else { throw lines.problem(.attribute(.badHexadecimal(name)), at: value.lowerBound) }
        var number: UInt128 = 0
        for digit in digits.dropFirst(2) {
            guard let bits = Character(Unicode.Scalar(digit)).hexDigitValue else {
                throw lines.problem(.attribute(.badHexadecimal(name)), at: value.lowerBound)
            }
            number = number << 4 | UInt128(bits)
        }
        return number
    }

    // MARK: Values

    func integer(_ value: Range<Int>, of name: String) throws(PlaylistProblem) -> Int64 {
        do throws(PlaylistNumber.Fault) {
            return try PlaylistNumber.integer(value, in: bytes)
        } catch {
            throw lines.problem(.value(.number(error, of: name)), at: value.lowerBound)
        }
    }

    /// A whole number that is more than 0.
    func positive(_ value: Range<Int>, of name: String, atMost limit: Int64) throws(PlaylistProblem) -> Int64 {
        let number = try integer(value, of: name)
        guard number > 0 else { throw lines.problem(.value(.zero(name)), at: value.lowerBound) }
        guard number <= limit else { throw lines.problem(.value(.number(.tooLarge, of: name)), at: value.lowerBound) }
        return number
    }

    func billionths(_ value: Range<Int>, of name: String) throws(PlaylistProblem) -> Int64 {
        do throws(PlaylistNumber.Fault) {
            return try PlaylistNumber.billionths(value, in: bytes)
        } catch {
            throw lines.problem(.value(.number(error, of: name)), at: value.lowerBound)
        }
    }

    /// One of the words that may be the value of a tag.
    func word<Word: RawRepresentable<String>>(
        _ value: Range<Int>, among known: [Word], of what: String
    ) throws(PlaylistProblem) -> Word {
        let word = string(value)
        if let known = known.first(where: { $0.rawValue == word }) { return known }
        throw lines.problem(
            .value(.unknownWord(word, of: what, known: known.map { $0.rawValue })), at: value.lowerBound)
    }

    // MARK: Demands

    func demandValue(_ value: Range<Int>, _ tag: PlaylistTag) throws(PlaylistProblem) {
        if value.isEmpty { throw lines.problem(.tag(.missingValue(tag)), at: value.lowerBound) }
    }

    /// The value of an attribute that the tag must have.
    func required<Value>(
        _ value: Value?, _ name: String, _ list: PlaylistAttributes
    ) throws(PlaylistProblem) -> Value {
        if let value { return value }
        let near = NearMiss.find(name, among: list.list.prefix(64).map { string($0.name) })
        throw lines.problem(.attribute(.missing(name, list.tag, near: near)), at: list.start)
    }

    func refuse(_ name: String, _ list: PlaylistAttributes, why: String) throws(PlaylistProblem) {
        guard let attribute = list.find(name, in: bytes) else { return }
        throw lines.problem(.attribute(.unwanted(name, why: why)), at: attribute.name.lowerBound)
    }

    /// An attribute that no player looks at where it stands.
    mutating func ignore(_ name: String, _ list: PlaylistAttributes, why: String) {
        ignore(name, at: name, list, why: why)
    }

    /// The same of what stands in an attribute.
    mutating func ignore(_ what: String, at name: String, _ list: PlaylistAttributes, why: String) {
        guard let attribute = list.find(name, in: bytes) else { return }
        warn(.ignored(what, why: why), at: attribute.name.lowerBound)
    }
}
