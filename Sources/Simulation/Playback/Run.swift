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

    /// A run that was driven by hand.
    init(scenario: Scenario, outcome: Outcome, trace: Trace) {
        self.scenario = scenario
        self.outcome = outcome
        self.trace = trace
    }

    /// Looks for the earliest start that never stalls, of every player: some further runs each.
    package mutating func findGoldilocks() throws(SessionError) {
        var found: [Goldilocks] = []
        for player in scenario.players.indices { found.append(try Goldilocks(self.player(player))) }
        moments = found
    }

    /// A player's part of the run, with everything that playback did.
    package func player(_ index: Int) -> PlayerRun {
        PlayerRun(self, index, goldilocks: moments.isEmpty ? nil : moments[index])
    }

    /// Every player's part.
    package var players: [PlayerRun] { scenario.players.indices.map { player($0) } }

    /// The instant until which whoever still waits has waited. Where nothing more happens that is the end of time: a
    /// stall for ever must not count as none.
    package var waitsUntil: Instant { outcome.end == .nothingMoreHappens ? scenario.until : outcome.at }

    /// A digest of everything that happened, down to the nanosecond.
    package var digest: Digest { Digest(of: trace.entries, endingAt: outcome.at) }
}

extension Digest {
    /// A digest of what some entries of a trace tell of.
    init(of entries: ContiguousArray<Trace.Entry>, endingAt end: Instant) {
        self.init()
        for entry in entries { entry.mix(into: &self) }
        mix(UInt64(bitPattern: end.nanoseconds))
    }
}
