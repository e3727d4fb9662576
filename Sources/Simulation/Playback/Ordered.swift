import SimulationContainers

/// A value of a column, with the place of its entry in the trace. A column is in this order, so that what happened
/// before an entry, or between two, is found by halving.
protocol Ordered { var order: Int { get } }

extension RandomAccessCollection where Element: Ordered, Index == Int {
    /// The values whose entries come before one.
    func before(_ order: Int) -> SubSequence { self[startIndex..<end { $0 < order }] }

    /// The values whose entries come before one, and its own.
    func through(_ order: Int) -> SubSequence { self[startIndex..<end { $0 <= order }] }

    /// The values whose entries lie between two, neither of them included.
    func between(_ first: Int, _ last: Int) -> SubSequence {
        let start = end { $0 <= first }
        return self[start..<Swift.max(start, end { $0 < last })]
    }

    /// The value at `index`, which then is the next one's; nil where its entry comes behind one.
    func next(_ index: inout Int, through order: Int) -> Element? {
        guard index < endIndex, self[index].order <= order else { return nil }
        defer { index += 1 }
        return self[index]
    }

    private func end(_ isBefore: (Int) -> Bool) -> Int {
        partitionPoint(in: startIndex..<endIndex) { !isBefore(self[$0].order) }
    }
}
