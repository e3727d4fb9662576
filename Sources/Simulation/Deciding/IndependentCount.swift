/// So many sessions of which none is more like another would say as much of how all are distributed: (Σ w)² ÷ Σ w² over
/// the runs and traces that were drawn, each with as many sessions as it has (Kish 1965).
struct IndependentCount: Sendable {
    private var count: Int64 = 0
    /// The sum of the squares.
    private var squares: Int64 = 0
    /// The sessions so far of the run that came last.
    private var runSize: Int64 = 0
    /// The sessions over each trace, by its number.
    private var traceSizes: [Int64] = []

    mutating func beginRun() { runSize = 0 }

    /// Adds a session of the run that came last, or over a trace. `isDrawn` is false where nothing is drawn in it.
    mutating func add(trace: Int?, isDrawn: Bool) {
        count += 1
        guard isDrawn else { return }
        // The squares up to n² differ by 1, 3, 5 and so on.
        guard let trace else {
            squares += 2 * runSize + 1
            runSize += 1
            return
        }
        while traceSizes.count <= trace { traceSizes.append(0) }
        squares += 2 * traceSizes[trace] + 1
        traceSizes[trace] += 1
    }

    /// Nil where nothing is drawn. Sessions in which nothing is drawn are as sure as endless many: with some of them it
    /// may be more than all.
    var value: Int? { squares > 0 ? Int(count * count / squares) : nil }
}
