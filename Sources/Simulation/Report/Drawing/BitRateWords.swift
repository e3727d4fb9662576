import PlayerModel

/// Bit rates as the labels of a drawing have them: in Mbit/s from one on, exact.
enum BitRateWords {
    static func value(_ bitsPerSecond: Int64) -> String {
        guard bitsPerSecond >= 1_000_000 else { return QuantityText.value(bitsPerSecond, .kilobitsPerSecond) }
        return NumberText.exact(bitsPerSecond, places: 6) + " Mbit/s"
    }

    /// The capacity of a network; the greatest of all numbers is none.
    static func capacity(_ bitsPerSecond: Int64) -> String {
        switch bitsPerSecond {
        case .max: "unlimited"
        case 0: "nothing"
        default: value(bitsPerSecond)
        }
    }
}
