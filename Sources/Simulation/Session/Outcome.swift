import PlayerModel

/// How a run came to its end.
package struct Outcome: Equatable, Sendable {
    package enum End: Equatable, Sendable {
        /// Nothing is pending: from here on, nothing would ever change.
        case nothingMoreHappens
        /// The scenario's `until_s` was reached.
        case timeIsUp
        /// It goes on: whoever holds it has not let more time pass.
        case held
        /// An exception that nobody can catch ended the app.
        case exception(PlayerException)

        /// Whether the last state goes on for ever. Else nobody knows what comes behind the end.
        var isLasting: Bool {
            switch self {
            case .nothingMoreHappens: true
            case .timeIsUp, .held, .exception: false
            }
        }
    }

    package let end: End
    /// The last instant at which anything changed, or the end time where the run was cut off. What the network offers
    /// counts while a player waits for something from it.
    package let at: Instant
    package let events: Int64
    /// The values of the network from here on; nil where that is still to change, or the run goes on behind its end.
    package let offeredForGood: NetworkValues?
    /// How many events were still pending.
    package let pending: Int
    /// Whether anything was drawn from the random streams: where nothing was, any seed gives the same run.
    package let drawsAtRandom: Bool
    /// How many requests each fault of the network has hit, in their order.
    package let faultHits: ContiguousArray<Int64>
    /// Likewise, how many it would have hit, had not a fault before it.
    package let faultMisses: ContiguousArray<Int64>
    /// Likewise, how many there were which it fits, those before the first that it is to hit included.
    package let faultMatches: ContiguousArray<Int64>
    /// The packets that found a queue full.
    package let packetsDropped: DroppedPackets
}

/// Why a run could not come to its end.
package enum SessionError: Error, Equatable, Sendable {
    /// The ceiling of events was reached; most were of that lane.
    case tooManyEvents(limit: Int64, busiest: Event.Lane, at: Instant)
    case tooManyPackets(limit: Int64, at: Instant)

    package var message: String {
        switch self {
        case .tooManyEvents(let limit, let busiest, let at):
            "more than \(NumberText.count(limit, "event")) by \(at.nanoseconds / 1_000_000_000) s, most of them the "
                + "\(busiest.name)'s\(busiest.remedy), or raise max_events"
        case .tooManyPackets(let limit, let at):
            "more than \(NumberText.count(limit, "packet")) by \(at.nanoseconds / 1_000_000_000) s; use a shorter "
                + "medium or the transport 'fluid', or raise max_packets"
        }
    }
}

extension Event.Lane {
    /// The component as a person would call it.
    package var name: String {
        switch self {
        case .network: "network"
        case .media: "loader"
        case .player: "player"
        case .script: "script"
        }
    }

    /// The ways to need fewer events of it.
    fileprivate var remedy: String {
        switch self {
        case .network, .media, .player: "; use longer chunks, a shorter medium or an earlier 'until_s'"
        case .script:
            ", which looks at every action that waits ('when', or one of a viewer's 'seeks') whenever that may be "
                + "due; use fewer of those, or say where it ends: one with 'every_s' polls until 'until_s', unless "
                + "'at_most' ends it"
        }
    }
}
