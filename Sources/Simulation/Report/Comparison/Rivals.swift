import PlayerModel

/// Settings that compete in one metric, each with its runs, seed by seed: which of them does best.
///
/// Stalls and bytes that a run was spared are no merit. One in which playback never came is worse than any in which it
/// did, and one that the viewer left or a failure ended is worse than one that went on. Where both were over early,
/// less says nothing: whoever is left sooner is spared more. Nor does a metric that says nothing of one of them.
struct Rivals {
    enum Verdict: Equatable {
        /// None is better than these more often than by luck; each of the others is worse than another.
        case best([Int])
        /// All are as good, or neither way is better, or there is nothing to compare.
        case alike
        /// None is better than any other more often than by luck.
        case undecided
        /// Each is worse than another more often than by luck: to do better with most seeds need not go in one order.
        case circular
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
        medians = runs.map { own in
            let told = own.filter { !$0.isVacant }.map { $0.value }
            return told.isEmpty ? nil : Spread(told, better: metric.better).median
        }
    }

    var verdict: Verdict {
        let started = runs.indices.filter { !runs[$0].allSatisfy { $0.isDenied } }
        if metric.better == .neither || started.allSatisfy({ medians[$0] == nil }) { return .alike }
        if isOneRun, runs.contains(where: { $0[0].isCut }) {
            let isMixed = runs.contains { !$0[0].isCut && !$0[0].isDenied }
            if isMixed || metric.better == .lower { return .spared }
        }
        // All pairs, so that neither the order of the rivals matters nor which of equal medians comes first.
        let marked = runs.indices.filter { own in !runs.indices.contains { isSurelyBetter($0, own) } }
        if marked.isEmpty { return .circular }
        if marked.count == runs.count { return areSame ? .alike : .undecided }
        let isSpared = started.contains { own in
            runs[own].contains { $0.isDenied || $0.isCut } && marked.allSatisfy { looksBetter(own, $0) }
        }
        return isSpared ? .spared : .best(marked)
    }

    /// Whether there is one run of each, or one stands for all.
    private var isOneRun: Bool { runs.allSatisfy { $0.count == 1 } || isSeedless.allSatisfy { $0 } }

    private func isSurelyBetter(_ one: Int, _ other: Int) -> Bool {
        if isSeedless[one] && isSeedless[other] || runs[one].count == 1 {
            return runs[one][0].isBetter(than: runs[other][0], metric) ?? false
        }
        return SignTest(runs[one], runs[other], metric).isMoreThanLuck(among: runs.count)
    }

    /// Whether a median is better than another, as far as a table shows them apart.
    private func looksBetter(_ one: Int, _ other: Int) -> Bool {
        Spread.isBetter(medians[one], medians[other], metric.better)
            && !Spread.lookAlike(medians[one], medians[other], metric.unit)
    }

    /// Whether all have the same with each seed, as a table shows it.
    private var areSame: Bool {
        runs.allSatisfy { own in
            zip(runs[0], own).allSatisfy { one, other in
                (one.isDenied, one.isCut, one.words) == (other.isDenied, other.isCut, other.words)
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
        if isVacant || other.isVacant { return nil }
        if words == other.words { return nil }
        return Spread.isBetter(value, other.value, metric.better)
    }
}
