import PlayerModel

/// The JSON report as a JSON Schema, so that programs which read it know what may stand in it. Rules, metrics,
/// statuses and transports come from the tables that reports are written from.
package enum ReportSchema {
    package static var text: String { JSONSchema.text(of: report, title: "autowait report") }

    static var report: Shape.ObjectShape {
        let own = body.map { member in
            Shape.Member(
                member.name, member.about, member.shape, isRequired: member.isRequired,
                unless: member.isRequired ? "players" : nil)
        }
        let one = Shape.ObjectShape("player", "A player of several.", [.key("name", "Its name.", .text)] + body)
        return Shape.ObjectShape(
            "report", "What `autowait run --format json` prints. Numbers are exact; what never happened is null.",
            [
                .key("model", "The number of the model that ran it.", .whole),
                .key("name", "The scenario's name.", .text), .key("seed", "The seed of the random streams.", .whole),
            ] + own + [
                .maybe(
                    "players", "Where there are several, each with all of that.", .list(of: .object(one), atLeast: 2)),
                .maybe("digest", "Where there are several, the digest of the run.", .text),
                .maybe("trace", "With --trace every event, and everything that came of it.", .texts),
            ])
    }

    private static var body: [Shape.Member] {
        [
            .key("settings", "What was in force, defaults included.", ReportSettingsSchema.settings),
            .key("rows", "The panel at each instant at which anything on it changed.", .objects("row", row)),
            .key("metrics", "Figures of the run, as 'autowait list metrics' has them.", metrics),
            .maybe(
                "goldilocks", "With --goldilocks the earliest start that never stalls.",
                .object(
                    "goldilocks",
                    [
                        .key("start_s", "When that is; null where none was found, or looked for.", .seconds.orNull),
                        .key(
                            "is_looked_for",
                            "Whether it is looked for: where somebody asks to play, and no interstitial event comes.",
                            .flag),
                        .key("is_exact", "Whether no start before it can do; else one may hide.", .flag),
                        .key(
                            "is_cut_off",
                            "Whether until_s ends runs before what would come later: with that start, or where none "
                                + "was found, with those that do not stall.", .flag),
                        .key("runs", "How many runs it took to find.", .whole),
                        .key("words", "How it was found, with all reservations.", .text),
                    ])),
            .maybe("seams", "The seams between the items of a queue or a loop.", .objects("seam", seam)),
            .key("error_log", "AVPlayerItem.errorLog().", .objects("error", ReportLogsSchema.error)),
            .key("access_log", "AVPlayerItem.accessLog().", .objects("access", ReportLogsSchema.access)),
            .key("metric_events", "The events of AVMetrics.", .list(of: ReportLogsSchema.events, atLeast: 0)),
            .key("outcome", "How it ended.", .object("outcome", outcome)),
        ]
    }

    private static var row: [Shape.Member] {
        [
            .key("at_s", "The instant.", .seconds),
            .key(
                "timeControlStatus", "The status.",
                .words([.paused, .waitingToPlayAtSpecifiedRate, .playing].map { NamesOfAVFoundation.status($0) })),
            .key(
                "reasonForWaitingToPlay", "Why it waits; null where it does not.",
                .words(
                    [.toMinimizeStalls, .evaluatingBufferingRate, .noItemToPlay, .interstitialEvent].map {
                        NamesOfAVFoundation.reason($0)
                    }
                )
                .orNull),
            .key("rate", "The rate that was asked for.", .any(.rate)),
            .key("timebaseRate", "The rate at which media passes.", .any(.rate)),
            .key("currentTime_s", "The playhead.", .seconds),
            .key("loadedTimeRanges_s", "What is loaded: [[from, to], …].", .ranges),
            .key("isPlaybackLikelyToKeepUp", "The flag.", .flag), .key("isPlaybackBufferFull", "The flag.", .flag),
            .key("isPlaybackBufferEmpty", "The flag.", .flag), .key("reasons", "Why it changed, in words.", .texts),
        ]
    }

    private static var metrics: Shape {
        .object("metrics", Metric.all.map { .maybe($0.name, $0.about, Shape.any($0.unit).orNull) })
    }

    private static var seam: [Shape.Member] {
        [
            .key("at_s", "When the item before ended.", .seconds), .key("from", "That item.", .text),
            .key("to", "The item that follows.", .text),
            .key(
                "gap_ms", "From the one to the other, less interstitial events; null where it never ended.",
                Shape.any(.milliseconds).orNull),
            .key("video_gap_ms", "Likewise, of the picture.", Shape.any(.milliseconds).orNull),
            .key("audio_gap_ms", "Likewise, of the sound.", Shape.any(.milliseconds).orNull),
            .key("cause", "Why, in words.", .text),
        ]
    }

    private static var outcome: [Shape.Member] {
        [
            .key("at_s", "The instant behind which nothing happens.", .seconds),
            .key("ended", "Whether the last item played to its end.", .flag), .key("words", "That in words.", .text),
            .maybe("exit", "How the viewer left.", .words(Exit.allCases.map { ViewerWords.word($0) })),
            .maybe(
                "never", "Actions that waited in vain.",
                .objects(
                    "never",
                    [
                        .maybe("name", "Its name, where it has one.", .text), .key("action", "It, in words.", .text),
                        .key("waits", "What it waits for, in words.", .text),
                    ])),
            .key("events", "How many there were.", .whole),
            .key("digest", "A digest of all that happened: 16 hexadecimal digits.", .text),
        ]
    }
}
