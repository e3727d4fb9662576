import PlayerModel

/// The timers that were superseded before they were posted, by their instants.
///
/// A trace leaves one behind with each point, and all that anybody asks is how many have passed. So they lie in
/// a radix heap (Ahuja, Mehlhorn, Orlin, Tarjan: Faster Algorithms for the Shortest Path Problem, 1990): by the
/// highest bit in which they differ from the instant up to which all are gone. As that instant goes on, whole buckets
/// are behind it, and one is sorted into those below.
struct SupersededTimers: Sendable {
    /// Bucket 0 has those that are at `passed`, and bucket n those that differ from it in bit n − 1 and in none above.
    /// There are none until they are needed.
    private var buckets: ContiguousArray<ContiguousArray<Int64>> = []
    /// No timer is before it.
    private var passed: Int64 = 0
    private(set) var count = 0

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    /// Adds a timer of not before the instant up to which all are gone.
    mutating func insert(_ timer: Instant) {
        if buckets.isEmpty { buckets = ContiguousArray(repeating: [], count: Int64.bitWidth + 1) }
        buckets[bucket(of: timer.nanoseconds)].append(timer.nanoseconds)
        count += 1
    }

    /// Removes all that are before an instant. Returns how many there were.
    mutating func removeAll(before instant: Instant) -> Int64 {
        let (now, before) = (instant.nanoseconds, count)
        guard now > passed else { return 0 }
        guard count > 0 else {
            passed = now
            return 0
        }
        let reached = bucket(of: now)
        for bucket in 0..<reached where !buckets[bucket].isEmpty {
            count -= buckets[bucket].count
            buckets[bucket].removeAll(keepingCapacity: true)
        }
        passed = now
        var moving: ContiguousArray<Int64> = []
        swap(&moving, &buckets[reached])
        for timer in moving {
            if timer < now { count -= 1 } else { buckets[bucket(of: timer)].append(timer) }
        }
        moving.removeAll(keepingCapacity: true)
        swap(&moving, &buckets[reached])
        return Int64(before - count)
    }

    /// The first of all; nil where there is none.
    var first: Instant? {
        guard let bucket = buckets.first(where: { !$0.isEmpty }), let least = bucket.min() else { return nil }
        return Instant(nanoseconds: least)
    }

    mutating func removeFirst() {
        guard let bucket = buckets.firstIndex(where: { !$0.isEmpty }), let least = buckets[bucket].min(),
            let place = buckets[bucket].firstIndex(of: least)
        else { return }
        buckets[bucket].swapAt(place, buckets[bucket].count - 1)
        buckets[bucket].removeLast()
        count -= 1
    }

    @inline(__always)
    private func bucket(of timer: Int64) -> Int { Int64.bitWidth - (timer ^ passed).leadingZeroBitCount }
}
