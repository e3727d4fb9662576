import PlayerModel

/// How long the first downloads of a log take over a connection that is new, at each capacity.
///
/// It does not know its path yet: with no threshold its slow start (RFC 5681, section 3.1) goes on until the queue
/// overflows, so that a first download takes longer than a later one of its size, and the second is slower still or
/// not. The downloads are simulated in their order, as far as they are within a size.
struct OpeningTransfers {
    /// By download and level, the progress of a second; nil where it was not simulated.
    private(set) var progress: [[Double?]] = []

    /// So many bytes of them are simulated, in so many busy times; what is beyond goes on as in later downloads.
    private static let mostBytes: Int64 = 600_000
    private static let mostGroups = 6
    /// A constant link is not looked at for longer.
    private static let most_s: Int64 = 400

    init(_ log: InferenceLog, _ grid: CapacityGrid, _ plan: NetworkPlan, _ curves: TransferCurves) {
        guard log.beginsNew, plan.transport.http != nil else { return }
        let groups = Self.groups(log.transfers)
        let count = groups.reduce(0) { $0 + $1.count }
        let rates = log.transfers.prefix(count).map { $0.rate }
        guard let low = rates.min(), let high = rates.max() else { return }
        progress = Array(repeating: Array(repeating: nil, count: grid.count), count: count)
        let (least, most) = (low - low / 8, high.multipliedClamped(by: 8))
        for (level, capacity) in grid.levels.enumerated() where capacity > 0 && least...most ~= capacity {
            let times = Self.times(groups, log.roundTrip, capacity, plan)
            for (transfer, time) in times.enumerated() {
                guard let time, time.seconds > 0 else { continue }
                let rest = log.transfers[transfer].bytes - time.bytes
                let more = rest > 0 ? curves.secondsPerByte(capacity) * Double(rest) : 0
                progress[transfer][level] = 1 / (time.seconds + more)
            }
        }
    }

    /// The busy times that are simulated, each with its parts.
    private static func groups(_ transfers: [ObservedTransfer]) -> [[ObservedTransfer]] {
        var groups: [[ObservedTransfer]] = []
        var bytes: Int64 = 0
        for transfer in transfers {
            if transfer.start != .running {
                guard bytes < mostBytes, groups.count < mostGroups else { break }
                groups.append([])
            }
            if groups.isEmpty { groups.append([]) }
            groups[groups.count - 1].append(transfer)
            bytes = bytes.addingClamped(transfer.bytes)
        }
        return groups
    }

    /// By download, its time over a constant link and how many of its bytes that is for.
    private static func times(
        _ groups: [[ObservedTransfer]], _ roundTrip: Int64?, _ capacity: Int64, _ plan: NetworkPlan
    ) -> [(seconds: Double, bytes: Int64)?] {
        var plan = plan
        var values = plan.conditions.values(at: .zero)
        values.down = capacity
        plan.conditions = Conditions(phases: [.init(start: .zero, values: values)])
        var (left, reached) = (mostBytes, Int64(0))
        var pieces: [[Int64]] = []
        let orders = groups.indices.map { index -> NetworkMeter.Order in
            pieces.append([])
            for part in groups[index] where left > 0 {
                pieces[index].append(min(part.bytes, left))
                left -= part.bytes
            }
            let pause = max(1_000_000, groups[index][0].begin - reached)
            reached = groups[index][groups[index].count - 1].end
            return NetworkMeter.Order(
                slot: Int32(index), at: .zero, after: index == 0 ? nil : Int32(index - 1),
                pause: TimeAmount(nanoseconds: pause), chunkCount: Int32(pieces[index].count))
        }
        var meter = NetworkMeter(plan, resources: pieces.map { Resource(pieces: $0) })
        meter.run(orders, until: .zero + .seconds(most_s))
        var times: [(seconds: Double, bytes: Int64)?] = []
        for (index, group) in groups.enumerated() {
            let answer = meter.answers[index]
            var begin = roundTrip.map { answer.firstByte.nanoseconds - $0 } ?? answer.request.nanoseconds
            for part in group.indices {
                guard part < answer.arrivals.count, part < pieces[index].count else {
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
