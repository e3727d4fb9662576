import SimulationContainers

// The recovery of a sender: from acknowledgements it concludes that packets are lost (RACK, RFC 8985), shrinks its
// window in proportion to what still arrives (RFC 6937), sends them again, and takes back a timeout that was none (RFC
// 5682).
extension TCPSender {
    /// Proportional rate reduction: RFC 6937.
    struct Reduction: Sendable {
        var windowBefore: Int64 = 0
        var delivered: Int64 = 0
        var sent: Int64 = 0
    }

    /// The state to restore when a timeout turns out to have been spurious.
    struct Undo: Sendable {
        let window: Int64
        let threshold: Int64
        /// The time at which the first packet was sent again. An answer to something older proves the originals
        /// alive: RFC 3522.
        let since: Int64
    }

    struct Probe: Sendable {
        let end: Int64
        let isRetransmission: Bool
    }

    /// The packet sent last among those that have arrived: packets sent well before it are lost. RFC 8985, section 6.
    struct Rack: Sendable {
        var sentAt: Int64 = 0
        var sequence: Int64 = -1
        var roundTrip: Int64 = 0
        var hasAdvanced = false

        @inline(__always)
        func isAfter(_ sentAt: Int64, _ sequence: Int64) -> Bool {
            self.sentAt > sentAt || (self.sentAt == sentAt && self.sequence > sequence)
        }

        /// Takes in a packet that has arrived.
        @inline(__always)
        mutating func arrived(_ sequence: Int64, sentAt: Int64, roundTrip: Int64) {
            hasAdvanced = true
            self.roundTrip = roundTrip
            guard !isAfter(sentAt, sequence) else { return }
            (self.sentAt, self.sequence) = (sentAt, sequence)
        }
    }

    /// A packet as it was sent again.
    struct SentAgain: BitwiseCopyable, Sendable {
        let sequence: Int64
        let sentAt: Int64
    }

    /// RFC 5681: the number of duplicates that mean a loss; in RACK they end the tolerance of reordering.
    private static let duplicateThreshold: Int64 = 3
    /// RFC 8985, section 6.2: a quarter of the least round trip.
    private static let reorderingFraction: Int64 = 4

    // MARK: Detection of losses

    /// Finds losses, and enters and leaves recovery. Returns whether a deadline for reordering was armed.
    mutating func judge(
        _ answer: TCPAcknowledgement, _ now: Int64, _ news: inout News, _ sendsNewFirst: inout Bool
    ) -> Bool {
        switch phase {
        case .open: break
        case .recovery:
            if acknowledged >= episodeEnd {
                pace.window = pace.threshold
                phase = .open
            }
        case .loss: sendsNewFirst = afterTimeout(answer, news)
        }
        let armed = detectLosses(now, &news)
        if phase == .open || (phase == .loss && news.retransmissionLost), lost > 0 {
            enterRecovery()
            sendsNewFirst = false
        }
        return armed
    }

    /// Judges a timeout afterwards: whether it was spurious, and whether it is over. Returns whether new packets are
    /// to go first (RFC 5682).
    private mutating func afterTimeout(_ answer: TCPAcknowledgement, _ news: News) -> Bool {
        let isOver = acknowledged >= episodeEnd
        if news.hasAdvanced, let undo, Self.isBefore(answer.echo, undo.since) {
            restore(undo)
            return false
        }
        if mayBeSpurious {
            if news.originalArrived, let undo {
                restore(undo)
                return false
            }
            if next > episodeEnd {
                if news.hasSacked || !news.hasAdvanced { mayBeSpurious = false }
            } else if news.hasAdvanced, !isOver {
                episodeEnd = next
                if next < written { return true }
                mayBeSpurious = false
            }
        }
        if isOver { phase = .open }
        return false
    }

    /// Whether what is echoed was sent before a time, as far as timestamps tell, which count milliseconds.
    static func isBefore(_ echo: Int64, _ time: Int64) -> Bool { echo / 1_000_000 < time / 1_000_000 }

    private mutating func restore(_ undo: Undo) {
        for number in acknowledged..<next { packets[number].isLost = false }
        (lost, judgedEnd) = (0, 0)
        // Copies that were taken for lost are under way again.
        let copies = (acknowledged..<next).filter { packets[$0].wasRetransmitted }
            .map { SentAgain(sequence: $0, sentAt: packets[$0].sentAt) }
            .sorted { ($0.sentAt, $0.sequence) < ($1.sentAt, $1.sequence) }
        sentAgain = Ring()
        for copy in copies { sentAgain.append(copy) }
        pace.window = max(pace.window, undo.window)
        pace.threshold = max(pace.threshold, undo.threshold)
        self.undo = nil
        timeoutsInARow = 0
        mayBeSpurious = false
        rack.hasAdvanced = true
        phase = .open
    }

    /// Marks as lost what was sent before a packet that has arrived, and is overdue by more than the tolerance of
    /// reordering: RFC 8985, section 6.2, step 5. Returns whether a deadline was armed for what may be lost soon.
    ///
    /// Like Linux it goes by the time of sending, and looks at nothing twice: first at what was sent again, and then at
    /// what was sent once, from the first that has neither come nor is lost.
    private mutating func detectLosses(_ now: Int64, _ news: inout News) -> Bool {
        guard rack.hasAdvanced, outstanding > 0 else { return false }
        rack.hasAdvanced = false
        let (end, patience) = (next, patience)
        var longest = sentAgain.isEmpty ? 0 : detectLossesAmongSentAgain(now, patience, &news)
        var number = max(acknowledged, judgedEnd)
        var waiting: Int64?
        while number < end {
            let packet = packets[number]
            if packet.isSacked, number >= lastBlock.first, number < lastBlock.end {
                // So are all of the range that grew last: often it is nearly all that is outstanding.
                number = Int64(lastBlock.end)
                continue
            }
            if !packet.isSacked, !packet.isLost, !packet.wasRetransmitted {
                guard rack.isAfter(packet.sentAt, number) else { break }
                let left = rack.roundTrip + patience - (now - packet.sentAt)
                if left > 0 {
                    longest = max(longest, left)
                    waiting = waiting ?? number
                } else {
                    markLost(number)
                }
            }
            number += 1
        }
        judgedEnd = waiting ?? min(number, end)
        guard longest > 0 else { return false }
        deadline = now + longest + Self.leastDeadline
        deadlineKind = .reordering
        return true
    }

    /// Does the same for what was sent again. Returns the longest time in which one of them will be overdue; 0 where
    /// that is none.
    @inline(never)
    private mutating func detectLossesAmongSentAgain(_ now: Int64, _ patience: Int64, _ news: inout News) -> Int64 {
        while !sentAgain.isEmpty, !isUnderWay(sentAgain[sentAgain.startIndex]) {
            sentAgain.removeAll(below: sentAgain.startIndex + 1)
        }
        var longest: Int64 = 0
        for place in sentAgain.startIndex..<sentAgain.endIndex {
            let copy = sentAgain[place]
            guard copy.sentAt <= rack.sentAt else { break }
            guard isUnderWay(copy), rack.isAfter(copy.sentAt, copy.sequence) else { continue }
            let left = rack.roundTrip + patience - (now - copy.sentAt)
            if left > 0 {
                longest = max(longest, left)
            } else {
                if packets[copy.sequence].isRetransmitted { news.retransmissionLost = true }
                markLost(copy.sequence)
            }
        }
        return longest
    }

    /// Whether a copy is neither known to have come nor to be lost, and is the last of its packet.
    func isUnderWay(_ copy: SentAgain) -> Bool {
        guard copy.sequence >= packets.startIndex else { return false }
        let packet = packets[copy.sequence]
        return packet.sentAt == copy.sentAt && !packet.isSacked && (!packet.isLost || packet.isRetransmitted)
    }

    private var patience: Int64 {
        if phase != .open || sacked >= Self.duplicateThreshold { return 0 }
        guard pace.timer.leastRoundTrip < .max else { return 0 }
        return min(pace.timer.leastRoundTrip / Self.reorderingFraction, pace.timer.smoothedRoundTrip)
    }

    mutating func markLost(_ number: Int64) {
        if !packets[number].isLost {
            packets[number].isLost = true
            lost += 1
        }
        if packets[number].isRetransmitted {
            packets[number].isRetransmitted = false
            retransmitted -= 1
        }
        lossesMarked += 1
        repairHint = min(repairHint, number)
    }

    // MARK: Recovery

    mutating func enterRecovery() {
        if phase != .recovery { beginReduction() }
        phase = .recovery
    }

    mutating func beginReduction() {
        episodeEnd = next
        probe = nil
        reduction = Reduction(windowBefore: pace.window)
        pace.threshold = pace.cubic.lost(window: pace.window)
    }

    /// RFC 6937, section 3, with Linux's bound for slow start.
    mutating func reduce(_ delivered: Int64, hasAdvanced: Bool, hasNewLosses: Bool) {
        guard delivered > 0 else { return }
        let room = pace.threshold - inFlight
        reduction.delivered += delivered
        var allowed: Int64
        if room < 0 {
            let before = reduction.windowBefore
            allowed = (pace.threshold * reduction.delivered + before - 1) / before - reduction.sent
        } else {
            allowed = max(reduction.delivered - reduction.sent, delivered)
            if hasAdvanced, !hasNewLosses { allowed += 1 }
            allowed = min(room, allowed)
        }
        // The first copy leaves at once.
        allowed = max(allowed, reduction.sent > 0 ? 0 : 1)
        pace.window = max(inFlight + allowed, 1)
    }

    mutating func repair(_ now: Int64, _ again: inout ContiguousArray<Int64>) {
        var rearms = false
        repairHint = max(repairHint, acknowledged)
        while repairHint < next, inFlight < pace.window, lost > retransmitted {
            let packet = packets[repairHint]
            if packet.isLost, !packet.isRetransmitted {
                packets[repairHint].isRetransmitted = true
                retransmitted += 1
                if phase == .recovery { reduction.sent += 1 }
                if repairHint == acknowledged { rearms = deadline == .max || deadlineKind != .reordering }
                sendAgain(repairHint, at: now, &again)
            }
            repairHint += 1
        }
        guard rearms else { return }
        deadline = now + pace.timer.timeout
        deadlineKind = .retransmission
    }

    // MARK: Deadlines

    /// Marks packets as lost that were given time to arrive out of order, and have not arrived.
    mutating func reorderingEnded(_ now: Int64, _ again: inout ContiguousArray<Int64>) {
        var news = News(lossesBefore: lossesMarked)
        rack.hasAdvanced = true
        let before = inFlight
        let armed = detectLosses(now, &news)
        if inFlight != before {
            if phase != .recovery {
                enterRecovery()
                reduce(1, hasAdvanced: false, hasNewLosses: true)
            }
            repair(now, &again)
        }
        if !armed, deadline == .max { armRetransmission(now) }
    }

    /// Sends a probe: RFC 8985, section 7.3. It is something new where the receiver has room for that, else the last
    /// packet again, so that the receiver says what it lacks.
    mutating func sendProbe(_ now: Int64, _ again: inout ContiguousArray<Int64>) {
        if probe == nil {
            let isRetransmission = next == written || outstanding >= receiveWindow
            if isRetransmission { sendAgain(next - 1, at: now, &again) } else { sendNext(now) }
            probe = Probe(end: next, isRetransmission: isRetransmission)
            deadline = now + pace.timer.timeout
        } else {
            deadline = max(packets[acknowledged].sentAt + pace.timer.timeout, now + 1)
        }
        deadlineKind = .retransmission
    }

    /// Handles a timeout: RFC 6298, section 5. Everything that is overdue is lost, and the window is one packet.
    mutating func timeOut(_ now: Int64, _ again: inout ContiguousArray<Int64>) {
        markLost(acknowledged)
        for number in (acknowledged + 1)..<max(next, acknowledged + 1) {
            let packet = packets[number]
            if packet.isSacked || now - packet.sentAt < rack.roundTrip { continue }
            if !packet.isLost || packet.isRetransmitted { markLost(number) }
        }
        let isNew = phase == .open || episodeEnd <= acknowledged || (phase == .loss && timeoutsInARow == 0)
        mayBeSpurious = phase == .open || timeoutsInARow > 0
        if isNew {
            let before = Undo(window: pace.window, threshold: pace.threshold, since: now)
            pace.threshold = pace.cubic.lost(window: pace.window)
            undo = before
        }
        pace.cubic.timedOut(next: next, at: now)
        phase = .loss
        pace.window = inFlight + 1
        episodeEnd = next
        probe = nil
        timeoutsInARow += 1
        pace.timer.backOff()
        repair(now, &again)
        deadline = now + pace.timer.timeout
        deadlineKind = .retransmission
    }
}
