import SimulationContainers
import PlayerModel

/// Places on a timeline, gathered as stretches in any order.
struct PlaceSet: Sendable {
    private var stretches: ContiguousArray<Range<MediaTime>> = []

    mutating func add(_ stretch: Range<MediaTime>) {
        if !stretch.isEmpty { stretches.append(stretch) }
    }

    /// Sorts and joins. O(n log n); `touches` needs it.
    mutating func settle() {
        stretches.sort { $0.lowerBound < $1.lowerBound }
        var joined: ContiguousArray<Range<MediaTime>> = []
        for stretch in stretches {
            if let last = joined.last, stretch.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, stretch.upperBound)
            } else {
                joined.append(stretch)
            }
        }
        stretches = joined
    }

    /// Whether anything of `stretch` is in the set. O(log n).
    func touches(_ stretch: Range<MediaTime>) -> Bool {
        let index = partitionPoint(in: stretches.indices) { stretches[$0].upperBound > stretch.lowerBound }
        return index < stretches.count && stretches[index].lowerBound < stretch.upperBound
    }
}
