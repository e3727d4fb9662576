import PlayerModel

/// What must come of a run.
package struct Expectations: Sendable {
    /// A metric, by its index in `Metric.all`, and what it must be.
    package var metrics: [(metric: Int, matcher: Matcher, place: Place)] = []
    /// What the panel must show at some instants.
    package var panels: [PanelExpectation] = []
    /// The sequence of `timeControlStatus`, from the first one on.
    package var statuses: (sequence: [TimeControlStatus], place: Place)?
    /// The exception that must be raised; without this, none may be.
    package var exception: (name: String, place: Place)?

    package init() {}
}

/// What a number must be, in base units.
package enum Matcher: Equatable, Sendable {
    /// There is no value: it never happened.
    case absent
    case range(ClosedRange<Int64>)

    package func accepts(_ value: Int64?) -> Bool {
        switch (self, value) {
        case (.absent, nil): true
        case (.range(let range), .some(let value)): range.contains(value)
        default: false
        }
    }

    /// In words that fit behind "must be".
    package func description(_ unit: Unit) -> String {
        guard case .range(let range) = self else { return "absent" }
        let low = QuantityText.value(range.lowerBound, unit)
        let high = QuantityText.value(range.upperBound, unit)
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

/// What the engineering panel must show at an instant, after everything that happens at it.
package struct PanelExpectation: Sendable {
    package var at = Instant.zero
    package var place: Place
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

    package init(place: Place) { self.place = place }
}

extension ScenarioShape {
    private static let wideRange = (Int64.min + 1)...Int64.max

    static let expect = Shape.ObjectShape(
        "expect", "What must come of it: metrics by name, and what is listed here.",
        [
            .init("at", "What the panel must show at some instants.", .list(of: .object(panel), atLeast: 1)),
            .init("statuses", "The sequence of timeControlStatus.", .list(of: words(statusWords), atLeast: 1)),
            .init(
                "exception", "The exception that must be raised; without this, none may be.",
                .word([.init(NamesOfAVFoundation.exception, "What AVFoundation raises for a wrong call.")])),
        ] + Metric.all.map { .init($0.name, $0.about, matcher($0.unit, orAbsent: true)) })

    /// A golden has what it had when it was written, whatever metrics there are by now; these are for the scenario to
    /// add.
    static let metrics = Shape.Member(
        "metrics", "Metrics that the golden shows besides those that all show, and those of 'expect'.",
        .list(of: words(Metric.all.map { ($0.name, "") }), atLeast: 1))

    static let panel = Shape.ObjectShape(
        "panel", "What the engineering panel of session 503 must show.",
        [
            .init("at_s", "The time, after everything that happens at it.", time(from: 0), isRequired: true),
            .init("timeControlStatus", "What the player does.", words(statusWords)),
            .init(
                "reasonForWaitingToPlay", "What a waiting player waits for.", .either([words(reasonWords), .null])),
            .init("rate", "The rate that was asked for.", matcher(.rate, orAbsent: false)),
            .init("timebaseRate", "The rate at which media passes.", matcher(.rate, orAbsent: false)),
            .init("currentTime_s", "The playhead.", matcher(.seconds, orAbsent: false)),
            .init(
                "loadedTimeRanges_s", "What is loaded: [[from, to], …].",
                .list(of: .list(of: time(from: 0), atLeast: 0), atLeast: 0)),
            .init("isPlaybackLikelyToKeepUp", "The flag.", .flag),
            .init("isPlaybackBufferFull", "The flag.", .flag),
            .init("isPlaybackBufferEmpty", "The flag.", .flag),
        ])

    private static let statusWords = TimeControlStatus.allCases.map { (NamesOfAVFoundation.status($0), "") }
    private static let reasonWords = WaitingReason.allCases.map { (NamesOfAVFoundation.reason($0), "") }

    /// A value, or bounds for it.
    private static func matcher(_ unit: Unit, orAbsent: Bool) -> Shape {
        if unit == .flag { return .flag }
        let number = Shape.number(unit, wideRange)
        let bounds = Shape.object(
            .init(
                "bounds", "What a number must be.",
                [
                    .init("equals", "This, exactly unless there is room.", number),
                    .init("about", "This, with the room that `within` or `within_percent` gives.", number),
                    .init("within", "How far from `about` or `equals` it may be.", number),
                    .init(
                        "within_percent", "The same as a part of that number.", .number(.percent, 0...1_000_000)),
                    .init("at_most", "This or less.", number),
                    .init("at_least", "This or more.", number),
                    .init("between", "From the first to the second.", .list(of: number, atLeast: 0)),
                ]))
        return .either([number, bounds] + (orAbsent ? [.null] : []))
    }
}
