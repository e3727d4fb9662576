import SimulationContainers

// The news that acknowledgements bring to a sender: packets that have come, in order or beyond a gap (RFC 2018), and
// the round trips that they took. Recovery, the window and new packets follow from it.
extension TCPSender {
    /// The news in one acknowledgement.
    struct News {
        var delivered: Int64 = 0
        var hasAdvanced = false
        var hasSacked = false
        /// Whether a packet has come that was never sent again, and was sent before the episode began.
        var originalArrived = false
        /// The round trips of the packets that came in order, and beyond a gap: of the oldest one, with the delay of
        /// its acknowledgement, and of the newest, without. Nil where one of them was sent twice.
        var roundTrip: Trip?
        var sackRoundTrip: Trip?
        /// Whether a packet that was sent twice is among those in order.
        var isDoubtful = false
        var lossesBefore: Int64 = 0
        var retransmissionLost = false
    }

    struct Trip {
        let oldest: Int64
        var newest: Int64
    }

    /// Handles an acknowledgement that brings nothing but that everything before `end` has come. Does what
    /// `acknowledge` would, faster, where nothing is lost, out of order or doubtful; returns false elsewhere.
    @inline(__always)
    mutating func advance(to end: Int64, at now: Int64) -> Bool {
        let first = packets.startIndex
        guard end > first, end <= packets.endIndex, phase == .open, sacked == 0, lost == 0, retransmitted == 0,
            probe == nil
        else { return false }
        // They were sent once each, in their order: of those between the oldest and the newest nothing is asked.
        let (oldest, sentAt) = (now - packets[first].sentAt, packets[end - 1].sentAt)
        let newest = now - sentAt
        guard first >= endOfRepeated, newest > 0 else { return false }
        rack.arrived(end - 1, sentAt: sentAt, roundTrip: newest)
        packets.removeAll(below: end)
        repairHint = max(repairHint, end)
        timeoutsInARow = 0
        pace.measured(oldest, newest: newest, acknowledged: end, next: packets.endIndex, at: now)
        pace.grow(by: end - first, at: now)
        sendAfterAcknowledgement(now)
        return true
    }

    /// Sends what the window has room for now, and waits for the next acknowledgement.
    @inline(__always)
    mutating func sendAfterAcknowledgement(_ now: Int64) {
        if !sendNew(now), !scheduleProbe(now, afterAcknowledgement: true) { armRetransmission(now) }
    }

    @inline(never)
    mutating func acknowledge(_ answer: TCPAcknowledgement, at now: Int64, _ again: inout ContiguousArray<Int64>) {
        guard answer.next >= packets.startIndex, answer.next <= packets.endIndex else { return }
        var news = News(lossesBefore: lossesMarked)
        rack.hasAdvanced = false
        if answer.blocks.0.end > 0 {
            mark(answer.blocks, now, &news)
            lastBlock = answer.blocks.0
        }
        var setsDeadline = takeOff(answer.next, echo: answer.echo, now, &news)
        measure(answer, now, news)
        if !setsDeadline, let trip = news.sackRoundTrip, packets.endIndex > packets.startIndex,
            trip.oldest > now - packets[packets.startIndex].sentAt
        {
            setsDeadline = true
        }
        if probe != nil { probeAnswered(answer, news) }
        var sendsNewFirst = false
        if phase != .open || sacked > 0 || lost > 0 {
            let armed = judge(answer, now, &news, &sendsNewFirst)
            if armed { setsDeadline = false }
        }
        if setsDeadline, !scheduleProbe(now, afterAcknowledgement: true) { armRetransmission(now) }
        if phase == .recovery {
            reduce(news.delivered, hasAdvanced: news.hasAdvanced, hasNewLosses: lossesMarked > news.lossesBefore)
        } else if news.hasAdvanced {
            pace.grow(by: news.delivered, at: now)
        }
        if sendsNewFirst {
            if !sendNew(now) {
                mayBeSpurious = false
                repair(now, &again)
            }
        } else if lost > retransmitted {
            repair(now, &again)
        }
        sendNew(now)
    }

    /// Marks what has come by packets, from the oldest on: Linux, `tcp_sacktag_write_queue`. An option has the newest
    /// range first (RFC 2018, section 4), whose round trip would be taken for that of the oldest. Ranges that are not
    /// there are empty.
    private mutating func mark(
        _ blocks: (TCPAcknowledgement.Block, TCPAcknowledgement.Block, TCPAcknowledgement.Block), _ now: Int64,
        _ news: inout News
    ) {
        var (first, second, third) = blocks
        if second.first < first.first { swap(&first, &second) }
        if third.first < second.first { swap(&second, &third) }
        if second.first < first.first { swap(&first, &second) }
        mark(first, now, &news)
        mark(second, now, &news)
        mark(third, now, &news)
    }

    private mutating func mark(_ block: TCPAcknowledgement.Block, _ now: Int64, _ news: inout News) {
        let end = min(Int64(block.end), packets.endIndex)
        // Ranges grow at their end. The packets of the block as it was are marked already.
        let isGrown = block.first == lastBlock.first && lastBlock.end <= block.end
        let first = max(Int64(isGrown ? lastBlock.end : block.first), packets.startIndex)
        guard first < end else { return }
        for number in first..<end where !packets[number].isSacked {
            let packet = packets[number]
            var arrived = packet
            (arrived.isSacked, arrived.isLost, arrived.isRetransmitted) = (true, false, false)
            packets[number] = arrived
            sacked += 1
            if packet.isLost { lost -= 1 }
            if packet.isRetransmitted { retransmitted -= 1 }
            news.delivered += 1
            news.hasSacked = true
            noteArrival(packet, number, now)
            if !packet.wasRetransmitted {
                if number < episodeEnd { news.originalArrived = true }
                Self.extend(&news.sackRoundTrip, now - packet.sentAt)
            }
        }
    }

    @inline(__always)
    private static func extend(_ trip: inout Trip?, _ time: Int64) {
        if trip == nil { trip = Trip(oldest: time, newest: time) } else { trip?.newest = time }
    }

    /// Removes the packets that are acknowledged in order. Returns whether there were any.
    private mutating func takeOff(_ end: Int64, echo: Int64, _ now: Int64, _ news: inout News) -> Bool {
        guard end > packets.startIndex else { return false }
        for number in packets.startIndex..<end {
            let packet = packets[number]
            if packet.isSacked {
                sacked -= 1
            } else {
                news.delivered += 1
                // What answers something older than the copy is not about the copy: section 6.2, step 2, of RFC 8985.
                // Beyond a gap the echo is of what came before it, and tells nothing: RFC 7323, section 4.3.
                let isOfCopy = packet.wasRetransmitted && !Self.isBefore(echo, packet.sentAt)
                if !packet.wasRetransmitted || isOfCopy { noteArrival(packet, number, now) }
                if !packet.wasRetransmitted {
                    Self.extend(&news.roundTrip, now - packet.sentAt)
                    if number < episodeEnd { news.originalArrived = true }
                }
            }
            if packet.wasRetransmitted { news.isDoubtful = true }
            if packet.isLost { lost -= 1 }
            if packet.isRetransmitted { retransmitted -= 1 }
        }
        packets.removeAll(below: end)
        repairHint = max(repairHint, end)
        timeoutsInARow = 0
        news.hasAdvanced = true
        return true
    }

    /// Updates the packet sent last among those that have arrived: RFC 8985, section 6.2, step 2. A copy that is
    /// answered sooner than a round trip can be was not what arrived.
    @inline(__always)
    private mutating func noteArrival(_ packet: Packet, _ number: Int64, _ now: Int64) {
        let trip = now - packet.sentAt
        if packet.wasRetransmitted, trip < pace.timer.leastRoundTrip { return }
        rack.arrived(number, sentAt: packet.sentAt, roundTrip: trip)
    }

    /// Measures a round trip: of a packet that was sent once, else of one out of order, else by the timestamp.
    private mutating func measure(_ answer: TCPAcknowledgement, _ now: Int64, _ news: News) {
        let own = (news.isDoubtful ? nil : news.roundTrip) ?? news.sackRoundTrip
        let echoed = now - answer.echo
        guard let trip = own ?? (news.hasAdvanced ? Trip(oldest: echoed, newest: echoed) : nil), trip.newest > 0
        else { return }
        let (acknowledged, next) = (packets.startIndex, packets.endIndex)
        guard own != nil else {
            pace.timer.measured(trip.oldest, newest: trip.newest, acknowledged: acknowledged, next: next)
            return
        }
        pace.measured(trip.oldest, newest: trip.newest, acknowledged: acknowledged, next: next, at: now)
    }

    /// Ends a probe: RFC 8985, section 7.4. A loss that it has repaired counts as one.
    private mutating func probeAnswered(_ answer: TCPAcknowledgement, _ news: News) {
        guard let probe, acknowledged >= probe.end else { return }
        if !probe.isRetransmission || answer.isDuplicate {
            self.probe = nil
        } else if acknowledged > probe.end {
            beginReduction()
            pace.window = pace.threshold
        } else if !news.hasAdvanced, !news.hasSacked {
            self.probe = nil
        }
    }
}
