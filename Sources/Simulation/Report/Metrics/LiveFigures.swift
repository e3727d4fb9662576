import PlayerModel

/// How far playback of a live stream was behind what the camera saw, over time: from the first start on, with waits,
/// until the programme is over. An item that has not joined its stream yet has no place in it, and whoever waits for
/// what the camera has not seen yet is behind nothing: that time does not count.
///
///     latency ╱▔▔╲__      straight lines between the places where the playhead changes how it moves
struct LiveFigures: Sendable {
    private struct Line {
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

    private var lines: [Line] = []

    init(_ run: PlayerRun) {
        guard let started = run.playback.startedAt else { return }
        var (joined, isNext) = (Instant.never, true)
        for (place, stretch) in run.playback.clock.enumerated() {
            defer { isNext = stretch.end == .item }
            guard stretch.item >= 0 else { continue }
            let asset = run.player.assets[run.player.asset(ofItem: stretch.item)].media
            guard let source = asset.live else { continue }
            if isNext { joined = Self.join(of: stretch.item, from: place, run.playback) }
            let from = max(started, stretch.playhead.anchor, joined)
            let to = min(stretch.to ?? run.outcome.at, source.finishes(asset.duration))
            // Whoever sees an interstitial event is behind nothing.
            let isSuspended = run.playback.interstitials.contains { $0.at <= from && to <= $0.to ?? .never }
            guard from < to, !isSuspended else { continue }
            func latency(_ now: Instant) -> Int64 {
                (source.made(by: now) - stretch.playhead.place(at: now)).nanoseconds
            }
            add(Line(first: latency(from), last: latency(to), length: (to - from).nanoseconds))
        }
    }

    /// When an item, whose turn begins with a stretch of the clock, joins its stream, or else is first listed there.
    private static func join(of item: Int32, from place: Int, _ playback: Playback) -> Instant {
        let (first, turn) = (playback.clock[place], playback.clock[place...])
        let end = turn.first { $0.end == .item }?.endOrder ?? .max
        let own = first.order..<end
        if let join = playback.skips.first(where: { $0.isFirst && own.contains($0.order) }) { return join.at }
        let listing = playback.listings.first { $0.value.item == item && $0.order < end }
        return listing.map { max($0.at, first.playhead.anchor) } ?? .never
    }

    /// Adds a line, or the part of it that is above zero.
    private mutating func add(_ line: Line) {
        let (low, high) = (min(line.first, line.last), max(line.first, line.last))
        guard low < 0 else { return lines.append(line) }
        let above = high > 0 ? proportion(line.length, high, over: high - low, .down) : 0
        if above > 0 { lines.append(Line(first: 0, last: high, length: above)) }
    }

    private var length: Int64 { lines.reduce(0) { $0 + $1.length } }

    var mean: Int64? {
        guard length > 0 else { return nil }
        let area = lines.reduce(Int128(0)) { $0 + (Int128($1.first) + Int128($1.last)) * Int128($1.length) }
        return Int64(area / (2 * Int128(length)))
    }

    /// The least latency that was not exceeded for 95 % of the time.
    var percentile95: Int64? {
        guard length > 0 else { return nil }
        let most = proportion(length, 50_000, over: 1_000_000, .down)
        var (low, high) = (lines.reduce(Int64.max) { min($0, $1.first, $1.last) }, Int64.min)
        high = lines.reduce(high) { max($0, $1.first, $1.last) }
        while low < high {
            let middle = low + (high - low) / 2
            let above = lines.reduce(Int64(0)) { $0 + $1.above(middle) }
            if above <= most { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Figures {
    /// How far the playhead was from the end of the playlist when playback started.
    var offsetAtStart: Int64? {
        guard let started = playback.startedAt, let end = playback.listedEnd(at: started) else { return nil }
        // At that instant it may skip a gap as well.
        let stretch = playback.clock.first { $0.isMoving }
        return stretch.map { (end - $0.playhead.place).nanoseconds }
    }

    /// How long the clock had another speed than the natural while that was asked for.
    var caughtUp: TimeAmount { run.ownPaces.reduce(.zero) { $0 + ($1.to - $1.from) } }

    /// Media that was passed over because it was no longer to be had.
    var skipped: Int64 {
        playback.skips.reduce(0) { $0 + ($1.isFirst ? 0 : max(0, ($1.to - $1.from).nanoseconds)) }
    }
}
