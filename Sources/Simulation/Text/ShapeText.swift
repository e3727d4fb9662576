/// Shapes as lines for a person: every key with what it is for.
package enum ShapeText {
    /// A line for each key, and for each of what is in it.
    package static func lines(_ members: [Shape.Member], indent: Int) -> [String] {
        members.flatMap { [row($0.name, $0.about, indent: indent)] + inner($0.shape, indent: indent + 1) }
    }

    /// The keys of what is in a shape, if it has any.
    private static func inner(_ shape: Shape, indent: Int) -> [String] {
        switch shape {
        case .text, .flag, .null, .number, .name: []
        case .word(let words):
            words.count > 1
                ? words.filter { !$0.about.isEmpty }.map { row("\"\($0.name)\"", $0.about, indent: indent) } : []
        case .list(let shape, _): inner(shape, indent: indent)
        case .object(let object): lines(object.members, indent: indent)
        case .tagged(let tag, let objects):
            objects.flatMap {
                [row("\"\(tag)\": \"\($0.name)\"", $0.about, indent: indent)] + lines($0.members, indent: indent + 1)
            }
        case .either(let shapes):
            // Of two ways to say the same, the one with keys.
            inner(shapes.first { !inner($0, indent: indent).isEmpty && $0.hasKeys } ?? shapes[0], indent: indent)
        }
    }

    package static func row(_ name: String, _ about: String, indent: Int) -> String {
        let space = String(repeating: " ", count: 4 * indent)
        return NumberText.left(space + name, 46) + " " + about
    }
}

extension Shape {
    fileprivate var hasKeys: Bool {
        switch self {
        case .object, .tagged: true
        case .list(let shape, _): shape.hasKeys
        case .text, .flag, .null, .number, .word, .name, .either: false
        }
    }
}
