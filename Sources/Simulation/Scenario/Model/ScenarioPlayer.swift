import PlayerModel

/// A player of a scenario: its media, its settings, and what the person and the app do with them.
package struct ScenarioPlayer: Sendable {
    /// An asset, and what the scenario calls it.
    package struct Named: Sendable {
        /// Empty where there is one alone.
        package var name: ExactText = ""
        package var media: Asset
        /// The playlist that it comes from, as the scenario names it, and where the sizes of segments come from.
        package var file: File?
    }

    /// The playlist of an asset: its path, where the sizes of its segments come from, and what of it is not played, or
    /// not as it stands there.
    package struct File: Sendable {
        package let path: String
        package var sizes: [(source: SizeSource, segments: Int64)] = []
        package var leftOut: [String] = []
        package var notModelled: [String] = []
        /// The languages of subtitles that it has.
        package var subtitles: [ExactText] = []
    }

    /// A part of an asset that stands in a queue.
    package struct Item: Sendable {
        package let name: ExactText
        package let item: PlayerItem

        package init(name: ExactText, item: PlayerItem) {
            self.name = name
            self.item = item
        }
    }

    /// The whole player that it is, and the keys that say otherwise.
    package struct Profile: Equatable, Sendable {
        package let name: String
        package let overridden: [String]

        /// Whether it stands for AVFoundation's player.
        var isApple: Bool { PlayerProfile.isApple(name) }
    }

    /// The system that its app was linked on, as a scenario names it; nil of a player of others, which was linked on
    /// none, unless somebody wants it as on an older one.
    var linkedOn: String? {
        if let profile, !profile.isApple, player.linkedOn == PlayerSettings().linkedOn { return nil }
        return PlayerFormat.linkedOn.first { $0.value == player.linkedOn }?.name
    }

    /// A name for reports; empty where there is one alone.
    package var name: ExactText = ""
    package var profile: Profile?
    /// The assets that are played: one, or several that items are made of.
    package var assets: [Named]
    package var variantChoice = VariantChoice.firstListed
    package var variantLimits = VariantLimits()
    package var variantSwitch = VariantSwitch.fixed
    package var abandonment = SegmentAbandonment.never
    package var replacement = SegmentReplacement.none
    package var player = PlayerSettings()
    package var videoOutput: VideoOutput?
    package var loader = LoaderSettings()
    /// How long it waits for answers, and how it asks again, where anything can fail; nil where that is as usual on the
    /// network.
    package var requests: PlayerRequests?
    /// Whether requests of its stream can fail, be it that they run out of time, so that it may turn to variants that
    /// it would not switch to. What comes of a run until one does is the same either way.
    package var meetsFaults = false
    /// Whether an app calls it, whose limits nobody knows beforehand: any may lead to another variant.
    package var isCalled = false
    package var looping = Looping.none
    package var items: [Item] = []
    /// The interstitial events of its stream; nil where there are none.
    package var interstitials: InterstitialPlan?
    /// Of a player that shows interstitial events, the one that it stands in for, by its place among all.
    package var primary: Int?
    package var estimator = ThroughputEstimator.all[0]
    package var script: [Action] = []
    /// Whether the scenario says what is done. Otherwise the item is loaded and played at once.
    package var hasScript = false
    /// Who watches it; nil where nobody is said to, so that whoever watches stays.
    package var viewer: Viewer?
    package var expectations = Expectations()
    package var metrics: [String] = []

    package init(media: Asset) { assets = [Named(media: media)] }

    /// The first asset, which is the only one where there are no others.
    package var media: Asset {
        _read { yield assets[0].media }
        _modify { yield &assets[0].media }
    }

    /// Whether whoever watches it may leave: by a viewer's patience, or by the script.
    package var mayBeLeft: Bool { viewer != nil || script.contains { $0.traits.leaves } }

    /// The action that hands over all that the player begins with.
    package var loading: Action { .load(items.map { $0.item }, looping, media.item) }

    /// The variant of an asset that is fetched first, and why.
    package func firstVariant(of asset: Int) -> VariantChoice.Choice {
        let (media, own) = (assets[asset].media, assets[asset].media.variantsToBeginWith)
        var choice = variantChoice.first(among: own.map { media.declared($0) }, within: startingLimits)
        choice.index = own[choice.index]
        return choice
    }

    package var firstVariant: VariantChoice.Choice { firstVariant(of: 0) }
    package var variant: Int { firstVariant.index }

    /// The place in the script of what brings the first item, be it by the clock or waiting for something.
    var firstArrival: Int? { script.firstIndex { $0.traits.arrival != nil } }

    /// The limits that the app sets when the player gets its item.
    package var startingLimits: VariantLimits {
        guard let firstArrival else { return variantLimits }
        return script[..<firstArrival].reduce(into: variantLimits) { limits, action in
            if case .limit(let change) = action.operation, action.trigger == nil { limits.apply(change) }
        }
    }

    /// The limits as they are after each change behind the first item: by the script, or by a layer that is attached
    /// late. A change that waits for something stands in its place in the script.
    var laterLimits: [VariantLimits] {
        var limits = startingLimits
        var all: [VariantLimits] = []
        if limits.layer?.attachment == .late {
            limits.layer?.attachment = .early
            all.append(limits)
        }
        let first = firstArrival ?? 0
        for (index, action) in script.enumerated() where index >= first || action.trigger != nil {
            guard case .limit(let change) = action.operation else { continue }
            limits.apply(change)
            all.append(limits)
        }
        return all
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
        let groups = assets[asset].media.allAudio.map { $0.listedGroup }
        let own = isAudio ? Int(resource.language) : -1
        let hasLanguages = own >= 0 && languages.contains { $0 != languages[0] }
        let hasGroups = own >= 0 && groups.contains { $0 != groups[0] }
        let language = (hasLanguages ? " in \(languages[own])" : "") + (hasGroups ? " of group \(groups[own])" : "")
        let copy = own >= 0 && assets[asset].media.allAudio[own].isCopy
        let pathway = copy ? assets[asset].media.pathway(ofAudio: assets[asset].media.allAudio[own]) : nil
        return resource.kind.name + language + (pathway.map { " by \($0)" } ?? "")
            + (isOneOfSeveral ? " of variant \(variant)" : "")
            + (assets.count > 1 ? " of \(assets[asset].name)" : "")
    }

    /// Whether it may turn to another variant because something fails.
    package var turnsToOthers: Bool { meetsFaults && loader.failOver.turns }

    /// Whether servers keep back what is asked for before it is there, as with low latency.
    var isKeptBack: Bool { assets.contains { $0.media.live?.part != nil } }

    package var hasSeveralVariants: Bool { assets.contains { $0.media.variants.count > 1 } }
}
