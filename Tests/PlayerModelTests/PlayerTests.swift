import Testing

@testable import PlayerModel

@Suite("A player")
struct PlayerTests {
    @Test("keeps its rate over a stall, waits, and resumes by itself (A.12)")
    func resumes() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.setRate(Rate(thousandths: 1500)), loadedTo: .seconds(3))
        #expect(driver.causes == [.bufferFull])
        driver.pass(milliseconds: 2000)
        driver.hand(.deadline, loadedTo: .seconds(3), isFull: false)
        #expect(driver.count(.playbackStalled) == 1)
        #expect(driver.causes == [.stalled])
        #expect(driver.player.rate == Rate(thousandths: 1500))
        #expect(driver.player.timebaseRate == .zero)
        #expect(driver.place == .seconds(3))
        driver.pass(milliseconds: 2000)
        driver.hand(.bufferChanged, loadedTo: .seconds(4), isFull: false)
        #expect(driver.player.reasonForWaitingToPlay == .toMinimizeStalls)
        #expect(driver.place == .seconds(3))
        driver.hand(.bufferChanged, loadedTo: .seconds(60))
        #expect(driver.player.state == .playing(Rate(thousandths: 1500)))
        #expect(driver.count(.timebase(Rate(thousandths: 1500), at: .seconds(3))) == 1)
    }

    @Test("without autowait drops its rate at a stall, and does not resume (B.3)")
    func doesNotResume() {
        var driver = PlayerDriver(at: .zero) { $0.automaticallyWaits = false }
        driver.hand(.play, loadedTo: .seconds(3))
        driver.pass(milliseconds: 3000)
        driver.hand(.deadline, loadedTo: .seconds(3))
        #expect(driver.count(.playbackStalled) == 1)
        #expect(driver.player.state == .paused)
        #expect(driver.player.rate == .zero)
        driver.hand(.bufferChanged, loadedTo: .seconds(60))
        #expect(driver.player.state == .paused)
        driver.hand(.play, loadedTo: .seconds(60))
        #expect(driver.player.state == .playing(.one))
    }

    @Test("is paused for want of media until it is asked for anything or has another item", arguments: [true, false])
    func pausedForMedia(isItem: Bool) {
        var driver = PlayerDriver(at: .zero) { $0.automaticallyWaits = false }
        driver.hand(.play, loadedTo: .seconds(3))
        driver.pass(milliseconds: 3000)
        driver.hand(.deadline, loadedTo: .seconds(3))
        #expect(driver.player.isPausedForMedia)
        driver.hand(isItem ? .replaceCurrentItem(.minute(1)) : .pause, .empty)
        #expect(driver.player.state == .paused && !driver.player.isPausedForMedia)
    }

    @Test("that is to play immediately with nothing loaded waits without a notification, and posts one later (B.4)")
    func playsImmediately() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.playImmediately(.one), .empty)
        #expect(driver.causes == [.nothingLoaded])
        #expect(driver.player.reasonForWaitingToPlay == .toMinimizeStalls)
        #expect(driver.count(.playbackStalled) == 0)
        driver.hand(.playImmediately(.one), loadedTo: .seconds(1))
        #expect(driver.player.state == .playing(.one))
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, loadedTo: .seconds(1))
        #expect(driver.count(.playbackStalled) == 1)
    }

    @Test("without autowait and with nothing loaded stays paused, and says so each time", arguments: [true, false])
    func staysPaused(immediately: Bool) {
        var driver = PlayerDriver(at: .zero) {
            $0.automaticallyWaits = false
            $0.earlyRequest = immediately ? .remembered : .dropped
        }
        for _ in 0..<2 {
            driver.hand(immediately ? .playImmediately(.one) : .play, .empty)
            #expect(driver.causes == [immediately ? .nothingLoaded : .dropped])
            #expect(driver.player.state == .paused)
            #expect(driver.count(.playbackStalled) == 0)
        }
    }

    @Test("without autowait remembers a request until there is media, which it does not judge (B.1, just_audio #43)")
    func remembers() {
        for withItem in [true, false] {
            var driver = PlayerDriver { $0.automaticallyWaits = false }
            if withItem { driver.hand(.replaceCurrentItem(.minute()), .empty) }
            driver.hand(.setRate(Rate(thousandths: 1500)), .empty)
            #expect(driver.causes == [.remembered])
            #expect(driver.player.reasonForWaitingToPlay == (withItem ? .evaluatingBufferingRate : .noItemToPlay))
            if !withItem { driver.hand(.replaceCurrentItem(.minute()), .empty) }
            driver.pass(milliseconds: 20_000)
            driver.hand(.bufferChanged, .empty)
            #expect(driver.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
            driver.hand(.bufferChanged, .unlikely)
            #expect(driver.causes == [.remembered])
            #expect(driver.player.state == .playing(Rate(thousandths: 1500)))
            driver.hand(.bufferChanged, .empty)
            #expect(driver.player.state == .paused, "what stalls is not remembered")
        }
    }

    @Test("says why it starts", arguments: [(Loaded.likely, true), (.complete, true), (.full, false)])
    func saysWhy(loaded: Loaded, isJudged: Bool) {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.play, .empty)
        #expect(driver.causes == [.judged(.nothingLoaded)])
        driver.hand(.bufferChanged, loaded)
        #expect(driver.causes.count == 1)
        if case .judged = driver.causes.first { #expect(isJudged) } else { #expect(driver.causes == [.bufferFull]) }
    }

    @Test("goes from evaluating over minimizing to playing, as the field observes")
    func evaluatesFirst() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.play, .empty)
        var reasons = [driver.player.reasonForWaitingToPlay]
        for loaded in [Loaded.unmeasured, .unlikely, .likely] {
            driver.hand(.bufferChanged, loaded)
            reasons.append(driver.player.reasonForWaitingToPlay)
        }
        #expect(reasons == [.evaluatingBufferingRate, .evaluatingBufferingRate, .toMinimizeStalls, nil])
        #expect(driver.player.timeControlStatus == .playing)
    }

    @Test("evaluates for so long at most, asks to be woken then, and does not evaluate again", arguments: [0, 1, 5])
    func evaluates(seconds: Int64) {
        var driver = PlayerDriver(at: .zero) { $0.evaluation = .seconds(seconds) }
        driver.hand(.play, .empty)
        if seconds > 0 {
            #expect(driver.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
            #expect(driver.deadlines == [.zero + .seconds(seconds)])
            driver.now = .zero + .seconds(seconds)
            driver.now = Instant(nanoseconds: driver.now.nanoseconds - 1)
            driver.hand(.bufferChanged, .unmeasured)
            #expect(driver.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
            driver.now = .zero + .seconds(seconds)
            driver.hand(.deadline, .empty)
        }
        #expect(driver.causes == [.evaluated])
        #expect(driver.player.reasonForWaitingToPlay == .toMinimizeStalls)
        driver.hand(.seek(to: .seconds(30), before: .zero, after: .zero), .empty)
        driver.hand(.bufferChanged, .unmeasured)
        #expect(driver.player.reasonForWaitingToPlay == .toMinimizeStalls)
        driver.hand(.bufferChanged, .likely)
        #expect(driver.player.state == .playing(.one))
    }

    @Test("waits by itself on iOS 9 for a stream, whatever was set (A.10)", arguments: [true, false])
    func waitsForStreamOnIOS9(autowait: Bool) {
        var driver = PlayerDriver(at: .zero, ofStream: true) {
            $0.linkedOn = .iOS9
            $0.automaticallyWaits = autowait
        }
        driver.hand(.play, .unlikely)
        #expect(driver.player.reasonForWaitingToPlay == .toMinimizeStalls)
        driver.hand(.setAutomaticallyWaits(false), .unlikely)
        #expect(driver.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    }

    @Test("plays a file on iOS 9 as soon as anything is loaded, whatever was set (A.9)", arguments: [true, false])
    func playsFileOnIOS9(autowait: Bool) {
        var driver = PlayerDriver(at: .zero, ofStream: false) {
            $0.linkedOn = .iOS9
            $0.automaticallyWaits = autowait
        }
        driver.hand(.playImmediately(.one), .empty)
        #expect(driver.player.state == .paused)
        driver.hand(.play, .empty)
        #expect(driver.causes == [.remembered])
        driver.hand(.bufferChanged, .unlikely)
        #expect(driver.player.state == .playing(.one))
        driver.hand(.bufferChanged, .empty)
        #expect(driver.player.state == .paused)
        #expect(driver.count(.playbackStalled) == 1)
    }

    @Test("on iOS 9 waits for an item, then as the item's kind does", arguments: [true, false])
    func waitsForItemOnIOS9(isStream: Bool) {
        for early in EarlyRequest.allCases {
            var driver = PlayerDriver {
                $0.linkedOn = .iOS9
                $0.earlyRequest = early
            }
            driver.hand(.play, .empty)
            #expect(driver.player.reasonForWaitingToPlay == .noItemToPlay)
            driver.hand(.replaceCurrentItem(.minute(isStream: isStream)), .unlikely)
            #expect(driver.player.timeControlStatus == (isStream ? .waitingToPlayAtSpecifiedRate : .playing))
        }
    }

    @Test("plays at its default rate, which changes no rate that was asked for")
    func hasDefaultRate() {
        var driver = PlayerDriver(at: .zero) { $0.defaultRate = Rate(thousandths: 1250) }
        driver.hand(.play, .likely)
        #expect(driver.player.rate == Rate(thousandths: 1250))
        driver.hand(.setDefaultRate(Rate(thousandths: 500)), .likely)
        #expect(driver.player.timebaseRate == Rate(thousandths: 1250))
        driver.hand(.play, .likely)
        #expect(driver.player.timebaseRate == Rate(thousandths: 500))
    }

    @Test("takes another rate from where it is")
    func changesRate() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.play, .likely)
        driver.pass(milliseconds: 1000)
        driver.hand(.setRate(Rate(thousandths: 2000)), .likely)
        #expect(driver.count(.timebase(Rate(thousandths: 2000), at: .seconds(1))) == 1)
        driver.pass(milliseconds: 1000)
        driver.hand(.setRate(Rate(thousandths: 500)), .likely)
        driver.pass(milliseconds: 1000)
        #expect(driver.place == MediaTime(nanoseconds: 3_500_000_000))
    }

    @Test("announces nothing where it is asked for what it does already", arguments: [Loaded.likely, .empty])
    func repeatsNothing(loaded: Loaded) {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.play, loaded)
        driver.pass(milliseconds: 500)
        for input in [PlayerInput.play, .setRate(.one), .setDefaultRate(.one), .setAutomaticallyWaits(true)] {
            driver.hand(input, loaded)
            #expect(driver.effects == [])
        }
    }

    @Test("keeps the beginning of its wait while another rate is asked for")
    func keepsWaiting() {
        var driver = PlayerDriver(at: .zero) { $0.keepUp = .fixedWait(wait: .seconds(2)) }
        driver.pass(milliseconds: 500)
        driver.hand(.play, .unlikely)
        #expect(driver.deadlines == [Instant(nanoseconds: 2_500_000_000)])
        driver.pass(milliseconds: 1000)
        driver.hand(.setRate(Rate(thousandths: 2000)), .unlikely)
        #expect(driver.player.rate == Rate(thousandths: 2000))
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, .unlikely)
        #expect(driver.player.state == .playing(Rate(thousandths: 2000)))
    }

    @Test("wants as much ahead as its rule does after a stall, until it is paused")
    func remembersItsStall() {
        var driver = PlayerDriver(at: .zero) {
            $0.keepUp = .fixedSeconds(start: .seconds(2), afterStall: .seconds(5))
        }
        driver.hand(.play, loadedTo: .seconds(2), isFull: false)
        #expect(driver.player.state == .playing(.one))
        driver.pass(milliseconds: 2000)
        driver.hand(.deadline, loadedTo: .seconds(2), isFull: false)
        driver.hand(.bufferChanged, loadedTo: MediaTime(nanoseconds: 6_999_999_999), isFull: false)
        #expect(driver.player.reasonForWaitingToPlay == .toMinimizeStalls)
        var another = driver
        driver.hand(.bufferChanged, loadedTo: .seconds(7), isFull: false)
        #expect(driver.player.state == .playing(.one))
        another.hand(.pause, loadedTo: .seconds(4), isFull: false)
        another.hand(.play, loadedTo: .seconds(4), isFull: false)
        #expect(another.player.state == .playing(.one))
    }

    @Test("would be projected wrongly by its rate while it waits, and rightly by its timebase's rate (A.34)")
    func isProjectedByTimebase() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.play, .likely)
        driver.pass(milliseconds: 2000)
        driver.hand(.deadline, .empty)
        #expect(driver.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        let (shown, later) = (driver.place, TimeAmount.seconds(3))
        let byRate = shown + driver.player.rate.media(passingIn: later)
        let byTimebase = shown + driver.player.timebaseRate.media(passingIn: later)
        driver.pass(milliseconds: 3000)
        driver.hand(.bufferChanged, .likely)
        #expect(driver.place == byTimebase)
        #expect(byRate - driver.place == .seconds(3), "the app would show 3 s of media that were never played")
    }

    @Test(
        "stops at the last loaded nanosecond at every rate, and no nanosecond sooner than it must",
        arguments: [1, 7, 333, 500, 999, 1000, 1001, 1250, 1500, 1999, 2000, 2001, 3000, 16_001, 31_999, 32_000],
        [true, false])
    func stopsOnTheBoundary(thousandths: Int32, isEnd: Bool) {
        let rate = Rate(thousandths: thousandths)
        for boundary in [1, 2, 999, 1001, 123_456_789, 1_000_000_007, 29_999_999_999] as [Int64] {
            let boundary = MediaTime(nanoseconds: boundary)
            var driver = PlayerDriver(at: .zero) { if isEnd { $0.forwardPlaybackEndTime = boundary } }
            driver.hand(.setRate(rate), loadedTo: boundary)
            #expect(driver.deadlines.count == 1)
            driver.now = Instant(nanoseconds: driver.deadlines[0].nanoseconds - 1)
            driver.hand(.deadline, loadedTo: boundary)
            #expect(driver.effects == [] && driver.place < boundary)
            driver.now = Instant(nanoseconds: driver.now.nanoseconds + 1)
            driver.hand(.deadline, loadedTo: boundary)
            #expect(driver.count(isEnd ? .didPlayToEndTime : .playbackStalled) == 1)
            #expect(driver.place == boundary)
        }
    }

    @Test("does not repeat an armed deadline for a later one, and asks again when it has come")
    func armsLazily() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.play, loadedTo: .seconds(2))
        #expect(driver.deadlines == [Instant(nanoseconds: 2_000_000_000)])
        driver.pass(milliseconds: 500)
        driver.hand(.bufferChanged, loadedTo: .seconds(5))
        #expect(driver.deadlines == [], "the earlier one still comes")
        driver.pass(milliseconds: 500)
        driver.hand(.deadline, loadedTo: .seconds(5))
        #expect(driver.deadlines == [], "this is not yet the one that was asked for")
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, loadedTo: .seconds(5))
        #expect(driver.deadlines == [Instant(nanoseconds: 5_000_000_000)])
        driver.hand(.setRate(Rate(thousandths: 2000)), loadedTo: .seconds(5))
        #expect(driver.deadlines == [Instant(nanoseconds: 3_500_000_000)], "an earlier one is asked for at once")
    }

    @Test("judges how long its media lasts by the pace at which its clock moves (A.34)")
    func judgesByPace() {
        var driver = PlayerDriver(at: .zero) {
            $0.keepUp = .shaka(.of2023, goal: .seconds(8), starving: .seconds(4))
        }
        driver.hand(.play, loadedTo: .seconds(10))
        #expect(driver.deadlines == [Instant(nanoseconds: 6_000_000_001)])
        driver.hand(.setPace(Rate(thousandths: 1500)), loadedTo: .seconds(10))
        #expect(driver.deadlines == [Instant(nanoseconds: 4_000_000_001)])
    }

    @Test("shows the flags of its buffer, full and unlikely to keep up among them (B.7)")
    func showsFlags() {
        var driver = PlayerDriver(at: .zero)
        for (loaded, likely, full, empty) in [
            (.empty, false, false, true), (.unmeasured, false, false, false), (.unlikely, false, false, false),
            (.full, false, true, false), (.likely, true, false, false), (.complete, true, false, false),
            (.empty, false, false, true),
        ] as [(Loaded, Bool, Bool, Bool)] {
            driver.hand(.bufferChanged, loaded)
            #expect(driver.player.isLikelyToKeepUp == likely)
            #expect(driver.player.isBufferFull == full)
            #expect(driver.player.isBufferEmpty == empty)
            driver.hand(.bufferChanged, loaded)
            #expect(driver.effects == [], "what does not change is not announced")
        }
    }

    @Test("loses its flags with its item")
    func losesFlags() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.bufferChanged, .complete)
        driver.hand(.replaceCurrentItem(nil), .empty)
        #expect(driver.count(.likelyToKeepUp(false, .nothingLoaded)) == 1)
        #expect(driver.count(.bufferEmpty(true)) == 1)
    }
}
