import Testing

@testable import Simulation

@Suite("AVMetrics events as apps write them")
struct FieldMetricsTests {
    /// A request that an event is about, begun so many seconds on.
    private static func request(_ second: Int) -> String {
        """
        "mediaResourceRequestEvent": {"requestStartTime": \(1_790_000_000 + second),
          "responseStartTime": \(1_790_000_000 + second).05, "responseEndTime": \(1_790_000_001 + second),
          "networkTransactionMetrics": [{"countOfResponseBodyBytesReceived": 500000}]}
        """
    }

    private static func read(_ events: [String]) throws -> FieldSession {
        try FieldReader.read(Array("[\(events.joined(separator: ",\n"))]".utf8))
    }

    @Test(
        "an event may have the whole name of its class, or the core of it",
        arguments: ["AVMetricPlayerItemStallEvent", "PlayerItemStallEvent", "PlayerItemStall", "Stall"])
    func stalls(name: String) throws {
        let stall = "{\"event\": \"\(name)\", \"date\": 1790000030, \"rate\": 0, \"previousRate\": 1}"
        let session = try Self.read(["{\(Self.request(0))}", stall, stall])
        #expect(session.stated.stallCount == 2 && session.records.count == 1 && session.findings.all == [])
    }

    @Test(
        "every class of AVFoundation's is known, and none is left out with a warning",
        arguments: [
            "MediaResourceRequest", "HLSPlaylistRequest", "HLSMediaSegmentRequest", "ContentKeyRequest",
            "PlayerItemLikelyToKeepUp", "PlayerItemInitialLikelyToKeepUp", "PlayerItemRateChange", "PlayerItemStall",
            "PlayerItemSeek", "PlayerItemSeekDidComplete", "PlayerItemVariantSwitchStart", "PlayerItemVariantSwitch",
            "PlayerItemPlaybackSummary", "Error", "DownloadSummary",
        ])
    func classes(name: String) throws {
        let event = "{\"event\": \"AVMetric\(name)Event\", \"date\": 1790000030}"
        let session = try Self.read([event])
        #expect(session.format == .metrics && session.findings.all == [] && session.records.isEmpty)
        #expect(session.failedCount == (name == "Error" ? 1 : 0))
        let other = event.replacing("Event\"", with: "ishEvent\"")
        #expect(try Self.read(["{\(Self.request(0))}", other]).findings.all.count == 1)
    }

    /// As in the report of a run, whose first request is sent at once.
    @Test(
        "seconds that begin with 0 are all on one clock",
        arguments: [("0", 2_500_000_000), ("0.25", 2_250_000_000), ("1", 1_500_000_000)] as [(String, Int64)])
    func smallNumbers(start: String, time: Int64) throws {
        let session = try Self.read([
            "{\"mediaResourceRequestEvent\": {\"requestStartTime\": \(start), \"responseEndTime\": 2.5}}"
        ])
        #expect(session.records.map { $0.request } == [0] && session.records.map { $0.lastByte } == [time])
        #expect(session.findings.all == [])
    }

    @Test(
        "a 0 beside dates of today is a clock that was not set", arguments: ["requestStartTime", "responseEndTime"])
    func unset(key: String) throws {
        let session = try Self.read([
            "{\"mediaResourceRequestEvent\": {\"requestStartTime\": 811692800, \"responseEndTime\": 811692802}}",
            "{\"mediaResourceRequestEvent\": {\"\(key)\": 0}}",
        ])
        #expect(session.records.map { $0.request } == [0, nil])
        #expect(session.records.map { $0.lastByte } == [2_000_000_000, nil])
        #expect(session.findings.all.map { $0.message.contains("a clock's that was not set") } == [true])
    }

    @Test(
        "the request of a key is one for a key, whatever media it is of",
        arguments: [
            "{\"event\": \"AVMetricContentKeyRequestEvent\", \"mediaType\": \"vide\", \(request(0))}",
            "{\"contentKeySpecifier\": {}, \"mediaType\": \"video\", \(request(0))}",
            "{\"timeTaken\": 1, \"contentKeyRequestEvents\": [{\"mediaType\": \"vide\", \(request(0))}]}",
        ])
    func keys(event: String) throws {
        #expect(try Self.read([event]).records.map { $0.kind } == [.key])
        let playlist = "{\"event\": \"HLSPlaylistRequest\", \"mediaType\": \"vide\", \(Self.request(0))}"
        #expect(try Self.read([playlist]).records.map { $0.kind } == [.playlist])
    }

    @Test(
        "a summary of what never played has no startup, and says so",
        arguments: [(0, nil), (20, 12)] as [(Int, Int64?)])
    func neverPlayed(watched: Int, startup: Int64?) throws {
        let summary =
            "{\"timeSpentInInitialStartup\": 12, \"stallCount\": 0, \"playbackDuration\": \(watched)}"
        let session = try Self.read(["{\(Self.request(0))}", summary])
        #expect(session.stated.startup == startup.map { $0 * 1_000_000_000 })
        #expect(session.findings.all.contains { $0.message.contains("is no startup") } == (startup == nil))
    }

    /// An event so many seconds on, by the wall clock and by the playhead.
    private static func event(_ second: Int, _ mediaTime: Int, _ name: String = "HLSPlaylistRequest") -> String {
        """
        {"event": "AVMetric\(name)Event", "sessionID": "S", "date": \(1_790_000_000 + second),
         "mediaTime": \(mediaTime)}
        """
    }

    @Test(
        "a clock that was set while events were written shows by 'mediaTime', and is said",
        arguments: [
            ([event(20, 20), event(4, 24), event(8, 28)], "'date' goes back by 16 s though 'mediaTime' does not"),
            ([event(20, 20), event(3624, 24)], "'date' goes on by 3604 s and 'mediaTime' by 4 s"),
            // A seek, a pause, a wait, events that come late, and those of another session.
            ([event(20, 20), event(24, 600)], nil), ([event(20, 20), event(24, 0)], nil),
            ([event(20, 20), event(21, 20, "PlayerItemRateChange"), event(3624, 24)], nil),
            ([event(20, 20), event(70, 24)], nil), ([event(20, 20), event(16, 20)], nil),
            ([event(20, 20), event(4, 4)], nil),
            ([event(20, 20), event(4, 24).replacing("\"S\"", with: "\"T\"")], "of 2 sessions"),
        ])
    func clock(events: [String], words: String?) throws {
        let messages = try Self.read(events).findings.all.map { $0.message }
        #expect(messages.count == (words == nil ? 0 : 1))
        if let words { #expect(messages.allSatisfy { $0.contains(words) }, "\(messages)") }
    }
}
