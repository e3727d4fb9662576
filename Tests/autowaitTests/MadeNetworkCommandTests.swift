import Foundation
import Testing

@testable import autowait

@Suite("A made-up network on the command line")
struct MadeNetworkCommandTests {
    /// Of the ten minutes that it would last a minute is made, which is what the runs take of it.
    private static let text = """
        {"network": {"transport": "fluid", "make": {"kind": "cell", "cell_kbps": 9000, "for_s": 60}, "delay_ms": 30},
         "media": {"kind": "hls", "duration_s": 30, "segment_s": 6, "variants": [{"bitrate_kbps": 1500}]}}
        """

    private static func withFile(_ body: (String, TestFolder) throws -> Void) throws {
        try TestFolder.with { folder in
            try folder.write(text, "a.json")
            try body(folder.path + "/a.json", folder)
        }
    }

    @Test("--seed draws another, and the same again")
    func seed() throws {
        try Self.withFile { file, _ in
            let replies = ["1", "2", "2"].map { Autowait.reply(to: ["run", file, "--seed", $0]) }
            #expect(replies.allSatisfy { $0.code == .asExpected })
            #expect(replies[0].output != replies[1].output && replies[1].output == replies[2].output)
            #expect(replies[1].output.contains("cell made up with seed 2 (cell_kbps 9000 kbit/s, others_count 5,"))
            let page = Autowait.reply(to: ["run", file, "--seed", "2", "--format", "html"]).output
            #expect(page.contains("cell made up with seed 2 (cell_kbps 9000 kbit/s"))
        }
    }

    @Test("--seeds of a comparison have a network each, and each choice the same")
    func seeds() throws {
        try Self.withFile { file, _ in
            let reply = Autowait.reply(
                to: [
                    "compare", file, "--vary", "player.default_forward_buffer_s=20,21", "--seeds", "6", "--metrics",
                    "startup_time_s", "--format", "csv",
                ])
            let values = try csvRecords(reply.output).dropFirst().map { $0[$0.count - 1] }
            #expect(values.count == 12)
            #expect(Array(values.prefix(6)) == Array(values.suffix(6)))
            #expect(Set(values).count > 3)
        }
    }

    @Test("kinds are circumstances of a decision, over as many seeds as are asked for")
    func decision() throws {
        try Self.withFile { file, _ in
            let reply = Autowait.reply(
                to: [
                    "compare", file, "--vary", "player.keep_up=play-through,first-chunk", "--over",
                    "network.make=train,cell", "--seeds", "5",
                ])
            #expect(reply.code == .asExpected)
            #expect(reply.output.contains("in the same 10 sessions, over 2 circumstances: network.make=train, cell"))
        }
    }

    @Test("a log replays, and holds")
    func replay() throws {
        try Self.withFile { file, folder in
            let log = folder.path + "/a.jsonl"
            let run = Autowait.reply(to: ["run", file, "--seed", "7", "--record", log])
            #expect(run.code == .asExpected)
            let replay = Autowait.reply(to: ["replay", log])
            #expect(replay.code == .asExpected && replay.output.hasPrefix("the same: "))
            let held = Autowait.reply(to: ["replay", log, "--until", "12s"])
            #expect(held.code == .asExpected)
            #expect(held.output.hasSuffix("up to here all is as the log has it\n"))
            let other = folder.path + "/b.jsonl"
            _ = Autowait.reply(to: ["run", file, "--seed", "8", "--record", other])
            let difference = Autowait.reply(to: ["diff", log, other])
            #expect(difference.code == .regression)
            #expect(difference.output.contains("made up with seed 7") && difference.output.contains("with seed 8"))
        }
    }

    @Test("--make writes the trace that a scenario plays")
    func written() throws {
        try Self.withFile { file, folder in
            let trace = Autowait.reply(to: [
                "trace", "--make", "cell", "--set", "cell_kbps=9000", "--seed", "4", "--duration", "60",
            ])
            try folder.write(trace.output, "cell.csv")
            try folder.write(
                Self.text.replacingOccurrences(
                    of: #""make": {"kind": "cell", "cell_kbps": 9000, "for_s": 60}"#,
                    with: #""trace": "cell.csv", "loop": true"#),
                "b.json")
            func digest(_ words: [String]) -> Substring? {
                Autowait.reply(to: ["run"] + words).output.split(separator: "digest ").last
            }
            let made = digest([file, "--seed", "4"])
            #expect(made != nil && made == digest([folder.path + "/b.json"]))
            #expect(made != digest([file, "--seed", "5"]))
        }
    }

    @Test("a run that fails says in its page which network it was")
    func failed() throws {
        try Self.withFile { file, _ in
            let reply = Autowait.reply(
                to: ["run", file, "--format", "html", "--seed", "3", "--set", "max_events=50"])
            #expect(reply.code == .badData)
            #expect(reply.output.contains("cell made up with seed 3 ("))
        }
    }
}
