import PlayerModel

/// Objects and arrays as they stand in reports: whoever opens one here closes it, too.
extension JSONWriter {
    /// One indented JSON object, ending in a line break.
    package static func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(indented: true)
        writer.object(body)
        return writer.finish() + "\n"
    }

    /// An object in an array that is written piece by piece, on a line of its own: with the comma before it where it is
    /// not the first.
    static func entry(isFirst: Bool, _ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(indented: false)
        writer.object(body)
        return (isFirst ? "\n    " : ",\n    ") + writer.finish()
    }

    package mutating func object(inline: Bool = false, _ body: (inout JSONWriter) -> Void) {
        beginObject(inline: inline)
        body(&self)
        endObject()
    }

    package mutating func object(_ name: String, inline: Bool = false, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(inline: inline, body)
    }

    /// An array to which `body` adds something for each element.
    package mutating func array<Elements: Sequence>(
        _ name: String, of elements: Elements, inline: Bool = false,
        _ body: (Elements.Element, inout JSONWriter) -> Void
    ) {
        key(name)
        beginArray(inline: inline)
        for element in elements { body(element, &self) }
        endArray()
    }

    /// An array with an object for each element; `inline` are the objects.
    package mutating func objects<Elements: Sequence>(
        _ name: String, of elements: Elements, inline: Bool = false,
        _ body: (Elements.Element, inout JSONWriter) -> Void
    ) {
        array(name, of: elements) { element, writer in writer.object(inline: inline) { body(element, &$0) } }
    }

    mutating func numbers(_ name: String, _ numbers: [Int64]) {
        array(name, of: numbers, inline: true) { $1.integer($0) }
    }

    /// An array of the two ends, in seconds.
    mutating func range(_ range: Range<MediaTime>) {
        beginArray()
        decimal(range.lowerBound.nanoseconds, places: 9)
        decimal(range.upperBound.nanoseconds, places: 9)
        endArray()
    }

    package mutating func member(_ name: String, orNull value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    /// A quantity in its unit, exactly, or null where there is none. A flag is true or false.
    package mutating func quantity(_ name: String, _ value: Int64?, _ unit: Unit) {
        key(name)
        guard let value else { return null() }
        if unit == .flag { bool(value != 0) } else { decimal(value, places: unit.decimalPlaces) }
    }

    package mutating func flag(_ name: String, orNull value: Bool?) {
        key(name)
        if let value { bool(value) } else { null() }
    }

    package mutating func integer(_ name: String, orNull value: Int64?) {
        key(name)
        if let value { integer(value) } else { null() }
    }

    /// An object, or null where there is nothing that it could be of.
    package mutating func object<Value>(
        _ name: String, orNull value: Value?, inline: Bool = false, _ body: (Value, inout JSONWriter) -> Void
    ) {
        key(name)
        guard let value else { return null() }
        object(inline: inline) { body(value, &$0) }
    }

    /// The warnings of a file that others have written.
    mutating func warnings(_ findings: [RepeatedFindings.Finding]) {
        objects("warnings", of: findings) { finding, writer in
            writer.member("line", Int64(finding.place.line))
            writer.member("column", Int64(finding.place.column))
            writer.member("message", finding.message)
            writer.member("count", Int64(finding.count))
        }
    }

    /// Writes a setting as a scenario has it: a value that is not JSON is a string.
    mutating func setting(_ name: String, _ text: String) {
        key(name)
        value(JSONNode(json: Array(text.utf8))?.value ?? .string(text))
    }

    private mutating func value(_ value: JSONNode.Value) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .number(let number): decimal(number)
        case .hugeNumber(let text), .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element.value) }
            endArray()
        case .object(let members):
            object { writer in
                for member in members {
                    writer.key(member.name)
                    writer.value(member.value.value)
                }
            }
        }
    }
}
