import PlayerModel

/// A metric whose value differs from the baseline.
package struct MetricChange: Sendable {
    package enum Kind: Sendable {
        case better
        /// It is worse, and within the budget.
        case worse
        /// It has changed, and that is permitted: neither direction is better, or the baseline has no value.
        case other
        /// It is outside the budget.
        case outside
        /// The baseline knows nothing of it, and should.
        case unknown
    }

    let metric: Metric
    let was: Int64?
    let now: Int64?
    let room: Budget.Room?
    package let kind: Kind

    private init(_ metric: Metric, _ was: Int64?, _ now: Int64?, _ room: Budget.Room?, isUnknown: Bool) {
        self.metric = metric
        self.was = was
        self.now = now
        self.room = room
        if isUnknown {
            kind = .unknown
            return
        }
        guard let was, let now else {
            // A value that was measured before and is missing now cannot be within any budget.
            kind = now == nil ? .outside : .other
            return
        }
        if metric.better != .neither, Spread.isBetter(now, was, metric.better) {
            kind = .better
        } else if let room, MetricMove.distance(was, now) <= room.amount(of: was) {
            kind = metric.better == .neither ? .other : .worse
        } else {
            kind = .outside
        }
    }

    private var move: MetricMove { MetricMove(metric: metric, was: was, now: now) }

    /// Every metric of one player that has changed, in the order of `Metric.all`. A metric that another model had not
    /// is no change; of its own model, a baseline has all that a run has.
    static func all(
        from was: Baseline.Player, to now: Baseline.Player, _ budget: Budget, isOfOneModel: Bool
    ) -> [MetricChange] {
        Metric.all.enumerated().compactMap { index, metric in
            let (old, new) = (was.value(index), now.value(index))
            guard old != new else { return nil }
            let isUnknown = !was.has(index)
            if isUnknown, !isOfOneModel, !budget.metrics.contains(index) { return nil }
            return MetricChange(metric, old, new, budget.room(index), isUnknown: isUnknown)
        }
    }

    /// The metrics with a room of their own that neither a baseline nor a run has.
    static func unjudged(from was: Baseline.Player, to now: Baseline.Player, _ budget: Budget) -> [Metric] {
        budget.metrics.filter { !was.has($0) && !now.has($0) }.map { Metric.all[$0] }
    }

    // MARK: Words

    /// The change in a line: `better: startup_time_s 2.000 → 1.500 (−25.0 %)`
    ///
    /// `isAcceptable` is whether `--update` would write another baseline, and is said to.
    func text(isAcceptable: Bool) -> String {
        let words = move.text
        switch kind {
        case .better: return "better: " + words
        case .worse: return "worse: \(words), within \(allowed)"
        case .other: return "other: " + words + (room != nil && was != nil ? ", within \(allowed)" : "")
        case .outside: return "WORSE: \(words); \(limit)"
        case .unknown:
            let advice = isAcceptable ? "; --update --baseline writes it" : ""
            return "not judged: \(words): the baseline does not have it" + advice
        }
    }

    private var allowed: String {
        let sign =
            switch metric.better {
            case .lower: "+"
            case .higher: "−"
            case .neither: "±"
            }
        return switch room {
        case .absolute(let amount): sign + NumberText.exact(amount, places: metric.unit.decimalPlaces)
        case .part(let part): "\(sign)\(NumberText.exact(part, places: Unit.percent.decimalPlaces)) %"
        case nil: "no budget"
        }
    }

    private var limit: String {
        guard let was, now != nil else { return "there is none any more" }
        guard let room else {
            return metric.better == .neither ? "no budget lets it change" : "no budget lets it be worse"
        }
        let amount = room.amount(of: was)
        let bound =
            switch metric.better {
            case .lower: "up to \(move.exact(was.addingClamped(amount)))"
            case .higher: "down to \(move.exact(was.subtractingClamped(amount)))"
            case .neither: "\(move.exact(was.subtractingClamped(amount))) to \(move.exact(was.addingClamped(amount)))"
            }
        return "allowed is \(allowed), \(bound)"
    }
}
