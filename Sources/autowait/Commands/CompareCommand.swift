import Simulation

enum CompareCommand {
    static let command = Command(
        name: "compare", operands: "PATH…", operandCount: 1...Int.max,
        about: "runs scenarios under each of several settings and compares their metrics",
        options: [
            .init(
                "vary", each: "KEY=A,B,C", "run with each value of a key; may be repeated: then with each combination"
            ),
            .init(
                "over", each: "KEY=A,B,C",
                "decide between the choices of --vary in each of these circumstances; a trace may be a folder or "
                    + "*.csv; may be repeated"),
            .init(
                "population", .input("NAME"),
                "decide in sessions drawn from a population: a file, or one of 'autowait list populations'"),
            .init(
                "until-decided", "METRIC=WIDTH",
                "run on, twice as many each time, until a metric's interval is as narrow; 'verdict' is until nothing "
                    + "is undecided; --seeds is the most"),
            .init(
                "shard", "I/N",
                "run the Ith of N parts of a decision's sessions into the file of -o, or go on with it; 'autowait "
                    + "merge' puts parts together"),
            .init("baseline", "A", "the choice that all others are held against, in the place of the first"),
            .init("set", each: "KEY=VALUE", "set a key over what the files say, in all runs; may be repeated"),
            .init(
                "seeds", "N",
                "run with each seed from 1 to N, or A..B: shows the median, the 95th percentile and the worst; of "
                    + "a decision, play each circumstance N times, or the rounds A..B: \(DecisionRequest.seedWords)"),
            .init(
                "metrics", "A,B,C",
                "what to compare, of 'autowait list metrics'; unless said "
                    + Comparison.usualMetrics.map(\.name).joined(separator: ",")
                    + ", and those of live streams and gaps where there are any"),
            .init(
                "format", .words(CompareRequest.Format.allCases.map(\.rawValue)),
                "text; html, a page; csv has every run, csv-summary what runs come to, json both; of a decision jsonl "
                    + "has both, and json no runs; 'autowait schema --of compare' has the schema of both"
            ),
            .init("title", "TEXT", "the title of a page"),
            .init(
                "engine", .input("PAGE"),
                "put the settings of one scenario into the page that '.ci/page' has built, side by side, to be changed"
            ),
            .init("sort", "METRIC", "the best first in each table, in the place of the order of the values"),
            Workers.option,
            CompanionFiles.optionBesideFolders,
        ],
        run: { arguments throws(LoadError) in
            try checkSettings(arguments)
            if let page = arguments.value("engine") { return try live(page, arguments) }
            guard DecisionRequest.isWanted(arguments) else { return compare(try CompareRequest(arguments)) }
            let request = try DecisionRequest(
                arguments, formats: CompareRequest.Format.allCases.map(\.rawValue), mostRuns: DecisionRequest.mostRuns
            )
            return try request.shard?.reply(to: request) ?? DecisionReply.reply(to: request)
        })

    /// Elsewhere the last value of a key counts. Here it is hardly meant: whoever wants both values varies it.
    private static func checkSettings(_ arguments: Arguments) throws(LoadError) {
        let keys = try ScenarioFile.settings(arguments).map { $0.path }
        guard let twice = keys.indices.first(where: { keys[..<$0].contains(keys[$0]) }) else { return }
        throw .usage("'\(keys[twice])' is set twice; to compare values write --vary \(keys[twice])=A,B")
    }

    /// The warnings about keys that are varied though nobody decides them: they are no rivals.
    static func objections(_ keys: [String], _ consequence: String) -> String {
        keys.filter(CircumstanceKey.holds).map {
            "warning: '\($0)' is a circumstance, not a choice: \(consequence); to compare choices in each of them, "
                + "give it as --over\n"
        }.joined()
    }

    fileprivate struct Kept {
        let sample: Comparison.Sample
        /// The lanes of each player, where they are drawn.
        let allLanes: [Lanes]
        /// Whether another seed might give other figures.
        let dependsOnSeed: Bool

        init(_ run: Run, _ metrics: [Metric], isShown: Bool) {
            sample = Comparison.Sample(run, metrics)
            allLanes = isShown ? run.tellingOffersAtRest().ownPlayers.map { Lanes($0) } : []
            dependsOnSeed = run.dependsOnSeed
        }
    }

    fileprivate typealias Figures = Result<Kept, SessionError>

    private static func compare(_ request: CompareRequest) -> Reply {
        let combinations = Variation.product(request.variations)
        let (files, keys) = (request.files, request.variations.map { $0.key })
        let loaded = loaded(request, combinations, keys)
        let notes = request.notes + SettingWarnings(loaded).text(request.variations, fileCount: files.count)
        let scenarios = loaded.map { $0.map { prepared($0.scenario) } }
        let (seeds, first, isDrawn) = (request.seeds?.count ?? 1, request.seeds?.lowerBound, request.format == .html)
        let sound = scenarios.compactMap { try? $0.get() }
        let metrics = request.metrics(for: sound)
        if !sound.isEmpty, let objection = request.objection(sorting: metrics) { return objection }
        let figure: @Sendable (Int) -> Figures? = { index in
            guard case .success(var scenario) = scenarios[index / seeds] else { return nil }
            if let first { scenario.seed = UInt64(first + index % seeds) }
            return Result { () throws(SessionError) in
                var run = try Run(scenario)
                if metrics.contains(where: { $0.needsGoldilocks }) { try run.findGoldilocks() }
                let isFirst = index % seeds == 0
                let isShown = isDrawn && isFirst && index / seeds % combinations.count < ComparePage.mostDrawn
                return Kept(run, metrics, isShown: isShown)
            }
        }
        let figures = allFigures(scenarios.count, seeds, request, figure)
        var problems = Problems()
        var blocks: [Comparison.Block] = []
        var portraits: [[ComparePage.Portrait]] = []
        for (index, file) in files.enumerated() {
            var name = ""
            var cells: [Comparison.Cell] = []
            var own: [ComparePage.Portrait] = []
            for (combination, values) in combinations.enumerated() {
                let place = index * combinations.count + combination
                let runs = figures[place * seeds..<(place + 1) * seeds]
                let words = zip(keys, values).map { "\($0)=\($1)" }
                switch scenarios[place] {
                case .success(let scenario):
                    if name.isEmpty { name = scenario.name }
                    problems.add(runs, file, words, firstSeed: first ?? 1)
                    cells.append(cell(values, scenario, runs, firstSeed: first))
                    own.append(portrait(runs, firstSeed: first ?? 1))
                case .failure(let error):
                    problems.add(error)
                    let samples = (0..<seeds).map { offset in
                        Comparison.Sample(seed: first.map { UInt64($0 + offset) }, nil)
                    }
                    cells.append(Comparison.Cell(settings: values, players: [nil], samples: samples))
                    let lines = error.message.split(separator: "\n").joined(separator: "; ")
                    own.append(ComparePage.Portrait(failure: lines))
                }
            }
            blocks.append(Comparison.Block(path: Files.shown(file), name: name, cells: cells))
            portraits.append(own)
        }
        guard scenarios.contains(where: { $0.isGood }) else {
            return Reply(errors: notes + problems.text, code: problems.code)
        }
        let hasRivals = !keys.contains(where: CircumstanceKey.holds)
        let comparison = Comparison(keys: keys, metrics: metrics, blocks: blocks, hasRivals: hasRivals)
        return Reply(
            output: text(comparison, portraits, request), look: request.format == .text ? .text : .exact,
            errors: notes + problems.text, code: problems.code)
    }

    /// The scenarios, each with each combination of values: read and checked once, as only the seed differs from run to
    /// run.
    private static func loaded(
        _ request: CompareRequest, _ combinations: [[String]], _ keys: [String]
    ) -> [Result<LoadedScenario, LoadError>] {
        let (files, folders, settings, read) = (request.files, request.folders, request.settings, ReadFiles())
        return Workers.map(files.count * combinations.count, jobs: request.jobs) { index in
            let (file, combination) = index.quotientAndRemainder(dividingBy: combinations.count)
            let varied = Variation.settings(keys, combinations[combination])
            return Result { () throws(LoadError) in
                try ScenarioFile.loaded(
                    try read.source(files[file]), settings: settings + varied, folders: folders, through: read)
            }
            // Of a population its own faults are told, and not that it is no scenario.
            .mapError { ScenarioFolder.fault(of: files[file], allowing: folders) ?? $0 }
        }
    }

    /// The scenario with what follows from it under any seed.
    private static func prepared(_ scenario: Scenario) -> Scenario {
        var scenario = scenario
        scenario.prepare()
        return scenario
    }

    /// The figures of every scenario under each seed. The first seed is run first: where that draws nothing at random,
    /// its run is that of all others, and they are not run.
    private static func allFigures(
        _ count: Int, _ seeds: Int, _ request: CompareRequest, _ figure: @escaping @Sendable (Int) -> Figures?
    ) -> [Figures?] {
        let (jobs, progress) = (request.jobs, request.progress)
        let firsts = Workers.map(count, jobs: jobs, progress: progress) { figure($0 * seeds) }
        if seeds == 1 { return firsts }
        return Workers.map(count * seeds, jobs: jobs, progress: progress) { index -> Figures? in
            let first = firsts[index / seeds]
            return index % seeds == 0 || first.isSeedless ? first : figure(index)
        }
    }

    private static func cell(
        _ values: [String], _ scenario: Scenario, _ figures: ArraySlice<Figures?>, firstSeed: Int?
    ) -> Comparison.Cell {
        let samples = figures.enumerated().map { offset, figures in
            let sample = (try? figures?.get())?.sample ?? Comparison.Sample(seed: nil, nil)
            // One run may stand for those of all seeds.
            return sample.withSeed(firstSeed.map { UInt64($0 + offset) } ?? scenario.seed)
        }
        let names = scenario.ownPlayers.map { $0.name.text }
        return Comparison.Cell(
            settings: values, players: names.count > 1 ? names : [nil], samples: samples,
            isSeedless: figures.first.map { $0.isSeedless } ?? false)
    }

    private static func portrait(_ runs: ArraySlice<Figures?>, firstSeed: Int) -> ComparePage.Portrait {
        var portrait = ComparePage.Portrait()
        if case .success(let kept)?? = runs.first { portrait.allLanes = kept.allLanes }
        portrait.failure = Failures(runs, firstSeed: firstSeed).map {
            ($0.seed.map { "with \($0): " } ?? "") + $0.words
        }
        return portrait
    }

    /// The failures among the runs of one setting.
    private struct Failures {
        /// The seed of the first, where there are several.
        let seed: String?
        /// The reason of the first, and the number of the others.
        let words: String

        init?(_ runs: ArraySlice<Figures?>, firstSeed: Int) {
            let failed = runs.enumerated().compactMap { offset, run -> (seed: Int, message: String)? in
                if case .failure(let error)? = run { (firstSeed + offset, error.message) } else { nil }
            }
            guard let first = failed.first else { return nil }
            seed = runs.count > 1 ? "seed \(first.seed)" : nil
            words = first.message + (failed.count > 1 ? " (as with \(failed.count - 1) of the other seeds)" : "")
        }
    }

    private static func text(
        _ comparison: Comparison, _ portraits: [[ComparePage.Portrait]], _ request: CompareRequest
    ) -> String {
        switch request.format {
        case .text:
            ComparisonTable(
                comparison,
                sortedBy: request.order.flatMap { order in comparison.metrics.firstIndex { $0.name == order } },
                columns: request.columns
            ).text
        case .json, .jsonl: ComparisonLines.json(comparison)
        case .csv: ComparisonLines.csv(comparison)
        case .html: ComparePage(comparison: comparison, portraits: portraits, title: request.title).text
        case .csvSummary: ComparisonSummary.csv(comparison)
        }
    }

    /// The errors, each once: most mistakes are the same under every setting.
    struct Problems {
        private(set) var text = ""
        private(set) var code = ExitCode.asExpected
        private var known: Set<ExactText> = []

        mutating func add(_ error: LoadError) {
            for line in error.message.split(separator: "\n") { add(String(line)) }
            code = max(code, error.code)
        }

        /// Adds runs that failed: the first of them in words, and the number of the others.
        fileprivate mutating func add(
            _ figures: ArraySlice<Figures?>, _ file: String, _ words: [String], firstSeed: Int
        ) {
            guard let failures = Failures(figures, firstSeed: firstSeed) else { return }
            let place = words + (failures.seed.map { [$0] } ?? [])
            let with = place.isEmpty ? "" : "with \(place.joined(separator: ", ")): "
            add("\(Files.shown(file)): error: \(with)\(failures.words)".onOneLine)
            code = max(code, .badData)
        }

        private mutating func add(_ line: String) {
            if known.insert(ExactText(line)).inserted { text += line + "\n" }
        }
    }
}

extension CompareCommand.Figures? {
    /// Whether it was run, and drew nothing at random.
    fileprivate var isSeedless: Bool { if case .success(let kept)? = self { !kept.dependsOnSeed } else { false } }
}

extension Result {
    fileprivate var isGood: Bool { if case .success = self { true } else { false } }
}
