import Testing

@testable import Simulation

@Suite("Entries of a HAR that are no downloads")
struct FieldEntryTests {
    /// An entry with a body of 900 bytes, if it is decoded.
    static func entry(
        _ response: String, url: String = "https://a.example/1.m4s", method: String = "GET", wait: String = "30",
        receive: String = "800"
    ) -> String {
        """
        {"startedDateTime": "2026-09-21T14:13:20Z", "request": {"method": "\(method)", "url": "\(url)", "headers": []},
         "response": {"content": {"size": 900, "mimeType": "video/mp4"}, \(response)},
         "timings": {"send": 0, "wait": \(wait), "receive": \(receive)}}
        """
    }

    static func read(_ entries: [String]) throws -> FieldSession {
        try FieldReader.read(Array("{\"log\": {\"entries\": [\(entries.joined(separator: ", "))]}}".utf8))
    }

    @Test("what a service worker answers counts once: as what the worker fetched")
    func serviceWorker() throws {
        let page =
            "\"status\": 200, \"bodySize\": -1, \"_transferSize\": 0, \"_fetchedViaServiceWorker\": true"
        let own = page.replacing("Size\": 0", with: "Size\": 950").replacing("true", with: "false")
        let session = try Self.read([Self.entry(page), Self.entry(own)])
        #expect(session.records.map { $0.bytes } == [950] && session.workerCount == 1 && session.cachedCount == 0)
        #expect(session.findings.all == [])
        #expect(FieldText.text(session, file: "x").contains("  by a service worker   1, left out\n"))
    }

    @Test(
        "no bytes for content that has a size are a cache's, wherever they are said",
        arguments: [
            ("\"bodySize\": -1, \"_transferSize\": 0", true), ("\"bodySize\": 0", true),
            ("\"bodySize\": 0, \"_transferSize\": 0", true), ("\"_transferSize\": 0", true),
            ("\"bodySize\": 0, \"_transferSize\": 950", false), ("\"bodySize\": 900, \"_transferSize\": 0", false),
            ("\"bodySize\": -1", false), ("\"bodySize\": -1, \"_transferSize\": 950", false),
        ])
    func sizes(response: String, isCached: Bool) throws {
        let session = try Self.read([Self.entry("\"status\": 200, \(response)")])
        #expect(session.cachedCount == (isCached ? 1 : 0) && session.records.isEmpty == isCached)
    }
}
