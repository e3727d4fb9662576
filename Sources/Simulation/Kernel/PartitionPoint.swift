/// The first place of a range at which a condition holds that, once it holds, holds at all that follow; its end where
/// it holds nowhere. O(log n).
@inline(__always)
package func partitionPoint(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = (low + high) / 2
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
}
