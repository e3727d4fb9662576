import SimulationContainers
import PlayerModel

/// The stretches of time in which nothing passes, in order; those that touch or overlap are one.
struct OutageSet: Sendable {
    private var stretches: ContiguousArray<Conditions.Outage> = []

    var isEmpty: Bool { stretches.isEmpty }

    /// Adds a stretch. O(log n) after the last one, O(n) elsewhere.
    mutating func add(_ outage: Conditions.Outage) {
        guard outage.start < outage.end else { return }
        let first = partitionPoint(in: 0..<stretches.count) { stretches[$0].end >= outage.start }
        var last = first
        var joined = outage
        while last < stretches.count, stretches[last].start <= joined.end {
            joined.start = min(joined.start, stretches[last].start)
            joined.end = max(joined.end, stretches[last].end)
            last += 1
        }
        stretches.replaceSubrange(first..<last, with: CollectionOfOne(joined))
    }

    /// Whether nothing passes at `now`. O(log n).
    func contain(_ now: Instant) -> Bool {
        let index = index(after: now)
        return index < stretches.count && stretches[index].start <= now
    }

    /// The next start or end of a stretch after `now`; `never` where there is none. O(log n).
    func nextEdge(after now: Instant) -> Instant {
        let index = index(after: now)
        guard index < stretches.count else { return .never }
        return stretches[index].start > now ? stretches[index].start : stretches[index].end
    }

    private func index(after now: Instant) -> Int {
        partitionPoint(in: 0..<stretches.count) { stretches[$0].end > now }
    }
}
