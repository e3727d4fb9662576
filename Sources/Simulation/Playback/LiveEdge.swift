import PlayerModel

/// The edge of a live stream, as a player knew it.
extension Playback {
    /// All that was listed by then of the item that is current then, since it was loaded; nothing of other items.
    package func listings(at now: Instant, before order: Int = .max) -> [Observed<ListedMedia>] {
        let turns = items.prefix { $0.at <= now && $0.order < order }
        guard let current = turns.last, current.item >= 0 else { return [] }
        // It may have been loaded before, and gone, or lost what it knew where everything began anew.
        let earlier = turns.indices.dropLast().last { turns[$0].item == current.item || turns[$0 + 1].beginsAnew }
        let first = earlier.map { turns[$0 + 1].order } ?? -1
        return listings.prefix { $0.at <= now && $0.order < order }
            .filter { $0.value.item == current.item && $0.order > first }
    }

    /// The end of what was listed of all tracks of the item that is current, by then; nil where nothing was.
    package func listedEnd(at now: Instant, before order: Int = .max) -> MediaTime? {
        var ends: [MediaTime?] = [nil, nil]
        for listing in listings(at: now, before: order) { ends[listing.value.track] = listing.value.range.upperBound }
        return ends.compactMap { $0 }.min()
    }

    /// The beginning of what was listed of all tracks of the item that is current, by then; nil where nothing was.
    package func listedStart(at now: Instant) -> MediaTime? {
        var starts: [MediaTime?] = [nil, nil]
        for listing in listings(at: now) { starts[listing.value.track] = listing.value.range.lowerBound }
        return starts.compactMap { $0 }.max()
    }

    /// The playlists that were asked for, of those that say which segments there are.
    package var playlistRequests: Int64 {
        exchanges.reduce(0) { sum, exchange in
            sum + (exchange.kind.isPlaylist && exchange.kind != .multivariantPlaylist ? 1 : 0)
        }
    }
}
