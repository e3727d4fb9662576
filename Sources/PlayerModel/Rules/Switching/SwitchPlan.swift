/// The search of `robust-mpc`: of all plans for the next segments, the one that is worth most.
struct SwitchPlan {
    private let bitRates: ContiguousArray<Int64>
    /// By rung, how long a segment takes.
    private let times: ContiguousArray<Int64>
    private let segment: Int64
    private let wanted: Int64
    private let stallCost: Int64
    /// The most that a rung is worth, if all of its time is a stall.
    private var mostInStall = Int64.min
    /// The worth that a plan has to exceed.
    private var best = Int64.min
    private var chosen = 0

    /// No figure of a plan is above these, so that sums of eight stay countable: eleven days for a segment to come in,
    /// two years of media, and a bit rate of which nobody has heard.
    private static let longestTime: Int64 = 1_000_000_000_000_000
    private static let longestMedia: Int64 = 63_072_000_000_000_000
    private static let highestBitRate: Int64 = 100_000_000_000_000_000

    /// The first step of the best plan; of equal ones the first in the order of rungs.
    static func best(
        _ ladder: SwitchLadder, _ question: SwitchQuestion, horizon: Int64, stallCost: Int64,
        _ memory: inout SwitchMemory
    ) -> Int {
        let measured = question.throughput.bitsPerSecond
        memory.expected = measured
        let error = min(memory.errors.max() ?? 0, .max - 1_000_000)
        let robust = max(1, proportion(measured, 1_000_000, over: 1_000_000 + error, .down))
        var plan = SwitchPlan(ladder, question, throughput: robust, stallCost: stallCost)
        let depth = Int(min(horizon, max(1, question.remaining)))
        let level = min(question.ahead.nanoseconds, longestMedia)
        for rung in ladder.rungs.indices {
            plan.best = max(plan.best, plan.worth(of: rung, for: depth, after: question.current, level: level) - 1)
        }
        plan.extend(by: depth, after: question.current, level: level, worth: 0, first: nil)
        return plan.chosen
    }

    private init(_ ladder: SwitchLadder, _ question: SwitchQuestion, throughput: Int64, stallCost: Int64) {
        bitRates = ContiguousArray(ladder.rungs.map { min($0.bitRate, Self.highestBitRate) })
        segment = min(question.segment.nanoseconds, Self.longestMedia)
        wanted = question.wanted.nanoseconds
        self.stallCost = stallCost
        let latency = min(question.latency.nanoseconds, Self.longestTime)
        let length = question.segment.nanoseconds
        times = ContiguousArray(
            bitRates.map { latency + min(Self.longestTime, proportion(length, $0, over: throughput, .up)) })
        for rung in bitRates.indices {
            mostInStall = max(mostInStall, bitRates[rung] - cost(ofStall: times[rung], .down))
        }
    }

    /// The worth that a segment of a rung adds to a plan, and the media ahead once it has come.
    private func take(_ rung: Int, after last: Int, _ level: Int64) -> (worth: Int64, level: Int64) {
        let stall = max(0, times[rung] - level)
        let change = max(bitRates[rung], bitRates[last]) - min(bitRates[rung], bitRates[last])
        let worth = bitRates[rung] - change - cost(ofStall: stall, .down)
        return (worth, min(wanted, max(0, level - times[rung])) + segment)
    }

    private func cost(ofStall length: Int64, _ rounding: Rounding) -> Int64 {
        proportion(length, stallCost, over: 1_000_000_000, rounding)
    }

    /// The worth of one rung all the way: the best of these is a bound from the beginning on.
    private func worth(of rung: Int, for steps: Int, after last: Int, level: Int64) -> Int64 {
        var (sum, last, level) = (Int64(0), last, level)
        for _ in 0..<steps {
            let step = take(rung, after: last, level)
            sum += step.worth
            (last, level) = (rung, step.level)
        }
        return sum
    }

    /// Tries each rung for the next of `steps` segments. A branch that cannot become better than the best plan so far
    /// is cut.
    private mutating func extend(by steps: Int, after last: Int, level: Int64, worth: Int64, first: Int?) {
        if steps == 0 {
            if worth > best { (best, chosen) = (worth, first ?? last) }
            return
        }
        for rung in bitRates.indices {
            let step = take(rung, after: last, level)
            let sum = worth + step.worth
            if sum + mostByBitRate(steps - 1, after: rung) <= best { continue }
            if sum + mostByTime(steps - 1, step.level) <= best { continue }
            extend(by: steps - 1, after: rung, level: step.level, worth: sum, first: first ?? rung)
        }
    }

    /// No segments that follow are worth more than those of the highest rung, less the way up, without a stall.
    private func mostByBitRate(_ steps: Int, after rung: Int) -> Int64 {
        guard steps > 0 else { return 0 }
        let top = bitRates[bitRates.count - 1]
        return Int64(steps) * top - (top - bitRates[rung])
    }

    /// Nor more than if all their time were a stall, but for what is ahead and what they bring but the last. What was
    /// rounded down in each is made up for.
    private func mostByTime(_ steps: Int, _ level: Int64) -> Int64 {
        guard steps > 0 else { return 0 }
        let credit = cost(ofStall: level + Int64(steps - 1) * segment, .up)
        return Int64(steps) * (mostInStall + 1) + min(credit, 4_000_000_000_000_000_000)
    }
}
