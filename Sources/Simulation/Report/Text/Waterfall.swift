import PlayerModel

/// The requests until playback started, before and after the person asked for it: a bar for each exchange.
package enum Waterfall {
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

    private static let width: Int64 = 48
    /// More exchanges than this are no start any more.
    static let mostBars = 40

    /// A player's waterfall, ending in a line break.
    package static func text(_ run: PlayerRun) -> String {
        let (asked, started) = (run.playback.requestedAt, run.playback.startedAt)
        let end = started ?? run.outcome.at
        let bars = bars(run, until: end, hasStarted: started != nil)
        guard let first = bars.first?.begin else { return "nothing was fetched before playback started\n" }
        let origin = min(first, asked ?? first)
        let last = bars.reduce(end) { max($0, min($1.end ?? end, end)) }
        var lines = [
            "waterfall: what was fetched until playback \(started == nil ? "might have started" : "started")"
        ]
        for bar in bars.prefix(mostBars) {
            let done = min(bar.end ?? last, last)
            let row = line(from: bar.begin, to: done, in: origin...last, asked: asked)
            let time = bar.end == nil ? "-" : (done - bar.begin).inRoundedSeconds
            lines.append(
                NumberText.right(bar.begin.inRoundedSeconds, 12) + NumberText.right(time, 12) + "  " + row + "  "
                    + bar.what + (bar.bytes > 0 ? ", \(QuantityText.value(bar.bytes, .bytes))" : ""))
        }
        if bars.count > mostBars { lines.append("             … \(bars.count - mostBars) more") }
        lines.append(summary(bars, run))
        return lines.map { $0.onOneLine }.joined(separator: "\n") + "\n"
    }

    /// How much there was before the person asked, and how long the wait was.
    private static func summary(_ bars: [Bar], _ run: PlayerRun) -> String {
        guard let asked = run.playback.requestedAt else { return "nobody asked to play" }
        let early = bars.filter { $0.begin < asked }
        let bytes = early.reduce(0) { $0 + $1.bytes }
        var text = "asked to play at \(asked.inRoundedSeconds), marked by |; "
        text += "before it \(NumberText.count(early.count, "exchange"))"
        text += " (\(QuantityText.value(bytes, .bytes))), after it \(bars.count - early.count)"
        guard let startup = run.startup, let started = run.playback.startedAt else { return text }
        text += "; the person waited \(startup.inRoundedSeconds)"
        let shown = run.interstitialTime(until: started)
        return shown > .zero ? text + " and saw interstitials for \(shown.inRoundedSeconds)" : text
    }

    /// Exchanges that began before `end`, in the order in which they did. Where playback has started then, a request of
    /// that instant is for later, and is left out.
    static func bars(_ run: PlayerRun, until end: Instant, hasStarted: Bool) -> [Bar] {
        let all = run.playback.exchanges.prefix { $0.at < end || $0.at == end && !hasStarted }
        var bars = all.map { exchange in
            let last = exchange.lastChunk.flatMap { exchange.kind.track == nil && $0.at <= end ? $0.at : nil }
            let failures = exchange.failures.filter { $0.at <= end }
            let ended = exchange.end.flatMap { $0.at <= end ? $0 : nil }
            return Bar(
                begin: exchange.at, end: last, what: name(exchange, run),
                bytes: last == nil ? 0 : run.slots[Int(exchange.slot)].chunks.bytes(before: 1),
                cancelledAt: ended?.how == .cancelled ? ended?.at : nil, failures: failures.map { $0.at },
                isGivenUp: ended?.how == .gaveUp)
        }
        for load in run.playback.loads where load.at <= end && bars.indices.contains(Int(load.exchange)) {
            bars[Int(load.exchange)].end = load.at
            bars[Int(load.exchange)].bytes += load.bytes
        }
        return bars
    }

    private static func name(_ exchange: Exchange, _ run: PlayerRun) -> String {
        let name = run.player.name(ofSlot: exchange.slot, in: run.slots)
        switch exchange.kind {
        case .file: return "the file from chunk \(exchange.chunks.lowerBound) on"
        case .video, .audio, .subtitles: return "\(name), chunk \(exchange.chunks.lowerBound)"
        case .multivariantPlaylist, .key, .videoPlaylist, .audioPlaylist, .videoInit, .audioInit, .subtitlePlaylist,
            .subtitleInit, .steeringManifest, .assetList:
            return name
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
        let bar = column(begin)...max(column(begin), column(end))
        let mark = asked.map(column)
        return (0..<width).map { bar.contains($0) ? "▇" : ($0 == mark ? "|" : " ") }.joined()
    }
}
