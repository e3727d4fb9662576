import PlayerModel

/// Reads the text of a device's log, line by line. Whatever it cannot take is passed over, and said once for each kind:
/// a log of hours is worth reading though a line of it is torn.
struct DeviceLogReader {
    private var header: DeviceLogHeader?
    private var entries: [DeviceLog.Entry] = []
    private var findings = RepeatedFindings()
    private var timeline = DeviceLogTimeline()
    private var line: Int32 = 0
    /// Whether the clock has jumped since the last entry, and the last line since then that could not be read.
    private var hasJumped = false
    private var unread: Int32?
    /// Whether no line was an object yet: lines of other programs may stand before all.
    private var isFirst = true
    /// Whether another log has begun, as where an app writes one behind another.
    private var isOver = false

    /// - Throws: A fault of the log as a whole; or all that was found, where nothing of it could be taken.
    static func read(_ bytes: [UInt8]) throws(DeviceLogFaults) -> DeviceLog {
        guard bytes.count <= DeviceLog.mostBytes else {
            throw DeviceLogFaults("the log is longer than \(DeviceLog.mostBytes) bytes")
        }
        if let form = TextForm(bytes) { throw DeviceLogFaults(form.words) }
        let text = TextForm.afterMark(bytes)
        switch LogKind(text) {
        case .run: throw DeviceLogFaults("this is the log of a run; 'autowait replay' takes it without --inputs")
        case .scenario: throw DeviceLogFaults("this is a scenario, and not what an app has seen of a player")
        case .device, nil: break
        }
        var reader = DeviceLogReader()
        let parts = lines(text)
        reader.take(parts)
        if reader.timeline.isOfSeconds, DeviceClock.showsMilliseconds(reader.entries) {
            reader = DeviceLogReader()
            reader.timeline = .ofMilliseconds
            reader.note(
                "unit", "'t' is in milliseconds: by 'currentTime' it counts 1000 times as fast as seconds",
                Place(startOf: 0))
            reader.take(parts)
        }
        return try reader.finish()
    }

    private mutating func take(_ parts: [ArraySlice<UInt8>]) {
        func isBlank(_ part: ArraySlice<UInt8>) -> Bool { part.allSatisfy { " \t\r".utf8.contains($0) } }
        let last = parts.lastIndex { !isBlank($0) }
        for (index, part) in parts.enumerated() where !isOver {
            line += 1
            if !isBlank(part) { take(Array(part), isLast: index == last) }
        }
    }

    private consuming func finish() throws(DeviceLogFaults) -> DeviceLog {
        if entries.isEmpty {
            var found = findings.all.map { Diagnostic($0.message, at: $0.place) }
            if let first = found.first {
                found[0] = Diagnostic("nothing of it can be read: \(first.message)", at: first.place)
                throw DeviceLogFaults(diagnostics: found)
            }
        }
        var entries = entries
        DeviceClock.straighten(&entries, &findings)
        return DeviceLog(header: header ?? DeviceLogHeader(), entries: entries, findings: findings)
    }

    /// The lines, each without its end: LF, CR or CR LF, as places count them.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: .newline, omittingEmptySubsequences: false).flatMap { part in
            (part.last == .carriageReturn ? part.dropLast() : part)
                .split(separator: .carriageReturn, omittingEmptySubsequences: false)
        }
    }

    // MARK: A line

    private mutating func take(_ bytes: [UInt8], isLast: Bool) {
        do throws(JSONError) {
            let document = try JSONReader.read(bytes, source: 0, ofLog: true, line: line)
            for duplicate in document.duplicates {
                note("twice", "\(duplicate.message); the last one counts", duplicate.place)
            }
            if let halves = document.halves { note("half a character", halves.message, halves.place) }
            take(document.root)
        } catch {
            // What does not begin as an object is another program's, and says nothing of the player.
            let isTorn = bytes.first { $0 != 32 && $0 != 9 } == UInt8(ascii: "{")
            if isTorn { unread = line }
            note(
                isLast ? "torn" : isTorn ? "torn within" : "not JSON",
                isLast
                    ? "the last line was cut off, and is passed over: \(error.message)"
                    : "this line is not JSON, and is passed over: \(error.message)"
                        + (isTorn ? "; \(DeviceLogLine.untilTheSame)" : ""),
                error.place)
        }
    }

    private mutating func take(_ root: JSONNode) {
        guard case .object = root.value else {
            return note("no object", "a line must be an object; this one is passed over", root.place)
        }
        defer { isFirst = false }
        guard let time = root.member("t") else {
            if isFirst, let header = DeviceLogHeader(root, &findings) {
                self.header = header
                return
            }
            if DeviceLogHeader.begins(root) {
                isOver = true
                return note(
                    "another log",
                    "another log begins at line \(root.place.line): it is left out, with all behind it; split the "
                        + "file here, to have each judged by itself", root.place)
            }
            unread = line
            return note("no t", "'t' is missing: seconds from any beginning; the line is passed over", root.place)
        }
        guard let (at, shown) = timeline.instant(time, &findings, time.place) else {
            unread = line
            return note(
                "t", "'t' is no time, but \(JSONText.line(time)); the line is passed over", time.place)
        }
        var facts = DeviceLogLine(header: header ?? DeviceLogHeader(), findings: findings)
        facts.read(root)
        findings = facts.findings
        if facts.isIdle { note("idle", "this line says nothing but its time", root.place) }
        if timeline.hasJumped { hasJumped = true }
        if facts.isUnread { unread = line }
        for fact in facts.facts {
            entries.append(
                DeviceLog.Entry(
                    at: at, shown: shown, followsJump: hasJumped, unread: unread, line: line, fact: fact))
            (hasJumped, unread) = (false, nil)
        }
    }

    private mutating func note(_ kind: String, _ message: @autoclosure () -> String, _ place: Place) {
        findings.note(kind, message(), at: place)
    }
}

extension DeviceLog {
    /// Reads a log. Empty lines are left out, and so is what cannot be taken; `findings` says what.
    ///
    /// - Throws: A fault of the log as a whole, or every finding where nothing is left.
    package static func read(_ bytes: [UInt8]) throws(DeviceLogFaults) -> DeviceLog {
        try DeviceLogReader.read(bytes)
    }
}
