/// By choice, the sessions that have no part in other figures, or an undeserved one: what does not start has no
/// startup, and what fails or stands still for ever stalls no more.
package struct Mishaps: Sendable {
    package private(set) var notStarted: [Int]
    package private(set) var failed: [Int]
    package private(set) var neverResumed: [Int]

    init(choices: Int) {
        notStarted = Array(repeating: 0, count: choices)
        (failed, neverResumed) = (notStarted, notStarted)
    }

    mutating func add(_ outcome: SessionOutcome, of choice: Int) {
        if !outcome.isStarted { notStarted[choice] += 1 }
        if outcome.failed { failed[choice] += 1 }
        if outcome.endsStalled { neverResumed[choice] += 1 }
    }

    /// The sessions that a metric counts; nil of all other metrics.
    package func counts(of metric: DecisionMetric) -> [Int]? {
        metric == .notStarted ? notStarted : metric == .failed ? failed : metric == .neverResumed ? neverResumed : nil
    }

    /// Whether a verdict waits for a metric: that playback starts in all sessions of a sample, and fails in none, is no
    /// news that anybody waits for.
    func areAsked(by metric: DecisionMetric) -> Bool { counts(of: metric)?.contains { $0 > 0 } ?? true }
}
