import PlayerModel
import SimulationContainers

/// The times in a span of a run in which requests of a player were under way: each as it was made, or made again after
/// a failure, until it was over or failed. That for a file stays open while it waits for room, and is not under way
/// then.
///
///     requests     ├─────┤           ├──✗ · · · ├──────┤
///     a delay          ├──────────────────┤                 meets them: it may have had an effect
///     a loss                ├─────┤                         meets none: it had no effect
///
/// Whatever a story blames counts only in these times.
struct RequestTimes {
    struct One {
        let host: Int32
        let isMedia: Bool
        var time: Range<Instant>
        /// When something of the answer had come; nil where nothing has.
        let answeredAt: Instant?
    }

    let all: [One]
    /// Their times, as one where they touch or overlap; in order.
    private let joined: [Range<Instant>]

    var isEmpty: Bool { all.isEmpty }

    init(_ run: PlayerRun, from start: Instant, to end: Instant) {
        let span = start..<max(start, end)
        let full = run.playback.fullTimes
        var all: [One] = []
        for (index, exchange) in run.playback.exchanges.enumerated() {
            guard exchange.at < end, start < exchange.end?.at ?? .never else { continue }
            let rests = exchange.kind == .file ? full.filter { $0.item == exchange.item }.map { $0.time } : []
            let spans = zip([.zero] + rests.map { $0.upperBound }, rests.map { $0.lowerBound } + [.never])
                .map { ($0..<$1).clamped(to: span) }
            for place in 0...exchange.failures.count {
                guard let attempt = run.attempt(place, at: exchange) else { continue }
                let over = min(attempt.failedAt ?? .never, exchange.end?.at ?? .never)
                let one = One(
                    host: run.slots[Int(exchange.slot)].host, isMedia: exchange.kind.track != nil,
                    time: attempt.at..<max(attempt.at, over),
                    answeredAt: Self.answer(to: attempt, of: exchange, at: index, until: over, run))
                all += Self.parts(of: one, within: spans)
            }
        }
        self.init(all)
    }

    /// Those of all of them.
    init(_ parts: [RequestTimes]) { self.init(parts.flatMap { $0.all }) }

    private init(_ all: [One]) { (self.all, joined) = (all, Self.joined(all.map { $0.time })) }

    private static func answer(
        to attempt: Attempt, of exchange: Exchange, at index: Int, until over: Instant, _ run: PlayerRun
    ) -> Instant? {
        guard let first = exchange.firstByteAt, first <= over else { return nil }
        if first >= attempt.at { return first }
        // It answered an attempt before this one.
        let loads = run.playback.loads
        let next = partitionPoint(in: loads.indices) { loads[$0].at > attempt.at }
        return loads[next...].first { Int($0.exchange) == index }?.at
    }

    private static func joined(_ times: [Range<Instant>]) -> [Range<Instant>] {
        times.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, time in
            if let last = joined.last, time.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, time.upperBound)
            } else {
                joined.append(time)
            }
        }
    }

    /// The parts of one that lie in some spans, which are in order and do not overlap.
    private static func parts(of one: One, within spans: [Range<Instant>]) -> [One] {
        let first = partitionPoint(in: spans.indices) { spans[$0].upperBound > one.time.lowerBound }
        return spans[first...].prefix { $0.lowerBound < one.time.upperBound }.compactMap { span in
            var part = one
            part.time = one.time.clamped(to: span)
            return part.time.isEmpty ? nil : part
        }
    }

    /// The hosts that something was asked of, or media, each once.
    func hosts(ofMediaAlone: Bool = false) -> [Int32] {
        all.filter { $0.isMedia || !ofMediaAlone }.map { $0.host }.sorted().reduce(into: []) { hosts, host in
            if hosts.last != host { hosts.append(host) }
        }
    }

    /// Those to one host.
    func to(_ host: Int32) -> RequestTimes { RequestTimes(all.filter { $0.host == host }) }

    /// The parts of them that lie in some spans.
    func within(_ spans: [Range<Instant>]) -> RequestTimes {
        let spans = Self.joined(spans)
        return RequestTimes(all.flatMap { Self.parts(of: $0, within: spans) })
    }

    /// Whether one of them was under way at some time from an instant to another.
    func meet(_ start: Instant, _ end: Instant) -> Bool {
        let next = partitionPoint(in: joined.indices) { joined[$0].upperBound > start }
        return next < joined.endIndex && joined[next].lowerBound < end
    }
}
