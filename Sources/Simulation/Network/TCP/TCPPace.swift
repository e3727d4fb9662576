/// How fast a sender may go: its window, by what that grows, and the round trips that it has measured.
///
/// It is plain fields that know nothing of the packets themselves, so that a loop over many of them can have them at
/// hand. Windows are packets, times nanoseconds.
struct TCPPace: BitwiseCopyable, Sendable {
    var window = TCPSender.initialWindow
    /// Where slow start ends.
    var threshold = TCPSender.unlimited
    var cubic: Cubic
    var timer = RetransmissionTimer()

    private var isWindowLimited = false
    private var mostOutstanding: Int64 = 0
    private var usageEnd: Int64 = 0

    init(usesHystart: Bool) { cubic = Cubic(usesHystart: usesHystart) }

    /// Takes in what an acknowledgement says of round trips, where everything before `acknowledged` has come, and
    /// `next` is the packet that will be sent next.
    @inline(__always)
    mutating func measured(_ oldest: Int64, newest: Int64, acknowledged: Int64, next: Int64, at now: Int64) {
        timer.measured(oldest, newest: newest, acknowledged: acknowledged, next: next)
        let ends = cubic.measured(
            newest, window: window, inSlowStart: window < threshold, acknowledged: acknowledged, next: next, at: now)
        if ends { threshold = window }
    }

    /// Notes how far the window was used, with all packets before `end` sent. It grows only where it was what held the
    /// sender back (Linux, `tcp_cwnd_validate`; RFC 7661).
    @inline(__always)
    mutating func noteUsage(isLimited: Bool, acknowledged: Int64, end: Int64) {
        let outstanding = end - acknowledged
        let (ends, wasLimited, most) = (usageEnd, isWindowLimited, mostOutstanding)
        guard acknowledged >= ends || isLimited || (!wasLimited && outstanding > most) else { return }
        isWindowLimited = isLimited
        mostOutstanding = outstanding
        usageEnd = end
    }

    @inline(__always)
    mutating func grow(by packets: Int64, at now: Int64) {
        let (isInSlowStart, most) = (window < threshold, 2 * mostOutstanding)
        guard isWindowLimited || (isInSlowStart && most > window) else { return }
        var left = packets
        if isInSlowStart {
            let grown = min(window + left, threshold)
            left -= grown - window
            window = grown
            if left == 0 { return }
        }
        window = cubic.grown(window: window, by: left, at: now)
    }

    /// Shrinks the window after a pause that was longer than the timeout. It halves for each timeout that went by, down
    /// to the initial one: RFC 2861; Linux, `tcp_cwnd_restart`. By RFC 5681, section 4.1, it would be that at once.
    mutating func shrink(after pause: Int64) {
        let restart = min(TCPSender.initialWindow, window)
        var idle = pause
        while idle > timer.timeout, window > restart {
            window >>= 1
            idle -= timer.timeout
        }
        window = max(window, restart)
    }

    /// The time to wait for an acknowledgement before a tail-loss probe is sent: RFC 8985, section 7.2. It is no longer
    /// than the timeout, of which so much is `left`.
    @inline(__always)
    func probeWait(outstanding: Int64, left: Int64) -> Int64 {
        var wait = RetransmissionTimer.initialTimeout
        if timer.smoothedRoundTrip > 0 {
            wait = Self.probeRoundTrips * timer.smoothedRoundTrip
            wait += outstanding == 1 ? Self.probeAlone : TCPSender.leastDeadline
        }
        return left > 0 ? min(wait, left) : wait
    }

    /// RFC 8985, section 7.2: two round trips, and more for a packet alone, whose acknowledgement may be delayed.
    private static let probeRoundTrips: Int64 = 2
    /// Linux, `TCP_RTO_MIN`, is added for a packet alone, and `TCP_TIMEOUT_MIN`, two ticks, for others.
    private static let probeAlone: Int64 = RetransmissionTimer.leastVariance
}
