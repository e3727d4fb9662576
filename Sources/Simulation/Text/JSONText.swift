/// JSON as a person lays it out: what fits on a line stands on one, and what does not has a member a line.
package struct JSONText {
    private let columns: Int
    private var text = ""

    /// The text of a value, with a line break at its end.
    package static func text(of node: JSONNode, columns: Int = 100) -> String {
        var writer = JSONText(columns: columns)
        writer.write(node, depth: 0, before: 0)
        return writer.text + "\n"
    }

    private init(columns: Int) { self.columns = columns }

    /// Writes a value behind so many columns, and a comma maybe behind it.
    private mutating func write(_ node: JSONNode, depth: Int, before: Int) {
        let line = Self.line(node)
        if depth > 0, before + line.unicodeScalars.count < columns { return text += line }
        switch node.value {
        case .null, .bool, .number, .hugeNumber, .string: text += line
        case .array(let elements):
            items("[", elements.map { ("", $0) }, "]", depth)
        case .object(let members):
            items("{", members.map { (Self.quoted($0.name) + ": ", $0.value) }, "}", depth)
        }
    }

    private mutating func items(
        _ opening: String, _ items: [(name: String, value: JSONNode)], _ closing: String, _ depth: Int
    ) {
        guard !items.isEmpty else { return text += opening + closing }
        text += opening + "\n"
        let indent = String(repeating: "  ", count: depth + 1)
        for (place, item) in items.enumerated() {
            let head = indent + item.name
            text += head
            write(item.value, depth: depth + 1, before: head.unicodeScalars.count)
            text += place + 1 < items.count ? ",\n" : "\n"
        }
        text += String(repeating: "  ", count: depth) + closing
    }

    /// The text of a value on one line.
    static func line(_ node: JSONNode) -> String {
        switch node.value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): number(value)
        case .hugeNumber(let text): text
        case .string(let text): quoted(text)
        case .array(let elements): "[" + elements.map(line).joined(separator: ", ") + "]"
        case .object(let members):
            members.isEmpty
                ? "{}" : "{ " + members.map { quoted($0.name) + ": " + line($0.value) }.joined(separator: ", ") + " }"
        }
    }

    private static func number(_ value: Decimal) -> String {
        var writer = JSONWriter(indented: false)
        writer.decimal(value)
        return writer.finish()
    }

    /// A text in quotes, with whatever has to be escaped.
    package static func quoted(_ text: String) -> String {
        var writer = JSONWriter(indented: false)
        writer.string(text)
        return writer.finish()
    }
}
