import PlayerModel
import SimulationContainers

/// Whose turn it was on the connections to hosts, in a span of a run. Over HTTP/1.1 a host has so many for all players
/// together, and each carries a request until it is over: first come, first served.
///
///     one connection    another's ├────────────────────────┤
///                       own              ├· · · waits · · · ├────────┤
struct ConnectionTurns {
    private struct Turn {
        let host: Int32
        let since: Instant
        /// The earliest instant at which what was asked for then may have had a connection, be it one to be opened: of
        /// what was asked for at the same instant, nobody here knows which came first.
        let at: Instant
        /// Whether something of another player's was before it.
        let isBehindOthers: Bool
    }

    /// Of what all players had asked for, in order.
    private var turns: [Turn] = []

    /// Nil where requests share connections.
    init?(_ run: PlayerRun, beside others: [PlayerRun], from start: Instant, to end: Instant) {
        guard let http = run.scenario.network.transport.http, http.version == .http1 else { return nil }
        let made = ([run] + others).flatMap { player in
            RequestTimes.whole(player, from: start, to: end).map { (player: player.index, one: $0.one) }
        }.sorted { $0.one.whole.lowerBound < $1.one.whole.lowerBound }
        // Those that were asked for before, and are not over.
        var (before, next) = (made.prefix(0), 0)
        for (_, one) in made {
            let since = one.whole.lowerBound
            while made[next].one.whole.lowerBound < since {
                before.append(made[next])
                next += 1
            }
            before.removeAll { $0.one.whole.upperBound <= since }
            let ahead = before.filter { $0.one.host == one.host }
            let ends = ahead.map { $0.one.whole.upperBound }.sorted()
            let excess = Int64(ends.count) - http.connectionsPerHost
            turns.append(
                Turn(
                    host: one.host, since: since, at: excess < 0 ? since : ends[Int(excess)],
                    isBehindOthers: ahead.contains { $0.player != run.index }))
        }
    }

    /// When a request may have had a connection.
    func turn(of one: RequestTimes.One) -> Instant { found(one)?.at ?? one.whole.lowerBound }

    /// How long at most a request waited within a span for a connection of which other players had some; nil where
    /// none did.
    func longestWait(_ requests: RequestTimes, until end: Instant) -> TimeAmount? {
        requests.all.compactMap { one -> TimeAmount? in
            guard let turn = found(one), turn.isBehindOthers else { return nil }
            let over = min(turn.at, one.time.upperBound, end)
            return over > one.time.lowerBound ? over - one.time.lowerBound : nil
        }.max()
    }

    private func found(_ one: RequestTimes.One) -> Turn? {
        let since = one.whole.lowerBound
        return turns[partitionPoint(in: turns.indices) { turns[$0].since >= since }...]
            .prefix { $0.since == since }.first { $0.host == one.host }
    }
}
