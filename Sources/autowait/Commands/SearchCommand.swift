import Simulation

enum SearchCommand {
    static let command = Command(
        name: "search", operands: "FILE", operandCount: 1...1,
        about:
            "looks for the network on which a rule does worst, and shrinks it to the smallest scenario that shows it",
        options: [
            .init(
                "against", each: "KEY=VALUE",
                "the rule, as in player.keep_up=exoplayer, and nothing that is searched; may be repeated"),
            .init(
                "than", each: "KEY=VALUE",
                "do worse than with this setting, not than the earliest start that never stalls; may be repeated"),
            .init("make", "METRIC", "the metric that is to be bad (\(usualMetric) unless said)"),
            .init("rates", "A..B", "the rates of networks, in kbit/s (200..10000 unless said)"),
            .init("lengths", "A..B", "how long a rate lasts, in s (1..60 unless said)"),
            .init("delays", "A..B", "delays in each direction, in ms (0..300, or the scenario's own, unless said)"),
            .init("losses", "A..B", "packets lost over tcp, in percent (0..3, or the scenario's own, unless said)"),
            CommandOption(
                "whole", "print the worst as it was found, with all of its network, not the smallest that shows it"),
            .init("tries", "N", "the number of networks that are tried (\(usualTries) unless said)"),
            .init("seed", "N", "seed the networks with N (1 unless said)"),
            Workers.option,
            CompanionFiles.option,
        ],
        advice: "name a scenario, as in 'autowait search FILE.json --against player.keep_up=exoplayer'",
        scenarioForm: form, run: search)

    /// The form of what it writes, by which that may be written again.
    private static let form = FileForm.found

    private static let exampleRule = "player.keep_up=exoplayer"
    private static let usualMetric = "stall_count"
    private static let usualTries = 1000
    private static let mostTries = 1_000_000

    private static func search(_ arguments: Arguments) throws(LoadError) -> Reply {
        let trial = try Trial(arguments)
        try arguments.checkOutput(of: form)
        let bounds = trial.bounds
        let tries = try arguments.count("tries", upTo: mostTries) ?? usualTries
        let seed = try arguments.value("seed").map { word throws(LoadError) in try ScenarioFile.seed(word) } ?? 1
        let (jobs, progress) = (try arguments.jobs, arguments.progress)
        // Said before anything runs: a setting that cannot be.
        try trial.check(writing: arguments.output(CommandOption.output.name))
        var fault: LoadError?
        let (worst, judged) = NetworkSearch.worst(of: tries, within: bounds, seed: UInt64(seed)) { networks in
            let scores = Workers.map(networks.count, jobs: jobs, progress: progress) { place in
                Result { () throws(LoadError) in try trial.judged(trial.scenario(networks[place])) }
            }
            for case .failure(let own) in scores where fault == nil { fault = own }
            return scores.map { try? $0.get() }
        }
        // Of nothing that ran nothing is said.
        if judged == 0, let fault { throw fault }
        let among = "\(NumberText.count(tries, "network")) of \(bounds.words)"
        let end = trial.dropped + "\n"
        guard let worst, let found = trial.scenario(worst.network) else {
            let (subject, some) =
                tries == 1
                ? ("the only network, one of \(bounds.words), does not make", "it")
                : ("none of \(among) makes", "\(tries - judged) of them")
            let unjudged = judged < tries ? "; on \(some) there is nothing to compare" : ""
            return Reply(
                errors: "\(subject) \(trial.metric.name) worse \(trial.reference)\(unjudged)\(end)")
        }
        let bound = max(1, worst.score / 2)
        var warnings = trial.warnings(found)
        let result = Shrinker.shrink(found) { node in
            // What has a value goes on having one, and what has none has none.
            guard trial.isWhole(node), bounds.hold(node), let score = trial.score(node), score >= bound,
                (score == .max) == (worst.score == .max), let own = trial.warnings(node),
                warnings.map(own.areAmong) ?? false
            else { return false }
            warnings = own
            return true
        }
        let left = trial.score(result.node) ?? 0
        let isWhole = arguments.has("whole")
        let shrunk = "\(isWhole ? "a smaller one" : "this"), shrunk in \(result.tries) tries"
        let figures = trial.figures(found).map {
            "; as it was found, \(isWhole ? "which is this" : "which --whole prints"), \($0)"
        }
        let smaller = trial.figures(result.node).map { "; as shrunk, \($0)" }
        let rest = (figures ?? "") + (smaller ?? "") + end
        let words =
            worst.score == .max
            ? "on the worst of \(among) there is no \(trial.metric.name), as when playback does not start, and "
                + "\(trial.reference.dropFirst(5)) there is; \(shrunk), shows the same\(rest)"
            : "the worst of \(among) makes \(trial.metric.name) worse by \(trial.words(worst.score)) "
                + "\(trial.reference); \(shrunk), by \(trial.words(left))\(rest)"
        let node = (isWhole ? found : result.node).marked(as: form)
        return Reply(output: JSONText.text(of: node), look: .exact, errors: words)
    }

    /// The networks among which one is looked for. Loss is for packets; and what the scenario says itself of delays and
    /// losses stays, unless an option asks for others.
    private static func bounds(
        _ arguments: Arguments, _ scenario: JSONNode, _ transport: Transport.Kind
    ) throws(LoadError) -> NetworkSearch.Bounds {
        var bounds = NetworkSearch.Bounds()
        let said = NetworkSearch.says(scenario)
        bounds.rates = try range("rates", arguments, 1...100_000_000) ?? bounds.rates
        bounds.lengths = try range("lengths", arguments, 1...86_400) ?? bounds.lengths
        bounds.delays = try range("delays", arguments, 0...60_000) ?? (said.delay ? nil : bounds.delays)
        let losses = try range("losses", arguments, 0...100)
        switch transport {
        case .tcp: bounds.losses = losses ?? (said.loss ? nil : bounds.losses)
        case .fluid:
            guard losses == nil else { throw .usage("'--losses' is for packets, which 'fluid' has none of") }
            bounds.losses = nil
        }
        return bounds
    }

    private static func range(
        _ name: String, _ arguments: Arguments, _ all: ClosedRange<Int64>
    ) throws(LoadError) -> ClosedRange<Int64>? {
        guard let word = arguments.value(name) else { return nil }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        let ends = parts.count == 3 && parts[1].isEmpty ? [parts[0], parts[2]].compactMap { Int64($0) } : []
        guard ends.count == 2, all.contains(ends[0]), all.contains(ends[1]) else {
            let example = all.upperBound > 4000 ? "200..4000" : "1..3"
            throw .usage(
                "'--\(name)' takes two whole numbers from \(all.lowerBound) to \(all.upperBound), as in \(example), "
                    + "not '\(word)'")
        }
        guard ends[0] <= ends[1] else { throw .upsideDown(name, word, parts[0], parts[2]) }
        return ends[0]...ends[1]
    }

    /// A rule on networks, and the one that it is held against.
    private struct Trial: Sendable {
        let metric: Metric
        private let source: SourceText
        private let folders: [String]
        private let root: JSONNode
        /// A model of networks is no setting that a scenario can be without.
        private let transport: Transport.Kind
        /// The scenario's network without its rates, as text, and the keys that went with them unasked.
        private let rest: (text: String, dropped: [String])
        let bounds: NetworkSearch.Bounds
        private let rule: [ScenarioReader.Setting]
        private let other: [ScenarioReader.Setting]

        /// One that goes on for ever is no finding.
        private static let mostEvents: Int64 = 1_000_000

        /// The metrics of which the earliest start that never stalls has nothing.
        private static let ofGoldilocks = [
            "stall_count", "stall_time_s", "longest_stall_s", "rebuffer_ratio", "goldilocks_distance_s",
        ]

        init(_ arguments: Arguments) throws(LoadError) {
            let path = arguments.operands[0]
            rule = try ScenarioFile.settings(of: .against, arguments, example: SearchCommand.exampleRule)
            other = try ScenarioFile.settings(of: .than, arguments, example: SearchCommand.exampleRule)
            guard !rule.isEmpty else {
                throw .usage("'search' needs a rule to do badly; write --against player.keep_up=exoplayer")
            }
            func texts(_ settings: [ScenarioReader.Setting]) -> [String] {
                settings.map { "\($0.path)=\($0.meaning)" }.sorted()
            }
            guard texts(rule) != texts(other) else {
                throw .usage("--against and --than say the same: nothing does worse than itself")
            }
            let name = arguments.value("make") ?? SearchCommand.usualMetric
            guard let metric = Metric.all.first(where: { $0.name == name }) else {
                throw .usage("'\(name)' is no metric\(Metric.hint(name))")
            }
            guard !other.isEmpty || Self.ofGoldilocks.contains(name) else {
                throw .usage(
                    "'\(name)' is not held against the earliest start that never stalls; give --than KEY=VALUE")
            }
            self.metric = metric
            folders = arguments.values("allow")
            source = try ScenarioFile.source(path)
            transport = try ScenarioFile.loaded(source, folders: folders).scenario.network.transport.kind
            root = try ScenarioFile.root(source).withoutExpectations
            bounds = try SearchCommand.bounds(arguments, root, transport)
            rest = NetworkSearch.rest(of: root, within: bounds)
            // A value of it would fight with those that are tried.
            if let own = (rule + other).first(where: { bounds.vary($0.path) }) {
                let word = "--\(own.option.rawValue) \(own.path)=\(own.value)"
                throw .usage(
                    "'\(word)' says what is searched, which is the network; set it in the scenario, or bound it with "
                        + "--rates, --lengths, --delays and --losses")
            }
        }

        /// The keys that gave way to the rates that are tried, in words.
        var dropped: String {
            rest.dropped.isEmpty ? "" : "; left out of the network: " + rest.dropped.joined(separator: ", ")
        }

        /// The one that it is held against, in words.
        var reference: String {
            other.isEmpty
                ? "than the earliest start that never stalls"
                : "than with " + other.map { "\($0.path)=\($0.value)" }.joined(separator: ", ")
        }

        func words(_ score: Int64) -> String { QuantityText.value(score, metric.unit) }

        func check(writing output: OutputFile?) throws(LoadError) {
            for settings in [rule, other] where !settings.isEmpty {
                _ = try ScenarioFile.loaded(source, settings: settings, folders: folders)
            }
            if let output, files(from: output.path) != files(from: source.name) {
                throw try ShrinkCommand.misplaced(output, source)
            }
        }

        /// The files that a scenario with the rule names, as it finds them from where it lies; nil where it does not.
        private func files(from path: String) -> [RecordedFile]? {
            guard let node = scenario([]) else { return nil }
            let text = SourceText(file: path, bytes: Array(JSONText.text(of: node).utf8))
            var files: [RecordedFile] = []
            let loaded = try? ScenarioFile.loaded(text, folders: folders) { files.append($0) }
            return loaded == nil ? nil : files
        }

        /// The scenario with the rule over a network.
        func scenario(_ network: NetworkSearch.Network) -> JSONNode? { scenario(network.settings) }

        private func scenario(_ network: [ScenarioReader.Setting]) -> JSONNode? {
            let settings: [ScenarioReader.Setting] = [
                .init(path: "network", value: rest.text), .init(path: "network.transport", value: transport.name),
            ]
            return root.with(settings + network + rule)
        }

        /// Whether the rule still stands in it.
        func isWhole(_ node: JSONNode) -> Bool {
            node.with(rule).map { JSONText.text(of: $0) == JSONText.text(of: node) } ?? false
        }

        /// By how much the metric is worse than it need be: `Int64.max` where it has no value, and need not be without.
        /// Nil where that cannot be said.
        func score(_ node: JSONNode) -> Int64? { try? judged(node) }

        /// The same; throws where it cannot be run.
        func judged(_ node: JSONNode?) throws(LoadError) -> Int64? {
            guard let node, var run = try run(node) else { return nil }
            if !other.isEmpty {
                guard let sister = node.with(other), let before = try self.run(sister).map(values),
                    let held = worst(before)
                else { return nil }
                let own = zip(values(run), before).filter { $0.1 != nil }.map { $0.0 }
                // A start that never comes is worse than any that comes late.
                if own.contains(where: { $0 == nil }) { return metric.better == .neither ? nil : .max }
                return worst(own).map { metric.better == .higher ? held - $0 : $0 - held }
            }
            guard let value = worst(values(run)) else { return nil }
            guard value > 0 else { return 0 }
            do throws(SessionError) { try run.findGoldilocks() } catch { throw fault(error) }
            return run.ownPlayers.contains { $0.goldilocks?.start != nil } ? value : nil
        }

        /// The kinds of warnings that a scenario and its run have; nil where it cannot be run.
        func warnings(_ node: JSONNode) -> Warnings.Kinds? { (try? run(node)).map { Warnings.Kinds($0) } }

        /// The figures of the player who does worst: the metric, and what a person sees besides.
        func figures(_ node: JSONNode) -> String? {
            guard let players = (try? run(node))?.ownPlayers else { return nil }
            let metrics = [metric] + [Metric.startupTime, .stallCount, .stallTime].filter { $0 != metric }
            return players.max { badness(of: $0) < badness(of: $1) }.map { worst in
                zip(metrics, worst.toldValues(of: metrics)).map { metric, value in
                    "\(metric.name) is \(value.map { QuantityText.value($0, metric.unit) } ?? "none")"
                }.joined(separator: ", ")
            }
        }

        /// A figure that is 0 for want of anything is no value.
        private func values(_ run: Run) -> [Int64?] { run.ownPlayers.flatMap { $0.toldValues(of: [metric]) } }

        /// How badly a player does; least where the metric says nothing of it.
        private func badness(of player: PlayerRun) -> Int64 {
            metric.vacancy(in: player) == nil ? badness(metric.value(Figures(player))) : .min
        }

        /// The value of the player who does worst among those that have one.
        private func worst(_ values: [Int64?]) -> Int64? {
            values.compactMap { $0 }.max { badness($0) < badness($1) }
        }

        /// How bad a value is: the more, the worse, and worst where there is none.
        private func badness(_ value: Int64?) -> Int64 {
            value.map { metric.better == .higher ? -$0 : $0 } ?? .max
        }

        private func run(_ node: JSONNode) throws(LoadError) -> Run? {
            let text = SourceText(file: source.name, bytes: Array(JSONText.text(of: node).utf8))
            guard var scenario = (try? ScenarioFile.loaded(text, folders: folders))?.scenario,
                scenario.network.transport.kind == transport
            else { return nil }
            scenario.maxEvents = min(scenario.maxEvents, Self.mostEvents)
            do throws(SessionError) {
                return try ScenarioFile.run(scenario, tracing: .facts, withGoldilocks: metric.needsGoldilocks)
            } catch {
                throw fault(error)
            }
        }

        private func fault(_ error: SessionError) -> LoadError {
            let isOurs = if case .tooManyEvents(Self.mostEvents, _, _) = error { true } else { false }
            let words = "more than \(Self.mostEvents) events, and 'search' plays no more of a run; end it by until_s"
            return LoadError(source.name, isOurs ? words : error.message)
        }
    }
}
