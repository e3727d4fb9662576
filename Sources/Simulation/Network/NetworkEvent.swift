import PlayerModel

/// A request and its answer, named by the slot that its owner holds and by which attempt of that owner it is.
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

/// What is asked for: a run of chunks of one resource.
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

/// Which way bits go.
package enum Direction: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    case down
    case up
}

/// What the network is told, and what it tells itself to look at later.
package enum NetworkEvent: Equatable, BitwiseCopyable, Sendable {
    /// A request leaves the player.
    case request(Request)
    /// The player has room for more of the same answer, up to that chunk: its window opens.
    case allow(Request)
    /// The player wants no more of it; the chunks named have not reached it.
    case cancel(Request)
    /// `fluid`: the request is at the server.
    case reachesServer(ExchangeID)
    /// `fluid`: a flow may be done.
    case linkFinishes(Direction, generation: UInt32)
    /// `tcp`: a packet arrives, or a deadline comes.
    case packets(generation: UInt32)
    /// What the network offers may be something else from now on.
    case conditionsChange
}

/// What a player has seen of the network by the time a chunk is in, chunks that are still incomplete included.
package struct Receipt: Equatable, BitwiseCopyable, Sendable {
    /// Bytes that have come since the run began.
    package var bytes: Int64
    /// How many of them were in vain, because their exchange was cut short.
    package var wasted: Int64
    /// How long bits have been coming since the run began.
    package var busy: TimeAmount

    package init(bytes: Int64, wasted: Int64, busy: TimeAmount) {
        self.bytes = bytes
        self.wasted = wasted
        self.busy = busy
    }
}

/// Something about connections and requests that a person looking at a network inspector would see.
package enum NetworkNote: Equatable, BitwiseCopyable, Sendable {
    /// The address of a host is known.
    case lookedUp(host: Int32)
    /// A connection to a host is open: the handshake of TCP is over.
    case connected(host: Int32)
    /// A connection to a host is ready for requests.
    case secured(host: Int32)
    /// A request has failed, and is made again after a pause.
    case retries(slot: Int32, LoadFailure)
    /// A request has failed for the last time.
    case gaveUp(slot: Int32, LoadFailure)
}

/// What the network wants done.
package enum NetworkEffect: Sendable {
    /// Hand in that event at that instant.
    case arm(NetworkEvent, at: Instant)
    /// The next chunk of an exchange is with the player at that instant, and a receipt with it: see `takeReceipt`.
    case deliver(ExchangeID, at: Instant)
    /// An exchange has failed for good at that instant.
    case fail(ExchangeID, LoadFailure, at: Instant)
    /// What the network offers has changed: see `Network.offered`.
    case changed
    /// Of the answer in a slot, that many bytes were sent in vain.
    case wasted(slot: Int32, bytes: Int64, at: Instant)
    /// Something worth noting happened at that instant.
    case note(NetworkNote, at: Instant)
}
