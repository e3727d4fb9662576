import Simulation

enum RunCommand {
    static let command = Command(
        name: "run", operands: "FILE", operandCount: 1...1,
        about: "runs a scenario and shows the panel at every change, then the metrics",
        options: [
            .init(
                "format", .words(Format.allCases.map(\.rawValue)),
                "text, or html, a page, or svg, a drawing; json for programs; sabre as that simulator prints it; "
                    + "p1203 is the input of ITU-T P.1203, mode 0, null where a key is lacking"),
            .init(
                "engine", .input("PAGE"),
                "put the scenario into the page that '.ci/page' has built, so that its reader can change it"),
            .init("title", "TEXT", "the title of a page, in the place of the scenario's name"),
            .init("rows", .words(["all"]), "leave no row out of a long timeline"),
            .init("goldilocks", "also look for the earliest start that never stalls, by further runs"),
            .init("waterfall", "also show what was fetched until playback started"),
            .init("trace", "print every event and everything that came of it"),
            .init(
                "record", .output("LOG"),
                "also write all of that to a log, from which 'autowait replay' runs it again"),
            Warnings.option,
            CompanionFiles.option,
            .init("seed", "N", "seed the random streams with N, where anything is drawn"),
            .init(
                "set", each: "KEY=VALUE", "set a key over the file's, as in network.down_kbps=500; may be repeated"),
        ],
        notes: "A run is not judged: whether it is as the scenario's 'expect' says, 'autowait test' tells.",
        advice: "name a scenario; 'autowait init' writes a first one, and 'autowait run FILE.json' runs it",
        run: run)

    private enum Format: String, CaseIterable {
        case text, json, html, svg, sabre, p1203

        /// Whether it is a drawing or a page, without room for every event.
        var isDrawn: Bool { self == .html || self == .svg }

        /// The options that change nothing in it, each with what it is for. A page has its waterfall always, and json
        /// all rows.
        var refusals: [(option: String, use: String)] {
            let title = ("title", "a page: --format html"), engine = ("engine", "a page: --format html")
            let (trace, waterfall) = (("trace", "text and json"), ("waterfall", "text; a page has it always"))
            let goldilocks = ("goldilocks", "text, json, html and svg")
            return switch self {
            case .text: [title, engine]
            case .json: [title, engine, waterfall]
            case .html: [trace]
            case .svg: [title, engine, trace, waterfall]
            case .sabre, .p1203: [title, engine, trace, waterfall, goldilocks]
            }
        }
    }

    private static func run(_ arguments: Arguments) throws(LoadError) -> Reply {
        let word = try arguments.choice("format", among: Format.allCases.map(\.rawValue))
        let format = word.flatMap(Format.init) ?? .text
        try checkOptions(format, arguments)
        if let rows = arguments.value("rows"), rows != "all" { throw .usage("'--rows' takes 'all', not '\(rows)'") }
        let (path, settings) = (arguments.operands[0], try ScenarioFile.settings(arguments))
        if let page = arguments.value("engine") {
            return try live(page, settings, arguments)
        }
        if let log = arguments.output("record") { return try recorded(format, to: log, settings, arguments) }
        let loaded = try ScenarioFile.loaded(path, settings: settings, folders: arguments.values("allow"))
        if format.isDrawn { return try drawn(loaded, format, arguments) }
        let run = try ScenarioFile.run(
            loaded.scenario, path, tracing: arguments.has("trace") ? .events : .facts,
            withGoldilocks: arguments.has("goldilocks"))
        return try warned(loaded, run, arguments) { () throws(LoadError) in try show(run, format, arguments) }
    }

    /// An option that would change nothing is refused.
    private static func checkOptions(_ format: Format, _ arguments: Arguments) throws(LoadError) {
        for refusal in format.refusals where arguments.has(refusal.option) {
            throw .usage("'--\(refusal.option)' is for \(refusal.use)")
        }
        guard arguments.has("engine") else { return }
        for option in ["record", "title", "rows", "goldilocks", "waterfall"] where arguments.has(option) {
            throw .usage("'--\(option)' changes nothing beside '--engine': that page runs the scenario by itself")
        }
    }

    /// The page that runs, with the scenario in it.
    private static func live(
        _ page: String, _ settings: [ScenarioReader.Setting], _ arguments: Arguments
    ) throws(LoadError) -> Reply {
        let (loaded, header) = try ScenarioFile.recordable(
            arguments.operands[0], settings: settings, folders: arguments.values("allow"))
        let run = try ScenarioFile.run(loaded.scenario, arguments.operands[0], tracing: .facts)
        return try warned(loaded, run, arguments) { () throws(LoadError) in
            let version = LivePage.Version(name: "A", header: header, settings: settings)
            return Reply(output: try LivePage.text(page, [version]), look: .exact)
        }
    }

    /// The reply, with what is hardly meant for stderr, or in its place where that counts as an error.
    private static func warned(
        _ loaded: LoadedScenario, _ run: Run, _ arguments: Arguments, _ reply: () throws(LoadError) -> Reply
    ) throws(LoadError) -> Reply {
        let warnings = Warnings(loaded, run)
        try warnings.check(isStrict: arguments.has("strict"))
        var reply = try reply()
        reply.errors = warnings.text + reply.errors
        return reply
    }

    /// Writes the log first: the reply shows the run that was recorded.
    private static func recorded(
        _ format: Format, to log: OutputFile, _ settings: [ScenarioReader.Setting], _ arguments: Arguments
    ) throws(LoadError) -> Reply {
        let path = arguments.operands[0]
        try log.check(.log)
        let (loaded, header) = try ScenarioFile.recordable(
            path, settings: settings, folders: arguments.values("allow"))
        let run: Run
        do throws(SessionError) {
            run = try ScenarioFile.run(
                loaded.scenario, tracing: .events, withGoldilocks: arguments.has("goldilocks"))
        } catch {
            return try failed(loaded.scenario, error, format, arguments)
        }
        return try warned(loaded, run, arguments) { () throws(LoadError) in
            try LogFile.write(header, run, to: log)
            return format.isDrawn
                ? Reply(output: drawing(run, format, arguments), look: .exact) : try show(run, format, arguments)
        }
    }

    private static func show(_ run: Run, _ format: Format, _ arguments: Arguments) throws(LoadError) -> Reply {
        let isTraced = arguments.has("trace")
        if format == .sabre { return try sabre(run, arguments.operands[0]) }
        if format == .json { return Reply(output: JSONReport.text(run, includingTrace: isTraced), look: .exact) }
        if format == .p1203 {
            let notes = P1203Report.notes(run).map { $0 + "\n" }
            return Reply(output: P1203Report.text(run), look: .exact, errors: notes.joined())
        }
        var reply = Reply()
        if isTraced { reply.pages = trace(run) }
        let columns = arguments.terminal.columns
        reply.pages.append { TextReport.text(run, allRows: arguments.has("rows"), columns: columns) }
        if arguments.has("waterfall") { reply.pages.append { waterfall(run) } }
        return reply
    }

    private static func sabre(_ run: Run, _ path: String) throws(LoadError) -> Reply {
        if run.scenario.players.count != 1 { throw LoadError(path, "Sabre knows one player alone") }
        guard let text = SabreReport.text(run.player(0)) else {
            let why = run.player(0).isLeftStalled ? "nobody ends the last stall" : "nothing of a stream was played"
            throw LoadError(path, "\(why), so Sabre has no figures")
        }
        return Reply(output: text, look: .exact)
    }

    private static func drawing(_ run: Run, _ format: Format, _ arguments: Arguments) -> String {
        format == .html
            ? RunPage.text(run, allRows: arguments.has("rows"), title: arguments.value("title"))
            : RunDrawing.file(run, style: Page.drawingStyle)
    }

    /// The reply with a page or a drawing.
    private static func drawn(
        _ loaded: LoadedScenario, _ format: Format, _ arguments: Arguments
    ) throws(LoadError) -> Reply {
        let scenario = loaded.scenario.drawn()
        let run: Run
        do throws(SessionError) {
            run = try ScenarioFile.run(scenario, tracing: .facts, withGoldilocks: arguments.has("goldilocks"))
        } catch {
            return try failed(scenario, error, format, arguments)
        }
        return try warned(loaded, run, arguments) { Reply(output: drawing(run, format, arguments), look: .exact) }
    }

    /// The reply to a run that fails: a page or a drawing says so, and so does stderr.
    private static func failed(
        _ scenario: Scenario, _ error: SessionError, _ format: Format, _ arguments: Arguments
    ) throws(LoadError) -> Reply {
        let mistake = LoadError(Files.shown(arguments.operands[0]), error.message)
        guard format.isDrawn else { throw mistake }
        return Reply(
            output: format == .html
                ? RunPage.text(failed: scenario, error.message, title: arguments.value("title"))
                : RunDrawing.file(failed: scenario, error.message, style: Page.drawingStyle),
            look: .exact, errors: mistake.message, code: .badData)
    }

    private static func waterfall(_ run: Run) -> String {
        run.players.reduce(into: "") { text, player in
            text += (player.isAlone ? "" : "\n— \(player.name) —\n") + "\n" + Waterfall.text(player)
        }
    }

    /// Every event and its effects, some thousand lines a page, and an empty line.
    private static func trace(_ run: Run) -> [() -> String] {
        let linesPerPage = 4096
        let text = TraceText(run.scenario)
        let starts = stride(from: 0, to: run.trace.entries.count, by: linesPerPage)
        return starts.map { start in
            {
                let entries = run.trace.entries[start...].prefix(linesPerPage)
                return entries.reduce(into: "") { $0 += text.line($1) + "\n" }
            }
        } + [{ "\n" }]
    }
}

/// A scenario, and the texts that it was read from: the file's first, then those of settings.
struct LoadedScenario {
    let scenario: Scenario
    let sources: [SourceText]
    /// The files that the scenario names, and the warnings about them.
    let companions: Companions
    let notes: [FileNote]
}

enum ScenarioFile {
    /// Reads and checks a file. `folders` are those whose files a scenario may name besides those in its own.
    static func load(
        _ path: String, settings: [ScenarioReader.Setting], folders: [String] = [],
        through files: ReadFiles = ReadFiles()
    ) throws(LoadError) -> Scenario { try read(try files.source(path), settings, folders, files) { _ in }.scenario }

    /// Does the same, with the texts that its warnings are about.
    static func loaded(
        _ path: String, settings: [ScenarioReader.Setting], folders: [String] = []
    ) throws(LoadError) -> LoadedScenario { try read(try source(path), settings, folders) { _ in } }

    /// Judges a text that is a file's, or is to be one.
    static func read(_ source: SourceText) throws(LoadError) -> Scenario {
        try read(source, [], []) { _ in }.scenario
    }

    /// Judges a text that could stand in the place of a file, beside the files that this names.
    static func variant(
        _ source: SourceText, settings: [ScenarioReader.Setting] = [], folders: [String],
        through files: ReadFiles = ReadFiles()
    ) throws(LoadError) -> Scenario { try read(source, settings, folders, files) { _ in }.scenario }

    /// A text that is to be read with many values of some keys; `some` are such values, with which the files are found
    /// that it names. Nil where something is wrong with it.
    static func template(
        _ source: SourceText, settings: [ScenarioReader.Setting], changing some: [ScenarioReader.Setting],
        folders: [String], through files: ReadFiles
    ) -> ScenarioTemplate? {
        guard let loaded = try? read(source, settings + some, folders, files, { _ in }) else { return nil }
        return ScenarioTemplate(
            source, settings: settings, changing: some.map { $0.path }, companions: loaded.companions, as: .whole)
    }

    /// Does the same, with everything that a log needs to run it again.
    static func recordable(
        _ path: String, settings: [ScenarioReader.Setting], folders: [String]
    ) throws(LoadError) -> (loaded: LoadedScenario, header: LogHeader) {
        let source = try source(path)
        var files: [RecordedFile] = []
        let loaded = try read(source, settings, folders) { files.append($0) }
        let name = String(path.dropFirst(Files.folder(of: path).count))
        let header = LogHeader(
            file: name, text: source.bytes, settings: settings, files: files,
            scenario: loaded.scenario)
        return (loaded, header)
    }

    /// Reads a file; `keep` gets every file that the scenario names.
    private static func read(
        _ source: SourceText, _ settings: [ScenarioReader.Setting], _ folders: [String],
        _ known: ReadFiles = ReadFiles(), _ keep: (RecordedFile) -> Void
    ) throws(LoadError) -> LoadedScenario {
        let path = source.name
        if FileForm(source.bytes).isPlaylist {
            throw LoadError(
                Files.shown(path),
                "this is a playlist, and no scenario: 'autowait init --media \(path.onOneLine)' writes one that plays "
                    + "it, and 'autowait check' says what is wrong with it")
        }
        var companions = Companions()
        var notes: [FileNote] = []
        var reading = ScenarioReader.read(source, settings: settings)
        let files = CompanionFiles(of: path, folders: folders)
        for _ in 0..<ScenarioReader.rounds where !reading.wanted.isEmpty {
            var faults: LoadError?
            for wanted in reading.wanted {
                do throws(LoadError) {
                    let own = try files.read(wanted, reading.sources, through: known)
                    companions.add(own.companions)
                    notes += own.notes
                    keep(own.record)
                } catch {
                    faults = faults.map { LoadError(message: $0.message + error.message, code: $0.code) } ?? error
                }
            }
            if let faults { throw faults }
            reading = ScenarioReader.read(source, settings: settings, companions: companions)
        }
        guard let scenario = reading.scenario else {
            if let other = other(source.bytes, called: path) { throw LoadError(path, other) }
            let most = ShapeChecker.mostDiagnostics
            var lines = reading.diagnostics.prefix(most).map { $0.text(sources: reading.sources) }
            if reading.diagnostics.count >= most {
                lines.append("\(path.onOneLine): error: there may be more; mend these first")
            }
            throw LoadError(message: lines.joined(separator: "\n") + "\n", code: .badData)
        }
        return LoadedScenario(
            scenario: scenario, sources: reading.sources, companions: companions, notes: notes)
    }

    /// The words for a text that is something else, and no scenario; nil where it may be meant as one.
    private static func other(_ bytes: [UInt8], called path: String) -> String? {
        if PopulationFormat.isPopulation(bytes) {
            return "this is a population, and no scenario: give it to 'compare --population'"
        }
        let form = bytes.starts(with: "bplist".utf8) ? FileForm.markup(root: "plist") : FileForm(bytes)
        let isNone = "this is \(form.words), and no scenario"
        let name = path.hasSuffix(">") ? "FILE" : path.dropFirst(Files.folder(of: path).count)
        switch form {
        // A report has the events of AVMetrics in it, and is no log of them.
        case .json("model", _), .markup("html"), .markup("svg"), .markup("testsuites"), .table("scenario"):
            return isNone
        case .markup("plist"):
            return "\(isNone): one names its profile by \"network\": { \"profile\": \"\(name)\", \"name\": … }"
        case .empty, .json, .list, .markup, .playlist, .livePlaylist, .table, .text, .data: break
        }
        if let log = log(bytes) { return log }
        switch form {
        case .markup, .json("format", _): return isNone
        // Cells have no colon, which members without their brace have.
        case .table(let first):
            return first.contains(":") ? nil : "\(isNone): one names it by \"network\": { \"trace\": \"\(name)\" }"
        case .empty, .json, .list, .playlist, .livePlaylist, .text, .data: return nil
        }
    }

    /// The words for a text that is a log, and no scenario; nil where it is none.
    private static func log(_ bytes: [UInt8]) -> String? {
        switch LogKind(bytes) {
        case .run: "this is the log of a run, and no scenario: 'autowait replay' takes it"
        case .device: "this is the log of a device, and no scenario: 'autowait replay --inputs' takes it"
        case .scenario: nil
        case nil:
            (try? FieldReader.read(bytes)).map {
                "this is \($0.format.rawValue), and no scenario: 'autowait field' reads it"
            }
        }
    }

    static func source(_ path: String) throws(LoadError) -> SourceText {
        SourceText(file: Files.shown(path), bytes: try Files.load(path, limit: JSONLimits().maxBytes))
    }

    static func run(
        _ scenario: Scenario, _ path: String, tracing level: Trace.Level, withGoldilocks: Bool = false
    ) throws(LoadError) -> Run {
        do throws(SessionError) {
            return try run(scenario, tracing: level, withGoldilocks: withGoldilocks)
        } catch {
            throw LoadError(Files.shown(path), error.message)
        }
    }

    /// Runs a scenario. An error does not name the file.
    static func run(
        _ scenario: Scenario, tracing level: Trace.Level, withGoldilocks: Bool
    ) throws(SessionError) -> Run {
        var run = try Run(scenario, tracing: level)
        if withGoldilocks || run.wantsGoldilocks { try run.findGoldilocks() }
        return run
    }

    /// The settings of an option that may be repeated, such as the example.
    static func settings(
        of option: ScenarioReader.Setting.Option, _ arguments: Arguments, example: String
    ) throws(LoadError) -> [ScenarioReader.Setting] {
        var settings: [ScenarioReader.Setting] = []
        for word in arguments.values(option.rawValue) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw .usage("'--\(option.rawValue) \(word)' sets nothing; write --\(option.rawValue) \(example)")
            }
            settings.append(.init(path: parts[0], value: parts[1], option: option))
        }
        return settings
    }

    /// The settings of `--set` and `--seed`.
    static func settings(_ arguments: Arguments) throws(LoadError) -> [ScenarioReader.Setting] {
        var settings = try settings(of: .set, arguments, example: "network.down_kbps=500")
        if let seed = arguments.value("seed") {
            settings.append(.init(path: "seed", value: String(try self.seed(seed))))
        }
        return settings
    }

    /// The value of `--seed`.
    static func seed(_ word: String) throws(LoadError) -> Int64 {
        if let seed = Int64(word), seed >= 0 { return seed }
        throw .usage("'--seed' takes a whole number from 0 to \(Int64.max), not '\(word)'")
    }
}
