import PlayerModel

/// The faults of an EXT-X-DATERANGE, whatever it is about (rfc8216bis, 4.4.5.1): of dates, lengths and END-ON-NEXT. No
/// run goes by it. Faults that the reader of the tag finds are told besides.
struct DateRangeFaults: Sendable {
    /// The faults of the tag by itself, in words.
    private(set) var words: [String] = []
    /// START-DATE and END-DATE, in nanoseconds since 1970-01-01T00:00:00Z, and DURATION; nil of what it does not say.
    private var start: Int64?
    private var end: Int64?
    private var length: MediaTime?
    private var saysStart = false
    /// Whether it says where it ends, by DURATION or END-DATE.
    private var saysEnd = false
    private(set) var endsOnNext = false

    mutating func note(_ problem: PlaylistProblem) { words.append(problem.diagnostic.message) }

    /// Checks what no reader of the tag looks at. `start` is its START-DATE, in nanoseconds since
    /// 1970-01-01T00:00:00Z; nil where that is none.
    mutating func check(_ list: PlaylistAttributes, start: Int64?, _ scanner: inout PlaylistScanner) {
        func says(_ name: String) -> Bool { list.find(name, in: scanner.bytes) != nil }
        (saysStart, saysEnd) = (says("START-DATE"), says("DURATION") || says("END-DATE"))
        self.start = start
        do throws(PlaylistProblem) { end = try scanner.date("END-DATE", list) } catch { note(error) }
        do throws(PlaylistProblem) { length = try scanner.time("DURATION", list) } catch { note(error) }
        do throws(PlaylistProblem) { _ = try scanner.time("PLANNED-DURATION", list) } catch { note(error) }
        if let why = Self.fault(ofEnd: end, start, length) { words.append(why) }
        for attribute in list.list { checkForm(attribute, scanner) }
        guard let ends = list.find("END-ON-NEXT", in: scanner.bytes)?.value else { return }
        endsOnNext = scanner.string(ends) == "YES"
        if !endsOnNext { words.append("END-ON-NEXT must be YES, or left out") }
    }

    /// Checks that a message of SCTE-35 is in hexadecimal digits, and what is somebody's own in quotes, or else such
    /// digits or a decimal number. Of what is played its reader tells.
    private mutating func checkForm(_ attribute: PlaylistAttributes.Attribute, _ scanner: PlaylistScanner) {
        let (name, value) = (scanner.string(attribute.name), scanner.bytes[attribute.value])
        let isMessage = ["SCTE35-CMD", "SCTE35-OUT", "SCTE35-IN"].contains { $0.isSpelt(name) }
        let isOwn = name.utf8.starts(with: "X-".utf8) && !DateRangeDraft.played.contains { $0.isSpelt(name) }
        guard isMessage || isOwn && !attribute.isQuoted, !value.starts(with: "{$".utf8) else { return }
        if !attribute.isQuoted, Self.isHexadecimal(value) { return }
        if isMessage {
            words.append("\(name) must be 0x and hexadecimal digits, without quotes")
        } else if !Self.isDecimal(value) {
            let known = "a decimal number, or 0x and hexadecimal digits"
            words.append("\(PlaylistWords.cut(name)) must be in double quotes, unless it is \(known)")
        }
    }

    private static func isHexadecimal(_ value: ArraySlice<UInt8>) -> Bool {
        let digits = value.dropFirst(2)
        return (value.starts(with: "0x".utf8) || value.starts(with: "0X".utf8)) && !digits.isEmpty
            && digits.allSatisfy { Character(Unicode.Scalar($0)).hexDigitValue != nil }
    }

    /// A sign is let pass, as X-RESUME-OFFSET has one.
    private static func isDecimal(_ value: ArraySlice<UInt8>) -> Bool {
        let digits = value.first == UInt8(ascii: "-") ? value.dropFirst() : value
        return digits.contains { $0 != .point } && digits.count { $0 == .point } < 2
            && digits.allSatisfy { $0 == .point || (0x30...0x39).contains($0) }
    }

    /// The fault of an END-DATE beside a START-DATE and a DURATION, as far as there are any.
    private static func fault(ofEnd end: Int64?, _ start: Int64?, _ length: MediaTime?) -> String? {
        // Of a date that is clamped nothing is known but that it is far off.
        guard let start, let end, start > .min, end < .max else { return nil }
        if end < start { return "END-DATE lies before START-DATE" }
        guard let length, !areEqual(end, start.addingClamped(length.nanoseconds)) else { return nil }
        return "END-DATE is not START-DATE plus DURATION"
    }

    /// The fault of the END-DATE of the tags of one ID, by what they say together, of which the first value counts; and
    /// the place among them of the one that has it. Nil where there is none, or that tag shows it by itself.
    static func fault(ofEndAmong tags: [DateRangeFaults]) -> (tag: Int, why: String)? {
        guard let tag = tags.firstIndex(where: { $0.end != nil }) else { return nil }
        let own = tags[tag]
        let (start, length) = (tags.first { $0.start != nil }?.start, tags.first { $0.length != nil }?.length)
        guard fault(ofEnd: own.end, own.start, own.length) == nil else { return nil }
        return fault(ofEnd: own.end, start, length).map { (tag, $0) }
    }

    /// The dates from which and to which the tags of one ID say that it is; nil of what they do not say.
    static func span(ofAll tags: [DateRangeFaults]) -> (start: Int64?, end: Int64?) {
        let (start, length) = (tags.first { $0.start != nil }?.start, tags.first { $0.length != nil }?.length)
        let reckoned = start.flatMap { start in length.map { start.addingClamped($0.nanoseconds) } }
        return (start, tags.first { $0.end != nil }?.end ?? reckoned)
    }

    /// Whether two instants, in nanoseconds, are one: dates are written to the millisecond, which is rounded (ours).
    static func areEqual(_ left: Int64, _ right: Int64) -> Bool {
        left.subtractingClamped(right).magnitude <= 1_000_000
    }

    /// The faults of the tags of one ID together: they lack something, or have too much.
    static func words(ofAll tags: [DateRangeFaults], isInterstitial: Bool, hasClass: Bool) -> [String] {
        var words: [String] = []
        if !isInterstitial, !tags.contains(where: { $0.saysStart }) { words.append(missing("START-DATE")) }
        guard tags.contains(where: { $0.endsOnNext }) else { return words }
        if !hasClass { words.append("END-ON-NEXT takes a CLASS") }
        if tags.contains(where: { $0.saysEnd }) { words.append("END-ON-NEXT takes neither DURATION nor END-DATE") }
        return words
    }

    private static func missing(_ name: String) -> String {
        PlaylistProblem.AttributeFault.missing(name, .dateRange, near: nil).message
    }
}
