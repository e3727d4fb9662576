import PlayerModel

/// The figures of a decision in words: the same in a text and on a page.
package enum DecisionFigures {
    /// The word for a startup that has not come when sessions end: it is later than all others, as long as that may
    /// be.
    package static let noStart = "no start"

    package static func value(_ value: Int64?, _ metric: DecisionMetric) -> String {
        guard value == .max || value == .min else { return ComparisonTable.number(value, metric.unit) }
        // A start that never comes is beyond all numbers, and so is a ratio over next to nothing.
        if case .startupQuantile = metric.kind { return noStart }
        return ComparisonTable.number(nil, metric.unit)
    }

    package static func signed(_ value: Int64, _ metric: DecisionMetric) -> String {
        (value > 0 && value < .max ? "+" : "") + self.value(value, metric)
    }

    /// The difference of a choice from the baseline; empty where one of the two has no figure, or one that is beyond
    /// all numbers.
    package static func difference(_ row: Decision.Row, _ index: Int, _ metric: DecisionMetric) -> String {
        guard row.findings[index] != .incomparable else { return "" }
        guard let difference = row.differences[index] else { return signed(0, metric) }
        guard let value = difference.number else { return "" }
        return signed(value, metric)
    }

    /// The same with its unit, for a sentence; with a start that never comes, both figures: `4.423 s against no start`.
    package static func difference(_ decision: Decision, _ choice: Int, _ index: Int) -> String {
        let (metric, row) = (decision.plan.metrics[index], decision.rows[choice])
        func words(_ value: Int64?, _ unit: String) -> String {
            let isNumber = value.map { $0 > .min && $0 < .max } ?? false
            return self.value(value, metric) + (isNumber && !unit.isEmpty ? " \(unit)" : "")
        }
        let value = row.differences[index]?.value ?? 0
        guard value == .max || value == .min else {
            return (value > 0 ? "+" : "") + words(value, metric.unitOfDifference)
        }
        let own = [row, decision.rows[decision.plan.baseline]].map { words($0.values[index], metric.unit.symbol) }
        return own.joined(separator: " against ")
    }

    /// The difference of a cell from the baseline, with its interval where it has one: `-0.038 s (-0.112 to +0.036)`.
    package static func cell(_ difference: MatrixDifference, _ metric: DecisionMetric) -> String {
        guard difference.finding != .incomparable, let estimate = difference.estimate else { return "" }
        guard let value = estimate.number else { return "" }
        let words = [signed(value, metric), metric.unitOfDifference].filter { !$0.isEmpty }.joined(separator: " ")
        let own = cellInterval(difference, metric)
        return own.isEmpty ? words : "\(words) \(own)"
    }

    /// The interval of a cell in brackets, or that there are too few sessions for one; empty where its difference is
    /// exact, or where it has none.
    package static func cellInterval(_ difference: MatrixDifference, _ metric: DecisionMetric) -> String {
        guard difference.finding != .incomparable, let estimate = difference.estimate, estimate.number != nil,
            estimate.low != estimate.high
        else { return "" }
        return interval(estimate, metric)
    }

    /// The interval of a difference in brackets; empty where differences have none.
    package static func interval(
        _ difference: Estimate?, _ metric: DecisionMetric, _ evidence: Decision.Evidence
    ) -> String {
        guard let difference, case .sampled(let sample) = evidence else { return "" }
        return interval(difference, metric, of: sample.name)
    }

    /// `things` are those of which there may be too few.
    private static func interval(
        _ difference: Estimate, _ metric: DecisionMetric, of things: String = "sessions"
    ) -> String {
        func isNumber(_ value: Int64?) -> Bool { value.map { $0 > .min && $0 < .max } ?? false }
        let isOpen = !isNumber(difference.low) && !isNumber(difference.high)
        if difference.limit != nil, isOpen, difference.number == nil { return "" }
        switch difference.limit {
        case .tooFew?: return "(too few \(things))"
        case .noStart? where isOpen: return "(either may be \(noStart))"
        case .noStart?, nil: return "(\(signed(difference.low, metric)) to \(signed(difference.high, metric)))"
        }
    }
}
