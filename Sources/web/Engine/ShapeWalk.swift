import PlayerModel
import Simulation

/// The way through a shape along the values of a text.
extension Shape {
    /// The shape among several that a value of this kind has.
    func fitting(_ value: JSONNode.Value) -> Shape? {
        switch self {
        case .either(let shapes): shapes.lazy.compactMap { $0.fitting(value) }.first
        case .object, .tagged: if case .object = value { self } else { nil }
        case .list: if case .array = value { self } else { nil }
        case .number:
            switch value {
            case .number, .hugeNumber: self
            case .null, .bool, .string, .array, .object: nil
            }
        case .text, .word, .name: if case .string = value { self } else { nil }
        case .flag: if case .bool = value { self } else { nil }
        case .null: if case .null = value { self } else { nil }
        case .anything: self
        }
    }

    /// The members of an object with such a tag; of all that it may be, where the tag is not known.
    func members(tag: (String) -> String?) -> [Member] {
        switch self {
        case .object(let shape): return shape.members
        case .tagged(let name, let shapes):
            let words = Shape.word(shapes.map { Word($0.name, $0.about) })
            let own = Member(name, "The kind.", words, isRequired: true)
            let said = tag(name)
            if let shape = shapes.first(where: { $0.name == said }) { return [own] + shape.members }
            return [own] + shapes.flatMap { $0.members }
        case .either(let shapes): return shapes.flatMap { $0.members(tag: tag) }
        case .text, .flag, .null, .anything, .number, .word, .name, .list: return []
        }
    }

    /// The member of a name in such an object: one of its own, or else as any other is.
    func member(_ name: String, tag: (String) -> String?) -> Member? {
        if let own = members(tag: tag).first(where: { $0.name == name }) { return own }
        switch self {
        case .object(let shape): return shape.member(named: name)
        case .either(let shapes):
            for shape in shapes {
                if let member = shape.member(name, tag: tag) { return member }
            }
            return nil
        case .text, .flag, .null, .anything, .number, .word, .name, .list, .tagged: return nil
        }
    }

    /// The shape of what is in a list.
    var element: Shape? {
        switch self {
        case .list(let shape, _): shape
        case .either(let shapes): shapes.lazy.compactMap { $0.element }.first
        case .text, .flag, .null, .anything, .number, .word, .name, .object, .tagged: nil
        }
    }

    /// The words that a value may be, with what they are.
    var words: [Word] {
        switch self {
        case .word(let words), .name(let words): words
        case .flag: [Word("true", ""), Word("false", "")]
        case .either(let shapes): shapes.flatMap { $0.words }
        case .text, .null, .anything, .number, .list, .object, .tagged: []
        }
    }
}
