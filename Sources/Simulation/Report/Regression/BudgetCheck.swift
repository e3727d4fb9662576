/// Compares the metrics of a run with its baseline.
package struct BudgetCheck: Sendable {
    /// The lines for a person: each metric that changed, and a change of the model.
    package let lines: [String]
    /// The changes that the budget does not permit, in words.
    package let offences: [String]
    package let hasChanges: Bool

    /// Compares two baselines. Nil where they are of different players. `isAcceptable` is whether `--update` would
    /// write the first of them, and is said to.
    package init?(_ now: Baseline, against was: Baseline, _ budget: Budget, isAcceptable: Bool = true) {
        guard was.players.map({ $0.name }) == now.players.map({ $0.name }) else { return nil }
        var (lines, offences): ([String], [String]) = ([], [])
        if was.model != now.model {
            lines.append("its baseline is of model \(was.model), this is model \(now.model)")
        }
        var hasChanges = false
        for (old, new) in zip(was.players, now.players) {
            let name = new.name.isEmpty ? "" : "\(new.name): "
            for change in MetricChange.all(from: old, to: new, budget, isOfOneModel: was.model == now.model) {
                let line = name + change.text(isAcceptable: isAcceptable)
                hasChanges = true
                lines.append(line)
                if change.kind == .outside || change.kind == .unknown { offences.append(line) }
            }
            lines += MetricChange.unjudged(from: old, to: new, budget).map {
                "\(name)not judged: \($0.name): this run has it only if \"metrics\" in the scenario asks for it"
            }
        }
        (self.lines, self.offences, self.hasChanges) = (lines, offences, hasChanges)
    }
}
