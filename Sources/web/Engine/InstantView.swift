import PlayerModel
import Simulation

/// The panel at an instant.
enum InstantView {
    static func write(_ held: HeldPageRun, _ player: Int, at instant: Instant, _ writer: inout JSONWriter) {
        let run = held.players[player]
        let panel = PanelReader.panels(of: run, at: [instant])[0]
        let row = Timeline.Row(at: instant, panel: panel, reasons: [])
        let names = [
            "at", "timeControlStatus", "reason", "rate", "timebaseRate", "currentTime", "keepUp", "full", "empty",
            "loaded",
        ]
        for (name, word) in zip(names, row.words) { writer.member(name, word) }
        let ahead = panel.playableEnd(at: instant) - panel.currentTime(at: instant)
        writer.member("ahead", NumberText.rounded(max(0, ahead.nanoseconds), places: 9, decimals: 3) + " s")
        writer.member("duration", run.player.media.duration.nanoseconds)
        writer.member("place", panel.currentTime(at: instant).nanoseconds)
        writer.array("ranges") { writer in
            for range in panel.loadedTimeRanges {
                writer.integer(range.lowerBound.nanoseconds)
                writer.integer(range.upperBound.nanoseconds)
            }
        }
    }
}

/// The requests under way and the events to come at an instant: the run is held there, from its beginning.
enum HeldView {
    /// More pending events than these are counted.
    private static let mostPending = 60

    static func write(
        _ held: HeldPageRun, _ player: Int, at instant: Instant, _ writer: inout JSONWriter
    ) throws(SessionError) {
        let session = try HeldRun(held.run.scenario, at: instant)
        writer.array("requests") { writer in
            for words in session.requests(of: player) { writer.string(words) }
        }
        let events = session.events
        writer.member("pendingCount", Int64(events.count))
        writer.array("pending") { writer in
            for event in events.prefix(mostPending) {
                writer.beginArray()
                writer.string(event.words)
                writer.bool(event.isStale)
                writer.endArray()
            }
        }
    }
}

/// How it came to that playback did not go on at an instant, in sentences; none where it went on.
enum StoryView {
    static func write(_ held: HeldPageRun, _ player: Int, at instant: Instant, _ writer: inout JSONWriter) {
        let run = held.players[player]
        let halt = Halt.all(of: run).last { $0.from <= instant && instant < $0.to ?? .never }
        writer.array("story") { writer in
            let others = held.players.filter { $0.index != player }
            for sentence in halt.map({ HaltStory($0, run, beside: others).sentences }) ?? [] {
                writer.string(sentence)
            }
        }
    }
}

/// The texts that the page gives away, each as the command line has it.
enum Export {
    static func text(_ held: HeldPageRun, _ form: String, style: String) -> String {
        switch form {
        case "json": JSONReport.text(held.run, includingTrace: false)
        case "svg": RunDrawing.file(held.run, style: style)
        case "golden": TextReport.golden(held.run)
        case _: TextReport.text(held.run)
        }
    }
}
