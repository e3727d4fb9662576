/// A command of the program: its name, its operands and options, its action.
struct Command: Sendable {
    /// An option: `--name`, or `--name VALUE` where there is a value.
    struct Option: Sendable {
        let name: String
        let value: String?
        let about: String

        init(_ name: String, _ value: String, _ about: String) {
            self.name = name
            self.value = value
            self.about = about
        }

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
    let run: @Sendable (Arguments) throws(LoadError) -> Reply

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

    init(_ words: [String], for command: Command) throws(LoadError) {
        func objection(_ words: String) -> LoadError {
            .usage("\(words)\n'autowait \(command.name) --help' shows what there is")
        }
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
                let known = command.options.map { "--" + $0.name }
                throw objection("unknown option '\(parts[0])'\(Help.hint(parts[0], among: known))")
            }
            switch (option.value, parts.count) {
            case (nil, 1): options.append((option.name, ""))
            case (nil, _): throw objection("'\(parts[0])' takes no value")
            case (.some, 2): options.append((option.name, parts[1]))
            case (.some(let what), _):
                guard let value = rest.popFirst() else {
                    throw objection("'\(parts[0])' needs a value: \(parts[0]) \(what)")
                }
                options.append((option.name, value))
            }
        }
        let wanted = command.operands
        if operands.count < command.operandCount.lowerBound {
            throw objection(
                operands.isEmpty ? "\(wanted) is missing" : "it takes \(wanted), and there is only \(operands.count)")
        }
        if operands.count > command.operandCount.upperBound {
            throw objection(wanted.isEmpty ? "it takes no more words" : "it takes \(wanted) and nothing more")
        }
    }

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

    /// The whole number from 1 to `most` that an option was given, or nil where it was not.
    func count(_ name: String, upTo most: Int) throws(LoadError) -> Int? {
        guard let word = value(name) else { return nil }
        guard let number = Int(word), (1...most).contains(number) else {
            throw .usage("'--\(name)' takes a whole number from 1 to \(most), not '\(word)'")
        }
        return number
    }

    /// One of the words that an option takes, or nil where it is not given.
    func choice(
        _ name: String, among known: [String], or objection: String = "is no format"
    ) throws(LoadError) -> String? {
        guard let word = value(name) else { return nil }
        guard known.contains(word) else { throw .usage("'\(word)' \(objection)\(Help.hint(word, among: known))") }
        return word
    }

    func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

    /// The folders whose files scenarios may name besides those in their own: those that are allowed, and those that
    /// are named, so that their scenarios may name each other's files.
    var folders: [String] { values("allow") + operands.filter(Files.isFolder) }
}
