/// A packet on the link: trivially copyable, so that a queue of them is one piece of memory.
///
/// It is plain fields, as the header of a packet is, and no enum with payloads: that is copied in pieces of another
/// size than it was written in, for which a processor waits.
struct TCPPacket: BitwiseCopyable, Sendable {
    enum Kind: BitwiseCopyable, Sendable {
        /// The first packet of the handshake, its answer, and the last.
        case synchronize, synchronizeAnswer, established
        case data
        /// Everything before `answers` has come, and nothing beyond.
        case acknowledgement
        /// There is something beyond a gap, or the packet had come before. The ranges travel in a queue of their own:
        /// here they would make every packet larger.
        case selectiveAcknowledgement
        /// A query to a name resolver, or its answer, over UDP: the connection's number is the query's.
        case lookUp
    }

    /// The fields of a header that matter here; 0 where a kind has no use for one.
    struct Content: BitwiseCopyable, Sendable {
        /// The number of a packet of data.
        var sequence: Int64 = 0
        /// The first packet of the other direction that has not come.
        var answers: Int64 = 0
        /// Its timestamp, and the one that it returns: RFC 7323, TSval and TSecr.
        var sentAt: Int64 = 0
        var echo: Int64 = 0
        let kind: Kind
    }

    /// IPv4 and TCP with the options of a handshake.
    static let handshakeBytes: Int64 = 60

    let content: Content
    let connection: Int32

    @inline(__always)
    init(connection: Int32, content: Content) {
        self.content = content
        self.connection = connection
    }
}

extension TCPPacket.Content {
    static let lookUp = Self(kind: .lookUp)
    static let selectiveAcknowledgement = Self(kind: .selectiveAcknowledgement)

    static func synchronize(sentAt: Int64) -> Self { Self(sentAt: sentAt, kind: .synchronize) }

    static func synchronizeAnswer(sentAt: Int64, echo: Int64) -> Self {
        Self(sentAt: sentAt, echo: echo, kind: .synchronizeAnswer)
    }

    static func established(echo: Int64) -> Self { Self(echo: echo, kind: .established) }

    @inline(__always)
    static func data(sequence: Int64, sentAt: Int64, answers: Int64, echo: Int64) -> Self {
        Self(sequence: sequence, answers: answers, sentAt: sentAt, echo: echo, kind: .data)
    }

    @inline(__always)
    static func acknowledgement(next: Int64, echo: Int64, sentAt: Int64) -> Self {
        Self(answers: next, sentAt: sentAt, echo: echo, kind: .acknowledgement)
    }
}

/// The payload of one packet: so many bytes of a stream.
struct TCPSegment: BitwiseCopyable, Sendable {
    enum End: UInt8, Sendable {
        case more
        /// The end of the bytes that were written.
        case message
        /// The end of a message that the stream is no longer wanted.
        case reset
    }

    /// The greatest payload: 1500 bytes less IPv4, TCP and the timestamp option.
    static let mostBytes: Int64 = 1448

    let stream: Int32
    /// The use of the stream: a stream is used again and again, and an older use is another one.
    let use: UInt32
    let bytes: Int16
    let end: End
    let place: Int64

    /// The bytes of a body in a packet from one place of a stream to another: what comes before it lies below zero.
    static func bodyBytes(_ places: Range<Int64>) -> Int64 { max(0, places.upperBound) - max(0, places.lowerBound) }

    var bodyBytes: Int64 { Self.bodyBytes(place..<place + Int64(bytes)) }

    /// A full packet in the middle of what was written, whichever that is.
    static var fullPacket: Self { Self(stream: 0, use: 0, bytes: Int16(mostBytes), end: .more, place: 0) }

    @inline(__always)
    static func packets(_ bytes: Int64) -> Int64 { (bytes + mostBytes - 1) / mostBytes }
}
