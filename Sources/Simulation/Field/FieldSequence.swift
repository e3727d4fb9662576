/// Logs that stand one behind the other in one file: what is of the same kind as the first is read with it, and of all
/// else it is said where it stands, and what it seems to be.
struct FieldSequence {
    private let bytes: [UInt8]
    private let sequence: JSONSequence

    /// The session in a text of JSON that goes on after its first value; nil where that is none of the formats, or
    /// where lines say more.
    static func session(of bytes: [UInt8], _ limits: JSONLimits) -> FieldSession? {
        let sequence = FieldSequence(bytes, limits)
        return sequence.isBetterThanLines ? sequence.session : nil
    }

    /// The values of JSON in a text, whatever parts them.
    private init(_ bytes: [UInt8], _ limits: JSONLimits) {
        self.bytes = bytes
        sequence = JSONReader.readSequence(bytes, source: 0, limits: limits, ofLog: true)
    }

    /// Whether more is understood of the text this way than line by line: all of it, or a first value that goes over
    /// several lines. Of lines each may be broken by itself.
    private var isBetterThanLines: Bool {
        if sequence.rest == nil { return true }
        let line = bytes.drop { " \t\r\n".utf8.contains($0) }.prefix { $0 != .newline }
        return (try? JSONReader.read(FieldReader.withoutComma(line), source: 0, ofLog: true)) == nil
    }

    /// The session in the values; nil where they are none of the formats.
    private var session: FieldSession? {
        guard let first = sequence.values.first else { return nil }
        var session: FieldSession
        if first.member("model") != nil {
            guard let own = FieldReader.session(of: first) else { return nil }
            session = own
            for value in sequence.values.dropFirst() { Self.leaveOut(value, &session) }
        } else {
            let objects = sequence.values.flatMap { FieldReader.whole($0) }
            guard let own = FieldReader.session(ofObjects: objects, RepeatedFindings()) else { return nil }
            session = own
        }
        session.findings.note(sequence.halves)
        if let rest = sequence.rest {
            let kind = Self.kind(of: Array(bytes[rest.offset...]))
            let words = kind.map { "seems to be \($0.rawValue)" } ?? "cannot be read"
            let reason = sequence.fault.map { kind == nil ? ": \($0.message)" : "" } ?? ""
            session.findings.note(
                "rest",
                "\(session.format.rawValue) ends before this, and what follows \(words), and is left out\(reason)",
                at: rest.place)
        }
        return session
    }

    /// The format that a text without JSON seems to have.
    static func kind(of text: [UInt8]) -> FieldFormat? {
        if ExtendedLogReader.read(text) != nil { return .accessLog }
        let lines = text.split(separator: .newline).prefix(1000).map {
            (text: String(decoding: $0, as: UTF8.self), line: Int32(1))
        }
        return CMCDReader.reads(lines) ? .cmcd : nil
    }

    /// Says of a value of another format that it is left out; false where it seems to be of none, or of this one.
    static func leaveOut(other node: JSONNode, _ session: inout FieldSession) -> Bool {
        guard let other = FieldReader.format(of: node), other != session.format else { return false }
        leaveOut(node, &session)
        return true
    }

    /// Says of a value of another kind that it is left out.
    static func leaveOut(_ node: JSONNode, _ session: inout FieldSession) {
        let own = session.format
        let words: String
        // The report of a run has its events elsewhere.
        let parts = node.member("metric_events")?.elements ?? FieldReader.whole(node)
        if let other = parts.lazy.compactMap({ FieldReader.format(of: $0) }).first {
            words = other == own ? "this is one more \(own.rawValue)" : "this seems to be \(other.rawValue)"
        } else {
            words = "this is no log that is known"
        }
        session.findings.note(
            "left out: \(words)", "\(words), where the file began as \(own.rawValue); it is left out", node)
    }

    /// Says of the members of an object that hold other logs that they are left out.
    static func leaveOut(membersOf root: JSONNode, besides own: [String], _ session: inout FieldSession) {
        for name in ["log", "accessLog", "errorLog", "metric_events", "events"] where !own.contains(name) {
            guard let node = root.member(name) else { continue }
            let holdsLog =
                switch node.value {
                case .array(let elements): !elements.isEmpty
                case .object: node.member("events") != nil || node.member("entries") != nil
                case .bool, .null, .number, .hugeNumber, .string: false
                }
            guard holdsLog else { continue }
            let kind = FieldReader.whole(node).lazy.compactMap { FieldReader.format(of: $0) }.first
            let seems = kind.map { ", which seems to be \($0.rawValue)," } ?? ""
            session.findings.note(
                "member \(name)",
                "'\(name)'\(seems) is left out: the object is read as \(session.format.rawValue)", node)
        }
    }
}
