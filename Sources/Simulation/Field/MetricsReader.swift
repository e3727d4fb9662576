import SimulationContainers

/// Reads AVMetrics events as JSON, under AVFoundation's names: `AVMetricMediaResourceRequestEvent` and what the HLS
/// events have around it, `AVMetricPlayerItemLikelyToKeepUpEvent`, `AVMetricPlayerItemPlaybackSummaryEvent`, and others
/// that are counted. AVFoundation writes no JSON of its own; apps do, with the name of the class as `event`, or none.
enum MetricsReader {
    static let marks = [
        "mediaResourceRequestEvent", "responseStartTime", "responseEndTime", "requestStartTime", "requestEndTime",
        "wasReadFromCache", "networkTransactionMetrics", "timeTaken", "timeSpentInInitialStartup",
        "timeSpentRecoveringFromStall", "mediaResourceRequestCount", "isMultivariantPlaylist", "isMapSegment",
    ]

    /// The meaning of times: dates, or in the report of a run seconds from its beginning.
    enum Clock {
        case wall, virtual

        func instant(_ node: JSONNode?, _ findings: inout RepeatedFindings) -> Int64? {
            switch self {
            case .wall: FieldValues.instant(node, &findings)
            case .virtual: FieldValues.quantity(node, places: 9)
            }
        }
    }

    static func read(
        _ all: [JSONNode], _ findings: RepeatedFindings = RepeatedFindings(), clock: Clock = .wall
    ) -> FieldSession {
        var session = FieldSession(.metrics)
        session.findings = findings
        // Two exports may have an event each; a run tells each once.
        let events = clock == .wall ? RepeatedTexts.once(all, datedBy: "date", &session.findings) : all
        var (names, stalls, requests) = (SessionNames(), StallAccounts(), MetricsRequests())
        var startups = MetricsStartups()
        for event in events {
            guard case .object = event.value else {
                session.findings.note("no event", "an event must be an object; this one is left out", event)
                continue
            }
            let id = event.member("sessionID")?.string
            names.add(id)
            let name = MetricsEventName(of: event)
            if name == .stall {
                stalls.add(.single, of: id, count: 1, time: nil)
            } else if name == .error || event.member("didRecover") != nil {
                session.failedCount += 1
            } else if event.member("requestStartTime") != nil || event.member("mediaResourceRequestEvent") != nil
                || event.member("responseEndTime") != nil
            {
                readRequest(event, name, clock, &requests, &session)
            } else if let time = FieldValues.quantity(event.member("timeTaken"), places: 9) {
                startups.add(ready: event, name, time: time)
            } else if event.member("timeSpentInInitialStartup") != nil || event.member("stallCount") != nil {
                readSummary(event, &stalls, &startups, &session)
            } else if clock == .wall, name == nil, !marks.contains(where: { event.member($0) != nil }),
                !FieldSequence.leaveOut(other: event, &session)
            {
                session.findings.note("other event", "an event of another kind; it is left out", event)
            }
        }
        readStarts(events, clock, &requests, &session)
        requests.settle(into: &session, clock)
        if clock == .wall {
            checkSeconds(events, &session)
            MetricsClock.check(events, &session.findings)
            MetricsUnits.check(events, &session.findings)
        }
        session.stated.startup = startups.first(of: names)
        let place = events.first?.place ?? Place(startOf: 0)
        state(stalls, of: names, at: place, &session)
        names.state(in: &session, "events", by: "sessionID", at: place)
        session.settle()
        return session
    }

    private static func state(
        _ stalls: StallAccounts, of names: SessionNames, at place: Place, _ session: inout FieldSession
    ) {
        let (count, time, untimed) = stalls.sums(of: names)
        (session.stated.stallCount, session.stated.stallTime) = (count, time)
        guard time != nil, untimed > 0 else { return }
        session.findings.note(
            "no length",
            "\(untimed) of the stalls are told by events without a summary, which have no length: their "
                + "time is missing", at: place)
    }

    /// Dates as Swift prints a `Date` have no fractions: then every time may be off by a second.
    private static func checkSeconds(_ events: [JSONNode], _ session: inout FieldSession) {
        let times = session.records.flatMap { [$0.request, $0.firstByte, $0.lastByte].compactMap { $0 } }
        guard times.count >= leastDates, times.allSatisfy({ $0 % 1_000_000_000 == 0 }) else { return }
        session.isInWholeSeconds = true
        let first = events.lazy.compactMap { event in
            let request = event.member("mediaResourceRequestEvent") ?? event
            return request.member("requestStartTime") ?? request.member("responseEndTime")
        }.first
        session.findings.note(
            "whole seconds",
            "all dates are whole seconds, as Swift prints a Date, so that each may be off by one: of downloads shorter "
                + "than ten seconds or so, rates and times to the first byte say little; write them with fractions, as "
                + "timeIntervalSince1970 has them", at: first?.place ?? Place(startOf: 0))
    }

    /// Fewer may be whole by chance.
    private static let leastDates = 4

    /// Reads the requests that events of the first likely-to-keep-up name, as far as they are no events of their own.
    private static func readStarts(
        _ events: [JSONNode], _ clock: Clock, _ requests: inout MetricsRequests, _ session: inout FieldSession
    ) {
        // Many begin at one instant, where that is a whole second above all.
        func key(_ event: JSONNode) -> String? {
            let request = event.member("mediaResourceRequestEvent") ?? event
            guard let start = request.member("requestStartTime") else { return nil }
            let nodes = [
                start, request.member("responseEndTime"), request.member("url") ?? event.member("url"),
                request.member("byteRange"),
            ]
            return nodes.map { $0.map { JSONText.line($0) } ?? "" }.joined(separator: "\n")
        }
        let known = events.compactMap(key).sorted()
        for event in events where event.member("timeTaken") != nil {
            for list in MetricsStartups.lists {
                for request in event.member(list.key)?.elements ?? [] {
                    guard case .object = request.value, let key = key(request) else { continue }
                    let place = partitionPoint(in: known.indices) { known[$0] >= key }
                    if place < known.count, known[place] == key { continue }
                    readRequest(request, list.name, clock, &requests, &session)
                }
            }
        }
    }

    private static func readRequest(
        _ event: JSONNode, _ name: MetricsEventName?, _ clock: Clock, _ requests: inout MetricsRequests,
        _ session: inout FieldSession
    ) {
        let request = event.member("mediaResourceRequestEvent") ?? event
        let isCached = request.member("wasReadFromCache")?.looseFlag == true
        var record = FieldRecord(kind(event, request, name))
        record.request = clock.instant(request.member("requestStartTime"), &session.findings)
        record.firstByte = clock.instant(request.member("responseStartTime"), &session.findings)
        record.lastByte = clock.instant(request.member("responseEndTime"), &session.findings)
        record.media = FieldValues.quantity(event.member("segmentDuration"), places: 9)
        FieldValues.checkNumbers(["segmentDuration"], of: event, &session.findings)
        record.host = host(event, request)
        let metrics = request.member("networkTransactionMetrics")
        let transactions = metrics?.member("transactionMetrics")?.elements ?? metrics?.elements ?? []
        // Of several, as after a redirect, the last one has the answer.
        if let last = transactions.last {
            record.bytes = FieldValues.bytes(last.member("countOfResponseBodyBytesReceived"))
            record.isReused = last.member("isReusedConnection")?.looseFlag
            if let start = FieldValues.instant(last.member("responseStartDate"), &session.findings) {
                record.firstByte = start
            }
        }
        if !isCached { FieldClock.checkOrder(record, at: request.place, &session.findings) }
        if record.bytes == nil, let length = FieldValues.bytes(request.member("byteRange")?.member("length")) {
            // It is 0 for a request without a range.
            record.bytes = length > 0 ? length : nil
        }
        let variant = event.member("variant") ?? request.member("variant")
        record.bitRate = FieldValues.quantity(variant?.member("peakBitRate"), places: 0)
        let hasFailed = request.member("errorEvent").map { $0.members.count > 0 } ?? false
        requests.add(record, of: event, request, isCached: isCached, hasFailed: hasFailed)
    }

    /// The host of the URL; a run of the simulator has its name alone.
    private static func host(_ event: JSONNode, _ request: JSONNode) -> String? {
        if let name = request.member("host")?.string { return name.lowercased() }
        return (request.member("url") ?? event.member("url"))?.string.flatMap { FieldValues.host(ofURL: $0) }
    }

    private static func kind(
        _ event: JSONNode, _ request: JSONNode, _ name: MetricsEventName?
    ) -> FieldRecord.Kind {
        if let resource = event.member("resource")?.string.flatMap(Resource.Kind.init) { return kind(resource) }
        if event.member("isMultivariantPlaylist") != nil || name == .playlistRequest { return .playlist }
        // The event of a key says of which media it is.
        if event.member("contentKeySpecifier") != nil || name == .keyRequest { return .key }
        if event.member("isMapSegment")?.looseFlag == true { return .initialization }
        switch event.member("mediaType")?.string ?? "" {
        case "vide", "video": return .video
        case "soun", "audio": return .audio
        case "sbtl", "text", "clcp": return .text
        case "muxx", "muxed": return .media
        default: break
        }
        let url = (request.member("url") ?? event.member("url"))?.string ?? ""
        return RequestedKind.of(path: url) ?? (event.member("segmentDuration") == nil ? .other : .media)
    }

    /// The kind of what a run of the simulator fetched.
    private static func kind(_ resource: Resource.Kind) -> FieldRecord.Kind {
        switch resource {
        case .file: .media
        case .video: .video
        case .audio: .audio
        case .subtitles: .text
        case .multivariantPlaylist, .videoPlaylist, .audioPlaylist, .subtitlePlaylist: .playlist
        case .videoInit, .audioInit, .subtitleInit: .initialization
        case .key: .key
        case .steeringManifest, .assetList: .other
        }
    }

    private static func readSummary(
        _ event: JSONNode, _ stalls: inout StallAccounts, _ startups: inout MetricsStartups,
        _ session: inout FieldSession
    ) {
        // Without playback, the time was spent in vain.
        if FieldValues.quantity(event.member("playbackDuration"), places: 9) == 0 {
            startups.addNeverPlayed(event)
            session.findings.note(
                "no start",
                "'playbackDuration' is 0: playback never came, and 'timeSpentInInitialStartup' is no startup", event)
        } else {
            startups.add(summary: event)
        }
        stalls.add(
            .summary, of: event.member("sessionID")?.string,
            count: FieldValues.quantity(event.member("stallCount"), places: 0),
            time: FieldValues.quantity(event.member("timeSpentRecoveringFromStall"), places: 9))
        FieldValues.add("playbackDuration", of: event, places: 9, to: &session.stated.watched)
        FieldValues.add("variantSwitchCount", of: event, places: 0, to: &session.stated.variantSwitches)
    }
}
