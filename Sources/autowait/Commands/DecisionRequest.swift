import Simulation

/// A decision that `autowait compare` was asked for: choices by `--vary`, circumstances by `--over`.
struct DecisionRequest {
    enum Format: String, CaseIterable {
        case text, json, jsonl, csv, html
        case csvSummary = "csv-summary"

        /// The form of a report whose tables have these columns first.
        func form(csv first: String, summary: String) -> FileForm {
            switch self {
            case .text: .text
            case .json: .report
            case .jsonl: .json(first: "kind", value: "experiment")
            case .csv: .table(first: first)
            case .csvSummary: .table(first: summary)
            case .html: .page
            }
        }

        /// The form of a decision between values of keys: a summary has a line for each choice.
        func form(ofKeys keys: [String]) -> FileForm { form(csv: "session", summary: keys[0]) }
    }

    let files: [String]
    /// Warnings for stderr.
    let notes: String
    let progress: Progress?
    /// The folders whose files scenarios may name: those allowed, and those that `--over` names.
    let folders: [String]
    let settings: [ScenarioReader.Setting]
    let choiceKeys: [String]
    let choices: [[String]]
    let baseline: Int
    let axes: CircumstanceAxes
    /// By file, its circumstances: the value of each key, or nil; none where they are drawn from a population.
    let circumstances: [[[String?]]]
    let population: PopulationFile?
    /// The metrics in the order of their table; those of live streams only where something is live, unless they are
    /// `named`.
    let metrics: [DecisionMetric]
    let named: [DecisionMetric]
    /// Whether metrics are named, so that others are there for what may be worse besides alone.
    let areChosen: Bool
    let format: Format
    /// The title of a page; nil is what it says by itself.
    let title: String?
    /// The seeds, from one to another; nil is the scenario's own.
    let seeds: ClosedRange<Int>?
    let jobs: Int
    /// The part of the sessions that is asked for, and its file; nil for all.
    let shard: ShardFile?
    /// How sure one wants to be before sessions end; nil where all of them are run.
    let goal: DecisionGoal?
    let read: ReadFiles
    /// A digest of all files that the sessions depend on, as soon as they were read.
    var inputs: String { read.digest.text }

    /// More than anybody waits for: of sessions none is held, so that it is time alone that bounds them.
    static let mostRuns = 100_000_000

    /// The seed of a session of '--seeds', as help says it.
    static let seedWords = "a session's seed is its number, counted through circumstances"

    /// By choice, the first that differs from it in the rule of `keepUp` alone, or in nothing.
    var families: [Int] {
        let others = choiceKeys.indices.filter { !PathNames.leads(choiceKeys[$0], into: Self.ruleKey) }
        var firsts: [[ExactText]: Int] = [:]
        return choices.indices.map { choice in
            let values = others.map { ExactText(choices[choice][$0]) }
            if let first = firsts[values] { return first }
            firsts[values] = choice
            return choice
        }
    }

    private static let ruleKey = "player.keep_up"

    /// Whether a command line asks for a decision, and not for a table of settings.
    static func isWanted(_ arguments: Arguments) -> Bool {
        arguments.has("over") || arguments.has("baseline") || arguments.has("population")
            || arguments.has("until-decided")
    }

    /// `choosing` are the choices of whoever has no `--vary`.
    init(
        _ arguments: Arguments, formats: [String], mostRuns: Int, choosing: [Variation]? = nil,
        through read: ReadFiles = ReadFiles()
    ) throws(LoadError) {
        self.read = read
        format = try arguments.choice("format", among: formats).flatMap(Format.init) ?? .text
        title = try arguments.title(isPage: format == .html)
        if arguments.has("sort") { throw .usage("'--sort' is for a comparison without --over and --baseline") }
        let variations: [Variation]
        if let choosing { variations = choosing } else { variations = try Variation.all(arguments, "vary") }
        guard !variations.isEmpty else {
            throw .usage("there are no choices to decide between; give them as --vary player.keep_up=A,B")
        }
        let keys = variations.map { $0.key }
        choiceKeys = keys
        choices = Variation.product(variations)
        guard format != .html || choices.count <= DecisionPage.mostChoices else {
            throw .usage("a page holds at most \(DecisionPage.mostChoices) choices; csv-summary holds more")
        }
        baseline = try Self.baseline(arguments.value("baseline"), choices)
        let over = try Variation.all(arguments, "over")
        if let twice = over.first(where: { keys.contains($0.key) }) {
            throw .usage("'\(twice.key)' cannot be both a choice (--vary) and a circumstance (--over)")
        }
        axes = CircumstanceAxes(over)
        goal = try Self.goal(arguments, format)
        named = try Self.named(arguments.value("metrics")) + (goal?.metrics ?? [])
        areChosen = arguments.has("metrics")
        metrics = Self.metrics(named, areChosen: areChosen)
        settings = try ScenarioFile.settings(arguments)
        let seeds = try arguments.range("seeds", upTo: mostRuns)
        let hasSeeds = seeds != nil || goal != nil
        if hasSeeds { try Self.checkSeeds(besides: keys + axes.keys + settings.map { $0.path }) }
        jobs = try arguments.jobs
        shard = try Self.shard(arguments)
        // What is tuned has a form of its own.
        if choosing == nil, shard == nil { try arguments.checkOutput(of: format.form(ofKeys: choiceKeys)) }
        progress = arguments.progress
        let contents = try ScenarioFolder.contents(of: arguments.operands, allowing: arguments.folders)
        files = contents.scenarios
        if let twice = Repetition.file(in: files) {
            throw .usage("\(twice) is named twice, and its sessions would count twice; name each scenario once")
        }
        let advice = "nobody chooses it, and 'better' is no advice"
        notes = contents.findings.text() + CompareCommand.objections(keys, advice)
        var (all, folders) = ([[[String?]]](), arguments.folders)
        if let word = arguments.value("population") {
            guard over.isEmpty else {
                throw .usage(
                    "'--population' has all circumstances; leave '--over' out, or put it into the population")
            }
            guard hasSeeds else { throw .usage("a population is drawn: how often? give --seeds 1000") }
            guard files.count == 1 else { throw .usage("'--population' is for one scenario; give one FILE") }
            let own = try PopulationFile(word, of: files[0], through: read)
            try Self.check(own, keys, settings)
            folders += own.folders
            population = own
            all = [[[]]]
        } else {
            population = nil
            for file in files { all.append(try axes.circumstances(of: file, opening: &folders)) }
        }
        (circumstances, self.folders) = (all, folders)
        let places = all.reduce(0) { $0 + $1.count }
        let round = try Self.product([places, choices.count], upTo: mostRuns)
        // Whoever runs on until it is decided need not say how far; a million is an hour or two.
        self.seeds = seeds ?? (goal == nil ? nil : 1...min(1_000_000, mostRuns / round))
        _ = try Self.product([round, self.seeds?.count ?? 1], upTo: mostRuns)
    }

    /// A key that a population sets is no choice besides, and is not set.
    private static func check(
        _ population: PopulationFile, _ keys: [String], _ settings: [ScenarioReader.Setting]
    ) throws(LoadError) {
        let fixed = settings.map { (key: $0.path, role: "is set", remedy: "leave '--set' out") }
        let chosen = keys.map { key in
            let isOpen = key == "player" && population.stratum(setting: "player.profile") == nil
            let remedy = isOpen ? "name whole players by 'player.profile'" : "choose another key"
            return (key: key, role: "is a choice", remedy: remedy)
        }
        for (key, role, remedy) in chosen + fixed {
            guard let name = population.stratum(setting: key) else { continue }
            throw .usage(
                "'\(key)' \(role) here, and '\(name.onOneLine)' of the population sets it, too: a session has "
                    + "one of both; leave it out of the population, or \(remedy)")
        }
    }

    /// Objects to a seed among keys that are set, where '--seeds' gives every run its own.
    static func checkSeeds(besides keys: [String]) throws(LoadError) {
        if keys.contains("seed") { throw .usage("'--seeds' gives every run its seed; leave the key 'seed' alone") }
    }

    /// The product of counts; objects to one that is more than `most` runs.
    static func product(_ counts: [Int], upTo most: Int) throws(LoadError) -> Int {
        var runs = 1
        for count in counts {
            let (product, isTooLarge) = runs.multipliedReportingOverflow(by: count)
            guard !isTooLarge, product <= most else {
                throw .usage("these are more than \(most) runs; give fewer values or seeds")
            }
            runs = product
        }
        return runs
    }

    private static func goal(_ arguments: Arguments, _ format: Format) throws(LoadError) -> DecisionGoal? {
        guard let word = arguments.value("until-decided") else { return nil }
        if arguments.has("shard") || format == .csv || format == .jsonl {
            throw .usage(
                "'--until-decided' does not know how many sessions there will be, and shards, csv and jsonl say it "
                    + "first; leave one of them out")
        }
        return try LoadError.reading(try DecisionGoal(word), behind: "--until-decided: ")
    }

    private static func shard(_ arguments: Arguments) throws(LoadError) -> ShardFile? {
        guard let word = arguments.value("shard") else { return nil }
        guard let shard = SessionLines.Shard(word) else {
            let hint = word.hasPrefix("0/") ? ": shards are counted from 1" : ", as in 3/8"
            throw .usage("'--shard \(word)' is no part of a whole\(hint)")
        }
        if arguments.has("format") {
            throw .usage("'--format' is for 'autowait merge'; a shard has the sessions themselves")
        }
        guard let file = arguments.output(CommandOption.output.name) else {
            throw .usage(
                "a shard is a file that it goes on with when it is run again: give -o part-\(shard.number).jsonl")
        }
        return ShardFile(file.path, shard)
    }

    private static func baseline(_ word: String?, _ choices: [[String]]) throws(LoadError) -> Int {
        guard choices.count > 1 else {
            throw .usage("there is only one choice; give several, with commas in between")
        }
        guard let word else { return 0 }
        let names = choices.map { $0.joined(separator: ",") }
        // A shell takes quotes away: a word that is one only in quotes is meant without them, too.
        let bare = choices.map { $0.map(withoutQuotes).joined(separator: ",") }
        guard let place = names.firstIndex(of: word) ?? bare.firstIndex(of: word) else {
            throw .usage("the baseline '\(word)' is no choice\(Help.hint(word, among: names))")
        }
        return place
    }

    private static func withoutQuotes(_ word: String) -> String {
        word.count > 1 && word.hasPrefix("\"") && word.hasSuffix("\"") ? String(word.dropFirst().dropLast()) : word
    }

    private static func named(_ words: String?) throws(LoadError) -> [DecisionMetric] {
        guard let words else { return [] }
        let known = DecisionMetric.all.map { $0.name }
        let names = words.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw .usage("'\(unknown)' is no metric of a decision\(Help.hint(unknown, among: known))")
        }
        return DecisionMetric.all.filter { names.contains($0.name) }
    }

    /// The metrics of the verdict, those that are named, and those that may be worse besides; where none are chosen,
    /// all that need no further runs.
    private static func metrics(_ named: [DecisionMetric], areChosen: Bool) -> [DecisionMetric] {
        DecisionMetric.all.filter {
            named.contains($0) || DecisionMetric.headline.contains($0) || DecisionMetric.besides.contains($0)
                || !areChosen && !$0.needsGoldilocks
        }
    }

    /// The metrics that nobody has asked for.
    var unasked: [DecisionMetric] {
        areChosen ? (DecisionMetric.besides + DecisionMetric.rare).filter { !named.contains($0) } : []
    }

    /// The metrics of sessions of which some are live, or none.
    func metrics(isLive: Bool) -> [DecisionMetric] {
        metrics.filter { isLive || !$0.isOfLive || named.contains($0) }
    }
}
