import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("The networks behind a log, and other settings over them, on the command line")
struct InferCommandTests {
    /// A session of the simulator as a log: twenty seconds over a link of 2 Mbit/s.
    private static let scenario = """
        {"name": "one", "network": {"down_kbps": 2000, "delay_ms": 20, "transport": "fluid"},
         "media": {"kind": "hls", "duration_s": 20, "segment_s": 2,
                   "variants": [{"bitrate_kbps": 800}, {"bitrate_kbps": 1600}, {"bitrate_kbps": 3000}]},
         "player": "hls.js", "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
        """

    /// A folder with the scenario and its log; what is shown of the folder is left out.
    private func reply(_ body: (URL) throws -> [String]) throws -> Reply {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("one.json")
            try Self.scenario.write(to: file, atomically: true, encoding: .utf8)
            let log = Autowait.reply(to: ["run", file.path, "--format", "json"]).whole.output
            let logs = folder.appendingPathComponent("logs")
            try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
            try log.write(to: logs.appendingPathComponent("log.json"), atomically: true, encoding: .utf8)
            var reply = Autowait.reply(to: try body(folder)).whole
            let text = reply.output.replacing(folder.path + "/", with: "")
            reply.pages = text.isEmpty ? [] : [{ text }]
            reply.errors.replace(folder.path + "/", with: "")
            return reply
        }
    }

    private func infer(_ options: String...) throws -> Reply {
        try reply { ["infer", $0.path + "/logs/log.json", "--transport", "fluid"] + options }
    }

    @Test("a run's own report is a log: its network is found, and what cannot be known is said")
    func text() throws {
        let reply = try infer()
        #expect(reply.code == .asExpected && reply.errors.isEmpty, "\(reply.errors)")
        #expect(reply.output.hasPrefix("logs/log.json: AVMetrics\n"))
        for words in [
            "  round trip            40.", "  transport             fluid", "capacity told",
            "of their time in the median", "nobody knows",
        ] { #expect(reply.output.contains(words), "\(words) in \(reply.output)") }
    }

    @Test("the report of a run says over which transport it ran, unless a command line does")
    func transport() throws {
        let own = try reply { ["infer", $0.path + "/logs/log.json"] }
        #expect(try own.output == infer().output)
        let unknown = try reply { ["infer", $0.path + "/logs/log.json", "--transport", "quic"] }
        #expect(unknown.code == .usage && unknown.errors.hasPrefix("'quic' is no transport; known here: tcp, fluid"))
        let other = try reply { ["infer", $0.path + "/logs/log.json", "--transport", "tcp"] }
        #expect(other.output.contains("  transport             tcp"))
        #expect(other.output.contains("  random loss           none in "))
        #expect(other.output.contains("Random loss leaves few signs") && !own.output.contains("andom loss"))
    }

    @Test(
        "what is printed goes into a file by the shell, and '--output' says so; of traces each has a file of its own",
        arguments: [
            ("x.svg", "what is printed goes into one with 'autowait infer LOG --format svg >/nowhere/x.svg'"),
            ("X.JSON", "what is printed goes into one with 'autowait infer LOG --format json >/nowhere/X.JSON'"),
            ("x.txt", "what is printed goes into one with 'autowait infer LOG >/nowhere/x.txt'"),
            ("x.csv", "for a folder of that name write --output /nowhere/x.csv/"),
        ])
    func outputFile(name: String, advice: String) throws {
        let reply = try reply { ["infer", $0.path + "/logs/log.json", "--format", "svg", "-o", "/nowhere/\(name)"] }
        #expect(reply.code == .usage && reply.output.isEmpty)
        #expect(
            reply.errors == "'--output' takes the name of a folder for the traces of the networks, and "
                + "'/nowhere/\(name)' looks like a file; \(advice)\n")
    }

    /// A stream on two hosts, each with a network of its own: the first refuses from 20 s on.
    private static let hosts = """
        {"network": {"down_kbps": 20000, "delay_ms": 20, "transport": "fluid",
           "faults": [{"status": 503, "host": "cdn-a", "from_s": 20}]},
         "hosts": {"cdn-a": {"down_kbps": 2000}, "cdn-b": {"down_kbps": 5000}},
         "media": {"kind": "hls", "duration_s": 80, "segment_s": 4, "pathways": ["cdn-a", "cdn-b"],
           "variants": [{"bitrate_kbps": 800}, {"bitrate_kbps": 1600}]},
         "player": {"profile": "avplayer", "default_forward_buffer_s": 12},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
        """

    @Test("of several hosts each has its own network", arguments: [("cdn-a", 2000), ("CDN-B", 5000)])
    func host(name: String, rate: Int64) throws {
        try TestFolder.with { folder in
            try folder.write(Self.hosts, "two.json")
            let log = Autowait.reply(to: ["run", folder.path + "/two.json", "--format", "json"]).whole.output
            try folder.write(log, "two.log")
            let infer = ["infer", folder.path + "/two.log", "--transport", "fluid", "--format", "json"]
            let mixed = Autowait.reply(to: infer).whole
            #expect(mixed.errors.contains("'--host NAME' looks at one"))
            let reply = Autowait.reply(to: infer + ["--host", name]).whole
            #expect(reply.errors.contains("what was asked of \(name.lowercased()) alone is looked at"))
            let root = try JSONReader.read(Array(reply.output.utf8), source: 0).root
            for band in try #require(root.member("bands")?.elements) {
                let low = try #require(band.member("low_kbps")?.loose(places: 0).value)
                let high = try #require(band.member("high_kbps")?.loose(places: 0).value)
                #expect(low <= rate && rate <= high && high - low < rate / 3, "\(low), \(high)")
            }
            let other = Autowait.reply(to: infer + ["--host", "cdn-c"])
            #expect(other.code == .badData && other.errors.contains("it has cdn-a, cdn-b"))

            let files = [folder.path + "/two.log", "--scenario", folder.path + "/two.json"]
            let whatIf = ["whatif"] + files + ["--host", name]
            let healthy = ["--set", "network.faults.0.from_s=900", "--set", "media.variants.0.bitrate_kbps=1900"]
            let tried = Autowait.reply(to: whatIf + healthy + ["--vary", "media.segment_s=4,2"]).whole
            #expect(tried.errors.contains("what was asked of \(name.lowercased()) alone is looked at"))
            #expect(tried.output.hasPrefix("\(folder.path)/two.log, what was asked of \(name.lowercased()): over 20"))
            #expect(Autowait.reply(to: infer + ["--host", name, "--strict"]).code == .asExpected, "it was wanted so")
            #expect(Autowait.reply(to: whatIf + ["--vary", "hosts.cdn-a.delay_ms=0,9"]).code == .usage)
            let line = try #require(tried.output.split(separator: "\n").first { $0.contains("startup_time_s") })
            // A segment of 7600 kbit behind a round trip of 40 ms.
            let expected = 7600.0 / Double(rate) + 0.04
            #expect(abs((line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) - expected) < 0.1)
        }
    }

    @Test("as JSON, by its schema, with the link's rate between the ends of its bands")
    func json() throws {
        let reply = try infer("--format", "json")
        let root = try JSONReader.read(Array(reply.output.utf8), source: 0).root
        #expect(try SchemaJudge(InferSchema.text).accepts(root))
        let bands = try #require(root.member("bands")?.elements)
        #expect(bands.count >= 5)
        for band in bands where band.member("busy_ratio")?.loose(places: 6).value ?? 0 > 500_000 {
            let low = try #require(band.member("low_kbps")?.loose(places: 3).value)
            let high = try #require(band.member("high_kbps")?.loose(places: 3).value)
            #expect(low <= 2_050_000 && high >= 1_950_000, "\(low), \(high)")
        }
    }

    @Test("as a drawing")
    func svg() throws {
        let reply = try infer("--format", "svg")
        #expect(reply.output.hasPrefix("<svg ") && reply.output.hasSuffix("</svg>\n"))
        #expect(reply.output.contains("class=\"ahead area\""))
    }

    @Test("networks are written as traces that a scenario plays; other files in the folder are left alone")
    func members() throws {
        let reply = try reply { folder in
            let output = folder.appendingPathComponent("members").path
            let log = folder.path + "/logs/log.json"
            let first = Autowait.reply(
                to: ["infer", log, "--transport", "fluid", "--members", "3", "--output", output]
            ).whole
            #expect(first.code == .asExpected && first.errors.contains("wrote 3 traces"), "\(first.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
            #expect(names == ["member-001.csv", "member-002.csv", "member-003.csv"])
            let text = try String(contentsOfFile: output + "/member-002.csv", encoding: .utf8)
            #expect(text.hasPrefix("# one of the networks that could have made "))
            try "seconds,kbps\n0,1\n".write(toFile: output + "/member-004.csv", atomically: true, encoding: .utf8)
            let fewer = Autowait.reply(to: ["infer", log, "--members", "1", "--output", output]).whole
            #expect(fewer.errors.contains("wrote 1 trace into") && fewer.errors.contains("removed 2 of an earlier"))
            let left = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
            #expect(left == ["member-001.csv", "member-004.csv"])
            _ = Autowait.reply(to: ["infer", log, "--members", "3", "--output", output])
            try "{}".write(toFile: output + "/member-001.csv", atomically: true, encoding: .utf8)
            let again = Autowait.reply(to: ["infer", log, "--members", "3", "--output", output]).whole
            #expect(again.code == .cannotWrite, "\(again.errors)")
            let played = folder.appendingPathComponent("played.json")
            try Self.scenario.replacing("\"down_kbps\": 2000", with: "\"trace\": \"members/member-002.csv\"")
                .write(to: played, atomically: true, encoding: .utf8)
            return ["run", played.path]
        }
        #expect(reply.code == .asExpected && reply.output.contains("startup_time_s"), "\(reply.errors)")
    }

    /// Of a request that waits for eight seconds some networks carry nothing meanwhile, the first of one log among
    /// them.
    @Test("a trace with an outage is not all of the network, which is said", arguments: [false, true])
    func outage(hasOne: Bool) throws {
        let outage = #"{"for_s": 8, "down_kbps": 0, "up_kbps": 0}"#
        let phases = #""phases": [{"for_s": 9, "down_kbps": 2000}, \#(outage), {"down_kbps": 2000}]"#
        let reply = try reply { folder in
            let (file, log) = ("\(folder.path)/long.json", "\(folder.path)/logs/log.json")
            var scenario = WhatIfCommandTests.scenario(2000).replacing("_s\": 24", with: "_s\": 60")
            if hasOne { scenario.replace("\"down_kbps\": 2000", with: phases) }
            try scenario.write(toFile: file, atomically: true, encoding: .utf8)
            try Autowait.reply(to: ["run", file, "--format", "json"]).whole.output
                .write(toFile: log, atomically: true, encoding: .utf8)
            return ["infer", log, "--members", "8", "--output", "\(folder.path)/members"]
        }
        #expect(reply.errors.contains("wrote 8 traces into members/\n"), "\(reply.errors)")
        #expect(reply.errors.contains("'whatif' lets nothing up either") == hasOne, "\(reply.errors)")
    }

    /// A session that begins so many seconds late: its own figures, and those over the first trace of its recorded run;
    /// the trace without its comment; and the same of its report.
    private func traces(lateBy seconds: Int) throws -> (own: [String], played: [String], texts: [[String]]) {
        var (own, texts): ([String], [[String]]) = ([], [])
        func figures(_ report: String) -> [String] {
            report.split(separator: "\n").filter { $0.hasPrefix("stall_count ") || $0.hasPrefix("end_reached ") }
                .map(String.init)
        }
        let reply = try reply { folder in
            let (file, members) = ("\(folder.path)/late.json", "\(folder.path)/members")
            let scenario = WhatIfCommandTests.late(seconds)
            try scenario.write(toFile: file, atomically: true, encoding: .utf8)
            let (run, report) = ("\(folder.path)/logs/run.jsonl", "\(folder.path)/logs/report.json")
            own = figures(Autowait.reply(to: ["run", file, "--record", run]).whole.output)
            try Autowait.reply(to: ["run", file, "--format", "json"]).whole.output
                .write(toFile: report, atomically: true, encoding: .utf8)
            for (log, clock) in [(report, "from the stream's first request on"), (run, "in the time of the run")] {
                let reply = Autowait.reply(to: ["infer", log, "--members", "1", "--output", members]).whole
                let isOfRun = log == run
                let words = "whose scenario plays it as it is, but for its own traffic, outages and slow servers"
                #expect(reply.errors.contains(words) == isOfRun, "\(reply.errors)")
                #expect(reply.errors.contains("its scenario is to send its own at 0 s") != isOfRun, "\(reply.errors)")
                #expect(reply.output.contains("of the run") == (isOfRun && seconds > 0), "\(reply.output)")
                let lines = try String(contentsOfFile: members + "/member-001.csv", encoding: .utf8)
                    .split(separator: "\n").map(String.init)
                #expect(lines[0].contains(", \(clock); delay_ms "), "\(lines[0])")
                texts.append(Array(lines.dropFirst()))
            }
            let phases = try #require(scenario.firstRange(of: /"phases": \[[^\]]*\]/))
            try scenario.replacingCharacters(in: phases, with: "\"trace\": \"members/member-001.csv\"")
                .write(toFile: file, atomically: true, encoding: .utf8)
            return ["run", file]
        }
        #expect(reply.code == .asExpected, "\(reply.errors)")
        return (own, figures(reply.output), texts)
    }

    @Test("the traces of a recorded run are in its time, and those of another log begin with its first request")
    func clock() throws {
        let (early, late) = (try traces(lateBy: 0), try traces(lateBy: 12))
        #expect(early.own == late.own && early.own.count == 2)
        #expect(early.played == early.own && late.played == late.own, "\(late)")
        #expect(early.texts[0] == late.texts[0] && early.texts[0] == early.texts[1])
        #expect(late.texts[0] != late.texts[1])
    }

    @Test(
        "what is no log of one session is refused, with what to give instead",
        arguments: [
            (
                "[{\"numberOfBytesTransferred\": 4000000, \"transferDuration\": 4}]",
                "totals of stretches and no requests"
            ),
            ("\u{1F}nothing", "no log of a real session"), ("{\"log\": {\"entries\": [", "not whole JSON"),
            ("{\"t\": 0.1, \"call\": \"play\"}\n", "this is the log of a device, which has what was loaded"),
            (scenario, "this is a scenario, and no log; run it, and give its report"),
        ])
    func refused(text: String, words: String) throws {
        let reply = try reply { folder in
            let file = folder.appendingPathComponent("bad.log")
            try text.write(to: file, atomically: true, encoding: .utf8)
            return ["infer", file.path]
        }
        #expect(reply.code == .badData && reply.errors.contains(words), "\(reply.errors)")
    }

    @Test("a recorded run is a log, which says how bytes travelled: the same networks as from its report")
    func recorded() throws {
        let reports = try infer("--format", "json")
        let reply = try reply { folder in
            let log = folder.path + "/logs/run.jsonl"
            let words = ["run", folder.path + "/one.json", "--record", log]
            #expect(Autowait.reply(to: words).whole.code == .asExpected)
            return ["infer", log, "--format", "json"]
        }
        #expect(reply.output.replacing("logs/run.jsonl", with: "logs/log.json") == reports.output)
        #expect(reply.code == .asExpected, "\(reply.errors)")
    }

    /// The viewer leaves before playback comes, which a report's reader warns of, by its line there.
    @Test("of a recorded run nothing is said of lines that it does not have")
    func recordedLines() throws {
        let reply = try reply { folder in
            let (file, log) = (folder.path + "/late.json", folder.path + "/logs/run.jsonl")
            let player =
                #""player": {"keep_up": {"rule": "fixed-seconds", "start_s": 18}, "viewer": {"patience_s": 5}}"#
            try Self.scenario.replacing(#""player": "hls.js""#, with: player)
                .write(toFile: file, atomically: true, encoding: .utf8)
            #expect(Autowait.reply(to: ["run", file, "--record", log]).whole.code == .asExpected)
            return ["infer", log]
        }
        #expect(reply.code == .asExpected && reply.errors.isEmpty, "\(reply.errors)")
    }

    @Test("of one network it is said what is so, and that networks lose packets where they do", arguments: 1...3)
    func few(members: Int) throws {
        let reply = try reply {
            ["infer", $0.path + "/logs/log.json", "--transport", "tcp", "--members", "\(members)"]
        }
        let lossless = members == 1 ? "none in the only network" : "none in all \(members) networks"
        let isNone = reply.output.contains("  random loss           \(lossless): ")
        #expect(reply.output.contains(" as much as these allow") != isNone, "\(reply.output)")
        #expect(!reply.output.contains("1 networks"), "\(reply.output)")
        let isOne = reply.output.contains("Over this network the log's own requests")
        #expect(isOne == (members == 1), "\(reply.output)")
    }

    @Test("a log that is compressed is said to be, and how to unpack it")
    func compressed() throws {
        let reply = try reply { folder in
            let file = folder.appendingPathComponent("log.har.gz")
            try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0]).write(to: file)
            return ["infer", file.path]
        }
        #expect(reply.code == .badData && reply.errors.contains("gunzip"), "\(reply.errors)")
    }
}
