import Foundation
import Testing

@testable import autowait

@Suite("Files that a scenario names")
struct CompanionFilesTests {
    private static let plain = """
        {"network": NETWORK, "media": {"kind": "progressive", "duration_s": 4, "bitrate_kbps": 500}}
        """

    /// A folder with a scenario in it, and files beside and above it.
    private func withFiles(_ network: String, _ body: (String, URL) throws -> Void) throws {
        try Place.withFolder { folder in
            let inner = folder.appendingPathComponent("inner")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            let trace = "seconds,bits_per_second\n0,1M\n2,500k\n"
            try trace.write(to: inner.appendingPathComponent("a.csv"), atomically: true, encoding: .utf8)
            try trace.write(to: folder.appendingPathComponent("b.csv"), atomically: true, encoding: .utf8)
            try "0,1M\n-1,2M\n".write(to: inner.appendingPathComponent("bad.csv"), atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                at: inner.appendingPathComponent("link.csv"),
                withDestinationURL: folder.appendingPathComponent("b.csv"))
            let text = Self.plain.replacingOccurrences(of: "NETWORK", with: network)
            let scenario = inner.appendingPathComponent("s.json")
            try text.write(to: scenario, atomically: true, encoding: .utf8)
            try body(scenario.path, folder)
        }
    }

    @Test("beside it are read, and the report names them")
    func beside() throws {
        try withFiles(#"{"trace": "a.csv", "loop": true, "scale": 2, "delay_ms": 10}"#) { path, _ in
            let reply = Autowait.reply(to: ["run", path])
            #expect(reply.code == .asExpected)
            #expect(reply.output.contains("tcp, 2000 kbit/s down, unlimited up, 10 ms each way"))
            #expect(reply.output.contains("trace a.csv"))
            #expect(Autowait.reply(to: ["check", path]).code == .asExpected)
        }
    }

    @Test("that have the name of standard input lie beside it as well")
    func dash() throws {
        try withFiles(#"{"trace": "-"}"#) { path, folder in
            try FileManager.default.copyItem(atPath: folder.path + "/b.csv", toPath: folder.path + "/inner/-")
            let reply = Autowait.reply(to: ["check", path])
            #expect(reply.code == .asExpected, "\(reply.errors)")
        }
    }

    @Test(
        "outside of its folder are refused, whatever way leads there",
        arguments: [
            ("../b.csv", "lies outside of the scenario's folder; --allow FOLDER permits that"),
            ("link.csv", "is a link that leads out of the scenario's folder; --allow "),
            ("../inner/../b.csv", "lies outside of the scenario's folder; --allow FOLDER permits that"),
        ])
    func outside(file: String, why: String) throws {
        try withFiles("{\"trace\": \"\(file)\"}") { path, folder in
            let reply = Autowait.reply(to: ["run", path])
            #expect(reply.code == .badData)
            #expect(reply.errors.contains("s.json:1:23: error: '\(file)' \(why)"), "\(reply.errors)")
            #expect(Autowait.reply(to: ["run", path, "--allow", folder.path]).code == .asExpected)
            let update = Autowait.reply(to: ["test", "--update", folder.path])
            #expect(update.output.hasSuffix("\n1 scenario: 1 updated.\n"))
        }
    }

    @Test(
        "are not looked for where a folder that is allowed is none",
        arguments: [
            ("/othr", ExitCode.missingFile, "--allow DIR/othr: error: no such folder\n"),
            ("/b.csv", .usage, "'--allow DIR/b.csv' is no folder; name the folder that the files lie in\n"),
        ])
    func noFolder(name: String, code: ExitCode, words: String) throws {
        try withFiles(#"{"trace": "../b.csv"}"#) { path, folder in
            for command in ["run", "check"] {
                let reply = Autowait.reply(to: [command, path, "--allow", folder.path + name])
                #expect(reply.code == code)
                #expect(reply.errors == words.replacing("DIR", with: folder.path), "\(reply.errors)")
            }
            let unnamed = Autowait.reply(to: ["check", path, "--allow", ""])
            #expect(unnamed.errors == "--allow '': error: no such folder\n")
        }
    }

    @Test(
        "that cannot be had are said to be so, at their place",
        arguments: [
            (#"{"trace": "https://example.com/a.csv"}"#, ExitCode.badData, "is a URL"),
            (#"{"trace": "/etc/hosts"}"#, .badData, "is absolute"),
            (#"{"trace": "nowhere.csv"}"#, .missingFile, "'nowhere.csv' is not there"),
            (#"{"trace": ""}"#, .badData, "s.json:1:23: error: '' is a folder; write the path of a file\n"),
            (#"{"trace": "."}"#, .badData, "s.json:1:23: error: '.' is a folder; write the path of a file\n"),
            (#"{"trace": ".."}"#, .badData, "s.json:1:23: error: '..' is a folder; write the path of a file\n"),
            (#"{"trace": "bad.csv"}"#, .badData, "bad.csv:2:1: error:"),
            (#"{"trace": "a.csv", "down_kbps": 5}"#, .badData, "remove 'down_kbps'"),
            (#"{"trace": "a.csv", "phases": [{"down_kbps": 5}]}"#, .badData, "'trace' or 'phases', not both"),
            (#"{"loop": true}"#, .badData, "there is no 'trace' for 'loop'"),
        ] as [(String, ExitCode, String)])
    func refused(network: String, code: ExitCode, words: String) throws {
        try withFiles(network) { path, _ in
            let reply = Autowait.reply(to: ["run", path])
            #expect(reply.code == code)
            #expect(reply.errors.contains(words))
        }
    }

    @Test("that are wrong are all said to be so at once")
    func allFaults() throws {
        try withFiles(#"{"trace": "bad.csv"}"#) { path, _ in
            let reply = Autowait.reply(to: ["run", path, "--set", "media=gone.m3u8"])
            #expect(reply.errors.contains("bad.csv:2:1: error: "))
            #expect(reply.errors.contains("'gone.m3u8' is not there"))
            #expect(reply.errors.split(separator: "\n").count == 2)
        }
    }

    @Test("are playlists too, whose sizes the report accounts for")
    func playlist() {
        let path = Place.path("Scenarios/journeys/drive-through-cells.json")
        let reply = Autowait.reply(to: ["run", path, "--allow", Place.path("Scenarios")])
        #expect(reply.code == .asExpected)
        #expect(reply.output.contains("sizes: 220 by byte ranges"))
        let script = #"[{"at_s":0,"do":"load_values"},{"at_s":1,"do":"load"},{"at_s":1,"do":"play"}]"#
        let prepared = Autowait.reply(
            to: ["run", path, "--set", "script=\(script)", "--set", "expect={}", "--allow", Place.path("Scenarios")])
        #expect(prepared.code == .asExpected && prepared.output.contains("loadValuesAsynchronously"))
        let other = Autowait.reply(to: ["run", path, "--set", "media=ladder.mp4", "--allow", Place.path("Scenarios")])
        #expect(
            other.errors.contains(
                "'media' is an object, or the path of a playlist (.m3u8) or of a movie of Sabre (.json)"))
    }

    @Test("an interstitial has a date where a playlist beside the scenario has dates")
    func dates() throws {
        try TestFolder.with { folder in
            func playlist(_ more: String) -> String {
                let segment = "#EXTINF:4,\n#EXT-X-BYTERANGE:9000@0\ns.ts\n"
                return "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(more)\(segment)\(segment)#EXT-X-ENDLIST\n"
            }
            try folder.write(playlist("#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n"), "dated.m3u8")
            try folder.write(playlist(""), "plain.m3u8")
            func reply(_ path: String) throws -> Reply {
                let event = #"{ "date": "2026-03-01T20:00:04Z", "assets": ["plain.m3u8"] }"#
                let media = #"{ "kind": "playlist", "path": "\#(path)", "interstitials": [\#(event)] }"#
                try folder.write(#"{ "media": \#(media) }"#, "a.json")
                return Autowait.reply(to: ["run", folder.path + "/a.json"]).whole
            }
            #expect(try reply("dated.m3u8").output.contains("interstitial_count        1\n"))
            #expect(try reply("plain.m3u8").errors.contains("nothing says the dates of this medium"))
            #expect(try reply("none.m3u8").errors.contains("'none.m3u8' is not there"))
        }
    }
}
