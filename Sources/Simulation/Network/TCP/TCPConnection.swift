/// What travels: trivially copyable, so that a queue of it is one piece of memory.
struct TCPPacket: BitwiseCopyable, Sendable {
    enum Content: BitwiseCopyable, Sendable {
        case synchronize(sentAt: Int64)
        case synchronizeAnswer(sentAt: Int64, echo: Int64)
        /// The last packet of the handshake.
        case established(echo: Int64)
        /// `answers` is what its sender has of the other direction.
        case data(sequence: Int64, sentAt: Int64, answers: Int64, echo: Int64)
        case acknowledgement(TCPAcknowledgement)
    }

    /// IPv4 and TCP with the options of a handshake.
    static let handshakeBytes: Int64 = 60

    let connection: Int32
    let content: Content
}

/// One connection of a `TCPDownload`: both ends, and where its requests have got to.
struct TCPConnection: Sendable {
    /// The greatest payload: 1500 bytes less IPv4, TCP and the timestamp option.
    static let segmentBytes: Int64 = 1448

    let transfer: TCPTransfer
    let requestPackets: Int64
    let responsePackets: Int64

    var server: TCPSender
    /// Sends the requests. Its window never matters, its timeouts do.
    var client: TCPSender
    var atClient = TCPReceiver()
    var atServer = TCPReceiver()

    /// The server has had its part of the handshake.
    var serverIsConnected = false
    var synchronizeTries: Int64 = 0
    var answerTries: Int64 = 0
    /// Requests that were sent, that have reached the server, and whose responses are there.
    var asked: Int64 = 0
    var heard: Int64 = 0
    var done: Int64 = 0
    var askedAt: Int64 = 0
    var firstByte: Int64?
    var outcome = TCPOutcome()

    /// The earliest event that is pending for a sender's deadline.
    var armedServer: Int64 = .max
    var armedClient: Int64 = .max

    init(_ transfer: TCPTransfer, usesHystart: Bool) {
        self.transfer = transfer
        requestPackets = (transfer.request_bytes + Self.segmentBytes - 1) / Self.segmentBytes
        responsePackets = (transfer.response_bytes + Self.segmentBytes - 1) / Self.segmentBytes
        server = TCPSender(usesHystart: usesHystart)
        client = TCPSender(usesHystart: usesHystart)
    }

    var isFinished: Bool { done == Int64(transfer.requests) }

    /// The length of a packet on the wire: full, but for the last of a message.
    @inline(__always)
    static func bytes(_ sequence: Int64, of packets: Int64, message: Int64) -> Int64 {
        let place = packets == 1 ? 0 : sequence % packets
        let payload = place == packets - 1 ? message - place * segmentBytes : segmentBytes
        return payload + TCPAcknowledgement.headerBytes
    }
}
