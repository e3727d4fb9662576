/// A rule of the simulator Sabre, of Spiteri et al. (MMSys 2018), that goes by the buffer.
public enum SabreRule: Equatable, Sendable {
    /// BOLA, as `SabreBOLA` says.
    case bola
    /// BOLA-E, as `SabreBOLAE` says.
    case bolaE
    /// BOLA while more than 10 s are ahead, throughput while fewer are: each as long as the other would not take a
    /// higher rung. `Dynamic`, src/sabre.py 1011–1058.
    case dynamic
    /// The same with BOLA-E, which goes on until fewer than 5 s are ahead; the idle one is not asked. `DynamicDash`,
    /// 1062–1108.
    case dynamicDash

    func words(_ options: SabreOptions) -> RuleWords {
        let gamma = Parameter.ratio(
            "gamma_ratio", "What a segment without a stall is worth, beside its utility.", options.gamma)
        func flag(_ name: String, _ about: String, _ value: Bool) -> Parameter {
            Parameter(name, about, .flag, value ? 1 : 0, in: 0...1)
        }
        let waits = flag(
            "bola_o", "Waits rather than take more than the throughput carries: BOLA-O.", options.waits)
        let basic = flag("basic", "Reckons with a full buffer from the beginning.", options.isBasic)
        let least = Parameter(
            "least_buffer_ratio", "The part of what the buffer has time for; 0 takes all risks.", .ratio,
            options.leastShare, in: 0...10_000_000)
        return switch self {
        case .bola:
            RuleWords("sabre-bola", "BOLA as in Sabre: careful at both ends of a stream.", gamma, waits, basic)
        case .bolaE:
            RuleWords(
                "sabre-bola-e", "BOLA-E as in Sabre: beside the buffer it reckons with one that is not there.", gamma,
                waits, least)
        case .dynamic:
            RuleWords(
                "sabre-dynamic", "Throughput with little ahead, BOLA with much, as in Sabre.", gamma, waits, basic,
                least)
        case .dynamicDash:
            RuleWords(
                "sabre-dynamic-dash", "Throughput with little ahead, BOLA-E with much, as in Sabre.", gamma, waits,
                least)
        }
    }

    /// The options that `values` say, in the order of its parameters.
    func options(_ values: [Int64]) -> SabreOptions {
        var options = SabreOptions(gamma: values[0], waits: values[1] != 0)
        switch self {
        case .bola: options.isBasic = values[2] != 0
        case .bolaE, .dynamicDash: options.leastShare = values[2]
        case .dynamic: (options.isBasic, options.leastShare) = (values[2] != 0, values[3])
        }
        return options
    }

    /// A part of the throughput that throughput rules reckon with, and the buffer that is enough for BOLA.
    private static let safety: Int64 = 900_000
    private static let high = 10_000.0
    private static let low = 5000.0

    func decide(
        from ladder: SwitchLadder, _ options: SabreOptions, seeing question: SwitchQuestion,
        remembering memory: inout SwitchMemory
    ) -> SwitchDecision {
        let moment = SabreMoment(question)
        (memory.sabre.cap, memory.sabre.segment) = (moment.cap, moment.segment)
        func byThroughput() -> SwitchDecision {
            SwitchDecision(
                rung: ladder.byLength(
                    question, safety: Self.safety, least: options.leastShare, share: &memory.bufferShare))
        }
        func byLevel() -> SwitchDecision {
            guard let rule = SabreBOLAE(ladder, options, memory.sabre) else { return SwitchDecision(rung: 0) }
            return rule.decide(question, &memory.sabre)
        }
        let bola = SabreBOLA(ladder: ladder, options: options)
        switch self {
        case .bola: return bola.decide(question, origin: question.origin, &memory.sabre)
        case .bolaE: return byLevel()
        case .dynamic:
            // It does not hear of seeks.
            let buffer = bola.decide(question, origin: 0, &memory.sabre)
            let throughput = byThroughput()
            if memory.sabre.isByBuffer {
                if moment.level < Self.high, buffer.rung < throughput.rung { memory.sabre.isByBuffer = false }
            } else if moment.level > Self.high, buffer.rung >= throughput.rung {
                memory.sabre.isByBuffer = true
            }
            return memory.sabre.isByBuffer ? buffer : throughput
        case .dynamicDash:
            if memory.sabre.isByBuffer {
                if moment.level < Self.low { memory.sabre.isByBuffer = false }
            } else if moment.level > Self.high {
                memory.sabre.isByBuffer = true
            }
            return memory.sabre.isByBuffer ? byLevel() : byThroughput()
        }
    }

    func take(_ note: SwitchNote, on ladder: SwitchLadder, _ options: SabreOptions, _ memory: inout SabreMemory) {
        switch note {
        case .finished(let segment):
            memory.lastCome = segment.rung
            if self == .dynamic, segment.isReplacement { memory.isByBuffer = false }
        case .gaveUp(let segment):
            memory.lastCome = segment.rung
            if self == .dynamic, segment.isReplacement { memory.isByBuffer = false }
        case .sought: if self != .bolaE { return }
        case .rested, .ranDry, .sampled: break
        }
        switch self {
        case .bola, .dynamic: return
        case .bolaE, .dynamicDash: SabreBOLAE(ladder, options, memory)?.take(note, &memory)
        }
    }

    func lowerRung(
        than current: Int, on ladder: SwitchLadder, _ options: SabreOptions, for progress: SabreProgress,
        remembering memory: inout SabreMemory
    ) -> Int? {
        switch self {
        case .bola:
            return SabreBOLA(ladder: ladder, options: options).lowerRung(than: current, for: progress, &memory)
        case .dynamicDash where !memory.isByBuffer, .dynamic:
            return ladder.lowerRung(than: current, for: progress, safety: Self.safety)
        case .bolaE, .dynamicDash:
            return SabreBOLAE(ladder, options, memory)?.lowerRung(than: current, for: progress, memory)
        }
    }
}
