/// A difference with the interval in which the truth lies, in base units of its metric.
package struct Estimate: Equatable, Sendable {
    /// The difference; nil where it is none of two numbers. `Int64.max` is that of a start that never comes.
    package let value: Int64?
    /// The ends of the interval; where nothing bounds it, the least and the greatest number. Where the one figure is no
    /// start whatever the sample, and the other is a number, both are that of `value`.
    package let low: Int64
    package let high: Int64
    /// Why an end is no number; nil where both are.
    package let limit: Limit?

    package enum Limit: String, CaseIterable, Sendable {
        /// There are too few sessions, or traces, to know how far the difference may be off.
        case tooFew = "too few"
        /// A figure may be a start that never comes: the choice's where `Int64.max` is an end, and the baseline's where
        /// `Int64.min` is.
        case noStart = "no start"
    }

    /// `isKnown` is whether there are enough sessions to know an end: one that is no number then is no start.
    package init(_ value: Double, _ low: Double, _ high: Double, isKnown: Bool = false) {
        self.value = Int64(nearest: value)
        self.low = Int64(nearest: low) ?? .min
        self.high = Int64(nearest: high) ?? .max
        let isBounded = self.low > .min && self.low < .max && self.high > .min && self.high < .max
        limit = isBounded ? nil : isKnown ? .noStart : .tooFew
    }

    /// A difference of which nobody knows how sure it is.
    static func unbounded(_ value: Double) -> Estimate { Estimate(value, -.infinity, .infinity) }

    package var isBounded: Bool { limit == nil }

    /// The difference where it is one of two numbers; nil beside a start that never comes as well.
    package var number: Int64? { value.flatMap { $0 > .min && $0 < .max ? $0 : nil } }
}
