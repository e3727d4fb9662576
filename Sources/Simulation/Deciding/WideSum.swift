/// A sum of whole numbers that nothing overflows, so that the order in which they come makes no difference.
struct WideSum: Equatable, Sendable {
    private var high: Int64 = 0
    private var low: UInt64 = 0

    static func += (sum: inout WideSum, value: Int64) {
        let (low, carries) = sum.low.addingReportingOverflow(UInt64(bitPattern: value))
        sum.low = low
        sum.high &+= (value < 0 ? -1 : 0) + (carries ? 1 : 0)
    }

    /// The nearest number that a Double has, or one beside it.
    var double: Double {
        if high >= 0 { return Double(high) * 18_446_744_073_709_551_616 + Double(low) }
        // Near zero the two halves of a negative sum nearly cancel: so its magnitude is taken.
        let (rest, carries) = (~low).addingReportingOverflow(1)
        return -(Double(~high + (carries ? 1 : 0)) * 18_446_744_073_709_551_616 + Double(rest))
    }
}
