/// BOLA as the simulator Sabre has it, of Spiteri et al. (INFOCOM 2016; MMSys 2018): `Bola`, src/sabre.py 605–721.
///
/// As long as little of the stream has been played, or is left, it reckons with a smaller buffer than there is: half of
/// what lies behind or before the segment, three segments at least.
struct SabreBOLA {
    let ladder: SwitchLadder
    let options: SabreOptions

    /// The decision on a segment; `origin` is the segment at which playback began or went on after a seek.
    func decide(_ question: SwitchQuestion, origin: Int64, _ memory: inout SabreMemory) -> SwitchDecision {
        let moment = SabreMoment(question)
        memory.scale = scale(question, moment, origin: origin)
        var rung = best(at: moment.level, memory.scale)
        let last = min(memory.last, ladder.rungs.count - 1)
        var rest = 0.0
        if rung > last {
            let carried = ladder.highest(within: question.throughput.bitsPerSecond, question)
            if rung > carried {
                if last > carried {
                    rung = last
                } else if options.waits {
                    rung = carried
                    if rung < ladder.rungs.count - 1 { rest = moment.level - worth(of: rung, memory.scale) }
                } else {
                    rung = carried + 1
                }
            }
        }
        memory.last = rung
        return SabreMoment.decision(rung, rest: rest)
    }

    /// The rung for which a download is given up: one of which the whole is better value for each bit than the rest of
    /// this one, and less of it.
    func lowerRung(than current: Int, for progress: SabreProgress, _ memory: inout SabreMemory) -> Int? {
        guard !options.isBasic, progress.downloaded > 0, progress.left > 0 else { return nil }
        var best = (worth(of: current, memory.scale) - progress.level) / progress.left
        var chosen: Int?
        guard best >= 0 else { return nil }
        for rung in 0..<current {
            let size = progress.size * ladder.rungs[rung].kilobits / ladder.rungs[current].kilobits
            let score = (worth(of: rung, memory.scale) - progress.level) / size
            if size < progress.left, score > best { (best, chosen) = (score, rung) }
        }
        if let chosen { memory.last = chosen }
        return chosen
    }

    /// V, in milliseconds.
    private func scale(_ question: SwitchQuestion, _ moment: SabreMoment, origin: Int64) -> Double {
        var cap = moment.cap
        if !options.isBasic {
            let edge = Double(min(question.index - origin, question.count - question.index))
            cap = min(cap, moment.segment * max(edge / 2, 3))
        }
        return (cap - moment.segment)
            / (ladder.utility(of: ladder.rungs.count - 1, lowest: 0) + options.gammaSegments)
    }

    private func worth(of rung: Int, _ scale: Double) -> Double {
        scale * (ladder.utility(of: rung, lowest: 0) + options.gammaSegments)
    }

    /// The best value for each bit; of equal ones the lowest.
    private func best(at level: Double, _ scale: Double) -> Int {
        var (chosen, best) = (0, -Double.infinity)
        for rung in ladder.rungs.indices {
            let score = (worth(of: rung, scale) - level) / ladder.rungs[rung].kilobits
            if score > best { (chosen, best) = (rung, score) }
        }
        return chosen
    }
}
