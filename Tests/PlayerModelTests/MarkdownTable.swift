import Foundation

/// A table in the doc comment of a declaration.
struct MarkdownTable {
    var header: [String]
    var rows: [[String]]

    /// The cells of a row as lists of words, by the name of their column.
    func words(_ row: [String], _ column: String) -> [String] {
        guard let index = header.firstIndex(of: column), index < row.count else { return [] }
        return row[index].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The tables in the comment right above the line of `file` that begins with `declaration`.
    static func all(above declaration: String, in file: URL) throws -> [MarkdownTable] {
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        guard let end = lines.firstIndex(where: { $0.hasPrefix(declaration) }) else { return [] }
        let start = lines[..<end].lastIndex { !$0.hasPrefix("///") }.map { $0 + 1 } ?? 0
        let blocks = lines[start..<end].split { !$0.hasPrefix("/// |") }
        return blocks.map { block in
            let rows = block.map { line in
                line.dropFirst(5).split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            return MarkdownTable(header: rows[0], rows: Array(rows.dropFirst(2)))
        }
    }
}
