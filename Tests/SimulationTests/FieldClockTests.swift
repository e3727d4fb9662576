import Testing

@testable import Simulation

@Suite("Clocks of real sessions that were set back")
struct FieldClockTests {
    private static func messages(_ text: String) throws -> [String] {
        try FieldReader.read(Array(text.utf8)).findings.all.map {
            "\($0.place.line):\($0.place.column) \($0.message)"
        }
    }

    /// Entries, an entry a line from the second line on, each so many seconds after 14:00.
    private static func har(_ seconds: [Int]) -> String {
        let entries = seconds.map { second in
            FieldEntryTests.entry("\"status\": 200, \"bodySize\": 9").replacing("\n", with: " ")
                .replacing("14:13:20", with: "14:\(10 + second / 60):\(10 + second % 60)")
        }
        return "{\"log\": {\"entries\": [\n\(entries.joined(separator: ",\n"))]}}"
    }

    private static let stepCases: [([Int], String?)] = [
        (
            [600, 604, 608, 100, 104],
            "5:21 'startedDateTime' goes back by 508 s here: the clock was set back, another session follows (then "
                + "times between requests before and behind it are wrong), or an older part of the log stands behind "
                + "a newer one"
        ),
        ([600, 604, 608, 570, 574], nil), ([600, 608, 604, 612], nil), ([600, 700, 800, 900, 601, 701, 801], nil),
        ([900, 800, 700, 600, 500], nil), ([600, 604], nil), ([600, 604, 608, 612, 500, 504, 400, 404], "of 2"),
    ]

    @Test(
        "a HAR: minutes back to before all that was, and not seconds, hosts, or the last entry first",
        arguments: stepCases)
    func entries(seconds: [Int], words: String?) throws {
        let said = try Self.messages(Self.har(seconds))
        #expect(said.count == (words == nil ? 0 : 1), "\(said)")
        if let words { #expect(said.allSatisfy { $0.contains(words) }, "\(said)") }
    }

    private static let reportCases: [([(String, Int)], String?)] = [
        ([("a", 600), ("a", 604), ("a", 608), ("a", 4)], "4:1 'ts' goes back by 604 s here"),
        ([("a", 600), ("a", 604), ("a", 608), ("b", 4)], "requests of 2 sessions"),
        ([("a", 600), ("a", 604), ("a", 603), ("a", 608)], nil),
    ]

    @Test(
        "CMCD's 'ts', in each session by itself, and dates of an access log",
        arguments: reportCases)
    func reports(times: [(String, Int)], words: String?) throws {
        let lines = times.map {
            "{\"e\": \"rr\", \"sid\": \"\($0.0)\", \"ts\": \(1_790_000_000 + $0.1)000, \"br\": 9}"
        }
        let said = try Self.messages(lines.joined(separator: "\n"))
        #expect(said.count == (words == nil ? 0 : 1), "\(said)")
        if let words { #expect(said.allSatisfy { $0.contains(words) }, "\(said)") }
        // Of a list of events each step counts: nobody writes the last one first.
        let events = times.map { session, second in
            FieldTests.event.replacing("\n", with: " ").replacing("811692800", with: "\(811_692_800 + second)")
                .replacing("{", with: "{\"playbackSessionID\": \"\(session)\", ")
        }
        let own = try Self.messages(events.joined(separator: "\n"))
        #expect(
            own.contains { $0.hasPrefix("4:1 'playbackStartDate' goes back by 604 s here") } == (times[3] == ("a", 4))
        )
    }

    /// The instants of a request, an answer's first byte, and its end, in seconds.
    @Test(
        "a request that ends before it begins is said once, with how often",
        arguments: [
            ("10.5", "11.5", "08", "a request ends 2.5 s before it begins: a clock was set"),
            ("10.5", "09.5", "12", "an answer begins 1 s before its request does"),
            ("10.5", "12.5", "11.5", "an answer ends 1 s before it begins"),
        ])
    func order(request: String, first: String, last: String, words: String) throws {
        let event =
            "{\"mediaType\": \"vide\", \"requestStartTime\": 17900000\(request), "
            + "\"responseStartTime\": 17900000\(first), \"responseEndTime\": 17900000\(last)}"
        let session = try FieldReader.read(Array("[\(event), \(event)]".utf8))
        #expect(session.findings.all.map { $0.count } == [2])
        #expect(session.findings.all[0].message.hasPrefix(words), "\(session.findings.all)")
    }
}
