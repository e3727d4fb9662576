/// A product of many weights, as a number and the power of two that it is to be multiplied by: of a long log neither
/// the greatest nor the least is one that a Double can hold. Powers of two round nothing.
struct ScaledProduct: Sendable {
    private(set) var value: Double
    private(set) var exponent: Int

    init(_ value: Double = 1) {
        (self.value, exponent) = (value, 0)
        keepNearOne()
    }

    /// Nothing, which is less than any product.
    static let nothing = ScaledProduct(0)

    /// Multiplies by a factor that is not negative, and by a power of two.
    mutating func multiply(by factor: Double, exponent power: Int = 0) {
        value *= factor
        exponent += power
        keepNearOne()
    }

    private mutating func keepNearOne() {
        guard value > 0 else { return exponent = .min / 2 }
        exponent += Int(value.exponent)
        value = value.significand
    }

    /// Products beside each other, as numbers of which the greatest is near one; those that are too small beside it to
    /// be drawn are 0.
    static func weights(_ products: [ScaledProduct]) -> [Double] {
        let most = products.map { $0.exponent }.max() ?? 0
        return products.map { product in
            let less = most - product.exponent
            return less > 60 ? 0 : product.value / Double(UInt64(1) << UInt64(less))
        }
    }
}
