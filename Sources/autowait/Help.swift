import Simulation

/// Help in words, from the table of commands.
enum Help {
    static let version = "autowait, model \(Model.number)\n"
    static let purpose =
        "simulates playback over a network in virtual time: when it waits, starts and stalls, and why"

    /// Options that stand in the place of a command.
    static let longOptions = [
        "--help": "help", "-h": "help", "--version": "version", "-V": "version",
    ]

    /// Whoever writes a new scenario names files in it, and a shard is read from its end.
    static let standardInput = "Where a file is read, but by 'init' and 'merge', - is standard input"

    static var overview: String {
        var lines = ["autowait \(purpose).", ""]
        for command in Command.all { lines.append(row("autowait \(command.name)", command.about, width: 20)) }
        lines += [
            "", "'autowait COMMAND --help' shows a command's options.", "\(standardInput).",
            "Begin with 'autowait init', which writes a first scenario.", "",
        ]
        return lines.joined(separator: "\n")
    }

    static func page(_ command: Command) -> String {
        var lines = [command.about, "", "  " + usage(command), ""]
        lines += command.allOptions.map { row(spelling($0), $0.about, width: 24) }
        lines += ["", "exit codes:"] + command.exitCodes.map { row("\($0.code.rawValue)", $0.about, width: 4) }
        if !command.notes.isEmpty { lines += ["", command.notes] }
        return lines.joined(separator: "\n") + "\n"
    }

    static func usage(_ command: Command) -> String {
        (["autowait", command.name, command.operands, "[OPTION…]"]).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `-o, --output FILE`.
    static func spelling(_ option: CommandOption) -> String {
        option.spellings.joined(separator: ", ") + (option.value.map { " " + $0.text } ?? "")
    }

    /// A name and what it is for; below it where the name is too long.
    private static func row(_ name: String, _ about: String, width: Int) -> String {
        let isLong = name.unicodeScalars.count > width
        return (isLong ? "  \(name)\n" : "") + "  \(NumberText.left(isLong ? "" : name, width)) \(about)"
    }

    static func hint(_ word: String, among known: [String]) -> String {
        if known.isEmpty { return "; there are none here" }
        return NearMiss.hint(word, among: known)
    }

    /// The objection to a word that is no command, with what was probably meant.
    static func unknown(_ word: String) -> String {
        if word.hasPrefix("-"), word != Files.standardInput {
            let known = longOptions.keys.filter { $0.hasPrefix("--") }.sorted()
            if let near = NearMiss.find(word, among: known) {
                return "unknown option '\(word)'; did you mean '\(near)'?"
            }
            return "'\(word)' stands before a command; options come after it, as in 'autowait run FILE --trace'"
        }
        let names = Command.all.map { $0.name }
        if NearMiss.find(word, among: names) == nil {
            let isScenario = word.hasSuffix(".json") || word == Files.standardInput
            let verb =
                Files.isFolder(word) ? "test" : isScenario ? "run" : PlaylistFiles.isPlaylist(word) ? "check" : ""
            if !verb.isEmpty {
                let command = "autowait \(verb) \(word.shellWord)".quotedCommand
                return "'\(word)' is no command; did you mean \(command)?"
            }
        }
        return "'\(word)' is no command\(hint(word, among: names))"
    }
}
