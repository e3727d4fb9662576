/// One direction of a link as packets see it: a first-in-first-out queue that drops what does not fit, a rate, and
/// then a fixed delay.
///
/// In such a queue the time at which a packet arrives is known when it enters, so no event is needed for its
/// departure. Only a change of the rate moves what is still waiting. Times are nanoseconds, rates bits a second.
struct PacketQueue<Payload: BitwiseCopyable & Sendable>: Sendable {
    private struct Entry: BitwiseCopyable, Sendable {
        var departure: Int64
        let bytes: Int64
        let payload: Payload
    }

    private(set) var rate: Int64
    let delay: Int64
    /// How many packets there may be, the one being sent included.
    let limit: Int64
    private(set) var dropped: Int64 = 0
    private var entries = Ring<Entry>()
    /// The number of the oldest packet that has not left. Those before it are on the wire.
    private var firstWaiting: Int64 = 0
    private var lastDeparture: Int64 = 0
    /// How long a packet of the size seen last takes, which is nearly always that of the next one.
    private var remembered: (bytes: Int64, time: Int64) = (0, 0)

    private static var nanobitsPerByte: Int64 { 8_000_000_000 }

    /// The rate and the limit must be positive.
    init(rate: Int64, delay: Int64, limit: Int64) {
        self.rate = rate
        self.delay = delay
        self.limit = limit
    }

    /// When the next packet arrives, or `Int64.max`. It is kept, because it is asked for at every event.
    private(set) var nextArrival: Int64 = .max

    /// How many packets wait or are being sent.
    @inline(__always)
    mutating func waiting(at now: Int64) -> Int64 {
        while firstWaiting < entries.endIndex, entries[firstWaiting].departure <= now { firstWaiting += 1 }
        return entries.endIndex - firstWaiting
    }

    /// Takes a packet in, or drops it where the queue is full. Says whether it was taken in.
    @inline(__always)
    @discardableResult
    mutating func admit(_ payload: Payload, bytes: Int64, at now: Int64) -> Bool {
        guard waiting(at: now) < limit else {
            dropped += 1
            return false
        }
        if remembered.bytes != bytes { remembered = (bytes, duration(bytes)) }
        lastDeparture = max(lastDeparture, now) + remembered.time
        if entries.isEmpty { nextArrival = lastDeparture + delay }
        entries.append(Entry(departure: lastDeparture, bytes: bytes, payload: payload))
        return true
    }

    /// Takes out the packet that arrives next. There must be one.
    @inline(__always)
    mutating func removeFirst() -> Payload {
        let number = entries.startIndex
        let payload = entries[number].payload
        firstWaiting = max(firstWaiting, number + 1)
        entries.removeAll(below: number + 1)
        nextArrival = entries.isEmpty ? .max : entries[number + 1].departure + delay
        return payload
    }

    /// Changes the rate from `now` on, also for what is left of the packet being sent and for what waits behind it.
    mutating func setRate(_ newRate: Int64, at now: Int64) {
        guard waiting(at: now) > 0 else {
            rate = newRate
            remembered = (0, 0)
            return
        }
        let left = Int128(entries[firstWaiting].departure - now) * Int128(rate)
        rate = newRate
        remembered = (0, 0)
        lastDeparture = now + Int64((left + Int128(newRate) - 1) / Int128(newRate))
        entries[firstWaiting].departure = lastDeparture
        for number in (firstWaiting + 1)..<max(entries.endIndex, firstWaiting + 1) {
            lastDeparture += duration(entries[number].bytes)
            entries[number].departure = lastDeparture
        }
        nextArrival = entries[entries.startIndex].departure + delay
    }

    private func duration(_ bytes: Int64) -> Int64 { (bytes * Self.nanobitsPerByte + rate - 1) / rate }
}
