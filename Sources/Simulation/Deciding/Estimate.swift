/// A difference with the interval in which the truth lies, in base units of its metric.
package struct Estimate: Equatable, Sendable {
    /// The difference; nil where it is none of two numbers. `Int64.max` is that of a start that never comes.
    package let value: Int64?
    /// The ends of the interval; where nothing bounds it, the least and the greatest number.
    package let low: Int64
    package let high: Int64

    package init(_ value: Double, _ low: Double, _ high: Double) {
        self.value = Self.whole(value)
        self.low = Self.whole(low) ?? .min
        self.high = Self.whole(high) ?? .max
    }

    /// A difference of which nobody knows how sure it is.
    static func unbounded(_ value: Double) -> Estimate { Estimate(value, -.infinity, .infinity) }

    package var isBounded: Bool { low > .min && high < .max }

    /// The nearest whole number, halves away from zero, cut at what is counted; nil of what is no number.
    package static func whole(_ number: Double) -> Int64? {
        if number.isNaN { return nil }
        if number.magnitude >= 9e18 { return number < 0 ? .min : .max }
        return Int64(number < 0 ? number - 0.5 : number + 0.5)
    }
}
