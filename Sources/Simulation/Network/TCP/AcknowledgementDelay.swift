/// The time at which a receiver acknowledges what has come in order: RFC 1122, section 4.2.3.2, and RFC 5681, section
/// 4.2, as Linux has them (`tcp_input.c`, `tcp_output.c`, `tcp_timer.c`).
///
/// | what comes | it is acknowledged |
/// |---|---|
/// | one of the first 16 packets, or of 16 after silence or after a packet that had come before | at once |
/// | any, as long as the room for more grows with it (`ReceiveBuffer`) | at once |
/// | more than one full packet since the last acknowledgement | at once |
/// | the end of what was written, where this end sends nothing itself | at once: the application has read all |
/// | anything else | with the next packet of this end, or after 40 ms to 200 ms |
///
/// An end that writes soon after it was written to is in ping-pong: it expects to write again, and delays from its
/// first packet on. What comes out of order, or fills a gap, is always acknowledged at once, and is not asked about
/// here. Left out: packets that a network card hands over as one (GRO), which come faster than 10 Mbit/s has them,
/// and the pause of 1 ms at most between selective acknowledgements. Times are nanoseconds.
struct AcknowledgementDelay: Sendable {
    /// Linux, `TCP_MAX_QUICKACKS`.
    private static let quickCount: Int64 = 16
    /// Linux, `TCP_ATO_MIN` and `TCP_DELACK_MIN`.
    private static let least: Int64 = 40_000_000
    /// Linux, `TCP_DELACK_MAX`.
    private static let greatest: Int64 = 200_000_000
    /// Linux, `TCP_MSS_DEFAULT`: a full packet, as long as none larger has come.
    private static let leastFullBytes: Int64 = 536

    /// Linux, `tcp_event_data_recv`: smaller packets say nothing about the room that is needed.
    private static let leastToGrow: Int64 = 128

    /// The time at which what was delayed is to be acknowledged, or `Int64.max`.
    private(set) var deadline: Int64 = .max
    /// Whether everything is acknowledged at once, as with Linux's `quickack` on a route.
    let isNever: Bool

    /// The number of acknowledgements that are still to be sent at once.
    private var quick: Int64 = 0
    private var isPingPong = false
    /// The delay, which follows the time between packets: Linux, `icsk_ack.ato`. It is 0 before the first packet.
    private var delay: Int64 = 0
    private var lastArrival: Int64 = 0
    /// The size of a full packet as this end has seen it.
    private var fullBytes = leastFullBytes
    /// The bytes that have come in order since the last acknowledgement.
    private var bytes: Int64 = 0
    /// The number of small packets since the last acknowledgement, or of ends of what was written: 2 at most.
    private var ends = 0
    private var buffer: ReceiveBuffer

    init(isNever: Bool, bound: Int64 = ReceiveBuffer.usualBound) {
        self.isNever = isNever
        buffer = ReceiveBuffer(bound: bound)
    }

    /// Whether nothing has come in order since the last acknowledgement.
    @inline(__always)
    var isNothingOpen: Bool { bytes == 0 }

    /// Takes in a packet that has come in order, at the end of which nothing is missing. Returns whether to
    /// acknowledge it now; if not, `deadline` says when to. The timer is that of this end's own packets.
    @inline(__always)
    mutating func received(
        _ segment: TCPSegment, echo: Int64, at now: Int64, _ timer: RetransmissionTimer
    ) -> Bool {
        if isNever { return true }
        note(segment, echo: echo, at: now, timer)
        if bytes > fullBytes || (quick > 0 && !isPingPong) { return true }
        if ends > 0, !isPingPong || ends > 1 { return true }
        return !wait(now, timer)
    }

    /// Takes in a packet that has come in order and is acknowledged whatever this says.
    @inline(__always)
    mutating func note(_ segment: TCPSegment, echo: Int64, at now: Int64, _ timer: RetransmissionTimer) {
        let count = Int64(segment.bytes)
        if count >= fullBytes { buffer.measure(echo: echo, at: now) }
        adapt(to: now, timer)
        if count >= Self.leastToGrow, buffer.grow() { quick |= 1 }
        buffer.noteRead(count, at: now)
        bytes += count
        if count >= fullBytes {
            fullBytes = count
            if segment.end != .more { ends = max(ends, 1) }
        } else {
            ends = min(ends + 1, 2)
        }
    }

    /// Whether full packets that come every `gap` from `now` on are acknowledged two by two: the delay has settled, and
    /// nothing waits. Then `receivedPair` says all that becomes of two of them.
    @inline(__always)
    func isPairing(every gap: Int64, from now: Int64) -> Bool {
        quick == 0 && bytes == 0 && ends == 0 && !isNever && deadline == .max && delay == Self.least
            && max(gap, now - lastArrival) <= Self.least / 2 && fullBytes == TCPSegment.mostBytes
    }

    /// Takes in two full packets in order, of which the second is acknowledged: twice `received`, once `acknowledged`.
    /// Returns the instant up to which the first would have waited; nil where the second is not what is acknowledged,
    /// and then nothing has changed.
    @inline(__always)
    mutating func receivedPair(echoes: (Int64, Int64), at first: Int64, _ second: Int64) -> Int64? {
        var buffer = buffer
        guard !buffer.grows else { return nil }
        buffer.measure(echo: echoes.0, at: first)
        buffer.noteRead(TCPSegment.mostBytes, at: first)
        guard !buffer.grows else { return nil }
        buffer.measure(echo: echoes.1, at: second)
        buffer.noteRead(TCPSegment.mostBytes, at: second)
        (self.buffer, lastArrival) = (buffer, second)
        return first + Self.least
    }

    /// Notes that the connection is open.
    mutating func connected(at now: Int64) { buffer.connected(at: now) }

    /// Takes in a packet that is acknowledged at once: the one that was missing, or else one that had come before or
    /// one beyond the gap. After one that had come before the other end may be in trouble, and wants to know soon.
    mutating func receivedOutOfOrder(
        missing: TCPSegment?, isAgain: Bool, echo: Int64, at now: Int64, _ timer: RetransmissionTimer
    ) {
        if let missing {
            note(missing, echo: echo, at: now, timer)
        } else if isAgain {
            quick = Self.quickCount
            isPingPong = false
            delay = Self.least
        } else if buffer.grow() {
            quick |= 1
        }
    }

    /// Notes that everything has been acknowledged, by itself or with a packet of this end.
    @inline(__always)
    mutating func acknowledged() {
        bytes = 0
        ends = 0
        deadline = .max
        guard quick > 0 else { return }
        quick -= 1
        if quick == 0 { delay = Self.least }
    }

    /// Notes that this end has sent a packet. Returns whether it acknowledges something that waited for it.
    @inline(__always)
    mutating func sent(at now: Int64) -> Bool {
        if now - lastArrival < delay { isPingPong = true }
        guard bytes > 0 else { return false }
        acknowledged()
        return true
    }

    /// Notes that the delay is over and that the acknowledgement goes out. It was in vain: nothing came meanwhile.
    mutating func expired(_ timer: RetransmissionTimer) {
        if isPingPong {
            isPingPong = false
            delay = Self.least
        } else {
            delay = min(delay << 1, timer.timeout)
        }
        acknowledged()
    }

    /// Adapts the delay to the time since the last packet. After a pause that is longer than a timeout the other end
    /// begins anew, with a small window, and wants its acknowledgements at once.
    @inline(__always)
    private mutating func adapt(to now: Int64, _ timer: RetransmissionTimer) {
        let gap = now - lastArrival
        lastArrival = now
        if delay == 0 {
            quick = Self.quickCount
            delay = Self.least
        } else if gap <= Self.least / 2 {
            delay = (delay >> 1) + Self.least / 2
        } else if gap < delay {
            delay = min((delay >> 1) + gap, timer.timeout)
        } else if gap > timer.timeout {
            quick = Self.quickCount
        }
    }

    /// Sets the deadline: no later than a round trip, and no later than it was. Returns false where it is so near
    /// that waiting is not worth it.
    @inline(__always)
    private mutating func wait(_ now: Int64, _ timer: RetransmissionTimer) -> Bool {
        var wait = delay
        if wait > Self.least {
            let trip = timer.smoothedRoundTrip > 0 ? timer.smoothedRoundTrip : Self.greatest
            wait = min(wait, max(trip, Self.least), Self.greatest)
        }
        if deadline < .max, deadline <= now + wait / 4 { return false }
        deadline = min(deadline, now + wait)
        return true
    }
}
