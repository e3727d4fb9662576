import Testing

@testable import Simulation

@Suite("Draws from a population")
struct EvenDrawTests {
    /// Which of two strata, of which `weight` in a hundred is the rare one, first or last, sessions are of on an axis.
    private static func areRare(_ weight: Int64, isFirst: Bool, axis: Int, _ sessions: Range<Int>) -> [Bool] {
        let weights = isFirst ? [weight, 100 - weight] : [100 - weight, weight]
        return sessions.map { EvenDraw.place(weights, session: $0, axis: axis) == (isFirst ? 0 : 1) }
    }

    @Test(
        "any number of sessions in a row has the parts that the weights say",
        arguments: 0..<5, [10, 25, 50] as [Int64])
    func parts(axis: Int, weight: Int64) {
        for first in [0, 1, 37, 4096, 100_000] {
            for count in [16, 100, 1000, 5000] {
                let rare = Self.areRare(weight, isFirst: true, axis: axis, first..<first + count).count { $0 }
                #expect(abs(rare * 100 - count * Int(weight)) < 300, "\(first)+\(count): \(rare)")
            }
        }
    }

    /// Two rare strata meet as often as their weights say, in whatever order they are listed: nowhere is that a
    /// standard deviation of independent draws away.
    @Test(
        "strata of different axes do not hang on each other",
        arguments: [(10, 10), (10, 25), (25, 20), (50, 10)] as [(Int64, Int64)], [1000, 6000])
    func areIndependent(weights: (Int64, Int64), count: Int) {
        func rare(_ weight: Int64) -> [[[Bool]]] {
            (0..<5).map { axis in
                [true, false].map { Self.areRare(weight, isFirst: $0, axis: axis, 0..<count) }
            }
        }
        let (ones, others) = (rare(weights.0), rare(weights.1))
        let right = Double(count) * Double(weights.0 * weights.1) / 10_000
        for one in 0..<5 {
            for other in one + 1..<5 {
                for order in 0..<4 {
                    let both = zip(ones[one][order & 1], others[other][order >> 1]).count { $0 && $1 }
                    let off = Double(both) - right
                    #expect(
                        off * off < right * (1 - right / Double(count)),
                        "axes \(one) and \(other), order \(order): \(both)")
                }
            }
        }
    }

    /// As of a (0, m, 2)-net: of 16 sessions one is in each sixteenth of an axis, and in each quarter of both of the
    /// first two.
    @Test("every cell of a power of two has one of as many sessions", arguments: [0, 16, 1024, 99_984])
    func cells(first: Int) {
        let sixteenths = [Int64](repeating: 1, count: 16)
        let quarters = [Int64](repeating: 1, count: 4)
        for axis in 0..<5 {
            #expect(Set((first..<first + 16).map { EvenDraw.place(sixteenths, session: $0, axis: axis) }).count == 16)
        }
        let squares = (first..<first + 16).map {
            EvenDraw.place(quarters, session: $0, axis: 0) * 4 + EvenDraw.place(quarters, session: $0, axis: 1)
        }
        #expect(Set(squares).count == 16)
    }

    /// Of two strata of one weight, 100 sessions have 50, give or take 5, and 125 have 62.5, with a variance of 31.
    @Test("halves and groups by lot have as much of a stratum as independent draws would", arguments: 0..<5)
    func lots(axis: Int) {
        let isFirst = Self.areRare(50, isFirst: true, axis: axis, 0..<8000)
        let half = Lot.half(of: Array(0..<200))
        #expect(half.count == 100 && 40...60 ~= half.count { isFirst[$0] })
        var counts = Array(repeating: 0, count: 64)
        for number in 0..<8000 where isFirst[number] { counts[Lot.group(number, of: 64)] += 1 }
        let fourfold = counts.reduce(0) { $0 + (2 * $1 - 125) * (2 * $1 - 125) } / 64
        #expect(60...180 ~= fourfold, "\(fourfold)")
    }

    @Test("of as many numbers in a row as there are groups one is in each", arguments: [1, 2, 64, 1000])
    func groups(count: Int) {
        for first in [0, count, 7 * count] {
            #expect(Set((first..<first + count).map { Lot.group($0, of: count) }) == Set(0..<count))
        }
    }
}
