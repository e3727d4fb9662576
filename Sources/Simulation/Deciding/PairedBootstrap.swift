/// Differences of choices from a baseline in the same sessions, with intervals that hold together: in 95 of 100 such
/// experiments all of them cover the truth.
///
/// Clusters are drawn anew, with replacement, each with all its sessions and for all choices at once: so what is common
/// to the choices cancels. The level of single intervals is lowered until 95 % of the resamples lie in all intervals of
/// a family (Beran 1988: balanced, and shorter than by Bonferroni where choices are alike). Every sum is taken in one
/// order and no function of a machine's library is called, so that the figures are the same on every machine.
package struct PairedBootstrap: Sendable {
    /// The number of resamples that intervals are usually read from.
    package static let usualResamples = 1999

    private let clusters: Clusters
    private let baseline: Int
    let resamples: Int
    /// Whether they are enough for so many intervals to hold together.
    let areEnough: Bool
    private let seed: UInt64
    /// The part of the 5 % in which the truth may lie outside: 1 of so many.
    private let part: Int

    /// Beyond so many none are added, however many intervals are to hold together.
    private static let mostResamples = 9_999

    /// Intervals of 95 %, of which `most` are to hold together; where one looks several times, each time at one
    /// `part`-th of the 5 %.
    package init(
        _ clusters: Clusters, baseline: Int, seed: UInt64, resamples: Int? = nil, part: Int = 1, most: Int = 1
    ) {
        self.part = part
        self.clusters = clusters
        self.baseline = baseline
        self.seed = seed
        // So many that at most that part of them lies outside of some of `most` intervals which have nothing to do with
        // one another.
        let wanted = 40 * part * most - 1
        let usual = max(Self.usualResamples, min(wanted, Self.mostResamples))
        // A single interval ends at the second from either side.
        self.resamples = max(resamples ?? usual, part > 1 ? 80 * part - 1 : 0)
        areEnough = wanted <= max(self.resamples, Self.mostResamples)
    }

    /// For each figure, by choice, the difference from the baseline; nil for the baseline itself, and where nothing
    /// differs. Figures of one family have intervals that hold together; others only those of their own choices.
    package func differences(_ figures: [PairedFigure], families: [[Int]]) -> [[Estimate?]] {
        var jobs = figures.map { Job($0, clusters, baseline, resamples) }
        var weights = Array(repeating: 0.0, count: clusters.count)
        for resample in 0..<resamples {
            clusters.draw(resample, seed: seed, into: &weights)
            for index in jobs.indices { jobs[index].take(weights, resample, seed) }
        }
        var estimates = figures.map { figure in figure.values.map { _ in Estimate?.none } }
        for family in families {
            let order = order(family.flatMap { jobs[$0].resampled.compactMap { $0 }.filter { $0.isSeen } })
            for figure in family {
                for (choice, resampled) in jobs[figure].resampled.enumerated() {
                    guard let resampled else { continue }
                    estimates[figure][choice] = figures[figure].estimate(
                        resampled.difference, resampled.interval(order), of: choice, from: baseline)
                }
            }
        }
        return estimates
    }

    /// The differences where nothing is drawn at random: they are as they are.
    package func exactDifferences(_ figures: [PairedFigure]) -> [[Estimate?]] {
        plainDifferences(figures) { Estimate($0, $0 - $1, $0 + $1, isKnown: true) }
    }

    /// The differences where nobody knows how sure they are.
    package func unboundedDifferences(_ figures: [PairedFigure]) -> [[Estimate?]] {
        plainDifferences(figures) { value, _ in .unbounded(value) }
    }

    /// `estimate` makes one of a difference, and of how far it may be off by buckets.
    private func plainDifferences(
        _ figures: [PairedFigure], _ estimate: (Double, Double) -> Estimate
    ) -> [[Estimate?]] {
        figures.map { figure in
            let values = figure.values
            return values.indices.map { choice in
                guard choice != baseline, figure.differs[choice] else { return nil }
                return estimate(
                    PairedFigure.difference(values[choice], values[baseline]),
                    [choice, baseline].reduce(0) { $0 + figure.roughness($1, values[$1]) })
            }
        }
    }

    /// The place from both ends at which intervals end, so that they hold together.
    private func order(_ family: [Resampled]) -> Int {
        let single = max(1, (resamples + 1) / (40 * part))
        guard family.count > 1 else { return single }
        var least = Array(repeating: Int.max, count: resamples)
        for member in family {
            for (resample, depth) in member.depths.enumerated() { least[resample] = min(least[resample], depth) }
        }
        least.sort()
        // 95 of 100 are at least as deep as that.
        return max(1, min(single, least[resamples / (20 * part)]))
    }

    /// A figure, while resamples are taken.
    private struct Job {
        private enum Kind {
            /// By choice, the sums of clusters, and how far from the baseline the farthest cluster is.
            case ratio(top: [[Double]], bottom: [[Double]], farthest: [Double], isShare: Bool)
            case quantile([Spectrum], thousandths: Int)
        }

        private let kind: Kind
        private let clusters: Clusters
        private let baseline: Int
        /// By choice; nil for the baseline, and where nothing differs.
        private(set) var resampled: [Resampled?]

        init(_ figure: PairedFigure, _ clusters: Clusters, _ baseline: Int, _ resamples: Int) {
            self.clusters = clusters
            self.baseline = baseline
            let values = figure.values
            var errors: [Double?] = values.map { _ in nil }
            var isShare = false
            switch figure.kind {
            case .ratio(let tops, let bottoms, let unit):
                let spreads = values.indices.map { figure.spread(of: $0, from: baseline, clusters) }
                isShare = unit != nil
                kind = .ratio(top: tops, bottom: bottoms, farthest: spreads.map { $0.unseen }, isShare: isShare)
                if !isShare { errors = spreads.map { ($0.variance + 2 * $0.unseen * $0.unseen).squareRoot() } }
            case .quantile(let spectra, let thousandths): kind = .quantile(spectra, thousandths: thousandths)
            }
            resampled = values.indices.map { choice in
                let isSeen = figure.differs[choice]
                guard choice != baseline, isShare || isSeen else { return nil }
                let difference = PairedFigure.difference(values[choice], values[baseline])
                var own = Resampled(difference: difference, standardError: errors[choice], isSeen: isSeen)
                own.deviations.reserveCapacity(resamples)
                return own
            }
        }

        /// Takes the clusters of a resample, each so many times.
        mutating func take(_ weights: [Double], _ resample: Int, _ seed: UInt64) {
            switch kind {
            case .ratio(let top, let bottom, let farthest, let isShare):
                var stream = RandomStream(seed: seed, name: "unseen", index: UInt64(resample))
                let unseen = (Unseen.count(&stream), Unseen.count(&stream))
                let base = ClusterRatio(top[baseline], bottom[baseline], weights)
                for choice in resampled.indices {
                    guard let own = resampled[choice] else { continue }
                    let drawn = ClusterRatio(top[choice], bottom[choice], weights)
                    let more = farthest[choice]
                    let deviation = drawn.ratio - base.ratio - own.difference + (unseen.0 - unseen.1) * more
                    var error = 1.0
                    if !isShare {
                        let variance = drawn.spread(from: base, weights, clusters).variance
                        error = (variance + (unseen.0 + unseen.1) * more * more).squareRoot()
                    }
                    // A resample without any session that has a figure says that nobody knows.
                    guard !deviation.isNaN, !error.isNaN else {
                        resampled[choice]?.deviations.append(resample % 2 == 0 ? .infinity : -.infinity)
                        continue
                    }
                    // Where all clusters differ by the same, what is left of it is the rounding of sums.
                    let dust = 1e-9 * max(drawn.ratio.magnitude, base.ratio.magnitude)
                    resampled[choice]?.deviations.append(
                        error > 0 ? deviation / error : deviation.magnitude <= dust ? 0 : deviation * .infinity)
                }
            case .quantile(let spectra, let thousandths):
                let own = spectra[baseline].quantile(thousandths, weights)
                for choice in resampled.indices {
                    guard let origin = resampled[choice]?.origin else { continue }
                    let drawn = spectra[choice].quantile(thousandths, weights)
                    resampled[choice]?.deviations.append(PairedFigure.difference(drawn, own) - origin)
                    guard !spectra[choice].isExact else { continue }
                    resampled[choice]?.roughness.append(
                        spectra[choice].roughness(of: drawn) + spectra[baseline].roughness(of: own))
                }
            }
        }
    }
}

/// How many rare things are seen that are expected once: Poisson's numbers for a mean of 1.
enum Unseen {
    /// By number from 0 on, the probability of no more than it, in parts of 2³².
    private static let thresholds: [UInt64] = [
        1_580_030_169, 3_160_060_337, 3_950_075_422, 4_213_413_783, 4_279_248_374, 4_292_415_292, 4_294_609_778,
    ]

    static func count(_ stream: inout RandomStream) -> Double {
        let drawn = stream.below(1 << 32)
        return Double(thresholds.count { drawn >= $0 })
    }
}
