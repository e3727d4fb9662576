import PlayerModel

/// Compares a run with the expectations of its scenario.
package enum Check {
    /// Every expectation that is not met, each at its place in the file.
    package static func failures(_ run: Run) -> [Diagnostic] {
        run.players.flatMap { player in
            let own = failures(player)
            return player.isAlone ? own : own.map { Diagnostic("\(player.name): \($0.message)", at: $0.place) }
        }
    }

    private static func failures(_ run: PlayerRun) -> [Diagnostic] {
        let expected = run.player.expectations
        var failures: [Diagnostic] = []
        let values = run.metrics
        for (key, matcher, place) in expected.metrics {
            guard let index = Metric.index(of: key) else { continue }
            let metric = Metric.all[index]
            if let reason = metric.vacancy(in: run) {
                if matcher == .absent { continue }
                let wanted = matcher.description(metric.unit)
                let words = "\(metric.name) must be \(wanted), and says nothing: \(reason)"
                failures.append(Diagnostic(words, at: place))
                continue
            }
            if matcher.accepts(values[index]) { continue }
            let late = run.isUnderWay ? "had not started when until_s came" : "does not start"
            let never = run.isDenied ? " (playback \(late))" : ""
            let value = values[index].map { QuantityText.value($0, metric.unit) } ?? "absent" + never
            let wanted = matcher.description(metric.unit) + matcher.miss(values[index], metric.unit)
            failures.append(Diagnostic("\(metric.name) is \(value), must be \(wanted)", at: place))
        }
        let wanted = expected.panels.sorted { $0.at < $1.at }
        let shown = PanelReader.panels(of: run, at: wanted.map { $0.at })
        for (panel, actual) in zip(wanted, shown) { failures += self.failures(panel, actual) }
        if let (sequence, place) = expected.statuses, let words = difference(sequence, statuses(run)) {
            failures.append(Diagnostic(words, at: place))
        }
        return failures + exceptionFailures(run)
    }

    /// The sequence of `timeControlStatus`, each one once in a row.
    private static func statuses(_ run: PlayerRun) -> [TimeControlStatus] {
        run.playback.statuses.reduce(into: []) { if $0.last != $1.status { $0.append($1.status) } }
    }

    private static func difference(_ expected: [TimeControlStatus], _ actual: [TimeControlStatus]) -> String? {
        func list(_ statuses: [TimeControlStatus]) -> String {
            statuses.map(NamesOfAVFoundation.status).joined(separator: ", ")
        }
        return expected == actual ? nil : "the statuses are \(list(actual)); they must be \(list(expected))"
    }

    private static func exceptionFailures(_ run: PlayerRun) -> [Diagnostic] {
        switch (run.player.expectations.exception, run.playback.exception) {
        case (.some(let expected), nil):
            return [Diagnostic("no exception is raised; \(expected.name) must be", at: expected.place)]
        case (nil, .some(let exception)):
            let place = Place(startOf: 0)
            return [Diagnostic("\(Words.exception(exception)); no exception is expected", at: place)]
        case (nil, nil), (.some, .some): return []
        }
    }

    private static func failures(_ expected: PanelExpectation, _ panel: Panel) -> [Diagnostic] {
        let at = expected.at.inSeconds
        var failures: [Diagnostic] = []
        func compare(_ name: String, _ actual: String, _ wanted: String, _ isMet: Bool) {
            guard !isMet else { return }
            failures.append(Diagnostic("at \(at): \(name) is \(actual), must be \(wanted)", at: expected.place))
        }
        func compare(_ name: String, _ value: Int64, _ unit: Unit, _ matcher: Matcher?) {
            guard let matcher else { return }
            let wanted = matcher.description(unit) + matcher.miss(value, unit)
            compare(name, QuantityText.value(value, unit), wanted, matcher.accepts(value))
        }
        func compare(_ name: String, _ value: Bool, _ wanted: Bool?) {
            if let wanted { compare(name, "\(value)", "\(wanted)", value == wanted) }
        }
        if let status = expected.status {
            let (actual, wanted) = (NamesOfAVFoundation.status(panel.status), NamesOfAVFoundation.status(status))
            compare("timeControlStatus", actual, wanted, panel.status == status)
        }
        if let reason = expected.reason {
            let actual = panel.reason.map(NamesOfAVFoundation.reason) ?? "nil"
            let wanted = reason.map(NamesOfAVFoundation.reason) ?? "nil"
            compare("reasonForWaitingToPlay", actual, wanted, panel.reason == reason)
        }
        compare("rate", Int64(panel.rate.thousandths), .rate, expected.rate)
        compare("timebaseRate", Int64(panel.timebaseRate.thousandths), .rate, expected.timebaseRate)
        compare("currentTime", panel.currentTime(at: expected.at).nanoseconds, .seconds, expected.currentTime)
        if let ranges = expected.loadedTimeRanges {
            let actual = panel.loadedTimeRanges
            compare("loadedTimeRanges", TextReport.ranges(actual), TextReport.ranges(ranges), actual == ranges)
        }
        compare("isPlaybackLikelyToKeepUp", panel.isLikelyToKeepUp, expected.isLikelyToKeepUp)
        compare("isPlaybackBufferFull", panel.isBufferFull, expected.isBufferFull)
        compare("isPlaybackBufferEmpty", panel.isBufferEmpty, expected.isBufferEmpty)
        return failures
    }
}
