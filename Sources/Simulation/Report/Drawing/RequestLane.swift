import PlayerModel

/// The requests over time: all of them where they are few, else those until playback started.
package struct RequestLane: Sendable {
    package struct Bar: Equatable, Sendable {
        package let from: Instant
        package let to: Instant
        package let what: String
        package let bytes: Int64
        package let fate: Waterfall.Fate
        /// The instants at which an attempt failed, whether it was repeated or not.
        package let failures: [Instant]
    }

    package let bars: [Bar]
    package let omitted: Int
    /// Whether only those are shown that began before playback started.
    package let isStart: Bool
    package let axis: Axis

    init(_ run: PlayerRun, until end: Instant) {
        let (asked, started) = (run.playback.requestedAt, run.playback.startedAt)
        isStart = run.playback.exchanges.count > Waterfall.mostBars
        let limit = isStart ? started ?? end : end
        let all = Waterfall.bars(run, until: limit, hasStarted: isStart && started != nil)
        omitted = max(0, all.count - Waterfall.mostBars)
        bars = all.prefix(Waterfall.mostBars).map { bar in
            Bar(
                from: bar.begin, to: bar.end ?? limit, what: bar.what, bytes: bar.bytes, fate: bar.fate,
                failures: bar.failures)
        }
        let first = all.first?.begin ?? .zero
        axis = Axis(from: isStart ? min(first, asked ?? first) : .zero, to: limit)
    }
}
