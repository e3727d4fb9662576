import PlayerModel

/// An axis of quantities from one round number to another, of which either may be below zero.
struct ValueAxis: Equatable, Sendable {
    let low: Int64
    let high: Int64
    let unit: Unit
    /// The unit in words.
    private let symbol: String
    private let step: Int64

    /// A quantity beyond this is none that is drawn to scale.
    static let most: Int64 = 1_000_000_000_000_000_000

    /// An axis that holds these values, in so many steps at most; where they are all the same, a whole unit of it.
    /// `symbol` is the unit in words, where they are others than its own.
    init(holding values: [Int64], _ unit: Unit, in symbol: String? = nil, parts: Int64 = 6) {
        let inside = values.filter { $0.magnitude <= Self.most.magnitude }
        let (least, most) = (inside.min() ?? 0, inside.max() ?? 0)
        let step = most > least ? Axis.step(most - least, parts: parts) : Self.whole(unit)
        self.unit = unit
        self.symbol = symbol ?? unit.symbol
        self.step = step
        low = Self.below(least, step)
        let top = -Self.below(-most, step)
        high = top > low ? top : low + step
    }

    private static func whole(_ unit: Unit) -> Int64 { (0..<unit.decimalPlaces).reduce(1) { whole, _ in whole * 10 } }

    private static func below(_ value: Int64, _ step: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: step)
        return (remainder < 0 ? quotient - 1 : quotient) * step
    }

    /// The part of `whole` at which a value stands; one beyond an end is at that end.
    func part(_ value: Int64, of whole: Int64) -> Int64 {
        proportion(min(max(low, value), high) - low, whole, over: high - low, .down)
    }

    struct Tick {
        let value: Int64
        let words: String
        /// Whether a narrow page has no room for it.
        let isMinor: Bool
    }

    var ticks: [Tick] {
        (0...(high - low) / step).map { number in
            let value = low + number * step
            let words = NumberText.exact(value, places: unit.decimalPlaces)
            let isMinor = value / step % 2 != 0
            return Tick(value: value, words: value == 0 ? "\(words) \(symbol)" : words, isMinor: isMinor)
        }
    }
}
