import PlayerModel

/// The upright axis of a plot: from nothing to a round number that holds all values, or, where they are of very
/// different sizes, logarithmic: the bit rates of a ladder are to be told apart beside a fast link.
package struct Scale: Equatable, Sendable {
    /// The value at the upper end; positive.
    package let top: Int64
    /// The value at the lower end of a logarithmic scale, which has nothing there too; 0 is a linear one.
    package let bottom: Int64

    /// A linear scale that holds `most`, in steps of about a fifth of its power of ten.
    package init(holding most: Int64) {
        let step = Axis.step(max(1, most), parts: 5)
        let count = max(1, most) / step + (max(1, most) % step > 0 ? 1 : 0)
        let (top, isTooLarge) = step.multipliedReportingOverflow(by: count)
        self.top = isTooLarge ? .max : top
        bottom = 0
    }

    /// The ratio of values from which on a linear scale would hide the small ones.
    private static let mostRatio: Int64 = 6
    /// The widest logarithmic scale, but for what must be on it: whatever is lower is at its lower end.
    private static let widest: Int64 = 1000

    /// A scale that holds values from `least` to `most`, logarithmic where they differ much; those from `shown` on are
    /// on it, however wide it is.
    package init(from least: Int64, to most: Int64, holding shown: Int64 = .max) {
        guard least > 0, most / least >= Self.mostRatio else {
            self.init(holding: most)
            return
        }
        let steps = Self.logarithmicSteps
        let floor = min(shown, max(least, most / Self.widest))
        self.init(bottom: steps.last { $0 < floor } ?? 1, top: steps.first { $0 > most } ?? .max)
    }

    private init(bottom: Int64, top: Int64) { (self.bottom, self.top) = (bottom, top) }

    /// 1, 2 and 5 times each power of ten.
    static var logarithmicSteps: [Int64] {
        var steps: [Int64] = []
        var power: Int64 = 1
        for _ in 0..<18 {
            steps += [power, 2 * power, 5 * power]
            power *= 10
        }
        return steps
    }

    /// The distance of a value below the upper end, in tenths of a unit, in a plot that is `height` units high. A
    /// value beyond an end is at that end.
    package func depth(_ value: Int64, height: Int64) -> Int64 {
        let inside = min(max(bottom, value), top)
        guard bottom > 0 else { return height * 10 - proportion(inside, height * 10, over: top, .down) }
        let whole = naturalLogarithm(of: Double(top) / Double(bottom))
        let above = naturalLogarithm(of: Double(top) / Double(inside))
        return Int64(above / whole * Double(height * 10))
    }

    /// The values between the ends that have a line: a few round ones.
    package var ticks: [Int64] {
        guard bottom > 0 else {
            let step = Axis.step(top, parts: 3)
            // No stride: its step is an Int, which does not hold five seconds where it has 32 bits.
            return (0..<Int((top - 1) / step)).map { (Int64($0) + 1) * step }
        }
        let steps = Self.logarithmicSteps.filter { $0 > bottom && $0 < top }
        // Those of three powers of ten are too many.
        return steps.count <= 5 ? steps : steps.filter { String($0).hasPrefix("1") }
    }
}
