/// The sending end of Linux TCP: CUBIC's window, the scoreboard of selective acknowledgements (RFC 2018, RFC 6675),
/// RACK and tail-loss probes (RFC 8985), proportional rate reduction (RFC 6937) and timeouts (RFC 6298, RFC 5682).
///
/// It counts packets, not bytes: packet n is the n-th that was ever written. It has no clock and sends nothing
/// itself: after an input, the packets that it appended to a list are to be sent again, and then those that are new,
/// up to `next`. `deadline` is the instant at which `expired` wants to be called. Times are nanoseconds.
struct TCPSender: Sendable {
    /// Where it is with respect to losses.
    enum Phase: Sendable {
        /// Nothing is known to be lost.
        case open
        /// Losses are being repaired, and the window shrinks.
        case recovery
        /// After a timeout.
        case loss
    }

    /// What `deadline` means.
    enum Deadline: Sendable { case retransmission, probe, reordering }

    /// A packet that was sent and not yet acknowledged in order.
    struct Packet: BitwiseCopyable, Sendable {
        var sentAt: Int64
        /// It lies in a range that the receiver has beyond a gap.
        var isSacked = false
        /// It is held to be lost.
        var isLost = false
        /// It was sent again, and that copy is under way.
        var isRetransmitted = false
        /// It was sent again at some time, so that its round trip says nothing (RFC 6298, section 3).
        var wasRetransmitted = false
    }

    /// RFC 6928, section 2.
    static let initialWindow: Int64 = 10
    /// No threshold yet.
    static let unlimited: Int64 = .max

    var phase = Phase.open
    var window = initialWindow
    var threshold = unlimited
    var cubic: Cubic
    var timer = RetransmissionTimer()
    var deadline: Int64 = .max
    var deadlineKind = Deadline.retransmission

    /// The packets from the oldest that is not acknowledged to the last that was sent.
    var packets = Ring<Packet>()
    /// The number of packets that were ever written.
    var written: Int64 = 0
    var sacked: Int64 = 0
    var lost: Int64 = 0
    var retransmitted: Int64 = 0
    /// The range that grew last, all of whose packets are marked.
    var lastBlock = TCPAcknowledgement.Block()
    /// No packet before this one waits to be sent again.
    var repairHint: Int64 = 0

    /// An episode of losses ends when everything before this packet is acknowledged.
    var episodeEnd: Int64 = 0
    var reduction = Reduction()
    var undo: Undo?
    var probe: Probe?
    var rack = Rack()
    /// How many packets have been held to be lost, ever.
    var lossesMarked: Int64 = 0
    /// How many timeouts there have been since an acknowledgement came.
    var timeoutsInARow = 0
    /// Whether the timeout may still turn out to have been spurious: RFC 5682.
    var mayBeSpurious = false

    private var isWindowLimited = false
    private var mostOutstanding: Int64 = 0
    private var usageEnd: Int64 = 0
    private var lastSent: Int64?

    private(set) var retransmissions: Int64 = 0
    var timeouts: Int64 = 0

    /// How many packets the receiver has room for beyond the last that came in order.
    let receiveWindow: Int64

    init(usesHystart: Bool, receiveWindow: Int64 = .max) {
        cubic = Cubic(usesHystart: usesHystart)
        self.receiveWindow = receiveWindow
    }

    /// The oldest packet that is not acknowledged.
    @inline(__always)
    var acknowledged: Int64 { packets.startIndex }

    /// The next new packet.
    @inline(__always)
    var next: Int64 { packets.endIndex }

    @inline(__always)
    var outstanding: Int64 { packets.endIndex - packets.startIndex }

    @inline(__always)
    var inFlight: Int64 { outstanding - sacked - lost + retransmitted }

    @inline(__always)
    var isInSlowStart: Bool { window < threshold }

    // MARK: Inputs

    /// The handshake took that long.
    mutating func connected(roundTrip: Int64) { timer.measured(roundTrip, acknowledged: 0, next: 0) }

    /// So many packets more are to be sent.
    mutating func write(_ count: Int64, at now: Int64) {
        restartAfterIdleness(now)
        if let lastSent { cubic.resumed(after: now - lastSent, at: now) }
        written += count
        sendNew(now)
    }

    /// So many of the packets that were never sent are not to be sent.
    mutating func withdraw(_ count: Int64) { written -= count }

    /// `deadline` has come.
    mutating func expired(at now: Int64, _ again: inout ContiguousArray<Int64>) {
        deadline = .max
        guard outstanding > 0 else { return }
        switch deadlineKind {
        case .probe: sendProbe(now, &again)
        case .reordering: reorderingEnded(now, &again)
        case .retransmission: timeOut(now, &again)
        }
    }

    // MARK: Sending

    /// Sends what the window has room for that was never sent. Says whether anything was.
    @inline(__always)
    @discardableResult
    mutating func sendNew(_ now: Int64) -> Bool {
        guard next < written else { return false }
        let count = min(written - next, receiveWindow - outstanding, window - inFlight)
        guard count > 0 else {
            if inFlight >= window { noteUsage(isLimited: true) }
            return false
        }
        let wasIdle = outstanding == 0
        append(count, now)
        noteUsage(isLimited: inFlight >= window)
        if !scheduleProbe(now, afterAcknowledgement: false) { armAfterSending(wasIdle: wasIdle, now) }
        return true
    }

    /// Sends the next new packet, whatever the window says.
    mutating func sendNext(_ now: Int64) {
        let wasIdle = outstanding == 0
        append(1, now)
        armAfterSending(wasIdle: wasIdle, now)
    }

    @inline(__always)
    private mutating func append(_ count: Int64, _ now: Int64) {
        for _ in 0..<count { packets.append(Packet(sentAt: now)) }
        if phase == .recovery { reduction.sent += count }
        lastSent = now
    }

    /// Something new was sent: that is waited for, unless something else is.
    private mutating func armAfterSending(wasIdle: Bool, _ now: Int64) {
        if wasIdle || (deadline != .max && deadlineKind == .probe) { armRetransmission(now) }
    }

    /// Sends a packet again.
    mutating func sendAgain(_ sequence: Int64, at now: Int64, _ again: inout ContiguousArray<Int64>) {
        packets[sequence].sentAt = now
        packets[sequence].wasRetransmitted = true
        retransmissions += 1
        lastSent = now
        again.append(sequence)
    }

    /// Linux, `tcp_cwnd_validate`: the window grows only where it was what held the sender back (RFC 7661).
    @inline(__always)
    private mutating func noteUsage(isLimited: Bool) {
        guard acknowledged >= usageEnd || isLimited || (!isWindowLimited && outstanding > mostOutstanding) else {
            return
        }
        isWindowLimited = isLimited
        mostOutstanding = outstanding
        usageEnd = next
    }

    /// RFC 5681, section 4.1: after a pause longer than the timeout the window halves for each timeout that went by,
    /// down to the initial one.
    private mutating func restartAfterIdleness(_ now: Int64) {
        guard let lastSent, outstanding == 0, now - lastSent > timer.timeout else { return }
        if phase == .open { threshold = max(threshold, (window >> 1) + (window >> 2)) }
        let restart = min(Self.initialWindow, window)
        var idle = now - lastSent
        while idle > timer.timeout, window > restart {
            window >>= 1
            idle -= timer.timeout
        }
        window = max(window, restart)
    }

    // MARK: Growth

    /// The window grows by what was acknowledged.
    @inline(__always)
    mutating func grow(by packets: Int64, at now: Int64) {
        guard isWindowLimited || (isInSlowStart && window < 2 * mostOutstanding) else { return }
        var left = packets
        if isInSlowStart {
            let grown = min(window + left, threshold)
            left -= grown - window
            window = grown
            if left == 0 { return }
        }
        window = cubic.grown(window: window, by: left, at: now)
    }

    // MARK: Deadlines

    /// Waits for an acknowledgement from now on; where a shorter deadline was waited for, from the oldest packet on.
    mutating func armRetransmission(_ now: Int64) {
        guard outstanding > 0 else {
            deadline = .max
            return
        }
        let wasShorter = deadline != .max && deadlineKind != .retransmission
        deadline = wasShorter ? max(untilTimeout, now + 1) : now + timer.timeout
        deadlineKind = .retransmission
    }

    /// When the oldest packet times out.
    private var untilTimeout: Int64 { packets[acknowledged].sentAt + timer.timeout }

    /// RFC 8985, section 7.2: two round trips, and more for a packet alone, whose acknowledgement may be delayed.
    private static let probeRoundTrips: Int64 = 2
    /// Linux, `TCP_RTO_MIN`, is added for a packet alone, and `TCP_TIMEOUT_MIN`, two ticks, for others.
    private static let probeAlone: Int64 = RetransmissionTimer.leastVariance
    static let leastDeadline: Int64 = 2_000_000

    /// Arms a tail-loss probe where nothing is lost or out of order. Says whether it did.
    @inline(__always)
    @discardableResult
    mutating func scheduleProbe(_ now: Int64, afterAcknowledgement: Bool) -> Bool {
        guard outstanding > 0, phase == .open, sacked == 0, lost == 0, retransmitted == 0 else { return false }
        var wait = RetransmissionTimer.initialTimeout
        if timer.smoothedRoundTrip > 0 {
            wait = Self.probeRoundTrips * timer.smoothedRoundTrip
            wait += outstanding == 1 ? Self.probeAlone : Self.leastDeadline
        }
        let left = afterAcknowledgement ? timer.timeout : untilTimeout - now
        if left > 0 { wait = min(wait, left) }
        deadline = now + wait
        deadlineKind = .probe
        return true
    }

    /// Traps where something cannot be.
    func checkInvariants() {
        precondition(acknowledged <= next && next <= written, "The numbers are in order.")
        precondition(window >= 1 && threshold >= 2, "There is a window.")
        var counts: (sacked: Int64, lost: Int64, retransmitted: Int64) = (0, 0, 0)
        for number in acknowledged..<next {
            let packet = packets[number]
            counts.sacked += packet.isSacked ? 1 : 0
            counts.lost += packet.isLost ? 1 : 0
            counts.retransmitted += packet.isRetransmitted ? 1 : 0
            precondition(!(packet.isSacked && packet.isLost), "What has come is not lost.")
            precondition(
                !packet.isLost || packet.isRetransmitted || number >= repairHint, "The hint hides nothing.")
        }
        precondition(counts == (sacked, lost, retransmitted), "The counts are those of the packets.")
    }
}
