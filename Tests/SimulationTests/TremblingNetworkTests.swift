import Foundation
import Testing

@testable import Simulation

@Suite("What a download's time is off by is the network's, as far as the log tells")
struct TremblingNetworkTests {
    private typealias Download = InferenceTests.Download

    /// A download in each of 60 seconds, each at a capacity of its own about 8 Mbit/s, with a round trip of 40 ms.
    @Test("the bands hold the capacity of nine seconds of ten, and are narrow", arguments: [10, 20, 30])
    func bands(percent: Int) throws {
        var luck = 1
        let capacities = (0..<60).map { _ -> Int in
            luck = luck * 48_271 % 2_147_483_647
            return 80_000 * (100 - percent + luck % (2 * percent + 1))
        }
        let downloads = capacities.enumerated().map { second, capacity in
            Download(at: 1000 * second, wait: 40, receive: 940, bytes: capacity * 940 / 8000)
        }
        let bands = try InferenceTests.inference(downloads).bands
        let held = zip(bands, capacities).filter { Int($0.low) <= $1 && $1 <= Int($0.high) }
        #expect(held.count >= 54 && bands.count == 60)
        #expect(bands.allSatisfy { $0.high < $0.low * 5 / 4 })
    }

    /// Weights are how often a time is off by so much, if one divides by their sum: of such times the mean logarithm of
    /// the weight is the same for each level, 0, be its times in doubt or not.
    @Test("levels weigh the same as far as they fit", arguments: [0, 0.02, 0.1, 0.8], [0.03, 0.2])
    func fair(doubt: Double, tolerance: Double) {
        var (sum, logarithms) = (0.0, 0.0)
        for step in 0..<40_000 {
            let weight = CapacityDrift.first.weight(
                1 / (1 + Double(step) * tolerance / 1000), doubt: doubt, tolerance: tolerance)
            sum += weight
            logarithms += weight * log(weight)
        }
        #expect(abs(logarithms / sum) < 0.02)
    }

    /// 4 GB in all: 20 networks of 190 MB each are held against the log as quickly as 100 of 40 MB are.
    @Test(
        "of large first downloads fewer networks are drawn, and as many as are wanted",
        arguments: [
            (190_000_000, 3, Transport.Kind.tcp, 20), (190_000_000, 30, .tcp, 30), (90_000_000, 3, .tcp, 40),
            (190_000_000, 3, .fluid, 100), (9_000_000, 3, .tcp, 100),
        ])
    func large(bytes: Int, members: Int, transport: Transport.Kind, count: Int) throws {
        let downloads = (0..<3).map { Download(at: 100_000 * $0, wait: 100, receive: 95_000, bytes: bytes) }
        var settings = Inference.Settings()
        (settings.transport, settings.memberCount) = (Transport(transport), members)
        let log = try InferenceTests.log(InferenceTests.har(downloads))
        #expect(Inference.drawCount(log, settings) == count)
    }
}
