import PlayerModel
import Testing

/// A look at a live stream, in milliseconds, and the speed that follows, in thousandths.
private struct Look: Sendable {
    let rule: CatchUp
    let latency: Int64
    let ahead: Int64
    let speed: Int32

    init(_ rule: CatchUp, _ latency: Int64, ahead: Int64 = 6000, _ speed: Int32) {
        (self.rule, self.latency, self.ahead, self.speed) = (rule, latency, ahead, speed)
    }
}

private func shaka(target: Int64) -> CatchUp {
    CatchUp.shaka.setting([950, 1100, 250_000_000, 500_000_000, target * 1_000_000])
}

/// hls.js, which takes a second for no distance.
private let lenient = CatchUp.hlsJS.setting([1500, 250_000_000, 1_000_000_000, 1_000_000_000])

private func media(_ milliseconds: Int64) -> MediaTime { MediaTime(nanoseconds: milliseconds * 1_000_000) }

private func question(_ latency: Int64, ahead: Int64 = 6000, target: Int64 = 12_000, stale: Int64 = 0)
    -> CatchUp.Question
{
    CatchUp.Question(
        latency: media(latency), target: media(target), ahead: media(ahead), targetDuration: .seconds(4),
        staleness: media(stale))
}

@Suite("The speed at which a live stream is caught up with")
struct CatchUpTests {
    @Test(
        "is that of each rule",
        arguments: [
            Look(.never, 20_000, 1000),
            // A tenth of the error, between 0.97 and 1.03; 20 ms are none.
            Look(.exoPlayer, 12_100, 1010), Look(.exoPlayer, 11_900, 990), Look(.exoPlayer, 12_019, 1000),
            Look(.exoPlayer, 12_020, 1002), Look(.exoPlayer, 12_300, 1030), Look(.exoPlayer, 15_000, 1030),
            Look(.exoPlayer, 9000, 970),
            // With nothing ahead, 12.1 s is as near as it can be.
            Look(.exoPlayer, 12_100, ahead: 0, 1000),
            // 2 ÷ (1 + e^−0.75) is 1.358, and 2 ÷ (1 + e^−0.075) 1.037: twentieths.
            Look(.hlsJS, 13_000, 1350), Look(.hlsJS, 12_100, 1050), Look(.hlsJS, 11_000, 1000),
            Look(.hlsJS, 16_000, 1500),
            // The steps alone round 51 ms to nothing: what a tolerance leaves out is seen of a larger one.
            Look(.hlsJS, 12_051, 1000), Look(lenient, 13_000, 1000), Look(lenient, 13_001, 1350),
            // With a second ahead it does not, nor where it is 16 s behind what it wants to be.
            Look(.hlsJS, 13_000, ahead: 1000, 1000), Look(.hlsJS, 27_999, 1500), Look(.hlsJS, 28_000, 1000),
            // A second behind its place or more. It is slower where it wants to be farther behind than the tolerance.
            Look(.shaka, 13_001, 1100), Look(.shaka, 13_000, 1000), Look(.shaka, 11_999, 1000),
            Look(.shaka, 9000, 1000), Look(shaka(target: 800), 12_299, 950), Look(shaka(target: 800), 12_300, 1000),
            Look(shaka(target: 200), 11_600, 1000),
            // 0.5 + 1 ÷ (1 + e^−1) is 1.231. For 10 ms it would be 1.012, and a change of less than 0.02 is not made.
            Look(.dashJS, 12_200, 1231), Look(.dashJS, 11_800, 769), Look(.dashJS, 12_010, 1000),
            Look(.dashJS, 14_000, 1500),
            // A buffer of less than 0.3 s counts as dry, and one of more does not, stall or no stall.
            Look(.dashJS, 14_000, ahead: 299, 1000), Look(.dashJS, 14_000, ahead: 300, 1500),
            Look(.dashJS, 11_800, ahead: 299, 1000),
        ])
    fileprivate func speeds(look: Look) {
        var memory = CatchUp.Memory()
        if look.rule == .dashJS { memory.noteStall(.dashJS) }
        let speed = look.rule.speed(question(look.latency, ahead: look.ahead), &memory, at: .zero)
        #expect(speed.thousandths == look.speed)
    }

    @Test("after a stall ExoPlayer's target is half a second further back, and comes nearer by 0.03 s a look")
    func stalls() {
        let rule = CatchUp.exoPlayer
        var memory = CatchUp.Memory()
        _ = rule.speed(question(12_000), &memory, at: .zero)
        memory.noteStall(rule)
        #expect(memory.looksAt == .zero)
        var now = Instant.zero
        // The first look moves the 12.5 s already.
        for speed in [1003, 1006, 1009] as [Int32] {
            now = now + .seconds(1)
            memory.speed = .one
            #expect(rule.speed(question(12_500), &memory, at: now).thousandths == speed)
        }
    }

    @Test("each stall moves hls.js's target a second back, up to a target duration", arguments: 0..<7)
    func stalls(count: Int) {
        var memory = CatchUp.Memory()
        for _ in 0..<count { memory.noteStall(.hlsJS) }
        let target = 12_000 + 1000 * Int64(min(count, 4))
        #expect(CatchUp.hlsJS.speed(question(target + 50), &memory, at: .zero) == .one)
        #expect(CatchUp.hlsJS.speed(question(target + 100), &memory, at: .zero).thousandths == 1050)
    }

    @Test("hls.js is faster where the playlist is stale: 2 ÷ (1 + e^−2.75) is 1.88")
    func stale() {
        var memory = CatchUp.Memory()
        let fast = CatchUp.hlsJS.setting([2000, 250_000_000, 50_000_000, 1_000_000_000])
        #expect(fast.speed(question(13_000, stale: 2000), &memory, at: .zero).thousandths == 1900)
    }

    /// A segment of 6 s comes every 6 s, and until then each second brings it a second farther from the edge.
    @Test(
        "ExoPlayer's least distance is that of a hundred samples a second, of playing time alone",
        arguments: [false, true])
    func samples(isPaused: Bool) {
        // So slow that the speed tells the target: by 0.01 for each second of error.
        let rule = CatchUp.exoPlayer.setting([500, 1500, 1_000_000_000, 20_000_000, 500_000_000, 10_000])
        var memory = CatchUp.Memory()
        var (now, farthest, deviation) = (Instant.zero, 8.0, 0.0)
        _ = rule.speed(question(20_000, ahead: 12_000, target: 5000), &memory, at: now)
        for second in 1...120 {
            let possible = Double(8 + (second - 1) % 6)
            for sample in 1...100 {
                let seen = possible + Double(sample) / 100
                farthest = max(seen, 0.999 * farthest + 0.001 * seen)
                deviation = 0.999 * deviation + 0.001 * (farthest - seen)
            }
            now = now + .seconds(1)
            memory.note(possible: media(Int64(possible) * 1000 + 1000), rule, at: now)
            guard isPaused, second == 60 else { continue }
            now = now + .seconds(500)
            memory.beginSamples(at: now + .milliseconds(10))
        }
        let safe = Int64((farthest + 3 * deviation) * 1000)
        #expect(safe > 15_000)
        let speed = rule.speed(question(safe + 2000, ahead: safe + 2000 - 14_000, target: 5000), &memory, at: now)
        #expect(abs(speed.thousandths - 1020) <= 1)
    }

    @Test("a place that the app has sought is ExoPlayer's and dash.js's target from then on", arguments: CatchUp.all)
    func seeks(rule: CatchUp) {
        var memory = CatchUp.Memory()
        memory.noteJump(.sought(.seconds(60)), rule)
        #expect(memory.sought == (rule == .exoPlayer || rule == .dashJS ? .seconds(60) : nil))
        memory.noteJump(.ofStream(listed: .seconds(60)), rule)
        #expect(memory.sought == (rule == .dashJS ? .seconds(60) : nil))
        memory.noteResumed(at: .seconds(70), rule)
        #expect(memory.sought == (rule == .dashJS ? .seconds(70) : nil))
        memory.noteJump(.ofStream(listed: .seconds(69)), rule)
        #expect(memory.sought == nil)
        memory.noteJump(.sought(.seconds(60)), rule)
        memory.noteJump(.live, rule)
        #expect(memory.sought == nil)
    }

    @Test("its parameters are those it was given", arguments: CatchUp.all)
    func parameters(rule: CatchUp) {
        let values = rule.parameters.map(\.value)
        #expect(rule.setting(values) == rule)
        for (index, parameter) in rule.parameters.enumerated() {
            #expect(parameter.range.contains(parameter.value))
            var others = values
            others[index] =
                parameter.value == parameter.range.lowerBound
                ? parameter.range.upperBound : parameter.range.lowerBound
            #expect(rule.setting(others).parameters.map(\.value) == others)
        }
    }
}
