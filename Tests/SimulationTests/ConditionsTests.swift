import PlayerModel
import Testing

@testable import Simulation

private func ms(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }
private func us(_ microseconds: Int64) -> Instant { Instant(nanoseconds: microseconds * 1000) }

@Suite struct ConditionsOverTime {
    /// Small enough to look at every nanosecond.
    private struct Plan {
        var phases: [Conditions.Phase] = []
        var period: Int64?
        var outages: [Conditions.Outage] = []

        init(_ random: inout RandomStream) {
            var start: Int64 = 0
            for _ in 0...random.below(4) {
                let phase = ConditionsOverTime.numbered(Int64(random.below(3)))
                phases.append(.init(start: Instant(nanoseconds: start), values: phase))
                start += 1 + Int64(random.below(12))
            }
            if random.below(2) == 0 { period = start }
            for _ in 0..<random.below(4) {
                let start = Int64(random.below(60))
                let end = start + 1 + Int64(random.below(20))
                outages.append(.init(start: Instant(nanoseconds: start), end: Instant(nanoseconds: end)))
            }
        }

        func values(at now: Int64) -> NetworkValues {
            let local = period.map { now % $0 } ?? now
            var values = phases[0].values
            for phase in phases where phase.start.nanoseconds <= local { values = phase.values }
            for outage in outages where outage.start.nanoseconds <= now && now < outage.end.nanoseconds {
                values.down = 0
                values.up = 0
            }
            return values
        }
    }

    private static func numbered(_ number: Int64) -> NetworkValues {
        var values = NetworkValues()
        values.down = 1000 * number
        values.delayUp = TimeAmount(nanoseconds: number)
        return values
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `conditions are what brute force says, and stay so until the next change`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "conditions")
        let plan = Plan(&random)
        let conditions = Conditions(
            phases: plan.phases, repeatingAfter: plan.period.map(TimeAmount.init(nanoseconds:)), outages: plan.outages
        )
        for now in 0..<120 as Range<Int64> {
            let values = conditions.values(at: Instant(nanoseconds: now))
            #expect(values == plan.values(at: now))
            let next = conditions.nextChange(after: Instant(nanoseconds: now))
            #expect(next.nanoseconds > now)
            let other = (now + 1..<130).first { plan.values(at: $0) != values } ?? 130
            #expect(next.nanoseconds <= other || other == 130)
        }
    }

    /// Without phases nothing else changes: a change in between would wake who waits for one, and find nothing new.
    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `outages that touch are one, in whatever order they are said`(order: [Int]) {
        let stretches = [(10, 20), (20, 30), (30, 35)].map { Conditions.Outage(start: ms($0), end: ms($1)) }
        let phases = [Conditions.Phase(start: .zero, values: NetworkValues())]
        let conditions = Conditions(phases: phases, repeatingAfter: nil, outages: order.map { stretches[$0] })
        let next = [0, 10, 20, 30, 35].map { conditions.nextChange(after: ms($0)) }
        #expect(next == [ms(10), ms(35), ms(35), ms(35), .never])
        #expect((0..<40).filter { conditions.values(at: ms($0)).down == 0 } == Array(10..<35))
    }

    @Test func `a script's change lasts over phases, and what it leaves open does not`() {
        var slow = NetworkValues()
        slow.down = 1000
        slow.delayDown = .milliseconds(5)
        var conditions = Conditions(phases: [
            .init(start: .zero, values: NetworkValues()), .init(start: ms(10), values: slow),
        ])
        var change = NetworkChange()
        change.down = .bitsPerSecond(2000)
        conditions.change(change)
        change = NetworkChange()
        change.up = .bitsPerSecond(0)
        conditions.change(change)
        let values = conditions.values(at: ms(10))
        #expect(values.down == 2000)
        #expect(values.up == 0)
        #expect(values.delayDown == .milliseconds(5))
    }

    @Test func `a single phase never changes, even where it repeats`() {
        let single = Conditions(phases: [.init(start: .zero, values: NetworkValues())], repeatingAfter: .seconds(1))
        #expect(single.nextChange(after: .zero) == .never)
        #expect(Conditions.unlimited.nextChange(after: ms(5)) == .never)
    }

    @Test func `outages may overlap and touch`() {
        var values = NetworkValues()
        values.down = 8_000_000
        var conditions = Conditions(
            phases: [.init(start: .zero, values: values)],
            outages: [.init(start: ms(10), end: ms(20)), .init(start: ms(5), end: ms(12))])
        conditions.addOutage(.init(start: ms(20), end: ms(30)))
        #expect(conditions.values(at: us(4_999)).down == 8_000_000)
        for instant in [5, 11, 12, 19, 20, 29] as [Int64] { #expect(conditions.values(at: ms(instant)).down == 0) }
        #expect(conditions.values(at: ms(30)).down == 8_000_000)
        #expect(conditions.nextChange(after: ms(30)) == .never)
    }
}
