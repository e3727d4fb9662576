import PlayerModel

/// The expectations of a run, as a scenario has them.
struct ExpectDraft: Sendable {
    /// The place is that of the metric's name.
    var metrics: [(key: MetricKey, matcher: Placed<MatcherDraft>, place: Place)] = []
    var panels: [Placed<PanelDraft>] = []
    var statuses: Placed<[TimeControlStatus]>?
    var exception: Placed<String>?
}

struct PanelDraft: Sendable {
    /// The panel, but for the rest.
    var shown = PanelExpectation()
    var at: Placed<TimeAmount>?
    var rate: Placed<MatcherDraft>?
    var timebaseRate: Placed<MatcherDraft>?
    var currentTime: Placed<MatcherDraft>?
    var loadedTimeRanges: [Placed<[MediaTime]>]?
}

enum ExpectFormat {
    static let keys = KeyList<ExpectDraft>.list {
        Key("at", "What the panel must show at some instants.")
            .holds(.list(of: panel.placed, atLeast: 1)) { $0.panels = $1 }
        Key("statuses", "The sequence of timeControlStatus.")
            .holds(placed: .list(of: .timeControlStatus, atLeast: 1)) { $0.statuses = $1 }
        Key("exception", "The exception that must be raised; without this, none may be.")
            .holds(placed: exception) { $0.exception = $1 }
    }

    private static let exception = ValueFormat.words([
        (NamesOfAVFoundation.exception, NamesOfAVFoundation.exception, "What AVFoundation raises for a wrong call.")
    ])

    static func expect(_ metrics: [MetricKey]) -> ObjectFormat<ExpectDraft> {
        ObjectFormat(
            "expect", "What must come of it: metrics by name, and what is listed here.", from: ExpectDraft()
        ) {
            keys
            metrics.map(key)
        }
    }

    static func shown(_ metrics: [MetricKey]) -> ValueFormat<[Placed<String>]> {
        .list(of: ValueFormat<String>.words(metrics.map { ($0.name, $0.name, "") }).placed, atLeast: 1)
    }

    private static func key(_ metric: MetricKey) -> KeyFormat<ExpectDraft> {
        Key(metric.name, metric.about)
            .holds(placed: MatcherFormat.matcher(metric.unit, orAbsent: true)) {
                $0.metrics.append((metric, $1, $1.place))
            }.noted { $0.metrics[$0.metrics.count - 1].place = $1.namePlace }
    }

    private static let panel = ValueFormat.object(
        "panel", "What the engineering panel of session 503 must show.", from: PanelDraft()
    ) {
        Key("at_s", "The time, after everything that happens at it.")
            .holds(placed: .time(from: 0), isRequired: true) { $0.at = $1 }
        Key("timeControlStatus", "What the player does.").holds(.timeControlStatus) { $0.shown.status = $1 }
        Key("reasonForWaitingToPlay", "What a waiting player waits for.").holds(.waitingReason) {
            $0.shown.reason = .some($1)
        }
        Key("rate", "The rate that was asked for.")
            .holds(placed: MatcherFormat.matcher(.rate, orAbsent: false)) { $0.rate = $1 }
        Key("timebaseRate", "The rate at which media passes.")
            .holds(placed: MatcherFormat.matcher(.rate, orAbsent: false)) { $0.timebaseRate = $1 }
        Key("currentTime_s", "The playhead.")
            .holds(placed: MatcherFormat.matcher(.seconds, orAbsent: false)) { $0.currentTime = $1 }
        Key("loadedTimeRanges_s", "What is loaded: [[from, to], …].")
            .holds(.list(of: range.placed, atLeast: 0)) { $0.loadedTimeRanges = $1 }
        Key("isPlaybackLikelyToKeepUp", "The flag.").holds(.flag) { $0.shown.isLikelyToKeepUp = $1 }
        Key("isPlaybackBufferFull", "The flag.").holds(.flag) { $0.shown.isBufferFull = $1 }
        Key("isPlaybackBufferEmpty", "The flag.").holds(.flag) { $0.shown.isBufferEmpty = $1 }
    }

    private static let range = ValueFormat<[MediaTime]>.list(of: .mediaTime(from: 0), atLeast: 0)
}
