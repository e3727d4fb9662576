/// An exact decimal number: significand × 10^exponent.
/// It stays exact from the text to the integer that the simulation counts in, and never passes through a `Double`.
package struct Decimal: Equatable, Sendable {
    /// The digits without trailing zeros, with the sign of the number.
    package let significand: Int64
    /// The power of ten; 0 for zero.
    package let exponent: Int32

    /// The value of a number at a given scale, or why it has none there.
    package enum Scaled: Equatable, Sendable {
        case exact(Int64)
        /// Not a whole number at that scale: it has more decimal places than the scale keeps.
        case tooFine
        /// Beyond what an `Int64` holds.
        case tooLarge
    }

    /// Makes the number significand × 10^exponent, in its only form: 1500 × 10^-3 becomes 15 × 10^-1.
    package init(significand: Int64, exponent: Int32) {
        var significand = significand
        var exponent = significand == 0 ? 0 : exponent
        while significand != 0, significand % 10 == 0 {
            significand /= 10
            exponent += 1
        }
        self.significand = significand
        self.exponent = exponent
    }

    /// Makes the number that JSON writes as `whole.fraction` × 10^exponent, with both parts in ASCII digits.
    /// Nil when its digits do not fit an `Int64` once the zeros at both ends are gone, or when its exponent is then
    /// not between -400 and 400: no quantity of a scenario is out there. Takes time linear in the digits.
    package init?(isNegative: Bool, whole: ArraySlice<UInt8>, fraction: ArraySlice<UInt8>, exponent: Int64) {
        let digits = whole + fraction
        let trailingZeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        var power = exponent - Int64(fraction.count) + Int64(trailingZeros)
        var significand: Int64 = 0
        for digit in digits.dropLast(trailingZeros) {
            let value = Int64(digit - UInt8(ascii: "0"))
            let (product, isProductTooLarge) = significand.multipliedReportingOverflow(by: 10)
            let (sum, isSumTooLarge) = product.addingReportingOverflow(isNegative ? -value : value)
            guard !isProductTooLarge, !isSumTooLarge else { return nil }
            significand = sum
        }
        if significand == 0 { power = 0 }
        guard power > -400, power < 400 else { return nil }
        self.significand = significand
        self.exponent = Int32(power)
    }

    /// The number times 10^places as an `Int64`, or why it is not one.
    package func scaled(by places: Int32) -> Scaled {
        guard significand != 0 else { return .exact(0) }
        let power = Int64(exponent) + Int64(places)
        // The significand has no trailing zero to give to a negative power.
        guard power >= 0 else { return .tooFine }
        var result = significand
        for _ in 0..<power {
            let (product, isTooLarge) = result.multipliedReportingOverflow(by: 10)
            guard !isTooLarge else { return .tooLarge }
            result = product
        }
        return .exact(result)
    }

    /// The number times 10^places as a whole number, rounded half away from zero; nil beyond what an `Int64` holds.
    /// For what others have measured: their numbers have as many decimal places as their programs print.
    package func rounded(by places: Int32) -> Int64? {
        switch scaled(by: places) {
        case .exact(let value): return value
        case .tooLarge: return nil
        case .tooFine: break
        }
        let surplus = -(Int64(exponent) + Int64(places))
        guard surplus <= 19 else { return 0 }
        var (value, dropped) = (significand, Int64(0))
        for _ in 0..<surplus { (value, dropped) = (value / 10, value % 10) }
        // The digit that was dropped last decides: a half goes away from zero.
        return dropped.magnitude >= 5 ? value + (significand < 0 ? -1 : 1) : value
    }

    /// The number as JSON: in plain digits up to 18 decimal places and 21 whole digits, else as in `15e-30`.
    package var text: String {
        let wholeDigits = String(significand.magnitude).utf8.count + Int(exponent)
        if exponent < -18 || wholeDigits > 21 { return "\(significand)e\(exponent)" }
        if exponent < 0 { return NumberText.exact(significand, places: -exponent) }
        return String(significand) + String(repeating: "0", count: Int(exponent))
    }
}
