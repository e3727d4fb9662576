import PlayerModel

/// Writes shapes as schemas: see `JSONSchema`.
struct ShapeSchemaWriter {
    private let definitions: [JSONSchema.Definition]
    /// By the number of a text, its place among the definitions.
    private var places: [Int: Int] = [:]
    private var writer: JSONWriter
    /// The shapes that are written, where they are known; else they are noted.
    private var outline = ShapeOutline()
    private let isOutlined: Bool
    /// The next of them, and the name of what is written.
    private var next = 0
    private var name = ""

    /// A writer of what an outline has, of which some is written once, as a definition.
    init(_ outline: ShapeOutline, definitions: [JSONSchema.Definition]) {
        (self.outline, self.definitions, isOutlined) = (outline, definitions, true)
        for (place, definition) in definitions.enumerated() { places[definition.text] = place }
        writer = JSONWriter(indented: true)
    }

    private init() {
        (definitions, isOutlined) = ([], false)
        writer = JSONWriter(indented: false)
    }

    consuming func finish() -> String { writer.finish() }

    /// All that is in a shape.
    static func outline(of shape: Shape) -> ShapeOutline {
        var writer = ShapeSchemaWriter()
        writer.schema(shape)
        return writer.outline
    }

    /// The whole text: a schema that says which draft it follows, with the definitions behind it.
    mutating func document(_ shape: Shape, title: String, about: String) {
        writer.beginObject()
        writer.member("$schema", JSONSchema.dialect)
        writer.member("title", title)
        writer.member("description", about)
        next = 1
        keywords(shape)
        writer.beginObject("$defs")
        for definition in definitions {
            writer.beginObject(definition.name, inline: definition.shape.isShort)
            describe("", definition.shape)
            next = definition.place + 1
            keywords(definition.shape)
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
    }

    /// A shape where a schema stands. `about` says what it is for here.
    /// `usual` is what it is where nobody says it.
    private mutating func schema(
        _ shape: Shape, about: String = "", usual: Usual? = nil, isPartOfName: Bool = false
    ) {
        let place = isOutlined ? next : outline.begin(shape, name: name, isPartOfName: isPartOfName)
        next += 1
        let definition = isOutlined ? places[outline.entries[place].text].map { definitions[$0] } : nil
        writer.beginObject(inline: definition != nil || shape.isShort)
        if let definition {
            if !about.isEmpty { writer.member("description", about) }
            writer.member("$ref", "#/$defs/\(definition.name)")
            next = place + outline.entries[place].size
        } else {
            describe(about, shape)
            let start = writer.count
            keywords(shape)
            if !isOutlined { outline.end(place, writer.bytes(from: start)) }
        }
        if let value = usual?.value { writer.usual(value) }
        writer.endObject()
    }

    /// Describes a value by its purpose, or else by what an object says of itself.
    private mutating func describe(_ about: String, _ shape: Shape) {
        if !about.isEmpty {
            writer.member("description", about)
        } else if case .object(let object) = shape, !object.about.isEmpty {
            writer.member("description", object.about)
        }
    }

    private mutating func keywords(_ shape: Shape) {
        switch shape {
        case .text: writer.member("type", "string")
        case .flag: writer.member("type", "boolean")
        case .null: writer.member("type", "null")
        case .anything: break
        case .number(let unit, let range):
            writer.member("type", unit.decimalPlaces == 0 ? "integer" : "number")
            // Whatever an Int64 holds has no bounds that mean anything.
            if range != .min ... .max {
                writer.member("minimum", range.lowerBound, unit)
                writer.member("maximum", range.upperBound, unit)
            }
        case .word(let words): self.words(words.map { ($0.name, $0.about) })
        case .name(let words):
            // Editors complete what is known, and accept whatever else is a string.
            writer.beginArray("anyOf")
            schema(.word(words), isPartOfName: true)
            schema(.text, isPartOfName: true)
            writer.endArray()
        case .list(let element, let least):
            writer.member("type", "array")
            if least > 0 { writer.member("minItems", Int64(least)) }
            writer.key("items")
            schema(element)
        case .object(let object):
            writer.member("type", "object")
            members(object, tag: nil)
        case .tagged(let tag, let objects): tagged(by: tag, objects)
        case .either(let shapes):
            writer.beginArray("anyOf", inline: shape.isShort)
            let own = name
            for shape in shapes {
                name = own
                schema(shape)
            }
            writer.endArray()
        }
    }

    /// Words are alternatives with a description each, which editors show while one chooses; bare ones are a list.
    private mutating func words(_ words: [(name: String, about: String)]) {
        if words.count == 1 { return writer.member("const", words[0].name) }
        let areBare = words.allSatisfy { $0.about.isEmpty }
        writer.beginArray(areBare ? "enum" : "oneOf", inline: areBare)
        for word in words {
            if areBare {
                writer.string(word.name)
            } else {
                writer.beginObject(inline: true)
                writer.member("const", word.name)
                if !word.about.isEmpty { writer.member("description", word.about) }
                writer.endObject()
            }
        }
        writer.endArray()
    }

    private mutating func members(_ object: Shape.ObjectShape, tag: String?) {
        writer.beginObject("properties")
        if let tag { writer.member(tag, true) }
        for member in object.members {
            writer.key(member.name)
            name = member.name
            schema(member.shape, about: member.about, usual: member.usual)
        }
        writer.endObject()
        let required = object.members.filter { $0.isRequired && $0.substitute == nil }
        if !required.isEmpty { names(required.map { $0.name }) }
        let choices = object.members.filter { $0.isRequired && $0.substitute != nil }
        // An object has a keyword once: of a second one nobody knows which counts (RFC 8259, section 4).
        if choices.count == 1 { anyOf(choices[0]) }
        if choices.count > 1 {
            writer.beginArray("allOf")
            for member in choices {
                writer.beginObject(inline: true)
                anyOf(member)
                writer.endObject()
            }
            writer.endArray()
        }
        guard let others = object.others else { return writer.member("additionalProperties", false) }
        writer.key("additionalProperties")
        name = object.name
        schema(others)
    }

    /// That a member is there, or the one that may stand in its place.
    private mutating func anyOf(_ member: Shape.Member) {
        writer.beginArray("anyOf", inline: true)
        for name in [member.name] + (member.substitute.map { [$0] } ?? []) {
            writer.beginObject()
            names([name])
            writer.endObject()
        }
        writer.endArray()
    }

    /// The tag first, and what goes with each of its values as a condition: so what is wrong is said of the one that
    /// is meant, and not of all of them.
    private mutating func tagged(by tag: String, _ objects: [Shape.ObjectShape]) {
        writer.member("type", "object")
        writer.beginObject("properties")
        writer.beginObject(tag)
        words(objects.map { ($0.name, $0.about) })
        writer.endObject()
        writer.endObject()
        names([tag])
        writer.beginArray("allOf")
        for object in objects {
            writer.beginObject()
            writer.beginObject("if", inline: true)
            writer.beginObject("properties")
            writer.beginObject(tag)
            writer.member("const", object.name)
            writer.endObject()
            writer.endObject()
            names([tag])
            writer.endObject()
            writer.beginObject("then")
            if !object.about.isEmpty { writer.member("description", object.about) }
            members(object, tag: tag)
            writer.endObject()
            writer.endObject()
        }
        writer.endArray()
    }

    private mutating func names(_ required: [String]) {
        writer.beginArray("required", inline: true)
        for name in required { writer.string(name) }
        writer.endArray()
    }
}

extension Shape {
    /// Whether its schema fits on a line.
    fileprivate var isShort: Bool {
        switch self {
        case .text, .flag, .null, .anything, .number: true
        case .word(let words): words.count == 1 || words.allSatisfy { $0.about.isEmpty }
        case .list(let element, _): element.isShort
        case .either(let shapes): shapes.allSatisfy { $0.isShort }
        case .object, .tagged, .name: false
        }
    }
}

extension JSONWriter {
    fileprivate mutating func usual(_ value: Usual.Value) {
        key("default")
        switch value {
        case .number(let number): decimal(number)
        case .flag(let flag): bool(flag)
        case .word(let word): string(word)
        }
    }
}
