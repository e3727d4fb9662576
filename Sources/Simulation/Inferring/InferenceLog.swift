import PlayerModel

/// The downloads of one session, as its log tells them: all that an inference looks at. Its clock begins with the first
/// of them; `zero(firstRequestAt:)` says where that is on the clock of a run.
package struct InferenceLog: Sendable {
    /// Why nothing can be inferred from a log, and what to give instead.
    package struct Refusal: Error, Equatable {
        package let message: String
    }

    package let format: FieldFormat
    package private(set) var transfers: [ObservedTransfer] = []
    /// How many requests these are.
    package private(set) var requestCount = 0
    /// Their bytes.
    package private(set) var bytes: Int64 = 0
    /// The least time from a request to its first byte, in nanoseconds: an upper bound of the round trip; 0 where it is
    /// less than the log tells apart. Nil where no request says both.
    package private(set) var roundTrip: Int64?
    /// The instant of the first byte that came after the least time.
    package private(set) var quickest: Int64?
    /// The first bytes that came late.
    package private(set) var late = LateFirstBytes()
    /// The waits for a first byte that were far longer than the others: a server thought, or nothing came through.
    package private(set) var waits: [Wait] = []
    /// Whether the first request had to open its connection, as far as the log says.
    package private(set) var beginsNew = true
    /// The instant of the stream's first request, in nanoseconds on the log's clock. It is before 0 where that request
    /// is left out, or was asked of another host, and behind it where a page asked for something else before.
    package private(set) var opening: Int64 = 0
    /// The end of the last transfer, in nanoseconds from the first request.
    package private(set) var length: Int64 = 0
    /// Whether all times are whole seconds.
    package let isInWholeSeconds: Bool
    /// Clauses on what was left out, with how many.
    package private(set) var leftOut: [String] = []
    /// The times and bytes of single requests, for a naive replay and for the check.
    package private(set) var requests: [Single] = []

    /// A request of its own: nanoseconds, and bytes.
    package struct Single: Equatable, BitwiseCopyable, Sendable {
        package var request: Int64
        package var firstByte: Int64?
        package var end: Int64
        package var bytes: Int64
        /// Whether it was asked of a host that media came from: others may be nearer, as those that count visits.
        var isOfMediaHost = true
    }

    /// A wait for a first byte, up to a round trip before it: from the request on, in nanoseconds.
    package struct Wait: Equatable, BitwiseCopyable, Sendable {
        package let request: Int64
        package let end: Int64
        /// All of it, the round trip included.
        package let length: Int64
    }

    /// Fewer requests than these say too little.
    package static let leastRequests = 3
    /// Smaller ones say little of a capacity.
    static let leastBytes: Int64 = 16_000
    /// More requests than any session has.
    static let mostRequests = 50_000
    /// A session longer than this is several, or its clock is wrong.
    static let longest: Int64 = 172_800_000_000_000
    /// A body that came so soon after its first byte came out of a buffer, if it is as large as this.
    private static let burst: (bytes: Int64, time: Int64) = (64_000, 2_000_000)
    /// The round trip that is supposed where the log has no first bytes.
    package static let supposedRoundTrip: Int64 = 50_000_000
    /// The idle time after which TCP begins again with its initial window, beyond a round trip: Linux's least variance
    /// of a timeout.
    private static let idle: Int64 = 200_000_000
    /// A download that takes less by dates of whole seconds may take anything.
    private static let leastOfWholeSeconds: Int64 = 3_000_000_000
    /// Parts of a busy time are no shorter.
    private static let leastPart: Int64 = 500_000_000
    /// A busy time has no more of them.
    private static let mostParts: Int64 = 5_000

    /// The transfers of a session's records. The log's own times count: requests that overlap are one busy time. Where
    /// the session is a part of another, as of one host, the first request of the whole one is `firstRequest`.
    package init(_ session: FieldSession, firstRequest: Int64? = nil) throws(Refusal) {
        (format, isInWholeSeconds) = (session.format, session.isInWholeSeconds)
        try Self.check(session)
        // Those that say when they were sent, and not when their first byte came.
        var (singles, silent): ([Single], [Single]) = ([], [])
        let hosts = session.hosts
        var (withoutBytes, withoutTimes, backward, instant, bursts, short) = (0, 0, 0, 0, 0, 0)
        for record in session.records where record.kind != .stretch {
            guard let bytes = record.bytes, bytes > 0 else {
                withoutBytes += 1
                continue
            }
            guard let request = record.request ?? record.firstByte, let end = record.lastByte else {
                withoutTimes += 1
                continue
            }
            if isInWholeSeconds, 0..<Self.leastOfWholeSeconds ~= end - request {
                short += 1
                continue
            }
            var first = record.firstByte.flatMap { request...max(request, end) ~= $0 ? $0 : nil }
            guard end > request, record.firstByte == nil || first != nil else {
                if end == request, first == record.firstByte { instant += 1 } else { backward += 1 }
                continue
            }
            // Of a time to the first byte whole seconds say nothing.
            if isInWholeSeconds { first = nil }
            if let first, bytes >= Self.burst.bytes, end - first < Self.burst.time {
                bursts += 1
                continue
            }
            let isSingle = record.request != nil
            var single = Single(request: request, firstByte: isSingle ? first : nil, end: end, bytes: bytes)
            single.isOfMediaHost = record.host.map { hosts.isEmpty || hosts.contains($0) } ?? true
            if isSingle, first == nil { silent.append(single) } else { singles.append(single) }
        }
        // Where others say it, nobody knows how much of their time a server kept them back: as the parts of a live
        // stream that are asked for before there are any. So that time would make the network look slow.
        let told = singles.count { $0.firstByte != nil }
        let isFirstByteTold = told >= max(Self.leastRequests, silent.count)
        if !isFirstByteTold { singles += silent }
        func note(_ count: Int, _ words: String) { if count > 0 { leftOut.append("\(count) \(words)") } }
        note(withoutBytes, "without bytes")
        note(withoutTimes, "without times")
        note(backward, "that end before they begin: a clock that went back")
        note(instant, "that take no time, as the log has it")
        note(bursts, "whose body came at once, out of a buffer")
        note(short, "shorter than 3 s by dates of whole seconds")
        note(isFirstByteTold ? silent.count : 0, "without a first byte, so that a server may have kept them back")
        if short > singles.count {
            throw Refusal(
                message:
                    "all dates are whole seconds, and most downloads take less than 3 s, so that nobody can tell how "
                    + "fast they were; write dates with fractions, as timeIntervalSince1970 has them")
        }
        guard singles.count >= Self.leastRequests else {
            throw Self.refusal(
                session, singles.count, leftOut, withoutBytes: withoutBytes, withoutTimes: withoutTimes)
        }
        beginsNew = session.records.first { $0.kind != .stretch }?.isReused != true
        try settle(singles, firstRequest ?? session.firstRequest)
    }

    /// The instant of the log's 0 on the clock of a run, in nanoseconds, where the stream's first request is sent then.
    /// It may be before the run's own.
    package func zero(firstRequestAt instant: Instant) -> Int64 { instant.nanoseconds.subtractingClamped(opening) }

    private static func check(_ session: FieldSession) throws(Refusal) {
        if session.records.contains(where: { $0.kind == .stretch }) {
            throw Refusal(
                message:
                    "an AVPlayerItemAccessLog has totals of stretches and no requests, so that nothing says when "
                    + "their bytes came; give AVMetrics events, a HAR, or 'autowait run --format json'")
        }
        if let count = session.sessionCount, count > 1 {
            let key = session.sessionKey.map { ", by its '\($0)'" } ?? ""
            throw Refusal(message: "requests of \(count) sessions are mixed here; give one session at a time\(key)")
        }
        if session.records.count > mostRequests {
            throw Refusal(message: "more than \(mostRequests) requests are no session; give a part of them")
        }
    }

    private static func refusal(
        _ session: FieldSession, _ count: Int, _ leftOut: [String], withoutBytes: Int, withoutTimes: Int
    ) -> Refusal {
        let why = leftOut.isEmpty ? "" : " (\(leftOut.joined(separator: "; ")))"
        let words =
            "\(count) of \(session.records.count) requests have bytes and times\(why), and it takes "
            + "\(leastRequests)"
        let instead =
            session.format == .cmcd && withoutTimes > withoutBytes
            ? "give their times: CMCD of version 2 has the keys 'ts' and 'ttlb', and 'ttfb' for the first byte"
            : session.format == .cmcd && withoutBytes > 0
                ? "CMCD has no bytes: join it with the server's log, by its keys 'bytes', 'ts', 'ttfb' and 'ttlb'"
                : "give a log with size, start, first byte and end of each request: HAR, AVMetrics, CMCD of version "
                    + "2 with bytes, or 'autowait run --format json' of a stream; a progressive file is a request or "
                    + "two"
        return Refusal(message: "\(words); \(instead)")
    }

    private mutating func settle(_ singles: [Single], _ firstRequest: Int64?) throws(Refusal) {
        let first = singles.reduce(Int64.max) { min($0, $1.request) }
        let opening = (firstRequest ?? first).subtractingClamped(first)
        // Further off than a session is long, it is of another one, or its clock has jumped: then it says nothing.
        if -Self.longest...Self.longest ~= opening { self.opening = opening }
        requests = singles.map { single in
            var own = single
            (own.request, own.end) = (single.request - first, single.end - first)
            own.firstByte = single.firstByte.map { $0 - first }
            return own
        }.sorted { ($0.request, $0.end, $0.bytes) < ($1.request, $1.end, $1.bytes) }
        requestCount = requests.count
        bytes = requests.reduce(0) { $0.addingClamped($1.bytes) }
        length = requests.reduce(0) { max($0, $1.end) }
        guard length <= Self.longest else {
            throw Refusal(
                message: "the requests span \(length / 86_400_000_000_000) days: several sessions, or a clock that "
                    + "jumps; give one session")
        }
        // One alone, of many, is a mistake of the log.
        let areInstant = requests.count { $0.isOfMediaHost && $0.firstByte == $0.request } >= Self.leastRequests
        for single in requests where single.isOfMediaHost {
            guard let first = single.firstByte, first > single.request || areInstant else { continue }
            if first - single.request < roundTrip ?? .max { (roundTrip, quickest) = (first - single.request, first) }
        }
        if let roundTrip {
            late = LateFirstBytes(requests, roundTrip: roundTrip, beginsNew: beginsNew)
            waits = Self.waits(requests, roundTrip)
        }
        merge()
        let rates = transfers.filter { $0.bytes >= Self.leastBytes }.map { $0.rate }
        guard let most = rates.max() else {
            throw Refusal(
                message: "no request has 16 kB: requests as small as these say nothing of a network's capacity")
        }
        if most < CapacityGrid.slowest || rates.allSatisfy({ $0 > CapacityGrid.fastest }) {
            throw Refusal(
                message:
                    "bytes over time are \(NumberText.exact(most, places: 3)) kbit/s at the most, which no network "
                    + "of a player has: a unit is confused, such as s for ms, or bits for bytes")
        }
    }

    /// The waits that are so much longer than the usual one that they tell of something else: four times as long, and
    /// by a second, which is a slot, beyond the four round trips in which a connection is opened (ours).
    private static func waits(_ requests: [Single], _ roundTrip: Int64) -> [Wait] {
        let answered = requests.filter { $0.isOfMediaHost && $0.firstByte != nil }
        let lengths = answered.map { ($0.firstByte ?? $0.request) - $0.request }
        let usual = Quantile.value(lengths.sorted(), percent: 50)
        let least = max(
            usual.multipliedClamped(by: 4),
            usual.addingClamped(roundTrip.multipliedClamped(by: 4)).addingClamped(1_000_000_000))
        return zip(answered, lengths).compactMap { single, length in
            guard length > least else { return nil }
            return Wait(request: single.request, end: single.request + length - roundTrip, length: length)
        }
    }

    // MARK: Busy times

    /// Times in whole milliseconds, as most logs have them, let requests that follow one another overlap by as much.
    private static let resolution: Int64 = 2_000_000
    /// Half of the least that such times tell: no download takes less.
    static let leastTime: Int64 = 500_000

    /// Requests that overlap become one busy time, which is parted where some of them end.
    private mutating func merge() {
        let roundTrip = self.roundTrip ?? 0
        var spans = requests.map { single in
            let begin = single.firstByte.map { max(single.request, $0 - roundTrip) } ?? single.request
            return Single(
                request: min(begin, single.end - Self.leastTime), firstByte: single.firstByte, end: single.end,
                bytes: single.bytes)
        }.sorted { ($0.request, $0.end, $0.bytes) < ($1.request, $1.end, $1.bytes) }
        var (from, end) = (0, Int64.min)
        for index in 0...spans.count {
            guard index == spans.count || (index > from && Self.follows(spans[index], end)) else {
                end = max(end, spans[index].end)
                continue
            }
            part(Array(spans[from..<index]))
            guard index < spans.count else { break }
            spans[index].request = max(spans[index].request, end)
            (from, end) = (index, spans[index].end)
        }
    }

    /// How far the time of a transfer may be off because its dates are whole seconds, as a share of it: by one, for
    /// each of its ends is cut to the second below.
    func doubt(of transfer: ObservedTransfer) -> Double {
        isInWholeSeconds ? 1 / max(1, transfer.seconds - 1) : 0
    }

    /// Whether a request begins once all before it are over, as far as times can tell.
    private static func follows(_ span: Single, _ end: Int64) -> Bool {
        span.request >= end || (span.request + resolution >= end && span.end - end >= resolution)
    }

    /// Parts a busy time at ends of its requests. Of bodies that go on behind a part the part has as much as equal
    /// shares of the link have brought.
    private mutating func part(_ busy: [Single]) {
        let (begin, end) = (busy[0].request, busy.reduce(0) { max($0, $1.end) })
        let least = max(isInWholeSeconds ? Self.leastOfWholeSeconds : Self.leastPart, (end - begin) / Self.mostParts)
        var cuts: [Int64] = []
        for cut in busy.map({ $0.end }).sorted()
        where cut - (cuts.last ?? begin) >= least && (cut == end || end - cut >= least) {
            cuts.append(cut)
        }
        if cuts.last != end { cuts.append(end) }
        let gap = transfers.last.map { begin - $0.end } ?? .max
        let isSlow = gap > (roundTrip ?? Self.supposedRoundTrip) + Self.idle
        let bodies = SharedBodies(busy)
        var (last, sent, first) = (begin, Int64(0), 0)
        for cut in cuts {
            let all = bodies.bytes(byEnd: cut)
            let start: TransferCurves.Start =
                first > 0 ? .running : isSlow ? .slow : .warm
            if all > sent {
                transfers.append(ObservedTransfer(begin: last, end: cut, bytes: all - sent, start: start))
            }
            (last, sent, first) = (cut, all, first + 1)
        }
    }
}
