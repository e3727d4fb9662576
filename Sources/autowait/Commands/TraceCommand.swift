import PlayerModel
import Simulation

enum TraceCommand {
    static let command = Command(
        name: "trace", operands: "[FILE]", operandCount: 0...1,
        about: "describes a network trace, converts it, or makes one up",
        options: [
            .init("format", .words(["text", "json"]), "describe: text for people, json for programs"),
            .init("to", .words(NetworkTrace.Format.allCases.map(\.name)), "write it in a format"),
            .init(
                "make", .words(NetworkTraceMaker.all.map(\.name)),
                "make one up; 'autowait list traces' has the keys of each kind"),
            .init("seed", "N", "seed what is made with N: 1 unless said"),
            .init("duration", "SECONDS", "how long what is made lasts: 600 unless said"),
            .init("set", "KEY=VALUE", "set a parameter of what is made, as in mean_kbps=800; may be repeated"),
        ],
        run: run)

    private static func run(_ arguments: Arguments) throws(LoadError) -> Reply {
        let format = try arguments.choice("format", among: ["text", "json"])
        let word = try arguments.choice("to", among: NetworkTrace.Format.allCases.map(\.name))
        if format != nil, word != nil { throw .usage("'--format' describes and '--to' converts; give one of them") }
        let subject = try subject(arguments)
        if let target = NetworkTrace.Format.allCases.first(where: { $0.name == word }) {
            return try write(subject, as: target)
        }
        if format == nil, subject.recipe != nil { return try write(subject, as: .csv) }
        let description = NetworkTraceDescription(subject.trace)
        let isJSON = format == "json"
        return isJSON
            ? Reply(output: NetworkTraceReport.json(description), look: .exact)
            : Reply(output: NetworkTraceReport.text(description))
    }

    private struct Subject {
        let name: String
        let trace: NetworkTrace
        /// The command line that makes it; nil where it was read.
        var recipe: String?
    }

    private static func subject(_ arguments: Arguments) throws(LoadError) -> Subject {
        let file = arguments.operands.first
        switch (file, arguments.value("make")) {
        case (nil, nil): throw .usage("FILE is missing, or --make KIND")
        case (.some, .some): throw .usage("'--make' reads no FILE; give one of them")
        case (nil, .some(let kind)): return try made(kind, arguments)
        case (.some(let path), nil):
            for option in ["seed", "duration", "set"] where arguments.has(option) {
                throw .usage("'--\(option)' is for '--make'; a file is as it is")
            }
            return Subject(name: Files.shown(path), trace: try TraceFile.load(path))
        }
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
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { throw .noSetting(word) }
                maker = try maker.setting(String(parts[0]), to: String(parts[1]))
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
            reply.errors = writer.losses.map { "\(subject.name): \($0)".onOneLine + "\n" }.joined()
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

    static func read(_ bytes: [UInt8], _ path: String) throws(LoadError) -> NetworkTrace {
        do throws(NetworkTraceError) {
            return try NetworkTraceReader.read(bytes: bytes, source: 0)
        } catch {
            throw LoadError([error.diagnostic], in: [SourceText(file: Files.shown(path), bytes: [])])
        }
    }
}
