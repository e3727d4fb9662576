import Testing

@testable import PlayerModel

private func ns(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count) }
private func media(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count) }

/// The rule of that name, with the constants of the player.
private func rule(_ name: String) throws -> KeepUp { try #require(KeepUp.all.first { $0.name == name }) }

/// The rule with one constant another.
private func rule(_ name: String, _ parameter: String, _ value: Int64) throws -> KeepUp {
    let rule = try rule(name)
    let parameters = rule.parameters
    #expect(parameters.contains { $0.name == parameter })
    return rule.setting(parameters.map { $0.name == parameter ? value : $0.value })
}

/// When a rule is asked.
private enum Moment: CaseIterable {
    case beforeStart
    case afterStall
    case playing
}

/// A question from 10 s on.
private func question(_ moment: Moment = .beforeStart, rate: Int32 = 1000, wasLikely: Bool = false) -> KeepUp.Question
{
    var question = KeepUp.Question(
        place: .seconds(10), rate: Rate(thousandths: rate), now: .zero + .seconds(100), isPlaying: moment == .playing,
        askedAt: moment == .playing ? nil : .zero, followsStall: moment == .afterStall)
    question.wasLikely = wasLikely
    return question
}

/// A buffer with `ahead` nanoseconds from 10 s on, in an item of 60 s. A byte takes a nanosecond, so that `bytes` reads
/// as nanoseconds of download.
private func buffer(ahead: Int64, bytes: Int64 = .max / 8, isMeasured: Bool = true, isFull: Bool = false)
    -> BufferState
{
    BufferState(
        playableEnd: media(10_000_000_000 + ahead), end: .seconds(60), isFull: isFull,
        awaited: .init(bytes: bytes, requests: 1, nextBytes: 1, nextRequests: 1, lastChunkStart: .seconds(59)),
        throughput: isMeasured ? ThroughputEstimate(bits: 8, in: ns(1)) : nil, latency: .seconds(1),
        fetchingSince: nil)
}

/// Expects `rule` to want exactly that much ahead.
/// When a rule is to be asked again while it plays, `KeepUpWhilePlayingTests` tells.
extension KeepUp.Verdict {
    fileprivate var answer: Self { Self(outlook, reason) }
}

private func expect(
    _ rule: KeepUp, wants wanted: Int64, _ question: KeepUp.Question,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for ahead in max(1, wanted - 1)...wanted + 1 {
        let verdict = rule.verdict(on: question, seeing: buffer(ahead: ahead, isMeasured: false))
        let expected =
            ahead >= wanted
            ? KeepUp.Verdict(.likely, .enoughAhead(media(ahead)))
            : KeepUp.Verdict(.unlikely, .tooLittleAhead(media(ahead)))
        #expect(verdict.answer == expected, "\(rule.name), \(ahead) ns", sourceLocation: sourceLocation)
    }
}

@Suite("The rules of real players")
struct PlayerRulesTests {
    @Test("have the constants of those players")
    func haveConstants() {
        let milliseconds: [(String, [(String, Int64)])] = [
            ("exoplayer", [("start_s", 1000), ("after_stall_s", 2000)]),
            ("exoplayer-2023", [("start_s", 2500), ("after_stall_s", 5000)]),
            ("shaka", [("goal_s", 0), ("starving_s", 500)]),
            ("shaka-2023", [("goal_s", 2000), ("starving_s", 500)]),
            ("hls.js", []),
            ("dash.js", [("initial_buffer_s", 0), ("buffer_time_s", 18_000), ("stall_threshold_s", 300)]),
            ("vlc", [("network_caching_s", 1000)]),
            ("chromium-canplaythrough", []),
            ("firefox-canplaythrough", [("margin_s", 1000)]),
            ("webkit-mse-canplaythrough", []),
            ("chromium", [("audio_s", 200)]),
            ("firefox", [("preroll_s", 1000), ("ahead_s", 15_000), ("waited_s", 15_000)]),
            ("mpv", [("cache_pause_wait_s", 1000)]),
            ("gstreamer", [("high_s", 3000), ("low_s", 50)]),
            ("vlc-adaptive", [("min_buffer_s", 6000)]),
        ]
        let rules = KeepUp.all.suffix(milliseconds.count)
        #expect(rules.map(\.name) == milliseconds.map(\.0), "ours come first")
        for (rule, (_, constants)) in zip(rules, milliseconds) {
            #expect(rule.parameters.map(\.name) == constants.map(\.0))
            #expect(rule.parameters.map(\.value) == constants.map { $0.1 * 1_000_000 })
        }
    }

    @Test("keep their names and take every constant, whatever the others are", arguments: KeepUp.all)
    func takeParameters(rule: KeepUp) {
        for index in rule.parameters.indices {
            var values = rule.parameters.map(\.value)
            values[index] = 123_456_789
            let other = rule.setting(values)
            #expect(other.name == rule.name)
            #expect(other.about == rule.about)
            #expect(other.parameters.map(\.value) == values)
            #expect(other != rule)
        }
    }
}

@Suite("The rules of real players that look ahead of the playhead")
struct RulesByLengthTests {
    @Test(
        "ExoPlayer wants what lasts a second at the rate asked for, two after a stall",
        arguments: [("exoplayer", 1000, 2000), ("exoplayer-2023", 2500, 5000)] as [(String, Int64, Int64)],
        [250, 1000, 1333, 2000, 4000] as [Int32])
    func exoPlayer(constants: (name: String, start: Int64, afterStall: Int64), rate: Int32) throws {
        let rule = try rule(constants.name)
        let factor = Int64(rate) * 1000
        expect(rule, wants: constants.start * factor, question(rate: rate))
        expect(rule, wants: constants.afterStall * factor, question(.afterStall, rate: rate))
        expect(rule, wants: 1, question(.playing, rate: rate))
    }

    @Test("ExoPlayer's time is not rounded up: at rate 1.5 a nanosecond of media does not last one")
    func exoPlayerRounds() throws {
        expect(try rule("exoplayer", "start_s", 1), wants: 2, question(rate: 1500))
    }

    @Test("Shaka keeps up from its goal on, and no longer below half a second", arguments: Moment.allCases)
    fileprivate func shakaOf2023(moment: Moment) throws {
        let rule = try rule("shaka-2023")
        expect(rule, wants: 2_000_000_000, question(moment))
        expect(rule, wants: 500_000_000, question(moment, wasLikely: true))
        expect(rule, wants: 2_000_000_000, question(moment, rate: 2000))
    }

    @Test(
        "Shaka keeps up down to half its goal where that is less, rounded up",
        arguments: [(2_000_000_000, 500_000_000), (1_000_000_001, 500_000_000), (1_000_000_000, 500_000_000)]
            + [(999_999_999, 500_000_000), (999_999_998, 499_999_999), (3, 2), (2, 1), (1, 1)] as [(Int64, Int64)])
    func shakaHalves(goal: Int64, starving: Int64) throws {
        let rule = try rule("shaka-2023", "goal_s", goal)
        expect(rule, wants: goal, question())
        expect(rule, wants: starving, question(.playing, wasLikely: true))
    }

    @Test("Shaka is content with anything since its goal is 0", arguments: Moment.allCases, [true, false])
    fileprivate func shaka(moment: Moment, wasLikely: Bool) throws {
        expect(try rule("shaka"), wants: 1, question(moment, wasLikely: wasLikely))
    }

    @Test("Shaka's answer depends on the one before while the player plays")
    func shakaRemembers() throws {
        let rule = try rule("shaka-2023")
        var driver = PlayerDriver(at: .zero) { $0.keepUp = rule }
        driver.hand(.play, .empty)
        func load(_ ahead_ms: Int64) -> Bool {
            let loadedTo = driver.place + media(ahead_ms * 1_000_000)
            driver.hand(.bufferChanged, loadedTo: loadedTo, isFull: false)
            return driver.player.isLikelyToKeepUp
        }
        #expect(!load(1999))
        #expect(driver.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(load(2000))
        #expect(driver.player.timeControlStatus == .playing)
        driver.pass(milliseconds: 1000)
        #expect(load(500), "while it keeps up, half a second is enough")
        #expect(!load(499))
        #expect(driver.player.timeControlStatus == .playing, "to stall is AVFoundation's, and something is ahead")
        #expect(!load(1999), "then it takes the whole goal again")
        #expect(load(2000))
        driver.hand(.pause, loadedTo: driver.place + media(500_000_000), isFull: false)
        driver.hand(.play, loadedTo: driver.place + media(500_000_000), isFull: false)
        #expect(driver.player.timeControlStatus == .playing, "a pause does not make it forget")
    }

    @Test("hls.js has no threshold", arguments: Moment.allCases)
    fileprivate func hlsJS(moment: Moment) throws {
        let verdict = try rule("hls.js").verdict(on: question(moment), seeing: buffer(ahead: 1, isMeasured: false))
        #expect(verdict == KeepUp.Verdict(.likely, .firstChunkLoaded))
    }

    @Test("dash.js starts with anything, and wants 0.3 s after a stall or a seek, and while playing")
    func dashJS() throws {
        let rule = try rule("dash.js")
        expect(rule, wants: 1, question())
        var sought = question()
        sought.followsSeek = true
        expect(rule, wants: 300_000_000, sought)
        expect(rule, wants: 300_000_000, question(.afterStall))
        expect(rule, wants: 300_000_000, question(.playing))
    }

    @Test(
        "dash.js starts with its initial level, but waits for no more than its buffer holds",
        arguments: [(1, 1), (4_000_000_000, 4_000_000_000), (18_000_000_001, 18_000_000_000)] as [(Int64, Int64)])
    func dashJSInitially(level: Int64, wanted: Int64) throws {
        let rule = try rule("dash.js", "initial_buffer_s", level)
        expect(rule, wants: wanted, question())
        expect(rule, wants: 300_000_000, question(.afterStall))
    }

    @Test("VLC wants its caching before a start as after a stall")
    func vlc() throws {
        let rule = try rule("vlc")
        expect(rule, wants: 1_000_000_000, question())
        expect(rule, wants: 1_000_000_000, question(.afterStall))
        expect(rule, wants: 1_000_000_000, question(rate: 2000))
        expect(rule, wants: 1, question(.playing))
    }
}

@Suite("The rules of media elements and desktop players")
struct NativeStartTests {
    @Test("Chromium's element wants 0.2 s ready, at a start as after a stall", arguments: [1000, 2000] as [Int32])
    func chromium(rate: Int32) throws {
        let rule = try rule("chromium")
        expect(rule, wants: 200_000_000, question(rate: rate))
        expect(rule, wants: 200_000_000, question(.afterStall, rate: rate))
        expect(rule, wants: 1, question(.playing, rate: rate))
    }

    @Test("Firefox's element wants its preroll before a start")
    func firefoxStarts() throws {
        let rule = try rule("firefox")
        expect(rule, wants: 1_000_000_000, question())
        expect(rule, wants: 1, question(.playing))
    }

    @Test("Firefox's element buffers after a stall: 15 s of media, or 15 s of waiting, or a rest that comes in time")
    func firefoxBuffers() throws {
        let rule = try rule("firefox")
        var asked = question(.afterStall)
        asked.askedAt = .zero + .milliseconds(85_001)
        func verdict(_ ahead: Int64, bytes: Int64 = .max / 8) -> KeepUp.Verdict {
            rule.verdict(on: asked, seeing: buffer(ahead: ahead, bytes: bytes))
        }
        let wait = KeepUp.Verdict(
            .unlikely, .stillWaiting(.milliseconds(1)), reconsiderAt: asked.now + .milliseconds(1))
        #expect(verdict(999_999_999).outlook == .unlikely)
        #expect(verdict(1_000_000_000) == wait)
        #expect(verdict(14_999_999_999) == wait)
        #expect(verdict(15_000_000_000).outlook == .likely)
        #expect(verdict(2_000_000_000, bytes: 50_000_000_000).outlook == .likely, "the rest comes just in time")
        #expect(verdict(2_000_000_000, bytes: 50_000_000_001) == wait)
        asked.askedAt = .zero + .seconds(85)
        #expect(verdict(1_000_000_000) == KeepUp.Verdict(.likely, .waitedEnough(.seconds(15))))
        #expect(verdict(999_999_999).outlook == .unlikely, "the preroll comes last")
        #expect(rule.parameters[2].about == "Time after which buffering ends with 'preroll_s' ahead.")
    }

    @Test("mpv starts with anything, and caches a second after a stall, unless fetching rests")
    func mpv() throws {
        let rule = try rule("mpv")
        expect(rule, wants: 1, question())
        expect(rule, wants: 1, question(.playing))
        expect(rule, wants: 1_000_000_000, question(.afterStall))
        let resting = rule.verdict(on: question(.afterStall), seeing: buffer(ahead: 1, isFull: true))
        #expect(resting == KeepUp.Verdict(.likely, .fetchingRests))
    }

    @Test("GStreamer keeps up from its high watermark on, down to the low one", arguments: Moment.allCases)
    fileprivate func gstreamer(moment: Moment) throws {
        let rule = try rule("gstreamer")
        expect(rule, wants: 3_000_000_000, question(moment))
        expect(rule, wants: 50_000_000, question(moment, wasLikely: true))
    }

    @Test("VLC's streams wait for 6 s once")
    func vlc() throws {
        let rule = try rule("vlc-adaptive")
        expect(rule, wants: 6_000_000_000, question())
        expect(rule, wants: 1, question(.afterStall))
        expect(rule, wants: 1, question(.playing))
    }
}

/// Cases in which the media left to play is 50 s at natural speed.
@Suite("The rules of real players that hold downloading against playing")
struct RulesByThroughputTests {
    private func verdict(spare: Int64) -> KeepUp.Verdict { KeepUp.Verdict(.likely, .arrivesInTime(spare: ns(spare))) }
    private func verdict(late: Int64) -> KeepUp.Verdict { KeepUp.Verdict(.unlikely, .arrivesTooLate(by: ns(late))) }

    @Test(
        "judge nothing before something was measured",
        arguments: ["chromium-canplaythrough", "firefox-canplaythrough", "webkit-mse-canplaythrough"])
    func wantMeasurements(name: String) throws {
        let seen = buffer(ahead: 2_000_000_000, bytes: 1, isMeasured: false)
        let verdict = try rule(name).verdict(on: question(), seeing: seen)
        #expect(verdict == KeepUp.Verdict(.nothingToJudgeBy, .nothingMeasured))
    }

    @Test(
        "Chromium wants the download to end before playing does, at the rate asked for", arguments: Moment.allCases,
        [(500, 100_000_000_000), (1000, 50_000_000_000), (2000, 25_000_000_000)] as [(Int32, Int64)])
    fileprivate func chromium(moment: Moment, left: (rate: Int32, nanoseconds: Int64)) throws {
        let rule = try rule("chromium-canplaythrough")
        func verdict(_ bytes: Int64) -> KeepUp.Verdict {
            rule.verdict(on: question(moment, rate: left.rate), seeing: buffer(ahead: 1, bytes: bytes))
        }
        #expect(verdict(left.nanoseconds - 1) == self.verdict(spare: 1))
        #expect(verdict(left.nanoseconds) == self.verdict(late: 0))
        #expect(verdict(left.nanoseconds + 1) == self.verdict(late: 1))
    }

    @Test("Chromium is sure while fetching rests, Firefox and WebKit are not")
    func rests() throws {
        let seen = buffer(ahead: 2_000_000_000, isMeasured: false, isFull: true)
        let chromium = try rule("chromium-canplaythrough").verdict(on: question(), seeing: seen)
        #expect(chromium == KeepUp.Verdict(.likely, .fetchingRests))
        for name in ["firefox-canplaythrough", "webkit-mse-canplaythrough"] {
            #expect(try rule(name).verdict(on: question(), seeing: seen).outlook != .likely)
        }
    }

    @Test(
        "Firefox wants the download to end no later than playing would at natural speed", arguments: Moment.allCases,
        [500, 1000, 2000] as [Int32])
    fileprivate func firefox(moment: Moment, rate: Int32) throws {
        let rule = try rule("firefox-canplaythrough")
        func verdict(_ bytes: Int64) -> KeepUp.Verdict {
            rule.verdict(on: question(moment, rate: rate), seeing: buffer(ahead: 1_000_000_001, bytes: bytes)).answer
        }
        #expect(verdict(49_999_999_999) == self.verdict(spare: 1))
        #expect(verdict(50_000_000_000) == self.verdict(spare: 0))
        #expect(verdict(50_000_000_001) == self.verdict(late: 1))
    }

    @Test("Firefox wants more than its margin, however fast the network is", arguments: Moment.allCases)
    fileprivate func firefoxMargin(moment: Moment) throws {
        let rule = try rule("firefox-canplaythrough")
        for ahead in [999_999_999, 1_000_000_000] as [Int64] {
            let verdict = rule.verdict(on: question(moment), seeing: buffer(ahead: ahead, bytes: 1))
            #expect(verdict == KeepUp.Verdict(.unlikely, .tooLittleAhead(media(ahead))))
        }
        let more = rule.verdict(on: question(moment), seeing: buffer(ahead: 1_000_000_001, bytes: 1))
        #expect(more.answer == verdict(spare: 49_999_999_999))
    }

    @Test(
        "WebKit wants the download to end before playing would at natural speed", arguments: Moment.allCases,
        [500, 1000, 2000] as [Int32])
    fileprivate func webKit(moment: Moment, rate: Int32) throws {
        let rule = try rule("webkit-mse-canplaythrough")
        func verdict(_ bytes: Int64) -> KeepUp.Verdict {
            rule.verdict(on: question(moment, rate: rate), seeing: buffer(ahead: 1, bytes: bytes))
        }
        #expect(verdict(49_999_999_999) == self.verdict(spare: 1))
        #expect(verdict(50_000_000_000) == self.verdict(late: 0))
        #expect(verdict(50_000_000_001) == self.verdict(late: 1))
    }

    @Test(
        "are not confused by what cannot be counted",
        arguments: ["chromium-canplaythrough", "firefox-canplaythrough", "webkit-mse-canplaythrough"])
    func saturate(name: String) throws {
        var seen = buffer(ahead: 2_000_000_000, bytes: .max)
        seen.throughput = ThroughputEstimate(bits: 1, in: ns(.max))
        seen.end = .unlimited
        for rate in [1, 1000, 32_000] as [Int32] {
            #expect(try rule(name).verdict(on: question(rate: rate), seeing: seen).outlook == .unlikely)
        }
    }
}
