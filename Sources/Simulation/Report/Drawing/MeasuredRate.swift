import PlayerModel
import SimulationContainers

/// The rate at which media came, over the time in which the network was busy with it.
///
/// The trace says when each chunk was whole, and for how long the network had been busy by then since the one before,
/// of whichever track. How far those were that came side by side it does not say: by an instant there was at least all
/// that was whole, and at most all that had been asked for. Between both the bytes are spread as evenly as can be. So
/// the rate is nowhere above the most that the network carried, and where that was the same all the while, it is that.
/// A chunk that comes alone has its own rate; nothing has more than the network offered while it was under way. An
/// outage is spread like the rest: it lies within a chunk, and how much of that came before it nobody says.
///
/// The busy time of a chunk is also that of what brought none: a playlist, or a segment that was called off. What of it
/// is older than the chunk's own first byte, and brought no other chunk, is left out.
struct MeasuredRate {
    /// A chunk with the busy time by which it had come, all of it since the run began.
    private struct Arrival {
        let at: Instant
        var busy: Int64
        var end: Int64 = 0
        let bytes: Int64
        /// The request, by its place in the exchanges of the run.
        let exchange: Int
        /// None of it came before: when it was asked for, or the one before it of the same request was whole.
        var begin: Instant
        /// When its bytes began to come: with the answer, or behind the chunk before it; after a failure no sooner.
        var answered: Instant
        /// The most that the network offered to what came up to it, in bits per second; `Int64.max` is without limit.
        var most: Int64 = .max
    }

    private let arrivals: ContiguousArray<Arrival>
    private let string: [TautString.Point]

    init(_ run: PlayerRun) {
        arrivals = Self.arrivals(run)
        string = Self.string(arrivals)
    }

    private static func arrivals(_ run: PlayerRun) -> ContiguousArray<Arrival> {
        let (playback, assets) = (run.playback, run.player.assets)
        var arrivals = ContiguousArray<Arrival>()
        var last = ContiguousArray<Instant?>(repeating: nil, count: playback.exchanges.count)
        for load in playback.loads where load.exchange >= 0 {
            // What is on the device keeps no network busy.
            if assets[run.player.asset(ofItem: load.item)].media.kind == .local { continue }
            let place = Int(load.exchange)
            let exchange = playback.exchanges[place]
            let failed = exchange.failures.before(load.order).last?.at ?? exchange.at
            let began = last[place] ?? min(load.at, exchange.firstByteAt ?? exchange.at)
            arrivals.append(
                Arrival(
                    at: load.at, busy: load.busy, bytes: load.bytes, exchange: place,
                    begin: last[place] ?? exchange.at, answered: max(began, failed)))
            last[place] = load.at
        }
        limit(&arrivals, playback.network)
        beginEarly(&arrivals, playback.exchanges)
        addBusyTimes(&arrivals, playback.exchanges)
        return arrivals
    }

    /// Adds the busy times up, each without what is of other answers that were over before this one began, nor any that
    /// brings a chunk later.
    private static func addBusyTimes(_ arrivals: inout ContiguousArray<Arrival>, _ exchanges: [Exchange]) {
        let others = exchanges.flatMap { exchange in
            let bringsChunks = exchange.end?.how == .whole && exchange.kind.track != nil
            let end = bringsChunks ? nil : exchange.end?.at
            return exchange.failures.map { $0.at } + [end].compactMap { $0 }
        }.sorted()
        let firsts = earliestFromEachOn(arrivals.map { $0.answered })
        var (last, end) = (Instant.zero, Int64(0))
        for index in arrivals.indices {
            let (arrival, first) = (arrivals[index], firsts[index])
            let place = partitionPoint(in: others.indices) { others[$0] >= last }
            let hasOther = place < others.count && others[place] <= first
            if hasOther { arrivals[index].busy = min(arrival.busy, (arrival.at - first).nanoseconds) }
            end = end.addingClamped(arrivals[index].busy)
            (arrivals[index].end, last) = (end, arrival.at)
        }
    }

    /// Bytes that come between two chunks are of those that come later. They left the link a delay before.
    private static func limit(_ arrivals: inout ContiguousArray<Arrival>, _ network: ObservedNetwork) {
        let delay = network.delays.reduce(Int64(0)) { max($0, $1.value.down) }
        let begins = earliestFromEachOn(arrivals.map { $0.begin })
        var offers = GreatestCapacity(network.capacities)
        for index in arrivals.indices {
            let begin = Instant(nanoseconds: begins[index].nanoseconds - delay)
            arrivals[index].most = offers.most(from: begin, to: arrivals[index].at)
        }
    }

    /// For each instant the earliest of it and of those behind it.
    private static func earliestFromEachOn(_ instants: [Instant]) -> [Instant] {
        var earliest = instants
        for index in earliest.indices.dropLast().reversed() {
            earliest[index] = min(earliest[index], earliest[index + 1])
        }
        return earliest
    }

    /// TCP hands over in order: behind a lost packet several chunks come nearly at once. The network carried them
    /// earlier, at what it offered at most.
    private static func beginEarly(_ arrivals: inout ContiguousArray<Arrival>, _ exchanges: [Exchange]) {
        // When the chunk behind it of the same request has begun.
        var next = ContiguousArray<Instant>(repeating: .never, count: exchanges.count)
        for index in arrivals.indices.reversed() {
            let (arrival, asked) = (arrivals[index], exchanges[arrivals[index].exchange].at)
            let end = min(arrival.at, next[arrival.exchange])
            let least =
                arrival.most > 0
                ? proportion(arrival.bytes.multipliedClamped(by: 8), 1_000_000_000, over: arrival.most, .down) : 0
            let begin = Instant(nanoseconds: end.nanoseconds - min(least, (end - asked).nanoseconds))
            arrivals[index].begin = min(arrival.begin, begin)
            arrivals[index].answered = min(arrival.answered, begin)
            next[arrival.exchange] = arrivals[index].begin
        }
    }

    /// The bytes by busy time.
    private static func string(_ arrivals: ContiguousArray<Arrival>) -> [TautString.Point] {
        guard let last = arrivals.last else { return [] }
        // All that was asked for before a request is the most that there can be when it is made.
        let begins = arrivals.map { (time: busy(by: $0.begin, arrivals), bytes: $0.bytes) }
            .sorted { $0.time < $1.time }
        var string = TautString(from: .init(time: 0, bytes: 0))
        var (next, asked, whole): (Int, Int64, Int64) = (0, 0, 0)
        func ask(before time: Int64) {
            while next < begins.count, begins[next].time < time {
                string.stayBelow(.init(time: begins[next].time, bytes: max(asked, whole)))
                asked = asked.addingClamped(begins[next].bytes)
                next += 1
            }
        }
        for arrival in arrivals {
            ask(before: arrival.end)
            whole = whole.addingClamped(arrival.bytes)
            string.stayAbove(.init(time: arrival.end, bytes: whole))
        }
        string.end(at: .init(time: last.end, bytes: whole))
        return string.points
    }

    /// How long the network had been busy at least by an instant: as late as can be, up to each chunk.
    private static func busy(by now: Instant, _ arrivals: ContiguousArray<Arrival>) -> Int64 {
        let index = partitionPoint(in: arrivals.indices) { arrivals[$0].at >= now }
        guard index < arrivals.count else { return arrivals.last?.end ?? 0 }
        return arrivals[index].end - min(arrivals[index].busy, (arrivals[index].at - now).nanoseconds)
    }

    // MARK: Spans

    /// The means of spans of equal length, each from its first busy instant to its last one, in bits per second,
    /// rounded to the nearest; in between there is no value.
    func means(of spans: Int64, on axis: Axis) -> [Series.Step] {
        var means = [Mean](repeating: Mean(), count: Int(spans))
        let whole = (axis.end - axis.start).nanoseconds
        func start(of span: Int64) -> Int64 { proportion(whole, span, over: spans, .down) }
        var reader = Reader(string)
        for arrival in arrivals where arrival.busy > 0 {
            let last = min((arrival.at - axis.start).nanoseconds, whole)
            var from = max(0, last - arrival.busy)
            var span = min(spans - 1, proportion(from, spans, over: whole, .down))
            while from < last {
                // The division has rounded down.
                let to = span + 1 < spans ? min(last, start(of: span + 1)) : last
                if from < to {
                    let bits = reader.bits(from: arrival.end - (last - from), to: arrival.end - (last - to))
                    // Requests that share a connection wait for one another's lost packets, too.
                    let most = Double(arrival.most) / 1_000_000_000 * Double(to - from)
                    means[Int(span)].add(min(bits, most), from: from, to: to)
                    from = to
                }
                span += 1
            }
        }
        return Self.steps(means, from: axis.start)
    }

    /// The bits that came in a span, and when: nanoseconds since the axis begins.
    private struct Mean {
        var bits: Double = 0
        var time: Int64 = 0
        var from = Int64.max
        var to: Int64 = 0

        mutating func add(_ bits: Double, from: Int64, to: Int64) {
            self.bits += bits
            time = time.addingClamped(to - from)
            (self.from, self.to) = (min(self.from, from), max(self.to, to))
        }

        var rate: Int64 {
            let rate = bits / Double(time) * 1_000_000_000 + 0.5
            return rate < 9e18 ? Int64(rate) : .max
        }
    }

    private static func steps(_ means: [Mean], from start: Instant) -> [Series.Step] {
        var steps: [Series.Step] = []
        func at(_ time: Int64) -> Instant { start + TimeAmount(nanoseconds: time) }
        var end: Int64?
        for mean in means where mean.time > 0 {
            if let end, end < mean.from { steps.append((at(end), nil)) }
            steps.append((at(mean.from), mean.rate))
            end = mean.to
        }
        if let end { steps.append((at(end), nil)) }
        return steps
    }

    /// Reads the string, going forward.
    private struct Reader {
        private let string: [TautString.Point]
        private var leg = 1

        init(_ string: [TautString.Point]) { self.string = string }

        /// The bits between two busy times, which are not before those that were asked for. All that came at once has
        /// no rate, and counts for none.
        mutating func bits(from start: Int64, to end: Int64) -> Double {
            var bits: Double = 0
            while leg < string.count {
                let (first, last) = (string[leg - 1], string[leg])
                let part = min(end, last.time) - max(start, first.time)
                if part > 0 {
                    bits += Double(last.bytes - first.bytes) * 8 * (Double(part) / Double(last.time - first.time))
                }
                if last.time > end { break }
                leg += 1
            }
            return bits
        }
    }
}
