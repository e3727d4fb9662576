import SimulationContainers
import PlayerModel

/// How fast a download goes over a constant link of a level, and how far the model may be off there.
package struct TransferPace: BitwiseCopyable, Sendable {
    /// The part of it that a second brings.
    package var progress: Double
    /// The place of the doubt among `doubts`.
    package var doubt: UInt8 = 0

    package init(progress: Double) { self.progress = progress }

    /// That of a download that takes so many seconds, with a doubt that is a share of them.
    private init(time: Double, doubt: Double) {
        progress = 1 / time
        self.doubt = Self.place(of: doubt)
    }

    /// How far its time may be off besides, as a share of it. Within that all times are alike.
    static let doubts = [0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8]

    /// Less than this is no doubt.
    private static let least = 0.01
    /// The part of a download's time that nobody knows, of what windows and queues add to that of the link.
    private static let unknown = 0.3
    /// The first downloads of a connection: so many bytes at least, in so many busy times at most.
    private static let openingBytes: Int64 = 600_000
    private static let openingGroups = 6

    /// The paces of the downloads of a log, by level: of what two ways say, the middle.
    ///
    /// One way takes each download by itself, and the other all of them in their order, over one link. Where the link
    /// is slow they agree. Where it is fast for its round trip, windows decide, and what a connection has been through
    /// decides them: of that a constant link knows little. So the doubt is how far the two are from the middle, and
    /// three tenths, which is ours, of what a download takes longer than its bytes and a round trip. A connection that
    /// is new has been through nothing: of its first downloads there is no doubt.
    ///
    /// Where dates are whole seconds, that is in doubt besides.
    ///
    /// Where a network loses packets at random, `slowdown` is by how much longer all that takes.
    static func all(
        _ log: InferenceLog, _ grid: CapacityGrid, _ plan: NetworkPlan, _ curves: TransferCurves,
        _ simulated: SimulatedTransfers, _ slowdown: LossSlowdown? = nil
    ) -> [[TransferPace]] {
        let roundTrip = Double(log.roundTrip ?? 0) / 1_000_000_000
        let opening = log.beginsNew ? Self.opening(log.transfers) : 0
        return log.transfers.enumerated().map { index, transfer in
            let alone = curves.progress(transfer.bytes, transfer.start)
            let own = log.doubt(of: transfer)
            guard plan.transport.kind.hasWindows else {
                return alone.map {
                    $0 > 0 && own > 0 ? TransferPace(time: 1 / $0, doubt: own) : TransferPace(progress: $0)
                }
            }
            let inOrder = index < simulated.progress.count ? simulated.progress[index] : alone.map { _ in nil }
            return grid.levels.indices.map { level in
                guard alone[level] > 0 else { return TransferPace(progress: 0) }
                let one = 1 / alone[level]
                let other = inOrder[level].map { 1 / $0 } ?? one
                let factor = slowdown?.factor[level] ?? 1
                let spread = own + (slowdown?.spread[level] ?? 0)
                if index < opening { return TransferPace(time: other * factor, doubt: spread) }
                let time = (one + other) / 2
                let least = Double(transfer.bytes) * 8 / Double(grid.levels[level]) + roundTrip
                let doubt = (one > other ? one - other : other - one) / 2 + unknown * max(0, time - least)
                return TransferPace(time: time * factor, doubt: doubt / time + spread)
            }
        }
    }

    /// How many downloads are the first ones of a connection.
    private static func opening(_ transfers: [ObservedTransfer]) -> Int {
        var (bytes, groups) = (Int64(0), 0)
        for (index, transfer) in transfers.enumerated() {
            if transfer.start != .running { groups += 1 }
            if bytes >= openingBytes || groups > openingGroups { return index }
            bytes = bytes.addingClamped(transfer.bytes)
        }
        return transfers.count
    }

    /// The place of the doubt of a download that goes at a pace in the mean: that of the slowest link that is as fast.
    static func doubt(_ paces: [TransferPace], at pace: Double) -> UInt8 {
        let level = partitionPoint(in: paces.indices) { paces[$0].progress >= pace }
        return paces[min(level, paces.count - 1)].doubt
    }

    private static func place(of doubt: Double) -> UInt8 {
        if doubt < least { return 0 }
        return UInt8(min(doubts.count - 1, partitionPoint(in: 0..<doubts.count) { doubts[$0] >= doubt }))
    }
}
