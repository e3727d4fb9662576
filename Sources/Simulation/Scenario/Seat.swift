import PlayerModel

/// One who plays: a piece of media, a player, and what the person and the app do with them.
package struct Seat: Sendable {
    /// A name for reports; empty where there is one alone.
    package var name = ""
    package var media: Asset
    /// The playlist that the media comes from, as the scenario names it, and where the sizes of segments come from.
    package var mediaFile: (path: String, sizes: [(source: SizeSource, segments: Int64)])?
    package var variantChoice = VariantChoice.firstListed
    package var variantLimits = VariantLimits()
    package var player = PlayerSettings()
    package var loader = LoaderSettings()
    package var estimator = ThroughputEstimator.all[0]
    package var script: [Action] = []
    package var expectations = Expectations()

    package init(media: Asset) { self.media = media }

    /// The variant that is fetched, and why.
    package var firstVariant: VariantChoice.Choice {
        variantChoice.first(among: media.declaredVariants, within: variantLimits)
    }

    /// The variant that is fetched.
    package var variant: Int { firstVariant.index }

    /// The tracks that are fetched.
    package var tracks: [ChunkTable] { media.tracks(ofVariant: variant) }

    /// What has to be fetched before the first segment.
    var opening: Opening { Opening(media.opening(ofVariant: variant), hasSessionKey: media.hasSessionKey) }

    /// What servers have of it: the tracks, then what has to be fetched before them.
    func resources(_ http: HTTPSettings, group: Int32) -> [Resource] {
        let kinds: [Resource.Kind] = media.kind == .hls ? [.video, .audio] : [.file]
        let tracks = zip(kinds, tracks).map { Resource($0, $1, host: http.host(of: $0), group: group) }
        return tracks
            + media.opening(ofVariant: variant).map {
                Resource($0.kind, ChunkTable(bytes: $0.bytes), host: http.host(of: $0.kind), group: group)
            }
    }
}

/// What a scenario has of the seat that is viewed.
extension Scenario {
    package var media: Asset {
        get { seats[viewed].media }
        set { seats[viewed].media = newValue }
    }

    package var mediaFile: (path: String, sizes: [(source: SizeSource, segments: Int64)])? {
        get { seats[viewed].mediaFile }
        set { seats[viewed].mediaFile = newValue }
    }

    package var variantChoice: VariantChoice {
        get { seats[viewed].variantChoice }
        set { seats[viewed].variantChoice = newValue }
    }

    package var variantLimits: VariantLimits {
        get { seats[viewed].variantLimits }
        set { seats[viewed].variantLimits = newValue }
    }

    package var player: PlayerSettings {
        get { seats[viewed].player }
        set { seats[viewed].player = newValue }
    }

    package var loader: LoaderSettings {
        get { seats[viewed].loader }
        set { seats[viewed].loader = newValue }
    }

    package var estimator: ThroughputEstimator {
        get { seats[viewed].estimator }
        set { seats[viewed].estimator = newValue }
    }

    package var script: [Action] {
        get { seats[viewed].script }
        set { seats[viewed].script = newValue }
    }

    package var expectations: Expectations {
        get { seats[viewed].expectations }
        set { seats[viewed].expectations = newValue }
    }

    package var firstVariant: VariantChoice.Choice { seats[viewed].firstVariant }
    package var variant: Int { seats[viewed].variant }
    package var tracks: [ChunkTable] { seats[viewed].tracks }

    /// What is fetched in each slot of the seat that is viewed.
    var kindsOfSlots: [Resource.Kind] { seats[viewed].resources(network.http, group: 0).map { $0.kind } }

    /// What is fetched in a slot of the seat that is viewed.
    func kind(ofSlot slot: Int32) -> Resource.Kind {
        seats[viewed].resources(network.http, group: 0)[Int(slot)].kind
    }
}
