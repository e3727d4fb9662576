import Simulation

/// A table of settings that `autowait compare` was asked for: the scenarios, the values of keys, and the metrics.
struct CompareRequest {
    typealias Format = DecisionRequest.Format

    let files: [String]
    /// Warnings about files that were passed over.
    let notes: String
    let progress: Progress?
    let folders: [String]
    let settings: [ScenarioReader.Setting]
    let variations: [Variation]
    let metrics: [Metric]
    /// Whether nobody has said which.
    let hasUsualMetrics: Bool
    let format: Format
    /// The title of a page; nil is what it says by itself.
    let title: String?
    /// The name of the metric to sort by, which scenarios may turn out not to have.
    let order: String?
    /// The seeds; nil is the scenario's own.
    let seeds: ClosedRange<Int>?
    let jobs: Int
    /// The columns of the terminal that shows the table.
    let columns: Int?

    /// The most runs: more than anybody waits for, so that a slip in a number ends at once, not in days.
    static let mostRuns = 1_000_000

    init(_ arguments: Arguments) throws(LoadError) {
        format = try arguments.choice("format", of: Format.self) ?? .text
        if format == .jsonl { throw .usage("'--format jsonl' is for a decision: give circumstances with --over") }
        if arguments.has("shard") {
            throw .usage(
                "'--shard' is for a decision, and this is a table of settings: give circumstances with --over or "
                    + "--population, or the choice to hold the others against with --baseline")
        }
        try arguments.checkOutput(of: format.form(csv: "scenario", summary: "scenario"))
        title = try arguments.title(isPage: format == .html)
        metrics = try Self.metrics(arguments.value("metrics"), format)
        hasUsualMetrics = format != .html && arguments.value("metrics") == nil
        order = try Self.order(arguments.value("sort"), hasUsualMetrics ? nil : metrics, format)
        seeds = try arguments.range("seeds", upTo: Self.mostRuns)
        jobs = try arguments.jobs
        settings = try ScenarioFile.settings(arguments)
        variations = try Variation.all(arguments, "vary")
        let keys = variations.map { $0.key }
        if seeds != nil { try DecisionRequest.checkSeeds(besides: keys + settings.map { $0.path }) }
        folders = arguments.folders
        let contents = try ScenarioFolder.contents(of: arguments.operands, allowing: folders, telling: .ofFiles)
        let objections = CompareCommand.objections(keys, "no value of it is marked as the best")
        (files, notes) = (contents.scenarios, contents.findings.text() + objections)
        progress = arguments.progress
        columns = arguments.terminal.columns
        let counts = [files.count] + variations.map { $0.values.count } + [seeds?.count ?? 1]
        let runs = try DecisionRequest.product(counts, upTo: Self.mostRuns)
        guard format != .html || runs / files.count / (seeds?.count ?? 1) <= ComparePage.mostSettings else {
            throw .usage("a page holds at most \(ComparePage.mostSettings) settings; csv holds more")
        }
    }

    /// The metrics that are named; where none are, a page has all that need no further runs.
    private static func metrics(_ words: String?, _ format: Format) throws(LoadError) -> [Metric] {
        let quick = Metric.all.filter { !$0.needsGoldilocks }
        return try words.map(named) ?? (format == .html ? quick : Comparison.usualMetrics)
    }

    /// The metrics, for scenarios that may call for more of them where nobody has said which. Those that a page
    /// judges by are always among its own.
    func metrics(for scenarios: [Scenario]) -> [Metric] {
        if hasUsualMetrics { return Comparison.usualMetrics(of: scenarios) }
        let judged = format == .html ? Comparison.measures(of: scenarios) : []
        return metrics + judged.filter { !metrics.contains($0) }
    }

    /// Scenarios have no column to sort by that others would have, or that there is nowhere.
    func objection(sorting metrics: [Metric]) -> Reply? {
        guard let order, !metrics.contains(where: { $0.name == order }) else { return nil }
        let error = Self.noColumn(order, metrics)
        return Reply(errors: error.message, code: error.code)
    }

    private static func named(_ words: String) throws(LoadError) -> [Metric] {
        var metrics: [Metric] = []
        for name in words.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let metric = Metric.all.first(where: { $0.name == name }) else {
                throw .usage("'\(name)' is no metric\(Metric.hint(name))")
            }
            if metrics.contains(metric) { throw .usage("'--metrics' has '\(name)' twice") }
            metrics.append(metric)
        }
        return metrics
    }

    /// `metrics` are those that the command line names; where it names none, the scenarios say which there are.
    private static func order(_ word: String?, _ metrics: [Metric]?, _ format: Format) throws(LoadError) -> String? {
        guard let word else { return nil }
        if format != .text { throw .usage("'--sort' is for the text; the order of \(format.rawValue) is fixed") }
        if let metrics, !metrics.contains(where: { $0.name == word }) { throw noColumn(word, metrics) }
        return word
    }

    private static func noColumn(_ word: String, _ metrics: [Metric]) -> LoadError {
        .usage("'\(word)' is no column\(Help.hint(word, among: metrics.map { $0.name }))")
    }
}
