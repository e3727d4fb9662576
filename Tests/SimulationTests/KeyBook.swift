import PlayerModel

@testable import Simulation

/// The referee's book of keys that are asked for one by one.
struct KeyBook {
    private let resources: [Resource]
    private let assets: [Asset]
    /// By slot, the keys that have come.
    private var here: [Set<Int64>]

    init(_ resources: [Resource], _ player: ScenarioPlayer) {
        self.resources = resources
        assets = player.assets.map { $0.media }
        here = resources.map { _ in [] }
    }

    func areSeveral(of asset: Int16) -> Bool { assets[Int(asset)].keys != nil }

    func areSeveral(inSlot slot: Int) -> Bool {
        resources[slot].kind == .key && areSeveral(of: resources[slot].asset)
    }

    mutating func take(_ chunks: Range<Int32>, _ slot: Int) {
        if areSeveral(inSlot: slot) { here[slot].insert(Int64(chunks.lowerBound)) }
    }

    /// The fault of a request for a key that is there, or for media whose key is not; or nil.
    func fault(of chunks: Range<Int32>, _ slot: Int, _ rendition: Asset.Variant?) -> String? {
        let asset = resources[slot].asset
        if areSeveral(inSlot: slot) {
            if chunks.count != 1 { return "several keys are asked for at once" }
            return here[slot].contains(Int64(chunks.lowerBound)) ? "a key is asked for twice" : nil
        }
        guard areSeveral(of: asset), let rendition else { return nil }
        let slots = resources.indices.filter { resources[$0].asset == asset && areSeveral(inSlot: $0) }
        let all = Set(slots.flatMap { here[$0] })
        let isPreloaded = assets[Int(asset)].preloaded.contains(.key)
        let turns = chunks.compactMap { chunk in rendition.keyTurns.last { $0.chunk <= Int64(chunk) } }
        let needed = turns.flatMap { [$0.key, $0.section].compactMap { $0 } }
        let isMissing = needed.contains { key in
            !(isPreloaded && key == 0) && !all.contains(key)
        }
        return isMissing ? "media is asked for before its key" : nil
    }
}
