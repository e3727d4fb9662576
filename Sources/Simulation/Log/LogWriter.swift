import PlayerModel

/// Writes entries of a trace as lines of a log, each an array of JSON: the nanoseconds since the line before, the
/// player where it is not the first one, a word, and the fields of the word.
///
/// Nothing is lost: `LineReader` reads the same entry back.
struct LogWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The instant of the line before.
    private var last: Instant

    /// A writer that continues after a line of that instant.
    init(after last: Instant = .zero) { self.last = last }

    /// Adds an entry's line, with its break.
    mutating func add(_ entry: Trace.Entry) {
        bytes.append(UInt8(ascii: "["))
        digits((entry.at - last).nanoseconds)
        last = entry.at
        if entry.player > 0 { number(entry.player) }
        let form = entry.record.form
        text(form.word.text)
        for place in RecordForm.places { write(form[place]) }
        bytes.append(UInt8(ascii: "]"))
        bytes.append(UInt8(ascii: "\n"))
    }

    // MARK: Fields

    private mutating func write(_ field: RecordField) {
        switch field {
        case .none: break
        case .action(let index), .resource(let index), .host(let index), .source(let index), .asset(let index),
            .variant(let index), .switching(let index, _), .loading(let index, _), .item(let index),
            .currentItem(let index):
            number(index)
        case .track(let track, _): number(track)
        case .number(let value), .milliseconds(let value), .seconds(let value), .roundedSeconds(let value),
            .capacity(let value), .perMillion(let value):
            number(value)
        case .exchange(let id):
            number(id.slot)
            number(id.attempt)
        case .chunks(let first, let end):
            number(first)
            number(end)
        case .rate(let rate): number(rate.thousandths)
        case .flag(let value): raw(value ? ",true" : ",false")
        case .direction(let direction): text(direction.name)
        case .status(let status): text(NamesOfAVFoundation.status(status))
        case .reason(let reason?): text(NamesOfAVFoundation.reason(reason))
        case .reason(nil): raw(",null")
        case .cause(let cause):
            switch cause.form {
            case .word(let word): text(word.rawValue)
            case .judged(let grounds): write(grounds)
            }
        case .grounds(let grounds): write(grounds)
        case .failure(let failure):
            let form = failure.form
            if let word = form.word { text(word.rawValue) } else { number(form.status) }
        case .exception(let exception): number(exception.rawValue)
        }
    }

    private mutating func write(_ grounds: KeepUp.Grounds) {
        let form = grounds.form
        text(form.word.rawValue)
        write(form.value)
    }

    private mutating func number(_ value: some FixedWidthInteger) {
        bytes.append(UInt8(ascii: ","))
        digits(Int64(value))
    }

    /// A word of letters; nothing in it needs to be escaped.
    private mutating func text(_ word: String) {
        bytes.append(UInt8(ascii: ","))
        bytes.append(UInt8(ascii: "\""))
        raw(word)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private mutating func digits(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        // Most numbers are a slot, a track or no time at all.
        if rest < 10 { return bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var first = digits.count
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[first...]))
        }
    }
}
