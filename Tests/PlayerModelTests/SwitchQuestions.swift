@testable import PlayerModel

/// A ladder of these bit rates, numbered from 0.
func ladder(_ bitRates: Int64...) -> SwitchLadder { ladder(bitRates) }

func ladder(_ bitRates: [Int64]) -> SwitchLadder {
    SwitchLadder(bitRates.indices.map { (variant: $0, bitRate: bitRates[$0]) })
}

extension SwitchQuestion {
    /// A question with the times in nanoseconds; a segment of a second unless said.
    static func asking(
        at current: Int, ahead: Int64 = 0, wanted: Int64 = 60_000_000_000, segment: Int64 = 1_000_000_000,
        remaining: Int64 = 100, bitRate: Int64 = 1, latency: Int64 = 0
    ) -> SwitchQuestion {
        SwitchQuestion(
            current: current, ahead: MediaTime(nanoseconds: ahead), wanted: MediaTime(nanoseconds: wanted),
            segment: MediaTime(nanoseconds: segment), remaining: remaining,
            throughput: ThroughputEstimate(bits: bitRate, in: .seconds(1)), latency: TimeAmount(nanoseconds: latency))
    }

    /// Any question that can be asked about a ladder, sensible or not.
    static func random(about ladder: SwitchLadder, _ draw: inout SeededDraw) -> SwitchQuestion {
        let bits = draw.amount(upTo: .max)
        return SwitchQuestion(
            current: Int(draw.below(Int64(ladder.rungs.count))),
            ahead: MediaTime(nanoseconds: draw.amount(upTo: .max)),
            wanted: MediaTime(nanoseconds: draw.amount(upTo: .max)),
            segment: MediaTime(nanoseconds: max(1, draw.amount(upTo: .max))), remaining: draw.amount(upTo: 100_000),
            throughput: ThroughputEstimate(
                bits: bits, in: draw.below(3) == 0 ? .zero : TimeAmount(nanoseconds: draw.amount(upTo: .max))),
            latency: TimeAmount(nanoseconds: draw.amount(upTo: .max)))
    }
}

extension SwitchLadder {
    /// One to `most` rungs, some of them equal or huge.
    static func random(upTo most: Int64, _ draw: inout SeededDraw) -> SwitchLadder {
        let count = Int(1 + draw.below(most))
        if draw.below(5) == 0 { return ladder([Int64](repeating: max(1, draw.amount(upTo: .max)), count: count)) }
        return ladder((0..<count).map { _ in max(1, draw.amount(upTo: draw.pick([.max, 20_000_000]))) })
    }
}

extension VariantSwitch {
    /// The rung, for one who remembers nothing.
    func choose(_ ladder: SwitchLadder, _ question: SwitchQuestion) -> Int {
        var memory = SwitchMemory()
        return choose(from: ladder, seeing: question, remembering: &memory)
    }
}
