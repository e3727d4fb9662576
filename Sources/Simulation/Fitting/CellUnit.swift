import PlayerModel

/// The unit that the last word of a column's name says, as in `network_limit_mbps`: its dimension, how many decimal
/// places the base unit lies below it, and the base units in a unit without these places. Tables are in the units of
/// whoever measured, scenarios in those of their keys.
struct CellUnit: Equatable, Sendable {
    enum Dimension: Equatable, Sendable {
        case time, rate, size
        /// A size in bits, which no key and no metric has.
        case bits
        /// A part of a whole.
        case part
    }

    let dimension: Dimension
    let decimalPlaces: Int32
    let factor: Int64

    private static let all: [(word: String, dimension: Dimension, places: Int32)] = [
        ("s", .time, 9), ("ms", .time, 6), ("us", .time, 3), ("ns", .time, 0),
        ("bps", .rate, 0), ("kbps", .rate, 3), ("mbps", .rate, 6), ("gbps", .rate, 9),
        ("bytes", .size, 0), ("kb", .size, 3), ("mb", .size, 6),
        ("ratio", .part, 6), ("percent", .part, 4),
    ]

    /// The unit of a name; nil where its last word is none. Small and capital letters are the same but where a `B` is
    /// a byte and a `b` a bit beyond doubt: `MBps` is eight times `Mbps`, and `Mb` is no `MB`. People write `mb` for
    /// either, and mean bytes where it is a size.
    init?(of name: String) {
        var word: [UInt8] = []
        for byte in name.utf8 {
            if byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") { word = [] } else { word.append(byte) }
        }
        let isOfBytes = word.suffix(3).elementsEqual("Bps".utf8)
        let isOfBits = ["Kb", "Mb"].contains { $0.utf8.elementsEqual(word) }
        let small = word.map { $0.lowercased }
        guard let found = Self.all.first(where: { $0.word.utf8.elementsEqual(small) }) else { return nil }
        (dimension, decimalPlaces) = (isOfBits ? .bits : found.dimension, found.places)
        factor = isOfBytes ? 8 : 1
    }

    /// A number of this unit in another one of its dimension; nil where it has too many digits.
    func number(_ number: Decimal, in other: CellUnit) -> Decimal? {
        let (product, isTooLarge) = number.significand.multipliedReportingOverflow(by: factor)
        guard !isTooLarge, other.factor == 1 else { return nil }
        return Decimal(significand: product, exponent: number.exponent + decimalPlaces - other.decimalPlaces)
    }

    /// The dimension of a unit of ours; nil of those that are written in one way alone.
    static func dimension(of unit: Unit) -> Dimension? {
        switch unit {
        case .seconds, .milliseconds: .time
        case .kilobitsPerSecond, .bitsPerSecond: .rate
        case .bytes: .size
        case .ratio, .percent: .part
        case .rate, .score, .framesPerSecond, .hertz, .count, .flag: nil
        }
    }
}
