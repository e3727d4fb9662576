import Foundation
import Testing

@testable import autowait

@Suite("Pages that run")
struct LivePageTests {
    private static let demo = Place.path("Scenarios/session-503/demo-5-play-immediately.json")
    private static let page = "<body><script id=\"engine-bytes\">H4sI</script><script>begin();</script></body>"

    private static func withPage(_ text: String = page, _ body: (String) throws -> Void) throws {
        try TestFolder.with { folder in
            try folder.write(text, "page.html")
            try body(folder.path + "/page.html")
        }
    }

    /// The state that is put into a page, read as a browser would.
    private static func state(_ output: String) throws -> [String: Any] {
        let parts = output.components(separatedBy: "<script type=\"application/json\" id=\"own-scenario\">")
        try #require(parts.count == 2)
        let json = try #require(parts[1].components(separatedBy: "</script>").first)
        return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    @Test("a scenario is put into it as it is, and with its settings")
    func scenario() throws {
        try Self.withPage { page in
            let arguments = ["run", Self.demo, "--format", "html", "--engine", page]
            let plain = try Self.state(Autowait.reply(to: arguments).output)
            let versions = try #require(plain["versions"] as? [[String: Any]])
            #expect(
                versions[0]["text"] as? String
                    == (try Place.text("Scenarios/session-503/demo-5-play-immediately.json")))
            let set = try Self.state(Autowait.reply(to: arguments + ["--set", "network.down_kbps=900"]).output)
            let text = try #require((set["versions"] as? [[String: Any]])?.first?["text"] as? String)
            #expect(text.contains("\"down_kbps\": 900"))
        }
    }

    @Test("so are the files that it names, and markup ends nothing")
    func files() throws {
        try Self.withPage { page in
            let reply = Autowait.reply(to: [
                "run", Place.path("Scenarios/journeys/wi-fi-to-cellular.json"), "--allow", Place.path("Scenarios"),
                "--format", "html", "--engine", page, "--set", "name=\"</script><b>\"",
            ])
            let state = try Self.state(reply.output)
            let paths = try #require(state["dropped"] as? [[String: Any]]).compactMap { $0["path"] as? String }
            #expect(paths.contains("../media/ladder/master.m3u8") && paths.contains("../media/ladder/h264-145.m3u8"))
            let text = try #require((state["versions"] as? [[String: Any]])?.first?["text"] as? String)
            #expect(text.contains("</script><b>"))
            #expect(reply.output.components(separatedBy: "</script>").count == 4)
        }
    }

    @Test("it is read as it is built, in UTF-16, and as a report of few packed bytes is, in UTF-8")
    func characters() throws {
        try TestFolder.with { folder in
            let text = Self.page.replacingOccurrences(of: "H4sI", with: "\u{E000}\u{8000}\u{FFFF}")
            let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            try Data([0xFF, 0xFE] + units).write(to: URL(fileURLWithPath: folder.path + "/page.html"))
            try folder.write(text, "report.html")
            let outputs = ["page.html", "report.html"].map { name in
                Autowait.reply(to: [
                    "run", Self.demo, "--format", "html", "--engine", folder.path + "/" + name,
                ]).output
            }
            #expect(outputs[0] == outputs[1])
            #expect(outputs[0].contains("\u{E000}\u{8000}\u{FFFF}") && outputs[0].contains("own-scenario"))
        }
    }

    @Test("a report is in the encoding in which it has fewer bytes, and is such a page, too", arguments: [0, 50_000])
    func encoding(packed: Int) throws {
        let text = Self.page.replacingOccurrences(of: "H4sI", with: String(repeating: "\u{8000}", count: packed))
        try Self.withPage("<!DOCTYPE html>\n<html lang=\"en\">\n" + text) { page in
            let (words, report) = (["run", Self.demo, "--format", "html", "--engine"], page + ".html")
            for _ in 0..<2 {
                let reply = Autowait.reply(to: words + [page, "-o", report])
                #expect(reply.code == .asExpected, "\(reply.errors)")
            }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: report))
            #expect(bytes.starts(with: [0xFF, 0xFE]) == (packed > 0) && bytes.count < 20_000 + 2 * packed)
            let outputs = [page, report].map { Autowait.reply(to: words + [$0]).output }
            #expect(outputs[0] == outputs[1])
        }
    }

    @Test("a comparison is put into it, each setting as a scenario of its own")
    func comparison() throws {
        try Self.withPage { page in
            let arguments = [
                "compare", Self.demo, "--format", "html", "--engine", page,
                "--vary", "player.keep_up=play-through,vlc", "--vary", "network.down_kbps=900,1800",
            ]
            let state = try Self.state(Autowait.reply(to: arguments).output)
            let versions = try #require(state["versions"] as? [[String: Any]])
            #expect(
                versions.compactMap { $0["name"] as? String } == [
                    "keep_up=play-through, down_kbps=900", "keep_up=play-through, down_kbps=1800",
                    "keep_up=vlc, down_kbps=900", "keep_up=vlc, down_kbps=1800",
                ])
            #expect(state["current"] as? Int == 0 && state["against"] as? Int == 1)
            let last = try #require(versions[3]["text"] as? String)
            #expect(last.contains("\"keep_up\": \"vlc\"") && last.contains("\"down_kbps\": 1800"))
        }
    }

    @Test("a pipe is read once for all settings, and so like a file")
    func pipe() throws {
        try TestFolder.with { folder in
            try folder.write(Self.page, "page.html")
            try folder.write(TestFolder.scenario(), "p.json")
            let line = "autowait compare p.json --vary player.keep_up=shaka,vlc --format html --engine page.html"
            let file = try Place.shell(line, in: folder.url)
            #expect(file.code == 0 && !file.output.isEmpty, "\(file.errors)")
            let piped = try Place.shell(
                "mv p.json s.json; ln -s /dev/stdin p.json; cat s.json | \(line)", in: folder.url)
            #expect(piped == file)
        }
    }

    @Test("a report that can be changed is such a page, too, and no page is overwritten by what it goes into")
    func again() throws {
        try Self.withPage { page in
            let other = Place.path("Scenarios/session-503/demo-1-conditioner-off.json")
            try Data(Autowait.reply(to: ["run", other, "--format", "html", "--engine", page]).output.utf8)
                .write(to: URL(fileURLWithPath: page))
            let arguments = ["run", Self.demo, "--format", "html", "--engine", page]
            let versions = try #require(
                try Self.state(Autowait.reply(to: arguments).output)["versions"] as? [[String: Any]])
            #expect(versions.compactMap { $0["file"] as? String } == ["demo-5-play-immediately.json"])
            for command in ["run", "compare"] {
                let words = [command] + arguments.dropFirst() + ["-o", page]
                let reply = Autowait.reply(to: words)
                #expect(reply.code == .usage && reply.errors.contains("is to be read"), "\(reply.errors)")
            }
        }
    }

    @Test("settings have names by which they are told apart")
    func names() throws {
        try Self.withPage { page in
            let reply = Autowait.reply(to: [
                "compare", Self.demo, "--format", "html", "--engine", page,
                "--vary", "network.down_kbps=900", "--vary", "network.up_kbps=900",
                "--vary", "media.bitrate_kbps=800", "--vary", "player.keep_up=vlc",
            ])
            let versions = try #require(try Self.state(reply.output)["versions"] as? [[String: Any]])
            #expect(
                versions.compactMap { $0["name"] as? String }
                    == ["down_kbps=900, up_kbps=900, bitrate_kbps=800, keep_up=vlc"])
        }
    }

    @Test(
        "what a page that runs cannot hold is an error with a remedy",
        arguments: [
            (["--vary", "network.down_kbps=" + (1...27).map(String.init).joined(separator: ",")], "these are 27"),
            (["--seeds", "3"], "a seed of its own is --set seed=3"),
            (["--over", "network=3G,LTE"], "'--over' has no place"),
            ([demo], "settings of one scenario side by side; these are 2"),
        ])
    func refused(words: [String], message: String) throws {
        try Self.withPage { page in
            let reply = Autowait.reply(to: ["compare", Self.demo] + words + ["--format", "html", "--engine", page])
            #expect(reply.code == .usage && reply.errors.contains(message))
        }
    }

    @Test("another file is none, and other formats have none")
    func others() throws {
        try Self.withPage("<body></body>") { other in
            let reply = Autowait.reply(to: ["run", Self.demo, "--format", "html", "--engine", other])
            #expect(reply.code == .badData && reply.errors.contains("this is no page that runs"))
            #expect(Autowait.reply(to: ["run", Self.demo, "--engine", other]).code == .usage)
        }
    }
}
