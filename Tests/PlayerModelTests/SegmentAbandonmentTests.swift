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
                    var seen = SegmentAbandonment.Download(
                        elapsed: ns(draw.amount(upTo: .max)), receiving: ns(draw.amount(upTo: .max)),
                        received: draw.amount(upTo: bytes), bytes: bytes)
                    seen.lowerCount = current
                    let lower = rule.lowerRung(
                        than: current, on: ladder, for: seen, ahead: MediaTime(nanoseconds: draw.amount(upTo: .max)),
                        segment: MediaTime(nanoseconds: draw.amount(upTo: .max)))
                    guard let lower else { continue }
                    answers += 1
                    if !(0..<current).contains(lower) { Issue.record("\(rule) goes from \(current) to \(lower)") }
                }
            }
        }
        // Sabre's switching rules say it for it, and with Shaka any.
        let isAskedElsewhere = rule == .never || rule == .sabre || rule.measuresOnTheWay
        #expect(isAskedElsewhere ? answers == 0 : answers > 1000, "\(answers) were given up")
    }

    @Test("looks at times that lie ahead, or never")
    func looks() {
        #expect(SegmentAbandonment.never.nextLook(after: .zero) == nil)
        let dash = SegmentAbandonment.dashJS(multiple: 1, after: ns(500), every: ns(250), most: .zero)
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
        let rungs = ladder(1000, 2000, rate * 3)
        for rule in SegmentAbandonment.all.dropFirst() where !rule.measuresOnTheWay {
            func lower(_ current: Int, _ seen: SegmentAbandonment.Download) -> Int? {
                var seen = seen
                seen.lowerCount = current
                guard rule == .sabre else {
                    return rule.lowerRung(than: current, on: rungs, for: seen, ahead: .zero, segment: .seconds(1))
                }
                var memory = SwitchMemory()
                return VariantSwitch.sabreThroughput(safety: 900_000, least: 0).lowerRung(
                    than: current, on: rungs, for: seen, seeing: .asking(at: current), remembering: &memory)
            }
            #expect(lower(2, download(missing: 9 * second)) != nil)
            #expect(lower(0, download(missing: 9 * second)) == nil)
            #expect(lower(2, download(missing: 0)) == nil)
            let nothing = SegmentAbandonment.Download(
                elapsed: .seconds(9), receiving: .zero, received: 0, bytes: 1000)
            #expect(lower(2, nothing) == nil)
        }
    }
}

@Suite("Giving up as Shaka does")
struct ShakaAbandonmentTests {
    private func isWorth(_ rung: Int, missing: Int64, ahead: Int64, isMeasured: Bool = true) -> Bool {
        var seen = download(missing: missing)
        if isMeasured { seen.throughput = ThroughputEstimate(bits: rate / 2, in: .seconds(1)) }
        return seen.isWorth(
            givingUpFor: rung, on: ladder(rate / 4, rate), ahead: MediaTime(nanoseconds: ahead),
            segment: .seconds(1))
    }

    @Test("where the other comes before what is ahead is played, higher or lower", arguments: [-2, -1, 0, 1, 2])
    func inTime(_ offset: Int64) {
        // A quarter of a second's worth at half the rate, and a second's worth.
        #expect(isWorth(0, missing: 1, ahead: second / 2 + offset) == (offset > 0))
        #expect(isWorth(1, missing: 1, ahead: 2 * second + offset) == (offset > 0))
    }

    @Test("or has fewer bytes than are missing", arguments: [-1, 0, 1])
    func smaller(_ offset: Int64) {
        #expect(isWorth(0, missing: second / 4 + offset, ahead: 0) == (offset > 0))
        #expect(isWorth(1, missing: second + offset, ahead: 0) == (offset > 0))
    }

    @Test("but not before anything was measured")
    func unmeasured() {
        #expect(!isWorth(0, missing: 9 * second, ahead: 9 * second, isMeasured: false))
    }
}

@Suite("Giving up as dash.js does")
struct DashAbandonmentTests {
    private func lower(
        _ rungs: SwitchLadder, from current: Int, receiving: Int64 = second, missing: Int64, ahead: Int64 = second,
        again: Bool = false
    ) -> Int? {
        var seen = download(missing: missing)
        seen.receiving = ns(receiving)
        seen.wasGivenUp = again
        return SegmentAbandonment.all[1].lowerRung(
            than: current, on: rungs, for: seen, ahead: MediaTime(nanoseconds: ahead), segment: .seconds(1))
    }

    @Test("where the whole takes 1.8 of its length", arguments: [(-1, nil), (0, 0), (1, 0)] as [(Int64, Int?)])
    func multiple(_ offset: Int64, _ rung: Int?) {
        #expect(lower(ladder(1000, rate * 2), from: 1, missing: 800_000_000 + offset) == rung)
    }

    @Test("half a second after the first byte", arguments: [(-1, nil), (0, 0), (1, 0)] as [(Int64, Int?)])
    func after(_ offset: Int64, _ rung: Int?) {
        // A byte in half a nanosecond: two seconds in all.
        let lower = lower(ladder(1000, rate * 3), from: 1, receiving: second / 2 + offset, missing: 3 * second)
        #expect(lower == rung)
    }

    @Test(
        "with no more ahead than its buffer aims at", arguments: [(-1, 0), (0, 0), (1, nil)] as [(Int64, Int?)])
    func buffer(_ offset: Int64, _ rung: Int?) {
        #expect(lower(ladder(1000, rate * 2), from: 1, missing: 9 * second, ahead: 18 * second + offset) == rung)
    }

    @Test("for the highest within what comes", arguments: [(-1, 1), (0, 1), (1, 0)] as [(Int64, Int)])
    func share(_ offset: Int64, _ rung: Int) {
        #expect(lower(ladder(1000, rate + offset, rate * 2), from: 2, missing: 9 * second) == rung)
    }

    @Test(
        "if less of that one is to come than is missing", arguments: [(-8, nil), (0, nil), (8, 0)] as [(Int64, Int?)])
    func fewer(_ offset: Int64, _ rung: Int?) {
        // Four seconds' worth in all, of which three are missing; the lower one has three quarters of that.
        #expect(lower(ladder(rate * 3 / 4, rate), from: 1, missing: 3 * second) == nil, "not for itself")
        let rungs = ladder(rate * 3 / 4 - offset, rate + 1)
        #expect(lower(rungs, from: 1, missing: 3 * second) == rung)
    }

    @Test("but not the same segment twice")
    func again() {
        #expect(lower(ladder(1000, rate * 2), from: 1, missing: 9 * second, again: true) == nil)
    }
}

/// The declared bit rate of the highest is twice what comes: of its two seconds, four in all, three are missing.
@Suite("Giving up as hls.js does")
struct HLSAbandonmentTests {
    private func lower(
        _ rungs: SwitchLadder, from current: Int, elapsed: Int64 = second + 1, ahead: Int64 = second,
        speed: Rate = .one, _ change: (inout SegmentAbandonment.Download) -> Void = { _ in }
    ) -> Int? {
        var seen = download(elapsed: elapsed, missing: 9 * second)
        seen.lowerCount = current
        change(&seen)
        return SegmentAbandonment.hlsJS(every: .milliseconds(100)).lowerRung(
            than: current, on: rungs, for: seen, ahead: MediaTime(nanoseconds: ahead), segment: .seconds(2),
            speed: speed)
    }

    /// The second takes one and a half of the three seconds that are missing.
    private static let rungs = ladder(1000, rate * 3 / 4, rate * 2)

    @Test(
        "where the rest takes longer than what is ahead lasts, by the declared bit rate",
        arguments: [(-1, 1), (0, nil), (1, nil)] as [(Int64, Int?)])
    func ahead(_ offset: Int64, _ rung: Int?) {
        #expect(lower(Self.rungs, from: 2, ahead: 3 * second + offset) == rung)
    }

    @Test("after half of a segment", arguments: [(0, nil), (1, 1)] as [(Int64, Int?)])
    func after(_ offset: Int64, _ rung: Int?) {
        #expect(lower(Self.rungs, from: 2, elapsed: second + offset, ahead: 5 * second / 2) == rung)
        let twice = Rate(thousandths: 2000)
        #expect(lower(Self.rungs, from: 2, elapsed: second / 2 + offset, ahead: 5 * second, speed: twice) == rung)
    }

    @Test("at twice the speed twice as much has to be ahead", arguments: [(-2, 1), (0, nil)] as [(Int64, Int?)])
    func speed(_ offset: Int64, _ rung: Int?) {
        #expect(lower(Self.rungs, from: 2, ahead: 6 * second + offset, speed: Rate(thousandths: 2000)) == rung)
    }

    @Test("for the highest lower one that comes before that", arguments: [(-8, 1), (0, 0), (8, 0)] as [(Int64, Int)])
    func inTime(_ offset: Int64, _ rung: Int) {
        // It has to come within its own length, two seconds, where more than that is ahead.
        let rungs = ladder(1000, rate + offset, rate * 2)
        #expect(lower(rungs, from: 2, ahead: 5 * second / 2) == rung)
    }

    /// The second takes one and a half of the two and a half seconds that are ahead, and has to come within its own
    /// length, two seconds. Its playlist leaves it half a second of that.
    @Test("with its playlist, where that is still to come", arguments: [(-1, 1), (0, 0)] as [(Int64, Int)])
    func playlist(_ offset: Int64, _ rung: Int) {
        for isLive in [false, true] {
            let lower = lower(Self.rungs, from: 2, ahead: 5 * second / 2) {
                $0.isLive = isLive
                $0.playlists = MissingPlaylists([false, true, false], transfer: ns(second / 2 + offset))
            }
            #expect(lower == rung)
        }
    }

    @Test("or one that would, if only the bit rate of that one came", arguments: [(0, 0), (1, 1)] as [(Int64, Int)])
    func slower(_ offset: Int64, _ rung: Int) {
        // At its own bit rate the second takes two seconds, and the lowest next to nothing.
        #expect(lower(Self.rungs, from: 2, ahead: 2 * second + offset) == rung)
        let inLive = lower(Self.rungs, from: 2, ahead: 2 * second + offset) { $0.isLive = true }
        #expect(inLive == 1, "which is not asked in a live stream")
        for mean in [2 * second + offset, 2 * second + offset - 1] {
            let lower = lower(Self.rungs, from: 2, ahead: 2 * second + offset) {
                $0.averageSegment = MediaTime(nanoseconds: mean)
            }
            #expect(lower == (mean < 2 * second + offset ? 1 : 0), "it is the mean that takes so long")
        }
    }

    @Test(
        "for the lowest, where the rest takes more than twice as long as the other one",
        arguments: [(-8, 0), (0, 1), (8, 1)] as [(Int64, Int)])
    func twice(_ offset: Int64, _ rung: Int) {
        let rungs = ladder(1000, rate * 3 / 4 + offset, rate * 2)
        for isLive in [false, true] {
            #expect(lower(rungs, from: 2, ahead: 5 * second / 2) { $0.isLive = isLive } == rung)
        }
    }

    @Test("neither the lowest two, nor while it is paused or has nothing to play, nor for what is as late")
    func keeps() {
        #expect(lower(ladder(1000, rate * 2), from: 1) == nil)
        #expect(lower(Self.rungs, from: 2) != nil)
        #expect(lower(Self.rungs, from: 2) { $0.isPaused = true } == nil)
        #expect(lower(ladder(1000, rate * 2), from: 1) { $0.lowerCount = 1 } == nil)
        #expect(lower(ladder(1000, rate * 2), from: 1) { $0.lowerCount = 2 } == 0, "one is on no ladder")
        #expect(lower(Self.rungs, from: 2) { $0.hasMedia = false } == nil)
        #expect(lower(Self.rungs, from: 2) { $0.latency = .seconds(3) } == nil, "it waits for the first byte longer")
        #expect(lower(ladder(1000, rate * 3 / 2, rate * 2), from: 2) == nil, "three seconds, as here")
        #expect(lower(ladder(1000, rate * 3 / 2 - 8, rate * 2), from: 2) == 0)
    }

    @Test("by what was measured before, where nothing has come yet")
    func silent() {
        func silent(_ bitRate: Int64?) -> Int? {
            lower(Self.rungs, from: 2) {
                ($0.received, $0.receiving) = (0, .zero)
                $0.throughput = bitRate.map { ThroughputEstimate(bits: $0, in: .seconds(1)) }
            }
        }
        #expect(silent(nil) == nil)
        #expect(silent(rate) == 0, "four seconds, and one is ahead")
        #expect(silent(rate * 5) == nil, "0.8 s, and a second is ahead")
    }
}

/// Two seconds of twice what comes: three of four are missing, and a second is kept in reserve.
@Suite("Giving up as video.js does")
struct VHSAbandonmentTests {
    private func lower(
        _ rungs: SwitchLadder, receiving: Int64 = second, ahead: Int64, isPaused: Bool = false
    ) -> Int? {
        var seen = download(missing: 9 * second)
        seen.receiving = ns(receiving)
        seen.isPaused = isPaused
        return SegmentAbandonment.vhs(gain: .milliseconds(500), every: .milliseconds(100)).lowerRung(
            than: rungs.rungs.count - 1, on: rungs, for: seen, ahead: MediaTime(nanoseconds: ahead),
            segment: .seconds(2))
    }

    @Test(
        "where the rest comes later than a second before the buffer is played",
        arguments: [(-1, nil), (0, nil)] as [(Int64, Int?)])
    func inTime(_ offset: Int64, _ rung: Int?) {
        #expect(lower(ladder(1000, rate * 2), ahead: 4 * second - offset) == rung)
        #expect(lower(ladder(1000, rate * 2), ahead: 3 * second) == 0)
    }

    @Test("a second after the first byte, unless it is paused", arguments: [(-1, nil), (0, 0)] as [(Int64, Int?)])
    func after(_ offset: Int64, _ rung: Int?) {
        #expect(lower(ladder(1000, rate * 2), receiving: second + offset, ahead: 2 * second) == rung)
        #expect(
            lower(ladder(1000, rate * 2), receiving: second + offset, ahead: 2 * second, isPaused: true) == nil)
    }

    @Test("for the highest that keeps playback from waiting", arguments: [(0, 1), (8, 0)] as [(Int64, Int)])
    func highest(_ offset: Int64, _ rung: Int) {
        // Two seconds of half of what comes take a second, which is what is ahead but for the reserve.
        #expect(lower(ladder(1000, rate / 2 + offset, rate * 2), ahead: 2 * second) == rung)
    }

    @Test(
        "or for the lowest, if playback then waits less by half a second",
        arguments: [(0, 0), (8, nil)] as [(Int64, Int?)])
    func gain(_ offset: Int64, _ rung: Int?) {
        // A second to spare: two of waiting, or of the lower one a second and a half.
        #expect(lower(ladder(rate * 5 / 4 + offset, rate * 2), ahead: 2 * second) == rung)
    }

    @Test("by a second with nothing to spare", arguments: [(0, 0), (8, nil)] as [(Int64, Int?)])
    func nothingToSpare(_ offset: Int64, _ rung: Int?) {
        #expect(lower(ladder(rate + offset, rate * 2), ahead: second) == rung)
    }
}
