import SimulationContainers
import PlayerModel

/// The bodies of a busy time, and how much of each has come by an instant: as equal shares of a constant link bring
/// them. Each body that is under way has then as much of the link as any other, which is what `fluid` gives, and what
/// TCP comes to where round trips are alike (Chiu and Jain, "Analysis of the increase and decrease algorithms for
/// congestion avoidance in computer networks", 1989).
///
/// Over a constant link what has come by an instant is the link's capacity times the time, whatever ends when. Where
/// capacity changes while a body is under way, the body's own mean stands for both: no log says more of it.
struct SharedBodies {
    private struct Body: BitwiseCopyable {
        let end: Int64
        let bytes: Int64
        /// The share of one, in `scale` to a nanosecond, when it began, and when it was whole.
        let from: Int64
        let to: Int64
    }

    /// In the order in which they end.
    private let bodies: [Body]
    /// Where bodies begin or end, in ascending order, and the share of one that was there all along.
    private let instants: [Int64]
    private let shares: [Int64]

    /// The share of a link for a nanosecond. The longest session, of two days, has fewer than 2^62 of them.
    private static let scale: Int64 = 1 << 14

    /// Requests that are one busy time, each of which is longer than nothing. A body begins with its first byte, or
    /// with its request where the log does not say it.
    init(_ busy: [InferenceLog.Single]) {
        func begin(of single: InferenceLog.Single) -> Int64 {
            min(max(single.request, single.firstByte ?? single.request), single.end - 1)
        }
        var turns: [(at: Int64, change: Int64)] = []
        for single in busy { turns += [(begin(of: single), 1), (single.end, -1)] }
        turns.sort { $0.at < $1.at }
        var (instants, shares): ([Int64], [Int64]) = ([], [])
        var (count, sum) = (Int64(0), Int64(0))
        for turn in turns {
            let passed = turn.at - (instants.last ?? turn.at)
            if passed > 0, count > 0 { sum += max(1, passed * Self.scale / count) }
            if passed > 0 || instants.isEmpty {
                instants.append(turn.at)
                shares.append(sum)
            }
            count += turn.change
        }
        func share(at instant: Int64) -> Int64 {
            shares[partitionPoint(in: instants.indices) { instants[$0] >= instant }]
        }
        bodies = busy.sorted { $0.end < $1.end }.map { single in
            Body(
                end: single.end, bytes: single.bytes, from: share(at: begin(of: single)), to: share(at: single.end))
        }
        (self.instants, self.shares) = (instants, shares)
    }

    /// The bytes that have come by the end of one of the bodies, rounded down body by body.
    func bytes(byEnd instant: Int64) -> Int64 {
        let share = shares[partitionPoint(in: instants.indices) { instants[$0] >= instant }]
        return bodies.reduce(0) { sum, body in
            if body.end <= instant { return sum.addingClamped(body.bytes) }
            guard body.from < share else { return sum }
            return sum.addingClamped(proportion(body.bytes, share - body.from, over: body.to - body.from, .down))
        }
    }
}
