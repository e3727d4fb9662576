import PlayerModel
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
                if !onlyOperands, let option = Self.typographic(word, command) {
                    throw Self.objection("'\(word)' begins with a typographic dash; write \(option)", command)
                }
                operands.append(word)
            } else if word == "--" {
                onlyOperands = true
            } else {
                options.append(try Self.option(word, &rest, command))
            }
        }
        try checkRepetition(command)
        try checkCount(command)
        try checkAllowed()
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
            if let (before, behind) = word.parted(at: "=") { (name, own) = (before, behind) }
        } else if word.count > 2 {
            (name, own) = (String(word.prefix(2)), String(word.dropFirst(2)))
        }
        guard let option = command.allOptions.first(where: { $0.spellings.contains(name) }),
            name.hasPrefix("--") || own == nil || option.value != nil
        else { throw unknown(word.hasPrefix("--") ? name : word, command) }
        switch (option.value, own) {
        case (nil, nil): return (option.name, "")
        case (nil, _): throw objection("'\(name)' takes no value", command)
        case (.some(let value), let word?):
            // Behind a letter the sign would be a part of the value, and nobody means a file of such a name.
            guard name.hasPrefix("--") || !word.hasPrefix("=") else {
                let long = "--\(option.name)=\(value.text)"
                throw objection("'\(name)' takes a value without '=': \(name) \(value.text), or \(long)", command)
            }
            return (option.name, word)
        case (.some(let value), nil):
            guard let next = rest.popFirst() else {
                throw objection("'\(name)' needs a value: \(name) \(value.text)", command)
            }
            return (option.name, next)
        }
    }

    /// The word with hyphens in the place of dashes, as programs for texts make them of these; nil where it begins with
    /// none, or is no option then.
    private static func typographic(_ word: String, _ command: Command) -> String? {
        let dashes = word.unicodeScalars.prefix { ["-", "–", "—", "−"].contains($0) }
        guard !dashes.isEmpty else { return nil }
        let rest = String(word.unicodeScalars.dropFirst(dashes.count))
        let parts = rest.parted(at: "=")
        let name = parts?.before ?? rest
        let option = command.allOptions.lazy.flatMap { $0.spellings }.first { $0 == "--\(name)" || $0 == "-\(name)" }
        guard let option, let value = parts?.behind else { return option }
        return option + (option.hasPrefix("--") ? "=" : " ") + value.shellWord
    }

    private static func unknown(_ word: String, _ command: Command) -> LoadError {
        let known = command.allOptions.map { "--" + $0.name }
        let owners = Command.all.filter { $0.allOptions.contains { $0.spellings.contains(word) } }
        guard NearMiss.find(word, among: known) == nil, !owners.isEmpty else {
            return objection("unknown option '\(word)'\(Help.hint(word, among: known))", command)
        }
        // Of many commands none is likelier than the others.
        let place =
            owners.count > 2
            ? "other commands have it, and 'autowait \(command.name)' does not"
            : "it belongs to " + owners.map { "'autowait \($0.name)'" }.joined(separator: " and ")
        return objection("unknown option '\(word)': \(place)", command)
    }

    private func checkRepetition(_ command: Command) throws(LoadError) {
        for option in command.allOptions where !option.mayBeRepeated {
            let count = values(option.name).count
            guard let value = option.value, count > 1 else { continue }
            let noun =
                switch value {
                case .output: "file"
                case .folder, .folderToRead: "folder"
                case .words, .input, .free: "value"
                }
            let often = count == 2 ? "twice" : "\(count) times"
            throw .usage("'\(option.spellings[0])' takes one \(noun), and is given \(often)")
        }
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

    /// Refuses an allowed folder that is none: the files that it was to allow would be refused for want of it.
    private func checkAllowed() throws(LoadError) {
        for path in values(CompanionFiles.option.name) where !Files.isFolder(path) {
            guard Files.exists(path) else {
                throw LoadError("--allow \(path.shellWord)", "no such folder", .missingFile)
            }
            throw .usage("'--allow \(path)' is no folder; name the folder that the files lie in")
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
            let file = try OutputFile(
                path, option: option.spellings[0], inputs: inputs, others: outputs.map { $0.file },
                form: command.scenarioForm)
            outputs.append((option.name, file))
        }
    }

    func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

    func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }

    /// Refuses an output that what is to be written cannot go into, before the work for it, which may take hours.
    func checkOutput(of form: FileForm) throws(LoadError) {
        guard let output = output(CommandOption.output.name) else { return }
        try output.checkPlace()
        try output.check(form)
    }

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

    /// The instant of a run that an option was given, or nil where it was not.
    func instant(_ name: String) throws(LoadError) -> Instant? {
        guard let word = value(name) else { return nil }
        do throws(Mistake) {
            return try InstantText.read(word)
        } catch {
            throw .usage("'--\(name) \(word)' \(error.message)")
        }
    }

    /// The whole numbers that an option was given as N, from 1 on, or as A..B; nil where it was not.
    func range(_ name: String, upTo most: Int) throws(LoadError) -> ClosedRange<Int>? {
        guard let word = value(name) else { return nil }
        let ends = word.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty else {
            if let number = Int(word), (1...most).contains(number) { return 1...number }
            throw .usage("'--\(name)' takes a whole number from 1 to \(most), or two as in 101..200, not '\(word)'")
        }
        let all = 1...Int(Int32.max)
        guard let first = Int(ends[0]), let last = Int(ends[2]), all.contains(first), all.contains(last) else {
            throw .usage(
                "'--\(name)' takes a whole number, or two from 1 to \(all.upperBound) as in 101..200, not '\(word)'")
        }
        guard first <= last else { throw .upsideDown(name, word, ends[0], ends[2]) }
        guard last - first < most else {
            throw .usage("'--\(name) \(word)' are more than \(most)")
        }
        return first...last
    }

    /// The title that a page was given, in the place of what it says by itself; only a page has one.
    func title(isPage: Bool) throws(LoadError) -> String? {
        let title = value("title")
        if !isPage, title != nil { throw .usage("'--title' is for a page: --format html") }
        return title
    }

    /// One of the words that an option takes, or nil where it is not given.
    func choice(
        _ name: String, among known: [String], or objection: String = "is no format"
    ) throws(LoadError) -> String? {
        guard let word = value(name) else { return nil }
        guard known.contains(word) else { throw .usage("'\(word)' \(objection)\(Help.hint(word, among: known))") }
        return word
    }

    /// Likewise, of the words of an enum.
    func choice<Word: CaseIterable & RawRepresentable>(
        _ name: String, of words: Word.Type, or objection: String = "is no format"
    ) throws(LoadError) -> Word? where Word.RawValue == String {
        try choice(name, among: Word.allCases.map(\.rawValue), or: objection).flatMap(Word.init)
    }

    /// The folders whose files scenarios may name besides those in their own: those that are allowed, and those that
    /// are named, so that their scenarios may name each other's files.
    var folders: [String] { values("allow") + operands.filter(Files.isFolder) }
}
