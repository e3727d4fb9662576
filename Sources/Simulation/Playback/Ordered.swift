/// A value of a column, with the place of its entry in the trace. A column is in this order, so that what happened
/// before an entry, or between two, is found by halving.
protocol Ordered {
    var order: Int { get }
}

extension Observed: Ordered {}
extension ItemTurn: Ordered {}
extension StatusStretch: Ordered {}
extension ClockStretch: Ordered {}
extension Stall: Ordered {}
extension LoadedChunk: Ordered {}
extension LoadTurn: Ordered {}
extension VariantTurn: Ordered {}
extension ItemVariant: Ordered {}
extension Exchange: Ordered {}

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

    /// The index behind the values whose place satisfies a condition that the first ones satisfy. O(log n).
    private func end(_ isBefore: (Int) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(self[middle].order) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
