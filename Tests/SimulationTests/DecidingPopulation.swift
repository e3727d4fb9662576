import Simulation
import Testing

/// A population of sessions, each played with two choices, in clusters. It is finite, so that the truth about it is
/// known by looking at all of it.
struct DecidingPopulation: CustomTestStringConvertible {
    /// The figure that is asked for.
    enum Asked {
        case mean, share, anHour, median
    }

    let testDescription: String
    let asked: Asked
    /// By cluster, its sessions: the value with the first choice and the second, and an hour's part.
    let clusters: [[(first: Double, second: Double, length: Double)]]
    /// How many clusters a sample has.
    let size: Int

    /// The figure of some clusters.
    private func figure(
        _ own: [[(first: Double, second: Double, length: Double)]], greatest: Double? = nil
    ) -> PairedFigure {
        let ones = own.map { Double($0.count) }
        let lengths = own.map { $0.reduce(0) { $0 + $1.length } }
        let sums = [own.map { $0.reduce(0) { $0 + $1.first } }, own.map { $0.reduce(0) { $0 + $1.second } }]
        let kind: PairedFigure.Kind
        switch asked {
        case .mean: kind = .ratio(top: sums, bottom: [ones, ones], share: nil)
        case .share: kind = .ratio(top: sums, bottom: [ones, ones], share: 1_000_000)
        case .anHour: kind = .ratio(top: sums, bottom: [lengths, lengths], share: nil)
        case .median:
            let all = own.enumerated().flatMap { place, sessions in sessions.map { ($0, place) } }
            let spectra = [
                Spectrum(all.map { (value: $0.0.first, cluster: $0.1) }),
                Spectrum(all.map { (value: $0.0.second, cluster: $0.1) }),
            ]
            kind = .quantile(spectra, thousandths: 500)
        }
        return PairedFigure(kind, differs: [false, true], clusters: own.count, greatest: greatest)
    }

    /// The difference in all of it.
    var truth: Double {
        let values = figure(clusters).values
        return values[1] - values[0]
    }

    /// The interval that a sample gives. `swaps` is an experiment of a choice with itself: in each cluster a coin says
    /// which of the two is called the first.
    func interval(_ number: UInt64, resamples: Int, swaps: Bool = false) -> Estimate? {
        var stream = RandomStream(seed: number, name: testDescription)
        let own = (0..<size).map { _ in
            let cluster = clusters[Int(stream.below(UInt64(clusters.count)))]
            let isSwapped = swaps && stream.below(2) == 1
            return cluster.map { isSwapped ? (first: $0.second, second: $0.first, length: $0.length) : $0 }
        }
        let bootstrap = PairedBootstrap(
            Clusters(strata: [Array(0..<own.count)]), baseline: 0, seed: number, resamples: resamples)
        return bootstrap.differences([figure(own)], families: [[0]])[0][1]
    }

    /// The interval that a cell of a table gives with a sample: without resamples, and from no more than 64 groups.
    func cell(_ number: UInt64) -> (low: Double, high: Double)? {
        var stream = RandomStream(seed: number, name: testDescription)
        var groups = Array(repeating: [(first: Double, second: Double, length: Double)](), count: min(64, size))
        for place in 0..<size { groups[place % groups.count] += clusters[Int(stream.below(UInt64(clusters.count)))] }
        let greatest = clusters.reduce(0) { max($0, $1.count) }
        return figure(groups, greatest: Double(greatest)).interval(of: 1, from: 0, among: 1)
    }

    // MARK: Populations

    /// Numbers with a bell's shape, by sums of twelve, and what is made of them.
    private struct Source {
        var stream: RandomStream

        init(_ name: String) { stream = RandomStream(seed: 1, name: name) }

        mutating func unit() -> Double { Double(stream.below(1 << 32)) / 4_294_967_296 }

        mutating func bell() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }

        /// e^(σ × bell), whose tail is long.
        mutating func long(_ sigma: Double) -> Double {
            let exponent = sigma * bell() / 1024
            var power = 1 + exponent + exponent * exponent / 2
            for _ in 0..<10 { power *= power }
            return power
        }
    }

    private static let count = 5000
    private static let second = 1e9

    static let normal = make("startup, bell-shaped", .mean, 100) { source in
        let base = 10 + source.bell()
        return (base, base + 0.3 + source.bell())
    }

    static let longTailed = make("startup with a long tail", .mean, 200) { source in
        let base = source.long(1)
        return (base, base + 0.3 * source.long(1.2))
    }

    static let rareStalls = make("stall time an hour, most sessions without a stall", .anHour, 200) { source in
        let first = source.unit() < 0.1 ? source.long(1.2) : 0
        return (first, source.unit() < 0.5 ? first : source.unit() < 0.15 ? source.long(1.2) : 0)
    }

    static let median = make("median startup with a long tail", .median, 200) { source in
        let base = source.long(1)
        return (base, base + 0.3 * source.long(1.2))
    }

    static let stalled = make("sessions that stall", .share, 400) { source in
        let first = source.unit() < 0.05
        let second = source.unit() < 0.3 ? first : source.unit() < 0.1
        return (first ? 1e-3 : 0, second ? 1e-3 : 0)
    }

    /// Sessions over one trace are nearly alike.
    static let traces: DecidingPopulation = {
        var source = Source("traces")
        let clusters = (0..<500).map { _ in
            let level = source.long(1)
            return (0..<10).map { _ in
                let first = level * source.long(0.5)
                let second = first * 1.2 + 0.2 * level * source.bell()
                return (first: first * second_, second: second * second_, length: second_)
            }
        }
        return DecidingPopulation(
            testDescription: "startup over 86 traces", asked: .mean, clusters: clusters, size: 86)
    }()

    private static let second_ = second

    static let all = [normal, longTailed, rareStalls, median, stalled, traces]

    private static func make(
        _ name: String, _ asked: Asked, _ size: Int, _ session: (inout Source) -> (Double, Double)
    ) -> DecidingPopulation {
        var source = Source(name)
        let clusters = (0..<count).map { _ in
            let (first, other) = session(&source)
            return [(first: first * second, second: other * second, length: (20 + 100 * source.unit()) / 3600)]
        }
        return DecidingPopulation(testDescription: name, asked: asked, clusters: clusters, size: size)
    }
}
