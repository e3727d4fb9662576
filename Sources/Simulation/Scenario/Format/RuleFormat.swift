import PlayerModel

extension NetworkRecipe: Choosable {}

/// A rule that was chosen, and where each of its parameters is said, in their order.
package struct ChosenRule<Value: Sendable>: Sendable {
    package let rule: Value
    package let parameterPlaces: [Place?]
}

extension ValueFormat {
    /// A rule by its name alone, or with some of its parameters; `tag` is the key of the name then.
    package static func rule<Rule: Choosable>(
        _ choices: [Rule], tag: String = "rule"
    ) -> ValueFormat where Value == ChosenRule<Rule> {
        let table = RuleTable(tag: tag, rows: choices.map { ($0.name, $0.about, $0.parameters) })
        return ValueFormat(table.shape) { node in
            guard let (row, values, places) = table.read(node) else { return nil }
            return ChosenRule(rule: choices[row].setting(values), parameterPlaces: places)
        }
    }
}

extension ValueFormat where Value: Choosable {
    /// A rule, where nobody asks which of its parameters are said.
    package static func plainRule(_ choices: [Value], tag: String = "rule") -> ValueFormat {
        ValueFormat<ChosenRule<Value>>.rule(choices, tag: tag).map { $0.rule }
    }
}

/// The rules that a file may choose from, whatever they are rules of.
private struct RuleTable: Sendable {
    let tag: String
    let rows: [(name: String, about: String, parameters: [Parameter])]

    var shape: Shape {
        let shapes = rows.map { row in
            Shape.ObjectShape(
                row.name, row.about,
                row.parameters.map { parameter in
                    Shape.Member(parameter.name, parameter.about, parameter.shape, usually: parameter.usual)
                })
        }
        return .either([.word(rows.map { Shape.Word($0.name, $0.about) }), .tagged(by: tag, shapes)])
    }

    /// The row that a file has chosen, its parameters, and where each of them is said.
    func read(_ node: JSONNode) -> (row: Int, values: [Int64], places: [Place?])? {
        let name = node.string ?? node.member(tag)?.string
        guard let row = rows.firstIndex(where: { $0.name == name }) else { return nil }
        let said = rows[row].parameters.map { node.member($0.name) }
        let values = zip(rows[row].parameters, said).map { $1?.quantity($0.unit) ?? $0.value }
        return (row, values, said.map { $0?.place })
    }
}

extension Parameter {
    /// The shape of its value in a file. What is so or not is true or false, or 1 or 0, between which it is tuned.
    fileprivate var shape: Shape {
        let number = Shape.number(unit, range)
        return unit == .flag ? .either([.flag, number]) : number
    }

    /// Its value where a file does not say it, as lists and reports have it.
    fileprivate var usual: Usual {
        unit == .flag ? .flag(value != 0) : .number(value, places: unit.decimalPlaces)
    }
}
