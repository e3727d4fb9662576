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
        if word == "help" { return help(arguments.dropFirst().first) }
        guard let command = Command.all.first(where: { $0.name == word }) else {
            return .usage("'\(word)' is no command\(Help.hint(word, among: Command.all.map(\.name)))\n")
        }
        let rest = arguments.dropFirst()
        if rest.contains(where: Help.isAsked) { return Reply(output: Help.page(command)) }
        do throws(UsageError) {
            return command.run(try Arguments(Array(rest), for: command))
        } catch {
            return .usage("\(error.message)\n'autowait \(command.name) --help' shows what there is\n")
        }
    }

    private static func help(_ word: String?) -> Reply {
        guard let word else { return Reply(output: Help.overview) }
        guard let command = Command.all.first(where: { $0.name == word }) else {
            return .usage("'\(word)' is no command\(Help.hint(word, among: Command.all.map(\.name)))\n")
        }
        return Reply(output: Help.page(command))
    }
}

/// The reply of a command.
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

    /// All pages as one text.
    var output: String { pages.map { $0() }.joined() }
}

/// Exit codes; those from 64 on are those of sysexits(3).
enum ExitCode: Int32 {
    case asExpected = 0
    case regression = 1
    case usage = 64
    case badData = 65
    case missingFile = 66
    case cannotWrite = 73
}
