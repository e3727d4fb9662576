import Simulation

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
    ) throws(LoadError) -> Scenario {
        try loaded(try files.source(path), settings: settings, folders: folders, through: files).scenario
    }

    /// Does the same with a text that is a file's or could stand in its place, and with the texts that its warnings are
    /// about. Whoever needs the text besides has read it: a pipe is read once. `keep` gets every file that it names.
    static func loaded(
        _ source: SourceText, settings: [ScenarioReader.Setting] = [], folders: [String] = [],
        through known: ReadFiles = ReadFiles(), keeping keep: (RecordedFile) -> Void = { _ in }
    ) throws(LoadError) -> LoadedScenario {
        let path = source.name
        if FileForm(source.bytes).isPlaylist {
            throw LoadError(Files.shown(path), "this is a playlist, and no scenario; \(adviceOfPlaylist(path))")
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
        return LoadedScenario(scenario: scenario, sources: reading.sources, companions: companions, notes: notes)
    }

    /// Does the same, with everything that a log needs to run it again.
    static func recordable(
        _ path: String, settings: [ScenarioReader.Setting], folders: [String],
        through known: ReadFiles = ReadFiles()
    ) throws(LoadError) -> (loaded: LoadedScenario, header: LogHeader) {
        let source = try known.source(path)
        var files: [RecordedFile] = []
        let loaded = try loaded(source, settings: settings, folders: folders, through: known) { files.append($0) }
        let name = String(Files.name(of: path))
        let header = LogHeader(
            file: name, text: source.bytes, settings: settings, files: files,
            scenario: loaded.scenario)
        return (loaded, header)
    }

    /// A text that is to be read with many values of some keys; `some` are such values, with which the files are found
    /// that it names. Nil where something is wrong with it.
    static func template(
        _ source: SourceText, settings: [ScenarioReader.Setting], changing some: [ScenarioReader.Setting],
        folders: [String], through files: ReadFiles
    ) -> ScenarioTemplate? {
        guard let loaded = try? loaded(source, settings: settings + some, folders: folders, through: files) else {
            return nil
        }
        return ScenarioTemplate(
            source, settings: settings, changing: some.map { $0.path }, companions: loaded.companions, as: .whole)
    }

    /// The commands that take a playlist: of what comes by a pipe, once it is a file.
    private static func adviceOfPlaylist(_ path: String) -> String {
        let isFile = Files.regularSize(path) != nil
        let file = isFile ? path.onOneLine.shellOperand : "FILE.m3u8"
        let isNamed = !isFile || PlaylistPath.isPlaylist(path)
        let name = isNamed ? file : (path.onOneLine + ".m3u8").shellWord
        let first = !isFile ? "save it as a file, and " : isNamed ? "" : "rename it to end in .m3u8, and "
        return "\(first)write autowait init --media \(name) for one that plays it, or autowait check \(file) to see "
            + "what is wrong with it"
    }

    /// The words for a text that is something else, and no scenario; nil where it may be meant as one.
    private static func other(_ bytes: [UInt8], called path: String) -> String? {
        if PopulationFormat.isMeant(by: bytes) {
            return "this is a population, and no scenario: give it to 'compare --population'"
        }
        let form = bytes.starts(with: "bplist".utf8) ? FileForm.markup(root: "plist") : FileForm(bytes)
        let isNone = "this is \(form.words), and no scenario"
        let name = path.hasSuffix(">") ? "FILE" : Files.name(of: path)
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
            (try? FieldReader.read(beginning(bytes))).map {
                "this is \($0.format.rawValue), and no scenario: 'autowait field' reads it"
            }
        }
    }

    /// The part of a text that tells whose log it is: all of it; or, where it is longer than a scenario may be and was
    /// cut off there, its first lines, as far as they are whole.
    static func beginning(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > JSONLimits().maxBytes else { return bytes }
        let lines = bytes.prefix(1 << 20)
        return Array(lines[..<(lines.lastIndex(of: UInt8(ascii: "\n")) ?? 0)])
    }

    static func source(_ path: String, limit: Int = JSONLimits().maxBytes) throws(LoadError) -> SourceText {
        SourceText(file: Files.shown(path), bytes: try Files.load(path, limit: limit))
    }

    /// The root of a scenario's text.
    static func root(_ source: SourceText) throws(LoadError) -> JSONNode {
        do throws(JSONError) {
            return try JSONReader.read(source.bytes, source: 0).root
        } catch {
            throw LoadError([Diagnostic(error.message, at: error.place)], in: [source])
        }
    }

    static func run(
        _ scenario: Scenario, _ path: String, tracing level: Trace.Level, withGoldilocks: Bool = false
    ) throws(LoadError) -> Run {
        try LoadError.running(
            Files.shown(path), try run(scenario, tracing: level, withGoldilocks: withGoldilocks))
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
            guard let (path, value) = word.parted(at: "="), !path.isEmpty else {
                throw .usage("'--\(option.rawValue) \(word)' sets nothing; write --\(option.rawValue) \(example)")
            }
            settings.append(.init(path: path, value: value, option: option))
        }
        return settings
    }

    /// The settings of `--set` and `--seed`.
    static func settings(_ arguments: Arguments) throws(LoadError) -> [ScenarioReader.Setting] {
        var settings = try settings(of: .set, arguments, example: "network.down_kbps=500")
        if let seed = arguments.value("seed") {
            if settings.contains(where: { $0.path == "seed" }) {
                throw .usage("'--seed' gives a run its seed; leave the key 'seed' alone")
            }
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
