import PlayerModel

/// One who plays: a piece of media, a player, and what the person and the app do with them.
package struct Seat: Sendable {
    /// A part of the media that stands in a queue.
    package struct Item: Sendable {
        package let name: String
        package let item: PlayerItem
    }

    /// A name for reports; empty where there is one alone.
    package var name = ""
    package var media: Asset
    /// The playlist that the media comes from, as the scenario names it, and where the sizes of segments come from.
    package var mediaFile: (path: String, sizes: [(source: SizeSource, segments: Int64)])?
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

    package init(media: Asset) { self.media = media }

    /// The variant that is fetched first, and why.
    package var firstVariant: VariantChoice.Choice {
        variantChoice.first(among: media.declaredVariants, within: startingLimits)
    }

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
    package var variantsConverted: [Int] {
        let limits = startingLimits
        guard let display = limits.display else { return [] }
        let out = limits.ruledOut(by: .display, among: media.declaredVariants)
        return media.variants.indices.filter { index in
            !out.contains(index) && display.converts(media.variants[index].color, media.variants[index].videoRange)
        }
    }

    /// The tracks that are fetched, as they are before any switch.
    package var tracks: [ChunkTable] { media.tracks(ofVariant: variant) }

    /// The variants that may be fetched, in the order of the playlist: the first one alone, or all that can be switched
    /// to.
    package var variants: [Int] {
        media.kind == .hls && variantSwitch != .fixed ? media.variants(alignedWith: variant) : [variant]
    }

    /// What chooses among them.
    var selector: VariantSelector {
        let variants = variants
        return VariantSelector(
            variants.map {
                VariantSelector.Rendition(
                    variant: $0, declared: media.variants[$0].declared, bitRate: media.bitRate(withAudioOf: $0),
                    chunks: media.variants[$0].chunks)
            },
            first: variants.firstIndex(of: variant) ?? 0, rule: variantSwitch, abandonment: abandonment,
            limits: startingLimits)
    }

    /// What has to be fetched before the media.
    package var files: [Asset.File] {
        let variants = variants
        return media.opening(ofVariants: variants, first: variants.firstIndex(of: variant) ?? 0)
    }

    /// What has to be fetched before the media, and how far that has come.
    var opening: Opening {
        Opening(files, rendition: variants.firstIndex(of: variant) ?? 0, hasSessionKey: media.hasSessionKey)
    }

    /// What servers have of it: the first track in all that may be fetched of it, the other tracks, then what has to be
    /// fetched before them.
    func resources(_ http: HTTPSettings, group: Int32) -> [Resource] {
        func resource(_ kind: Resource.Kind, _ chunks: ChunkTable, _ variant: Int?) -> Resource {
            var resource = Resource(kind, chunks, host: http.host(of: kind), group: group)
            resource.variant = Int32(variant ?? -1)
            return resource
        }
        let variants = variants
        var all = variants.map { resource(media.kind == .hls ? .video : .file, media.variants[$0].chunks, $0) }
        if let audio = media.audio { all.append(resource(.audio, audio.chunks, nil)) }
        return all
            + files.map { resource($0.kind, ChunkTable(bytes: $0.bytes), $0.rendition.map { variants[$0] }) }
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

    package var videoOutput: VideoOutput? {
        get { seats[viewed].videoOutput }
        set { seats[viewed].videoOutput = newValue }
    }

    package var loader: LoaderSettings {
        get { seats[viewed].loader }
        set { seats[viewed].loader = newValue }
    }

    package var items: [Seat.Item] {
        get { seats[viewed].items }
        set { seats[viewed].items = newValue }
    }

    package var looping: Looping {
        get { seats[viewed].looping }
        set { seats[viewed].looping = newValue }
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

    package var variantSwitch: VariantSwitch {
        get { seats[viewed].variantSwitch }
        set { seats[viewed].variantSwitch = newValue }
    }

    package var abandonment: SegmentAbandonment {
        get { seats[viewed].abandonment }
        set { seats[viewed].abandonment = newValue }
    }

    /// What is fetched in the slots of the seat that is viewed.
    package var slots: [Resource] { seats[viewed].resources(network.http, group: 0) }

    /// What is fetched in each slot of the seat that is viewed.
    var kindsOfSlots: [Resource.Kind] { slots.map { $0.kind } }

    /// What is fetched in a slot, in words: with its variant, where there are several to fetch.
    static func name(ofSlot slot: Int32, in slots: [Resource]) -> String {
        let resource = slots[Int(slot)]
        let isOneOfSeveral = slots.contains { $0.kind == resource.kind && $0.variant != resource.variant }
        return resource.kind.name + (isOneOfSeveral ? " of variant \(resource.variant + 1)" : "")
    }

    /// What is fetched in a slot of the seat that is viewed.
    func kind(ofSlot slot: Int32) -> Resource.Kind { slots[Int(slot)].kind }
}
