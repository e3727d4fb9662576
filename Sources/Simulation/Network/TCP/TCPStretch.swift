import SimulationContainers

/// Stretches of a bulk transfer in which packets arrive without a pause and are acknowledged two by two.
///
///     packets     n     n+1   n+2   n+3        every `gap`: the link is busy
///                 │      │     │     │
///     client      ▼      ▼     ▼     ▼
///                       ack         ack        `transit` later at the server
///
/// While that lasts, the queue towards the client need not be looked at: when a packet leaves it follows from the one
/// before. What becomes of the window, of round trips and of the delay of acknowledgements is worked out as always,
/// by the same code. At the end of a stretch the packets are put where they would have been.
///
/// A stretch ends before whatever is not of this kind: where the link falls idle, the queue is full, a message or the
/// mark of the stream ends, the receiver's room grows, an alarm is more than one that was put off, or time is up.
extension TCPAckClock {
    private struct Stretch {
        /// The time from one packet to the next, and from an acknowledgement to its arrival at the server.
        let gap: Int64
        let transit: Int64
        /// The first packet of the stretch, and the first that is sent in it.
        let first: Int64
        let end: Int64
        /// The number of full packets that there are to send, and of those that were sent.
        let ahead: Int64
        var added: Int64 = 0
        /// The packet before which it ends.
        let limit: Int64
        /// When the next packet arrives.
        var arrival: Int64
        /// Whether an acknowledgement let something out that is not of this kind.
        var isOver = false
    }

    /// A stretch takes the acknowledgement or the alarm that comes between the two packets of a pair before them: so
    /// that all are taken, there must be some steps left.
    private static let stepsLeft = 64
    /// A look at all packets that are on their way is worth so many of a stretch at least, and at so many times as many
    /// as it may have at most.
    private static let leastPackets: Int64 = 16
    private static let mostLookedAt: Int64 = 4

    /// Whether a stretch may begin with the packet that arrives next, as far as that can be told without a look at all
    /// that are on their way; and whether it may be long enough to be worth that look.
    @inline(__always)
    func mayStretch(_ down: PacketLane) -> Bool {
        guard delay.isPairing(every: down.gap, from: down.nextArrival), down.gap > 0, delayed.at == .max,
            serverDelay.isNothingOpen
        else { return false }
        let most = min((last - down.nextArrival) / down.gap, marked - next)
        return most >= Self.leastPackets && down.count >= Self.leastPackets && down.count <= Self.mostLookedAt * most
    }

    /// Runs a stretch that begins with the packet that arrives next, if it may. Returns the number of its steps: 0
    /// where none begins there. Nothing may be lost at random.
    @inline(never)
    mutating func runStretch(
        most: Int, _ stream: Stream, _ down: inout PacketLane, _ downLoss: inout LinkLoss, _ up: inout PacketLane,
        _ sent: inout RingPlaces<TCPSender.Packet>, _ outbox: inout TCPOutbox, _ alarms: inout Alarms<TCPWire.Timer>
    ) -> Int {
        guard var stretch = stretch(of: stream, down, sent, &outbox) else { return 0 }
        var left = most - Self.stepsLeft
        while left > 0, !stretch.isOver {
            let (pairAt, ackAt, alarmAt) = (stretch.arrival + stretch.gap, up.nextArrival, alarms.next)
            // What comes between the two packets may be taken before them: neither has to do with the other.
            let pairComes = pairAt <= last && next + 2 <= min(stretch.limit, sent.endIndex)
            let limit = pairComes ? min(last, pairAt - 1) : min(last, stretch.arrival - 1)
            if min(ackAt, alarmAt) <= limit {
                if alarmAt < ackAt {
                    guard passAlarm(&alarms) else { break }
                } else {
                    guard takeAcknowledgement(&stretch, down, &up, &sent) else { break }
                    if !sendsLater { arm(&alarms) }
                }
                left -= 1
            } else {
                guard pairComes, min(ackAt, alarmAt) >= pairAt, up.room > 0, takePair(&stretch, &up, sent)
                else { break }
                left -= 2
            }
        }
        let (answers, transit, number, end) = (answers, stretch.transit, number, stretch.end)
        down.pass(arrived: next - stretch.first, added: stretch.added) { [sent] place in
            let sentAt = sent[end + place].sentAt
            return TCPPacket(
                connection: number,
                content: .data(sequence: end + place, sentAt: sentAt, answers: answers, echo: sentAt - transit))
        }
        outbox.cutFullPackets(stretch.added)
        outbox.forget(below: sent.startIndex)
        if stretch.isOver, !sendsLater { transmit(before: sent.endIndex, &down, &downLoss, &outbox) }
        return most - Self.stepsLeft - left
    }

    /// The stretch that begins with the packet that arrives next; nil where none does, or a short one.
    @inline(__always)
    private func stretch(
        of stream: Stream, _ down: PacketLane, _ sent: RingPlaces<TCPSender.Packet>, _ outbox: inout TCPOutbox
    ) -> Stretch? {
        let (gap, least) = (down.gap, Self.leastPackets)
        let transit = down.first.content.sentAt - down.first.content.echo
        let even = down.even { [next, number, answers] place, packet in
            let (content, sentAt) = (packet.content, sent[next + place].sentAt)
            return content.kind == .data && packet.connection == number && content.sequence == next + place
                && content.answers == answers && content.sentAt == sentAt && content.echo == sentAt - transit
        }
        let known = min(next + even, outbox.endOfFullPackets(of: stream.place, use: stream.use, from: next))
        // Where others stand behind these, or belong to another run, nothing can be added to them.
        let mayGrow = even == down.count && known == sent.endIndex && down.isEven
        let ahead = mayGrow ? outbox.fullPacketsAhead : 0
        guard even >= least, answers <= acknowledged else { return nil }
        return Stretch(
            gap: gap, transit: transit, first: next, end: sent.endIndex, ahead: ahead,
            limit: ahead > 0 ? marked : min(marked, known), arrival: down.nextArrival)
    }

    /// The two packets that arrive next, and their acknowledgement. Returns false where they are not taken so.
    @inline(__always)
    private mutating func takePair(
        _ stretch: inout Stretch, _ up: inout PacketLane, _ sent: RingPlaces<TCPSender.Packet>
    ) -> Bool {
        let (first, second) = (stretch.arrival, stretch.arrival + stretch.gap)
        let sentAt = (sent[next].sentAt, sent[next + 1].sentAt)
        let echoes = (sentAt.0 - stretch.transit, sentAt.1 - stretch.transit)
        guard let deadline = delay.receivedPair(echoes: echoes, at: first, second) else { return false }
        if deadline < armedClient { delayed.end = .client(number) }
        (echo, next, now) = (sentAt.0, next + 2, second)
        up.admit(
            TCPPacket(connection: number, content: .acknowledgement(next: next, echo: echo, sentAt: second)),
            at: second)
        pause = max(pause, first - heardAt, stretch.gap)
        heardAt = second
        stretch.arrival = second + stretch.gap
        return true
    }

    /// An acknowledgement comes to the server, which sends what the window has room for. Returns false where it is not
    /// taken so.
    @inline(__always)
    private mutating func takeAcknowledgement(
        _ stretch: inout Stretch, _ down: PacketLane, _ up: inout PacketLane,
        _ sent: inout RingPlaces<TCPSender.Packet>
    ) -> Bool {
        let at = up.nextArrival
        guard takesAcknowledgement(up, sent), at - up.first.content.sentAt == stretch.transit else { return false }
        advance(&up, &sent)
        let count = countToSend(sent)
        if count > min(sent.room, down.capacity - (sent.endIndex - next)) {
            (stretch.isOver, sendsLater) = (true, true)
            return true
        }
        send(count, &sent)
        guard count > 0 else { return true }
        let after = stretch.added + count
        if after <= stretch.ahead, down.isBusy(at: at, added: stretch.added), down.isBusy(at: at, added: after - 1) {
            _ = serverDelay.sent(at: at)
            stretch.added = after
        } else {
            stretch.isOver = true
        }
        return true
    }
}
