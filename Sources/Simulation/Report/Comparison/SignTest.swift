/// Whether one setting does better than another with more seeds than luck would have it: the sign test (Conover,
/// "Practical Nonparametric Statistics", 3.4).
///
/// With each seed both met the same draws, so that a seed is a pair. One with which they do the same says nothing. How
/// much better a run is does not count: a few that are far out decide nothing, and nothing need be known of how figures
/// spread. It takes + × ÷ alone, so that it comes to the same on every machine.
struct SignTest {
    /// The probability with which luck may call one of a pair the better that is not: 1 of 40, and as much for the
    /// other, as in an interval of 95 %.
    private static let level = 0.025

    /// The number of seeds with which the first is better, and with which it is worse.
    let better: Int
    let worse: Int

    init(better: Int, worse: Int) { (self.better, self.worse) = (better, worse) }

    /// The values of two settings, seed by seed. Where they look the same in a table they are: nobody cares for some
    /// nanoseconds.
    init(_ one: [Comparison.Value], _ other: [Comparison.Value], _ metric: Metric) {
        let pairs = zip(one, other).compactMap { $0.isBetter(than: $1, metric) }
        better = pairs.count { $0 }
        worse = pairs.count - better
    }

    /// The probability of so many better ones or more, where either is as likely. O(n).
    var chance: Double {
        let count = better + worse
        // Parts of the likeliest number, because binomial coefficients grow beyond all bounds.
        let middle = count / 2
        var (all, most) = (1.0, better <= middle ? 1.0 : 0)
        var part = 1.0
        for number in stride(from: middle, to: count, by: 1) {
            part = part * Double(count - number) / Double(number + 1)
            all += part
            if number + 1 >= better { most += part }
        }
        part = 1
        for number in stride(from: middle, to: 0, by: -1) {
            part = part * Double(number) / Double(count - number + 1)
            all += part
            if number - 1 >= better { most += part }
        }
        return most / all
    }

    /// The fewest seeds that can tell one of so many settings from another: it has to be better with all of them.
    static func fewestSeeds(among count: Int) -> Int {
        var seeds = 1
        while !SignTest(better: seeds, worse: 0).isMoreThanLuck(among: count) { seeds += 1 }
        return seeds
    }

    /// Whether luck hardly makes it so of this pair or any other, where all pairs of so many settings are compared
    /// (Bonferroni).
    func isMoreThanLuck(among count: Int) -> Bool {
        better > worse && chance * Double(count * (count - 1) / 2) <= Self.level
    }
}
