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

    /// A trace of such a network: its capacity alone changes, or its latency too; and it may end.
    private static func trace(_ random: inout RandomStream) -> Conditions {
        var trace = NetworkTrace(.csv)
        let longest = 1 + random.below(60_000)
        let hasLatency = random.below(4) == 0
        for _ in 0..<20 + random.below(300) {
            let down = random.below(12) == 0 ? 0 : 20_000 + Int64(random.below(8_000_000))
            let latency = TimeAmount(nanoseconds: hasLatency ? Int64(random.below(4)) * 10_000_000 : 0)
            let length = TimeAmount(nanoseconds: Int64(1 + random.below(longest)) * 1000)
            trace.append(down, latency: latency, until: trace.end + length)
        }
        if random.below(2) == 0 { trace.heldBitsPerSecond = Int64(random.below(3_000_000)) }
        var base = NetworkValues()
        base.delayUp = TimeAmount(nanoseconds: Int64(random.below(3)) * 20_000_000)
        let scale = random.below(2) == 0 ? 1_000_000 : Int64(random.below(3_000_000))
        let outage = Conditions.Outage(start: .zero + .seconds(3), end: .zero + .seconds(4))
        return trace.conditions(
            looping: random.below(4) > 0, scaleMillionths: scale, over: base,
            latency: random.below(2) == 0 ? .down : .up, outages: random.below(4) == 0 ? [outage] : [])
    }

    @Test(arguments: Thoroughness.draws(2, of: 40))
    func `come to the same as one by one`(batch: UInt64) throws {
        var tried = 0
        for seed in batch * 20..<(batch + 1) * 20 {
            var scenario = try readScenario(RandomScenario(seed: seed).text)
            guard scenario.network.transport.kind == .fluid else { continue }
            var random = RandomStream(seed: seed, name: "dense")
            scenario.network.conditions = seed % 2 == 0 ? Self.dense(&random) : Self.trace(&random)
            tried += 1
            if let objection = Judgement.of(scenario) { Issue.record("seed \(seed): \(objection)") }
        }
        #expect(tried > 0)
    }

    /// The timers that are left behind against a list that is searched.
    @Test(arguments: 0..<20)
    func `leave timers behind that pass in order`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "timers")
        var (timers, list) = (SupersededTimers(), [Int64]())
        var now: Int64 = 0
        for _ in 0..<2000 {
            switch random.below(4) {
            case 0:
                now += Int64(random.below(1 << (1 + random.below(40))))
                let horizon = Instant(nanoseconds: now + Int64(random.below(1 << (1 + random.below(40)))))
                let passed = timers.removeAll(before: Instant(nanoseconds: now), ordering: horizon)
                #expect(passed == Int64(list.count { $0 < now }))
                list.removeAll { $0 < now }
            case 1 where !list.isEmpty:
                #expect(timers.first?.nanoseconds == list.min())
                timers.removeFirst()
                list.firstIndex(of: list.min() ?? 0).map { _ = list.remove(at: $0) }
            default:
                let timer = now + Int64(random.below(1 << (1 + random.below(50))))
                timers.insert(Instant(nanoseconds: timer))
                list.append(timer)
            }
            #expect(timers.count == list.count && timers.isEmpty == list.isEmpty)
        }
    }

    /// More than are told at once, and one behind the other without end.
    @Test(arguments: [1, 10_000])
    func `end a run that has too many events`(nanoseconds: Int64) throws {
        var scenario = try readScenario(
            ScenarioText(network: .fluid(1000), media: .progressive(4000, duration_s: 1, chunk_s: 1)).text)
        let phases = [1_000_000, 2_000_000].enumerated().map { index, down in
            var values = NetworkValues()
            values.down = Int64(down)
            return Conditions.Phase(start: Instant(nanoseconds: nanoseconds * Int64(index)), values: values)
        }
        scenario.network.conditions = Conditions(
            phases: phases, repeatingAfter: TimeAmount(nanoseconds: nanoseconds * 2))
        if nanoseconds == 1 {
            scenario.maxEvents = 100_000
            #expect(throws: SessionError.self) { try Run(scenario.drawn(), tracing: .nothing) }
        } else if let objection = Judgement.of(scenario) {
            Issue.record("\(objection)")
        }
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
