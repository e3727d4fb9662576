import Simulation

/// The command line: reads files, calls the simulator, prints the results.
@main
enum Autowait {
    static func main() {
        Files.outliveSizeLimits()
        let arguments = Array(CommandLine.arguments.dropFirst())
        let color = !arguments.contains("--no-color")
        let (output, errors) = (Terminal(of: .output, color: color), Terminal(of: .errors, color: color))
        let title = "autowait" + (arguments.first.map { " \($0.onOneLine)" } ?? "")
        let progress = Files.isTerminal(.errors) ? Progress(title) : nil
        var reply = Progress.showing(progress) { Self.reply(to: arguments, on: output, progress: progress) }
        var code = ExitCode.asExpected
        for page in reply.pages {
            let bytes = reply.encoding.bytes(of: output.shown(page(), reply.look))
            guard let reason = Files.print(bytes, to: .output) else { continue }
            code = .cannotWrite
            _ = Files.print(
                errors.shown("autowait: error: the output cannot be written: \(reason)\n", .messages), to: .errors)
            break
        }
        if code != .cannotWrite { reply.end() }
        code = max(code, reply.code)
        if Files.print(errors.shown(reply.errors, .messages), to: .errors) != nil { code = max(code, .cannotWrite) }
        Files.exit(code)
    }

    /// The reply of the program: everything but the printing, so that tests can call it.
    static func reply(to words: [String], on terminal: Terminal = .none, progress: Progress? = nil) -> Reply {
        guard let first = words.first else { return Reply(errors: Help.overview, code: .usage) }
        let name = Help.longOptions[first] ?? first
        let rest = Array(words.dropFirst())
        do throws(LoadError) {
            guard let command = Command.all.first(where: { $0.name == name }) else {
                throw .usage(Help.unknown(name), "'autowait help' shows what there is")
            }
            if rest.prefix(while: { $0 != "--" }).contains(where: CommandOption.help.spellings.contains) {
                return Reply(output: Help.page(command))
            }
            var arguments = try Arguments(rest, for: command, on: terminal, progress: progress)
            guard let output = arguments.output(CommandOption.output.name) else { return try command.run(arguments) }
            // A command that fills a folder judges first whether the output would lie in that.
            if !command.foldersToFill.contains(where: arguments.has) { try output.checkPlace() }
            // What is for a file is the same on every terminal.
            arguments.terminal = .none
            return try command.run(arguments).written(to: output)
        } catch {
            return Reply(errors: error.message, code: error.code)
        }
    }
}

struct Reply {
    /// The way in which a terminal shows a text: folded to its width, and with colours.
    enum Look {
        /// Byte by byte, for programs.
        case exact
        case text
        /// Errors and warnings.
        case messages
        /// The verdicts of `autowait test`, each at the beginning of a line.
        case verdicts
        /// Lines that begin with - and +.
        case differences
    }

    /// The bytes in which its result is written.
    enum Encoding {
        case utf8
        /// As '.ci/page' writes the page that runs: the lower byte of a unit is the first.
        case utf16

        func bytes(of text: String) -> [UInt8] {
            guard self == .utf16 else { return Array(text.utf8) }
            return text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        }
    }

    /// The result, for stdout, page by page: a long trace is never in memory as a whole.
    var pages: [() -> String] = []
    var look = Look.text
    var encoding = Encoding.utf8
    /// Everything else, for stderr.
    var errors = ""
    var code = ExitCode.asExpected
    /// The errors, and the code, that are known only when all pages are made.
    var ending: (() -> (errors: String, code: ExitCode))?
    /// Whether the pages are all that they say to be, which is known behind the last: else a file stays as it was.
    var isWhole: () -> Bool = { true }

    init(output: String = "", look: Look = .text, errors: String = "", code: ExitCode = .asExpected) {
        if !output.isEmpty { pages = [{ output }] }
        self.look = look
        self.errors = errors
        self.code = code
    }

    var output: String { pages.map { $0() }.joined() }

    /// Takes in what is known at the end.
    mutating func end() {
        guard let own = ending?() else { return }
        errors += own.errors
        code = max(code, own.code)
        ending = nil
    }

    /// The same reply, with its result in a file; as it is where there is no result.
    func written(to file: OutputFile) -> Reply {
        var reply = self
        reply.pages = []
        // A page is made once. Of what could not be read it is empty, and shows no form.
        var (rest, head) = (pages[...], [UInt8]())
        while head.isEmpty, let page = rest.popFirst() { head = encoding.bytes(of: page()) }
        guard !head.isEmpty else {
            reply.end()
            return reply
        }
        do throws(LoadError) {
            let others = Array(rest)
            try file.write(
                pages: 1 + others.count, { $0 == 0 ? head : encoding.bytes(of: others[$0 - 1]()) },
                as: FileForm(head), unlessCut: isWhole)
            reply.end()
        } catch {
            // What is known at the end follows from all pages, and those behind the fault are not made.
            reply.ending = nil
            reply.errors += error.message
            reply.code = max(code, error.code)
        }
        return reply
    }
}

/// Exit codes; those from 64 on are those of sysexits(3).
enum ExitCode: Int32, Comparable, CaseIterable {
    case asExpected = 0
    case regression = 1
    case usage = 64
    case badData = 65
    case missingFile = 66
    case cannotWrite = 73

    static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }

    /// The meaning that it has for every command.
    var about: String {
        switch self {
        case .asExpected: "as expected"
        case .regression: "something is otherwise than it was, or must be"
        case .usage: "the command line makes no sense"
        case .badData: "a file has faults, or cannot be run to its end"
        case .missingFile: "a file is not there, or cannot be read"
        case .cannotWrite: "a file or stdout cannot be written, or FILE is there and of another kind"
        }
    }
}

/// The reason why a command comes to nothing, in words for stderr.
struct LoadError: Error {
    let message: String
    let code: ExitCode
}

extension LoadError {
    /// A fault of a file. Names of files, and what is quoted of them, may have line breaks; a message has none. An
    /// empty name is seen by its quotes.
    init(_ path: String, _ words: String, _ code: ExitCode = .badData) {
        self.init(message: "\(path.isEmpty ? "''" : path): error: \(words)".onOneLine + "\n", code: code)
    }

    /// Does something with a file or a folder, whose fault is that of `path`.
    static func naming<Value>(
        _ path: String, _ work: @autoclosure () throws(Files.Problem) -> Value
    ) throws(LoadError) -> Value {
        do throws(Files.Problem) {
            return try work()
        } catch {
            throw LoadError(path, error.message, error.code)
        }
    }

    /// Runs something, whose fault is that of what is called `name`.
    static func running<Value>(
        _ name: String, _ work: @autoclosure () throws(SessionError) -> Value
    ) throws(LoadError) -> Value {
        do throws(SessionError) {
            return try work()
        } catch {
            throw LoadError(name, error.message)
        }
    }

    /// The faults in a text.
    init(_ diagnostics: [Diagnostic], in sources: [SourceText]) {
        self.init(lines: diagnostics.map { $0.text(sources: sources) })
    }

    /// The faults in a file, of which their places are enough.
    init(_ diagnostics: [Diagnostic], of name: String) {
        self.init(diagnostics, in: [SourceText(file: name, bytes: [])])
    }

    /// Faults that name their files, a line each.
    init(lines: [String]) { self.init(message: lines.map { $0 + "\n" }.joined(), code: .badData) }

    /// A command line that makes no sense. It quotes the words of the command line; the hint is our own.
    static func usage(_ words: String, _ hint: String = "") -> LoadError {
        LoadError(message: words.onOneLine + "\n" + (hint.isEmpty ? "" : hint + "\n"), code: .usage)
    }

    /// Reads words of the command line, whose mistake is told behind `place`.
    static func reading<Value>(
        _ work: @autoclosure () throws(Mistake) -> Value, behind place: String = ""
    ) throws(LoadError) -> Value {
        do throws(Mistake) {
            return try work()
        } catch {
            throw .usage(place + error.message)
        }
    }

    /// A range that an option was given with the greater end first.
    static func upsideDown(_ option: String, _ word: String, _ first: Substring, _ last: Substring) -> LoadError {
        .usage("'--\(option) \(word)' is upside down; write \(last)..\(first)")
    }
}
