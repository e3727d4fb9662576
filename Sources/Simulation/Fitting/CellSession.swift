import PlayerModel

/// Plays a session for its figures, and no longer than it takes to know them.
package enum CellSession {
    /// The figures of the only player, or the first, by measure.
    package static func figures(
        _ scenario: Scenario, _ measures: [CellMeasure]
    ) throws(SessionError) -> [SimulatedFigure] {
        let metrics = measures.map { $0.metric }
        if metrics.allSatisfy({ $0.known == .atStart }) {
            let run = try upToStart(scenario).player(0)
            // Pictures that are not there (EXT-X-GAP) are played over: then the first of them come behind the start.
            let misses = metrics.contains(.timeToFirstChunk) && run.playback.firstChunk == nil
            if !misses || run.playback.startedAt == nil { return figures(run, metrics) }
        }
        var run = try Run(scenario)
        if metrics.contains(where: { $0.needsGoldilocks }) { try run.findGoldilocks() }
        return figures(run.player(0), metrics)
    }

    private static func figures(_ run: PlayerRun, _ metrics: [Metric]) -> [SimulatedFigure] {
        zip(metrics, run.values(of: metrics)).map { metric, value in
            guard value == nil, let time = time(before: metric, run) else { return SimulatedFigure(value) }
            return .later(time.nanoseconds)
        }
    }

    /// The time that has run when `until_s` ended a session, of a metric that is known with the start; nil of one that
    /// is no time, or that would not have come later either.
    private static func time(before metric: Metric, _ run: PlayerRun) -> TimeAmount? {
        let (playback, end) = (run.playback, run.outcome.at)
        // Media comes whether anybody asks to play or not.
        if metric == .timeToFirstChunk { return run.isCutOffLoading ? playback.items.last.map { end - $0.at } : nil }
        guard run.isUnderWay else { return nil }
        if metric == .startupTime { return playback.requestedAt.map { end - $0 - playback.suspended(until: end) } }
        return metric == .waitingBeforeStart ? Figures(run).waited(until: end) : nil
    }

    /// The run up to the moment at which the first player's playhead has moved, and for longer than an instant, or to
    /// its end where it never does.
    package static func upToStart(_ scenario: Scenario) throws(SessionError) -> Run {
        var scenario = scenario.drawn()
        scenario.prepare()
        var session = Session(scenario, tracing: .facts)
        var facts = ObservedFacts(actions: 0)
        var seen = 0
        while true {
            let ending = try session.step()
            if let ending { return Run(of: scenario, ending, session.trace, glances: session.glances) }
            for entry in session.trace.entries[seen...] where entry.player == 0 {
                if case .announced(let announcement) = entry.record { _ = facts.hear(announcement, at: entry.at) }
                if case .item(let id, _, _) = entry.record { _ = facts.changeItem(hasItem: id >= 0, at: entry.at) }
            }
            // A movement that ends at the instant of its begin is no start.
            if facts.played(at: session.now) > .zero {
                return Run(of: scenario, session.outcomeSoFar, session.trace, glances: session.glances)
            }
            seen = session.trace.entries.count
        }
    }
}
