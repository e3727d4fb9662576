import PlayerModel

/// The capacities that a network may have had, in whole bits per second: sixteen to each doubling, and nothing at all,
/// which is the first.
package struct CapacityGrid: Equatable, Sendable {
    /// The levels in ascending order; the first is 0.
    package let levels: [Int64]

    /// 2^20 × 2^(j ÷ 16), rounded.
    private static let steps: [Int64] = [
        1_048_576, 1_095_000, 1_143_480, 1_194_106, 1_246_974, 1_302_182, 1_359_835, 1_420_040, 1_482_910, 1_548_564,
        1_617_125, 1_688_722, 1_763_488, 1_841_564, 1_923_097, 2_008_240,
    ]

    /// The slowest level but for 0, and the fastest, in bits per second.
    static let slowest: Int64 = 8_000
    static let fastest: Int64 = 2_000_000_000

    /// The levels from one rate to another, each moved into the range of all that a grid may have.
    package init(from low: Int64, to high: Int64) {
        let low = min(max(low, Self.slowest), Self.fastest)
        let high = min(max(high, 2 * low), Self.fastest)
        var levels: [Int64] = [0]
        var octave: Int64 = Self.slowest
        while octave <= high {
            for step in Self.steps {
                let level = proportion(octave, step, over: Self.steps[0], .down)
                if level >= low, level <= high { levels.append(level) }
            }
            octave *= 2
        }
        self.levels = levels
    }

    package var count: Int { levels.count }

    /// The capacity at a place between levels: 0 is the level itself, 0.5 half way to the next.
    func capacity(_ level: Int, _ place: Double) -> Int64 {
        let own = levels[level]
        guard level > 0 else { return own }
        let other = levels[place < 0 ? max(1, level - 1) : min(count - 1, level + 1)]
        return own + Int64(Double(other - own) * (place < 0 ? -place : place))
    }
}
