import PlayerModel

/// How sure somebody wants to be before sessions end: that nothing is undecided, or that intervals are narrow.
package struct DecisionGoal: Sendable {
    private enum Kind: Sendable {
        case verdict
        /// By metric, the width of its interval, in base units.
        case widths([(metric: DecisionMetric, width: Int64)])
    }

    private let kind: Kind

    /// The reason why a text is no goal.
    package enum Problem: Error, Equatable {
        case form(String)
        case noMetric(String)
        case noWidth(String)

        package var message: String {
            switch self {
            case .form(let word): "'\(word)' is no goal; write verdict, or a metric and a width: startup_mean_s=0.2"
            case .noMetric(let word):
                "'\(word)' is no metric of a decision\(NearMiss.hint(word, among: DecisionMetric.all.map { $0.name }))"
            case .noWidth(let word): "'\(word)' is no width: a number above 0, in the metric's unit"
            }
        }
    }

    /// Reads `verdict`, or `startup_mean_s=0.2,stalled_percent=1`.
    package init(_ text: String) throws(Problem) {
        if text == "verdict" {
            kind = .verdict
            return
        }
        var widths: [(metric: DecisionMetric, width: Int64)] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw .form(word) }
            guard let metric = DecisionMetric.all.first(where: { $0.name == parts[0] }) else {
                throw .noMetric(parts[0])
            }
            let node = try? JSONReader.read(Array(parts[1].utf8), source: 0).root
            guard let width = node?.number(metric.unit), width > 0 else { throw .noWidth(parts[1]) }
            widths.append((metric, width))
        }
        kind = .widths(widths)
    }

    /// The metrics whose intervals are looked at.
    package var metrics: [DecisionMetric] {
        switch kind {
        case .verdict: DecisionMetric.headline
        case .widths(let widths): widths.map { $0.metric }
        }
    }

    package func isReached(by decision: Decision) -> Bool {
        if case .tooFew = decision.evidence { return false }
        switch kind {
        case .verdict:
            return decision.rows.allSatisfy { row in
                row.findings.indices.allSatisfy { index in
                    let metric = decision.plan.metrics[index]
                    guard DecisionMetric.headline.contains(metric), decision.isAsked(metric) else { return true }
                    return switch row.findings[index] {
                    case .undecided?, .incomparable?: false
                    case .same?, .equivalent?, .less?, .more?, nil: true
                    }
                }
            }
        case .widths(let widths):
            return widths.allSatisfy { metric, width in
                guard let index = decision.plan.metrics.firstIndex(of: metric) else { return true }
                return decision.rows.allSatisfy { row in
                    if row.findings[index] == .incomparable { return false }
                    guard let difference = row.differences[index] else { return true }
                    return difference.isBounded && difference.high - difference.low <= width
                }
            }
        }
    }
}
