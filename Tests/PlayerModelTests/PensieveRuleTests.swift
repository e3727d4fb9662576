import Testing

@testable import PlayerModel

private let second: Int64 = 1_000_000_000
private let rates: [Int64] = [300, 750, 1200, 1850, 2850, 4300].map { $0 * 1000 }

@Suite("The rules of Pensieve's scripts")
struct PensieveRuleTests {
    @Test(
        "bb goes up by level, in equal steps",
        arguments: [
            (0, 0), (4.999, 0), (5, 0), (6.999, 0), (7, 1), (8.999, 1), (9, 2), (10.999, 2), (11, 3), (13, 4),
            (14.999, 4), (15, 5), (60, 5),
        ])
    func levels(ahead: Double, rung: Int) {
        let rule = VariantSwitch.pensieveBuffer(reservoir: .seconds(5), cushion: .seconds(10))
        #expect(rule.choose(ladder(rates), .asking(at: 0, ahead: Int64(ahead * 1e9 + 0.5))) == rung)
    }

    /// All plans one after the other, the last of the best.
    private func best(
        _ sizes: [[Double]], megabytes: Double, level: Double, last: Int, segment: Double, stall: Double
    ) -> Int {
        let count = rates.count
        let depth = sizes.count - 1
        var (most, chosen, plans) = (-Double.infinity, 0, 1)
        for _ in 0..<depth { plans *= count }
        for number in 0..<plans {
            var steps = [Int](repeating: 0, count: depth)
            var rest = number
            for place in steps.indices.reversed() {
                steps[place] = rest % count
                rest /= count
            }
            var (buffer, before, stalled, sum, changes) = (level, last, 0.0, 0.0, 0.0)
            for (place, rung) in steps.enumerated() {
                let time = sizes[place + 1][rung] / 1_000_000 / megabytes
                stalled += max(0, time - buffer)
                buffer = max(0, buffer - time) + segment
                sum += Double(rates[rung]) / 1000
                changes += abs(Double(rates[rung] - rates[before])) / 1000
                before = rung
            }
            let worth = sum / 1000 - stall * stalled - changes / 1000
            if worth >= most { (most, chosen) = (worth, steps[0]) }
        }
        return chosen
    }

    @Test("mpc takes the best of all plans, with sizes as they are", arguments: 0..<40 as Range<UInt64>)
    func plans(seed: UInt64) {
        var draw = SeededDraw(seed)
        var memory = SwitchMemory()
        let rule = VariantSwitch.pensieveMPC(horizon: 3, stallCost: 4_300_000)
        var (mean, expected, errors): ([Double], Double, [Double]) = ([], 0, [])
        for _ in 0..<6 {
            // A segment came: so many bytes in so many milliseconds.
            let (bytes, time) = (1_000_000 + draw.below(2_000_000), 500 + draw.below(8000))
            let rate = Double(bytes) / Double(time) / 1000
            errors = (errors + [expected > 0 ? abs(expected - rate) / rate : 0]).suffix(5)
            mean = (mean + [rate]).suffix(5)
            rule.take(
                .finished(
                    FinishedSegment(
                        index: 0, rung: 0, length: .seconds(4),
                        sample: ThroughputSample(bits: bytes * 8, busy: .milliseconds(1)), latency: .zero,
                        took: .milliseconds(time), ahead: .zero, at: .zero)), on: ladder(rates),
                remembering: &memory)
            expected = Double(mean.count) / mean.reduce(0) { $0 + 1 / $1 }
            let sizes = (0..<4).map { _ in rates.map { $0 / 2000 * (800 + draw.below(400)) } }
            let (last, level) = (Int(draw.below(6)), draw.below(30_000))
            var question = SwitchQuestion.asking(at: last, ahead: level * 1_000_000, segment: 4 * second)
            question.sizes = ContiguousArray(sizes.joined())
            let chosen = rule.decide(from: ladder(rates), seeing: question, remembering: &memory)
            let best = best(
                sizes.map { $0.map { Double($0) } }, megabytes: expected / (1 + errors.max()!),
                level: Double(level) / 1000, last: last, segment: 4, stall: 4.3)
            #expect(chosen == SwitchDecision(rung: best))
        }
    }
}

@Suite("Which segment is fetched once more")
struct SegmentReplacementTests {
    @Test(
        "the first or the last that is lower, but not one that is near",
        arguments: [
            (SegmentReplacement.none, [0, 0, 0, 0], Int64(0), nil as Int?), (.left, [0, 0, 0, 0], 0, 2),
            (.right, [0, 0, 0, 0], 0, 3), (.left, [0, 0, 0, 0], 500, 2), (.left, [0, 0, 0, 0], 501, 3),
            (.left, [0, 0, 1, 0, 0], 0, 3), (.right, [0, 0, 0, 1], 0, 2), (.left, [0, 0, 1, 2], 0, nil),
            (.left, [0, 0], 0, nil), (.right, [], 0, nil),
        ])
    func index(rule: SegmentReplacement, rungs: [Int], played: Int64, index: Int?) {
        let found = rule.index(
            in: ContiguousArray(rungs), below: 1, played: MediaTime(nanoseconds: played),
            of: MediaTime(nanoseconds: 1000))
        #expect(found == index)
    }
}
