/// The number whose natural logarithm is given, from sums and products alone, so that every machine gets the same bits;
/// its error is in the last digits of a double.
///
/// The number is 2^k × e^r with r between −½ ln 2 and ½ ln 2, where the series has an error below 1e-17 after 14 terms.
package func exponential(of logarithm: Double) -> Double {
    guard logarithm < 700 else { return logarithm.isNaN ? logarithm : .infinity }
    guard logarithm > -700 else { return 0 }
    let half = logarithm < 0 ? -0.5 : 0.5
    let power = Int(logarithm / 0.693_147_180_559_945_3 + half)
    // In two steps: the first product is exact, because its factor has few bits.
    let rest =
        (logarithm - Double(power) * 0.693_147_180_369_123_8) - Double(power) * 1.908_214_929_270_587_7e-10
    var sum = 1.0
    for index in stride(from: 14, through: 1, by: -1) { sum = 1 + sum * rest / Double(index) }
    return sum * Double(sign: .plus, exponent: power, significand: 1)
}
