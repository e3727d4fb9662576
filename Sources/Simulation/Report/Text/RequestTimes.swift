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
        /// Its slot, as all slots of the run are counted.
        let slot: Int32
        let host: Int32
        let isMedia: Bool
        var time: Range<Instant>
        /// From when it was made to when it was over or failed, whatever of that lies in the span, times of rest
        /// included.
        let whole: Range<Instant>
        /// The bits per second that its server sends at most, which is slow on purpose; nil elsewhere.
        let pace: Int64?
        /// When something of the answer had come; nil where nothing has. Of a request that was made again after a part
        /// of the answer had come, and of one that broke off, that is known of whole chunks alone.
        let answeredAt: Instant?
    }

    let all: [One]
    /// Their times, as one where they touch or overlap; in order.
    private let joined: [Range<Instant>]

    var isEmpty: Bool { all.isEmpty }

    /// How many there were: a file, however often it rested, is one.
    var count: Int {
        zip(all, all.dropFirst()).reduce(min(all.count, 1)) { count, pair in
            let isSame = pair.0.whole == pair.1.whole && pair.0.time.upperBound < pair.1.time.lowerBound
            return count + (isSame ? 0 : 1)
        }
    }

    init(_ run: PlayerRun, from start: Instant, to end: Instant) {
        let span = start..<max(start, end)
        let full = run.playback.fullTimes
        self.init(
            Self.whole(run, from: start, to: end).flatMap { one, exchange in
                let rests = exchange.kind == .file ? full.filter { $0.item == exchange.item }.map { $0.time } : []
                let spans = zip([.zero] + rests.map { $0.upperBound }, rests.map { $0.lowerBound } + [.never])
                    .map { ($0..<$1).clamped(to: span) }
                return Self.parts(of: one, within: spans)
            })
    }

    /// All that were made before the end of a span and not over with its start, each as a whole.
    static func whole(_ run: PlayerRun, from start: Instant, to end: Instant) -> [(one: One, exchange: Exchange)] {
        var all: [(one: One, exchange: Exchange)] = []
        for (index, exchange) in run.playback.exchanges.enumerated() {
            guard exchange.at < end, start < exchange.end?.at ?? .never else { continue }
            for place in 0...exchange.failures.count {
                guard let attempt = run.attempt(place, at: exchange), attempt.at < end else { continue }
                let over = min(attempt.failedAt ?? .never, exchange.end?.at ?? .never)
                guard start < over else { continue }
                let time = attempt.at..<max(attempt.at, over)
                let answeredAt = Self.answer(to: attempt, of: exchange, at: index, until: over, run)
                all.append(
                    (
                        One(
                            slot: run.firstSlot + exchange.slot, host: run.slots[Int(exchange.slot)].host,
                            isMedia: exchange.kind.track != nil, time: time, whole: time,
                            pace: LoadWords.slowServer(attempt, of: exchange, run), answeredAt: answeredAt), exchange
                    ))
            }
        }
        return all
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

    /// Whether one of them waited for an answer until an instant, or longer.
    func wait(at instant: Instant) -> Bool {
        all.contains {
            $0.time.lowerBound < instant && instant <= min($0.time.upperBound, $0.answeredAt ?? .never)
        }
    }

    /// Whether one of them was under way at some time from an instant to another.
    func meet(_ start: Instant, _ end: Instant) -> Bool {
        let next = partitionPoint(in: joined.indices) { joined[$0].upperBound > start }
        return next < joined.endIndex && joined[next].lowerBound < end
    }
}
