import PlayerModel

/// Which variant each chunk was loaded of, item by item: those that are loaded ahead of their turn as well.
struct LoadedItems: Sendable {
    private let media: ItemMedia
    private let keepsFinished: Bool
    private var items: ContiguousArray<LoadedVariants?> = []
    private var current: Int32 = 0
    private var loading: Int32 = 0
    /// The variant that is being loaded.
    private(set) var variant: Int

    /// Nothing is loaded of the player that is viewed.
    init(_ scenario: Scenario, _ media: ItemMedia) {
        self.media = media
        keepsFinished = scenario.loader.keepsFinished
        variant = media.firstVariant(of: 0)
    }

    /// Takes one entry of the trace into account.
    mutating func take(_ entry: Trace.Entry) {
        switch entry.record {
        case .loads(let item, let variant): (loading, self.variant) = (item, Int(variant))
        case .switched(_, let to): variant = Int(to)
        case .loaded(_, _, let chunk, 0): load(Int64(chunk))
        case .item(let id, _, let isFinished):
            if items.indices.contains(Int(current)), !isFinished || !keepsFinished { items[Int(current)] = nil }
            if !isFinished { variant = media.firstVariant(of: id) }
            current = id
        default: break
        }
    }

    /// A stretch of the current item, cut where its variant changes.
    func pieces(of range: Range<MediaTime>) -> [(range: Range<MediaTime>, variant: Int)] {
        guard items.indices.contains(Int(current)), let loaded = items[Int(current)] else {
            return range.isEmpty ? [] : [(range, variant)]
        }
        return loaded.pieces(of: range)
    }

    private mutating func load(_ chunk: Int64) {
        let item = Int(loading)
        while items.count <= item { items.append(nil) }
        if items[item] == nil { items[item] = LoadedVariants(media.tracks(of: loading)[0], variant: variant) }
        items[item]?.load(chunk, of: variant)
    }
}
