/// The natural logarithm of a positive number, from sums, products and quotients alone, so that every machine gets the
/// same bits.
///
/// The number is 2^k × m with m between 0.75 and 1.5, and ln m = 2 artanh((m − 1) ÷ (m + 1)), whose series has an
/// error below 1e-15 after 16 terms.
package func naturalLogarithm(of number: Double) -> Double {
    guard number > 0, number.isFinite else { return number == 0 ? -.infinity : number }
    var (exponent, mantissa) = (Double(number.exponent), number.significand)
    if mantissa > 1.5 { (exponent, mantissa) = (exponent + 1, mantissa / 2) }
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var (term, sum) = (ratio, 0.0)
    for index in 0..<16 {
        sum += term / Double(2 * index + 1)
        term *= square
    }
    return 2 * sum + exponent * 0.693_147_180_559_945_3
}
