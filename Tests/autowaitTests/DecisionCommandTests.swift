import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("autowait compare, for a decision")
struct DecisionCommandTests {
    private static let edge = """
        {"name": "A short clip", "network": {"preset": "Edge", "loss_percent": 1},
         "media": {"kind": "progressive", "duration_s": 12, "bitrate_kbps": 150}}
        """
    private static let train = """
        {"name": "A clip on the way", "network": {"transport": "fluid"},
         "media": {"kind": "progressive", "duration_s": 60, "bitrate_kbps": 1000}}
        """
    private static let rules = "player.keep_up=play-through,exoplayer,first-chunk"

    private static func withFile<Result>(_ text: String, _ body: (URL, String) throws -> Result) throws -> Result {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("clip.json")
            try text.write(to: file, atomically: true, encoding: .utf8)
            return try body(folder, file.path)
        }
    }

    private static func compare(_ words: [String]) -> Reply { Autowait.reply(to: ["compare"] + words) }

    // MARK: Three decisions that a table of medians misses

    @Test("over a lossy network the rule that stalls less is not left out, and its stalls are said")
    func lossy() throws {
        try Self.withFile(Self.edge) { _, file in
            let words = [file, "--vary", Self.rules, "--seeds", "60", "--metrics", "startup_mean_s"]
            let text = Self.compare(words + ["--baseline", "play-through"]).output
            #expect(text.contains("each choice in the same 60 sessions, over 1 circumstance\n"))
            #expect(text.contains(Sentences.lossy), "\(text)")
            #expect(!text.contains("*") && !text.contains("beaten by none"))
        }
    }

    /// Those of one rule and two buffers differ in more than `keepUp`, and so each is run.
    @Test("a choice has the sessions that it has without the others")
    func alone() throws {
        try Self.withFile(Self.train) { _, file in
            func sessions(_ rules: [String], _ buffers: String) -> [Substring] {
                Self.compare([
                    file, "--vary", "player.keep_up=\(rules.joined(separator: ","))",
                    "--vary", "player.default_forward_buffer_s=\(buffers)", "--population", "train", "--seeds", "40",
                    "--format", "jsonl",
                ]).output.split(separator: "\n").filter { $0.hasPrefix("{\"kind\":\"session\"") }
                    .compactMap { line in line.range(of: "\"outcome\"").map { line[$0.lowerBound...] } }
            }
            let rules = ["play-through", "exoplayer", "fixed-seconds", "first-chunk"]
            let together = sessions(rules, "30")
            #expect(together.count == 40 * rules.count)
            for (place, rule) in rules.enumerated() {
                let own = stride(from: place, to: together.count, by: rules.count).map { together[$0] }
                let alone = sessions([rule], "30,40")
                #expect(own == stride(from: 0, to: alone.count, by: 2).map { alone[$0] }, "\(rule)")
            }
        }
    }

    @Test("of live streams a choice that stalls less says how much further behind it is; of others nothing is said")
    func live() {
        func reply(_ path: String, _ words: String...) -> Reply {
            Self.compare(
                [Place.path("Scenarios/\(path)"), "--set", "expect={}", "--over", "network.delay_ms=5,10"] + words)
        }
        let live = reply("live/slow-encoder.json", "--vary", "media.live.hold_back_s=18,36")
        #expect(live.output.contains("36 starts as soon and stalls in 100 fewer of 100 sessions"), "\(live.output)")
        #expect(live.output.contains("Live latency, mean (+13."))
        let rules = ["--vary", "player.keep_up=exoplayer,first-chunk"]
        let plain = reply("session-503/demo-4-slow-server-play.json", rules[0], rules[1])
        #expect(plain.code == .asExpected && !plain.output.contains("live_latency"))
        let named = reply(
            "session-503/demo-4-slow-server-play.json", rules[0], rules[1], "--metrics", "live_latency_mean_s")
        #expect(named.output.contains("\nlive_latency_mean_s: - with every choice\n"))
        let until = reply(
            "session-503/demo-4-slow-server-play.json", rules[0], rules[1], "--until-decided", "live_latency_mean_s=1"
        )
        #expect(until.code == .usage && until.errors.contains("is of live streams, and nothing here is live"))
    }

    @Test("networks that are varied are no rivals: a warning says how they are meant")
    func networks() throws {
        try Self.withFile(Self.train) { _, file in
            let networks = "network=3G,Edge,LTE,WiFi"
            let table = Self.compare([file, "--vary", networks])
            #expect(
                table.errors == """
                    warning: 'network' is a circumstance, not a choice: no value of it is marked as the best; \
                    to compare choices in each of them, give it as --over

                    """)
            #expect(!table.output.contains("*") && !table.output.contains("beaten by none"))
            #expect(table.code == .asExpected)
            let page = Self.compare([file, "--vary", networks, "--format", "html"]).output
            #expect(!page.contains("class=\"unbeaten\""))
            let reply = Self.compare([file, "--vary", "player.keep_up=play-through,exoplayer", "--over", networks])
            #expect(reply.errors.isEmpty)
            #expect(reply.output.contains(Sentences.networks), "\(reply.output)")
            #expect(reply.output.contains("over 4 circumstances: network=3G, Edge, LTE, WiFi\n"))
        }
    }

    @Test(
        "over a folder of 86 traces there is one row a rule, and an answer",
        .enabled(if: Place.triesAll, "86 traces take their time"))
    func traces() throws {
        try Self.withFile(Self.train) { folder, file in
            try Self.makeTraces(86, in: folder.appendingPathComponent("traces"))
            let words = [file, "--vary", Self.rules, "--metrics", "startup_mean_s", "--over"]
            let reply = Self.compare(words + ["network.trace=traces/*.csv"])
            #expect(reply.errors.isEmpty && reply.code == .asExpected)
            #expect(reply.output.contains("each choice in the same 86 sessions, over 86 circumstances"))
            #expect(reply.output.contains(Sentences.traces), "\(reply.output)")
            #expect(reply.output.contains("resamples of the 86 traces"))
            #expect(reply.output.contains("\n  and 66 more, which '--format json' has\n"))
        }
    }

    private enum Sentences {
        static let lossy = """
            exoplayer starts 0.65 s sooner (0.44 to 1.01) and stalls in 17 more of 100 sessions (4 to 31)
              Worse besides: Stall time an hour (+43.692 s)
            first-chunk starts 1.8 s sooner (1.5 to 2.1) and stalls in 75 more of 100 sessions (60 to 88)
              Worse besides: Stall time an hour (+233.332 s)

            """
        static let networks = "exoplayer starts 53 s sooner and stalls in 25 more of 100 sessions"
        static let traces = """
            exoplayer starts 0.36 s sooner (0.01 to 0.75) and stalls in 17 fewer of 100 sessions (8 to 28)
            first-chunk starts 1.3 s sooner (0.9 to 1.7) and stalls in 56 more of 100 sessions (44 to 68)

            """
    }

    private static func makeTraces(_ count: Int, in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 1...count {
            let text = Autowait.reply(
                to: [
                    "trace", "--make", "drive", "--seed", String(number), "--duration", "100", "--set",
                    "center_kbps=\(1500 + number * 167 % 4000)",
                ]
            ).output
            let name = "drive-\(String(repeating: "0", count: number < 10 ? 1 : 0))\(number).csv"
            try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
    }

    // MARK: The same figures everywhere

    @Test("text, CSV, JSON lines and JSON have the same figures, on any number of threads")
    func formats() throws {
        try Self.withFile(Self.edge) { _, file in
            func reply(_ format: String, jobs: Int) -> String {
                Self.compare([
                    file, "--vary", "player.keep_up=play-through,exoplayer", "--over", "network.loss_percent=1,2",
                    "--seeds", "12", "--format", format, "--jobs", String(jobs),
                ]).output
            }
            var replies: [String: String] = [:]
            for format in ["text", "csv", "csv-summary", "json", "jsonl"] {
                let own = reply(format, jobs: 2)
                if format == "json" || Place.triesAll { #expect(own == reply(format, jobs: 1), "\(format)") }
                replies[format] = own
            }
            func reply(_ format: String) -> String { replies[format] ?? "" }
            let summary = try csvRecords(reply("csv-summary"))
            #expect(summary.count == 3 && summary[1][0] == "play-through" && summary[1][2] == "true")
            let low = try #require(summary[0].firstIndex(of: "low_startup_mean_s"))
            let object = try JSONSerialization.jsonObject(with: Data(reply("json").utf8)) as? [String: Any]
            let choices = try #require(object?["choices"] as? [[String: Any]])
            let startup = (choices[1]["metrics"] as? [String: Any])?["startup_mean_s"] as? [String: Any]
            let least: Double? = Double(summary[2][low])
            #expect(least != nil)
            #expect(startup?["low"] as? Double == least)
            let lines = reply("jsonl").split(separator: "\n")
            #expect(lines.count == 1 + 2 * 24 + 2 + 1)
            #expect(lines[0].contains("\"experiment\""))
            let line = try JSONSerialization.jsonObject(with: Data(lines[50].utf8)) as? [String: Any]
            #expect(line?["kind"] as? String == "choice")
            #expect(line?["metrics"] as? NSDictionary == choices[1]["metrics"] as? NSDictionary)
            let sentence = try #require(choices[1]["sentence"] as? String)
            #expect(reply("text").contains("\n\(sentence)\n"))
            let sessions = try csvRecords(reply("csv"))
            #expect(sessions.count == 1 + 2 * 24)
            // A session's seed is its number, so that no two share their luck; the choices of one do.
            let seed = try #require(sessions[0].firstIndex(of: "run_seed"))
            let seeds = (0..<48).map { (session: Int) -> String in "\(session / 2 + 1)" }
            #expect(sessions.dropFirst().map { $0[seed] } == seeds && sessions.dropFirst().map { $0[0] } == seeds)
        }
    }

    @Test("who leaves is no question where nobody may")
    func leaving() throws {
        try Self.withFile(Self.edge) { _, file in
            let words = [
                file, "--vary", "player.keep_up=play-through,exoplayer", "--seeds", "20", "--baseline", "exoplayer",
                "--metrics", "exit_before_start_percent",
            ]
            let viewer = ["--set", #"player.viewer={"patience_s":600}"#]
            for (more, isSure) in [([], true), (viewer, false)] as [([String], Bool)] {
                let text = Self.compare(words + more).output
                #expect(text.contains("exit_before_start_percent: 0.00 with every choice\n") == isSure, "\(text)")
            }
        }
    }

    @Test("a session that is listed is the one that 'run' repeats")
    func repeated() throws {
        try Self.withFile(Self.edge) { _, file in
            let words = [file, "--vary", "player.keep_up=play-through,exoplayer", "--seeds", "3", "--baseline"]
            let sessions = try csvRecords(Self.compare(words + ["exoplayer", "--format", "csv"]).output)
            let startup = try #require(sessions[0].firstIndex(of: "startup_time_s"))
            let own = try csvRecords(
                Self.compare([
                    file, "--set", "seed=3", "--set", "player.keep_up=exoplayer", "--format", "csv", "--metrics",
                    "startup_time_s",
                ]).output)
            #expect(sessions[6][startup] == own[1].last)
        }
    }

    // MARK: Command lines that make no sense

    static let mistakes: [(words: [String], errors: String)] = [
        (["--over", "network=3G"], "there are no choices to decide between"),
        (["--vary", "player.keep_up=exoplayer", "--over", "network=3G"], "there is only one choice"),
        (
            ["--vary", "player.keep_up=play-through,exoplayer", "--baseline", "exoplayr"],
            "the baseline 'exoplayr' is no choice; did you mean 'exoplayer'?"
        ),
        (
            ["--vary", "player.keep_up=play-through,exoplayer", "--over", "player.keep_up=shaka"],
            "'player.keep_up' cannot be both"
        ),
        (
            ["--vary", "player.keep_up=play-through,exoplayer", "--over", "network=3G", "--metrics", "stal_percent"],
            "'stal_percent' is no metric of a decision; did you mean 'stalled_percent'?"
        ),
        (
            ["--vary", "player.keep_up=play-through,exoplayer", "--format", "jsonl"],
            "'--format jsonl' is for a decision"
        ),
        (
            ["--vary", "player.keep_up=play-through,exoplayer", "--over", "network.trace=no/*.csv"],
            "no such file; a path is relative to the scenario's folder"
        ),
        (
            ["--vary", "player.keep_up=play-through,exoplayer", "--over", "network"],
            "'--over network' varies nothing"
        ),
        (
            ["--vary", "player.keep_up=play-through,exoplayer", "--over", "network.down_kbps=1000,3000,1e3"],
            "'--over network.down_kbps' has 1e3 twice, and its sessions would count twice"
        ),
        (
            ["--vary", "player.keep_up=exoplayer,exoplayer", "--over", "network=3G"],
            "'--vary player.keep_up' has exoplayer twice; give each choice once"
        ),
        (["--vary", "network.loss_percent=1,3,1.0"], "'--vary network.loss_percent' has 1.0 twice"),
        (["--vary", "player.switching.bola_o=0,false"], "'--vary player.switching.bola_o' has false twice"),
        (["--vary", "player.switching.bola_o=true,0,1"], "'--vary player.switching.bola_o' has 1 twice"),
        (["--vary", "seed=9007199254740993,9007199254740992,9007199254740993"], "has 9007199254740993 twice"),
        (
            [
                "--vary", "player.keep_up=exoplayer,first-chunk", "--over", "network.down_kbps=15,16", "--set",
                "network.down_kbps=99",
            ],
            "'network.down_kbps' is set here, and '--over' varies it; leave '--set' out"
        ),
        (["--set", "until_s=9", "--vary", "until_s=1,2"], "'until_s' is set here, and '--vary' varies it"),
        (
            ["--vary", "player.keep_up=exoplayer,first-chunk", "--over", "network=3G,\"3G\""],
            "'--over network' has \"3G\" twice, and its sessions would count twice"
        ),
        (["--vary", "network={\"delay_ms\":1,\"up_kbps\":2e3},{ \"up_kbps\":2000.0,\"delay_ms\":1}"], "} twice"),
        (["--vary", "player.keep_up=exoplayer,{\"rule\":\"exoplayer\"}"], "has {\"rule\":\"exoplayer\"} twice"),
    ]

    @Test("a decision that makes no sense is refused, with what would make some", arguments: mistakes)
    func mistake(words: [String], errors: String) throws {
        try Self.withFile(Self.edge) { _, file in
            let reply = Self.compare([file] + words)
            #expect(reply.code == .usage || reply.code == .missingFile)
            #expect(reply.errors.contains(errors), "\(reply.errors)")
            #expect(reply.output.isEmpty)
        }
    }

    @Test("over more than fifty circumstances it runs on until it is decided, and no seeds need be given")
    func manyCircumstances() throws {
        try Self.withFile(Self.train) { _, file in
            let rates = (1...51).map { String(100_000 + $0) }.joined(separator: ",")
            let reply = Self.compare([
                file, "--set", "media.duration_s=2", "--vary", "player.keep_up=play-through,exoplayer", "--over",
                "network.up_kbps=\(rates)", "--until-decided", "verdict",
            ])
            #expect(reply.code == .asExpected && reply.errors.isEmpty, "\(reply.errors)")
            #expect(reply.output.contains("each choice in the same 51 sessions, over 51 circumstances"))
        }
    }

    @Test("where no seed makes a difference, more of them are not asked for")
    func moreTraces() throws {
        try Self.withFile(Self.train) { folder, file in
            try Self.makeTraces(2, in: folder.appendingPathComponent("traces"))
            let reply = Self.compare([
                file, "--vary", "player.keep_up=play-through,exoplayer", "--over", "network.trace=traces", "--seeds",
                "5", "--until-decided", "startup_mean_s=0.001",
            ])
            #expect(reply.output.contains("There are too few traces for intervals."))
            #expect(
                reply.ending?().errors
                    == "all sessions were run, and it is not decided; seeds make no difference, and more traces may\n"
            )
        }
    }

    private static let undecidable =
        "it is not decided, and more sessions make no difference; more traces may decide it\n"

    /// Two traces are too few for any interval, however many sessions there are over each of them.
    @Test("sessions end where no more of them would decide it")
    func cannotBeDecided() throws {
        try Self.withFile(Self.edge) { folder, file in
            try Self.makeTraces(2, in: folder.appendingPathComponent("traces"))
            let reply = Self.compare([
                file, "--set", #"network={"loss_percent": 2}"#, "--vary", "player.keep_up=play-through,exoplayer",
                "--over", "network.trace=traces", "--seeds", "100", "--until-decided", "startup_mean_s=0.001",
            ])
            #expect(reply.output.contains("each choice in the same 100 sessions"), "\(reply.output)")
            #expect(reply.ending?().errors == Self.undecidable)
        }
    }

    @Test("a scenario or a trace that is named twice is refused, whatever its names: it would count twice")
    func twice() throws {
        try Self.withFile(Self.edge) { folder, file in
            let other = folder.path + "/./" + URL(fileURLWithPath: file).lastPathComponent
            let vary = ["--vary", "player.keep_up=play-through,exoplayer", "--baseline", "play-through"]
            #expect(Self.compare([file, other] + vary).errors.contains("is named twice"))
            try Self.makeTraces(1, in: folder.appendingPathComponent("traces"))
            let over = ["--over", "network.trace=traces,traces/drive-01.csv"]
            #expect(Self.compare([file] + vary + over).errors.contains("has traces/drive-01.csv twice"))
        }
    }

    @Test(
        "where one circumstance cannot be read there is no report of the others", arguments: ["text", "html", "csv"])
    func faulty(format: String) throws {
        try Self.withFile(Self.edge) { folder, file in
            let traces = folder.appendingPathComponent("traces")
            try Self.makeTraces(2, in: traces)
            try "seconds,kbps\n0,oops\n".write(
                to: traces.appendingPathComponent("drive-03.csv"), atomically: true, encoding: .utf8)
            for (over, words) in [
                ("network=3G,LTEE", "no preset 'LTEE'; did you mean 'LTE'?"),
                ("network.trace=traces", "drive-03.csv"),
            ] {
                let reply = Self.compare([
                    file, "--vary", "player.keep_up=play-through,exoplayer", "--over", over, "--format", format,
                ])
                #expect(reply.whole.output.isEmpty && reply.whole.code == .badData, "\(over)")
                #expect(reply.whole.errors.contains(words), "\(reply.whole.errors)")
            }
        }
    }

    @Test(
        "a pattern that no file is of is told with the folder that was looked in; so is one of the scenario itself",
        arguments: [
            ("zz*.csv", ": error: no file in . is of this name; a path is relative to the scenario's folder\n"),
            (".", "' takes in a.json, the scenario itself; \(TraceFolder.remedy)\n"),
        ])
    func vainPattern(value: String, words: String) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(), "a.json")
            let over = "network.trace=\(value)"
            let answer = try Place.shell(
                "autowait compare a.json --vary player.keep_up=vlc,shaka --over '\(over)'", in: folder.url)
            #expect(answer.errors.hasSuffix("--over \(over)\(words)"), "\(answer.errors)")
        }
    }

    @Test(
        "a star stands for anything in a name",
        arguments: [
            ("a.csv", "*.csv", true), ("a.csv", "*", true), ("a.csv", "a*", true), ("a.csv", "*b*", false),
            ("drive-07.csv", "drive-*7.csv", true), ("drive-07.csv", "drive", false), ("a.csv", "a.csv*a.csv", false),
        ])
    func pattern(name: String, pattern: String, matches: Bool) {
        #expect(TraceFolder.matches(name, pattern) == matches)
    }
}
