/// The values of logs in the field.
enum FieldValues {
    /// No segment is longer: ten minutes, our own choice.
    static let mostOfSegment: Int64 = 600_000_000_000

    /// A quantity that is not negative, in units of 10^-places; nil where it is not known, which AVFoundation and HAR
    /// write as a negative number.
    static func quantity(_ node: JSONNode?, places: Int32) -> Int64? {
        guard let number = node?.loose(places: places).value, number >= 0 else { return nil }
        return number
    }

    /// Adds the quantity of a property to a sum, where it is known.
    static func add(_ name: String, of event: JSONNode, places: Int32, to sum: inout Int64?) {
        guard let value = quantity(event.member(name), places: places) else { return }
        sum = (sum ?? 0).addingClamped(value)
    }

    /// Says of properties of an object that they have no number, such as NaN or one beyond all measure. Words for what
    /// is not known, and negative numbers, are not said.
    static func checkNumbers(_ names: [String], of object: JSONNode, _ findings: inout RepeatedFindings) {
        for name in names {
            guard let node = object.member(name) else { continue }
            switch node.loose(places: 9) {
            case .value: continue
            case .unknown: guard isNonFinite(node) else { continue }
            case .tooLarge, .wrong: break
            }
            findings.note(
                "no number \(name)", "'\(name)' cannot be \(JSONText.line(node)); it is left out", node)
        }
    }

    private static func isNonFinite(_ node: JSONNode) -> Bool {
        switch node.value {
        case .hugeNumber(let text), .string(let text): LooseNumber.isNonFinite(text)
        case .null, .bool, .number, .array, .object: false
        }
    }

    /// A number of bytes; nil where it is not known, or no log can mean it.
    static func bytes(_ node: JSONNode?) -> Int64? {
        quantity(node, places: 0).flatMap { $0 <= FieldRecord.mostBytes ? $0 : nil }
    }

    /// The host of an address, in small letters, with its port; nil where it has none.
    static func host(ofURL url: String) -> String? {
        guard let scheme = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = url.utf8[scheme...].dropFirst()
        guard rest.starts(with: "//".utf8) else { return nil }
        let ends = "/?#".utf8
        let host = String(decoding: rest.dropFirst(2).prefix { !ends.contains($0) }, as: UTF8.self)
        return host.isEmpty ? nil : host.lowercased()
    }

    /// Whether what an address names is asked of a host over HTTP: what a page has in itself (`data:`, `blob:`), or an
    /// extension or a socket has, is not. An address without a scheme may be.
    static func isOfNetwork(url: String) -> Bool {
        let scheme = Array(url.utf8.prefix { $0 != UInt8(ascii: ":") })
        guard scheme.count < url.utf8.count else { return true }
        let name = String(decoding: scheme, as: UTF8.self).lowercased()
        if name == "http" || name == "https" { return true }
        let isOfPage = ["data", "blob", "about", "filesystem", "javascript"].contains { $0 == name }
        return !isOfPage && !url.utf8.dropFirst(scheme.count + 1).starts(with: "//".utf8)
    }

    /// An instant in nanoseconds since 1970: a date of RFC 3339, or a number. A number counts seconds since 1970; since
    /// 2001, as `JSONEncoder` writes a `Date`, where it lies before 2010, when none of the formats was there: so the
    /// seconds of a run, which begin with 0, are all on one clock; and milliseconds, microseconds or nanoseconds where
    /// it is large enough. A date before 2001 is none: it is said, and is nil.
    static func instant(_ node: JSONNode?, _ findings: inout RepeatedFindings) -> Int64? {
        guard let node else { return nil }
        let read: Int64?
        if let text = node.string {
            read = CalendarTime.nanoseconds(text) ?? number(node)
        } else {
            read = number(node)
        }
        guard let instant = read else {
            if node.loose(places: 0) != .unknown {
                let why = node.string.flatMap { CalendarTime.faultOfYear($0) } ?? "is no date"
                findings.note("no date", "\(JSONText.line(node)) \(why); it is left out", node)
            }
            return nil
        }
        guard instant >= beginningOf2001 else {
            findings.note(
                "old date",
                "\(JSONText.line(node)) is a date before 2001: seconds that were taken for milliseconds, or a clock "
                    + "that was not set; it is left out", node)
            return nil
        }
        return instant
    }

    /// Whether it is a date by its form, or by its size: of 2010 or later, in whichever unit.
    static func isDated(_ node: JSONNode) -> Bool {
        node.string.flatMap { CalendarTime.nanoseconds($0) } != nil
            || node.loose(places: 0).value ?? 0 >= secondsUntil2010
    }

    static let beginningOf2001: Int64 = 978_307_200 * 1_000_000_000
    /// From 1970 on: before then none of the formats was there.
    static let secondsUntil2010: Int64 = 1_262_304_000

    private static func number(_ node: JSONNode) -> Int64? {
        guard let whole = node.loose(places: 0).value else { return nil }
        switch whole {
        case 100_000_000_000_000_000...: return whole
        case 100_000_000_000_000...: return node.loose(places: 3).value
        case 100_000_000_000...: return node.loose(places: 6).value
        case secondsUntil2010...: return node.loose(places: 9).value
        case 0...: return node.loose(places: 9).value?.addingClamped(beginningOf2001)
        default: return node.loose(places: 9).value
        }
    }
}
