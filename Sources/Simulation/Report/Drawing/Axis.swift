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

    /// The place of an instant, as exact as a page needs that shows a part of the time larger.
    struct Spot {
        static let perPlace: Int64 = 1_000
        static let perWhole = Axis.width * perPlace

        /// Unit: a hundred-thousandth of a percent of the width.
        let part: Int64

        var place: Place { part / Self.perPlace }
    }

    /// Likewise: `spot(instant).place` is `place(instant)`.
    func spot(_ instant: Instant) -> Spot {
        let inside = min(max(instant, start), end)
        return Spot(
            part: proportion((inside - start).nanoseconds, Spot.perWhole, over: (end - start).nanoseconds, .down))
    }

    // MARK: Plots

    /// The time that a column of a plot stands for: so short that whole numbers of it say when things happened.
    private var columnTime: Int64 { (end - start).nanoseconds >= 10_000_000_000 ? 1_000_000 : 1_000 }

    /// The columns of a plot on this axis.
    package var columns: Int64 { ((end - start).nanoseconds - 1) / columnTime + 1 }

    /// The column of an instant, in whole columns; that of one beyond an end is the outmost.
    package func column(_ instant: Instant) -> Int64 {
        (min(max(instant, start), end) - start).nanoseconds / columnTime
    }

    // MARK: Ticks

    package struct Tick: Equatable, Sendable {
        package let at: Instant
        package let words: String
        /// Whether a narrow page has no room for it, as for every second one.
        package let isMinor: Bool
    }

    /// The ticks with their labels, no more than `parts` of the axis apart.
    package func ticks(parts: Int64 = 10) -> [Tick] {
        let step = Self.timeStep((end - start).nanoseconds, parts: parts)
        var ticks: [Tick] = []
        var number = start.nanoseconds / step + (start.nanoseconds % step > 0 ? 1 : 0)
        while number <= end.nanoseconds / step {
            let at = Instant(nanoseconds: number * step)
            ticks.append(Tick(at: at, words: words(at), isMinor: number % 2 != 0))
            number += 1
        }
        return ticks
    }

    private static let second: Int64 = 1_000_000_000
    private static let longSteps: [Int64] = [
        5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    ]

    /// A step of time that people count in: decimal up to two minutes, then of parts of minutes, hours and days.
    private static func timeStep(_ whole: Int64, parts: Int64) -> Int64 {
        let decimal = step(whole, parts: parts)
        guard whole >= 120 * second, decimal > second else { return decimal }
        let long = longSteps.first { whole / ($0 * second) <= parts }
        return long.map { $0 * second } ?? step(whole / (86_400 * second), parts: parts) * 86_400 * second
    }

    /// The label of an instant: in seconds, in minutes from two of them on, in hours likewise, and in microseconds
    /// where the axis ends before a millisecond: there seconds would have more digits than a label has room for.
    private func words(_ at: Instant) -> String {
        let whole = (end - start).nanoseconds
        if end.nanoseconds < 1_000_000 { return NumberText.exact(at.nanoseconds, places: 3) + " µs" }
        guard whole >= 120 * Self.second else { return NumberText.exact(at.nanoseconds, places: 9) + " s" }
        let seconds = at.nanoseconds / Self.second
        let (unit, part, name): (Int64, Int64, String) = whole < 7200 * Self.second ? (60, 1, "min") : (3600, 60, "h")
        let rest = seconds % unit / part
        let below = at.nanoseconds % Self.second > 0 || seconds % part > 0
        if below { return NumberText.exact(at.nanoseconds, places: 9) + " s" }
        return rest == 0 ? "\(seconds / unit) \(name)" : "\(seconds / unit):\(rest < 10 ? "0" : "")\(rest) \(name)"
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
