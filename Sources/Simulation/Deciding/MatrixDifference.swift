import PlayerModel

/// How far a choice is from the baseline in one row of a table of circumstances: a cell.
///
/// Cells are many, and each has few sessions, so that most of what is seen in them may be luck. The cells of a table
/// therefore hold together: in 95 of 100 such tables all of their intervals cover the truth.
package struct MatrixDifference: Equatable, Sendable {
    /// Nil where all sessions of the row have the same figure with both.
    package let estimate: Estimate?
    package let finding: Finding

    /// Whether it is not known which of the two is better there.
    package var isOpen: Bool { if case .undecided = finding { true } else { false } }
}

/// How much the sessions in a row of a table say of others like them.
enum RowEvidence: Equatable, Sendable {
    /// Nothing is drawn in it.
    case exact
    /// Its sessions are all over one network, or each over its own: they are what is counted.
    case sessions
    /// Its sessions are over so many traces: sessions over one of them are alike.
    case traces(Int)

    /// `traces` are those of its circumstances: see `Strata`.
    init(isExact: Bool, traces: [Int?]) {
        let own = Set(traces)
        let count = own.count { $0 != nil }
        self = isExact ? .exact : own.count > 1 && count > 0 ? .traces(count) : .sessions
    }
}

extension PairedFigure {
    /// The interval of the difference of a choice from the baseline, for one of so many that are to hold together: that
    /// of the linearised ratio (delta method), with Student's t at 5 % divided by their number (Bonferroni).
    ///
    /// It takes no resamples, of which a table of a hundred rows would need very many. As in `Resampled`, a pair of
    /// clusters is reckoned with that nobody has seen. Measured over 1,000 repeats each, it covers the truth in 93 to
    /// 97 % of means, and in 98 % of rare shares. Only of ratios, over clusters of one stratum.
    package func interval(of choice: Int, from baseline: Int, among number: Int) -> (low: Double, high: Double)? {
        guard case .ratio(let top, let bottom, let share) = kind, let count = top.first?.count, count > 1 else {
            return nil
        }
        let (once, clusters) = (Array(repeating: 1.0, count: count), Clusters(strata: [0..<count]))
        let own = ClusterRatio(top[choice], bottom[choice], once)
        let base = ClusterRatio(top[baseline], bottom[baseline], once)
        let spread = own.spread(from: base, once, clusters)
        let unseen = ClusterRatio.unseen(farthest: spread.farthest, share: share, clusters: seen)
        let error = (spread.variance + 2 * unseen * unseen).squareRoot()
        let half = Student.quantile(among: number, freedom: count - 1) * error
        let difference = own.ratio - base.ratio
        return bounded((difference - half, difference + half))
    }
}

/// Quantiles of Student's t, for both sides of 5 %.
package enum Student {
    /// Those of the normal distribution at 1 − 0.025 ÷ 2ᵏ, by k.
    private static let normal = [
        1.9600, 2.2414, 2.4977, 2.7344, 2.9552, 3.1628, 3.3594, 3.5463, 3.7250, 3.8963, 4.0612, 4.2201, 4.3739,
        4.5228, 4.6673, 4.8078, 4.9446, 5.0780, 5.2081, 5.3353, 5.4597,
    ]

    /// The quantile for one of so many intervals that hold together: their number is rounded up to a power of two. From
    /// that of the normal distribution by Fisher's expansion, within 0.01 for 19 degrees of freedom and a single one.
    package static func quantile(among number: Int, freedom: Int) -> Double {
        var place = 0
        while place < normal.count - 1, 1 << place < number { place += 1 }
        let (z, degrees) = (normal[place], Double(freedom))
        let (z2, z3) = (z * z, z * z * z)
        let first = (z3 + z) / 4
        let second = (5 * z2 * z3 + 16 * z3 + 3 * z) / 96
        let third = (3 * z2 * z2 * z3 + 19 * z2 * z3 + 17 * z3 - 15 * z) / 384
        return z + ((third / degrees + second) / degrees + first) / degrees
    }
}
