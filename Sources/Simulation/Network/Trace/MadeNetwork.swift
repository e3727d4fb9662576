import PlayerModel

/// A kind of made-up network with its parameters, and how long the trace is that is made: what a scenario says of it.
package struct NetworkRecipe: Equatable, Sendable {
    package let maker: NetworkTraceMaker
    package let length: TimeAmount

    /// Every kind with its defaults.
    package static let all = NetworkTraceMaker.all.map {
        NetworkRecipe(maker: $0, length: TimeAmount(nanoseconds: NetworkTraceMaker.duration.value))
    }

    /// The most points that are made anew for each run: a run should not wait for its network.
    private static let mostPoints: Int64 = 1_000_000

    package var words: RuleWords { RuleWords(maker.name, maker.about) }

    /// The parameters of the kind, and then the length.
    package var parameters: [Parameter] {
        var length = NetworkTraceMaker.duration
        length.name = "for_s"
        length.about = "How long it lasts; then it begins again, or its last value holds where 'loop' is false."
        length.value = self.length.nanoseconds
        return maker.parameters + [length]
    }

    /// The same kind with other parameters: `values` in the order of `parameters`, in base units.
    package func setting(_ values: [Int64]) -> NetworkRecipe {
        NetworkRecipe(
            maker: maker.setting(values.dropLast()), length: TimeAmount(nanoseconds: values[values.count - 1]))
    }

    /// The reason why it cannot be made; nil where it can.
    package var problem: NetworkTraceMaker.Problem? {
        do throws(NetworkTraceMaker.Problem) {
            try maker.check(length, mostPoints: Self.mostPoints)
            return nil
        } catch {
            return error
        }
    }
}

/// A network that is made up when a run begins, from the seed of the run: `autowait trace --make` with that seed writes
/// the same one.
package struct MadeNetwork: Sendable {
    package let recipe: NetworkRecipe
    package let loops: Bool
    package let scaleMillionths: Int64
    /// All that is not made up.
    package let base: NetworkValues
    package let outages: [Conditions.Outage]
    /// The seed that it was made with; nil until then.
    package fileprivate(set) var seed: UInt64?

    package init(
        _ recipe: NetworkRecipe, looping loops: Bool, scaleMillionths: Int64, over base: NetworkValues,
        outages: [Conditions.Outage]
    ) {
        precondition(recipe.problem == nil, "A recipe was checked.")
        (self.recipe, self.loops, self.scaleMillionths) = (recipe, loops, scaleMillionths)
        (self.base, self.outages) = (base, outages)
    }

    /// The conditions that it is made up of, the first `length` of them: the rest is made when a run comes to it, which
    /// a short one never does. A trace that is made for longer begins as a shorter one does.
    func conditions(seed: UInt64, lasting length: TimeAmount) -> Conditions {
        let isWhole = length >= recipe.length
        let trace = recipe.maker.made(seed: seed, lasting: isWhole ? recipe.length : length)
        var conditions = trace.conditions(
            looping: loops && isWhole, scaleMillionths: scaleMillionths, over: base, outages: outages)
        if !isWhole { conditions.isBeginning(of: self, lasting: length) }
        return conditions
    }

    /// Whether another one is made up just so, with the same seed.
    fileprivate func isAlike(_ other: MadeNetwork) -> Bool {
        recipe == other.recipe && loops == other.loops && scaleMillionths == other.scaleMillionths
            && base == other.base && outages == other.outages && seed == other.seed
    }
}

extension NetworkPlan {
    /// Whether nothing of it is left to be made up.
    package var isDrawn: Bool { made.map { $0.seed != nil } ?? true }

    /// Makes up what a seed decides, at least for so long, or takes it from another plan that was made up just so. What
    /// was made up before stays as it is, whatever the seed.
    mutating func draw(seed: UInt64, lasting length: TimeAmount, like other: NetworkPlan? = nil) {
        guard made != nil, made?.seed == nil else { return }
        made?.seed = seed
        guard let made else { return }
        if let other, other.made.map(made.isAlike) ?? false {
            conditions = other.conditions
        } else {
            conditions = made.conditions(seed: seed, lasting: length)
        }
    }
}
