import PlayerModel

/// The loading of a player at the instant at which it stalled or began to wait: what was under way, and how fast the
/// player held the network to be.
///
/// A trace has whole chunks alone: of the one that was missing, no entry says how much of it had come. So a session
/// looks when it matters, and keeps what it saw beside the trace. Nothing of it is in a digest or in a log.
package struct Glance: Equatable, Sendable {
    package let at: Instant
    package let player: Int16
    package let requests: [RequestUnderWay]
    /// The throughput that the player reckoned with, in bits per second; nil where it knew none.
    package let throughput: Int64?
}

/// All that a session saw beside the trace.
package struct Glances: Sendable {
    /// By player and instant, what was under way when playback did not go on.
    var atWaits: [Glance] = []
    var lostPackets = LostPackets()
    var begunAnswers = BegunAnswers()
}

extension Session {
    package var glances: Glances {
        Glances(atWaits: glancesAtWaits, lostPackets: network.lostPackets, begunAnswers: network.begunAnswers)
    }

    /// Looks at what a player loads, where it has just announced that it waits or stalls; of one instant, once.
    mutating func glance(at announcement: Announcement, of player: Int16) {
        guard trace.level != .nothing, announcement.endsProgress else { return }
        if let last = glancesAtWaits.last(where: { $0.player == player }), last.at == now { return }
        glancesAtWaits.append(
            Glance(
                at: now, player: player, requests: requestsUnderWay(of: Int(player), at: now),
                throughput: players[Int(player)].loader.prediction?.bitsPerSecond))
    }
}

extension Announcement {
    /// Whether playback that was asked for does not go on.
    fileprivate var endsProgress: Bool {
        switch self {
        case .status(let status, _, _, _): status == .waitingToPlayAtSpecifiedRate
        case .playbackStalled: true
        case .timebase, .likelyToKeepUp, .bufferFull, .bufferEmpty, .didPlayToEndTime, .endIsAhead,
            .failedToPlayToEndTime, .itemFailed, .timeJumped, .seekFinished, .prerollFinished, .pipelines, .exception:
            false
        }
    }
}
