import PlayerModel

/// An entry of a trace, and the line of a log that it is or would be on.
package struct LogLine: Equatable, Sendable {
    package let number: Int32
    package let entry: Trace.Entry
}

/// Where a run's entries come from, one after the other.
protocol EntrySource {
    /// The next entry; nil where it is over.
    mutating func next() throws(SessionError) -> LogLine?

    /// How it ended, once it has.
    var outcome: LogOutcome? { get }
}

/// The entries of a log.
struct RecordedEntries: EntrySource {
    private var cursor: RunLog.Cursor
    let outcome: LogOutcome?

    init(_ log: RunLog) {
        cursor = log.entries
        outcome = log.outcome
    }

    mutating func next() throws(SessionError) -> LogLine? {
        cursor.next().map { LogLine(number: $0.line, entry: $0.entry) }
    }
}

/// What a scenario does, run as far as it is asked for: no more of the trace is in memory than came of one event.
struct RunningEntries: EntrySource {
    private var session: Session
    /// How many entries of the session's trace were handed out; and the line of the last one.
    private var place = 0
    private var number: Int32 = 1
    private var digest = Digest()
    private(set) var outcome: LogOutcome?

    init(_ scenario: Scenario) { session = Session(scenario, tracing: .events) }

    mutating func next() throws(SessionError) -> LogLine? {
        while place == session.trace.entries.count {
            if outcome != nil { return nil }
            session.trace.removeAll()
            place = 0
            guard let end = try session.step() else { continue }
            digest.mix(UInt64(bitPattern: end.at.nanoseconds))
            outcome = LogOutcome(end, lines: Int64(number) - 1, digest: digest)
        }
        let entry = session.trace.entries[place]
        place += 1
        number += 1
        entry.mix(into: &digest)
        return LogLine(number: number, entry: entry)
    }
}
