import SimulationContainers
import PlayerModel

/// The time that each chunk has taken up the network, by its place among a run's loads, and what was transferred in
/// vain before it: nanoseconds, from 0 on.
///
/// The trace says for how long the network was busy since the chunk before, of whichever track that was. What failed or
/// was called off since then has what is more than the chunk, and those of use that were under way beside it, can have
/// taken since the first byte of any was there, which over TCP is a packet's time later than its beginning: the last of
/// several first, each of them as long as it lasted at most.
///
/// Of two that come side by side the first would have the time of both, and the other the rest, though some of its
/// bytes came before. So those that come side by side share their time by their bytes: all from one behind which
/// nothing was left on its way to the next of that kind. All of them together have the time that the trace has.
///
/// TCP hands over in order: behind a lost packet several chunks come at once, and the one in front has the time of all.
/// So what has less than its bytes take at the most that the network offered has the rest from those before it that
/// came while it was under way, as far as they can spare it. What comes at once with the first bytes has little time,
/// as of what a connection has kept back before those nobody knows: its rate may be above the network's.
struct TransferTimes {
    /// A request for media that failed or was called off: from when it was made, or made again, until then.
    private struct VainAttempt {
        let order: Int
        /// By its place in the exchanges of a run.
        let exchange: Int
        let begin: Instant
        let end: Instant
        /// When the same is asked for again; its end where it is not.
        let next: Instant
    }

    private(set) var times: ContiguousArray<Int64>
    /// The transfers in vain: the entry with which each ended, and its request, by its place in the exchanges.
    private(set) var vain: [(order: Int, exchange: Int, time: Int64)] = []

    /// - Parameter inOrder: Whether chunks are handed over in order, as TCP does.
    init(_ playback: Playback, inOrder: Bool) {
        let loads = playback.loads
        times = ContiguousArray(loads.map { $0.busy })
        takeOut(Self.attempts(playback), playback)
        // The requests under way, the next one, and the chunk that begins what comes side by side.
        var (open, next, first): ([Int], Int, Int) = ([], 0, 0)
        for (index, load) in loads.enumerated() {
            while next < playback.exchanges.count, playback.exchanges[next].order < load.order {
                if playback.exchanges[next].kind.track != nil { open.append(next) }
                next += 1
            }
            open.removeAll { (playback.exchanges[$0].end?.order ?? .max) <= load.order }
            let isAlone = !open.contains { place in
                place != Int(load.exchange) && playback.exchanges[place].firstByteAt.map { $0 < load.at } ?? false
            }
            guard isAlone else { continue }
            share(first..<index + 1, loads)
            first = index + 1
        }
        share(first..<loads.count, loads)
        if inOrder { giveBack(playback) }
    }

    // MARK: In vain

    /// In the order in which they ended.
    private static func attempts(_ playback: Playback) -> [VainAttempt] {
        var all: [VainAttempt] = []
        for (index, exchange) in playback.exchanges.enumerated() where exchange.kind.track != nil {
            var begin = exchange.at
            func add(_ order: Int, _ end: Instant, next: Instant) {
                all.append(VainAttempt(order: order, exchange: index, begin: begin, end: end, next: next))
                begin = next
            }
            for failure in exchange.failures {
                add(failure.order, failure.at, next: playback.instantOfRetry(after: failure.order) ?? failure.at)
            }
            if let end = exchange.end, end.how == .cancelled { add(end.order, end.at, next: end.at) }
        }
        return all.sorted { $0.order < $1.order }
    }

    /// Takes the time of attempts in vain out of that of the chunk that came next.
    private mutating func takeOut(_ attempts: [VainAttempt], _ playback: Playback) {
        let begins = Self.begins(playback, attempts)
        var (next, before) = (0, Instant.zero)
        for (index, load) in playback.loads.enumerated() where load.busy > 0 {
            let first = next
            while next < attempts.count, attempts[next].order < load.order { next += 1 }
            if first < next {
                takeOut(attempts[first..<next], of: index, load, from: max(before, begins[index]), since: before)
            }
            before = load.at
        }
    }

    /// When each chunk, or one that comes later, can have begun to come: with the first byte of its answer, and not
    /// before that was asked for again.
    private static func begins(_ playback: Playback, _ attempts: [VainAttempt]) -> ContiguousArray<Instant> {
        var again = ContiguousArray(repeating: Instant.zero, count: playback.exchanges.count)
        var (begins, next) = (ContiguousArray<Instant>(), 0)
        for load in playback.loads {
            while next < attempts.count, attempts[next].order < load.order {
                again[attempts[next].exchange] = attempts[next].next
                next += 1
            }
            let place = Int(load.exchange)
            let exchange = place < 0 ? nil : playback.exchanges[place]
            begins.append(exchange.map { max($0.firstByteAt ?? $0.at, again[place]) } ?? load.at)
        }
        for index in begins.indices.dropLast().reversed() { begins[index] = min(begins[index], begins[index + 1]) }
        return begins
    }

    /// The same of one chunk: since the one that came `before` nothing of use can have come until `begin`.
    private mutating func takeOut(
        _ attempts: ArraySlice<VainAttempt>, of index: Int, _ load: LoadedChunk, from begin: Instant,
        since before: Instant
    ) {
        var rest = max(0, times[index] - (load.at - begin).nanoseconds)
        times[index] -= rest
        for place in attempts.indices.reversed() where rest > 0 {
            let attempt = attempts[place]
            let length = max(0, (attempt.end - max(attempt.begin, before)).nanoseconds)
            let time = place == attempts.startIndex ? rest : min(rest, length)
            vain.append((attempt.order, attempt.exchange, time))
            rest -= time
        }
    }

    // MARK: Side by side

    private mutating func share(_ side: Range<Int>, _ loads: ContiguousArray<LoadedChunk>) {
        let bytes = side.reduce(Int64(0)) { $0.addingClamped(loads[$1].bytes) }
        guard side.count > 1, bytes > 0 else { return }
        let time = side.reduce(Int64(0)) { $0.addingClamped(times[$1]) }
        var (come, given) = (Int64(0), Int64(0))
        for index in side {
            come = come.addingClamped(loads[index].bytes)
            let end = Int64(Int128(time) * Int128(come) / Int128(bytes))
            times[index] = end - given
            given = end
        }
    }

    // MARK: At once

    private mutating func giveBack(_ playback: Playback) {
        let (loads, least) = (playback.loads, Self.leastTimes(playback))
        var owed: [(index: Int, asked: Instant)] = []
        for index in loads.indices.reversed() {
            if times[index] < least[index] {
                owed.append((index, playback.exchanges[Int(loads[index].exchange)].at))
                continue
            }
            if owed.isEmpty { continue }
            owed.removeAll { $0.asked >= loads[index].at }
            var spare = times[index] - least[index]
            while spare > 0, let last = owed.last?.index {
                let time = min(spare, least[last] - times[last])
                times[last] += time
                times[index] -= time
                spare -= time
                if times[last] == least[last] { owed.removeLast() }
            }
        }
    }

    /// The time that the bytes of each chunk take at the most that the network offered while it was under way; none of
    /// what was not asked for. What comes has left the link a delay before.
    private static func leastTimes(_ playback: Playback) -> ContiguousArray<Int64> {
        let (loads, exchanges) = (playback.loads, playback.exchanges)
        let delay = playback.network.delays.reduce(Int64(0)) { max($0, $1.value.down) }
        var begins = ContiguousArray(loads.map { $0.exchange < 0 ? $0.at : exchanges[Int($0.exchange)].at })
        for index in begins.indices.dropLast().reversed() { begins[index] = min(begins[index], begins[index + 1]) }
        var greatest = GreatestCapacity(playback.network.capacities)
        return ContiguousArray(
            loads.indices.map { index in
                let begin = Instant(nanoseconds: begins[index].nanoseconds - delay)
                let most = greatest.most(from: begin, to: loads[index].at)
                guard loads[index].exchange >= 0, most > 0 else { return 0 }
                return proportion(loads[index].bytes.multipliedClamped(by: 8), 1_000_000_000, over: most, .down)
            })
    }
}
