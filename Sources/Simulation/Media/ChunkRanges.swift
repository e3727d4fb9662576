import SimulationContainers

/// A set of chunks as sorted ranges that neither touch nor overlap: what is loaded of a track.
package struct ChunkRanges: Equatable, Sendable {
    package private(set) var ranges: ContiguousArray<Range<Int64>> = []

    package init() {}

    package var isEmpty: Bool { ranges.isEmpty }

    /// Adds a chunk. Constant time behind the last one, O(log n) beside a range, O(n) for a new range in between.
    package mutating func insert(_ chunk: Int64) {
        if let last = ranges.last, last.upperBound == chunk {
            ranges[ranges.count - 1] = last.lowerBound..<chunk + 1
            return
        }
        let index = indexOfFirst(endingAtOrAfter: chunk)
        guard index < ranges.count else { return ranges.append(chunk..<chunk + 1) }
        let range = ranges[index]
        if range.contains(chunk) { return }
        let touchesNext = range.upperBound == chunk ? index + 1 : index
        let joinsNext = touchesNext < ranges.count && ranges[touchesNext].lowerBound == chunk + 1
        switch (range.upperBound == chunk, joinsNext) {
        case (true, true):
            ranges[index] = range.lowerBound..<ranges[touchesNext].upperBound
            ranges.remove(at: touchesNext)
        case (true, false): ranges[index] = range.lowerBound..<chunk + 1
        case (false, true): ranges[index] = chunk..<range.upperBound
        case (false, false): ranges.insert(chunk..<chunk + 1, at: index)
        }
    }

    /// Takes a chunk out, if it is there. O(log n), O(n) where ranges move.
    mutating func remove(_ chunk: Int64) {
        let index = indexOfFirst(endingAtOrAfter: chunk + 1)
        guard index < ranges.count, ranges[index].contains(chunk) else { return }
        let (before, behind) = (ranges[index].lowerBound..<chunk, chunk + 1..<ranges[index].upperBound)
        if before.isEmpty, behind.isEmpty { ranges.remove(at: index) }
        if !behind.isEmpty { ranges[index] = behind }
        if !before.isEmpty { behind.isEmpty ? ranges[index] = before : ranges.insert(before, at: index) }
    }

    /// Whether a chunk is in the set. O(log n).
    package func contains(_ chunk: Int64) -> Bool { firstMissing(from: chunk) > chunk }

    /// The first chunk at or after `chunk` that is not in the set. O(log n).
    package func firstMissing(from chunk: Int64) -> Int64 {
        if let last = ranges.last, last.lowerBound <= chunk { return max(chunk, last.upperBound) }
        let index = indexOfFirst(endingAtOrAfter: chunk + 1)
        guard index < ranges.count, ranges[index].contains(chunk) else { return chunk }
        return ranges[index].upperBound
    }

    /// The first chunk after `chunk` that is in the set, or nil. O(log n).
    package func firstPresent(after chunk: Int64) -> Int64? {
        guard let last = ranges.last, last.upperBound > chunk + 1 else { return nil }
        let index = indexOfFirst(endingAtOrAfter: chunk + 2)
        return index < ranges.count ? max(chunk + 1, ranges[index].lowerBound) : nil
    }

    /// Calls `body` in order for each stretch missing from `start`, itself missing, up to `end`. O(n) in ranges.
    @inline(__always)
    func forEachGap(from start: Int64, to end: Int64, _ body: (Range<Int64>) -> Void) {
        var chunk = start
        for index in indexOfFirst(endingAtOrAfter: start + 1)..<ranges.count where chunk < end {
            if ranges[index].lowerBound > chunk { body(chunk..<min(ranges[index].lowerBound, end)) }
            chunk = max(chunk, ranges[index].upperBound)
        }
        if chunk < end { body(chunk..<end) }
    }

    private func indexOfFirst(endingAtOrAfter chunk: Int64) -> Int {
        partitionPoint(in: ranges.indices) { ranges[$0].upperBound >= chunk }
    }
}
