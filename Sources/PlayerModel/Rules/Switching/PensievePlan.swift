/// The memory of `pensieve-mpc`: how fast the last five segments came, in megabytes per second, and by how much of that
/// they were expected to come otherwise.
struct PensieveMemory: Equatable, Sendable {
    private var rates: ContiguousArray<Double> = []
    private var errors: ContiguousArray<Double> = []
    /// The rate that was expected last, before it was discounted; 0 where none was.
    private var expected = 0.0

    /// A segment has come. The latency counts: the rate is that of the whole request.
    mutating func learn(_ segment: FinishedSegment) {
        let milliseconds = Double(max(1, segment.took.nanoseconds)) / 1_000_000
        let rate = Double(max(8, segment.sample.bits)) / 8 / milliseconds / 1000
        let miss = max(expected, rate) - min(expected, rate)
        Self.keep(expected > 0 ? miss / rate : 0, in: &errors)
        Self.keep(rate, in: &rates)
    }

    /// The harmonic mean, less the worst error; nil where nothing has come.
    mutating func expect() -> Double? {
        guard !rates.isEmpty else { return nil }
        var (sum, worst) = (0.0, 0.0)
        for rate in rates { sum += 1 / rate }
        for error in errors { worst = max(worst, error) }
        expected = Double(rates.count) / sum
        return expected / (1 + worst)
    }

    private static func keep(_ value: Double, in values: inout ContiguousArray<Double>) {
        if values.count == 5 { values.removeFirst() }
        values.append(value)
    }
}

/// The search of `pensieve-mpc`: every plan for the next segments, of which the one that is worth most is taken; of
/// equal ones the last, so the higher.
///
/// It has the sizes of the segments, but always of the one after the one that it plans, and reckons with no latency and
/// no limit of the buffer, as the script does.
struct PensievePlan {
    private let question: SwitchQuestion
    /// Bit rates in kbit/s.
    private let bitRates: ContiguousArray<Double>
    /// Megabytes per second.
    private let throughput: Double
    /// Mbit/s for each second.
    private let stallCost: Double
    private let depth: Int
    private var best = -Double.infinity
    private var chosen = 0

    private struct Plan {
        var first: Int?
        var last: Int
        var level: Double
        var stall = 0.0
        var sum = 0.0
        var changes = 0.0
    }

    static func best(
        _ ladder: SwitchLadder, _ question: SwitchQuestion, horizon: Int, stallCost: Int64,
        _ memory: inout PensieveMemory
    ) -> Int {
        // Before a segment has come, what was measured.
        let measured = Double(question.throughput.bitsPerSecond) / 8_000_000
        let throughput = memory.expect() ?? measured
        var plan = PensievePlan(ladder, question, throughput, horizon, stallCost)
        plan.extend(Plan(last: question.current, level: seconds(question.ahead)), 0)
        return plan.chosen
    }

    private init(
        _ ladder: SwitchLadder, _ question: SwitchQuestion, _ throughput: Double, _ horizon: Int, _ stallCost: Int64
    ) {
        self.question = question
        self.throughput = throughput
        bitRates = ContiguousArray(ladder.rungs.map { $0.kilobits })
        self.stallCost = Double(stallCost) / 1_000_000
        depth = Int(min(Int64(horizon), max(1, question.remaining)))
    }

    private mutating func extend(_ plan: Plan, _ step: Int) {
        if step == depth {
            let worth = plan.sum / 1000 - stallCost * plan.stall - plan.changes / 1000
            if worth >= best { (best, chosen) = (worth, plan.first ?? plan.last) }
            return
        }
        // Nothing that follows is worth more than the highest rung without a stall; a hair more, for rounding.
        let most = plan.sum + Double(depth - step) * (bitRates.last ?? 0)
        let bound = (most - plan.changes) / 1000 - stallCost * plan.stall
        if bound + bound.magnitude / 1e9 + 1e-9 < best { return }
        for rung in bitRates.indices {
            var next = plan
            let time = size(of: rung, step + 1) / 1_000_000 / throughput
            if next.level < time {
                next.stall += time - next.level
                next.level = 0
            } else {
                next.level -= time
            }
            next.level += seconds(question.segment)
            next.sum += bitRates[rung]
            next.changes += max(bitRates[rung], bitRates[plan.last]) - min(bitRates[rung], bitRates[plan.last])
            next.first = plan.first ?? rung
            next.last = rung
            extend(next, step + 1)
        }
    }

    /// Bytes of a segment; none behind the last. Where no size is known, what its bit rate says.
    private func size(of rung: Int, _ segment: Int) -> Double {
        if question.sizes.isEmpty { return bitRates[rung] / 8 * Double(question.segment.nanoseconds) / 1_000_000 }
        let index = segment * bitRates.count + rung
        return index < question.sizes.count ? Double(question.sizes[index]) : 0
    }
}
