import PlayerModel

/// The values that something which a scenario speaks of can have, and why bounds say nothing of it.
package struct PossibleValues: Sendable {
    /// The mistake in bounds: a clause that says why.
    package enum Fault: Equatable, Sendable {
        /// All values are within.
        case everyValue(String)
        /// None is.
        case noValue(String)
    }

    /// The key that stands for it.
    package let name: String
    package let unit: Unit
    /// In base units.
    package let range: ClosedRange<Int64>

    package init(_ name: String, _ unit: Unit, _ range: ClosedRange<Int64>) {
        (self.name, self.unit, self.range) = (name, unit, range)
    }

    /// A rate, in thousandths: nothing plays backwards here, or faster than 32 times.
    package static let rates: ClosedRange<Int64> = 0...32_000

    /// Why bounds say nothing; nil where they do.
    package func fault(of bounds: ClosedRange<Int64>) -> Fault? {
        if bounds.lowerBound <= range.lowerBound, range.upperBound <= bounds.upperBound {
            let end = bounds.upperBound < .max ? range.upperBound : range.lowerBound
            return .everyValue(never(beyond: end))
        }
        guard !bounds.overlaps(range) else { return nil }
        return .noValue(never(beyond: bounds.upperBound < range.lowerBound ? range.lowerBound : range.upperBound))
    }

    private func never(beyond end: Int64) -> String {
        let side = end == range.lowerBound ? "less" : "more"
        return "'\(name)' is never \(side) than \(QuantityText.value(end, unit))"
    }
}
