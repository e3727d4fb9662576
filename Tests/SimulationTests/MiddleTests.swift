import Testing

@testable import Simulation

@Suite("Of two values in the middle the lower one is taken, and of two differences the one nearer to 0")
struct MiddleTests {
    @Test(arguments: 1...300)
    func `the middle of the numbers up to one is the half of it, rounded up`(count: Int) {
        let values = (1...Int64(count)).map { $0 }
        let middle = Int64(count + 1) / 2
        #expect(Quantile.value(values, percent: 50) == middle && Band(of: values).median == middle)
        #expect(Spread(values, better: .lower).median == middle)
        #expect(Spread.rank(50, of: count) == Int(middle))
    }

    @Test(
        "what is told of A less B is told of B less A with the other sign, in the middle as at the ends",
        arguments: [
            ([3], 3), ([-3, 1], 1), ([-1, 3], -1), ([-3, 3], 0), ([1, 2], 1), ([-2, -1], -1), ([0, 9], 0),
            ([4, 4], 4), ([-9, -2, 5, 7], -2), ([-9, 0, 5], 0), ([3, .max], 3), ([.max, .max], .max),
            ([.min, .max], 0),
        ] as [([Int64], Int64)])
    func differences(values: [Int64], middle: Int64) {
        // Of a start that never comes, -never is `Int64.min`.
        func negated(_ value: Int64) -> Int64 { value == .max ? .min : value == .min ? .max : -value }
        let (band, other) = (Band(ofDifferences: values), Band(ofDifferences: values.map(negated)))
        #expect(band.median == middle && other.median == negated(middle))
        #expect(other.low == negated(band.high) && other.high == negated(band.low))
    }

    @Test("a typical session of the first hundred", arguments: [1, 2, 3, 4, 10, 11, 100])
    func typical(count: Int) {
        var showcase = Showcase()
        #expect(showcase.typical?.difference == nil)
        // Last in the order, so that the middle is not that of adding.
        for number in (1...count).reversed() {
            var (own, baseline) = (SessionOutcome(), SessionOutcome())
            (own.startup, baseline.startup) = (Int64(number), 0)
            showcase.add(
                DecisionSession(number: number, circumstance: 0, seed: 1, outcomes: [baseline, own]), 1, 0)
        }
        #expect(showcase.typical?.difference == Int64(count + 1) / 2)
    }

    /// One name in both of its forms: an e comes before an accented one.
    @Test(
        "of players whose names look the same one is the example, in whatever order they come",
        arguments: [true, false])
    func forms(isReversed: Bool) {
        let names: [ExactText] = ["\u{e9}", "e\u{301}"]
        var showcase = Showcase()
        for name in isReversed ? names.reversed() : names {
            let outcomes = [SessionOutcome(), SessionOutcome()]
            showcase.add(
                DecisionSession(number: 1, circumstance: 0, seed: 1, player: name, outcomes: outcomes), 1, 0)
        }
        #expect(showcase.worst?.session.player == names[1] && showcase.best?.session.player == names[1])
    }
}
