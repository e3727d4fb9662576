import PlayerModel

/// An axis on which equal factors are equally long, from one round number to another; all values are positive. To what
/// is counted a half is added, so that 0 has a place, too.
struct LogarithmicAxis: Equatable, Sendable {
    let low: Int64
    let high: Int64
    let unit: Unit
    private let isCount: Bool

    /// An axis that holds these values, of which there is one at least, and more than they where they are alike.
    init(holding values: [Int64], _ unit: Unit, isCount: Bool = false) {
        let steps = Self.steps(isCount)
        let (least, most) = (max(steps[0], values.min() ?? 1), max(steps[0], values.max() ?? 1))
        (self.unit, self.isCount) = (unit, isCount)
        let below = steps.last { $0 <= least } ?? steps[0]
        low = below
        high = steps.first { $0 >= most && $0 > below } ?? .max
    }

    private static func steps(_ isCount: Bool) -> [Int64] { (isCount ? [0] : []) + Scale.logarithmicSteps }

    private func size(_ value: Int64) -> Double { Double(value) + (isCount ? 0.5 : 0) }

    /// The part of `whole` at which a value stands; one beyond an end is at that end.
    func part(_ value: Int64, of whole: Int64) -> Int64 {
        part(ofFactor: size(min(max(low, value), high)) / size(low), of: whole)
    }

    /// The part of `whole` that a factor is long.
    func part(ofFactor factor: Double, of whole: Int64) -> Int64 {
        let length = naturalLogarithm(of: size(high) / size(low))
        return Int64(naturalLogarithm(of: factor) / length * Double(whole))
    }

    /// Round values from end to end, with their words: 1, 2 and 5 times powers of ten, or over a wide range powers of
    /// ten alone; and 0.
    var ticks: [ValueAxis.Tick] {
        let steps = Self.steps(isCount).filter { low...high ~= $0 }
        let shown = steps.count <= 8 ? steps : steps.filter { $0 == 0 || String($0).hasPrefix("1") }
        return shown.map { value in
            let symbol = unit.symbol.isEmpty ? "" : " \(unit.symbol)"
            let words = NumberText.exact(value, places: unit.decimalPlaces) + symbol
            return ValueAxis.Tick(value: value, words: words, isMinor: false)
        }
    }
}
