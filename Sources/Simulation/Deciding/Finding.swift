import PlayerModel

/// The verdict on one metric of a choice, beside the baseline.
package enum Finding: Equatable, Sendable {
    /// It is the same in every session.
    case same
    /// The difference is less than anybody cares about, wherever in its interval it is.
    case equivalent
    /// The figure is less than the baseline's, or more.
    case less, more
    /// It may be either.
    case undecided(Remedy)
    /// One of the two has no figure, as where no session starts with both.
    case incomparable

    /// How many sessions, or traces, more than there are would tell.
    package enum Remedy: Equatable, Sendable {
        /// So many, in four of five repeats at least, if those to come are as those that are there.
        case about(Int64)
        /// So many at least, and only if none of those to come differs: from nothing that is seen, or next to nothing,
        /// follows no number.
        case atLeast(Int64)
        /// One cluster has most of the difference: sessions as it is would tell, and nobody knows how often they come.
        case carried(Carrier)
        /// Nobody knows.
        case unknown
    }

    init(
        _ metric: DecisionMetric, _ difference: Estimate?, _ evidence: Decision.Evidence, isSame: Bool,
        isWhollySame: Bool = false, isOfUnseen: Bool = false, hasFigures: Bool, carrier: Carrier? = nil
    ) {
        guard hasFigures else {
            self = .incomparable
            return
        }
        guard let difference, !isSame || (!isWhollySame && metric.isRare(difference, evidence)) else {
            self = .same
            return
        }
        if difference.low >= -metric.margin, difference.high <= metric.margin {
            self = .equivalent
        } else if difference.high < 0 {
            self = .less
        } else if difference.low > 0 {
            self = .more
        } else {
            let remedy = Self.remedy(metric, difference, evidence, isOfUnseen: isSame || isOfUnseen)
            self = .undecided(carrier.map { .carried($0) } ?? remedy)
        }
    }

    /// How many more would settle it in four of five repeats, one way or the other: by an interval that is narrowed to
    /// the difference δ which is seen, so that 0 is outside of it, or to what the margin leaves beside it, so that all
    /// of it is within, or until it is no longer than the margin, which always settles it; whichever needs fewest. For
    /// two sides of 5 % the first takes (1.96 + 0.84)² σ² ÷ δ² sessions altogether, and the second, which either end
    /// may miss, (1.96 + 1.28)² (Julious 2004, Statistics in Medicine 23).
    ///
    /// Of a rare share nothing that is seen can be told from 0: only the margin can settle it, once both ends are
    /// within it. They are counts over all sessions, so that each shrinks by as much as there are more sessions of
    /// which none differs: the end that is farther from 0 comes in last.
    private static func remedy(
        _ metric: DecisionMetric, _ difference: Estimate, _ evidence: Decision.Evidence, isOfUnseen: Bool
    ) -> Remedy {
        guard case .sampled(let sample) = evidence, difference.isBounded, let value = difference.value else {
            return .unknown
        }
        let count = Double(sample.count)
        let half = (Double(difference.high) - Double(difference.low)) / 2
        let (seen, margin) = (Double(value.magnitude), Double(metric.margin))
        // Of what no session has, others have less than 3 ÷ n, and so it is of traces.
        if metric.isRare(difference, evidence), isOfUnseen {
            let farthest = max(Double(difference.low).magnitude, Double(difference.high).magnitude)
            return rounded(count * (farthest / margin - 1)).map { .atLeast($0) } ?? .unknown
        }
        // How many times as many narrow the interval to a length on either side: its half is 1.96 σ ÷ √n.
        func times(_ power: Double, _ length: Double) -> Double {
            length > 0 ? power / 3.84 * half * half / (length * length) : .infinity
        }
        let least = min(times(7.85, seen), times(10.5, margin - seen), times(3.84, margin / 2))
        return rounded(count * max(0.1, least - 1)).map { .about($0) } ?? .unknown
    }

    /// Two digits are all that can be known of it; rounded up.
    private static func rounded(_ number: Double) -> Int64? {
        guard number < 1e9 else { return nil }
        var (value, power) = (Int64(number) + 1, Int64(1))
        while value > 99 {
            value = (value + 9) / 10
            power *= 10
        }
        return value * power
    }

    /// The words that a finding of a metric may have.
    static func words(_ better: Metric.Direction) -> [String] {
        [Finding.same, .equivalent, .less, .more, .undecided(.unknown), .incomparable].map { $0.word(better) }
    }

    /// The word for programs.
    package func word(_ better: Metric.Direction) -> String {
        switch (self, better) {
        case (.same, _): "same"
        case (.equivalent, _): "equivalent"
        case (.less, .lower), (.more, .higher): "better"
        case (.less, .higher), (.more, .lower): "worse"
        case (.less, .neither): "less"
        case (.more, .neither): "more"
        case (.undecided, _): "undecided"
        case (.incomparable, _): "incomparable"
        }
    }
}

extension DecisionMetric {
    /// Whether sessions of a sample hardly differ in whether they stall, do not start or fail, and so few are there
    /// that others may: of what none of n sessions has, up to 3 ÷ n of all may have it.
    fileprivate func isRare(_ difference: Estimate, _ evidence: Decision.Evidence) -> Bool {
        guard case .sampled = evidence, let value = difference.value, value.magnitude <= margin else {
            return false
        }
        switch kind {
        case .share, .shareOfStarted: return difference.low < -margin || difference.high > margin
        case .mean, .ratio, .ratioOfStarted, .startupQuantile: return false
        }
    }
}
