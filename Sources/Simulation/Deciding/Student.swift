/// Quantiles of Student's t, from those of the normal distribution by Fisher's expansion (Abramowitz and Stegun,
/// 26.7.5).
package enum Student {
    /// The quantiles of the normal distribution at 1 − 0.025 ÷ 2ᵏ, by k.
    private static let normal = [
        1.9600, 2.2414, 2.4977, 2.7344, 2.9552, 3.1628, 3.3594, 3.5463, 3.7250, 3.8963, 4.0612, 4.2201, 4.3739,
        4.5228, 4.6673, 4.8078, 4.9446, 5.0780, 5.2081, 5.3353, 5.4597,
    ]
    /// Those of t at 95 % with few degrees of freedom, for which the expansion is not near enough.
    private static let few = [6.314, 2.920, 2.353, 2.132]

    /// The quantile for both sides of 5 % for one of so many intervals that hold together: their number is rounded up
    /// to a power of two. Within 0.01 for 19 degrees of freedom and a single one.
    package static func quantile(among number: Int, freedom: Int) -> Double {
        var place = 0
        while place < normal.count - 1, 1 << place < number { place += 1 }
        return quantile(normal[place], Double(freedom))
    }

    /// The quantile for both sides of 10 %, with one degree of freedom at least. Within 0.002.
    package static func ninety(freedom: Int) -> Double {
        freedom <= few.count ? few[max(0, freedom - 1)] : quantile(1.6449, Double(freedom))
    }

    private static func quantile(_ z: Double, _ degrees: Double) -> Double {
        let (z2, z3) = (z * z, z * z * z)
        let first = (z3 + z) / 4
        let second = (5 * z2 * z3 + 16 * z3 + 3 * z) / 96
        let third = (3 * z2 * z2 * z3 + 19 * z2 * z3 + 17 * z3 - 15 * z) / 384
        return z + ((third / degrees + second) / degrees + first) / degrees
    }
}
