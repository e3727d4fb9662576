import PlayerModel

extension Scenario {
    /// The scenario with all that its seed decides beforehand: whoever begins a run draws first.
    ///
    ///     what was read, with a seed ──drawn()──▶ what a session runs, and a report names
    ///
    /// To draw once more changes nothing, even under another seed: runs that are made from a run, as those that look
    /// for the earliest start, are under the same network.
    package func drawn() -> Scenario {
        var scenario = self
        scenario.network.draw(seed: seed)
        return scenario
    }

    /// Whether nothing is left to be drawn.
    package var isDrawn: Bool { network.isDrawn }

    /// Whether its seed decides anything before a run begins.
    package var isMadeBySeed: Bool { usesNetwork && network.made != nil }
}
