import PlayerModel

/// The outcomes of each alternative in the sessions of many logs: means, and paired differences, with intervals
/// that hold both what is uncertain about each log and that other logs might have come.
///
/// Each of many replicates counts every log so many times as a draw of Poisson's distribution with mean 1 says, and
/// takes one of its networks at random: the bootstrap in one pass (Chamandy and others, "Estimating Uncertainty for
/// Massive Data Streams", 2012), so that memory does not grow with the logs.
package struct WhatIfPopulation: Sendable {
    /// A mean with its interval of 90 %, in base units; of too few logs there is none.
    package struct Estimate: Equatable, Sendable {
        package let mean: Double
        package let low: Double?
        package let high: Double?
    }

    private struct Sums: Sendable {
        /// Behind the replicates, the sum over all networks of all logs.
        var sums: [Double]
        var weights: [Double]

        init(_ replicates: Int) {
            sums = Array(repeating: 0, count: replicates + 1)
            weights = sums
        }
    }

    package let choiceCount: Int
    package private(set) var logCount = 0
    private let seed: UInt64
    /// By choice and measure: the figure itself, and the difference from the first choice.
    private var figures: [[Sums]]
    private var differences: [[Sums]]
    private var naive: [[Sums]]
    private var extrapolated: [Sums]
    /// By choice and share.
    private var shares: [[Sums]]

    private static let replicates = 1000

    package init(choiceCount: Int, seed: UInt64) {
        (self.choiceCount, self.seed) = (choiceCount, seed)
        let row = WhatIfMeasure.allCases.map { _ in Sums(Self.replicates) }
        figures = Array(repeating: row, count: choiceCount)
        differences = figures
        naive = Array(repeating: WhatIfMeasure.allCases.map { _ in Sums(0) }, count: choiceCount)
        extrapolated = Array(repeating: Sums(0), count: choiceCount)
        shares = Array(repeating: WhatIfShare.allCases.map { _ in Sums(0) }, count: choiceCount)
    }

    package mutating func add(_ session: WhatIfSession) {
        var stream = RandomStream(seed: seed, name: "whatif", index: UInt64(logCount))
        logCount += 1
        let draws = (0..<Self.replicates).map { _ in
            (weight: Unseen.count(&stream), member: Int(stream.below(UInt64(max(1, session.memberCount)))))
        }
        let members = 0..<session.memberCount
        let areInMeans = WhatIfMeasure.allCases.map { measure in members.map { session.isInMeans(measure, $0) } }
        for choice in 0..<choiceCount {
            for measure in WhatIfMeasure.allCases {
                let place = measure.rawValue
                let values = members.map { areInMeans[place][$0] ? session.value(choice, $0, measure) : nil }
                Self.add(values, draws, &figures[choice][place])
                if choice > 0 {
                    Self.add(
                        members.map { session.difference(choice, $0, measure) }, draws, &differences[choice][place])
                }
                // The mean of naive figures is of the same logs: each counts as much as it does in the other.
                let naively = session.isInMeansNaively(measure) ? session.naive(choice, measure) : nil
                Self.add([naively], [], &naive[choice][place], weight: Self.part(of: values))
            }
            Self.add([session.extrapolated(choice)], [], &extrapolated[choice])
            for share in WhatIfShare.allCases {
                Self.add([session.share(choice, share)], [], &shares[choice][share.rawValue])
            }
        }
    }

    /// The part of networks that have a figure.
    private static func part(of values: [Int64?]) -> Double {
        Double(values.count { $0 != nil }) / Double(max(1, values.count))
    }

    /// Adds the figures of a log's networks; `weight` is what the log counts in the sum over all networks.
    private static func add(
        _ values: [Int64?], _ draws: [(weight: Double, member: Int)], _ sums: inout Sums, weight: Double = 1
    ) {
        for (replicate, draw) in draws.enumerated() {
            guard draw.weight > 0, let value = values[draw.member] else { continue }
            sums.sums[replicate] += draw.weight * Double(value)
            sums.weights[replicate] += draw.weight
        }
        let last = sums.sums.count - 1
        for value in values {
            guard let value else { continue }
            sums.sums[last] += weight * Double(value) / Double(values.count)
            sums.weights[last] += weight / Double(values.count)
        }
    }

    /// Whether there are so few logs that nothing tells what others would have given: what a bootstrap of them has is
    /// hardly more than the least and the greatest.
    package var isTooFew: Bool { logCount < Decision.fewest }

    package func figure(_ choice: Int, _ measure: WhatIfMeasure) -> Estimate? {
        estimate(figures[choice][measure.rawValue])
    }

    /// The difference of a choice from the first.
    package func difference(_ choice: Int, _ measure: WhatIfMeasure) -> Estimate? {
        estimate(differences[choice][measure.rawValue])
    }

    package func naive(_ choice: Int, _ measure: WhatIfMeasure) -> Double? {
        Self.mean(naive[choice][measure.rawValue])
    }

    /// The mean share of busy time that the logs do not tell, in millionths.
    package func extrapolated(_ choice: Int) -> Double? { Self.mean(extrapolated[choice]) }

    /// The mean share of networks over which that becomes of a choice, in millionths.
    package func share(_ choice: Int, _ share: WhatIfShare) -> Double {
        Self.mean(shares[choice][share.rawValue]) ?? 0
    }

    private static func mean(_ sums: Sums) -> Double? {
        let last = sums.sums.count - 1
        return sums.weights[last] > 0 ? sums.sums[last] / sums.weights[last] : nil
    }

    private func estimate(_ sums: Sums) -> Estimate? {
        guard let mean = Self.mean(sums) else { return nil }
        if isTooFew { return Estimate(mean: mean, low: nil, high: nil) }
        var means: [Double] = []
        for index in 0..<Self.replicates where sums.weights[index] > 0 {
            means.append(sums.sums[index] / sums.weights[index])
        }
        means.sort()
        guard !means.isEmpty else { return Estimate(mean: mean, low: mean, high: mean) }
        let place = (means.count - 1) * 5 / 100
        return Estimate(mean: mean, low: means[place], high: means[means.count - 1 - place])
    }
}
