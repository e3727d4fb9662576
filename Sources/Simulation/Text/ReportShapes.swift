import PlayerModel

/// The words of which schemas of reports are made: of a run, a comparison, a decision, a fit, an inference.
extension Shape.Member {
    /// A key that is always there.
    static func key(_ name: String, _ about: String, _ shape: Shape) -> Shape.Member {
        Shape.Member(name, about, shape, isRequired: true)
    }

    /// A key that is there where it makes sense.
    static func maybe(_ name: String, _ about: String, _ shape: Shape) -> Shape.Member {
        Shape.Member(name, about, shape)
    }
}

extension Shape {
    /// A number of a unit, whatever it is.
    static func any(_ unit: Unit) -> Shape { unit == .flag ? .flag : .number(unit, .min ... .max) }
    static var seconds: Shape { .any(.seconds) }
    static var whole: Shape { .any(.count) }
    static var texts: Shape { .list(of: .text, atLeast: 0) }
    static var ranges: Shape { .list(of: .list(of: .seconds, atLeast: 2), atLeast: 0) }
    var orNull: Shape { .either([self, .null]) }

    static func words(_ names: [String]) -> Shape { .word(names.map { Word($0, "") }) }
    static func object(_ name: String, _ members: [Member]) -> Shape { .object(ObjectShape(name, "", members)) }

    static func objects(_ name: String, _ members: [Member]) -> Shape {
        .list(of: .object(name, members), atLeast: 0)
    }

    /// The warnings of a file that others have written.
    static var warnings: Shape {
        .objects(
            "warning",
            [
                .key("line", "The line where it was met first.", .whole), .key("column", "The column.", .whole),
                .key("message", "What is said of it.", .text), .key("count", "How often it was met.", .whole),
            ])
    }

    /// A rule by its name, with its parameters.
    static func rule<Rule: Choosable>(_ rules: [Rule]) -> Shape {
        .tagged(by: "rule", rules.map { .rule($0) })
    }
}

extension Shape.ObjectShape {
    /// A rule with its parameters.
    static func rule(_ rule: some Choosable) -> Shape.ObjectShape {
        Shape.ObjectShape(
            rule.name, rule.about, rule.parameters.map { .key($0.name, $0.about, .any($0.unit)) })
    }
}
