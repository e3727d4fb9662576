internal import PlayerModel
internal import Simulation

/// A figure of a run: one that `autowait list metrics` names.
public struct WorldMetric: Equatable, Sendable {
    /// Its name, the last word of which is its unit: `startup_time_s`, `stall_count`.
    public let name: String
    /// Its value in that unit.
    public let value: Double
    /// Its exact value with its unit, such as `6.554545455 s`.
    public let text: String
}

/// The properties of a player from an instant on: a row of the report.
public struct TimelineRow: Equatable, Sendable {
    /// The host time since the beginning.
    public let at: Duration
    /// Whether playback is paused, waits, or goes on.
    public let timeControlStatus: SimulatedPlayer.TimeControlStatus
    /// The reason why the player waits.
    public let reasonForWaitingToPlay: SimulatedPlayer.WaitingReason?
    /// The rate that was asked for.
    public let rate: Float
    /// The rate at which time really passes on the item's timeline.
    public let timebaseRate: Float
    /// The place of playback.
    public let currentTime: MediaTime
    /// `isPlaybackLikelyToKeepUp`.
    public let isPlaybackLikelyToKeepUp: Bool
    /// `isPlaybackBufferFull`.
    public let isPlaybackBufferFull: Bool
    /// `isPlaybackBufferEmpty`.
    public let isPlaybackBufferEmpty: Bool
    /// The stretches of the item that are loaded.
    public let loadedTimeRanges: [MediaTimeRange]
    /// The events that led to it, in words.
    public let reasons: [String]
}

/// The run so far, as values: each is worked out anew when it is asked for, from the beginning of the
/// world.
extension World {
    /// A report of the run so far, as `autowait run` prints it: for a test that fails, and a person who wonders why.
    public var report: String { TextReport.text(engine.run, allRows: true) + ending.map { $0 + "\n" }.joined() }

    /// Why playback did not go on whenever it was asked for, and what would have avoided it: as `autowait why` tells
    /// it.
    ///
    /// - Throws: `WorldError.tooMuch` where a run that is tried for that reaches a ceiling of the scenario.
    public func diagnosis() throws(WorldError) -> String {
        do throws(SessionError) {
            return try WhyText.text(engine.run) + ending.map { $0 + "\n" }.joined()
        } catch {
            throw .tooMuch(error.message)
        }
    }

    /// The rows of the report around now, of every player, and the reason why it waits: short enough for a failure.
    public var story: String {
        var lines = ["at \(WorldError.seconds(now)):"]
        for player in players {
            let name = players.count > 1 ? "\(engine.record.players[Int(player.player)].name): " : ""
            lines.append("\(name)\(player.words)")
            lines += engine.lastRows(of: player.player)
        }
        return (lines + ending).joined(separator: "\n")
    }

    /// That the world is over, where an error has ended it: a line, or none.
    private var ending: [String] { error.map { ["the world has ended at \(WorldError.seconds(now)): \($0)"] } ?? [] }
}

extension World {
    /// Holds what has happened so far against a file that was recorded before: the text of a golden, as `autowait
    /// test` has it, with the settings, the rows and the metrics. In how many events it came to the same trace does not
    /// count: that depends on the instants at which a test stops to look.
    ///
    /// - Parameters:
    ///   - path: The file; relative to the folder in which the tests are run.
    ///   - isUpdating: Whether it is written instead, after a change that is meant. Look at the difference before you
    ///     commit it.
    /// - Throws: `WorldError.recordingDiffers` with the first differences, or because there is no such file, or it
    ///   cannot be read or written.
    public func expectRecording(at path: String, updating isUpdating: Bool = false) throws(WorldError) {
        let text = TextReport.golden(engine.run)
        if isUpdating {
            guard ScenarioSource.write(text, to: path) else { throw .recordingDiffers("\(path): cannot be written") }
            return
        }
        guard let bytes = ScenarioSource.contents(of: path) else {
            throw .recordingDiffers(
                ScenarioSource.isThere(path)
                    ? "\(path): cannot be read"
                    : "\(path): there is no recording; expectRecording(at:updating: true) makes one")
        }
        guard let difference = GoldenDifference(from: bytes, to: text, isAcceptable: false) else { return }
        // Where there are few lines, the reasons are among them.
        let reasons = difference.reasons.filter { !difference.summary.contains($0) }
        throw .recordingDiffers(([path] + reasons + difference.summary).joined(separator: "\n"))
    }
}

extension SimulatedPlayer {
    private var run: PlayerRun { engine.run.player(Int(player)) }

    /// The figures of this player so far, those that have a value.
    public var metrics: [WorldMetric] {
        let run = run
        return zip(Metric.all, run.metrics).compactMap { metric, value in
            value.flatMap { metric.belongs(to: run) ? WorldMetric(metric, $0) : nil }
        }
    }

    /// A figure of this player so far, by its name; nil where it has none, or there is no such figure.
    public func metric(_ name: String) -> Double? {
        guard let metric = Metric.all.first(where: { $0.name == name }) else { return nil }
        return run.values(of: [metric])[0].map { WorldMetric(metric, $0).value }
    }

    /// The properties of this player at every change so far, the network's too.
    public var timeline: [TimelineRow] {
        Timeline(engine.run.tellingOffersAtRest().player(Int(player)), everyChange: true).rows.map { TimelineRow($0) }
    }

    /// The status now in a sentence: with the reason to wait, what is loaded, and the error of the item.
    fileprivate var words: String {
        guard let item = currentItem else { return "\(timeControlStatus), without an item" }
        let why = reasonForWaitingToPlay.map { " (\($0))" } ?? ""
        let ahead = Self.words(of: item.loadedTimeRanges, at: currentTime())
        let error = item.failure.map { "; the item has failed: \($0)" } ?? ""
        let rates = "rate \(rate), timebase \(timebaseRate)"
        return "\(timeControlStatus)\(why) at \(currentTime()), \(rates); \(ahead)\(error)"
    }

    /// The stretches that are loaded, as they count for playback at a place: how far from there on, or elsewhere alone.
    private static func words(of ranges: [MediaTimeRange], at place: MediaTime) -> String {
        if let own = ranges.last(where: { $0.start <= place && place <= $0.end }) { return "loaded up to \(own.end)" }
        if ranges.isEmpty { return "nothing is loaded" }
        let stretches = ranges.map { "from \($0.start) to \($0.end)" }
        return "nothing is loaded there, only " + stretches.joined(separator: ", ")
    }
}

extension WorldMetric {
    init(_ metric: Metric, _ value: Int64) {
        name = metric.name
        let parts = (0..<metric.unit.decimalPlaces).reduce(1.0) { scale, _ in scale * 10 }
        self.value = Double(value) / parts
        text = QuantityText.value(value, metric.unit)
    }
}

extension TimelineRow {
    init(_ row: Timeline.Row) {
        at = Duration(row.at)
        timeControlStatus = .init(row.panel.status)
        reasonForWaitingToPlay = row.panel.reason.map { .init($0) }
        (rate, timebaseRate) = (row.panel.rate.asFloat, row.panel.timebaseRate.asFloat)
        currentTime = MediaTime(row.panel.currentTime(at: row.at))
        isPlaybackLikelyToKeepUp = row.panel.isLikelyToKeepUp
        isPlaybackBufferFull = row.panel.isBufferFull
        isPlaybackBufferEmpty = row.panel.isBufferEmpty
        loadedTimeRanges = row.panel.loadedTimeRanges.map { MediaTimeRange($0) }
        reasons = row.reasons
    }

    fileprivate var line: String {
        let why = reasonForWaitingToPlay.map { " (\($0))" } ?? ""
        return "\(WorldError.seconds(at))  \(timeControlStatus)\(why) at \(currentTime): "
            + reasons.joined(separator: "; ")
    }
}

extension Engine {
    /// The last rows of the report of a player, a line each: short enough for a failure.
    fileprivate func lastRows(of player: Int16) -> [String] {
        Timeline(run.tellingOffersAtRest().player(Int(player))).rows.suffix(4).map { "  \(TimelineRow($0).line)" }
    }

    /// Those of every player.
    var lastRows: [String] {
        record.players.indices.flatMap { index in
            (record.players.count > 1 ? ["\(record.players[index].name):"] : []) + lastRows(of: Int16(index))
        }
    }

    /// How many items have failed.
    var failureCount: Int { told.reduce(0) { $0 + $1.failed.count } }
}
