import PlayerModel

/// Reads the events of `AVPlayerItemAccessLog` and `AVPlayerItemErrorLog` as JSON, under AVFoundation's names.
///
/// A number that is negative means that it is not known (Apple, "AVPlayerItemAccessLogEvent"); an event is a stretch of
/// one variant from one server, in which all accumulates.
enum AccessLogReader {
    /// The names of properties that only these events have.
    static let accessMarks = [
        "numberOfBytesTransferred", "numberOfMediaRequests", "segmentsDownloadedDuration", "indicatedBitrate",
        "observedBitrate", "transferDuration", "numberOfStalls", "durationWatched",
    ]
    static let errorMarks = ["errorStatusCode", "errorDomain"]

    static func read(access: [JSONNode], errors: [JSONNode]) -> FieldSession {
        var session = FieldSession(.accessLog)
        var (names, clock) = (SessionNames(), FieldClock())
        for event in grown(access, &session) {
            guard case .object = event.value else {
                session.findings.note("no event", "an event must be an object; this one is left out", event)
                continue
            }
            // A list of both kinds of events.
            if isError(event) {
                session.failedCount += 1
                continue
            }
            read(event, &session)
            let name = event.member("playbackSessionID")?.string
            names.add(name)
            clock.take(session.records.last?.request, of: name, at: event.place)
        }
        clock.state("playbackStartDate", mayBeReversed: false, in: &session.findings)
        session.failedCount += Int64(errors.count)
        let place = access.first?.place ?? Place(startOf: 0)
        names.state(in: &session, "events", by: "playbackSessionID", at: place)
        session.settle()
        return session
    }

    /// The events without those that stand in the log again, further on: whoever polls `accessLog()` writes down its
    /// events again and again, while all in the last one accumulates. O(n log n).
    private static func grown(_ events: [JSONNode], _ session: inout FieldSession) -> [JSONNode] {
        let names = events.map(stretch)
        let order = events.indices.sorted { (names[$0], $0) < (names[$1], $1) }
        // The place of the event in which a stretch began, and the event in which it stood last.
        var (latest, isKept) = (Array(events.indices), Array(repeating: true, count: events.count))
        var again: [Int] = []
        var first: Int?
        for index in order {
            if let begun = first, !names[index].isEmpty, names[begun] == names[index],
                bytes(events[latest[begun]]) <= bytes(events[index])
            {
                (latest[begun], isKept[index]) = (index, false)
                again.append(index)
            } else {
                first = index
            }
        }
        for index in again.sorted() {
            session.findings.note(
                "again", "this stretch stands in the log more than once, as where it is polled: the last counts",
                events[index])
        }
        return events.indices.filter { isKept[$0] }.map { events[latest[$0]] }
    }

    private static func bytes(_ event: JSONNode) -> Int64 {
        FieldValues.bytes(event.member("numberOfBytesTransferred")) ?? 0
    }

    /// The name of the stretch that an event is of; empty where nothing tells it from others. A variant may come back
    /// in a session, and begins another stretch then, at another date and place.
    private static func stretch(_ event: JSONNode) -> String {
        func text(_ name: String) -> String {
            guard let node = event.member(name), node.loose(places: 0) != .unknown else { return "" }
            return JSONText.text(of: node)
        }
        let offset = FieldValues.quantity(event.member("playbackStartOffset"), places: 9)
        let (session, date) = (text("playbackSessionID"), text("playbackStartDate"))
        guard !date.isEmpty || (!session.isEmpty && offset != nil) else { return "" }
        return [session, text("URI"), date, offset.map { "\($0)" } ?? ""].joined(separator: "\n")
    }

    /// The events of both logs, in one list.
    static func read(_ events: [JSONNode], _ findings: RepeatedFindings) -> FieldSession {
        var session = read(access: events.filter { !isError($0) }, errors: once(events.filter { isError($0) }))
        session.findings.add(findings)
        return session
    }

    /// Errors of which each stands there once, where their dates tell them apart: a log that was polled has them again
    /// and again. O(n log n).
    private static func once(_ errors: [JSONNode]) -> [JSONNode] {
        let texts = errors.map { $0.member("date") == nil ? "" : JSONText.text(of: $0) }
        let order = errors.indices.sorted { (texts[$0], $0) < (texts[$1], $1) }
        let first = zip([nil] + order.map { Optional($0) }, order).filter { before, own in
            texts[own].isEmpty || before.map { texts[$0] != texts[own] } ?? true
        }
        return first.map { $0.1 }.sorted().map { errors[$0] }
    }

    /// Whether a value can be an event of one of the logs: it has a property of one, or is one that is said there.
    static func isEvent(_ node: JSONNode) -> Bool {
        guard case .object(let members) = node.value else { return true }
        guard !MetricsReader.marks.contains(where: { node.member($0) != nil }) else { return false }
        let others = ["URI", "playbackSessionID", "playbackStartDate", "playbackStartOffset", "startupTime", "date"]
        return members.contains { member in
            [accessMarks, errorMarks, others].contains { $0.contains(member.name) }
        } && !MetricsEventName.isOfAVFoundation(node)
    }

    static func isError(_ event: JSONNode) -> Bool {
        errorMarks.contains { event.member($0) != nil } && !accessMarks.contains { event.member($0) != nil }
    }

    private static func read(_ event: JSONNode, _ session: inout FieldSession) {
        var record = FieldRecord(.stretch)
        record.request = FieldValues.instant(event.member("playbackStartDate"), &session.findings)
        record.bytes = FieldValues.bytes(event.member("numberOfBytesTransferred"))
        record.media = FieldValues.quantity(event.member("segmentsDownloadedDuration"), places: 9)
        record.bitRate = FieldValues.quantity(event.member("indicatedBitrate"), places: 0)
        record.transfer =
            FieldValues.quantity(event.member("transferDuration"), places: 9)
            ?? transfer(of: record, event)
        record.requestCount = FieldValues.quantity(
            event.member("numberOfMediaRequests") ?? event.member("numberOfSegmentsDownloaded"), places: 0)
        // That of a later event is the time until it was ready again, as after a seek.
        if session.stated.startup == nil {
            add(event, "startupTime", 9, &session.stated.startup)
            checkStartup(session.stated.startup, event, &session.findings)
        }
        add(event, "numberOfStalls", 0, &session.stated.stallCount)
        add(event, "durationWatched", 9, &session.stated.watched)
        add(event, "numberOfDroppedVideoFrames", 0, &session.stated.droppedFrames)
        FieldValues.checkNumbers(["transferDuration", "segmentsDownloadedDuration"], of: event, &session.findings)
        AccessLogUnits.check(record, event, &session.findings)
        session.records.append(record)
    }

    /// The time of transfer where only its rate is told, as in the text of `extendedLogData()`.
    private static func transfer(of record: FieldRecord, _ event: JSONNode) -> Int64? {
        guard let bytes = record.bytes, bytes > 0,
            let observed = FieldValues.quantity(event.member("observedBitrate"), places: 0), observed > 0
        else { return nil }
        return proportion(bytes, 8_000_000_000, over: observed, .down)
    }

    private static func add(_ event: JSONNode, _ name: String, _ places: Int32, _ sum: inout Int64?) {
        guard let value = FieldValues.quantity(event.member(name), places: places) else { return }
        sum = (sum ?? 0).addingClamped(value)
    }

    /// A start of so many whole seconds, or of so many at all, hardly happens: AVFoundation has fractions.
    private static func checkStartup(_ startup: Int64?, _ event: JSONNode, _ findings: inout RepeatedFindings) {
        let second: Int64 = 1_000_000_000
        guard let startup, startup >= 600 * second || (startup >= 60 * second && startup % second == 0) else {
            return
        }
        findings.note(
            "startup",
            "'startupTime' is \(NumberText.exact(startup, places: 9)) s: if that is in milliseconds, it is "
                + "\(NumberText.exact(startup, places: 12)) s, and AVFoundation has seconds", event)
    }
}
