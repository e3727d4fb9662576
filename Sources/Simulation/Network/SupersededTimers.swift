import SimulationContainers
import PlayerModel

/// The timers that were superseded before they were posted, by their instants.
///
/// A trace leaves one behind with each point, and all that anybody asks of most is how many have passed. So they wait
/// as they came; now and then they are looked through, and those that have passed are counted and forgotten. Only those
/// that are taken one by one, because nothing flows, are put in order. That would be slow with many that wait for long:
/// where all have been looked at some times, they are all put in order.
struct SupersededTimers: Sendable {
    /// Those that wait as they came, and how many of them were there when they were looked through last.
    private var waiting: ContiguousArray<Int64> = []
    private var known = 0
    /// The earliest of those that were known then; `Int64.max` where there is none.
    private var least = Int64.max
    /// Those that are in order.
    private var ordered = Heap<Int64>()
    /// Since all were put in order: how many have come, and how many were looked at, of which some were the same.
    private var arrivals = 0
    private var looks = 0
    /// How many may wait before they are looked through: twice as many as were left the last time.
    private var most = Self.fewest

    private static let fewest = 16_384
    private static let looksForEach = 8

    /// How many there are; of those, whoever has not asked does not know how many have passed.
    @inline(__always)
    var count: Int { ordered.count + waiting.count }

    @inline(__always)
    var isEmpty: Bool { waiting.isEmpty && ordered.isEmpty }

    /// Whether so many wait that to look through them costs each of them little.
    @inline(__always)
    var isLong: Bool { waiting.count >= most }

    @inline(__always)
    mutating func insert(_ timer: Instant) { waiting.append(timer.nanoseconds) }

    /// Forgets all that are before an instant, and puts those before a horizon in order. Returns how many it forgot.
    mutating func removeAll(before now: Instant, ordering horizon: Instant = .zero) -> Int64 {
        let before = count
        lookThrough(now.nanoseconds, horizon: max(now, horizon).nanoseconds)
        while let timer = ordered.first, timer < now.nanoseconds { _ = ordered.removeFirst() }
        return Int64(before - count)
    }

    /// Whether a timer has passed is not to be foreseen, so nothing branches on it.
    private mutating func lookThrough(_ now: Int64, horizon: Int64) {
        arrivals += waiting.count - known
        looks += waiting.count
        let isTooOften = looks > Self.looksForEach * arrivals
        if isTooOften { (arrivals, looks) = (0, 0) }
        let end = isTooOften ? Int64.max : horizon
        var (kept, first, soon) = (0, Int64.max, ContiguousArray<Int64>())
        waiting.withUnsafeMutableBufferPointer { timers in
            for timer in timers {
                timers[kept] = timer
                kept += timer >= end ? 1 : 0
                first = min(first, timer >= end ? timer : Int64.max)
                if timer >= now, timer < end { soon.append(timer) }
            }
        }
        for timer in soon { ordered.insert(timer) }
        waiting.removeLast(waiting.count - kept)
        (known, least, most) = (kept, first, max(Self.fewest, 2 * kept))
    }

    /// The first of all; nil where there is none.
    var first: Instant? {
        mutating get {
            if waiting.count > known { lookThrough(.min, horizon: .min) }
            if least < ordered.first ?? .max { orderLeast() }
            return ordered.first.map { Instant(nanoseconds: $0) }
        }
    }

    private mutating func orderLeast() {
        guard let index = waiting.firstIndex(of: least) else { return }
        ordered.insert(least)
        waiting.swapAt(index, waiting.count - 1)
        waiting.removeLast()
        looks += waiting.count
        (known, least) = (waiting.count, waiting.min() ?? .max)
    }

    mutating func removeFirst() { _ = ordered.removeFirst() }
}

/// The timer of a link: when the next flow on it is done.
struct LinkTimer: Sendable {
    /// As it was noted last.
    var due = Instant.never
    private(set) var generation: UInt32 = 0
    private var posted: UInt32 = 0

    /// Where that is another instant, what was posted is stale.
    @inline(__always)
    mutating func note(_ next: Instant, _ superseded: inout SupersededTimers) {
        guard next != due else { return }
        if generation != posted, due != .never { superseded.insert(due) }
        due = next
        generation &+= 1
    }

    /// Posts what was noted, unless it was posted before.
    @inline(__always)
    mutating func post(_ direction: Direction, into effects: inout NetworkEffects) {
        guard generation != posted else { return }
        posted = generation
        if due != .never { effects.append(.arm(.linkFinishes(direction, generation: generation), at: due)) }
    }
}
