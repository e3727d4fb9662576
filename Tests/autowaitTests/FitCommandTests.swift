import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("autowait fit")
struct FitCommandTests {
    private static let template = """
        {"name": "A clip", "network": {"transport": "fluid", "down_kbps": 4000, "delay_ms": 20},
         "media": {"kind": "progressive", "duration_s": 60, "bitrate_kbps": 1000, "chunk_s": 0.5},
         "player": {"keep_up": "fixed-seconds"}, "until_s": 60}
        """
    private static let start = ["--fit", "player.keep_up.start_s=0.5..20"]

    private static func reply(_ words: [String], _ cells: String, _ template: String = template) throws -> Reply {
        var reply = Reply()
        try TestFolder.with { folder in
            try folder.write(template, "clip.json")
            try folder.write(cells, "cells.csv")
            reply = Autowait.reply(to: ["fit", folder.path + "/clip.json", folder.path + "/cells.csv"] + words).whole
            let text = reply.output.replacingOccurrences(of: folder.path + "/", with: "")
            reply.pages = text.isEmpty ? [] : [{ text }]
            reply.errors = reply.errors.replacingOccurrences(of: folder.path + "/", with: "")
        }
        return reply
    }

    /// The first cells of them.
    private static let some = Result { try measured.get().split(separator: "\n").prefix(5).joined(separator: "\n") }

    /// The simulator's own starts with a number that the template does not have.
    private static let measured = Result {
        var cells = "network.down_kbps,media.bitrate_kbps,startup_time_s\n"
        for limit in [1000, 2000, 4000, 16_000] {
            for rate in [500, 900, 2000] {
                let text = Self.template
                    .replacingOccurrences(of: "4000", with: String(limit))
                    .replacingOccurrences(of: "\"bitrate_kbps\": 1000", with: "\"bitrate_kbps\": \(rate)")
                    .replacingOccurrences(
                        of: "\"fixed-seconds\"", with: "{\"rule\": \"fixed-seconds\", \"start_s\": 6}")
                let scenario = try ScenarioFile.loaded(SourceText(file: "a.json", bytes: Array(text.utf8))).scenario
                let start = try Run(scenario).player(0).values(of: [Metric.startupTime])[0]
                cells +=
                    "\(limit),\(rate),\(start.map { NumberText.rounded($0, places: 9, decimals: 3) } ?? "never")\n"
            }
        }
        return cells
    }

    @Test("finds the number that the figures were made with, and gives a player to paste")
    func found() throws {
        let reply = try Self.reply(Self.start + ["--hold-out", "media.bitrate_kbps"], Self.measured.get())
        #expect(reply.code == .asExpected && reply.errors.isEmpty, "\(reply.errors)")
        #expect(reply.output.hasPrefix("startup_time_s is off by a factor of 1.0"), "\(reply.output)")
        let row = try #require(
            reply.output.firstMatch(of: /player\.keep_up\.start_s +2 +([0-9.]+) +([0-9.]+) to ([0-9.]+)\n/))
        let numbers = [row.1, row.2, row.3].compactMap { Double($0) }
        #expect(numbers.count == 3 && numbers[1] <= 6 && numbers[2] >= 6 && numbers[2] < 7, "\(row.0)")
        #expect(
            reply.output.hasSuffix(
                "\nTo paste:\n\n\"player\": {\n"
                    + "  \"keep_up\": { \"rule\": \"fixed-seconds\", \"start_s\": \(row.1) }\n}\n"
            ),
            "\(reply.output)")
        #expect(reply.output.contains("\n  held out by media.bitrate_kbps     12    1.0"), "\(reply.output)")
    }

    @Test("finds a rule among several by its name")
    func rules() throws {
        let words = ["--fit", "player.keep_up=play-through,first-chunk,fixed-seconds"]
        let cells = try Self.measured.get()
        let reply = try Self.reply(words, cells, Self.template.replacing("fixed-seconds", with: "first-chunk"))
        #expect(reply.output.contains(/player\.keep_up  first-chunk  fixed-seconds  no other\n/), "\(reply.output)")
    }

    @Test("of words JSON has those that are as good, and none between them")
    func wordsInJSON() throws {
        let words = ["--fit", "player.keep_up=fixed-seconds,first-chunk,exoplayer", "--format", "json"]
        let reply = try Self.reply(words, "network.down_kbps,startup_time_s\n500,4\n1000,1\n2000,1\n4000,0.25\n")
        let root = try JSONReader.read(Array(reply.output.utf8), source: 0).root
        #expect(try SchemaJudge(FitSchema.text).accepts(root))
        let parameter = try #require(root.member("parameters")?.elements.first)
        #expect(parameter.member("as_good")?.elements.map { $0.string } == ["fixed-seconds", "exoplayer"])
        #expect(reply.output.contains("\"low\": null") && reply.output.contains("\"high\": null"))
        let numbers = try Self.reply(Self.start + ["--format", "json"], Self.some.get()).output
        #expect(!numbers.contains("as_good") && !numbers.contains("\"low\": null"))
    }

    /// Measured to the digit, with a start of 8 s; over 100 kbit/s it comes after the template's `until_s` of 60 s.
    @Test("a start that until_s cuts off is known to be later, and it is said", arguments: ["60", "600"])
    func cutOff(until_s: String) throws {
        let template = """
            {"name": "A clip", "network": {"transport": "fluid", "down_kbps": 4000},
             "media": {"kind": "progressive", "duration_s": 60, "bitrate_kbps": 1000, "chunk_s": 0.1},
             "player": {"keep_up": "fixed-seconds"}, "until_s": 60}
            """
        let cells = "network.down_kbps,startup_time_s\n100,80\n200,40\n400,20\n800,10\n1600,5\n"
        let words = ["--fit", "player.keep_up.start_s=4,6,8,10", "--set", "until_s=\(until_s)", "--format", "json"]
        let reply = try Self.reply(words, cells, template)
        let root = try JSONReader.read(Array(reply.output.utf8), source: 0).root
        #expect(try SchemaJudge(FitSchema.text).accepts(root))
        #expect(root.member("parameters")?.elements[0].member("fitted")?.loose(places: 0).value == 8)
        let later = (root.member("cells")?.elements ?? []).map { $0.member("later_than")?.loose(places: 0).value }
        #expect(later.count == 5 && later[0] == (until_s == "60" ? 60 : nil), "\(reply.output)")
        #expect(later.dropFirst().allSatisfy { $0 == nil })
        #expect(reply.output.contains("in 1 of 5 cells until_s ends the session") == (until_s == "60"))
    }

    @Test(
        "times before a start are those that had run when until_s ended it",
        arguments: [
            ("startup_time_s", 18_000_000_000), ("time_to_first_chunk_s", 19_000_000_000),
            ("wait_before_start_s", 18_000_000_000), ("initial_bitrate_kbps", nil),
        ] as [(String, Int64?)])
    func cutTimes(name: String, time: Int64?) throws {
        let text = """
            {"network": {"transport": "fluid", "down_kbps": 1},
             "media": {"kind": "progressive", "duration_s": 60, "bitrate_kbps": 1000, "chunk_s": 10},
             "script": [{"at_s": 1, "do": "load"}, {"at_s": 2, "do": "play"}], "until_s": 20}
            """
        let scenario = try ScenarioFile.loaded(SourceText(file: "a.json", bytes: Array(text.utf8))).scenario
        let metric = try #require(Metric.all.first { $0.name == name })
        let figures = try CellSession.figures(scenario, [CellMeasure(metric, column: name)])
        #expect(figures == [time.map { .later($0) } ?? .never])
        let whole = try CellSession.figures(
            scenario, [CellMeasure(metric, column: name), CellMeasure(.playedTime, column: "played_time_s")])
        #expect(whole == figures + [.value(0)])
    }

    @Test(
        "of a session that only loads it is known that its first chunk comes later",
        arguments: [
            ("startup_time_s", .never), ("time_to_first_chunk_s", .later(19_000_000_000)),
            ("wait_before_start_s", .value(0)),
        ] as [(String, SimulatedFigure)])
    func cutLoading(name: String, figure: SimulatedFigure) throws {
        let text = """
            {"network": {"transport": "fluid", "down_kbps": 1},
             "media": {"kind": "progressive", "duration_s": 60, "bitrate_kbps": 1000, "chunk_s": 10},
             "script": [{"at_s": 1, "do": "load"}], "until_s": 20}
            """
        let scenario = try ScenarioFile.loaded(SourceText(file: "a.json", bytes: Array(text.utf8))).scenario
        let metric = try #require(Metric.all.first { $0.name == name })
        #expect(try CellSession.figures(scenario, [CellMeasure(metric, column: name)]) == [figure])
    }

    /// Both tracks share the link, and the pictures end last: when all 6,768,000 bits of two segments of 6 s are there.
    /// With a gap in the pictures 768,000 of sound come before, playback begins with them, and pictures come later.
    @Test(
        "the first chunk is one of pictures, whatever comes beside them before, and behind a gap that is played over",
        arguments: [(2000, "", 3_384), (500, "", 13_536), (2000, #", "gaps_s": [0]"#, 3_768)]
            as [(Int, String, Int64)])
    func firstPictures(down_kbps: Int, gaps: String, milliseconds: Int64) throws {
        let text = """
            {"network": {"transport": "fluid", "down_kbps": \(down_kbps)},
             "media": {"kind": "hls", "duration_s": 60, "variants": [{"bitrate_kbps": 1000\(gaps)}],
                       "audio": {"bitrate_kbps": 128}},
             "player": {"keep_up": "first-chunk"},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}], "until_s": 30}
            """
        let scenario = try ScenarioFile.loaded(SourceText(file: "a.json", bytes: Array(text.utf8))).scenario
        let metric = try #require(Metric.all.first { $0.name == "time_to_first_chunk_s" })
        let figures = try CellSession.figures(scenario, [CellMeasure(metric, column: "ttff_s")])
        #expect(figures == [.value(milliseconds * 1_000_000)])
    }

    /// Playback is asked for at 3 s, and an interstitial event of 100 s is shown.
    @Test(
        "an event that until_s cuts off before the start is followed by one",
        arguments: [
            ("startup_time_s", .later(0)), ("wait_before_start_s", .later(0)),
            ("time_to_first_chunk_s", .value(500_000_000)),
        ] as [(String, SimulatedFigure)])
    func cutEvent(name: String, figure: SimulatedFigure) throws {
        let text = Self.beforeStart[0].replacingOccurrences(of: "\"duration_s\": 4,", with: "\"duration_s\": 100,")
        let scenario = try ScenarioFile.loaded(SourceText(file: "a.json", bytes: Array(text.utf8))).scenario
        let metric = try #require(Metric.all.first { $0.name == name })
        #expect(try CellSession.figures(scenario, [CellMeasure(metric, column: name)]) == [figure])
    }

    @Test("is the same on any number of threads", arguments: Place.triesAll ? ["json", "html"] : ["html"])
    func threads(format: String) throws {
        let words = Self.start + ["--hold-out", "network.down_kbps", "--format", format, "--jobs"]
        let one = try Self.reply(words + ["1"], Self.some.get())
        #expect(one.code == .asExpected && one.output.count > 1000)
        #expect(try Self.reply(words + ["3"], Self.some.get()).output == one.output)
    }

    /// Scenarios in which the playhead moves for no time at all before it starts: an event is shown first, the person
    /// has sought to the end, or pauses at once.
    private static let beforeStart = [
        """
        {"network": {"transport": "fluid", "down_kbps": 8000},
         "media": {"kind": "hls", "duration_s": 30, "segment_s": 2, "variants": [{"bitrate_kbps": 1000}],
                   "interstitials": [{"cue": "pre", "assets": [
                       {"kind": "hls", "duration_s": 4, "segment_s": 2, "variants": [{"bitrate_kbps": 500}]}]}]},
         "player": {"keep_up": "first-chunk", "class": "AVQueuePlayer"},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 3, "do": "play"}], "until_s": 60}
        """,
        """
        {"network": {"transport": "fluid", "down_kbps": 4000},
         "media": {"kind": "hls", "duration_s": 60, "segment_s": 2, "variants": [{"bitrate_kbps": 1000}]},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 5, "do": "seek", "to_s": 60}, {"at_s": 6, "do": "play"},
                    {"at_s": 9, "do": "play"}, {"at_s": 12, "do": "seek", "to_s": 0}, {"at_s": 13, "do": "play"}],
         "until_s": 70}
        """,
        """
        {"network": {"transport": "fluid", "down_kbps": 4000},
         "media": {"kind": "progressive", "duration_s": 30, "bitrate_kbps": 1000},
         "player": {"keep_up": "play-through"},
         "script": [{"at_s": 0, "do": "load"}, {"at_s": 5, "do": "play"}, {"at_s": 5, "do": "pause"},
                    {"at_s": 9, "do": "play"}],
         "until_s": 60}
        """,
    ]

    @Test(
        "a session that is stopped at its start has the figures of a whole one",
        arguments: [template] + beforeStart)
    func upToStart(text: String) throws {
        let scenario = try ScenarioFile.loaded(SourceText(file: "a.json", bytes: Array(text.utf8))).scenario
        let metrics = Metric.all.filter { $0.known == .atStart }
        #expect(metrics.count == 4)
        let whole = try Run(scenario)
        let part = try CellSession.upToStart(scenario)
        let values = part.player(0).values(of: metrics)
        #expect(values == whole.player(0).values(of: metrics) && values.allSatisfy { $0 != nil }, "\(values)")
        #expect(part.trace.entries.count < whole.trace.entries.count)
    }

    @Test("prints JSON as its schema says")
    func schema() throws {
        let words = Self.start + ["--hold-out", "network.down_kbps", "--format", "json"]
        let json = try Self.reply(words, Self.some.get()).output
        let root = try JSONReader.read(Array(json.utf8), source: 0).root
        let judge = try SchemaJudge(FitSchema.text)
        #expect(judge.accepts(root))
        #expect(Autowait.reply(to: ["schema", "--of", "fit"]).output == FitSchema.text)
        for (said, otherwise) in [
            ("\"path\": ", "\"paths\": "), ("\"matters\": true", "\"matters\": 1"), ("\"ratio\": ", "\"ratios\": "),
            ("\"off_by_ratio\": ", "\"off_by\": "),
        ] {
            let other = json.replacingOccurrences(of: said, with: otherwise)
            let wrong = try JSONReader.read(Array(other.utf8), source: 0).root
            #expect(other != json && !judge.accepts(wrong), "\(said)")
        }
        // One cell has no interval, and its JSON says so.
        let few = try Self.reply(Self.start + ["--format", "json"], "network.down_kbps,startup_time_s\n2000,3\n")
            .output
        #expect(judge.accepts(try JSONReader.read(Array(few.utf8), source: 0).root) && few.contains("\"low\": null"))
    }

    @Test("makes a page with every cell in its picture")
    func page() throws {
        let reply = try Self.reply(
            Self.start + ["--hold-out", "network.down_kbps", "--format", "html", "--title", "Mine"],
            Self.some.get())
        #expect(reply.output.contains("<h1>Mine</h1>") && !reply.output.contains("{{"))
        #expect(reply.output.matches(of: /class="estimate [a-z]+"><title>network\.down_kbps=/).count >= 4)
        #expect(reply.output.contains("class=\"curve choice-1\""))
        #expect(reply.output.contains("<pre class=\"command\">&quot;player&quot;: {\n  &quot;keep_up&quot;"))
    }

    @Test("where several figures are measured, what was held out has a table of each", arguments: ["text", "html"])
    func heldOut(format: String) throws {
        let cells = "network.down_kbps,startup_time_s,stall_count\n500,8,0\n1000,4,0\n4000,1,0\n"
        let words = Self.start + ["--hold-out", "network.down_kbps", "--format", format]
        let output = try Self.reply(words, cells).output
        for name in ["startup_time_s", "stall_count"] {
            #expect(output.contains("held out by network.down_kbps: \(name)"), "\(output)")
        }
    }

    @Test("one cell has no scatter from cell to cell, however many figures it is")
    func oneCell() throws {
        let output = try Self.reply(Self.start, "network.down_kbps,startup_time_s,stall_count\n2000,3,2\n").output
        let line = "\n2 figures, all of 1 cell, for 1 parameter are too few to know how sure it is\n"
        #expect(output.contains(line) && output.contains("  too few figures to say\n"), "\(output)")
    }

    @Test("a picture begins at the least that counts, and has a place for none")
    func least() throws {
        let cells = "network.down_kbps,startup_time_s,stall_count\n500,8,0\n1000,0,1\n4000,1,0\n"
        let page = try Self.reply(Self.start + ["--format", "html"], cells).output
        #expect(page.contains("What is below 0.1 s is drawn as 0.1 s.") && !page.contains("0.000000001 s"))
        #expect(page.contains("What is counted is drawn as whole numbers, with a half added."))
        #expect(page.contains(">0.1 s</text>") && page.contains(">0</text>"))
    }

    @Test("a column in another unit is noticed, in settings and in figures")
    func units() throws {
        let table = "network.down_kbps,startup_time_s\n2,3000\n8,1500\n4,2000\n"
        let reply = try Self.reply(Self.start, table)
        #expect(reply.code == .asExpected)
        #expect(
            reply.errors.contains(
                "cells.csv:2:1: warning: all values of 'network.down_kbps' are some 1000 times less than the "
                    + "template's 4000 kbit/s: is the column in another unit?"), "\(reply.errors)")
        let given = Self.start + ["--given", "limit_mbps=network.down_kbps"]
        let some = try Self.reply(given, "limit_mbps,startup_time_s\n1100,3\n2000,1.5\n0.9,2\n")
        #expect(
            some.errors.contains("most values of 'network.down_kbps' lie beyond 1 Gbit/s, such as 1100000 kbit/s"),
            "\(some.errors)")
        let figures = try Self.reply(Self.start, "network.down_kbps,startup_time_s\n2000,3000\n8000,1500\n")
        #expect(
            figures.errors.contains(
                /cells\.csv:2:1: warning: all values of 'startup_time_s' are some \d+ times more/),
            "\(figures.errors)")
        // Parts of a whole, as if of a hundred.
        let parts = try Self.reply(
            Self.start + ["--measured", "rebuffering=rebuffer_ratio"],
            "network.down_kbps,rebuffering\n800,16.9\n700,27.3\n600,38\n")
        #expect(
            parts.errors.contains(
                /cells\.csv:2:1: warning: all values of 'rebuffering' are some \d+ times more/), "\(parts.errors)")
    }

    @Test(
        "is refused where it makes no sense, with what would make some",
        arguments: [
            ([], "which key is to be fitted? write --fit player.keep_up.start_s=0.5..20", .usage),
            (["--fit", "player.keep_up.start_s"], "has no values; write --fit", .usage),
            (["--fit", "player.keep_up.strt_s=1..9"], "has no 'strt_s'; did you mean 'start_s'?", .usage),
            (["--fit", "player.keep_up.start_s=9..1"], "'9..1' is upside down; write 1..9", .usage),
            (["--fit", "player.keep_up=vlc"], "is one value; write a range, as in 0.5..12, or several", .usage),
            (start + start, "'player.keep_up.start_s' is fitted twice", .usage),
            (
                start + ["--fit", "player.keep_up=vlc,mpv"], "cannot be fitted together: one is a part of the other",
                .usage
            ),
            (
                start + ["--hold-out", "segment_s"], "'--hold-out segment_s': no column of settings is called so",
                .usage
            ),
            (start + ["--weight", "startup_time_s=x"], "'--weight' takes a number from 0 to 1000, not 'x'", .usage),
            (
                start + ["--weight", "startup_time_s=0"],
                "--weight leaves nothing to fit to: all that is measured has the weight 0", .badData
            ),
            (start + ["--title", "x"], "'--title' is for a page: --format html", .usage),
            (["--fit", "player.keep_up=vlc,mvp"], "'keep_up' cannot be 'mvp'; did you mean 'mpv'?", .badData),
            (
                ["--fit", "network.down_kbps=1..9"], "is given by this column, and 'network.down_kbps' is to be",
                .badData
            ),
        ] as [([String], String, ExitCode)])
    func mistakes(words: [String], message: String, code: ExitCode) throws {
        let reply = try Self.reply(words, "network.down_kbps,startup_time_s\n2000,3\n8000,1\n")
        #expect(reply.code == code && reply.output.isEmpty)
        #expect(reply.errors.contains(message), "\(reply.errors)")
    }

    /// The template has 1 s each way, and a request and its answer take one round trip; the default is none.
    @Test("null takes a key of the template away, and an empty field leaves it")
    func takenAway() throws {
        let template = Self.template.replacingOccurrences(of: "\"delay_ms\": 20", with: "\"delay_ms\": 1000")
        let table = "network.delay_ms,cap,startup_time_s\n,,9\nnull,null,1\n0,,1\n"
        let reply = try Self.reply(
            Self.start + ["--given", "cap=network.up_kbps", "--format", "json"], table, template)
        #expect(reply.code == .asExpected, "\(reply.errors)")
        let root = try JSONReader.read(Array(reply.output.utf8), source: 0).root
        let cells = try #require(root.member("cells")?.elements)
        let starts = cells.compactMap { $0.member("template")?.loose(places: 9).value }
        #expect(starts.count == 3 && starts[0] == starts[1] + 2_000_000_000 && starts[1] == starts[2], "\(starts)")
        #expect(cells.map { $0.member("cell")?.string ?? "" }[1] == "network.delay_ms=null, cap=null")
        #expect(
            reply.errors.contains(
                "cells.csv:3:6: warning: null takes 'network.up_kbps' away, and the template has no such key"),
            "\(reply.errors)")
    }

    /// The name of a host has points, as the path of a key has.
    @Test(
        "a key of a host is in the template, or is not",
        arguments: [("hosts.cdn.example.com.delay_ms", false), ("hosts.cdn.example.com.up_kbps", true)])
    func host(key: String, isMissing: Bool) throws {
        let template = """
            {"network": {"transport": "fluid", "down_kbps": 4000}, "hosts": {"cdn.example.com": {"delay_ms": 9}},
             "media": {"kind": "hls", "duration_s": 60, "variants": [{"bitrate_kbps": 1000}],
              "pathways": ["cdn.example.com", "b"]}, "player": {"keep_up": "fixed-seconds"}}
            """
        let reply = try Self.reply(Self.start, "\(key),startup_time_s\n,9\nnull,1\n", template)
        #expect(reply.code == .asExpected, "\(reply.errors)")
        #expect(reply.errors.contains("the template has no such key") == isMissing, "\(reply.errors)")
    }

    @Test("a fault of a cell is said with its line and column")
    func cellFault() throws {
        let reply = try Self.reply(Self.start, "media.bitrat_kbps,startup_time_s\n2000,3\n3000,2\n")
        #expect(reply.code == .badData && reply.errors.count { $0 == "\n" } == 1)
        #expect(
            reply.errors.hasPrefix("cells.csv:2:1: media.bitrat_kbps: error: ")
                && reply.errors.contains("did you mean 'bitrate_kbps'?"), "\(reply.errors)")
    }
}
