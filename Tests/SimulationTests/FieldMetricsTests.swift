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
        let later = stall.replacing("30,", with: "31,")
        let session = try Self.read(["{\(Self.request(0))}", stall, later])
        #expect(session.stated.stallCount == 2 && session.records.count == 1 && session.findings.all == [])
    }

    @Test("an event that stands in the log word for word again, with its date, counts once")
    func copies() throws {
        let head = "\"sessionID\": \"S\", \"date\": 17900000"
        let events = [
            "{\"event\": \"Stall\", \(head)10}", "{\"event\": \"Stall\", \(head)20}",
            "{\"event\": \"AVMetricErrorEvent\", \(head)21}",
            """
            {"event": "AVMetricPlayerItemPlaybackSummaryEvent", \(head)30, "stallCount": 2, "playbackDuration": 25,
             "timeSpentRecoveringFromStall": 4.5, "timeSpentInInitialStartup": 1.5, "variantSwitchCount": 1}
            """,
        ]
        let (one, two) = (try Self.read(events), try Self.read(events + events))
        #expect(one.stated.stallCount == 2 && one.stated.watched == 25_000_000_000 && one.failedCount == 1)
        #expect(two.stated == one.stated && two.failedCount == one.failedCount && one.findings.all == [])
        #expect(two.findings.all.map { $0.count } == [4])
        // Without a date two may well be told in the same words.
        let undated = "{\"event\": \"AVMetricPlayerItemStallEvent\", \"sessionID\": \"S\"}"
        #expect(try Self.read([undated, undated]).stated.stallCount == 2)
    }

    @Test(
        "sessions that are mixed are told apart by the key that the log has for them",
        arguments: [
            (
                """
                [{\(request(0)), "sessionID": "A"}, {\(request(30)), "sessionID": "B"}]
                """, "sessionID"
            ),
            (#"{"sid": "a", "br": 700}"# + "\n" + #"{"sid": "b", "br": 700}"#, "sid"),
        ])
    func mixed(log: String, key: String) throws {
        let session = try FieldReader.read(Array(log.utf8))
        #expect(session.sessionCount == 2 && session.sessionKey == key)
        let words = "requests of 2 sessions are mixed here; give one session at a time, by its '\(key)'"
        #expect(throws: InferenceLog.Refusal(message: words)) { try InferenceLog(session) }
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

    /// An event by which media of 12 s, or so many as are told, were enough.
    private static func ready(_ name: String, _ session: String = "A", time: Int = 12, more: String = "") -> String {
        """
        {"event": "AVMetricPlayerItem\(name)Event", "sessionID": "\(session)", \(more) "timeTaken": \(time)}
        """
    }

    /// The summary of a session that played for so many seconds.
    private static func played(_ seconds: Int, _ session: String = "A") -> String {
        "{\"sessionID\": \"\(session)\", \"timeSpentInInitialStartup\": 3, \"playbackDuration\": \(seconds)}"
    }

    private static let startupCases: [([String], Int64?)] = [
        ([ready("InitialLikelyToKeepUp")], 12),
        // After a stall, or in a log that begins later.
        ([ready("LikelyToKeepUp")], nil), ([ready("LikelyToKeepUp"), ready("InitialLikelyToKeepUp", time: 5)], 5),
        // Without a name, the lists of the initial one tell it.
        (["{\"timeTaken\": 12}"], nil), (["{\"timeTaken\": 12, \"playlistRequestEvents\": []}"], 12),
        ([ready("LikelyToKeepUp", more: "\"mediaSegmentRequestEvents\": [],")], nil),
        // A summary says it first, and of a session that never played it says that there is none.
        ([ready("InitialLikelyToKeepUp"), played(20)], 3), ([ready("InitialLikelyToKeepUp"), played(0)], nil),
        ([played(0), ready("InitialLikelyToKeepUp", "")], nil),
        ([ready("InitialLikelyToKeepUp"), played(0, "B")], 12),
        // The first session counts, in whichever way it tells it.
        ([ready("InitialLikelyToKeepUp"), played(20, "B")], 12),
        ([played(20, "B"), ready("InitialLikelyToKeepUp")], 3),
        ([ready("InitialLikelyToKeepUp"), ready("InitialLikelyToKeepUp", "B", time: 7), played(20)], 3),
        ([ready("InitialLikelyToKeepUp", "B", time: 7), ready("InitialLikelyToKeepUp"), played(20)], 7),
        ([ready("InitialLikelyToKeepUp"), ready("InitialLikelyToKeepUp", "B", time: 7), played(0)], 7),
        ([played(0), played(20)], 3),
    ]

    @Test(
        "a startup is told by a summary of what played, or by the first event that an item is likely to keep up",
        arguments: startupCases)
    func startups(events: [String], seconds: Int64?) throws {
        let session = try Self.read(["{\(Self.request(0))}"] + events)
        #expect(session.stated.startup == seconds.map { $0 * 1_000_000_000 })
    }

    @Test("of several sessions the startup is the first one's, and that is said", arguments: [false, true])
    func severalStartups(areSeveral: Bool) throws {
        let session = try Self.read([Self.played(20), Self.played(20, areSeveral ? "B" : "A")])
        let text = FieldText.text(session, file: "a.json")
        #expect(text.contains("3.000 s, of the first session that tells it\n") == areSeveral, "\(text)")
        let said = session.findings.all.map { $0.message.hasSuffix("is that of the first which tells it") }
        #expect(said == (areSeveral ? [true] : []))
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

    // MARK: Several sessions

    private static func stall(_ session: String) -> String {
        "{\"event\": \"AVMetricPlayerItemStallEvent\", \"sessionID\": \"\(session)\"}"
    }

    private static func summary(_ session: String, _ stalls: Int) -> String {
        """
        {"sessionID": "\(session)", "stallCount": \(stalls), "timeSpentRecoveringFromStall": \(stalls),
         "playbackDuration": 60}
        """
    }

    private static let severalCases: [([String], Int64, Int64?)] = [
        ([summary("A", 0), stall("B"), stall("B"), stall("B")], 3, 3), ([stall("B"), summary("A", 2)], 3, 1),
        // The events of a session are in its summary.
        ([stall("A"), stall("B"), summary("A", 2), summary("B", 1)], 3, nil),
        ([stall("A"), stall("A"), summary("A", 1)], 2, 1), ([stall("A"), stall(""), summary("", 2)], 2, nil),
        ([stall("A"), stall("B")], 2, nil),
    ]

    @Test(
        "the stalls of each session are those of its summary or its events, whichever are more",
        arguments: severalCases)
    func severalSessions(events: [String], count: Int64, untimed: Int64?) throws {
        let session = try Self.read(events)
        #expect(session.stated.stallCount == count)
        let said = session.findings.all.map { $0.message }.filter { $0.contains("their time is missing") }
        #expect(said.map { String($0.prefix(2)) } == (untimed.map { ["\($0) "] } ?? []), "\(said)")
    }

    // MARK: Requests that stand there again

    /// A request, by itself or in an event of HLS that is about it.
    private static func twin(
        _ second: String, url: String = "\"url\": \"https://a.example/1.m4s\",", bytes: Int = 500_000,
        isInside: Bool = false, _ more: String = ""
    ) -> String {
        let members = """
            \(url) "requestStartTime": 17900000\(second).5, "responseStartTime": 17900000\(second).6,
            "responseEndTime": 17900000\(second).9, \(more)
            "networkTransactionMetrics": [{"countOfResponseBodyBytesReceived": \(bytes)}]
            """
        return isInside
            ? "{\"segmentDuration\": 4, \"mediaType\": \"vide\", \"mediaResourceRequestEvent\": {\(members)}}"
            : "{\"event\": \"AVMetricMediaResourceRequestEvent\", \(members)}"
    }

    private static let twinCases: [(String, String, Int)] = [
        (twin("10"), twin("10", isInside: true), 1), (twin("10", isInside: true), twin("10"), 1),
        (twin("10", url: ""), twin("10", url: "", isInside: true), 1),
        (twin("10", isInside: true), twin("10", isInside: true), 1),
        (twin("10"), twin("11", isInside: true), 2), (twin("10"), twin("10", bytes: 500_001, isInside: true), 2),
        (twin("10"), twin("10", url: "\"url\": \"https://a.example/2.m4s\",", isInside: true), 2),
        (
            twin("10", "\"byteRange\": {\"location\": 0, \"length\": 9},"),
            twin("10", isInside: true, "\"byteRange\": {\"location\": 9, \"length\": 9},"), 2
        ),
        (twin("10", "\"sessionID\": \"A\","), twin("10", "\"sessionID\": \"B\","), 2),
    ]

    @Test("a request that stands in the log by itself and in an event about it counts once", arguments: twinCases)
    func twins(one: String, other: String, count: Int) throws {
        let session = try Self.read([one, other])
        #expect(session.records.count == count)
        let said = session.findings.all.filter { $0.message.contains("stands in the log more than once") }
        #expect(said.count == (count == 1 ? 1 : 0), "\(session.findings.all)")
        guard count == 1 else { return }
        #expect(session.records.map { $0.kind } == [.video] && session.records[0].media == 4_000_000_000)
        #expect(FieldFigures(session).busyRate == 13_333_333)
    }

    @Test("one that failed or came from a cache counts once, too", arguments: [true, false])
    func twinsWithoutMedia(isCached: Bool) throws {
        let more = isCached ? "\"wasReadFromCache\": true," : "\"errorEvent\": {\"didRecover\": true},"
        let session = try Self.read([Self.twin("10", more), Self.twin("10", isInside: true, more)])
        #expect(session.cachedCount == (isCached ? 1 : 0) && session.failedCount == (isCached ? 0 : 1))
        #expect(session.records.map { $0.kind } == (isCached ? [] : [.other]))
    }

    /// Two tracks of a simulated session may begin and end together, with the same bytes.
    @Test("requests in the report of a run are told once each, however alike they are")
    func alike() throws {
        let event = Self.twin("10", url: "\"host\": \"cdn\",")
        let session = try FieldReader.read(
            Array("{\"model\": 27, \"metric_events\": [\(event), \(event)]}".replacing("17900000", with: "").utf8))
        #expect(session.records.count == 2 && session.findings.all == [])
    }

    /// As dates without fractions have it, and two tracks in truth.
    @Test("a request that the first likely-to-keep-up alone names counts beside one that began with it")
    func besideAnother() throws {
        func request(_ name: String, bytes: Int) -> String {
            """
            {"segmentDuration": 4, "mediaResourceRequestEvent": {"url": "https://a.example/\(name)",
              "requestStartTime": 1790000000, "responseStartTime": 1790000001.5, "responseEndTime": 1790000002,
              "networkTransactionMetrics": [{"countOfResponseBodyBytesReceived": \(bytes)}]}}
            """
        }
        let (video, audio) = (request("1.m4v", bytes: 500_000), request("1.m4a", bytes: 90_000))
        let start = "{\"timeTaken\": 2.5, \"mediaSegmentRequestEvents\": [\(video), \(audio)]}"
        let session = try Self.read([video, start])
        #expect(session.records.map { $0.bytes } == [500_000, 90_000] && session.findings.all == [])
    }
}
