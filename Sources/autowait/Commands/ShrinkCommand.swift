import Simulation

enum ShrinkCommand {
    static let command = Command(
        name: "shrink", operands: "FILE", operandCount: 1...1,
        about: "makes a scenario as small as it can be and still show something, to keep it as a regression test",
        options: [
            .init(
                "keep", each: "CONDITION",
                "what it must go on showing, as in 'stall_count >= 2'; may be repeated, and all must hold of a player"
            ),
            CompanionFiles.option,
        ],
        advice: "name a scenario, as in \"autowait shrink FILE.json --keep 'stall_count >= 1'\"",
        scenarioForm: form, run: shrink)

    /// The form of what it writes, by which that may be written again.
    private static let form = FileForm.shrunk

    private static func shrink(_ arguments: Arguments) throws(LoadError) -> Reply {
        let (path, conditions) = (arguments.operands[0], try conditions(arguments))
        try arguments.checkOutput(of: form)
        let (source, folders) = (try ScenarioFile.source(path), arguments.values("allow"))
        let scenario = try ScenarioFile.loaded(source, folders: folders).scenario
        let run = try ScenarioFile.run(scenario, path, tracing: .facts, withGoldilocks: conditions.needGoldilocks)
        if let words = conditions.objection(to: run) { throw LoadError(Files.shown(path), words) }
        // What takes far longer than the whole is no smaller, however short its text is.
        let mostEvents = run.outcome.events * 2 + 10_000
        let warnings = Warnings.Kinds(run)
        /// Whether a text in the place of a file shows what is to be kept.
        func shows(_ text: String, at path: String) -> Bool {
            let text = SourceText(file: path, bytes: Array(text.utf8))
            guard var candidate = (try? ScenarioFile.loaded(text, folders: folders))?.scenario,
                candidate.network.transport.kind == scenario.network.transport.kind
            else { return false }
            candidate.maxEvents = min(candidate.maxEvents, mostEvents)
            let run = try? ScenarioFile.run(candidate, tracing: .facts, withGoldilocks: conditions.needGoldilocks)
            return run.map { Warnings.Kinds($0).areAmong(warnings) && conditions.objection(to: $0) == nil } ?? false
        }
        let root = try ScenarioFile.root(source).unmarked
        let result = Shrinker.shrink(root) { shows(JSONText.text(of: $0), at: source.name) }
        let text = JSONText.text(of: result.node.marked(as: form))
        if let output = arguments.output(CommandOption.output.name),
            !Files.folder(of: output.path).isSpelt(Files.folder(of: source.name)), !shows(text, at: output.path)
        {
            throw try misplaced(output, source)
        }
        return Reply(output: text, look: .exact, errors: summary(source, result))
    }

    private static func conditions(_ arguments: Arguments) throws(LoadError) -> [MetricCondition] {
        let conditions = try arguments.values("keep").map { word throws(LoadError) in
            try LoadError.reading(try MetricCondition(word))
        }
        guard !conditions.isEmpty else {
            throw .usage("'shrink' needs to know what to keep; write --keep 'stall_count >= 1'")
        }
        return conditions
    }

    /// The error of a folder from which the files that the result names are not found, or are other ones.
    static func misplaced(_ output: OutputFile, _ source: SourceText) throws(LoadError) -> LoadError {
        let name = Files.name(of: output.path)
        let beside = try OutputFile(Files.folder(of: source.name) + name, option: "-o", inputs: [])
        return .usage(
            "the files that \(source.name.onOneLine) names are meant from where it lies; \(beside.advice(nil))")
    }

    /// `41 values have become 9 in 312 tries`.
    private static func summary(_ source: SourceText, _ result: Shrinker.Result) -> String {
        let cut = result.isCut ? "; there is more to try, from this text on" : ""
        let before = result.values.before
        let said = NumberText.count(before, "value") + (before == 1 ? " has" : " have")
        return "\(source.name.onOneLine): \(said) become \(result.values.after) in \(result.tries) tries\(cut)\n"
    }
}
