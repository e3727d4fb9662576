import PlayerModel

/// The requests until playback started, before and after the person asked for it: a bar for each exchange.
package enum Waterfall {
    /// How a request was over by the end of what is shown.
    package enum Fate: Sendable {
        /// It was not: nothing of it had come whole.
        case open
        case came, calledOff
        /// It was not made again.
        case failed
    }

    struct Bar {
        let begin: Instant
        var fate: Fate
        /// When the last of its bytes came, or when it was over without them; nil where it was not.
        var end: Instant?
        let what: String
        var bytes: Int64
        /// When it failed, whether it was made again or not.
        let failures: [Instant]
    }

    private static let width: Int64 = 48
    /// More exchanges than this are no start any more.
    static let mostBars = 40

    /// A player's waterfall, ending in a line break.
    package static func text(_ run: PlayerRun) -> String {
        let (asked, started) = (run.playback.requestedAt, run.playback.startedAt)
        let end = started ?? run.outcome.at
        let bars = bars(run, until: end, hasStarted: started != nil)
        guard let first = bars.first?.begin else {
            return "nothing was fetched\(started == nil ? "" : " before playback started")\n"
        }
        let origin = min(first, asked ?? first)
        var lines = [
            "waterfall: what was fetched until playback \(started == nil ? "might have started" : "started")"
        ]
        for bar in bars.prefix(mostBars) {
            let done = bar.end ?? end
            let row = line(from: bar.begin, to: done, in: origin...end, asked: asked)
            let time = bar.fate == .came ? (done - bar.begin).inRoundedSeconds : "-"
            lines.append(
                NumberText.right(bar.begin.inRoundedSeconds, 12) + NumberText.right(time, 12) + "  " + row + "  "
                    + words(bar))
        }
        if bars.count > mostBars { lines.append("             … \(bars.count - mostBars) more") }
        lines.append(summary(bars, run))
        return lines.map { $0.onOneLine }.joined(separator: "\n") + "\n"
    }

    private static func words(_ bar: Bar) -> String {
        var words = bar.what
        if bar.bytes > 0 { words += ", \(QuantityText.value(bar.bytes, .bytes))" }
        if let last = bar.failures.last {
            let count = bar.failures.count
            let times = count > 1 ? " \(count) times, the last" : ""
            words += ", failed\(times) at \(last.inRoundedSeconds)"
        }
        if bar.fate == .calledOff, let end = bar.end { words += ", called off at \(end.inRoundedSeconds)" }
        return words
    }

    /// How much there was when the person asked, and how long the wait was.
    private static func summary(_ bars: [Bar], _ run: PlayerRun) -> String {
        guard let asked = run.playback.requestedAt else { return "nobody asked to play" }
        let early = run.playback.exchanges.prefix { $0.at < asked }
        let open = early.count { $0.end?.at ?? .never > asked }
        let areWhole = early.allSatisfy { $0.end?.how == .whole } && open == 0
        let bytes = Self.bars(run, until: asked, hasStarted: true).reduce(0) { $0 + $1.bytes }
        var text = "asked to play at \(asked.inRoundedSeconds), marked by |; "
        text += "before it \(NumberText.count(early.count, "exchange"))"
        if open > 0 { text += ", \(open == early.count ? "" : "\(open) of them ")still under way" }
        text += " (\(QuantityText.value(bytes, .bytes))\(areWhole ? "" : " whole by then")), "
        text += "after it \(bars.count - early.count)"
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
            let ended = exchange.end.flatMap { $0.at <= end ? $0 : nil }
            let fate: Fate =
                switch ended?.how {
                case .cancelled: .calledOff
                case .gaveUp: .failed
                case .replaced: exchange.lastChunk == nil ? .calledOff : .came
                case .whole: .came
                case nil: last == nil ? .open : .came
                }
            return Bar(
                begin: exchange.at, fate: fate, end: fate == .came ? last ?? ended?.at : ended?.at,
                what: name(exchange, run),
                bytes: last == nil ? 0 : run.slots[Int(exchange.slot)].chunks.bytes(before: 1),
                failures: exchange.failures.filter { $0.at <= end }.map { $0.at })
        }
        for load in run.playback.loads where load.at <= end && bars.indices.contains(Int(load.exchange)) {
            let index = Int(load.exchange)
            bars[index].bytes += load.bytes
            guard bars[index].fate == .open || bars[index].fate == .came else { continue }
            (bars[index].fate, bars[index].end) = (.came, load.at)
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
