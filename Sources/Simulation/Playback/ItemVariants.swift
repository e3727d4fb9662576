import PlayerModel

/// The variant of each item of a player: the last that was fetched of it, whichever item plays meanwhile.
///
/// Items behind the current one are loaded ahead of time, and may be of another asset; what is fetched of them says
/// nothing about the current one.
struct ItemVariants: Sendable {
    private let media: ItemMedia
    /// By item; nil where nothing of it has been asked for.
    private var variants: ContiguousArray<Int?> = []
    /// The item that is current, -1 where there is none, and the one that is being loaded.
    private(set) var current: Int32 = 0
    private(set) var loading: Int32 = 0

    /// Nothing is fetched yet.
    init(_ media: ItemMedia) { self.media = media }

    /// The variant of the current item, and of the one that is being loaded.
    var ofCurrent: Int { variant(of: current) }
    var ofLoading: Int { variant(of: loading) }

    /// Whether it is the current item that is being loaded.
    var loadsCurrent: Bool { loading == current }

    /// Takes one entry of the trace into account.
    mutating func take(_ entry: Trace.Entry) {
        switch entry.record {
        case .loads(let item, let variant):
            loading = item
            note(Int(variant), of: item)
        case .switched(_, let to): note(Int(to), of: loading)
        case .item(let id, _, let isFinished):
            current = id
            // Behind an item that was left before its end, the choice begins anew.
            if !isFinished, id == loading { note(media.firstVariant(of: id), of: id) }
        default: break
        }
    }

    private func variant(of item: Int32) -> Int {
        let variant = variants.indices.contains(Int(item)) ? variants[Int(item)] : nil
        return variant ?? media.firstVariant(of: item)
    }

    private mutating func note(_ variant: Int, of item: Int32) {
        guard item >= 0 else { return }
        while variants.count <= Int(item) { variants.append(nil) }
        variants[Int(item)] = variant
    }
}
