/// Quantiles of sorted values, of which there is one at least. They are values of the list, never between two, but for
/// the middle of differences.
package enum Quantile {
    /// The least value that so many percent of them are not above: of 50 % the lower one of two in the middle. O(1).
    package static func value(_ sorted: [Int64], percent: Int) -> Int64 { sorted[place(percent, of: sorted.count)] }

    /// The middle of differences: of two in the middle the one that is nearer to 0, and 0 where one is as far below it
    /// as the other above. What is told of A less B is what is told of B less A, with the other sign. O(1).
    package static func middle(ofDifferences sorted: [Int64]) -> Int64 {
        let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
        // Beyond all numbers, there is one more below 0 than above.
        let (below, above) = (max(low, -.max).magnitude, max(high, -.max).magnitude)
        if low == high || below < above { return low }
        return above < below ? high : 0
    }

    /// The values at both ends of the middle 90 %, with as many beyond the one as beyond the other: of 20 and fewer the
    /// least and the greatest. What is told of A less B is what is told of B less A, with the other sign. O(1).
    package static func middle90(_ sorted: [Int64]) -> (low: Int64, high: Int64) {
        let place = place(5, of: sorted.count)
        return (sorted[place], sorted[sorted.count - 1 - place])
    }

    /// The place of that value among so many, one at least, in order: the nearest rank, from 0 on.
    static func place(_ percent: Int, of count: Int) -> Int { max(0, (count * percent + 99) / 100 - 1) }
}

/// The middle of some values, of which there is one at least: the median, and the ends of the middle 90 %.
package struct Band: Equatable, BitwiseCopyable, Sendable {
    package let low: Int64
    package let median: Int64
    package let high: Int64

    init(of values: [Int64]) {
        let sorted = values.sorted()
        (low, high) = Quantile.middle90(sorted)
        median = Quantile.value(sorted, percent: 50)
    }

    init(ofDifferences values: [Int64]) {
        let sorted = values.sorted()
        (low, high) = Quantile.middle90(sorted)
        median = Quantile.middle(ofDifferences: sorted)
    }
}
