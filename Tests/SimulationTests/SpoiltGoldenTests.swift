import Testing

@testable import Simulation

@Suite struct SpoiltGoldens {
    @Test(
        arguments: [
            (Array("a\n\0\0".utf8), 2), (Array(repeating: 0, count: 5000), 1),
            (Array("a\nb\n".utf8) + [0xE2, 0x82], 3),
            // UTF-16.
            ([0xFF, 0xFE, 0x61, 0, 0x0A, 0], 1),
        ] as [([UInt8], Int32)])
    func `a golden that is no text is said to be none`(golden: [UInt8], line: Int32) throws {
        let found = try #require(GoldenDifference(from: golden, to: "a\nb\n"))
        #expect(found.lines == ["the golden is no text, from line \(line) on; '--update' writes it anew"])
        #expect(found.firstLine == line && found.reasons == found.lines)
    }

    @Test(
        arguments: [
            (String(repeating: "a", count: 2000), String(repeating: "a", count: 2000)),
            (String(repeating: "a", count: 9000), String(repeating: "a", count: 2000) + "… (7000 bytes more)"),
            (String(repeating: "é", count: 1001), String(repeating: "é", count: 1000) + "… (2 bytes more)"),
            (
                "a" + String(repeating: "é", count: 1000),
                "a" + String(repeating: "é", count: 999) + "… (2 bytes more)"
            ),
        ])
    func `of a very long line the beginning is shown, up to a whole character`(line: String, shown: String) throws {
        let found = try #require(GoldenDifference(from: Array("\(line)\n".utf8), to: "b\n"))
        #expect(found.lines == ["- " + shown, "+ b"])
    }

    @Test func `a status and a metric of a golden are cut as well`() throws {
        let long = String(repeating: "y", count: 100_000)
        let golden = "at status reason\n1s \(long) -\n\nstall_count  \(long)\n"
        let report = "at status reason\n1s Playing -\n\nstall_count  1\n"
        let found = try #require(GoldenDifference(from: Array(golden.utf8), to: report))
        #expect(found.lines.contains { $0.hasPrefix("the status differs first at 1 s: Playing, and yyyy") })
        #expect(found.lines.contains { $0.hasPrefix("stall_count yyyy") })
        #expect((found.lines + found.reasons).allSatisfy { $0.utf8.count < 2100 })
    }

    // MARK: Another text of the same run

    private static func report(_ bitrate_kbps: Int) throws -> String {
        TextReport.golden(
            try ScenarioText(network: .fluid(1600), media: .progressive("\(bitrate_kbps)", duration_s: 10)).run())
    }

    /// Lines of a golden, and what a merge that takes both sides, or an editor that pads columns, makes of them.
    @Test(
        arguments: [
            ("stall_count ", "LINE\nLINE", "- stall_count               0"),
            ("end_reached", "LINE ", "- end_reached               yes\\u{20}"),
            ("stall_count ", "LINE\nstall_count               7", "- stall_count               7"),
            ("rebuffer_ratio", "rebuffer_ratio   0", "- rebuffer_ratio   0"),
            ("  at  status", "at status reason", "- at status reason"), (", digest ", "LINE\nLINE", nil),
            (", digest ", "LINE ", nil), (", digest ", " LINE", nil), (", digest ", "more than LINE", nil),
        ] as [(String, String, String?)])
    func `a golden that is another text of the same run is shown as that`(
        part: String, changed: String, shown: String?
    ) throws {
        let report = try Self.report(500)
        let golden = report.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.contains(part)
                ? changed.split(separator: "LINE", omittingEmptySubsequences: false).joined(separator: String(line))
                : String(line)
        }
        let found = try #require(
            GoldenDifference(from: Array(golden.joined(separator: "\n").utf8), to: report))
        let note = "the run is the same, by its digest; the golden's text is another one"
        #expect(found.lines.first == note && found.lines.count > 1, "\(found.lines)")
        if let shown { #expect(found.lines.contains(shown), "\(found.lines)") }
        #expect(found.reasons == [note])
    }

    @Test(arguments: ["0.01s", "99s", "9000000000s"])
    func `a golden whose rows go back in time, as one that was merged by hand, has a drawing`(time: String) throws {
        let run = try ScenarioText(network: .fluid(1600), media: .progressive("500", duration_s: 10)).run()
        let report = TextReport.golden(run)
        let golden = report.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let words = line.split(separator: " ")
            return words.count > 7 && words[1] == "Waiting"
                ? ([time] + words.dropFirst().map(String.init)).joined(separator: " ") : String(line)
        }
        let bytes = Array(golden.joined(separator: "\n").utf8)
        #expect(bytes != Array(report.utf8))
        let drawing = try #require(ExpectedDrawing(run.players[0], golden: bytes, report: report))
        #expect(drawing.text.contains("Expected, as in the golden"))
    }

    @Test(arguments: ["a", "a  b", " ", "— c —"])
    func `every player has a drawing of what is expected, whatever blanks its name has`(name: String) throws {
        let media = JSONPart.progressive("500", duration_s: 10)
        let run = try ScenarioText(
            network: .fluid(1600),
            players: [
                ScenarioText(name: name, media: media, script: [.load(), .play()]),
                ScenarioText(name: "other", media: media, script: [.load()]),
            ]
        ).run()
        let report = TextReport.golden(run)
        for player in run.players {
            #expect(ExpectedDrawing(player, golden: Array(report.utf8), report: report) != nil)
        }
    }

    /// A report ends with one line break.
    @Test(
        arguments: [
            ("", "\n", "the golden ends with 2 line breaks, and the report with 1"),
            ("\n", "", "the golden ends with 0 line breaks, and the report with 1"),
            ("\n\n", "\n\n\n", "the golden differs in empty lines alone: 1 too many"),
            ("\n\n", "\n", "the golden differs in empty lines alone: 1 too few"),
        ])
    func `empty lines, which nobody sees, are said in a sentence`(
        part: String, changed: String, said: String
    ) throws {
        let report = try Self.report(500)
        let end = report.index(report.endIndex, offsetBy: -part.count)
        let place = try #require(part.count < 2 ? end..<report.endIndex : report.firstRange(of: part))
        let golden = report[..<place.lowerBound] + changed + report[place.upperBound...]
        let found = try #require(GoldenDifference(from: Array(golden.utf8), to: report))
        #expect(found.lines.last == said && found.lines.count == 2, "\(found.lines)")
    }

    @Test func `a golden that lost its last line is said to lack the digest, and not to have another one`() throws {
        let report = try Self.report(500)
        let lines = report.split(separator: "\n")
        let golden = report.dropLast(lines[lines.count - 1].count + 1)
        let found = try #require(GoldenDifference(from: Array(golden.utf8), to: report))
        let note = "the golden lacks the line with the digest; all else is the same"
        #expect(found.lines == ["+ \(lines[lines.count - 1])", note])
        #expect(found.reasons == [note] && found.isSpoilt && !found.isOfSameRun)
    }

    @Test func `of a golden that stands twice no status is said to differ from itself`() throws {
        let report = try Self.report(500)
        let found = try #require(GoldenDifference(from: Array((report + report).utf8), to: report))
        #expect(found.lines.count > 1 && !found.lines.contains { $0.contains("status differs") }, "\(found.lines)")
    }

    @Test(
        arguments: [
            ("", "\r\n", ["CR LF"]), ("\u{FEFF}", "\n", ["mark"]), ("\u{FEFF}", "\r\n", ["mark", "CR LF"]),
        ])
    func `what an editor makes of a text hides nothing else, and is said besides`(
        mark: String, end: String, words: [String]
    ) throws {
        let (old, new) = (try Self.report(500), try Self.report(600))
        let returned = mark + old.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
        let found = try #require(GoldenDifference(from: Array(returned.utf8), to: new))
        let plain = try #require(GoldenDifference(from: Array(old.utf8), to: new))
        let count = words.count
        #expect(zip(found.lines, words).allSatisfy { $0.contains($1) } && found.isSpoilt, "\(found.lines)")
        #expect(Array(found.lines.dropFirst(count)) == plain.lines)
        #expect(found.firstLine == (mark.isEmpty ? plain.firstLine : 1))
        #expect(Array(found.reasons.dropFirst(count)) == plain.reasons)
        let alone = try #require(GoldenDifference(from: Array(returned.utf8), to: old))
        #expect(alone.lines == Array(found.lines.prefix(count)))
        let rows = ExpectedMetrics.rows(golden: Array(returned.utf8), report: new)
        #expect(rows.allSatisfy { $0.expected != nil })
    }
}
