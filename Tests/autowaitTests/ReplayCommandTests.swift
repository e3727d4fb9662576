import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("Logs on disk")
struct ReplayCommandTests {
    private static let demo = "Scenarios/session-503/demo-5-play-immediately.json"
    private static let step4 = Place.path("Scenarios/session-503/demo-4-slow-server-play.json")

    /// Records a run, and hands in the log's path and what was printed.
    private func withLog(
        of scenario: String = Self.demo, _ options: [String] = [], _ body: (String, Reply) throws -> Void
    ) throws {
        try Place.withFolder { folder in
            let log = folder.appendingPathComponent("run.log").path
            let reply = Autowait.reply(
                to: ["run", Place.path(scenario), "--allow", Place.path("Scenarios"), "--record", log] + options)
            try body(log, reply)
        }
    }

    private func edit(_ log: String, _ change: (inout String) -> Void) throws {
        var text = try String(contentsOfFile: log, encoding: .utf8)
        change(&text)
        try text.write(toFile: log, atomically: true, encoding: .utf8)
    }

    @Test(
        "a shipped scenario is as expected, prints its golden when it is recorded, and is replayed to the same",
        arguments: Place.someScenarios)
    func shipped(scenario: String) throws {
        let recorded = try Shipped.recorded(scenario)
        let golden = try Place.text(scenario.dropLast(".json".count) + ".golden")
        #expect(TextReport.golden(recorded.run) == golden)
        #expect(Check.failures(recorded.run).map { $0.message } == [])
        try Place.withFolder { folder in
            let log = folder.appendingPathComponent("run.log").path
            try LogFile.write(recorded.header, recorded.run, to: OutputFile(log, option: "--record", inputs: []))
            let replay = Autowait.reply(to: ["replay", log])
            #expect(replay.output.hasPrefix("the same: "), "\(replay.errors)")
            let digest = replay.output.dropLast().suffix(16)
            #expect(golden.contains("digest \(digest), model "))
        }
    }

    @Test(
        "the command prints what it prints without --record, and writes that log",
        arguments: [
            demo, "Scenarios/journeys/drive-through-cells.json", "Scenarios/sharing/old-player-goes-on-loading.json",
        ])
    func command(scenario: String) throws {
        let recorded = try Shipped.recorded(scenario)
        try withLog(of: scenario) { log, reply in
            #expect(reply.code == .asExpected && reply.errors.isEmpty)
            #expect(reply.output == TextReport.text(recorded.run))
            let pages = LogPages(recorded.header, recorded.run)
            let bytes = (0..<pages.count).flatMap { pages.page($0) }
            let written = try Data(contentsOf: URL(fileURLWithPath: log))
            #expect(written == Data(bytes))
        }
    }

    @Test("pages and drawings are the same when the run is recorded", arguments: ["html", "svg", "json", "p1203"])
    func formats(format: String) throws {
        try withLog(of: "Scenarios/journeys/drive-through-cells.json", ["--format", format]) { _, reply in
            let plain = [
                "run", Place.path("Scenarios/journeys/drive-through-cells.json"), "--allow", Place.path("Scenarios"),
            ]
            #expect(Autowait.reply(to: plain + ["--format", format]).output == reply.output)
        }
    }

    @Test("a log needs no file but itself, and holds what was set")
    func alone() throws {
        try Place.withFolder { folder in
            let inner = folder.appendingPathComponent("inner")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            try "seconds,bits_per_second\n0,1M\n2,500k\n".write(
                to: inner.appendingPathComponent("a.csv"), atomically: true, encoding: .utf8)
            try """
            {"network": {"trace": "a.csv", "loop": true},
             "media": {"kind": "progressive", "duration_s": 4, "bitrate_kbps": 500}}
            """.write(to: inner.appendingPathComponent("s.json"), atomically: true, encoding: .utf8)
            let log = folder.appendingPathComponent("run.log").path
            let path = inner.appendingPathComponent("s.json").path
            let reply = Autowait.reply(
                to: ["run", path, "--set", "network.delay_ms=7", "--seed", "9", "--record", log])
            #expect(reply.code == .asExpected, "\(reply.errors)")
            try FileManager.default.removeItem(at: inner)
            #expect(Autowait.reply(to: ["replay", log]).output.hasPrefix("the same: "))
            let text = try String(contentsOfFile: log, encoding: .utf8)
            #expect(text.contains("\"set\":[\"network.delay_ms=7\",\"seed=9\"]") && text.contains("\"seed\":9,"))
            #expect(!text.contains(folder.path))
        }
    }

    @Test(
        "a log that is damaged is refused with its place",
        arguments: [
            ("cut", "without its last line; it was cut"), ("edited", ":1:1: error: the first line was edited"),
            ("version", ":1:36: error: the log is of version 2; this program reads version 1"),
            ("not JSON", ":30:1: error: line 30 is not JSON: "), ("empty", ":1:1: error: the file is empty; "),
            ("taken out", "some were taken out\n"),
        ])
    func damaged(damage: String, words: String) throws {
        try withLog { log, _ in
            try edit(log) { text in
                var lines = text.split(separator: "\n").map(String.init)
                switch damage {
                case "cut": lines = Array(lines[..<50])
                case "edited": lines[0].replace("1716", with: "1717")
                case "version": lines[0].replace("\"version\":1", with: "\"version\":2")
                case "not JSON": lines[29] = "(\(lines[29])"
                case "taken out": lines.remove(at: 60)
                default: lines = []
                }
                text = lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
            }
            let reply = Autowait.reply(to: ["replay", log])
            #expect(reply.code == .badData && reply.output.isEmpty)
            #expect(reply.errors.hasPrefix(log + ":") && reply.errors.contains(words), "\(reply.errors)")
            let diff = Autowait.reply(to: ["diff", log, Place.path(Self.demo)])
            #expect(diff.code == .badData)
        }
    }

    @Test("what is no log is said to be what it is")
    func others() {
        let scenario = Autowait.reply(to: ["replay", Place.path(Self.demo)])
        #expect(scenario.errors.hasSuffix(":1:1: error: this is a scenario; 'autowait run --record' makes a log\n"))
        #expect(scenario.code == .badData)
        #expect(Autowait.reply(to: ["replay", Place.path("README.md")]).errors.contains("this is no log"))
        #expect(Autowait.reply(to: ["replay", Place.path("Scenarios")]).errors.contains("this is a folder"))
        #expect(Autowait.reply(to: ["replay", "no/such.log"]).code == .missingFile)
        let zeros = Autowait.reply(to: ["replay", "/dev/zero"])
        #expect(zeros.code == .missingFile && zeros.errors.contains("no regular file"))
    }

    @Test(
        "what is no instant to hold at is said to be none, and what is one",
        arguments: [
            ("soon", "is no instant; write one as in 90, 12.5s, 300ms, 1:30 or 0:01:30"),
            ("-1s", "lies before the run begins; write 0 or later"),
            ("9000:00:00", "is more than a year; a run lasts a year at most"),
        ])
    func noInstants(word: String, why: String) {
        let reply = Autowait.reply(to: ["replay", "x", "--until", word])
        #expect(reply.code == .usage && reply.errors.contains("'--until \(word)' \(why)\n"))
    }

    @Test("a log is not written over the scenario, nor in the place of a folder")
    func targets() throws {
        let demo = Place.path(Self.demo)
        #expect(Autowait.reply(to: ["run", demo, "--record", demo]).code == .usage)
        for path in [Place.path("Scenarios"), "/nowhere/run.log"] {
            let reply = Autowait.reply(to: ["run", demo, "--record", path])
            #expect(reply.code == .cannotWrite && reply.output.isEmpty)
        }
    }

    @Test("an edited event is a difference, told in words")
    func edited() throws {
        try withLog { log, _ in
            try edit(log) { $0.replace("\"loaded\",0,2,25000,", with: "\"loaded\",0,2,25001,") }
            let reply = Autowait.reply(to: ["replay", log])
            #expect(reply.code == .regression)
            #expect(reply.output.hasPrefix("different: line 29 of the log, at 0.34965035 s; - is the log, "))
            #expect(
                reply.output.contains("\n-      29       0.349650350  loader     loaded chunk 2 of track 0: 25001 "))
            #expect(
                reply.output.contains("\n+      29       0.349650350  loader     loaded chunk 2 of track 0: 25000 "))
            #expect(reply.output.split(separator: "\n").count == 12)
            let held = Autowait.reply(to: ["replay", log, "--until", "1s"])
            #expect(held.code == .regression && held.output.contains("different from line 29 of the log on"))
            #expect(Autowait.reply(to: ["replay", log, "--until", "200ms"]).code == .asExpected)
        }
    }

    @Test("a log of another model says so first, and is replayed all the same")
    func otherModel() throws {
        try withLog { log, _ in
            let source = try ScenarioFile.recordable(Place.path(Self.demo), settings: [], folders: [])
            var header = source.header
            header.model = 1
            let run = try Run(source.loaded.scenario, tracing: .events)
            try LogFile.write(header, run, to: OutputFile(log, option: "--record", inputs: []))
            let reply = Autowait.reply(to: ["replay", log])
            let note = "recorded by model 1, and this is model \(Model.number): expect a difference\n"
            #expect(reply.output.hasPrefix(note + "the same: ") && reply.code == .asExpected)
        }
    }

    @Test("held at an instant it shows the panel there, and what is under way and pending")
    func held() throws {
        try withLog { log, _ in
            let reply = Autowait.reply(to: ["replay", log, "--until", "2s"])
            #expect(reply.code == .asExpected)
            #expect(
                reply.output.contains("\n         2.0s  Waiting  Minimizing Stalls   1.0       0.0           1.5s  "))
            #expect(reply.output.contains("\n  file, chunks 17..<390 to come, since 0 s: 429000 bytes are here\n"))
            #expect(reply.output.contains("\n      2.097902098  event      network: a flow down may be done (18)\n"))
            #expect(reply.output.hasSuffix("\nup to here all is as the log has it\n"))
        }
    }

    @Test("two runs are compared by what they were made of, and by what happens first")
    func diff() throws {
        try withLog { log, _ in
            let same = Autowait.reply(to: ["diff", log, Place.path(Self.demo)])
            #expect(same.output == "the same: 1937 events, digest 1698dad6eff43e29\n" && same.code == .asExpected)
            let other = Autowait.reply(to: ["diff", log, Self.step4])
            #expect(other.code == .regression)
            #expect(other.output.hasPrefix("- is \(log), + is \(Self.step4)\n\nthe scenarios differ\n"))
            #expect(other.output.contains("\n  -     { \"at_s\": 0.35, \"do\": \"play_immediately\" }\n"))
            #expect(other.output.contains("\nthe runs part at 0.35 s\n"))
            #expect(other.output.contains("\n-      32       0.350000000  script     playImmediately(atRate: 1.0)\n"))
            #expect(other.output.contains("\n+      32       0.350000000  script     play()\n"))
            let coarse = Autowait.reply(
                to: ["diff", log, Place.path(Self.demo), "--set", "media.chunk_s=2", "--set", "name=Coarse"])
            #expect(coarse.output.contains("\nwhat is set over them differs\n  + media.chunk_s=2\n  + name=Coarse\n"))
            #expect(coarse.output.contains("  - media: progressive, 39 s, 2000 kbit/s, chunks of 0.1 s\n"))
            #expect(coarse.output.contains("loader     makes request 1 for the file: chunks 0..<20\n"))
            let renamed = Autowait.reply(to: ["diff", log, Place.path(Self.demo), "--set", "name=Other"])
            #expect(renamed.output.contains("and yet the runs are the same: ") && renamed.code == .asExpected)
        }
    }

    @Test("of the same under other numbers both digests are said, and that it is the same")
    func numbers() throws {
        try Place.withFolder { folder in
            let paths = try [#""fixed""#, #"{ "rule": "throughput", "up_ratio": 0.1 }"#].map { rule in
                let file = folder.appendingPathComponent("\(rule.count).json")
                try """
                { "network": { "transport": "fluid", "down_kbps": 2500 },
                  "media": {
                    "kind": "hls", "duration_s": 20, "multivariant_playlist_bytes": 1200,
                    "variants": [{ "bitrate_kbps": 500 }, { "bitrate_kbps": 800 }]
                  },
                  "player": { "switching": \(rule) } }
                """.write(to: file, atomically: true, encoding: .utf8)
                return file.path
            }
            let reply = Autowait.reply(to: ["diff"] + paths)
            let words = /and yet the runs are the same: \d+ events, digests ([0-9a-f]{16}) and ([0-9a-f]{16})\n(.*)\n/
            let match = try #require(reply.output.firstMatch(of: words), "\(reply.output)")
            #expect(match.1 != match.2 && match.3 == "what may be fetched has other numbers, and digests have those")
            #expect(reply.code == .asExpected)
        }
    }

    @Test("nothing is set over two logs that are compared", arguments: [["--set", "name=x"], ["--seed", "2"]])
    func diffOfLogs(words: [String]) throws {
        try withLog { log, _ in
            let reply = Autowait.reply(to: ["diff", log, log] + words)
            #expect(reply.code == .usage && reply.output.isEmpty)
            #expect(reply.errors.contains("'\(words[0])' is for scenarios, and both runs are recorded; leave it out"))
        }
    }

    @Test("digests are in the order of the files, on however many threads, and errors leave the others be")
    func digests() {
        let folder = Place.path("Scenarios/queue")
        let lists = ["1", "2", "8"].map {
            Autowait.reply(to: ["digest", folder, "--allow", Place.path("Scenarios"), "--jobs", $0]).output
        }
        #expect(lists[0].split(separator: "\n").count == 7 && lists[1] == lists[0] && lists[2] == lists[0])
        #expect(lists[0].split(separator: "\n").allSatisfy { $0.dropFirst(16).hasPrefix("  \(folder)/") })
        let reply = Autowait.reply(to: ["digest", Place.path("Package.swift"), folder])
        #expect(reply.code == .usage)
        let mistaken = Autowait.reply(to: ["digest", folder, "--set", "x=1"])
        #expect(mistaken.errors.split(separator: "\n").count == 1 && mistaken.code == .badData)
        let unread = Autowait.reply(to: ["digest", Place.path(Self.demo), "--set", "x=1"])
        #expect(unread.code == .badData && unread.output.isEmpty)
        #expect(Autowait.reply(to: ["digest", folder, "--jobs", "0"]).code == .usage)
    }
}
