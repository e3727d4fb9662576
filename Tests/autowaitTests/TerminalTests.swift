import Foundation
import Testing

@testable import autowait

@Suite("What a terminal shows")
struct TerminalTests {
    private static let demo = Place.path("Scenarios/session-503/demo-5-play-immediately.json")

    @Test(
        "fits into 80 columns, and has the same words",
        arguments: [
            ["run", demo], ["run", demo, "--waterfall"], ["run", "--help"], [], ["list", "presets"],
            ["list", "keys"],
            ["list", "players"], ["compare", demo, "--vary", "player.keep_up=first-chunk,play-through"],
            ["diff", demo, demo, "--set", "network.down_kbps=900"], ["replay", "--help"], ["test", "--help"],
        ])
    func width(words: [String]) {
        let wide = Autowait.reply(to: words)
        let terminal = Terminal(columns: 80)
        let narrow = Autowait.reply(to: words, on: terminal)
        let shown = terminal.shown(narrow.output, narrow.look) + terminal.shown(narrow.errors, .messages)
        for line in shown.split(separator: "\n") {
            // A word that is longer, such as a path, is left whole.
            let isLong = line.split(separator: " ").contains { $0.unicodeScalars.count > 40 }
            #expect(line.unicodeScalars.count <= 80 || isLong, "\(line)")
        }
        func sorted(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" }.sorted() }
        // A table of several parts has its heads anew.
        #expect(Set(sorted(shown)) == Set(sorted(wide.output + wide.errors)))
    }

    @Test(
        "goes on below what it belongs to",
        arguments: [
            ("a bb ccc dddd", ["a bb ccc", "  dddd"]), ("  a bb ccc", ["  a bb", "    ccc"]),
            ("n   one two", ["n   one", "    two"]), ("abcdefghij k", ["abcdefghij", "  k"]), ("a  b", ["a  b"]),
            ("        x  yyyy", ["        x", "    yyyy"]),
        ])
    func folding(line: String, lines: [String]) {
        #expect(Terminal.folded(line, to: 8) == lines)
    }

    @Test("has colours only where there are to be any, and never in what programs read")
    func colors() {
        let terminal = Terminal(columns: nil, hasColor: true)
        #expect(terminal.shown("ok       a\nFAIL     b\n", .verdicts).contains("\u{1B}[31mFAIL\u{1B}[0m     b"))
        #expect(terminal.shown("a: error: b\n", .messages) == "a: \u{1B}[31merror:\u{1B}[0m b\n")
        #expect(terminal.shown("- a\n  b\n", .differences) == "\u{1B}[31m- a\u{1B}[0m\n  b\n")
        #expect(terminal.shown("error: ok\n", .exact) == "error: ok\n")
        #expect(Terminal.none.shown("a: error: b\n", .messages) == "a: error: b\n")
    }

    @Test("is coloured and folded for a person, and not where NO_COLOR or --no-color says so")
    func terminal() throws {
        // util-linux's script gives a program a terminal.
        let asked = try Place.shell("script --version 2>/dev/null")
        guard asked.output.contains("util-linux") else { return print("SKIPPED: no util-linux script here") }
        func shown(_ line: String) throws -> String {
            let script = "script -qec 'stty cols 80; \(line)' /dev/null </dev/null"
            return try Place.shell("unset NO_COLOR; TERM=xterm \(script)").output
        }
        #expect(try shown("autowait run nowhere.json").contains("\u{1B}[31merror:\u{1B}[0m"))
        let plain = try [
            shown("NO_COLOR=1 autowait run nowhere.json"), shown("autowait run --no-color nowhere.json"),
        ]
        #expect(plain.allSatisfy { $0.contains("error: no such file") && !$0.contains("\u{1B}[3") })
        let lines = try shown("autowait run \(Self.demo)").split(separator: "\r\n")
        #expect(lines.count > 20 && lines.allSatisfy { $0.count <= 80 })
    }

    @Test("says how far the work is, and how long it still takes")
    func progress() {
        let progress = Progress("autowait compare")
        func words(_ done: Int, _ total: Int, _ seconds: Int) -> String {
            progress.words(done, of: total, after: .seconds(seconds), since: .seconds(seconds))
        }
        #expect(words(50, 200, 10) == "autowait compare: 50 of 200, 25 %, about 31 s left")
        #expect(words(1, 200, 10) == "autowait compare: 1 of 200, 0 %, about 33 min left")
        #expect(words(0, 200, 3) == "autowait compare: 0 of 200, 0 %")
        #expect(words(0, 0, 3) == "autowait compare: 3 s")
    }
}
