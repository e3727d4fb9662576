/// A packet on the link: trivially copyable, so that a queue of them is one piece of memory.
struct TCPPacket: BitwiseCopyable, Sendable {
    enum Content: BitwiseCopyable, Sendable {
        case synchronize(sentAt: Int64)
        case synchronizeAnswer(sentAt: Int64, echo: Int64)
        /// The last packet of the handshake.
        case established(echo: Int64)
        /// Data; `answers` acknowledges the other direction.
        case data(sequence: Int64, sentAt: Int64, answers: Int64, echo: Int64)
        /// Everything before `next` has come, and nothing beyond.
        case acknowledgement(next: Int64, echo: Int64, sentAt: Int64)
        /// There is something beyond a gap, or the packet had come before. The ranges travel in a queue of their own:
        /// here they would make every packet larger.
        case selectiveAcknowledgement
        /// A query to a name resolver, or its answer, over UDP: the connection's number is the query's.
        case lookUp
    }

    /// IPv4 and TCP with the options of a handshake.
    static let handshakeBytes: Int64 = 60

    let connection: Int32
    let content: Content
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

    @inline(__always)
    static func packets(_ bytes: Int64) -> Int64 { (bytes + mostBytes - 1) / mostBytes }
}

/// The bytes that one end of a connection has to send: streams that take turns, cut into packets as they are sent.
struct TCPOutbox: Sendable {
    private struct Entry: BitwiseCopyable, Sendable {
        let stream: Int32
        let use: UInt32
        let end: TCPSegment.End
        var unsent: Int64
        var place: Int64
    }

    /// RFC 9113, section 4.2: the size of a frame unless another is agreed on. A stream's turn has that length.
    private static let frameBytes: Int64 = 16_384

    /// The contents of each packet that is not acknowledged, by its number.
    private(set) var segments = Ring<TCPSegment>()
    private var entries: ContiguousArray<Entry> = []
    private var turn = 0
    private var leftOfTurn = frameBytes

    /// Adds bytes to a stream, of which so many were written before. Returns how many packets are added.
    mutating func write(
        _ stream: Int32, _ use: UInt32, from place: Int64, bytes: Int64, end: TCPSegment.End
    ) -> Int64 {
        if end == .message, let index = index(stream, use) {
            let before = TCPSegment.packets(entries[index].unsent)
            entries[index].unsent += bytes
            return TCPSegment.packets(entries[index].unsent) - before
        }
        entries.append(Entry(stream: stream, use: use, end: end, unsent: bytes, place: place))
        return TCPSegment.packets(bytes)
    }

    /// Removes the bytes of a stream that have not been sent yet. Returns how many packets that is.
    mutating func withdraw(_ stream: Int32, _ use: UInt32) -> Int64 {
        guard let index = index(stream, use) else { return 0 }
        let count = TCPSegment.packets(entries[index].unsent)
        remove(index)
        return count
    }

    /// Cuts the next packet. There must be bytes to send.
    @inline(__always)
    mutating func next() -> TCPSegment {
        var entry = entries[turn]
        let bytes = min(TCPSegment.mostBytes, entry.unsent)
        let place = entry.place
        let isLast = bytes == entry.unsent
        entry.unsent -= bytes
        entry.place += bytes
        entries[turn] = entry
        leftOfTurn -= bytes
        let segment = TCPSegment(
            stream: entry.stream, use: entry.use, bytes: Int16(truncatingIfNeeded: bytes),
            end: isLast ? entry.end : .more, place: place)
        segments.append(segment)
        if isLast {
            remove(turn)
        } else if leftOfTurn <= 0 {
            turn = turn + 1 < entries.count ? turn + 1 : 0
            leftOfTurn = Self.frameBytes
        }
        return segment
    }

    @inline(__always)
    mutating func forget(below number: Int64) { segments.removeAll(below: number) }

    private func index(_ stream: Int32, _ use: UInt32) -> Int? {
        entries.firstIndex { $0.stream == stream && $0.use == use && $0.end == .message }
    }

    @inline(never)
    private mutating func remove(_ index: Int) {
        entries.remove(at: index)
        if index < turn { turn -= 1 } else if index == turn { leftOfTurn = Self.frameBytes }
        if turn >= entries.count { turn = 0 }
    }
}
