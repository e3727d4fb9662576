import PlayerModel

/// A recorded run.
///
///     {"format":"autowait log", …}    LogHeader: scenario, settings, files; enough to run it again
///     [0,"action", …]                 an entry of the trace, by LogWriter: time, player, word, fields
///     …
///     {"end": …, "digest": …}         LogOutcome: how the run ended
///
/// A log is JSON Lines. `LogPages` writes one page by page. `FirstDifference` compares two runs, each a log or a
/// scenario that is run meanwhile (`EntrySource`): that is `replay` and `diff`. `HeldRun` stops a run at an instant.
/// A `DeviceLog` is something else: the observations of an app on a real player, which `DeviceLogReplay` plays to the
/// player machine.
///
/// The entries are read when they are asked for, because a log may be large; every line is checked at the beginning.
package struct RunLog: Sendable {
    /// The longest text in bytes that is read as a log.
    package static let mostBytes = 1 << 30

    package let header: LogHeader
    package let outcome: LogOutcome
    /// The number of the last line.
    package let lastLine: Int32
    private let bytes: [UInt8]
    /// The offset at which the second line begins.
    private let body: Int

    /// Reads a whole text and checks every line. Linear in the bytes.
    package init(reading bytes: [UInt8]) throws(RunLogError) {
        guard !bytes.isEmpty else { throw RunLogError(.empty) }
        guard bytes.count <= Self.mostBytes else { throw RunLogError(.tooLong(limit: Self.mostBytes)) }
        if let form = TextForm(bytes) { throw RunLogError(.form(form)) }
        let bytes = TextForm.afterMark(bytes)
        let end = bytes.firstIndex(of: .newline) ?? bytes.count
        header = try Self.header(bytes, end)
        body = end
        self.bytes = bytes
        var cursor = Cursor(bytes, at: body)
        while let line = cursor.nextLine() {
            if line.isEntry(bytes) {
                _ = try cursor.entry(on: line)
                continue
            }
            outcome = try cursor.outcome(on: line)
            lastLine = line.number
            guard outcome.lines == cursor.entries else {
                throw RunLogError(.lineCount(written: outcome.lines, now: cursor.entries), at: line.place)
            }
            if let more = cursor.nextLine() { throw RunLogError(.goesOn, at: more.place) }
            return
        }
        throw cursor.cut
    }

    package var entries: Cursor { Cursor(bytes, at: body) }

    private static func header(_ bytes: [UInt8], _ end: Int) throws(RunLogError) -> LogHeader {
        let document = try document(bytes, end)
        let isLog = document.root.member("format")?.string == LogHeader.format
        guard isLog else { throw RunLogError(.another(LogKind(bytes))) }
        if let twice = document.duplicates.first { throw .header(twice.message, twice.place) }
        let (header, written) = try LogHeader.read(document.root)
        let now = header.digest
        guard now == written else { throw RunLogError(.editedHeader(now: now, written: written)) }
        return header
    }

    /// The first line, which ends at an offset.
    private static func document(_ bytes: [UInt8], _ end: Int) throws(RunLogError) -> JSONDocument {
        let isWhole = end < bytes.count
        do throws(JSONError) {
            let limits = JSONLimits(maxBytes: mostBytes)
            return try JSONReader.read(isWhole ? Array(bytes[..<end]) : bytes, source: 0, limits: limits)
        } catch {
            let isLog = bytes.starts(with: "{\"format\":\"autowait log\"".utf8)
            if isLog { throw RunLogError(isWhole ? .notJSON(error) : .cut(at: nil), at: error.place) }
            throw RunLogError(.another(LogKind(bytes)))
        }
    }
}
