import PlayerModel

/// The timers that were superseded before they were posted, by their instants.
///
/// A trace leaves one behind with each point, and all that anybody asks is how many have passed. Most do within the
/// chunk whose end they foretold, so they wait as they came, until there are many or somebody asks; those that have
/// passed by then are counted, and no more. The others lie in a radix heap (Ahuja, Mehlhorn, Orlin, Tarjan: Faster
/// Algorithms for the Shortest Path Problem, 1990): by the highest bit in which they differ from the instant up to
/// which all are gone. As that instant goes on, whole buckets are behind it, and one is sorted into those below.
struct SupersededTimers: Sendable {
    /// Those that came since somebody asked.
    private var fresh: ContiguousArray<Int64> = []
    /// Bucket 0 has those that are at `passed`, and bucket n those that differ from it in bit n − 1 and in none above.
    /// There are none until they are needed.
    private var buckets: ContiguousArray<ContiguousArray<Int64>> = []
    /// No timer is before it.
    private var passed: Int64 = 0
    /// How many are in the buckets.
    private var sorted = 0

    /// How many there are; of those, whoever has not asked does not know how many have passed.
    @inline(__always)
    var count: Int { sorted + fresh.count }

    @inline(__always)
    var isEmpty: Bool { sorted == 0 && fresh.isEmpty }

    /// Whether so many have come since somebody asked that to ask costs each of them little.
    @inline(__always)
    var isLong: Bool { fresh.count >= 16_384 }

    /// Adds a timer of not before the instant up to which all are gone.
    @inline(__always)
    mutating func insert(_ timer: Instant) { fresh.append(timer.nanoseconds) }

    /// Removes all that are before an instant. Returns how many there were.
    mutating func removeAll(before instant: Instant) -> Int64 {
        let before = count
        if instant.nanoseconds > passed { empty(before: instant.nanoseconds) }
        sort()
        return Int64(before - count)
    }

    /// Removes those before an instant that are in the buckets.
    private mutating func empty(before now: Int64) {
        let reached = bucket(of: now)
        passed = now
        guard sorted > 0 else { return }
        for bucket in 0..<reached where !buckets[bucket].isEmpty {
            sorted -= buckets[bucket].count
            buckets[bucket].removeAll(keepingCapacity: true)
        }
        var moving: ContiguousArray<Int64> = []
        swap(&moving, &buckets[reached])
        for timer in moving {
            if timer < now { sorted -= 1 } else { buckets[bucket(of: timer)].append(timer) }
        }
        moving.removeAll(keepingCapacity: true)
        swap(&moving, &buckets[reached])
    }

    /// Puts those that came last into the buckets, unless they have passed.
    private mutating func sort() {
        if fresh.isEmpty { return }
        if buckets.isEmpty { buckets = ContiguousArray(repeating: [], count: Int64.bitWidth + 1) }
        for timer in fresh where timer >= passed {
            buckets[bucket(of: timer)].append(timer)
            sorted += 1
        }
        fresh.removeAll(keepingCapacity: true)
    }

    /// The first of all; nil where there is none.
    var first: Instant? {
        mutating get { placeOfFirst().map { Instant(nanoseconds: buckets[$0.bucket][$0.index]) } }
    }

    mutating func removeFirst() {
        guard let (bucket, index) = placeOfFirst() else { return }
        buckets[bucket].swapAt(index, buckets[bucket].count - 1)
        buckets[bucket].removeLast()
        sorted -= 1
    }

    /// All in bucket 0 are at one instant: there nobody has to search.
    private mutating func placeOfFirst() -> (bucket: Int, index: Int)? {
        sort()
        guard let bucket = buckets.firstIndex(where: { !$0.isEmpty }) else { return nil }
        var index = buckets[bucket].count - 1
        if bucket == 0 { return (bucket, index) }
        for other in buckets[bucket].indices where buckets[bucket][other] < buckets[bucket][index] { index = other }
        return (bucket, index)
    }

    @inline(__always)
    private func bucket(of timer: Int64) -> Int { Int64.bitWidth - (timer ^ passed).leadingZeroBitCount }
}
