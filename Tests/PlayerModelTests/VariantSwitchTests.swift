import Testing

@testable import PlayerModel

private let second: Int64 = 1_000_000_000

@Suite("Every rule for switching")
struct EveryVariantSwitchTests {
    @Test("has a name of its own, says what it does, and keeps its parameters")
    func hasName() {
        #expect(Set(VariantSwitch.all.map(\.name)).count == VariantSwitch.all.count)
        #expect(VariantSwitch.all[0] == .fixed, "nothing switches unless it is said")
        for rule in VariantSwitch.all {
            #expect(rule.about.hasSuffix("."))
            #expect(Set(rule.parameters.map(\.name)).count == rule.parameters.count)
            #expect(rule.parameters.allSatisfy { $0.range.contains($0.value) && $0.about.hasSuffix(".") })
            #expect(rule.setting(rule.parameters.map(\.value)) == rule)
            let others = rule.parameters.indices.map { index in
                let range = rule.parameters[index].range
                return max(range.lowerBound, range.upperBound - Int64(index))
            }
            #expect(rule.setting(others).parameters.map(\.value) == others)
            #expect(rule.setting(others).parameters.map(\.name) == rule.parameters.map(\.name))
            #expect(rule.setting(others).name == rule.name)
        }
    }

    @Test("takes the only rung, and stays on a ladder of one", arguments: VariantSwitch.all)
    func onlyOne(_ rule: VariantSwitch) {
        for ahead in [0, second, 1000 * second] {
            #expect(rule.choose(ladder(500), .asking(at: 0, ahead: ahead, bitRate: ahead)) == 0)
        }
    }

    /// A rule with its least, its default and its most parameters. Plans are short, or for short ladders.
    private static func settings(_ rule: VariantSwitch) -> [(VariantSwitch, rungs: Int64, questions: Int)] {
        let (least, most) = (rule.parameters.map(\.range.lowerBound), rule.parameters.map(\.range.upperBound))
        if case .pensieveMPC(_, let cost) = rule {
            let short = VariantSwitch.pensieveMPC(horizon: 2, stallCost: cost)
            return [(rule.setting(least), 12, 6_000), (short, 12, 6_000), (rule.setting(most), 3, 500)]
        }
        guard case .robustMPC(_, let cost) = rule else {
            return [(rule.setting(least), 12, 6_000), (rule, 12, 6_000), (rule.setting(most), 12, 6_000)]
        }
        return [
            (rule.setting(least), 12, 6_000), (.robustMPC(horizon: 2, stallCost: cost), 12, 6_000),
            (rule, 12, 200), (rule.setting(most), 3, 500),
        ]
    }

    @Test("answers whatever it is asked with a rung of the ladder", arguments: VariantSwitch.all)
    func survives(_ rule: VariantSwitch) {
        var draw = SeededDraw(503)
        for (rule, rungs, questions) in Self.settings(rule) {
            for _ in 0..<questions / 100 {
                let ladder = SwitchLadder.random(upTo: rungs, &draw)
                var memory = SwitchMemory()
                var isRight = true
                for _ in 0..<100 {
                    let question = SwitchQuestion.random(about: ladder, &draw)
                    let rung = rule.decide(from: ladder, seeing: question, remembering: &memory).rung
                    if !ladder.rungs.indices.contains(rung) { isRight = false }
                    rule.take(.random(about: ladder, &draw), on: ladder, remembering: &memory)
                }
                #expect(isRight, "\(rule) left \(ladder)")
            }
        }
    }

    /// dash.js has no wish before a segment has come, and VLC's numbers make the highest the best anywhere.
    @Test("takes the lowest with nothing ahead and hardly any throughput, but for the fixed one, dash.js and VLC")
    func isCareful() {
        for rule in VariantSwitch.all.dropFirst() where !["dash.js", "vlc"].contains(rule.name) {
            #expect(rule.choose(ladder(1000, 2000, 4000), .asking(at: 2, ahead: 0, bitRate: 1)) == 0, "\(rule.name)")
        }
        #expect(VariantSwitch.fixed.choose(ladder(1000, 2000, 4000), .asking(at: 2, ahead: 0, bitRate: 1)) == 2)
    }

    @Test("takes the highest in the end, with much ahead and throughput to spare")
    func isBold() {
        let rungs = ladder(1000, 2000, 4000)
        for rule in VariantSwitch.all.dropFirst() {
            var (current, memory) = (0, SwitchMemory())
            for _ in 0..<3 {
                let question = SwitchQuestion.asking(at: current, ahead: 60 * second, bitRate: 1_000_000)
                current = rule.decide(from: rungs, seeing: question, remembering: &memory).rung
            }
            #expect(current == 2, "\(rule.name)")
        }
    }
}

@Suite("A ladder")
struct SwitchLadderTests {
    @Test("is sorted, has of equals the first, and knows ln(bit rate ÷ lowest)")
    func isSorted() {
        let rungs = ladder(400, 100, 200, 100).rungs
        #expect(rungs.map(\.variant) == [1, 2, 0])
        #expect(rungs.map(\.bitRate) == [100, 200, 400])
        #expect(rungs[0].utility == 0)
        #expect(abs(rungs[1].utility - 0.693_147_180_559_945) < 1e-15)
        #expect(abs(rungs[2].utility - 1.386_294_361_119_891) < 1e-15)
    }

    @Test("has a highest rung within a bit rate, or else the lowest")
    func within() {
        let rungs = ladder(100, 200, 200, 400)
        #expect(
            [0, 99, 100, 199, 200, 399, 400, .max].map { rungs.highest(within: $0) } == [0, 0, 0, 0, 1, 1, 2, 2])
        #expect(rungs.rung(of: 3, bitRate: 0) == 2)
        #expect(rungs.rung(of: 2, bitRate: 200) == 1, "what is not on it stands where its bit rate does")
        #expect(rungs.rung(of: 9, bitRate: 399) == 1)
        #expect(rungs.rung(of: 9, bitRate: 50) == 0)
    }
}

@Suite("The rule throughput")
struct ThroughputSwitchTests {
    private let rule = VariantSwitch.throughput(up: 700_000, down: 950_000)

    @Test("goes up where 0.7 of the throughput carries the next rung", arguments: [(999, 0), (1000, 1), (1001, 1)])
    func up(_ bitRate: Int64, _ rung: Int) {
        #expect(rule.choose(ladder(100, 700, 701), .asking(at: 0, bitRate: bitRate)) == rung)
    }

    @Test("goes down where 0.95 of it does not carry this one", arguments: [(999, 0), (1000, 1), (1001, 1)])
    func down(_ bitRate: Int64, _ rung: Int) {
        #expect(rule.choose(ladder(100, 950, 2000), .asking(at: 1, bitRate: bitRate)) == rung)
    }

    @Test("goes up rung by rung, down at once, and stays in between")
    func pace() {
        let rungs = ladder(100, 200, 800, 5000)
        #expect(rule.choose(rungs, .asking(at: 0, bitRate: 1_000_000)) == 1)
        #expect(rule.choose(rungs, .asking(at: 3, bitRate: 1_000_000)) == 3)
        #expect(rule.choose(rungs, .asking(at: 3, bitRate: 250)) == 1)
        #expect(rule.choose(rungs, .asking(at: 3, bitRate: 1)) == 0)
        #expect(rule.choose(rungs, .asking(at: 2, bitRate: 900)) == 2, "0.7 would not go there, 0.95 stays")
        #expect(rule.choose(rungs, .asking(at: 1, bitRate: 900)) == 1)
    }
}

@Suite("The rule sabre-throughput")
struct SabreThroughputTests {
    @Test(
        "takes what comes, with its latency, within its own length at 0.9 of the throughput",
        arguments: [(999, 0), (1000, 1), (1001, 1)])
    func byLength(_ bitRate: Int64, _ rung: Int) {
        // 675 × 4 s ÷ 900 bit/s are the 3 s that latency leaves.
        let rule = VariantSwitch.sabreThroughput(safety: 900_000, least: 0)
        let asked = SwitchQuestion.asking(at: 0, segment: 4 * second, bitRate: bitRate, latency: second)
        #expect(rule.choose(ladder(100, 675, 2000), asked) == rung)
    }

    @Test("takes the lowest where latency alone takes longer")
    func latencyAlone() {
        let rule = VariantSwitch.sabreThroughput(safety: 900_000, least: 0)
        for latency in [second, 2 * second] {
            #expect(rule.choose(ladder(1, 2, 3), .asking(at: 2, bitRate: .max, latency: latency)) == 0)
        }
    }

    @Test(
        "reckons with less of the buffer each time, down to the least",
        arguments: [
            (500_000, [900_000, 810_000, 729_000, 656_100, 590_490, 531_441, 500_000, 500_000]),
            (700_000, [900_000, 810_000, 729_000, 700_000, 700_000]), (950_000, [950_000, 950_000]),
        ]
            as [(Int64, [Int64])])
    func decays(_ least: Int64, _ shares: [Int64]) {
        // A second ahead for segments of a second at 1 Mbit/s: the share in millionths is the bit rate that is safe.
        let rule = VariantSwitch.sabreThroughput(safety: 10_000_000, least: least)
        let asked = SwitchQuestion.asking(at: 0, ahead: second, bitRate: 1_000_000)
        var memory = SwitchMemory()
        for (use, share) in shares.enumerated() {
            for offset in [-1, 0, 1] as [Int64] {
                var copy = memory
                let rung = rule.decide(from: ladder(1, share + offset), seeing: asked, remembering: &copy).rung
                #expect(rung == (offset > 0 ? 0 : 1), "use \(use + 1), \(share + offset) bit/s")
            }
            _ = rule.decide(from: ladder(1), seeing: asked, remembering: &memory).rung
        }
    }

    @Test("takes latency off the buffer's time, and the first rung below one that is not safe")
    func buffer() {
        let rule = VariantSwitch.sabreThroughput(safety: 10_000_000, least: 500_000)
        func rung(_ ahead: Int64, latency: Int64 = 0) -> Int {
            let asked = SwitchQuestion.asking(
                at: 0, ahead: ahead, segment: 4 * second, bitRate: 1_000_000, latency: latency)
            return rule.choose(ladder(100_000, 225_000, 450_000), asked)
        }
        #expect([second, 2 * second].map { rung($0) } == [1, 2])
        #expect([second - 1, second + 1, 2 * second - 1].map { rung($0) } == [0, 1, 1])
        #expect(rung(2 * second, latency: 1) == 1)
        #expect(rung(3 * second, latency: second) == 2)
        #expect(rung(0) == 0 && rung(0, latency: second) == 0)
    }
}

@Suite("The rule bba")
struct BufferBasedTests {
    private let rule = VariantSwitch.bufferBased(reservoir: .seconds(5), cushion: .seconds(10))

    private func rung(_ current: Int, _ ahead: Int64) -> Int {
        rule.choose(ladder(1000, 2000, 3000), .asking(at: current, ahead: ahead))
    }

    @Test("is the lowest up to the reservoir, and the highest from the cushion's end on")
    func ends() {
        for current in 0...2 {
            #expect(rung(current, 0) == 0)
            #expect(rung(current, 5 * second - 1) == 0)
            #expect(rung(current, 5 * second) == 0)
            #expect(rung(current, 15 * second) == 2)
            #expect(rung(current, 15 * second + 1) == 2)
        }
        #expect([0, 1, 2].map { rung($0, 5 * second + 1) } == [0, 1, 1], "the line is just above the lowest")
        #expect([0, 1, 2].map { rung($0, 15 * second - 1) } == [1, 1, 2], "the line is just below the highest")
    }

    @Test("goes up once the line has reached the next rung, and down once it is below the one before")
    func hysteresis() {
        // In the middle of the cushion the line is at the middle rung.
        let middle = 10 * second
        #expect([-1, 0, 1].map { rung(0, middle + $0) } == [0, 1, 1])
        #expect([-1, 0, 1].map { rung(2, middle + $0) } == [1, 2, 2])
        for ahead in stride(from: 5 * second + 1, to: 15 * second, by: Int(second) / 2) {
            #expect(rung(1, ahead) == 1, "between its neighbours it stays")
        }
    }

    @Test("goes several rungs at once where the line has passed them")
    func severalAtOnce() {
        let rungs = ladder(1000, 1200, 1400, 2000, 3000)
        #expect(rule.choose(rungs, .asking(at: 0, ahead: 9 * second)) == 2, "the line is at 1800")
        #expect(rule.choose(rungs, .asking(at: 4, ahead: 6 * second)) == 2, "at 1200, and the next above is taken")
    }

    @Test("does not look at throughput, and bears a cushion of nothing")
    func others() {
        #expect(rule.choose(ladder(1000, 2000), .asking(at: 0, ahead: 15 * second, bitRate: 1)) == 1)
        let step = VariantSwitch.bufferBased(reservoir: .seconds(5), cushion: .zero)
        #expect(
            [5 * second, 5 * second + 1].map { step.choose(ladder(1, 2, 3), .asking(at: 1, ahead: $0)) } == [0, 2])
    }
}

@Suite("The rule bola")
struct BolaTests {
    private let rule = VariantSwitch.bola(gamma: 5_000_000)

    private func rung(_ rungs: SwitchLadder, _ ahead: Int64, at current: Int, _ bitRate: Int64 = .max) -> Int {
        rule.choose(rungs, .asking(at: current, ahead: ahead, wanted: 20 * second, bitRate: bitRate))
    }

    /// V (5) − Q = (V (5 + ln 2) − Q) ÷ 2 where Q = V (5 − ln 2), with V = 20 ÷ (5 + ln 2): 15.129954 segments.
    @Test("changes where both are worth the same for a bit: 15.129954 s of 20 for one of twice the bit rate")
    func threshold() {
        let place: Int64 = 15_129_954_000
        for current in 0...1 {
            #expect(rung(ladder(1000, 2000), place - 2000, at: current) == 0)
            #expect(rung(ladder(1000, 2000), place + 2000, at: current) == 1)
        }
        // Shares of segments, not seconds: with segments of 2 s and as much wanted it is the same place.
        let asked = SwitchQuestion.asking(
            at: 0, ahead: place + 2000, wanted: 20 * second, segment: 2 * second, bitRate: .max)
        #expect(rule.choose(ladder(1000, 2000), asked) == 1)
    }

    /// With 1, 2, 4: V = 20 ÷ (5 + ln 4); 1 and 2 meet at V (5 − ln 2), 2 and 4 at V (5 + ln 2 − ln 2) = 5 V.
    @Test("has a place for each rung: 13.487799 and 15.658533 s for 1, 2 and 4")
    func thresholds() {
        let rungs = ladder(1000, 2000, 4000)
        let places: [Int64] = [13_487_799_000, 15_658_533_000]
        for (index, place) in places.enumerated() {
            #expect(rung(rungs, place - 2000, at: 2) == index)
            #expect(rung(rungs, place + 2000, at: 2) == index + 1)
        }
        #expect(rung(rungs, 20 * second, at: 2) == 2)
        #expect(rung(rungs, 0, at: 2) == 0)
    }

    @Test("goes up no further than a rung above what the throughput carries, and down without asking it")
    func cap() {
        let rungs = ladder(1000, 2000, 4000, 8000)
        #expect(rung(rungs, 20 * second, at: 0, 1999) == 1)
        #expect(rung(rungs, 20 * second, at: 0, 2000) == 2)
        #expect(rung(rungs, 20 * second, at: 0, 3999) == 2)
        #expect(rung(rungs, 20 * second, at: 0, 4000) == 3)
        #expect(rung(rungs, 20 * second, at: 2, 1999) == 2, "where it is higher than that already, it stays")
        #expect(rung(rungs, 20 * second, at: 1, 1999) == 1)
        #expect(rung(rungs, 20 * second, at: 3, 1) == 3)
        #expect(rung(rungs, 0, at: 3, .max) == 0)
    }

    @Test("counts latency against what throughput carries")
    func latency() {
        func rung(_ latency: Int64) -> Int {
            let asked = SwitchQuestion.asking(
                at: 0, ahead: 20 * second, wanted: 20 * second, bitRate: 4000, latency: latency)
            return rule.choose(ladder(1000, 2000, 4000, 8000), asked)
        }
        #expect([0, 1, second / 2, second / 2 + 1].map { rung($0) } == [3, 2, 2, 1])
    }
}
