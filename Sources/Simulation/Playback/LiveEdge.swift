import PlayerModel

/// The edge of a live stream, as a player knew it.
extension Playback {
    /// The end of what was listed of all tracks of the item that is loaded, by then; nil where nothing was.
    package func listedEnd(at now: Instant, before order: Int = .max) -> MediaTime? {
        let known = listings.prefix { $0.at <= now && $0.order < order }
        guard let item = known.last?.value.item else { return nil }
        var ends: [MediaTime?] = [nil, nil]
        for listing in known where listing.value.item == item {
            ends[listing.value.track] = listing.value.range.upperBound
        }
        return ends.compactMap { $0 }.min()
    }

    /// The beginning of what was listed of all tracks of the item that is loaded, by then; nil where nothing was.
    package func listedStart(at now: Instant) -> MediaTime? {
        let known = listings.prefix { $0.at <= now }
        guard let item = known.last?.value.item else { return nil }
        var starts: [MediaTime?] = [nil, nil]
        for listing in known where listing.value.item == item {
            starts[listing.value.track] = listing.value.range.lowerBound
        }
        return starts.compactMap { $0 }.max()
    }

    /// The playlists that were asked for, of those that say which segments there are.
    package var playlistRequests: Int64 {
        exchanges.reduce(0) { sum, exchange in
            sum + (exchange.kind.isPlaylist && exchange.kind != .multivariantPlaylist ? 1 : 0)
        }
    }
}
