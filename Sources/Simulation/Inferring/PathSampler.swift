import PlayerModel

/// Draws paths of capacity that a log may have had: backwards through the marks of a filter, and beyond the log's end
/// as its drift has it.
struct PathSampler: Sendable {
    private let filter: CapacityFilter
    private let paces: [[TransferPace]]
    private let targets: [Double]
    private let powers: [Double]
    /// By level that is changed to, from each.
    private let transitions: [Double]
    private var levels: Int { targets.count }

    init(_ filter: CapacityFilter, _ paces: [[TransferPace]], targets: [Double]) {
        (self.filter, self.paces, self.targets) = (filter, paces, targets)
        (powers, transitions) = (filter.powers, filter.transitions)
    }

    /// The levels by slot, and of so many slots beyond the end.
    func path(beyond: Int, _ stream: inout RandomStream) -> [Int16] {
        let (filter, marks) = (filter, filter.marks)
        // By level, the weights of a draw: one list for all of them.
        var weights = Array(repeating: 0.0, count: levels)
        var path = Array(repeating: Int16(0), count: marks.count + beyond)
        guard var slot = marks.indices.last else { return path }
        var level = Self.draw(marks[slot].leaving.map { Double($0) }, &stream)
        var bin = 0
        while true {
            path[slot] = Int16(level)
            guard slot > 0 else { break }
            bin = enteringBin(slot, level, bin, &stream)
            slot -= 1
            let own = marks[slot]
            let width = own.leavesBusy ? filter.width : 1
            let next = level
            let place = own.leavesBusy ? bin : 0
            own.leaving.withUnsafeBufferPointer { leaving in
                transitions.withUnsafeBufferPointer { transitions in
                    for from in weights.indices {
                        weights[from] = Double(leaving[place + from * width]) * transitions[next * levels + from]
                    }
                }
            }
            level = Self.draw(weights, &stream, otherwise: next)
        }
        level = Int(path[marks.count - 1])
        for slot in marks.count..<(marks.count + beyond) {
            level = following(level, &weights, &stream)
            path[slot] = Int16(level)
        }
        return path
    }

    /// A level after another, as the drift has it.
    private func following(_ level: Int, _ weights: inout [Double], _ stream: inout RandomStream) -> Int {
        let luck = Double(stream.below(1 << 30)) / Double(1 << 30)
        if luck < filter.drift.stay { return level }
        if luck < filter.drift.stay + filter.drift.jump { return Self.draw(targets, &stream, otherwise: level) }
        for to in weights.indices { weights[to] = powers[to > level ? to - level : level - to] }
        return Self.draw(weights, &stream, otherwise: level)
    }

    /// How much was done of the download that a slot begins with, where there is one: given the level, and how much is
    /// done of it at the slot's end, or that it is over by then.
    private func enteringBin(_ slot: Int, _ level: Int, _ leaving: Int, _ stream: inout RandomStream) -> Int {
        let marks = filter.marks[slot]
        guard marks.entersBusy, let part = filter.plan.parts[slot].first, part.began else { return 0 }
        let width = filter.width
        let last = width - 1
        let transfer = Int(part.transfer)
        let pace = paces[transfer][level]
        let (step, share) = filter.move(part.seconds * pace.progress)
        let weights = (0..<width).map { bin -> Double in
            let weight = Double(marks.entering[level * width + bin])
            guard weight > 0 else { return 0 }
            let (low, high) = (min(last, bin + step), min(last, bin + step + 1))
            if !part.goesOn {
                return weight
                    * ((1 - share) * filter.ending(low, transfer)
                        + share * filter.ending(high, transfer))
            }
            return weight * ((low == leaving ? 1 - share : 0) + (high == leaving ? share : 0))
        }
        return Self.draw(weights, &stream, otherwise: max(0, leaving - step))
    }

    /// An index by its weight: finite, and not negative. Weights become whole numbers first, so that sums are exact;
    /// where none weighs anything that a whole number can say, `fallback`.
    static func draw(_ weights: [Double], _ stream: inout RandomStream, otherwise fallback: Int = 0) -> Int {
        weights.withUnsafeBufferPointer { weights in
            var most = 0.0
            for index in weights.indices where weights[index] > most { most = weights[index] }
            let scale = 2_147_483_648 / most
            guard most > 0, scale > 0, scale.isFinite else { return fallback }
            var sum: UInt64 = 0
            for index in weights.indices { sum += UInt64(weights[index] * scale) }
            var rest = stream.below(sum)
            for index in weights.indices {
                let whole = UInt64(weights[index] * scale)
                if rest < whole { return index }
                rest -= whole
            }
            return fallback
        }
    }
}
