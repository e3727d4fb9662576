import PlayerModel

/// The way from a buffer that was long enough to one that ran dry: what came meanwhile, and what was played.
///
///     ahead │▔▔╲
///           │    ╲__
///           │       ╲__
///           └──┬───────┬──▶
///            from     the stall
///
/// It begins at the last instant at which what was ahead was at least nine tenths of the most that there was since
/// playback last began: a buffer that is full goes up and down by a segment.
package struct Decline: Equatable, Sendable {
    package let from: Instant
    /// The place of its beginning among the entries of the run.
    package let order: Int
    /// The media ahead of the playhead when it began.
    package let ahead: MediaTime
    /// The media that came until the stall, gap-free, and that was played.
    package let came: MediaTime
    package let played: MediaTime
    /// The bytes of all media that came whole meanwhile.
    package let bytes: Int64
    /// How much of that time fetching rested, because the buffer was full.
    package let rested: TimeAmount

    /// Of a stall; nil where nothing had been played before it.
    package init?(of stall: Halt, in run: PlayerRun) {
        let playback = run.playback
        guard let last = playback.clock.lastIndex(where: { $0.isMoving && $0.playhead.anchor < stall.from }) else {
            return nil
        }
        let begin = playback.clock[Self.beginning(of: last, in: playback.clock)]
        let order = playback.stalls.last { $0.at <= stall.from }?.order ?? Int.max
        var reader = PanelReader(run.player)
        let loads = playback.loads.between(begin.order, order).filter { $0.isOfCurrent }
        var samples: [(order: Int, at: Instant, ahead: MediaTime, loadedEnd: MediaTime)] = []
        for order in [begin.order] + loads.map({ $0.order }) {
            let at = max(order < 0 ? .zero : run.entries[order].at, begin.playhead.anchor)
            let panel = reader.panel(after: order, in: playback)
            let loadedEnd = panel.playableEnd(at: at)
            samples.append((order, at, loadedEnd - panel.currentTime(at: at), loadedEnd))
        }
        let most = samples.reduce(MediaTime.zero) { max($0, $1.ahead) }
        let enough = proportion(most.nanoseconds, 9, over: 10, .up)
        guard let first = samples.last(where: { $0.ahead.nanoseconds >= enough }) else { return nil }
        (from, self.order, ahead) = (first.at, first.order, first.ahead)
        rested = Self.rest(in: playback.announcements, from: first.at, until: stall.from)
        played = playback.clock[...last].reduce(.zero) { sum, stretch in
            guard stretch.order >= begin.order else { return sum }
            return sum + stretch.played(from: first.at, until: stall.from)
        }
        came = (samples.last?.loadedEnd ?? first.loadedEnd) - first.loadedEnd
        bytes = playback.loads.between(first.order, order).reduce(0) { $0.addingClamped($1.bytes) }
    }

    /// The time in which the buffer was full, from an instant until another.
    private static func rest(
        in announcements: [Observed<Announcement>], from start: Instant, until end: Instant
    ) -> TimeAmount {
        var (rest, fullSince) = (TimeAmount.zero, Instant?.none)
        for one in announcements.prefix(while: { $0.at <= end }) {
            guard case .bufferFull(let isFull) = one.value else { continue }
            let at = max(start, one.at)
            if let fullSince { rest = rest + (at - fullSince) }
            fullSince = isFull ? at : nil
        }
        return fullSince.map { rest + (end - $0) } ?? rest
    }

    /// The stretch in which playback last began: those after it go on from the same place, at another rate.
    private static func beginning(of last: Int, in clock: [ClockStretch]) -> Int {
        var index = last
        while index > 0, clock[index - 1].isMoving, clock[index - 1].end == .rate { index -= 1 }
        return index
    }
}
