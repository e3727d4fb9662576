import PlayerModel

/// The summaries of a player's items: one for each time that an item was current, when it goes or at the end of the
/// run.
struct ItemSummaries {
    /// A time during which one item was current.
    private struct Visit: Ordered {
        let turn: ItemTurn
        /// The entry with which it goes, and when; and the instant until which whoever waits has waited.
        let end: Int
        let at: Instant
        let waitsUntil: Instant
        var summary = MetricEvents.Summary()

        var order: Int { turn.order }
    }

    private let run: PlayerRun
    private var playback: Playback { run.playback }
    private var visits: [Visit] = []

    /// The summaries of a run in which those switches came about.
    init(_ run: PlayerRun, _ switches: [(order: Int, item: Int32)]) {
        self.run = run
        findVisits()
        addTransfers()
        for change in switches { self.change(change.item, change.order) { $0.variantSwitchCount += 1 } }
        for index in visits.indices { addPlayback(index) }
    }

    var occurrences: [MetricOccurrence] {
        visits.map { MetricOccurrence($0.end, .summary, $0.at, .playbackSummary($0.summary)) }
    }

    private mutating func findVisits() {
        for (index, turn) in playback.items.enumerated() {
            let next = index + 1 < playback.items.count ? playback.items[index + 1] : nil
            if turn.item >= 0 {
                visits.append(
                    Visit(
                        turn: turn, end: next?.order ?? .max, at: next?.at ?? run.outcome.at,
                        waitsUntil: next?.at ?? run.waitsUntil))
            }
        }
    }

    // MARK: Transfers

    private mutating func addTransfers() {
        guard run.player.media.kind != .local else { return }
        for exchange in playback.exchanges {
            change(exchange.item, exchange.order) { $0.mediaResourceRequestCount += 1 }
        }
        for note in playback.notes {
            guard let error = ErrorLog.Entry(note, run), error.recovery != .none else { continue }
            // What is asked for anew, or of another variant, is a request of its own.
            let wasRepeated = run.wasRepeated(after: note)
            change(playback.loading(after: note.order), note.order) {
                $0.recoverableErrorCount += 1
                if wasRepeated { $0.mediaResourceRequestCount += 1 }
            }
        }
    }

    /// Changes the summary of an item as of an entry: of one that is loaded ahead of its turn, that of its next one.
    private mutating func change(_ item: Int32, _ order: Int, _ body: (inout MetricEvents.Summary) -> Void) {
        if let next = visits.firstIndex(where: { $0.turn.item == item && order < $0.end }) {
            body(&visits[next].summary)
        }
    }

    // MARK: Playback

    private mutating func addPlayback(_ index: Int) {
        let visit = visits[index]
        let clock = playback.clock.between(visit.order - 1, visit.end).filter { $0.isMoving }
        var summary = visit.summary
        for stall in playback.stalls.between(visit.order, visit.end) {
            summary.stallCount += 1
            let isOpen = stall.endedAt == nil && run.isLeftStalled
            let end = stall.endedAt ?? min(visit.waitsUntil, run.stallsUntil)
            let time = summary.timeSpentRecoveringFromStall
            summary.timeSpentRecoveringFromStall = isOpen ? nil : time.map { $0 + (end - stall.at) }
        }
        summary.playbackDuration = clock.reduce(.zero) { $0 + ($1.playedUntil(run.outcome.at) - $1.playhead.anchor) }
        // What begins and ends in one instant is no start.
        let started = clock.first { $0.end == nil || $0.playedUntil(run.outcome.at) > $0.playhead.anchor }
        summary.timeSpentInInitialStartup = startup(visit, until: started?.playhead.anchor ?? visit.waitsUntil)
        if run.player.media.kind == .hls {
            let played = playedByVariant(clock)
            summary.timeWeightedAverageBitrate = weighted(played) { $0.averageBitRate }
            summary.timeWeightedPeakBitrate = weighted(played) { $0.bitRate }
        }
        visits[index].summary = summary
    }

    /// The time until `end` during which there were both the item and the wish to play it. A wish that is older counts
    /// from the item's arrival. What is shown before it is no startup, as in `startup_time_s` (ours).
    private func startup(_ visit: Visit, until end: Instant) -> TimeAmount {
        var total = TimeAmount.zero
        let statuses = playback.statuses.before(visit.end)
        for (index, status) in statuses.enumerated()
        where status.rate.isMoving && status.reason != .interstitialEvent {
            let from = max(status.from, visit.turn.at)
            let to = index + 1 < statuses.count ? min(end, statuses[index + 1].from) : end
            if from < to { total = total + (to - from) }
        }
        return total
    }

    /// Nanoseconds for which each variant played.
    private func playedByVariant(_ clock: [ClockStretch]) -> [Int64] {
        var played = [Int64](repeating: 0, count: playback.media.variants.count)
        for stretch in clock {
            let end = stretch.playhead.place(at: stretch.playedUntil(run.outcome.at))
            for piece in playback.pieces(of: stretch, before: end, runEndingAt: run.outcome.at) {
                let length = (piece.range.upperBound - piece.range.lowerBound).nanoseconds
                let thousandths = Int64(stretch.playhead.rate.thousandths)
                played[piece.variant] += proportion(length, 1000, over: thousandths, .down)
            }
        }
        return played
    }

    /// The mean over the time played, rounded down; -1 where it is not known.
    private func weighted(_ played: [Int64], _ rate: (DeclaredVariant) -> Int64?) -> Int64 {
        var (sum, time) = (Int128(0), Int128(0))
        for (number, nanoseconds) in played.enumerated() where nanoseconds > 0 {
            guard let rate = rate(run.player.declared(number)) else { return -1 }
            sum += Int128(rate) * Int128(nanoseconds)
            time += Int128(nanoseconds)
        }
        return time > 0 ? Int64(sum / time) : -1
    }
}
