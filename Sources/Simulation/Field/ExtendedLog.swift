/// A text in the Extended Log File Format of the W3C: lines of values, under directives that name their columns.
///
/// Lines that begin with `#` are directives; columns are parted by blanks or tabs, and quotes keep blanks together
/// (W3C working draft WD-logfile-960323). Where logs were put one behind the other, each has its own.
struct ExtendedLog {
    /// A line with as many values as there are columns.
    struct Row {
        /// The index of the head that names its columns.
        let head: Int
        let values: [String]
        let place: Place
    }

    /// The columns that directives name, without those that name the same as the one before.
    private(set) var heads: [[Placed<String>]] = []
    private(set) var rows: [Row] = []
    /// The lines of all such directives: each begins a text of its own.
    private(set) var headLines: [Int32] = []
    /// The lines that are left out.
    private(set) var findings = RepeatedFindings()

    init(_ text: [UInt8]) {
        var line: Int32 = 0
        for part in text.split(separator: .newline, omittingEmptySubsequences: false) {
            line += 1
            let values = Self.values(of: String(decoding: part, as: UTF8.self))
            guard let first = values.first else { continue }
            if first == "#Fields:" {
                let place = Place(source: 0, line: line, column: 1)
                headLines.append(line)
                let columns = values.dropFirst().map { Placed($0, at: place) }
                if columns.map({ $0.value }) != heads.last?.map({ $0.value }) { heads.append(columns) }
            } else if !first.hasPrefix("#") {
                add(values, at: Place(source: 0, line: line, column: 1))
            }
        }
    }

    private mutating func add(_ values: [String], at place: Place) {
        let count = heads.last?.count ?? 0
        guard values.count == count else {
            return findings.note(
                "columns",
                "this line has \(values.count) values where '#Fields' names \(count) columns; it is left out",
                at: place)
        }
        rows.append(Row(head: heads.count - 1, values: values, place: place))
    }

    /// The values of a line: what blanks and tabs part, and what stands in quotes, in which two quotes are one.
    private static func values(of line: String) -> [String] {
        var (values, value) = ([String](), [UInt8]())
        var (isQuoted, isOpen) = (false, false)
        for byte in line.utf8 {
            switch byte {
            case UInt8(ascii: "\""):
                // A quote that follows the end of a quoted part at once stands for itself.
                if !isQuoted, isOpen { value.append(byte) }
                (isQuoted, isOpen) = (!isQuoted, true)
            case 9, 13, 32:
                if isQuoted {
                    value.append(byte)
                } else if isOpen {
                    values.append(String(decoding: value, as: UTF8.self))
                    (value, isOpen) = ([], false)
                }
            default:
                value.append(byte)
                isOpen = true
            }
        }
        if isOpen { values.append(String(decoding: value, as: UTF8.self)) }
        return values
    }
}
