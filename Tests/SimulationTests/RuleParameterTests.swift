import PlayerModel
import Testing

@testable import Simulation

@Suite("The parameters of rules in a file")
struct RuleParameterTests {
    private static func node(_ text: String) throws -> JSONNode {
        try JSONReader.read(Array(text.utf8), source: 0).root
    }

    /// The rule of a text, which must have no fault.
    private static func rule<Rule: Choosable>(_ text: String, of rules: [Rule]) throws -> Rule? {
        let format = ValueFormat<ChosenRule<Rule>>.rule(rules)
        let node = try node(text)
        var checker = ShapeChecker()
        checker.check(node, format.shape, "rule")
        #expect(checker.diagnostics.isEmpty, "\(text): \(checker.diagnostics.map { $0.message })")
        return format.read(node)?.rule
    }

    /// Holds that each rule is taken with its parameters as lists and reports write them, and is the same.
    private static func expectWritten<Rule: Choosable>(_ rules: [Rule]) throws {
        for own in rules {
            var writer = JSONWriter(indented: false)
            writer.object(inline: true) { writer in
                writer.member("rule", own.name)
                for parameter in own.parameters { writer.quantity(parameter.name, parameter.value, parameter.unit) }
            }
            let read = try rule(writer.finish(), of: rules)
            #expect(read?.name == own.name && read?.parameters == own.parameters)
        }
    }

    @Test("are taken as lists and reports have them")
    func written() throws {
        try Self.expectWritten(KeepUp.all)
        try Self.expectWritten(VariantSwitch.all)
        try Self.expectWritten(VariantChoice.allCases)
        try Self.expectWritten(ThroughputEstimator.all)
        try Self.expectWritten(SegmentAbandonment.all)
        try Self.expectWritten(BufferGoal.all)
        try Self.expectWritten(CatchUp.all)
        try Self.expectWritten(FailOver.all)
    }

    /// The parameters that are so or not: the rule of each, and its name.
    private static let flagParameters = VariantSwitch.all.flatMap { rule in
        rule.parameters.filter { $0.unit == .flag }.map { (rule.name, $0.name) }
    }

    @Test("are true or false, or 1 or 0, where they are so or not", arguments: flagParameters)
    func flags(rule: String, name: String) throws {
        for (words, value) in [(["true", "1"], Int64(1)), (["false", "0"], 0)] {
            for word in words {
                let read = try Self.rule(#"{"rule": "\#(rule)", "\#(name)": \#(word)}"#, of: VariantSwitch.all)
                #expect(read?.parameters.first { $0.name == name }?.value == value, "\(word)")
                // A report has it as a file does.
                let report = Settings.rule(rule, read?.parameters ?? [])
                #expect(report.contains("\(name) \(value == 1)"), "\(report)")
                let root = try Self.node(#"{"player": {"switching": {"rule": "\#(rule)", "\#(name)": \#(word)}}}"#)
                let key = try ParameterKey("player.switching.\(name)", in: root, of: ScenarioFormat.whole.shape)
                #expect(key.own == value && key.range == 0...1 && key.unit == .flag)
            }
        }
        let root = try Self.node(#"{"player": {"switching": "\#(rule)"}}"#)
        #expect(try ParameterKey("player.switching.\(name)", in: root, of: ScenarioFormat.whole.shape).own == 0)
        let format = ValueFormat<ChosenRule<VariantSwitch>>.rule(VariantSwitch.all)
        for (value, end) in [("\"no\"", ", not a string"), ("2", ""), ("0.5", "")] {
            var checker = ShapeChecker()
            checker.check(try Self.node(#"{"rule": "\#(rule)", "\#(name)": \#(value)}"#), format.shape, "rule")
            #expect(checker.diagnostics.map { $0.message } == ["'\(name)' must be true or false\(end)"])
        }
    }
}
