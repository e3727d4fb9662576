import PlayerModel
import Simulation

/// A scenario that was read, with the path that it has on the page, and the warnings about the files that it names.
struct LoadedPageScenario {
    let scenario: Scenario
    let path: String
    let notes: [FileNote]
}

/// A run that the page shows: what is asked about it is answered without another run, where that can be.
struct HeldPageRun {
    let path: String
    private let notes: [FileNote]
    /// How high the page has the plots, in hundredths of what is usual.
    private let stretch: Int64
    private(set) var run: Run
    private(set) var players: [PlayerRun]

    init(_ loaded: LoadedPageScenario, stretch: Int64) throws(SessionError) {
        (path, notes, self.stretch) = (loaded.path, loaded.notes, stretch)
        run = try Run(loaded.scenario).tellingOffersAtRest()
        players = run.players
    }

    mutating func findGoldilocks() throws(SessionError) {
        try run.findGoldilocks()
        players = run.players
    }

    /// Writes all that a page shows at once; a quick one, while a slider is dragged, only what is drawn above.
    func write(isQuick: Bool = false, _ writer: inout JSONWriter) {
        let scenario = run.scenario
        writer.member("name", scenario.name)
        writer.member("digest", run.digest.text)
        writer.member("events", run.outcome.events)
        writer.member("last", TextReport.last(run))
        writer.member("isQuick", isQuick)
        writer.array("players") { writer in
            for player in players { isQuick ? writeQuickly(player, &writer) : write(player, &writer) }
        }
        if isQuick { return }
        writer.array("warnings") { writer in
            for note in notes { Workbench.write(note.text(), &writer) }
            for diagnostic in scenario.warnings + Unreached.warnings(run) { Workbench.write(diagnostic, &writer) }
            for sentence in DoubtfulDecisions.sentences(run) { Workbench.write(sentence, &writer) }
        }
    }

    private func writeQuickly(_ player: PlayerRun, _ writer: inout JSONWriter) {
        let lanes = Lanes(player)
        writer.beginObject()
        writer.member("name", player.isAlone ? "" : lanes.name)
        writer.member("verdict", PageVerdict.text(player, lanes))
        writer.member("timeline", RunDrawing.timeline(lanes, stretch: stretch))
        writer.member("end", lanes.end.nanoseconds)
        writer.endObject()
    }

    private func write(_ player: PlayerRun, _ writer: inout JSONWriter) {
        let lanes = Lanes(player)
        let fetched = RunDrawing.waterfall(lanes)
        writer.beginObject()
        writer.member("name", player.isAlone ? "" : lanes.name)
        writer.member("verdict", PageVerdict.text(player, lanes))
        writer.member("timeline", RunDrawing.timeline(lanes, stretch: stretch))
        writer.member("waterfall", fetched.text)
        writer.member("fetched", fetched.caption)
        if let note = fetched.note { writer.member("ownAxis", note) }
        if let asked = player.playback.requestedAt { writer.member("asked", asked.nanoseconds) }
        if let moment = player.goldilocks?.start { writer.member("moment", moment.nanoseconds) }
        if let moment = player.goldilocks { writer.member("momentWords", moment.words) }
        writer.member("end", lanes.end.nanoseconds)
        writer.array("instants") { writer in
            for row in Timeline(player).rows {
                writer.beginArray()
                writer.integer(row.at.nanoseconds)
                writer.string(NamesOfAVFoundation.panelStatus(row.panel.status))
                writer.string(row.reasons.joined(separator: "; "))
                writer.endArray()
            }
        }
        writer.array("stretches") { writer in
            for stretch in lanes.stretches {
                writer.beginArray()
                writer.integer(stretch.from.nanoseconds)
                writer.integer(stretch.to.nanoseconds)
                writer.string(NamesOfAVFoundation.panelStatus(stretch.status))
                writer.bool(stretch.isStall)
                writer.endArray()
            }
        }
        writer.array("metrics") { writer in
            for (metric, value) in zip(Metric.all, player.metrics) where metric.belongs(to: player) {
                writer.beginArray()
                writer.string(metric.title)
                writer.string(QuantityText.value(value, metric.unit))
                writer.string(metric.about)
                writer.endArray()
            }
        }
        writer.array("settings") { writer in
            let settings =
                player.isAlone ? Settings.all(run.scenario, player.player) : Settings.ofPlayer(player.player)
            for setting in settings {
                writer.beginArray()
                writer.string(setting.name)
                writer.string(setting.value)
                writer.endArray()
            }
        }
        writer.endObject()
    }
}

/// The sentence above a run: how it went, and where the earliest start without a stall would have been.
enum PageVerdict {
    static func text(_ run: PlayerRun, _ lanes: Lanes) -> String {
        let summary = lanes.summary.prefix(1).uppercased() + lanes.summary.dropFirst() + "."
        return summary + (distance(run).map { " " + $0 } ?? "")
    }

    /// The distance of the start from the Goldilocks moment; nil where nobody looked for that.
    private static func distance(_ run: PlayerRun) -> String? {
        guard let moment = run.goldilocks, moment.runs > 0 else { return nil }
        guard let start = moment.start else {
            // Of a run that failed without a stall, the sentence before says what became of it.
            return run.fails && run.playback.stalls.isEmpty ? nil : "No start was found that never stalls."
        }
        // The moment is about the start alone: behind a later wait a run may stall all the same.
        let hasStalled = !run.playback.stalls.isEmpty
        let later = moment.hasLaterWaits ? ", with later waits as long as need be" : ""
        guard let asked = run.playback.requestedAt, let started = run.playback.startedAt else {
            let when = start < least ? "at once" : "after \(time(start))"
            return "A start \(when) would not have stalled\(later)."
        }
        let own = started - asked
        if own < start {
            let more = start - own < least ? "less than a millisecond" : time(start - own)
            return "Starting \(more) later would not have stalled\(later)."
        }
        if own - start >= least {
            return "Starting \(time(own - start)) sooner would not have stalled\(hasStalled ? later : " either")."
        }
        if !hasStalled {
            return moment.isExact
                ? "It is the Goldilocks moment: no earlier start would do."
                : "No earlier start was found that would do."
        }
        let isBehind = moment.hasLaterWaits
        let stall =
            isBehind ? "the stall comes behind a later wait, of which that says nothing" : "it stalled all the same"
        return "Its start is the Goldilocks moment; \(stall)."
    }

    /// Less than this is shown as nothing.
    private static let least = TimeAmount(nanoseconds: 500_000)

    static func time(_ amount: TimeAmount) -> String {
        NumberText.rounded(amount.nanoseconds, places: 9, decimals: 3) + " s"
    }
}

/// The figures by which rules and players are ranked.
enum RivalFigures {
    static func write(_ run: PlayerRun, _ writer: inout JSONWriter) {
        let metrics: [(String, Metric)] = [
            ("startup", .startupTime), ("stalls", .stallCount), ("stalled", .stallTime),
            ("distance", .goldilocksDistance),
        ]
        for ((name, metric), value) in zip(metrics, run.values(of: metrics.map { $0.1 }))
        where metric.belongs(to: run) {
            if let value { writer.member(name, value) }
            writer.member(name + "Words", QuantityText.value(value, metric.unit))
        }
    }
}
