/// The acknowledgement clock of a bulk transfer (Jacobson, "Congestion Avoidance and Control", 1988): full packets come
/// down in order, plain acknowledgements go up, and each of them lets new packets out.
///
/// Nearly all packets of a download are of that kind. Here they are handled in a loop of their own, which does with
/// each what `run` would do, in the same order, and stops before anything else:
///
/// - a packet of another connection or kind, or out of order; so those questions are asked once, and not of each;
/// - a packet of another stream, one that ends a message, and the one that reaches the mark of the stream: until then
///   only counts grow, and there is no effect for the owner of the transport;
/// - an alarm, or an acknowledgement that was delayed;
/// - a loss, or a doubt: `TCPSender.isSteady`.
///
/// `run` with one step at a time is the definition. That the two come to the same is a property that a test holds over
/// random links.
extension TCPTransport {
    /// Runs the clock of the connection whose packet arrives next, for what is due up to and including `last`, in at
    /// most so many steps. Returns the number of steps: 0 where the next packet is of another kind.
    @inline(never)
    mutating func runAckClock(to last: Int64, most: Int) -> Int {
        let packet = wire.down.nextArrival <= wire.up.nextArrival ? wire.down.first : wire.up.first
        guard packet.content.kind == .data || packet.content.kind == .acknowledgement,
            let place = connections[Int(packet.connection)].clockedStream()
        else { return 0 }
        var stream = streams[place]
        let steps = connections[Int(packet.connection)].runAckClock(
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

    @inline(__always)
    fileprivate mutating func runAckClock(
        to last: Int64, most: Int, _ wire: inout TCPWire, stream place: Int32, _ stream: inout TCPStream,
        _ received: inout TCPStreams.Received
    ) -> Int {
        guard stream.received >= 0 else { return 0 }
        let unmarked = max(0, stream.mark - stream.received - 1) / TCPSegment.mostBytes
        let marked = atClient.next.addingClamped(unmarked)
        var left = most
        while left > 0 {
            let end = min(marked, fromServer.endOfFullPackets(of: place, use: stream.use, from: atClient.next))
            if atClient.next < end {
                left -= receiveInOrder(before: end, to: last, most: left, &wire, &stream, &received)
            }
            guard left > 0, wire.up.nextArrival <= min(last, min(wire.alarms.next, wire.delayed.at)),
                wire.up.nextArrival < wire.down.nextArrival
            else { break }
            let packet = wire.up.first
            guard packet.content.kind == .acknowledgement, packet.connection == number else { break }
            wire.now = wire.up.nextArrival
            wire.up.removeFirst()
            underWay -= 1
            atServer.heard(packet.content.sentAt)
            serverAcknowledged(packet.content.answers, echo: packet.content.echo, &wire)
            left -= 1
            guard server.isSteady else { break }
        }
        return most - left
    }

    /// Receives packets of data in order, all of them full and in the middle of a message, until something else is due.
    @inline(never)
    private mutating func receiveInOrder(
        before end: Int64, to last: Int64, most: Int, _ wire: inout TCPWire, _ stream: inout TCPStream,
        _ received: inout TCPStreams.Received
    ) -> Int {
        let first = atClient.next
        let stop = min(end, first + Int64(most))
        var (next, heardAt, pause) = (first, received.heardAt, received.pause)
        let acknowledged = client.packets.startIndex
        while next < stop {
            let now = wire.down.nextArrival
            guard now <= min(min(last, wire.up.nextArrival), min(wire.alarms.next, wire.delayed.at)) else { break }
            let packet = wire.down.first
            guard packet.content.kind == .data, packet.connection == number, packet.content.sequence == next,
                packet.content.answers <= acknowledged
            else { break }
            wire.down.removeFirst()
            wire.now = now
            underWay -= 1
            next += 1
            atClient.advance(timestamp: packet.content.sentAt)
            if atClient.delay.received(.fullPacket, echo: packet.content.echo, at: now, client.pace.timer) {
                clientAnswers(&wire)
            } else {
                clientWaits(&wire)
            }
            pause = max(pause, now - heardAt)
            heardAt = now
        }
        guard next > first else { return 0 }
        let bytes = (next - first) * TCPSegment.mostBytes
        received.bytes += bytes
        (received.heardAt, received.pause) = (heardAt, pause)
        stream.received += bytes
        stream.heardAt = heardAt
        return Int(next - first)
    }
}
