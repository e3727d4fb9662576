import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("autowait compare, over a population")
struct PopulationTests {
    private static let clip = """
        {"name": "A clip", "network": {"transport": "fluid"},
         "media": {"kind": "progressive", "duration_s": 6, "bitrate_kbps": 800}}
        """

    /// Calls the command in a folder with a clip, and with these files beside it.
    private static func compare(_ words: [String], files: [String: String] = [:]) throws -> Reply {
        try Place.withFolder { folder in
            for (name, text) in files.merging(["clip.json": clip], uniquingKeysWith: { own, _ in own }) {
                let file = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            let paths = words.map { files.keys.contains($0) ? folder.appendingPathComponent($0).path : $0 }
            return Autowait.reply(
                to: [
                    "compare", folder.appendingPathComponent("clip.json").path, "--vary",
                    "player.keep_up=play-through,first-chunk",
                ] + paths
            ).whole
        }
    }

    @Test("those that come with the program are read, listed, and fit their schema's shape")
    func shipped() throws {
        #expect(ShippedPopulations.all.map { $0.name } == ["mobile", "home", "train"])
        for entry in ShippedPopulations.all {
            let (population, diagnostics) = PopulationFormat(.whole).read(
                SourceText(file: entry.name, bytes: Array(entry.text.utf8)), folder: "")
            #expect(diagnostics.isEmpty && population?.axes.map { $0.name } == ["network", "viewer"])
            #expect(PopulationFormat.isPopulation(Array(entry.text.utf8)))
        }
        let list = Autowait.reply(to: ["list", "populations"]).output
        #expect(list.contains("LTE 30, shared cell 25"))
        #expect(Autowait.reply(to: ["schema", "--of", "population"]).output.contains("\"population\""))
    }

    @Test("'check' knows a population, and finds what is wrong in it")
    func checked() throws {
        try Place.withFolder { folder in
            let file = folder.appendingPathComponent("p.json")
            for (text, words) in [(ShippedPopulations.all[0].text, ""), (Self.mistakes[2].0, Self.mistakes[2].1)] {
                try text.write(to: file, atomically: true, encoding: .utf8)
                let reply = Autowait.reply(to: ["check", file.path])
                #expect(words.isEmpty ? reply.errors.isEmpty : reply.errors.contains(words))
                #expect(reply.code == (words.isEmpty ? .asExpected : .badData))
            }
        }
    }

    @Test("'run' knows a population, and says where it belongs")
    func runs() throws {
        try Place.withFolder { folder in
            let path = folder.appendingPathComponent("crowd.json").path
            try #"{"kind": "population", "strata": []}"#.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(
                Autowait.reply(to: ["run", path]).errors
                    == "\(path): error: this is a population, and no scenario: give it to 'compare --population'\n")
        }
    }

    @Test("sessions are as many of a stratum as its weight has them, whatever the choices are")
    func weights() throws {
        let population = """
            {"kind": "population", "networks": [
                {"name": "fast", "weight": 3, "network": {"down_kbps": 9000}},
                {"name": "slow", "weight": 1, "network": {"down_kbps": 900}},
                {"name": "never", "weight": 0, "network": {"down_kbps": 1}}]}
            """
        let reply = try Self.compare(
            ["--population", "p.json", "--seeds", "120", "--format", "csv"], files: ["p.json": population])
        let records = try csvRecords(reply.output)
        let networks = try #require(records[0].firstIndex(of: "network"))
        let counts = Dictionary(grouping: records.dropFirst(), by: { $0[networks] }).mapValues { $0.count / 2 }
        #expect(counts["never"] == nil)
        // Of 120 three in four are 90: draws are even, so that hardly more or fewer are.
        #expect(87...93 ~= counts["fast"] ?? 0)
        #expect((counts["fast"] ?? 0) + (counts["slow"] ?? 0) == 120)
        // The scenario's transport stays: nothing was drawn of packets.
        #expect(reply.code == .asExpected && reply.errors.isEmpty)
    }

    @Test("sessions 101 to 200 are those of a run of 200")
    func continued() throws {
        func lines(_ seeds: String) throws -> [[String]] {
            let reply = try Self.compare(["--population", "mobile", "--seeds", seeds, "--format", "csv"])
            return try csvRecords(reply.output).dropFirst().map { Array($0.filter { !$0.hasSuffix("clip.json") }) }
        }
        #expect(try Array(lines("24").dropFirst(2 * 12)) == lines("13..24"))
    }

    @Test("traces of a folder share the weight of their stratum, and are clusters")
    func traces() throws {
        var files = ["populations/p.json": #"{"kind": "population", "networks": [{"traces": "roads/*.csv"}]}"#]
        for number in 0..<24 {
            files["populations/roads/\(number).csv"] =
                Autowait.reply(
                    to: [
                        "trace", "--make", "markov", "--seed", "\(number)", "--duration", "60", "--set",
                        "bad_kbps=300",
                    ]
                ).output
        }
        let reply = try Self.compare(
            ["--population", "populations/p.json", "--seeds", "90", "--metrics", "stalled_percent"], files: files)
        #expect(reply.errors.isEmpty)
        #expect(reply.output.contains("resamples of the 24 traces"), "\(reply.output)")
        #expect(reply.output.contains("\n  roads/0.csv "))
    }

    @Test("a trace is looked for in the population's folder, whether or not its name has an ending")
    func traceWithoutEnding() throws {
        let population = #"{"kind": "population", "networks": [{"network": {"trace": "lte"}}, {"network": "3G"}]}"#
        let files = ["p/p.json": population, "p/lte": "seconds,bits_per_second\n0,1000000\n60,1000000\n"]
        #expect(try Self.compare(["--population", "p/p.json", "--seeds", "20"], files: files).errors == "")
    }

    @Test("traces without a weight are left out, as every stratum without one is")
    func weightlessTraces() throws {
        let population = """
            {"kind": "population", "networks": [
                {"name": "fast", "network": {"down_kbps": 9000}}, {"weight": 0, "traces": "roads/*.csv"}]}
            """
        let reply = try Self.compare(
            ["--population", "p.json", "--seeds", "20"],
            files: ["p.json": population, "roads/1.csv": "seconds,bits_per_second\n0,1000000\n60,1000000\n"])
        #expect(reply.code == .asExpected && !reply.output.contains("roads"), "\(reply.output)")
    }

    @Test("reports say what a population is, and where its weights come from, also where nobody says it")
    func sources() throws {
        let unsaid = #"{"kind": "population", "networks": [{"network": "LTE", "weight": 3}, {"network": "3G"}]}"#
        let mixed = """
            {"kind": "population", "about": "Who we serve", "source": "our logs", "mix": [
              {"weight": 2, "population": "a.json"}, {"population": "train"}]}
            """
        let rare = """
            {"kind": "population", "networks": [
                {"name": "often", "weight": 9999, "network": "LTE"}, {"name": "rare", "weight": 1, "network": "3G"},
                {"name": "never", "weight": 0, "network": "Edge"}]}
            """
        let files = ["a.json": unsaid, "mix.json": mixed, "rare.json": rare]
        func reply(_ name: String, _ format: String) throws -> String {
            try Self.compare(["--population", name, "--seeds", "4", "--format", format], files: files).output
        }
        #expect(try reply("mobile", "text").contains("\nsource of its weights: all weights are assumed\n"))
        let none = "its weights have no source: how often each comes is assumed"
        #expect(try reply("a.json", "text").contains("\n\(none)\n"))
        #expect(
            try reply("mix.json", "text").contains(
                "\nsource of its weights: our logs; train: all weights are assumed\n"))
        let mobile = try reply("mobile", "html")
        #expect(
            mobile.contains(
                "The population mobile: A phone on the way. A session is a press of play. Source of its weights: all "
                    + "weights are assumed.</p>"))
        #expect(mobile.contains("network: LTE 30 % (Network Link Conditioner), shared cell 25 % (assumed), "))
        let own = try reply("a.json", "html")
        #expect(own.contains(": Its weights have no source: how often each comes is assumed.</p>"))
        #expect(own.contains("network: LTE 75 %, 3G 25 %.</p>"))
        #expect(try reply("rare.json", "html").contains("network: often 99.99 %, rare 0.01 %, never 0 %.</p>"))
        let page = try reply("mix.json", "html")
        #expect(page.contains(": Who we serve. Source of its weights: our logs; train: all weights are assumed.</p>"))
        #expect(page.contains("a.json, 66.67 % of the sessions"))
        #expect(page.contains("train, 33.33 % of the sessions: A seat in a train. A session is a press of play.</p>"))
    }

    @Test("the first line of an experiment has all of that, and it is read again")
    func written() throws {
        let strata = [
            DrawnPopulation.Stratum("LTE", weight: 3, source: "\"logs\""), .init("3G", weight: 1, source: ""),
        ]
        let part = DrawnPopulation.Part(
            "p", share: 123_456, about: "a", source: "s", [DrawnPopulation.Axis("network", strata)])
        let population = DrawnPopulation("p.json", about: "b", source: "t", [part, part])
        let plan = DecisionPlan(
            choiceKeys: ["rule"], choices: [["a"], ["b"]], baseline: 0, circumstanceKeys: [],
            circumstances: [Circumstance(path: "a", name: "", settings: [], trace: nil, isExact: false)],
            metrics: DecisionMetric.headline, population: population, viewersMayLeave: false,
            settings: [.init(path: "a.b", value: "x=1"), .init(path: "c", value: "")], folders: ["../x"])
        let line = SessionLines.head(plan, sessions: 0..<9, inputs: "x", shard: nil)
        #expect(SessionLinesReader.head(Array(line.utf8))?.plan == plan)
        for count in [100_000_001, Int64.max] {
            let more = line.replacingOccurrences(of: "\"session_count\":9", with: "\"session_count\":\(count)")
            #expect(more != line && SessionLinesReader.head(Array(more.utf8)) == nil)
        }
        let heavy = DrawnPopulation.Axis("network", strata + [.init("5G", weight: .max, source: "")])
        #expect(heavy.weight == .max)
    }

    @Test("weights that cannot be counted are refused")
    func heavy() throws {
        let strata = (0..<1001).map { #"{"name": "\#($0)", "weight": 1000000000, "network": "LTE"}"# }
        let text = #"{"kind": "population", "networks": [\#(strata.joined(separator: ", "))]}"#
        let reply = try Self.compare(["--population", "p.json", "--seeds", "10"], files: ["p.json": text])
        #expect(reply.errors.contains("1:36: error: the weights come to more than 1000000000000"), "\(reply.errors)")
    }

    @Test("a stratum that no session met is said, with its part, and is in the tables with no session")
    func unmet() throws {
        let population = """
            {"kind": "population", "networks": [
                {"name": "fast", "weight": 98, "network": {"down_kbps": 9000}},
                {"name": "slow", "weight": 1, "network": {"down_kbps": 900}},
                {"name": "awful", "weight": 1, "network": {"down_kbps": 90}},
                {"name": "none", "weight": 0, "network": {"down_kbps": 9}}]}
            """
        func reply(_ format: String, _ seeds: String) throws -> String {
            try Self.compare(
                ["--population", "p.json", "--seeds", seeds, "--format", format], files: ["p.json": population]
            ).output
        }
        let words =
            "No session met slow (network, 1 % of the population), awful (network, 1 % of the population): no figure "
            + "says anything of these"
        let text = try reply("text", "10..29")
        #expect(text.contains("\n\(words)\n") && text.contains("\n  awful "), "\(text)")
        #expect(!text.contains("none") && text.contains("\nThey are of the population without slow, awful: "))
        #expect(try reply("html", "10..29").contains(" \(words).") && reply("html", "10..29").contains(">awful</th>"))
        let json = try reply("json", "10..29")
        #expect(json.contains(#""awful", "session_count": 0, "started_count": 0,"#) && json.contains("\"\(words)\""))
        #expect(try !reply("text", "300").contains("No session met"))
    }

    /// `player.keep_up` is a choice in each of them.
    @Test(
        "what a stratum sets cannot be a choice as well, and what it leaves open can",
        arguments: [
            (#""devices": [{"name": "own", "player": {"keep_up": "vlc"}}]"#, [], "player.keep_up"),
            (#""devices": [{"name": "own", "player": {"viewer": {"patience_s": 9}}}]"#, [], nil),
            (
                #""media": [{"name": "own", "media": {"kind": "progressive", "duration_s": 4, "bitrate_kbps": 300}}]"#,
                ["--vary", "media.duration_s=3,6"], "media.duration_s"
            ),
            (
                #""devices": [{"name": "own", "player": {"viewer": {"patience_s": 9}}}]"#,
                ["--vary", "player=hls.js,mpv"], "player"
            ),
            (
                #""devices": [{"name": "own", "player": {"profile": "vlc"}}]"#, ["--vary", "player=hls.js,mpv"],
                "player"
            ),
            (#""networks": [{"name": "own", "network": "LTE"}]"#, ["--vary", "network=LTE,3G"], "network"),
            (#""networks": [{"name": "own", "network": "LTE"}]"#, ["--vary", "network.request_bytes=0,900"], nil),
            (#""networks": [{"name": "own", "network": "LTE"}]"#, ["--set", "network=3G"], "network"),
            (#""networks": [{"name": "own", "network": "LTE"}]"#, ["--set", "network.request_bytes=900"], nil),
            (
                #""networks": [{"name": "own", "network": "LTE"}]"#, ["--set", "network.loss_percent=0"],
                "network.loss_percent"
            ),
            (
                #""networks": [{"name": "own", "network": {"preset": "3G"}}]"#,
                ["--vary", "network.delay_ms=10,20"], "network.delay_ms"
            ),
            (
                #""networks": [{"name": "own", "network": {"down_kbps": 900}}]"#, ["--set", "network.delay_ms=5"], nil
            ),
            (
                #""networks": [{"name": "own", "network": {"down_kbps": 900, "delay_ms": 5}}]"#,
                ["--vary", "network.delay_ms=10,20"], "network.delay_ms"
            ),
        ] as [(String, [String], String?)])
    func conflict(strata: String, words: [String], key: String?) throws {
        let role = words.first == "--set" ? "is set" : "is a choice"
        let reply = try Self.compare(
            ["--population", "p.json", "--seeds", "2", "--format", "json"] + words,
            files: ["p.json": "{\"kind\": \"population\", \(strata)}"])
        let refusal = key.map { "'\($0)' \(role) here, and 'own' of the population sets it, too" }
        #expect(reply.code == (key == nil ? .asExpected : .usage) && reply.output.isEmpty == (key != nil))
        #expect(reply.errors.contains(refusal ?? "") || refusal == nil, "\(reply.errors)")
        #expect(
            reply.errors.contains("name whole players by 'player.profile'")
                == (key == "player" && !strata.contains("profile")))
    }

    @Test("a mix that doubles at every level ends at a thousand parts")
    func doublingMix() throws {
        func part(_ number: Int) -> String { "{\"population\": \"p\(number).json\"}" }
        var files = ["p12.json": #"{"kind": "population", "networks": [{"name": "a", "network": "LTE"}]}"#]
        for number in 0..<12 {
            let next = part(number + 1)
            files["p\(number).json"] = "{\"kind\": \"population\", \"mix\": [\(next), \(next)]}"
        }
        let reply = try Self.compare(["--population", "p0.json", "--seeds", "4"], files: files)
        #expect(reply.code == .badData && reply.output.isEmpty)
        #expect(reply.errors.contains("with this there are more than 1000 populations in the mix"), "\(reply.errors)")
        let small = try Self.compare(["--population", "p3.json", "--seeds", "4"], files: files)
        #expect(small.code == .asExpected, "\(small.errors)")
    }

    @Test("a population may be mixed of others")
    func mix() throws {
        let reply = try Self.compare(
            ["--population", "mix.json", "--seeds", "60", "--format", "csv"],
            files: [
                "mix.json":
                    #"{"kind": "population", "mix": [{"weight": 2, "population": "a.json"}, {"population": "train"}]}"#,
                "a.json": """
                {"kind": "population", "name": "a", "networks": [{"name": "fast", "network": {"down_kbps": 9000}}]}
                """,
            ])
        let records = try csvRecords(reply.output)
        let place = try #require(records[0].firstIndex(of: "population"))
        let counts = Dictionary(grouping: records.dropFirst(), by: { $0[place] }).mapValues { $0.count / 2 }
        #expect(counts.keys.sorted() == ["a", "train"])
        #expect(38...42 ~= counts["a"] ?? 0)
    }

    private static let mistakes: [(String, String)] = [
        (
            #"{"kind": "population", "networks": [{"weight": -1, "network": "LTE"}]}"#,
            "1:48: error: 'weight' must be from 0"
        ),
        (
            #"{"kind": "population", "networks": [{"weight": 0, "network": "LTE"}]}"#,
            "1:36: error: all weights are 0: of which is a session?"
        ),
        (
            #"{"kind": "population", "networks": [{"weight": 2}]}"#,
            "1:37: error: this sets nothing: write \"network\""
        ),
        (
            #"{"kind": "population", "networks": [{"name": "a", "network": "LTE"}, {"name": "a", "network": "3G"}]}"#,
            "1:79: error: another network above is 'a', too: no report could tell them apart"
        ),
        (
            #"{"kind": "population", "networks": [{"network": "LTE"}, {"network": "LTE", "weight": 2}]}"#,
            "1:57: error: another network above is 'LTE', too"
        ),
        (#"{"kind": "population", "networks": []}"#, "1:36: error: 'networks' must have at least 1 element"),
        (#"{"kind": "population"}"#, "1:1: error: there is nothing to draw: write \"networks\""),
        (#"{"kind": "population", "networks": [{"traces": "nowhere/"}]}"#, "1:48: error: 'nowhere/' has no trace"),
        (#"{"kind": "population", "networks": [{"traces": "."}]}"#, "1:48: error: '.' takes in "),
        (#"{"kind": "population", "networks": [{"network": "LTEE"}]}"#, "no preset 'LTEE'; did you mean 'LTE'?"),
        (
            #"{"kind": "population", "mix": [{"population": "p.json"}]}"#,
            "1:47: error: 'p.json' has sessions of itself, and there is no end of it"
        ),
        (
            #"{"kind": "population", "mix": [{"population": "mobil"}]}"#,
            "1:47: error: there is no population 'mobil'; did you mean 'mobile'?"
        ),
        (
            #"{"kind": "population", "mix": [{"population": "home"}], "networks": [{"network": "LTE"}]}"#,
            "'mix' stands in the place of all axes"
        ),
        (#"{"kind": "crowd", "networks": [{"network": "LTE"}]}"#, "'kind' cannot be 'crowd'"),
    ]

    @Test("mistakes are said with their place", arguments: mistakes)
    func mistaken(_ text: String, _ words: String) throws {
        let reply = try Self.compare(["--population", "p.json", "--seeds", "10"], files: ["p.json": text])
        #expect(reply.errors.contains(words), "\(reply.errors)")
        #expect(reply.output.isEmpty && reply.code == .badData)
    }

    private static let slips: [([String], String)] = [
        (["--population", "mobile"], "a population is drawn: how often? give --seeds 1000"),
        (
            ["--population", "mobile", "--over", "network=LTE", "--seeds", "9"],
            "'--population' has all circumstances"
        ),
        (["--population", "mobil", "--seeds", "9"], "no such population, and no such file; did you mean 'mobile'?"),
        (["--population", "mobile", "--seeds", "9..3"], "'--seeds 9..3' is upside down; write 3..9"),
        (["--over", "network=LTE", "--until-decided", "startup=1"], "'startup' is no metric of a decision"),
        (["--over", "network=LTE", "--until-decided", "startup_mean_s=0"], "'0' is no width"),
        (
            ["--over", "network=LTE", "--until-decided", "verdict", "--format", "csv"],
            "how many sessions there will be"
        ),
    ]

    @Test("slips on the command line are said", arguments: slips)
    func slipped(_ words: [String], _ message: String) throws {
        let reply = try Self.compare(words)
        #expect(reply.errors.contains(message), "\(reply.errors)")
        #expect(reply.output.isEmpty)
    }

    @Test("sessions end as soon as the interval is as narrow as asked, and the looks are paid for")
    func untilDecided() throws {
        let words = ["--population", "mobile", "--metrics", "startup_mean_s"]
        let reply = try Self.compare(words + ["--until-decided", "startup_mean_s=5"])
        #expect(reply.output.contains("each choice in the same 100 sessions"), "\(reply.output)")
        #expect(reply.output.contains("this was look 1, and each has its part of the 5 %"))
        let never = try Self.compare(words + ["--until-decided", "startup_mean_s=0.000001", "--seeds", "120"])
        #expect(never.output.contains("each choice in the same 120 sessions"))
        #expect(never.output.contains("this was look 2"))
        #expect(never.errors == "all sessions were run, and it is not decided; --seeds may be more\n")
    }
}
