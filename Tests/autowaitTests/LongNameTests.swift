import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("Long names")
struct LongNameTests {
    /// The names of the pages of those that fail among some scenarios.
    private func names(_ failing: [String], among all: [String]) -> [String] {
        let entries = failing.map { TestPages.Entry(tested: TestedScenario($0, .failed), page: "") }
        return TestPages(TestReport(all.map { TestedScenario($0, .failed) }), entries).pages.map { $0.name }
    }

    @Test("a page is named by its scenario's path, and by a digest of it where others have that name")
    func pageNames() throws {
        #expect(names(["./one/a.json"], among: ["./one/a.json", "./one/b.json"]) == ["one-a.html"])
        let all = ["a/b.json", "a-b.json", "a-b", "index.json", "sub/index.json"]
        let own = names(all, among: all)
        #expect(Set(own).count == all.count && own.last == "sub-index.html")
        for name in own.dropLast() {
            #expect(name.wholeMatch(of: /(a-b|index)-[0-9a-f]{16}\.html/) != nil, "\(name)")
        }
        // The same in any order, and whichever others fail.
        #expect(names(all.reversed(), among: all.reversed()) == Array(own.reversed()))
        for (path, name) in zip(all, own) { #expect(names([path], among: all) == [name]) }
        #expect(names(["a/b.json"], among: ["a/b.json", "c.json"]) == ["a-b.html"])
    }

    @Test("a page's name fits into a file system, whatever the path is", arguments: ["d", "é", "語", "𝒳", "e\u{301}"])
    func longPageNames(letter: String) throws {
        let folder = Array(repeating: String(repeating: letter, count: 30), count: 30).joined(separator: "/")
        let all = ["\(folder)/a.json", "\(folder)/b.json", "\(folder).json"]
        let own = names(all, among: all)
        #expect(Set(own).count == all.count)
        #expect(own.allSatisfy { 200..<235 ~= $0.utf8.count && !$0.contains("\u{FFFD}") }, "\(own)")
        #expect(names(all.reversed(), among: all) == Array(own.reversed()))
        #expect(names([all[1]], among: [all[1]]) == [own[1]])
        // Of 200 bytes, a stem is whole.
        let most = String(repeating: "x", count: 200)
        #expect(names([most + ".json"], among: [most + ".json"]) == [most + ".html"])
    }

    @Test("an output at a path that no system takes is refused")
    func longPath() {
        let words = ["run", Place.path("Scenarios/session-503/demo-4-slow-server-play.json"), "-o"]
        let reply = Autowait.reply(to: words + [String(repeating: "a/", count: 60_000) + "x"])
        #expect(reply.code == .cannotWrite)
        #expect(reply.errors.hasSuffix(": error: no system takes a path of that length\n"))
    }

    /// With the slash before it an accent is one character.
    @Test("a golden lies beside a scenario whose name begins with an accent")
    func accent() throws {
        try TestFolder.with { folder in
            let path = folder.path + "/\u{301}x.json"
            try Files.create(path, with: TestFolder.scenario())
            for words in [["--update"], []] {
                let reply = Autowait.reply(to: ["test", path] + words)
                #expect(reply.code == .asExpected, "\(reply.errors)")
            }
            #expect(Files.folder(of: path) == folder.path + "/" && Files.exists(folder.path + "/\u{301}x.golden"))
        }
    }

    @Test("scenarios in deep folders have their pages, and the list leads to them")
    func deepPages() throws {
        try TestFolder.with { folder in
            let deep = ["x", "y", "z"].map { String(repeating: $0, count: 90) }.joined(separator: "/")
            for name in ["a", "\(deep)/b", "\(deep)/c"] {
                try folder.write(TestFolder.scenario(expecting: "\"stall_count\": 1"), name + ".json")
            }
            for _ in 1...2 {
                let answer = folder.test("--html", folder.path + "/pages")
                #expect(answer.code == .regression && answer.errors.isEmpty, "\(answer.errors)")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/pages")
            #expect(names.count == 4 && names.contains("index.html"))
            let list = try folder.read("pages/index.html")
            for name in names where name != "index.html" { #expect(list.contains("<a href=\"\(name)\">")) }
        }
    }

    @Test("a golden and an output whose names are as long as they may be are written", arguments: ["x", "é", "語"])
    func drafts(letter: String) throws {
        try TestFolder.with { folder in
            func name(_ ending: String) -> String {
                let room = Int(NAME_MAX) - ending.utf8.count
                let letters = String(repeating: letter, count: room / letter.utf8.count)
                return letters + String(repeating: "-", count: room % letter.utf8.count) + ending
            }
            // The longest ending that is written beside it.
            let stem = name(".baseline").dropLast(".baseline".count)
            try folder.write(TestFolder.scenario(), stem + ".json")
            let gone = try Place.shell("echo $$").output.dropLast()
            let report = name(".txt")
            try folder.write("half", ".\(stem.suffix(60)).golden.new-\(gone)")
            let update = folder.test("--update", "--baseline")
            #expect(update.code == .asExpected, "\(update.errors)")
            let written = Autowait.reply(to: ["run", "\(folder.path)/\(stem).json", "-o", "\(folder.path)/\(report)"])
            #expect(written.code == .asExpected, "\(written.errors)")
            let own = ["\(stem).baseline", "\(stem).golden", "\(stem).json", report]
            #expect(try Set(folder.names()) == Set(own))
        }
    }

    @Test("an output with a long name takes its abandoned draft away")
    func abandonedDraft() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            let report = String(repeating: "r", count: 251) + ".txt"
            let gone = try Place.shell("echo $$").output.dropLast()
            for draft in [report.suffix(239), "other.txt"] { try folder.write("half", ".\(draft).new-\(gone)") }
            #expect(
                Autowait.reply(to: ["run", folder.path + "/a.json", "-o", "\(folder.path)/\(report)"]).code
                    == .asExpected)
            #expect(try folder.names() == [".other.txt.new-\(gone)", "a.json", report])
        }
    }
}
