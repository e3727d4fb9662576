import PlayerModel
import Testing

@testable import Simulation

@Suite("Logs of real sessions in the formats that people have")
struct FieldTests {
    private func read(_ text: String) throws -> FieldSession { try FieldReader.read(Array(text.utf8)) }

    /// An entry of a HAR, with the times of its phases in milliseconds.
    private static func entry(
        _ start: String, _ timings: String, _ response: String, url: String = "https://a.example/v.bin"
    ) -> String {
        """
        {"startedDateTime": "2026-09-21T14:13:20.\(start)Z", "time": 100, "request": {"url": "\(url)", "headers": []},
         "response": {"status": 200, \(response)}, "timings": {\(timings)}}
        """
    }

    private static func har(_ entries: String...) -> String {
        "{\"log\": {\"version\": \"1.2\", \"entries\": [\(entries.joined(separator: ",\n"))]}}"
    }

    /// A playlist, and then pictures and sound that overlap from 500 to 700 ms.
    private static let three: String = har(
        entry(
            "000",
            "\"blocked\": 10, \"dns\": 20, \"connect\": 40, \"ssl\": 25, \"send\": 1, \"wait\": 29, \"receive\": 0",
            "\"bodySize\": 500, \"content\": {\"mimeType\": \"application/vnd.apple.mpegurl\"}"),
        entry(
            "200", "\"blocked\": -1, \"connect\": -1, \"send\": 0, \"wait\": 100, \"receive\": 400",
            "\"bodySize\": 1000000, \"content\": {\"mimeType\": \"video/mp4\"}"),
        entry(
            "400", "\"send\": 0, \"wait\": 100, \"receive\": 400",
            "\"bodySize\": -1, \"headersSize\": 300, \"_transferSize\": 500300, "
                + "\"content\": {\"mimeType\": \"audio/mp4\"}"
        ))

    @Test("a HAR: times of requests and answers, bytes on the wire, and rates over the time in which bytes came")
    func times() throws {
        let session = try read(Self.three)
        #expect(session.format == .har && session.findings.all == [])
        let records = session.records
        #expect(records.map { $0.kind } == [.playlist, .video, .audio])
        #expect(records.map { $0.bytes } == [500, 1_000_000, 500_000])
        // The first was sent when it had a connection, 70 ms on.
        #expect(records.map { $0.request! / 1_000_000 } == [0, 130, 330])
        #expect(records.map { $0.firstByte! / 1_000_000 } == [30, 230, 430])
        #expect(records.map { $0.lastByte! / 1_000_000 } == [30, 630, 830])
        #expect(records.map { $0.isReused } == [false, true, true])
        let figures = FieldFigures(session)
        #expect(figures.bytes == 1_500_500 && figures.span == 830_000_000 && figures.busy == 600_000_000)
        #expect(figures.busyRate == 20_000_000)
        #expect(
            figures.bodyRates.map { [$0.least, $0.median, $0.greatest] } == [10_000_000, 10_000_000, 20_000_000])
        #expect(figures.requestRates.map { [$0.least, $0.greatest] } == [8_000_000, 16_000_000])
        #expect(figures.firstBytes.map { [$0.least, $0.median] } == [30_000_000, 100_000_000])
    }

    @Test("what a cache answered is left out, and what failed is counted")
    func cached() throws {
        let phases = "\"send\": 0, \"wait\": 1, \"receive\": 1"
        let session = try read(
            Self.har(
                Self.entry("000", phases, "\"bodySize\": 9").replacing("200,", with: "304,"),
                Self.entry("000", phases, "\"bodySize\": 9").replacing(
                    "\"time\"", with: "\"_fromCache\": \"disk\", \"time\""),
                Self.entry("000", phases, "\"bodySize\": 9").replacing("200,", with: "404,")))
        #expect(session.cachedCount == 2 && session.failedCount == 1 && session.records.count == 1)
        let content = "\"content\": {\"size\": 900, \"mimeType\": \"video/mp4\"}"
        let others = try read(
            Self.har(
                // HAR 1.2; Safari; Chrome over HTTP/2, which says its bytes elsewhere; a proxy that does not know them.
                Self.entry("000", phases, "\"bodySize\": 0, \(content)"),
                Self.entry("000", phases, "\"bodySize\": 900, \"_fetchType\": \"Disk Cache\", \(content)"),
                Self.entry("000", phases, "\"bodySize\": 0, \"headersSize\": 0, \"_transferSize\": 950, \(content)"),
                Self.entry("000", phases, "\"bodySize\": -1, \(content)")))
        #expect(others.cachedCount == 2 && others.records.map { $0.bytes } == [950, 900])
    }

    @Test("AVMetrics: several sessions are said and added up, and a start has its requests in itself")
    func metricsOfSeveral() throws {
        func summary(_ id: String, _ stalls: Int, _ time: Double, _ startup: Double) -> String {
            """
            {"sessionID": "\(id)", "stallCount": \(stalls), "timeSpentRecoveringFromStall": \(time),
             "timeSpentInInitialStartup": \(startup), "playbackDuration": 20}
            """
        }
        let two = try read("[\(summary("A", 3, 7.5, 1.25)), \(summary("B", 1, 2, 0.75))]")
        #expect(two.stated.stallCount == 4 && two.stated.stallTime == 9_500_000_000 && two.sessionCount == 2)
        #expect(two.stated.watched == 40_000_000_000 && two.stated.startup == 1_250_000_000)
        #expect(two.findings.all.contains { $0.message.contains("of 2 sessions") })
        func request(_ second: Int) -> String {
            """
            {"mediaType": "vide", "segmentDuration": 4, "mediaResourceRequestEvent": {
              "requestStartTime": "2026-09-21T14:13:0\(second)Z",
              "responseStartTime": "2026-09-21T14:13:0\(second).05Z",
              "responseEndTime": "2026-09-21T14:13:0\(second).45Z", "networkTransactionMetrics":
              {"transactionMetrics": [{"countOfResponseBodyBytesReceived": 1000000}]}}}
            """
        }
        let start = "{\"timeTaken\": 2.45, \"mediaSegmentRequestEvents\": [\(request(0)), \(request(1))]}"
        // The second stands in the log by itself, too.
        let started = try read("[\(start), \(request(1)), {\"event\": \"Stall\"}]")
        #expect(started.records.map { $0.request } == [0, 1_000_000_000])
        #expect(started.stated.startup == 2_450_000_000 && started.stated.stallCount == 1)
    }

    @Test("CMCD: totals of stalls are those of each session, and sessions add up")
    func totals() throws {
        let lines = [("A", 1, 2000), ("A", 2, 4000), ("B", 2, 1000), ("B", 3, 3000)].map { session, count, time in
            "{\"sid\": \"\(session)\", \"bsa\": \(count), \"bsda\": \(time), \"br\": 3200000}"
        }
        let session = try read(lines.joined(separator: "\n"))
        #expect(session.stated.stallCount == 5 && session.stated.stallTime == 7_000_000_000)
        #expect(session.findings.all.contains { $0.count == 4 && $0.message.contains("for 3200000") })
    }

    @Test("sessions are counted and added up, however many there are, and in whatever order")
    func manySessions() throws {
        let lines = (0..<6000).map { "{\"sid\": \"s\($0 % 2500)\", \"br\": 3200, \"bsa\": \($0 / 2500)}" }
        let session = try read(lines.joined(separator: "\n"))
        // The first thousand come a third time, and say 2; the others have said 1.
        #expect(session.sessionCount == 2500 && session.stated.stallCount == 3500)
        let events = (0..<1500).map { "{\"event\": \"Stall\", \"sessionID\": \"s\($0)\"}" }
        #expect(try read("[{\"timeTaken\": 1},\(events.joined(separator: ","))]").sessionCount == 1500)
    }

    @Test("a stretch of an access log that was polled counts once, as it was last")
    func polled() throws {
        func event(_ requests: Int, session: String = "a") -> String {
            Self.event.replacing("\"numberOfMediaRequests\": 5", with: "\"numberOfMediaRequests\": \(requests)")
                .replacing("4000000", with: "\(requests)000000").replacing(
                    "{\"playback", with: "{\"playbackSessionID\": \"\(session)\", \"playback")
        }
        let session = try read("[\(event(1)), \(event(3)), \(event(5)), \(event(2, session: "b"))]")
        #expect(session.records.map { $0.requestCount } == [5, 2])
        #expect(session.stated.stallCount == 2 && session.stated.watched == 24_500_000_000)
        #expect(session.findings.all.contains { $0.message.contains("the event with the most bytes counts") })
    }

    @Test("CMCD in the query or the headers of a HAR's requests says what they are, and how full the buffer was")
    func cmcdInHAR() throws {
        let url =
            "https://a.example/1.mp4?CMCD=bl%3D5200%2Cbr%3D3200%2Cbs%2Cd%3D4000"
            + "%2Cmtp%3D25400%2Cot%3Dv%2Csid%3D%226e2f%22"
        let phases = "\"send\": 0, \"wait\": 100, \"receive\": 400"
        let query = Self.entry("000", phases, "\"bodySize\": 1600000", url: url)
        let headers = Self.entry("500", phases, "\"bodySize\": 1600000").replacing(
            "\"headers\": []",
            with: """
                "headers": [{"name": "CMCD-Object", "value": "br=3200,d=4000,ot=v"}, {"name": "cmcd-request", "value":
                "bl=(900;a 5200;v),mtp=(24000)"}, {"name": "CMCD-Status", "value": "bs"},
                {"name": "Accept", "value": "x"}]
                """)
        for text in [Self.har(query), Self.har(headers)] {
            let session = try read(text)
            let record = try #require(session.records.first)
            #expect(record.kind == .video && record.bitRate == 3_200_000)
            #expect(record.media == 4_000_000_000 && record.buffer == 5_200_000_000)
            #expect(session.stated.stallCount == 1 && session.findings.all == [])
        }
        #expect(try read(Self.har(query)).stated.throughput == 25_400_000...25_400_000)
        let seconds = Self.har(query).replacing("d%3D4000", with: "d%3D4")
        #expect(
            try read(seconds).findings.all.first?.message.contains("it is in seconds, where CMCD has milliseconds")
                == true)
        let bits = Self.har(query).replacing("br%3D3200", with: "br%3D3200000")
        #expect(try read(bits).findings.all.first?.message.contains("for 3200000 bit/s write 3200") == true)
    }

    static let event: String = """
        {"playbackStartDate": 811692800, "numberOfMediaRequests": 5, "numberOfBytesTransferred": 4000000,
         "transferDuration": 4, "segmentsDownloadedDuration": 20, "indicatedBitrate": 1200000,
         "observedBitrate": 8000000, "startupTime": 1.5, "numberOfStalls": 1, "durationWatched": 12.25}
        """
    static let other: String = """
        {"playbackStartDate": "2026-09-21T14:13:45Z", "numberOfMediaRequests": -1, "numberOfBytesTransferred": -1,
         "transferDuration": -1, "indicatedBitrate": -1, "startupTime": -1, "numberOfStalls": 2}
        """
    static let error: String = #"{"errorStatusCode": -12938, "errorDomain": "CoreMediaErrorDomain", "date": null}"#

    @Test(
        "an access log and an error log, in each shape in which apps write them; negative is unknown",
        arguments: [
            "[\(event), \(other), \(error)]",
            "{\"accessLog\": [\(event), \(other)], \"errorLog\": [\(error)]}",
            "{\"accessLog\": {\"events\": [\(event), \(other)]}, \"errorLog\": {\"events\": [\(error)]}}",
            [event, other, error].map { $0.replacing("\n", with: " ") }.joined(separator: "\n"),
        ])
    func accessLog(text: String) throws {
        let session = try read(text)
        #expect(session.format == .accessLog && session.findings.all == [])
        // 811692800 s after 2001 is 14:13:20 on 21 September 2026.
        #expect(session.records.map { $0.request } == [0, 25_000_000_000])
        #expect(session.records.map { $0.bytes } == [4_000_000, nil])
        #expect(session.records.map { $0.bitRate } == [1_200_000, nil])
        #expect(session.stated.stallCount == 3 && session.stated.startup == 1_500_000_000)
        #expect(session.stated.watched == 12_250_000_000 && session.failedCount == 1)
        let figures = FieldFigures(session)
        #expect(figures.busyRate == 8_000_000 && figures.withoutBytes == 1 && figures.requestCount == 5)
        #expect(figures.bodyRates == nil && figures.firstBytes == nil)
    }

    /// As AppleCoreMedia writes it, with the second for its milliseconds: 4,000,000 bytes at 8 Mbit/s are 4 s, and 20 s
    /// of media.
    static let extended: String = """
        #Software: AppleCoreMedia/1.0.0 (iPad; U; CPU OS 26_5 like Mac OS X; en_us)
        #Date: 2026/09/21 14:14:02.002
        #Fields: date time uri cs-guid s-ip sc-count c-duration-downloaded c-duration-watched bytes \
        c-observed-bitrate sc-indicated-bitrate c-stalls c-startup-time
        2026/09/21 14:13:20.020 https://a.example/1.m3u8 2D5C8F04 192.0.2.1 5 20.000 12.250 4000000 \
        8000000.000 1200000 1 1.500
        2026-09-21 14:13:45 https://a.example/2.m3u8\t2D5C8F04 - - 0.000 0.000 - - - 2 2.093
        2026/09/21 14:13:50.050 https://a.example/2.m3u8 2D5C
        #Fields: date time uri cs-guid s-ip status domain comment
        - - https://a.example/3.ts 2D5C8F04 - -12938 CoreMediaErrorDomain "HTTP 404: ""not"" found"

        """

    @Test("the text of both logs as AVFoundation writes it: what it lacks is said, and what was cut off left out")
    func extendedLog() throws {
        let session = try read(Self.extended)
        #expect(session.format == .accessLog && session.failedCount == 1 && session.sessionCount == 1)
        #expect(session.records.map { $0.request } == [0, 25_000_000_000])
        #expect(session.records.map { $0.bytes } == [4_000_000, nil])
        #expect(session.records.map { $0.transfer } == [4_000_000_000, nil])
        #expect(session.records.map { $0.bitRate } == [1_200_000, nil])
        #expect(session.stated.stallCount == 3 && session.stated.startup == 1_500_000_000)
        #expect(session.stated.watched == 12_250_000_000)
        #expect(FieldFigures(session).busyRate == 8_000_000)
        #expect(session.findings.all.map { $0.place.line } == [6])
        #expect(session.findings.all[0].message.contains("has 4 values where '#Fields' names 13"))
        let crlf = try read(Self.extended.replacing("\n", with: "\r\n"))
        #expect(crlf.records == session.records)
        let fine = try read(Self.extended.replacing("20.020", with: "20.520"))
        #expect(fine.records.map { $0.request } == [0, 24_480_000_000])
        #expect(throws: FieldError.self) { try read("#Version: 1.0\n#Fields: date time cs-uri\n- - -") }
    }

    @Test("errors are counted, the report of several players is no scenario, and several hosts are said to be mixed")
    func others() throws {
        let errors = #"[{"event": "Error", "didRecover": true}, {"timeTaken": 1.5}, {"didRecover": false}]"#
        #expect(try read(errors).failedCount == 2 && read(errors).findings.all == [])
        #expect { try read(#"{"model": 10, "players": [{}, {}]}"#) } throws: {
            ($0 as? FieldError)?.diagnostic.message.contains("the report of a run of 2 players") == true
        }
        let body = "\"bodySize\": 1000"
        let phases = "\"send\": 0, \"wait\": 10, \"receive\": 40"
        let one = Self.entry("000", phases, body, url: "https://a.example/1.mp4")
        let same = Self.entry("500", phases, body, url: "https://A.example/2.mp4?x=//b.example")
        let own = try read(Self.har(one, same))
        #expect(own.hosts == ["a.example"] && own.findingsOfOneNetwork.all == [])
        let two = try read(Self.har(one, Self.entry("500", phases, body, url: "https://b.example/2.mp4")))
        #expect(two.findings.all == [] && two.hosts == ["a.example", "b.example"])
        let alone = try #require(two.asked(of: "B.example"))
        #expect(alone.records == [two.records[1]] && two.asked(of: "c.example") == nil)
        #expect(alone.leftOut?.contains("1 other request left out") == true && alone.findingsOfOneNetwork.all == [])
        #expect(own.asked(of: "a.example")?.leftOut == nil)
        #expect(
            two.findingsOfOneNetwork.all.first?.message.hasPrefix("media of several hosts (a.example, b.example)")
                == true)
    }

    @Test(
        "units that are confused are found where the data prove it",
        arguments: [
            (
                "[\(event)]".replacing("\"transferDuration\": 4,", with: "\"transferDuration\": 4000,"),
                "is in milliseconds"
            ),
            (
                "[\(event)]".replacing("\"observedBitrate\": 8000000", with: "\"observedBitrate\": 1000000"),
                "counts bytes"
            ),
            ("[\(event)]".replacing("811692800", with: "\"1970-01-21T17:13:20Z\""), "is a date before 2001"),
            (
                three.replacing("\"receive\": 400", with: "\"receive\": 5.1").replacing("000000,", with: "00000000,"),
                "100 Gbit/s"
            ),
            (
                three.replacing("\"time\": 100", with: "\"time\": 500").replacing(
                    "100, \"receive\": 400", with: "0.1, \"receive\": 0.4"),
                "these are in seconds"
            ),
        ])
    func units(text: String, words: String) throws {
        let messages = try read(text).findings.all.map { $0.message }
        #expect(messages.contains { $0.contains(words) }, "\(messages)")
    }

    @Test("CMCD by itself: JSON lines of version 2, objects with a string, and lines of a server")
    func cmcd() throws {
        let events = try read(
            """
            {"e": "rr", "ts": 1790000000000, "sid": "a", "ttfb": 80, "ttlb": 480, "d": 4000, "br": 3200, "ot": "v"}
            {"e": "ps", "ts": 1790000003000, "sid": "a", "sta": "p", "msd": 1250, "bsd": 700, "bl": 5200}
            {"e": "rr", "ts": 17900000
            """)
        // How things stand is no request.
        try #require(events.format == .cmcd && events.records.count == 1)
        #expect(events.records[0].lastByte == 480_000_000 && events.records[0].firstByte == 80_000_000)
        #expect(events.stated.startup == 1_250_000_000 && events.stated.stallTime == 700_000_000)
        #expect(events.findings.all.map { $0.place.line } == [3])
        let objects = try read(
            #"[{"cmcd": "br=100,sid=\"a, b\"", "time": "2026-09-21T14:13:20Z"}, {"cmcd": {"br": 200}}]"#)
        #expect(objects.records.map { $0.bitRate } == [100_000, 200_000] && objects.sessionCount == 1)
        let lines = try read(
            """
            1.2.3.4 - "GET /v/1.m4s?x=1&CMCD=br%3D3200%2Csid%3D%22a%22 HTTP/1.1" 200
            1.2.3.4 - "GET /v/2.m4s?CMCD=br%3D1600%2Csid%3D%22b%22&y=2 HTTP/1.1" 200
            1.2.3.4 - "GET /favicon.ico HTTP/1.1" 404

            """)
        #expect(lines.records.map { $0.bitRate } == [3_200_000, 1_600_000] && lines.sessionCount == 2)
        #expect(lines.findings.all.map { $0.place.line } == [3, 1])
    }

    @Test("AVMetrics: the bytes of the last transaction, what a cache had is left out, and the summary")
    func metrics() throws {
        let session = try read(
            """
            [{"segmentDuration": 6, "mediaType": "vide", "isMapSegment": false, "mediaResourceRequestEvent":
               {"requestStartTime": 811692800, "responseStartTime": 811692800.1, "responseEndTime": 811692800.5,
                "wasReadFromCache": false, "byteRange": {"location": 0, "length": 0}, "networkTransactionMetrics":
                {"transactionMetrics": [{"countOfResponseBodyBytesReceived": 300},
                 {"countOfResponseBodyBytesReceived": 1000000, "isReusedConnection": true}]}}},
             {"isMultivariantPlaylist": true, "mediaResourceRequestEvent": {"requestStartTime": 811692799.5,
               "responseEndTime": 811692799.75, "byteRange": {"length": 800}}},
             {"requestStartTime": 811692801, "wasReadFromCache": true}, {"timeTaken": 0.9},
             {"stallCount": 1, "timeSpentRecoveringFromStall": 2.5, "timeSpentInInitialStartup": 0.75,
              "playbackDuration": 60, "variantSwitchCount": 3}, {"sessionID": "x"}]
            """)
        #expect(session.format == .metrics && session.cachedCount == 1)
        #expect(
            session.records.map { $0.kind } == [.playlist, .video]
                && session.records.map { $0.bytes } == [800, 1_000_000])
        #expect(session.records[1].firstByte == 600_000_000 && session.records[1].lastByte == 1_000_000_000)
        #expect(session.records[1].isReused == true && session.records[1].media == 6_000_000_000)
        #expect(session.stated.startup == 750_000_000 && session.stated.stallTime == 2_500_000_000)
        #expect(FieldFigures(session).busyRate == 20_000_000)
        #expect(session.findings.all.map { $0.message } == ["an event of another kind; it is left out"])
    }

    @Test(
        "what is none of them is refused, with what it is or what was looked for",
        arguments: [
            ("", "the file is empty"), (" \n", "the file is empty"),
            ("x", "this is no log of a real session that is known; looked for HAR 1.2"),
            ("[1, 2]", "looked for HAR 1.2"),
            ("seconds,bits\n1,2\n", "looked for HAR 1.2"), (String(three.dropLast(40)), "this is not whole JSON: "),
            (#"{"t": 0, "rate": 1}"#, "'autowait replay --inputs' takes it"),
            (#"{"network": "3G", "media": {}}"#, "this is a scenario"),
            ("let url = \"https://a.example/?CMCD=\\(q)\"\n", "looked for HAR 1.2"),
            ("{\"format\": \"autowait device log\"}\n{\"t\": 0}", "'autowait replay --inputs' takes it"),
            ("{\"a\": 1}\n{\"a\": 2}\n", "looked for HAR 1.2"), ("\u{1F}x", "looked for HAR 1.2"),
            ("{\"log\": {\"entries\": 5}}", "looked for HAR 1.2"),
        ])
    func unknown(text: String, words: String) throws {
        let error = #expect(throws: FieldError.self) { try read(text) }
        #expect(error?.diagnostic.message.contains(words) == true, "\(error?.diagnostic.message ?? "")")
    }

    @Test("what is compressed is refused with what to do")
    func compressed() {
        let error = #expect(throws: FieldError.self) { try FieldReader.read([0x1F, 0x8B, 8, 0, 0]) }
        #expect(error?.diagnostic.message.contains("gunzip --keep FILE") == true)
    }

    /// Every log cut off everywhere, and with every byte changed in turn: said or read, and nothing traps.
    @Test(
        "whatever is damaged is read or refused",
        arguments: [three, "[\(event), \(error)]", #"[{"cmcd": "br=(1;v,d"}]"#])
    func damaged(text: String) {
        let bytes = Array(text.utf8)
        for place in Thoroughness.oneIn(4, of: Array(stride(from: 0, to: bytes.count, by: 3))) {
            _ = try? FieldReader.read(Array(bytes[..<place])).records.count
            for byte: UInt8 in [0x22, 0x39, 0x2D, 0x00] {
                var changed = bytes
                changed[place] = byte
                guard let session = try? FieldReader.read(changed) else { continue }
                _ = FieldText.text(session, file: "x") + FieldTable.lines(session, file: "x")
            }
        }
    }

    @Test("numbers beyond all measure are read without a trap")
    func hostile() throws {
        let huge = Self.three.replacing("1000000", with: "999999999999999").replacing("400}", with: "1e17}")
            .replacing("\"wait\": 100", with: "\"wait\": 604799999")
        #expect(try FieldFigures(read(huge)).bytes == 999_999_999_999_999 + 500_500)
        let event = Self.event.replacing("4000000,", with: "1000000000000000,")
        let many = (10..<30).map { event.replacing("811692800", with: "8116928\($0)") }.joined(separator: ",")
        #expect(try FieldFigures(read("[\(many)]")).bytes == 20_000_000_000_000_000)
    }
}
