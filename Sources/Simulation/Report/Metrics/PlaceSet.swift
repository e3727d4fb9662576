import PlayerModel

/// Places on a timeline, gathered as stretches in any order.
struct PlaceSet: Sendable {
    private(set) var stretches: ContiguousArray<Range<MediaTime>> = []

    mutating func add(_ stretch: Range<MediaTime>) {
        if !stretch.isEmpty { stretches.append(stretch) }
    }

    /// Sorts and joins. O(n log n); whoever asks for anything in it needs it.
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

    /// The place among the stretches of the first that ends behind a place.
    private func first(behind place: MediaTime) -> Int {
        partitionPoint(in: stretches.indices) { stretches[$0].upperBound > place }
    }

    /// Whether anything of `stretch` is in the set. O(log n).
    func touches(_ stretch: Range<MediaTime>) -> Bool {
        let index = first(behind: stretch.lowerBound)
        return index < stretches.count && stretches[index].lowerBound < stretch.upperBound
    }

    /// The parts of `stretch` that are in the set, in order. O(log n + parts).
    func shared(with stretch: Range<MediaTime>) -> [Range<MediaTime>] {
        stretches[first(behind: stretch.lowerBound)...].prefix { $0.lowerBound < stretch.upperBound }
            .map { $0.clamped(to: stretch) }
    }
}
