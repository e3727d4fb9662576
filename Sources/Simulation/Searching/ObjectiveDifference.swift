import PlayerModel

/// How far an objective with one choice is from that with the baseline, in the same sessions.
package struct ObjectiveDifference: Equatable, Sendable {
    /// The objective with the baseline, and with the choice; nil where there is none.
    package let own: Double?
    package let tuned: Double?
    /// The ends of the interval of 95 % for the difference; infinite where nothing bounds it.
    package let low: Double
    package let high: Double

    package var value: Double? { own.flatMap { own in tuned.map { $0 - own } } }
    package var isBounded: Bool { low.isFinite && high.isFinite }

    init(own: Double?, tuned: Double?, low: Double, high: Double) {
        (self.own, self.tuned, self.low, self.high) = (own, tuned, low, high)
    }
}

extension DecisionSummary {
    /// An objective with each choice, in all sessions; its metrics are among those of the plan.
    package func values(_ objective: Objective) -> [Double?] {
        let figures = figures(of: objective)
        return plan.choices.indices.map { choice in objective.value(figures.map { $0.values[choice] }) }
    }

    /// The difference of a choice from the baseline.
    ///
    /// Clusters are drawn anew as for the metrics, and the objective is made of what the metrics are then: of such
    /// differences the outermost 2.5 % on either side are outside. As for the metrics, to each of them comes what
    /// nobody has seen yet (`Resampled`); of metrics in which no session differs only where `allowingUnseen`.
    package func difference(
        _ objective: Objective, _ choice: Int, resamples: Int? = nil, allowingUnseen: Bool = true
    ) -> ObjectiveDifference {
        let figures = figures(of: objective)
        let (own, tuned) = (
            objective.value(figures.map { $0.values[plan.baseline] }),
            objective.value(figures.map { $0.values[choice] })
        )
        func result(_ low: Double, _ high: Double) -> ObjectiveDifference {
            ObjectiveDifference(own: own, tuned: tuned, low: low, high: high)
        }
        guard let own, let tuned else { return result(-.infinity, .infinity) }
        /// How far a value may be off where quantiles come from buckets.
        func roughness(_ choice: Int, _ values: [Double]) -> Double {
            objective.roughness(values, zip(figures, values).map { $0.roughness(choice, $1) })
        }
        let (clusters, evidence) = clusters
        if isSame[choice] { return result(tuned - own, tuned - own) }
        if evidence == .exact {
            let off = [choice, plan.baseline].reduce(0) { sum, own in
                sum + roughness(own, figures.map { $0.values[own] })
            }
            return result(tuned - own - off, tuned - own + off)
        }
        guard case .sampled = evidence, figures.allSatisfy({ $0.hasEnough(choice, plan.baseline) }) else {
            return result(-.infinity, .infinity)
        }
        let unseen = figures.map { figure in
            allowingUnseen || figure.differs[choice]
                ? figure.spread(of: choice, from: plan.baseline, clusters).unseen : 0
        }
        var weights = Array(repeating: 0.0, count: clusters.count)
        var (lows, highs) = ([Double](), [Double]())
        let resamples = resamples ?? PairedBootstrap.usualResamples
        for resample in 0..<resamples {
            clusters.draw(resample, seed: 16, into: &weights)
            var stream = RandomStream(seed: 16, name: "unseen", index: UInt64(resample))
            let base = figures.map { $0.value(plan.baseline, weights) }
            let drawn = figures.indices.map { index in
                let more = Unseen.count(&stream) - Unseen.count(&stream)
                return figures[index].held(
                    figures[index].value(choice, weights) + more * unseen[index], beside: base[index])
            }
            guard let one = objective.value(drawn), let other = objective.value(base) else {
                return result(-.infinity, .infinity)
            }
            let off = roughness(choice, drawn) + roughness(plan.baseline, base)
            lows.append(one - other - off)
            highs.append(one - other + off)
        }
        lows.sort()
        highs.sort()
        let order = max(1, (resamples + 1) / 40)
        return result(lows[order - 1], highs[resamples - order])
    }

    private func figures(of objective: Objective) -> [PairedFigure] {
        let all = figures
        return objective.metrics.map { metric in
            guard let place = plan.metrics.firstIndex(of: metric) else {
                preconditionFailure("An objective is made of the plan's metrics.")
            }
            return all[place]
        }
    }
}
