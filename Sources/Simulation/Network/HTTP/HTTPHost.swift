import SimulationContainers
import PlayerModel

/// A host as a client knows it.
struct HTTPHost: Sendable {
    enum Address: Sendable {
        case unknown
        /// A query is in progress, for the given number of times, and is made again at that time.
        case asked(times: Int64, until: Int64)
        case known
    }

    var address = Address.unknown
    /// Connections that are open or being opened.
    var connections: ContiguousArray<Int32> = []
    var opening: Int64 = 0
    /// Connections that can take a request now, in the order in which they were used last.
    var ready: ContiguousArray<Int32> = []
    /// Exchanges that wait for a connection, first come, first served.
    var waiting = Queue<Int32>()
    /// Whether those that waited last only waited until requests of others were over, and when that was so no more.
    var wasServing = false
    var servedUntil: Int64 = 0
    /// Whether a connection was secured before, so that the next one can be resumed.
    var hasTicket = false
    /// The network of its own, by its place; -1 is none.
    var path: Int32 = -1
    /// The time that a look-up of its name takes beyond that of others, in nanoseconds.
    var lookUpDelay: Int64 = 0

    /// Whether its connections work, and none is being opened.
    var isServing: Bool { if case .known = address { opening == 0 } else { false } }
}

/// The time during which data has been coming: stretches that overlap count once. Times are nanoseconds.
struct Activity: Sendable {
    private(set) var flows: Int64 = 0
    private var since: Int64 = 0
    private var before: Int64 = 0
    private var stoppedAt: Int64 = 0

    /// One more source of data begins, at `time`.
    mutating func start(at time: Int64) {
        if flows == 0 { since = max(time, stoppedAt) }
        flows += 1
    }

    mutating func stop(at time: Int64) {
        flows -= 1
        guard flows == 0 else { return }
        before += time - since
        stoppedAt = time
    }

    func total(at time: Int64) -> Int64 { flows == 0 ? before : before + (time - since) }
}

/// A connection as an HTTP client sees it.
struct HTTPConnection: BitwiseCopyable, Sendable {
    enum Stage: BitwiseCopyable, Sendable {
        case connecting
        /// So many steps of the TLS handshake are done.
        case securing(Int32)
        case open
        /// The connection takes no new request, because a response on it was abandoned.
        case leaving
        case closed
    }

    var host: Int32
    var stage = Stage.connecting
    var security: TransportSecurity
    var active: Int64 = 0
    var usedAt: Int64
    /// How many were opened before it.
    let order: Int64
    var wasUsed = false

    /// Whether it has been idle for so long that it is closed. At a time of 0 each answer closes its own, as where a
    /// server writes "Connection: close" (RFC 9112, section 9.6), and one over which none has come stays open.
    @inline(__always)
    func isOver(_ now: Int64, after keepAlive: Int64) -> Bool {
        active == 0 && now - usedAt >= keepAlive && (wasUsed || keepAlive > 0)
    }

    var isOpen: Bool { if case .open = stage { true } else { false } }

    var isBeingOpened: Bool {
        switch stage {
        case .connecting, .securing: true
        case .open, .leaving, .closed: false
        }
    }
}

/// A request and its response as an HTTP client sees them.
struct HTTPExchange: Sendable {
    enum Phase: Sendable {
        case idle
        /// The exchange waits for a connection.
        case waiting
        case asked
        /// The server is responding, or waits for room.
        case answering
        /// The attempt has failed, and is repeated after a pause.
        case pausing
    }

    var id: ExchangeID
    var phase = Phase.idle
    var connection: Int32 = -1
    /// The next chunk to come, and the one after the last that there is room for.
    var next: Int32 = 0
    /// The chunk that this attempt begins with.
    var first: Int32 = 0
    var end: Int32 = 0
    /// Bytes of this response's body up to the end of `next`, up to its beginning, and up to the end of what the
    /// server was given to send.
    var boundary: Int64 = 0
    var delivered: Int64 = 0
    var written: Int64 = 0
    var firstByteAt: Int64 = -1
    /// How long the packet with that was on its way through the slowest link.
    var firstPacket: Int64 = 0
    /// When the server began to respond.
    var servedAt: Int64 = 0
    var isFlowing = false
    var startedAt: Int64 = 0
    /// The beginning of the attempt, waiting for a connection included.
    var begunAt: Int64 = 0
    /// When its limits of time began: with the attempt, or when there was room again.
    var limitsFrom: Int64 = 0
    var tries: Int32 = 0
    var fault: HTTPFault.Kind?
    /// Bytes that earlier attempts of another app's download have brought: the next one asks for the rest.
    var kept: Int64 = 0
    /// Bytes of a slow server that it has not sent yet.
    var owed: Int64 = 0
    /// When it may send the next portion of them.
    var nextPortionAt: Int64 = 0
    /// Whether its player has another variant to turn to.
    var mayTurn = false
    var patienceAt: Int64 = .max

    var times: ResponseTimes {
        ResponseTimes(
            begunAt: Instant(nanoseconds: begunAt), sentAt: Instant(nanoseconds: startedAt),
            servedAt: Instant(nanoseconds: servedAt), firstByte: Instant(nanoseconds: firstByteAt),
            firstPacket: TimeAmount(nanoseconds: firstPacket))
    }

    /// Whether everything has come that there is room for, and the player may make more.
    var waitsForRoom: Bool { phase == .answering && !isFlowing && next == end }
}
