import SimulationContainers
import PlayerModel

/// Values of sessions in their order, each with the cluster that it belongs to: what quantiles are read from.
///
/// Up to 10,000 values are kept as they are. More are counted in buckets, at most a 128th of their values wide, of
/// which the middle stands for all: quantiles are then within 0.4 % of exact ones, whatever the number of sessions, and
/// memory grows no more. Buckets are whole numbers: any order of adding gives the same counts, and so the same bytes.
package struct Spectrum: Sendable {
    /// More values than this are counted in buckets.
    package static let mostExact = 10_000

    private enum Form: Sendable {
        case exact([(value: Double, cluster: Int32)])
        /// The buckets' values, and for each of them by cluster how many values are in it or in those before.
        case counted([Double], [ContiguousArray<UInt32>])
    }

    private let form: Form
    package let count: Int

    package var isExact: Bool { if case .exact = form { true } else { false } }

    package init(_ values: [(value: Double, cluster: Int)]) {
        let order = values.indices.sorted { values[$0].value < values[$1].value }
        form = .exact(order.map { (values[$0].value, Int32(values[$0].cluster)) })
        count = values.count
    }

    fileprivate init(_ counts: [Int: [UInt32]], clusters: Int, order: [Int]) {
        let buckets = counts.keys.sorted()
        var sums = ContiguousArray(repeating: UInt32(0), count: clusters)
        var rows: [ContiguousArray<UInt32>] = []
        var count = 0
        for bucket in buckets {
            for (cluster, number) in (counts[bucket] ?? []).enumerated() where number > 0 {
                sums[order[cluster]] += number
                count += Int(number)
            }
            rows.append(sums)
        }
        form = .counted(buckets.map(Bucket.value), rows)
        self.count = count
    }

    /// How many of the values are infinity, starts that never come.
    var neverCount: Int {
        switch form {
        case .exact(let values):
            return values.count - partitionPoint(in: values.indices) { values[$0].value == .infinity }
        case .counted(let values, let sums):
            guard values.last == .infinity, let all = sums.last else { return 0 }
            let rest = sums.dropLast().last.map { $0.reduce(0) { $0 + Int($1) } } ?? 0
            return all.reduce(0) { $0 + Int($1) } - rest
        }
    }

    /// Whether starts that never come are so many, a tenth at least of what is beyond a quantile, that those which come
    /// late are notably fewer there.
    func isThinned(beyond thousandths: Int) -> Bool { neverCount * 10_000 >= max(1, count * (1000 - thousandths)) }

    /// The least value that so many thousandths of all do not surpass, where each cluster counts so many times.
    func quantile(_ thousandths: Int, _ weights: [Double]) -> Double {
        switch form {
        case .exact(let values):
            var all = 0.0
            for entry in values { all += weights[Int(entry.cluster)] }
            var rest = Self.rank(all, thousandths)
            for entry in values {
                rest -= weights[Int(entry.cluster)]
                if rest <= 0 { return entry.value }
            }
            return .nan
        case .counted(let values, let sums):
            func upTo(_ bucket: Int) -> Double {
                var sum = 0.0
                for cluster in weights.indices { sum += weights[cluster] * Double(sums[bucket][cluster]) }
                return sum
            }
            guard let last = values.indices.last else { return .nan }
            let rank = Self.rank(upTo(last), thousandths)
            return values[partitionPoint(in: 0..<last) { upTo($0) >= rank }]
        }
    }

    /// How far the value that a quantile stands for may be from it: half of its bucket; 0 where values are exact.
    func roughness(of quantile: Double) -> Double { isExact ? 0 : Bucket.halfWidth(at: quantile) }

    /// Weights are whole numbers, so that the place is one, too.
    private static func rank(_ all: Double, _ thousandths: Int) -> Double {
        Double((Int64(all) * Int64(thousandths) + 999) / 1000)
    }

    /// The values and, for each, how many are no greater: the steps of the distribution. Infinity is not among them.
    package var steps: [(value: Double, count: Int)] {
        var steps: [(value: Double, count: Int)] = []
        switch form {
        case .exact(let values):
            for (place, entry) in values.enumerated() where entry.value.isFinite {
                if steps.last?.value == entry.value { steps.removeLast() }
                steps.append((entry.value, place + 1))
            }
        case .counted(let values, let sums):
            for (value, row) in zip(values, sums) where value.isFinite {
                steps.append((value, row.reduce(0) { $0 + Int($1) }))
            }
        }
        return steps
    }
}

/// Buckets for whole numbers: exact below 256, and then 128 to each power of two.
enum Bucket {
    /// The bucket of what never comes.
    static let never = Int.max

    static func of(_ value: Int64) -> Int {
        let magnitude = value.magnitude
        guard magnitude >= 256 else { return Int(value) }
        let shift = 56 - magnitude.leadingZeroBitCount
        let bucket = shift << 7 + Int(magnitude >> UInt64(shift))
        return value < 0 ? -bucket : bucket
    }

    /// The middle of a bucket.
    static func value(_ bucket: Int) -> Double {
        if bucket == never { return .infinity }
        if bucket.magnitude < 256 { return Double(bucket) }
        let shift = Int(bucket.magnitude >> 7) - 1
        let least = UInt64(bucket.magnitude - UInt(shift << 7)) << UInt64(shift)
        let middle = Double(least) + Double((UInt64(1) << UInt64(shift)) - 1) / 2
        return bucket < 0 ? -middle : middle
    }

    /// How far the values in a bucket are from its middle at most; 0 of what never comes.
    static func halfWidth(at middle: Double) -> Double {
        guard middle.magnitude >= 256, middle.magnitude < 9e18 else { return 0 }
        let shift = 56 - UInt64(middle.magnitude).leadingZeroBitCount
        return Double((UInt64(1) << UInt64(shift)) - 1) / 2
    }
}

/// A spectrum while values come, in any order.
struct SpectrumBuilder: Sendable {
    private var values: [(value: Int64?, cluster: Int32)] = []
    private var counts: [Int: [UInt32]] = [:]
    private let mostExact: Int
    private var count = 0

    init(mostExact: Int = Spectrum.mostExact) { self.mostExact = mostExact }

    mutating func add(_ value: Int64?, _ cluster: Int) {
        count += 1
        guard count > mostExact else { return values.append((value, Int32(cluster))) }
        for entry in values { tally(entry.value, Int(entry.cluster)) }
        values = []
        tally(value, cluster)
    }

    private mutating func tally(_ value: Int64?, _ cluster: Int) {
        let bucket = value.map(Bucket.of) ?? Bucket.never
        var row = counts.removeValue(forKey: bucket) ?? []
        while row.count <= cluster { row.append(0) }
        row[cluster] += 1
        counts[bucket] = row
    }

    /// `order` has the new place of each cluster.
    func spectrum(clusters: Int, order: [Int]) -> Spectrum {
        if count > mostExact { return Spectrum(counts, clusters: clusters, order: order) }
        return Spectrum(values.map { ($0.value.map { Double($0) } ?? .infinity, order[Int($0.cluster)]) })
    }
}
