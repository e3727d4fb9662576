import PlayerModel

/// The media of a player's items: the asset of each, its tracks and length, and the variant in which it begins.
struct ItemMedia: Sendable {
    /// The variants of all assets, one after the other, as the trace numbers them.
    let variants: [Asset.Variant]
    /// By asset, its tracks before any switch, its length, its first variant, and whether it has pictures.
    private let assets: [(tracks: [ChunkTable], duration: MediaTime, first: Int, hasPictures: Bool)]
    /// By item, its asset; empty where there is one asset alone.
    private let assetOfItem: [Int16]
    /// By asset, whether it is a file on the device.
    private let isLocal: [Bool]
    let holders: MediaHolders

    init(_ player: ScenarioPlayer) {
        variants = player.allVariants
        assets = player.assets.indices.map { asset in
            let (media, first) = (player.assets[asset].media, player.firstVariant(of: asset).index)
            let number = player.firstNumber(of: asset) + first
            return (media.tracks(ofVariant: first), media.duration, number, media.hasPictures)
        }
        assetOfItem = assets.count > 1 ? player.items.map { $0.item.asset } : []
        let kinds = player.assets.map { $0.media.kind }
        isLocal = kinds.map { $0 == .local }
        holders = MediaHolders(player.loader.kept, kinds)
    }

    func asset(of item: Int32) -> Int { assetOfItem.indices.contains(Int(item)) ? Int(assetOfItem[Int(item)]) : 0 }

    /// The tracks of an item's asset, as they are before any switch.
    func tracks(of item: Int32) -> [ChunkTable] { assets[asset(of: item)].tracks }

    /// The holder of what is loaded of an item; -1 where there is none.
    func holder(of item: Int32) -> Int { item < 0 ? -1 : holders.holder(ofItem: item, of: asset(of: item)) }

    /// The asset of a holder.
    func asset(ofHolder holder: Int) -> Int {
        holders.isKept(holder) ? holder : asset(of: Int32(holder - assets.count))
    }

    /// The tracks of a holder's asset, as they are before any switch.
    func tracks(ofHolder holder: Int) -> [ChunkTable] { assets[asset(ofHolder: holder)].tracks }

    /// Whether an item is of a file on the device, of which nothing comes over a network.
    func isLocal(_ item: Int32) -> Bool { isLocal[asset(of: item)] }

    /// Whether an item has pictures, as a player has it; where there is none (-1), nobody knows.
    func hasPictures(_ item: Int32) -> Bool { item < 0 || assets[asset(of: item)].hasPictures }

    func duration(of item: Int32) -> MediaTime { assets[asset(of: item)].duration }

    /// The variant that an item begins with, unless it follows another.
    func firstVariant(of item: Int32) -> Int { assets[asset(of: item)].first }
}
