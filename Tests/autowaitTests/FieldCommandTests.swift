import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("Logs of real sessions on the command line")
struct FieldCommandTests {
    private static let event = """
        [{"numberOfBytesTransferred": 4000000, "transferDuration": 4, "numberOfMediaRequests": 5, "numberOfStalls": 1}]
        """

    private func field(_ texts: [String], _ options: String...) throws -> Reply {
        try Place.withFolder { folder in
            let paths = try texts.enumerated().map { index, text in
                let file = folder.appendingPathComponent("\(index).log")
                try text.write(to: file, atomically: true, encoding: .utf8)
                return file.path
            }
            var reply = Autowait.reply(to: ["field"] + paths + options).whole
            let text = reply.output.replacing(folder.path + "/", with: "")
            reply.pages = text.isEmpty ? [] : [{ text }]
            reply.errors.replace(folder.path + "/", with: "")
            return reply
        }
    }

    @Test("a session in words, with what it cannot tell")
    func text() throws {
        let reply = try field([Self.event])
        let words = """
            0.log: AVPlayerItemAccessLog
              stretch               5 requests, 4000000 bytes
              measured rate         8000 kbit/s over 4.000 s in which bytes came
              startup               not told
              stalls                1
              time in stalls        not told
              An event is a stretch of one variant and server, not a request: no times of requests, no round trip, \
            no buffer.
              It counts stalls, and has not their lengths; startupTime ends when the item is ready, not when it plays.
              Where transferDuration is not told, as in the text of extendedLogData(), 8 × bytes ÷ observedBitrate \
            stands for it.

            """
        #expect(reply.output == words && reply.code == .asExpected && reply.errors.isEmpty)
    }

    @Test("records as CSV, of several files in one table")
    func csv() throws {
        let reply = try field([Self.event, Self.event], "--format", "csv")
        let head =
            "file,request_s,first_byte_s,last_byte_s,bytes,media_s,bitrate_kbps,kind,reused,buffer_s,transfer_s,"
            + "request_count"
        #expect(reply.output == "\(head)\n0.log,,,,4000000,,,stretch,,,4,5\n1.log,,,,4000000,,,stretch,,,4,5\n")
    }

    @Test("as JSON, by its schema; a file that cannot be read leaves the others be")
    func json() throws {
        let reply = try field(["nothing", Self.event], "--format", "json")
        let root = try JSONReader.read(Array(reply.output.utf8), source: 0).root
        #expect(try SchemaJudge(FieldSchema.text).accepts(root))
        #expect(root.member("files")?.elements.count == 1)
        #expect(root.member("files")?.elements[0].member("measured_kbps")?.number(.kilobitsPerSecond) == 8_000_000)
        #expect(
            reply.code == .badData && reply.errors.hasPrefix("0.log:1:1: error: this is no log of a real session"))
        #expect(try field([Self.event], "--format", "xml").code == .usage)
        #expect(Autowait.reply(to: ["field", "no/such.har"]).whole.code == .missingFile)
    }

    @Test(
        "who takes a log for a scenario is told what it is, and what takes it",
        arguments: [
            (event, "this is AVPlayerItemAccessLog, and no scenario: 'autowait field' reads it"),
            ("{\"cmcd\": \"br=1\"}\n{\"cmcd\": \"br=1\"}", "this is CMCD, and no scenario: 'autowait field' reads"),
            ("{\"t\": 0, \"rate\": 0}\n{\"t\": 1}", "the log of a device, and no scenario: 'autowait replay --inp"),
            ("{\"log\": {\"entries\": []}}", "this is HAR, and no scenario"),
            ("{\"media\": {}}\n{}", "the text goes on after its value"),
        ])
    func noScenario(text: String, words: String) throws {
        try TestFolder.with { folder in
            try folder.write(text, "x.json")
            for command in ["check", "run", "test"] {
                let reply = Autowait.reply(to: [command, folder.path + "/x.json"]).whole
                #expect(reply.errors.contains(words) && reply.code == .badData, "\(reply.errors)")
            }
            // Who takes it for the log of a run is told likewise.
            if words.contains("and no scenario: 'autowait field'") {
                let reply = Autowait.reply(to: ["replay", folder.path + "/x.json"])
                let other = words.replacing("no scenario", with: "no log of a run")
                #expect(reply.errors.contains("x.json:1:1: error: \(other)") && reply.code == .badData)
            }
            let demo = CommandLineTests.demo
            let run = Autowait.reply(to: ["run", demo, "--record", folder.path + "/run.log"]).whole
            #expect(run.code == .asExpected, "\(run.errors)")
            let reply = Autowait.reply(to: ["check", folder.path + "/run.log"]).whole
            #expect(reply.errors.contains("this is the log of a run, and no scenario: 'autowait replay' takes it"))
        }
    }

    @Test("a report whose first log cannot be read is written again; of none that can be nothing is written")
    func writtenAgain() throws {
        try TestFolder.with { folder in
            try folder.write("nothing", "0.log")
            try folder.write(Self.event, "1.log")
            func field(_ names: String...) -> Reply {
                let paths = names.map { folder.path + "/" + $0 }
                return Autowait.reply(to: ["field"] + paths + ["-o", folder.path + "/out.txt"])
            }
            #expect(field("0.log").code == .badData)
            #expect(try folder.names() == ["0.log", "1.log"])
            for _ in 0..<2 { #expect(field("0.log", "1.log").code == .badData) }
            #expect(field("0.log").code == .badData)
            #expect(try folder.read("out.txt").contains("1.log: AVPlayerItemAccessLog"))
        }
    }

    @Test("warnings say the place, and count as errors with --strict")
    func warnings() throws {
        let lines = "{\"cmcd\": \"br=1\"}\n{\"cmcd\": \"br=1\"\n"
        let words = "0.log:2:1: warning: this line is not JSON, or was cut off; it is left out\n"
        #expect(try field([lines]).errors == words)
        let strict = try field([lines], "--strict")
        #expect(strict.code == .badData && strict.errors == words.replacing("warning", with: "error"))
    }
}
