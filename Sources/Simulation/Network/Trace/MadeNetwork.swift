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

    package var name: String { maker.name }
    package var about: String { maker.about }

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

    fileprivate func conditions(seed: UInt64) -> Conditions {
        recipe.maker.made(seed: seed, lasting: recipe.length)
            .conditions(looping: loops, scaleMillionths: scaleMillionths, over: base, outages: outages)
    }
}

extension NetworkPlan {
    /// Whether nothing of it is left to be made up.
    package var isDrawn: Bool { made.map { $0.seed != nil } ?? true }

    /// Makes up what a seed decides. What was made up before stays as it is, whatever the seed.
    mutating func draw(seed: UInt64) {
        guard let made, made.seed == nil else { return }
        conditions = made.conditions(seed: seed)
        self.made?.seed = seed
    }
}
