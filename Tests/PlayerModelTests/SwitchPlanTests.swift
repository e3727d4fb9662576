import Testing

@testable import PlayerModel

private let second: Int64 = 1_000_000_000

/// Times in milliseconds and bit rates in bits per second, of which all products come out even.
private struct Plan: CustomTestStringConvertible {
    var rates: [Int]
    var current: Int
    var ahead: Int
    var wanted: Int
    var latency: Int
    /// Of a segment, in seconds.
    var length: Int
    var horizon: Int
    var remaining: Int
    var cost: Int

    var testDescription: String { "\(rates) at \(current), \(ahead) ms ahead" }

    /// Rungs of whole thousands at 1 Mbit/s: a millisecond for each of them and each second.
    init(_ draw: inout SeededDraw) {
        let count = 1 + Int(draw.below(5))
        rates = Set((0..<count).map { _ in 1000 * Int(1 + draw.below(3000)) }).sorted()
        current = Int(draw.below(Int64(rates.count)))
        length = Int(1 + draw.below(6))
        ahead = Int(draw.below(20_000))
        wanted = Int(draw.pick([0, 3000, 20_000, 1_000_000_000]))
        latency = Int(draw.pick([0, 0, 100, 2500]))
        horizon = Int(1 + draw.below(5))
        remaining = Int(draw.pick([1, 2, 100]))
        cost = 1000 * Int(draw.pick([0, 300, 4300, 100_000]))
    }

    var question: SwitchQuestion {
        .asking(
            at: current, ahead: Int64(ahead) * 1_000_000, wanted: Int64(wanted) * 1_000_000,
            segment: Int64(length) * 1_000_000_000, remaining: Int64(remaining), bitRate: 1_000_000,
            latency: Int64(latency) * 1_000_000)
    }

    /// The worth of a plan: its bit rates, less their changes, less the cost of its stalls.
    func worth(_ steps: [Int]) -> Int {
        var (level, last, worth) = (ahead, current, 0)
        for rung in steps {
            let time = latency + rates[rung] / 1000 * length
            worth += rates[rung] - abs(rates[rung] - rates[last])
            if time > level { worth -= (time - level) * cost / 1000 }
            level = min(wanted, max(0, level - time)) + length * 1000
            last = rung
        }
        return worth
    }

    /// By first step, the worth of the best plan that begins with it: all of them are tried.
    var bestByFirst: [Int] {
        var best = [Int](repeating: .min, count: rates.count)
        let depth = min(horizon, remaining)
        var steps = [Int](repeating: 0, count: depth)
        while true {
            best[steps[0]] = max(best[steps[0]], worth(steps))
            var place = depth - 1
            while place >= 0, steps[place] == rates.count - 1 {
                steps[place] = 0
                place -= 1
            }
            if place < 0 { return best }
            steps[place] += 1
        }
    }
}

@Suite("The rule robust-mpc")
struct SwitchPlanTests {
    @Test(
        "takes the first step of the best of all plans, and of equal ones the first",
        arguments: 0..<300 as Range<UInt64>)
    func isBest(seed: UInt64) {
        var draw = SeededDraw(seed)
        for _ in 0..<4 {
            let plan = Plan(&draw)
            let rule = VariantSwitch.robustMPC(horizon: Int64(plan.horizon), stallCost: Int64(plan.cost))
            let chosen = rule.choose(ladder(plan.rates.map { Int64($0) }), plan.question)
            let best = plan.bestByFirst
            #expect(best[chosen] == best.max(), "\(plan): \(chosen) of \(best)")
            #expect(chosen == best.firstIndex(of: best.max()!), "\(plan): \(chosen) of \(best)")
        }
    }

    @Test("bears a stall for as long as it is worth it, at its threshold too")
    func threshold() {
        // From the lower rung: 2000 less a change of 1000 and the stall's cost, or 1000. 2 s ahead of 2 s of transfer.
        func rung(ahead: Int64, cost: Int64) -> Int {
            let rule = VariantSwitch.robustMPC(horizon: 1, stallCost: cost)
            return rule.choose(
                ladder(1000, 2001), .asking(at: 0, ahead: ahead, segment: 2_000_000_000, bitRate: 2001))
        }
        #expect(
            rung(ahead: 2_000_000_000, cost: 4_300_000) == 0, "both are worth 1000, and the lower one comes first")
        func longer(ahead: Int64, cost: Int64) -> Int {
            let rule = VariantSwitch.robustMPC(horizon: 2, stallCost: cost)
            return rule.choose(
                ladder(1000, 2000), .asking(at: 0, ahead: ahead, segment: 2_000_000_000, bitRate: 2000))
        }
        // Two steps up: 4000 less 1000; two steps below: 2000. A stall of a second may cost up to 1000, less the rest.
        #expect(longer(ahead: 2_000_000_000, cost: 4_300_000) == 1)
        #expect(longer(ahead: 1_000_000_000, cost: 999) == 1)
        #expect(longer(ahead: 1_000_000_000, cost: 1000) == 0)
    }

    @Test("plans no further than the last segment")
    func remaining() {
        let rule = VariantSwitch.robustMPC(horizon: 5, stallCost: 4_300_000)
        func rung(_ remaining: Int64) -> Int {
            rule.choose(
                ladder(1000, 2000), .asking(at: 0, ahead: 60_000_000_000, remaining: remaining, bitRate: 1_000_000))
        }
        #expect([1, 0].map { rung($0) } == [0, 0], "a single step up is worth its change and no more")
        #expect([2, 100].map { rung($0) } == [1, 1])
    }

    @Test("reckons with less than was measured, by the worst of five errors, and forgets the sixth")
    func memory() {
        let rule = VariantSwitch.robustMPC(horizon: 2, stallCost: 4_300_000)
        let rungs = ladder(1_000_000, 2_000_000)
        var memory = SwitchMemory()
        /// Two seconds ahead of two of transfer: at less than what is measured, the higher one stalls.
        func ask() -> Int {
            let asked = SwitchQuestion.asking(
                at: 0, ahead: 2_000_000_000, segment: 2_000_000_000, bitRate: 2_000_000)
            return rule.decide(from: rungs, seeing: asked, remembering: &memory).rung
        }
        func learn(_ bits: Int64) { memory.learn(ThroughputSample(bits: bits, busy: .seconds(1))) }
        #expect(ask() == 1)
        learn(1_000_000)
        #expect(memory.errors == [1_000_000], "twice of what came was expected")
        for _ in 0..<4 {
            #expect(ask() == 0, "half of what is measured")
            learn(2_000_000)
        }
        #expect(memory.errors == [1_000_000, 0, 0, 0, 0])
        #expect(ask() == 0)
        learn(2_000_000)
        #expect(memory.errors == [0, 0, 0, 0, 0])
        #expect(ask() == 1)
        learn(8_000_000)
        #expect(memory.errors == [0, 0, 0, 0, 750_000], "too little expected is an error as well")
        learn(1)
        #expect(memory.errors == [0, 0, 0, 0, 750_000], "nothing is learnt where nothing was expected")
    }

    @Test("bears errors beyond all measure")
    func hugeErrors() {
        let rule = VariantSwitch.robustMPC(horizon: 2, stallCost: 100_000_000_000)
        var memory = SwitchMemory()
        let asked = SwitchQuestion.asking(at: 1, ahead: second, bitRate: .max)
        _ = rule.decide(from: ladder(1000, 2000), seeing: asked, remembering: &memory).rung
        memory.learn(ThroughputSample(bits: 0, busy: .seconds(100)))
        #expect(memory.errors == [.max])
        // 2^63 bit/s less an error of 2^63 millionths are 1 Mbit/s.
        for (rate, rung) in [(990_000, 1), (1_100_000, 0)] as [(Int64, Int)] {
            var copy = memory
            #expect(rule.decide(from: ladder(1000, rate), seeing: asked, remembering: &copy).rung == rung)
        }
    }
}
