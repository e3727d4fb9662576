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

    /// `heads` are the lines at which a log begins anew, where a text says it: nothing stands twice in one writing.
    static func read(access: [JSONNode], errors: [JSONNode], heads: [Int32] = []) -> FieldSession {
        var session = FieldSession(.accessLog)
        var (names, clock) = (SessionNames(), FieldClock())
        var first: Startup?
        for event in grown(access, heads, &session) {
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
            let date = session.records.last?.request
            clock.take(date, of: name, at: event.place)
            if let startup = Startup(event, name, date), startup.isBefore(first) { first = startup }
        }
        session.stated.startup = first?.time
        if let first { checkStartup(first.time, first.event, &session.findings) }
        clock.state("playbackStartDate", mayBeReversed: false, in: &session.findings)
        session.failedCount += Int64(errors.count)
        let place = access.first?.place ?? Place(startOf: 0)
        names.state(in: &session, "events", by: "playbackSessionID", at: place)
        session.settle()
        return session
    }

    /// The startup that an event tells. That of a later event of its session is the time until it was ready again, as
    /// after a seek.
    private struct Startup {
        let event: JSONNode
        let time: Int64
        private let session: String?
        private let date: Int64?

        init?(_ event: JSONNode, _ session: String?, _ date: Int64?) {
            guard let time = FieldValues.quantity(event.member("startupTime"), places: 9) else { return nil }
            (self.event, self.time, self.session, self.date) = (event, time, session, date)
        }

        /// Whether it came before one that stands further up in the log, if there is one: the log may begin with the
        /// newest event.
        func isBefore(_ other: Startup?) -> Bool {
            guard let other else { return true }
            guard session == other.session, let date, let others = other.date else { return false }
            return date < others
        }
    }

    /// The events without those that stand in the log again: whoever polls `accessLog()` writes down its events again
    /// and again, while all in them accumulates. Of a stretch the event with the most bytes is kept, in whatever order
    /// they stand: many services export the newest first. O(n log n).
    private static func grown(
        _ events: [JSONNode], _ heads: [Int32], _ session: inout FieldSession
    ) -> [JSONNode] {
        var stretches = events.map { Stretch($0) }
        let before = earlier(stretches.map { $0.date.isEmpty ? "" : "\($0.name)\n\($0.date)" })
        var turns = turns(stretches.map { $0.name }, in: writings(of: events, heads, before))
        for index in events.indices {
            // What comes again with its date is the same, also where a text does not begin at the first of all.
            if let other = before[index] { turns[index] = turns[other] }
            stretches[index].number(turns[index])
        }
        let order = events.indices.sorted {
            (stretches[$0].name, stretches[$0].date, $0) < (stretches[$1].name, stretches[$1].date, $1)
        }
        let dates = stretches.filter { !$0.name.isEmpty && !$0.date.isEmpty }.map { $0.date }
        /// Whether an event comes later in the log than another, or may: the log may begin with the newest.
        func isLater(_ index: Int, than other: Int) -> Bool {
            guard let first = dates.first, let last = dates.last, first != last else { return true }
            return (other < index) == (first < last)
        }
        // The place of the event in which a stretch began, and the event that says most of it.
        var (most, isKept) = (Array(events.indices), Array(repeating: true, count: events.count))
        var again: [Int] = []
        var first: Int?
        for index in order {
            if let begun = first, stretches[index].isSame(as: stretches[most[begun]]),
                stretches[index].date == stretches[most[begun]].date || isLater(index, than: most[begun])
            {
                if !stretches[index].isBehind(stretches[most[begun]]) { most[begun] = index }
                isKept[index] = false
                again.append(index)
            } else {
                first = index
            }
        }
        for index in again.sorted() {
            session.findings.note(
                "again",
                "this stretch stands in the log more than once, as where it is polled: the event with the most bytes "
                    + "counts", events[index])
        }
        return events.indices.filter { isKept[$0] }.map { events[most[$0]] }
    }

    /// The stretch that an event is of, and how far it had come by then.
    private struct Stretch {
        /// Whose it is, of what and from where on; empty where nothing tells it from others. A variant may come back in
        /// a session, and begins another stretch then, at another date and place.
        private(set) var name: String
        /// Empty where it is not known, as before playback has begun.
        let date: String
        private let bytes: Int64?
        private let watched: Int64?

        init(_ event: JSONNode) {
            func text(_ name: String) -> String {
                guard let node = event.member(name), node.loose(places: 0) != .unknown else { return "" }
                return JSONText.text(of: node)
            }
            let offset = FieldValues.quantity(event.member("playbackStartOffset"), places: 9)
            let session = text("playbackSessionID")
            date = text("playbackStartDate")
            bytes = FieldValues.bytes(event.member("numberOfBytesTransferred"))
            watched = FieldValues.quantity(event.member("durationWatched"), places: 9)
            let isNamed = !date.isEmpty || (!session.isEmpty && offset != nil)
            name = isNamed ? [session, text("URI"), offset.map { "\($0)" } ?? ""].joined(separator: "\n") : ""
        }

        /// Tells it from those before it that are called the same.
        mutating func number(_ turn: Int) {
            if !name.isEmpty { name += "\n\(turn)" }
        }

        /// Whether an event that comes before in the order of names and dates is of this stretch. Without a date, bytes
        /// that become fewer are of another one; the date of a stretch may be known only later.
        func isSame(as other: Stretch) -> Bool {
            guard !name.isEmpty, name == other.name else { return false }
            if date == other.date, !date.isEmpty { return true }
            guard date == other.date || other.date.isEmpty else { return false }
            guard let bytes, let others = other.bytes else { return date == other.date }
            return bytes >= others
        }

        /// Whether another event of the same stretch says more. One that knows the date is the later.
        func isBehind(_ other: Stretch) -> Bool {
            if date.isEmpty != other.date.isEmpty { return date.isEmpty }
            return (bytes ?? -1, watched ?? -1) < (other.bytes ?? -1, other.watched ?? -1)
        }
    }

    /// Of each event the last one before it of the same words, if there is one; empty words are of none. O(n log n).
    private static func earlier(_ words: [String]) -> [Int?] {
        var before: [Int?] = Array(repeating: nil, count: words.count)
        let order = words.indices.sorted { (words[$0], $0) < (words[$1], $1) }
        for (other, own) in zip(order, order.dropFirst()) where !words[own].isEmpty && words[other] == words[own] {
            before[own] = other
        }
        return before
    }

    /// The writing of the log in which each event stands, by the index of its first: one begins behind each head, and
    /// where an event comes again that was `before`, or as far ahead of it as the first of all was. Without any head it
    /// is not known, and each may stand in one of its own. O(n log n).
    private static func writings(of events: [JSONNode], _ heads: [Int32], _ before: [Int?]) -> [Int] {
        var writings = Array(events.indices)
        guard !heads.isEmpty else { return writings }
        var (first, head) = (0, 0)
        for (index, event) in events.enumerated() {
            while head < heads.count, heads[head] < event.place.line { (first, head) = (index, head + 1) }
            if let other = before[index], other >= first {
                let beginning = index - (other - first)
                first = beginning > other ? beginning : index
                for own in first..<index { writings[own] = first }
            }
            writings[index] = first
        }
        return writings
    }

    /// Of each event, how many before it are called the same in the same writing; the next one has them in the same
    /// order. O(n log n).
    private static func turns(_ names: [String], in writings: [Int]) -> [Int] {
        var turns = Array(repeating: 0, count: names.count)
        let order = names.indices.sorted { (names[$0], writings[$0], $0) < (names[$1], writings[$1], $1) }
        for (other, own) in zip(order, order.dropFirst())
        where writings[other] == writings[own] && names[other] == names[own] {
            turns[own] = turns[other] + 1
        }
        return turns
    }

    /// The events of both logs, in one list.
    static func read(_ events: [JSONNode], heads: [Int32] = [], _ findings: RepeatedFindings) -> FieldSession {
        let errors = once(events.filter { isError($0) }, heads)
        var session = read(access: events.filter { !isError($0) }, errors: errors, heads: heads)
        session.findings.add(findings)
        return session
    }

    /// Errors of which each stands there once, where their dates tell them apart: a log that was polled has them again
    /// and again. In one writing two in one second are two. O(n log n).
    private static func once(_ errors: [JSONNode], _ heads: [Int32]) -> [JSONNode] {
        let words = errors.map { $0.member("date") == nil ? "" : JSONText.text(of: $0) }
        let none: [Int?] = Array(repeating: nil, count: errors.count)
        let turns = turns(words, in: writings(of: errors, heads, none))
        let texts = zip(words, turns).map { $0.isEmpty ? "" : "\($0)\n\($1)" }
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
        FieldValues.add("numberOfStalls", of: event, places: 0, to: &session.stated.stallCount)
        FieldValues.add("durationWatched", of: event, places: 9, to: &session.stated.watched)
        FieldValues.add("numberOfDroppedVideoFrames", of: event, places: 0, to: &session.stated.droppedFrames)
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

    /// A start of so many whole seconds, or of so many at all, hardly happens: AVFoundation has fractions.
    private static func checkStartup(_ startup: Int64, _ event: JSONNode, _ findings: inout RepeatedFindings) {
        let second: Int64 = 1_000_000_000
        guard startup >= 600 * second || (startup >= 60 * second && startup % second == 0) else {
            return
        }
        findings.note(
            "startup",
            "'startupTime' is \(NumberText.exact(startup, places: 9)) s: if that is in milliseconds, it is "
                + "\(NumberText.exact(startup, places: 12)) s, and AVFoundation has seconds", event)
    }
}
