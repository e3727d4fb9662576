import PlayerModel

/// A live stream over time, in nanoseconds of media behind what the camera sees: the playhead, and between which
/// places there was anything to be had. Each item of a queue has its own stream, or none, while it is current.
///
///     window ╌╌╌╱╌╌╌╱╌╌╌╱   the oldest that the playlist lists, as the player knows it
///     playhead ━━━━━━━━━━
///     edge ╱╱╱╱╱╱╱╱╱╱╱╱╱╱   the newest
///     camera ────────────   0
package struct LiveLane: Sendable {
    package private(set) var behind = Series()
    package private(set) var edge = Series()
    package private(set) var window = Series()

    /// Nothing where nothing live was played.
    init?(_ run: PlayerRun, until end: Instant) {
        guard run.player.isLive else { return nil }
        var (behind, edge, window) = (Lines(), Lines(), Lines())
        for turn in run.liveTurns {
            let last = min(turn.to ?? end, turn.finish, end)
            for stretch in turn.clock {
                // Before it has joined the stream the playhead is nowhere in it.
                let from = max(stretch.playhead.anchor, turn.joined)
                behind.add(turn.source, from: from, to: min(stretch.to ?? end, last)) {
                    stretch.playhead.place(at: $0)
                }
            }
            let listings = turn.listings.filter { $0.value.track == 0 }
            for (index, listing) in listings.enumerated() {
                let next = index + 1 < listings.count ? listings[index + 1].at : end
                let (from, to) = (max(listing.at, turn.from), min(next, last))
                edge.add(turn.source, from: from, to: to) { _ in listing.value.range.upperBound }
                window.add(turn.source, from: from, to: to) { _ in listing.value.range.lowerBound }
            }
        }
        guard !behind.series.lines.isEmpty || !edge.series.lines.isEmpty else { return nil }
        (self.behind, self.edge, self.window) = (behind.series, edge.series, window.series)
    }

    /// A scale that shows the playhead and the edge, and the window if that is not far above.
    var scale: Scale {
        let near = max(behind.most ?? 0, edge.most ?? 0, 1_000_000_000)
        let far = window.most ?? 0
        return Scale(holding: far / 4 <= near ? max(near, far) : near)
    }

    var isWindowShown: Bool { window.most.map { $0 <= scale.top } ?? false }

    /// Lines between the places where something changes how far it is behind.
    private struct Lines {
        var series = Series()

        mutating func add(_ source: LiveSource, from: Instant, to: Instant, _ place: (Instant) -> MediaTime) {
            guard from < to else { return }
            func behind(_ now: Instant) -> Series.Point {
                Series.Point(now, max(0, (source.made(by: now) - place(now)).nanoseconds))
            }
            series.append([behind(from), behind(to)])
        }
    }
}
