/// Reads a log of a real session, whose format is told by what is in it, and not by its name.
package enum FieldReader {
    /// The longest text in bytes; a HAR may hold the bodies too.
    package static let mostBytes = 1 << 27

    private static let limits = JSONLimits(maxBytes: mostBytes, maxDepth: 64, maxNodes: 8_000_000)

    /// - Throws: Why it cannot be read; where it is none of the formats, with how these are told.
    package static func read(_ bytes: [UInt8]) throws(FieldError) -> FieldSession {
        guard bytes.count <= mostBytes else { throw FieldError("the file is longer than \(mostBytes) bytes") }
        if let form = TextForm(bytes) { throw FieldError(form.words) }
        if bytes.allSatisfy({ [9, 10, 13, 32].contains($0) }) { throw FieldError("the file is empty") }
        let text = TextForm.afterMark(bytes)
        let kind = LogKind(text)
        switch kind {
        case .device: throw FieldError("this is the log of a device; 'autowait replay --inputs' takes it", kind)
        case .run: throw FieldError("this is the log of a run; 'autowait replay' takes it", kind)
        case .scenario:
            throw FieldError("this is a scenario, and no log of a real session; 'autowait run' takes it", kind)
        case nil: break
        }
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONReader.read(text, source: 0, limits: limits, ofLog: true)
        } catch {
            if let (events, heads, findings) = ExtendedLogReader.read(text) {
                return AccessLogReader.read(events, heads: heads, LastLine.checked(text, events, findings))
            }
            if let place = ExtendedLogReader.cutHead(of: text) {
                throw FieldError(
                    Diagnostic(
                        "this is cut off inside '#Fields', which names the columns of the text of "
                            + "'extendedLogData()'", at: place))
            }
            if let (rows, findings) = CMCDTableReader.read(text) {
                return CMCDReader.read(rows, LastLine.checked(text, rows, findings))
            }
            if error.kind == .textAfterValue, let session = FieldSequence.session(of: text, limits) { return session }
            if let session = session(ofLines: text) { return session }
            if error.kind == .textAfterValue { throw unknown() }
            let isJSON = text.first { $0 > 32 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
            throw isJSON
                ? FieldError(Diagnostic("this is not whole JSON: \(error.message)", at: error.place)) : unknown()
        }
        let root = document.root
        if root.member("model") != nil, let players = root.member("players")?.elements, players.count > 1 {
            throw FieldError(
                "this is the report of a run of \(players.count) players, and no log of one session; run a scenario "
                    + "with one of them")
        }
        guard var session = session(of: root) else { throw unknown() }
        session.findings.note(document.halves)
        return session
    }

    private static func unknown() -> FieldError {
        FieldError(
            "this is no log of a real session that is known; looked for "
                + FieldFormat.allCases.map { $0.mark }.joined(separator: ", "))
    }

    // MARK: Formats

    /// The session in a whole text; nil where it is none of the formats.
    static func session(of root: JSONNode) -> FieldSession? {
        if isHAR(root) { return har(root) }
        if case .array(let elements) = root.value { return session(ofObjects: elements, RepeatedFindings()) }
        let (access, errors) = (events(root, "accessLog"), events(root, "errorLog"))
        if access != nil || errors != nil {
            var session = AccessLogReader.read(access: access ?? [], errors: errors ?? [])
            FieldSequence.leaveOut(membersOf: root, besides: ["accessLog", "errorLog"], &session)
            return session
        }
        // The report of a run: AVMetrics events, in virtual time.
        if root.member("model") != nil, case .array(let elements)? = root.member("metric_events")?.value {
            var session = MetricsReader.read(elements, clock: .virtual)
            let network = root.member("settings")?.member("network")
            session.hasOwnNetworks = !(network?.member("hosts")?.elements ?? []).isEmpty
            let transport = network?.member("transport")?.string
            session.transport = Transport.Kind.allCases.first { $0.name == transport }
            return session
        }
        if let events = root.member("events"), case .array(let elements) = events.value {
            return session(ofObjects: elements, RepeatedFindings())
        }
        return session(ofObjects: [root], RepeatedFindings())
    }

    /// The events of a log in an object: a list, or an object with `events`, as AVFoundation has it.
    private static func events(_ root: JSONNode, _ name: String) -> [JSONNode]? {
        guard let node = root.member(name) else { return nil }
        if case .array(let elements) = node.value { return elements }
        if case .array(let elements)? = node.member("events")?.value { return elements }
        return nil
    }

    private static func isHAR(_ root: JSONNode) -> Bool {
        if case .array? = root.member("log")?.member("entries")?.value { true } else { false }
    }

    private static func har(_ root: JSONNode) -> FieldSession {
        var session = HARReader.read(root)
        FieldSequence.leaveOut(membersOf: root, besides: ["log"], &session)
        return session
    }

    /// The session in a list of objects. The first that has a mark of a format decides; others are said to be left out.
    static func session(ofObjects objects: [JSONNode], _ findings: RepeatedFindings) -> FieldSession? {
        for index in objects.indices.prefix(1000) {
            guard let format = format(of: objects[index]) else { continue }
            var session: FieldSession
            switch format {
            case .har:
                session = har(objects[index])
                session.findings.add(findings)
                for other in objects.indices where other != index {
                    FieldSequence.leaveOut(objects[other], &session)
                }
            case .accessLog:
                session = AccessLogReader.read(objects.filter { AccessLogReader.isEvent($0) }, findings)
                for other in objects where !AccessLogReader.isEvent(other) {
                    FieldSequence.leaveOut(other, &session)
                }
            case .metrics: session = MetricsReader.read(objects, findings)
            case .cmcd: session = CMCDReader.read(objects, findings)
            }
            return session
        }
        return nil
    }

    static func format(of object: JSONNode) -> FieldFormat? {
        func has(_ names: [String]) -> Bool { names.contains { object.member($0) != nil } }
        if isHAR(object) { return .har }
        if has(MetricsReader.marks) || MetricsEventName.isOfAVFoundation(object) { return .metrics }
        if has(AccessLogReader.accessMarks) || has(AccessLogReader.errorMarks) { return .accessLog }
        return CMCDValues(object: object) == nil ? nil : .cmcd
    }

    // MARK: Lines

    /// The session in lines of JSON, or in lines with CMCD; nil where they are neither.
    private static func session(ofLines bytes: [UInt8]) -> FieldSession? {
        var objects: [JSONNode] = []
        var texts: [(text: String, line: Int32)] = []
        var findings = RepeatedFindings()
        var line: Int32 = 0
        for part in bytes.split(separator: .newline, omittingEmptySubsequences: false) {
            line += 1
            let place = Place(source: 0, line: line, column: 1)
            guard let first = part.first(where: { !" \t\r".utf8.contains($0) }) else { continue }
            let isList = first == UInt8(ascii: "[")
            guard isList || first == UInt8(ascii: "{") else {
                texts.append((String(decoding: part, as: UTF8.self), line))
                continue
            }
            if let document = try? JSONReader.read(withoutComma(part), source: 0, ofLog: true, line: line) {
                objects += whole(document.root)
                findings.note(document.halves)
            } else if isList {
                // A server's log may begin its lines with a time in brackets.
                texts.append((String(decoding: part, as: UTF8.self), line))
            } else {
                findings.note("not JSON", "this line is not JSON, or was cut off; it is left out", at: place)
            }
        }
        if !objects.isEmpty, let session = session(ofObjects: objects, findings) {
            var session = session
            if let other = texts.first {
                let kind = FieldSequence.kind(of: Array(texts.map { $0.text }.joined(separator: "\n").utf8))
                let isOne = texts.count == 1
                let words = kind.map { " and \(isOne ? "seems" : "seem") to be \($0.rawValue)" } ?? ""
                session.findings.note(
                    "other lines",
                    "\(NumberText.count(texts.count, "line")) \(isOne ? "is" : "are") no JSON\(words); "
                        + "\(isOne ? "it is" : "they are") left out",
                    at: Place(source: 0, line: other.line, column: 1))
            }
            return session
        }
        guard CMCDReader.reads(texts) else { return nil }
        // A line of JSON ends in a bracket, and one without CMCD is left out.
        if let last = texts.last, last.line == line, CMCDReader.reads([last]) {
            findings = LastLine.checked(bytes, findings)
        }
        return CMCDReader.read(lines: texts, findings)
    }
}

extension FieldReader {
    /// A line without the comma behind it, as lines of a list have one.
    static func withoutComma(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let end = line.lastIndex { !" \t\r".utf8.contains($0) }
        return Array(end.map { line[$0] == .comma ? line[..<$0] : line } ?? line)
    }

    /// The objects of a line: of a log that an app has polled, all events that it had by then.
    static func whole(_ root: JSONNode) -> [JSONNode] {
        if case .array(let elements) = root.value { return elements }
        if isHAR(root) { return [root] }
        let (access, errors) = (events(root, "accessLog"), events(root, "errorLog"))
        if access != nil || errors != nil { return (access ?? []) + (errors ?? []) }
        guard case .array(let elements)? = root.member("events")?.value else { return [root] }
        return elements
    }
}

/// The reason why a file is no log of a real session.
package struct FieldError: Error, Equatable {
    package let diagnostic: Diagnostic
    /// Another kind of file of ours, where it is one.
    package let kind: LogKind?

    init(_ diagnostic: Diagnostic) { (self.diagnostic, kind) = (diagnostic, nil) }

    /// A fault of the file as a whole.
    init(_ message: String, _ kind: LogKind? = nil) {
        self.kind = kind
        diagnostic = Diagnostic(message, at: Place(startOf: 0))
    }
}
