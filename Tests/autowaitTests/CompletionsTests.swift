import Foundation
import Testing

@testable import autowait

@Suite("One table of commands and options")
struct CompletionsTests {
    private static let demo = Place.path("Scenarios/session-503/demo-5-play-immediately.json")

    @Test("has every command and option in help, in completions and in the manual")
    func everywhere() {
        let texts = ["bash", "zsh", "fish"].map { Autowait.reply(to: ["completions", $0]).output }
        let manual = Autowait.reply(to: ["man"]).output.replacingOccurrences(of: "\\-", with: "-")
        let overview = Autowait.reply(to: ["help"]).output
        for command in Command.all {
            #expect(overview.contains("  autowait \(command.name) "))
            let help = Autowait.reply(to: [command.name, "--help"])
            let zero = command.regression.isEmpty ? "done" : command.agreement
            #expect(!zero.isEmpty && help.code == .asExpected)
            #expect(help.output.contains("\nexit codes:\n  0    \(zero)\n"))
            #expect(help.output.contains("\n  64   ") && help.output.contains("\n  73   "))
            #expect(help.output.contains("\n  1    ") == !command.regression.isEmpty)
            #expect(texts.allSatisfy { $0.contains(command.name) } && manual.contains("autowait \(command.name)"))
            for option in command.allOptions {
                #expect(help.output.contains("--\(option.name)"))
                let form = option.value == nil ? "[" : "=["
                #expect(texts[0].contains("--\(option.name)") && texts[1].contains("--\(option.name)\(form)"))
                #expect(texts[2].contains(" -l \(option.name) ") && manual.contains("--\(option.name)"))
            }
        }
        let codes = Set(Command.all.filter { !$0.regression.isEmpty }.map { $0.name })
        #expect(codes == ["test", "diff", "replay"])
    }

    @Test("zsh and fish describe commands and options in the words of help, quotes, colons and brackets included")
    func descriptions() {
        let texts = ["zsh", "fish"].map { Autowait.reply(to: ["completions", $0]).output }
        let zsh = [":", "[", "]"].reduce(texts[0].replacing(#"'\''"#, with: "'")) {
            $0.replacing("\\" + $1, with: $1)
        }
        let fish = texts[1].replacing(#"\'"#, with: "'")
        for command in Command.all {
            #expect(zsh.contains("'\(command.name):\(command.about)'\n"))
            #expect(fish.contains(" -a \(command.name) -d '\(command.about)'\n"))
            for option in command.allOptions {
                let value = option.value.map { ":\($0.text):" } ?? "'"
                // The value may stand behind a `=`, as in bash and fish.
                let form = option.value == nil ? "" : "="
                #expect(zsh.contains("--\(option.name)\(form)[\(option.about)]\(value)"))
                #expect(fish.contains(" -d '\(option.about)'\n"))
            }
        }
    }

    @Test("zsh and fish can read what is for them", arguments: ["zsh", "fish"])
    func syntax(shell: String) throws {
        guard try Place.shell("\(shell) --version").code == 0 else { return print("SKIPPED: no \(shell) here") }
        try Place.withFolder { folder in
            let answer = try Place.shell("autowait completions \(shell) >script && \(shell) -n script", in: folder)
            #expect(answer.code == 0 && answer.errors.isEmpty, "\(answer.errors)")
        }
    }

    @Test(
        "bash completes commands, options, words and files",
        arguments: [
            ("autowait com", "compare\ncompletions"), ("autowait run --go", "--goldilocks"),
            ("autowait run --format s", "svg\nsabre"), ("autowait list het", ""), ("autowait list heu", "heuristics"),
            ("autowait run READ", "README.md"), ("autowait test --annotations ''", "github"),
            ("autowait completions f", "fish"), ("autowait run --allow Sour", "Sources"),
            ("autowait help tr", "trace"), ("autowait run --format = s", "svg\nsabre"),
            ("autowait test --annotations =", "github"),
        ])
    func bash(line: String, words: String) throws {
        let parts = line.split(separator: " ").joined(separator: " ")
        let script = """
            eval "$(autowait completions bash)"; COMP_WORDS=(\(parts)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _autowait; printf "%s\\n" "${COMPREPLY[@]}"
            """
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("complete.sh")
            try script.write(to: file, atomically: true, encoding: .utf8)
            let answer = try Place.shell("bash \(file.path)")
            #expect(answer.errors.isEmpty)
            #expect(answer.output.split(separator: "\n").joined(separator: "\n") == words)
        }
    }

    @Test(
        "bash takes a file's name as it is, whatever is in it",
        arguments: [("m", ["my clip.json"]), ("a", ["a[1].json", "ab"])])
    func bash(beginning: String, files: [String]) throws {
        try Place.withFolder { folder in
            for name in ["my clip.json", "a[1].json", "ab"] {
                try "".write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
            let script = """
                eval "$(autowait completions bash)"; COMP_WORDS=(autowait test \(beginning)); COMP_CWORD=2
                _autowait; printf "%s\\n" "${COMPREPLY[@]}"
                """
            try script.write(to: folder.appendingPathComponent("x.sh"), atomically: true, encoding: .utf8)
            let answer = try Place.shell("bash x.sh", in: folder)
            #expect(answer.errors.isEmpty)
            #expect(answer.output.split(separator: "\n").map(String.init).sorted() == files)
        }
    }

    @Test("the manual is a page that man can show")
    func manual() throws {
        guard try Place.shell("man --version").code == 0 else { return print("SKIPPED: no man here") }
        try Place.withFolder { folder in
            let answer = try Place.shell("autowait man -o a.1 && MANWIDTH=80 man ./a.1", in: folder)
            #expect(answer.code == 0 && answer.errors.isEmpty, "\(answer.errors)")
            #expect(answer.output.contains("EXIT STATUS") && answer.output.contains("--junit FILE"))
        }
    }

    @Test(
        "lists are JSON too, entry for entry",
        arguments: [
            "players", "heuristics", "throughput", "variants", "switching", "metrics", "decisions", "actions", "keys",
            "traces", "presets",
        ])
    func json(list: String) throws {
        func entries(_ words: String...) throws -> [[String: Any]] {
            let text = Autowait.reply(to: ["list", list, "--format", "json"] + words).output
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return object?[list] as? [[String: Any]] ?? []
        }
        let all = try entries()
        let text = Autowait.reply(to: ["list", list]).output
        #expect(all.count >= 4)
        for entry in all { #expect(text.contains(entry["name"] as? String ?? "?")) }
        let name = try #require(all.last?["name"] as? String)
        let some = try entries(name)
        #expect(!some.isEmpty && some.contains { $0["name"] as? String == name })
        #expect(Autowait.reply(to: ["list", list, name]).output.contains(name))
    }
}
