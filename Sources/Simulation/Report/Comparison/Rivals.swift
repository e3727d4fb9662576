import PlayerModel

/// Settings that compete in one metric, each with its runs, seed by seed: which of them does best.
///
/// Stalls and bytes that a run was spared are no merit. One in which playback never came is worse than any in which it
/// did, and one that the viewer left or a failure ended is worse than one that went on. Where both were over early,
/// less says nothing: whoever is left sooner is spared more.
struct Rivals {
    enum Verdict: Equatable {
        /// These are the best, or no worse more often than by luck; the others are worse.
        case best([Int])
        /// All are as good, or neither way is better, or there is nothing to compare.
        case alike
        /// None is better more often than by luck.
        case undecided
        /// The least may be the least because it was over early.
        case spared
    }

    private let metric: Metric
    private let runs: [[Comparison.Value]]
    private let medians: [Int64?]
    /// By rival, whether one run stands for those of all seeds.
    private let isSeedless: [Bool]

    init(_ metric: Metric, _ runs: [[Comparison.Value]], isSeedless: [Bool]) {
        (self.metric, self.runs, self.isSeedless) = (metric, runs, isSeedless)
        medians = runs.map { own in Spread(own.map { $0.value }, better: metric.better).median }
    }

    var verdict: Verdict {
        let started = runs.indices.filter { !runs[$0].allSatisfy { $0.isDenied } }
        guard metric.better != .neither, var best = started.first else { return .alike }
        for rival in started where Spread.isBetter(medians[rival], medians[best], metric.better) { best = rival }
        if medians[best] == nil { return .alike }
        if isOneRun, runs.contains(where: { $0[0].isCut }) {
            let isMixed = runs.contains { !$0[0].isCut && !$0[0].isDenied }
            if isMixed || metric.better == .lower { return .spared }
        }
        let least = best
        for rival in runs.indices where isSurelyBetter(rival, best) { best = rival }
        let marked = runs.indices.filter { !isSurelyBetter(best, $0) }
        if marked.count == runs.count { return isSame(as: best) ? .alike : .undecided }
        let isLeast = !Spread.isBetter(medians[least], medians[best], metric.better)
        return isLeast || looksAlike(least, best) || marked.contains(least) ? .best(marked) : .spared
    }

    /// Whether there is one run of each, or one stands for all.
    private var isOneRun: Bool { runs.allSatisfy { $0.count == 1 } || isSeedless.allSatisfy { $0 } }

    private func isSurelyBetter(_ one: Int, _ other: Int) -> Bool {
        if isSeedless[one] && isSeedless[other] || runs[one].count == 1 {
            return runs[one][0].isBetter(than: runs[other][0], metric) ?? false
        }
        return SignTest(runs[one], runs[other], metric).isMoreThanLuck(among: runs.count - 1)
    }

    private func looksAlike(_ one: Int, _ other: Int) -> Bool {
        Spread.lookAlike(medians[one], medians[other], metric.unit)
    }

    /// Whether all have the same with each seed, as a table shows it.
    private func isSame(as best: Int) -> Bool {
        runs.allSatisfy { own in
            zip(runs[best], own).allSatisfy { one, other in
                (one.isDenied, one.isCut) == (other.isDenied, other.isCut)
                    && Spread.lookAlike(one.value, other.value, metric.unit)
            }
        }
    }
}

extension Comparison.Value {
    /// Whether it is better than another, as far as a table shows them apart; nil where that says nothing.
    func isBetter(than other: Comparison.Value, _ metric: Metric) -> Bool? {
        if isDenied != other.isDenied { return other.isDenied }
        if isCut != other.isCut { return other.isCut }
        if isDenied || isCut, metric.better == .lower { return nil }
        if Spread.lookAlike(value, other.value, metric.unit) { return nil }
        return Spread.isBetter(value, other.value, metric.better)
    }
}
