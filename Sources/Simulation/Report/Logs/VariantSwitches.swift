import PlayerModel

/// The switches of variants as `AVMetrics` reports them: each begins when another variant is decided for, or when an
/// item's first one is asked for, and ends when the first segment of it is there, or never will be.
struct VariantSwitches {
    private struct Start: Ordered {
        let order: Int
        let at: Instant
        /// Nil for the first variant of an item.
        let from: Int?
        let to: Int
    }

    private(set) var occurrences: [MetricOccurrence] = []
    /// The switches that came about, with the items that they were of; first variants are not among them.
    private(set) var done: [(order: Int, item: Int32)] = []

    init(_ run: PlayerRun) {
        guard run.player.media.kind == .hls else { return }
        let playback = run.playback
        let wanted = playback.wantedVariants.map {
            Start(order: $0.order, at: $0.at, from: Int($0.from), to: Int($0.to))
        }
        let starts = (wanted + Self.firstVariants(of: run)).sorted { $0.order < $1.order }
        var reader = PanelReader(run.player)
        for (index, start) in starts.enumerated() {
            func change(_ order: Int) -> MetricEvents.VariantSwitch {
                let ranges = reader.panel(after: order, in: playback).loadedTimeRanges
                return MetricEvents.VariantSwitch(from: start.from, to: start.to, loadedTimeRanges: ranges)
            }
            occurrences.append(
                MetricOccurrence(start.order, .switchStart, start.at, .variantSwitchStart(change(start.order))))
            let next = index + 1 < starts.count ? starts[index + 1] : nil
            guard let end = end(of: start, next, playback) else { continue }
            let kind = MetricEvents.Kind.variantSwitch(change(end.order), didSucceed: end.didSucceed)
            occurrences.append(MetricOccurrence(end.order, .switchEnd, end.at, kind))
        }
    }

    /// The first variant of each item, when something of it is asked for first. An item that comes back begins anew,
    /// unless what was loaded of it has been kept.
    private static func firstVariants(of run: PlayerRun) -> [Start] {
        let playback = run.playback
        var (turns, current) = (playback.items[...], Int32(0))
        var (starts, begun): ([Start], [Int32]) = ([], [])
        for exchange in playback.exchanges where [.video, .videoPlaylist, .videoInit].contains(exchange.kind) {
            while let turn = turns.first, turn.order < exchange.order {
                if !turn.followsEnd || !run.player.loader.keepsFinished { begun.removeAll { $0 == current } }
                current = turn.item
                turns.removeFirst()
            }
            guard !begun.contains(exchange.item) else { continue }
            begun.append(exchange.item)
            let variant = playback.variant(of: exchange.item, after: exchange.order)
            starts.append(Start(order: exchange.order, at: exchange.at, from: nil, to: variant))
        }
        return starts
    }

    /// The end of a switch; nil where it has none, because the item goes, or the run ends, or another item begins.
    private mutating func end(
        of start: Start, _ next: Start?, _ playback: Playback
    ) -> (order: Int, at: Instant, didSucceed: Bool)? {
        let before = next?.order ?? .max
        let gone = playback.items.between(start.order, before).first { $0.loadedCurrent }?.order
        let last = gone ?? before
        let load = playback.loads.between(start.order, last).first {
            // A switch back to what was fetched before is no other variant.
            $0.track == 0 && (start.from == nil || playback.variant(of: $0.item, after: $0.order) == start.to)
        }
        let turn = playback.variants.between(start.order, last).first { Int($0.to) == start.to }
        let failure = playback.notes.between(start.order, last).first {
            if case .gaveUp = $0.value { true } else { false }
        }
        let first = min(load?.order ?? last, turn?.order ?? last, failure?.order ?? last)
        if let load, load.order == first { return (first, load.at, true) }
        if let failure, failure.order == first { return (first, failure.at, false) }
        if let turn, turn.order == first {
            if start.from != nil, playback.variant(of: turn.item, after: first - 1) != start.to {
                done.append((first, turn.item))
            }
            return (first, turn.at, true)
        }
        guard gone == nil, let next, next.from != nil else { return nil }
        return (next.order, next.at, false)
    }
}
