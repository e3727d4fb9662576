import SimulationContainers
import Testing

@testable import Simulation

@Suite("Where a condition begins to hold")
struct PartitionPointTests {
    @Test("is found from whatever guess", arguments: [0..<0, 0..<1, 3..<10, 5..<40] as [Range<Int>])
    func near(range: Range<Int>) {
        for first in range.lowerBound...range.upperBound {
            for guess in -2...45 {
                var asked: [Int] = []
                let found = partitionPoint(in: range, near: guess) {
                    asked.append($0)
                    return $0 >= first
                }
                #expect(found == first)
                #expect(asked.allSatisfy { range.contains($0) })
            }
        }
    }

    @Test("is found in few steps where the guess is near")
    func steps() {
        for distance in [0, 1, 5, 100] {
            var asked = 0
            let found = partitionPoint(in: 0..<1_000_000, near: 500_000 + distance) {
                asked += 1
                return $0 >= 500_000
            }
            #expect(found == 500_000)
            #expect(asked <= 2 * (distance + 2).bitWidth - 2 * (distance + 2).leadingZeroBitCount + 2)
        }
    }
}
