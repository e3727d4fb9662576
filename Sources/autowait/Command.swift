import Simulation

/// A command of the program: its name, its operands and options, its action.
///
/// The table of all commands is read by whoever parses a command line, prints help or the manual, or completes words
/// in a shell: none of them knows a command by itself.
struct Command: Sendable {
    /// The words after the name that are no options.
    enum Operands: Sendable {
        /// Files or folders that are read.
        case inputs
        /// The name of something new.
        case new
        /// One of these words first; where there are none, no word is known.
        case words([String])
        case commands
    }

    let name: String
    /// The operands as help shows them: `FILE`, `PATH…`.
    let operands: String
    let operandCount: ClosedRange<Int>
    var operandKind = Operands.inputs
    let about: String
    let options: [CommandOption]
    /// Further text on its page of help.
    var notes = ""
    /// The advice to whoever gave no operand, though there must be one.
    var advice = ""
    /// The meaning of exit code 1, and of 0 beside it; empty where 1 never comes.
    var regression = ""
    var agreement = ""
    /// Whether the result goes to stdout, and so may go to a file instead.
    var hasReport = true
    /// The form of its result, where that is a scenario, which is known by its ending wherever it is written.
    var scenarioForm: FileForm? = nil
    let run: @Sendable (Arguments) throws(LoadError) -> Reply

    /// Its own options, and those of all commands.
    var allOptions: [CommandOption] { options + (hasReport ? [.output] : []) + CommandOption.common }

    /// The options that name folders which it fills.
    var foldersToFill: [String] {
        options.filter { if case .folder? = $0.value { true } else { false } }.map { $0.name }
    }

    /// The exit codes that it can have, with what each means for it.
    var exitCodes: [(code: ExitCode, about: String)] {
        ExitCode.allCases.compactMap { code in
            let about =
                switch code {
                // Where nothing is judged, it is only known to be done.
                case .asExpected: agreement.isEmpty ? "done" : agreement
                case .regression: regression
                case .usage, .badData, .missingFile, .cannotWrite: code.about
                }
            return about.isEmpty ? nil : (code, about)
        }
    }

    static let all: [Command] = [
        InitCommand.command, RunCommand.command, WhyCommand.command, TestCommand.command, CompareCommand.command,
        MergeCommand.command, TuneCommand.command, FitCommand.command, SearchCommand.command, ShrinkCommand.command,
        ReplayCommand.command, FieldCommand.command, InferCommand.command, WhatIfCommand.command, DiffCommand.command,
        DigestCommand.command,
        CheckCommand.command, TraceCommand.command, LiveCommand.command, ListCommand.command, SchemaCommand.command,
        BenchCommand.command,
        CompletionsCommand.command,
        ManCommand.command, HelpCommand.command, HelpCommand.version,
    ]
}

/// An option: `--name`, or `--name VALUE` where there is a value.
struct CommandOption: Sendable {
    /// The value behind an option's name; the text is what help calls it.
    enum Value: Sendable {
        case words([String])
        /// A folder that is filled, and one whose files may be read.
        case folder(String)
        case folderToRead(String)
        /// A file that is written, and one that is read.
        case output(String)
        case input(String)
        case free(String)

        var text: String {
            switch self {
            case .words(let words): words.joined(separator: "|")
            case .folder(let text), .folderToRead(let text), .output(let text), .input(let text), .free(let text):
                text
            }
        }
    }

    let name: String
    /// The letter of `-x`, for those that are typed often.
    var letter: Character?
    let value: Value?
    let about: String
    /// Whether it takes a value each time that it is given. Any other is given once: of two values one would count, and
    /// the other be lost without a word.
    let mayBeRepeated: Bool

    /// An option with a value.
    init(_ name: String, _ value: Value, _ about: String, letter: Character? = nil, mayBeRepeated: Bool = false) {
        self.name = name
        self.letter = letter
        self.value = value
        self.about = about
        self.mayBeRepeated = mayBeRepeated
    }

    /// An option with a value that may be any text.
    init(_ name: String, _ value: String, _ about: String) { self.init(name, .free(value), about) }

    /// An option that may be repeated, with any text each time.
    init(_ name: String, each value: String, _ about: String) {
        self.init(name, .free(value), about, mayBeRepeated: true)
    }

    /// An option without a value.
    init(_ name: String, _ about: String, letter: Character? = nil) {
        self.name = name
        self.letter = letter
        value = nil
        self.about = about
        mayBeRepeated = false
    }

    static let output = CommandOption(
        "output", .output("FILE"),
        "write to FILE, not to stdout; a file that is there is replaced only if it is a report of this kind",
        letter: "o")
    static let quiet = CommandOption("quiet", "only what is wrong, and the count", letter: "q")
    static let noColor = CommandOption("no-color", "no colours on a terminal; so does NO_COLOR in the environment")
    static let help = CommandOption("help", "show the command's options and exit codes", letter: "h")
    /// Those of all commands.
    static let common = [noColor, help]

    /// `-o FILE`, `--output FILE`: the ways to write it.
    var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}
