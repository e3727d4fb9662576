import Foundation
import Testing

@testable import autowait

@Suite("Files that are written")
struct OutputFileTests {
    private static let scenario = """
        {"network": {"trace": "net.csv"}, "media": {"kind": "progressive", "duration_s": 4, "bitrate_kbps": 500}}
        """

    /// A folder with two scenarios, what they read, and files of every form.
    private func withFiles(_ body: (TestFolder) throws -> Void) throws {
        try TestFolder.with { folder in
            for (name, text) in [
                ("a.json", Self.scenario), ("b.json", Self.scenario), ("net.csv", "0,1M\n2,500k\n"),
                ("a.golden", "old\n"), ("master.m3u8", "#EXTM3U\n"), ("notes.md", "notes\n"),
                ("notes.txt", "notes\n"),
                ("empty.txt", ""), ("s.ts", "G\u{0}\u{1}"), ("page.html", "<!DOCTYPE html>\n<html>"),
                ("profiles.plist", "<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist>"),
            ] { try folder.write(text, name) }
            try body(folder)
        }
    }

    /// Runs a command line whose words with a slash in front are names in the folder.
    private func reply(_ words: [String], in folder: TestFolder) -> Reply {
        Autowait.reply(to: words.map { $0.hasPrefix("/") ? folder.path + $0 : $0 })
    }

    static let refused: [(words: [String], file: String, advice: String)] = [
        // The shell puts the names of all scenarios behind the option.
        (["test", "--junit", "/a.json", "/b.json"], "a.json", "write --junit DIR/a.xml"),
        (["test", "--junit", "/a.golden", "/b.json"], "a.golden", "write --junit DIR/a.xml"),
        (["run", "/a.json", "--record", "/net.csv"], "net.csv", "write --record DIR/net.log"),
        (["run", "/a.json", "--record", "/b.json"], "b.json", "write --record DIR/b.log"),
        (["run", "/a.json", "--record", "/a.json"], "a.json", "write --record DIR/a-report\n"),
        (["run", "/a.json", "-o", "/net.csv"], "net.csv", "write -o DIR/net.txt"),
        (["run", "/a.json", "-o", "/a.golden"], "a.golden", "write -o DIR/a.txt"),
        (["run", "/a.json", "-o", "/notes.md"], "notes.md", "write -o DIR/notes-report.txt"),
        (["run", "/a.json", "-o", "/master.m3u8"], "master.m3u8", "write -o DIR/master.txt"),
        (["run", "/a.json", "-o", "/s.ts"], "s.ts", "write -o DIR/s.txt"),
        (["run", "/a.json", "-o", "/page.html"], "page.html", "write -o DIR/page.txt"),
        (["run", "/a.json", "--format", "json", "-o", "/b.json"], "b.json", "write -o DIR/b-report.json"),
        (["run", "/a.json", "--format", "svg", "-o", "/profiles.plist"], "profiles.plist", "DIR/profiles.svg"),
        (["run", "/a.json", "--format", "html", "-o", "/notes.txt"], "notes.txt", "write -o DIR/notes.html"),
        (["compare", "/a.json", "--format", "csv", "-o", "/net.csv"], "net.csv", "write -o DIR/net-report.csv"),
        (["trace", "/net.csv", "--to", "csv", "-o", "/net.csv"], "net.csv", "write -o DIR/net-report\n"),
        (["trace", "/net.csv", "--to", "csv", "-o", "/link.csv"], "link.csv", "write -o DIR/link-report\n"),
        (["trace", "/net.csv", "--to", "csv", "-o", "/hard.csv"], "hard.csv", "write -o DIR/hard-report\n"),
    ]

    @Test("never replace an input, a companion, or a file of another kind", arguments: refused)
    func refusal(words: [String], file: String, advice: String) throws {
        try withFiles { folder in
            let manager = FileManager.default
            try manager.createSymbolicLink(atPath: folder.path + "/link.csv", withDestinationPath: "net.csv")
            try manager.linkItem(atPath: folder.path + "/net.csv", toPath: folder.path + "/hard.csv")
            func contents() throws -> [String: Data] {
                Dictionary(
                    uniqueKeysWithValues: try folder.names().map { name in
                        (name, manager.contents(atPath: folder.path + "/" + name) ?? Data())
                    })
            }
            let before = try contents()
            let reply = reply(words, in: folder)
            #expect(reply.code == .cannotWrite || reply.code == .usage)
            #expect(reply.errors.hasPrefix("\(folder.path)/\(file): error: "), "\(reply.errors)")
            #expect(
                reply.errors.contains(advice.replacingOccurrences(of: "DIR", with: folder.path)), "\(reply.errors)")
            #expect(try contents() == before)
        }
    }

    @Test(
        "are advised under a name that may be written again, and that no folder takes for a scenario",
        arguments: [("a.json", "a-report"), ("a.v2.json", "a.v2-report.txt")])
    func advised(input: String, name: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), input)
            let refused = reply(["run", "/" + input, "-o", "/" + input], in: folder)
            #expect(refused.errors.hasSuffix("; write -o \(folder.path)/\(name)\n"), "\(refused.errors)")
            for _ in 1...2 {
                #expect(reply(["run", "/" + input, "-o", "/" + name], in: folder).code == .asExpected)
            }
            #expect(folder.test("--list").output == input + "\n")
        }
    }

    @Test(
        "are advised in the words of a shell, as are all paths that are to be typed",
        arguments: [
            (#"run "it's/a b.json" -o "it's/a b.json""#, #"; write -o 'it'\''s/a b-report'"#),
            (
                #"shrink "it's/a b.json" --keep 'startup_time_s >= 0' -o "it's/a b.json""#,
                #"; write -o 'it'\''s/a b-report.json'"#
            ),
            (
                #"search "it's/a b.json" --against player.keep_up=vlc -o "it's/a b.json""#,
                #"; write -o 'it'\''s/a b-report.json'"#
            ),
            (#"test "it's" --junit "it's/a b.json""#, #"; write --junit 'it'\''s/a b.xml'"#),
            (#"test "it's" --html "it's""#, #"; write --html 'it'\''s/tests'"#),
            (#"test "it's" --html o --junit "o/c d.xml""#, "; write --junit 'c d.xml'"),
            (
                #"test "it's" --budget '*=+5%'"#,
                #"; "autowait test --update --baseline 'it'\''s/a b.json'" writes it"#
            ),
            (
                #"test "it's" --annotations github"#,
                #"; "autowait test --update 'it'\''s/a b.json'" accepts it"#
            ),
            (#""it's/a b.json""#, #"; did you mean "autowait run 'it'\''s/a b.json'"?"#),
            (
                #"fit "it's/a b.golden" "it's/a b.json" --fit until_s=1..2"#,
                #": autowait fit 'it'\''s/a b.json' 'it'\''s/a b.golden'"#
            ),
            (
                #"infer "it's/a b.golden" --output "new one.svg""#,
                #""autowait infer LOG --format svg >'new one.svg'""#
            ),
        ])
    func quoted(line: String, advice: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "it's/a b.json")
            try folder.write("old\n", "it's/a b.golden")
            let answer = try Place.shell("autowait \(line)", in: folder.url)
            #expect(answer.code != 0 && (answer.output + answer.errors).contains(advice), "\(answer)")
        }
    }

    @Test("a path that looks like an option is a path", arguments: [("-a b", "'./-a b'"), ("-", "-"), ("a", "a")])
    func operands(path: String, typed: String) { #expect(path.shellOperand == typed) }

    @Test("go to where a link leads, and the link stays; where it leads to nothing, that is said")
    func links() throws {
        try withFiles { folder in
            let manager = FileManager.default
            try manager.createDirectory(atPath: folder.path + "/goldens", withIntermediateDirectories: false)
            for (link, target) in [
                ("/out.txt", "goldens/target.txt"), ("/b.golden", "goldens/b.golden"),
                ("/nothing.txt", "goldens/none"),
            ] {
                try manager.createSymbolicLink(atPath: folder.path + link, withDestinationPath: target)
            }
            try folder.write("old\n", "goldens/target.txt")
            try folder.write("old\n", "goldens/b.golden")
            #expect(reply(["run", "/a.json", "-o", "/out.txt"], in: folder).code == .asExpected)
            #expect(reply(["test", "--update", "/b.json"], in: folder).code == .asExpected)
            for name in ["target.txt", "b.golden"] {
                let text = try String(contentsOfFile: "\(folder.path)/goldens/\(name)", encoding: .utf8)
                #expect(text.contains("startup_time_s"))
            }
            for link in ["/out.txt", "/b.golden"] {
                #expect(throws: Never.self) { try manager.destinationOfSymbolicLink(atPath: folder.path + link) }
            }
            let lost = reply(["run", "/a.json", "-o", "/nothing.txt"], in: folder)
            #expect(lost.code == .cannotWrite && lost.errors.contains("a link to nothing"), "\(lost.errors)")
        }
    }

    @Test("a descriptor is written into, whatever is in the file behind it")
    func appended() throws {
        try withFiles { folder in
            try folder.write("{\"a\": 1}\n", "n.json")
            let answer = try Place.shell("autowait run a.json -o /dev/stdout >>n.json", in: folder.url)
            #expect(answer.code == 0, "\(answer.errors)")
            let text = try String(contentsOfFile: folder.path + "/n.json", encoding: .utf8)
            #expect(text.hasPrefix("{\"a\": 1}\n") && text.contains("startup_time_s"))
        }
    }

    @Test(
        "of descriptors are told by their names",
        arguments: [
            ("/dev/stdout", 1), ("/dev/stderr", 2), ("/dev/fd/7", 7), ("/proc/self/fd/1", 1), ("/dev/null", nil),
            ("stdout", nil), ("/dev/fd/", nil), ("/dev/fd/x", nil),
        ] as [(String, Int32?)])
    func descriptors(path: String, number: Int32?) { #expect(OpenDescriptor.number(path) == number) }

    @Test(
        "are replaced by what is of their own kind, and hold what stdout had",
        arguments: [
            (["run", "/a.json"], "/x.txt"), (["run", "/a.json", "--format", "json"], "/x.json"),
            (["run", "/a.json", "--format", "html"], "/page.html"),
            (["run", "/a.json", "--format", "svg"], "/x.svg"),
            (["compare", "/a.json", "--format", "csv"], "/x.csv"), (["run", "/a.json", "--trace"], "/x"),
            (["trace", "/net.csv", "--to", "csv"], "/other.csv"), (["man"], "/x.1"),
            (["schema", "--of", "report"], "/schema.json"),
            (["list", "metrics", "--format", "json"], "/l.json"), (["run", "/a.json"], "/empty.txt"),
        ] as [([String], String)])
    func replacement(words: [String], file: String) throws {
        try withFiles { folder in
            let shown = reply(words, in: folder)
            for _ in 1...2 {
                let written = reply(words + ["-o", file], in: folder)
                #expect(written.output.isEmpty && written.errors == shown.errors && written.code == shown.code)
                let text = try folder.read(file)
                #expect(text == shown.output)
            }
        }
    }

    @Test(
        "that are text go into whatever is not there yet, and replace only what has a report's name",
        arguments: ["x.md", "x.json", "x.rst"])
    func unlikeReports(name: String) throws {
        try withFiles { folder in
            let first = reply(["run", "/a.json", "-o", "/" + name], in: folder)
            #expect(first.code == .asExpected, "\(first.errors)")
            for command in ["run", "compare", "why", "digest", "check"] {
                let refused = reply([command, "/a.json", "-o", "/" + name], in: folder)
                #expect(refused.errors.contains("this file is no report: '-o' leaves it"), "\(refused.errors)")
                #expect(refused.errors.hasSuffix("write -o \(folder.path)/x.txt\n"), "\(refused.errors)")
                #expect(refused.code == .cannotWrite)
            }
        }
    }

    @Test(
        "that are scenarios are replaced by what the same command makes of another, and no other scenario is",
        arguments: [
            ["shrink", "/s.json", "--keep", "stall_count == 0"],
            ["search", "/s.json", "--against", "player.keep_up=first-chunk", "--tries", "4"],
            ["search", "/s.json", "--against", "player.keep_up=first-chunk", "--tries", "4", "--whole"],
        ])
    func scenarios(words: [String]) throws {
        try TestFolder.with { folder in
            func scenario(_ name: String) -> String {
                "{\"name\": \"\(name)\", \"about\": \"Mine\", " + TestFolder.scenario().dropFirst()
            }
            try folder.write(scenario("One"), "copy.json")
            for name in ["One", "Two"] {
                try folder.write(scenario(name), "s.json")
                let written = reply(words + ["-o", "/small.json"], in: folder)
                #expect(written.code == .asExpected, "\(written.errors)")
                let text = try folder.read("small.json")
                let start = "{\n  \"about\": \"written by 'autowait \(words[0])'\",\n  \"name\": \"\(name)\",\n"
                #expect(text.hasPrefix(start) && !text.contains("Mine"), "\(text)")
                let refused = reply(words + ["-o", "/copy.json"], in: folder)
                let reason = "is JSON, such as a scenario, and no scenario that '\(words[0])' made: '-o' leaves it"
                #expect(refused.code == .cannotWrite && refused.errors.contains(reason), "\(refused.errors)")
                #expect(try folder.read("copy.json") == scenario("One"))
            }
        }
    }

    @Test("are replaced by a log where they are one")
    func log() throws {
        try withFiles { folder in
            for _ in 1...2 {
                #expect(reply(["run", "/a.json", "--record", "/r.log"], in: folder).code == .asExpected)
            }
        }
    }

    @Test("keep their permissions, and leave nothing behind but what they are")
    func permissions() throws {
        try withFiles { folder in
            let path = folder.path + "/r.txt"
            #expect(reply(["run", "/a.json", "-o", "/r.txt"], in: folder).code == .asExpected)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            // Left by a process that is gone, and by one that is no process.
            let gone = try Place.shell("echo $$").output.dropLast()
            try folder.write("half", ".r.txt.new-\(gone)")
            try folder.write("half", ".other.txt.new-\(gone)")
            #expect(reply(["run", "/a.json", "-o", "/r.txt"], in: folder).code == .asExpected)
            let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(permissions == 0o640)
            let drafts = try folder.names().filter { $0.hasPrefix(".") }
            #expect(drafts == [".other.txt.new-\(gone)"])
        }
    }

    @Test("are never drafted through a link")
    func link() throws {
        try withFiles { folder in
            try folder.write("mine", "victim")
            let draft = ".r.txt.new-\(ProcessInfo.processInfo.processIdentifier)"
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + draft, withDestinationPath: "victim")
            #expect(reply(["run", "/a.json", "-o", "/r.txt"], in: folder).code == .asExpected)
            #expect(try folder.read("victim") == "mine")
            #expect(try folder.read("r.txt").contains("digest"))
        }
    }

    @Test("say that a file is of another kind by what it is")
    func another() throws {
        try withFiles { folder in
            let reply = reply(["trace", "/net.csv", "--to", "sabre", "-o", "/b.json"], in: folder)
            #expect(reply.errors.contains("/b.json: error: this file is JSON of another kind: '-o' leaves it"))
        }
    }

    @Test(
        "that have no room are said to have none",
        arguments: [
            "run \(demo) >/dev/full", "run \(demo) -o /dev/full", "run \(demo) --record /dev/full",
            "test \(demo) --junit /dev/full", "list keys >/dev/full",
        ])
    func full(line: String) throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return print("SKIPPED: no /dev/full here") }
        let answer = try Place.shell("autowait \(line)")
        #expect(answer.code == ExitCode.cannotWrite.rawValue)
        #expect(answer.errors.contains("error: ") && answer.errors.contains("cannot be written: No space left"))
    }

    private static let demo = "Scenarios/session-503/demo-5-play-immediately.json"

    @Test(
        "a pipe or a socket in a folder is passed over with a word",
        arguments: ["test", "check", "compare", "digest"])
    func pipes(command: String) throws {
        try withFiles { folder in
            try folder.write(TestFolder.scenario(), "in/a.json")
            let made = try Place.shell("mkfifo in/p.json in/q.golden none.json", in: folder.url)
            try #require(made.code == 0)
            let reply = reply([command, "/in"], in: folder)
            for name in ["p.json", "q.golden"] {
                #expect(reply.errors.contains("in/\(name): warning: passed over: it is a named pipe (FIFO)\n"))
            }
            #expect(reply.output.contains("in/a.json"))
        }
    }

    @Test("standard input is no output, and a file that is not there is written over by nothing")
    func noFile() throws {
        try TestFolder.with { folder in
            for words in [["run", "/a.json", "-o", "-"], ["test", "/a.json", "--junit", "-"]] {
                let refused = reply(words, in: folder)
                #expect(refused.code == .usage)
                #expect(refused.errors.contains("'\(words[2]) -' names no file"))
            }
            let missing = reply(["run", "/nope.json", "-o", "/nope.json"], in: folder)
            #expect(missing.code == .missingFile)
            #expect(missing.errors == "\(folder.path)/nope.json: error: no such file\n")
            let names = try folder.names()
            #expect(names.isEmpty)
        }
    }

    @Test("a folder without a scenario is a missing file", arguments: ["test", "digest", "compare", "check"])
    func emptyFolder(command: String) throws {
        try TestFolder.with { folder in
            let reply = Autowait.reply(to: [command, folder.path])
            #expect(
                reply.code == .missingFile && reply.errors == "\(folder.path): error: there is no scenario here\n")
        }
    }

    @Test("beyond the limit of a file's size nothing is written, that is said, and no draft is left")
    func sizeLimit() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            let line = "ulimit -f 8; autowait run a.json --format html -o page.html"
            let answer = try Place.shell(line, in: folder.url)
            #expect(answer.code == ExitCode.cannotWrite.rawValue && answer.errors.contains("page.html"), "\(answer)")
            #expect(try folder.names() == ["a.json"])
        }
    }

    @Test("a name with line breaks and escape sequences is harmless everywhere")
    func names() throws {
        try TestFolder.with { folder in
            let name = "a\n\u{1B}[31m\u{9B}b"
            try folder.write(TestFolder.scenario(), name + ".json")
            let path = folder.path + "/" + name + ".json"
            for words in [
                ["check", folder.path], ["digest", folder.path], ["test", folder.path], ["compare", folder.path],
                ["test", "--list", folder.path], ["compare", folder.path, "--format", "csv"], ["run", path + "x"],
                ["diff", path, Place.path(Self.demo)], ["run", path, "--record", path], [name], ["run", "--" + name],
                ["list", name], ["run", path, "--set", name], ["test", folder.path, "--filter", "\u{1B}x"],
            ] {
                let reply = Autowait.reply(to: words)
                let text = reply.output + reply.errors
                #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || 127..<160 ~= $0.value })
                #expect(!text.contains("\nb"))
            }
        }
    }

    @Test("no cell of a CSV is a formula, and numbers are numbers")
    func formulas() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            let csv = Autowait.reply(to: [
                "compare", folder.path, "--format", "csv", "--vary", "name==1+1,-2,+x,@y,plain,a\nb,a b,\"=a\"\"b\"",
                "--metrics", "goldilocks_distance_s",
            ]).output
            let names = csv.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[1] }
            // A line break has its number, and no two names are one.
            #expect(names.prefix(7) == ["'=1+1", "-2", "'+x", "'@y", "plain", #"a\u{A}b"#, "a b"])
            #expect(!csv.split(whereSeparator: { $0 == "," || $0 == "\n" }).contains { "=+@".contains($0.first!) })
        }
    }
}
