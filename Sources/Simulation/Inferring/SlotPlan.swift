import SimulationContainers
import PlayerModel

/// A session's transfers laid over slots of time, in each of which the capacity is one.
struct SlotPlan: Sendable {
    /// A transfer, or the part of it that lies in a slot.
    struct Part: BitwiseCopyable, Sendable {
        var transfer: Int32
        /// Whether it began in an earlier slot, and whether it goes on in the next.
        var began: Bool
        var goesOn: Bool
        /// The time of it that counts in this slot.
        var seconds: Double
    }

    /// The length of a slot in nanoseconds: a second, and longer where there would be too many.
    let slot: Int64
    let parts: [[Part]]
    /// The seconds of each slot in which bytes were under way.
    let busySeconds: [Double]
    /// By transfer, the time of it that counts.
    private(set) var times: [Double] = []
    /// By transfer, over how many slots it counts as spread: the place among `seconds`.
    private(set) var lengths: [UInt8] = []
    static let seconds: [Double] = [1, 1.5, 2, 3, 4, 6, 8, 12, 20]

    /// So many slots are two hours of seconds, the length of a film (ours).
    static let mostSlots: Int64 = 7_200

    var count: Int { parts.count }

    init(_ log: InferenceLog) {
        let second: Int64 = 1_000_000_000
        slot = second * max(1, (log.length + second * Self.mostSlots - 1) / (second * Self.mostSlots))
        var parts: [[Part]] = Array(repeating: [], count: Int((log.length + slot - 1) / slot))
        for (index, transfer) in log.transfers.enumerated() {
            var begin = transfer.begin
            while begin < transfer.end {
                let place = begin / slot
                let end = min(transfer.end, (place + 1) * slot)
                parts[Int(place)].append(
                    Part(
                        transfer: Int32(index), began: begin > transfer.begin, goesOn: end < transfer.end,
                        seconds: Double(end - begin) / 1_000_000_000))
                begin = end
            }
        }
        busySeconds = parts.map { parts in parts.reduce(0) { $0 + $1.seconds } }
        if slot > second { parts = Self.gathered(parts, count: log.transfers.count) }
        self.parts = parts
        (times, lengths) = Self.lengths(parts, count: log.transfers.count)
    }

    /// The parts in slots that are longer than a second, in which capacity may well have changed. What others in a slot
    /// say of all of it may then be wrong of the part of a download that goes on in another one, which would have to
    /// make up for that: with nothing at all, or with far too much. So of a download that has slots to itself all
    /// counts in these, and any other counts where most of it is.
    private static func gathered(_ parts: [[Part]], count: Int) -> [[Part]] {
        var pieces: [[(place: Int, seconds: Double)]] = Array(repeating: [], count: count)
        for (place, own) in parts.enumerated() {
            for part in own { pieces[Int(part.transfer)].append((place, part.seconds)) }
        }
        var gathered: [[Part]] = Array(repeating: [], count: parts.count)
        for (transfer, pieces) in pieces.enumerated() where !pieces.isEmpty {
            let alone = pieces.indices.filter { parts[pieces[$0].place].count == 1 }
            let most = pieces.indices.reduce(0) { pieces[$1].seconds > pieces[$0].seconds ? $1 : $0 }
            let (first, last) = (alone.first ?? most, alone.last ?? most)
            for index in first...last {
                var seconds = pieces[index].seconds
                if index == first { seconds = pieces[..<first].reduce(seconds) { $0 + $1.seconds } }
                if index == last { seconds = pieces[(last + 1)...].reduce(seconds) { $0 + $1.seconds } }
                gathered[pieces[index].place].append(
                    Part(transfer: Int32(transfer), began: index > first, goesOn: index < last, seconds: seconds))
            }
        }
        return gathered
    }

    /// By transfer, its progress along a path. `paces` are by transfer and level.
    func progress(_ path: [Int16], _ paces: [[TransferPace]]) -> [Double] {
        var sums = Array(repeating: 0.0, count: paces.count)
        for (slot, parts) in parts.enumerated() {
            for part in parts {
                sums[Int(part.transfer)] += part.seconds * paces[Int(part.transfer)][Int(path[slot])].progress
            }
        }
        return sums
    }

    /// How far a download's time may be off over a path along which so much of it is done by its end: as over a
    /// constant link of its mean pace. What it went at in one slot says little of the rest.
    func doubt(_ transfer: Int, _ progress: Double, _ paces: [[TransferPace]]) -> Double {
        TransferPace.doubts[Int(TransferPace.doubt(paces[transfer], at: progress / times[transfer]))]
    }

    /// The slots in which there was such a wait and no bytes were under way, in their order. `waits` are in the order
    /// of their requests.
    func silent(_ waits: [InferenceLog.Wait]) -> [Int] {
        var silent: [Int] = []
        var reached = 0
        for wait in waits where wait.end > wait.request {
            let end = min(count, Int((wait.end - 1) / slot) + 1)
            for place in max(reached, Int(wait.request / slot))..<max(reached, end) where busySeconds[place] == 0 {
                silent.append(place)
            }
            reached = max(reached, end)
        }
        return silent
    }

    /// Of parts of equal length there are as many as it counts for, and fewer of unequal ones.
    private static func lengths(_ parts: [[Part]], count: Int) -> (times: [Double], lengths: [UInt8]) {
        var (sums, squares) = (Array(repeating: 0.0, count: count), Array(repeating: 0.0, count: count))
        for part in parts.joined() {
            sums[Int(part.transfer)] += part.seconds
            squares[Int(part.transfer)] += part.seconds * part.seconds
        }
        let lengths = zip(sums, squares).map { sum, square in
            let spread = square > 0 ? sum * sum / square : 1
            return UInt8(max(1, partitionPoint(in: 0..<seconds.count) { seconds[$0] > spread + 0.001 }) - 1)
        }
        return (sums, lengths)
    }
}
