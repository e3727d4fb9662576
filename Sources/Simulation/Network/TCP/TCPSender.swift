import SimulationContainers

/// The sending end of Linux TCP: CUBIC's window, the scoreboard of selective acknowledgements (RFC 2018, RFC 6675),
/// RACK and tail-loss probes (RFC 8985), proportional rate reduction (RFC 6937) and timeouts (RFC 6298, RFC 5682).
///
/// It counts packets, not bytes: packet n is the n-th that was ever written. It has no clock and sends nothing
/// itself: after an input, the packets that it appended to a list are to be sent again, and then the new ones, up to
/// `next`. `deadline` is the instant at which `expired` has to be called. Times are nanoseconds.
///
/// Whatever is done for each packet reads stored values, such as `packets.endIndex`, and not `next`, which is worked
/// out of them: where nothing is optimized, that would copy the sender.
struct TCPSender: Sendable {
    enum Phase: Sendable {
        /// Nothing is known to be lost.
        case open
        /// Losses are being repaired, and the window shrinks.
        case recovery
        /// A timeout is being repaired.
        case loss
    }

    enum Deadline: Sendable { case retransmission, probe, reordering }

    /// A packet that was sent and not yet acknowledged in order.
    struct Packet: BitwiseCopyable, Sendable {
        var sentAt: Int64
        /// Whether it lies in a range that the receiver has beyond a gap.
        var isSacked = false
        var isLost = false
        /// Whether it was sent again, and that copy is on its way.
        var isRetransmitted = false
        /// Whether it was ever sent again, so that its round trip says nothing (RFC 6298, section 3).
        var wasRetransmitted = false
    }

    /// RFC 6928, section 2.
    static let initialWindow: Int64 = 10
    static let unlimited: Int64 = .max

    var phase = Phase.open
    var pace: TCPPace
    var deadline: Int64 = .max
    var deadlineKind = Deadline.retransmission

    /// The packets from the oldest that is not acknowledged to the last that was sent.
    var packets = Ring<Packet>()
    var written: Int64 = 0
    var sacked: Int64 = 0
    var lost: Int64 = 0
    var retransmitted: Int64 = 0
    /// The range that grew last, all of whose packets are marked.
    var lastBlock = TCPAcknowledgement.Block()
    /// The first packet that may wait to be sent again.
    var repairHint: Int64 = 0

    /// No packet from this one on was ever sent again.
    private(set) var endOfRepeated: Int64 = 0

    /// The packet at which an episode of losses ends, once everything before it is acknowledged.
    var episodeEnd: Int64 = 0
    var reduction = Reduction()
    var undo: Undo?
    var probe: Probe?
    var rack = Rack()
    /// The packets that were sent again, in the order in which they were.
    var sentAgain = Ring<SentAgain>()
    /// Of the packets before this one, those that were sent once have come or are lost.
    var judgedEnd: Int64 = 0
    var lossesMarked: Int64 = 0
    /// The number of timeouts since an acknowledgement came.
    var timeoutsInARow = 0
    /// Whether the timeout may still turn out to have been spurious: RFC 5682.
    var mayBeSpurious = false

    private var lastSent: Int64?

    private(set) var retransmissions: Int64 = 0

    /// The number of packets for which the receiver has room beyond the last that came in order.
    let receiveWindow: Int64

    init(usesHystart: Bool, receiveWindow: Int64 = .max) {
        pace = TCPPace(usesHystart: usesHystart)
        self.receiveWindow = receiveWindow
    }

    @inline(__always)
    var acknowledged: Int64 { packets.startIndex }

    @inline(__always)
    var next: Int64 { packets.endIndex }

    @inline(__always)
    var outstanding: Int64 { packets.endIndex - packets.startIndex }

    @inline(__always)
    var inFlight: Int64 { outstanding - sacked - lost + retransmitted }

    /// Whether nothing is lost, out of order or doubtful.
    @inline(__always)
    var isSteady: Bool { phase == .open && sacked == 0 && lost == 0 && retransmitted == 0 && probe == nil }

    // MARK: Inputs

    /// Begins with a first round trip: that of the handshake.
    mutating func connected(roundTrip: Int64) {
        pace.timer.measured(roundTrip, newest: roundTrip, acknowledged: 0, next: 0)
    }

    mutating func write(_ count: Int64, at now: Int64) {
        restartAfterIdleness(now)
        if let lastSent, inFlight == 0 { pace.cubic.resumed(after: now - lastSent, at: now) }
        written += count
        sendNew(now)
    }

    mutating func expired(at now: Int64, _ again: inout ContiguousArray<Int64>) {
        deadline = .max
        guard outstanding > 0 else { return }
        switch deadlineKind {
        case .probe: sendProbe(now, &again)
        case .reordering: reorderingEnded(now, &again)
        case .retransmission: timeOut(now, &again)
        }
    }

    /// Takes over what has become of this end where nothing was lost, out of order or doubtful: packets were
    /// acknowledged, or not, and new ones sent, the last of them at `sentAt`.
    mutating func settle(
        _ pace: TCPPace, _ rack: Rack, hasAdvanced: Bool, sentAt: Int64?, deadline: Int64, _ kind: Deadline
    ) {
        (self.pace, self.rack, self.deadline, deadlineKind) = (pace, rack, deadline, kind)
        if hasAdvanced { (repairHint, timeoutsInARow) = (max(repairHint, packets.startIndex), 0) }
        if let sentAt { lastSent = sentAt }
    }

    // MARK: Sending

    /// Sends the new packets that the window has room for. Returns whether there were any.
    @inline(__always)
    @discardableResult
    mutating func sendNew(_ now: Int64) -> Bool {
        guard packets.endIndex < written else { return false }
        let outstanding = packets.endIndex - packets.startIndex
        let inFlight = outstanding - sacked - lost + retransmitted
        let count = min(written - packets.endIndex, receiveWindow - outstanding, pace.window - inFlight)
        guard count > 0 else {
            if inFlight >= pace.window { noteUsage(isLimited: true) }
            return false
        }
        let wasIdle = outstanding == 0
        append(count, now)
        noteUsage(isLimited: inFlight + count >= pace.window)
        if !scheduleProbe(now, afterAcknowledgement: false) { armAfterSending(wasIdle: wasIdle, now) }
        return true
    }

    mutating func sendNext(_ now: Int64) {
        let wasIdle = outstanding == 0
        append(1, now)
        armAfterSending(wasIdle: wasIdle, now)
    }

    @inline(__always)
    private mutating func append(_ count: Int64, _ now: Int64) {
        packets.append(Packet(sentAt: now), times: count)
        if phase == .recovery { reduction.sent += count }
        lastSent = now
    }

    /// Waits for the acknowledgement of new packets, unless something else is awaited.
    private mutating func armAfterSending(wasIdle: Bool, _ now: Int64) {
        if wasIdle || (deadline != .max && deadlineKind == .probe) { armRetransmission(now) }
    }

    mutating func sendAgain(_ sequence: Int64, at now: Int64, _ again: inout ContiguousArray<Int64>) {
        packets[sequence].sentAt = now
        packets[sequence].wasRetransmitted = true
        endOfRepeated = max(endOfRepeated, sequence + 1)
        sentAgain.append(SentAgain(sequence: sequence, sentAt: now))
        retransmissions += 1
        lastSent = now
        again.append(sequence)
    }

    @inline(__always)
    private mutating func noteUsage(isLimited: Bool) {
        pace.noteUsage(isLimited: isLimited, acknowledged: packets.startIndex, end: packets.endIndex)
    }

    /// Shrinks the window after a pause that was longer than the timeout.
    private mutating func restartAfterIdleness(_ now: Int64) {
        guard let lastSent, outstanding == 0, now - lastSent > pace.timer.timeout else { return }
        if phase == .open { pace.threshold = max(pace.threshold, (pace.window >> 1) + (pace.window >> 2)) }
        pace.shrink(after: now - lastSent)
    }

    // MARK: Deadlines

    /// Waits for an acknowledgement from now on; in place of a shorter deadline, from the oldest packet on.
    mutating func armRetransmission(_ now: Int64) {
        guard packets.endIndex > packets.startIndex else {
            deadline = .max
            return
        }
        let wasShorter = deadline != .max && deadlineKind != .retransmission
        deadline = now + pace.timer.timeout
        if wasShorter { deadline = max(packets[packets.startIndex].sentAt + pace.timer.timeout, now + 1) }
        deadlineKind = .retransmission
    }

    /// Linux, `TCP_TIMEOUT_MIN`: two ticks.
    static let leastDeadline: Int64 = 2_000_000

    /// Arms a tail-loss probe where nothing is lost or out of order. Returns whether it did.
    @inline(__always)
    @discardableResult
    mutating func scheduleProbe(_ now: Int64, afterAcknowledgement: Bool) -> Bool {
        let outstanding = packets.endIndex - packets.startIndex
        guard outstanding > 0, phase == .open, sacked == 0, lost == 0, retransmitted == 0 else { return false }
        var left = pace.timer.timeout
        if !afterAcknowledgement { left += packets[packets.startIndex].sentAt - now }
        deadline = now + pace.probeWait(outstanding: outstanding, left: left)
        deadlineKind = .probe
        return true
    }

    func checkInvariants() {
        precondition(acknowledged <= next && next <= written, "The numbers are in order.")
        precondition(pace.window >= 1 && pace.threshold >= 2, "There is a window.")
        var counts: (sacked: Int64, lost: Int64, retransmitted: Int64) = (0, 0, 0)
        for number in acknowledged..<next {
            let packet = packets[number]
            counts.sacked += packet.isSacked ? 1 : 0
            counts.lost += packet.isLost ? 1 : 0
            counts.retransmitted += packet.isRetransmitted ? 1 : 0
            precondition(!(packet.isSacked && packet.isLost), "What has come is not lost.")
            precondition(!packet.isLost || packet.isRetransmitted || number >= repairHint, "The hint hides nothing.")
            precondition(
                number >= judgedEnd || packet.isSacked || packet.isLost || packet.wasRetransmitted,
                "What was judged stays so.")
            let copy = SentAgain(sequence: number, sentAt: packet.sentAt)
            precondition(
                !packet.wasRetransmitted || !isUnderWay(copy)
                    || (sentAgain.startIndex..<sentAgain.endIndex).contains {
                        sentAgain[$0].sequence == number && sentAgain[$0].sentAt == packet.sentAt
                    },
                "What was sent again is on the list.")
        }
        precondition(counts == (sacked, lost, retransmitted), "The counts are those of the packets.")
    }
}
