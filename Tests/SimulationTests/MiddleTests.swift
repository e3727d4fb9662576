import Testing

@testable import Simulation

@Suite("Of two values in the middle the lower one is taken, everywhere")
struct MiddleTests {
    @Test(arguments: 1...300)
    func `the middle of the numbers up to one is the half of it, rounded up`(count: Int) {
        let values = (1...Int64(count)).map { $0 }
        let middle = Int64(count + 1) / 2
        #expect(Quantile.value(values, percent: 50) == middle && Band(of: values).median == middle)
        #expect(Spread(values, better: .lower).median == middle)
        #expect(Spread.rank(50, of: count) == Int(middle))
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
}
