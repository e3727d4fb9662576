import Foundation
import Testing

@testable import autowait

@Suite("Folders of scenarios")
struct ScenarioFolderTests {
    @Test("goldens, baselines and budgets whose scenario is gone are found among all others")
    func companions() throws {
        try TestFolder.with { folder in
            for name in (0..<40).map({ "one/s\($0)" }) {
                try folder.write(TestFolder.scenario(), name + ".json")
                for ending in [".golden", ".baseline", ".budget"] { try folder.write("{}", name + ending) }
            }
            let gone = ["one/s.golden", "one/s400.baseline", "one/s7.json.golden", "two/s7.budget"]
            for name in gone { try folder.write("{}", name) }
            let found = try ScenarioFolder.contents(of: [folder.path], allowing: [])
            let others = found.files.filter { !$0.hasSuffix(".json") }
            #expect(Set(others) == Set(gone.map { folder.path + "/" + $0 }) && others.count == gone.count)
            #expect(found.scenarios.count == 40 && found.findings.text().isEmpty)
        }
    }

    @Test(
        "a link to a folder is passed over with a word, unless what it leads to is read where it is named",
        arguments: ["test", "check", "compare", "digest"])
    func links(command: String) throws {
        try TestFolder.with { folder in
            for name in ["own/a.json", "shared/b.json"] { try folder.write(TestFolder.scenario(), name) }
            for (name, target) in [("own/to", "../shared"), ("own/back", "../own")] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path + "/" + name, withDestinationPath: target)
            }
            let own = folder.path + "/own"
            let alone = Autowait.reply(to: [command, own])
            #expect(alone.errors == "\(own)/to: warning: passed over: it is a link to a folder; name it as well\n")
            #expect(!alone.output.contains("b.json"))
            for other in [own + "/to", folder.path + "/shared"] {
                let both = Autowait.reply(to: [command, own, other])
                #expect(both.errors.isEmpty && both.output.contains("b.json"), "\(both)")
            }
        }
    }

    @Test(
        "one with nothing but a link to what is named itself is not without a scenario",
        arguments: ["test", "check", "compare", "digest"])
    func ledElsewhere(command: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "shared/b.json")
            _ = folder.test("--update")
            let links = [("own", "shared"), ("round", "round"), ("left", "right"), ("right", "left")]
            for (name, target) in links {
                try FileManager.default.createDirectory(
                    atPath: folder.path + "/" + name, withIntermediateDirectories: false)
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path + "/\(name)/to", withDestinationPath: "../\(target)")
            }
            let paths = ["own", "shared", "round"].map { folder.path + "/" + $0 }
            for named in [[paths[0], paths[1]], [paths[1], paths[0]]] {
                let reply = Autowait.reply(to: [command] + named)
                #expect(reply.errors.isEmpty && reply.code == .asExpected, "\(reply)")
                #expect(reply.output.contains("b.json"))
            }
            // A link that leads back leads to nothing else.
            let round = Autowait.reply(to: [command, paths[2], paths[1]])
            #expect(round.errors == "\(paths[2]): error: there is no scenario here\n" && round.code == .missingFile)
            // Nor do two that lead to each other.
            let both = ["left", "right"].map { folder.path + "/" + $0 }
            let none = Autowait.reply(to: [command] + both)
            #expect(none.errors == both.joined(separator: " ") + ": error: there is no scenario here\n")
            #expect(none.code == .missingFile)
        }
    }

    @Test("--strict takes warnings for errors beside a path without a scenario, too", arguments: ["test", "check"])
    func strictAlone(command: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "shared/b.json")
            let own = folder.path + "/own"
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: own + "/to", withDestinationPath: "../shared")
            for (words, severity) in [([], "warning"), (["--strict"], "error")] as [([String], String)] {
                let reply = Autowait.reply(to: [command, own] + words)
                #expect(
                    reply.errors == """
                        \(own)/to: \(severity): passed over: it is a link to a folder; name it as well
                        \(own): error: there is no scenario here

                        """)
                #expect(reply.code == .missingFile && reply.output.isEmpty)
            }
        }
    }

    @Test(
        "a name that ends in .JSON is passed over with a word, and one that begins with a point without",
        arguments: ["test", "check", "compare", "digest"])
    func names(command: String) throws {
        try TestFolder.with { folder in
            for name in ["a.json", "b.JSON", "in/c.Json", ".d.json", ".in/e.json"] {
                try folder.write(TestFolder.scenario(), name)
            }
            try folder.write(Self.population("network"), "f.JSON")
            let reply = Autowait.reply(to: [command, folder.path])
            let warnings = ["b.JSON", "in/c.Json"].map {
                "\(folder.path)/\($0): warning: passed over: a scenario's name ends in .json\n"
            }
            #expect(reply.errors == warnings.joined())
            #expect(reply.output.contains("a.json"))
            #expect(!reply.output.contains("d.json") && !reply.output.contains("e.json"))
        }
    }

    @Test(
        "one without a scenario is an error, and what is beside it is read all the same, unless it is about all",
        arguments: ["test", "check", "digest", "compare"])
    func empty(command: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "full/a.json")
            try folder.write("", "empty/keep")
            _ = folder.test("--update")
            let paths = ["empty", "full"].map { folder.path + "/" + $0 }
            for own in [paths, paths.reversed()] {
                let reply = Autowait.reply(to: [command] + own)
                #expect(reply.errors == "\(paths[0]): error: there is no scenario here\n")
                #expect(reply.code == .missingFile)
                #expect(reply.output.contains("full/a.json") == (command != "compare"), "\(reply.output)")
            }
            guard command == "check" else { return }
            // A count does not say that all is well where an error was said.
            let alone = Autowait.reply(to: [command, "-q", paths[0]])
            #expect(alone.output == "1 path with errors.\n" && alone.code == .missingFile)
            let both = Autowait.reply(to: [command, "-q"] + paths)
            #expect(both.output == "1 file: ok; 1 path with errors.\n" && both.code == .missingFile)
        }
    }

    @Test(
        "--strict takes what is passed over, and a filter for nothing, for errors",
        arguments: [
            (["test"], "/to: error: passed over: it is a link to a folder; name it as well\n"),
            (["check"], "/to: error: passed over: it is a link to a folder; name it as well\n"),
            (
                ["test", "--list"], "/to: error: passed over: it is a link to a folder; name it as well\n"
            ),
            (
                ["test", "--filter", "a.json", "--filter", "zzzzzz"],
                "error: no scenario here has 'zzzzzz' in its path\n"
            ),
        ])
    func strict(words: [String], error: String) throws {
        try TestFolder.with { folder in
            for name in ["own/a.json", "shared/b.json"] { try folder.write(TestFolder.scenario(), name) }
            _ = folder.test("--update")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/own/to", withDestinationPath: "../shared")
            let (own, warning) = (folder.path + "/own", error.replacing("error: ", with: "warning: "))
            let plain = Autowait.reply(to: words + [own])
            #expect(plain.errors.contains(warning) && plain.code == .asExpected, "\(plain.errors)")
            let strict = Autowait.reply(to: words + [own, "--strict"])
            #expect(strict.errors.contains(error) && !strict.errors.contains("warning"), "\(strict.errors)")
            #expect(strict.code == .badData && strict.output == plain.output)
        }
    }

    @Test("a link to nothing is said to be one", arguments: ["run", "test", "check", "compare", "digest"])
    func deadLink(command: String) throws {
        try TestFolder.with { folder in
            let path = folder.path + "/dead.json"
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nothing")
            let reply = Autowait.reply(to: [command, path])
            #expect(reply.errors == "\(path): error: cannot be read: a link to nothing\n")
            #expect(reply.code == .missingFile)
        }
    }

    private static func population(_ key: String) -> String {
        "{\"kind\": \"population\", \"networks\": [{\"\(key)\": \"LTE\"}]}"
    }

    @Test(
        "a population is no scenario, though it is checked; one with a mistake is an error",
        arguments: ["test", "check", "compare", "digest"])
    func populations(command: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            _ = folder.test("--update")
            try folder.write(Self.population("network"), "p.json")
            let right = Autowait.reply(to: [command, folder.path])
            #expect(right.errors.isEmpty && right.code == .asExpected)
            #expect(right.output.contains("p.json") == (command == "check"))
            try folder.write(Self.population("netwrk"), "q.json")
            let wrong = Autowait.reply(to: [command, folder.path])
            let words = "q.json:1:38: error: unknown key 'netwrk' in networks; did you mean 'network'?"
            #expect(wrong.errors == "\(folder.path)/\(words)\n" && wrong.code == .badData)
            #expect(wrong.output.contains("a.json"))
        }
    }

    @Test("a population with a mistake ends what decides between choices, and fails among those that are compared")
    func faultyPopulation() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            try folder.write(Self.population("netwrk"), "q.json")
            try folder.write(TestFolder.scenario().replacing("\"network\"", with: "\"netwrk\""), "z.json")
            let vary = ["--vary", "player.keep_up=exoplayer,vlc"]
            let listed = Autowait.reply(to: ["compare", folder.path] + vary)
            let words = [
                "q.json:1:38: error: unknown key 'netwrk' in networks",
                "z.json:1:2: error: unknown key 'netwrk' in scenario",
            ]
            for words in words {
                let lines = listed.errors.split(separator: "\n").filter { $0.contains(words) }
                #expect(lines.count == 1, "\(listed.errors)")
            }
            #expect(listed.code == .badData && listed.output.contains("a.json") && listed.output.contains("failed"))
            let decided = Autowait.reply(
                to: ["compare", folder.path, "--over", "network.down_kbps=1000,2000", "--seeds", "2"] + vary)
            #expect(decided.errors.contains(words[0]) && decided.output.isEmpty && decided.code == .badData)
        }
    }

    @Test("one to which no path leads, as its name is not UTF-8, is told of", arguments: ["test", "check", "digest"])
    func foreignName(command: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "in/a.json")
            _ = folder.test("--update")
            // Some file systems take no such name.
            let name = "n=in/$(printf 'd\\377\\303\\251')"
            let made = try Place.shell(
                name + " && mkdir \"$n\" && cp in/a.json \"$n\" && touch \"$n.x\"", in: folder.url)
            guard made.code == 0 else { return print("SKIPPED: no folder here can have such a name") }
            let place = folder.path + "/in/d\\xFF\\xC3\\xA9"
            let words = "\(place): error: cannot be read: its name is not UTF-8; rename it\n"
            let reply = Autowait.reply(to: [command, folder.path])
            #expect(reply.errors == words && reply.code == .missingFile)
            #expect(reply.output.contains("in/a.json"))
            // To compare some of them is not to compare all.
            let compared = Autowait.reply(to: ["compare", folder.path])
            #expect(compared.errors == words && compared.code == .missingFile && compared.output.isEmpty)
            _ = try Place.shell("rm -r in", in: folder.url)
        }
    }

    @Test("populations without a scenario beside them are checked, and passed over where a key is set over scenarios")
    func onlyPopulations() throws {
        try TestFolder.with { folder in
            try folder.write(Self.population("network"), "p.json")
            #expect(Autowait.reply(to: ["check", folder.path]).output == "ok  \(folder.path)/p.json\n")
            try folder.write(TestFolder.scenario(), "a.json")
            let set = Autowait.reply(to: ["check", folder.path, "--set", "network.down_kbps=900"])
            #expect(set.output == "ok  \(folder.path)/a.json\n" && set.errors.isEmpty)
        }
    }

    @Test("a path that cannot be looked at is not said to be missing")
    func unseen() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            let path = folder.path + "/a.json/b.json"
            let reply = Autowait.reply(to: ["test", path])
            #expect(reply.errors == "\(path): error: cannot be read: Not a directory\n" && reply.code == .missingFile)
        }
    }

    // MARK: Folders that cannot be read

    /// A folder with two scenarios that pass, `a.json` and `z.json`, and one between them that nobody can look into,
    /// whoever asks: its path is as long as a path may be.
    private func withFolderTooDeep(_ body: (TestFolder, _ deep: String) throws -> Void) throws {
        try TestFolder.with { folder in
            for name in ["a.json", "z.json"] { try folder.write(TestFolder.scenario(), name) }
            _ = folder.test("--update")
            var path = folder.path
            let end = Int(PATH_MAX) - 2
            while path.utf8.count < end {
                let room = end - path.utf8.count - 1
                // No name is empty at the end.
                path += "/" + String(repeating: "d", count: room <= 200 ? room : min(200, room - 2))
                try #require(mkdir(path, 0o777) == 0)
            }
            try body(folder, path)
        }
    }

    @Test("one that cannot be read fails, and what is beside it is tested")
    func tested() throws {
        try withFolderTooDeep { folder, deep in
            let name = deep.dropFirst(folder.path.count + 1)
            let answer = folder.test("--junit", folder.path + "/report.xml", "--html", folder.path + "/pages")
            #expect(
                answer.output == """
                    ok       a.json
                    FAIL     \(name)
                    ok       z.json
                    3 scenarios: 2 ok, 1 FAIL.

                    """)
            #expect(answer.errors == "\(name): error: cannot be read: File name too long\n")
            #expect(answer.code == .missingFile)
            let report = try folder.read("report.xml")
            #expect(JUnitSchema.faults(in: report) == [])
            #expect(report.contains(" tests=\"3\" failures=\"0\" errors=\"1\" "))
            let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/pages")
            #expect(pages.count == 2)
            let few = folder.test("--fail-fast")
            #expect(few.output.hasSuffix("\n3 scenarios: 1 ok, 1 FAIL, 1 not run (--fail-fast).\n"))
            let list = folder.test("--list")
            #expect(list.output == "a.json\nz.json\n" && list.errors == answer.errors && list.code == .missingFile)
            // A scenario that fails is what a test is for.
            try folder.write(TestFolder.scenario(expecting: "\"stall_count\": 1"), "z.json")
            #expect(folder.test().code == .regression)
        }
    }

    @Test("one that cannot be read is told of beside the others", arguments: ["check", "digest"])
    func told(command: String) throws {
        try withFolderTooDeep { folder, deep in
            let reply = Autowait.reply(to: [command, folder.path])
            #expect(reply.errors == "\(deep): error: cannot be read: File name too long\n")
            #expect(reply.code == .missingFile)
            for name in ["a.json", "z.json"] { #expect(reply.output.contains("\(folder.path)/\(name)\n")) }
            if command == "check" {
                let quiet = Autowait.reply(to: [command, "-q", folder.path])
                #expect(quiet.output == "3 files: 2 ok, 1 with errors.\n")
            }
        }
    }

    @Test(
        "one that cannot be read ends what is about all of them",
        arguments: [
            "compare", "compare --over network.down_kbps=1000,2000 --vary player.keep_up=exoplayer,vlc --seeds 2",
        ])
    func compared(words: String) throws {
        try withFolderTooDeep { folder, deep in
            let reply = Autowait.reply(to: words.split(separator: " ").map(String.init) + [folder.path])
            #expect(reply.errors == "\(deep): error: cannot be read: File name too long\n")
            #expect(reply.code == .missingFile && reply.output.isEmpty)
        }
    }

    @Test("one that cannot be read ends all where the command line names it", arguments: ["test", "check", "digest"])
    func named(command: String) throws {
        try withFolderTooDeep { folder, deep in
            let reply = Autowait.reply(to: [command, deep])
            #expect(reply.errors == "\(deep): error: cannot be read: File name too long\n")
            #expect(reply.code == .missingFile && reply.output.isEmpty)
            let both = Autowait.reply(to: ["test", folder.path, deep])
            #expect(both.code == .missingFile && both.output.isEmpty)
        }
    }

    @Test(
        "one that may not be listed, or not be entered, is one that cannot be read", arguments: [0o000, 0o444, 0o311])
    func forbidden(permissions: Int) throws {
        try TestFolder.with { folder in
            for name in ["a.json", "shut/b.json", "shut/in/c.json"] { try folder.write(TestFolder.scenario(), name) }
            _ = folder.test("--update")
            func permit(_ permissions: Int) throws {
                try FileManager.default.setAttributes(
                    [.posixPermissions: permissions], ofItemAtPath: folder.path + "/shut")
            }
            try permit(permissions)
            defer { try? permit(0o755) }
            // Root may do everything, unless it gives that up.
            let plain = geteuid() == 0 ? "setpriv --bounding-set -dac_override,-dac_read_search " : ""
            guard try Place.shell("\(plain)true").code == 0,
                try Place.shell("\(plain)ls shut/.", in: folder.url).code != 0
            else { return print("SKIPPED: nothing is forbidden here") }
            let answer = try Place.shell("\(plain)autowait test . --junit report.xml", in: folder.url)
            #expect(answer.output == "ok       ./a.json\nFAIL     ./shut\n2 scenarios: 1 ok, 1 FAIL.\n")
            #expect(answer.errors == "./shut: error: cannot be read: Permission denied\n")
            #expect(answer.code == ExitCode.missingFile.rawValue)
            #expect(try folder.read("report.xml").contains("<testcase name=\"shut\" classname=\".\" file=\"./shut\""))
            for command in ["test", "check", "digest", "compare"] {
                let named = try Place.shell("\(plain)autowait \(command) shut", in: folder.url)
                #expect(named.errors == "shut: error: cannot be read: Permission denied\n", "\(command)")
                #expect(named.code == ExitCode.missingFile.rawValue && named.output.isEmpty)
            }
        }
    }

    @Test("the code is that of the worst fault, whatever the order of the files", arguments: ["check", "digest"])
    func worst(command: String) throws {
        try TestFolder.with { folder in
            try folder.write("{}", "bad.json")
            let paths = ["bad.json", "none.json"].map { folder.path + "/" + $0 }
            for own in [paths, paths.reversed()] {
                #expect(Autowait.reply(to: [command] + own).code == .missingFile)
            }
        }
    }
}
