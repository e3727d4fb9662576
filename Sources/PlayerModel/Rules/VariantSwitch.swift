/// The rule by which the variant of the next segment is chosen, once playback is under way.
///
/// Apple publishes no rule, but that the player switches by itself as throughput changes (session 503, A.53). So this
/// is a family, as `KeepUp` is. Each is asked when a segment is about to be requested, with what a player knows by
/// then; until something was measured, the first variant stands (see `VariantChoice`).
public enum VariantSwitch: Choosable, Equatable, Sendable {
    /// Never: the first variant stands.
    case fixed
    /// Up by one rung where a part of the throughput carries it at the speed of playback, down at once where another
    /// does not.
    ///
    /// The parts are those of hls.js: `abrBandWidthUpFactor` 0.7 and `abrBandWidthFactor` 0.95 (src/config.ts 505–516).
    case throughput(up: Int64, down: Int64)
    /// The throughput rule of dash.js as the simulator Sabre has it: the highest variant of which a segment comes, with
    /// its latency, in less than its length at a part of the throughput; and no segment that might empty the buffer.
    ///
    /// 0.9 for the first; the second (the insufficient-buffer rule) begins with 0.9 and loses a tenth each time down to
    /// `least`, 0.5; 0 leaves it out.
    case sabreThroughput(safety: Int64, least: Int64)
    /// BBA-0 of Huang et al. (SIGCOMM 2014): the buffer alone decides. Below `reservoir` the lowest, from reservoir +
    /// cushion on the highest, a straight line between; and a switch only where the line has passed the next rung.
    ///
    /// 5 and 10 s as in Pensieve (test/bb.py 9–12), for buffers of a minute; the paper's buffer has four.
    case bufferBased(reservoir: MediaTime, cushion: MediaTime)
    /// `bb` of Pensieve (test/bb.py 77–84): below `reservoir` the lowest, from reservoir + cushion on the highest, and
    /// between them the rungs in equal steps, whatever their bit rates are.
    case pensieveBuffer(reservoir: MediaTime, cushion: MediaTime)
    /// BOLA of Spiteri et al. (INFOCOM 2016): the variant with the most of V (utility + γp) − level for each bit, with
    /// utility ln(bit rate ÷ lowest) and V such that a full buffer takes the highest. Upwards it goes no more than one
    /// rung above what the throughput carries (BOLA-U), as in Sabre. γp is 5 there, in segments.
    case bola(gamma: Int64)
    /// Robust MPC of Yin et al. (SIGCOMM 2015): the best of all plans for the next segments, if throughput is lower
    /// than measured by the worst error of the last five. A plan is worth its bit rates, less their changes, less
    /// `stallCost` (in bits per second) for each second of stall.
    ///
    /// Five segments and 4.3 Mbit/s as in Pensieve (test/mpc.py); the paper has 3 Mbit/s, and measures by the harmonic
    /// mean of five segments, which a scenario chooses as `throughput`.
    case robustMPC(horizon: Int64, stallCost: Int64)
    /// The same as Pensieve's script has it (test/mpc.py 128–230): with the sizes of the segments to come, and a
    /// throughput that counts the time from the request on.
    case pensieveMPC(horizon: Int64, stallCost: Int64)
    /// The rules of the simulator Sabre that go by the buffer, to the letter (Spiteri et al., MMSys 2018; src/sabre.py
    /// 605–1108).
    case sabre(SabreRule, SabreOptions)
    /// The way of a real player.
    case player(PlayerSwitch)

    /// Every rule with its defaults, in the order in which they are listed; the first is the default.
    public static let all: [VariantSwitch] =
        [
            .fixed, .throughput(up: 700_000, down: 950_000), .sabreThroughput(safety: 900_000, least: 500_000),
            .bufferBased(reservoir: .seconds(5), cushion: .seconds(10)),
            .pensieveBuffer(reservoir: .seconds(5), cushion: .seconds(10)), .bola(gamma: 5_000_000),
            .robustMPC(horizon: 5, stallCost: 4_300_000), .pensieveMPC(horizon: 5, stallCost: 4_300_000),
            .sabre(.bola, SabreOptions()), .sabre(.bolaE, SabreOptions()), .sabre(.dynamic, SabreOptions()),
            .sabre(.dynamicDash, SabreOptions()),
        ] + PlayerSwitch.all.map { .player($0) }

    /// Its row in its table.
    public var words: RuleWords {
        switch self {
        case .fixed: RuleWords("fixed", "The first variant stands.")
        case .throughput(let up, let down):
            RuleWords(
                "throughput", "Up rung by rung within a part of the throughput, down at once.",
                .ratio("up_ratio", "The part of the throughput that a higher variant may have.", up),
                .ratio("down_ratio", "The part that this one may have.", down))
        case .sabreThroughput(let safety, let least):
            RuleWords(
                "sabre-throughput",
                "dash.js's throughput rule as in Sabre: what comes within its own length, buffer permitting.",
                .ratio("safety_ratio", "The part of the throughput that is reckoned with.", safety),
                .ratio(
                    "least_buffer_ratio", "The part of what the buffer has time for; 0 takes all risks.", least,
                    from: 0))
        case .bufferBased(let reservoir, let cushion):
            RuleWords(
                "bba", "BBA-0: the more is ahead, the higher; throughput is not looked at.",
                .seconds("reservoir_s", "With no more ahead, the lowest variant.", reservoir.nanoseconds),
                .seconds("cushion_s", "With so much more ahead, the highest.", cushion.nanoseconds))
        case .pensieveBuffer(let reservoir, let cushion):
            RuleWords(
                "pensieve-bb", "Pensieve's bb: the more is ahead, the higher, rung by rung in equal steps.",
                .seconds("reservoir_s", "With less ahead, the lowest variant.", reservoir.nanoseconds),
                .seconds("cushion_s", "With so much more ahead, the highest.", cushion.nanoseconds))
        case .bola(let gamma):
            RuleWords(
                "bola", "BOLA: the most utility for each bit at this level of the buffer.",
                .ratio("gamma_ratio", "What a segment without a stall is worth, beside its utility.", gamma))
        case .robustMPC(let horizon, let stallCost):
            RuleWords(
                "robust-mpc", "Robust MPC: the best plan for the next segments, at a throughput that errs low.",
                .count("horizon", "How many segments are planned.", horizon, upTo: 8),
                .bitRate(
                    "stall_cost_kbps", "What a second of stall costs, in bit rate of a segment.", stallCost, from: 0))
        case .pensieveMPC(let horizon, let stallCost):
            RuleWords(
                "pensieve-mpc", "Robust MPC as Pensieve has it: it knows how large the next segments are.",
                .count("horizon", "How many segments are planned.", horizon, upTo: 5),
                .bitRate(
                    "stall_cost_kbps", "What a second of stall costs, in bit rate of a segment.", stallCost, from: 0))
        case .sabre(let rule, let options): rule.words(options)
        case .player(let rule): rule.words
        }
    }

    /// The same rule with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> VariantSwitch {
        switch self {
        case .fixed: .fixed
        case .throughput: .throughput(up: values[0], down: values[1])
        case .sabreThroughput: .sabreThroughput(safety: values[0], least: values[1])
        case .bufferBased: .bufferBased(reservoir: values.media(0), cushion: values.media(1))
        case .pensieveBuffer: .pensieveBuffer(reservoir: values.media(0), cushion: values.media(1))
        case .bola: .bola(gamma: values[0])
        case .robustMPC: .robustMPC(horizon: values[0], stallCost: values[1])
        case .pensieveMPC: .pensieveMPC(horizon: values[0], stallCost: values[1])
        case .sabre(let rule, _): .sabre(rule, rule.options(values))
        case .player(let rule): .player(rule.setting(values))
        }
    }

    /// Whether it looks at what is ahead of the playhead: then a later start may choose otherwise than an earlier one.
    public var looksAtBuffer: Bool {
        switch self {
        case .fixed, .throughput, .sabreThroughput(_, least: 0): false
        case .sabreThroughput, .bufferBased, .pensieveBuffer, .bola, .robustMPC, .pensieveMPC, .sabre: true
        case .player(let rule): rule.looksAtBuffer
        }
    }

    /// The estimators that its source measures throughput by, by their names; none where any will do.
    public var estimators: [String] {
        switch self {
        case .fixed, .throughput, .bufferBased, .pensieveBuffer, .bola, .pensieveMPC: []
        case .robustMPC: ["harmonic-mean"]
        case .sabreThroughput, .sabre: ["ewma-pair", "arithmetic-mean"]
        case .player(let rule): rule.estimators
        }
    }

    /// The things that it goes by, in a sentence.
    public var wants: String {
        let measured = estimators.isEmpty ? "any throughput" : "throughput by \(estimators.joined(separator: " or "))"
        return switch self {
        case .fixed: "Needs nothing."
        case .throughput, .player(.shaka), .player(.gstreamer): "Needs \(measured)."
        case .bufferBased, .pensieveBuffer: "Needs the level of the buffer alone."
        case .sabreThroughput, .bola, .robustMPC, .sabre, .player:
            "Needs the level of the buffer, and \(measured)."
        case .pensieveMPC: "Needs the level of the buffer and the sizes of segments; it measures throughput itself."
        }
    }

    /// The worth of a segment's length without a stall beside its utility, in millionths: BOLA's γp where it has
    /// one, or else Sabre's 5.
    public var gamma: Int64 {
        switch self {
        case .fixed, .throughput, .sabreThroughput, .bufferBased, .pensieveBuffer, .robustMPC, .pensieveMPC, .player:
            5_000_000
        case .bola(let gamma): gamma
        case .sabre(_, let options): options.gamma
        }
    }

    /// The media and the past that it wants to know of, beside what every rule is told.
    public var needs: SwitchNeeds {
        switch self {
        case .fixed, .throughput, .sabreThroughput, .bufferBased, .pensieveBuffer, .bola: SwitchNeeds()
        case .pensieveMPC(let horizon, _): SwitchNeeds(sizes: Int(horizon) + 1, notes: true)
        case .robustMPC, .sabre: SwitchNeeds(notes: true)
        case .player(let rule): rule.needs
        }
    }

    /// The decision on the next segment.
    public func decide(
        from ladder: SwitchLadder, seeing question: SwitchQuestion, remembering memory: inout SwitchMemory
    ) -> SwitchDecision {
        switch self {
        case .fixed: SwitchDecision(rung: question.current)
        case .throughput(let up, let down):
            SwitchDecision(rung: ladder.byThroughput(question, up: up, down: down))
        case .sabreThroughput(let safety, let least):
            SwitchDecision(rung: ladder.byLength(question, safety: safety, least: least, share: &memory.bufferShare))
        case .bufferBased(let reservoir, let cushion):
            SwitchDecision(rung: ladder.byBuffer(question, reservoir: reservoir, cushion: cushion))
        case .pensieveBuffer(let reservoir, let cushion):
            SwitchDecision(rung: ladder.byLevel(question, reservoir: reservoir, cushion: cushion))
        case .bola(let gamma):
            SwitchDecision(rung: ladder.byUtility(question, gamma: Double(gamma) / 1_000_000))
        case .robustMPC(let horizon, let stallCost):
            SwitchDecision(
                rung: SwitchPlan.best(ladder, question, horizon: horizon, stallCost: stallCost, &memory))
        case .pensieveMPC(let horizon, let stallCost):
            SwitchDecision(
                rung: PensievePlan.best(
                    ladder, question, horizon: Int(horizon), stallCost: stallCost, &memory.pensieve))
        case .sabre(let rule, let options):
            rule.decide(from: ladder, options, seeing: question, remembering: &memory)
        case .player(let rule): rule.decide(from: ladder, seeing: question, remembering: &memory.player)
        }
    }

    /// Takes in what has happened since the last decision; told only where `needs` asks for it.
    public func take(_ note: SwitchNote, on ladder: SwitchLadder, remembering memory: inout SwitchMemory) {
        switch self {
        case .fixed, .throughput, .sabreThroughput, .bufferBased, .pensieveBuffer, .bola: return
        case .robustMPC: if case .finished(let segment) = note { memory.learn(segment.sample) }
        case .pensieveMPC: if case .finished(let segment) = note { memory.pensieve.learn(segment) }
        case .sabre(let rule, let options): rule.take(note, on: ladder, options, &memory.sabre)
        case .player(let rule): rule.take(note, on: ladder, remembering: &memory.player)
        }
    }

    /// The lower rung for which a download is given up as in Sabre (`SegmentAbandonment.sabre`), or nil where it goes
    /// on; the question is about the segment that is under way.
    public func lowerRung(
        than current: Int, on ladder: SwitchLadder, for download: SegmentAbandonment.Download,
        seeing question: SwitchQuestion, remembering memory: inout SwitchMemory
    ) -> Int? {
        let progress = SabreProgress(download, question)
        switch self {
        // BOLA with a full buffer in mind gives nothing up.
        case .fixed, .bola: return nil
        case .sabreThroughput(let safety, _):
            return ladder.lowerRung(than: current, for: progress, safety: safety)
        case .throughput, .bufferBased, .pensieveBuffer, .robustMPC, .pensieveMPC, .player:
            return ladder.lowerRung(than: current, for: progress, safety: 900_000)
        case .sabre(let rule, let options):
            return rule.lowerRung(than: current, on: ladder, options, for: progress, remembering: &memory.sabre)
        }
    }
}
