/// The requests that AVMetrics events are about, each once: whoever takes all metrics may have a request by itself, as
/// `AVMetricMediaResourceRequestEvent`, and once more in the event of HLS that is about it.
struct MetricsRequests {
    private struct Request {
        var record: FieldRecord
        /// Whose it is, what was asked for, and when; empty where that does not tell it from others.
        let key: String
        /// Whether it stands in an event of HLS, which says more of it.
        var isInside: Bool
        var isCached, hasFailed: Bool
        let place: Place

        /// Takes what the same request says where it stands again.
        mutating func take(_ other: Request) {
            var (own, further) = (record, other.record)
            if other.isInside, !isInside { swap(&own, &further) }
            own.firstByte = own.firstByte ?? further.firstByte
            own.bytes = own.bytes ?? further.bytes
            own.media = own.media ?? further.media
            own.bitRate = own.bitRate ?? further.bitRate
            own.isReused = own.isReused ?? further.isReused
            own.host = own.host ?? further.host
            record = own
            isInside = isInside || other.isInside
            isCached = isCached || other.isCached
            hasFailed = hasFailed || other.hasFailed
        }
    }

    private var requests: [Request] = []

    /// Adds the request of an event: the event itself, or one that is inside of it.
    mutating func add(
        _ record: FieldRecord, of event: JSONNode, _ request: JSONNode, isCached: Bool, hasFailed: Bool
    ) {
        requests.append(
            Request(
                record: record, key: Self.key(record, event, request),
                isInside: event.member("mediaResourceRequestEvent") != nil, isCached: isCached, hasFailed: hasFailed,
                place: request.place))
    }

    /// Two requests of one session for one address, and one part of it, that begin and end at the same instants are
    /// the same; without an address, where all else is known.
    private static func key(_ record: FieldRecord, _ event: JSONNode, _ request: JSONNode) -> String {
        guard let start = record.request else { return "" }
        let url = (request.member("url") ?? event.member("url"))?.string ?? ""
        let isWhole = record.firstByte != nil && record.lastByte != nil && record.bytes != nil
        guard !url.isEmpty || isWhole else { return "" }
        let range = request.member("byteRange")
        let numbers = [
            start, record.lastByte, FieldValues.bytes(range?.member("location")),
            FieldValues.bytes(range?.member("length")),
        ]
        let session = (event.member("sessionID") ?? request.member("sessionID"))?.string ?? ""
        let words = numbers.map { $0.map { "\($0)" } ?? "" }
        return ([session, url.isEmpty ? record.host ?? "" : url] + words).joined(separator: "\n")
    }

    /// Puts the requests into a session. Those of a run are told once each, and may well be alike: two tracks begin
    /// and end together. O(n log n).
    consuming func settle(into session: inout FieldSession, _ clock: MetricsReader.Clock) {
        let isKept = clock == .wall ? joined(&session.findings) : Array(repeating: true, count: requests.count)
        for (request, isKept) in zip(requests, isKept) where isKept {
            if request.isCached {
                session.cachedCount += 1
                continue
            }
            var record = request.record
            if request.hasFailed {
                session.failedCount += 1
                record.bringNothing()
            }
            session.records.append(record)
        }
    }

    /// Joins those that are the same, and says so; which of them stay.
    private mutating func joined(_ findings: inout RepeatedFindings) -> [Bool] {
        // Those that do not say their bytes come first, and are the same as one that does.
        let order = requests.indices.sorted {
            (requests[$0].key, requests[$0].record.bytes ?? -1, $0)
                < (requests[$1].key, requests[$1].record.bytes ?? -1, $1)
        }
        var isKept = Array(repeating: true, count: requests.count)
        var again: [Int] = []
        var first: Int?
        for index in order {
            if let begun = first, isSame(begun, index) {
                requests[begun].take(requests[index])
                isKept[index] = false
                again.append(max(begun, index))
            } else {
                first = index
            }
        }
        for index in again.sorted() {
            findings.note(
                "request again",
                "this request stands in the log more than once, as by itself and in an event about it: it counts once",
                at: requests[index].place)
        }
        return isKept
    }

    private func isSame(_ one: Int, _ other: Int) -> Bool {
        guard !requests[one].key.isEmpty, requests[one].key == requests[other].key else { return false }
        guard let bytes = requests[one].record.bytes, let others = requests[other].record.bytes else { return true }
        return bytes == others
    }
}
