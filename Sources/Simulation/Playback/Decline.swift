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
    /// The last whole millisecond in which a limit still holds for all segments that were fetched meanwhile: before the
    /// beginning, in which the next one is chosen, and before one was asked for that was under way then, or the
    /// playlist of the variant that was chosen for it.
    package let limitable: Instant
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
        let underWay = playback.exchanges.last {
            ($0.kind.track == 0 || $0.kind == .videoPlaylist) && $0.isUnderWay(after: first.order)
        }
        let chosen = min(first.at, underWay?.at ?? first.at)
        limitable = Instant(nanoseconds: max(0, chosen.nanoseconds - 1) / 1_000_000 * 1_000_000)
        rested = playback.fullTimes.reduce(.zero) { sum, full in
            let time = full.time.clamped(to: first.at..<max(first.at, stall.from))
            return sum + (time.upperBound - time.lowerBound)
        }
        played = playback.clock[...last].reduce(.zero) { sum, stretch in
            guard stretch.order >= begin.order else { return sum }
            return sum + stretch.played(from: first.at, until: stall.from)
        }
        came = (samples.last?.loadedEnd ?? first.loadedEnd) - first.loadedEnd
        bytes = playback.loads.between(first.order, order).reduce(0) { $0.addingClamped($1.bytes) }
    }

    /// The stretch in which playback last began: those after it go on from the same place, at another rate.
    private static func beginning(of last: Int, in clock: [ClockStretch]) -> Int {
        var index = last
        while index > 0, clock[index - 1].isMoving, clock[index - 1].end == .rate { index -= 1 }
        return index
    }
}

extension Playback {
    /// The times in which the buffer was full, each with the item that was current as it became full; in order.
    var fullTimes: [(item: Int32, time: Range<Instant>)] {
        var times: [(item: Int32, time: Range<Instant>)] = []
        var since: (item: Int32, at: Instant)?
        for one in announcements {
            guard case .bufferFull(let isFull) = one.value else { continue }
            if let since { times.append((since.item, since.at..<one.at)) }
            since = isFull ? (items.through(one.order).last?.item ?? -1, one.at) : nil
        }
        return times + (since.map { [($0.item, $0.at..<(.never))] } ?? [])
    }
}
