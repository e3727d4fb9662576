import Simulation

/// The words after a command, told apart.
struct Arguments {
    private(set) var operands: [String] = []
    private var options: [(name: String, value: String)] = []
    /// The files to write, by the options that name them.
    private var outputs: [(name: String, file: OutputFile)] = []
    /// The terminal that the report is for.
    var terminal: Terminal
    /// Shows how far the work is; nil where nobody looks.
    let progress: Progress?

    init(
        _ words: [String], for command: Command, on terminal: Terminal = .none, progress: Progress? = nil
    ) throws(LoadError) {
        self.terminal = terminal
        self.progress = progress
        var rest = words[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || !word.hasPrefix("-") || word == Files.standardInput {
                operands.append(word)
            } else if word == "--" {
                onlyOperands = true
            } else {
                options.append(try Self.option(word, &rest, command))
            }
        }
        try checkCount(command)
        try findOutputs(command)
    }

    private static func objection(_ words: String, _ command: Command) -> LoadError {
        .usage(words, "'autowait \(command.name) --help' shows what there is")
    }

    /// Reads an option, and its value from the words behind it where it is none of its own word.
    private static func option(
        _ word: String, _ rest: inout ArraySlice<String>, _ command: Command
    ) throws(LoadError) -> (name: String, value: String) {
        var (name, own): (String, String?) = (word, nil)
        if word.hasPrefix("--") {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            (name, own) = (parts[0], parts.count > 1 ? parts[1] : nil)
        } else if word.count > 2 {
            (name, own) = (String(word.prefix(2)), String(word.dropFirst(2)))
        }
        guard let option = command.allOptions.first(where: { $0.spellings.contains(name) }),
            name.hasPrefix("--") || own == nil || option.value != nil
        else { throw unknown(word.hasPrefix("--") ? name : word, command) }
        switch (option.value, own) {
        case (nil, nil): return (option.name, "")
        case (nil, _): throw objection("'\(name)' takes no value", command)
        case (.some, let value?): return (option.name, value)
        case (.some(let value), nil):
            guard let next = rest.popFirst() else {
                throw objection("'\(name)' needs a value: \(name) \(value.text)", command)
            }
            return (option.name, next)
        }
    }

    private static func unknown(_ word: String, _ command: Command) -> LoadError {
        let known = command.allOptions.map { "--" + $0.name }
        let owners = Command.all.filter { $0.options.contains { $0.spellings.contains(word) } }
        guard NearMiss.find(word, among: known) == nil, let owner = owners.first else {
            return objection("unknown option '\(word)'\(Help.hint(word, among: known))", command)
        }
        return objection("unknown option '\(word)': it belongs to 'autowait \(owner.name)'", command)
    }

    private func checkCount(_ command: Command) throws(LoadError) {
        let wanted = command.operands
        if operands.count < command.operandCount.lowerBound {
            let missing = "\(wanted) is missing" + (command.advice.isEmpty ? "" : ": \(command.advice)")
            throw Self.objection(
                operands.isEmpty ? missing : "it takes \(wanted), and there is only \(operands.count)", command)
        }
        if operands.count > command.operandCount.upperBound {
            throw Self.objection(
                wanted.isEmpty ? "it takes no more words" : "it takes \(wanted) and nothing more", command)
        }
    }

    private mutating func findOutputs(_ command: Command) throws(LoadError) {
        var inputs: [String] = []
        if case .inputs = command.operandKind { inputs = operands }
        for option in command.allOptions {
            if case .input? = option.value { inputs += values(option.name) }
        }
        for option in command.allOptions {
            guard case .output? = option.value, let path = value(option.name) else { continue }
            if values(option.name).count > 1 {
                throw .usage("'\(option.spellings[0])' takes one file, and is given twice")
            }
            let file = try OutputFile(
                path, option: option.spellings[0], inputs: inputs, others: outputs.map { $0.file })
            outputs.append((option.name, file))
        }
    }

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

    func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

    /// The file that an option names to be written; nil where it is not given.
    func output(_ name: String) -> OutputFile? { outputs.first { $0.name == name }?.file }

    /// The whole number from 1 to `most` that an option was given, or nil where it was not.
    func count(_ name: String, upTo most: Int) throws(LoadError) -> Int? {
        guard let word = value(name) else { return nil }
        guard let number = Int(word), (1...most).contains(number) else {
            throw .usage("'--\(name)' takes a whole number from 1 to \(most), not '\(word)'")
        }
        return number
    }

    /// The whole numbers that an option was given as N, from 1 on, or as A..B; nil where it was not.
    func range(_ name: String, upTo most: Int) throws(LoadError) -> ClosedRange<Int>? {
        guard let word = value(name) else { return nil }
        let ends = word.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty else { return try count(name, upTo: most).map { 1...$0 } }
        guard let first = Int(ends[0]), let last = Int(ends[2]), (1...last).contains(first), last <= Int32.max else {
            throw .usage(
                "'--\(name)' takes a whole number, or two as in 101..200, the first from 1 on and not beyond the "
                    + "second; not '\(word)'")
        }
        guard last - first < most else {
            throw .usage("'--\(name) \(word)' are more than \(most)")
        }
        return first...last
    }

    /// One of the words that an option takes, or nil where it is not given.
    func choice(
        _ name: String, among known: [String], or objection: String = "is no format"
    ) throws(LoadError) -> String? {
        guard let word = value(name) else { return nil }
        guard known.contains(word) else { throw .usage("'\(word)' \(objection)\(Help.hint(word, among: known))") }
        return word
    }

    /// The folders whose files scenarios may name besides those in their own: those that are allowed, and those that
    /// are named, so that their scenarios may name each other's files.
    var folders: [String] { values("allow") + operands.filter(Files.isFolder) }
}
