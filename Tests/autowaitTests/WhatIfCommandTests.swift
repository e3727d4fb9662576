import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("Other settings in the sessions of logs, on the command line")
struct WhatIfCommandTests {
    static func scenario(_ down_kbps: Int) -> String {
        """
        {"name": "one", "network": {"down_kbps": \(down_kbps), "delay_ms": 20, "transport": "fluid"},
         "media": {"kind": "hls", "duration_s": 24, "segment_s": 4,
                   "variants": [{"bitrate_kbps": 800}, {"bitrate_kbps": 1600}]},
         "player": {"keep_up": {"rule": "fixed-seconds", "start_s": 4}},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
        """
    }

    /// A folder with a scenario and logs of it over links of these rates.
    func reply(_ rates: [Int] = [2000], _ body: (String) throws -> [String]) throws -> Reply {
        try Place.withFolder { folder in
            let logs = folder.appendingPathComponent("logs")
            try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("one.json")
            for rate in rates {
                try Self.scenario(rate).write(to: file, atomically: true, encoding: .utf8)
                let log = Autowait.reply(to: ["run", file.path, "--format", "json"]).whole.output
                try log.write(
                    to: logs.appendingPathComponent("\(rate).json"), atomically: true, encoding: .utf8)
            }
            var reply = Autowait.reply(to: ["whatif"] + (try body(folder.path))).whole
            let text = reply.output.replacing(folder.path + "/", with: "")
            reply.pages = text.isEmpty ? [] : [{ text }]
            reply.errors.replace(folder.path + "/", with: "")
            return reply
        }
    }

    static let vary = "player.keep_up.start_s=4,12"

    /// Of 800 kbit/s 4 s are 400 kB, which take 1.6 s of the link; three times as much is there after 4.8 s, or a
    /// little more.
    @Test("a start that waits for more comes later in every network, by what the link takes for it")
    func oneLog() throws {
        let reply = try reply { folder in
            [
                "\(folder)/logs/2000.json", "--scenario", "\(folder)/one.json", "--vary", Self.vary, "--members", "4",
                "--format", "json",
            ]
        }
        #expect(reply.code == .asExpected, "\(reply.errors)")
        let root = try JSONReader.read(Array(reply.output.utf8), source: 0).root
        #expect(try SchemaJudge(WhatIfSchema.text).accepts(root))
        let choices = try #require(root.member("choices")?.elements)
        func startup(_ choice: Int, _ list: String, _ name: String) -> Int64? {
            choices[choice].member(list)?.elements.first?.member(name)?.loose(places: 9).value
        }
        let first = try #require(startup(0, "figures", "middle"))
        #expect(1_500_000_000...2_000_000_000 ~= first)
        let later = try #require(startup(1, "differences", "middle"))
        #expect(2_900_000_000...3_600_000_000 ~= later)
        #expect(try #require(startup(1, "differences", "low")) > 2_500_000_000)
    }

    /// A request that waits for less than a round trip always fails.
    @Test("where an item fails over some networks, how many is said", arguments: ["text", "json"])
    func failed(format: String) throws {
        let scenario = Self.scenario(2000).replacing("\"fluid\"", with: "\"tcp\"")
            .replacing("\"delay_ms\": 20", with: "\"delay_ms\": 300")
            .replacing(
                "\"player\": {",
                with: "\"player\": {\"segment_requests\": {\"rule\": \"doubling\", \"retry_count\": 0}, ")
        let reply = try reply { folder in
            try scenario.write(toFile: "\(folder)/one.json", atomically: true, encoding: .utf8)
            let log = Autowait.reply(to: ["run", "\(folder)/one.json", "--format", "json"]).whole.output
            try log.write(toFile: "\(folder)/logs/log.json", atomically: true, encoding: .utf8)
            let vary = ["--vary", "player.segment_requests.timeout_s=60,0.5", "--members", "3", "--format", format]
            return ["\(folder)/logs/log.json", "--scenario", "\(folder)/one.json"] + vary
        }
        #expect(reply.code == .asExpected, "\(reply.errors)")
        if format == "text" {
            let rows = reply.output.split(separator: "\n").filter { $0.hasPrefix("    item failed ") }
            let shares = rows.map { $0.split(separator: " ").suffix(2) }
            #expect(shares == [["0", "%"], ["100", "%"]], "\(reply.output)")
            #expect(reply.output.contains("Item failed: over so many networks"))
        } else {
            let root = try JSONReader.read(Array(reply.output.utf8), source: 0).root
            let choices = try #require(root.member("choices")?.elements)
            #expect(choices.map { $0.member("failed_ratio")?.loose(places: 6).value } == [0, 1_000_000])
        }
    }

    /// The media takes 800 kbit/s, and without autowait nobody ends a stall.
    @Test("where a stall never ends it has no length, and over how many networks is said", arguments: [1, 25])
    func neverResumed(logCount: Int) throws {
        let reply = try reply((0..<logCount).map { 600 + $0 }) { folder in
            [
                "\(folder)/logs", "--scenario", "\(folder)/one.json", "--members", "3", "--set",
                "player.keep_up=first-chunk", "--vary", "player.automatically_waits_to_minimize_stalling=true,false",
            ]
        }
        #expect(reply.code == .asExpected, "\(reply.errors)")
        let rows = reply.output.split(separator: "\n").map { $0.split(separator: " ") }
        let shares = rows.filter { $0.starts(with: ["never", "resumed"]) }.map { $0.suffix(2) }
        #expect(shares == [["0", "%"], ["100", "%"]], "\(reply.output)")
        #expect(reply.output.contains("Never resumed: over so many networks"))
        #expect(reply.output.contains("Stalls and bit rate: over those networks where playback starts.\n"))
        let times = rows.filter { $0.first == "stall_time_s" }
        #expect(times.count > 1 && times[1].dropFirst().allSatisfy { $0 == "-" }, "\(reply.output)")
    }

    /// With `start_s` of 12 the start comes after 4.8 s at the earliest, which is behind the end.
    @Test(
        "a start that never comes is no win, whatever it is compared with, and what until_s cuts off is said",
        arguments: [1, 25])
    func never(logCount: Int) throws {
        for (choices, difference) in [("4,12", "never"), ("12,4", "-never"), ("12,13", nil)] as [(String, String?)] {
            let reply = try reply((0..<logCount).map { 2000 + $0 }) { folder in
                [
                    "\(folder)/logs", "--scenario", "\(folder)/one.json", "--members", "3", "--set", "until_s=4",
                    "--vary", "player.keep_up.start_s=\(choices)",
                ]
            }
            #expect(reply.code == .asExpected, "\(reply.errors)")
            /// The first values in the rows of that name.
            func values(_ name: String) -> [String] {
                reply.output.split(separator: "\n").filter { $0.hasPrefix("    \(name) ") }
                    .compactMap { $0.dropFirst(4 + name.count).split(separator: " ").first.map(String.init) }
            }
            // Of one log the difference comes behind the figures; of several there is no mean where one never starts.
            let startups = values("startup_time_s")
            #expect(startups.prefix(2).contains("never"), "\(reply.output)")
            #expect(logCount > 1 ? startups.count == 2 : startups.dropFirst(2).first == difference, "\(reply.output)")
            #expect(values("not started") == choices.split(separator: ",").map { $0 == "4" ? "0" : "100" })
            #expect(values("cut off") == ["100", "100"] && reply.output.contains("until_s ends the session"))
            #expect(reply.output.contains("where playback starts; a difference, where it does with both of two.\n"))
        }
    }

    /// In JSON both are null.
    @Test(
        "a program can tell a start that comes with the first choice alone from one that comes with the other",
        arguments: [
            ("4,12", ["number", "never"], "never"), ("12,4", ["never", "number"], "-never"),
            ("12,13", ["never", "never"], "none"), ("4,3", ["number", "number"], "number"),
        ] as [(String, [String], String)])
    func kinds(choices: String, figures: [String], difference: String) throws {
        let reply = try reply { folder in
            [
                "\(folder)/logs", "--scenario", "\(folder)/one.json", "--members", "3", "--set", "until_s=4",
                "--vary", "player.keep_up.start_s=\(choices)", "--format", "json",
            ]
        }
        let root = try JSONReader.read(Array(reply.output.utf8), source: 0).root
        #expect(try SchemaJudge(WhatIfSchema.text).accepts(root))
        let all = try #require(root.member("choices")?.elements)
        for name in ["middle_is", "low_is", "high_is"] {
            #expect(all.map { $0.member("figures")?.elements.first?.member(name)?.string } == figures)
            #expect(all[1].member("differences")?.elements.first?.member(name)?.string == difference)
        }
    }

    @Test("how many networks there may be is said as it is", arguments: ["0", "201", "x"])
    func members(count: String) throws {
        let reply = try reply { folder in
            ["\(folder)/logs", "--scenario", "\(folder)/one.json", "--vary", Self.vary, "--members", count]
        }
        #expect(reply.code == .usage && reply.errors.contains("from 1 to 200"), "\(reply.errors)")
    }

    /// Over 1000 kbit/s 12 s of media are there after 9.6 s, which is behind the end.
    @Test("the naive mean is of the same logs as the mean beside it: those in which every choice starts")
    func naiveMean() throws {
        let figures = try ["", "/2000.json"].map { log in
            let reply = try reply([1000, 2000]) { folder in
                [
                    "\(folder)/logs\(log)", "--scenario", "\(folder)/one.json", "--members", "3", "--set",
                    "until_s=7",
                    "--vary", Self.vary, "--format", "json",
                ]
            }
            #expect(reply.code == .asExpected, "\(reply.errors)")
            let choices = try JSONReader.read(Array(reply.output.utf8), source: 0).root.member("choices")?.elements
            return try #require(choices).map { $0.member("figures")?.elements ?? [] }
        }
        for choice in 0..<2 {
            let naive = figures.map { $0[choice].first?.member("naive")?.loose(places: 9).value }
            #expect(naive[0] != nil && naive[0] == naive[1], "\(naive)")
        }
    }

    @Test("a recorded run has its scenario in it, with what was laid over it")
    func recorded() throws {
        var texts: [String] = []
        for isNamed in [true, false] {
            let reply = try reply { folder in
                let (log, file) = ("\(folder)/logs/run.json", "\(folder)/one.json")
                let words = ["run", file, "--set", "media.segment_s=6", "--record", log]
                #expect(Autowait.reply(to: words).whole.code == .asExpected)
                return [log, "--vary", Self.vary, "--members", "3"]
                    + (isNamed ? ["--scenario", file, "--set", "media.segment_s=6"] : [])
            }
            #expect(reply.code == .asExpected, "\(reply.errors)")
            texts.append(reply.output)
        }
        #expect(texts[0] == texts[1] && texts[0].contains("startup_time_s"))
    }

    /// A session that begins so many seconds late, over a network that is as late: capacity falls while it plays.
    static func late(_ seconds: Int) -> String {
        """
        {"name": "late", "network": {"transport": "fluid", "delay_ms": 20, "phases": [
           {"for_s": \(seconds + 5), "down_kbps": 3000}, {"for_s": 20, "down_kbps": 300}, {"down_kbps": 3000}]},
         "media": {"kind": "hls", "duration_s": 24, "segment_s": 2, "variants": [{"bitrate_kbps": 1200}]},
         "player": "hls.js", "script": [{"at_s": \(seconds), "do": "load"}, {"at_s": \(seconds), "do": "play"}]}
        """
    }

    private enum LateLog: CaseIterable {
        case recorded, recordedBesideScenario, reported
    }

    private func lateReply(_ log: LateLog, _ seconds: Int, vary: String) throws -> String {
        let reply = try reply([]) { folder in
            let (file, path) = ("\(folder)/late.json", "\(folder)/logs/log.json")
            try Self.late(seconds).write(toFile: file, atomically: true, encoding: .utf8)
            if log == .reported {
                let report = Autowait.reply(to: ["run", file, "--format", "json"]).whole.output
                try report.write(toFile: path, atomically: true, encoding: .utf8)
            } else {
                #expect(Autowait.reply(to: ["run", file, "--record", path]).whole.code == .asExpected)
            }
            let scenario = log == .recorded ? [] : ["--scenario", file]
            return [path, "--members", "3", "--vary", vary] + scenario
        }
        #expect(reply.code == .asExpected, "\(reply.errors)")
        return reply.output
    }

    @Test(
        "a session that begins late is run over the network that it had, however its log is given",
        arguments: [7, 30])
    func late(seconds: Int) throws {
        let twin = try lateReply(.recorded, 0, vary: "player=hls.js")
        #expect(twin.contains("stall_count                       3          3          3          3"), "\(twin)")
        for log in LateLog.allCases {
            #expect(try lateReply(log, seconds, vary: "player=hls.js") == twin, "\(log)")
        }
    }

    /// The session was logged as its scenario says, and not as the first alternative does.
    @Test("a load that is varied comes at another time of the same network")
    func variedLoad() throws {
        let vary = "script.0.at_s=1,4"
        let recorded = try lateReply(.recorded, 4, vary: vary)
        #expect(recorded.contains("script.0.at_s=4 less script.0.at_s=1"))
        for log in LateLog.allCases { #expect(try lateReply(log, 4, vary: vary) == recorded, "\(log)") }
        let alone = try lateReply(.recorded, 4, vary: "script.0.at_s=4")
        let rows = alone.split(separator: "\n")[2..<7].joined(separator: "\n")
        #expect(recorded.contains(rows), "\(recorded), \(alone)")
    }

    @Test("of a folder the logs that 'run --record' wrote are read by what is in them")
    func recordedLogs() throws {
        let reply = try reply { folder in
            let (file, own) = ("\(folder)/one.json", "\(folder)/own")
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            for name in ["a.log", "b.log"] {
                #expect(Autowait.reply(to: ["run", file, "--record", "\(own)/\(name)"]).whole.code == .asExpected)
            }
            try "GET / 200\n".write(toFile: "\(folder)/own/server.log", atomically: true, encoding: .utf8)
            try "a note\n".write(toFile: "\(folder)/own/notes.txt", atomically: true, encoding: .utf8)
            try FileManager.default.createDirectory(atPath: "\(own)/more", withIntermediateDirectories: true)
            return ["\(folder)/own", "--vary", Self.vary, "--members", "3", "--scenario", file]
        }
        #expect(reply.code == .asExpected, "\(reply.errors)")
        let unrecorded = "1 .log that 'autowait run --record' did not write is"
        for words in ["1 file of another ending is", unrecorded, "1 folder in it is"] {
            #expect(reply.errors.contains("own: \(words) left out\n"), "\(words) in \(reply.errors)")
        }
    }

    /// The scenario says nothing of a transport, which is `tcp` then; the log is of a run over `fluid`.
    @Test("alternatives go over the transport that the networks were inferred with", arguments: ["fluid", "tcp"])
    func transport(name: String) throws {
        let texts = try ["", "\"transport\": \"\(name)\", "].map { own in
            try reply { folder in
                let text = Self.scenario(2000).replacing(", \"transport\": \"fluid\"", with: "")
                    .replacing("\"network\": {", with: "\"network\": {\(own)")
                try text.write(toFile: "\(folder)/one.json", atomically: true, encoding: .utf8)
                return [
                    "\(folder)/logs/2000.json", "--scenario", "\(folder)/one.json", "--vary", Self.vary,
                    "--members", "3", "--transport", name,
                ]
            }
        }
        #expect(texts.allSatisfy { $0.code == .asExpected } && texts[0].output == texts[1].output)
        #expect(texts[0].output.contains("startup_time_s"))
    }

    @Test("a log that is named twice is refused, because its session would count twice")
    func twice() throws {
        let reply = try reply { folder in
            ["\(folder)/logs", "\(folder)/logs/2000.json", "--scenario", "\(folder)/one.json", "--vary", Self.vary]
        }
        #expect(reply.code == .usage && reply.errors.contains("logs/2000.json is named twice"), "\(reply.errors)")
    }

    @Test("several logs are compared one by one, whatever the number of threads; one that cannot be read is said")
    func population() throws {
        var texts: [String] = []
        for jobs in ["1", "3"] {
            let reply = try reply([1500, 2500, 4000]) { folder in
                try "{".write(toFile: "\(folder)/logs/broken.har", atomically: true, encoding: .utf8)
                return [
                    "\(folder)/logs", "--scenario", "\(folder)/one.json", "--vary", Self.vary, "--members", "3",
                    "--jobs", jobs,
                ]
            }
            #expect(reply.code == .badData && reply.errors.contains("broken.har"), "\(reply.errors)")
            #expect(reply.output.contains("There are too few logs for intervals; 20 have them."))
            #expect(
                reply.output.hasPrefix("3 logs, each over 3 networks that could have made it\n"), "\(reply.output)")
            #expect(reply.output.contains("player.keep_up.start_s=12 less player.keep_up.start_s=4"))
            texts.append(reply.output)
        }
        #expect(texts[0] == texts[1])
    }

    @Test("of logs of which one alone can be read, the report is that of this one", arguments: ["text", "json"])
    func oneOfSeveral(format: String) throws {
        let replies = try ["", "/2000.json"].map { log in
            try reply { folder in
                try "{".write(toFile: "\(folder)/logs/broken.har", atomically: true, encoding: .utf8)
                return [
                    "\(folder)/logs\(log)", "--scenario", "\(folder)/one.json", "--vary", Self.vary, "--members", "3",
                    "--format", format,
                ]
            }
        }
        #expect(replies[0].output == replies[1].output && !replies[1].output.isEmpty)
        #expect(replies.map { $0.code } == [.badData, .asExpected])
        #expect(replies[0].errors.contains("broken.har") && replies[0].errors.hasPrefix(replies[1].errors))
    }

    @Test("of 20 networks and fewer the ends are the least and the greatest, and it is said", arguments: [1, 20, 21])
    func fewMembers(count: Int) throws {
        let reply = try reply { folder in
            [
                "\(folder)/logs/2000.json", "--scenario", "\(folder)/one.json", "--vary", Self.vary, "--members",
                "\(count)",
            ]
        }
        let networks = count == 1 ? "1 network" : "\(count) networks"
        #expect(reply.output.hasPrefix("logs/2000.json: over \(networks) that could have made it\n"))
        #expect(reply.output.contains("Of so few networks 5 % and 95 % are the least") == (2...20 ~= count))
        #expect(reply.output.contains("Of one network 5 % and 95 % are the median as well; --") == (count == 1))
    }

    @Test("several recorded runs, and one in a folder, need a scenario for all of them", arguments: [false, true])
    func manyRecorded(isFolder: Bool) throws {
        let reply = try reply([]) { folder in
            try Self.scenario(2000).write(toFile: "\(folder)/one.json", atomically: true, encoding: .utf8)
            let logs = ["\(folder)/logs/a.jsonl", "\(folder)/logs/b.jsonl"].prefix(isFolder ? 1 : 2)
            for log in logs {
                let words = ["run", "\(folder)/one.json", "--record", log]
                #expect(Autowait.reply(to: words).whole.code == .asExpected)
            }
            return (isFolder ? ["\(folder)/logs"] : Array(logs)) + ["--vary", Self.vary]
        }
        #expect(reply.code == .usage)
        let words = "'--scenario FILE' is missing: several logs, and those of a folder, take one scenario for all"
        #expect(reply.errors.contains(words), "\(reply.errors)")
    }

    @Test(
        "what is missing or cannot be varied is said",
        arguments: [
            (["--vary", "player=hls.js,exoplayer"], "'--scenario FILE' is missing"),
            (["--scenario", "one.json"], "what if what?"),
            (["--scenario", "one.json", "--set", "player=hls.js"], "what if what? '--set' is for all alternatives"),
            (["--scenario", "one.json", "--vary", "network.down_kbps=100,200"], "the network is what the log says"),
            (["--scenario", "one.json", "--vary", "traffic.0.count=1,2"], "the network is what the log says"),
            (["--scenario", "one.json", "--vary", "network.transport=tcp,fluid"], "for all alternatives"),
            (["--scenario", "one.json", "--vary", "seed=1,2"], "'seed' cannot be varied: what it draws is luck"),
        ])
    func usage(words: [String], message: String) throws {
        let reply = try reply { ["\($0)/logs/2000.json"] + words }
        #expect(reply.code == .usage && reply.errors.contains(message), "\(reply.errors)")
    }
}
