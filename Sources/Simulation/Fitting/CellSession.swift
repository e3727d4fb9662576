import PlayerModel

/// Plays a session for its figures, and no longer than it takes to know them.
package enum CellSession {
    /// The figures of the only player, or the first, by measure.
    package static func figures(
        _ scenario: Scenario, _ measures: [CellMeasure]
    ) throws(SessionError) -> [Int64?] {
        let metrics = measures.map { $0.metric }
        if metrics.allSatisfy({ $0.known == .atStart }) {
            return try upToStart(scenario).player(0).values(of: metrics)
        }
        var run = try Run(scenario)
        if metrics.contains(where: { $0.needsGoldilocks }) { try run.findGoldilocks() }
        return run.player(0).values(of: metrics)
    }

    /// The run up to the moment at which the first player's playhead moves, or to its end where it never does.
    package static func upToStart(_ scenario: Scenario) throws(SessionError) -> Run {
        var scenario = scenario.drawn()
        scenario.prepare()
        var session = Session(scenario, tracing: .facts)
        var seen = 0
        while true {
            let ending = try session.step()
            if let ending { return Run(of: scenario, ending, session.trace, glances: session.glances) }
            for entry in session.trace.entries[seen...] where entry.player == 0 {
                if case .announced(.timebase(let rate, _)) = entry.record, rate.isMoving {
                    return Run(of: scenario, session.outcomeSoFar, session.trace, glances: session.glances)
                }
            }
            seen = session.trace.entries.count
        }
    }
}
