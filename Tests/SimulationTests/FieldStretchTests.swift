import Testing

@testable import Simulation

@Suite("Stretches of an access log that an app has polled")
struct FieldStretchTests {
    private func read(_ lines: [String]) throws -> FieldSession {
        try FieldReader.read(Array(lines.joined(separator: "\n").utf8))
    }

    /// An event with so many megabytes, as many requests, and 8 Mbit/s.
    private static func event(_ uri: String, _ megabytes: Int, _ date: String, _ offset: Double) -> String {
        """
        {"playbackSessionID": "S", "URI": "\(uri)", "playbackStartDate": \(date), "playbackStartOffset": \(offset), \
        "numberOfBytesTransferred": \(megabytes)000000, "transferDuration": \(megabytes), \
        "numberOfMediaRequests": \(megabytes), "durationWatched": \(megabytes)}
        """
    }

    private static let early = "\"2026-09-21T14:13:20Z\""
    private static let late = "\"2026-09-21T14:14:10Z\""

    @Test(
        "whoever polls the whole log writes every stretch down again: each counts once, as it was last",
        arguments: [
            // With dates; with one that is known only later; and by session and offset alone.
            (
                [event("a", 12, early, 0), event("b", 1, late, 48)],
                [event("a", 12, early, 0), event("b", 3, late, 48)]
            ),
            (
                [event("a", 12, early, 0), event("b", 1, "null", 48)],
                [event("a", 12, early, 0), event("b", 3, late, 48)]
            ),
            (
                [event("a", 12, "null", 0), event("b", 1, "null", 48)],
                [event("a", 12, "null", 0), event("b", 3, "null", 48)]
            ),
        ])
    func polled(first: [String], second: [String]) throws {
        let session = try read(first + second)
        #expect(session.records.map { $0.bytes } == [12_000_000, 3_000_000])
        #expect(session.records.map { $0.requestCount } == [12, 3] && session.stated.watched == 15_000_000_000)
        // Nothing tells how long the last one lasts.
        #expect(FieldFigures(session).span == nil)
        let again = try #require(session.findings.all.first)
        #expect(session.findings.all.count == 1 && again.message.contains("the event with the most bytes counts"))
        #expect(again.count == 2 && again.place.line == 3)
        // However often, and whatever it began with.
        #expect(try read(first + first + second + second).records == session.records)
    }

    @Test("a variant that has come back and is not played yet is a stretch of its own, in either order")
    func comesBack() throws {
        let events = [
            Self.event("a", 12, Self.early, 0), Self.event("b", 5, Self.late, 48), Self.event("a", 1, "null", 0),
        ]
        for log in [events, events.reversed()] {
            let session = try read(log)
            #expect(session.records.compactMap { $0.bytes }.sorted() == [1_000_000, 5_000_000, 12_000_000])
            #expect(!session.findings.all.contains { $0.message.contains("the event with the most bytes counts") })
        }
    }

    /// Of 1, 3, 5 and 7 megabytes, and of an event that does not know them.
    @Test(
        "a stretch that was polled comes to the same in any order, and with bytes that are not known",
        arguments: [[1, 3, 5, 7], [7, 5, 3, 1], [5, 1, 7, 3], [1, -1, 7], [7, -1]])
    func anyOrder(polls: [Int]) throws {
        let session = try read(
            polls.map {
                let event = Self.event("a", $0, Self.early, 0)
                return $0 < 0 ? event.replacing("-1000000", with: "-1") : event
            })
        #expect(session.records.map { $0.bytes } == [7_000_000] && session.records[0].requestCount == 7)
        #expect(session.stated.watched == 7_000_000_000)
    }

    @Test("the startup is that of a session's first stretch, in whatever order they stand", arguments: [false, true])
    func firstStartup(isReversed: Bool) throws {
        let first = Self.event("a", 2, Self.early, 0).dropLast() + ", \"startupTime\": 1.25}"
        let later = Self.event("b", 1, Self.late, 48).dropLast() + ", \"startupTime\": 4.5}"
        let lines = [String(first), String(later)]
        #expect(try read(isReversed ? lines.reversed() : lines).stated.startup == 1_250_000_000)
    }

    @Test(
        "a line may hold all that the log had by then, as a list or in an object",
        arguments: [
            ("[", "]"), ("{\"ts\": 1, \"accessLog\": [", "]}"), ("{\"accessLog\": {\"events\": [", "]}}"),
            ("{\"events\": [", "]}"),
        ])
    func wholeLogs(head: String, tail: String) throws {
        let (one, more) = (Self.event("a", 12, Self.early, 0), Self.event("b", 3, Self.late, 48))
        let session = try read([head + one + tail, head + one + "," + more + tail])
        #expect(session.records.map { $0.bytes } == [12_000_000, 3_000_000])
        #expect(session.stated.watched == 15_000_000_000)
    }

    @Test("an error that is polled again counts once, and two without a date count twice", arguments: [true, false])
    func errors(isDated: Bool) throws {
        let date = isDated ? ", \"date\": \"2026-09-21T14:13:20Z\"" : ""
        let line =
            "{\"accessLog\": [\(Self.event("a", 2, Self.early, 0))], "
            + "\"errorLog\": [{\"errorStatusCode\": -12938, \"errorDomain\": \"CoreMediaErrorDomain\"\(date)}]}"
        #expect(try read([line, line]).failedCount == (isDated ? 1 : 2))
    }

    /// Two stretches that were not played say the same but for their stalls, and two errors of one second all.
    @Test(
        "in one text of AVFoundation's nothing stands twice, and the next one has all of it again",
        arguments: 1...3)
    func texts(count: Int) throws {
        let access = [
            "#Fields: date time uri cs-guid c-start-time bytes c-stalls",
            "2026/09/21 14:13:20.020 a S 0.000 12000000 1", "- - a S 0.000 0 1", "- - a S 0.000 0 2",
            "2026/09/21 14:14:10.010 a S 48.000 3000000 0",
        ]
        let error = "2026/09/21 14:14:20.020 a S -12938 D"
        let errors = ["#Fields: date time uri cs-guid status domain", error, error]
        let texts = Array(repeating: access + errors, count: count)
        let session = try read(texts.flatMap { $0 } + [""])
        #expect(session.records.map { $0.bytes } == [12_000_000, 3_000_000, 0, 0])
        #expect(session.stated.stallCount == 4 && session.failedCount == 2)
        #expect(session.findings.all.map { Int($0.count) } == (count > 1 ? [4 * (count - 1)] : []))
        // Without the head of the next text the stretch that comes again shows where it begins.
        let bare = try read([access[0]] + texts.flatMap { _ in access.dropFirst() } + [""])
        #expect(bare.records == session.records && bare.stated.stallCount == 4)
    }

    /// Of a live stream, whose stretches begin at no place of their own; each has stalls of its own number.
    @Test(
        "a stretch is known again in a text that begins later, holds what is new alone, or has no head",
        arguments: [
            ("hAB hBC", 7), ("hBC hABC", 7), ("hAABBC", 7), ("hABC BCD", 15), ("hUA hA", 17), ("hUA UAB UABC", 23),
            ("hU hA", 1), ("hUABU hAB", 35),
        ])
    func again(texts: String, stalls: Int64) throws {
        let lines = texts.compactMap { mark -> String? in
            switch mark {
            case "h": "#Fields: date time uri cs-guid c-start-time bytes c-stalls"
            case "A": "2026/09/21 14:13:20.020 a S 0.000 1000000 1"
            case "B": "2026/09/21 14:14:10.010 a S 0.000 1000000 2"
            case "C": "2026/09/21 14:15:00.000 a S 0.000 1000000 4"
            case "D": "2026/09/21 14:15:40.040 a S 0.000 1000000 8"
            case "U": "- - a S 0.000 500 16"
            default: nil
            }
        }
        #expect(try read(lines + [""]).stated.stallCount == stalls)
    }

    @Test("a server's log may begin its lines with a time in brackets")
    func brackets() throws {
        let lines = (1...3).map {
            "[21/Sep/2026:14:13:2\($0)] GET /v\($0).m4s?CMCD=br%3D3200%2Cot%3Dv%2Cbl%3D5200 200"
        }
        #expect(try read(lines).records.count == 3)
    }

    @Test("a variant that comes back begins another stretch, at another place or date")
    func back() throws {
        let place = [Self.event("a", 2, Self.early, 0), Self.event("b", 1, Self.late, 48)]
        #expect(try read(place + [Self.event("a", 4, Self.early, 90)]).records.count == 3)
        #expect(try read(place + [Self.event("a", 4, Self.late, 0)]).records.count == 3)
        // What shrinks is another one, too, where no date says that it is not.
        #expect(try read(place + [Self.event("a", 1, Self.early, 0)]).records.count == 2)
        let undated = [Self.event("a", 2, "null", 0), Self.event("b", 1, "null", 48)]
        #expect(try read(undated + [Self.event("a", 1, "null", 0)]).records.count == 3)
        #expect(try read(undated + [Self.event("a", 1, Self.late, 0)]).records.count == 3)
        // Where nothing tells two apart, both count.
        let unnamed = Self.event("a", 2, "null", -1)
        #expect(try read([unnamed, unnamed]).records.count == 2)
    }

    @Test("a count that is not known is no count of 0, and of how many stretches it is missing is said")
    func unknown() throws {
        let known = Self.event("a", 12, Self.early, 0).replacing("\"durationW", with: "\"segmentsDownloadedD")
            .replacing("atched\"", with: "uration\"")
        let unknown = Self.event("b", 3, Self.late, 48).replacing("Requests\": 3", with: "Requests\": -1")
        let none = try read([unknown])
        #expect(FieldFigures(none).requestCount == nil)
        let words = FieldText.text(none, file: "x")
        #expect(words.contains("  stretch               requests not known, 3000000 bytes\n"))
        let json = try JSONReader.read(Array(FieldJSON.entry(none, file: "x", isFirst: true).utf8), source: 0).root
        #expect(json.member("request_count")?.loose(places: 0) == .unknown)
        let both = try read([known, unknown])
        let text = FieldText.text(both, file: "x")
        #expect(text.contains("  stretch               12 requests, 15000000 bytes, 12.000 s of media\n"))
        #expect(text.contains("  requests not known    1 of 2 records\n  media not known       1 of 2 records\n"))
    }

    @Test(
        "which unit is confused, the rates and the media say",
        arguments: [
            // Right; observed in kbit/s; bytes in kB by the media; a time in ms by the media; and either.
            (12_000_000, 12, 8_000_000, 2_000_000, nil), (12_000_000, 12, 8000, 2_000_000, "it is in kbit/s"),
            (12_000, 12, 8_000_000, 2_500_000, "by the media 'numberOfBytesTransferred' is in kB"),
            (12_000_000, 12_000, 8_000_000, 2_500_000, "milliseconds, where AVFoundation has seconds"),
            (12_000, 12, 8_000_000, -1, "has seconds, or 'numberOfBytesTransferred' is in kB"),
        ])
    func units(bytes: Int, time: Int, observed: Int, indicated: Int, words: String?) throws {
        let session = try read([
            """
            {"numberOfBytesTransferred": \(bytes), "transferDuration": \(time), "observedBitrate": \(observed), \
            "indicatedBitrate": \(indicated), "segmentsDownloadedDuration": 48}
            """
        ])
        let messages = session.findings.all.map { $0.message }
        #expect(messages.count == (words == nil ? 0 : 1))
        if let words { #expect(messages.allSatisfy { $0.contains(words) }, "\(messages)") }
    }

    @Test(
        "a start of many seconds may be one of milliseconds, which is said",
        arguments: [("1200", true), ("60", true), ("1200.5", true), ("59", false), ("79.1", false), ("1.2", false)])
    func startup(value: String, isSaid: Bool) throws {
        let event = Self.event("a", 12, Self.early, 0).dropLast() + ", \"startupTime\": \(value)}"
        let findings = try read([String(event)]).findings.all.map { $0.message }
        #expect(findings.contains { $0.hasPrefix("'startupTime' is \(value) s: if that is in milli") } == isSaid)
    }
}
