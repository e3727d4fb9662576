import Simulation

/// A tuning that was asked for: the numbers, what they are to make best, and the sessions that tell.
struct TuneRequest {
    /// Sessions and files, as for a decision between the ends of all ranges. The forms of rules are among its settings.
    let base: DecisionRequest
    /// The scenario as it was written.
    let root: JSONNode
    let parameters: [TunedParameter]
    let objectives: [Objective]
    let rounds: Int
    let format: TuneCommand.Format

    private static let mostRuns = 1_000_000
    /// More settings than this on the grid are too many to look at.
    private static let mostSettings = 10_000
    private static let example = "player.keep_up.start_s=0.5..12"

    init(_ arguments: Arguments) throws(LoadError) {
        format = try arguments.choice("format", of: TuneCommand.Format.self) ?? .text
        objectives = try Self.objectives(arguments)
        rounds = try arguments.count("rounds", upTo: 10) ?? TuneCommand.usualRounds
        let path = arguments.operands[0]
        guard !Files.isFolder(path) else { throw .usage("'tune' is for one scenario, and '\(path)' is a folder") }
        let read = ReadFiles()
        let source = try read.source(path)
        root = try ScenarioFile.root(source)
        let settings = try ScenarioFile.settings(arguments)
        parameters = try Self.parameters(arguments, root, settings)
        let keys = parameters.map { $0.key }
        try arguments.checkOutput(of: format.form(ofKeys: keys.map { $0.path }))
        let over = try Variation.all(arguments, "over")
        if let twice = over.first(where: { axis in keys.contains { $0.path == axis.key } }) {
            throw .usage("'\(twice.key)' cannot be both tuned and a circumstance (--over)")
        }
        let ends = parameters.map { parameter in
            Variation(key: parameter.key.path, values: parameter.values.prefix(2).map(parameter.text))
        }
        let all = try DecisionRequest(
            arguments, formats: TuneCommand.Format.allCases.map(\.rawValue), mostRuns: Self.mostRuns, choosing: ends,
            through: read)
        let named = objectives.flatMap { $0.metrics }
        let wanted = named + DecisionMetric.headline + DecisionMetric.besides
        let forms = keys.flatMap { $0.forms }
        base = DecisionRequest(
            all, settings: all.settings + forms, keys: keys.map { $0.path }, choices: all.choices,
            metrics: DecisionMetric.all.filter { wanted.contains($0) }, named: named)
        try checkSize()
    }

    /// The settings of a choice of values.
    func settings(_ values: [Int64]) -> [ScenarioReader.Setting] {
        zip(parameters, values).map { ScenarioReader.Setting(path: $0.key.path, value: $0.text($1)) }
    }

    private func checkSize() throws(LoadError) {
        let settings = ParameterSearch(parameters, objectives, rounds: rounds).gridSize
        let circumstances = base.population == nil ? base.circumstances.reduce(0) { $0 + $1.count } : 1
        let sessions = circumstances * (base.seeds?.count ?? 1)
        guard settings <= Self.mostSettings, settings * sessions <= Self.mostRuns else {
            throw .usage(
                "\(settings) settings in \(sessions) sessions are more than \(Self.mostRuns) runs, or more than "
                    + "\(Self.mostSettings) settings; give fewer values or seeds")
        }
    }

    private static func objectives(_ arguments: Arguments) throws(LoadError) -> [Objective] {
        var all: [Objective] = []
        for goal in [Objective.Goal.minimise, .maximise] {
            for text in arguments.values(goal.rawValue) {
                all += try LoadError.reading(try Objective.all(text, goal), behind: "--\(goal.rawValue) ")
            }
        }
        guard !all.isEmpty else {
            throw .usage("what is to become best? write --minimise 'stalled_percent + startup_mean_s'")
        }
        guard all.count <= 2 else { throw .usage("there are \(all.count) objectives; two are the most") }
        if all.count == 2, all[0].text.filter({ $0 != " " }) == all[1].text.filter({ $0 != " " }) {
            let words = all[0].goal == all[1].goal ? "best twice" : "both least and greatest"
            throw .usage("'\(all[0].text)' is to become \(words); two objectives are of two figures")
        }
        return all
    }

    private static func parameters(
        _ arguments: Arguments, _ root: JSONNode, _ settings: [ScenarioReader.Setting]
    ) throws(LoadError) -> [TunedParameter] {
        let words = arguments.values("parameter")
        guard !words.isEmpty else { throw .usage("which number is to be tuned? write --parameter \(example)") }
        guard words.count <= TuneCommand.mostParameters else {
            throw .usage("there are \(words.count) parameters; \(TuneCommand.mostParameters) are the most")
        }
        guard var laid = root.with(settings) else {
            throw .usage("a key of --set leads nowhere; 'autowait run' says which")
        }
        var all: [TunedParameter] = []
        for word in words {
            guard let (path, values) = word.parted(at: "="), !path.isEmpty else {
                throw .usage("'--parameter \(word)' has no values; write --parameter \(example)")
            }
            guard !CircumstanceKey.holds(path) else {
                throw .usage("'\(path)' is a circumstance, which nobody tunes; give it as --over")
            }
            guard !all.contains(where: { $0.key.path == path }) else {
                throw .usage("'\(path)' is tuned twice")
            }
            let key = try LoadError.reading(
                try ParameterKey(path, in: laid, of: ScenarioFormat.whole.shape), behind: "--parameter \(path): ")
            // Two parameters of one rule need its form once.
            laid = laid.with(key.forms) ?? laid
            all.append(
                try LoadError.reading(try TunedParameter(key, values), behind: "--parameter \(path)=\(values): "))
        }
        return all
    }
}

extension DecisionRequest {
    /// Another decision in the same sessions.
    init(
        _ other: DecisionRequest, settings: [ScenarioReader.Setting], keys: [String], choices: [[String]],
        metrics: [DecisionMetric], named: [DecisionMetric]
    ) {
        (files, notes, progress, folders) = (other.files, other.notes, other.progress, other.folders)
        (axes, circumstances, population) = (other.axes, other.circumstances, other.population)
        (format, seeds, jobs, read) = (other.format, other.seeds, other.jobs, other.read)
        (self.settings, choiceKeys, self.choices, baseline) = (settings, keys, choices, 0)
        (self.metrics, self.named, areChosen) = (metrics, named, false)
        (shard, goal, title) = (nil, nil, nil)
    }
}
