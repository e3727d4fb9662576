import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("autowait compare")
struct CompareCommandTests {
    static let demo = Place.path("Scenarios/session-503/demo-4-slow-server-play.json")

    private func compare(_ words: String...) -> Reply { Autowait.reply(to: ["compare"] + words) }

    // MARK: The table

    @Test("a table has a row for each setting, and marks the best of each column by the metric's own direction")
    func table() {
        let metrics = "startup_time_s,stall_count,played_time_s,observed_throughput_kbps,end_reached"
        let reply = compare(
            Self.demo, "--vary", "player.keep_up=play-through,first-chunk", "--set", "until_s=20", "--set",
            "expect={}", "--metrics", metrics)
        #expect(reply.code == .asExpected)
        #expect(reply.errors.isEmpty)
        let head = "Slow Server: play\n\(Self.demo)\n\n"
        #expect(reply.output.hasPrefix(head))
        #expect(
            reply.output.dropFirst(head.count) == """
                player.keep_up  startup_time_s   stall_count   played_time_s   observed_throughput_kbps   end_reached
                play-through             6.205             0*         13.445                     1716.0            no
                first-chunk              0.000*          156          17.070*                    1716.0            no

                until_s cuts off what comes later: play-through, first-chunk

                beaten by none in startup_time_s, stall_count: play-through, first-chunk

                * the best in its column

                """)
    }

    private static let idle = "'down_kbps' does nothing here: every phase states its own\n"

    @Test(
        "a key that does nothing in a scenario is warned of, as it is by run",
        arguments: [
            (["--vary", "network.down_kbps=500,1000"], ["a"], "--vary network.down_kbps: warning: \(idle)"),
            (
                ["--set", "network.down_kbps=500", "--vary", "player.keep_up=exoplayer,first-chunk"], ["a"],
                "--set network.down_kbps=500: warning: \(idle)"
            ),
            (
                ["--vary", #"network={"down_kbps":900},{"down_kbps":900,"phases":[{"down_kbps":9}]}"#], ["a"],
                #"--vary network={"down_kbps":900,"phases":[{"down_kbps":9}]}: warning: "# + idle
            ),
            (
                ["--vary", "network.down_kbps=500,1000"], ["a", "b"],
                "--vary network.down_kbps: warning: \(idle.dropLast()) (in a.json)\n"
            ),
            (["--vary", "network.delay_ms=5,10"], ["a", "b"], ""),
            (["--set", "player=hls.js", "--vary", "player.drain_s=0,5"], ["b"], ""),
            (
                ["--set", "player=hls.js", "--set", "player.drain_s=0", "--vary", "network.down_kbps=500,900"], ["b"],
                "--set player.drain_s=0: warning: 'drain_s' is what hls.js has without it; remove it\n"
            ),
        ])
    func idleKeys(words: [String], files: [String], warnings: String) throws {
        try TestFolder.with { folder in
            let rest = #""media": {"kind": "progressive", "duration_s": 4, "bitrate_kbps": 800}}"#
            try folder.write(
                #"{"network": {"phases": [{"for_s": 5, "down_kbps": 500}, {"down_kbps": 900}]}, \#(rest)"#, "a.json")
            try folder.write(#"{"network": {"down_kbps": 700}, \#(rest)"#, "b.json")
            let reply = Autowait.reply(to: ["compare"] + files.map { "\(folder.path)/\($0).json" } + words)
            let text = reply.errors.replacing(folder.path + "/", with: "")
                .split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("is a circumstance") }
            #expect(reply.code == .asExpected && text.joined(separator: "\n") == warnings, "\(reply.errors)")
        }
    }

    @Test("--sort puts the best first, what has no value behind it, and what failed last")
    func sorted() throws {
        let reply = compare(
            Self.demo, "--vary", #"network.down_kbps=nought,0,500,"unlimited",1716"#, "--set", "until_s=200", "--set",
            "expect={}", "--sort", "startup_time_s")
        let rows = reply.output.split(separator: "\n").dropFirst(3).map { $0.split(separator: " ")[0] }
        #expect(rows == [#""unlimited""#, "1716", "500", "0", "nought", "playback"])
        #expect(reply.output.contains("\nplayback does not start: 0\n"))
        #expect(reply.output.contains("\nnought                     failed\n"))
        #expect(reply.code == .badData)
    }

    @Test("a session that never starts is the best in nothing, and beaten by whatever starts")
    func neverStarts() {
        let reply = compare(
            Place.path("Scenarios/field-reports/autowait-off-starts-quickly.json"), "--vary",
            #"player={},{"automatically_waits_to_minimize_stalling":false,"early_request":"dropped"}"#, "--set",
            "expect={}", "--set", "network.down_kbps=400", "--metrics",
            "startup_time_s,wait_before_start_s,stall_count,stall_time_s,waiting_time_s,down_bytes,end_reached",
            "--sort", "down_bytes")
        let rows = reply.output.split(separator: "\n").filter { $0.hasPrefix("    ") }.dropFirst().map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(rows == ["0.840* 0.840* 0* 0.000* 0.840* 962000* yes*", "- - - - - 802000 no"])
        #expect(reply.output.contains("\nbeaten by none in startup_time_s, stall_time_s: {}\n"))
        let never = #"{"automatically_waits_to_minimize_stalling":false,"early_request":"dropped"}"#
        #expect(reply.output.contains("\nplayback does not start: \(never)\n"))
    }

    @Test("where none starts, none is unbeaten either")
    func noneStarts() {
        let reply = compare(
            Self.demo, "--vary", "player.keep_up=first-chunk,play-through", "--set", "network.down_kbps=0", "--set",
            "until_s=50", "--set", "expect={}")
        #expect(reply.output.contains("\nplayback does not start: first-chunk, play-through\n"))
        #expect(!reply.output.contains("beaten by none"))
    }

    @Test("where media has gaps, columns tell of them, by which one may sort; elsewhere there are none")
    func gaps() {
        func reply(_ path: String) -> Reply {
            compare(
                Place.path("Scenarios/\(path)"), "--vary", "player.gaps=avfoundation,hls.js", "--sort", "gap_time_s")
        }
        let rows = reply("playlists/gaps.json").output.split(separator: "\n").filter {
            $0.hasPrefix("avf") || $0.hasPrefix("hls")
        }
        #expect(rows.map { $0.split(separator: " ")[0] } == ["hls.js", "avfoundation", "hls.js", "avfoundation"])
        let other = reply("session-503/demo.json")
        #expect(other.code == .usage && other.errors.contains("'gap_time_s' is no column"))
    }

    @Test("a key that is set twice is hardly meant")
    func twice() {
        let reply = compare(Self.demo, "--set", "player.keep_up=exoplayer", "--set", "player.keep_up=first-chunk")
        #expect(reply.code == .usage)
        #expect(reply.errors == "'player.keep_up' is set twice; to compare values write --vary player.keep_up=A,B\n")
    }

    @Test("circumstances are no rivals, on a page either, which says so")
    func circumstances() {
        let words = ["--set", "expect={}", "--vary", "network.down_kbps=900,1900", "--format", "html"]
        let page = Autowait.reply(to: ["compare", Self.demo] + words).whole.output
        #expect(page.contains("network.down_kbps&#39; is a circumstance, which nobody chooses."))
        #expect(!page.contains("beaten by none: no other"))
    }

    @Test("of live streams a setting that begins further back is no better for it: its latency is beside its stalls")
    func live() throws {
        let path = Place.path("Scenarios/live/slow-encoder.json")
        let reply = compare(
            path, "--set", "expect={}", "--vary", "media.live.hold_back_s=18,24,36", "--sort", "live_latency_mean_s")
        let judged = "startup_time_s, stall_time_s, average_bitrate_kbps, live_latency_mean_s"
        #expect(reply.output.contains("\nbeaten by none in \(judged): 18, 24, 36\n"), "\(reply.output)")
        let page = compare(
            path, "--set", "expect={}", "--vary", "media.live.hold_back_s=18,36", "--metrics", "stall_count",
            "--format", "html"
        ).output
        #expect(page.contains("startup time, stall time, average bitrate and live latency mean, and better in one"))
        let plain = compare(
            Self.demo, "--set", "expect={}", "--vary", "player.keep_up=exoplayer,first-chunk", "--format", "html")
        #expect(plain.output.contains("startup time, stall time and average bitrate, and better in one"))
        // Beside what has an end, a live stream has no say by its latency: the first of the two was not asked for any.
        let mixed = compare(path, Self.demo, "--set", "expect={}")
        #expect(mixed.output.contains("live_latency_mean_s") && !mixed.output.contains("bitrate_kbps, live_latency"))
    }

    @Test("what does not fit on a page comes below, and wide settings have lines of their own")
    func width() {
        let metrics = Metric.all.map { $0.name }.joined(separator: ",")
        let rule = #"{"rule":"fixed-seconds","start_s":1,"after_stall_s":2}"#
        let reply = compare(Self.demo, "--vary", "player.keep_up=\(rule),first-chunk", "--metrics", metrics)
        let lines = reply.output.components(separatedBy: "\n")
        #expect(lines.allSatisfy { $0.count <= 120 && !$0.hasSuffix(" ") || $0 == Self.demo })
        #expect(lines.count { $0 == rule } > 1, "once a page")
        #expect(Metric.all.allSatisfy { reply.output.contains($0.name) })
    }

    @Test("scenarios with nothing varied stand side by side, by what their paths do not share")
    func sideBySide() {
        let folder = Place.path("Scenarios/startup") + "/"
        let files = ["playlist-before-the-tap.json", "key-before-the-tap.json"]
        let reply = Autowait.reply(
            to: ["compare"] + files.map { folder + $0 } + ["--metrics", "startup_time_s", "--sort", "startup_time_s"])
        let rows = reply.output.split(separator: "\n")
        #expect(rows.prefix(2) == ["2 scenarios", "\(folder)"])
        #expect(rows[3].hasPrefix("key-before-the-tap.json ") && rows[3].hasSuffix("3.980*"))
        #expect(rows[4].hasPrefix("playlist-before-the-tap.json ") && rows[4].hasSuffix("4.219"))
        #expect(reply.code == .asExpected)
    }

    @Test("a score says what it weighs")
    func weights() {
        let reply = compare(Self.demo, "--vary", "network.down_kbps=500,1716", "--metrics", "yin_score")
        #expect(reply.output.contains("\nyin_score: Sum of kbit/s, less changes, less 3000 for a second of stall or"))
    }

    @Test("several players have a row each, and are compared each with itself")
    func players() throws {
        let file = Place.path("Scenarios/sharing/old-player-goes-on-loading.json")
        let reply = compare(file, "--vary", "network.down_kbps=3000,4000", "--metrics", "down_bytes,startup_time_s")
        let rows = reply.output.split(separator: "\n").dropFirst(3).map { $0.split(separator: " ").map(String.init) }
        #expect(
            rows.prefix(4).map { $0.prefix(2) } == [
                ["3000", "new"], ["3000", "old"], ["4000", "new"], ["4000", "old"],
            ])
        #expect(rows[1].last == "-")
        let chosen = compare(
            file, "--vary", "players.0.player.keep_up=play-through,first-chunk", "--metrics", "startup_time_s")
        let starts = chosen.output.split(separator: "\n").dropFirst(3).prefix(4).map { $0.hasSuffix("*") }
        #expect(starts == [false, false, true, false])
    }

    // MARK: CSV and JSON

    @Test("CSV has a line for each run and player, in the order of the product, with exact values")
    func csv() throws {
        let keepUp = #"player.keep_up={"rule":"fixed-seconds","start_s":1},play-through"#
        let reply = compare(
            Self.demo, "--vary", keepUp, "--vary", "network.down_kbps=500,1716", "--seeds", "2", "--format", "csv",
            "--metrics", "startup_time_s,end_reached")
        let lines = try csvRecords(reply.output)
        let head = ["scenario", "player.keep_up", "network.down_kbps", "run_seed", "player_name", "outcome"]
        #expect(lines[0] == head + ["startup_time_s", "end_reached"])
        let rule = #"{"rule":"fixed-seconds","start_s":1}"#
        #expect(
            lines.dropFirst().map { Array($0[1...3]) } == [
                [rule, "500", "1"], [rule, "500", "2"], [rule, "1716", "1"], [rule, "1716", "2"],
                ["play-through", "500", "1"], ["play-through", "500", "2"], ["play-through", "1716", "1"],
                ["play-through", "1716", "2"],
            ])
        #expect(lines.last == [Self.demo, "play-through", "1716", "2", "", "ok", "6.204545462", "true"])
    }

    @Test("JSON is JSON, with the values of the keys as a scenario has them, and the figures of CSV")
    func json() throws {
        let words = [
            "compare", Place.path("Scenarios/sharing/old-player-goes-on-loading.json"), "--vary",
            #"network.down_kbps=3000,"unlimited""#, "--format",
        ]
        let text = Autowait.reply(to: words + ["json"]).output
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(object?["model"] as? Int64 == Model.number)
        let runs = try #require(object?["runs"] as? [[String: Any]])
        #expect(runs.map { $0["player"] as? String } == ["new", "old", "new", "old"])
        #expect((runs[0]["settings"] as? [String: Any])?["network.down_kbps"] as? Int == 3000)
        #expect((runs[2]["settings"] as? [String: Any])?["network.down_kbps"] as? String == "unlimited")
        #expect((runs[1]["metrics"] as? [String: Any])?["startup_time_s"] is NSNull)
        let lines = try csvRecords(Autowait.reply(to: words + ["csv"]).output)
        for (run, line) in zip(runs, lines.dropFirst()) {
            #expect(run["seed"] as? Int == Int(line[2]))
            #expect((run["metrics"] as? [String: Any])?["down_bytes"] as? Int == Int(line[9]))
        }
    }

    // MARK: Values

    @Test(
        "commas inside of JSON do not split",
        arguments: [
            ("a,b,c", ["a", "b", "c"]), ("a", ["a"]), ("", [""]), ("a,", ["a", ""]), (",", ["", ""]),
            (#"{"a":1,"b":[2,3]},x"#, [#"{"a":1,"b":[2,3]}"#, "x"]), ("[1,2],[3,[4,5]]", ["[1,2]", "[3,[4,5]]"]),
            (#""a,b","c\",d",e"#, [#""a,b""#, #""c\",d""#, "e"]), (#"{"}":",{"},y"#, [#"{"}":",{"}"#, "y"]),
            (#"5" disc,b[1,c"#, [#"5" disc"#, "b[1", "c"]), ("{a,b", ["{a,b"]), ("a=1,b=2", ["a=1", "b=2"]),
            ("1, [2,3]", ["1", " [2,3]"]), (#""\\",b"#, [#""\\""#, "b"]), ("ä,ö", ["ä", "ö"]), ("],a", ["]", "a"]),
        ])
    func splitting(text: String, values: [String]) {
        #expect(Variation.split(text) == values)
    }

    @Test("a product has every combination, and the last key changes first")
    func product() throws {
        let variations = [try Variation("a=1,2"), try Variation("b=x,y,z")]
        #expect(Variation.product(variations).map { $0.joined() } == ["1x", "1y", "1z", "2x", "2y", "2z"])
        #expect(Variation.product([]) == [[]])
    }

    // MARK: Mistakes

    struct Mistake: CustomTestStringConvertible, Sendable {
        let words: [String]
        let code: ExitCode
        let errors: String

        init(_ words: [String], _ code: ExitCode, _ errors: String) {
            self.words = words
            self.code = code
            self.errors = errors
        }

        var testDescription: String { words.dropFirst().joined(separator: " ") }
    }

    static let mistakes: [Mistake] = [
        Mistake([], .usage, "PATH… is missing\n'autowait compare --help' shows what there is\n"),
        Mistake(
            [demo, "--very", "a=1"], .usage,
            "unknown option '--very'; did you mean '--vary'?\n'autowait compare --help' shows what there is\n"),
        Mistake(
            [demo, "--vary", "seed"], .usage,
            "'--vary seed' varies nothing; write --vary player.keep_up=play-through,first-chunk\n"),
        Mistake(
            [demo, "--vary", "seed=1,,2"], .usage,
            "'--vary seed=1,,2' has a value with nothing in it; write \"\" for an empty string\n"),
        Mistake(
            [demo, "--vary", "seed=1", "--vary", "seed=2"], .usage,
            "'seed' is varied twice; give all of its values at once\n"),
        Mistake(
            [demo, "--vary", "seed=1,2", "--seeds", "2"], .usage,
            "'--seeds' gives every run its seed; leave the key 'seed' alone\n"),
        Mistake([demo, "--jobs", "x"], .usage, "'--jobs' takes a whole number from 1 to 1024, not 'x'\n"),
        Mistake(
            [demo, "--seeds", "1000000", "--vary", "until_s=1,2"], .usage,
            "these are more than 1000000 runs; give fewer values or seeds\n"),
        Mistake(
            [demo, "--metrics", "stal_count"], .usage, "'stal_count' is no metric; did you mean 'stall_count'?\n"),
        Mistake([demo, "--metrics", "zzz"], .usage, "'zzz' is no metric; 'autowait list metrics' has them all\n"),
        Mistake(
            [demo, "--metrics", "stall_count,stall_count"], .usage, "'--metrics' has 'stall_count' twice\n"),
        Mistake([demo, "--sort", "down_byte"], .usage, "'down_byte' is no column; did you mean 'down_bytes'?\n"),
        Mistake(
            [demo, "--sort", "zzz"], .usage,
            "'zzz' is no column; known here: \(Comparison.usualMetrics.map { $0.name }.joined(separator: ", "))\n"),
        Mistake(
            [demo, "--sort", "down_bytes", "--format", "csv"], .usage,
            "'--sort' is for the text; the order of csv is fixed\n"),
        Mistake([demo, "--format", "jsn"], .usage, "'jsn' is no format; did you mean 'json'?\n"),
        Mistake(["no/such.json"], .missingFile, "no/such.json: error: no such file\n"),
        // A key is wrong once, however many values, scenarios and seeds there are.
        Mistake(
            [demo, Place.path("Scenarios/sharing"), "--vary", "netwrok.down_kbps=1,2,3", "--seeds", "3"], .badData,
            "--vary netwrok.down_kbps: error: unknown key 'netwrok' in scenario; did you mean 'network'?\n"),
        Mistake(
            [demo, "--vary", "media.kind.x=1,2"], .badData,
            "--vary media.kind.x: error: there is no 'x' in a string; set what is above it\n"),
        Mistake(
            [demo, "--vary", "until_s=soon,0", "--vary", "seed=1,2"], .badData,
            CompareCommand.objections(["until_s", "seed"], "no value of it is marked as the best")
                + "--vary until_s=soon: error: 'until_s' must be a number (s), not a string\n"
                + "--vary until_s=0: error: 'until_s' must be from 0.000000001 to 31536000 s\n"),
    ]

    @Test("mistakes are told once, and nothing is printed where nothing can run", arguments: mistakes)
    func mistake(_ mistake: Mistake) {
        let reply = Autowait.reply(to: ["compare"] + mistake.words)
        #expect(reply.code == mistake.code)
        #expect(reply.output.isEmpty)
        #expect(reply.errors == mistake.errors)
    }

    @Test("a cell that fails ends no other")
    func failure() throws {
        let words = [
            "compare", Self.demo, Place.path("Scenarios/session-503/buffering-time-600.json"), "--vary",
            "max_events=5,5000", "--vary", "player.keep_up=first-chunk,fist-chunk", "--seeds", "2",
        ]
        let reply = Autowait.reply(to: words)
        #expect(reply.code == .badData)
        let errors = reply.errors.split(separator: "\n")
        #expect(errors.count == 3)
        #expect(
            errors[0].hasPrefix("\(Self.demo): error: with max_events=5, player.keep_up=first-chunk, seed 1: more"))
        #expect(errors[0].hasSuffix(" (as with 1 of the other seeds)"))
        #expect(errors[1].hasPrefix("--vary player.keep_up=fist-chunk: error: 'keep_up' cannot be 'fist-chunk'"))
        #expect(
            errors[2].hasPrefix("\(Place.path("Scenarios/session-503/buffering-time-600.json")): error: with max"))
        #expect(reply.output.split(separator: "\n").count { $0.hasSuffix(" failed") } == 6)
        let lines = try csvRecords(Autowait.reply(to: words + ["--format", "csv"]).output).dropFirst()
        #expect(
            lines.map { $0[5] }
                == Array(
                    repeating: ["failed", "failed", "failed", "failed", "ok", "ok", "failed", "failed"], count: 2
                ).flatMap { $0 })
        #expect(lines.map { $0[3] } == Array(repeating: ["1", "2"], count: 8).flatMap { $0 })
        #expect(lines.first?.suffix(5) == ["", "", "", "", ""])
    }

    // MARK: Threads

    @Test("the bytes are the same for every number of jobs", arguments: ["text", "json", "csv"])
    func jobs(format: String) throws {
        try LossyScenario.withFile { file in
            let words = [
                "compare", file, Self.demo, "--seeds", Place.triesAll ? "5" : "2", "--format", format,
                "--vary", "network.delay_ms=10,200", "--vary", "player.keep_up=play-through,first-chunk,wrong",
            ]
            let replies = ["1", "2", "8"].map { Autowait.reply(to: words + ["--jobs", $0]) }
            for reply in replies {
                #expect(reply.output == replies[0].output)
                #expect(reply.errors == replies[0].errors)
            }
            #expect(replies[0].output.contains(Self.demo) && !replies[0].errors.isEmpty)
        }
    }

    @Test("parts of work come in their order, each once", arguments: [1, 2, 3, 64])
    func workers(jobs: Int) {
        for count in [0, 1, 2, 1000] {
            #expect(Workers.map(count, jobs: jobs) { "\($0)" } == (0..<count).map { "\($0)" })
        }
        #expect(Workers.coreCount >= 1)
    }
}
