/// The natural logarithm of a positive number, from sums, products and quotients alone, so that every machine gets the
/// same bits: the double that is nearest to it, but for one in many millions.
///
/// The number is 2^k × m with m between 0.75 and 1.5, and ln m = 2 artanh((m − 1) ÷ (m + 1)), whose series has an
/// error below 1e-25 after 18 terms.
package func naturalLogarithm(of number: Double) -> Double {
    guard number > 0, number.isFinite else { return number == 0 ? -.infinity : number }
    if number == 1 { return 0 }
    var (exponent, mantissa) = (Double(number.exponent), number.significand)
    if mantissa > 1.5 { (exponent, mantissa) = (exponent + 1, mantissa / 2) }
    // Both are exact: the mantissa has 53 bits, and one more is needed where it is above 1.
    let ratio = PreciseNumber(mantissa - 1) / PreciseNumber(sumOf: mantissa, 1)
    let square = ratio * ratio
    var (term, sum) = (ratio, PreciseNumber(0))
    for index in 0..<18 {
        sum = sum + term / PreciseNumber(Double(2 * index + 1))
        term = term * square
    }
    let whole = PreciseNumber(exponent) * PreciseNumber(high: 0.693_147_180_559_945_3, low: 2.319_046_813_846_3e-17)
    let result = sum + sum + whole
    return result.high + result.low
}

/// A number as the sum of two doubles, of which the second is below the last bit of the first: some 32 decimal digits.
private struct PreciseNumber {
    let high: Double
    let low: Double

    init(_ number: Double) { (high, low) = (number, 0) }

    init(high: Double, low: Double) { (self.high, self.low) = (high, low) }

    /// The exact sum of two doubles (Knuth).
    init(sumOf left: Double, _ right: Double) {
        high = left + right
        let part = high - left
        low = (left - (high - part)) + (right - part)
    }

    /// The exact product of two doubles, whose halves have 26 bits each (Dekker).
    init(productOf left: Double, _ right: Double) {
        func halves(_ number: Double) -> (Double, Double) {
            let scaled = number * 134_217_729
            let upper = scaled - (scaled - number)
            return (upper, number - upper)
        }
        let ((a, b), (c, d)) = (halves(left), halves(right))
        high = left * right
        low = ((a * c - high) + a * d + b * c) + b * d
    }

    static func + (left: PreciseNumber, right: PreciseNumber) -> PreciseNumber {
        let sum = PreciseNumber(sumOf: left.high, right.high)
        return PreciseNumber(sumOf: sum.high, sum.low + (left.low + right.low))
    }

    static func * (left: PreciseNumber, right: PreciseNumber) -> PreciseNumber {
        let product = PreciseNumber(productOf: left.high, right.high)
        return PreciseNumber(
            sumOf: product.high, product.low + (left.high * right.low + left.low * right.high))
    }

    static func / (left: PreciseNumber, right: PreciseNumber) -> PreciseNumber {
        let quotient = left.high / right.high
        let rest = left + PreciseNumber(-quotient) * right
        return PreciseNumber(sumOf: quotient, rest.high / right.high)
    }
}
