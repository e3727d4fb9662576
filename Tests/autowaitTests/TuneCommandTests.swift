import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("autowait tune")
struct TuneCommandTests {
    /// A link that is faster than the media, then slower for 10 s, and then faster again: whoever has enough ahead when
    /// it falls off does not stall.
    private static let dip = """
        {"name": "A dip",
         "network": {"transport": "fluid", "phases": [
           {"for_s": 8, "down_kbps": 1500}, {"for_s": 10, "down_kbps": 400}, {"down_kbps": 2000}]},
         "media": {"kind": "progressive", "duration_s": 60, "bitrate_kbps": 1000, "chunk_s": 1},
         "player": {"keep_up": "fixed-seconds"}}
        """
    private static let edge = """
        {"name": "A short clip", "network": {"preset": "Edge", "loss_percent": 1},
         "media": {"kind": "progressive", "duration_s": 12, "bitrate_kbps": 150}, "player": {"keep_up": "exoplayer"}}
        """
    private static let start = ["--parameter", "player.keep_up.start_s=1..8:1"]
    private static let both = ["--minimise", "stalled_percent + startup_mean_s"]
    private static let population = ["--population", "mobile", "--seeds", "4"]

    private static func tune(_ words: [String], _ text: String = dip) throws -> Reply {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("clip.json")
            try text.write(to: file, atomically: true, encoding: .utf8)
            return Autowait.reply(to: ["tune", file.path] + words)
        }
    }

    @Test("finds the earliest start that never stalls, and gives a player to paste")
    func known() throws {
        let reply = try Self.tune(["--parameter", "player.keep_up.start_s=0.5..12"] + Self.both)
        #expect(reply.code == .asExpected && reply.errors.isEmpty)
        let found = try #require(reply.output.firstMatch(of: /^start_s=([0-9.]+) is best in the only session/)?.1)
        #expect(
            reply.output.hasSuffix(
                """

                To paste:

                "player": {
                  "keep_up": { "rule": "fixed-seconds", "start_s": \(found) }
                }

                """), "\(reply.output)")
        try TestFolder.with { folder in
            try folder.write(Self.dip, "clip.json")
            let set = "--set 'player.keep_up={\"rule\":\"fixed-seconds\",\"start_s\":"
            let best = try Place.shell("autowait run clip.json \(set)\(found)}'", in: folder.url)
            #expect(best.output.contains(/stall_count +0\n/), "\(best.output)")
            let sooner = (Double(found) ?? 0) - 0.7
            let worse = try Place.shell("autowait run clip.json \(set)\(sooner)}'", in: folder.url)
            #expect(!worse.output.contains(/stall_count +0\n/), "\(worse.output)")
        }
    }

    @Test("judges the best in circumstances that it was not chosen in, and says what it gains there")
    func circumstances() throws {
        let over = ["--over", "network.phases.1.down_kbps=200,300,400,500,600,700"]
        let reply = try Self.tune(Self.start + Self.both + over)
        #expect(reply.output.hasPrefix("take start_s=8 in the place of start_s=2: "), "\(reply.output)")
        #expect(reply.output.contains(" less, in 3 sessions in circumstances that it was not chosen on\n"))
        #expect(
            reply.output.contains(
                "\nstart_s=8 is the end of what was tried: try --parameter "
                    + "player.keep_up.start_s=1..32\n"))
    }

    @Test("beyond a best value of 0 are those below it, where there are any")
    func belowZero() throws {
        let calls = #"{"at_s":0,"do":"load"},{"at_s":0,"do":"play"},{"at_s":5,"do":"seek","by_s":10}"#
        let reply = try Self.tune(
            ["--set", "script=[\(calls)]", "--parameter", "script.2.by_s=0..16", "--maximise", "watched_mean_s"])
        #expect(reply.output.contains("by_s=0 is the end of what was tried: try --parameter script.2.by_s=-16..16\n"))
    }

    @Test("says what is worse besides, where the expression leaves it out")
    func besides() throws {
        let over = ["--over", "network.phases.1.down_kbps=200,300,400,500,600,700"]
        let late = ["--set", #"player.keep_up={"rule":"fixed-seconds","start_s":8}"#]
        let words = ["--parameter", "player.keep_up.start_s=0.5,8", "--minimise", "startup_mean_s"] + late + over
        let reply = try Self.tune(words)
        #expect(reply.output.hasPrefix("take start_s=0.5 in the place of start_s=8: "), "\(reply.output)")
        #expect(reply.output.contains("\nWorse besides: Stall time an hour (+"), "\(reply.output)")
        let table = reply.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
        #expect(!table.contains { $0.contains("stall_time_an_hour_s") })
    }

    @Test("a single session of a population cannot be halved, whichever it is", arguments: ["1", "2..2"])
    func single(seeds: String) throws {
        let words = Self.start + Self.both + ["--population", "mobile", "--seeds", seeds]
        let reply = try Self.tune(words)
        #expect(reply.code == .usage && reply.output.isEmpty)
        #expect(reply.errors.contains("1 session cannot be halved"), "\(reply.errors)")
        #expect(reply.errors.contains("give --seeds 2 or more"))
    }

    @Test("is the same on any number of threads, in all formats")
    func threads() throws {
        for format in ["text", "csv", "json"] {
            let some = ["--parameter", "player.keep_up.start_s=1,3", "--seeds", "6"] + Self.both
            let words = some + ["--format", format, "--jobs"]
            let reply = try Self.tune(words + ["1"], Self.edge)
            #expect(reply.code == .asExpected && reply.errors.isEmpty)
            #expect(Self.plain(try Self.tune(words + ["3"], Self.edge).output) == Self.plain(reply.output))
        }
    }

    /// Without the path of a folder that has another name each time.
    private static func plain(_ text: String) -> String {
        text.split(separator: "\n").filter { !$0.hasSuffix("clip.json") }.joined(separator: "\n")
    }

    @Test("has the same figures in CSV and JSON, and the two sides of a front")
    func formats() throws {
        let words = Self.start + ["--minimise", "startup_mean_s,stalled_percent"]
        let csv = try Self.tune(words + ["--format", "csv"]).output.split(separator: "\n")
        let columns = "player.keep_up.start_s,startup_mean_s,stalled_percent,own,best"
        #expect(csv[0] == "\(columns),starts_less,fails_more,resumes_less")
        #expect(csv[1] == "2,1.333333,100,true,false,false,false,false" && csv.count == 9, "\(csv)")
        let json = try Self.tune(words + ["--format", "json"]).output
        let root = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(root["verdict"] as? String == "front" && (root["tried"] as? [Any])?.count == 8)
        let front = csv.dropFirst().filter { $0.contains(",true,false") && !$0.hasPrefix("2,") }
        let text = try Self.tune(words).output
        #expect(text.hasPrefix("\(front.count) of 8 settings are beaten by no other in both of startup_mean_s and "))
        #expect(front.allSatisfy { line in text.contains("  start_s=\(line.prefix { $0 != "," }) ") })
    }

    @Test(
        "prints JSON as its schema says, whatever comes of it",
        arguments: [
            ("unchecked", start + both, dip),
            ("front", start + ["--minimise", "startup_mean_s,stalled_percent"], dip),
            ("better", start + both + ["--over", "network.phases.1.down_kbps=200,300,400,500,600,700"], dip),
            ("same", ["--parameter", "player.drain_s=1..12"] + both, dip),
            ("too few", ["--parameter", "player.keep_up.start_s=1,3", "--seeds", "6"] + both, edge),
            (
                "own", ["--parameter", "player.keep_up.start_s=1,3", "--minimise", "startup_mean_s"] + population,
                edge
            ),
        ])
    func schema(verdict: String, words: [String], text: String) throws {
        let json = try Self.tune(words + ["--format", "json"], text).output
        let root = try JSONReader.read(Array(json.utf8), source: 0).root
        #expect(root.member("verdict")?.string == verdict)
        let judge = try SchemaJudge(TuningSchema.text)
        #expect(judge.accepts(root))
        for (said, otherwise) in [
            ("\"own\": ", "\"owns\": "), ("\"starts_less\": ", "\"starts_more\": "),
            ("\"settings\": {", "\"settings\": { \"x\": \"y\", "),
            ("\"verdict\": \"", "\"verdict\": \"un"),
        ] {
            let other = json.replacingOccurrences(of: said, with: otherwise)
            let wrong = try JSONReader.read(Array(other.utf8), source: 0).root
            #expect(other != json && !judge.accepts(wrong), "\(said)")
        }
    }

    @Test("says where the scenario's own is beaten by no other alone, and has no table without figures")
    func ownFront() throws {
        let words = ["--parameter", "player.keep_up.start_s=2,4,8", "--minimise", "startup_mean_s"]
        let reply = try Self.tune(words + ["--maximise", "0 - startup_mean_s"])
        #expect(
            reply.output.hasPrefix(
                "keep start_s=2: it alone of 3 settings is beaten by no other in both of startup_mean_s and "
                    + "0 - startup_mean_s\n"), "\(reply.output)")
        #expect(!reply.output.contains("\nbeaten by no other"))
    }

    @Test("a setting that never starts is no win, though it never stalls")
    func neverStarts() throws {
        let slow = Self.dip.replacing("\"name\": \"A dip\",", with: "\"name\": \"A dip\", \"until_s\": 20,")
        let words = ["--parameter", "player.keep_up.start_s=1,2,50", "--minimise", "stalled_percent"]
        let reply = try Self.tune(words, slow)
        #expect(reply.output.hasPrefix("keep start_s=2: "), "\(reply.output)")
        #expect(reply.output.contains(/50 +-  fewer sessions start/))
        #expect(reply.output.contains("; with 1 of them stalled_percent has no value\n"))
    }

    @Test("where nothing ever starts, no number is called as good as another")
    func nothingStarts() throws {
        let none = Self.dip.replacing("\"name\": \"A dip\",", with: "\"name\": \"A dip\", \"until_s\": 0.1,")
        let words = ["--parameter", "player.keep_up.start_s=1,2,50", "--minimise", "stalled_percent"]
        let reply = try Self.tune(words, none)
        #expect(
            reply.output.hasPrefix(
                "start_s: cannot say: no session starts; with all 3 settings every session is as with start_s=2"),
            "\(reply.output)")
    }

    @Test(
        "says where the numbers make no difference",
        arguments: [("1..12", "all 10 settings"), ("8,10", "both settings")])
    func same(values: String, settings: String) throws {
        let reply = try Self.tune(["--parameter", "player.drain_s=\(values)"] + Self.both)
        let words = "drain_s: no difference here: with \(settings) every session is as with drain_s=10"
        #expect(reply.output.hasPrefix(words), "\(reply.output)")
    }

    @Test(
        "is refused where it makes no sense, with what would make some",
        arguments: [
            ([], "what is to become best? write --minimise"),
            (both, "which number is to be tuned? write --parameter"),
            (["--parameter", "player.keep_up.start_s"] + both, "has no values; write --parameter"),
            (["--parameter", "player.keep_up.start_s=9..1"] + both, "'9..1' is upside down; write 1..9"),
            (["--parameter", "player.keep_up.strt_s=1..9"] + both, "has no 'strt_s'; did you mean 'start_s'?"),
            (["--parameter", "network.delay_ms=1..9"] + both, "is a circumstance, which nobody tunes"),
            (start + start + both, "'player.keep_up.start_s' is tuned twice"),
            (start + ["--minimise", "stall_share*100 + startup_time_s"], "column 1: 'stall_share' is no metric"),
            (start + both + both + both, "there are 3 objectives; two are the most"),
            (start + both + both, "'stalled_percent + startup_mean_s' is to become best twice"),
            (start + both + ["--maximise", "stalled_percent+startup_mean_s"], "to become both least and greatest"),
            (start + both + ["--seeds", "900000"], "are more than 1000000 runs"),
            (start + both + ["--over", "player.keep_up.start_s=1,2"], "cannot be both tuned and a circumstance"),
            (start + both + ["--set", "player.keep_up=play-through"], "write --set player.keep_up=fixed-seconds"),
            (start + both + ["--population", "mobile"], "how often? give --seeds 1000"),
        ] as [([String], String)])
    func mistakes(words: [String], message: String) throws {
        let reply = try Self.tune(words)
        #expect(reply.code == .usage && reply.output.isEmpty)
        #expect(reply.errors.contains(message), "\(reply.errors)")
    }
}
