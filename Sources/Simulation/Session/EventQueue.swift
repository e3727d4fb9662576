import SimulationContainers
import PlayerModel

/// The events that are still to come, in the order `(time, lane, sequence)`.
///
///     component ──effects──▶ Session ──push(event, at:)──▶ EventQueue
///         ▲                                                    │
///         └────────────── handle(event, at:) ◀─────────────── pop()
///
/// The simulation has one loop: take the earliest event, let one component handle it, put in what follows from it.
/// Time jumps from event to event, and nothing runs in between. At one nanosecond the lanes go in the order of
/// `Event.Lane`, and within a lane events go in the order in which they were put in. Nothing else decides, so a
/// program has one order of events on every machine. An event is never removed: one that has been superseded is
/// recognized as stale by a generation number when it comes, and dropped.
package struct EventQueue: Sendable {
    /// An event with its key. Lane and sequence share a word: the lane above 56 bits of sequence.
    private struct Entry: Comparable, BitwiseCopyable, Sendable {
        let time: Int64
        let order: UInt64
        let event: Event

        @inline(__always)
        static func < (left: Entry, right: Entry) -> Bool { left.key < right.key }

        /// No two entries have the same key, so this is identity.
        @inline(__always)
        static func == (left: Entry, right: Entry) -> Bool { left.key == right.key }

        /// The whole key as one number: one comparison instead of two. Times are never negative. It is put together
        /// of its halves, because conversions and shifts are slow where nothing is optimized.
        @inline(__always)
        private var key: UInt128 { UInt128(_low: order, _high: UInt64(bitPattern: time)) }
    }

    private var heap = Heap<Entry>()
    private var sequence: UInt64 = 0

    package init() { heap.reserveCapacity(64) }

    /// The instant of the next event; `never` where there is none.
    package mutating func nextInstant() -> Instant { heap.first.map { Instant(nanoseconds: $0.time) } ?? .never }

    /// The next event, which stays in the queue; nil where there is none.
    mutating func next() -> (instant: Instant, event: Event)? {
        heap.first.map { (Instant(nanoseconds: $0.time), $0.event) }
    }

    /// The number of pending events, stale ones included.
    package var count: Int { heap.count }

    /// Adds an event at `instant`. O(log n).
    package mutating func push(_ event: Event, at instant: Instant) {
        let order = UInt64(event.lane.rawValue) << 56 | sequence
        sequence += 1
        heap.insert(Entry(time: instant.nanoseconds, order: order, event: event))
    }

    /// Removes and returns the next event, or nil. O(log n).
    package mutating func pop() -> (instant: Instant, event: Event)? {
        guard let entry = heap.removeFirst() else { return nil }
        return (Instant(nanoseconds: entry.time), entry.event)
    }
}
