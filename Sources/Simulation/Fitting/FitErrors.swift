import PlayerModel

/// How far simulated figures are from measured ones, over some points of one measure.
package struct FitErrors: Equatable, Sendable {
    package let count: Int
    /// The root mean square of the logarithms of simulated ÷ measured, as a factor.
    package let factor: Double
    /// The median of simulated ÷ measured: how far they are off together.
    package let median: Double
    /// The part that is right within a factor of two.
    package let withinTwo: Double
    /// Spearman's rank correlation; nil where all are alike.
    package let correlation: Double?
    /// Those that came in one of the two and never in the other.
    package let neverCount: Int

    /// Nil of no points.
    package init?(_ outcomes: [FitOutcome], _ problem: FitProblem) {
        guard !outcomes.isEmpty else { return nil }
        let errors = outcomes.map { $0.error }
        count = errors.count
        factor = exponential(of: (errors.reduce(0) { $0 + $1 * $1 } / Double(count)).squareRoot())
        let sorted = errors.sorted()
        median = exponential(of: (sorted[(count - 1) / 2] + sorted[count / 2]) / 2)
        // A rounding error in the logarithm is no reason to count a factor of two as more.
        let two = naturalLogarithm(of: 2) + 1e-9
        withinTwo = Double(errors.count { $0.magnitude <= two }) / Double(count)
        neverCount = outcomes.count { outcome in
            let isMeasured = problem.points[outcome.point].logarithm != nil
            return switch outcome.simulated {
            case .value: !isMeasured
            case .never: isMeasured
            case .later: false
            }
        }
        correlation = Self.correlation(
            Self.ranks(outcomes.map { problem.points[$0.point].logarithm ?? .infinity }),
            Self.ranks(
                outcomes.map {
                    problem.table.measures[problem.points[$0.point].measure].logarithm($0.simulated.value)
                }
                .map { $0 ?? .infinity }))
    }

    /// The ranks of values; equal ones share theirs.
    private static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
        var ranks = values
        var first = 0
        while first < order.count {
            var last = first
            while last + 1 < order.count, values[order[last + 1]] == values[order[first]] { last += 1 }
            for place in first...last { ranks[order[place]] = Double(first + last) / 2 }
            first = last + 1
        }
        return ranks
    }

    private static func correlation(_ left: [Double], _ right: [Double]) -> Double? {
        let middle = Double(left.count - 1) / 2
        var (product, one, other) = (0.0, 0.0, 0.0)
        for (a, b) in zip(left, right) {
            product += (a - middle) * (b - middle)
            one += (a - middle) * (a - middle)
            other += (b - middle) * (b - middle)
        }
        return one > 0 && other > 0 ? product / (one * other).squareRoot() : nil
    }
}
