import PlayerModel

/// The media of a player's items: the asset of each, its tracks and length, and the variant in which it begins.
struct ItemMedia: Sendable {
    /// The variants of all assets, one after the other, as the trace numbers them.
    let variants: [Asset.Variant]
    /// By asset, its tracks before any switch, its length, and its first variant.
    private let assets: [(tracks: [ChunkTable], duration: MediaTime, first: Int)]
    /// By item, its asset; empty where there is one asset alone.
    private let assetOfItem: [Int16]

    init(_ player: ScenarioPlayer) {
        variants = player.allVariants
        assets = player.assets.indices.map { asset in
            let (media, first) = (player.assets[asset].media, player.firstVariant(of: asset).index)
            return (media.tracks(ofVariant: first), media.duration, player.firstNumber(of: asset) + first)
        }
        assetOfItem = assets.count > 1 ? player.items.map { $0.item.asset } : []
    }

    func asset(of item: Int32) -> Int { assetOfItem.indices.contains(Int(item)) ? Int(assetOfItem[Int(item)]) : 0 }

    /// The tracks of an item's asset, as they are before any switch.
    func tracks(of item: Int32) -> [ChunkTable] { assets[asset(of: item)].tracks }

    func duration(of item: Int32) -> MediaTime { assets[asset(of: item)].duration }

    /// The variant that an item begins with, unless it follows another.
    func firstVariant(of item: Int32) -> Int { assets[asset(of: item)].first }
}
