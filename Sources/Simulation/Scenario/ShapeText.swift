/// Shapes as lines for a person: every key with what it is.
package enum ShapeText {
    /// All keys of a scenario but those of script and `expect`, which have lists of their own.
    package static var keyLines: [String] {
        ScenarioShape.scenario.members.filter { $0.name != "script" && $0.name != "expect" }.flatMap { member in
            // What a player of several has is what a scenario has that has one alone.
            guard member.name == "players" else { return lines([member], indent: 0) }
            return [row(member.name, member.about, indent: 0)]
                + ScenarioShape.oneOfSeveral.members.map { row($0.name, $0.about, indent: 1) }
        }
    }

    /// What a script can do, a line for each action and each of its keys.
    package static var actionLines: [String] {
        ScenarioShape.actions.flatMap { action in
            [row(action.name, action.about, indent: 0)]
                + lines(action.members.filter { $0.name != "at_s" }, indent: 1)
        }
    }

    /// What `expect` can hold besides metrics.
    package static var expectationLines: [String] {
        lines(ScenarioShape.expect.members.prefix(3).map { $0 }, indent: 0)
    }

    private static func lines(_ members: [Shape.Member], indent: Int) -> [String] {
        members.flatMap { [row($0.name, $0.about, indent: indent)] + inner($0.shape, indent: indent + 1) }
    }

    /// The keys of what is in a shape, if it has any.
    private static func inner(_ shape: Shape, indent: Int) -> [String] {
        switch shape {
        case .text, .flag, .null, .number: []
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

    private static func row(_ name: String, _ about: String, indent: Int) -> String {
        let space = String(repeating: " ", count: 4 * indent)
        return NumberText.left(space + name, 46) + " " + about
    }
}

extension Shape {
    fileprivate var hasKeys: Bool {
        switch self {
        case .object, .tagged: true
        case .list(let shape, _): shape.hasKeys
        case .text, .flag, .null, .number, .word, .either: false
        }
    }
}
