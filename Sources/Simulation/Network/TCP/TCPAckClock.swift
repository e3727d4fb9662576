import SimulationContainers

/// The acknowledgement clock of a bulk transfer (Jacobson, "Congestion Avoidance and Control", 1988): full packets come
/// down in order, plain acknowledgements go up, and each of them lets new packets out.
///
/// Nearly all packets of a download are of that kind. Where all that is on the link is of one connection, they are
/// handled in a loop of their own, which does with each what `run` would do, in the same order, and stops before
/// anything else:
///
/// - a packet of another kind, or out of order; so those questions are asked once, and not of each;
/// - a packet of another stream, one that ends a message, and the one that reaches the mark of the stream: until then
///   only counts grow, and there is no effect for the owner of the transport;
/// - an acknowledgement that was delayed, or an alarm that is more than one for the server's deadline, put off since;
/// - a loss, or a doubt: `TCPSender.isSteady`.
///
/// `run` with one step at a time is the definition. That the two come to the same is a property that a test holds over
/// random links. `TCPStretch.swift` has what goes quicker still.
extension TCPTransport {
    /// Runs the clock of the connection whose packet arrives next, for what is due up to and including `last`, in at
    /// most so many steps. Returns the number of steps: 0 where the next packet is of another kind.
    @inline(never)
    mutating func runAckClock(to last: Int64, most: Int) -> Int {
        let packet = wire.down.nextArrival <= wire.up.nextArrival ? wire.down.first : wire.up.first
        let index = Int(packet.connection)
        guard packet.content.kind == .data || packet.content.kind == .acknowledgement,
            connections[index].underWay == wire.down.count + wire.up.count,
            let place = connections[index].clockedStream()
        else { return 0 }
        var stream = streams[place]
        guard stream.received >= 0, stream.unmarkedPackets >= Self.leastClocked else { return 0 }
        let steps = connections[index].runAckClock(
            to: min(last, .max - 1), most: most, &wire, stream: Int32(truncatingIfNeeded: place), &stream,
            &streams.received[Int(stream.group)])
        streams[place] = stream
        return steps
    }
}

extension TCPConnection {
    /// The stream of the packet that the client expects next; nil where none is under way, or where more is going on
    /// than that full packets come in order.
    fileprivate mutating func clockedStream() -> Int? {
        guard server.isSteady, isOrdered, !isClosed, clientIsConnected, serverIsConnected, remains.isEmpty,
            atClient.next < fromServer.endIndex, atClient.hasNothingBeyond
        else { return nil }
        return Int(fromServer.segment(atClient.next).stream)
    }

    @inline(never)
    fileprivate mutating func runAckClock(
        to last: Int64, most: Int, _ wire: inout TCPWire, stream place: Int32, _ stream: inout TCPStream,
        _ received: inout TCPStreams.Received
    ) -> Int {
        let first = atClient.next
        var clock = TCPAckClock(
            self, wire, last: last, marked: first.addingClamped(stream.unmarkedPackets),
            heardAt: received.heardAt, pause: received.pause)
        let room = TCPAckClock.room
        let steps = wire.down.withLane(of: TCPAckClock.fullBytes, room: room) { down in
            wire.up.withLane(of: TCPAcknowledgement.headerBytes, room: room) { up in
                server.packets.withPlaces(room: room) { sent in
                    clock.run(
                        most: most, TCPAckClock.Stream(place: place, use: stream.use), &down, &wire.downLoss, &up,
                        &wire.upLoss, &sent, &fromServer, &wire.alarms)
                }
            }
        }
        guard let steps = steps ?? nil, steps > 0 else { return 0 }
        clock.settle(&self, &wire)
        if clock.sendsLater {
            server.sendAfterAcknowledgement(wire.now)
            fromServer.forget(below: server.packets.startIndex)
            serverActs(&wire)
        }
        (received.heardAt, received.pause) = (clock.heardAt, clock.pause)
        guard atClient.next > first else { return steps }
        let bytes = (atClient.next - first) * TCPSegment.mostBytes
        received.bytes += bytes
        stream.received += bytes
        stream.heardAt = received.heardAt
        return steps
    }
}

extension TCPStream {
    /// The number of full packets that come before the one that reaches the mark, from 0.
    fileprivate var unmarkedPackets: Int64 { max(0, mark - received - 1) / TCPSegment.mostBytes }
}

/// All that the clock of one transfer touches, laid beside one another: nothing of it is looked up, and none of it asks
/// who else has it.
struct TCPAckClock {
    struct Stream {
        let place: Int32
        let use: UInt32
    }

    /// The size of a full packet on the link.
    static let fullBytes = TCPSegment.mostBytes + TCPAcknowledgement.headerBytes
    /// The number of packets that the clock may add to a queue at least before the queue has to grow.
    static let room: Int64 = 16

    let number: Int32
    let last: Int64
    /// The packet that reaches the mark of the stream, or one before it.
    let marked: Int64
    var now: Int64
    var delayed: (at: Int64, end: TCPWire.End)

    // The client's end.
    var next: Int64
    var echo: Int64
    var delay: AcknowledgementDelay
    let acknowledged: Int64
    let timer: RetransmissionTimer
    var armedClient: Int64
    var heardAt: Int64
    var pause: Int64

    // The server's end.
    var pace: TCPPace
    var rack: TCPSender.Rack
    var deadline: Int64
    var deadlineKind: TCPSender.Deadline
    var hasAdvanced = false
    var sentAt: Int64?
    var serverEcho: Int64
    var serverDelay: AcknowledgementDelay
    let answers: Int64
    var armedServer: Int64
    let written: Int64
    let receiveWindow: Int64
    let endOfRepeated: Int64
    /// Whether the clock ended with an acknowledgement that lets out more packets than there are places for.
    var sendsLater = false

    init(
        _ connection: borrowing TCPConnection, _ wire: borrowing TCPWire, last: Int64, marked: Int64, heardAt: Int64,
        pause: Int64
    ) {
        (number, now, delayed) = (connection.number, wire.now, wire.delayed)
        (self.last, self.marked, self.heardAt, self.pause) = (last, marked, heardAt, pause)
        (next, echo) = (connection.atClient.next, connection.atClient.echo)
        (delay, timer) = (connection.atClient.delay, connection.client.pace.timer)
        (acknowledged, armedClient) = (connection.client.packets.startIndex, connection.armedClient)
        (pace, rack) = (connection.server.pace, connection.server.rack)
        (deadline, deadlineKind) = (connection.server.deadline, connection.server.deadlineKind)
        (serverEcho, serverDelay) = (connection.atServer.echo, connection.atServer.delay)
        (answers, armedServer) = (connection.atServer.next, connection.armedServer)
        (written, receiveWindow) = (connection.server.written, connection.server.receiveWindow)
        endOfRepeated = connection.server.endOfRepeated
    }

    /// Writes down what has become of the transfer.
    func settle(_ connection: inout TCPConnection, _ wire: inout TCPWire) {
        (wire.now, wire.delayed) = (now, delayed)
        connection.underWay = Int64(wire.down.count + wire.up.count)
        connection.atClient.settle(next: next, echo: echo, delay)
        connection.atServer.settle(next: answers, echo: serverEcho, serverDelay)
        (connection.armedClient, connection.armedServer) = (armedClient, armedServer)
        connection.server.settle(
            pace, rack, hasAdvanced: hasAdvanced, sentAt: sentAt, deadline: deadline, deadlineKind)
    }

    /// Takes steps as long as they are of this transfer and steady. Returns how many there were.
    @inline(__always)
    mutating func run(
        most: Int, _ stream: Stream, _ down: inout PacketLane, _ downLoss: inout LinkLoss, _ up: inout PacketLane,
        _ upLoss: inout LinkLoss, _ sent: inout RingPlaces<TCPSender.Packet>, _ outbox: inout TCPOutbox,
        _ alarms: inout Alarms<TCPWire.Timer>
    ) -> Int {
        var (steps, end) = (0, next)
        var tries = downLoss.isNone && upLoss.isNone ? next : .max
        while steps < most {
            let due = min(last, min(alarms.next, delayed.at))
            if alarms.next < min(down.nextArrival, up.nextArrival, delayed.at) {
                guard alarms.next <= last, passAlarm(&alarms) else { break }
                steps += 1
                continue
            }
            if down.nextArrival <= up.nextArrival {
                if next >= tries, mayStretch(down) {
                    let taken = runStretch(most: most - steps, stream, &down, &downLoss, &up, &sent, &outbox, &alarms)
                    // A try looks at all packets that are on their way.
                    tries = taken > sent.count ? next + 2 : sent.endIndex
                    steps += taken
                    if sendsLater { break } else if taken > 0 { continue }
                }
                guard down.nextArrival <= due, up.room > 0 else { break }
                if next >= end {
                    end = min(marked, outbox.endOfFullPackets(of: stream.place, use: stream.use, from: next))
                    guard next < end else { break }
                }
                let packet = down.first
                guard packet.content.kind == .data, packet.connection == number, packet.content.sequence == next,
                    packet.content.answers <= acknowledged
                else { break }
                now = down.nextArrival
                down.removeFirst()
                receive(sentAt: packet.content.sentAt, echo: packet.content.echo, &up, &upLoss, &alarms)
            } else {
                guard up.nextArrival <= due, takesAcknowledgement(up, sent) else { break }
                advance(&up, &sent)
                steps += 1
                let count = countToSend(sent)
                if count > min(down.room, sent.room) {
                    sendsLater = true
                    break
                }
                send(count, &sent)
                outbox.forget(below: sent.startIndex)
                if count > 0 { transmit(before: sent.endIndex, &down, &downLoss, &outbox) }
                arm(&alarms)
                continue
            }
            steps += 1
        }
        return steps
    }

    /// Sets an alarm for the server's deadline, unless an earlier one is set.
    @inline(__always)
    mutating func arm(_ alarms: inout Alarms<TCPWire.Timer>) {
        guard deadline < armedServer else { return }
        armedServer = deadline
        alarms.set(.serverDeadline(number), at: deadline)
    }

    /// Takes an alarm for the server's deadline that comes too early, and sets it anew, or one that was superseded:
    /// `TCPConnection.ring`. Returns false where it is another, and then nothing has changed.
    @inline(never)
    mutating func passAlarm(_ alarms: inout Alarms<TCPWire.Timer>) -> Bool {
        guard let alarm = alarms.first, case .serverDeadline(number) = alarm.call else { return false }
        if alarm.time == armedServer {
            guard deadline > alarm.time, serverDelay.deadline == .max else { return false }
            armedServer = .max
        }
        _ = alarms.removeFirst()
        now = alarm.time
        arm(&alarms)
        return true
    }

    /// The client receives a full packet in order: `TCPConnection.comesDown`.
    @inline(__always)
    private mutating func receive(
        sentAt: Int64, echo returned: Int64, _ up: inout PacketLane, _ upLoss: inout LinkLoss,
        _ alarms: inout Alarms<TCPWire.Timer>
    ) {
        if delay.isNothingOpen { echo = sentAt }
        next += 1
        if delay.received(.fullPacket, echo: returned, at: now, timer) {
            delay.acknowledged()
            if delayed.end == .client(number) { delayed.at = .max }
            if !upLoss.takes(at: now) {
                up.admit(
                    TCPPacket(
                        connection: number, content: .acknowledgement(next: next, echo: echo, sentAt: now)),
                    at: now)
            }
        } else if delay.deadline < armedClient {
            wait(until: delay.deadline, &alarms)
        }
        pause = max(pause, now - heardAt)
        heardAt = now
    }

    /// The client waits with an acknowledgement: `TCPWire.delay`.
    @inline(__always)
    private mutating func wait(until deadline: Int64, _ alarms: inout Alarms<TCPWire.Timer>) {
        if delayed.at == .max || delayed.end == .client(number) {
            delayed = (deadline, .client(number))
        } else {
            armedClient = deadline
            alarms.set(.clientDeadline(number), at: deadline)
        }
    }

    /// Whether the packet that comes to the server next is an acknowledgement that `TCPSender.advance` takes.
    @inline(__always)
    func takesAcknowledgement(_ up: PacketLane, _ sent: RingPlaces<TCPSender.Packet>) -> Bool {
        let (packet, first) = (up.first, sent.startIndex)
        guard packet.content.kind == .acknowledgement, packet.connection == number else { return false }
        let end = packet.content.answers
        return end > first && end <= sent.endIndex && first >= endOfRepeated && up.nextArrival > sent[end - 1].sentAt
    }

    /// The server takes in the acknowledgement that comes next: `TCPSender.advance`.
    @inline(__always)
    mutating func advance(_ up: inout PacketLane, _ sent: inout RingPlaces<TCPSender.Packet>) {
        let (first, end) = (sent.startIndex, up.first.content.answers)
        if serverDelay.isNothingOpen { serverEcho = up.first.content.sentAt }
        now = up.nextArrival
        up.removeFirst()
        let (oldest, newestAt) = (now - sent[first].sentAt, sent[end - 1].sentAt)
        rack.arrived(end - 1, sentAt: newestAt, roundTrip: now - newestAt)
        sent.removeAll(below: end)
        hasAdvanced = true
        pace.measured(oldest, newest: now - newestAt, acknowledged: end, next: sent.endIndex, at: now)
        pace.grow(by: end - first, at: now)
    }

    /// The number of new packets that the window has room for; 0 or less where it has none.
    @inline(__always)
    func countToSend(_ sent: RingPlaces<TCPSender.Packet>) -> Int64 {
        min(written - sent.endIndex, receiveWindow - sent.count, pace.window - sent.count)
    }

    /// Notes so many packets as sent, and sets the deadline: `TCPSender.sendAfterAcknowledgement`.
    @inline(__always)
    mutating func send(_ count: Int64, _ sent: inout RingPlaces<TCPSender.Packet>) {
        let outstanding = sent.count
        if count > 0 {
            for _ in 0..<count { sent.append(TCPSender.Packet(sentAt: now)) }
            sentAt = now
            pace.noteUsage(
                isLimited: outstanding + count >= pace.window, acknowledged: sent.startIndex, end: sent.endIndex)
        } else if sent.endIndex < written, outstanding >= pace.window {
            pace.noteUsage(isLimited: true, acknowledged: sent.startIndex, end: sent.endIndex)
        }
        guard sent.count > 0 else { return deadline = .max }
        // Where packets go out, the timeout goes by the oldest of them, and else from now on.
        let left = pace.timer.timeout + (count > 0 ? sent[sent.startIndex].sentAt - now : 0)
        deadline = now + pace.probeWait(outstanding: sent.count, left: left)
        deadlineKind = .probe
    }

    /// Cuts and sends the packets before `end`: `TCPConnection.serverSendsNew`.
    @inline(__always)
    mutating func transmit(
        before end: Int64, _ down: inout PacketLane, _ downLoss: inout LinkLoss, _ outbox: inout TCPOutbox
    ) {
        if serverDelay.sent(at: now), delayed.end == .server(number) { delayed.at = .max }
        var content = TCPPacket.Content.data(
            sequence: outbox.endIndex, sentAt: now, answers: answers, echo: serverEcho)
        let full = min(end - content.sequence, outbox.fullPacketsAhead)
        if full > 0 { outbox.cutFullPackets(full) }
        let endOfFull = content.sequence + full
        while content.sequence < endOfFull {
            if !downLoss.takes(at: now) { down.admit(TCPPacket(connection: number, content: content), at: now) }
            content.sequence += 1
        }
        while content.sequence < end {
            let bytes = outbox.next() + TCPAcknowledgement.headerBytes
            if !downLoss.takes(at: now) {
                down.admit(TCPPacket(connection: number, content: content), bytes: bytes, at: now)
            }
            content.sequence += 1
        }
    }
}
