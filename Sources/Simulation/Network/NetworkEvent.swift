import SimulationContainers
import PlayerModel

/// A request and its response, named by the slot that its owner holds and by the number of that owner's attempt.
///
/// An event of an earlier attempt is stale: cancelling costs nothing but the number.
package struct ExchangeID: Hashable, BitwiseCopyable, Sendable {
    package var slot: Int32
    package var attempt: UInt32

    package init(slot: Int32, attempt: UInt32) {
        self.slot = slot
        self.attempt = attempt
    }
}

/// A request for a run of chunks of one resource.
package struct Request: Equatable, BitwiseCopyable, Sendable {
    package var id: ExchangeID
    package var firstChunk: Int32
    package var endChunk: Int32

    package init(id: ExchangeID, firstChunk: Int32, endChunk: Int32) {
        self.id = id
        self.firstChunk = firstChunk
        self.endChunk = endChunk
    }
}

package enum Direction: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    case down, up
}

/// The fate of connections where the network becomes another one.
package enum ConnectionFate: Equatable, Sendable {
    case kept
    /// They break, on the same way to the servers.
    case broken
    /// The device has another address: they break, what is on its way is lost, and names are looked up again.
    case movedToNewAddress
}

/// An input of the network: what a player asks for, or a time at which the network wanted to look again.
package enum NetworkEvent: Equatable, BitwiseCopyable, Sendable {
    case request(Request)
    /// Likewise, of a player that has another variant to turn to: where it does so at once, the same is not made again.
    case requestOrTurn(Request)
    /// Whether a player has another variant to turn to is not as it was said with a request that is under way.
    case mayTurn(ExchangeID, Bool)
    /// The player has room for more of the same response, up to that chunk: its window opens.
    case allow(Request)
    /// The player wants no more of the response; the chunks named have not reached it.
    case cancel(Request)
    /// `fluid`: the request is at the server.
    case reachesServer(ExchangeID)
    /// `fluid`: what goes wrong on purpose with an exchange is due: its failure, its repetition, or more of it.
    case faultDue(ExchangeID)
    /// `fluid`: a flow may be done.
    case linkFinishes(Direction, generation: UInt32)
    /// `tcp`: a packet arrives, or a deadline comes.
    case packets(generation: UInt32)
    case conditionsChange
}

/// The bytes that a player has received from the network since the run began, by the time a chunk is in: those of
/// incomplete chunks too.
package struct Receipt: Equatable, BitwiseCopyable, Sendable {
    package var bytes: Int64
    /// The bytes among them that were wasted, because their exchange was cut short.
    package var wasted: Int64
    /// The time during which bits have been coming.
    package var busy: TimeAmount
    /// The longest time between two bytes since the receipt before, while there was something to come; zero where bits
    /// come without a break.
    package var pause: TimeAmount
    /// By how much longer the last bit of what it comes with was on its way, behind the link, than the first one; zero
    /// where the time is counted as bits come, and not as they leave.
    package var growth: TimeAmount

    package init(
        bytes: Int64, wasted: Int64, busy: TimeAmount, pause: TimeAmount = .zero, growth: TimeAmount = .zero
    ) {
        self.bytes = bytes
        self.wasted = wasted
        self.busy = busy
        self.pause = pause
        self.growth = growth
    }
}

/// All that was seen by a look at the network, and the instant as of which it holds: the player learns it later, as it
/// does of everything that comes.
package struct NetworkLook: Equatable, BitwiseCopyable, Sendable {
    package let receipt: Receipt
    package let asOf: Instant
}

/// The instants of a response that a client sees, or can infer.
package struct ResponseTimes: Equatable, BitwiseCopyable, Sendable {
    /// Its attempt began, waiting for a connection included: the last one, where there were several.
    package var begunAt: Instant
    /// Its request left, on a connection that was ready: the last attempt's, where there were several.
    package var sentAt: Instant
    /// Its server had the whole request, and settled what it answers: which playlist is the newest.
    package var servedAt: Instant
    /// The arrival of its first byte, once any of it has arrived.
    package var firstByte: Instant
    /// How long the packet with that was on its way through the slowest link; zero where there are no packets.
    package var firstPacket: TimeAmount

    package init(
        begunAt: Instant, sentAt: Instant, servedAt: Instant, firstByte: Instant, firstPacket: TimeAmount = .zero
    ) {
        self.begunAt = begunAt
        self.sentAt = sentAt
        self.servedAt = servedAt
        self.firstByte = firstByte
        self.firstPacket = firstPacket
    }

    /// Since when bits of it have been coming, once any of it has arrived.
    package var comingSince: Instant { firstByte + (.zero - firstPacket) }
}

/// The part of a response's body that has come by now, incomplete chunks included.
package struct Progress: Equatable, BitwiseCopyable, Sendable {
    /// Whole bytes, and the nanobits beyond them.
    package var received: Int64
    package var rest: Int64
    /// The whole bytes of it that the receipt counts.
    package var sent: Int64
    package var times: ResponseTimes
    /// All that the network has carried for its player by now, of this response and of others: under `fluid`, all that
    /// has left the link, a part of which may be on its way.
    package var receipt: Receipt
    /// Whether the last attempt has failed, and the next one is to be made after a pause.
    package var isPausing = false

    /// The arrival of its first byte, once there was one.
    package var firstByte: Instant { times.firstByte }

    /// All of it, in nanobits.
    package var amount: Int128 { Int128(received) * 8_000_000_000 + Int128(rest) }
}

/// A fact about connections and requests, as a network inspector would show it.
package enum NetworkNote: Equatable, BitwiseCopyable, Sendable {
    case lookedUp(host: Int32)
    /// A connection to a host is open: the handshake of TCP is over.
    case connected(host: Int32)
    /// A connection to a host is ready for requests.
    case secured(host: Int32)
    /// A request has failed, and is to be made again then.
    case retries(slot: Int32, LoadFailure, at: Instant)
    case gaveUp(slot: Int32, LoadFailure)

    /// Whether a request has failed, for good or not.
    package var isFailure: Bool {
        switch self {
        case .retries, .gaveUp: true
        case .lookedUp, .connected, .secured: false
        }
    }
}

/// A list of effects, to which the handling of an event appends.
package typealias NetworkEffects = EffectList<NetworkEffect>

/// An output of the network, which the session carries out.
package enum NetworkEffect: BitwiseCopyable, Sendable {
    /// Hand the event in at that instant.
    case arm(NetworkEvent, at: Instant)
    /// The next chunk of an exchange reaches the player at that instant, with a receipt: see `takeReceipt`.
    case deliver(ExchangeID, at: Instant)
    case fail(ExchangeID, LoadFailure, at: Instant)
    /// A request for media has failed, and is made again after a pause, which is over then, unless its player takes
    /// another variant (`FailOver.choosesForRetries`).
    case pause(ExchangeID, until: Instant, at: Instant)
    /// The network offers something else from that instant on.
    case offers(NetworkOffer, at: Instant)
    /// A host's own network offers something else from that instant on.
    case hostOffers(HostOffer, at: Instant)
    /// So many bytes of the response in a slot were sent and wasted.
    case wasted(slot: Int32, bytes: Int64, at: Instant)
    case note(NetworkNote, at: Instant)
}

extension NetworkEffect {
    /// Whether it only says what the network offers: nothing follows from it.
    var isOffer: Bool {
        switch self {
        case .offers, .hostOffers: true
        case .arm, .deliver, .fail, .pause, .wasted, .note: false
        }
    }
}
