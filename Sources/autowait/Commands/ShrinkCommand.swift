import Simulation

enum ShrinkCommand {
    static let command = Command(
        name: "shrink", operands: "FILE", operandCount: 1...1,
        about: "makes a scenario as small as it can be and still show something, to keep it as a regression test",
        options: [
            .init(
                "keep", "CONDITION",
                "what it must go on showing, as in 'stall_count >= 2'; may be repeated, and all must hold of a player"
            ),
            CompanionFiles.option,
        ],
        advice: "name a scenario, as in \"autowait shrink FILE.json --keep 'stall_count >= 1'\"",
        run: shrink)

    private static func shrink(_ arguments: Arguments) throws(LoadError) -> Reply {
        let (path, conditions) = (arguments.operands[0], try conditions(arguments))
        let (source, folders) = (try ScenarioFile.source(path), arguments.values("allow"))
        let scenario = try ScenarioFile.variant(source, folders: folders)
        try checkPlace(arguments.output(CommandOption.output.name), of: source, folders)
        let run = try ScenarioFile.run(scenario, path, tracing: .facts, withGoldilocks: conditions.needGoldilocks)
        if let words = conditions.objection(to: run) { throw LoadError(Files.shown(path), words) }
        // What takes far longer than the whole is no smaller, however short its text is.
        let mostEvents = run.outcome.events * 2 + 10_000
        let mostWarnings = Warnings.count(run)
        let result = Shrinker.shrink(try root(source)) { node in
            let text = SourceText(file: source.name, bytes: Array(JSONText.text(of: node).utf8))
            guard var candidate = try? ScenarioFile.variant(text, folders: folders),
                candidate.network.transport.kind == scenario.network.transport.kind
            else { return false }
            candidate.maxEvents = min(candidate.maxEvents, mostEvents)
            let run = try? ScenarioFile.run(
                candidate, tracing: .facts, withGoldilocks: conditions.needGoldilocks)
            return run.map { Warnings.count($0) <= mostWarnings && conditions.objection(to: $0) == nil } ?? false
        }
        let text = JSONText.text(of: result.node)
        return Reply(output: text, look: .exact, errors: summary(source, text, result))
    }

    private static func conditions(_ arguments: Arguments) throws(LoadError) -> [MetricCondition] {
        var conditions: [MetricCondition] = []
        for word in arguments.values("keep") {
            do throws(MetricCondition.Mistake) {
                conditions.append(try MetricCondition(word))
            } catch {
                throw .usage(error.message)
            }
        }
        guard !conditions.isEmpty else {
            throw .usage("'shrink' needs to know what to keep; write --keep 'stall_count >= 1'")
        }
        return conditions
    }

    /// Refuses to write into a folder from which the files that the scenario names are not found.
    private static func checkPlace(
        _ output: OutputFile?, of source: SourceText, _ folders: [String]
    ) throws(LoadError) {
        guard let output, Files.folder(of: output.path) != Files.folder(of: source.name) else { return }
        if (try? ScenarioFile.variant(SourceText(file: output.path, bytes: source.bytes), folders: folders)) != nil {
            return
        }
        let folder = Files.folder(of: source.name)
        let name = output.path.dropFirst(Files.folder(of: output.path).count)
        throw .usage(
            "the files that \(source.name.onOneLine) names are meant from where it lies; write -o \(folder)\(name)")
    }

    private static func root(_ source: SourceText) throws(LoadError) -> JSONNode {
        do throws(JSONError) {
            return try JSONReader.read(source.bytes, source: 0).root
        } catch {
            throw LoadError(source.name, error.message)
        }
    }

    /// `41 lines have become 9 in 312 tries`.
    private static func summary(_ source: SourceText, _ text: String, _ result: Shrinker.Result) -> String {
        /// Also the last line is one, where nothing ends it.
        func lines(_ bytes: [UInt8]) -> Int {
            let end = UInt8(ascii: "\n")
            return bytes.count { $0 == end } + (bytes.last.map { $0 == end } ?? true ? 0 : 1)
        }
        let (before, after) = (lines(source.bytes), lines([UInt8](text.utf8)))
        let cut = result.isCut ? "; there is more to try, from this text on" : ""
        let said = before == 1 ? "1 line has" : "\(before) lines have"
        return "\(source.name.onOneLine): \(said) become \(after) in \(result.tries) tries\(cut)\n"
    }
}
