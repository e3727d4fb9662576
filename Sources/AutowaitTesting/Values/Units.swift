internal import PlayerModel

// The units of the public interface: an app's numbers come in and go out here. Inside, all of them are integers.

extension Duration {
    /// The amount in nanoseconds, to the nearest, and clamped: `.seconds(0.3)` is a little less than it says.
    var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let part = (attoseconds + (attoseconds < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooMuch) = whole.addingReportingOverflow(part)
        return overflow || isTooMuch ? (seconds < 0 ? .min : .max) : sum
    }
}

extension TimeAmount {
    init(_ duration: Duration) { self.init(nanoseconds: duration.inNanoseconds) }
}

extension Duration {
    init(_ instant: PlayerModel.Instant) { self = .nanoseconds(instant.nanoseconds) }
}

extension Rate {
    /// A rate of `AVPlayer`, to the nearest thousandth; nil where it is not modelled: below 0 and above 32.
    init?(_ rate: Float) {
        guard rate >= 0, rate <= 32 else { return nil }
        self.init(thousandths: Int32((rate * 1000).rounded()))
    }

    /// The rate as `AVPlayer` has it.
    var asFloat: Float { Float(thousandths) / 1000 }
}

/// The nearest integer, clamped to the range of an `Int64`; 0 for a value that is not a number.
func nearestInteger(_ value: Double) -> Int64 {
    guard value == value else { return 0 }
    if value >= 9.2e18 { return .max }
    if value <= -9.2e18 { return .min }
    return Int64(value.rounded())
}

extension Int64 {
    /// Kilobits as bits, cut at what can be counted.
    static func bits(ofKilobits count: Int) -> Int64 {
        let (bits, overflows) = Int64(count).multipliedReportingOverflow(by: 1000)
        return overflows ? (count < 0 ? .min : .max) : bits
    }
}
