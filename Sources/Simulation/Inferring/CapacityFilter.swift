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
    /// By length, doubt and parts that are done, the weight of a download's end.
    private let endings: [[[Double]]]
    /// By transfer, the place of its length among `lengths`.
    private let lengths: [UInt8]
    /// Where a jump, and the beginning, lead: probabilities by level.
    private let targets: [Double]
    /// The share of a level's moves within the grid: by it they are divided.
    private let norms: [Double]
    /// Their reciprocals.
    private let scales: [Double]
    private let keepsStates: Bool
    /// The weights before each block of slots: all weights of two hours would take hundreds of megabytes, and those of
    /// a block are soon worked out again.
    private var states: [State] = []
    private static let blockLength = 64
    /// The likelihood of the log.
    private(set) var likelihood = ScaledProduct()

    init(
        _ plan: SlotPlan, _ paces: [[TransferPace]], _ drift: CapacityDrift, targets: [Double],
        bins: Int = CapacityFilter.manyBins, keepsStates: Bool = true
    ) {
        (self.plan, self.paces, self.drift, self.targets, self.bins) = (plan, paces, drift, targets, bins)
        self.keepsStates = keepsStates
        let tolerances = SlotPlan.seconds.map { drift.tolerance(seconds: $0) }
        endings = tolerances.prefix(drift.jitter > 0 ? tolerances.count : 1).map { tolerance in
            TransferPace.doubts.map { doubt in
                // The last of the parts holds all that is beyond, most of it far.
                (0...bins).map { bin in
                    let progress = bin < bins ? Double(bin) * Self.most / Double(bins) : 2 * Self.most
                    return drift.weight(progress, doubt: doubt, tolerance: tolerance)
                }
            }
        }
        lengths = drift.jitter > 0 ? plan.lengths : Array(repeating: 0, count: plan.lengths.count)
        levels = targets.count
        norms = Self.smooth(Array(repeating: 1, count: targets.count), drift.factor)
        scales = norms.map { 1 / $0 }
        var state = State(targets)
        for slot in 0..<plan.count {
            if keepsStates, slot % Self.blockLength == 0 { states.append(state.kept) }
            if slot > 0 { change(&state) }
            look(slot, &state)
        }
        likelihood = state.likelihood
    }

    /// The blocks of slots, in their order, each of which has one at least.
    var blocks: [Range<Int>] {
        stride(from: 0, to: plan.count, by: Self.blockLength).map { $0..<min(plan.count, $0 + Self.blockLength) }
    }

    /// The weights in the slots of a block.
    func marks(of block: Range<Int>) -> [Marks] {
        var state = states[block.lowerBound / Self.blockLength]
        return block.map { slot in
            if slot > 0 { change(&state) }
            var own = Marks()
            (own.entering, own.entersBusy) = (state.weights.narrowed, state.isBusy)
            look(slot, &state)
            (own.leaving, own.leavesBusy) = (state.weights.narrowed, state.isBusy)
            return own
        }
    }

    /// The weights as they are: by level alone, or for each level by progress.
    private struct State {
        var weights: [Double]
        var isBusy = false
        /// That of the log so far.
        var likelihood = ScaledProduct()
        /// Room for the weights behind a change.
        var spare: [Double] = []

        init(_ weights: [Double]) { self.weights = weights }

        /// The same without the room.
        var kept: State {
            var own = self
            own.spare = []
            return own
        }
    }

    var width: Int { bins + 1 }

    // MARK: A slot

    private func look(_ slot: Int, _ state: inout State) {
        for part in plan.parts[slot] {
            let transfer = Int(part.transfer)
            let paces = paces[transfer]
            if !part.began, !part.goesOn {
                let tolerance = tolerance(transfer)
                for level in 0..<levels {
                    let (progress, doubt) = (paces[level].progress, TransferPace.doubts[Int(paces[level].doubt)])
                    state.weights[level] *= drift.weight(part.seconds * progress, doubt: doubt, tolerance: tolerance)
                }
            } else {
                if !part.began { begin(&state) }
                advance(&state, paces, part.seconds)
                if !part.goesOn { finish(&state, transfer) }
            }
            if !state.isBusy { keepNearOne(&state) }
            if !part.goesOn { state.likelihood.multiply(by: height(transfer)) }
        }
        // In the midst of a download weights lessen by little.
        if keepsStates || !state.isBusy { settle(&state) }
    }

    private func tolerance(_ transfer: Int) -> Double {
        drift.tolerance(seconds: SlotPlan.seconds[Int(lengths[transfer])])
    }

    /// How high a download's weights are beside those of another drift: a narrow tolerance is higher, as far as what is
    /// in doubt is not wide anyway. Of all levels it is the same.
    private func height(_ transfer: Int) -> Double {
        1 / (tolerance(transfer) + plan.doubt(transfer, 1, paces))
    }

    /// Where many downloads end in a slot, their weights together are beyond what a number can hold, unless powers of
    /// two are kept apart as they come. That rounds nothing.
    private func keepNearOne(_ state: inout State) {
        var most = 0.0
        for weight in state.weights where weight > most { most = weight }
        guard most > 0, !(Self.small...Self.large ~= most) else { return }
        let (factor, exponent) = most > 1 ? (Self.small, Self.step) : (Self.large, -Self.step)
        for index in state.weights.indices { state.weights[index] *= factor }
        state.likelihood.multiply(by: 1, exponent: exponent)
    }

    /// A download's weight is far from that far from one.
    private static let step = 64
    private static let large = Double(UInt64(1) << 32) * Double(UInt64(1) << 32)
    private static let small = 1 / large

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
        let last = width - 1
        var copy = Array(repeating: 0.0, count: width)
        state.weights.withUnsafeMutableBufferPointer { weights in
            copy.withUnsafeMutableBufferPointer { before in
                for level in 0..<levels {
                    let (step, share) = move(seconds * paces[level].progress)
                    if step == 0, share == 0 { continue }
                    let (row, rest) = (level &* width, 1 - share)
                    for bin in 0..<width { before[bin] = weights[row &+ bin] }
                    for bin in 0..<min(step, last) { weights[row &+ bin] = 0 }
                    if step < last { weights[row &+ step] = before[0] * rest }
                    // What comes to a bin is of two.
                    var bin = step &+ 1
                    while bin &+ 4 <= last {
                        let from = bin &- step
                        weights.take(before.four(from) * rest + before.four(from &- 1) * share, row &+ bin)
                        bin &+= 4
                    }
                    while bin < last {
                        weights[row &+ bin] = before[bin &- step] * rest + before[bin &- step &- 1] * share
                        bin &+= 1
                    }
                    // The last bin has all that is beyond.
                    let beyond = before.sum(max(0, last &- step), width)
                    weights[row &+ last] = (step < last ? before[last &- step &- 1] * share : 0) + beyond
                }
            }
        }
    }

    /// The weights of a download of several slots that ends, by how much is done by then. Its doubt is that over a
    /// constant link of its mean pace: what it went at last says little of the rest.
    func endings(_ transfer: Int) -> [Double] {
        (0..<width).map { bin in
            let progress = Double(bin) * Self.most / Double(bins)
            let doubt = TransferPace.doubt(paces[transfer], at: progress / plan.times[transfer])
            return endings[Int(lengths[transfer])][Int(doubt)][bin]
        }
    }

    private func finish(_ state: inout State, _ transfer: Int) {
        let endings = endings(transfer)
        state.weights = state.weights.withUnsafeBufferPointer { old in
            (0..<levels).map { level in
                endings.withUnsafeBufferPointer { weights in
                    // In four sums, which are added up side by side.
                    var sums = SIMD4<Double>.zero
                    let row = level * width
                    var bin = 0
                    while bin + 4 <= width {
                        let own = SIMD4(old[row + bin], old[row + bin + 1], old[row + bin + 2], old[row + bin + 3])
                        let ends = SIMD4(weights[bin], weights[bin + 1], weights[bin + 2], weights[bin + 3])
                        sums += own * ends
                        bin += 4
                    }
                    var sum = (sums[0] + sums[1]) + (sums[2] + sums[3])
                    while bin < width {
                        sum += old[row + bin] * weights[bin]
                        bin += 1
                    }
                    return sum
                }
            }
        }
        state.isBusy = false
    }

    /// Divides by the greatest, and keeps by how much.
    private func settle(_ state: inout State) {
        let sum = state.weights.withUnsafeMutableBufferPointer { weights -> Double in
            let sum = weights.sum(0, weights.count)
            guard sum > 0, sum.isFinite else { return 0 }
            let scale = 1 / sum
            for index in weights.indices { weights[index] *= scale }
            return sum
        }
        guard sum > 0 else { return }
        state.likelihood.multiply(by: sum)
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
        var result: [Double] = []
        swap(&result, &state.spare)
        if result.count != levels * width { result = Array(repeating: 0.0, count: levels * width) }
        state.weights.withUnsafeMutableBufferPointer { old in
            result.withUnsafeMutableBufferPointer { new in
                guard width >= 4 else { return change(old, new) }
                // The last four may have been done before, and come out the same again.
                for bin in stride(from: 0, to: width &- 4, by: 4) { change(old, new, from: bin, width) }
                change(old, new, from: width &- 4, width)
            }
        }
        swap(&state.weights, &result)
        swap(&state.spare, &result)
    }

    /// The change of all levels, of which there is one weight each.
    private func change(_ old: UnsafeMutableBufferPointer<Double>, _ new: UnsafeMutableBufferPointer<Double>) {
        let near = 1 - drift.stay - drift.jump
        var (total, up, down) = (0.0, 0.0, 0.0)
        for level in 0..<levels {
            let moving = old[level] * scales[level]
            total += old[level]
            new[level] = old[level] * drift.stay + near * (moving + up)
            up = (up + moving) * drift.factor
        }
        for level in (0..<levels).reversed() {
            new[level] += near * down + drift.jump * targets[level] * total
            down = (down + old[level] * scales[level]) * drift.factor
        }
    }

    /// The change of all levels at four parts of progress, from one on: the same.
    private func change(
        _ old: UnsafeMutableBufferPointer<Double>, _ new: UnsafeMutableBufferPointer<Double>, from bin: Int,
        _ width: Int
    ) {
        let (stay, jump, factor, near) = (drift.stay, drift.jump, drift.factor, 1 - drift.stay - drift.jump)
        // All that there is, and what comes from below and from above.
        var (total, up, down) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
        scales.withUnsafeBufferPointer { scales in
            var place = bin
            for level in 0..<levels {
                let weight = old.four(place)
                let moving = weight * scales[level]
                total += weight
                new.take(weight * stay + near * (moving + up), place)
                up = (up + moving) * factor
                place &+= width
            }
            for level in (0..<levels).reversed() {
                place &-= width
                new.take(new.four(place) + (near * down + jump * targets[level] * total), place)
                down = (down + old.four(place) * scales[level]) * factor
            }
        }
    }

    /// The probability of a change from one level to another.
    func probability(from: Int, to: Int, _ powers: [Double]) -> Double {
        let near = (1 - drift.stay - drift.jump) * powers[max(from, to) - min(from, to)] / norms[from]
        return near + drift.jump * targets[to] + (from == to ? drift.stay : 0)
    }

    /// The probabilities of a change to a level from each of all, level by level. O(levels²).
    var transitions: [Double] {
        let powers = self.powers
        var all: [Double] = []
        all.reserveCapacity(levels * levels)
        for to in 0..<levels { for from in 0..<levels { all.append(probability(from: from, to: to, powers)) } }
        return all
    }

    /// The powers of the factor, by distance.
    var powers: [Double] {
        var powers = [1.0]
        while powers.count < levels { powers.append(powers[powers.count - 1] * drift.factor) }
        return powers
    }
}
