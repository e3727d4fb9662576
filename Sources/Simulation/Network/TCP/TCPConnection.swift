/// One connection: both ends, and what each has to say.
struct TCPConnection: Sendable {
    /// What has come of a stream that is no longer wanted, and where its last packet is, once that is known.
    struct Remains: BitwiseCopyable, Sendable {
        let stream: Int32
        let use: UInt32
        var bytes: Int64 = 0
        var end: Int64 = .max
    }

    var server: TCPSender
    /// Sends the requests. Its window never matters, its timeouts do.
    var client: TCPSender
    var atClient = TCPReceiver()
    var atServer = TCPReceiver()
    var fromServer = TCPOutbox()
    var fromClient = TCPOutbox()

    var clientIsConnected = false
    /// The server has had its part of the handshake.
    var serverIsConnected = false
    /// Whether packets are handed on in their order, as TCP does; QUIC does so within a stream.
    let isOrdered: Bool
    /// Closes once nothing more can come of what was given up.
    var closesWhenQuiet = false
    /// Given up by both ends: what is still on the link is for nobody.
    var isClosed = false
    var startedAt: Int64
    var connectedAt: Int64?
    var synchronizeTries: Int64 = 0
    var answerTries: Int64 = 0
    /// When something came to the client last.
    var heardAt: Int64
    /// Packets of it that are on the link.
    var underWay: Int64 = 0
    var remains: ContiguousArray<Remains> = []

    /// The earliest event that is pending for a sender's deadline.
    var armedServer: Int64 = .max
    var armedClient: Int64 = .max

    init(_ settings: TCPSettings, isOrdered: Bool, at now: Int64) {
        self.isOrdered = isOrdered
        server = TCPSender(usesHystart: settings.usesHystart, receiveWindow: settings.receiveWindow_packets)
        client = TCPSender(usesHystart: settings.usesHystart, receiveWindow: settings.receiveWindow_packets)
        startedAt = now
        heardAt = now
    }

    /// The length of a packet of the server's on the wire.
    @inline(__always)
    static func bytes(_ segment: TCPSegment) -> Int64 { Int64(segment.bytes) + TCPAcknowledgement.headerBytes }
}

/// A stream of bytes towards the client, and how much of it has come.
struct TCPStream: BitwiseCopyable, Sendable {
    /// Which use of the stream this is.
    var use: UInt32 = 0
    /// Whose bytes they are.
    var group: Int32 = 0
    /// Bytes that have come in order. What comes before the body is counted from below zero.
    var received: Int64 = 0
    /// Bytes that the server was given to send, counted likewise.
    var written: Int64 = 0
    /// With so many the owner wants to know.
    var mark: Int64 = .max
    /// When something of it came last.
    var heardAt: Int64 = 0
}
