/// BOLA-E as the simulator Sabre has it, of Spiteri et al. (MMSys 2018): `BolaEnh`, src/sabre.py 725–955.
///
/// It begins with what the throughput carries, and reckons from then on with a placeholder buffer beside the real one,
/// such that BOLA would choose the same. The placeholder grows where time passes that is no fault of the network, and
/// is spent on waiting.
struct SabreBOLAE {
    private let ladder: SwitchLadder
    private let options: SabreOptions
    private let gamma: Double
    /// V, in milliseconds.
    private let scale: Double

    /// Nil where all rungs have one bit rate: there is nothing to weigh.
    init?(_ ladder: SwitchLadder, _ options: SabreOptions, cap: Double, segment: Double) {
        self.ladder = ladder
        self.options = options
        let top = ladder.utility(of: ladder.rungs.count - 1, lowest: 1)
        guard top > 1 else { return nil }
        if options.leastShare == 0 {
            gamma = options.gammaSegments - 1
            scale = (cap - segment) / (top + gamma)
        } else {
            // 10 s, and 2 s for each rung, are the least buffer that tells them apart.
            let buffer = max(10_000 + 2000 * Double(ladder.rungs.count), cap)
            gamma = (top - 1) / (buffer / 10_000 - 1)
            scale = 10_000 / gamma
        }
    }

    /// The same, for the buffer that the last question was about; nil before there was one.
    init?(_ ladder: SwitchLadder, _ options: SabreOptions, _ memory: SabreMemory) {
        guard memory.segment > 0 else { return nil }
        self.init(ladder, options, cap: memory.cap, segment: memory.segment)
    }

    func decide(_ question: SwitchQuestion, _ memory: inout SabreMemory) -> SwitchDecision {
        let level = SabreMoment(question).level
        let carried = ladder.highest(within: question.throughput.bitsPerSecond, question)
        guard memory.isSteady else {
            memory.isSteady = true
            memory.share = 900_000
            memory.placeholder = max(0, leastLevel(for: carried) - level)
            return SwitchDecision(rung: carried)
        }
        var rung = best(at: level + memory.placeholder)
        let last = min(memory.lastCome, ladder.rungs.count - 1)
        if rung > last, rung > carried {
            rung = max(last, carried)
            if !options.waits { rung += 1 }
        }
        var rest = max(0, level + memory.placeholder - mostLevel(for: rung))
        let fromPlaceholder = min(rest, memory.placeholder)
        memory.placeholder -= fromPlaceholder
        rest -= fromPlaceholder
        if rung == ladder.rungs.count - 1 { rest = 0 }
        let safe = ladder.withinBuffer(rung, question, least: options.leastShare, share: &memory.share)
        if safe < rung {
            (rung, rest) = (safe, 0)
            memory.placeholder = min(memory.placeholder, max(0, leastLevel(for: safe) - level))
        }
        return SabreMoment.decision(rung, rest: rest)
    }

    /// Takes in an event since the last decision. Which rung came last, is noted elsewhere.
    func take(_ note: SwitchNote, _ memory: inout SabreMemory) {
        switch note {
        case .rested(let time): memory.placeholder += SabreMoment.milliseconds(time.nanoseconds)
        case .sought: memory.isSteady = false
        case .ranDry, .sampled: break
        case .finished(let segment):
            if segment.isReplacement {
                memory.placeholder += SabreMoment.milliseconds(segment.length.nanoseconds)
                return
            }
            let level = SabreMoment.milliseconds(segment.ahead.nanoseconds)
            let before = level + SabreMoment.milliseconds(segment.took.nanoseconds)
            memory.placeholder = min(memory.placeholder, max(0, mostLevel(for: segment.rung) - before))
            if level > 0 { memory.placeholder = max(memory.placeholder, leastLevel(for: segment.rung) - before) }
        case .gaveUp(let segment):
            guard !segment.isReplacement else { return }
            let least = segment.lower > 0 ? leastLevel(for: segment.lower) : 10_000
            let level = SabreMoment.milliseconds(segment.ahead.nanoseconds)
            memory.placeholder = min(memory.placeholder, max(0, least - level))
        }
    }

    /// The rung for which a download is given up, as with `SabreBOLA`, but for what comes in any case: the bits of a
    /// latency, at the throughput of the download.
    func lowerRung(than current: Int, for progress: SabreProgress, _ memory: SabreMemory) -> Int? {
        guard progress.downloaded > 0, progress.left > 0, progress.receiving > 0 else { return nil }
        let level = max(0, progress.level + memory.placeholder - progress.latency)
        let left = progress.left - progress.latency * progress.throughput
        guard left > 0 else { return nil }
        var best = (mostLevel(for: current) - level) / left
        var chosen: Int?
        for rung in 0..<current {
            let size = progress.size * ladder.rungs[rung].kilobits / ladder.rungs[current].kilobits
            let score = (mostLevel(for: rung) - level) / size
            if size < left, score > best { (best, chosen) = (score, rung) }
        }
        return chosen
    }

    private func utility(of rung: Int) -> Double { ladder.utility(of: rung, lowest: 1) }

    /// The most that may be ahead for a rung to be worth anything.
    private func mostLevel(for rung: Int) -> Double { scale * (utility(of: rung) + gamma) }

    /// The least that has to be ahead for no lower rung to be preferred.
    private func leastLevel(for rung: Int) -> Double {
        let own = ladder.rungs[rung].kilobits
        var least = 0.0
        for lower in 0..<rung {
            let other = ladder.rungs[lower].kilobits
            guard utility(of: lower) < utility(of: rung) else { continue }
            least = max(
                least, scale * (gamma + (own * utility(of: lower) - other * utility(of: rung)) / (own - other)))
        }
        return least
    }

    private func best(at level: Double) -> Int {
        var (chosen, best) = (0, -Double.infinity)
        for rung in ladder.rungs.indices {
            let score = (mostLevel(for: rung) - level) / ladder.rungs[rung].kilobits
            if score > best { (chosen, best) = (rung, score) }
        }
        return chosen
    }
}
