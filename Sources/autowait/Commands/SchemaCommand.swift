import Simulation

enum SchemaCommand {
    static let command = Command(
        name: "schema", operands: "", operandCount: 0...0,
        about: "prints a JSON Schema of scenarios (2020-12), so that editors complete and check them", options: [],
        run: { _ in Reply(output: ScenarioFormat.whole.schema) })
}
