import PlayerModel

/// How far playback of a live stream was behind what the camera saw, over the time of its stretches. Whoever waits for
/// what the camera has not seen yet is behind nothing: that time does not count.
///
///     latency ╱▔▔╲__      straight lines between the places where the playhead changes how it moves
struct LiveFigures: Sendable {
    private var lines: [DistanceLine] = []

    init(_ run: PlayerRun) {
        for stretch in run.liveStretches {
            func latency(_ now: Instant) -> Int64 {
                (stretch.source.made(by: now) - stretch.playhead.place(at: now)).nanoseconds
            }
            let length = stretch.to - stretch.from
            add(DistanceLine(first: latency(stretch.from), last: latency(stretch.to), length: length.nanoseconds))
        }
    }

    /// Adds a line, or the part of it that is above zero.
    private mutating func add(_ line: DistanceLine) {
        let (low, high) = (min(line.first, line.last), max(line.first, line.last))
        guard low < 0 else { return lines.append(line) }
        let above = high > 0 ? proportion(line.length, high, over: high - low, .down) : 0
        if above > 0 { lines.append(DistanceLine(first: 0, last: high, length: above)) }
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
        return playback.firstMoving.map { (end - $0.playhead.place).nanoseconds }
    }

    /// How long the clock had another speed than the natural while that was asked for.
    var caughtUp: TimeAmount { run.ownPaces.reduce(.zero) { $0 + ($1.to - $1.from) } }

    /// Media that was passed over: it was listed no longer, or the offset from live was preserved.
    var skipped: Int64 {
        playback.skips.reduce(0) { $0 + ($1.isFirst ? 0 : max(0, ($1.to - $1.from).nanoseconds)) }
    }
}
