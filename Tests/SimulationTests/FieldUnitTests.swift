import Testing

@testable import Simulation

@Suite("Units in logs of real sessions that their own figures prove wrong")
struct FieldUnitTests {
    private static func messages(_ text: String) throws -> [String] {
        try FieldReader.read(Array(text.utf8)).findings.all.map { $0.message }
    }

    private static func expect(_ text: String, _ words: String?) throws {
        let said = try messages(text)
        #expect(said.count == (words == nil ? 0 : 1), "\(said)")
        if let words { #expect(said.allSatisfy { $0.contains(words) }, "\(said)") }
    }

    /// Downloads of a megabyte, one after another.
    private static func har(wait: String, receive: String, host: String, count: Int) -> String {
        let entries = (0..<count).map { index in
            FieldEntryTests.entry(
                "\"status\": 200, \"bodySize\": 1000000", url: "https://\(host)/1.m4s", wait: wait, receive: receive
            ).replacing("13:20", with: "13:2\(index)")
        }
        return "{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}"
    }

    @Test(
        "times of a HAR in seconds",
        arguments: [
            ("0.05", "1.1", "a.example", 3, "all 3 downloads have more than 1 Gbit/s"),
            ("0.05", "1.1", "a.example", 2, nil), ("0.05", "1.1", "localhost:8080", 3, nil),
            ("0.05", "11", "a.example", 3, nil), ("50", "1.1", "a.example", 3, nil),
        ])
    func har(wait: String, receive: String, host: String, count: Int, words: String?) throws {
        try Self.expect(Self.har(wait: wait, receive: receive, host: host, count: count), words)
    }

    private static let bitCases: [([Double], String?)] = [
        ([8.0, 8.1, 7.9, 8.3, 7.7], "5 of 5 requests have 8 times the bytes that 'br' and 'd' say: likely these"),
        ([8.0, 8.1, 7.9, 8.3, 7.7, 6.5, 9.9], "5 of 7 requests"), ([8.0, 8.1, 7.9, 8.3], nil),
        ([8.0, 8.1, 7.9, 8.3, 7.7, 6.5, 9.9, 1, 1, 1], nil), ([1, 1, 1, 0.9, 1.2], nil),
    ]

    @Test(
        "bits for bytes, held against 'br' and 'd'",
        arguments: bitCases)
    func bits(factors: [Double], words: String?) throws {
        let lines = factors.map {
            "{\"sid\": \"a\", \"br\": 2000, \"d\": 4000, \"ot\": \"v\", \"bytes\": \(Int(1_000_000 * $0))}"
        }
        try Self.expect(lines.joined(separator: "\n"), words)
        let entries = factors.enumerated().map { index, factor in
            FieldEntryTests.entry(
                "\"status\": 200, \"bodySize\": \(Int(1_000_000 * factor))",
                url: "https://a.example/1.m4s?CMCD=br%3D2000%2Cd%3D4000%2Cot%3Dv"
            ).replacing("13:20", with: "13:2\(index)")
        }
        try Self.expect("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}", words)
    }

    private static let bufferCases: [([Int], String, String, String?)] = [
        ([0, 4, 8, 12, 16], "4000", "", "no 'bl' is more than 16"), ([0, 400, 800, 400, 900], "4000", "", nil),
        ([0, 4, 8, 12, 16], "500", "", nil), ([0, 4, 8, 12, 16], "4000", ", \"bs\": true", nil),
        ([0, 4, 8, 12], "4000", "", nil), ([0, 0, 0, 0, 0], "4000", "", nil),
        ([0, 4, 8, 12, 4016], "4000", "", nil),
    ]

    @Test(
        "a 'bl' in seconds",
        arguments: bufferCases)
    func buffers(values: [Int], length: String, flag: String, words: String?) throws {
        let lines = values.map { "{\"sid\": \"a\", \"br\": 2000, \"d\": \(length), \"bl\": \($0)\(flag)}" }
        try Self.expect(lines.joined(separator: "\n"), words)
    }

    private static let stretchCases: [(String, String, String?)] = [
        ("\"segmentsDownloadedDuration\": 20,", "\"segmentsDownloadedDuration\": 20000,", "20000 s for 5 requests"),
        ("\"indicatedBitrate\": 1200000,", "\"indicatedBitrate\": 1200,", "it is in kbit/s, where"),
        // One film in one file, and media without a bit rate.
        ("\"numberOfMediaRequests\": 5,", "\"numberOfMediaRequests\": 1,", nil),
        (
            "20, \"indicatedBitrate\": 1200000,", "20000,",
            "for 5 requests, and 'durationWatched' less than a hundredth: likely it is in milliseconds"
        ),
        ("20, \"indicatedBitrate\": 1200000,", "20,", nil),
        ("\"transferDuration\": 4,", "\"transferDuration\": NaN,", "'transferDuration' cannot be NaN; it is left"),
        ("Duration\": 20,", "Duration\": \"Infinity\",", "'segmentsDownloadedDuration' cannot be \"Infinity\""),
        ("\"transferDuration\": 4,", "\"transferDuration\": -1,", nil),
    ]

    @Test(
        "an access log's media in milliseconds, and a bit rate in kbit/s",
        arguments: stretchCases)
    func stretches(right: String, wrong: String, words: String?) throws {
        let event = FieldTests.event.replacing("\n", with: " ").replacing("  ", with: " ")
        #expect(event.contains(right))
        try Self.expect("[\(event.replacing(right, with: wrong))]", words)
    }

    private static let segmentCases: [([String], Bool, String?)] = [
        (["4000", "4000", "3900"], true, "goes on by 8 s in all: likely it is in milliseconds"),
        (["4000", "4000", "3900"], false, "ten minutes or more in all events: likely it is in milliseconds"),
        (["4000", "4000", "4"], true, nil), (["4", "4", "4"], true, nil), (["4000", "4000"], true, nil),
        (["4", "NaN", "nan"], true, "'segmentDuration' cannot be NaN; it is left out"),
    ]

    @Test(
        "lengths of segments in milliseconds, by the playhead or by themselves, and numbers that are none",
        arguments: segmentCases)
    func segments(lengths: [String], hasPlayhead: Bool, words: String?) throws {
        let events = lengths.enumerated().map { index, length in
            """
            {"mediaType": "vide", "requestStartTime": \(1_790_000_000 + index * 4).5, "segmentDuration": \(length),
             \(hasPlayhead ? "\"mediaTime\": \(index * 4), " : "")
             "responseEndTime": \(1_790_000_001 + index * 4).5}
            """
        }
        try Self.expect("[\(events.joined(separator: ",\n"))]", words)
    }

    @Test("a time of CMCD that is no number is said once", arguments: ["NaN", "\"nan\"", "-Infinity"])
    func noNumber(value: String) throws {
        let line = "{\"sid\": \"a\", \"ts\": 1790000000000, \"ttfb\": 40, \"ttlb\": \(value)}"
        let next = line.replacing("1790000000000", with: "1790000001000")
        try Self.expect("\(line)\n\(next)", "'ttlb' is no number from 0 on, but '")
    }
}
