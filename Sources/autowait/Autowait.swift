import Simulation

/// The command line: reads files, calls the simulator, prints the results.
@main
enum Autowait {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let reply = reply(to: arguments)
        let isWritten = reply.pages.allSatisfy { Files.print($0(), to: .output) }
        _ = Files.print(reply.errors, to: .errors)
        Files.exit(isWritten ? reply.code : .cannotWrite)
    }

    /// The reply of the program: everything but the printing, so that tests can call it.
    static func reply(to arguments: [String]) -> Reply {
        guard let word = arguments.first else { return .usage(Help.overview) }
        if Help.isAsked(word) { return Reply(output: Help.overview) }
        if word == "--version" { return Reply(output: Help.version) }
        let rest = Array(arguments.dropFirst())
        let isHelp = word == "help"
        guard let name = isHelp ? rest.first : word else { return Reply(output: Help.overview) }
        guard let command = Command.all.first(where: { $0.name == name }) else {
            return .usage("'\(name)' is no command\(Help.hint(name, among: Command.all.map(\.name)))\n")
        }
        if isHelp || rest.contains(where: Help.isAsked) { return Reply(output: Help.page(command)) }
        do throws(LoadError) {
            return try command.run(Arguments(rest, for: command))
        } catch {
            return Reply(errors: error.message, code: error.code)
        }
    }
}

struct Reply {
    /// The result, for stdout, page by page: a long trace is never in memory as a whole.
    var pages: [() -> String] = []
    /// Everything else, for stderr.
    var errors = ""
    var code = ExitCode.asExpected

    init(output: String = "", errors: String = "", code: ExitCode = .asExpected) {
        if !output.isEmpty { pages = [{ output }] }
        self.errors = errors
        self.code = code
    }

    static func usage(_ message: String) -> Reply { Reply(errors: message, code: .usage) }

    var output: String { pages.map { $0() }.joined() }
}

/// Exit codes; those from 64 on are those of sysexits(3).
enum ExitCode: Int32, Comparable {
    case asExpected = 0
    case regression = 1
    case usage = 64
    case badData = 65
    case missingFile = 66
    case cannotWrite = 73

    static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}

/// The reason why a command comes to nothing, in words for stderr.
struct LoadError: Error {
    let message: String
    let code: ExitCode
}

extension LoadError {
    /// A fault of a file.
    init(_ path: String, _ words: String, _ code: ExitCode = .badData) {
        self.init(message: "\(path): error: \(words)\n", code: code)
    }

    /// The faults in a text.
    init(_ diagnostics: [Diagnostic], in sources: [SourceText]) {
        self.init(message: diagnostics.map { $0.text(sources: sources) + "\n" }.joined(), code: .badData)
    }

    /// A command line that makes no sense.
    static func usage(_ words: String) -> LoadError { LoadError(message: words + "\n", code: .usage) }
}
