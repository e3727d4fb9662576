import PlayerModel

/// The room that a receiver offers, as far as its acknowledgements depend on it: Linux, `tcp_grow_window` and
/// `tcp_rcv_space_adjust`.
///
/// The offer grows by two packets with each that comes, up to a bound, and as long as it grows every packet is
/// acknowledged at once. The bound grows with what the application reads in a round trip: it does in slow start, and
/// no longer in a steady state or under loss. That the room is never what limits a sender is taken for granted here.
struct ReceiveBuffer: Sendable {
    /// Linux, half of that: what a new connection offers.
    private static let initialOffer: Int64 = 65_536
    /// Linux, the default of `tcp_rmem`. Packets that come one by one fill nearly all of the memory that they are
    /// given.
    static let usualBound: Int64 = 131_072
    /// Two packets, as large as an end says that it accepts them.
    private static let growth: Int64 = 2 * 1460
    /// Linux, `tcp_init_buffer_space`: what the initial window of the other end brings is no reason to grow.
    private static let initialRead: Int64 = 14_600

    private var offer = initialOffer
    private var bound: Int64
    /// The most bytes that were read in a round trip.
    private var mostRead = initialRead
    private var roundStart: Int64 = 0
    private var read: Int64 = 0
    /// The round trip as this end sees it, eightfold: the least, or a mean that follows slowly.
    private var roundTrip8: Int64 = 0
    private var lastEcho: Int64 = -1

    /// A buffer that offers no more than `bound` bytes before more is read in a round trip.
    init(bound: Int64) { self.bound = bound }

    mutating func connected(at now: Int64) { roundStart = now }

    /// Whether the offer grows with the next packet.
    @inline(__always)
    var grows: Bool { offer < bound }

    /// Takes in a packet. Returns whether the offer grows.
    @inline(__always)
    mutating func grow() -> Bool {
        guard grows else { return false }
        offer = min(offer + Self.growth, bound)
        return true
    }

    /// Takes in the time between a packet of this end and the first that the other sent after it had come.
    @inline(__always)
    mutating func measure(echo: Int64, at now: Int64) {
        guard echo != lastEcho else { return }
        lastEcho = echo
        let trip = now - echo
        if roundTrip8 == 0 || trip << 3 < roundTrip8 {
            roundTrip8 = trip << 3
        } else {
            roundTrip8 += trip - roundTrip8 >> 3
        }
    }

    /// Notes that the application has read bytes, and once a round trip raises the bound.
    @inline(__always)
    mutating func noteRead(_ bytes: Int64, at now: Int64) {
        read += bytes
        guard now - roundStart >= roundTrip8 >> 3, roundTrip8 > 0 else { return }
        if read > mostRead { raise() }
        read = 0
        roundStart = now
    }

    /// Raises the bound to what the next round may bring: twice as much, and more where it has just grown.
    private mutating func raise() {
        let next = 2 * read
        let more = proportion(next, read - mostRead, over: mostRead, .down)
        bound = max(bound, next.addingClamped(more.multipliedClamped(by: 2)))
        mostRead = read
    }
}
