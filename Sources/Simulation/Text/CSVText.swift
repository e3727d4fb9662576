import PlayerModel

/// CSV as all tables have it: RFC 4180, but with line feeds alone.
enum CSVText {
    /// The fields of a line, with its line feed.
    static func record(_ fields: [String]) -> String { fields.map(quoted).joined(separator: ",") + "\n" }

    /// A quantity as a scenario has it; empty where there is none.
    static func field(_ value: Int64?, _ unit: Unit) -> String { value.map { QuantityText.number($0, unit) } ?? "" }

    /// A field on one line, in quotes where that is needed, with the quotes in it doubled. Whatever ends a line or
    /// steers a terminal is its number, as in `\u{A}`, so that two names stay two.
    ///
    /// A spreadsheet takes what begins with one of these signs for a formula, unless it is a number, and an apostrophe
    /// makes it a text (OWASP, CSV Injection). A name in a scenario may be anything.
    private static func quoted(_ field: String) -> String {
        let quote = UInt8(ascii: "\"")
        var field = field.replacingScalars { $0.isControl ? $0.number : nil }
        let isFormula = field.unicodeScalars.first.map { "=+-@".unicodeScalars.contains($0) } ?? false
        if isFormula, Decimal(field) == nil { field = "'" + field }
        guard field.utf8.contains(where: { $0 == quote || $0 == .comma }) else { return field }
        var bytes: [UInt8] = [quote]
        for byte in field.utf8 { bytes += byte == quote ? [byte, byte] : [byte] }
        return String(decoding: bytes + [quote], as: UTF8.self)
    }
}
