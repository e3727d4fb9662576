/// Shapes as rows for a person: every key with what it is for.
package enum ShapeText {
    /// A key, or a word that is a value; deeper is what is in the row above.
    package struct Row: Sendable {
        package let name: String
        package let about: String
        package let depth: Int

        package var line: String {
            NumberText.left(String(repeating: " ", count: 4 * depth) + name, 46) + " " + about
        }

        package init(_ name: String, _ about: String, depth: Int) {
            self.name = name
            self.about = about
            self.depth = depth
        }
    }

    /// A row for each key, and for each of what is in it.
    package static func rows(_ members: [Shape.Member], depth: Int) -> [Row] {
        members.flatMap { [Row($0.name, $0.about, depth: depth)] + inner($0.shape, depth: depth + 1) }
    }

    /// The keys of what is in a shape, if it has any.
    private static func inner(_ shape: Shape, depth: Int) -> [Row] {
        switch shape {
        case .text, .flag, .null, .anything, .number, .name: []
        case .word(let words):
            words.count > 1
                ? words.filter { !$0.about.isEmpty }.map { Row("\"\($0.name)\"", $0.about, depth: depth) } : []
        case .list(let shape, _): inner(shape, depth: depth)
        case .object(let object):
            rows(object.members, depth: depth)
                + (object.others.map { [Row("(any name)", object.about, depth: depth)] + inner($0, depth: depth + 1) }
                    ?? [])
        case .tagged(let tag, let objects):
            objects.flatMap {
                [Row("\"\(tag)\": \"\($0.name)\"", $0.about, depth: depth)] + rows($0.members, depth: depth + 1)
            }
        case .either(let shapes):
            // Of two ways to say the same, the one with keys.
            inner(shapes.first { !inner($0, depth: depth).isEmpty && $0.hasKeys } ?? shapes[0], depth: depth)
        }
    }
}

extension Shape {
    fileprivate var hasKeys: Bool {
        switch self {
        case .object, .tagged: true
        case .list(let shape, _): shape.hasKeys
        case .text, .flag, .null, .anything, .number, .word, .name, .either: false
        }
    }
}
