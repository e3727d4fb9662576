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
    /// By transfer, and by how much of it is done, the weight of its end; none of one that lies in a slot.
    private let ends: [[Double]]
    private var levels: Int { targets.count }

    init(_ filter: CapacityFilter, _ paces: [[TransferPace]], targets: [Double]) {
        (self.filter, self.paces, self.targets) = (filter, paces, targets)
        (powers, transitions) = (filter.powers, filter.transitions)
        var ends: [[Double]] = Array(repeating: [], count: paces.count)
        for part in filter.plan.parts.joined() where part.began && !part.goesOn {
            ends[Int(part.transfer)] = filter.endings(Int(part.transfer))
        }
        self.ends = ends
    }

    /// Paths, one with the luck of each stream: the levels by slot, and of so many slots beyond the end.
    func paths(beyond: Int, _ streams: inout [RandomStream]) -> [[Int16]] {
        let count = filter.plan.count
        var paths = streams.map { _ in Array(repeating: Int16(0), count: count + beyond) }
        guard count > 0 else { return paths }
        // By path, how much was done of a download at the end of the slot that is next.
        var bins = Array(repeating: 0, count: paths.count)
        for block in filter.blocks.reversed() {
            let marks = filter.marks(of: block)
            for path in paths.indices {
                draw(block, marks, of: &paths[path], &bins[path], &streams[path])
            }
        }
        for path in paths.indices {
            var level = Int(paths[path][count - 1])
            for slot in count..<(count + beyond) {
                level = following(level, &streams[path])
                paths[path][slot] = Int16(level)
            }
        }
        return paths
    }

    /// Draws the levels of a block of slots, given those behind it.
    private func draw(
        _ block: Range<Int>, _ marks: [CapacityFilter.Marks], of path: inout [Int16], _ bin: inout Int,
        _ stream: inout RandomStream
    ) {
        var weights = Array(repeating: 0.0, count: levels)
        for slot in block.reversed() {
            let own = marks[slot - block.lowerBound]
            var level: Int
            if slot + 1 == filter.plan.count {
                level = Self.draw(own.leaving.map { Double($0) }, &stream)
            } else {
                let next = Int(path[slot + 1])
                let (width, place) = own.leavesBusy ? (filter.width, bin) : (1, 0)
                own.leaving.withUnsafeBufferPointer { leaving in
                    transitions.withUnsafeBufferPointer { transitions in
                        for from in weights.indices {
                            weights[from] = Double(leaving[place + from * width]) * transitions[next * levels + from]
                        }
                    }
                }
                level = Self.draw(weights, &stream, otherwise: next)
            }
            path[slot] = Int16(level)
            if slot > 0 { bin = enteringBin(slot, own, level, bin, &stream) }
        }
    }

    /// A level after another, as the drift has it.
    private func following(_ level: Int, _ stream: inout RandomStream) -> Int {
        let luck = Double(stream.below(1 << 30)) / Double(1 << 30)
        if luck < filter.drift.stay { return level }
        if luck < filter.drift.stay + filter.drift.jump { return Self.draw(targets, &stream, otherwise: level) }
        let weights = (0..<levels).map { powers[$0 > level ? $0 - level : level - $0] }
        return Self.draw(weights, &stream, otherwise: level)
    }

    /// How much was done of the download that a slot begins with, where there is one: given the level, and how much is
    /// done of it at the slot's end, or that it is over by then.
    private func enteringBin(
        _ slot: Int, _ marks: CapacityFilter.Marks, _ level: Int, _ leaving: Int, _ stream: inout RandomStream
    ) -> Int {
        guard marks.entersBusy, let part = filter.plan.parts[slot].first, part.began else { return 0 }
        let width = filter.width
        let last = width - 1
        let transfer = Int(part.transfer)
        let (pace, ends) = (paces[transfer][level], ends[transfer])
        let (step, share) = filter.move(part.seconds * pace.progress)
        let weights = (0..<width).map { bin -> Double in
            let weight = Double(marks.entering[level * width + bin])
            guard weight > 0 else { return 0 }
            let (low, high) = (min(last, bin + step), min(last, bin + step + 1))
            if !part.goesOn {
                return weight * ((1 - share) * ends[low] + share * ends[high])
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
