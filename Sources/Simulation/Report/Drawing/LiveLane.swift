import PlayerModel

/// A live stream over time, in nanoseconds of media behind what the camera sees: the playhead, and between which
/// places there was anything to be had.
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
        // Before it has joined the stream the playhead is nowhere in it.
        let joined = run.playback.skips.first { $0.isFirst }?.at ?? run.playback.startedAt ?? .never
        for stretch in run.playback.clock where stretch.item >= 0 {
            guard let (source, finish) = Self.source(of: stretch.item, run) else { continue }
            let to = min(stretch.to ?? end, finish, end)
            behind.add(source, from: max(stretch.playhead.anchor, joined), to: to) { stretch.playhead.place(at: $0) }
        }
        let listings = run.playback.listings.filter { $0.value.track == 0 && !$0.value.range.isEmpty }
        for (index, listing) in listings.enumerated() {
            guard let (source, finish) = Self.source(of: listing.value.item, run) else { continue }
            let next = index + 1 < listings.count ? listings[index + 1].at : end
            let to = min(next, finish, end)
            edge.add(source, from: listing.at, to: to) { _ in listing.value.range.upperBound }
            window.add(source, from: listing.at, to: to) { _ in listing.value.range.lowerBound }
        }
        guard !behind.series.lines.isEmpty || !edge.series.lines.isEmpty else { return nil }
        (self.behind, self.edge, self.window) = (behind.series, edge.series, window.series)
    }

    /// The stream of an item, and when its programme is over; nil where it is none.
    private static func source(of item: Int32, _ run: PlayerRun) -> (LiveSource, Instant)? {
        let media = run.player.assets[run.player.asset(ofItem: item)].media
        return media.live.map { ($0, $0.finishes(media.duration)) }
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
