import PlayerModel

/// A run that is over: what was to be run, how it ended, and what happened.
package struct Run: Sendable {
    package let scenario: Scenario
    package let outcome: Outcome
    package let trace: Trace
    /// Its entries, and what the network offered at rest: see `tellingOffersAtRest`. Nil where nobody has asked.
    var told: ContiguousArray<Trace.Entry>?
    /// The loading of each player whenever it stalled or began to wait, and whatever else the trace does not tell.
    private(set) var glances = Glances()
    /// By player, the earliest start that never stalls; empty where nobody looked for it.
    private(set) var moments: [Goldilocks] = []
    /// By scenario that the run was made beside, whether its run is this one, but for reasons.
    package private(set) var standsFor: [Bool] = []
}

extension Run {
    /// A run that somebody else has let happen: so far, or to its end.
    package init(of scenario: Scenario, _ outcome: Outcome, _ trace: Trace, glances: Glances) {
        self.init(scenario: scenario, outcome: outcome, trace: trace, glances: glances)
    }

    /// `others` are scenarios that differ from this one in `keepUp` alone: see `KeepUp.Bystanders`.
    package init(
        _ scenario: Scenario, tracing level: Trace.Level = .facts, beside others: [Scenario] = []
    ) throws(SessionError) {
        var scenario = scenario.drawn()
        scenario.prepare()
        let players = others.isEmpty ? 0..<0 : scenario.players.indices
        let bystanders = players.map { index in
            KeepUp.Bystanders(others.map { $0.players[index].player.keepUp })
        }
        var session = Session(scenario, tracing: level, bystanders: bystanders)
        let outcome = try session.run()
        self.init(scenario: scenario, outcome: outcome, trace: session.trace, glances: session.glances)
        standsFor = others.indices.map { other in
            session.players.allSatisfy { $0.player.agreeingBystanders[other] }
        }
    }

    /// Looks for the earliest start that never stalls, of every player: some further runs each.
    package mutating func findGoldilocks() throws(SessionError) {
        moments = try scenario.players.indices.map { index throws(SessionError) in try Goldilocks(player(index)) }
    }

    package func player(_ index: Int) -> PlayerRun {
        PlayerRun(self, index, goldilocks: moments.isEmpty ? nil : moments[index])
    }

    /// Whether another seed might give another run: whether it was made up beforehand, or whether this one, or a run
    /// made to find the earliest start, has drawn anything from its random streams.
    package var dependsOnSeed: Bool {
        scenario.isMadeBySeed || outcome.drawsAtRandom || moments.contains { $0.drawsAtRandom }
    }

    package var players: [PlayerRun] { scenario.players.indices.map { player($0) } }

    /// Those that sessions are counted and compared by: without players that only stand in for others.
    package var ownPlayers: [PlayerRun] { scenario.ownPlayers.indices.map { player($0) } }

    /// The instant until which whoever still waits has waited. Where nothing more happens that is the end of time: a
    /// stall for ever must not count as none.
    package var waitsUntil: Instant { outcome.end == .nothingMoreHappens ? scenario.until : outcome.at }

    /// A digest of everything that happened, down to the nanosecond.
    package var digest: Digest { Digest(of: trace.entries, endingAt: outcome.at) }
}

extension Digest {
    init(of entries: ContiguousArray<Trace.Entry>, endingAt end: Instant) {
        self.init()
        for entry in entries { entry.mix(into: &self) }
        mix(UInt64(bitPattern: end.nanoseconds))
    }
}
