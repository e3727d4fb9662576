import PlayerModel

/// A real session in words, for a person.
package enum FieldText {
    package static func text(_ session: FieldSession, file: String) -> String {
        let figures = FieldFigures(session)
        var lines = ["\(file): \(session.format.rawValue)"]
        lines += shares(figures)
        lines += rates(figures)
        lines += stated(session)
        lines += session.format.silence.map { "  " + $0 }
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    private static func row(_ name: String, _ words: String) -> String { "  " + NumberText.left(name, 22) + words }

    private static func seconds(_ nanoseconds: Int64) -> String { QuantityText.roundedSeconds(nanoseconds) }

    private static func rate(_ bitsPerSecond: Int64) -> String {
        NumberText.rounded(bitsPerSecond, places: 3, decimals: 0) + " kbit/s"
    }

    private static func shares(_ figures: FieldFigures) -> [String] {
        var rows = figures.shares.map { share in
            var words = share.requestCount.map { NumberText.count($0, "request") } ?? "requests not known"
            if let bytes = share.bytes { words += ", \(bytes) bytes" }
            if let media = share.media { words += ", \(seconds(media)) of media" }
            return row(share.kind.rawValue, words)
        }
        if figures.shares.count > 1 {
            rows.append(
                row(
                    "all",
                    (figures.requestCount.map { NumberText.count($0, "request") } ?? "requests not known")
                        + (figures.bytes.map { ", \($0) bytes" } ?? "")))
        }
        let unknown = [
            ("requests not known", figures.withoutRequests), ("bytes not known", figures.withoutBytes),
            ("media not known", figures.withoutMedia),
        ]
        for (name, count) in unknown where count > 0 {
            rows.append(row(name, "\(count) of \(figures.recordCount) records"))
        }
        if let span = figures.span { rows.append(row("from first to last", seconds(span))) }
        return rows
    }

    private static func rates(_ figures: FieldFigures) -> [String] {
        var rows: [String] = []
        func spread(_ name: String, _ spread: FieldFigures.Spread?, _ words: (Int64) -> String, _ of: String) {
            guard let spread else { return }
            let range = "\(words(spread.least)) to \(words(spread.greatest)), median \(words(spread.median))"
            rows.append(row(name, "\(range), of \(spread.count)\(of)"))
        }
        if let rate = figures.busyRate, let busy = figures.busy {
            rows.append(row("measured rate", "\(self.rate(rate)) over \(seconds(busy)) in which bytes came"))
        }
        spread("rate of bodies", figures.bodyRates, rate, " of 64 kB in 5 ms at least")
        spread("rate with waiting", figures.requestRates, rate, ", from request to last byte")
        spread("time to first byte", figures.firstBytes, seconds, "")
        spread("buffer when asked", figures.buffers, seconds, "")
        return rows
    }

    private static func stated(_ session: FieldSession) -> [String] {
        let stated = session.stated
        var rows: [String] = []
        func add(_ name: String, _ words: String?) { rows.append(row(name, words ?? "not told")) }
        let several = (session.sessionCount ?? 1) > 1
        add("startup", stated.startup.map { seconds($0) + (several ? ", of the first session that tells it" : "") })
        add("stalls", stated.stallCount.map { "\($0)" })
        add("time in stalls", stated.stallTime.map(seconds))
        if let watched = stated.watched { add("watched", seconds(watched)) }
        if let count = stated.variantSwitches { add("switches of variant", "\(count)") }
        if let count = stated.droppedFrames { add("dropped frames", "\(count)") }
        if let range = stated.throughput {
            add("player's estimate", "\(rate(range.lowerBound)) to \(rate(range.upperBound))")
        }
        if session.cachedCount > 0 { add("from a cache", "\(session.cachedCount), left out") }
        if session.workerCount > 0 { add("by a service worker", "\(session.workerCount), left out") }
        if session.localCount > 0 { add("of no network", "\(session.localCount), left out: no http or https") }
        if session.failedCount > 0 { add("failed", "\(session.failedCount)") }
        if let count = session.sessionCount, several { add("sessions", "\(count)") }
        return rows
    }
}
