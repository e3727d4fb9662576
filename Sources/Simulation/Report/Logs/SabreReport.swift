import PlayerModel

/// A run in the words of the simulator Sabre, to be held beside what Sabre prints of the same movie, network and rule.
///
/// Its figures are those of its last lines, but for the accuracy of its estimates and its reaction time: see
/// `SabreFigures` and `SabreRampUp`. Bit rates are in kbit/s, times in seconds.
package enum SabreReport {
    /// The lines of a player, or nil where nothing of a stream was played.
    package static func text(_ run: PlayerRun) -> String? {
        guard let figures = SabreFigures(run) else { return nil }
        let average = figures.perSegment
        let lines: [(String, Double)] = [
            ("total played utility", figures.utility), ("time average played utility", figures.utility * average),
            ("total played bitrate", figures.bitRate), ("time average played bitrate", figures.bitRate * average),
            ("total play time", figures.time), ("total play time chunks", figures.time / figures.segment),
            ("total rebuffer", figures.stalled), ("rebuffer ratio", figures.stalled / figures.time),
            ("time average rebuffer", figures.stalled * average), ("total rebuffer events", figures.stalls),
            ("time average rebuffer events", figures.stalls * average),
            ("total bitrate change", figures.bitRateChange),
            ("time average bitrate change", figures.bitRateChange * average),
            ("total log bitrate change", figures.logBitRateChange),
            ("time average log bitrate change", figures.logBitRateChange * average),
            ("time average score", figures.score),
            ("rampup time", SabreRampUp(run, segment: figures.segment).seconds(figures.starts)),
        ]
        return preface(run) + lines.reduce(into: "") { $0 += "\($1.0): \(decimal($1.1))\n" }
    }

    /// Sabre's network is `fluid`; beside figures of another, there is nothing to hold.
    private static func preface(_ run: PlayerRun) -> String {
        switch run.scenario.network.transport.kind {
        case .fluid: ""
        case .tcp:
            "not comparable with Sabre: over tcp there are connections, slow start and queues, of which it has none\n"
        }
    }

    private static func decimal(_ value: Double) -> String {
        NumberText.exact(Quality.millionths(value), places: 6, atLeast: 6)
    }
}
