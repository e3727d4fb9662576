extension Int64 {
    /// The nearest whole number, halves away from zero, cut at what is counted; nil of what is no number.
    package init?(nearest number: Double) {
        if number.isNaN { return nil }
        if number.magnitude >= 9e18 {
            self = number < 0 ? .min : .max
        } else {
            self.init(number < 0 ? number - 0.5 : number + 0.5)
        }
    }

    /// The sum, clamped to the range of an `Int64` instead of overflowing.
    @inline(__always)
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, clamped to the range of an `Int64`.
    func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }

    /// The product, clamped to the range of an `Int64`. Neither factor may be negative.
    func multipliedClamped(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
