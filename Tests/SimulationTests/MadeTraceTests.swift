import PlayerModel
import Testing

@testable import Simulation

@Suite("Traces that are made up are what their parameters say")
struct MadeTraceTests {
    /// The lengths of the stretches in which nothing passes, in nanoseconds.
    private static func gaps(_ trace: NetworkTrace) -> [Int64] {
        trace.stretches.indices.filter { trace.stretches[$0].bitsPerSecond == 0 }
            .map { trace.length(of: $0).nanoseconds }
    }

    private static func trace(
        _ name: String, _ settings: [(String, String)] = [], seed: UInt64, seconds: Int64 = 20_000
    ) throws -> NetworkTrace {
        var maker = try #require(NetworkTraceMaker.named(name))
        for (key, value) in settings { maker = try maker.setting(key, to: value) }
        return try maker.trace(seed: seed, lasting: .seconds(seconds))
    }

    @Test("walks and rides alternate, and only rides have tunnels", arguments: Thoroughness.draws(4, of: 20))
    func commute(seed: UInt64) throws {
        let trace = try Self.trace(
            "commute", [("walk_kbps", "9000"), ("ride_kbps", "1000"), ("jitter_ratio", "0.2")], seed: seed)
        #expect(Self.gaps(trace).allSatisfy { $0 <= 22_500_000_000 })
        #expect(Self.gaps(trace).contains { $0 >= 15_000_000_000 })
        #expect(Self.gaps(trace).contains { $0 < 7_500_000_000 }, "a ride may end in a tunnel")
        var (walks, rides) = ([Int64](), [Int64]())
        var wasWalk: Bool?
        for (index, stretch) in trace.stretches.enumerated() {
            let isWalk = 7_200_000...10_800_000 ~= stretch.bitsPerSecond
            #expect(isWalk || stretch.bitsPerSecond == 0 || 800_000...1_200_000 ~= stretch.bitsPerSecond)
            let length = trace.length(of: index).nanoseconds
            if isWalk != wasWalk { if isWalk { walks.append(0) } else { rides.append(0) } }
            wasWalk = isWalk
            if isWalk { walks[walks.count - 1] += length } else { rides[rides.count - 1] += length }
        }
        #expect(walks.count > 40 && abs(walks.count - rides.count) <= 1)
        #expect(trace.stretches[0].bitsPerSecond >= 7_200_000, "it begins with a walk")
        // The last of them is cut off by the end.
        #expect(walks.dropLast().allSatisfy { 90_000_000_000...270_000_000_000 ~= $0 })
        #expect(rides.dropLast().allSatisfy { 120_000_000_000...360_000_000_000 ~= $0 })
    }

    @Test("the others in a cell are as many as is said, and differ as by Poisson's law", arguments: [0, 1, 5, 40])
    func cell(others: Int64) throws {
        let settings = [("cell_kbps", "10000000"), ("others_count", "\(others)"), ("jitter_ratio", "0")]
        for draw in Thoroughness.draws(1, of: 3) {
            let seed = draw + 1
            let trace = try Self.trace("cell", settings, seed: seed, seconds: 60_000)
            var (sum, squares) = (Int64(0), Int64(0))
            for (index, stretch) in trace.stretches.enumerated() {
                let present = (10_000_000_000 + stretch.bitsPerSecond / 2) / stretch.bitsPerSecond - 1
                let seconds = trace.length(of: index).nanoseconds / 1_000_000_000
                sum += present * seconds
                squares += present * present * seconds
            }
            let mean = Double(sum) / 60_000
            let variance = Double(squares) / 60_000 - mean * mean
            #expect(abs(mean - Double(others)) <= 0.06 * Double(others), "seed \(seed)")
            // Arrivals by some chances of a quarter at most vary a little less.
            #expect(variance >= 0.75 * Double(others) && variance <= 1.1 * Double(others), "seed \(seed)")
            #expect(Self.gaps(trace).isEmpty)
        }
    }

    @Test("what has left a cell comes back: a user stays as long as is said", arguments: ["5", "50"])
    func stay(seconds: String) throws {
        let trace = try Self.trace(
            "cell", [("others_count", "1"), ("stay_s", seconds), ("jitter_ratio", "0")], seed: 2, seconds: 100_000)
        // Of one other at a time on average, as many come in a time as are stays in it; each makes two changes.
        let stays = 100_000 / (try #require(Int(seconds)))
        #expect(trace.stretches.count > stays && trace.stretches.count < 2 * stays + stays / 5)
    }

    @Test("a state that is shorter than a step lasts as long as is said", arguments: ["markov", "congested-wifi"])
    func shortStates(name: String) throws {
        let gaps = [("between_s", "10000"), ("gap_s", "0.001")]
        let settings: [(String, String)] =
            [("good_kbps", "8000"), (name == "markov" ? "bad_kbps" : "busy_kbps", "500"), ("jitter_ratio", "0")]
            + (name == "markov" ? [] : gaps)
        func lengths(_ stays: [(String, String)], of kilobits: Int64) throws -> [Int64] {
            let trace = try Self.trace(name, settings + stays, seed: 3, seconds: 5000)
            return trace.stretches.indices.dropLast()
                .filter { trace.stretches[$0].bitsPerSecond == kilobits * 1000 }
                .map { trace.length(of: $0).nanoseconds / 1_000_000 }
        }
        let bad = name == "markov" ? "bad_s" : "busy_s"
        let short = try lengths([("good_s", "20"), (bad, "0.2")], of: 500)
        #expect(short.count > 180 && short.allSatisfy { $0 == 200 })
        // 5000 s have 6666 of each, but for a gap or two.
        let both = [("good_s", "0.5"), (bad, "0.25")]
        for (kilobits, length) in [(8000, 500), (500, 250)] as [(Int64, Int64)] {
            let all = try lengths(both, of: kilobits)
            #expect(all.count > 6600 && all.allSatisfy { $0 == length })
        }
    }

    @Test("gaps of congested Wi-Fi are short, and as frequent as is said", arguments: Thoroughness.draws(4, of: 20))
    func congestedWiFi(seed: UInt64) throws {
        let trace = try Self.trace("congested-wifi", seed: seed)
        let gaps = Self.gaps(trace)
        #expect(gaps.allSatisfy { 100_000_000...2_000_000_000 ~= $0 })
        // After a step with a chance of one in 15, and a gap of 1.05 s on average.
        #expect((1100...1400).contains(gaps.count))
        var (good, busy) = (Int64(0), Int64(0))
        var bouts = 0
        var wasGood = true
        for (index, stretch) in trace.stretches.enumerated() where stretch.bitsPerSecond > 0 {
            let isGood = 14_000_000...26_000_000 ~= stretch.bitsPerSecond
            if wasGood, !isGood { bouts += 1 }
            wasGood = isGood
            #expect(isGood || 700_000...1_300_000 ~= stretch.bitsPerSecond)
            let length = trace.length(of: index).nanoseconds
            if isGood { good += length } else { busy += length }
        }
        // One fifth of the time that is no gap, which no stay counts.
        #expect((0.15...0.25).contains(Double(busy) / Double(good + busy)))
        for (name, stays, mean) in [("good_s", good, 20_000_000_000), ("busy_s", busy, 5_000_000_000)] {
            #expect((0.8...1.2).contains(Double(stays) / Double(bouts) / Double(mean)), "\(name)")
            let parameter = NetworkTraceMaker.named("congested-wifi")?.parameters.first { $0.name == name }
            #expect(parameter?.about.hasSuffix(", gaps not counted.") ?? false)
        }
        let rare = try Self.trace("congested-wifi", [("between_s", "86400"), ("gap_s", "0.5")], seed: seed)
        #expect(Self.gaps(rare).count < 5 && Self.gaps(rare).allSatisfy { $0 <= 500_000_000 })
    }
}
