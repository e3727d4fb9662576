@testable import Simulation

/// Makes another text of a text, with one thing changed somewhere in it.
struct ShapeMutation {
    private var random: RandomStream
    /// How many values are still to pass before the one that changes.
    private var rest = 0

    init(seed: UInt64) { random = RandomStream(seed: seed, name: "shape") }

    mutating func mutated(_ text: String, _ shape: Shape) throws -> String {
        let root = try JSONReader.read(Array(text.utf8), source: 0).root
        rest = below(Self.count(root))
        return self.text(root, shape)
    }

    private static func count(_ node: JSONNode) -> Int {
        1 + node.elements.reduce(0) { $0 + count($1) } + node.members.reduce(0) { $0 + count($1.value) }
    }

    private mutating func below(_ bound: Int) -> Int { Int(random.below(UInt64(bound))) }

    /// The text of a value. Shapes are followed as far as they are known.
    private mutating func text(_ node: JSONNode, _ shape: Shape?) -> String {
        let isChosen = rest == 0
        rest -= 1
        let shape = shape?.fitting(node)
        switch node.value {
        case .object(let members):
            var written = members.map { ($0.name, text($0.value, shape?.member($0.name, of: node))) }
            guard isChosen else { return ShapeTexts.object(written) }
            if written.isEmpty { return changed("{}", shape) }
            let index = below(written.count)
            switch below(6) {
            case 0: written.remove(at: index)
            case 1: written[index].0 += "s"
            case 2: written[index].0 = written[below(written.count)].0 + "_s"
            case 3: written.append(("about", "\"a\""))
            case 4: written[index].1 = written[below(written.count)].1
            default: return changed(ShapeTexts.object(written), shape)
            }
            return Set(written.map(\.0)).count == written.count ? ShapeTexts.object(written) : "{}"
        case .array(let elements):
            let list = "[" + elements.map { text($0, shape?.element) }.joined(separator: ",") + "]"
            return isChosen ? changed(list, shape) : list
        default: return isChosen ? changed(node.scalarText, shape) : node.scalarText
        }
    }

    private mutating func changed(_ text: String, _ shape: Shape?) -> String {
        let others = shape.map { ShapeTexts.shallow(for: $0) } ?? ["null"]
        switch below(6) {
        case 0: return "[\(text)]"
        case 1: return "{\"value\":\(text)}"
        default: return others[below(others.count)]
        }
    }
}

extension Shape {
    /// Of several shapes the one that a value has the type of.
    fileprivate func fitting(_ node: JSONNode) -> Shape {
        if case .either(let shapes) = self { shapes.first { $0.fits(node.value) } ?? self } else { self }
    }

    fileprivate var element: Shape? { if case .list(let element, _) = self { element } else { nil } }

    fileprivate func member(_ name: String, of node: JSONNode) -> Shape? {
        switch self {
        case .object(let object): object.members.first { $0.name == name }?.shape
        case .tagged(let tag, let objects):
            name == tag
                ? .word(objects.map { .init($0.name, "") })
                : objects.first { $0.name == node.member(tag)?.string }?.members.first { $0.name == name }?.shape
        default: nil
        }
    }
}

extension JSONNode {
    fileprivate var scalarText: String {
        switch value {
        case .null, .array, .object: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.text
        case .hugeNumber(let text): text
        case .string(let text): ShapeTexts.quoted(text)
        }
    }
}
