/// Reads CMCD that stands in a table: CSV or lines with tabs, whose head names keys of CMCD, as `br` or `cmcd_br`, or
/// has a column `cmcd` with the whole list.
///
/// Other columns are taken as those of JSON are: `timestamp`, `url` and `bytes` say when, what and how much.
enum CMCDTableReader {
    private static let prefixes = ["cmcd-", "cmcd_", "cmcd."]

    /// The rows as objects of JSON; nil where the head is not one of CMCD.
    static func read(_ text: [UInt8]) -> (rows: [JSONNode], findings: RepeatedFindings)? {
        guard isTable(text) else { return nil }
        let records = CellRecords(SourceText(file: "", bytes: text))
        var findings = RepeatedFindings()
        for error in records.findings.errors {
            findings.note("row", "\(error.message); it is left out", at: error.place)
        }
        let names = records.columns.map { name($0.value) }
        let rows = records.rows.compactMap { row -> JSONNode? in
            let members = zip(names, row).compactMap { name, field -> JSONMember? in
                // A hyphen is no value, as servers write it.
                guard let field, field.value != "-" else { return nil }
                let value = JSONNode(value: .string(field.value), place: field.place)
                return JSONMember(name: name, namePlace: field.place, value: value)
            }
            return members.first.map { JSONNode(value: .object(members), place: $0.namePlace) }
        }
        return rows.isEmpty ? nil : (rows, findings)
    }

    /// Whether the first line that is no remark is a head: it names the list, or two keys that hardly mean anything
    /// else, and says no value of one.
    private static func isTable(_ text: [UInt8]) -> Bool {
        let lines = text.split(whereSeparator: { $0 == 10 || $0 == 13 })
        guard let head = lines.first(where: { $0.first != UInt8(ascii: "#") }), head.count < 10_000 else {
            return false
        }
        let columns = head.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 == 9 }
        let names = columns.map { column in
            let bytes = column.filter { $0 != UInt8(ascii: "\"") && $0 != 32 }
            return name(String(decoding: bytes, as: UTF8.self))
        }
        return names.count { name in name == "cmcd" || CMCDValues.marks.contains { $0 == name } } >= 2
            || (names.count > 1 && names.contains("cmcd"))
    }

    /// The key that a column has.
    private static func name(_ column: String) -> String {
        let small = column.lowercased()
        guard let prefix = prefixes.first(where: { small.hasPrefix($0) }) else { return small }
        return String(small.dropFirst(prefix.count))
    }
}
