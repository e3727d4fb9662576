import PlayerModel

/// What was fetched over time: all of it where that is little, else what was fetched until playback started.
package struct ExchangeCourse: Sendable {
    package struct Bar: Equatable, Sendable {
        package let from: Instant
        package let to: Instant
        package let what: String
        package let bytes: Int64
        /// Whether it was still under way at the end of what is shown.
        package let isOpen: Bool
        /// When it failed, to be made again or not.
        package let failures: [Instant]
    }

    package let bars: [Bar]
    /// How many more there were.
    package let omitted: Int
    /// Whether only those are shown that began before playback started.
    package let isStart: Bool
    package let axis: Axis

    init(_ run: Run, until end: Instant) {
        let count = run.trace.entries.reduce(0) { count, entry in
            if case .requested = entry.record { count + 1 } else { count }
        }
        let tally = Tally(run)
        isStart = count > Waterfall.mostBars
        let limit = isStart ? tally.startedAt ?? end : end
        let all = Waterfall.bars(run, until: limit, hasStarted: isStart && tally.startedAt != nil)
        omitted = max(0, all.count - Waterfall.mostBars)
        let last = isStart ? all.reduce(limit) { max($0, min($1.end ?? limit, limit)) } : end
        bars = all.prefix(Waterfall.mostBars).map { bar in
            let isOpen = bar.end == nil && bar.cancelledAt == nil && !bar.isGivenUp
            let to = bar.cancelledAt ?? (bar.isGivenUp ? bar.failures.last : bar.end) ?? last
            return Bar(
                from: bar.begin, to: max(bar.begin, min(to, last)), what: bar.what, bytes: bar.bytes, isOpen: isOpen,
                failures: bar.failures)
        }
        let first = all.first?.begin ?? .zero
        axis = Axis(from: isStart ? min(first, tally.requestedAt ?? first) : .zero, to: last)
    }
}
