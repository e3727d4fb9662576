import PlayerModel

/// A stretch of the clock in the programme of a live stream: from the first start on, with waits, until that is over.
/// An item that has not joined its stream yet has no place in it, and whoever sees an interstitial event, or has an
/// item that failed, is behind nothing.
struct LiveStretch: Sendable {
    let item: Int32
    let source: LiveSource
    let playhead: Playhead
    let from: Instant
    let to: Instant
}

extension PlayerRun {
    /// In order of time, and apart from each other.
    var liveStretches: [LiveStretch] {
        guard player.isLive, let started = playback.startedAt else { return [] }
        var stretches: [LiveStretch] = []
        var (joined, isNext) = (Instant.never, true)
        let failures = playback.announcements.filter { if case .itemFailed = $0.value { true } else { false } }
        for (place, stretch) in playback.clock.enumerated() {
            defer { isNext = stretch.end == .item }
            guard stretch.item >= 0 else { continue }
            let asset = player.assets[player.asset(ofItem: stretch.item)].media
            guard let source = asset.live else { continue }
            if isNext { joined = join(of: stretch.item, from: place) }
            var from = max(started, stretch.playhead.anchor, joined)
            let failed = failures.first { stretch.order < $0.order && $0.order < stretch.endOrder ?? .max }?.at
            // The programme goes on where nothing more happens to whoever waits, or is paused.
            let to = min(stretch.to ?? waitsUntil, failed ?? .never, source.finishes(asset.duration))
            func add(until to: Instant) {
                guard from < to else { return }
                stretches.append(
                    LiveStretch(item: stretch.item, source: source, playhead: stretch.playhead, from: from, to: to))
            }
            for event in playback.interstitials where event.at < to && from < event.to ?? .never {
                add(until: event.at)
                from = event.to ?? .never
            }
            add(until: to)
        }
        return stretches
    }

    /// When an item, whose turn begins with a stretch of the clock, joins its stream, or else is first listed there.
    private func join(of item: Int32, from place: Int) -> Instant {
        let (first, turn) = (playback.clock[place], playback.clock[place...])
        let end = turn.first { $0.end == .item }?.endOrder ?? .max
        let own = first.order..<end
        if let join = playback.skips.first(where: { $0.isFirst && own.contains($0.order) }) { return join.at }
        let listing = playback.listings.first { $0.value.item == item && $0.order < end }
        return listing.map { max($0.at, first.playhead.anchor) } ?? .never
    }
}

/// A distance in nanoseconds that changes evenly, from the first instant of a length of time to its last.
struct DistanceLine: Sendable {
    let first: Int64
    let last: Int64
    let length: Int64

    /// For how long it is above a height.
    func above(_ height: Int64) -> Int64 {
        let (low, high) = (min(first, last), max(first, last))
        if height < low { return length }
        if height >= high { return 0 }
        return proportion(length, high - height, over: high - low, .down)
    }
}
