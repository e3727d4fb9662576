import PlayerModel
import Testing

@testable import Simulation

/// Changes of the network that are taken together against those that are taken one by one. The referee holds their
/// traces, their outcomes and their numbers of events against each other.
@Suite struct ChangesTakenTogether {
    /// A network that changes every few milliseconds, and sometimes carries nothing.
    private static func dense(_ random: inout RandomStream) -> Conditions {
        let count = 20 + random.below(300)
        let longest = 1 + random.below(60_000)
        let hasDelays = random.below(3) == 0
        var start = Instant.zero
        let phases = (0..<count).map { _ in
            var values = NetworkValues()
            values.down = random.below(12) == 0 ? 0 : 20_000 + Int64(random.below(8_000_000))
            if random.below(40) == 0 { values.down = nil }
            if hasDelays {
                values.delayDown = TimeAmount(nanoseconds: Int64(random.below(4)) * 10_000_000)
                values.delayUp = TimeAmount(nanoseconds: Int64(random.below(4)) * 10_000_000)
            }
            if random.below(20) == 0 { values.up = Int64(random.below(100_000)) }
            defer { start = start + TimeAmount(nanoseconds: Int64(1 + random.below(longest)) * 1000) }
            return Conditions.Phase(start: start, values: values)
        }
        let repeats = random.below(4) > 0
        return Conditions(phases: phases, repeatingAfter: repeats ? start - .zero : nil)
    }

    @Test(arguments: Thoroughness.draws(2, of: 40))
    func `come to the same as one by one`(batch: UInt64) throws {
        var tried = 0
        for seed in batch * 20..<(batch + 1) * 20 {
            var scenario = try readScenario(RandomScenario(seed: seed).text)
            guard scenario.network.transport.kind == .fluid else { continue }
            var random = RandomStream(seed: seed, name: "dense")
            scenario.network.conditions = Self.dense(&random)
            tried += 1
            if let objection = Judgement.of(scenario) { Issue.record("seed \(seed): \(objection)") }
        }
        #expect(tried > 0)
    }

    @Test func `are one event of the queue while a chunk comes`() throws {
        let scenario = try readScenario(
            """
            {"network": {"transport": "fluid", "down_kbps": 1000},
             "media": {"kind": "hls", "duration_s": 60, "variants": [{"bitrate_kbps": 500}]}}
            """)
        var dense = scenario
        dense.network.conditions = Workload.conditions(points: 60_000)
        var together = Session(dense.drawn(), tracing: .nothing)
        var steps = 0
        while try together.step() == nil { steps += 1 }
        let all = try Run(dense.drawn(), tracing: .nothing).outcome.events
        #expect(all > 1000)
        #expect(Int64(steps) < all / 2)
    }
}
