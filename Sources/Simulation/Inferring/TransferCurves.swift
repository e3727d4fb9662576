import SimulationContainers
import PlayerModel

/// How long downloads take over a constant link, as the simulator's own transport has it: for each capacity of a grid
/// the time of every size, on a connection that begins with its first window and on one that has just been busy.
///
/// A download's time is counted from one round trip before its first byte: what a server thinks, and a handshake, are
/// left out, here as in the log. It is simulated at some capacities and sizes; between them the time is linear in the
/// size, and in the reciprocal of the capacity, of which it is nearly a linear function.
package struct TransferCurves: Sendable {
    /// The state in which a connection is when a download begins.
    package enum Start: Int, CaseIterable, BitwiseCopyable, Sendable {
        /// The connection was idle for so long that it begins again with its initial window (RFC 5681, section 4.1),
        /// or is new.
        case slow
        /// It has the window of the download before.
        case warm
        /// Its bytes follow others of the same busy time, without a wait of their own.
        case running
    }

    /// Seconds by size; beyond the last size so many seconds a byte more.
    private struct Curve: Sendable {
        var seconds: [Double] = []
        var secondsPerByte = 0.0
        /// The least time to a first byte.
        var firstByte = Int64.max
    }

    private let sizes: [Int64]
    /// By capacity, the least time to a first byte beyond the round trip.
    private var firstByte: [Int64] = []
    private let grid: CapacityGrid
    /// The round trip of the links, in nanoseconds.
    private let roundTrip: Int64
    /// The capacities that were simulated, in ascending order, with the curves of each by start.
    private var capacities: [Int64] = []
    private var curves: [[Curve]] = []

    /// One level of so many is simulated.
    private static let stride = 4
    /// More bytes than these are linear: in fewer, windows that still grow would make a fast link look slow for ever.
    private static let mostBytes: Int64 = 16_000_000
    /// Up to these sizes grow by half, and beyond them they double.
    private static let fineBytes: Int64 = 2_000_000
    /// How many downloads a connection has had before, and how long it is idle that begins again.
    private static let openings = 2
    private static let pause = TimeAmount.seconds(3)
    /// All downloads together are not looked at for longer.
    private static let most_s: Int64 = 400

    /// The curves over links with these delays and properties, of which each capacity in turn takes the place of the
    /// one down; `usual` bytes are in a download before. `counted` nanoseconds before its first byte a download's time
    /// begins: the round trip unless said.
    package init(_ grid: CapacityGrid, plan: NetworkPlan, largest: Int64, usual: Int64, counted: Int64? = nil) {
        self.grid = grid
        let values = plan.conditions.values(at: .zero)
        roundTrip = (values.delayDown + values.delayUp).nanoseconds
        let counted = counted ?? roundTrip
        var sizes: [Int64] = []
        var size: Int64 = 2 * TCPSegment.mostBytes
        let most = min(max(largest, 20_000), Self.mostBytes)
        while size < most {
            sizes.append(size)
            size += size < Self.fineBytes ? size / 2 : size
        }
        sizes.append(most)
        self.sizes = sizes
        for index in grid.levels.indices where index > 0 {
            guard (index - 1) % Self.stride == 0 || index == grid.count - 1 else { continue }
            capacities.append(grid.levels[index])
            curves.append(Self.curves(grid.levels[index], sizes, usual, plan, counted))
            let time = curves[curves.count - 1][Start.warm.rawValue].firstByte
            firstByte.append(time == .max ? 0 : max(0, time - roundTrip))
        }
    }

    private static func curves(
        _ capacity: Int64, _ sizes: [Int64], _ usual: Int64, _ plan: NetworkPlan, _ counted: Int64
    ) -> [Curve] {
        let plan = plan.constant(down: capacity)
        let rate = 8 / Double(capacity)
        let slow = curve(sizes, usual, plan, after: pause, rate, counted)
        let warm = curve(sizes, usual, plan, after: .milliseconds(1), rate, counted)
        var running = warm
        running.seconds = sizes.map { Double($0) * warm.secondsPerByte }
        return [slow, warm, running]
    }

    /// The times of downloads of all sizes, one after the other on a connection that has had others of the usual size
    /// before, by which it knows its path. Of two of a size the quicker counts: where sizes grow, a queue overflows
    /// that does not where they stay. Each is a download of its own: the beginning of a larger one would wait for
    /// packets that are lost only because more comes behind them.
    private static func curve(
        _ sizes: [Int64], _ usual: Int64, _ plan: NetworkPlan, after pause: TimeAmount, _ rate: Double,
        _ roundTrip: Int64
    ) -> Curve {
        let all = Array(repeating: usual, count: openings) + sizes.flatMap { [$0, $0] }
        let orders = all.indices.map { index in
            NetworkMeter.Order(
                slot: Int32(index), at: .zero, after: index == 0 ? nil : Int32(index - 1), pause: pause, chunkCount: 1
            )
        }
        var meter = NetworkMeter(plan, resources: all.map { Resource(pieces: [$0]) })
        meter.run(orders, until: .zero + .seconds(most_s))
        var curve = Curve()
        for size in sizes.indices {
            let answers = meter.answers[openings + 2 * size...openings + 2 * size + 1]
            let times = answers.compactMap { answer in
                answer.arrivals.last.map { $0.nanoseconds - answer.firstByte.nanoseconds + roundTrip }
            }
            for answer in answers where !answer.arrivals.isEmpty {
                curve.firstByte = min(curve.firstByte, answer.firstByte.nanoseconds - answer.request.nanoseconds)
            }
            guard times.count == 2, let time = times.min() else { break }
            // A larger one is no sooner there.
            curve.seconds.append(max(Double(time) / 1_000_000_000, curve.seconds.last ?? 0))
        }
        let count = curve.seconds.count
        curve.secondsPerByte = rate
        if count > 4 {
            let (from, to) = (count / 2, count - 1)
            let bytes = Double(sizes[to] - sizes[from])
            curve.secondsPerByte = max(rate, (curve.seconds[to] - curve.seconds[from]) / bytes)
        }
        // Where nothing came in time, the link's own rate has to do.
        if count == 0 { curve.seconds = [Double(roundTrip) / 1_000_000_000 + Double(sizes[0]) * rate] }
        return curve
    }

    private func seconds(_ bytes: Int64, _ curve: Curve) -> Double {
        let known = curve.seconds.count
        let place = partitionPoint(in: 0..<known) { sizes[$0] >= bytes }
        if place == known {
            return curve.seconds[known - 1] + Double(bytes - sizes[known - 1]) * curve.secondsPerByte
        }
        guard place > 0 else { return curve.seconds[0] }
        let share = Double(bytes - sizes[place - 1]) / Double(sizes[place] - sizes[place - 1])
        return curve.seconds[place - 1] + share * (curve.seconds[place] - curve.seconds[place - 1])
    }

    /// Seconds for each further byte of a long download.
    func secondsPerByte(_ capacity: Int64) -> Double {
        let place = min(capacities.count - 1, partitionPoint(in: 0..<capacities.count) { capacities[$0] >= capacity })
        let curve = curves[place][Start.warm.rawValue]
        return curve.secondsPerByte * Double(capacities[place]) / Double(capacity)
    }

    /// The time to a first byte at a capacity beyond the round trip, in nanoseconds: of the packet that has it, and of
    /// the server's thinking.
    func firstByteExcess(_ capacity: Int64) -> Int64 {
        let place = min(capacities.count - 1, partitionPoint(in: 0..<capacities.count) { capacities[$0] >= capacity })
        let (own, beside) = (firstByte[place], firstByte[max(0, place - 1)])
        guard place > 0, capacity > 0 else { return own }
        let (low, high) = (1 / Double(capacities[place - 1]), 1 / Double(capacities[place]))
        let share = min(1, (1 / Double(capacity) - high) / (low - high))
        return own + Int64(share * Double(beside - own))
    }

    /// The progress of a download in a second at each level: the reciprocal of its time; 0 where nothing is carried.
    package func progress(_ bytes: Int64, _ start: Start) -> [Double] {
        let times = curves.map { seconds(bytes, $0[start.rawValue]) }
        var place = 0
        return grid.levels.map { level in
            guard level > 0 else { return 0 }
            while place + 1 < capacities.count - 1, capacities[place + 1] < level { place += 1 }
            guard place + 1 < capacities.count else { return 1 / times[place] }
            let (low, high) = (1 / Double(capacities[place]), 1 / Double(capacities[place + 1]))
            let share = (low - 1 / Double(level)) / (low - high)
            let time = times[place] + share * (times[place + 1] - times[place])
            return time > 0 ? 1 / time : 0
        }
    }
}

extension NetworkPlan {
    /// The same network with one capacity down for ever, and all else as it begins.
    func constant(down capacity: Int64) -> NetworkPlan {
        var plan = self
        var values = plan.conditions.values(at: .zero)
        values.down = capacity
        plan.conditions = Conditions(phases: [.init(start: .zero, values: values)])
        return plan
    }
}
