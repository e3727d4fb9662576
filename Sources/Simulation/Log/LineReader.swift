import PlayerModel

/// Reads the entry of one line of a log: the lines of `LogWriter`, with white space wherever JSON permits it.
struct LineReader {
    private var fields: LineFields

    /// The line that is those bytes, without its break.
    init(_ bytes: [UInt8], _ range: Range<Int>) { fields = LineFields(bytes, range) }

    /// The entry, or nil where the line is none. `last` is the instant of the line before.
    mutating func entry(after last: Instant) -> Trace.Entry? {
        let (at, isTooLate) = last.nanoseconds.addingReportingOverflow(fields.first())
        guard !isTooLate, at >= 0 else { return nil }
        let player: Int16 = fields.nextIsNumber() ? fields.integer() : 0
        guard let word = RecordWord.named(fields.quoted()), !fields.isBad else { return nil }
        // A player stands there where it is not the first one.
        guard player >= 0, !word.isEverybodys || player == 0 else { return nil }
        let record = Record.read(word, player, &fields)
        guard fields.isOver() else { return nil }
        return Trace.Entry(at: Instant(nanoseconds: at), player: word.isEverybodys ? -1 : player, record: record)
    }
}
