import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("Shards, and their merging")
struct ShardTests {
    private static let clip = """
        {"name": "A clip", "network": {"transport": "fluid"},
         "media": {"kind": "progressive", "duration_s": 6, "bitrate_kbps": 800}}
        """
    private static let choices = ["--vary", "player.keep_up=play-through,exoplayer,first-chunk"]

    private struct Shop {
        let folder: URL

        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        func compare(_ words: [String]) -> Reply {
            Autowait.reply(to: ["compare", path("clip.json")] + choices + words).whole
        }

        func merge(_ names: [String], _ format: String = "text") -> Reply {
            Autowait.reply(to: ["merge"] + names.map(path) + ["--format", format]).whole
        }

        func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }
    }

    private static func inShop(_ body: (Shop) throws -> Void) throws {
        try Place.withFolder { folder in
            let shop = Shop(folder: folder)
            try clip.write(toFile: shop.path("clip.json"), atomically: true, encoding: .utf8)
            try body(shop)
        }
    }

    @Test("a line of a build that did not know of all facts is read, where there need not be any; others are torn")
    func facts() throws {
        try Self.inShop { shop in
            _ = shop.compare(["--over", "network.down_kbps=900", "--shard", "1/1", "-o", shop.path("all.jsonl")])
            let lines = String(decoding: try shop.bytes("all.jsonl"), as: UTF8.self).split(separator: "\n")
            let line = try #require(lines.first { $0.contains(#""kind":"session""#) })
            func read(without fact: String) -> SessionLinesReader.Line? {
                let rest = line.replacing(fact, with: "")
                #expect(rest != line)
                return SessionLinesReader.line(Array(rest.utf8))
            }
            let whole = try #require(SessionLinesReader.line(Array(line.utf8)))
            #expect(read(without: #""live_latency_mean_s":null,"#) == whole)
            #expect(read(without: #""stall_count":0,"#) == nil)
        }
    }

    @Test("a file whose choices are of no key is no shard")
    func withoutKeys() throws {
        try Self.inShop { shop in
            _ = shop.compare(["--over", "network.down_kbps=900", "--shard", "1/1", "-o", shop.path("all.jsonl")])
            let lines = String(decoding: try shop.bytes("all.jsonl"), as: UTF8.self).split(separator: "\n")
            let forged = try #require(lines.first)
                .replacing(#""choice_keys":["player.keep_up"]"#, with: #""choice_keys":[]"#)
                .replacing(#""choices":[["play-through"],["exoplayer"],["first-chunk"]]"#, with: #""choices":[[]]"#)
            #expect(forged.contains(#""choice_keys":[]"#) && forged.contains(#""choices":[[]]"#))
            let text = ([forged] + lines.dropFirst()).joined(separator: "\n") + "\n"
            try text.write(toFile: shop.path("forged.jsonl"), atomically: true, encoding: .utf8)
            for format in ["text", "csv-summary"] {
                #expect(shop.merge(["forged.jsonl"], format).errors.contains("this is no shard"))
            }
        }
    }

    @Test("neither standard input nor a pipe is a shard, because its end is read first")
    func streams() {
        #expect(Autowait.reply(to: ["merge", "-"]).errors.contains("takes files alone"))
        #expect(Autowait.reply(to: ["merge", "/dev/null"]).errors.contains("takes files alone"))
    }

    @Test(
        "any number of shards, stopped anywhere and gone on with, in any order and twice, give the bytes of one run",
        arguments: Place.triesAll ? [1, 7, 64] : [1, 7])
    func merged(_ count: Int) throws {
        try Self.inShop { shop in
            let words = [
                "--population", "mobile", "--seeds", Place.triesAll ? "150" : "14", "--metrics",
                "startup_mean_s,startup_p95_s",
            ]
            var random = RandomStream(seed: UInt64(count), name: "shards")
            var names: [String] = []
            for number in 1...count {
                let own = words + ["--shard", "\(number)/\(count)", "-o", shop.path("part-\(number).jsonl")]
                let reply = shop.compare(own)
                #expect(reply.code == .asExpected && reply.output.isEmpty, "\(reply.errors)")
                names.append("part-\(number).jsonl")
                // Whoever is stopped leaves the first bytes of what would have been.
                let whole = try shop.bytes(names[number - 1])
                let kept = Int(random.below(UInt64(whole.count)))
                try whole.prefix(kept).write(to: shop.folder.appendingPathComponent(names[number - 1]))
                #expect(shop.compare(own).code == .asExpected)
                #expect(try shop.bytes(names[number - 1]) == whole)
            }
            let mixed = names.indices.map { names[($0 * 5 + 3) % names.count] }
            let all = Set(mixed).count == names.count ? mixed : names.reversed()
            for format in ["text", "jsonl"] + (Place.triesAll ? ["json", "csv", "csv-summary"] : []) {
                let one = shop.compare(words + ["--format", format, "--jobs", "1"])
                let merged = shop.merge(all + [names[0]], format)
                #expect(merged.output == one.output, "\(format) of \(count)")
                #expect(merged.errors.isEmpty && merged.code == .asExpected)
            }
        }
    }

    @Test(
        "a shard of an earlier build, which says no settings and folders, is refused, and left as it is",
        arguments: [#""set":[],"#, #""allow":[],"#])
    func earlier(said: String) throws {
        try Self.inShop { shop in
            let words = ["--over", "network.down_kbps=900,2000", "--shard", "1/1", "-o", shop.path("1.jsonl")]
            _ = shop.compare(words)
            let text = String(decoding: try shop.bytes("1.jsonl"), as: UTF8.self)
            let older = text.replacing(said, with: "")
            #expect(older != text)
            try older.write(toFile: shop.path("1.jsonl"), atomically: true, encoding: .utf8)
            let reason = ": error: this is of an earlier build, which did not write what --set and --allow said"
            #expect(shop.merge(["1.jsonl"]).errors.contains("\(reason): run its command again"))
            let again = shop.compare(words)
            #expect(again.errors.contains("\(reason); it is left as it is") && again.code == .cannotWrite)
            #expect(try shop.bytes("1.jsonl") == Data(older.utf8))
        }
    }

    private static let own = [
        ["--set", "media.bitrate_kbps=900"], ["--set", "until_s=5"], ["--set", "network.delay_ms=300"],
        ["--allow", "/"],
    ]

    @Test("shards whose --set differ are not of one experiment; nor is one gone on with --allow", arguments: own)
    func otherwise(_ more: [String]) throws {
        try Self.inShop { shop in
            let words = ["--over", "network.down_kbps=900,2000"]
            func shard(_ number: Int, _ more: [String]) -> Reply {
                shop.compare(words + more + ["--shard", "\(number)/2", "-o", shop.path("\(number).jsonl")])
            }
            _ = (shard(1, []), shard(2, more))
            let merged = shop.merge(["1.jsonl", "2.jsonl"])
            if more[0] == "--set" {
                let reason = "a shard of another experiment than "
                #expect(merged.code == .badData && merged.output.isEmpty && merged.errors.contains(reason))
                #expect(merged.errors.contains(": it has other keys set, or to other values"))
            } else {
                #expect(merged.output == shop.compare(words).output, "folders have other paths on another machine")
            }
            let before = try shop.bytes("1.jsonl")
            let again = shard(1, more)
            #expect(again.errors.contains("this is a shard of another command") && again.code == .cannotWrite)
            #expect(try shop.bytes("1.jsonl") == before)
            _ = shop.compare(words + more + ["--shard", "1/2", "-o", shop.path("3.jsonl")])
            #expect(shop.merge(["2.jsonl", "3.jsonl"]).output == shop.compare(words + more).output)
        }
    }

    @Test("a shard that is whole is said to be, and is left as it is")
    func complete() throws {
        try Self.inShop { shop in
            let words = ["--over", "network.down_kbps=900,2000", "--shard", "1/2", "-o", shop.path("1.jsonl")]
            #expect(shop.compare(words).errors.hasSuffix("1.jsonl: shard 1/2 has 1 session more\n"))
            let whole = try shop.bytes("1.jsonl")
            #expect(shop.compare(words).errors.hasSuffix("1.jsonl: shard 1/2 is complete already\n"))
            #expect(try shop.bytes("1.jsonl") == whole)
        }
    }

    @Test("a merged page is that of one run, but for the timelines, and says so")
    func page() throws {
        try Self.inShop { shop in
            let words = ["--over", "network.down_kbps=900,2000"]
            _ = shop.compare(words + ["--shard", "1/1", "-o", shop.path("all.jsonl")])
            let pages = [shop.compare(words + ["--format", "html"]), shop.merge(["all.jsonl"], "html")].map {
                $0.output.components(separatedBy: "<h2>Sessions that show it</h2>")
            }
            let ends = pages.map { $0[1].components(separatedBy: "<h2>All figures</h2>") }
            #expect(pages[0][0] == pages[1][0] && ends[0][1] == ends[1][1])
            #expect(ends[0][0].contains("class=\"strips\"") && !ends[1][0].contains("class=\"strips\""))
            #expect(ends[1][0].contains("Sessions that were merged are not played again for their timelines"))
        }
        let help = Autowait.reply(to: ["help", "merge"]).output.split(separator: "\n").joined(separator: " ")
        #expect(help.contains("A page has no timelines"))
    }

    private static func commandLines(of page: Reply) -> [String] {
        page.output.components(separatedBy: "<pre class=\"command\">").dropFirst().map {
            $0.components(separatedBy: "</pre>")[0]
        }
    }

    @Test("a merged page has the settings, and the commands, that the page of one run has")
    func commands() throws {
        try Self.inShop { shop in
            let outer = shop.folder.deletingLastPathComponent().path
            let own = ["--set", "media.bitrate_kbps=850", "--set", "name=a b", "--allow", outer]
            let words = ["--over", "network.down_kbps=900,2000"] + own
            _ = shop.compare(words + ["--shard", "1/1", "-o", shop.path("all.jsonl")])
            let pages = [shop.compare(words + ["--format", "html"]), shop.merge(["all.jsonl"], "html")]
            let commands = pages.map { Self.commandLines(of: $0) }
            #expect(commands[0] == commands[1] && commands[0].count >= 2)
            for command in commands[1] {
                #expect(command.contains("clip.json --set media.bitrate_kbps=850 --set name="), "\(command)")
                #expect(command.hasSuffix(" --allow \(outer)"), "\(command)")
            }
            for page in pages {
                let words = "Set in every session: <code>media.bitrate_kbps=850</code>, <code>name=a b</code>."
                #expect(page.output.contains(words))
            }
        }
    }

    @Test("of a population a merged page's commands draw the very session again, with what was set and the baseline")
    func commandsOfPopulation() throws {
        try Self.inShop { shop in
            let words = ["--population", "mobile", "--seeds", "4", "--baseline", "exoplayer", "--set", "until_s=60"]
            _ = shop.compare(words + ["--shard", "1/1", "-o", shop.path("all.jsonl")])
            let commands = Self.commandLines(of: shop.merge(["all.jsonl"], "html"))
            #expect(!commands.isEmpty)
            for command in commands {
                #expect(command.contains("clip.json --set until_s=60 --vary player.keep_up="), "\(command)")
                #expect(command.contains(" --baseline exoplayer --population mobile --seeds "), "\(command)")
            }
        }
    }

    @Test("what is no whole experiment is refused, with the remedy, and nothing is written over")
    func refused() throws {
        try Self.inShop { shop in
            let words = ["--over", "network.down_kbps=900,2000", "--seeds", "2"]
            func shard(_ number: Int, _ name: String, _ more: [String] = []) -> Reply {
                shop.compare(words + more + ["--shard", "\(number)/2", "-o", shop.path(name)])
            }
            _ = (shard(1, "1.jsonl"), shard(2, "2.jsonl"))
            #expect(shop.merge(["1.jsonl"]).errors.contains("a shard is not among the files: 2/2"))
            #expect(shop.merge(["2.jsonl", "1.jsonl"]).code == .asExpected)
            // Other choices, and other inputs.
            _ = shard(2, "other.jsonl", ["--baseline", "exoplayer"])
            #expect(shop.merge(["1.jsonl", "other.jsonl"]).errors.contains("a shard of another experiment"))
            try Self.clip.replacingOccurrences(of: "800", with: "700").write(
                toFile: shop.path("clip.json"), atomically: true, encoding: .utf8)
            _ = shard(2, "longer.jsonl")
            #expect(shop.merge(["1.jsonl", "longer.jsonl"]).errors.contains(": its files were others"))
            let before = try shop.bytes("1.jsonl")
            let again = shard(1, "1.jsonl")
            #expect(again.errors.contains("it is left as it is; give -o another name") && again.code == .cannotWrite)
            #expect(try shop.bytes("1.jsonl") == before)
            // Torn, not complete, of another model, and no shard at all.
            try before.dropLast(9).write(to: shop.folder.appendingPathComponent("torn.jsonl"))
            #expect(
                shop.merge(["torn.jsonl", "2.jsonl"]).errors.contains("its last line is torn: run its command again"))
            let text = String(decoding: before, as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
            try (lines.dropLast(2).joined(separator: "\n") + "\n").write(
                toFile: shop.path("short.jsonl"), atomically: true, encoding: .utf8)
            #expect(
                shop.merge(["short.jsonl", "2.jsonl"]).errors.contains("it is not complete: run its command again"))
            try text.replacingOccurrences(of: "\"model\":\(Model.number)", with: "\"model\":1").write(
                toFile: shop.path("old.jsonl"), atomically: true, encoding: .utf8)
            #expect(shop.merge(["old.jsonl", "2.jsonl"]).errors.contains("this is of model 1, and this program has"))
            #expect(shop.merge(["clip.json"]).errors.contains("this is no shard"))
            for (changed, words) in [
                (text.replacingOccurrences(of: "\n", with: "\r\n"), "its lines end in CR LF, by git or an editor"),
                ("\u{FEFF}" + text, "it begins with a byte order mark, which an editor has put there"),
            ] {
                try changed.write(toFile: shop.path("changed.jsonl"), atomically: true, encoding: .utf8)
                #expect(shop.merge(["changed.jsonl", "2.jsonl"]).errors.contains(words))
                #expect(shard(1, "changed.jsonl").errors.contains("\(words); it is left as it is"))
            }
            try "a,b\r\n".write(toFile: shop.path("table.csv"), atomically: true, encoding: .utf8)
            #expect(shop.merge(["table.csv"]).errors.contains("this is no shard"))
            try Data([0x1F, 0x8B, 8, 0]).write(to: shop.folder.appendingPathComponent("1.jsonl.gz"))
            #expect(shop.merge(["1.jsonl.gz"]).errors.contains(": error: this is compressed with gzip"))
            #expect(shop.merge(["nothing.jsonl"]).code == .missingFile)
        }
    }

    @Test("a line that was changed is found by its place, and two shards that differ are not mixed")
    func spoilt() throws {
        try Self.inShop { shop in
            let words = ["--over", "network.down_kbps=900,2000", "--seeds", "2", "--shard", "1/1", "-o"]
            _ = shop.compare(words + [shop.path("1.jsonl")])
            let lines = String(decoding: try shop.bytes("1.jsonl"), as: UTF8.self).split(separator: "\n")
            var spoilt = lines.map(String.init)
            spoilt[3] = "{\"kind\":\"session\""
            try (spoilt.joined(separator: "\n") + "\n").write(
                toFile: shop.path("spoilt.jsonl"), atomically: true, encoding: .utf8)
            #expect(shop.merge(["spoilt.jsonl"]).errors.contains("spoilt.jsonl:4: error: this is no line of a shard"))
            var other = lines.map(String.init)
            other[1] = other[1].replacingOccurrences(of: "\"stall_count\":0", with: "\"stall_count\":7")
            try (other.joined(separator: "\n") + "\n").write(
                toFile: shop.path("other.jsonl"), atomically: true, encoding: .utf8)
            #expect(
                shop.merge(["1.jsonl", "other.jsonl"]).errors.contains("session 1 is another than in the other file"))
            #expect(
                shop.merge(["other.jsonl"]).errors.contains("a session up to 2 is another than when this was written")
            )
            let left = lines.filter { !$0.contains("\"session\":2,") }
            try (left.joined(separator: "\n") + "\n").write(
                toFile: shop.path("gap.jsonl"), atomically: true, encoding: .utf8)
            let (all, here) = (lines.count - 3, left.count - 3)
            let gap = shop.merge(["gap.jsonl"])
            #expect(
                gap.errors.contains("\(all) lines of sessions up to 2 were written, and \(here) are here"),
                "\(gap.errors)")
            #expect(gap.output.isEmpty && gap.code == .badData && here < all)
        }
    }

    /// It would have other figures than the same command without it.
    @Test("a table of settings has no shards; those of a decision without circumstances give the bytes of one run")
    func withoutCircumstances() throws {
        try Self.inShop { shop in
            let part = ["--shard", "1/1", "-o", shop.path("all.jsonl")]
            let table = shop.compare(["--seeds", "2"] + part)
            #expect(table.errors.contains("'--shard' is for a decision") && table.code == .usage)
            let decision = ["--seeds", "2", "--baseline", "exoplayer"]
            #expect(shop.compare(decision + part).code == .asExpected)
            #expect(shop.merge(["all.jsonl"]).output == shop.compare(decision).output)
        }
    }

    private static let slips: [([String], String)] = [
        (["--shard", "0/4", "-o", "x.jsonl"], "shards are counted from 1"),
        (["--shard", "5/4", "-o", "x.jsonl"], "'--shard 5/4' is no part of a whole, as in 3/8"),
        (["--shard", "1/4"], "give -o part-1.jsonl"),
        (["--shard", "1/4", "-o", "x.jsonl", "--format", "text"], "'--format' is for 'autowait merge'"),
    ]

    @Test("slips on the command line are said", arguments: slips)
    func slipped(_ words: [String], _ message: String) throws {
        try Self.inShop { shop in #expect(shop.compare(["--over", "network=LTE"] + words).errors.contains(message)) }
    }
}

@Suite("Distributions of very many values")
struct SpectrumTests {
    /// Both startups are in the bucket from 49.929 to 50.197 s.
    @Test("differences of quantiles in buckets are as sure as these are", arguments: [10_000, 10_001])
    func differences(count: Int) throws {
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["a"], ["b"]], baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a", name: "", settings: [], trace: nil, isExact: false)],
            metrics: DecisionMetric.all.filter { $0.name == "startup_p95_s" })
        var summary = DecisionSummary(plan)
        for number in 0..<count {
            var (one, other) = (SessionOutcome(), SessionOutcome())
            (one.startup, other.startup) = (49_950_000_000, 50_175_000_000)
            summary.add(
                DecisionSession(number: number, circumstance: 0, seed: UInt64(number), outcomes: [one, other]))
        }
        let decision = Decision(summary, resamples: 59)
        let difference = try #require(decision.rows[1].differences[0])
        #expect(difference.low...difference.high ~= 225_000_000, "\(difference)")
        // Four halves of 0.268 s: nobody knows on which side it is.
        #expect(difference.high - difference.low == (count > 10_000 ? 536_870_910 : 0), "\(difference)")
        #expect(decision.rows[1].findings[0]?.word(.lower) == (count > 10_000 ? "undecided" : "worse"))
        let own = summary.difference(try Objective("2 * startup_p95_s", .minimise), 1, resamples: 59)
        #expect(own.low - 1e-9 <= 0.45 && 0.45 <= own.high + 1e-9 && own.high - own.low < 1.1, "\(own)")
    }

    @Test("quantiles in buckets are within 0.4 % of exact ones, and the order of adding makes no difference")
    func buckets() {
        var random = RandomStream(seed: 1, name: "spectrum")
        let values = (0..<(Place.triesAll ? 12_000 : 10_400)).map { _ in Int64(random.below(1 << random.below(40))) }
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["a"], ["b"]], baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a", name: "", settings: [], trace: nil, isExact: false)],
            metrics: DecisionMetric.all.filter { $0.name.hasPrefix("startup_") })
        func decision(_ order: [Int]) -> Decision {
            var summary = DecisionSummary(plan)
            for number in order {
                var (one, other) = (SessionOutcome(), SessionOutcome())
                (one.startup, other.startup) = (values[number], values[number] * 2)
                summary.add(
                    DecisionSession(
                        number: number, circumstance: 0, seed: UInt64(number), outcomes: [one, other]))
            }
            return Decision(summary, resamples: 59)
        }
        let (forth, back) = (decision(Array(values.indices)), decision(values.indices.reversed()))
        #expect(DecisionLines.json(forth) == DecisionLines.json(back))
        let sorted = values.sorted()
        for (name, thousandths) in [("startup_median_s", 500), ("startup_p95_s", 950), ("startup_p99_s", 990)] {
            let place = plan.metrics.firstIndex { $0.name == name } ?? 0
            let exact = Double(sorted[(thousandths * values.count + 999) / 1000 - 1])
            let own = Double(forth.rows[0].values[place] ?? 0)
            #expect(abs(own - exact) <= exact * 0.004, "\(name): \(own) and \(exact)")
        }
        #expect(DecisionText.text(forth).contains("\nQuantiles are within 0.4 % of exact ones."))
        #expect(forth.startups[0].steps.last?.count == values.count)
    }
}
