/// How much of a figure's sum each of the things that were drawn has: a run, which is a session or has several
/// players, or a trace with all sessions over it. Clusters are no things: runs are put together in them for speed.
///
/// Runs come in any order, each with its players one behind the other.
struct DrawnLengths: Sendable {
    /// The runs that have any part in it.
    private(set) var runs = 0
    private var longestRun: Int64 = 0
    /// By trace.
    private var traces: [Int64] = []

    /// Adds the part of a session. `run` is that of its run so far, with this one; `trace` the place of the trace that
    /// is drawn in the place of a run; nil where there is none.
    mutating func add(_ length: Int64, run: Int64, trace: Int?) {
        if let trace {
            while traces.count <= trace { traces.append(0) }
            traces[trace] += length
        } else {
            longestRun = max(longestRun, run)
            if run > 0, run == length { runs += 1 }
        }
    }

    /// The part of the one that has most.
    var longest: Int64 { max(longestRun, traces.max() ?? 0) }
}
