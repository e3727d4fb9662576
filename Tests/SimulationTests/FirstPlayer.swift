import PlayerModel

@testable import Simulation

/// The first player of a scenario, which in most tests is the only one: the parts of it that tests look at or change.
extension Scenario {
    var first: ScenarioPlayer {
        get { players[0] }
        set { players[0] = newValue }
    }

    var media: Asset {
        get { first.media }
        set { first.media = newValue }
    }

    var player: PlayerSettings {
        get { first.player }
        set { first.player = newValue }
    }

    var loader: LoaderSettings {
        get { first.loader }
        set { first.loader = newValue }
    }

    var script: [Action] {
        get { first.script }
        set { first.script = newValue }
    }

    var variantLimits: VariantLimits {
        get { first.variantLimits }
        set { first.variantLimits = newValue }
    }

    /// The first player's slots on the network.
    var slots: [Resource] { first.slots(on: network) }

    var estimator: ThroughputEstimator { first.estimator }
    var variant: Int { first.variant }
    /// The tracks that are fetched, as they are before any switch.
    var tracks: [ChunkTable] { media.tracks(ofVariant: variant) }
}

extension Session {
    var player: Player { players[0].player }
}
