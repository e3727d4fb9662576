import PlayerModel

/// How sure somebody wants to be before sessions end: that nothing is undecided, or that intervals are narrow.
package struct DecisionGoal: Sendable {
    private enum Kind: Sendable {
        case verdict
        /// By metric, the width of its interval, in base units.
        case widths([(metric: DecisionMetric, width: Int64)])
    }

    private let kind: Kind

    /// Reads `verdict`, or `startup_mean_s=0.2,stalled_percent=1`.
    package init(_ text: String) throws(Mistake) {
        if text == "verdict" {
            kind = .verdict
            return
        }
        var widths: [(metric: DecisionMetric, width: Int64)] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw Mistake(
                    message: "'\(word)' is no goal; write verdict, or a metric and a width: startup_mean_s=0.2")
            }
            guard let metric = DecisionMetric.all.first(where: { $0.name == parts[0] }) else {
                let hint = NearMiss.hint(parts[0], among: DecisionMetric.all.map { $0.name })
                throw Mistake(message: "'\(parts[0])' is no metric of a decision\(hint)")
            }
            guard case .exact(let width)? = Decimal(parts[1])?.scaled(by: metric.unit.decimalPlaces), width > 0
            else { throw Mistake(message: "'\(parts[1])' is no width: a number above 0, in the metric's unit") }
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

    /// The reason why no number of sessions reaches it, however they come out.
    package enum Obstacle: Equatable, Sendable {
        /// Sessions over one trace are alike, and there are too few traces.
        case traces
        /// The quantile comes from buckets, which are wider.
        case buckets
        /// Playback does not start in so many sessions that there is nothing to compare.
        case noStart
    }

    /// Nil where more sessions may reach it, as far as anybody knows.
    package func obstacle(in decision: Decision) -> Obstacle? {
        if decision.evidence == .exact || isReached(by: decision) { return nil }
        if case .tooFew = decision.evidence { return decision.plan.isOfTraces ? .traces : nil }
        guard case .widths(let widths) = kind else { return startsTogether(decision) ? nil : .noStart }
        for (metric, width) in widths {
            guard let index = decision.plan.metrics.firstIndex(of: metric) else { continue }
            for choice in decision.rows.indices {
                let (finding, own) = (decision.rows[choice].findings[index], decision.rows[choice].differences[index])
                if finding == .incomparable || own?.isBounded == false, !mayCome(metric, choice, decision) {
                    return .noStart
                }
                guard let difference = own else { continue }
                if difference.isBounded, difference.high - difference.low <= width { continue }
                if let own = obstacle(to: width, metric, index, choice, decision) { return own }
            }
        }
        return nil
    }

    /// Whether sessions that start with every choice may come. Of what none of n sessions has, up to 3 ÷ n of all may
    /// have it: when that is less than matters of the share that does not start, it is as good as none.
    private func startsTogether(_ decision: Decision) -> Bool {
        decision.startedCount > 0
            || Int64(decision.sessionCount) * DecisionMetric.notStarted.margin < 3_000_000
    }

    /// Whether an interval that a choice has not may come with more sessions: none is of a start that never comes.
    private func mayCome(_ metric: DecisionMetric, _ choice: Int, _ decision: Decision) -> Bool {
        switch metric.kind {
        case .startupQuantile(let thousandths):
            [choice, decision.plan.baseline].allSatisfy { !isNoStart(thousandths, $0, decision) }
        case .mean, .ratio, .ratioOfStarted, .share, .shareOfStarted: startsTogether(decision)
        }
    }

    /// Whether a quantile with a choice is a start that never comes, whatever the next sessions are: in more sessions
    /// than are beyond it, by three standard deviations of their number, playback does not start. Sessions that are
    /// alike count as fewer. Where fewer than ten are beyond it, their number has no normal law, and nothing is said.
    private func isNoStart(_ thousandths: Int, _ choice: Int, _ decision: Decision) -> Bool {
        let count = Double(min(decision.sessionCount, decision.independent ?? decision.sessionCount))
        let never = count * Double(decision.mishaps.notStarted[choice]) / Double(max(1, decision.sessionCount))
        let beyond = Double(1000 - thousandths) / 1000
        return count * beyond >= 10 && never > count * beyond + 3 * (count * beyond * (1 - beyond)).squareRoot()
    }

    private func obstacle(
        to width: Int64, _ metric: DecisionMetric, _ index: Int, _ choice: Int, _ decision: Decision
    ) -> Obstacle? {
        guard case .sampled(let sample) = decision.evidence else { return nil }
        let isOfTraces = decision.plan.isOfTraces
        switch metric.kind {
        case .startupQuantile(let thousandths):
            let isThinned = [choice, decision.plan.baseline].contains {
                decision.startups[$0].isThinned(beyond: thousandths)
            }
            if isOfTraces, !PairedFigure.hasEnough(beyond: thousandths, of: sample.traces, isThinned: isThinned) {
                return .traces
            }
            // Both ends of the interval have the roughness of both quantiles in them.
            let roughness = [choice, decision.plan.baseline].reduce(0.0) { sum, own in
                let value = decision.rows[own].values[index].map { Double($0) }
                return sum + (value.map { decision.startups[own].roughness(of: $0) } ?? 0)
            }
            return Double(width) < 2 * roughness ? .buckets : nil
        case .share, .shareOfStarted:
            // A trace that nobody has seen pulls a difference by 1 ÷ n if there was none, and by half of that at least.
            // Three of them may be on either side; a share that is 0 or 1 has one side, and the whole pull.
            return isOfTraces && Double(width) * Double(sample.traces) < 3_000_000 ? .traces : nil
        case .mean, .ratio, .ratioOfStarted: return nil
        }
    }
}

extension DecisionPlan {
    /// Whether all sessions are over traces that are there from the first look on.
    package var isOfTraces: Bool { population == nil && circumstances.allSatisfy { $0.trace != nil } }
}
