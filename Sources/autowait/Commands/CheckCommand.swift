import Simulation

enum CheckCommand {
    static let command = Command(
        name: "check", operands: "PATH…", operandCount: 1...Int.max,
        about: "reads scenarios, folders of them, populations or playlists (.m3u8), and says what is wrong",
        options: [
            .quiet, Warnings.option, CompanionFiles.optionBesideFolders,
            .init("set", each: "KEY=VALUE", "set a key over what scenarios say; may be repeated"),
        ],
        run: check)

    private static func check(_ arguments: Arguments) throws(LoadError) -> Reply {
        let settings = try ScenarioFile.settings(arguments)
        let (folders, isStrict) = (arguments.folders, arguments.has("strict"))
        var (good, notes, code) = ([String](), "", ExitCode.asExpected)
        var (paths, wrongPaths) = ([String](), 0)
        for path in arguments.operands {
            do throws(LoadError) {
                let found = try contents(path, arguments, withPopulations: settings.isEmpty)
                paths += found.files
                notes += found.findings.text(isStrict: isStrict)
                let own = found.findings.code(isStrict: isStrict)
                if own != .asExpected { wrongPaths += 1 }
                code = max(code, own)
            } catch {
                notes += error.message
                wrongPaths += 1
                code = max(code, error.code)
            }
        }
        if paths.isEmpty, wrongPaths == 0 {
            let error = ScenarioFolder.noScenario(in: arguments.operands)
            throw LoadError(message: notes + error.message, code: error.code)
        }
        for path in paths {
            do throws(LoadError) {
                var text: SourceText?
                let isPiped = Files.regularSize(path) == nil
                if !PlaylistFiles.isPlaylist(path) {
                    if Files.isFolder(path), let fault = ScenarioFolder.fault(of: path, allowing: folders) {
                        throw fault
                    }
                    // A playlist may be longer than a scenario: a file is read again then, and what comes by a pipe is
                    // gone.
                    let limit = isPiped ? PlaylistLimits.mostBytes : JSONLimits().maxBytes
                    text = try ScenarioFile.source(path, limit: limit)
                }
                guard let source = text, !FileForm(source.bytes).isPlaylist else {
                    try refuse(settings, path)
                    let piped = isPiped ? text : nil
                    let files = if let piped { PlaylistFiles(piped.bytes, of: path) } else { try PlaylistFiles(path) }
                    let report = files.report
                    notes += lines(report.errors + report.warnings + report.notes)
                    let isRight = report.errors.isEmpty && (report.warnings.isEmpty || !isStrict)
                    if isRight { good.append(path) } else { code = max(code, .badData) }
                    continue
                }
                if PopulationFormat.isMeant(by: source.bytes) {
                    let errors = PopulationFormat(.whole).read(source, folder: "").diagnostics
                    guard errors.isEmpty else { throw LoadError(errors, in: [source]) }
                    // Of a text that comes by a pipe nobody knows where its files are.
                    if Files.kind(path)?.special == nil { try PopulationCheck.check(path, allowing: folders) }
                    try refuse(settings, path)
                    good.append(path)
                    continue
                }
                let loaded = try ScenarioFile.loaded(source, settings: settings, folders: folders)
                let warnings = Warnings(loaded, runToSee(loaded.scenario))
                try warnings.check(isStrict: isStrict)
                notes += warnings.text
                good.append(path)
            } catch {
                notes += error.message
                code = max(code, error.code)
            }
        }
        let lines = good.map { "ok  \(Files.shown($0).onOneLine)\n" }
        let isQuiet = arguments.has(CommandOption.quiet.name)
        let output = isQuiet ? count(good.count, of: paths.count, wrongPaths: wrongPaths) : lines.joined()
        return Reply(output: output, errors: notes, code: code)
    }

    /// A key is set over what a scenario says, and over nothing else.
    private static func refuse(_ settings: [ScenarioReader.Setting], _ path: String) throws(LoadError) {
        guard settings.isEmpty else { throw .usage("'--set' is for scenarios: \(Files.shown(path)) is none") }
    }

    /// The last line: `3 files: 2 ok, 1 with errors; 1 path with errors.`
    private static func count(_ good: Int, of all: Int, wrongPaths: Int) -> String {
        let some = "\(good == 0 ? "" : "\(good) ok, ")\(all - good) with errors"
        let files = "\(NumberText.count(all, "file")): \(good < all ? some : all == 1 ? "ok" : "all ok")"
        let paths = "\(NumberText.count(wrongPaths, "path")) with errors"
        return ((all > 0 ? [files] : []) + (wrongPaths > 0 ? [paths] : [])).joined(separator: "; ") + ".\n"
    }

    /// The scenarios of a folder, and the populations where no key is set over scenarios; or the file.
    private static func contents(
        _ path: String, _ arguments: Arguments, withPopulations: Bool
    ) throws(LoadError) -> (files: [String], findings: PathFindings) {
        guard Files.isFolder(path), !PlaylistFiles.isPlaylist(path) else { return ([path], PathFindings()) }
        let contents = try ScenarioFolder.contents(
            of: path, among: arguments.operands, allowing: arguments.folders)
        let files = contents.scenarios + (withPopulations ? contents.populations : [])
        guard !files.isEmpty || contents.leadsElsewhere else {
            throw ScenarioFolder.noScenario(in: [path], contents.findings, isStrict: arguments.has("strict"))
        }
        return (files, contents.findings)
    }

    /// The run of a scenario, where it takes one to find all warnings. One that cannot be run to its end is right all
    /// the same.
    private static func runToSee(_ scenario: Scenario) -> Run? {
        Warnings.wantRun(scenario) ? try? Run(scenario) : nil
    }

    private static func lines(_ lines: [String]) -> String { lines.reduce(into: "") { $0 += $1 + "\n" } }
}
