import PlayerModel

/// The time axis that drawings share. Places on it are parts of its whole length, so that a drawing is as wide as the
/// page that it is on.
package struct Axis: Equatable, Sendable {
    /// A place on the axis: a part of the width.
    ///
    /// Unit: a hundredth of a percent.
    package typealias Place = Int64

    package static let width: Place = 10_000

    package let start: Instant
    package let end: Instant

    /// An axis from one instant to another; of at least a second where they are the same.
    package init(from start: Instant, to end: Instant) {
        self.start = start
        self.end = end > start ? end : start + .seconds(1)
    }

    /// The place of an instant; one beyond an end is at that end.
    package func place(_ instant: Instant) -> Place {
        let inside = min(max(instant, start), end)
        return proportion((inside - start).nanoseconds, Self.width, over: (end - start).nanoseconds, .down)
    }

    /// The ticks with their labels. Every second one is `minor`: a narrow page has no room for it.
    package var ticks: [(at: Instant, words: String, isMinor: Bool)] {
        let step = Self.step((end - start).nanoseconds, parts: 10)
        var ticks: [(at: Instant, words: String, isMinor: Bool)] = []
        var number = start.nanoseconds / step + (start.nanoseconds % step > 0 ? 1 : 0)
        while number <= end.nanoseconds / step {
            let at = Instant(nanoseconds: number * step)
            let words = NumberText.exact(at.nanoseconds, places: 9) + " s"
            ticks.append((at, words, number % 2 != 0))
            number += 1
        }
        return ticks
    }

    /// The least of 1, 2 and 5 times a power of ten of which no more than `parts` make up `whole`.
    static func step(_ whole: Int64, parts: Int64) -> Int64 {
        var power: Int64 = 1
        while true {
            for factor in [1, 2, 5] as [Int64] {
                let (step, isTooLarge) = power.multipliedReportingOverflow(by: factor)
                if isTooLarge { return .max }
                if whole / step <= parts { return step }
            }
            let (next, isTooLarge) = power.multipliedReportingOverflow(by: 10)
            if isTooLarge { return .max }
            power = next
        }
    }
}

/// The upright axis of a plot: from nothing to a round number that holds all values.
package struct Scale: Equatable, Sendable {
    /// The value at the upper end; positive.
    package let top: Int64

    /// A scale that holds `most`, in steps of about a fifth of its power of ten.
    package init(holding most: Int64) {
        let step = Axis.step(max(1, most), parts: 5)
        let count = max(1, most) / step + (max(1, most) % step > 0 ? 1 : 0)
        let (top, isTooLarge) = step.multipliedReportingOverflow(by: count)
        self.top = isTooLarge ? .max : top
    }

    /// The distance of a value below the upper end, in tenths of a unit, in a plot that is `height` units high. A
    /// value beyond an end is at that end.
    package func depth(_ value: Int64, height: Int64) -> Int64 {
        let inside = min(max(0, value), top)
        return height * 10 - proportion(inside, height * 10, over: top, .down)
    }
}
