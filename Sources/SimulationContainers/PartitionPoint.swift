/// The first place of a range at which a condition holds that, once it holds, holds at all that follow; its end where
/// it holds nowhere. O(log n).
@inlinable @inline(__always)
public func partitionPoint(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = (low + high) / 2
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
}

/// The same where the number is likely to be near another: it is looked for in steps that double from there.
@inlinable
public func partitionPoint(in range: Range<Int>, near guess: Int, where holds: (Int) -> Bool) -> Int {
    if range.isEmpty { return range.lowerBound }
    let start = min(max(guess, range.lowerBound), range.upperBound - 1)
    var (low, high, step) = (range.lowerBound, range.upperBound, 1)
    if holds(start) {
        high = start
        while high - step >= low {
            guard holds(high - step) else {
                low = high - step + 1
                break
            }
            (high, step) = (high - step, step * 2)
        }
    } else {
        low = start + 1
        while low + step <= high {
            if holds(low + step - 1) {
                high = low + step - 1
                break
            }
            (low, step) = (low + step, step * 2)
        }
    }
    return partitionPoint(in: low..<high, where: holds)
}
