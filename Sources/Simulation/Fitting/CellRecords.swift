/// The rows of a table, each field with its place: CSV with a head, or objects of JSON, one on each line or all in a
/// list.
package struct CellRecords: Sendable {
    /// The names of the columns, where each stands for the first time.
    package private(set) var columns: [Placed<String>] = []
    /// By row, the field of each column; nil where it has none, or nothing in it. The null of JSON is the word.
    package private(set) var rows: [[Placed<String>?]] = []
    package private(set) var findings = Findings()

    /// The words for a column whose name is empty, as pandas writes that of the rows' numbers.
    static let wordsOfNoName = "this column has no name; it is left out"
    /// More columns than this are no table that somebody has made; each name is looked for among all.
    private static let mostColumns = 1000
    /// The most fields of objects of JSON, with the empty ones: an object may have few of many columns.
    private static let mostFields = 10_000_000

    /// Reads a text: as JSON where its first character says so, else as CSV. Where it has more rows than `mostRows`, or
    /// too many columns, that is an error, and it is not read to its end.
    package init(_ source: SourceText, number: Int32 = 0, mostRows: Int = .max) {
        let start = Place(startOf: number)
        if let form = TextForm(source.bytes) {
            findings.report(form.words, start)
            return
        }
        let bytes = source.bytes.dropFirst(TextForm.markLength(source.bytes))
        let text = bytes.drop { [9, 10, 13, 32].contains($0) }
        if text.first == UInt8(ascii: "[") || Self.isIndented(text) {
            readList(bytes, number, mostRows)
        } else if text.first == UInt8(ascii: "{") {
            readLines(bytes, number, mostRows)
        } else {
            readTable(bytes, number, mostRows)
        }
        if findings.errors.isEmpty, columns.isEmpty { findings.report("there is no table in it", start) }
        if findings.errors.isEmpty, rows.isEmpty { findings.report("there is no row below the head", start) }
    }

    /// Whether no more rows and columns were met than there may be; says it of the first row beyond them.
    private mutating func hasRoom(_ mostRows: Int, at place: Place) -> Bool {
        let hasRows = rows.count <= mostRows
        if !hasRows { findings.report("there are more than \(mostRows) rows", place) }
        let hasColumns = columns.count <= Self.mostColumns
        if !hasColumns { findings.report("there are more than \(Self.mostColumns) columns", place) }
        return hasRows && hasColumns
    }

    // MARK: CSV

    private mutating func readTable(_ bytes: ArraySlice<UInt8>, _ number: Int32, _ mostRows: Int) {
        var scanner = TableScanner(bytes, source: number)
        while let record = scanner.next() {
            if columns.isEmpty {
                take(head: record)
            } else if record.count != columns.count, let first = record.first {
                findings.report(
                    "this row has \(record.count) fields, and the head has \(columns.count) columns", first.place)
            } else {
                rows.append(record.map { $0.value.isEmpty ? nil : $0 })
            }
            guard hasRoom(mostRows, at: record[0].place) else { return }
        }
        if let open = scanner.openQuote {
            findings.report("this quote is not closed, so that all behind it stands in it", open)
        }
    }

    private mutating func take(head: [Placed<String>]) {
        guard head.count <= Self.mostColumns else { return columns = head }
        for column in head {
            if let first = columns.first(where: { $0.value == column.value && !column.value.isEmpty }) {
                findings.report(
                    "'\(column.value)' is the name of two columns; the first is at column \(first.place.column)",
                    column.place)
            }
            columns.append(column)
        }
        if head.allSatisfy({ Decimal($0.value) != nil }), let first = head.first {
            findings.report("the first line has numbers alone; it must have the names of the columns", first.place)
        }
    }

    // MARK: JSON

    /// Whether a text begins with an object that goes over several lines.
    private static func isIndented(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "{") else { return false }
        do throws(JSONError) {
            _ = try JSONReader.read(Array(text.prefix { $0 != .newline }), source: 0)
            return false
        } catch {
            if case .unclosed = error.kind { return true }
            return false
        }
    }

    /// Reads a list of objects, as data frames are written in one text, or one object.
    private mutating func readList(_ bytes: ArraySlice<UInt8>, _ number: Int32, _ mostRows: Int) {
        do throws(JSONError) {
            let document = try JSONReader.read(Array(bytes), source: number)
            for duplicate in document.duplicates { findings.report(duplicate.message, duplicate.place) }
            let isList = if case .array = document.root.value { true } else { false }
            for element in isList ? document.root.elements : [document.root] {
                guard case .object(let members) = element.value else {
                    let words = element.value.description
                    findings.report("each element of the list must be an object, not \(words)", element.place)
                    continue
                }
                take(members) { $0 }
                guard goesOn(mostRows, at: element.place) else { return }
            }
            fillRows()
        } catch {
            let isSeveral = error.kind == .textAfterValue
            findings.report(
                isSeveral ? "a table of JSON is one list of objects, or has an object on each line" : error.message,
                error.place)
        }
    }

    /// Whether there may be more rows; says where they are too many, or have too many columns or fields.
    private mutating func goesOn(_ mostRows: Int, at place: Place) -> Bool {
        guard hasRoom(mostRows, at: place), findings.errors.count < ShapeChecker.mostDiagnostics else { return false }
        guard rows.count * columns.count > Self.mostFields else { return true }
        let size = "\(rows.count) rows of \(columns.count) columns"
        findings.report("\(size) have more than \(Self.mostFields) fields, with the empty ones", place)
        return false
    }

    /// A column that begins further down has nothing in the rows before.
    private mutating func fillRows() {
        for row in rows.indices { rows[row] += Array(repeating: nil, count: columns.count - rows[row].count) }
    }

    private mutating func readLines(_ bytes: ArraySlice<UInt8>, _ number: Int32, _ mostRows: Int) {
        for (index, line) in bytes.split(separator: .newline, omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { ![9, 13, 32].contains($0) }) else { continue }
            let lineNumber = Int32(clamping: index + 1)
            func there(_ place: Place) -> Place { Place(source: number, line: lineNumber, column: place.column) }
            do throws(JSONError) {
                let document = try JSONReader.read(Array(line), source: number)
                for duplicate in document.duplicates {
                    findings.report(duplicate.message, there(duplicate.place))
                }
                guard case .object(let members) = document.root.value else {
                    findings.report(
                        "a line must be an object, not \(document.root.value.description)",
                        there(document.root.place))
                    continue
                }
                take(members, there)
            } catch {
                findings.report(error.message, there(error.place))
            }
            let place = Place(source: number, line: lineNumber, column: 1)
            guard goesOn(mostRows, at: place) else { return }
        }
        fillRows()
    }

    private mutating func take(_ members: [JSONMember], _ there: (Place) -> Place) {
        var row: [Placed<String>?] = Array(repeating: nil, count: columns.count)
        for member in members where columns.count <= Self.mostColumns {
            let column = columns.firstIndex { $0.value == member.name } ?? columns.count
            if column == columns.count {
                columns.append(Placed(member.name, at: there(member.namePlace)))
                row.append(nil)
            }
            let place = there(member.value.place)
            let text: String
            switch member.value.value {
            case .null: text = "null"
            case .bool(let flag): text = flag ? "true" : "false"
            case .number(let number): text = number.text
            case .string(let word): text = word
            case .hugeNumber(let digits):
                findings.report("'\(digits)' has too many digits", place)
                continue
            case .array, .object:
                findings.report(
                    "'\(member.name)' is \(member.value.value.description); a table has numbers and words", place)
                continue
            }
            row[column] = text.isEmpty ? nil : Placed(text, at: place)
        }
        rows.append(row)
    }
}

/// Cuts CSV into records and fields as RFC 4180 has it, with commas, semicolons or tabs, whichever the first line has.
/// Empty lines and those that begin with # are passed over.
private struct TableScanner {
    private let scalars: [Unicode.Scalar]
    private let source: Int32
    private var offset = 0
    private var line: Int32 = 1
    private var column: Int32 = 1
    private var separator: Unicode.Scalar = ","
    private(set) var openQuote: Place?

    init(_ bytes: ArraySlice<UInt8>, source: Int32) {
        scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        self.source = source
        skip()
        let first = scalars[offset...].prefix { !Self.isBreak($0) }
        separator = ["\t", ";"].first { first.contains($0) } ?? ","
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

    private var here: Place { Place(source: source, line: line, column: column) }
    private var isAtEnd: Bool { offset >= scalars.count }
    private var isAtLineEnd: Bool { isAtEnd || Self.isBreak(scalars[offset]) }

    private mutating func step() {
        let scalar = scalars[offset]
        offset += 1
        column += 1
        guard Self.isBreak(scalar) else { return }
        if scalar == "\r", offset < scalars.count, scalars[offset] == "\n" { offset += 1 }
        (line, column) = (line + 1, 1)
    }

    /// Moves to the next line with something in it.
    private mutating func skip() {
        while !isAtEnd {
            let rest = scalars[offset...].prefix { !Self.isBreak($0) }
            guard rest.first == "#" || rest.allSatisfy({ $0 == " " || $0 == "\t" }) else { return }
            for _ in rest { step() }
            if !isAtEnd { step() }
        }
    }

    /// The fields of the next line; nil at the end.
    mutating func next() -> [Placed<String>]? {
        skip()
        guard !isAtEnd, openQuote == nil else { return nil }
        var fields: [Placed<String>] = []
        while true {
            fields.append(field())
            guard !isAtLineEnd, openQuote == nil else { break }
            step()
        }
        if !isAtEnd { step() }
        return openQuote == nil ? fields : nil
    }

    private mutating func field() -> Placed<String> {
        while !isAtLineEnd, scalars[offset] == " " || (scalars[offset] == "\t" && separator != "\t") { step() }
        let place = here
        if !isAtEnd, scalars[offset] == "\"" { return Placed(quoted(), at: place) }
        let start = offset
        while !isAtLineEnd, scalars[offset] != separator { step() }
        var end = offset
        while end > start, scalars[end - 1] == " " || scalars[end - 1] == "\t" { end -= 1 }
        return Placed(Self.text(scalars[start..<end]), at: place)
    }

    /// A field in quotes; a quote in it stands there twice. Whatever is between its end and the separator is left out.
    private mutating func quoted() -> String {
        let place = here
        var text: [Unicode.Scalar] = []
        step()
        while true {
            guard !isAtEnd else {
                openQuote = place
                return ""
            }
            let scalar = scalars[offset]
            step()
            if scalar != "\"" {
                text.append(scalar)
            } else if !isAtEnd, scalars[offset] == "\"" {
                text.append(scalar)
                step()
            } else {
                break
            }
        }
        while !isAtLineEnd, scalars[offset] != separator { step() }
        return Self.text(text[...])
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
