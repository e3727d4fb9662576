import PlayerModel

/// An axis on which equal factors are equally long, from one round number to another; all values are positive.
struct LogarithmicAxis: Equatable, Sendable {
    let low: Int64
    let high: Int64
    let unit: Unit

    /// An axis that holds these values, of which there is one at least, and more than they where they are alike.
    init(holding values: [Int64], _ unit: Unit) {
        let steps = Scale.logarithmicSteps
        let (least, most) = (max(1, values.min() ?? 1), max(1, values.max() ?? 1))
        self.unit = unit
        let below = steps.last { $0 <= least } ?? 1
        low = below
        high = steps.first { $0 >= most && $0 > below } ?? .max
    }

    /// The part of `whole` at which a value stands; one beyond an end is at that end.
    func part(_ value: Int64, of whole: Int64) -> Int64 {
        let inside = Double(min(max(low, value), high))
        let length = naturalLogarithm(of: Double(high) / Double(low))
        return Int64(naturalLogarithm(of: inside / Double(low)) / length * Double(whole))
    }

    /// Round values from end to end, with their words: 1, 2 and 5 times powers of ten, or over a wide range powers of
    /// ten alone.
    var ticks: [(value: Int64, words: String)] {
        let steps = Scale.logarithmicSteps.filter { low...high ~= $0 }
        let shown = steps.count <= 8 ? steps : steps.filter { String($0).hasPrefix("1") }
        return shown.map { value in
            let symbol = unit.symbol.isEmpty ? "" : " \(unit.symbol)"
            return (value, NumberText.exact(value, places: unit.decimalPlaces) + symbol)
        }
    }
}
