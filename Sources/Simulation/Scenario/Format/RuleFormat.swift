import PlayerModel

/// A rule with parameters, as a file may choose it.
package protocol Choosable: Sendable {
    var name: String { get }
    var about: String { get }
    var parameters: [Parameter] { get }
    /// The rule with other parameters, in base units and in the order of `parameters`.
    func setting(_ values: [Int64]) -> Self
}

extension BufferGoal: Choosable {}
extension CatchUp: Choosable {}
extension FailOver: Choosable {}
extension GapRule: Choosable {}
extension KeepUp: Choosable {}
extension Looping: Choosable {}
extension NetworkRecipe: Choosable {}
extension RequestPolicy: Choosable {}
extension SegmentAbandonment: Choosable {}
extension SegmentReplacement: Choosable {}
extension ThroughputEstimator: Choosable {}
extension VariantChoice: Choosable {}
extension VariantSwitch: Choosable {}

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
        let shapes = choices.map { choice in
            Shape.ObjectShape(
                choice.name, choice.about,
                choice.parameters.map { parameter in
                    Shape.Member(
                        parameter.name, parameter.about, .number(parameter.unit, parameter.range),
                        usually: .number(parameter.value, places: parameter.unit.decimalPlaces))
                })
        }
        let names = Shape.word(choices.map { Shape.Word($0.name, $0.about) })
        return ValueFormat(.either([names, .tagged(by: tag, shapes)])) { node in
            let name = node.string ?? node.member(tag)?.string
            guard let choice = choices.first(where: { $0.name == name }) else { return nil }
            let said = choice.parameters.map { node.member($0.name) }
            let values = zip(choice.parameters, said).map { $1?.number($0.unit) ?? $0.value }
            return ChosenRule(rule: choice.setting(values), parameterPlaces: said.map { $0?.place })
        }
    }
}
