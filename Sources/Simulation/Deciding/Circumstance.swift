/// A situation in which every choice has to do: a scenario, with the settings of `--over` or of a population.
package struct Circumstance: Equatable, Sendable {
    /// The scenario's path and name.
    package let path: String
    package let name: String
    /// The value of each key of `--over`, or the name of each axis' stratum; nil of a key that another value of the
    /// same axis stands in the place of.
    package let settings: [String?]
    /// The trace that the network comes from: sessions over the same trace are alike.
    package let trace: String?
    /// Whether nothing is drawn at random with any choice: then all its sessions are one.
    package let isExact: Bool

    package init(path: String, name: String, settings: [String?], trace: String?, isExact: Bool) {
        self.path = path
        self.name = name
        self.settings = settings
        self.trace = trace
        self.isExact = isExact
    }
}

/// A session that every choice has played: a circumstance with a seed.
package struct DecisionSession: Equatable, Sendable {
    /// Its number among all of the experiment, from 0 on. The players of one run have the same.
    package let number: Int
    /// The place of its circumstance.
    package let circumstance: Int
    package let seed: UInt64
    /// The player, where there are several in a scenario.
    package let player: ExactText?
    /// By choice, what became of it.
    package let outcomes: [SessionOutcome]

    package init(number: Int, circumstance: Int, seed: UInt64, player: ExactText? = nil, outcomes: [SessionOutcome]) {
        self.number = number
        self.circumstance = circumstance
        self.seed = seed
        self.player = player
        self.outcomes = outcomes
    }
}
