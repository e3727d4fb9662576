import SimulationContainers

/// One direction of a link as packets see it: a first-in, first-out queue that drops what does not fit, a rate, and
/// then a delay.
///
///     admit ──▶ │ waiting … │ being sent │ ──rate──▶ on the wire ──delay──▶ removeFirst
///               └───── at most `limit` ──┘
///
/// In such a queue the time at which a packet arrives is known when it enters, so no event is needed for its
/// departure. Only a change of the rate or the delay moves the packets that still wait. Times are nanoseconds, rates
/// bits a second: nil is without limit, 0 carries nothing.
///
/// It is not generic: a packet of any kind would lie in memory on its way into the queue, and not in registers.
struct PacketQueue: Sendable {
    struct Entry: BitwiseCopyable, Sendable {
        var departure: Int64
        var arrival: Int64
        let bytes: Int64
        let packet: TCPPacket
    }

    private(set) var rate: Int64?
    private(set) var delay: Int64
    /// The most packets in the queue, the one being sent included: positive.
    let limit: Int64
    private(set) var dropped: Int64 = 0
    private var entries = Ring<Entry>()
    /// The number of the oldest packet that has not left. Those before it are on the wire.
    private var firstWaiting: Int64 = 0
    private var lastDeparture: Int64 = 0
    private var lastArrival: Int64 = 0
    /// While the rate is 0: the rest of the packet that was being sent, in bits × nanoseconds per second.
    private var interrupted: Int128?
    /// The sending time of a packet of the size seen last, which is nearly always that of the next one.
    private var remembered: (bytes: Int64, time: Int64) = (0, 0)

    private static var nanobitsPerByte: Int64 { 8_000_000_000 }

    init(rate: Int64?, delay: Int64, limit: Int64) {
        self.rate = rate
        self.delay = delay
        self.limit = limit
    }

    /// The arrival of the next packet, or `Int64.max`. It is stored, because it is read at every event.
    private(set) var nextArrival: Int64 = .max

    var count: Int { entries.count }

    /// Whether something is so of each packet. O(packets).
    func allSatisfy(_ isSo: (TCPPacket) -> Bool) -> Bool {
        (entries.startIndex..<entries.endIndex).allSatisfy { isSo(entries[$0].packet) }
    }

    /// The size of the packet that arrives next. There must be one.
    var nextBytes: Int64 { entries[entries.startIndex].bytes }

    /// Whether so many packets, at least one, arrive up to and including `last`.
    @inline(__always)
    func brings(_ count: Int64, by last: Int64) -> Bool {
        guard entries.endIndex - entries.startIndex >= count else { return false }
        return entries[entries.startIndex + count - 1].arrival <= last
    }

    func duration(_ bytes: Int64) -> Int64 { Self.duration(bytes, at: rate) }

    /// The time that it takes to send so many bytes; 0 where the rate is without limit.
    static func duration(_ bytes: Int64, at rate: Int64?) -> Int64 {
        guard let rate, rate > 0 else { return 0 }
        return (bytes * nanobitsPerByte + rate - 1) / rate
    }

    /// The number of packets that wait or are being sent.
    @inline(__always)
    mutating func waiting(at now: Int64) -> Int64 {
        while firstWaiting < entries.endIndex, entries[firstWaiting].departure <= now { firstWaiting += 1 }
        return entries.endIndex - firstWaiting
    }

    /// Adds a packet, or drops it where the queue is full. Returns whether it was added.
    @inline(__always)
    @discardableResult
    mutating func admit(_ packet: TCPPacket, bytes: Int64, at now: Int64) -> Bool {
        // Packets on the wire need not be told apart from those that wait as long as there is room for both.
        guard entries.count < limit || waiting(at: now) < limit else {
            dropped += 1
            return false
        }
        var (departure, arrival) = (Int64.max, Int64.max)
        if remembered.bytes == bytes || remember(bytes) {
            departure = max(lastDeparture, now).addingClamped(remembered.time)
            arrival = max(lastArrival, departure.addingClamped(delay))
            (lastDeparture, lastArrival) = (departure, arrival)
            if entries.isEmpty { nextArrival = arrival }
        }
        entries.append(Entry(departure: departure, arrival: arrival, bytes: bytes, packet: packet))
        return true
    }

    @inline(never)
    private mutating func remember(_ bytes: Int64) -> Bool {
        guard rate != 0 else { return false }
        remembered = (bytes, duration(bytes))
        return true
    }

    /// The packet that arrives next. There must be one.
    @inline(__always)
    var first: TCPPacket { entries[entries.startIndex].packet }

    /// Removes the packet that arrives next. There must be one.
    @inline(__always)
    @discardableResult
    mutating func removeFirst() -> TCPPacket {
        let number = entries.startIndex
        let packet = entries[number].packet
        firstWaiting = max(firstWaiting, number + 1)
        entries.removeAll(below: number + 1)
        nextArrival = entries.isEmpty ? .max : entries[number + 1].arrival
        return packet
    }

    /// Lends a loop the queue, for packets of which most have that size, with places for `room` more. Nil where it
    /// carries nothing, or would be busy for more than a century: a lane's times are not clamped.
    @inline(__always)
    mutating func withLane<Result>(
        of bytes: Int64, room: Int64, _ body: (inout PacketLane) -> Result
    ) -> Result? {
        guard lastDeparture < 1 << 62, remembered.bytes == bytes || remember(bytes) else { return nil }
        let (rate, usual, delay, limit) = (rate, remembered, delay, limit)
        let state = PacketLane.State(
            nextArrival: nextArrival, firstWaiting: firstWaiting, lastDeparture: lastDeparture,
            lastArrival: lastArrival, dropped: dropped)
        let (result, after) = entries.withPlaces(room: room) { entries in
            var lane = PacketLane(entries, state, rate: rate, usual: usual, delay: delay, limit: limit)
            let result = body(&lane)
            entries = lane.entries
            return (result, lane.state)
        }
        (nextArrival, firstWaiting, dropped) = (after.nextArrival, after.firstWaiting, after.dropped)
        (lastDeparture, lastArrival) = (after.lastDeparture, after.lastArrival)
        return result
    }

    /// Removes every packet, waiting or on the wire, and returns them in their order. The queue is free from `now` on.
    mutating func removeAll(at now: Int64) -> [TCPPacket] {
        var packets: [TCPPacket] = []
        while !entries.isEmpty { packets.append(removeFirst()) }
        (lastDeparture, lastArrival, interrupted) = (now, now, nil)
        return packets
    }

    /// Changes rate and delay from `now` on, also for the rest of the packet being sent and for those that wait
    /// behind it. Packets on the wire arrive when they would have, and nothing overtakes them.
    mutating func set(rate newRate: Int64?, delay newDelay: Int64, at now: Int64) {
        guard newRate != rate || newDelay != delay else { return }
        let isWaiting = waiting(at: now) > 0
        let left = isWaiting ? leftOfFirst(now) : 0
        rate = newRate
        delay = newDelay
        remembered = (0, 0)
        interrupted = nil
        lastArrival = firstWaiting > entries.startIndex ? entries[firstWaiting - 1].arrival : min(lastArrival, now)
        guard isWaiting else { return }
        guard newRate != 0 else {
            interrupted = left
            for number in firstWaiting..<entries.endIndex {
                entries[number].departure = .max
                entries[number].arrival = .max
            }
            lastDeparture = now
            nextArrival = entries[entries.startIndex].arrival
            return
        }
        let rate = Int128(newRate ?? .max)
        lastDeparture = now.addingClamped(Int64(newRate == nil ? 0 : (left + rate - 1) / rate))
        for number in firstWaiting..<entries.endIndex {
            if number > firstWaiting { lastDeparture = lastDeparture.addingClamped(duration(entries[number].bytes)) }
            lastArrival = max(lastArrival, lastDeparture.addingClamped(newDelay))
            entries[number].departure = lastDeparture
            entries[number].arrival = lastArrival
        }
        nextArrival = entries[entries.startIndex].arrival
    }

    private func leftOfFirst(_ now: Int64) -> Int128 {
        let entry = entries[firstWaiting]
        guard let rate, rate > 0 else { return interrupted ?? Int128(entry.bytes) * Int128(Self.nanobitsPerByte) }
        return Int128(entry.departure - now) * Int128(rate)
    }
}
