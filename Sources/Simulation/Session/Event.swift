import PlayerModel

/// Something that happens at an instant, addressed to one component.
///
/// A trivially copyable value of at most 24 bytes: no closure, no reference.
package enum Event: Equatable, BitwiseCopyable, Sendable {
    case network(NetworkEvent)
    case media(MediaEvent, player: Int16)
    case player(PlayerEvent, player: Int16)
    /// The action of that number, of all players together.
    case script(action: Int32)
    /// It is time to look whether an action of that number, which waits for something, is due.
    case look(action: Int32)
    case traffic(TrafficEvent)
    /// It may be time for a player's next interstitial event; where another number is asked for since, it is not.
    case interstitial(UInt32, player: Int16)
    /// The player that shows a player's interstitial events is asked for its rate, once it knows what it has to show.
    case passRate(player: Int16)

    /// The order of components at one instant: what arrives is known to the buffer before the buffer is to the
    /// player, and the person acts on what the player shows. An interstitial event suspends a player before it looks
    /// at its buffer. This order is law; a test states it.
    package enum Lane: UInt8, CaseIterable, Sendable { case network, media, player, script }

    package var lane: Lane {
        switch self {
        case .network: .network
        case .media, .interstitial: .media
        case .player: .player
        case .script, .look, .traffic, .passRate: .script
        }
    }
}

extension Event {
    /// Whose it is, from 0; -1 where it is everybody's, or where that is not told from the event.
    var player: Int16 {
        switch self {
        case .network, .script, .look, .traffic: -1
        case .media(_, let player), .player(_, let player), .interstitial(_, let player),
            .passRate(let player):
            player
        }
    }
}

/// A message to a loader. Whatever the loader needs to know besides is looked up when the message comes.
package enum MediaEvent: Equatable, BitwiseCopyable, Sendable {
    case delivered(ExchangeID), failed(ExchangeID, LoadFailure)
    /// A request for media has failed, and is to be made again then.
    case pauses(ExchangeID, until: Instant)
    case clockMoved
    case itemChanged(from: Int32, isFinished: Bool)
    case queueChanged, endMoved, drained
    /// It is time to look how far what is under way has come; and what is seen has come to the player.
    case look, looked
    /// The player is paused, or is no longer.
    case pauseChanged
    case watched(ExchangeID)
}

/// A message to a player.
package enum PlayerEvent: Equatable, BitwiseCopyable, Sendable {
    case bufferChanged, deadline
    /// It is time for what an app, or a looper, does when an item is over.
    case loopStep
    case loadingFailed(LoadFailure)
    /// A live stream is joined there, or goes on there.
    case moveLive(to: MediaTime)
    /// A live stream is played at that speed.
    case setPace(Rate)
}

/// How many events each lane has had.
struct LaneCounts: Sendable {
    private(set) var total: Int64 = 0
    private var (network, media, player, script): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)

    @inline(__always)
    mutating func count(_ number: Int64 = 1, of lane: Event.Lane) {
        total += number
        switch lane {
        case .network: network += number
        case .media: media += number
        case .player: player += number
        case .script: script += number
        }
    }

    /// The lane with the most events; of equals the first.
    var busiest: Event.Lane {
        let counts = [(Event.Lane.network, network), (.media, media), (.player, player), (.script, script)]
        return counts.reduce(counts[0]) { $1.1 > $0.1 ? $1 : $0 }.0
    }
}
