import PlayerModel

/// A metric as a scenario names it. What it is worked out from, reports alone know.
package struct MetricKey: Equatable, Sendable {
    package let name: String
    package let unit: Unit
    /// A sentence for lists and the schema.
    package let about: String

    /// The values that a run can have; in base units of `unit`.
    package let values: ClosedRange<Int64>

    package init(_ name: String, _ unit: Unit, _ about: String, isSigned: Bool = false) {
        self.name = name
        self.unit = unit
        self.about = about
        values = (isSigned ? .min : 0)...(unit == .ratio ? Self.whole : .max)
    }

    /// A ratio of one, in millionths.
    private static let whole: Int64 = 1_000_000
}

/// The conditions that a run must meet.
package struct Expectations: Sendable {
    /// Metrics, and what each must be, in the order of the file.
    package var metrics: [(metric: MetricKey, matcher: Matcher, place: Place)] = []
    package var panels: [PanelExpectation] = []
    /// The sequence of `timeControlStatus`, from the first one on.
    package var statuses: (sequence: [TimeControlStatus], place: Place)?
    /// The exception that must be raised; without this, none may be.
    package var exception: (name: String, place: Place)?
}

/// The condition on a number, in base units.
package enum Matcher: Equatable, Sendable {
    /// There is no value: it never happened.
    case absent
    case range(ClosedRange<Int64>)

    package func accepts(_ value: Int64?) -> Bool {
        switch (self, value) {
        case (.absent, let value): value == nil
        case (.range(let range), .some(let value)): range.contains(value)
        case (.range, nil): false
        }
    }

    /// In words that fit behind "must be".
    package func description(_ unit: Unit) -> String {
        guard case .range(let range) = self else { return "absent" }
        let (low, high) = (QuantityText.value(range.lowerBound, unit), QuantityText.value(range.upperBound, unit))
        if range.lowerBound == range.upperBound { return low }
        if range.lowerBound == .min { return "at most \(high)" }
        if range.upperBound == .max { return "at least \(low)" }
        return "between \(low) and \(high)"
    }

    /// By how much a value that is not accepted misses: `; 0.15 s too much`. Empty where there is nothing to subtract.
    package func miss(_ value: Int64?, _ unit: Unit) -> String {
        guard unit != .flag, case .range(let range) = self, let value, !range.contains(value) else { return "" }
        let isMore = value > range.upperBound
        let distance =
            isMore ? value.subtractingClamped(range.upperBound) : range.lowerBound.subtractingClamped(value)
        let (more, less) = unit == .count ? ("many", "few") : ("much", "little")
        return "; \(QuantityText.value(distance, unit)) too \(isMore ? more : less)"
    }
}

/// The values that the engineering panel must show at an instant, after everything that happens at it.
package struct PanelExpectation: Sendable {
    package var at = Instant.zero
    package var place = Place(startOf: 0)
    package var status: TimeControlStatus?
    /// A reason, or that there is none.
    package var reason: WaitingReason??
    package var rate: Matcher?
    package var timebaseRate: Matcher?
    package var currentTime: Matcher?
    package var loadedTimeRanges: [Range<MediaTime>]?
    package var isLikelyToKeepUp: Bool?
    package var isBufferFull: Bool?
    package var isBufferEmpty: Bool?
}
