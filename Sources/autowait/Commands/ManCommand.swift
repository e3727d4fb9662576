import Simulation

/// The manual, from the table of commands, in the macros that every `man` knows (groff_man(7)).
enum ManCommand {
    static let command = Command(
        name: "man", operands: "", operandCount: 0...0, operandKind: .words([]),
        about: "prints the manual page, for man(1)", options: [], notes: notes,
        run: { _ in Reply(output: page, look: .exact) })

    private static let notes = """
        To read it, or to have it where 'man autowait' finds it:

          autowait man -o autowait.1 && man ./autowait.1
          autowait man -o ~/.local/share/man/man1/autowait.1
        """

    private static var page: String {
        var lines = [
            ".TH AUTOWAIT 1 \"\" \"model \(Model.number)\" \"User Commands\"", ".ad l", ".nh", ".SH NAME",
            text("autowait - \(Help.purpose)"), ".SH SYNOPSIS",
        ]
        for command in Command.all { lines += [text(Help.usage(command)), ".br"] }
        lines += [".SH OPTIONS", text("Every command has these; in its place, --help and --version may stand.")]
        for option in CommandOption.common { lines += item(Help.spelling(option), option.about) }
        lines += [".SH COMMANDS"]
        for command in Command.all { lines += section(command) }
        lines += [".SH EXIT STATUS"]
        for code in ExitCode.allCases {
            let judges = code == .asExpected ? "done; of commands that judge, " : ""
            lines += item("\(code.rawValue)", judges + code.about)
        }
        lines += [".SH ENVIRONMENT"] + item("NO_COLOR", "where it is set and not empty, nothing has colours")
        lines += [".SH NOTES", text("\(Help.standardInput); a file of that name is ./-.")]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ command: Command) -> [String] {
        var lines = [".SS \(text(Help.usage(command)))", text(command.about)]
        for option in command.options + (command.hasReport ? [.output] : []) {
            lines += item(Help.spelling(option), option.about)
        }
        if !command.regression.isEmpty { lines += item("exit code 1", command.regression) }
        if !command.notes.isEmpty {
            let notes = command.notes.split(separator: "\n", omittingEmptySubsequences: false)
            lines += [".PP", ".nf"] + notes.map { $0.isEmpty ? ".sp" : text(String($0)) } + [".fi"]
        }
        return lines
    }

    private static func item(_ name: String, _ about: String) -> [String] {
        [".TP", ".B \(text(name))", text(about)]
    }

    /// A line as roff takes it: no backslash, hyphen or quote of its own meaning, and no point or quote at its start.
    private static func text(_ line: String) -> String {
        var result = ""
        for character in line {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "…": result += "..."
            // A line may break behind these.
            case "|", ",": result += "\(character)\\:"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }
}
