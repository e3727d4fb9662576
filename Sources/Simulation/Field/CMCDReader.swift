/// Reads CMCD that was written down by itself: objects of JSON, or lines in which a URL stands.
enum CMCDReader {
    static func read(_ objects: [JSONNode], _ findings: RepeatedFindings = RepeatedFindings()) -> FieldSession {
        var session = FieldSession(.cmcd)
        session.findings = findings
        var summary = CMCDSummary()
        for node in objects {
            guard let values = CMCDValues(object: node) else {
                session.findings.note("no CMCD", "this object has no key of CMCD; it is left out", node)
                continue
            }
            var record = FieldRecord(.media)
            readTimes(node, values, &record, &session)
            let url = node.members.lazy.compactMap { $0.value.string.flatMap(RequestedKind.of(path:)) }.first
            if let url { record.kind = url }
            record.bytes = FieldValues.bytes(node.member("bytes") ?? node.member("body_bytes_sent"))
            summary.take(values, &record, at: node.place)
            // Events of version 2 other than an answer say how things stand, at times of their own.
            if let event = values.text("e"), event != "rr" { continue }
            if let status = values.number("rc"), status == 0 || status >= 400 { session.failedCount += 1 }
            session.records.append(record)
        }
        summary.state(in: &session)
        session.settle()
        return session
    }

    /// Lines in which a URL stands, such as those of a server's log.
    static func read(lines: [(text: String, line: Int32)], _ findings: RepeatedFindings) -> FieldSession {
        var session = FieldSession(.cmcd)
        session.findings = findings
        var summary = CMCDSummary()
        for (text, line) in lines {
            let place = Place(source: 0, line: line, column: 1)
            guard let values = CMCDValues(url: text) else {
                session.findings.note("no CMCD", "this line has no 'CMCD=' in a URL; it is left out", at: place)
                continue
            }
            let url = text.split { $0 == " " || $0 == "\"" || $0 == "\t" }.first {
                CMCDValues(url: String($0)) != nil
            }
            var record = FieldRecord(url.flatMap { RequestedKind.of(path: String($0)) } ?? .media)
            summary.take(values, &record, at: place)
            session.records.append(record)
        }
        summary.state(in: &session)
        session.settle()
        return session
    }

    /// A report of version 2 has `ts`, and `ttfb` and `ttlb` from there; others have a time of their own.
    private static func readTimes(
        _ node: JSONNode, _ values: CMCDValues, _ record: inout FieldRecord, _ session: inout FieldSession
    ) {
        let names = ["ts", "timestamp", "time", "@timestamp", "date"]
        let stamp = names.lazy.compactMap { node.member($0) }.first
        if let stamp {
            record.request = FieldValues.instant(stamp, &session.findings)
        } else if let milliseconds = values.number("ts", places: 6) {
            record.request = milliseconds
        }
        guard let request = record.request else { return }
        record.firstByte = values.number("ttfb", places: 6).map { request.addingClamped($0) }
        record.lastByte = values.number("ttlb", places: 6).map { request.addingClamped($0) }
    }
}
