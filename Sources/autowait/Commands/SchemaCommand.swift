import Simulation

enum SchemaCommand {
    private enum Subject: String, CaseIterable {
        case scenario, population, report, compare, log, replay, field, infer, whatif, tune, fit

        var text: String {
            switch self {
            case .scenario: ScenarioFormat.whole.schema
            case .population: PopulationFormat(.whole).schema
            case .report: ReportSchema.text
            case .compare: CompareSchema.text
            case .log: LogSchema.text
            case .replay: JudgementSchema.text
            case .field: FieldSchema.text
            case .infer: InferSchema.text
            case .whatif: WhatIfSchema.text
            case .tune: TuningSchema.text
            case .fit: FitSchema.text
            }
        }
    }

    static let command = Command(
        name: "schema", operands: "", operandCount: 0...0, operandKind: .words([]),
        about: "prints a JSON Schema (2020-12) of scenarios, so that editors complete and check them",
        options: [
            .init(
                "of", .words(Subject.allCases.map(\.rawValue)),
                "scenarios unless said; populations; the reports of 'run --format json'; each line of the logs of "
                    + "'run --record'; what 'compare' and 'merge' print with '--format json', and each line of "
                    + "'--format jsonl'; or what 'tune', 'fit', 'field', 'infer', 'whatif', or "
                    + "'replay --inputs' prints with '--format json'"
            )
        ],
        run: { arguments throws(LoadError) in
            let subject = try arguments.choice("of", of: Subject.self, or: "has no schema") ?? .scenario
            return Reply(output: subject.text, look: .exact)
        })
}
