/// Compares the metrics of a run with its baseline.
package struct BudgetCheck: Sendable {
    /// The lines for a person: each metric that changed, and a change of the model.
    package let lines: [String]
    /// The changes that the budget does not permit, in words.
    package let offences: [String]
    package let hasChanges: Bool

    /// Compares two baselines. Nil where they are of different players.
    package init?(_ now: Baseline, against was: Baseline, _ budget: Budget) {
        guard was.players.map({ $0.name }) == now.players.map({ $0.name }) else { return nil }
        var (lines, offences): ([String], [String]) = ([], [])
        if was.model != now.model {
            lines.append("its baseline is of model \(was.model), this is model \(now.model)")
        }
        var hasChanges = false
        for (old, new) in zip(was.players, now.players) {
            for change in MetricChange.all(from: old, to: new, budget) {
                let line = (new.name.isEmpty ? "" : new.name + ": ") + change.text
                hasChanges = true
                lines.append(line)
                if change.kind == .outside { offences.append(line) }
            }
        }
        (self.lines, self.offences, self.hasChanges) = (lines, offences, hasChanges)
    }
}
