import PlayerModel

/// What was fetched until playback started, before and after the person asked for it: a bar for each exchange.
package enum Waterfall {
    /// An exchange.
    struct Bar {
        let begin: Instant
        /// When the last of its bytes came; nil where none did.
        var end: Instant?
        let what: String
        var bytes: Int64 = 0
        var cancelledAt: Instant?
        var failures: [Instant] = []
        var isGivenUp = false
    }

    /// Columns that the bars fill.
    private static let width: Int64 = 48
    /// More exchanges than this are no start any more.
    static let mostBars = 40

    /// The waterfall of the player that is viewed, ending in a line break.
    package static func text(_ run: Run) -> String {
        let tally = Tally(run)
        let end = tally.startedAt ?? run.outcome.at
        let bars = bars(run, until: end, hasStarted: tally.startedAt != nil)
        guard let first = bars.first?.begin else { return "nothing was fetched before playback started\n" }
        let origin = min(first, tally.requestedAt ?? first)
        let last = bars.reduce(end) { max($0, min($1.end ?? end, end)) }
        var lines = [
            "waterfall: what was fetched until playback \(tally.startedAt == nil ? "might have started" : "started")"
        ]
        for bar in bars.prefix(mostBars) {
            let done = min(bar.end ?? last, last)
            let row = line(from: bar.begin, to: done, in: origin...last, asked: tally.requestedAt)
            let time = bar.end == nil ? "-" : seconds(done - bar.begin)
            lines.append(
                NumberText.right(seconds(bar.begin - .zero), 12) + NumberText.right(time, 12) + "  " + row + "  "
                    + bar.what + (bar.bytes > 0 ? ", \(QuantityText.value(bar.bytes, .bytes))" : ""))
        }
        if bars.count > mostBars { lines.append("             … \(bars.count - mostBars) more") }
        lines += summary(bars, tally)
        return lines.map { $0.onOneLine }.joined(separator: "\n") + "\n"
    }

    /// How much there was before the person asked, and how long the wait was.
    private static func summary(_ bars: [Bar], _ tally: Tally) -> [String] {
        guard let asked = tally.requestedAt else { return ["nobody asked to play"] }
        let early = bars.filter { $0.begin < asked }
        let bytes = early.reduce(0) { $0 + $1.bytes }
        var text = "asked to play at \(seconds(asked - .zero)), marked by |; "
        text += "before it \(early.count) \(early.count == 1 ? "exchange" : "exchanges")"
        text += " (\(QuantityText.value(bytes, .bytes))), after it \(bars.count - early.count)"
        if let started = tally.startedAt { text += "; the person waited \(seconds(started - asked))" }
        return [text]
    }

    /// Exchanges that began before `end`, in the order in which they did. Where playback has started then, what is
    /// asked for at that instant is for later, and is left out.
    static func bars(_ run: Run, until end: Instant, hasStarted: Bool) -> [Bar] {
        var bars: [Bar] = []
        /// By slot, the bar that is being drawn; and by track, the slot that was asked for last.
        var open: [Int?] = []
        var slotOfTrack = [0, 0]
        let slots = run.scenario.slots
        for entry in run.trace.entries where entry.at <= end {
            switch entry.record {
            case .requested(let request):
                while open.count <= Int(request.id.slot) { open.append(nil) }
                guard entry.at < end || !hasStarted else { continue }
                open[Int(request.id.slot)] = bars.count
                if let track = slots[Int(request.id.slot)].kind.track { slotOfTrack[track] = Int(request.id.slot) }
                bars.append(
                    Bar(begin: entry.at, what: name(request, slots, run.scenario.players[run.scenario.viewed])))
            case .loaded(let bytes, _, _, let track):
                close(slotOfTrack[Int(track)], bytes, entry.at, open, &bars)
            case .fetched(let bytes, let slot): close(Int(slot), bytes, entry.at, open, &bars)
            case .cancelled(let id):
                guard Int(id.slot) < open.count, let index = open[Int(id.slot)] else { continue }
                bars[index].cancelledAt = entry.at
                open[Int(id.slot)] = nil
            case .network(.retries(let slot, _)): fail(Int(slot), entry.at, isForGood: false, open, &bars)
            case .network(.gaveUp(let slot, _)): fail(Int(slot), entry.at, isForGood: true, open, &bars)
            default: break
            }
        }
        return bars
    }

    private static func close(_ slot: Int, _ bytes: Int64, _ now: Instant, _ open: [Int?], _ bars: inout [Bar]) {
        guard slot < open.count, let index = open[slot] else { return }
        bars[index].end = now
        bars[index].bytes += bytes
    }

    private static func fail(
        _ slot: Int, _ now: Instant, isForGood: Bool, _ open: [Int?], _ bars: inout [Bar]
    ) {
        guard slot < open.count, let index = open[slot] else { return }
        bars[index].failures.append(now)
        bars[index].isGivenUp = isForGood
    }

    private static func name(_ request: Request, _ slots: [Resource], _ player: ScenarioPlayer) -> String {
        let name = Scenario.name(ofSlot: request.id.slot, in: slots, player)
        switch slots[Int(request.id.slot)].kind {
        case .file: return "the file from chunk \(request.firstChunk) on"
        case .video, .audio: return "\(name), chunk \(request.firstChunk)"
        default: return name
        }
    }

    /// A bar, with a mark where the person asked to play.
    private static func line(
        from begin: Instant, to end: Instant, in span: ClosedRange<Instant>, asked: Instant?
    ) -> String {
        let whole = max(1, (span.upperBound - span.lowerBound).nanoseconds)
        func column(_ instant: Instant) -> Int64 {
            min(width - 1, proportion((instant - span.lowerBound).nanoseconds, width, over: whole, .down))
        }
        let (first, last) = (column(begin), column(end))
        var text = ""
        for place in 0..<width {
            let isInside = place >= first && place <= max(first, last)
            let isMark = asked.map { column($0) == place } ?? false
            text += isInside ? "▇" : (isMark ? "|" : " ")
        }
        return text
    }

    private static func seconds(_ amount: TimeAmount) -> String {
        NumberText.rounded(amount.nanoseconds, places: 9, decimals: 3) + " s"
    }
}
