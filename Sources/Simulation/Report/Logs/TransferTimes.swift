import SimulationContainers
import PlayerModel

/// The time that each chunk has taken up the network, by its place among a run's loads, and each attempt that was
/// transferred in vain before one: nanoseconds, from 0 on.
///
/// The trace says for how long the network was busy since the chunk before, of whichever track that was. What failed or
/// was called off since then has what is more than the chunk, and those of use that were under way beside it, can have
/// taken since the first byte of any was there, which over TCP is a packet's time later than its beginning: the last of
/// several first, each of them as long as it lasted at most.
///
/// Of two that come side by side the first would have the time of both, and the other the rest, though some of its
/// bytes came before. So those that come side by side, be it in vain, share their time by their bytes: all from one
/// behind which nothing was left on its way to the next of that kind. All of them together have the time that the trace
/// has.
///
/// TCP hands over in order: behind a lost packet several chunks come at once, and the one in front has the time of all.
/// So what has less than its bytes take at the most that the network offered has the rest from those before it that
/// came while it was under way, as far as they can spare it. What comes at once with the first bytes has little time,
/// as of what a connection has kept back before those nobody knows: its rate may be above the network's.
struct TransferTimes {
    private(set) var times: ContiguousArray<Int64>
    /// Those in vain, in the order in which they ended; none that ended behind the last chunk, because nobody knows for
    /// how long the network was busy with it.
    private(set) var vain: [(attempt: VainAttempt, time: Int64)]

    init(_ run: PlayerRun) {
        let playback = run.playback
        times = ContiguousArray(playback.loads.map { $0.busy })
        vain = run.vainAttempts.map { ($0, 0) }
        takeOut(playback)
        shareSideBySide(playback)
        if run.scenario.network.transport.kind.handsOverInOrder { giveBack(playback) }
    }

    // MARK: In vain

    /// Takes the time of attempts in vain out of that of the chunk that came next.
    private mutating func takeOut(_ playback: Playback) {
        let begins = begins(playback)
        var (next, before) = (0, Instant.zero)
        for (index, load) in playback.loads.enumerated() where load.busy > 0 {
            let first = next
            while next < vain.count, vain[next].attempt.order < load.order { next += 1 }
            let begin = max(before, begins[index])
            if first < next { takeOut(first..<next, of: index, load, from: begin, since: before) }
            before = load.at
        }
        vain.removeSubrange(next...)
    }

    /// When each chunk, or one that comes later, can have begun to come: with the first byte of its answer, and not
    /// before that was asked for again.
    private func begins(_ playback: Playback) -> ContiguousArray<Instant> {
        var again = ContiguousArray(repeating: Instant.zero, count: playback.exchanges.count)
        var (begins, next) = (ContiguousArray<Instant>(), 0)
        for load in playback.loads {
            while next < vain.count, vain[next].attempt.order < load.order {
                again[vain[next].attempt.exchange] = vain[next].attempt.next
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
        _ attempts: Range<Int>, of index: Int, _ load: LoadedChunk, from begin: Instant, since before: Instant
    ) {
        var rest = max(0, times[index] - (load.at - begin).nanoseconds)
        times[index] -= rest
        for place in attempts.reversed() where rest > 0 {
            let attempt = vain[place].attempt
            let length = max(0, (attempt.end - max(attempt.begin, before)).nanoseconds)
            vain[place].time = place == attempts.lowerBound ? rest : min(rest, length)
            rest -= vain[place].time
        }
    }

    // MARK: Side by side

    /// The chunks, and the attempts in vain, that come side by side: by their places.
    private struct Side {
        var loads = 0..<0
        var vain = 0..<0
    }

    private mutating func shareSideBySide(_ playback: Playback) {
        // The requests under way, the next one, and what has come side by side.
        var (open, next, side) = (ContiguousArray<Int>(), 0, Side())
        // Whether nothing else is on its way when something ends with an entry.
        func isAlone(_ exchange: Int, _ order: Int, _ now: Instant) -> Bool {
            while next < playback.exchanges.count, playback.exchanges[next].order < order {
                if playback.exchanges[next].kind.track != nil { open.append(next) }
                next += 1
            }
            open.removeAll { (playback.exchanges[$0].end?.order ?? .max) <= order }
            return !open.contains { place in
                place != exchange && playback.exchanges[place].firstByteAt.map { $0 < now } ?? false
            }
        }
        for (index, load) in playback.loads.enumerated() {
            while side.vain.upperBound < vain.count, vain[side.vain.upperBound].attempt.order < load.order {
                let attempt = vain[side.vain.upperBound].attempt
                side.vain = side.vain.lowerBound..<side.vain.upperBound + 1
                if isAlone(attempt.exchange, attempt.order, attempt.end) { share(&side, playback.loads) }
            }
            side.loads = side.loads.lowerBound..<index + 1
            if isAlone(Int(load.exchange), load.order, load.at) { share(&side, playback.loads) }
        }
        share(&side, playback.loads)
    }

    /// Shares the time of a side, and begins the next one.
    private mutating func share(_ side: inout Side, _ loads: ContiguousArray<LoadedChunk>) {
        var (bytes, time) = (Int64(0), Int64(0))
        for index in side.loads {
            (bytes, time) = (bytes.addingClamped(loads[index].bytes), time.addingClamped(times[index]))
        }
        for one in vain[side.vain] {
            (bytes, time) = (bytes.addingClamped(one.attempt.bytes), time.addingClamped(one.time))
        }
        var (come, given) = (Int64(0), Int64(0))
        func part(_ own: Int64) -> Int64 {
            come = come.addingClamped(own)
            let end = Int64(Int128(time) * Int128(come) / Int128(bytes))
            defer { given = end }
            return end - given
        }
        if bytes > 0 {
            for index in side.loads { times[index] = part(loads[index].bytes) }
            for index in side.vain { vain[index].time = part(vain[index].attempt.bytes) }
        }
        side.loads = side.loads.upperBound..<side.loads.upperBound
        side.vain = side.vain.upperBound..<side.vain.upperBound
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
