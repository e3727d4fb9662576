import Simulation

enum RunCommand {
    static let command = Command(
        name: "run", operands: "FILE", operandCount: 1...1,
        about: "runs a scenario and prints what the player shows at every change, then the metrics",
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

        /// Nil where it follows from the scenario: the input of P.1203 begins with the name of a player.
        var form: FileForm? {
            switch self {
            case .text, .sabre: .text
            case .json: .report
            case .html: .page
            case .svg: .drawing
            case .p1203: nil
            }
        }

        /// The options that change nothing in it, each with what it is for. A page has its waterfall always, and json
        /// all rows, also those of a network that changes often.
        var refusals: [(option: String, use: String)] {
            let title = ("title", "a page: --format html"), engine = ("engine", "a page: --format html")
            let (trace, waterfall) = (("trace", "text and json"), ("waterfall", "text; a page has it always"))
            let goldilocks = ("goldilocks", "text, json, html and svg")
            let rows = ("rows", "text and html; json has all rows always")
            return switch self {
            case .text: [title, engine]
            case .json: [title, engine, waterfall, rows]
            case .html: [trace]
            case .svg: [title, engine, trace, waterfall, rows]
            case .sabre, .p1203: [title, engine, trace, waterfall, goldilocks, rows]
            }
        }
    }

    private static func run(_ arguments: Arguments) throws(LoadError) -> Reply {
        let format = try arguments.choice("format", of: Format.self) ?? .text
        try checkOptions(format, arguments)
        if let form = format.form { try arguments.checkOutput(of: form) }
        if let rows = arguments.value("rows"), rows != "all" { throw .usage("'--rows' takes 'all', not '\(rows)'") }
        let (path, settings) = (arguments.operands[0], try ScenarioFile.settings(arguments))
        if let page = arguments.value("engine") {
            return try live(page, settings, arguments)
        }
        if let log = arguments.output("record") { return try recorded(format, to: log, settings, arguments) }
        let loaded = try ScenarioFile.loaded(
            try ScenarioFile.source(path), settings: settings, folders: arguments.values("allow"))
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
            return try LivePage.reply(page, [version])
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
        try log.checkPlace()
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
        let run = run.tellingOffersAtRest()
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
        let (text, all) = (TraceText(run.scenario), run.history)
        let starts = stride(from: 0, to: all.count, by: linesPerPage)
        return starts.map { start in
            {
                let entries = all[start...].prefix(linesPerPage)
                return entries.reduce(into: "") { $0 += text.line($1) + "\n" }
            }
        } + [{ "\n" }]
    }
}
