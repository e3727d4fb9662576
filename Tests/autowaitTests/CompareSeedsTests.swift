import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("autowait compare, over seeds")
struct CompareSeedsTests {
    private static func compare(_ file: String, _ format: String) -> Reply {
        Autowait.reply(
            to: [
                "compare", file, "--seeds", "4", "--metrics", "startup_time_s,played_time_s,end_reached", "--format",
                format,
            ])
    }

    @Test("the text shows the median of what the runs have, the 95th percentile and the worst")
    func text() throws {
        try LossyScenario.withFile { file in
            let text = Self.compare(file, "text").output
            let lines = try csvRecords(Self.compare(file, "csv").output)
            let values = try lines.dropFirst().map { try #require(Double($0[4])) }.sorted()
            #expect(lines.dropFirst().map { $0[1] } == ["1", "2", "3", "4"])
            #expect(values[0] < values[3])
            func word(_ value: Double) -> String { String(format: "%.3f", value) }
            let legend = "4 seeds: the median (2nd best), and below it the 95th percentile (4th best) and the worst\n"
            #expect(text.contains(legend))
            #expect(text.contains(" \(word(values[1])) "))
            #expect(text.contains(" \(word(values[3])), \(word(values[3]))\n"))
            #expect(text.contains("4 of 4"))
            #expect(text.contains("as it is"))
            let own = try csvRecords(
                Autowait.reply(to: ["compare", file, "--format=csv", "--metrics", "startup_time_s"]).output)
            #expect(own[1].last == lines[1][4])
        }
    }

    @Test("a baseline that is a word in quotes is named with them or without", arguments: ["3", "\"3\""])
    func quotedBaseline(word: String) throws {
        try LossyScenario.withFile { file in
            let words = ["compare", file, "--vary", #"network.http="2","3""#, "--seeds", "2", "--baseline", word]
            let reply = Autowait.reply(to: words)
            #expect(reply.output.contains("\nall against \"3\"\n"), "\(reply)")
        }
    }

    @Test("csv-summary and JSON have the same figures, to the nanosecond")
    func summary() throws {
        try LossyScenario.withFile { file in
            let runs = try csvRecords(Self.compare(file, "csv").output)
            let lines = try csvRecords(Self.compare(file, "csv-summary").output)
            #expect(lines.count == 2)
            #expect(
                lines[0].prefix(10) == [
                    "scenario", "player_name", "runs", "failed", "not_started", "left_or_failed", "cut_off",
                    "median_startup_time_s", "p95_startup_time_s", "worst_startup_time_s",
                ])
            #expect(lines[1].prefix(7) == [file, "", "4", "0", "0", "0", "0"])
            let values = runs.dropFirst().map { $0[4] }.sorted { Double($0)! < Double($1)! }
            #expect(lines[1][7...9] == [values[1], values[3], values[3]])
            #expect(lines[1].suffix(3) == ["true", "true", "true"])
            let object = try JSONSerialization.jsonObject(with: Data(Self.compare(file, "json").output.utf8))
            let summary = try #require((object as? [String: Any])?["summary"] as? [[String: Any]])
            #expect(summary.count == 1 && summary[0]["runs"] as? Int == 4 && summary[0]["failed"] as? Int == 0)
            let startup = (summary[0]["metrics"] as? [String: Any])?["startup_time_s"] as? [String: Double]
            #expect(
                startup == ["median": Double(values[1])!, "p95": Double(values[3])!, "worst": Double(values[3])!])
        }
    }

    /// The values 1 to 100 in an order of no meaning, and none at all.
    @Test("the worst is by the metric's own direction, and what never happened is worse than all that did")
    func directions() {
        let values = (1...100).map { Int64($0 * 37 % 101) }
        func words(_ values: [Int64?], _ better: Metric.Direction) -> [Int64?] {
            let spread = Spread(values, better: better)
            return [spread.best] + spread.figures.map { $0.value }
        }
        #expect(words(values, .lower) == [1, 50, 95, 100])
        #expect(words(values, .higher) == [100, 51, 6, 1])
        #expect(words(values, .neither) == [1, 50, 95, 100])
        for better in [Metric.Direction.lower, .higher] {
            #expect(words([3, nil, 3], better) == [3, 3, nil, nil])
            #expect(words([nil, nil, 3], better) == [3, nil, nil, nil])
            #expect(words([5], better) == [5, 5, 5, 5])
        }
        #expect(words((1...20).map { $0 }, .lower) == [1, 10, 19, 20])
        #expect(words((1...21).map { $0 }, .lower) == [1, 11, 20, 21])
    }

    /// A viewer who leaves in the first stall, of several; an item that fails where another tries again; and a call
    /// that a player which waits by itself answers with an exception.
    @Test(
        "a session that was over early wins nothing of what it was spared, and that is said",
        arguments: [
            (
                #""network": { "transport": "fluid", "down_kbps": 400 }, "#
                    + #""player": { "keep_up": { "rule": "exoplayer" }, "viewer": { "stall_patience_s": 3 } }"#,
                "", "player.keep_up.after_stall_s=1,20", "20"
            ),
            (
                #""network": { "transport": "fluid", "down_kbps": 2000, "retry_count": 0, "#
                    + #""faults": [{ "of": "video", "from_s": 5, "to_s": 40, "status": 503 }] }"#,
                "", "network.retry_count=0,9", "0"
            ),
            (
                #""network": { "transport": "fluid", "down_kbps": 400 }, "player": { "keep_up": "first-chunk" }"#,
                #", { "at_s": 20, "do": "set_rate_at_host_time", "rate": 1 }"#,
                "player.automatically_waits_to_minimize_stalling=true,false", "true"
            ),
        ])
    func cut(members: String, calls: String, vary: String, loser: String) throws {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("a.json")
            let media = #""media": { "kind": "hls", "duration_s": 90, "variants": [{ "bitrate_kbps": 500 }] }"#
            let script = #""script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }\#(calls)]"#
            try "{ \(members), \(media), \(script), \"until_s\": 400 }".write(
                to: file, atomically: true, encoding: .utf8)
            let reply = Autowait.reply(to: ["compare", file.path, "--vary", vary])
            let text = reply.output
            #expect(text.contains("\n\(Self.cutWords): \(loser)\n"), "\(text)\(reply.errors)")
            #expect(!text.contains("*"), "\(text)")
            let html = Autowait.reply(to: ["compare", file.path, "--vary", vary, "--format", "html"]).output
            #expect(html.contains("\(Self.cutWords.dropFirst()): \(loser).</p>"))
            #expect(html.contains(": what does not start, is left, fails or never resumes is spared some of it.</p>"))
            #expect(text.contains("beaten by none") && !text.contains("average_bitrate_kbps: \(loser)"), "\(text)")
        }
    }

    private static let cutWords = "the viewer leaves, the item fails, or an exception ends the app"

    /// By setting and seed, the stalls; negative where the viewer leaves after so many.
    private static func stalls(_ rows: [[Int64]]) -> String {
        let cells = rows.enumerated().map { index, row in
            Comparison.Cell(
                settings: ["\(index)"], players: [nil],
                samples: row.enumerated().map { seed, stalls in
                    Comparison.Sample(seed: UInt64(seed + 1), [.init([abs(stalls)], isCut: stalls < 0)])
                })
        }
        let block = Comparison.Block(path: "a.json", name: "a", cells: cells)
        return ComparisonTable(Comparison(keys: ["rule"], metrics: [.stallCount], blocks: [block])).text
    }

    private static func fifteen(_ stalls: Int64) -> [Int64] { Array(repeating: stalls, count: 15) }

    /// Medians and worst are those of all sessions, whoever has left; a star is for what was not spared.
    @Test(
        "statistics are of all sessions, and whoever is left sooner earns no star by it",
        arguments: [
            ([[3, -4, -1, 0, 1, 4, -5], [3, -4, -1, 0, 1, 4, -5]], ["3 ", "5, 5"], nil),
            ([fifteen(-5), fifteen(-1)], ["5 ", "1 "], "none is better there"),
            ([fifteen(3), fifteen(-1)], ["3 ", "1 "], "is spared some of it"),
            ([fifteen(3), fifteen(1)], ["3 ", "1*"], nil),
            ([[3], [-1]], ["3 ", "1 "], "is spared some of it"),
            ([[-3], [-1]], ["3 ", "1 "], "is spared some of it"),
            ([[3], [1]], ["3 ", "1*"], nil),
        ] as [([[Int64]], [String], String?)])
    func spared(rows: [[Int64]], figures: [String], why: String?) {
        let text = Self.stalls(rows) + " "
        for figure in figures { #expect(text.replacing("\n", with: " \n").contains(" \(figure)"), "\(text)") }
        #expect(text.contains("*") == figures.contains { $0.hasSuffix("*") }, "\(text)")
        let said = text.split(separator: "\n").first { $0.hasPrefix("no best in stall_count: ") }
        #expect(why.map { said?.contains($0) ?? false } ?? (said == nil), "\(text)")
    }

    @Test("what until_s cuts off is said, of tables, decisions and a tuning", arguments: [true, false])
    func cutOff(isCut: Bool) throws {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("a.json")
            try """
            {"network": {"transport": "fluid", "down_kbps": 700},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{"bitrate_kbps": 800}]},
             "until_s": \(isCut ? 30 : 3000)}
            """.write(to: file, atomically: true, encoding: .utf8)
            func text(_ words: [String]) -> String {
                Autowait.reply(to: [words[0], file.path] + words.dropFirst()).output
            }
            let vary = ["compare", "--vary", "player.keep_up=play-through,vlc-adaptive"]
            let line = "\nuntil_s cuts off what comes later: play-through, vlc-adaptive\n"
            #expect(text(vary).contains(line) == isCut)
            let summary = try csvRecords(text(vary + ["--format", "csv-summary"]))
            #expect(summary[1][7] == (isCut ? "1" : "0") && summary[0][7] == "cut_off")
            let decision = text(vary + ["--over", "network.down_kbps=650,700"])
            #expect(decision.contains("until_s cuts sessions off: play-through in 2, vlc-adaptive in 2; ") == isCut)
            let tuning = text([
                "tune", "--set", "player.keep_up=fixed-seconds", "--parameter", "player.keep_up.start_s=4,8",
                "--minimise", "stalled_percent", "--over", "network.down_kbps=650,700",
            ])
            #expect(tuning.contains("until_s cuts sessions off with all of them: ") == isCut, "\(tuning)")
            let moment = text(["run", "--goldilocks"])
            #expect(moment.contains("; until_s cuts off what comes later") == isCut, "\(moment)")
        }
    }

    @Test("a session that until_s ends before its start is told from one that never starts")
    func cutOffBeforeStart() throws {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("a.json")
            try """
            {"network": {"transport": "fluid", "down_kbps": 700},
             "media": {"kind": "hls", "duration_s": 60, "segment_s": 4, "variants": [{"bitrate_kbps": 800}]},
             "until_s": 6}
            """.write(to: file, atomically: true, encoding: .utf8)
            func text(_ words: String...) -> String {
                Autowait.reply(
                    to: ["compare", file.path, "--vary", "player.keep_up=first-chunk,play-through"]
                        + ["--over", "network.down_kbps=650,700"] + words
                ).output
            }
            let decision = text()
            #expect(decision.contains("\nplayback does not start: play-through in 2; no session starts with every"))
            let cut = "\nuntil_s cuts sessions off: first-chunk in 2, play-through in 2 (before the start); "
            #expect(decision.contains(cut))
            #expect(decision.contains("play-through does not start in 100 more of 100 sessions"))
            let json = text("--format", "json")
            #expect(json.contains(#""cut_off_before_start": 2"#) && json.contains(#""cut_off_before_start": 0"#))
        }
    }

    @Test("what looks the same in a table is: nanoseconds earn no star, and beat nobody")
    func nanoseconds() {
        func text(_ startups: [Int64]) -> String {
            let cells = startups.enumerated().map { index, startup in
                Comparison.Cell(
                    settings: ["\(index)"], players: [nil],
                    samples: [Comparison.Sample(seed: 1, [.init([startup, 0])])])
            }
            let block = Comparison.Block(path: "a.json", name: "a", cells: cells)
            return ComparisonTable(
                Comparison(keys: ["rule"], metrics: [.startupTime, .stallTime], blocks: [block])
            ).text
        }
        let alike = text([22_000_000_004, 22_000_000_000])
        #expect(!alike.contains("*") && alike.contains("stall_time_s: 0, 1\n"), "\(alike)")
        let apart = text([22_000_000_004, 22_000_000_000, 21_000_000_000])
        #expect(apart.contains("21.000*") && apart.contains("stall_time_s: 2\n"), "\(apart)")
        let two = text([22_000_000_004, 22_000_000_000, 23_000_000_000])
        #expect(two.split(separator: "22.000*").count == 3 && two.contains("stall_time_s: 0, 1\n"), "\(two)")
    }

    @Test(
        "a setting that stalls in fewer than half of the sessions beats none that does not, and that is said",
        arguments: [(1, false), (3, false), (12, false), (0, true)])
    func rareStalls(stalls: Int, isBeaten: Bool) {
        func cell(_ name: String, startup: Int64, stalls: Int) -> Comparison.Cell {
            let samples = (1...20).map { seed in
                let stall: Int64 = seed <= stalls ? 1 : 0
                return Comparison.Sample(
                    seed: UInt64(seed), [.init([startup * 1_000_000_000, stall, stall * 5_000_000_000])])
            }
            return Comparison.Cell(settings: [name], players: [nil], samples: samples)
        }
        let cells = [cell("safe", startup: 12, stalls: 0), cell("quick", startup: 8, stalls: stalls)]
        let block = Comparison.Block(path: "a.json", name: "a", cells: cells)
        let text = ComparisonTable(
            Comparison(keys: ["rule"], metrics: [.startupTime, .stallCount, .stallTime], blocks: [block])
        ).text
        #expect(text.contains("worst): \(isBeaten ? "" : "safe, ")quick\n"), "\(text)")
        let line = "sessions that stall: quick (in \(stalls) of 20 seeds)\n"
        #expect(text.contains(line) == (stalls > 0), "\(text)")
        #expect(text.contains("* no other is better in its column, seed by seed"), "\(text)")
    }

    @Test("of a decision are said to be rounds, as a session's seed is its number")
    func rounds() throws {
        for command in [CompareCommand.command, TuneCommand.command] {
            let about = try #require(command.options.first { $0.name == "seeds" }).about
            #expect(about.contains("the rounds A..B") && about.contains("a session's seed is its number"))
        }
        let media = #"{"kind": "progressive", "duration_s": 4, "bitrate_kbps": 800}"#
        try TestFolder.with { folder in
            try folder.write("{\"network\": {\"down_kbps\": 900}, \"media\": \(media)}", "s.json")
            let table = Autowait.reply(to: [
                "compare", folder.path + "/s.json", "--vary", "player.keep_up=exoplayer,vlc", "--over",
                "network.loss_percent=1,2", "--seeds", "5..6", "--format", "csv",
            ]).output
            let records = table.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            let place = try #require(records.first?.firstIndex(of: "run_seed"))
            #expect(Set(records.dropFirst().map { $0[place] }) == ["9", "10", "11", "12"], "\(table)")
        }
    }

    @Test("a cell of which a run failed has no figures, says how many did, and ends no other")
    func failures() throws {
        let words = [
            "compare", CompareCommandTests.demo, "--vary", "max_events=5,5000", "--seeds", "3", "--metrics",
            "stall_count", "--format",
        ]
        let reply = Autowait.reply(to: words + ["csv-summary"])
        let lines = try csvRecords(reply.output)
        #expect(lines[1].suffix(8) == ["3", "3", "0", "0", "0", "", "", ""])
        #expect(lines[2].suffix(8) == ["3", "0", "0", "0", "0", "0", "0", "0"])
        #expect(reply.errors.contains("error: with max_events=5, seed 1: more than 5 events"))
        #expect(reply.code == .badData)
        let json = Autowait.reply(to: words + ["json"]).output
        let counts = #""runs": 3, "failed": 3, "not_started": 0, "left_or_failed": 0, "cut_off": 0"#
        #expect(json.contains(counts + #", "metrics": {"stall_count": null}"#))
    }
}

/// A scenario that draws from its random streams, and is short.
enum LossyScenario {
    private static let text = """
        {"name": "Lossy, \\"short\\"", "network": {"down_kbps": 2000, "delay_ms": 40, "loss_percent": 3},
         "media": {"kind": "progressive", "duration_s": 8, "bitrate_kbps": 1500}}
        """

    /// A folder with a file of it.
    static func withFile<Result>(_ body: (String) throws -> Result) throws -> Result {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("a.json")
            try text.write(to: file, atomically: true, encoding: .utf8)
            return try body(file.path)
        }
    }
}

/// The fields of CSV as RFC 4180 has it.
func csvRecords(_ text: String) throws -> [[String]] {
    var records: [[String]] = []
    var (fields, field, isQuoted) = ([String](), "", false)
    for character in text.replacingOccurrences(of: "\"\"", with: "\u{1}") {
        switch character {
        case "\"": isQuoted.toggle()
        case ",", "\n":
            guard !isQuoted else { fallthrough }
            fields.append(field)
            field = ""
            if character == "\n" {
                records.append(fields)
                fields = []
            }
        default: field.append(character == "\u{1}" ? "\"" : character)
        }
    }
    try #require(fields.isEmpty && field.isEmpty && !isQuoted)
    try #require(records.allSatisfy { $0.count == records[0].count })
    return records
}
