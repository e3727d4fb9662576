import PlayerModel

/// Writes entries of a trace as lines of a log, each an array of JSON: the nanoseconds since the line before, the
/// player where it is not the first one, a word, and the fields of the word.
///
/// Nothing is lost: `LineReader` reads the same entry back.
struct LogWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The instant of the line before.
    private var last: Instant

    /// Goes on behind a line of that instant.
    init(after last: Instant = .zero) { self.last = last }

    /// Adds a line, with its break.
    mutating func add(_ entry: Trace.Entry) {
        let form = entry.record.form
        bytes.append(addingCapacity: Self.mostBytesOfLine) { line in
            line.append(UInt8(ascii: "["))
            line.digits((entry.at - last).nanoseconds)
            if entry.player > 0 { line.number(Int64(entry.player)) }
            line.word(form.word.text)
            for place in RecordForm.places { line.write(form[place]) }
            line.append(UInt8(ascii: "]"))
            line.append(.newline)
        }
        last = entry.at
    }

    /// No line is longer: four fields have eight numbers at most, or three words and two numbers.
    private static let mostBytesOfLine = 256
}

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

// The parts of a line.
extension OutputSpan where Element == UInt8 {
    fileprivate mutating func write(_ field: RecordField) {
        switch field {
        case .none: break
        case .action(let index), .resource(let index), .host(let index), .source(let index), .asset(let index),
            .variant(let index), .switching(let index, _), .loading(let index, _), .item(let index),
            .pathway(let index, _),
            .currentItem(let index):
            number(Int64(index))
        case .track(let track, _): number(Int64(track))
        case .number(let value), .milliseconds(let value), .seconds(let value), .roundedSeconds(let value),
            .capacity(let value), .perMillion(let value):
            number(value)
        case .exchange(let id):
            number(Int64(id.slot))
            number(Int64(id.attempt))
        case .chunks(let first, let end, _):
            number(Int64(first))
            number(Int64(end))
        case .rate(let rate): number(Int64(rate.thousandths))
        case .flag(let value): raw(value ? ",true" : ",false")
        case .direction(let direction): word(direction.name)
        case .status(let status): word(NamesOfAVFoundation.status(status))
        case .reason(let reason?): word(NamesOfAVFoundation.reason(reason))
        case .reason(nil): raw(",null")
        case .cause(let cause):
            switch cause.form {
            case .word(let name): word(name.rawValue)
            case .judged(let judgement): write(.judgement(judgement))
            }
        case .judgement(let judgement):
            let form = judgement.form
            word(form.word.rawValue)
            write(form.value)
        case .failure(let failure):
            let form = failure.form
            if let name = form.word { word(name.rawValue) } else { number(Int64(form.status)) }
        case .exception(let exception): number(Int64(exception.rawValue))
        }
    }

    fileprivate mutating func number(_ value: Int64) {
        append(UInt8(ascii: ","))
        digits(value)
    }

    /// A word of letters; nothing in it needs to be escaped.
    fileprivate mutating func word(_ word: String) {
        append(UInt8(ascii: ","))
        append(UInt8(ascii: "\""))
        raw(word)
        append(UInt8(ascii: "\""))
    }

    private mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { bytes in for byte in bytes { append(byte) } }
    }

    fileprivate mutating func digits(_ value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        var first = count
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        // The last digit was written first.
        var last = count - 1
        while first < last {
            swapAt(first, last)
            first += 1
            last -= 1
        }
    }
}
