import Testing

@testable import PlayerModel

private let second: Int64 = 1_000_000_000
/// Of a download at a byte in a nanosecond.
private let rate = 8 * second

private func ns(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count) }

/// A second's worth of bytes has come in a second, a byte in a nanosecond: what is missing are nanoseconds to wait.
private func download(elapsed: Int64 = second, missing: Int64) -> SegmentAbandonment.Download {
    SegmentAbandonment.Download(
        elapsed: ns(elapsed), receiving: ns(second), received: second, bytes: second + missing)
}

@Suite("Every rule for giving a segment up")
struct EverySegmentAbandonmentTests {
    @Test("has a name of its own, says what it does, and keeps its parameters")
    func hasName() {
        #expect(Set(SegmentAbandonment.all.map(\.name)).count == SegmentAbandonment.all.count)
        #expect(SegmentAbandonment.all[0] == .never)
        for rule in SegmentAbandonment.all {
            #expect(rule.about.hasSuffix("."))
            #expect(Set(rule.parameters.map(\.name)).count == rule.parameters.count)
            #expect(rule.parameters.allSatisfy { $0.range.contains($0.value) && $0.about.hasSuffix(".") })
            #expect(rule.setting(rule.parameters.map(\.value)) == rule)
            let others = rule.parameters.indices.map { rule.parameters[$0].range.upperBound - Int64($0) }
            #expect(rule.setting(others).parameters.map(\.value) == others)
            #expect(rule.setting(others).name == rule.name)
        }
    }

    @Test("answers whatever it sees with a lower rung or none", arguments: SegmentAbandonment.all)
    func survives(_ rule: SegmentAbandonment) {
        var draw = SeededDraw(54)
        let least = rule.setting(rule.parameters.map(\.range.lowerBound))
        let most = rule.setting(rule.parameters.map(\.range.upperBound))
        var answers = 0
        for rule in [least, rule, most] {
            for _ in 0..<1000 {
                let ladder = SwitchLadder.random(upTo: 12, &draw)
                for _ in 0..<100 {
                    let current = Int(draw.below(Int64(ladder.rungs.count)))
                    let bytes = draw.amount(upTo: .max)
                    let seen = SegmentAbandonment.Download(
                        elapsed: ns(draw.amount(upTo: .max)), receiving: ns(draw.amount(upTo: .max)),
                        received: draw.amount(upTo: bytes), bytes: bytes)
                    let lower = rule.lowerRung(
                        than: current, on: ladder, for: seen, ahead: MediaTime(nanoseconds: draw.amount(upTo: .max)),
                        segment: MediaTime(nanoseconds: draw.amount(upTo: .max)))
                    guard let lower else { continue }
                    answers += 1
                    if !(0..<current).contains(lower) { Issue.record("\(rule) goes from \(current) to \(lower)") }
                }
            }
        }
        // Sabre's switching rules say it for it.
        #expect(rule == .never || rule == .sabre ? answers == 0 : answers > 1000, "\(answers) were given up")
    }

    @Test("looks at times that lie ahead, or never")
    func looks() {
        #expect(SegmentAbandonment.never.nextLook(after: .zero) == nil)
        let dash = SegmentAbandonment.dashJS(multiple: 1, after: ns(500), every: ns(250))
        #expect(
            [0, 1, 499, 500, 501].map { dash.nextLook(after: ns($0)) } == [500, 499, 1, 250, 250].map { ns($0) })
        #expect(SegmentAbandonment.hlsJS(every: ns(100)).nextLook(after: .zero) == ns(100))
        var draw = SeededDraw(1)
        for rule in SegmentAbandonment.all.dropFirst() {
            let least = rule.setting(rule.parameters.map(\.range.lowerBound))
            for _ in 0..<1000 { #expect(least.nextLook(after: ns(draw.amount(upTo: .max)))! > .zero) }
        }
    }

    @Test("gives up neither the lowest, nor what is complete, nor that of which nothing has come")
    func keeps() {
        let rungs = ladder(1000, rate * 2)
        for rule in SegmentAbandonment.all.dropFirst() {
            func lower(_ current: Int, _ seen: SegmentAbandonment.Download) -> Int? {
                guard rule == .sabre else {
                    return rule.lowerRung(than: current, on: rungs, for: seen, ahead: .zero, segment: .seconds(1))
                }
                var memory = SwitchMemory()
                return VariantSwitch.sabreThroughput(safety: 900_000, least: 0).lowerRung(
                    than: current, on: rungs, for: seen, seeing: .asking(at: current), remembering: &memory)
            }
            #expect(lower(1, download(missing: 9 * second)) == 0)
            #expect(lower(0, download(missing: 9 * second)) == nil)
            #expect(lower(1, download(missing: 0)) == nil)
            let nothing = SegmentAbandonment.Download(
                elapsed: .seconds(9), receiving: .zero, received: 0, bytes: 1000)
            #expect(lower(1, nothing) == nil)
        }
    }
}

@Suite("Giving up as dash.js does")
struct DashAbandonmentTests {
    private func lower(
        _ rungs: SwitchLadder, from current: Int, elapsed: Int64 = second, missing: Int64
    ) -> Int? {
        SegmentAbandonment.dashJS(multiple: 1_800_000, after: .milliseconds(500), every: .milliseconds(250))
            .lowerRung(
                than: current, on: rungs, for: download(elapsed: elapsed, missing: missing), ahead: .seconds(60),
                segment: .seconds(1))
    }

    @Test(
        "where the whole takes more than 1.8 of its length",
        arguments: [(-1, nil), (0, nil), (1, 0)] as [(Int64, Int?)])
    func multiple(_ offset: Int64, _ rung: Int?) {
        #expect(lower(ladder(1000, rate * 2), from: 1, missing: 800_000_000 + offset) == rung)
    }

    @Test("after half a second", arguments: [(-1, nil), (0, 0), (1, 0)] as [(Int64, Int?)])
    func after(_ offset: Int64, _ rung: Int?) {
        #expect(lower(ladder(1000, rate * 2), from: 1, elapsed: 500_000_000 + offset, missing: 9 * second) == rung)
    }

    @Test(
        "for the highest lower one within 0.9 of what comes", arguments: [(-1, 1), (0, 1), (1, 0)] as [(Int64, Int)])
    func share(_ offset: Int64, _ rung: Int) {
        let rungs = ladder(1000, rate / 10 * 9 + offset, rate * 2)
        #expect(lower(rungs, from: 2, missing: 9 * second) == rung)
    }

    @Test("if that one is sooner there than the rest", arguments: [(-1, nil), (0, nil), (1, 0)] as [(Int64, Int?)])
    func sooner(_ offset: Int64, _ rung: Int?) {
        // A second of 0.8 of the bit rate takes 0.8 s.
        let rungs = ladder(rate / 10 * 8, rate * 2)
        #expect(lower(rungs, from: 1, elapsed: 3 * second / 2, missing: 800_000_000 + offset) == rung)
    }

    @Test("not for itself: what comes carries it, though this segment is larger than declared")
    func itself() {
        #expect(lower(ladder(1000, rate / 2), from: 1, missing: 9 * second) == nil)
    }
}

@Suite("Giving up as hls.js does")
struct HLSAbandonmentTests {
    private func lower(
        _ rungs: SwitchLadder, from current: Int, elapsed: Int64 = second, missing: Int64, ahead: Int64 = second
    ) -> Int? {
        SegmentAbandonment.hlsJS(every: .milliseconds(100)).lowerRung(
            than: current, on: rungs, for: download(elapsed: elapsed, missing: missing),
            ahead: MediaTime(nanoseconds: ahead), segment: .seconds(2))
    }

    @Test(
        "where the rest takes longer than what is ahead lasts",
        arguments: [(-1, nil), (0, nil), (1, 0)] as [(Int64, Int?)])
    func ahead(_ offset: Int64, _ rung: Int?) {
        #expect(lower(ladder(1000, rate * 2), from: 1, missing: second + offset) == rung)
    }

    @Test("after half of a segment", arguments: [(-1, nil), (0, 0), (1, 0)] as [(Int64, Int?)])
    func after(_ offset: Int64, _ rung: Int?) {
        #expect(lower(ladder(1000, rate * 2), from: 1, elapsed: second + offset, missing: 9 * second) == rung)
    }

    @Test("for the highest lower one that comes before that", arguments: [(-8, 1), (0, 0), (8, 0)] as [(Int64, Int)])
    func inTime(_ offset: Int64, _ rung: Int) {
        // Two seconds of half the bit rate take a second, which is what is ahead: not before it.
        let rungs = ladder(1000, rate / 2 + offset, rate * 2, rate * 3)
        #expect(lower(rungs, from: 3, missing: 9 * second) == rung)
        #expect(lower(rungs, from: 2, missing: 9 * second) == rung)
    }

    @Test(
        "or else for the lowest, if it is sooner there", arguments: [(-1, nil), (0, nil), (1, 0)] as [(Int64, Int?)])
    func orElse(_ offset: Int64, _ rung: Int?) {
        // Two seconds of the lowest take two; a second is ahead.
        #expect(lower(ladder(rate, rate * 2), from: 1, missing: 2 * second + offset) == rung)
    }
}
