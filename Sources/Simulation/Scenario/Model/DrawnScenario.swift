import PlayerModel

/// The part of a scenario that its seed decides before its run begins: the same whatever the rules are.
extension Scenario {
    /// The scenario with all that its seed decides beforehand: whoever begins a run draws first.
    ///
    ///     what was read, with a seed ──drawn()──▶ what a session runs, and a report names
    ///
    /// To draw once more changes nothing, even under another seed: runs that are made from a run, as those that look
    /// for the earliest start, are under the same network.
    package func drawn() -> Scenario {
        if isDrawn { return self }
        var scenario = self
        scenario.network.draw(seed: seed)
        for index in players.indices { scenario.players[index].drawViewer(seed: seed, index: UInt64(index)) }
        return scenario
    }

    /// Whether nothing is left to be drawn.
    package var isDrawn: Bool { network.isDrawn && players.allSatisfy { $0.viewer?.isDrawn ?? true } }

    /// Whether its seed decides anything before a run begins.
    package var isMadeBySeed: Bool {
        usesNetwork && network.made != nil || players.contains { $0.viewer?.isAtRandom ?? false }
    }
}

extension ScenarioPlayer {
    /// The viewer becomes actions behind those of the script, which keep their numbers.
    fileprivate mutating func drawViewer(seed: UInt64, index: UInt64) {
        guard case .described(let recipe)? = viewer else { return }
        let drawn = recipe.drawn(by: RandomStream(seed: seed, name: "viewer", index: index))
        viewer = .drawn(drawn, isAtRandom: recipe.isAtRandom)
        script += drawn.actions
    }
}
