/// A command of the program: its name, its operands and options, its action.
struct Command: Sendable {
    /// An option: `--name`, or `--name VALUE` where there is a value.
    struct Option: Sendable {
        let name: String
        let value: String?
        let about: String

        /// An option with a value.
        init(_ name: String, _ value: String, _ about: String) {
            self.name = name
            self.value = value
            self.about = about
        }

        /// An option without one.
        init(_ name: String, _ about: String) {
            self.name = name
            value = nil
            self.about = about
        }
    }

    let name: String
    /// The operands after the name: `FILE`, `PATH…`.
    let operands: String
    let operandCount: ClosedRange<Int>
    let about: String
    let options: [Option]
    /// Further text on its page of help.
    var notes = ""
    let run: @Sendable (Arguments) -> Reply

    static let all: [Command] = [
        RunCommand.command, TestCommand.command, CompareCommand.command, ReplayCommand.command, DiffCommand.command,
        DigestCommand.command, CheckCommand.command, TraceCommand.command, ListCommand.command, SchemaCommand.command,
        BenchCommand.command,
    ]
}

/// The words after a command, told apart.
struct Arguments {
    private(set) var operands: [String] = []
    private var options: [(name: String, value: String)] = []

    init(_ words: [String], for command: Command) throws(UsageError) {
        var rest = words[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            guard !onlyOperands, word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            if word == "--" {
                onlyOperands = true
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.options.first(where: { "--" + $0.name == parts[0] }) else {
                throw .unknownOption(parts[0], known: command.options.map { "--" + $0.name })
            }
            switch (option.value, parts.count) {
            case (nil, 1): options.append((option.name, ""))
            case (nil, _): throw .unwantedValue(parts[0])
            case (.some, 2): options.append((option.name, parts[1]))
            case (.some(let what), _):
                guard let value = rest.popFirst() else { throw .missingValue(parts[0], what: what) }
                options.append((option.name, value))
            }
        }
        guard command.operandCount.contains(operands.count) else {
            let isTooFew = operands.count < command.operandCount.lowerBound
            throw .operands(wanted: command.operands, given: operands.count, isTooFew: isTooFew)
        }
    }

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    /// The last value given, or nil.
    func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

    /// The whole number from 1 to `most` that an option was given, or nil where it was not.
    func count(_ name: String, upTo most: Int) throws(LoadError) -> Int? {
        guard let word = value(name) else { return nil }
        guard let number = Int(word), (1...most).contains(number) else {
            throw LoadError(
                message: "'--\(name)' takes a whole number from 1 to \(most), not '\(word)'\n", code: .usage)
        }
        return number
    }

    /// Every value given, in order.
    func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }
}

/// A command line that makes no sense.
enum UsageError: Error, Equatable {
    case unknownOption(String, known: [String])
    case unwantedValue(String)
    case missingValue(String, what: String)
    case operands(wanted: String, given: Int, isTooFew: Bool)

    var message: String {
        switch self {
        case .unknownOption(let word, let known): "unknown option '\(word)'\(Help.hint(word, among: known))"
        case .unwantedValue(let option): "'\(option)' takes no value"
        case .missingValue(let option, let what): "'\(option)' needs a value: \(option) \(what)"
        case .operands(let wanted, 0, true): "\(wanted) is missing"
        case .operands(let wanted, let given, true): "it takes \(wanted), and there is only \(given)"
        case .operands(let wanted, _, false):
            wanted.isEmpty ? "it takes no more words" : "it takes \(wanted) and nothing more"
        }
    }
}
