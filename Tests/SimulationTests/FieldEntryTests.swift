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

    static func read(_ entries: [String], more: String = "") throws -> FieldSession {
        try FieldReader.read(Array("{\"log\": {\"entries\": [\(entries.joined(separator: ", "))]\(more)}}".utf8))
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

    @Test(
        "a request that was given up has failed, whatever was there of it, and what a cache had has not",
        arguments: [
            ("\"status\": 0, \"bodySize\": -1, \"_transferSize\": 0, \"_error\": \"net::ERR_ABORTED\"", true),
            ("\"status\": 0, \"bodySize\": 0", true), ("\"status\": 0, \"_fetchType\": \"Disk Cache\"", true),
            ("\"status\": 200, \"bodySize\": -1, \"_transferSize\": 0, \"_error\": null", false),
            ("\"status\": 304, \"bodySize\": 0, \"_transferSize\": 120", false),
            ("\"status\": 200, \"_fetchType\": \"Disk Cache\"", false),
        ])
    func givenUp(response: String, hasFailed: Bool) throws {
        let session = try Self.read([Self.entry(response)])
        #expect(session.failedCount == (hasFailed ? 1 : 0) && session.cachedCount == (hasFailed ? 0 : 1))
        #expect(session.records.map { $0.kind } == (hasFailed ? [.other] : []))
        #expect(session.records.allSatisfy { $0.bytes == nil && $0.lastByte == nil } && session.findings.all == [])
    }

    @Test(
        "a request that was given up in the middle has failed, whatever its status, and its bytes came for nothing",
        arguments: [
            ("_error", "\"net::ERR_ABORTED\"", true), ("_failureText", "\"NS_BINDING_ABORTED\"", true),
            ("_error", "\"\"", false), ("_error", "null", false),
        ])
    func givenUpInTheMiddle(key: String, reason: String, hasFailed: Bool) throws {
        let sizes = "\"bodySize\": -1, \"_transferSize\": 5300, \"headersSize\": 300"
        let session = try Self.read([
            Self.entry("\"status\": 200, \(sizes), \"\(key)\": \(reason)"),
            Self.entry("\"status\": 200, \"bodySize\": 70000"),
        ])
        #expect(session.records.map { $0.kind } == [hasFailed ? .other : .video, .video])
        #expect(session.records.map { $0.bytes } == [5000, 70_000] && session.failedCount == (hasFailed ? 1 : 0))
        #expect(session.records[0].lastByte != nil && session.findings.all == [])
        // Nothing that came of it is a cache's.
        let none = try Self.read([Self.entry("\"status\": 200, \"_transferSize\": 0, \"\(key)\": \(reason)")])
        #expect(none.failedCount == (hasFailed ? 1 : 0) && none.cachedCount == (hasFailed ? 0 : 1))
        // What its content was to be is not what came, and an error counts once.
        let other = try Self.read([Self.entry("\"status\": 404, \"\(key)\": \(reason)")])
        #expect(other.failedCount == 1 && other.records.map { $0.bytes } == [hasFailed ? nil : 900])
    }

    @Test(
        "what a page has in itself is no download, and is counted",
        arguments: [
            ("data:image/png;base64,iVBOR", false), ("blob:https://a.example/6e2f", false),
            ("chrome-extension://a/b.js", false), ("wss://a.example/", false), ("about:blank", false),
            ("HTTPS://a.example/1.m4s", true), ("http://a.example/1.m4s", true), ("a.example:443/1.m4s", true),
            ("", true),
        ])
    func local(url: String, isOfNetwork: Bool) throws {
        let session = try Self.read([Self.entry("\"status\": 200, \"bodySize\": -1", url: url)])
        #expect(session.records.count == (isOfNetwork ? 1 : 0) && session.localCount == (isOfNetwork ? 0 : 1))
        #expect(FieldText.text(session, file: "x").contains("  of no network         1, left out") == !isOfNetwork)
    }

    @Test(
        "a redirect, an error and what comes before a request are no media, whatever they were asked for",
        arguments: [("302", "GET"), ("404", "GET"), ("204", "OPTIONS"), ("200", "HEAD")])
    func noBody(status: String, method: String) throws {
        let url = "https://near.example/1.m4s?CMCD=br%3D3200%2Cd%3D4000%2Cot%3Dv"
        let answer = Self.entry(
            "\"status\": \(status), \"bodySize\": 250", url: url, method: method, wait: "3", receive: "0.1")
        let media = (1...3).map { place in
            Self.entry("\"status\": 200, \"bodySize\": 1000000").replacing("13:20", with: "13:2\(place)")
        }
        let session = try Self.read([answer] + media)
        #expect(session.records.map { $0.kind } == [.other, .video, .video, .video])
        #expect(FieldFigures(session).media == nil && session.hosts == ["a.example"])
        // The round trip is that of the host of the media, and not of whoever sent on to it.
        #expect(try InferenceLog(session).roundTrip == 30_000_000)
    }

    /// Requests on new connections, and when their first bytes came: HAR 1.2, as Chrome writes it; Firefox, which
    /// rounds; Firefox with early data, which overlaps with the handshake; Playwright, whose `time` counts TLS twice;
    /// and its phases of requests without TLS.
    @Test(
        "TLS is a part of connect, but for a log in which it takes longer: there it comes behind",
        arguments: [
            ("https", [[350, 300, 2410], [90, 40, 2150]], [2410, 2150]),
            ("https", [[50, 300, 2411], [50, 40, 2150]], [2410, 2150]),
            ("https", [[50, 300, 2210], [50, 40, 2110]], [2210, 2110]),
            ("https", [[350, 300, 2710], [90, 40, 2190]], [2410, 2150]),
            ("http", [[50, 90, 2200], [50, 40, 2150]], [2110, 2110]),
            ("https", [[50, 51, 2161], [50, 40, 2150]], [2110, 2110]),
        ] as [(String, [[Int]], [Int64])])
    func handshakes(scheme: String, phases: [[Int]], times: [Int64]) throws {
        let url = "\(scheme)://a.example/1.m4s"
        let entries = phases.enumerated().map { index, own in
            Self.entry("\"status\": 200, \"bodySize\": 900", url: url, wait: "2060")
                .replacing("\"send\"", with: "\"connect\": \(own[0]), \"ssl\": \(own[1]), \"send\"")
                .replacing("20Z\",", with: "2\(index + 1)Z\", \"time\": \(own[2] + 800),")
        }
        // The clock begins with one that finds its connection there.
        let session = try Self.read([Self.entry("\"status\": 200, \"bodySize\": 900", url: url)] + entries)
        let firstBytes = session.records.dropFirst().enumerated().map { index, record in
            (record.firstByte ?? 0) / 1_000_000 - Int64(index + 1) * 1000
        }
        #expect(firstBytes == times)
        #expect(session.records.map { $0.isReused } == [true, false, false] && session.findings.all == [])
    }

    @Test("a HAR of no entry says so")
    func noEntry() throws {
        let session = try Self.read([])
        #expect(session.findings.all.map { $0.message } == ["'entries' is empty: no request was logged"])
    }

    /// The request came at 1 s, and its answer 60 ms later, whenever its connection was opened.
    @Test(
        "mitmproxy's requests begin when they come from the client, and no handshake lies before their answer",
        arguments: [(50, 300), (50, 40)] as [(Int, Int)])
    func proxied(connect: Int, ssl: Int) throws {
        let response = "\"status\": 200, \"bodySize\": 900"
        let entry = Self.entry(response, wait: "60")
            .replacing("\"send\"", with: "\"connect\": \(connect), \"ssl\": \(ssl), \"send\"")
            .replacing("20Z\",", with: "21Z\", \"time\": \(connect + ssl + 860),")
        let creator = #", "creator": {"name": "mitmproxy exporthar"}"#
        let session = try Self.read([Self.entry(response), entry], more: creator)
        let record = try #require(session.records.last)
        #expect(record.request == 1_000_000_000 && record.firstByte == 1_060_000_000)
        #expect(record.lastByte == 1_860_000_000 && record.isReused == false && session.findings.all == [])
    }

    @Test(
        "an entry that stands in the log word for word again, with its date, counts once", arguments: [true, false])
    func copies(isDated: Bool) throws {
        let first = Self.entry("\"status\": 200, \"bodySize\": 900")
        let second = first.replacing("13:20", with: "13:21")
        let own = [first, second].map { isDated ? $0 : $0.replacing("startedDateTime", with: "started") }
        let session = try Self.read(own + own)
        #expect(session.records.count == (isDated ? 2 : 4))
        let said = session.findings.all.map { $0.message }
        #expect(said.contains { $0.hasPrefix("this stands in the log more than once") } == isDated, "\(said)")
    }

    @Test(
        "what is wrong with an entry's times is said once, and as it is",
        arguments: [
            ("800", "-5", "'receive' of an entry cannot be -5: when its answer came is not known"),
            ("800", "8e400", "'receive' of an entry cannot be 8e400: when"),
            ("\"receive\": 800", "\"x\": 1", "an entry lacks 'receive': when"),
            ("\"wait\": 30", "\"wait\": -1", "'wait' of an entry cannot be -1: when"),
            ("\"2026-09-21T14:13:20Z\"", "\"yesterday\"", "\"yesterday\" is no date; it is left out"),
            ("\"2026-09-21T14:13:20Z\"", "\"0001-01-01T00:00:00Z\"", "\"0001-01-01T00:00:00Z\" lies beyond"),
            ("\"2026-09-21T14:13:20Z\"", "null", "an entry has no 'startedDateTime'; its times are not known"),
        ])
    func times(right: String, wrong: String, words: String) throws {
        let entry = Self.entry("\"status\": 200, \"bodySize\": 900").replacing(right, with: wrong)
        let messages = try Self.read([entry]).findings.all.map { $0.message }
        #expect(messages.count == 1 && messages.allSatisfy { $0.hasPrefix(words) }, "\(messages)")
    }
}
