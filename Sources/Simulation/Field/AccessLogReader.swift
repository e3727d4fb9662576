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
        var names = SessionNames()
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
            names.add(event.member("playbackSessionID")?.string)
        }
        session.failedCount += Int64(errors.count)
        let place = access.first?.place ?? Place(source: 0, line: 1, column: 1)
        names.state(in: &session, "events", by: "playbackSessionID", at: place)
        session.settle()
        return session
    }

    /// The events without those that stand in the log again, further on: whoever polls `accessLog()` writes down the
    /// last event again and again, while all in it accumulates.
    private static func grown(_ events: [JSONNode], _ session: inout FieldSession) -> [JSONNode] {
        var kept: [(stretch: [String], event: JSONNode)] = []
        for event in events {
            let names = ["playbackSessionID", "URI", "playbackStartDate"]
            let stretch = names.map { name in event.member(name).map { JSONText.text(of: $0) } ?? "" }
            let bytes = FieldValues.bytes(event.member("numberOfBytesTransferred")) ?? 0
            let isSame =
                kept.last.map { last in
                    !stretch[2].isEmpty && last.stretch == stretch
                        && FieldValues.bytes(last.event.member("numberOfBytesTransferred")) ?? 0 <= bytes
                } ?? false
            if isSame {
                kept.removeLast()
                session.findings.note(
                    "again", "this stretch stands in the log more than once, as where it is polled: the last counts",
                    event)
            }
            kept.append((stretch, event))
        }
        return kept.map { $0.event }
    }

    /// The events of both logs, in one list.
    static func read(_ events: [JSONNode], _ findings: RepeatedFindings) -> FieldSession {
        var session = read(access: events.filter { !isError($0) }, errors: events.filter { isError($0) })
        session.findings.add(findings)
        return session
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
        if session.stated.startup == nil { add(event, "startupTime", 9, &session.stated.startup) }
        add(event, "numberOfStalls", 0, &session.stated.stallCount)
        add(event, "durationWatched", 9, &session.stated.watched)
        add(event, "numberOfDroppedVideoFrames", 0, &session.stated.droppedFrames)
        checkUnits(record, event, &session.findings)
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

    /// `observedBitrate` is bits over the time of transfer. Where it is a thousand times that, the time is in
    /// milliseconds; where it is an eighth or eight times, one of both is in the other's unit.
    private static func checkUnits(_ record: FieldRecord, _ event: JSONNode, _ findings: inout RepeatedFindings) {
        guard let bytes = record.bytes, let transfer = record.transfer, bytes > 0, transfer > 0,
            let observed = FieldValues.quantity(event.member("observedBitrate"), places: 0), observed > 0
        else { return }
        let rate = max(1, proportion(bytes, 8_000_000_000, over: transfer, .down))
        let ratio = proportion(observed, 1000, over: rate, .down)
        switch ratio {
        case 800_000...1_250_000:
            findings.note(
                "milliseconds",
                "'observedBitrate' is 1000 times 8 × bytes ÷ 'transferDuration': that duration is in "
                    + "milliseconds, where AVFoundation has seconds", event)
        case 110...140:
            findings.note(
                "bytes per second",
                "'observedBitrate' is an eighth of 8 × bytes ÷ 'transferDuration': it counts bytes, "
                    + "or 'numberOfBytesTransferred' counts bits", event)
        default: break
        }
    }
}
