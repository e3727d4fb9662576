import PlayerModel

/// A run that is over: what was to be run, how it ended, and what happened.
package struct Run: Sendable {
    package let scenario: Scenario
    package let outcome: Outcome
    package let trace: Trace
    /// By player, the earliest start that never stalls; empty where nobody looked for it.
    private(set) var moments: [Goldilocks] = []
}

extension Run {
    package init(_ scenario: Scenario, tracing level: Trace.Level = .facts) throws(SessionError) {
        var session = Session(scenario, tracing: level)
        self.init(scenario: scenario, outcome: try session.run(), trace: session.trace)
    }

    /// Looks for the earliest start that never stalls, of every player: some further runs each.
    package mutating func findGoldilocks() throws(SessionError) {
        moments = try scenario.players.indices.map { index throws(SessionError) in try Goldilocks(player(index)) }
    }

    package func player(_ index: Int) -> PlayerRun {
        PlayerRun(self, index, goldilocks: moments.isEmpty ? nil : moments[index])
    }

    package var players: [PlayerRun] { scenario.players.indices.map { player($0) } }

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
