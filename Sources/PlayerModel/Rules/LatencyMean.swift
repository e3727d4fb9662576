/// A mean of latencies: of the last few, or the longer of two exponentially weighted ones, in which a request weighs as
/// long as the media that it was for (as in Sabre, where it is a segment).
struct LatencyMean: Sendable {
    private enum Kind: Sendable {
        case none
        case pair(fast: WeightedMean, slow: WeightedMean)
        case window(ContiguousArray<TimeAmount>, most: Int)
    }

    private var kind: Kind
    /// Nil where the estimator is no mean, or nothing was measured.
    private(set) var mean: TimeAmount?

    init(_ estimator: ThroughputEstimator) {
        switch estimator {
        case .ewmaPair(let fast, let slow):
            kind = .pair(fast: WeightedMean(halfLife: fast), slow: WeightedMean(halfLife: slow))
        case .arithmeticMean(let samples), .harmonicMean(let samples): kind = .window([], most: Int(samples))
        case .last, .slidingWindow, .worstOfWindow, .player: kind = .none
        }
    }

    mutating func add(_ latency: TimeAmount, _ length: MediaTime) {
        switch kind {
        case .none: return
        case .pair(var fast, var slow):
            let (value, weight) = (Double(latency.nanoseconds), Double(max(1, length.nanoseconds)))
            fast.add(value, weighing: weight)
            slow.add(value, weighing: weight)
            mean = TimeAmount(nanoseconds: WeightedMean.whole(max(fast.value ?? 0, slow.value ?? 0)))
            kind = .pair(fast: fast, slow: slow)
        case .window(var latencies, let most):
            // Not to be copied while it is changed.
            kind = .none
            if latencies.count == most { latencies.removeFirst() }
            latencies.append(latency)
            // A hundred years at most, which can be counted.
            let sum = latencies.reduce(0) { $0 + $1.nanoseconds }
            mean = TimeAmount(nanoseconds: sum / Int64(latencies.count))
            kind = .window(latencies, most: most)
        }
    }
}
