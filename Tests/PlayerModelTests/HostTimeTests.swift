import Testing

@testable import PlayerModel

@Suite("setRate(_:time:atHostTime:)")
struct HostTimeTests {
    private let double = Rate(thousandths: 2000)

    /// A player that does not wait automatically, and is asked at 10 s.
    private func asked(
        _ rate: Rate, _ itemTime: MediaTime?, _ hostSeconds: Int64?, _ loaded: Loaded = .complete,
        _ change: (inout PlayerSettings) -> Void = { _ in }
    ) -> PlayerDriver {
        var driver = PlayerDriver(at: .zero) {
            $0.automaticallyWaits = false
            change(&$0)
        }
        driver.hand(.bufferChanged, .complete)
        driver.pass(milliseconds: 10_000)
        let host = hostSeconds.map { Instant(nanoseconds: $0 * 1_000_000_000) }
        driver.hand(.setRateAtHostTime(rate, itemTime: itemTime, hostTime: host), loaded)
        return driver
    }

    @Test("raises an exception with autowait, and changes nothing (A.33)", arguments: [PlayerItem.minute(), nil])
    func raises(item: PlayerItem?) {
        var driver = PlayerDriver()
        driver.hand(.replaceCurrentItem(item), .complete)
        driver.hand(.setRateAtHostTime(.one, itemTime: .seconds(5), hostTime: nil), .complete)
        #expect(driver.effects == [.announce(.exception(.setRateAtHostTimeWhileWaitingAutomatically))])
        #expect(driver.place == .zero)
    }

    @Test("raises nothing on iOS 9, which has no autowait", arguments: [true, false])
    func raisesNothingOnIOS9(isStream: Bool) {
        var driver = PlayerDriver(at: .zero, ofStream: isStream) { $0.linkedOn = .iOS9 }
        driver.hand(.setRateAtHostTime(.one, itemTime: .seconds(5), hostTime: nil), .complete)
        #expect(driver.player.state == .playing(.one))
        #expect(driver.place == .seconds(5))
    }

    @Test("without a host time starts now", arguments: [nil, 10])
    func startsNow(host: Int64?) {
        var driver = asked(double, .seconds(5), host)
        #expect(driver.count(.timebase(double, at: .seconds(5))) == 1)
        #expect(driver.seeksFinished == [], "it is no seek")
        driver.pass(milliseconds: 1000)
        #expect(driver.place == .seconds(7))
    }

    @Test("without an item time starts from where it is")
    func startsHere() {
        var driver = asked(.one, .seconds(5), nil)
        driver.pass(milliseconds: 1000)
        driver.hand(.setRateAtHostTime(double, itemTime: nil, hostTime: nil), .complete)
        #expect(driver.count(.timebase(double, at: .seconds(6))) == 1)
    }

    @Test("in the past starts where it would be by now")
    func startsInThePast() {
        let driver = asked(double, .seconds(5), 7)
        #expect(driver.place == .seconds(11))
        #expect(driver.player.timebaseRate == double)
    }

    @Test("in the future holds the timebase until then")
    func startsInTheFuture() {
        var driver = asked(double, .seconds(5), 13)
        #expect(driver.player.state == .playing(double))
        #expect(driver.player.timebaseRate == .zero)
        #expect(driver.deadlines == [Instant(nanoseconds: 13_000_000_000)])
        driver.pass(milliseconds: 2999)
        driver.hand(.bufferChanged, .complete)
        #expect(driver.player.timebaseRate == .zero && driver.place == .seconds(5))
        driver.pass(milliseconds: 1)
        driver.hand(.deadline, .complete)
        #expect(driver.player.timebaseRate == double)
        driver.pass(milliseconds: 1000)
        #expect(driver.place == .seconds(7))
    }

    /// Pipelines take 300 ms. The host time is that many milliseconds off.
    @Test(
        "starts where it would be by then, once the pipelines are full and the host time has come (AVPlayer.h)",
        arguments: [-1000, 0, 100, 300, 500] as [Int64], [Rate.one, Rate(thousandths: 2000)])
    func makesUp(milliseconds: Int64, rate: Rate) {
        var driver = asked(.zero, nil, nil) { $0.preroll.time = .milliseconds(300) }
        let (asked, host) = (driver.now, driver.now + .milliseconds(milliseconds))
        driver.hand(.setRateAtHostTime(rate, itemTime: .seconds(5), hostTime: host), .complete)
        while !driver.player.timebaseRate.isMoving, driver.player.due < .never {
            driver.now = driver.player.due
            driver.hand(.deadline, .complete)
        }
        #expect(driver.now - asked == .milliseconds(max(milliseconds, 300)))
        #expect(driver.place == .seconds(5) + rate.media(passingIn: driver.now - host))
    }

    /// Prerolled, or playing with the pipelines full.
    @Test(
        "of the place where it is keeps what the pipelines are filled with, and jumps nowhere",
        arguments: [nil, 0, 100] as [Int64?], [false, true])
    func staysHere(milliseconds: Int64?, isPlaying: Bool) {
        var driver = asked(.zero, nil, nil) { $0.preroll.time = .milliseconds(300) }
        driver.hand(isPlaying ? .play : .preroll(.one), .complete)
        driver.pass(milliseconds: 300)
        driver.hand(.deadline, .complete)
        let host = milliseconds.map { driver.now + .milliseconds($0) }
        let input = PlayerInput.setRateAtHostTime(.one, itemTime: milliseconds.map { _ in .zero }, hostTime: host)
        driver.handUnanswered(input, .complete)
        #expect(driver.count(.timeJumped(to: .zero)) == 0)
        if let host, milliseconds != 0 {
            #expect(driver.player.timebaseRate == .zero && driver.player.due == host)
            driver.now = host
            driver.handUnanswered(.deadline, .complete)
        }
        #expect(driver.player.timebaseRate == .one && driver.place == .zero)
    }

    @Test("keeps it also where the end has just been moved, and nothing is known of that yet")
    func staysHereBeforeAnotherEnd() {
        var driver = asked(.zero, nil, nil) { $0.preroll.time = .milliseconds(300) }
        driver.hand(.preroll(.one), .complete)
        driver.pass(milliseconds: 300)
        driver.hand(.deadline, .complete)
        driver.handUnanswered(.setForwardPlaybackEndTime(.seconds(30)), .complete)
        driver.hand(.setRateAtHostTime(.one, itemTime: nil, hostTime: nil), .complete)
        #expect(driver.count(.timeJumped(to: .zero)) == 0)
        #expect(driver.player.timebaseRate == .one && driver.place == .zero)
    }

    /// The host time is so many nanoseconds back. At 1.5 an odd number of them is rounded.
    @Test(
        "of the place where it would be is nothing to a clock that moves",
        arguments: [500_000_000, 333_333_333] as [Int64], [Rate.one, Rate(thousandths: 1500)])
    func goesOn(nanoseconds: Int64, rate: Rate) {
        var driver = asked(rate, .zero, nil) { $0.preroll.time = .milliseconds(300) }
        driver.pass(milliseconds: 3000)
        driver.hand(.deadline, .complete)
        driver.pass(milliseconds: 1000)
        let host = driver.now + TimeAmount(nanoseconds: -nanoseconds)
        let itemTime = driver.player.currentTime(at: host)
        driver.handUnanswered(.setRateAtHostTime(rate, itemTime: itemTime, hostTime: host), .complete)
        #expect(driver.effects == [])
    }

    @Test("of the place where it is goes on, also behind the end, where playback passes over that")
    func goesOnBehindTheEnd() {
        var driver = asked(.one, .seconds(60), nil) { $0.actionAtItemEnd = ActionAtItemEnd.none }
        driver.pass(milliseconds: 1000)
        driver.handUnanswered(.setRateAtHostTime(.one, itemTime: nil, hostTime: nil), .complete)
        #expect(driver.effects == [] && driver.place == .seconds(61))
    }

    @Test("is cut to the item", arguments: [(61, nil), (59, 7), (-5, nil)] as [(Int64, Int64?)])
    func isCut(itemTime: Int64, host: Int64?) {
        let driver = asked(.one, .seconds(itemTime), host)
        #expect(driver.place == (itemTime < 0 ? .zero : .seconds(60)))
        #expect(driver.count(.didPlayToEndTime) == (itemTime < 0 ? 0 : 1))
    }

    @Test("with nothing loaded pauses where such a request is dropped, and posts no stall", arguments: [nil, 13])
    func pausesWithoutMedia(host: Int64?) {
        let driver = asked(.one, .seconds(5), host, .empty) { $0.earlyRequest = .dropped }
        #expect(driver.player.state == .paused)
        #expect(driver.count(.playbackStalled) == 0)
    }

    /// The wait for media lasts for so many seconds; the host time is 3 s off, or none.
    @Test(
        "with nothing loaded plays from there as soon as there is media, and not before the host time",
        arguments: [nil, 13], [1, 3, 5])
    func playsWithMedia(host: Int64?, wait: Int64) {
        var driver = asked(.one, .seconds(5), host, .empty)
        #expect(driver.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
        driver.pass(milliseconds: wait * 1000)
        driver.hand(.bufferChanged, .unlikely)
        #expect(driver.player.state == .playing(.one))
        if host != nil, wait < 3 {
            #expect(driver.player.timebaseRate == .zero)
            driver.pass(milliseconds: (3 - wait) * 1000)
            driver.hand(.deadline, .unlikely)
        }
        #expect(driver.player.timebaseRate == .one && driver.place == .seconds(5))
        #expect(driver.count(.playbackStalled) == 0)
    }

    @Test(
        "with nothing loaded is forgotten with whatever is asked for then, and with autowait",
        arguments: [.play, .setRate(.one), .setAutomaticallyWaits(true)] as [PlayerInput])
    func isForgotten(input: PlayerInput) {
        var driver = asked(.one, .seconds(5), 13, .empty)
        driver.pass(milliseconds: 500)
        driver.hand(input, .empty)
        driver.pass(milliseconds: 500)
        driver.hand(.bufferChanged, .likely)
        #expect(driver.player.timebaseRate == .one && driver.place == .seconds(5))
    }

    @Test("with rate 0, or without an item, pauses")
    func pauses() {
        #expect(asked(.zero, .seconds(5), nil).player.state == .paused)
        var driver = PlayerDriver { $0.automaticallyWaits = false }
        driver.hand(.setRateAtHostTime(.one, itemTime: nil, hostTime: nil), .empty)
        #expect(driver.effects == [])
    }

    @Test(
        "in the future is undone by what is asked for before then",
        arguments: [
            (.pause, .paused, .zero), (.play, .playing(.one), .one), (.setRate(.one), .playing(.one), .one),
            (.playImmediately(.one), .playing(.one), .one),
        ] as [(PlayerInput, Player.State, Rate)])
    func isUndone(input: PlayerInput, state: Player.State, timebaseRate: Rate) {
        var driver = asked(double, .seconds(5), 13)
        driver.pass(milliseconds: 1000)
        driver.hand(input, .complete)
        #expect(driver.player.state == state)
        #expect(driver.player.timebaseRate == timebaseRate)
        driver.pass(milliseconds: 2000)
        driver.hand(.deadline, .complete)
        #expect(driver.player.state == state)
        #expect(driver.place == .seconds(timebaseRate.isMoving ? 7 : 5))
    }

    @Test("in the future is undone by a seek, which starts where it lands")
    func isUndoneBySeek() {
        var driver = asked(double, .seconds(5), 13)
        driver.hand(.seek(to: .seconds(30), before: .zero, after: .zero), .complete)
        #expect(driver.player.timebaseRate == double)
        #expect(driver.place == .seconds(30))
    }
}
