import PlayerModel

/// The capacity in each slot as far as the log tells it: the forward pass of a hidden Markov chain whose state is a
/// level of the grid and, where a download goes on from one slot to the next, how much of it is done.
///
/// A download at capacity c makes progress of 1 ÷ D(c) a second, where D is the time that the simulator's transport
/// takes for it over a constant link. Where capacity changes while it lasts, these add up, and the log says that the
/// sum is 1 at its end. Small downloads are over after some round trips whatever the capacity is: beyond some level
/// their progress is always the same, and they say nothing but that the link is no slower.
///
/// Sums and products in one order: the same bits on every machine.
struct CapacityFilter: Sendable {
    /// How far progress is told apart: what is beyond counts as that.
    static let most = 1.5
    /// The parts into which it is divided: some to tell which drift is likely, and more to draw paths.
    static let fewBins = 40
    static let manyBins = 96

    /// The weights in a slot before and behind the change to the next: by level, or by level and progress.
    struct Marks: Sendable {
        /// Behind the last change, before anything of the slot is looked at.
        var entering: [Float] = []
        /// With all of the slot, before the next change.
        var leaving: [Float] = []
        var entersBusy = false
        var leavesBusy = false
    }

    let plan: SlotPlan
    let drift: CapacityDrift
    let bins: Int
    private let levels: Int
    /// By transfer and level.
    private let paces: [[TransferPace]]
    /// By doubt and parts that are done, the weight of a download's end.
    private let endings: [[Double]]
    /// Where a jump, and the beginning, lead: probabilities by level.
    private let targets: [Double]
    /// The share of a level's moves within the grid: by it they are divided.
    private let norms: [Double]
    private(set) var marks: [Marks] = []
    /// The likelihood of the log: a number, and the power of two that it is to be multiplied by.
    private(set) var likelihood = (value: 1.0, exponent: 0)

    init(
        _ plan: SlotPlan, _ paces: [[TransferPace]], _ drift: CapacityDrift, targets: [Double],
        bins: Int = CapacityFilter.manyBins, keepsMarks: Bool = true
    ) {
        (self.plan, self.paces, self.drift, self.targets, self.bins) = (plan, paces, drift, targets, bins)
        endings = TransferPace.doubts.map { doubt in
            // The last of the parts holds all that is beyond, most of it far.
            (0...bins).map { bin in
                let progress = bin < bins ? Double(bin) * Self.most / Double(bins) : 2 * Self.most
                return drift.weight(progress, doubt: doubt)
            }
        }
        levels = targets.count
        norms = Self.smooth(Array(repeating: 1, count: targets.count), drift.factor)
        var state = State(targets)
        for slot in 0..<plan.count {
            if slot > 0 { change(&state) }
            var own = Marks()
            if keepsMarks { (own.entering, own.entersBusy) = (state.weights.map { Float($0) }, state.isBusy) }
            look(slot, &state)
            if keepsMarks {
                (own.leaving, own.leavesBusy) = (state.weights.map { Float($0) }, state.isBusy)
                marks.append(own)
            }
        }
    }

    /// The weights as they are: by level alone, or for each level by progress.
    private struct State {
        var weights: [Double]
        var isBusy = false

        init(_ weights: [Double]) { self.weights = weights }
    }

    var width: Int { bins + 1 }

    // MARK: A slot

    private mutating func look(_ slot: Int, _ state: inout State) {
        for part in plan.parts[slot] {
            let paces = paces[Int(part.transfer)]
            if !part.began, !part.goesOn {
                for level in 0..<levels {
                    let (progress, doubt) = (paces[level].progress, TransferPace.doubts[Int(paces[level].doubt)])
                    state.weights[level] *= drift.weight(part.seconds * progress, doubt: doubt)
                }
            } else {
                if !part.began { begin(&state) }
                advance(&state, paces, part.seconds)
                if !part.goesOn { finish(&state, paces) }
            }
        }
        settle(&state)
    }

    private func begin(_ state: inout State) {
        var weights = Array(repeating: 0.0, count: levels * width)
        for level in 0..<levels { weights[level * width] = state.weights[level] }
        (state.weights, state.isBusy) = (weights, true)
    }

    /// Where an amount of progress leads: so many bins further, and one more for a share.
    func move(_ amount: Double) -> (bins: Int, share: Double) {
        let own = amount / Self.most * Double(bins)
        guard own < Double(bins) else { return (bins, 0) }
        let whole = Int(own)
        return (whole, own - Double(whole))
    }

    private func advance(_ state: inout State, _ paces: [TransferPace], _ seconds: Double) {
        let width = self.width
        state.weights.withUnsafeMutableBufferPointer { weights in
            for level in 0..<levels {
                let (step, share) = move(seconds * paces[level].progress)
                if step == 0, share == 0 { continue }
                let row = level * width
                // From the end on, so that nothing is moved twice.
                var bin = width - 1
                while bin >= 0 {
                    let weight = weights[row + bin]
                    if weight > 0 {
                        weights[row + bin] = 0
                        weights[row + min(width - 1, bin + step)] += weight * (1 - share)
                        weights[row + min(width - 1, bin + step + 1)] += weight * share
                    }
                    bin -= 1
                }
            }
        }
    }

    /// The weight of a download that ends with so much done, at a level.
    func ending(_ bin: Int, _ pace: TransferPace) -> Double { endings[Int(pace.doubt)][bin] }

    private func finish(_ state: inout State, _ paces: [TransferPace]) {
        state.weights = (0..<levels).map { level in
            let weights = endings[Int(paces[level].doubt)]
            var sum = 0.0
            for bin in 0...bins { sum += state.weights[level * width + bin] * weights[bin] }
            return sum
        }
        state.isBusy = false
    }

    /// Divides by the greatest, and keeps by how much.
    private mutating func settle(_ state: inout State) {
        var sum = 0.0
        for weight in state.weights { sum += weight }
        guard sum > 0, sum.isFinite else { return }
        let scale = 1 / sum
        for index in state.weights.indices { state.weights[index] *= scale }
        let product = likelihood.value * sum
        likelihood = (product.significand, likelihood.exponent + Int(product.exponent))
    }

    // MARK: From slot to slot

    /// The sum of each level's neighbours by distance, itself once.
    private static func smooth(_ weights: [Double], _ factor: Double) -> [Double] {
        var sums = weights
        var (up, down) = (0.0, 0.0)
        for index in weights.indices {
            sums[index] += up
            up = (up + weights[index]) * factor
        }
        for index in weights.indices.reversed() {
            sums[index] += down
            down = (down + weights[index]) * factor
        }
        return sums
    }

    private func change(_ state: inout State) {
        let width = state.isBusy ? self.width : 1
        let (levels, factor, stay) = (levels, drift.factor, drift.stay)
        let near = 1 - drift.stay - drift.jump
        var sums = Array(repeating: 0.0, count: 3 * width)
        var result = Array(repeating: 0.0, count: levels * width)
        state.weights.withUnsafeBufferPointer { old in
            result.withUnsafeMutableBufferPointer { new in
                sums.withUnsafeMutableBufferPointer { sums in
                    // All that there is by progress, and what comes from below and from above.
                    let (total, up, down) = (0, width, 2 * width)
                    for level in 0..<levels {
                        let (row, scale) = (level * width, 1 / norms[level])
                        for bin in 0..<width {
                            let weight = old[row + bin]
                            let moving = weight * scale
                            sums[total + bin] += weight
                            new[row + bin] = weight * stay + near * (moving + sums[up + bin])
                            sums[up + bin] = (sums[up + bin] + moving) * factor
                        }
                    }
                    for level in (0..<levels).reversed() {
                        let (row, scale, jump) = (level * width, 1 / norms[level], drift.jump * targets[level])
                        for bin in 0..<width {
                            new[row + bin] += near * sums[down + bin] + jump * sums[total + bin]
                            sums[down + bin] = (sums[down + bin] + old[row + bin] * scale) * factor
                        }
                    }
                }
            }
        }
        state.weights = result
    }

    /// The probability of a change from one level to another.
    func probability(from: Int, to: Int, _ powers: [Double]) -> Double {
        let near = (1 - drift.stay - drift.jump) * powers[max(from, to) - min(from, to)] / norms[from]
        return near + drift.jump * targets[to] + (from == to ? drift.stay : 0)
    }

    /// The powers of the factor, by distance.
    var powers: [Double] {
        var powers = [1.0]
        while powers.count < levels { powers.append(powers[powers.count - 1] * drift.factor) }
        return powers
    }
}
