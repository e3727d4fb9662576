import Testing

@testable import PlayerModel

private func ns(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count) }
private func media(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count) }
private func at(_ count: Int64) -> Instant { Instant(nanoseconds: count) }

/// A question from the beginning of the item, at 100 s of host time.
private func question(
    rate: Int32 = 1000, now: Int64 = 100_000_000_000, isPlaying: Bool = false, askedAt: Int64? = nil,
    followsStall: Bool = false
) -> KeepUp.Question {
    KeepUp.Question(
        place: .seconds(10), rate: Rate(thousandths: rate), now: at(now), isPlaying: isPlaying,
        askedAt: askedAt.map { at($0) }, followsStall: followsStall)
}

/// A buffer with `ahead` nanoseconds of media from 10 s on, in an item of 60 s.
private func buffer(
    ahead: Int64, throughput: ThroughputEstimate? = ThroughputEstimate(bits: 8_000_000_000, in: .seconds(1)),
    bytes: Int64 = 0, requests: Int64 = 0, nextBytes: Int64 = 0, nextRequests: Int64 = 0,
    lastChunkStart: Int64 = 59_000_000_000, latency: Int64 = 0, since: Int64? = 100_000_000_000, isFull: Bool = false
) -> BufferState {
    BufferState(
        playableEnd: media(10_000_000_000 + ahead), end: .seconds(60), isFull: isFull,
        awaited: .init(
            bytes: bytes, requests: requests, nextBytes: nextBytes, nextRequests: nextRequests,
            lastChunkStart: media(lastChunkStart)),
        throughput: throughput, latency: ns(latency), fetchingSince: since.map { at($0) })
}

@Suite("Every keep-up rule")
struct EveryKeepUpTests {
    @Test("has a name of its own, and says what it does")
    func hasName() {
        #expect(Set(KeepUp.all.map(\.name)).count == KeepUp.all.count)
        for rule in KeepUp.all {
            #expect(rule.about.hasSuffix("."))
            #expect(Set(rule.parameters.map(\.name)).count == rule.parameters.count)
        }
        #expect(KeepUp.all[0].name == "play-through", "the default is Apple's definition")
    }

    @Test("takes parameters in the order in which it states them", arguments: KeepUp.all)
    func takesParameters(rule: KeepUp) {
        #expect(rule.setting(rule.parameters.map(\.value)) == rule)
        let others = rule.parameters.indices.map { rule.parameters[$0].range.upperBound - Int64($0) }
        let other = rule.setting(others)
        #expect(other.name == rule.name)
        #expect(other.parameters.map(\.value) == others)
        #expect(other.parameters.map(\.name) == rule.parameters.map(\.name))
        for parameter in rule.parameters { #expect(parameter.range.contains(parameter.value)) }
    }

    @Test("is sure of what is loaded to the end", arguments: KeepUp.all)
    func isSureOfEverything(rule: KeepUp) {
        for end in [50_000_000_000, 50_000_000_001] as [Int64] {
            let verdict = rule.verdict(on: question(), seeing: buffer(ahead: end, throughput: nil))
            #expect(verdict == KeepUp.Verdict(.likely, .everythingLoaded))
        }
        let verdict = rule.verdict(on: question(), seeing: buffer(ahead: 49_999_999_999, throughput: nil))
        #expect(verdict.reason != .everythingLoaded)
    }

    @Test("has nothing to judge by with nothing ahead", arguments: KeepUp.all)
    func judgesNothing(rule: KeepUp) {
        for ahead in [0, -1] as [Int64] {
            for isPlaying in [true, false] {
                let asked = question(isPlaying: isPlaying, askedAt: 0)
                let verdict = rule.verdict(on: asked, seeing: buffer(ahead: ahead, isFull: true))
                #expect(verdict == KeepUp.Verdict(.nothingToJudgeBy, .nothingLoaded))
            }
        }
    }
}

@Suite("Plain keep-up rules")
struct PlainKeepUpTests {
    @Test("first-chunk starts with a nanosecond of media")
    func firstChunk() {
        let verdict = KeepUp.firstChunk.verdict(on: question(), seeing: buffer(ahead: 1, throughput: nil))
        #expect(verdict == KeepUp.Verdict(.likely, .firstChunkLoaded))
    }

    @Test("fixed-seconds starts with that much ahead and no less, more after a stall", arguments: [true, false])
    func fixedSeconds(followsStall: Bool) {
        let rule = KeepUp.fixedSeconds(start: .seconds(2), afterStall: .seconds(5))
        let wanted: Int64 = followsStall ? 5_000_000_000 : 2_000_000_000
        for ahead in [wanted - 1, wanted, wanted + 1] {
            let seen = buffer(ahead: ahead, throughput: nil)
            let verdict = rule.verdict(on: question(followsStall: followsStall), seeing: seen)
            let expected =
                ahead >= wanted
                ? KeepUp.Verdict(.likely, .enoughAhead(media(ahead)))
                : KeepUp.Verdict(.unlikely, .tooLittleAhead(media(ahead)))
            #expect(verdict == expected)
        }
        let playing = question(isPlaying: true, followsStall: followsStall)
        #expect(rule.verdict(on: playing, seeing: buffer(ahead: 1)).outlook == .likely, "it is a rule for starts")
    }

    @Test("hold-back-share starts a live stream with its part of HOLD-BACK ahead, and no less")
    func holdBackShare() {
        let rule = KeepUp.holdBackShare(share: 400_000, hysteresis: .zero, resumeMargin: .zero)
        for ahead in [7_999_999_999, 8_000_000_000] as [Int64] {
            var seen = buffer(ahead: ahead, throughput: nil)
            seen.edge = .init(
                listedEnd: .seconds(40), nextArrival: at(900_000_000_000), standsUntil: at(900_000_000_000),
                holdBack: .seconds(20))
            let expected =
                ahead >= 8_000_000_000
                ? KeepUp.Verdict(.likely, .enoughAhead(media(ahead)))
                : KeepUp.Verdict(.unlikely, .tooLittleAhead(media(ahead)))
            #expect(rule.verdict(on: question(), seeing: seen) == expected)
            #expect(rule.verdict(on: question(followsStall: true), seeing: seen) == expected)
        }
    }

    @Test("hold-back-share is play-through once it plays, and of what has an end", arguments: [true, false])
    func holdBackShareElsewhere(isPlaying: Bool) {
        let rule = KeepUp.holdBackShare(share: 400_000, hysteresis: .milliseconds(100), resumeMargin: .seconds(1))
        let other = KeepUp.playThrough(hysteresis: .milliseconds(100), resumeMargin: .seconds(1))
        for bytes in [1, 6, 7, 100] as [Int64] {
            var seen = buffer(ahead: 1_000_000_000, bytes: bytes * 1_000_000_000, requests: 1)
            if isPlaying {
                seen.edge = .init(
                    listedEnd: .seconds(40), nextArrival: at(130_000_000_000), standsUntil: at(900_000_000_000),
                    holdBack: .seconds(20))
            }
            let own = question(isPlaying: isPlaying)
            #expect(rule.verdict(on: own, seeing: seen) == other.verdict(on: own, seeing: seen))
        }
    }

    @Test("fixed-wait starts that long after it was asked, and says when")
    func fixedWait() {
        let rule = KeepUp.fixedWait(wait: .seconds(2))
        let seen = buffer(ahead: 1, throughput: nil)
        let start: Int64 = 102_000_000_000
        func verdict(now: Int64) -> KeepUp.Verdict {
            rule.verdict(on: question(now: now, askedAt: 100_000_000_000), seeing: seen)
        }
        #expect(verdict(now: start - 1) == KeepUp.Verdict(.unlikely, .stillWaiting(ns(1)), reconsiderAt: at(start)))
        #expect(verdict(now: start) == KeepUp.Verdict(.likely, .waitedEnough(.seconds(2))))
        #expect(verdict(now: start + 1) == KeepUp.Verdict(.likely, .waitedEnough(.seconds(2))))
        #expect(rule.verdict(on: question(isPlaying: true), seeing: seen).outlook == .likely)
        let unasked = rule.verdict(on: question(), seeing: seen)
        #expect(unasked == KeepUp.Verdict(.nothingToJudgeBy, .notAskedToPlay))
    }
}

/// With a byte per nanosecond, bytes read as nanoseconds of transfer.
@Suite("The rule play-through")
struct PlayThroughTests {
    private let rule = KeepUp.playThrough(hysteresis: ns(100), resumeMargin: ns(1000))

    private func likely(_ spare: Int64) -> KeepUp.Verdict {
        KeepUp.Verdict(.likely, .arrivesInTime(spare: ns(spare)))
    }

    private func unlikely(_ shortfall: Int64, at instant: Int64?) -> KeepUp.Verdict {
        KeepUp.Verdict(
            .unlikely, .arrivesTooLate(by: ns(shortfall)), reconsiderAt: instant.map { at(100_000_000_000 + $0) })
    }

    @Test("judges nothing before something was measured")
    func wantsMeasurements() {
        let verdict = rule.verdict(on: question(), seeing: buffer(ahead: 1_000_000_000, throughput: nil))
        #expect(verdict == KeepUp.Verdict(.nothingToJudgeBy, .nothingMeasured))
    }

    @Test("wants the next chunk when the buffer runs dry", arguments: [-1, 0, 1])
    func needsNextChunk(late: Int64) {
        let seen = buffer(
            ahead: 5000, bytes: 5000 + late, nextBytes: 5000 + late, lastChunkStart: 10_000_005_000)
        // The shortfall will be waited out after 1 ns, long before the chunk comes.
        #expect(rule.verdict(on: question(), seeing: seen) == (late > 0 ? unlikely(late, at: late) : likely(-late)))
    }

    @Test("wants the last chunk where that begins", arguments: [-1, 0, 1])
    func needsLastChunk(late: Int64) {
        let seen = buffer(ahead: 5000, bytes: 20_000 + late, nextBytes: 1000, lastChunkStart: 10_000_020_000)
        #expect(rule.verdict(on: question(), seeing: seen) == (late > 0 ? unlikely(late, at: late) : likely(-late)))
    }

    @Test("looks again when the shortfall is waited out, unless the next chunk comes first", arguments: [-1, 0, 1])
    func reconsiders(offset: Int64) {
        let shortfall = 1000 + offset
        let seen = buffer(ahead: 5000, bytes: 20_000 + shortfall, nextBytes: 1000, lastChunkStart: 10_000_020_000)
        let verdict = rule.verdict(on: question(), seeing: seen)
        #expect(verdict == unlikely(shortfall, at: offset < 0 ? shortfall : nil))
        guard let instant = verdict.reconsiderAt else { return }
        let again = rule.verdict(on: question(now: instant.nanoseconds), seeing: seen)
        #expect(again == likely(0), "at that instant it is just enough")
        let before = rule.verdict(on: question(now: instant.nanoseconds - 1), seeing: seen)
        #expect(before.outlook == .unlikely, "and a nanosecond before it is not")
    }

    /// What remains comes that much too late, with little ahead or with twenty seconds.
    private func late(_ late: Int64, isNear: Bool) -> BufferState {
        let ahead: Int64 = isNear ? 5000 : 20_000_000_000
        return buffer(
            ahead: ahead, bytes: ahead + 15_000 + late, nextBytes: 1000, lastChunkStart: 10_000_015_000 + ahead)
    }

    @Test(
        "bears a shortfall up to its hysteresis, but only while playing, and next to none of one that is near",
        arguments: [
            (1999, false), (2000, false), (2001, false), (1, true), (1000, true), (1003, true), (1004, true),
        ] as [(Int64, Bool)])
    func hasHysteresis(shortfall: Int64, isNear: Bool) {
        let rule = KeepUp.playThrough(hysteresis: ns(2000), resumeMargin: ns(1000))
        let seen = late(shortfall, isNear: isNear)
        var asked = question(isPlaying: true)
        #expect(rule.verdict(on: asked, seeing: seen).outlook == .unlikely, "what was unlikely has to be made up for")
        asked.wasLikely = true
        let playing = rule.verdict(on: asked, seeing: seen)
        // A byte more of what was measured, and two less of what is awaited, are three nanoseconds.
        let isBorne = shortfall <= (isNear ? 1003 : 2000)
        let rest = shortfall - (isNear && isBorne && shortfall > 1000 ? 3 : 0)
        #expect((playing.outlook == .likely) == isBorne)
        #expect(playing.reason == (isBorne ? .arrivesInTime(spare: ns(-rest)) : .arrivesTooLate(by: ns(rest))))
        #expect(rule.verdict(on: question(), seeing: seen).outlook == .unlikely)
        #expect(rule.verdict(on: question(followsStall: true), seeing: seen).outlook == .unlikely)
    }

    @Test("while playing, with much ahead, doubt is for going on; else it is against it")
    func benefitOfDoubt() {
        let rule = KeepUp.playThrough(hysteresis: .zero, resumeMargin: .zero)
        func isLikely(_ shortfall: Int64, isPlaying: Bool, wasLikely: Bool) -> Bool {
            var seen = late(shortfall, isNear: false)
            (seen.doubt, seen.credit) = (10, 100)
            var asked = question(isPlaying: isPlaying)
            asked.wasLikely = wasLikely
            return rule.verdict(on: asked, seeing: seen).outlook == .likely
        }
        // What remains arrives twenty seconds from now: ten millionths of it are 200 µs, and a hundred are 2 ms.
        #expect(isLikely(1_990_000, isPlaying: true, wasLikely: true))
        #expect(!isLikely(2_010_000, isPlaying: true, wasLikely: true))
        for (isPlaying, wasLikely) in [(false, true), (true, false)] {
            #expect(!isLikely(-190_000, isPlaying: isPlaying, wasLikely: wasLikely))
            #expect(isLikely(-210_000, isPlaying: isPlaying, wasLikely: wasLikely))
        }
    }

    @Test("while playing, wants a pause of late to spare where a stall is near", arguments: [99, 100, 101])
    func outlastsPauses(spare: Int64) {
        var asked = question(isPlaying: true)
        asked.wasLikely = true
        let rule = KeepUp.playThrough(hysteresis: .zero, resumeMargin: .zero)
        for isNear in [true, false] {
            var seen = late(-spare, isNear: isNear)
            seen.pause = ns(100)
            let verdict = rule.verdict(on: asked, seeing: seen)
            #expect((verdict.outlook == .likely) == (!isNear || spare >= 100))
            // With twenty seconds ahead, a stall is near ten seconds from now.
            let again = isNear || spare >= 100 ? nil : at(110_000_000_001)
            #expect(verdict.reconsiderAt == again || isNear, "\(verdict)")
        }
    }

    @Test("looks again when a stall is near, at whatever rate", arguments: [1000, 500, 250] as [Int32])
    func looksAgain(rate: Int32) {
        var asked = question(rate: rate, isPlaying: true)
        asked.wasLikely = true
        var seen = late(-1_000_000_000, isNear: false)
        seen.pause = .seconds(90)
        // Ten of the twenty seconds that are ahead have to be played, and a nanosecond.
        let after = 10_000_000_001 * 1000 / Int64(rate)
        #expect(rule.verdict(on: asked, seeing: seen).reconsiderAt == at(100_000_000_000 + after))
    }

    @Test("is likely again while playing with as much to spare, where that is near", arguments: [0, 99, 100])
    func risesWithSomethingToSpare(spare: Int64) {
        let asked = question(isPlaying: true)
        #expect(rule.verdict(on: asked, seeing: late(-spare, isNear: false)) == likely(spare))
        let near = rule.verdict(on: asked, seeing: late(-spare, isNear: true))
        #expect((near.outlook == .likely) == (spare >= 100))
        #expect(near.reason == (spare >= 100 ? .arrivesInTime(spare: ns(spare)) : .sparesTooLittle(ns(spare))))
    }

    @Test("wants a margin after a stall and after a change of the network", arguments: [999, 1000, 1001])
    func hasMargin(spare: Int64) {
        var seen = buffer(ahead: 5000, bytes: 20_000 - spare, nextBytes: 1000, lastChunkStart: 10_000_020_000)
        #expect(rule.verdict(on: question(), seeing: seen) == likely(spare))
        let isEnough = spare >= 1000
        #expect((rule.verdict(on: question(followsStall: true), seeing: seen).outlook == .likely) == isEnough)
        seen.isUnsettled = true
        let verdict = rule.verdict(on: question(), seeing: seen)
        #expect(verdict.reason == (isEnough ? .arrivesInTime(spare: ns(spare)) : .sparesTooLittle(ns(spare))))
        seen.isUnsettled = false
        seen.pause = ns(1000)
        #expect((rule.verdict(on: question(), seeing: seen).outlook == .likely) == isEnough, "as late as of late")
    }

    @Test("counts the latency once for every request that is to be answered", arguments: [-1, 0, 1])
    func countsLatency(late: Int64) {
        let next = buffer(
            ahead: 5000, bytes: 4000, requests: 1, nextBytes: 4000, nextRequests: 1, lastChunkStart: 10_000_005_000,
            latency: 1000 + late)
        #expect(rule.verdict(on: question(), seeing: next) == (late > 0 ? unlikely(late, at: late) : likely(-late)))
        let begun = buffer(
            ahead: 5000, bytes: 4000, nextBytes: 4000, lastChunkStart: 10_000_005_000, latency: 1000 + late)
        #expect(rule.verdict(on: question(), seeing: begun) == likely(1000))
        let last = buffer(
            ahead: 5000, bytes: 10_000, requests: 10, nextBytes: 1000, nextRequests: 1,
            lastChunkStart: 10_000_020_000,
            latency: 1000 + late)
        let verdict = rule.verdict(on: question(), seeing: last)
        #expect(verdict == (late > 0 ? unlikely(10 * late, at: 10 * late) : likely(-10 * late)))
    }

    /// All is there just when the last chunk is needed, and the first of the last request 2001 ns too late, or before.
    @Test("counts no chunk of which nothing is to come", arguments: [9999, 10_000] as [Int64])
    func countsNothingToCome(behind: Int64) {
        var seen = buffer(
            ahead: 5000, bytes: 10_000, requests: 10, nextBytes: 1000, nextRequests: 1,
            lastChunkStart: 10_000_020_000, latency: 1000)
        seen.awaited.lastRequest = .init(start: media(10_000_008_000), bytesBehind: behind, requestsBehind: 0)
        #expect(rule.verdict(on: question(), seeing: seen) == (behind < 10_000 ? unlikely(2001, at: nil) : likely(0)))
    }

    @Test("credits what has been on its way for a while")
    func creditsTransfer() {
        let begun = buffer(
            ahead: 5000, bytes: 6000, nextBytes: 6000, lastChunkStart: 10_000_005_000, since: 99_999_999_000)
        #expect(rule.verdict(on: question(), seeing: begun) == likely(0))
        let resting = buffer(ahead: 5000, bytes: 6000, nextBytes: 6000, lastChunkStart: 10_000_005_000, since: nil)
        #expect(rule.verdict(on: question(), seeing: resting) == unlikely(1000, at: nil))
    }

    @Test("reckons that an overdue chunk comes now, and delays all behind it")
    func countsOverdue() {
        // Due 1000 ns ago. All the rest takes 19,000 ns from now and is needed in 20,000 ns.
        func seen(ahead: Int64, bytes: Int64) -> BufferState {
            buffer(
                ahead: ahead, bytes: bytes, nextBytes: 1000, lastChunkStart: 10_000_020_000, since: 99_999_998_000)
        }
        #expect(rule.verdict(on: question(), seeing: seen(ahead: 5000, bytes: 21_000)) == likely(0))
        #expect(rule.verdict(on: question(), seeing: seen(ahead: 5000, bytes: 20_999)) == likely(1))
        #expect(rule.verdict(on: question(), seeing: seen(ahead: 5000, bytes: 21_001)) == unlikely(1, at: nil))
        #expect(rule.verdict(on: question(), seeing: seen(ahead: 300, bytes: 2000)) == likely(300))
    }

    @Test(
        "needs media sooner at a higher rate, and later at a lower",
        arguments: [(500, 40_000), (1000, 20_000), (1500, 13_333), (2000, 10_000), (32_000, 625)] as [(Int32, Int64)])
    func followsRate(thousandths: Int32, needed: Int64) {
        for late in [-1, 0, 1] as [Int64] {
            let seen = buffer(
                ahead: 20_000, bytes: needed + late, nextBytes: needed + late, lastChunkStart: 10_000_020_000)
            let verdict = rule.verdict(on: question(rate: thousandths), seeing: seen)
            #expect(verdict == (late > 0 ? unlikely(late, at: late) : likely(-late)))
        }
    }

    @Test("needs the last chunk no sooner than what is loaded before it ends")
    func needsNothingTwice() {
        let seen = buffer(ahead: 5000, bytes: 5000, nextBytes: 5000, lastChunkStart: 10_000_001_000)
        #expect(rule.verdict(on: question(), seeing: seen) == likely(0))
    }

    @Test("is not confused by what cannot be counted")
    func saturates() {
        let seen = buffer(
            ahead: 5000, throughput: ThroughputEstimate(bits: 1, in: .seconds(1_000_000)), bytes: .max / 8,
            requests: .max, nextBytes: 1000, nextRequests: 1, lastChunkStart: .max, latency: 1_000_000_000)
        for isPlaying in [false, true] {
            let asked = question(rate: 1, isPlaying: isPlaying)
            #expect(rule.verdict(on: asked, seeing: seen).outlook == .unlikely)
        }
        #expect(rule.verdict(on: question(followsStall: true), seeing: seen).outlook == .unlikely)
    }

    @Test("starts the movie of the session with 5.54 s at 0.858 of its bit rate (A.23)")
    func fitsTheSession() {
        // 39 s of 2 Mbit/s in chunks of 0.1 s over 1.716 Mbit/s; the person asks with 0.3 s loaded.
        let network = ThroughputEstimate(bits: 1716, in: .milliseconds(1))
        var loadedTo: Int64 = 0
        var now = Instant.zero
        var verdict = KeepUp.Verdict(.nothingToJudgeBy, .nothingLoaded)
        while verdict.outlook != .likely, loadedTo < 390 {
            loadedTo += 1
            let chunks = 390 - loadedTo
            now = .zero + network.time(forBytes: loadedTo * 25_000)
            let seen = BufferState(
                playableEnd: media(loadedTo * 100_000_000), end: .seconds(39), isFull: false,
                awaited: .init(
                    bytes: chunks * 25_000, requests: 0, nextBytes: 25_000, nextRequests: 0,
                    lastChunkStart: media(38_900_000_000)),
                throughput: network, latency: .zero, fetchingSince: now)
            let asked = KeepUp.Question(
                place: .zero, rate: .one, now: now, isPlaying: false, askedAt: .zero, followsStall: false)
            verdict = rule.verdict(on: asked, seeing: seen)
        }
        #expect((55...57).contains(loadedTo), "5.54 s of media, and a chunk more as the last one has to be in whole")
        #expect((6_400_000_000...6_700_000_000).contains(now.nanoseconds))
    }
}
