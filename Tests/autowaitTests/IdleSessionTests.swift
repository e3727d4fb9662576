import Foundation
import Testing

@testable import autowait

@Suite("Decisions whose sessions nobody plays, have great numbers, or are played again from another folder")
struct IdleSessionTests {
    private static let idle = """
        {"network": {"loss_percent": 1}, "media": {"kind": "progressive", "duration_s": 2, "bitrate_kbps": 800},
         "script": [{"at_s": 0, "do": "load"}]}
        """
    private static let choices = ["--vary", "player.keep_up=play-through,first-chunk"]

    private static func compare(_ paths: [String], _ words: [String]) -> Reply {
        Autowait.reply(to: ["compare"] + paths + choices + words).whole
    }

    /// Of sessions that nobody plays there are no lines.
    @Test("the lines of one run are merged, though of some sessions there are none; a line that is gone is missed")
    func merged() throws {
        try TestFolder.with { folder in
            try folder.write(Self.idle, "idle.json")
            try folder.write(TestFolder.scenario(), "plays.json")
            let paths = ["idle.json", "plays.json"].map { "\(folder.path)/\($0)" }
            let words = ["--over", "network.delay_ms=5,10"]
            let lines = Self.compare(paths, words + ["--format", "jsonl"]).output
            func merge(_ text: String) throws -> Reply {
                try folder.write(text, "all.jsonl")
                return Autowait.reply(to: ["merge", folder.path + "/all.jsonl"]).whole
            }
            let reply = try merge(lines)
            #expect(reply.errors == "" && reply.output == Self.compare(paths, words).output)
            let all = lines.split(separator: "\n")
            let left = all.filter { !$0.contains(#""session":4,"#) }
            #expect(left.count == all.count - 2)
            let gap = try merge(left.joined(separator: "\n") + "\n")
            #expect(gap.errors.contains("are said to be 2 and 0, and are 1 and 0 here") && gap.output.isEmpty)
            let short = try merge(all.dropLast().joined(separator: "\n") + "\n")
            #expect(short.errors.hasSuffix(": error: it is not complete: run its command again\n"))
        }
    }

    @Test("very many sessions that nobody plays are merged")
    func many() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "plays.json")
            let part = folder.path + "/part.jsonl"
            let words = ["--over", "network.delay_ms=5,10", "--shard", "1/1", "-o", part]
            #expect(Self.compare([folder.path + "/plays.json"], words).code == .asExpected)
            let lines = try folder.read("part.jsonl").split(separator: "\n")
            // The last but one says that all sessions up to there are in these lines: each 256 sessions have one.
            let done = Array(repeating: lines[lines.count - 2], count: 100_000)
            try folder.write((lines.dropLast() + done + lines.suffix(1)).joined(separator: "\n") + "\n", "part.jsonl")
            let reply = Autowait.reply(to: ["merge", part]).whole
            #expect(reply.code == .asExpected && reply.errors == "")
        }
    }

    @Test(
        "a fault in the midst of a shard leaves the file that was to be written as it was",
        arguments: ["csv", "jsonl"])
    func fault(format: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "plays.json")
            let (part, all) = (folder.path + "/part.jsonl", folder.path + "/all." + format)
            let words = ["--over", "network.delay_ms=5,10", "--seeds", "40", "--shard", "1/1", "-o", part]
            #expect(Self.compare([folder.path + "/plays.json"], words).code == .asExpected)
            let merge = ["merge", part, "--format", format, "-o", all]
            #expect(Autowait.reply(to: merge).whole.code == .asExpected)
            let before = try folder.read("all." + format)
            var lines = try folder.read("part.jsonl").split(separator: "\n")
            lines[lines.count / 2] = "{}"
            try folder.write(lines.joined(separator: "\n") + "\n", "part.jsonl")
            let reply = Autowait.reply(to: merge).whole
            #expect(reply.code == .badData && reply.errors.contains("part.jsonl"))
            #expect(try folder.read("all." + format) == before)
        }
    }

    @Test("sessions of great seeds are merged, as those of small ones are")
    func greatSeeds() throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "plays.json")
            let part = folder.path + "/part.jsonl"
            let words = ["--over", "network.delay_ms=5,10", "--seeds", "2147483646..2147483647"]
            func compare(_ more: [String]) -> Reply { Self.compare([folder.path + "/plays.json"], words + more) }
            #expect(compare(["--shard", "1/1", "-o", part]).code == .asExpected)
            let reply = Autowait.reply(to: ["merge", part]).whole
            #expect(reply.errors == "" && reply.output == compare([]).output)
        }
    }

    @Test("where nobody asks to play no million sessions are run until it is decided")
    func undecided() throws {
        try TestFolder.with { folder in
            try folder.write(Self.idle, "idle.json")
            let words = ["--baseline", "play-through", "--until-decided", "verdict"]
            let reply = Self.compare([folder.path + "/idle.json"], words)
            #expect(reply.errors == "nobody asks to play: there is nothing to decide by\n" && reply.code == .badData)
        }
    }

    @Test("the commands of a page allow a folder that is reached by way of the scenario's own")
    func commands() throws {
        try TestFolder.with { folder in
            try folder.write(Self.idle.replacing("]}", with: #", {"at_s": 0, "do": "play"}]}"#), "own/clip.json")
            for rate in [800, 900] {
                try folder.write("seconds,bits_per_second\n0,\(rate)000\n9,400000\n", "traces/\(rate).csv")
            }
            let own = folder.path + "/own/clip.json"
            let page = Self.compare([own], ["--over", "network.trace=../traces", "--format", "html"]).output
            let commands = page.components(separatedBy: "<pre class=\"command\">autowait run ").dropFirst()
            #expect(!commands.isEmpty)
            for command in commands {
                let words = command.components(separatedBy: "</pre>")[0].split(separator: " ").map(String.init)
                let reply = Autowait.reply(to: ["run"] + words).whole
                #expect(reply.code == .asExpected, "\(words): \(reply.errors)")
            }
        }
    }
}
