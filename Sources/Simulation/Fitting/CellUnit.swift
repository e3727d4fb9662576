import PlayerModel

/// The unit that the last word of a column's name says, as in `network_limit_mbps`: its dimension, and how many decimal
/// places the base unit lies below it. Tables are in the units of whoever measured, scenarios in those of their keys.
struct CellUnit: Equatable, Sendable {
    enum Dimension: Equatable, Sendable {
        case time, rate, size
    }

    let dimension: Dimension
    let decimalPlaces: Int32

    private static let all: [(word: String, dimension: Dimension, places: Int32)] = [
        ("s", .time, 9), ("ms", .time, 6), ("us", .time, 3), ("ns", .time, 0),
        ("bps", .rate, 0), ("kbps", .rate, 3), ("mbps", .rate, 6), ("gbps", .rate, 9),
        ("bytes", .size, 0), ("kb", .size, 3), ("mb", .size, 6),
    ]

    /// The unit of a name; nil where its last word is none.
    init?(of name: String) {
        var word: [UInt8] = []
        for byte in name.utf8 {
            if byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") { word = [] } else { word.append(byte) }
        }
        for index in word.indices where 65...90 ~= word[index] { word[index] += 32 }
        guard let found = Self.all.first(where: { $0.word.utf8.elementsEqual(word) }) else { return nil }
        (dimension, decimalPlaces) = (found.dimension, found.places)
    }

    /// The dimension of a unit of ours; nil of those that are written in one way alone.
    static func dimension(of unit: Unit) -> Dimension? {
        switch unit {
        case .seconds, .milliseconds: .time
        case .kilobitsPerSecond, .bitsPerSecond: .rate
        case .bytes: .size
        case .ratio, .percent, .rate, .score, .framesPerSecond, .hertz, .count, .flag: nil
        }
    }
}
