/// Draws from weights, of which any number in a row has nearly the parts that the weights say: a session's number leads
/// to a point of a sequence that fills the space of all axes evenly (Weyl's, with the steps of the generalized golden
/// ratio, the root of x⁶ = x + 1). Intervals reckon as if they were drawn independently, and are no shorter for it.
package enum EvenDraw {
    /// The fractions, in parts of 2⁶⁴, that the steps of the axes are: 1/x, 1/x² and so on.
    private static let steps: [UInt64] = [
        0xE19B_01AA_9D42_C633, 0xC6D1_D6C8_ED0C_9631, 0xAF36_D01E_F751_8DBB, 0x9A69_443F_36F7_10E6,
        0x8814_03B9_339B_D42D,
    ]

    /// The place that a session has among weights that are not negative and not all zero. O(n) in the weights.
    package static func place(_ weights: [Int64], session number: Int, axis: Int) -> Int {
        let fraction = 0x8000_0000_0000_0000 &+ UInt64(number + 1) &* steps[axis]
        let all = UInt64(weights.reduce(0, +))
        var rest = Int64(fraction.multipliedFullWidth(by: all).high)
        for (place, weight) in weights.enumerated() {
            rest -= weight
            if rest < 0 { return place }
        }
        return weights.count - 1
    }
}
