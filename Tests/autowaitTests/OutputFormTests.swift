import Testing

@testable import autowait

@Suite("Forms and places of files that are written")
struct OutputFormTests {
    private static let long = String(repeating: "x", count: FileForm.mostBytes)

    @Test(
        "are told by the cells of the first lines, with quotes as RFC 4180 has them",
        arguments: [
            ("scenario,a\none,1\n", .table(first: "scenario")),
            ("scenario,a\n\"one,two\",1\n", .table(first: "scenario")),
            ("scenario,a\n\"say \"\"one, two\"\"\",1\n", .table(first: "scenario")),
            ("scenario,a\r\n\"one\r\n#two\",1\r\n", .table(first: "scenario")),
            ("\"a,b\",c\n1,2\n", .table(first: "a,b")),
            ("start_s,mean_s + 2 * percent,own\n1,2,true\n", .table(first: "start_s")),
            ("# made\nkey,a\n# within\n1,2\n", .table(first: "key")),
            ("0,1M\n2,500k\n", .table(first: "")),
            // The third line is cut within.
            ("a,b,c\n1,2,3\n1,\(long)", .table(first: "a")),
            ("a,b,c\n1,2,3\n1,\"\(long)", .table(first: "a")),
            ("a,\(long),c\n1,2,3\n", .table(first: "a")),
            // Prose has blanks, and its lines differ.
            ("Hello, World\nfoo, bar\n", .text), ("My app,on 3G\na,b.json\n", .text), ("a,b\n1,2,3\n", .text),
            ("a,\"b\nc,d\n", .text), ("one line\n", .text), ("a,b\n\n1 wait, 0.051 s.\n", .text),
            // A name may look like anything.
            ("[1] demo\n\nnetwork  tcp\n", .text), ("{x} demo\n\nnetwork  tcp\n", .text),
            ("[1, 2]\n\nnetwork  tcp\n", .text), ("{\"a\": 1}\n\nnetwork  tcp\n", .text),
            ("<slow>\n\nnetwork  tcp\n", .text), ("<slow\n\nnetwork  tcp\n", .text),
            ("#EXTM3U\n\nnetwork  tcp\n", .text), ("#EXTM3U demo\nin/a.json\n\na  b\n", .text),
            ("#EXTM3U\na.json\neach choice in 2\nall against x\n\na  b\n", .text),
            ("#EXTM3U\n", .playlist), ("#EXTM3U\n\n# mine\n", .playlist), ("#EXTM3U\na.ts\n\n", .playlist),
            ("#EXTM3U\r\na.ts\r\nb.ts\r\n\r\n", .playlist), ("#EXTM3U\n\na.ts\n#EXT-X-ENDLIST\n", .playlist),
            ("#EXTM3U x\n#EXTINF:6,\na b.ts\n", .playlist),
            ("52ee5078d475256f  1.json\n", .text), ("1607012345123456 500\n", .table(first: "")),
            ("[\n  1.5e3, null,\n", .list), ("{\"a \\\"b\": [\n  \"c d\",\n", .json(first: "a \\", value: "")),
            ("{\"kind\": \"experiment\", \"n\": true}\n{\"kind\": 1}\n", .json(first: "kind", value: "experiment")),
            ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n", .page), ("<svg a=\"b\"><title>a</title>", .drawing),
            // HTML, too, but none of ours.
            ("<!doctype HTML>\n<meta charset=utf-8>\n<p>hi", .markup(root: "!doctype html")),
            ("<!-- x -->\n<!DOCTYPE html>\n<title>x</title>", .markup(root: "!doctype html")),
            ("<!DOCTYPE html>\n", .markup(root: "!doctype html")),
            ("<?xml version=\"1.0\"?>\n<testsuites a=\"b\">\n<testsuite>\n", .junit),
        ] as [(String, FileForm)])
    func forms(text: String, form: FileForm) {
        let bytes = Array(text.utf8)
        #expect(FileForm(bytes) == form)
        // As `OutputFile` reads a file: no more than shows the form, and a byte.
        #expect(FileForm(Array(bytes.prefix(FileForm.mostBytes + 1))) == form)
    }

    @Test(
        "of what is in UTF-16 a page is known, and nothing else",
        arguments: [
            ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n", .page), ("{\"model\": 1}\n", .data),
        ] as [(String, FileForm)])
    func wide(text: String, form: FileForm) {
        let bytes = Reply.Encoding.utf16.bytes(of: "\u{FEFF}" + text + (form == .page ? Self.long : ""))
        #expect(FileForm(bytes) == form)
    }

    @Test("of a long file no more is read than shows that it is")
    func beginning() throws {
        try TestFolder.with { folder in
            try folder.write(Self.long, "long.txt")
            #expect(try Files.read(folder.path + "/long.txt", limit: 10).count == 11)
        }
    }

    @Test(
        "of a file that is left as it is, the sentence says the form",
        arguments: [
            ("<!DOCTYPE html>\n<p>hi", "html", "is HTML of another kind"),
            ("<!DOCTYPE html>\n<p>hi", "svg", "is a page in HTML, and no drawing in SVG"),
            ("<a>\n<b/></a>", "html", "is XML, and no page in HTML"),
        ])
    func left(text: String, format: String, words: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            try folder.write(text, "old")
            let reply = reply(["run", "/a.json", "--format", format, "-o", "/old"], in: folder)
            #expect(reply.code == .cannotWrite)
            #expect(reply.errors.contains("/old: error: this file \(words): '-o' leaves it"), "\(reply.errors)")
        }
    }

    private static let varied = ["compare", "/a,b.json", "--vary", keys]
    private static let keys = #"player.keep_up={"rule":"fixed-seconds","start_s":1},first-chunk"#
    private static let decided = varied + ["--over", "network.down_kbps=900,1100"]
    private static let tuned = [
        "tune", "/a,b.json", "--set", "player.keep_up=fixed-seconds", "--parameter", "player.keep_up.start_s=1,2",
        "--minimise", "startup_mean_s + 2 * stalled_percent", "--over", "network.down_kbps=900,1100",
    ]

    static let commands: [[String]] =
        ["text", "json", "csv", "csv-summary", "html"].map { varied + ["--format", $0] }
        + ["text", "json", "jsonl", "csv", "csv-summary", "html"].map { decided + ["--format", $0] }
        + ["text", "json", "csv"].map { tuned + ["--format", $0] }
        + ["text", "json", "html", "svg", "p1203"].map { ["run", "/a,b.json", "--format", $0] }

    /// Runs a command line whose words with a slash in front are names in the folder.
    private func reply(_ words: [String], in folder: TestFolder) -> Reply {
        Autowait.reply(to: words.map { $0.hasPrefix("/") ? folder.path + $0 : $0 })
    }

    @Test("a report is written again over what it wrote itself", arguments: commands)
    func again(words: [String]) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a,b.json")
            for _ in 1...2 {
                let reply = reply(words + ["-o", "/out"], in: folder)
                #expect(reply.code == .asExpected, "\(reply.errors)")
            }
        }
    }

    @Test(
        "a text is written again whatever the scenario is called",
        arguments: ["[1] demo", "{}", "<slow>", "<slow", "a,b", "12 34", "#EXT", "#EXTM3U", "#EXTM3U demo"],
        ["run", "why", "digest", "compare"])
    func called(name: String, command: String) throws {
        try TestFolder.with { folder in
            let media = #""media": {"kind": "local", "duration_s": 10, "bitrate_kbps": 1000}"#
            let script = #""script": [{"at_s": 0, "do": "load"}, {"at_s": 1, "do": "play"}]"#
            try folder.write("{\"name\": \"\(name)\", \(media), \(script)}", "1.json")
            let more = command == "compare" ? ["--set", "player.keep_up=first-chunk"] : []
            for _ in 1...2 {
                let reply = reply([command, "/1.json", "-o", "/out.txt"] + more, in: folder)
                #expect(reply.code == .asExpected, "\(reply.errors)")
            }
        }
    }

    @Test("a folder that is allowed is none to fill: the place is looked at first")
    func allowed() throws {
        try TestFolder.with { folder in
            try folder.write("", "folder/x")
            for command in ["run", "why", "check", "digest"] {
                let words = [command, "/none.json", "--allow", "/folder", "-o", "/no/x.txt"]
                let reply = reply(words, in: folder)
                #expect(reply.code == .cannotWrite, "\(reply.errors)")
            }
        }
    }

    @Test("another form is refused before anything is read or run", arguments: commands.filter { $0[0] == "compare" })
    func before(words: [String]) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "other.json")
            let reply = reply(words + ["-o", "/other.json"], in: folder)
            #expect(reply.code == .cannotWrite)
            #expect(reply.errors.contains("/other.json: error: this file is "), "\(reply.errors)")
        }
    }

    @Test(
        "a place where nothing can be written is refused before the work",
        arguments: [
            ("no/such/x.txt", "/no/such/x.txt: error: there is no folder ", "make it first, or write OPTION x.txt\n"),
            ("folder", "/folder: error: this is a folder; name a file in it\n", ""),
            ("a.json/x", "/a.json/x: error: there is no folder ", "; make it first, or write OPTION x\n"),
        ])
    func places(path: String, beginning: String, end: String) throws {
        try TestFolder.with { folder in
            try folder.write("{", "a.json")
            try folder.write("", "folder/x")
            for (command, option) in [("run", "-o"), ("run", "--record"), ("compare", "-o"), ("check", "-o")] {
                // Nothing can be read of what is to be run.
                let reply = reply([command, "/none.json", option, "/" + path], in: folder)
                #expect(reply.code == .cannotWrite && reply.output.isEmpty)
                #expect(reply.errors.hasPrefix(folder.path + beginning), "\(reply.errors)")
                #expect(reply.errors.hasSuffix(end.replacing("OPTION", with: option)), "\(reply.errors)")
            }
            #expect(try folder.names() == ["a.json", "folder"])
        }
    }

    @Test("what follows from pages that were never made is not said beside the fault")
    func fault() throws {
        guard Files.exists("/dev/full") else { return print("SKIPPED: no /dev/full here") }
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a,b.json")
            for format in ["csv", "jsonl"] {
                let words = Self.decided.map { $0.hasPrefix("/") ? folder.path + $0 : $0 }
                var reply = Autowait.reply(to: words + ["--format", format, "-o", "/dev/full"])
                reply.end()
                #expect(reply.code == .cannotWrite)
                #expect(reply.errors == "/dev/full: error: cannot be written: No space left on device\n")
            }
        }
    }
}
