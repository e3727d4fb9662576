/// A table as text.
enum TextColumns {
    /// A line for each row. Cells stand below one another, to the right but in the columns of `leftAligned`.
    static func lines(_ rows: [[String]], leftAligned: [Int]) -> [String] {
        let count = rows.reduce(0) { max($0, $1.count) }
        let widths = (0..<count).map { column in
            rows.reduce(0) { column < $1.count ? max($0, $1[column].unicodeScalars.count) : $0 }
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                leftAligned.contains(column)
                    ? NumberText.left(cell, widths[column]) : NumberText.right(cell, widths[column])
            }
            return trimmed(cells.joined(separator: "  "))
        }
    }

    /// A line without the spaces at its end.
    static func trimmed(_ line: String) -> String {
        let end = line.utf8.lastIndex { $0 != .space }.map { line.utf8.index(after: $0) } ?? line.startIndex
        return String(line[..<end])
    }
}
