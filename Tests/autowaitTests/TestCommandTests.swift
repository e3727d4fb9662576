import Foundation
import Testing

@testable import autowait

@Suite("What autowait test can be asked for")
struct TestCommandTests {
    /// Six scenarios in two folders: the third and the fifth fail, the sixth cannot be read.
    private func write(_ folder: TestFolder) throws {
        for name in ["one/a", "one/b", "two/d"] { try folder.write(TestFolder.scenario(), name + ".json") }
        try folder.write(TestFolder.scenario(expecting: "\n\"stall_count\": 1"), "one/c.json")
        try folder.write(TestFolder.scenario(expecting: "\"stall_count\": 2"), "two/e.json")
        _ = folder.test("--update")
        try folder.write("{", "two/f.json")
    }

    @Test("any number of jobs prints the same bytes, and writes the same report")
    func jobs() throws {
        try TestFolder.with { folder in
            try write(folder)
            for more in [[], ["--fail-fast"], ["--annotations", "github"], ["--filter", "two"]] {
                let answers = ["1", "2", "7", "64"].map { jobs in
                    let junit = folder.path + "/report-\(jobs).xml"
                    let reply = Autowait.reply(to: ["test", folder.path, "--jobs", jobs, "--junit", junit] + more)
                    // The time that a case took is the one thing that differs.
                    let report = ((try? folder.read("report-\(jobs).xml")) ?? "none")
                        .replacingOccurrences(of: " time=\"[0-9.]+\"", with: "", options: .regularExpression)
                    return [reply.output, reply.errors, report]
                }
                #expect(Set(answers).count == 1)
                #expect(JUnitSchema.faults(in: answers[0][2]) == [])
            }
        }
    }

    @Test("a failure has its place, its word, and its code")
    func verdicts() throws {
        try TestFolder.with { folder in
            try write(folder)
            let answer = folder.test("--annotations=github")
            #expect(
                answer.output == """
                    ok       one/a.json
                    ok       one/b.json
                    FAIL     one/c.json
                             one/c.json:5:1: error: stall_count is 0, must be 1; 1 too few
                    ::error file=one/c.json,line=5,col=1,title=FAIL%3A c::stall_count is 0, must be 1; 1 too few
                    ok       two/d.json
                    FAIL     two/e.json
                             two/e.json:4:13: error: stall_count is 0, must be 2; 2 too few
                    ::error file=two/e.json,line=4,col=13,title=FAIL%3A e::stall_count is 0, must be 2; 2 too few
                    FAIL     two/f.json
                    ::error file=two/f.json,line=1,col=1,title=FAIL%3A f::this is never closed; a } is missing
                    6 scenarios: 3 ok, 3 FAIL.

                    """)
            #expect(answer.errors == "two/f.json:1:1: error: this is never closed; a } is missing\n")
            // What fails counts, whatever could not be read besides.
            #expect(answer.code == .regression)
            #expect(folder.test("--filter", "two/f").code == .badData)
            #expect(folder.test("--filter", "two/d", "--filter", "two/f").code == .badData)
        }
    }

    @Test("annotations are for what is printed, and no file takes them away")
    func annotationsInFile() throws {
        try TestFolder.with { folder in
            try write(folder)
            let answer = folder.test("--annotations", "github", "-o", folder.path + "/report.txt")
            #expect(answer.code == .usage && answer.errors.contains("'| tee FILE'"), "\(answer)")
            #expect(try !folder.names().contains("report.txt"))
        }
    }

    @Test("a schema beside scenarios is none, and a budget above them that is for none is said")
    func schemaAndBudget() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "deep/a.json")
            try folder.write(Autowait.reply(to: ["schema"]).output, "deep/scenario.schema.json")
            try folder.write("{\"*\": \"+50%\"}", "deep/folder.budget")
            #expect(folder.test("--update").output == "updated  deep/a.json\n1 scenario: 1 updated.\n")
            #expect(folder.test().output == "ok       deep/a.json\n1 scenario: ok.\n")
            try folder.write("{\"*\": \"+50%\"}", "folder.budget")
            let answer = folder.test()
            #expect(answer.code == .regression)
            #expect(answer.output.contains("it is for the scenarios beside it, and there is none"), "\(answer)")
        }
    }

    @Test("a scenario that names the dialect of schemas is tested as any other")
    func dialect() throws {
        try TestFolder.with { folder in
            let dialect = "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", "
            let text = TestFolder.scenario(expecting: "\"stall_count\": 7")
            try folder.write(dialect + text.dropFirst(), "a.json")
            try folder.write(dialect + "\"network\": \"3G\"}", "b.json")
            let answer = folder.test()
            #expect(answer.code == .regression && answer.output.contains("a.json:4:13: error: stall_count is 0"))
            #expect(answer.errors.hasPrefix("b.json:1:1: error: 'media' is missing"), "\(answer)")
        }
    }

    @Test("a change is annotated at the first line of the golden that is another one")
    func changed() throws {
        try TestFolder.with { folder in
            try write(folder)
            try folder.write(TestFolder.scenario(wait_s: "2.5"), "one/a.json")
            let answer = folder.test("--annotations", "github", "--filter", "one/a")
            let golden = try folder.read("one/a.golden").components(separatedBy: "\n")
            let line = try #require(golden.firstIndex { $0.hasPrefix("keep up") }) + 1
            #expect(
                answer.output.contains("\n::error file=one/a.golden,line=\(line),title=CHANGED%3A a::it is not a"))
            #expect(
                answer.output.contains("%0A- keep up  fixed-wait (wait_s 2 s)%0A+ keep up  fixed-wait (wait_s 2.5"))
            #expect(answer.code == .regression)
        }
    }

    @Test("an annotation names a file from the root of the repository, and never upwards")
    func annotatedNames() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "one/deep/a.json")
            let (path, deep) = (folder.path, folder.path + "/one/deep/a.json")
            let root = try #require(Files.realPath(path))
            for workspace in [path, path + "/", path + "/one/.."] {
                for name in [deep, path + "/one/../one/deep/a.json", root + "/one/deep/a.json"] {
                    #expect(GitHubCheckout(workspace).name(name) == "one/deep/a.json")
                }
            }
            // A repository that does not hold the file, and none at all.
            for workspace in [path + "/two", path + "/on", "", nil] {
                #expect(GitHubCheckout(workspace).name(deep) == deep)
                #expect(GitHubCheckout(workspace).name(path + "/one/../one/deep/a.json") == root + "/one/deep/a.json")
            }
            #expect(GitHubCheckout(nil).name("./a.json") == "a.json")
            #expect(GitHubCheckout(nil).name("Sources/../a.json") == "a.json")
            #expect(GitHubCheckout(path).name("<stdin>") == "<stdin>")
        }
    }

    @Test("--fail-fast ends with the first failure, says how many are left, and the report has them as skipped")
    func failFast() throws {
        try TestFolder.with { folder in
            try write(folder)
            let answer = folder.test("--fail-fast", "--junit", folder.path + "/report.xml")
            #expect(
                answer.output == """
                    ok       one/a.json
                    ok       one/b.json
                    FAIL     one/c.json
                             one/c.json:5:1: error: stall_count is 0, must be 1; 1 too few
                    6 scenarios: 2 ok, 1 FAIL, 3 not run (--fail-fast).

                    """)
            #expect(answer.errors.isEmpty && answer.code == .regression)
            #expect(try folder.read("report.xml").components(separatedBy: "<skipped").count == 4)
            #expect(folder.test("--fail-fast", "--filter", "d.json").output.hasSuffix("1 scenario: ok.\n"))
        }
    }

    @Test("--fail-fast accepts nothing behind the first failure, on any number of threads", arguments: ["1", "8"])
    func failFastUpdate(jobs: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            try folder.write(TestFolder.scenario(expecting: "\"stall_count\": 1"), "b.json")
            for name in ["c.json", "d.json"] { try folder.write(TestFolder.scenario(), name) }
            let answer = folder.test("--update", "--fail-fast", "--jobs", jobs)
            #expect(answer.output.hasSuffix("\n4 scenarios: 1 updated, 1 FAIL, 2 not run (--fail-fast).\n"))
            #expect(try folder.names() == ["a.golden", "a.json", "b.json", "c.json", "d.json"])
        }
    }

    @Test(
        "--filter takes those whose path has the text, or one of the texts",
        arguments: [
            (["a"], "1 scenario: ok.", ""), (["one/"], "3 scenarios: 2 ok, 1 FAIL.", ""),
            (["b.json", "two/d"], "2 scenarios: all ok.", ""),
            (["b.json", "ones"], "1 scenario: ok.", "warning: no scenario here has 'ones' in its path; "),
        ])
    func filter(texts: [String], sentence: String, errors: String) throws {
        try TestFolder.with { folder in
            try write(folder)
            // The folder's own path must not match.
            let filters = texts.flatMap { ["--filter", $0 == "a" ? "/a.json" : $0] }
            let reply = Autowait.reply(to: ["test", folder.path] + filters)
            #expect(reply.output.hasSuffix("\n\(sentence)\n"))
            #expect(errors.isEmpty ? reply.errors.isEmpty : reply.errors.hasPrefix(errors))
        }
    }

    @Test("what is named twice is tested once, and a link is a scenario of its own")
    func once() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "one/a.json")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/one/b.json", withDestinationPath: "a.json")
            let path = folder.path
            let reply = Autowait.reply(
                to: ["test", "--update", path, path + "/one/", path + "/one/../one/a.json", path + "/one/a.json"])
            #expect(reply.output.hasSuffix("\n2 scenarios: 2 updated.\n"))
            #expect(folder.test().output == "ok       one/a.json\nok       one/b.json\n2 scenarios: all ok.\n")
        }
    }

    @Test("files whose names differ in their Unicode form alone are two, and so are their goldens")
    func unicodeForms() throws {
        try TestFolder.with { folder in
            let (composed, decomposed) = ("\u{E9}", "e\u{301}")
            for name in [composed, decomposed] { try folder.write(TestFolder.scenario(), name + ".json") }
            // Some file systems take both for one.
            guard try folder.names().count == 2 else { return print("SKIPPED: here both names are one file's") }
            #expect(folder.test("--update").output.hasSuffix("\n2 scenarios: 2 updated.\n"))
            try folder.write(TestFolder.scenario(expecting: "\"startup_time_s\": 99"), composed + ".json")
            let reply = folder.test()
            #expect(reply.output.utf8.starts(with: "ok       \(decomposed).json\nFAIL     \(composed).json\n".utf8))
            #expect(reply.output.hasSuffix("\n2 scenarios: 1 ok, 1 FAIL.\n"))
            try FileManager.default.removeItem(atPath: folder.path + "/\(decomposed).json")
            let rest = folder.test().output
            #expect(rest.contains(".golden\n         its scenario is gone; remove it\n"))
        }
    }

    static let session = Place.path("Scenarios/session-503")

    @Test(
        "what makes no sense is said to be so",
        arguments: [
            (["--annotations", "githbu"], .usage, "'githbu' shows no annotations; did you mean 'github'?"),
            (["--annotations", "gitlab"], .usage, "'gitlab' shows no annotations"),
            (["--jobs", "0"], .usage, "'--jobs' takes a whole number from 1 to 1024, not '0'"),
            (["--jobs", "two"], .usage, "'--jobs' takes a whole number from 1 to 1024, not 'two'"),
            (["--filter", ""], .usage, "'--filter' takes a part of a path"),
            (
                ["--filter", "demo-4-slow-server-paly"], .missingFile,
                "error: no scenario here has 'demo-4-slow-server-paly' in its path; did you mean "
                    + "'demo-4-slow-server-play'?"
            ),
            (["--filter", "zzzzzzzzz"], .missingFile, "error: no scenario here has 'zzzzzzzzz' in its path\n"),
            (["--baseline"], .usage, "write --update --baseline"),
            (["--update", "--budget", "*=+5%"], .usage, "give one of them"),
            (["--update", "--list"], .usage, "'--list' tests nothing, so '--update' does nothing beside it"),
            (["--list", "--junit", "x.xml"], .usage, "so '--junit' does nothing beside it"),
            (["--list", "--html", "x"], .usage, "so '--html' does nothing beside it"),
            (["--budget", "startup_tme_s=+5%"], .usage, "did you mean 'startup_time_s'?"),
            (["--budget", "startup_time_s"], .usage, "write --budget startup_time_s=+5%"),
        ] as [([String], ExitCode, String)])
    func nonsense(arguments: [String], code: ExitCode, message: String) {
        let reply = Autowait.reply(to: ["test", Self.session] + arguments)
        #expect(reply.output.isEmpty)
        #expect(reply.errors.contains(message), "\(reply.errors)")
        #expect(reply.code == code)
    }

    private static let noFolder = "error: there is no folder no/such/; make it first, or write"

    @Test(
        "a place where nothing can be written is refused before anything is run",
        arguments: [
            (["--junit", "no/such/r.xml"], "no/such/r.xml: \(noFolder) --junit r.xml"),
            (["-o", "no/such/r.txt"], "no/such/r.txt: \(noFolder) -o r.txt"),
            (["--html", "a.json/in"], "a.json/in: error: cannot be written: a.json is a file, not a folder"),
            (["--html", "a.json/in/"], "a.json/in/: error: cannot be written: a.json is a file, not a folder"),
            // The folder that is to be filled is not made either.
            (["--html", "out", "--junit", "no/such/r.xml"], "no/such/r.xml: \(noFolder) --junit r.xml"),
            (["--html", "out", "-o", "no/such/r.txt"], "no/such/r.txt: \(noFolder) -o r.txt"),
        ])
    func noPlace(options: [String], words: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            let here = options.map { $0.hasPrefix("-") ? $0 : folder.path + "/" + $0 }
            let reply = Autowait.reply(to: ["test", folder.path] + here)
            #expect(reply.errors.replacing(folder.path + "/", with: "") == words + "\n")
            #expect(reply.output.isEmpty && reply.code == .cannotWrite)
            #expect(try folder.names() == ["a.json"])
        }
    }

    @Test("a report for which there turns out to be no room is an error, and the result is there all the same")
    func noRoom() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return print("SKIPPED: no /dev/full here") }
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            _ = folder.test("--update")
            let answer = folder.test("--junit", "/dev/full")
            #expect(answer.output == "ok       a.json\n1 scenario: ok.\n")
            #expect(answer.errors.hasPrefix("/dev/full: error: cannot be written: ") && answer.code == .cannotWrite)
        }
    }

    @Test("a name that is no UTF-8 is answered, and the report is XML all the same")
    func foreignName() throws {
        try TestFolder.with { folder in
            // Some file systems take no such name.
            let made = try Place.shell("printf '{}' >\"$(printf 'a\\377.json')\"", in: folder.url)
            guard made.code == 0 else { return print("SKIPPED: no file here can have such a name") }
            let answer = folder.test("--junit", folder.path + "/report.xml", "--annotations", "github")
            #expect(answer.output.hasPrefix("FAIL     a\u{FFFD}.json\n::error file=a\u{FFFD}.json,"))
            let reason = "no such file, or a name in its path is not UTF-8; rename it"
            #expect(answer.errors == "a\u{FFFD}.json: error: cannot be read: \(reason)\n")
            #expect(answer.code == .missingFile)
            #expect(JUnitSchema.faults(in: try folder.read("report.xml")) == [])
        }
    }
}
