import PlayerModel

/// The part of a scenario that its seed decides before its run begins: the same whatever the rules are.
extension Scenario {
    /// The scenario with all that its seed decides beforehand: whoever begins a run draws first.
    ///
    ///     what was read, with a seed ──drawn()──▶ what a session runs, and a report names
    ///
    /// To draw once more changes nothing, even under another seed: runs that are made from a run, as those that look
    /// for the earliest start, are under the same network.
    ///
    /// Choices that are compared run under the same network: `other`, where it is one of them with the same seed, has
    /// it already, and it is made up once.
    package func drawn(like other: Scenario? = nil) -> Scenario {
        if isDrawn { return self }
        var scenario = self
        let length = likelyLength
        scenario.draw { scenario in
            scenario.network.draw(seed: seed, lasting: length, like: other?.network)
            for index in players.indices { scenario.players[index].drawViewer(seed: seed, index: UInt64(index)) }
        }
        return scenario
    }

    /// How long a run may well last: its media, and a while for starting and stalls.
    private var likelyLength: TimeAmount {
        let media = players.reduce(MediaTime.zero) { most, player in
            player.assets.reduce(most) { max($0, $1.media.duration) }
        }
        return min(TimeAmount(nanoseconds: media.nanoseconds), until - .zero) + .seconds(15)
    }

    /// Whether nothing is left to be drawn.
    package var isDrawn: Bool { network.isDrawn && players.allSatisfy { $0.viewer?.isDrawn ?? true } }

    /// Whether its seed decides anything before a run begins, or for the encoder of a live stream.
    package var isMadeBySeed: Bool {
        usesNetwork && network.made != nil
            || players.contains { player in
                player.viewer?.isAtRandom ?? false
                    || player.assets.contains { ($0.media.live?.jitter ?? .zero) > .zero }
            }
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
