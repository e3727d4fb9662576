import Testing

@testable import PlayerModel

/// The rule that has a name.
func switchRule(_ name: String) throws -> VariantSwitch {
    try #require(VariantSwitch.all.first { $0.name == name })
}

/// A ladder of these bit rates, numbered from 0.
func ladder(_ bitRates: Int64...) -> SwitchLadder { ladder(bitRates) }

func ladder(_ bitRates: [Int64]) -> SwitchLadder {
    SwitchLadder(bitRates.indices.map { (variant: $0, bitRate: bitRates[$0]) })
}

extension SwitchQuestion {
    /// A question with the times in nanoseconds; segments of a second unless said, the last one ahead included.
    static func asking(
        at current: Int, ahead: Int64 = 0, wanted: Int64 = 60_000_000_000, segment: Int64 = 1_000_000_000,
        remaining: Int64 = 100, bitRate: Int64 = 1, latency: Int64 = 0
    ) -> SwitchQuestion {
        var question = SwitchQuestion(
            current: current, ahead: MediaTime(nanoseconds: ahead), wanted: MediaTime(nanoseconds: wanted),
            segment: MediaTime(nanoseconds: segment), remaining: remaining,
            throughput: ThroughputEstimate(bits: bitRate, in: .seconds(1)), latency: TimeAmount(nanoseconds: latency))
        question.lastSegment = question.segment
        return question
    }

    /// Any question that can be asked about a ladder, sensible or not.
    static func random(about ladder: SwitchLadder, _ draw: inout SeededDraw) -> SwitchQuestion {
        let bits = draw.amount(upTo: .max)
        var question = SwitchQuestion(
            current: Int(draw.below(Int64(ladder.rungs.count))),
            ahead: MediaTime(nanoseconds: draw.amount(upTo: .max)),
            wanted: MediaTime(nanoseconds: draw.amount(upTo: .max)),
            segment: MediaTime(nanoseconds: max(1, draw.amount(upTo: .max))), remaining: draw.amount(upTo: 100_000),
            throughput: ThroughputEstimate(
                bits: bits, in: draw.below(3) == 0 ? .zero : TimeAmount(nanoseconds: draw.amount(upTo: .max))),
            latency: TimeAmount(nanoseconds: draw.amount(upTo: .max)))
        let count = Int64(ladder.rungs.count)
        question.lastSegment = MediaTime(nanoseconds: draw.amount(upTo: .max))
        question.averageSegment = MediaTime(nanoseconds: draw.amount(upTo: .max))
        if draw.below(4) == 0 {
            question.occasion = .failure(last: draw.below(3) == 0 ? nil : Int(draw.below(count)))
        }
        question.now = Instant(nanoseconds: draw.amount(upTo: .max / 2))
        question.speed = Rate(thousandths: Int32(1 + draw.below(32_000)))
        if draw.below(3) == 0 { question.liveEnd = MediaTime(nanoseconds: draw.amount(upTo: .max)) }
        question.count = 1 + draw.amount(upTo: 100_000)
        question.index = draw.below(question.count)
        question.origin = draw.below(question.count)
        var sizesLeft = count * draw.below(9)
        while sizesLeft > 0 {
            question.sizes.append(draw.amount(upTo: .max / 16))
            sizesLeft -= 1
        }
        var bufferedLeft = draw.below(6)
        while bufferedLeft > 0 {
            question.buffered.append(Int(draw.below(count)))
            bufferedLeft -= 1
        }
        question.playedOfFirst = MediaTime(nanoseconds: draw.below(question.segment.nanoseconds))
        question.playlists.transfer = TimeAmount(nanoseconds: draw.amount(upTo: .max))
        for _ in ladder.rungs { question.playlists.rungs.append(draw.below(2) == 0) }
        return question
    }
}

extension SwitchNote {
    /// Anything that can happen, sensible or not.
    static func random(about ladder: SwitchLadder, _ draw: inout SeededDraw) -> SwitchNote {
        func rung(_ draw: inout SeededDraw) -> Int { Int(draw.below(Int64(ladder.rungs.count))) }
        func time(_ draw: inout SeededDraw) -> TimeAmount { TimeAmount(nanoseconds: draw.amount(upTo: .max)) }
        func media(_ draw: inout SeededDraw) -> MediaTime { MediaTime(nanoseconds: draw.amount(upTo: .max)) }
        let at = Instant(nanoseconds: draw.amount(upTo: .max / 2))
        let sample = ThroughputSample(bits: draw.amount(upTo: .max), busy: time(&draw))
        return switch draw.below(8) {
        case 0: .sought(segment: draw.amount(upTo: 100_000))
        case 1: .ranDry
        case 2: .rested(time(&draw))
        case 3:
            .gaveUp(
                AbandonedSegment(
                    rung: rung(&draw), lower: rung(&draw), sample: sample, ahead: media(&draw), at: at,
                    isReplacement: draw.below(2) == 0))
        default:
            .finished(
                FinishedSegment(
                    index: draw.amount(upTo: 100_000), rung: rung(&draw), length: media(&draw), sample: sample,
                    latency: time(&draw), took: time(&draw), ahead: media(&draw), at: at,
                    isReplacement: draw.below(2) == 0))
        }
    }
}

extension SwitchLadder {
    /// One to `most` rungs, some of them huge.
    static func random(upTo most: Int64, _ draw: inout SeededDraw) -> SwitchLadder {
        let count = Int(1 + draw.below(most))
        if draw.below(5) == 0 { return ladder(max(1, draw.amount(upTo: .max))) }
        return ladder((0..<count).map { _ in max(1, draw.amount(upTo: draw.pick([.max, 20_000_000]))) })
    }
}

extension VariantSwitch {
    /// The rung, for one who remembers nothing.
    func choose(_ ladder: SwitchLadder, _ question: SwitchQuestion) -> Int {
        var memory = SwitchMemory()
        return decide(from: ladder, seeing: question, remembering: &memory).rung
    }
}
