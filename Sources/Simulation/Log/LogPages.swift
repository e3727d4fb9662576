import PlayerModel

/// A run as a log, page by page: the whole text is never in memory.
package struct LogPages: Sendable {
    private static let entriesPerPage = 4096

    private let header: LogHeader
    private let run: Run

    /// The log of a run that was traced with every event.
    package init(_ header: LogHeader, _ run: Run) { (self.header, self.run) = (header, run) }

    /// The number of pages. The first line is a page, and so is the last one.
    package var count: Int { (run.trace.entries.count + Self.entriesPerPage - 1) / Self.entriesPerPage + 2 }

    /// A page; each line of it ends in a break.
    package func page(_ index: Int) -> [UInt8] {
        if index == 0 { return Array((header.line + "\n").utf8) }
        let entries = run.trace.entries
        if index == count - 1 {
            let outcome = LogOutcome(run.outcome, lines: Int64(entries.count), digest: run.digest)
            return Array((outcome.line + "\n").utf8)
        }
        let start = (index - 1) * Self.entriesPerPage
        var writer = LogWriter(after: start == 0 ? .zero : entries[start - 1].at)
        for entry in entries[start...].prefix(Self.entriesPerPage) { writer.add(entry) }
        return writer.bytes
    }
}
