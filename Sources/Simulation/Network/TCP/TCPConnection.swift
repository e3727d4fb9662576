import SimulationContainers

/// One connection: the client's end and the server's, each with a sender, a receiver and an outbox.
///
///     client                                                    server
///     fromClient (TCPOutbox) ─▶ client (TCPSender) ── up ──▶    atServer (TCPReceiver) ─▶ heard
///     TCPStreams ◀─ atClient (TCPReceiver)         ◀── down ──  server (TCPSender) ◀─ fromServer (TCPOutbox)
///
/// An outbox cuts the bytes of streams into packets, a sender decides when each may go, and a receiver puts them in
/// order and acknowledges them. Acknowledgements go back with the packets of the other direction or by themselves.
struct TCPConnection: Sendable {
    /// The bytes that have come of an abandoned stream's body, and the end of its packets, once that is known.
    struct Remains: BitwiseCopyable, Sendable {
        let stream: Int32
        let use: UInt32
        var bytes: Int64 = 0
        var end: Int64 = .max
    }

    let number: Int32
    /// The network of its host's own, by its place; -1 is none.
    let path: Int32
    var server: TCPSender
    var fromServer = TCPOutbox()
    var underWay: Int64 = 0
    /// The earliest alarm that is set for a sender's deadline.
    var armedServer: Int64 = .max
    var armedClient: Int64 = .max

    var clientIsConnected = false
    var serverIsConnected = false
    /// Whether packets are passed on in their order, as TCP does; QUIC keeps the order only within a stream.
    let isOrdered: Bool
    /// Whether to close once nothing more can come of abandoned streams.
    var closesWhenQuiet = false
    /// Whether both ends have closed it: packets that are still on the link are ignored.
    private(set) var isClosed = false
    private(set) var remains: ContiguousArray<Remains> = []

    var atClient: TCPReceiver
    var atServer: TCPReceiver
    var fromClient = TCPOutbox()
    /// The sender of the requests. Its window never matters, its timeouts do.
    var client: TCPSender
    var synchronizeTries: Int64 = 0
    var answerTries: Int64 = 0

    init(_ settings: TCPSettings, number: Int32, path: Int32, withHandshake: Bool, isOrdered: Bool) {
        self.number = number
        self.path = path
        self.isOrdered = isOrdered
        server = TCPSender(usesHystart: settings.usesHystart, receiveWindow: settings.receiveWindow_packets)
        client = TCPSender(usesHystart: settings.usesHystart)
        atClient = TCPReceiver(
            acknowledgesAtOnce: settings.acknowledgesAtOnce || !isOrdered, bound: settings.receiveBuffer_bytes)
        atServer = TCPReceiver(acknowledgesAtOnce: !isOrdered)
        clientIsConnected = !withHandshake
        serverIsConnected = !withHandshake
    }

    /// Without `&&`: its right side is a closure, and where nothing is optimized it copies the connection.
    @inline(__always)
    var isDrained: Bool { isClosed ? underWay == 0 : false }

    /// Whether it is closed, and nothing has come of it that was wasted and is still to be reported.
    var isForgotten: Bool { isClosed && remains.allSatisfy { $0.bytes == 0 } }

    mutating func ask(_ stream: Int32, _ use: UInt32, bytes: Int64, end: TCPSegment.End, _ wire: inout TCPWire) {
        let count = fromClient.write(stream, use, from: 0, bytes: bytes, end: end)
        client.write(count, at: wire.now)
        clientActs(&wire)
    }

    /// Writes bytes, or more bytes, of a stream at the server's end, of which so many were written before.
    mutating func answer(_ stream: Int32, _ use: UInt32, from place: Int64, bytes: Int64, _ wire: inout TCPWire) {
        let count = fromServer.write(stream, use, from: place, bytes: bytes, end: .message)
        server.write(count, at: wire.now)
        serverActs(&wire)
    }

    /// Abandons a use of a stream: bytes that still come of it are wasted, as are those that have come out of order.
    mutating func abandon(_ stream: Int32, _ use: UInt32, bytes: Int64) {
        remains.append(Remains(stream: stream, use: use, bytes: bytes))
    }

    /// Whether a use of a stream was abandoned, and the server has not heard of that yet.
    func isServed(_ stream: Int32, _ use: UInt32) -> Bool {
        !isClosed && remains.contains { $0.stream == stream && $0.use == use && $0.end == .max }
    }

    /// Closes the connection at both ends. Packets on the link still arrive, and are wasted.
    mutating func close(_ effects: inout TCPEffects) {
        isClosed = true
        if underWay == 0 { bury(&effects) }
    }

    /// Handles the loss of a packet that was on its way.
    mutating func lose(_ effects: inout TCPEffects) {
        underWay -= 1
        if underWay == 0 { bury(&effects) }
    }

    /// Handles a packet that has come to the client. Returns whether that was the last of a closed connection.
    @inline(__always)
    mutating func comesDown(
        _ content: TCPPacket.Content, _ wire: inout TCPWire, _ streams: inout TCPStreams,
        _ effects: inout TCPEffects
    ) -> Bool {
        underWay -= 1
        if isClosed {
            comesToNobody(content, &wire, &streams, &effects)
            return underWay == 0
        }
        let (sequence, answers, sentAt, echo) = (content.sequence, content.answers, content.sentAt, content.echo)
        switch content.kind {
        case .synchronize, .established, .lookUp: break
        case .synchronizeAnswer: connected(sentAt: sentAt, echo: echo, &wire, &effects)
        case .acknowledgement:
            atClient.heard(sentAt)
            clientAcknowledged(answers, echo: echo, &wire)
        case .selectiveAcknowledgement: clientAcknowledgedSelectively(&wire)
        case .data:
            let before = atClient.next
            guard atClient.receivedInOrder(sequence, timestamp: sentAt) else {
                let isNew = comesDownOutOfOrder(sequence, sentAt, echo: echo, &wire)
                if answers > client.packets.startIndex { clientAcknowledged(answers, echo: echo, &wire) }
                deliver(sequence, isNew: isNew, from: before, wire.now, &streams, &effects)
                break
            }
            let segment = fromServer.segment(sequence)
            if atClient.delay.received(segment, echo: echo, at: wire.now, client.pace.timer) {
                clientAnswers(&wire)
            } else {
                clientWaits(&wire)
            }
            if answers > client.packets.startIndex { clientAcknowledged(answers, echo: echo, &wire) }
            deliver(segment, wire.now, &streams, &effects)
        }
        return isClosed ? underWay == 0 : false
    }

    /// Handles a packet that has come to the server. Returns whether that was the last of a closed connection.
    @inline(__always)
    mutating func comesUp(
        _ content: TCPPacket.Content, _ wire: inout TCPWire, _ effects: inout TCPEffects
    ) -> Bool {
        underWay -= 1
        if isClosed {
            comesUpToNobody(content, &wire, &effects)
            return underWay == 0
        }
        let (sequence, answers, sentAt, echo) = (content.sequence, content.answers, content.sentAt, content.echo)
        switch content.kind {
        case .synchronizeAnswer, .lookUp: break
        case .synchronize: if !serverIsConnected { answerSynchronize(sentAt, &wire) }
        case .established: serverConnected(echo: echo, wire.now)
        case .acknowledgement:
            atServer.heard(sentAt)
            serverAcknowledged(answers, echo: echo, &wire)
        case .selectiveAcknowledgement:
            let answer = wire.removeUpAnswer(through: path)
            atServer.heard(answer.sentAt)
            server.acknowledge(answer, at: wire.now, &wire.again)
            fromServer.forget(below: server.packets.startIndex)
            serverActs(&wire)
        case .data:
            serverConnected(echo: echo, wire.now)
            if answers > server.packets.startIndex { serverAcknowledged(answers, echo: echo, &wire) }
            let (before, isNew) = (atServer.next, isOrdered || !atServer.has(sequence))
            serverReceives(sequence, sentAt, echo: echo, &wire)
            if isNew { hear(sequence, from: before, &effects) }
        }
        return isClosed ? underWay == 0 : false
    }

    @inline(__always)
    mutating func serverAcknowledged(_ next: Int64, echo: Int64, _ wire: inout TCPWire) {
        if !server.advance(to: next, at: wire.now) {
            server.acknowledge(TCPAcknowledgement(next: next, echo: echo), at: wire.now, &wire.again)
        }
        fromServer.forget(below: server.packets.startIndex)
        serverActs(&wire)
    }

    /// Out of line, as all is that few packets bring: a loop that is too long has fewer calls inlined.
    @inline(never)
    private mutating func clientAcknowledgedSelectively(_ wire: inout TCPWire) {
        let answer = wire.downAnswers.removeFirst()
        atClient.heard(answer.sentAt)
        client.acknowledge(answer, at: wire.now, &wire.again)
        clientActs(&wire)
    }

    private mutating func clientAcknowledged(_ next: Int64, echo: Int64, _ wire: inout TCPWire) {
        client.acknowledge(TCPAcknowledgement(next: next, echo: echo), at: wire.now, &wire.again)
        clientActs(&wire)
    }

    /// Passes a packet on; within its stream it has to wait for its turn.
    @inline(__always)
    private mutating func deliver(
        _ segment: TCPSegment, _ now: Int64, _ streams: inout TCPStreams, _ effects: inout TCPEffects
    ) {
        let isTaken =
            isOrdered ? streams.take(segment, now, &effects) : streams.takeOutOfOrder(segment, now, &effects)
        if !isTaken { waste(segment, &streams) }
        if !remains.isEmpty { bury(&effects) }
    }

    /// Passes on what may be passed on after a packet that came out of order: all that is in order now, or without an
    /// order among streams that one at once.
    @inline(never)
    private mutating func deliver(
        _ sequence: Int64, isNew: Bool, from first: Int64, _ now: Int64, _ streams: inout TCPStreams,
        _ effects: inout TCPEffects
    ) {
        if isOrdered {
            var number = first
            while number < atClient.next {
                let segment = fromServer.segment(number)
                number += 1
                if !streams.take(segment, now, &effects) { waste(segment, &streams) }
            }
            if !remains.isEmpty { bury(&effects) }
        } else if isNew {
            deliver(fromServer.segment(sequence), now, &streams, &effects)
        }
    }

    /// Hears what may be passed on with a packet that has come: all that is in order now, or without an order among
    /// streams what is of its own.
    private mutating func hear(_ sequence: Int64, from first: Int64, _ effects: inout TCPEffects) {
        if isOrdered {
            for place in first..<atServer.next { hear(fromClient.segment(place), &effects) }
        } else {
            let own = fromClient.segment(sequence)
            for place in first..<fromClient.endIndex {
                let segment = fromClient.segment(place)
                guard segment.stream == own.stream, segment.use == own.use else { continue }
                guard atServer.has(place) else { break }
                if place >= sequence { hear(segment, &effects) }
            }
        }
        fromClient.forget(below: min(client.packets.startIndex, atServer.next))
    }

    private mutating func hear(_ segment: TCPSegment, _ effects: inout TCPEffects) {
        switch segment.end {
        case .more: break
        case .message: effects.append(.heard(connection: number, stream: segment.stream, use: segment.use))
        case .reset: stopSending(segment, &effects)
        }
    }

    private mutating func stopSending(_ segment: TCPSegment, _ effects: inout TCPEffects) {
        server.written -= fromServer.withdraw(segment.stream, segment.use)
        for place in remains.indices where remains[place].isOf(segment) { remains[place].end = server.next }
        bury(&effects)
    }

    @inline(never)
    private mutating func waste(_ segment: TCPSegment, _ streams: inout TCPStreams) {
        for place in remains.indices where remains[place].isOf(segment) {
            remains[place].bytes += segment.bodyBytes
            streams.waste(segment)
        }
    }

    /// Reports the wasted bytes of abandoned streams of which nothing more can come.
    @inline(never)
    private mutating func bury(_ effects: inout TCPEffects) {
        let (next, isDrained) = (atClient.next, isDrained)
        for remains in remains where (remains.end <= next || isDrained) && remains.bytes > 0 {
            effects.append(.wasted(stream: remains.stream, bytes: remains.bytes))
        }
        remains.removeAll { $0.end <= next || isDrained }
        if closesWhenQuiet, remains.isEmpty { isClosed = true }
    }

    /// Handles a packet that comes down after both ends have closed. One before the next in order had come already.
    @inline(never)
    private mutating func comesToNobody(
        _ content: TCPPacket.Content, _ wire: inout TCPWire, _ streams: inout TCPStreams,
        _ effects: inout TCPEffects
    ) {
        if content.kind == .selectiveAcknowledgement { _ = wire.downAnswers.removeFirst() }
        if content.kind == .data, !remains.isEmpty, content.sequence >= atClient.next {
            waste(fromServer.segment(content.sequence), &streams)
        }
        if underWay == 0 { bury(&effects) }
    }

    /// Handles a packet that comes up after both ends have closed.
    @inline(never)
    private mutating func comesUpToNobody(
        _ content: TCPPacket.Content, _ wire: inout TCPWire, _ effects: inout TCPEffects
    ) {
        if content.kind == .selectiveAcknowledgement { _ = wire.removeUpAnswer(through: path) }
        if underWay == 0 { bury(&effects) }
    }
}

extension TCPConnection.Remains {
    @inline(__always)
    func isOf(_ segment: TCPSegment) -> Bool { stream == segment.stream && use == segment.use }
}
