import Simulation

enum Help {
    static let version = "autowait, model \(Model.number)\n"

    static var overview: String {
        var lines = [
            "autowait simulates playback over a network in virtual time: when it waits, starts and stalls, and why.",
            "",
        ]
        for command in Command.all { lines.append("  autowait \(NumberText.left(command.name, 7)) \(command.about)") }
        lines += ["", "'autowait COMMAND --help' shows a command's options.", ""]
        return lines.joined(separator: "\n")
    }

    static func page(_ command: Command) -> String {
        var lines = [
            command.about, "",
            "  autowait \(command.name) \(command.operands)\(command.options.isEmpty ? "" : " [OPTION…]")",
        ]
        if !command.options.isEmpty { lines.append("") }
        for option in command.options {
            let name = "--" + option.name + (option.value.map { " " + $0 } ?? "")
            lines.append("  \(NumberText.left(name, 24)) \(option.about)")
        }
        if !command.notes.isEmpty { lines += ["", command.notes] }
        return lines.joined(separator: "\n") + "\n"
    }

    static func isAsked(_ word: String) -> Bool { word == "--help" || word == "-h" }

    static func hint(_ word: String, among known: [String]) -> String {
        if known.isEmpty { return "; there are none here" }
        return NearMiss.hint(word, among: known)
    }
}
