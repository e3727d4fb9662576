import PlayerModel

// The making of a trace from a recipe: states of a network follow one another by chance, each with its capacities step
// by step. Everything is drawn from one stream, so that a seed is a trace.
extension NetworkTraceMaker {
    /// The most points of a made trace: more take more memory than a made-up network is worth.
    static let mostPoints: Int64 = 20_000_000

    /// The trace of a seed. Steps are on a grid from zero; a state that ends between two steps keeps its length.
    package func trace(seed: UInt64, lasting duration: TimeAmount) throws(Problem) -> NetworkTrace {
        try check(duration, mostPoints: Self.mostPoints)
        return made(seed: seed, lasting: duration)
    }

    /// Refuses a length that would make more points than that.
    package func check(_ duration: TimeAmount, mostPoints: Int64) throws(Problem) {
        // Every state gives at least its own point and one for each step.
        guard duration.nanoseconds / shortest <= mostPoints else { throw .tooManyPoints(limit: mostPoints) }
    }

    /// The trace of a seed, of a length that was checked.
    func made(seed: UInt64, lasting duration: TimeAmount) -> NetworkTrace {
        var making = NetworkTraceMaking(name: name, seed: seed, end: .zero + duration)
        let (jitter, step) = (self["jitter_ratio"], self["step_s"])
        switch kind {
        case .steady:
            let mean = self["mean_kbps"]
            while !making.isDone { making.step(step) { $0.capacity(mean, jitter) } }
        case .markov:
            let good = (rate: self["good_kbps"], stay: self["good_s"])
            let bad = (rate: self["bad_kbps"], stay: self["bad_s"])
            var isGood = true
            while !making.isDone {
                let state = isGood ? good : bad
                // A state that is shorter than a step lasts as long as it is said to.
                let step = min(step, state.stay)
                making.step(step) { $0.capacity(state.rate, jitter) }
                if making.happens(step, in: state.stay) { isGood.toggle() }
            }
        case .train:
            let (mean, open) = (self["mean_kbps"], self["open_s"])
            let (tunnel, recovery) = (self["tunnel_s"], self["recovery_s"])
            making.open(for: making.around(open), mean, recovery: 0, jitter, step)
            while !making.isDone {
                making.outage(making.around(tunnel))
                making.open(for: making.around(open), mean, recovery: recovery, jitter, step)
            }
        case .drive:
            let (center, edge) = (self["center_kbps"], self["edge_kbps"])
            let (cell, handover) = (self["cell_s"], self["handover_s"])
            making.cell(making.around(cell), center, edge, jitter, step)
            while !making.isDone {
                making.outage(handover)
                making.cell(making.around(cell), center, edge, jitter, step)
            }
        case .commute:
            let walk = (rate: self["walk_kbps"], stay: self["walk_s"])
            let ride = (rate: self["ride_kbps"], stay: self["ride_s"], open: self["open_s"], tunnel: self["tunnel_s"])
            while !making.isDone {
                making.open(for: making.around(walk.stay), walk.rate, recovery: 0, jitter, step)
                making.ride(
                    for: making.around(ride.stay), ride.rate, open: ride.open, tunnel: ride.tunnel, jitter, step)
            }
        case .cell:
            let (capacity, others, stay) = (self["cell_kbps"], self["others_count"], self["stay_s"])
            var present = making.number(mean: others * 1_000_000)
            let arrivals = proportion(others * 1_000_000, min(step, stay), over: stay, .down)
            while !making.isDone {
                making.step(step) { $0.capacity(capacity / (present + 1), jitter) }
                for _ in 0..<present where making.happens(step, in: stay) { present -= 1 }
                present += making.number(mean: arrivals)
            }
        case .congestedWiFi:
            let good = (rate: self["good_kbps"], stay: self["good_s"])
            let busy = (rate: self["busy_kbps"], stay: self["busy_s"])
            let (between, gap) = (self["between_s"], self["gap_s"])
            var isGood = true
            while !making.isDone {
                let state = isGood ? good : busy
                let step = min(step, state.stay, between)
                making.step(step) { $0.capacity(state.rate, jitter) }
                if making.happens(step, in: between) { making.outage(making.length(gap / 20, gap)) }
                if making.happens(step, in: state.stay) { isGood.toggle() }
            }
        }
        return making.trace
    }

    /// The shortest time that a point may last, on average: the least length of a state, if that is less than a step.
    private var shortest: Int64 {
        func half(_ names: String...) -> Int64 { names.reduce(.max) { min($0, self[$1] / 2) } }
        let step = self["step_s"]
        return switch kind {
        case .steady, .cell: step
        case .markov: min(step, self["good_s"], self["bad_s"])
        case .train: max(1, min(step, half("open_s", "tunnel_s")) / 2)
        case .drive: max(1, min(step, half("cell_s")) / 2)
        case .commute: max(1, min(step, half("walk_s", "ride_s", "open_s", "tunnel_s")) / 2)
        // Between two gaps there is at least a step.
        case .congestedWiFi: max(1, min(step, self["good_s"], self["busy_s"], self["between_s"]) / 2)
        }
    }
}

private struct NetworkTraceMaking {
    private(set) var trace = NetworkTrace(.csv)
    private var random: RandomStream
    private let end: Instant

    init(name: String, seed: UInt64, end: Instant) {
        random = RandomStream(seed: seed, name: "network trace: " + name)
        self.end = end
    }

    var isDone: Bool { trace.end >= end }

    /// Appends a step with the capacity that `body` returns.
    mutating func step(_ length: Int64, _ body: (inout NetworkTraceMaking) -> Int64) {
        let until = min(end, trace.end + TimeAmount(nanoseconds: length))
        guard until > trace.end else { return }
        trace.append(body(&self), until: until)
        trace.points += 1
    }

    mutating func outage(_ length: Int64) { step(length) { _ in 0 } }

    /// Appends a time in the open, at the beginning of which capacity comes back.
    mutating func open(for length: Int64, _ mean: Int64, recovery: Int64, _ jitter: Int64, _ step: Int64) {
        var place: Int64 = 0
        while place < length, !isDone {
            let share =
                recovery > place
                ? proportion(1_000_000, min(place + step, recovery), over: recovery, .down) : 1_000_000
            self.step(min(step, length - place)) {
                $0.capacity(proportion(mean, share, over: 1_000_000, .down), jitter)
            }
            place += step
        }
    }

    /// Appends a ride: in the open and in tunnels in turn, until it is over.
    mutating func ride(
        for length: Int64, _ mean: Int64, open: Int64, tunnel: Int64, _ jitter: Int64, _ step: Int64
    ) {
        let arrival = trace.end + TimeAmount(nanoseconds: length)
        func left(_ length: Int64) -> Int64 { min(length, (arrival - trace.end).nanoseconds) }
        while trace.end < arrival, !isDone {
            self.open(for: left(around(open)), mean, recovery: 0, jitter, step)
            outage(left(around(tunnel)))
        }
    }

    /// Appends a cell from edge to edge. Half-way the mast is nearest; capacity grows with the square of nearness.
    mutating func cell(_ length: Int64, _ center: Int64, _ edge: Int64, _ jitter: Int64, _ step: Int64) {
        var place: Int64 = 0
        while place < length, !isDone {
            let middle = min(length, place + step / 2)
            let nearness = proportion(2_000_000, min(middle, length - middle), over: length, .down)
            let share = nearness * nearness / 1_000_000
            self.step(min(step, length - place)) { $0.capacity(edge + (center - edge) * share / 1_000_000, jitter) }
            place += step
        }
    }

    /// A capacity around a mean, in whole kilobits per second where it has any.
    mutating func capacity(_ mean: Int64, _ jitter: Int64) -> Int64 {
        let most = 1_000_000 + jitter
        let factor = most - Int64(random.below(UInt64(2 * jitter + 1)))
        let capacity = proportion(mean, factor, over: 1_000_000, .down)
        return capacity < 10_000 ? capacity : capacity / 1000 * 1000
    }

    /// A length from half to one and a half of a mean, in whole milliseconds.
    mutating func around(_ mean: Int64) -> Int64 { length(mean / 2, mean / 2 + mean) }

    /// A length from one to another, in whole milliseconds.
    mutating func length(_ least: Int64, _ most: Int64) -> Int64 {
        let length = least + Int64(random.below(UInt64(most - least + 1)))
        return max(1_000_000, length / 1_000_000 * 1_000_000)
    }

    /// A number of arrivals, of which the mean is in millionths: some chances of at most a quarter each, which together
    /// are close to Poisson's law and need no logarithm.
    mutating func number(mean: Int64) -> Int64 {
        guard mean > 0 else { return 0 }
        let chances = 4 * ((mean + 999_999) / 1_000_000)
        var count: Int64 = 0
        for _ in 0..<chances where happens(mean, in: chances * 1_000_000) { count += 1 }
        return count
    }

    mutating func happens(_ step: Int64, in stay: Int64) -> Bool { random.below(UInt64(stay)) < UInt64(step) }
}
