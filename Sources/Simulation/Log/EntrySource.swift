import PlayerModel

/// An entry of a trace, and the number of its line in a log.
package struct LogLine: Equatable, Sendable {
    package let number: Int32
    package let entry: Trace.Entry
}

/// A source of a run's entries, one after the other.
protocol EntrySource {
    /// The next entry; nil where the run is over.
    mutating func next() throws(SessionError) -> LogLine?

    /// The outcome, once the run is over.
    var outcome: LogOutcome? { get }
}

struct RecordedEntries: EntrySource {
    private var cursor: RunLog.Cursor
    let outcome: LogOutcome?

    init(_ log: RunLog) { (cursor, outcome) = (log.entries, log.outcome) }

    mutating func next() throws(SessionError) -> LogLine? {
        cursor.next().map { LogLine(number: $0.line, entry: $0.entry) }
    }
}

/// The entries of a scenario that is run as far as they are asked for: the trace in memory is never more than that of
/// one event.
struct RunningEntries: EntrySource {
    private var session: Session
    /// The number of entries of the session's trace that were handed out, and the line of the last one.
    private var place = 0
    private var number: Int32 = 1
    private var digest = Digest()
    private(set) var outcome: LogOutcome?

    init(_ scenario: Scenario) { session = Session(scenario.drawn(), tracing: .events) }

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
