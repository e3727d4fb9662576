import Testing

@testable import Simulation

private func difference(_ old: String, _ new: String) -> GoldenDifference? {
    GoldenDifference(from: Array(old.utf8), to: new)
}

@Suite struct GoldenDifferences {
    @Test func `the same bytes are no difference`() {
        #expect(difference("a\nb\n", "a\nb\n") == nil)
    }

    @Test(
        arguments: [
            ("a\nb\nc\n", "a\nx\nc\n", 2, ["- b", "+ x"]),
            ("a\nb\n", "a\nb\nc\n", 3, ["+ c"]),
            ("a\nb\nc\n", "b\nc\n", 1, ["- a"]),
            ("", "a\n", 1, ["the golden is empty; '--update' writes it"]),
            // Characters that cannot be seen are written out.
            ("a\n", "a  \n", 1, ["- a", "+ a\\u{20}\\u{20}"]),
            ("a\tb\n", "a b\n", 1, ["- a\\u{9}b", "+ a b"]),
            ("a\u{1B}[31m\n", "a\n", 1, ["- a\\u{1B}[31m", "+ a"]),
            ("a\n\nb\n", "a\nc\n", 2, ["- (an empty line)", "- b", "+ c"]),
            ("a\nb\n", "a\nc\n\n", 2, ["- b", "+ c", "+ (an empty line)"]),
            // Numbers that look alike say by how much they are not.
            (
                "startup_time_s  8.05454546 s\n", "startup_time_s  8.054545461 s\n", 1,
                [
                    "- startup_time_s  8.05454546 s", "+ startup_time_s  8.054545461 s",
                    "  8.05454546 → 8.054545461: +0.000000001",
                ]
            ),
            (
                "         2.0s  x  12.0\n", " 1.999999999s  x  12.5\n", 1,
                ["-          2.0s  x  12.0", "+  1.999999999s  x  12.5", "  2 → 1.999999999: −0.000000001"]
            ),
            (
                "a 5000\nb 7000\n", "a 5001\nb 7001\n", 1,
                ["- a 5000", "- b 7000", "+ a 5001", "  5000 → 5001: +1", "+ b 7001", "  7000 → 7001: +1"]
            ),
            // Those that do not look alike need no words.
            ("a 2 s\n", "a 3 s\n", 1, ["- a 2 s", "+ a 3 s"]),
            ("a 5000\n", "b 5001\n", 1, ["- a 5000", "+ b 5001"]),
            (
                "a 5000 or 5000\n", "a 5001 or 5001\n", 1,
                ["- a 5000 or 5000", "+ a 5001 or 5001", "  5000 → 5001: +1"]
            ),
            // A number below 0, and a hyphen.
            (
                "drift -0.5 %\n", "drift -0.5004 %\n", 1,
                ["- drift -0.5 %", "+ drift -0.5004 %", "  -0.5 → -0.5004: −0.0004"]
            ),
            ("cdn-5000\n", "cdn-5001\n", 1, ["- cdn-5000", "+ cdn-5001", "  5000 → 5001: +1"]),
            ("9999999999999999999999\n", "9999999999999999999998\n", 1, nil),
        ] as [(String, String, Int32, [String]?)])
    func `lines that differ can be told apart`(old: String, new: String, line: Int32, lines: [String]?) throws {
        let found = try #require(difference(old, new))
        #expect(found.firstLine == line)
        #expect(found.lines == lines ?? ["- " + old.dropLast(), "+ " + new.dropLast()])
    }

    @Test func `an empty line of two scenarios is said to be one, too`() {
        #expect(LineDifference.lines(from: ["{", "", "}"], to: ["{", "}", ""]).contains("- (an empty line)"))
        #expect(LineDifference.lines(from: ["{"], to: ["{", ""]) == ["+ (an empty line)"])
    }

    @Test func `a golden of another model is said to be one`() throws {
        let note = "the golden is of model 9, and this is model \(Model.number): its runs may differ"
        let report = "a\n5 events, digest 0a2, model \(Model.number)\n"
        let found = try #require(difference("a\n5 events, digest 0a1, model 9\n", report))
        #expect(found.lines.last == note && found.reasons == [note] && found.lines.count == 3)
        #expect(try #require(difference("b\n5 events, digest 0a1, model 9\n", report)).lines.contains(note))
    }

    @Test func `another number of steps to the same trace is no difference`() throws {
        let end = ", model \(Model.number)\nb\n"
        #expect(difference("a\n5 events, digest 0a1\(end)", "a\n6 events, digest 0a1\(end)") == nil)
        #expect(difference("a\n5 events, digest 0a1\(end)", "b\n6 events, digest 0a1\(end)") != nil)
        #expect(difference("a\n5 events, digest 0a1\(end)", "a\n6 events, digest 0a2\(end)") != nil)
        #expect(difference("a\n5 events, digest 0a1, model 9\n", "a\n6 events, digest 0a1\(end.dropLast(2))") != nil)
        #expect(difference("5 events happened\n", "6 events happened\n") != nil)
    }

    @Test func `a digest alone that differs points to what a page leaves out`() throws {
        let end = ", model \(Model.number)\n"
        let found = try #require(difference("a\n5 events, digest 0a1\(end)", "a\n5 events, digest 0a2\(end)"))
        #expect(found.lines.count == 3)
        #expect(found.lines[2].contains("'--rows all' or '--trace' shows what a page leaves out"))
        let both = try #require(difference("a\n5 events, digest 0a1\(end)", "b\n5 events, digest 0a2\(end)"))
        #expect(!both.lines.contains { $0.contains("--trace") })
    }

    @Test func `line endings that something changed are said in a sentence`() throws {
        let found = try #require(difference("a\r\nb\r\n", "a\nb\n"))
        #expect(found.firstLine == 1)
        #expect(found.lines.count == 1 && found.lines[0].contains("CR LF"))
    }

    /// Each line is removed, and its like comes in its place; with a number it is said besides by how much that moved.
    @Test(arguments: ["none", "7"])
    func `where there is little room it counts the lines that differ, and nothing else`(number: String) throws {
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "t")).map { String(UnicodeScalar($0)) }
        let golden = letters.map { "\($0) \(number)\n" }.joined()
        let report = letters.map { "\($0) \(number == "7" ? "8" : "all")\n" }.joined()
        let found = try #require(difference(golden, report))
        #expect(found.lines.count { $0.hasPrefix("- ") || $0.hasPrefix("+ ") } == 40)
        #expect(found.summary.count == 16 && found.summary.last == "25 more lines of the golden differ")
    }

    @Test func `texts that nobody wrote are compared in place`() throws {
        let long = String(repeating: "a\n", count: 1500)
        #expect(try #require(difference(long, long + "b\n")).lines == ["+ b"])
        #expect(try #require(difference(long + "b\n", "a\n" + long)).lines.prefix(2) == ["- b", "+ a"])
        #expect(
            try #require(difference(long, String(long.dropLast()))).lines == [
                "the golden ends with 1 line break, and the report with 0"
            ])
    }

    @Test func `the marks of a merge are said to be that, at their line`() throws {
        let golden = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n"
        let found = try #require(difference(golden, "a\nb\n"))
        #expect(found.firstLine == 2)
        #expect(found.lines.count == 1 && found.lines[0].contains("the marks of a merge, from line 2 on"))
    }

    @Test func `of a whole golden it says what changed, when the status did, and by how much metrics moved`() throws {
        func text(_ fall_s: Int) throws -> String {
            let phases = """
                "transport": "fluid", "phases": [{"for_s": \(fall_s), "down_kbps": 3000},
                {"for_s": 30, "down_kbps": 100}, {"down_kbps": 3000}]
                """
            let network: JSONPart = "\(phases)"
            let player = "\"default_forward_buffer_s\": 10" as JSONPart
            return TextReport.golden(
                try ScenarioText(network: network, media: .hls([2000], duration_s: 300, segment_s: 4), player: player)
                    .run())
        }
        let found = try #require(difference(try text(100), try text(142)))
        let lines = found.lines
        #expect(lines.contains { $0.hasPrefix("- phases   from 100 s 100 kbit/s down") })
        let rows = try #require(lines.first { $0.hasPrefix("the rows that are shown are the same up to ") })
        // A list has this line alone.
        #expect(rows.hasSuffix(", and differ behind it"))
        #expect(
            lines.contains { $0.hasPrefix("the status differs first at ") && $0.hasSuffix("Waiting in the golden") })
        #expect(lines.contains { $0.contains(" → ") && $0.hasSuffix(" %)") })
        // Where there is little room it is rows that are left out, but for the first.
        let end = try #require(lines.firstIndex { $0.hasSuffix(" more lines of the rows differ") })
        let others = lines.prefix { $0 != rows } + lines[(end + 1)...]
        #expect(others.allSatisfy(found.summary.contains), "\(found.summary)")
        let (last, place) = (try #require(found.summary.last), try #require(found.summary.firstIndex(of: rows)))
        let begin = try #require(lines.firstIndex(of: rows)) + 1
        let more = try #require(Int(lines[end].prefix { $0.isNumber }))
        // Two lines of the rows are shown.
        #expect(last == "\(end - begin + more - 2) more lines of the rows differ")
        #expect(found.summary[place + 1].hasPrefix("-  ") && found.summary[place + 2].hasPrefix("+  "))
        #expect(found.summary[place + 3].hasPrefix("the status differs first at "))
        #expect(found.reasons.allSatisfy(found.summary.contains))
    }

    /// The first pauses from 10 s on, or from 8; the second plays from 3 s on, or 2. Their names may look the same.
    @Test(
        arguments: [("a", "b"), ("\u{e9}", "e\u{301}")],
        [
            ([10, 3], [8, 3], 0, "8 s: Paused, and Playing"), ([10, 3], [10, 2], 1, "2 s: Playing, and Paused"),
            ([10, 3], [8, 2], 1, "2 s: Playing, and Paused"),
        ])
    func `of several players it says whose rows differ, and from when on`(
        names: (String, String), wanted: (old: [Int], new: [Int], player: Int, words: String)
    ) throws {
        func text(_ at_s: [Int]) throws -> String {
            let media = #""media": {"kind": "progressive", "duration_s": 30, "bitrate_kbps": 1000}"#
            let text = """
                {"network": {"down_kbps": 3000, "transport": "fluid"}, "players": [
                 {"name": "\(names.0)", \(media), "script": [{"at_s": 0, "do": "load"}, {"at_s": 1, "do": "play"},
                  {"at_s": \(at_s[0]), "do": "pause"}, {"at_s": 12, "do": "play"}]},
                 {"name": "\(names.1)", \(media), "script": [{"at_s": 0, "do": "load"},
                  {"at_s": \(at_s[1]), "do": "play"}]}]}
                """
            let source = SourceText(file: "x", bytes: Array(text.utf8))
            return TextReport.golden(try Run(try #require(ScenarioReader.read(source).scenario)))
        }
        let lines = try #require(difference(try text(wanted.old), try text(wanted.new))).lines
        let player = [names.0, names.1][wanted.player]
        #expect(
            lines.filter { $0.contains("status differs") }.map { ExactText($0) }
                == ["\(player): the status differs first at \(wanted.words) in the golden"], "\(lines)")
        for (player, place) in [(names.0, 0), (names.1, 1)] {
            let isSame = wanted.old[place] == wanted.new[place]
            let words = "\(player): the rows".utf8
            #expect(lines.contains { $0.utf8.starts(with: words) } != isSame, "\(lines)")
        }
    }
}
