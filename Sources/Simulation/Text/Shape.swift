import PlayerModel

/// The shape that a value in a file may have. Files are checked against it, and the JSON Schema is written from it, so
/// the two cannot disagree.
///
///     file ──▶ JSONReader ──▶ JSONNode ──▶ ShapeChecker ──▶ ObjectFormat ──▶ a draft
///                                               ▲               │ keys
///                                             Shape ◀───────────┘
///                                               ├──▶ ShapeSchemaWriter ──▶ the JSON Schema
///                                               └──▶ ShapeText ──▶ the lists for a person
///
/// An error becomes a `Diagnostic` at its `Place` in the file.
package indirect enum Shape: Sendable {
    case text, flag, null
    /// Any value whatever, as a setting of any key has it.
    case anything
    /// A number of a unit, within a range of base units.
    case number(Unit, ClosedRange<Int64>)
    case word([Word])
    /// A string, of which some are known: an editor completes them, and whoever judges the file knows the others.
    case name([Word])
    case list(of: Shape, atLeast: Int)
    case object(ObjectShape)
    /// An object whose member `tag` says which of some shapes it has.
    case tagged(by: String, [ObjectShape])
    /// Any of some shapes, told apart by their JSON types.
    case either([Shape])

    package struct Word: Sendable {
        package let name: String
        package let about: String

        package init(_ name: String, _ about: String) {
            self.name = name
            self.about = about
        }
    }

    /// An object's members. `name` is the value of the tag where there is one.
    package struct ObjectShape: Sendable {
        package let name: String
        package let about: String
        package let members: [Member]
        /// The shape of members with any other name, such as paths of keys; nil where there is no other.
        package let others: Shape?
        /// Names that may be looked for among them, each with the reason why it is none of them.
        package let refused: [Word]

        package init(
            _ name: String, _ about: String, _ members: [Member], others: Shape? = nil, refusing refused: [Word] = []
        ) {
            self.name = name
            self.about = about
            self.members = members
            self.others = others
            self.refused = refused
        }

        /// The member of a name: one of its own, or else as any other is; nil where there is no such.
        package func member(named name: String) -> Member? {
            members.first { $0.name == name } ?? others.map { Member(name, "", $0) }
        }
    }

    package struct Member: Sendable {
        package let name: String
        package let about: String
        private let make: @Sendable () -> Shape
        package let isRequired: Bool
        /// The member that may stand in the place of one that is required; nil where none may.
        package let substitute: String?
        /// The value that it has where nobody says it; nil where there is none to say.
        package let usual: Usual?

        package init(
            _ name: String, _ about: String, _ shape: Shape, isRequired: Bool = false,
            unless substitute: String? = nil, usually usual: Usual? = nil
        ) {
            self.init(
                name, about, isRequired: isRequired, unless: substitute, usually: usual, later: { shape })
        }

        /// A member of a shape that is made where somebody asks for it. Of a file that does not have the member, nobody
        /// does; and to make all shapes takes longer than most runs.
        package init(
            _ name: String, _ about: String, isRequired: Bool = false, unless substitute: String? = nil,
            usually usual: Usual? = nil, later make: @escaping @Sendable () -> Shape
        ) {
            self.name = name
            self.about = about
            self.make = make
            self.isRequired = isRequired
            self.substitute = substitute
            self.usual = usual
        }

        package var shape: Shape { make() }

        /// The same member where it is that unless somebody says it.
        func usually(_ usual: Usual) -> Member {
            Member(
                name, usual.sentence(about), isRequired: isRequired, unless: substitute, usually: usual, later: make)
        }
    }

    /// The shape in words that fit behind "must be".
    var description: String {
        switch self {
        case .text, .name: "a string"
        case .flag: "true or false"
        case .null: "null"
        case .anything: "a value"
        // 1 and 0 are taken for them, too.
        case .number(.flag, _): Shape.flag.description
        case .number(let unit, _): unit.symbol.isEmpty ? "a number" : "a number (\(unit.symbol))"
        case .word(let words): words.count == 1 ? "\"\(words[0].name)\"" : "a word in double quotes"
        case .list: "a list"
        case .object, .tagged: "an object"
        case .either(let shapes):
            shapes.reduce(into: [String]()) { words, shape in
                if !words.contains(shape.description) { words.append(shape.description) }
            }.joined(separator: " or ")
        }
    }

    /// Whether a value has the JSON type of this shape, whatever is in it.
    func fits(_ value: JSONNode.Value) -> Bool {
        switch (self, value) {
        case (.text, .string), (.word, .string), (.name, .string), (.flag, .bool), (.null, .null), (.number, .number),
            (.number, .hugeNumber), (.list, .array), (.object, .object), (.tagged, .object), (.anything, _):
            true
        case (.either(let shapes), _): shapes.contains { $0.fits(value) }
        case (.text, _), (.flag, _), (.null, _), (.number, _), (.word, _), (.name, _), (.list, _), (.object, _),
            (.tagged, _):
            false
        }
    }
}

extension JSONNode.Value {
    /// The value in words that fit behind "not".
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number, .hugeNumber: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
