import PlayerModel

/// How long the downloads of a log take over a constant link, at each capacity: one after the other, with the pauses
/// that the log has between them.
///
/// How fast a connection is, its past decides: with no threshold yet its slow start (RFC 5681, section
/// 3.1) goes on until the queue overflows; a threshold that was lowered stays, and one download later a window that was
/// idle begins anew. So of a link that is fast for its round trip the times say little about its capacity, and only a
/// simulation of what came before knows how little. `TransferCurves` has what is not simulated.
struct SimulatedTransfers {
    /// By download and level, the progress of a second; nil where it was not simulated.
    private(set) var progress: [[Double?]] = []

    /// One level of so many is simulated; between them the time is linear in the reciprocal of the capacity.
    private static let stride = 8
    /// So many bytes are simulated of all downloads, and of each at the most; what is beyond is as in the curves.
    static let mostBytes: Int64 = 100_000_000
    private static let mostBytesOfOne: Int64 = 16_000_000
    /// How many downloads a connection has had before that is not new.
    private static let openings = 2

    /// `usual` bytes are in a download before the log.
    init(
        _ log: InferenceLog, _ grid: CapacityGrid, _ plan: NetworkPlan, _ curves: TransferCurves, usual: Int64,
        mostBytes: Int64 = SimulatedTransfers.mostBytes
    ) {
        guard plan.transport.kind.hasWindows else { return }
        // Of few bytes no single download is most.
        let mostOfOne = min(Self.mostBytesOfOne, mostBytes / 3)
        let groups = Self.groups(log.transfers, mostBytes, mostOfOne)
        let count = groups.reduce(0) { $0 + $1.count }
        progress = Array(repeating: Array(repeating: nil, count: grid.count), count: count)
        let openings = log.beginsNew ? [] : Array(repeating: usual, count: Self.openings)
        // Slower links than that would have taken longer, whatever their connections have been through.
        let least = log.transfers.prefix(count).reduce(Int64.max) { min($0, $1.rate) } / 2
        let levels = grid.levels.indices.filter { level in
            grid.levels[level] > least && ((level - 1) % Self.stride == 0 || level == grid.count - 1)
        }
        for level in levels {
            let capacity = grid.levels[level]
            let times = Self.times(groups, after: openings, log.roundTrip, capacity, plan, mostOfOne)
            for (transfer, time) in times.enumerated() {
                guard let time, time.seconds > 0 else { continue }
                let rest = log.transfers[transfer].bytes - time.bytes
                let more = rest > 0 ? curves.secondsPerByte(capacity) * Double(rest) : 0
                progress[transfer][level] = 1 / (time.seconds + more)
            }
        }
        for (low, high) in zip(levels, levels.dropFirst()) { fill(low, high, grid) }
    }

    /// The levels between two that were simulated.
    private mutating func fill(_ low: Int, _ high: Int, _ grid: CapacityGrid) {
        let (first, last) = (1 / Double(grid.levels[low]), 1 / Double(grid.levels[high]))
        for transfer in progress.indices {
            guard let slower = progress[transfer][low], let faster = progress[transfer][high] else { continue }
            for level in low + 1..<max(high, low + 1) {
                let share = (first - 1 / Double(grid.levels[level])) / (first - last)
                progress[transfer][level] = 1 / (1 / slower + share * (1 / faster - 1 / slower))
            }
        }
    }

    /// The busy times that are simulated, each with its parts.
    private static func groups(
        _ transfers: [ObservedTransfer], _ mostBytes: Int64, _ mostOfOne: Int64
    ) -> [[ObservedTransfer]] {
        var groups: [[ObservedTransfer]] = []
        var bytes: Int64 = 0
        for transfer in transfers {
            if transfer.start != .running {
                guard bytes < mostBytes else { break }
                groups.append([])
            }
            if groups.isEmpty { groups.append([]) }
            groups[groups.count - 1].append(transfer)
            bytes = bytes.addingClamped(min(transfer.bytes, mostOfOne))
        }
        return groups
    }

    /// By download, its time over a constant link and how many of its bytes that is for.
    private static func times(
        _ groups: [[ObservedTransfer]], after openings: [Int64], _ roundTrip: Int64?, _ capacity: Int64,
        _ plan: NetworkPlan, _ mostOfOne: Int64
    ) -> [(seconds: Double, bytes: Int64)?] {
        let plan = plan.constant(down: capacity)
        var reached = Int64(0)
        let pieces = openings.map { [$0] } + groups.map { group in group.map { min($0.bytes, mostOfOne) } }
        let orders = pieces.indices.map { index -> NetworkMeter.Order in
            var pause: Int64 = 1_000_000
            if index >= openings.count {
                let group = groups[index - openings.count]
                pause = max(pause, group[0].begin - reached)
                reached = group[group.count - 1].end
            }
            return NetworkMeter.Order(
                slot: Int32(index), at: .zero, after: index == 0 ? nil : Int32(index - 1),
                pause: TimeAmount(nanoseconds: pause), chunkCount: Int32(pieces[index].count))
        }
        var meter = NetworkMeter(plan, resources: pieces.map { Resource(pieces: $0) })
        meter.run(orders, until: .never)
        var times: [(seconds: Double, bytes: Int64)?] = []
        for index in openings.count..<pieces.count {
            let answer = meter.answers[index]
            var begin = roundTrip.map { answer.firstByte.nanoseconds - $0 } ?? answer.request.nanoseconds
            for part in pieces[index].indices {
                guard part < answer.arrivals.count else {
                    times.append(nil)
                    continue
                }
                let end = answer.arrivals[part].nanoseconds
                times.append((Double(end - begin) / 1_000_000_000, pieces[index][part]))
                begin = end
            }
        }
        return times
    }
}
