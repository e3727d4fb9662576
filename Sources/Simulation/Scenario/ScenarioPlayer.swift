import PlayerModel

/// One who plays: a piece of media, a player, and what the person and the app do with them.
package struct ScenarioPlayer: Sendable {
    /// An asset, and what the scenario calls it.
    package struct Named: Sendable {
        /// Empty where there is one alone.
        package var name = ""
        package var media: Asset
        /// The playlist that it comes from, as the scenario names it, and where the sizes of segments come from.
        package var file: (path: String, sizes: [(source: SizeSource, segments: Int64)])?
    }

    /// A part of an asset that stands in a queue.
    package struct Item: Sendable {
        package let name: String
        package let item: PlayerItem
    }

    /// A name for reports; empty where there is one alone.
    package var name = ""
    /// What is played: one asset, or several that items are made of.
    package var assets: [Named]
    package var variantChoice = VariantChoice.firstListed
    package var variantLimits = VariantLimits()
    package var variantSwitch = VariantSwitch.fixed
    package var abandonment = SegmentAbandonment.never
    package var player = PlayerSettings()
    package var videoOutput: VideoOutput?
    package var loader = LoaderSettings()
    package var looping = Looping.none
    package var items: [Item] = []
    package var estimator = ThroughputEstimator.all[0]
    package var script: [Action] = []
    /// Whether the scenario says what is done. Otherwise the item is loaded and played at once.
    package var hasScript = false
    package var expectations = Expectations()
    /// The names of metrics that its golden has besides those that all have.
    package var metrics: [String] = []

    package init(media: Asset) { assets = [Named(media: media)] }

    /// The first asset, which is the only one where there are no others.
    package var media: Asset {
        _read { yield assets[0].media }
        _modify { yield &assets[0].media }
    }

    /// The variant of an asset that is fetched first, and why.
    package func firstVariant(of asset: Int) -> VariantChoice.Choice {
        variantChoice.first(among: assets[asset].media.declaredVariants, within: startingLimits)
    }

    package var firstVariant: VariantChoice.Choice { firstVariant(of: 0) }

    /// The variant that is fetched first.
    package var variant: Int { firstVariant.index }

    /// What the app permits when the player gets its item.
    package var startingLimits: VariantLimits {
        var limits = variantLimits
        for action in script {
            switch action.call {
            case .limit(let change): limits.apply(change)
            case .player(.replaceCurrentItem(.some)), .loadAll: return limits
            default: break
            }
        }
        return variantLimits
    }

    /// The variants that the display does not rule out, and does not show as they are either.
    package func variantsConverted(of asset: Int) -> [Int] {
        let media = assets[asset].media
        let limits = startingLimits
        guard let display = limits.display else { return [] }
        let out = limits.ruledOut(by: .display, among: media.declaredVariants)
        return media.variants.indices.filter { index in
            !out.contains(index) && display.converts(media.variants[index].color, media.variants[index].videoRange)
        }
    }

    /// The resource in a slot, in words: with its variant, where there are several to fetch, and with its asset.
    func name(ofSlot slot: Int32, in slots: [Resource]) -> String {
        let resource = slots[Int(slot)]
        let isOneOfSeveral = slots.contains {
            $0.kind == resource.kind && $0.asset == resource.asset && $0.variant != resource.variant
        }
        let asset = Int(resource.asset)
        let variant = Int(resource.variant) - firstNumber(of: asset) + 1
        let languages = assets[asset].media.allAudio.map { $0.language }
        let isAudio = [.audio, .audioPlaylist, .audioInit].contains(resource.kind)
        let language = isAudio && languages.count > 1 ? " in \(languages[Int(resource.language)])" : ""
        return resource.kind.name + language + (isOneOfSeveral ? " of variant \(variant)" : "")
            + (assets.count > 1 ? " of \(assets[asset].name)" : "")
    }

    /// Whether there is a choice of variants, in one of the assets at least.
    package var hasSeveralVariants: Bool { assets.contains { $0.media.variants.count > 1 } }

    /// The tracks that are fetched, as they are before any switch.
    package var tracks: [ChunkTable] { media.tracks(ofVariant: variant) }
}

/// What a scenario has of the player that is viewed.
extension Scenario {
    package var media: Asset {
        get { players[viewed].media }
        set { players[viewed].media = newValue }
    }

    package var assets: [ScenarioPlayer.Named] { players[viewed].assets }

    package var allVariants: [Asset.Variant] { players[viewed].allVariants }

    /// Whether there is a choice of variants, in one of the assets at least.
    package var hasSeveralVariants: Bool { assets.contains { $0.media.variants.count > 1 } }

    /// The scenario as if an asset of the player that is viewed were its only one: for what is said of each.
    func showing(_ asset: Int) -> Scenario {
        var scenario = self
        scenario.players[viewed].assets = [assets[asset]]
        return scenario
    }

    package var variantChoice: VariantChoice {
        get { players[viewed].variantChoice }
        set { players[viewed].variantChoice = newValue }
    }

    package var variantLimits: VariantLimits {
        get { players[viewed].variantLimits }
        set { players[viewed].variantLimits = newValue }
    }

    package var player: PlayerSettings {
        get { players[viewed].player }
        set { players[viewed].player = newValue }
    }

    package var videoOutput: VideoOutput? {
        get { players[viewed].videoOutput }
        set { players[viewed].videoOutput = newValue }
    }

    package var loader: LoaderSettings {
        get { players[viewed].loader }
        set { players[viewed].loader = newValue }
    }

    package var items: [ScenarioPlayer.Item] {
        get { players[viewed].items }
        set { players[viewed].items = newValue }
    }

    package var looping: Looping {
        get { players[viewed].looping }
        set { players[viewed].looping = newValue }
    }

    package var estimator: ThroughputEstimator {
        get { players[viewed].estimator }
        set { players[viewed].estimator = newValue }
    }

    package var script: [Action] {
        get { players[viewed].script }
        set { players[viewed].script = newValue }
    }

    package var expectations: Expectations {
        get { players[viewed].expectations }
        set { players[viewed].expectations = newValue }
    }

    package var firstVariant: VariantChoice.Choice { players[viewed].firstVariant }
    package var variant: Int { players[viewed].variant }
    package var tracks: [ChunkTable] { players[viewed].tracks }

    package var variantSwitch: VariantSwitch {
        get { players[viewed].variantSwitch }
        set { players[viewed].variantSwitch = newValue }
    }

    package var abandonment: SegmentAbandonment {
        get { players[viewed].abandonment }
        set { players[viewed].abandonment = newValue }
    }

    /// What is fetched in the slots of the player that is viewed.
    package var slots: [Resource] { players[viewed].resources(network.transport.hosts, group: 0) }

    /// What is fetched in each slot of the player that is viewed.
    var kindsOfSlots: [Resource.Kind] { slots.map { $0.kind } }

    /// What is fetched in a slot of the player that is viewed.
    func kind(ofSlot slot: Int32) -> Resource.Kind { slots[Int(slot)].kind }
}
