import PlayerModel

/// A run that is over: what was to be run, how it ended, and what happened.
package struct Run: Sendable {
    package let scenario: Scenario
    package let outcome: Outcome
    package let trace: Trace
    /// By player, the earliest start that never stalls; empty where nobody looked for it.
    private var moments: [Goldilocks] = []

    /// Runs a scenario to its end.
    package init(_ scenario: Scenario, tracing level: Trace.Level = .facts) throws(SessionError) {
        var session = Session(scenario, tracing: level)
        outcome = try session.run()
        trace = session.trace
        self.scenario = scenario
    }

    /// Looks for the earliest start that never stalls, of every player: some further runs each.
    package mutating func findGoldilocks() throws(SessionError) {
        var found: [Goldilocks] = []
        for player in scenario.players.indices { found.append(try Goldilocks(scenario.viewing(player))) }
        moments = found
    }

    /// The earliest start that never stalls, of the player that is viewed; nil where nobody looked for it.
    package var goldilocks: Goldilocks? { moments.isEmpty ? nil : moments[scenario.viewed] }

    /// Whether a metric that the scenario names needs it.
    package var wantsGoldilocks: Bool {
        scenario.players.contains { player in Metric.all.contains { $0.needsGoldilocks && player.names($0) } }
    }

    /// The run as one of those who play sees it.
    package func viewing(_ player: Int) -> Run {
        var run = Run(scenario: scenario.viewing(player), outcome: outcome, trace: trace.viewing(Int16(player)))
        run.moments = moments
        return run
    }

    /// What was run by hand.
    init(scenario: Scenario, outcome: Outcome, trace: Trace) {
        self.scenario = scenario
        self.outcome = outcome
        self.trace = trace
    }

    /// The instant until which whoever still waits has waited. Where nothing more happens that is the end of time: a
    /// stall for ever must not count as none.
    package var waitsUntil: Instant { outcome.end == .nothingMoreHappens ? scenario.until : outcome.at }

    /// The value of every metric, in the order of `Metric.all`.
    package var metrics: [Int64?] {
        let tally = Tally(self)
        return Metric.all.map { $0.value(tally) }
    }

    /// A digest of everything that happened, down to the nanosecond.
    package var digest: Digest {
        var digest = Digest()
        for entry in trace.entries { entry.mix(into: &digest) }
        digest.mix(UInt64(bitPattern: outcome.at.nanoseconds))
        return digest
    }
}
