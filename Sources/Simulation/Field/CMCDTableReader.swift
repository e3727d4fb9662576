/// Reads CMCD that stands in a table: CSV or lines with tabs, whose head names keys of CMCD, as `br` or `cmcd_br`, or
/// has a column with a whole list, as `cmcd` or `cmcd_object`; or a server's log in the format of the W3C.
///
/// Other columns are taken as those of JSON are: `timestamp`, `url` and `bytes` say when, what and how much.
enum CMCDTableReader {
    private static let prefixes = ["cmcd-", "cmcd_", "cmcd."]

    /// The rows as objects of JSON; nil where there is no table with CMCD.
    static func read(_ text: [UInt8]) -> (rows: [JSONNode], findings: RepeatedFindings)? {
        isTable(text) ? table(text) : log(text)
    }

    private static func table(_ text: [UInt8]) -> (rows: [JSONNode], findings: RepeatedFindings)? {
        let records = CellRecords(SourceText(file: "", bytes: text))
        let keys = keys(of: records.columns.map { $0.value })
        let rows = records.rows.compactMap { object(keys, $0) }
        return rows.isEmpty ? nil : (rows, findings(in: records, keys))
    }

    /// Whatever is wrong with a table. A fault is one of several rows where its words are the same.
    private static func findings(in records: CellRecords, _ keys: [String?]) -> RepeatedFindings {
        var findings = RepeatedFindings()
        for error in records.findings.errors {
            findings.note(error.message, "\(error.message); it is left out", at: error.place)
        }
        let names = records.columns.map { $0.value }
        for (index, column) in records.columns.enumerated() where keys[index] == nil {
            if column.value.isEmpty {
                findings.note("no name", CellRecords.wordsOfNoName, at: column.place)
            } else if !names[..<index].contains(column.value) {
                // One that is written in the same way is an error of the table's own.
                note(column, &findings)
            }
        }
        return findings
    }

    /// A column that is left out, because one before it has its key.
    private static func note(_ column: Placed<String>, _ findings: inout RepeatedFindings) {
        findings.note(
            "column \(column.value)",
            "'\(column.value)' stands for '\(key(of: column.value))', which a column before it has; it is left out",
            at: column.place)
    }

    /// The lines of a server's log. Its dates and times are those at which an answer was over, in whole seconds: no
    /// request was sent then.
    private static func log(_ text: [UInt8]) -> (rows: [JSONNode], findings: RepeatedFindings)? {
        guard text.first(where: { $0 > 32 }) == UInt8(ascii: "#") else { return nil }
        let log = ExtendedLog(text)
        let all = log.heads.map { head in Self.keys(of: head.map { $0.value }) }
        let keys = all.map { $0.map { $0 == "date" || $0 == "time" ? nil : $0 } }
        let rows = log.rows.compactMap { row in
            object(keys[row.head], row.values.map { Placed($0, at: row.place) })
        }
        guard rows.contains(where: { CMCDValues(object: $0) != nil }) else { return nil }
        var findings = log.findings
        for (head, keys) in zip(log.heads, all) {
            for (column, key) in zip(head, keys) where key == nil { note(column, &findings) }
        }
        return (rows, findings)
    }

    /// A row as an object; nil where it has nothing. A hyphen is no value, as servers write it.
    private static func object(_ keys: [String?], _ row: [Placed<String>?]) -> JSONNode? {
        let members = zip(keys, row).compactMap { key, field -> JSONMember? in
            guard let key, let field, field.value != "-" else { return nil }
            let value = JSONNode(value: .string(field.value), place: field.place)
            return JSONMember(name: key, namePlace: field.place, value: value)
        }
        return members.first.map { JSONNode(value: .object(members), place: $0.namePlace) }
    }

    /// Whether the first line that is no remark is a head: it names the list, or two keys that hardly mean anything
    /// else, and says no value of one.
    private static func isTable(_ text: [UInt8]) -> Bool {
        let lines = text.split(whereSeparator: { $0 == .newline || $0 == .carriageReturn })
        guard let head = lines.first(where: { $0.first != UInt8(ascii: "#") }), head.count < 10_000 else {
            return false
        }
        let columns = head.split { $0 == .comma || $0 == UInt8(ascii: ";") || $0 == .tab }
        let names = columns.map { column in
            let bytes = column.filter { $0 != UInt8(ascii: "\"") && $0 != .space }
            return key(of: String(decoding: bytes, as: UTF8.self))
        }
        let listCount = names.count { $0 == "cmcd" || CMCDValues.header(named: $0) != nil }
        let markCount = names.count { name in CMCDValues.marks.contains { $0 == name } }
        return listCount + markCount >= 2 || (names.count > 1 && listCount > 0)
    }

    /// The keys that columns have; nil of those that are left out. Of columns with one key the first counts.
    /// O(n log n).
    private static func keys(of columns: [String]) -> [String?] {
        var keys = columns.map { column -> String? in
            let key = key(of: column)
            return key.isEmpty ? nil : key
        }
        for index in NameIndex(keys.map { $0.map { ExactText($0) } }).repeated { keys[index] = nil }
        return keys
    }

    /// The key that a column has, or the header of HTTP.
    private static func key(of column: String) -> String {
        if let header = CMCDValues.header(named: column) { return header }
        let small = column.lowercased()
        guard let prefix = prefixes.first(where: { small.hasPrefix($0) }) else { return small }
        return String(small.dropFirst(prefix.count))
    }
}
