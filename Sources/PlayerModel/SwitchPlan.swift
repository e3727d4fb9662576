/// The search of `robust-mpc`: of all plans for the next segments, the one that is worth most.
struct SwitchPlan {
    private let bitRates: ContiguousArray<Int64>
    /// By rung, how long a segment takes.
    private let times: ContiguousArray<Int64>
    private let segment: Int64
    private let wanted: Int64
    private let stallCost: Int64
    private var best = Int64.min
    private var chosen = 0

    /// The first step of the best plan; of equal ones the first in the order of rungs.
    static func best(
        _ ladder: SwitchLadder, _ question: SwitchQuestion, horizon: Int64, stallCost: Int64,
        _ memory: inout SwitchMemory
    ) -> Int {
        let measured = question.throughput.bitsPerSecond
        memory.expected = measured
        let error = memory.errors.max() ?? 0
        let robust = max(1, proportion(measured, 1_000_000, over: 1_000_000 + error, .down))
        var plan = SwitchPlan(ladder, question, throughput: robust, stallCost: stallCost)
        let depth = Int(min(horizon, max(1, question.remaining)))
        plan.extend(
            by: depth, after: question.current, level: question.ahead.nanoseconds, worth: 0, first: nil)
        return plan.chosen
    }

    private init(_ ladder: SwitchLadder, _ question: SwitchQuestion, throughput: Int64, stallCost: Int64) {
        bitRates = ContiguousArray(ladder.rungs.map { $0.bitRate })
        segment = question.segment.nanoseconds
        wanted = question.wanted.nanoseconds
        self.stallCost = stallCost
        // Longer than eleven days says no more than eleven days, and sums of a plan stay countable.
        let latency = min(question.latency.nanoseconds, 1_000_000_000_000_000)
        let length = question.segment.nanoseconds
        times = ContiguousArray(
            bitRates.map {
                latency + min(1_000_000_000_000_000, proportion(length, $0, over: throughput, .up))
            })
    }

    /// Tries each rung for the next of `steps` segments. A branch that cannot become better than the best plan so far,
    /// were all that follows of the highest rung and without a stall, is cut.
    private mutating func extend(by steps: Int, after last: Int, level: Int64, worth: Int64, first: Int?) {
        if steps == 0 {
            if worth > best { (best, chosen) = (worth, first ?? last) }
            return
        }
        let mostBehind = Int64(steps - 1) * bitRates[bitRates.count - 1]
        for rung in bitRates.indices {
            let stall = max(0, times[rung] - level)
            let change = max(bitRates[rung], bitRates[last]) - min(bitRates[rung], bitRates[last])
            let gain = bitRates[rung] - change - proportion(stall, stallCost, over: 1_000_000_000, .down)
            let next = worth + gain
            if best > .min, next + mostBehind <= best { continue }
            let full = min(wanted, max(0, level - times[rung]))
            extend(by: steps - 1, after: rung, level: full + segment, worth: next, first: first ?? rung)
        }
    }
}
