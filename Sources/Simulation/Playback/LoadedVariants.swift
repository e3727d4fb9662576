import PlayerModel

extension Playback {
    /// The item that is being loaded after an entry.
    func loading(after order: Int) -> Int32 { loadTurns.through(order).last?.item ?? 0 }

    /// The last request for a variant's media for an item, up to an entry, or for something that media needs and that
    /// is of the variant that was chosen last; nil where there is none.
    func requestOfVariant(of item: Int32, chosen: Int32?, through order: Int) -> Exchange? {
        exchanges.through(order).last { exchange in
            let isOfMedia = exchange.kind.track == 0
            let isNeeded = [.videoPlaylist, .videoInit].contains(exchange.kind)
            let variant = slots[Int(exchange.slot)].variant
            return exchange.item == item && variant >= 0 && (isOfMedia || isNeeded && variant == chosen)
        }
    }

    /// Whether it is told already that an item is loaded in a variant: where none was current for an instant, the
    /// loader begins with the one that came then, and hears of that one once more.
    func isTold(_ item: Int32, _ variant: Int32, _ now: Instant) -> Bool {
        guard let last = loadTurns.last, last.at == now, last.order > items.last?.order ?? -1 else { return false }
        return (last.item, last.variant) == (item, variant) && self.variant == Int(variant)
    }

    /// Whether what was asked for last of an item's media was called off, and nothing of it has come since it began.
    func hasLostAll(of item: Int32) -> Bool {
        guard !media.holders.isKept(media.holder(of: item)),
            let begin = loadTurns.last(where: { $0.item == item && $0.manner == .begins })?.order
                ?? items.last(where: { $0.item == item })?.order
        else { return false }
        let last = exchanges.between(begin, .max).last { $0.item == item && $0.kind.track != nil }
        return last?.end?.how == .cancelled && !loads.between(begin, .max).contains { $0.item == item }
    }

    /// The variants of what is loaded of an item now; nil where nothing is.
    func loadedVariants(of item: Int32) -> LoadedVariants? {
        let holder = media.holder(of: item)
        return held.indices.contains(holder) ? held[holder] : nil
    }

    /// The variant that an item has after an entry.
    func variant(of item: Int32, after order: Int) -> Int {
        itemVariants.through(order).last { $0.item == item }?.variant ?? media.firstVariant(of: item)
    }
}

/// The variant in which each chunk of an item's first track was loaded, and is played, whatever is fetched by then.
struct LoadedVariants: Sendable {
    /// In the place of a variant where a chunk counts as loaded, and nothing of it is there.
    static let none = -1

    private let chunks: ChunkTable
    /// From each chunk on, a variant; in order. What is not loaded is not played, so its variant is of no account.
    private var steps: ContiguousArray<(chunk: Int64, variant: Int)>

    /// Nothing is loaded, and `variant` will be first.
    init(_ chunks: ChunkTable, variant: Int) { (self.chunks, steps) = (chunks, [(0, variant)]) }

    /// A chunk is loaded of a variant. Constant time behind the last one.
    mutating func load(_ chunk: Int64, of variant: Int) {
        var index = steps.count - 1
        while steps[index].chunk > chunk { index -= 1 }
        let before = steps[index].variant
        guard before != variant else { return }
        let isLast = index + 1 == steps.count
        if !isLast, steps[index + 1].chunk != chunk + 1 { steps.insert((chunk + 1, before), at: index + 1) }
        if steps[index].chunk == chunk {
            steps[index].variant = variant
        } else {
            steps.insert((chunk, variant), at: index + 1)
        }
    }

    func pieces(of range: Range<MediaTime>) -> [ClockStretch.Piece] {
        var pieces: [ClockStretch.Piece] = []
        for (index, step) in steps.enumerated() {
            let start = max(range.lowerBound, chunks.start(of: step.chunk))
            let next = index + 1 < steps.count ? chunks.start(of: steps[index + 1].chunk) : .unlimited
            let end = min(range.upperBound, next)
            guard start < end, step.variant != Self.none else { continue }
            if let last = pieces.indices.last, pieces[last].variant == step.variant,
                pieces[last].range.upperBound == start
            {
                pieces[last].range = pieces[last].range.lowerBound..<end
            } else {
                pieces.append(ClockStretch.Piece(range: start..<end, variant: step.variant))
            }
        }
        return pieces
    }
}
