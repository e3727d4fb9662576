import PlayerModel

/// A figure of a session that an alternative is judged by.
package enum WhatIfMeasure: Int, CaseIterable, Sendable {
    case startup, stallCount, stallTime, bitRate

    private var metric: Metric {
        switch self {
        case .startup: .startupTime
        case .stallCount: .stallCount
        case .stallTime: .stallTime
        case .bitRate: .averageBitRate
        }
    }

    package var name: String { metric.name }
    package var unit: Unit { metric.unit }

    /// The word for no figure at all.
    var absent: String { self == .startup ? "never" : "-" }

    /// How many decimals people are shown.
    var decimals: Int32 {
        switch self {
        case .startup, .stallTime: 2
        case .stallCount: 1
        case .bitRate: 0
        }
    }

    /// The figure in base units; nil where there is none. What never started has no stall either, and that is no merit.
    func value(_ outcome: SessionOutcome) -> Int64? {
        switch self {
        case .startup: outcome.startup
        case .stallCount: outcome.isStarted ? outcome.stalls : nil
        case .stallTime: outcome.isStarted ? outcome.stallTime : nil
        case .bitRate:
            outcome.playedMedia > 0 ? Metric.bitRate(outcome.playedBytes, outcome.playedMedia) : nil
        }
    }

    /// Whether means have the figures over a network, where all choices come to these outcomes. What never comes is in
    /// no mean: means of the startup are of those networks where no choice is without one, and means of the stall time
    /// of those where with no choice a stall lasts for ever.
    func isInMeans(_ outcomes: [SessionOutcome?]) -> Bool {
        switch self {
        case .startup: outcomes.allSatisfy { $0?.isStarted ?? false }
        case .stallTime: outcomes.allSatisfy { $0.map { !$0.isStarted || $0.stallTime != nil } ?? true }
        case .stallCount, .bitRate: true
        }
    }
}
