import SimulationContainers
import PlayerModel

/// The time that each chunk has taken up the network, by its place among a run's loads: nanoseconds, from 0 on.
///
/// The trace says for how long the network was busy since the chunk before, of whichever track that was. Of two that
/// come side by side the first would so have the time of both, and the other the rest, though some of its bytes came
/// before. So those that come side by side share their time by their bytes: all from one behind which nothing was left
/// on its way to the next of that kind. All the chunks together have the time that they had.
struct TransferTimes {
    private(set) var times: ContiguousArray<Int64>

    init(_ playback: Playback) {
        let loads = playback.loads
        times = ContiguousArray(loads.map { $0.busy })
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
    }

    private mutating func share(_ side: Range<Int>, _ loads: ContiguousArray<LoadedChunk>) {
        let bytes = side.reduce(Int64(0)) { $0.addingClamped(loads[$1].bytes) }
        guard side.count > 1, bytes > 0 else { return }
        let time = side.reduce(Int64(0)) { $0.addingClamped(loads[$1].busy) }
        var (come, given) = (Int64(0), Int64(0))
        for index in side {
            come = come.addingClamped(loads[index].bytes)
            let end = Int64(Int128(time) * Int128(come) / Int128(bytes))
            times[index] = end - given
            given = end
        }
    }
}
