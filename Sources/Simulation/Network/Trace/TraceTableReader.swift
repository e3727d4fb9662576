import PlayerModel

/// Reads traces from tables with columns of their own, in one pass over the bytes: CSV as RFC 4180 has it, with commas,
/// semicolons or tabs, and with or without a header. Where columns go by numbers, blanks may part them.
///
/// A line's capacity holds from its time on; the last line lasts as long as the one before it, and its value goes on
/// holding. The trace begins with the first line that has a capacity. Tolerated besides what every trace may have:
/// lines without a capacity, for which the one before holds, and several lines of one time, of which the last counts.
package struct TraceTableReader {
    /// A trace, and what was passed over, in clauses with their places.
    package struct Reading: Sendable {
        package let trace: NetworkTrace
        package let warnings: [Diagnostic]
    }

    /// Something that many lines may have: how many, and the first.
    private struct Lines {
        var count: Int64 = 0
        var first = 0

        mutating func add(_ offset: Int) {
            if count == 0 { first = offset }
            count += 1
        }
    }

    /// A condition that a line does not fit, by its place among them, and the value that the line has.
    private struct Unfit {
        let condition: Int
        let value: String
    }

    private var scanner: NetworkTraceScanner
    private let columns: TraceColumns
    private let separator: UInt8
    private var header: [String] = []
    /// The fields of the line that is looked at, without their quotes and the space around them.
    private var fields: ContiguousArray<Range<Int>> = []
    /// The places of the columns among the fields.
    private var time: Int?
    private var rate = 0
    private var unit: Int?
    private var conditions: [(field: Int, value: [UInt8], number: Decimal?)] = []

    private var trace: NetworkTrace
    /// The time of the first line, and since then that of the last one; nil before there is one.
    private var origin: Int64 = 0
    private var last: (time: Int64, bitsPerSecond: Int64)?
    private var lastTime = 0..<0
    /// From the line before to the last one.
    private var length: Int64 = 0
    private var withoutRate = Lines()
    private var repeated = Lines()

    /// Reads one text; `source` is the source that places in it will name. Places of columns are those of whoever
    /// names them.
    package static func read(
        bytes: [UInt8], source: Int32, columns: TraceColumns
    ) throws(NetworkTraceError) -> Reading {
        var reader = TraceTableReader(try NetworkTraceReader.scanner(bytes, source: source), columns)
        return try reader.read()
    }

    private init(_ scanner: NetworkTraceScanner, _ columns: TraceColumns) {
        (self.scanner, self.columns) = (scanner, columns)
        trace = NetworkTrace(.csv, capacity: 1 + scanner.bytes.count { $0 == .newline })
        var look = scanner
        var signs: [UInt8] = []
        var isQuoted = false
        if Self.moveToLine(&look) {
            while !look.isAtLineEnd {
                if look.next == Self.quote { isQuoted.toggle() }
                if !isQuoted, [.tab, .comma, Self.semicolon].contains(look.next) { signs.append(look.next) }
                look.offset += 1
            }
        }
        // A name of a column may have blanks in it.
        let isNumbered = columns.named.allSatisfy { if case .number = $0.value { true } else { false } }
        let usual: UInt8 = signs.isEmpty && isNumbered ? .space : .comma
        separator = [.tab, Self.semicolon].first { signs.contains($0) } ?? usual
    }

    private static let semicolon = UInt8(ascii: ";")
    private static let quote = UInt8(ascii: "\"")

    private mutating func read() throws(NetworkTraceError) -> Reading {
        try resolve()
        var unfit: Unfit?
        while Self.moveToLine(&scanner) {
            let start = scanner.offset
            try split()
            if fields.isEmpty { continue }
            guard try isMeant(&unfit) else { continue }
            try take(start)
        }
        if trace.points == 0, withoutRate.count == 0, let unfit {
            let value = columns.conditions[unfit.condition].value
            throw NetworkTraceError(
                kind: .noLineWith(value: value.value, first: unfit.value, isAmongOthers: unfit.condition > 0),
                place: value.place)
        }
        guard let last else { throw scanner.error(.noLines, at: scanner.offset) }
        if case .step(let step) = columns.time { length = step.nanoseconds }
        guard length > 0 else { throw scanner.error(.oneLine, at: scanner.offset) }
        try append(last.bitsPerSecond, until: last.time.addingClamped(length), at: scanner.offset)
        return Reading(trace: trace, warnings: warnings)
    }

    // MARK: Columns

    /// Finds the columns that are named. Where all go by number, a first line with a word in the place of the capacity
    /// is a header as well.
    private mutating func resolve() throws(NetworkTraceError) {
        var look = self
        var hasHeader = columns.named.contains { if case .name = $0.value { true } else { false } }
        repeat {
            guard Self.moveToLine(&look.scanner) else { throw scanner.error(.empty, at: scanner.offset) }
            try look.split()
        } while look.fields.isEmpty
        let place =
            switch columns.rate {
            case .inUnit(_, let column), .withUnit(let column, _): column
            }
        if !hasHeader, case .number(let number) = place.value, number <= look.fields.count {
            let field = look.bytes(number - 1)
            hasHeader = !Self.isMissing(field) && !(field.first.map { $0.isDigit || "+-.".utf8.contains($0) } ?? true)
        }
        if hasHeader {
            look.header = look.fields.indices.map { look.text($0) }
            self = look
        }
        switch columns.time {
        case .seconds(let column), .milliseconds(let column): time = try index(of: column)
        case .step: break
        }
        switch columns.rate {
        case .inUnit(_, let column): rate = try index(of: column)
        case .withUnit(let column, let unit):
            rate = try index(of: column)
            self.unit = try index(of: unit)
        }
        for condition in columns.conditions {
            let value = Array(condition.value.value.utf8)
            conditions.append((try index(of: condition.column), value, Self.number(value)))
        }
    }

    private func index(of column: Placed<TraceColumns.Column>) throws(NetworkTraceError) -> Int {
        switch column.value {
        case .number(let number): return number - 1
        case .name(let name):
            let own = header.indices.filter { header[$0].isSpelt(name) }
            if own.count > 1 {
                throw NetworkTraceError(kind: .doubledColumn(name, own[0] + 1, own[1] + 1), place: column.place)
            }
            if let index = own.first { return index }
            throw NetworkTraceError(kind: .noColumn(name, header: header), place: column.place)
        }
    }

    // MARK: Lines

    /// Moves to the next line that is neither empty nor begins with #; false at the end. Space at its beginning may be
    /// an empty field.
    private static func moveToLine(_ scanner: inout NetworkTraceScanner) -> Bool {
        while !scanner.isAtEnd {
            if scanner.isAtLineEnd {
                scanner.offset += 1
            } else if scanner.next == .hash {
                while !scanner.isAtLineEnd { scanner.offset += 1 }
            } else {
                return true
            }
        }
        return false
    }

    /// Cuts a line into its fields, and moves to its end.
    private mutating func split() throws(NetworkTraceError) {
        fields.removeAll(keepingCapacity: true)
        repeat {
            while scanner.next == .space || (scanner.next == .tab && separator != .tab) { scanner.offset += 1 }
            if separator == .space, scanner.isAtLineEnd { return }
            if scanner.next == Self.quote {
                try splitQuoted()
            } else {
                let start = scanner.offset
                while !scanner.isAtLineEnd, scanner.next != separator { scanner.offset += 1 }
                fields.append(trimmed(start..<scanner.offset))
            }
        } while scanner.skip(separator)
    }

    /// A quote within quotes stands there twice, and stays so here: no name or number has one.
    private mutating func splitQuoted() throws(NetworkTraceError) {
        let start = scanner.offset + 1
        repeat {
            scanner.offset += 1
            while !scanner.isAtLineEnd, scanner.next != Self.quote { scanner.offset += 1 }
            guard scanner.skip(Self.quote) else { throw scanner.error(.quoteIsOpen, at: start - 1) }
        } while scanner.next == Self.quote
        fields.append(start..<scanner.offset - 1)
        while !scanner.isAtLineEnd, scanner.next != separator { scanner.offset += 1 }
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, [.space, .tab].contains(scanner.bytes[end - 1]) { end -= 1 }
        return range.lowerBound..<end
    }

    private func bytes(_ field: Int) -> ArraySlice<UInt8> { scanner.bytes[fields[field]] }

    private func text(_ field: Int) -> String { String(decoding: bytes(field), as: UTF8.self) }

    /// A field of the line, which must have it.
    private func field(_ index: Int) throws(NetworkTraceError) -> ArraySlice<UInt8> {
        guard index < fields.count else {
            throw scanner.error(.missingField(column: index + 1, fields: fields.count), at: scanner.offset)
        }
        return bytes(index)
    }

    /// Whether the line counts. Of the condition that is reached last, by lines that fit those before it, the first
    /// other value is kept, to be named where no line counts.
    private func isMeant(_ unfit: inout Unfit?) throws(NetworkTraceError) -> Bool {
        for (place, condition) in conditions.enumerated() {
            let field = try field(condition.field)
            if field.elementsEqual(condition.value) { continue }
            if let number = condition.number, Self.number(Array(field)) == number { continue }
            if place > unfit?.condition ?? -1 {
                unfit = Unfit(condition: place, value: String(decoding: field, as: UTF8.self))
            }
            return false
        }
        return true
    }

    /// The number that a text is as a whole, so that 1 and 1.0 are the same.
    private static func number(_ text: [UInt8]) -> Decimal? {
        guard let first = text.first, first.isDigit || first == UInt8(ascii: "-") else { return nil }
        return Decimal(json: text)
    }

    // MARK: Values

    private static let missingMarks = ["-", "nan", "na", "n/a", "null", "none"].map { Array($0.utf8) }

    private static func isMissing(_ field: ArraySlice<UInt8>) -> Bool {
        guard !field.isEmpty, field.count <= 4 else { return field.isEmpty }
        return missingMarks.contains { mark in
            mark.count == field.count && zip(mark, field).allSatisfy { $0 == $1.lowercased }
        }
    }

    /// Adds a line that counts to the trace.
    private mutating func take(_ start: Int) throws(NetworkTraceError) {
        let field = try field(rate)
        var bitsPerSecond: Int64
        if Self.isMissing(field) {
            withoutRate.add(fields[rate].lowerBound)
            guard let last else { return }
            bitsPerSecond = last.bitsPerSecond
        } else {
            bitsPerSecond = try number(rate, try quantity())
        }
        let now = try instant(start)
        defer {
            trace.points += 1
            if let time { lastTime = fields[time] }
        }
        guard let last else {
            self.last = (now, bitsPerSecond)
            return
        }
        guard now >= last.time else {
            let place = time.map { fields[$0].lowerBound } ?? start
            let before = String(decoding: scanner.bytes[lastTime], as: UTF8.self)
            throw scanner.error(.timeGoesBackInTable(before: before), at: place)
        }
        if now == last.time {
            repeated.add(start)
        } else {
            try append(last.bitsPerSecond, until: now, at: start)
            length = now - last.time
        }
        self.last = (now, bitsPerSecond)
    }

    /// The time of the line since the first one that has a capacity.
    private mutating func instant(_ start: Int) throws(NetworkTraceError) -> Int64 {
        var clock: Int64
        switch columns.time {
        case .step(let step):
            let (time, isTooLarge) = step.nanoseconds.multipliedReportingOverflow(by: trace.points)
            clock = isTooLarge ? .max : time
        case .seconds:
            let field = try field(time ?? 0)
            if CalendarTime.isMeant(field) {
                guard let date = CalendarTime.nanoseconds(field) else {
                    throw scanner.error(.noTimeOfDay(text(time ?? 0)), at: field.startIndex)
                }
                clock = date
            } else {
                clock = try number(time ?? 0, .clockSeconds)
            }
        case .milliseconds: clock = try number(time ?? 0, .clockMilliseconds)
        }
        if last == nil { origin = clock }
        let (now, isTooLarge) = clock.subtractingReportingOverflow(origin)
        guard !isTooLarge, now <= TimeLimit.longest else { throw scanner.error(.tooLong, at: start) }
        return now
    }

    private mutating func append(_ bitsPerSecond: Int64, until end: Int64, at offset: Int) throws(NetworkTraceError) {
        guard end <= TimeLimit.longest else { throw scanner.error(.tooLong, at: offset) }
        trace.append(bitsPerSecond, until: Instant(nanoseconds: end))
    }

    /// The unit of the line's capacity.
    private func quantity() throws(NetworkTraceError) -> TraceQuantity {
        switch columns.rate {
        case .inUnit(let quantity, _): return quantity
        case .withUnit:
            let field = try field(unit ?? 0)
            if let quantity = TraceQuantity.unit(text(unit ?? 0)) { return quantity }
            throw scanner.error(.unknownUnit(text(unit ?? 0)), at: field.startIndex)
        }
    }

    /// The number that a field is as a whole.
    private mutating func number(_ index: Int, _ quantity: TraceQuantity) throws(NetworkTraceError) -> Int64 {
        let (field, end) = (try field(index), scanner.offset)
        guard !Self.isMissing(field) else { throw scanner.error(.missingNumber(quantity), at: field.startIndex) }
        scanner.offset = field.startIndex
        defer { scanner.offset = end }
        let value = try scanner.number(quantity)
        guard scanner.offset == field.endIndex else {
            throw scanner.error(.noNumber(quantity, text(index)), at: field.startIndex)
        }
        return value
    }

    private var warnings: [Diagnostic] {
        func warning(_ lines: Lines, _ what: String, _ meaning: (one: String, several: String)) -> Diagnostic? {
            guard lines.count > 0 else { return nil }
            let place = scanner.error(.noLines, at: lines.first).place
            if lines.count == 1 { return Diagnostic("line \(place.line) has \(what)\(meaning.one)", at: place) }
            let words = "\(lines.count) lines have \(what), the first of them line \(place.line)\(meaning.several)"
            return Diagnostic(words, at: place)
        }
        let before = ": the one before holds, if there is one"
        return [
            warning(withoutRate, "no capacity", (before, before)),
            warning(
                repeated, "the time of the line before",
                (", and counts in its place", ": of those with one time the last counts")),
        ].compactMap { $0 }
    }
}
