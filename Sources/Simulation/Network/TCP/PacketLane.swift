import SimulationContainers

/// A queue that carries something, lent to a loop that puts packets into it, most of which have one size.
///
/// It has what that needs of the queue and nothing else, so that a processor can keep it at hand. `admit` and
/// `removeFirst` do what those of `PacketQueue` do.
struct PacketLane {
    /// The numbers of a queue that change, besides the packets in it.
    struct State: BitwiseCopyable {
        var nextArrival: Int64
        var firstWaiting: Int64
        var lastDeparture: Int64
        var lastArrival: Int64
        var dropped: Int64
    }

    private(set) var entries: RingPlaces<PacketQueue.Entry>
    private(set) var state: State
    private let rate: Int64?
    /// The size of most packets, and the time that it takes to send one.
    private let usual: (bytes: Int64, time: Int64)
    private let delay: Int64
    private let limit: Int64

    @inline(__always)
    init(
        _ entries: RingPlaces<PacketQueue.Entry>, _ state: State, rate: Int64?, usual: (bytes: Int64, time: Int64),
        delay: Int64, limit: Int64
    ) {
        (self.entries, self.state, self.rate) = (entries, state, rate)
        (self.usual, self.delay, self.limit) = (usual, delay, limit)
    }

    @inline(__always)
    var nextArrival: Int64 { state.nextArrival }

    /// The number of packets that the loop may add.
    @inline(__always)
    var room: Int64 { entries.room }

    @inline(__always)
    var count: Int64 { entries.count }

    /// The most packets that it has places for.
    @inline(__always)
    var capacity: Int64 { entries.capacity }

    /// The packet that arrives next. There must be one.
    @inline(__always)
    var first: TCPPacket { entries[entries.startIndex].packet }

    @inline(__always)
    mutating func removeFirst() {
        let next = entries.startIndex + 1
        state.firstWaiting = max(state.firstWaiting, next)
        entries.removeAll(below: next)
        state.nextArrival = next == entries.endIndex ? .max : entries[next].arrival
    }

    /// Adds a packet, or drops it where the queue is full.
    @inline(__always)
    mutating func admit(_ packet: TCPPacket, bytes: Int64, at now: Int64) {
        admit(packet, bytes, bytes == usual.bytes ? usual.time : PacketQueue.duration(bytes, at: rate), now)
    }

    /// Adds one of the usual size.
    @inline(__always)
    mutating func admit(_ packet: TCPPacket, at now: Int64) { admit(packet, usual.bytes, usual.time, now) }

    @inline(__always)
    private mutating func admit(_ packet: TCPPacket, _ bytes: Int64, _ time: Int64, _ now: Int64) {
        guard entries.count < limit || waiting(at: now) < limit else {
            state.dropped += 1
            return
        }
        state.lastDeparture = max(state.lastDeparture, now) + time
        state.lastArrival = max(state.lastArrival, state.lastDeparture + delay)
        if entries.count == 0 { state.nextArrival = state.lastArrival }
        entries.append(
            PacketQueue.Entry(
                departure: state.lastDeparture, arrival: state.lastArrival, bytes: bytes, packet: packet))
    }

    /// The number of packets that wait or are being sent.
    @inline(__always)
    private mutating func waiting(at now: Int64) -> Int64 {
        while state.firstWaiting < entries.endIndex, entries[state.firstWaiting].departure <= now {
            state.firstWaiting += 1
        }
        return entries.endIndex - state.firstWaiting
    }

    // MARK: Packets that follow one another without a pause

    /// The time that it takes to send a packet of the usual size.
    @inline(__always)
    var gap: Int64 { usual.time }

    /// The number of packets that arrive next one after another without a pause, each of the usual size and as `fits`
    /// says of it by its place.
    @inline(__always)
    func even(where fits: (_ place: Int64, TCPPacket) -> Bool) -> Int64 {
        var (number, arrival) = (entries.startIndex, state.nextArrival)
        while number < entries.endIndex {
            let entry = entries[number]
            guard entry.arrival == arrival, entry.bytes == usual.bytes,
                fits(number - entries.startIndex, entry.packet)
            else { break }
            (number, arrival) = (number + 1, arrival + usual.time)
        }
        return number - entries.startIndex
    }

    /// Whether the packet that was added last arrives as soon as the delay is over.
    @inline(__always)
    var isEven: Bool { state.lastArrival == state.lastDeparture + delay }

    /// Whether a packet that comes at `now` has another before it that is not sent yet, and has a place in the queue,
    /// where `added` more have come since without a pause.
    @inline(__always)
    func isBusy(at now: Int64, added: Int64) -> Bool {
        let left = state.lastDeparture + added * usual.time - now
        return left >= 0 && left <= (limit - 1) * usual.time
    }

    /// Lets so many packets arrive and so many others come, all of the usual size and without a pause, and puts those
    /// of them in the queue that have not arrived: `packet` says what they are, by their place among those that came.
    @inline(__always)
    mutating func pass(arrived: Int64, added: Int64, _ packet: (_ place: Int64) -> TCPPacket) {
        let (first, old) = (entries.startIndex + arrived, entries.endIndex)
        entries.pass(to: first..<old + added)
        var number = max(old, first)
        while number < old + added {
            let departure = state.lastDeparture + (number - old + 1) * usual.time
            entries[number] = PacketQueue.Entry(
                departure: departure, arrival: departure + delay, bytes: usual.bytes, packet: packet(number - old))
            number += 1
        }
        state.firstWaiting = max(state.firstWaiting, first)
        state.lastDeparture += added * usual.time
        state.lastArrival += added * usual.time
        state.nextArrival = first == old + added ? .max : entries[first].arrival
    }
}
