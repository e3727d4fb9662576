import Simulation

struct LogFile {
    let log: RunLog
    /// The scenario in the log, as this program reads it.
    let scenario: Scenario

    init(_ path: String) throws(LoadError) {
        let bytes = try Self.bytes(path)
        switch Self.reading(bytes) {
        case .success(let log): try self.init(log, path)
        case .failure(let error):
            let other = error.kind == .notALog ? Self.other(bytes) : nil
            throw LoadError(
                [other.map { Diagnostic($0, at: error.place) } ?? error.diagnostic], of: Files.shown(path))
        }
    }

    /// Reads a log; nil where a file is meant to be something else.
    static func ifLog(_ path: String) throws(LoadError) -> LogFile? {
        switch reading(try bytes(path)) {
        case .success(let log): return try LogFile(log, path)
        case .failure(let error):
            if error.kind == .scenario || error.kind == .notALog || error.kind == .empty { return nil }
            throw LoadError([error.diagnostic], of: Files.shown(path))
        }
    }

    private init(_ log: RunLog, _ path: String) throws(LoadError) {
        self.log = log
        scenario = try Self.scenario(log, path)
    }

    /// Reads the scenario in the log once more, with settings laid over it.
    func scenario(over settings: [ScenarioReader.Setting], _ path: String) throws(LoadError) -> Scenario {
        try Self.scenario(log, path, over: settings)
    }

    private static func scenario(
        _ log: RunLog, _ path: String, over settings: [ScenarioReader.Setting] = []
    ) throws(LoadError) -> Scenario {
        let reading = log.header.reading(over: settings)
        guard let scenario = reading.scenario else {
            let name = Files.shown(path).onOneLine
            let lines = reading.diagnostics.map { "\(name): \($0.text(sources: reading.sources))\n" }
            let files = reading.wanted.map {
                "\(name): error: what it holds of '\($0.path.onOneLine)' cannot be read\n"
            }
            throw LoadError(message: (lines + files).joined() + model(log, path), code: .badData)
        }
        return scenario
    }

    private static func bytes(_ path: String) throws(LoadError) -> [UInt8] {
        try Files.load(path, limit: RunLog.mostBytes, onlyRegular: true)
    }

    private static func reading(_ bytes: [UInt8]) -> Result<RunLog, RunLogError> {
        Result { () throws(RunLogError) in try RunLog(reading: bytes) }
    }

    /// The words for a text that is the log of a real session; nil where it is none.
    private static func other(_ bytes: [UInt8]) -> String? {
        guard bytes.count <= FieldReader.mostBytes else { return nil }
        return (try? FieldReader.read(bytes)).map {
            "this is \($0.format.rawValue), and no log of a run: 'autowait field' reads it"
        }
    }

    /// A possible reason why a scenario cannot be read: another model.
    private static func model(_ log: RunLog, _ path: String) -> String {
        let models = "it was recorded by model \(log.header.model), and this is model \(Model.number)"
        return log.header.model == Model.number ? "" : "\(Files.shown(path).onOneLine): note: \(models)\n"
    }

    /// Writes a run as a log, page by page, in place of a log that is there.
    static func write(_ header: LogHeader, _ run: Run, to file: OutputFile) throws(LoadError) {
        let pages = LogPages(header, run)
        try file.write(pages: pages.count, { pages.page($0) }, as: .log)
    }
}
