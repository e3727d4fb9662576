import PlayerModel
import Simulation

enum TraceCommand {
    static let command = Command(
        name: "trace", operands: "[FILE]", operandCount: 0...1,
        about: "describes a network trace, converts it, or makes one up",
        options: [
            .init("format", .words(descriptions), "describe: text for people, json for programs"),
            .init("to", .words(NetworkTrace.Format.allCases.map(\.name)), "write it in a format"),
            .init(
                "column", each: "KEY=COLUMN",
                "FILE is a table: which column has what, as in time=Timestamp or kbps=DL_bitrate; the keys are those "
                    + "of 'columns' in 'autowait list keys'; may be repeated"),
            .init(
                "where", each: "COLUMN=VALUE",
                "only lines of the table that have this, as in run_num=3; may be repeated"),
            .init(
                "make", .words(NetworkTraceMaker.all.map(\.name)),
                "make one up; 'autowait list traces' has the keys of each kind"),
            .init("seed", "N", "seed what is made with N: 1 unless said"),
            .init("duration", "SECONDS", "how long what is made lasts: 600 unless said"),
            .init("set", each: "KEY=VALUE", "set a parameter of what is made, as in mean_kbps=800; may be repeated"),
        ],
        run: run)

    private static let descriptions = ["text", "json"]

    private static func run(_ arguments: Arguments) throws(LoadError) -> Reply {
        let targets = NetworkTrace.Format.allCases.map(\.name)
        for (name, other, words) in [("format", "to", targets), ("to", "format", descriptions)] {
            guard let word = arguments.value(name), words.contains(word), !arguments.has(other) else { continue }
            throw .usage("'--format' describes and '--to' converts; write --\(other) \(word)")
        }
        let format = try arguments.choice("format", among: descriptions)
        let word = try arguments.choice("to", among: targets)
        if format != nil, word != nil { throw .usage("'--format' describes and '--to' converts; give one of them") }
        let subject = try subject(arguments)
        if let target = NetworkTrace.Format.allCases.first(where: { $0.name == word }) {
            return try write(subject, as: target)
        }
        if format == nil, subject.recipe != nil { return try write(subject, as: .csv) }
        let description = NetworkTraceDescription(subject.trace)
        let isJSON = format == "json"
        var reply =
            isJSON
            ? Reply(output: NetworkTraceReport.json(description), look: .exact)
            : Reply(output: NetworkTraceReport.text(description))
        reply.errors = subject.warnings
        return reply
    }

    private struct Subject {
        let name: String
        let trace: NetworkTrace
        /// Warnings of lines that were passed over, for a person.
        var warnings = ""
        /// The command line that makes it; nil where it was read.
        var recipe: String?
    }

    private static func subject(_ arguments: Arguments) throws(LoadError) -> Subject {
        let file = arguments.operands.first
        switch (file, arguments.value("make")) {
        case (nil, nil): throw .usage("FILE is missing, or --make KIND")
        case (.some, .some): throw .usage("'--make' reads no FILE; give one of them")
        case (nil, .some(let kind)):
            for option in ["column", "where"] where arguments.has(option) {
                throw .usage("'--\(option)' is for a FILE, and '--make' reads none")
            }
            return try made(kind, arguments)
        case (.some(let path), nil):
            for option in ["seed", "duration", "set"] where arguments.has(option) {
                throw .usage("'--\(option)' is for '--make'; a file is as it is")
            }
            let name = Files.shown(path)
            guard let (columns, sources) = try columns(arguments) else {
                let trace = try TraceFile.load(path)
                let warnings = [trace.reading, trace.doubt].compactMap { $0 }
                return Subject(
                    name: name, trace: trace, warnings: warnings.map { "\(name): warning: \($0)\n" }.joined())
            }
            let (trace, warnings) = try TraceFile.table(path, columns, sources)
            return Subject(name: name, trace: trace, warnings: warnings)
        }
    }

    /// The columns that the options say, and the options as sources; nil where there are none.
    private static func columns(_ arguments: Arguments) throws(LoadError) -> (TraceColumns, [SourceText])? {
        var options: [ColumnsFormat.Option] = []
        for option in ["column", "where"] {
            for word in arguments.values(option) {
                guard let (name, value) = word.parted(at: "=") else {
                    throw .usage(
                        "'--\(option) \(word)' says nothing; write --column kbps=DL_bitrate, --where run_num=3")
                }
                options.append(
                    ColumnsFormat.Option(
                        "--\(option) \(word)", name: name, value: value, isCondition: option == "where"))
            }
        }
        guard !options.isEmpty else { return nil }
        let (columns, errors, sources) = ColumnsFormat.columns(options)
        guard let columns, errors.isEmpty else { throw LoadError(errors, in: sources) }
        return (columns, sources)
    }

    private static func made(_ kind: String, _ arguments: Arguments) throws(LoadError) -> Subject {
        guard var maker = NetworkTraceMaker.named(kind) else {
            throw .usage("'\(kind)' is no kind of trace\(Help.hint(kind, among: NetworkTraceMaker.all.map(\.name)))")
        }
        let seed = try ScenarioFile.seed(arguments.value("seed") ?? "1")
        do throws(NetworkTraceMaker.Problem) {
            var duration = NetworkTraceMaker.duration.value
            if let word = arguments.value("duration") {
                duration = try NetworkTraceMaker.value(word, of: NetworkTraceMaker.duration)
            }
            let length = NumberText.exact(duration, places: Unit.seconds.decimalPlaces)
            var recipe = "autowait trace --make \(kind) --seed \(seed) --duration \(length)"
            for word in arguments.values("set") {
                guard let (key, value) = word.parted(at: "=") else { throw .noSetting(word) }
                maker = try maker.setting(key, to: value)
                recipe += " --set \(word)"
            }
            let trace = try maker.trace(seed: UInt64(seed), lasting: TimeAmount(nanoseconds: duration))
            return Subject(name: kind, trace: trace, recipe: recipe)
        } catch {
            throw .usage(error.message)
        }
    }

    private static func write(_ subject: Subject, as format: NetworkTrace.Format) throws(LoadError) -> Reply {
        do throws(NetworkTraceWriter.Problem) {
            let writer = try NetworkTraceWriter(subject.trace, as: format, comment: subject.recipe)
            var reply = Reply(look: .exact)
            reply.pages = (0..<writer.pageCount).map { page in { writer.page(page) } }
            // What is made up may begin again or not.
            let advice = subject.recipe == nil ? writer.loopAdvice : nil
            let losses = [advice].compactMap { $0 } + writer.losses
            reply.errors = subject.warnings + losses.map { "\(subject.name): \($0)".onOneLine + "\n" }.joined()
            return reply
        } catch {
            throw LoadError(subject.name, error.message)
        }
    }
}

enum TraceFile {
    static func load(_ path: String) throws(LoadError) -> NetworkTrace { try read(try bytes(path), path) }

    static func bytes(_ path: String) throws(LoadError) -> [UInt8] {
        try Files.load(path, limit: NetworkTraceReader.maxBytes)
    }

    /// The trace of a table, and what was passed over of it. `sources` are those that columns are named in.
    static func table(
        _ path: String, _ columns: TraceColumns, _ sources: [SourceText]
    ) throws(LoadError) -> (trace: NetworkTrace, warnings: String) {
        let bytes = try bytes(path)
        let sources = sources + [SourceText(file: Files.shown(path), bytes: [])]
        do throws(NetworkTraceError) {
            let reading = try TraceTableReader.read(bytes: bytes, source: Int32(sources.count - 1), columns: columns)
            let warnings = reading.warnings.text(in: sources, as: .warning)
            let doubt = reading.trace.doubtOfTable.map { "\(Files.shown(path)): warning: \($0)\n" } ?? ""
            return (reading.trace, warnings + doubt)
        } catch {
            throw LoadError([error.diagnostic], in: sources)
        }
    }

    static func read(_ bytes: [UInt8], _ path: String) throws(LoadError) -> NetworkTrace {
        do throws(NetworkTraceError) {
            return try NetworkTraceReader.read(bytes: bytes, source: 0)
        } catch {
            throw LoadError([error.diagnostic], of: Files.shown(path))
        }
    }
}
