/// Reads CMCD that was written down by itself: objects of JSON, or lines without it.
enum CMCDReader {
    /// The last is CloudFront's of the body: `sc-bytes` has headers, too.
    private static let byteNames = ["bytes", "body_bytes_sent", "sc-content-len"]

    static func read(_ objects: [JSONNode], _ findings: RepeatedFindings) -> FieldSession {
        var session = FieldSession(.cmcd)
        session.findings = findings
        var summary = CMCDSummary()
        let repeats = RepeatedTexts(objects.count) { JSONText.line(objects[$0]) }
        for (index, node) in objects.enumerated() {
            guard let values = CMCDValues(object: node) else {
                if FieldSequence.leaveOut(other: node, &session) { continue }
                session.findings.note("no CMCD", "this object has no key of CMCD; it is left out", node)
                continue
            }
            var record = FieldRecord(.media)
            readTimes(node, values, &record, at: node.place, &session)
            let isDated = record.request != nil
            if repeats.leavesOut(index, isDated: isDated, at: node.place, &session.findings) { continue }
            if let kind = ServerLog.kind(of: node) { record.kind = kind }
            FieldValues.checkNumbers(byteNames, of: node, &session.findings)
            record.bytes = ServerLog.bytes(of: node, byteNames)
            take(values, record, ServerLog.status(of: node), node.place, &summary, &session)
        }
        summary.state(in: &session)
        session.settle()
        return session
    }

    /// Lines without JSON: such as those of a server's log, in which a URL with CMCD stands; reports, each a list by
    /// itself; or headers, of which those that follow one another are of one request, until one comes again.
    static func read(lines: [(text: String, line: Int32)], _ findings: RepeatedFindings) -> FieldSession {
        var session = FieldSession(.cmcd)
        session.findings = findings
        var summary = CMCDSummary()
        let all = merged(lines)
        let repeats = RepeatedTexts(all.count) { all[$0].text }
        for (index, (text, line, isHeader)) in all.enumerated() {
            let place = Place(source: 0, line: line, column: 1)
            guard let values = isHeader ? CMCDValues(list: text) : CMCDValues(line: text) else {
                session.findings.note(
                    "no CMCD", "this line has no CMCD, as 'CMCD=' in a URL or by itself; it is left out", at: place)
                continue
            }
            var record = FieldRecord(ServerLog.kind(of: text, values) ?? .media)
            readTimes(nil, values, &record, at: place, &session)
            let isDated = record.request != nil
            if repeats.leavesOut(index, isDated: isDated, at: place, &session.findings) { continue }
            let answer = ServerLog.answer(in: text)
            record.bytes = answer.bytes
            take(values, record, answer.status, place, &summary, &session)
        }
        summary.state(in: &session)
        session.settle()
        return session
    }

    /// Whether lines have CMCD.
    static func reads(_ lines: [(text: String, line: Int32)]) -> Bool {
        lines.contains { CMCDValues.header($0.text) != nil || CMCDValues(line: $0.text) != nil }
    }

    /// The lines, with headers of one request made into one.
    private static func merged(
        _ lines: [(text: String, line: Int32)]
    ) -> [(text: String, line: Int32, isHeader: Bool)] {
        var (all, names, last) = ([(text: String, line: Int32, isHeader: Bool)](), [String](), Int32(0))
        for own in lines {
            guard let header = CMCDValues.header(own.text) else {
                all.append((own.text, own.line, false))
                names = []
                continue
            }
            if !names.isEmpty, own.line == last + 1, !names.contains(where: { $0 == header.name }) {
                all[all.count - 1].text += "," + header.list
                names.append(header.name)
            } else {
                all.append((header.list, own.line, true))
                names = [header.name]
            }
            last = own.line
        }
        return all
    }

    private static func take(
        _ values: CMCDValues, _ own: FieldRecord, _ answered: Int64?, _ place: Place,
        _ summary: inout CMCDSummary, _ session: inout FieldSession
    ) {
        var record = own
        summary.take(values, &record, at: place)
        summary.takeTimes(values, record, at: place)
        // Events of version 2 other than an answer say how things stand, at times of their own.
        if let event = values.text("e"), event != "rr" { return }
        let status = values.number("rc") ?? answered
        if status == 304 {
            session.cachedCount += 1
            return
        }
        if let status, status == 0 || status >= 400 { session.failedCount += 1 }
        record.take(status: status)
        session.records.append(record)
    }

    /// A report of version 2 has `ts`, and `ttfb` and `ttlb` from there; others have a time of their own. Where both
    /// are there, the latter is when somebody took the report down, and several may come at once.
    private static func readTimes(
        _ node: JSONNode?, _ values: CMCDValues, _ record: inout FieldRecord, at place: Place,
        _ session: inout FieldSession
    ) {
        let names = ["timestamp", "time", "@timestamp", "date"]
        let stamps = names.compactMap { node?.member($0) }
        // A number that is too small for a date of today may be how long it took.
        let stamp = stamps.first { FieldValues.isDated($0) } ?? stamps.first
        record.request =
            instant(node, values, at: place, &session.findings) ?? FieldValues.instant(stamp, &session.findings)
        guard let request = record.request else { return }
        record.firstByte = values.number("ttfb", places: 6).map { request.addingClamped($0) }
        record.lastByte = values.number("ttlb", places: 6).map { request.addingClamped($0) }
    }

    /// The instant that `ts` says, in nanoseconds: a date by its form or its size. A number that is too small for one
    /// counts milliseconds, as CMCD has them, from any beginning. One that stands beside CMCD is the collector's.
    private static func instant(
        _ node: JSONNode?, _ values: CMCDValues, at place: Place, _ findings: inout RepeatedFindings
    ) -> Int64? {
        guard let text = values.text("ts") else {
            return node?.member("ts").flatMap { FieldValues.instant($0, &findings) }
        }
        if let count = values.number("ts"), count < FieldValues.secondsUntil2010 {
            return values.number("ts", places: 6)
        }
        return FieldValues.instant(JSONNode(value: .string(text), place: place), &findings)
    }
}
