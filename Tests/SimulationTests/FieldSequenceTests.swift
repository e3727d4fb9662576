import Testing

@testable import Simulation

@Suite("Several logs in one file")
struct FieldSequenceTests {
    static let har: String =
        "{\"log\": {\"entries\": ["
        + FieldEntryTests.entry("\"status\": 200, \"bodySize\": 900").replacing("\n", with: " ") + "]}}"
    static let longHAR: String = har.replacing(",  \"response\"", with: ",\n \"response\"")
    static let access: String = "[" + FieldTests.event.replacing("\n", with: " ") + "]"
    static let metrics: String = """
        {"mediaType": "vide", "requestStartTime": 1790000000, "responseEndTime": 1790000001.5}
        """
    static let cmcd: String = "{\"sid\": \"a\", \"br\": 3200, \"bl\": 400}"

    private static func read(_ text: String) throws -> FieldSession { try FieldReader.read(Array(text.utf8)) }

    @Test(
        "what stands behind a log of another kind is left out, and said with its place and what it seems to be",
        arguments: [
            (
                har + "\n" + metrics + "\n" + metrics,
                "2:1 this seems to be AVMetrics, where the file began as HAR; it"
            ),
            (har + "\n" + har, "2:1 this is one more HAR, where"),
            (har + "\n" + cmcd, "2:1 this seems to be CMCD, where"),
            (har + "\n" + access, "2:2 this seems to be AVPlayerItemAccessLog, where"),
            (har + "\n{\"model\": 10, \"metric_events\": [\(metrics)]}", "2:1 this seems to be AVMetrics, where"),
            ("{\"model\": 10, \"metric_events\": [\(metrics)]}\n\(har)", "2:1 this seems to be HAR, where"),
            (har + "\n{\"a\": 1}", "2:1 this is no log that is known, where"),
            (
                access + "\n" + metrics,
                "2:1 this seems to be AVMetrics, where the file began as AVPlayerItemAccessLog"
            ),
            (access + "\n" + har, "2:1 this seems to be HAR, where"),
            (metrics + "\n" + har, "2:1 this seems to be HAR, where the file began as AVMetrics"),
            (cmcd + "\n" + metrics, "2:1 this seems to be AVMetrics, where the file began as CMCD"),
            (longHAR + "\n[\n" + metrics + "\n]", "4:1 this seems to be AVMetrics, where"),
            (longHAR + "\n" + longHAR, "3:1 this is one more HAR, where"),
            (
                longHAR + "\n[\n" + metrics,
                "3:1 HAR ends before this, and what follows cannot be read, and is left out"
            ),
            (longHAR + " words", "2:"), (har + " words", "1:"),
            (longHAR + "\nGET /1?CMCD=br%3D3200\n", "3:1 HAR ends before this, and what follows seems to be CMCD"),
            (
                "{\"accessLog\": \(access), \"metric_events\": [\(metrics)]}",
                "'metric_events', which seems to be AVMetrics, is left out: the object is read as AVPlayerItemAccessLog"
            ),
            (
                String(har.dropLast()) + ", \"events\": \(access)}",
                "'events', which seems to be AVPlayerItemAccessLog, is left out: the object is read as HAR"
            ),
        ])
    func others(text: String, words: String) throws {
        let session = try Self.read(text)
        let said = session.findings.all.map { "\($0.place.line):\($0.place.column) \($0.message)" }
        #expect(session.records.count == 1, "\(session.records.count)")
        #expect(said.count == 1 && said.allSatisfy { $0.contains(words) }, "\(said)")
    }

    @Test(
        "what is of the same kind is read, also where one log goes over several lines",
        arguments: [
            (access, access.replacing("811692800", with: "811692900")), (metrics, "[\n\(metrics),\n\(metrics)]"),
            ("[\n\(metrics)\n]", metrics), (cmcd, cmcd), ("[\n\(cmcd)]", "[\n\(cmcd)\n]"),
            (cmcd + ",", cmcd + " ,\r"),
        ])
    func same(first: String, second: String) throws {
        let session = try Self.read(first + "\n" + second)
        #expect(session.findings.all == [] && session.records.count >= 2, "\(session.findings.all)")
    }
}
