import Testing

@testable import PlayerModel

@Suite("A seek")
struct SeekTests {
    private func seconds(_ value: Double) -> MediaTime { MediaTime(nanoseconds: Int64(value * 1e9)) }

    private func exactly(_ place: MediaTime) -> PlayerInput { .seek(to: place, before: .zero, after: .zero) }

    @Test(
        "lands on a key frame within its tolerance, before the target rather than after",
        arguments: [
            (31, 0, 0, 31), (31, 1, 0, 30), (31, 0, 1, 32), (31, 1, 1, 30), (31, 0.999_999_999, 0, 31),
            (31, 0, 0.999_999_999, 31), (31, 0.999_999_999, 1, 32), (30, 0, 0, 30), (30, 2, 2, 30),
            (30.5, 0.25, 9, 32),
            (59, 0, 9, 59), (59, 9, 9, 58), (60, 9, 9, 60), (0, 9, 9, 0), (1, 9, 0, 0),
        ] as [(Double, Double, Double, Double)])
    func landsWithinTolerance(target: Double, before: Double, after: Double, place: Double) {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.seek(to: seconds(target), before: seconds(before), after: seconds(after)), .likely)
        #expect(driver.place == seconds(place))
        #expect(driver.count(.timeJumped(to: seconds(place))) == 1)
        #expect(driver.seeksFinished == [true])
    }

    @Test("without tolerances lands on a key frame, as seek(to:) does")
    func landsOnKeyFrame() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.seek(to: seconds(33.9), before: .unlimited, after: .unlimited), .likely)
        #expect(driver.place == .seconds(32))
    }

    @Test(
        "within what can be sought of a live stream lands within it, be the next key frame before that or behind it",
        arguments: [(31, 9, 31), (31.5, 9, 31), (33, 9, 32), (45, 9, 44), (44.5, 0, 45), (43.5, 0, 44)]
            as [(Double, Double, Double)])
    func landsInTheWindow(target: Double, before: Double, place: Double) {
        var driver = PlayerDriver(at: .zero)
        var buffer = BufferState(.likely, at: .zero, end: .seconds(60), now: .zero)
        buffer.seekable = .seconds(31)..<MediaTime.seconds(45)
        driver.hand(.seek(to: seconds(target), before: seconds(before), after: .unlimited), seeing: buffer)
        #expect(driver.place == seconds(place))
        #expect(driver.seeksFinished == [])
    }

    @Test("is finished when media is there, and not before")
    func waitsForMedia() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(exactly(.seconds(30)), .empty)
        #expect(driver.seeksFinished == [])
        driver.hand(.bufferChanged, .empty)
        #expect(driver.seeksFinished == [])
        driver.hand(.bufferChanged, .unmeasured)
        #expect(driver.seeksFinished == [true])
        driver.hand(.bufferChanged, .likely)
        #expect(driver.seeksFinished == [])
        #expect(driver.player.timeControlStatus == .paused)
    }

    @Test("cancels the one that is pending")
    func cancelsPending() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(exactly(.seconds(30)), .empty)
        driver.hand(exactly(.seconds(40)), .empty)
        #expect(driver.seeksFinished == [false])
        #expect(driver.place == .seconds(40))
        driver.hand(.bufferChanged, .likely)
        #expect(driver.seeksFinished == [true])
    }

    @Test("outside the item fails, moves nothing, and still cancels the one that is pending", arguments: [-1, 60.1])
    func failsOutside(target: Double) {
        var driver = PlayerDriver(at: .seconds(20))
        driver.hand(.bufferChanged, .likely)
        driver.hand(exactly(seconds(target)), .likely)
        #expect(driver.effects == [.announce(.seekFinished(false))])
        #expect(driver.place == .seconds(20))
        driver.hand(exactly(.seconds(30)), .empty)
        driver.hand(exactly(seconds(target)), .empty)
        #expect(driver.seeksFinished == [false, false])
        driver.hand(.bufferChanged, .likely)
        #expect(driver.seeksFinished == [])
    }

    @Test("without an item fails")
    func failsWithoutItem() {
        var driver = PlayerDriver()
        driver.hand(exactly(.zero), .empty)
        #expect(driver.effects == [.announce(.seekFinished(false))])
    }

    @Test("is cancelled by another item, and by none", arguments: [PlayerItem.minute(), nil])
    func isCancelledByItem(item: PlayerItem?) {
        var driver = PlayerDriver(at: .zero)
        driver.hand(exactly(.seconds(30)), .empty)
        driver.hand(.replaceCurrentItem(item), .empty)
        #expect(driver.seeksFinished == [false])
        #expect(driver.place == .zero)
        driver.hand(.bufferChanged, .likely)
        #expect(driver.seeksFinished == [])
    }

    @Test("is cancelled by setRate(_:time:atHostTime:)")
    func isCancelledByHostTime() {
        var driver = PlayerDriver(at: .zero) { $0.automaticallyWaits = false }
        driver.hand(exactly(.seconds(30)), .empty)
        driver.hand(.setRateAtHostTime(.one, itemTime: .zero, hostTime: nil), .likely)
        #expect(driver.seeksFinished == [false])
        #expect(driver.player.timebaseRate == .one)
    }

    @Test("into what is loaded goes on playing, though that is unlikely to be enough", arguments: [true, false])
    func goesOnPlaying(autowait: Bool) {
        var driver = PlayerDriver(at: .zero) { $0.automaticallyWaits = autowait }
        driver.hand(.play, .likely)
        driver.pass(milliseconds: 500)
        driver.hand(exactly(.seconds(30)), .unlikely)
        #expect(driver.seeksFinished == [true])
        #expect(driver.causes == [])
        #expect(driver.count(.timebase(.one, at: .seconds(30))) == 1)
        driver.pass(milliseconds: 500)
        #expect(driver.place == seconds(30.5))
    }

    @Test("out of what is loaded is no stall, but with autowait the player evaluates anew")
    func waitsElsewhere() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.play, .likely)
        driver.pass(milliseconds: 500)
        driver.hand(exactly(.seconds(30)), .empty)
        #expect(driver.causes == [.seekedOutsideBuffer])
        #expect(driver.count(.playbackStalled) == 0)
        #expect(driver.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
        driver.hand(.bufferChanged, .unmeasured)
        #expect(driver.seeksFinished == [true])
        #expect(driver.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
        driver.hand(.bufferChanged, .unlikely)
        #expect(driver.player.reasonForWaitingToPlay == .toMinimizeStalls)
        driver.hand(.bufferChanged, .likely)
        #expect(driver.player.timeControlStatus == .playing)
        #expect(driver.place == .seconds(30))
    }

    /// Two seconds come: enough for a start, and too little after a stall. A live stream that goes on elsewhere is not
    /// sought.
    @Test(
        "in a stall is waited for as any other is, and not as the end of a stall",
        arguments: [
            (.seek(to: .seconds(30), before: .zero, after: .zero), true), (.moveLive(to: .seconds(30)), false),
            (.bufferChanged, false),
        ] as [(PlayerInput, Bool)])
    func leavesStall(input: PlayerInput, starts: Bool) {
        let rule = KeepUp.fixedSeconds(start: .seconds(2), afterStall: .seconds(5))
        var driver = PlayerDriver(at: .zero) { $0.keepUp = rule }
        driver.hand(.play, .likely)
        driver.pass(milliseconds: 800)
        driver.hand(.deadline, .empty)
        #expect(driver.count(.playbackStalled) == 1)
        driver.hand(input, .empty)
        #expect(driver.causes == [] && driver.player.reasonForWaitingToPlay == .toMinimizeStalls)
        driver.hand(.bufferChanged, .likely)
        #expect(driver.player.timeControlStatus == (starts ? .playing : .waitingToPlayAtSpecifiedRate))
    }

    /// Two seconds come.
    @Test("is no first start for dash.js, in a stall or not", arguments: [true, false], [(2, true), (3, false)])
    func asksForTheThreshold(inStall: Bool, _ threshold: (seconds: Int64, isMet: Bool)) {
        let rule = KeepUp.dashJS(initial: .zero, aim: .seconds(18), stalled: .seconds(threshold.seconds))
        var driver = PlayerDriver(at: .zero) { $0.keepUp = rule }
        driver.hand(.play, .likely)
        #expect(driver.player.timeControlStatus == .playing)
        driver.pass(milliseconds: 800)
        if inStall { driver.hand(.deadline, .empty) }
        driver.hand(exactly(.seconds(30)), .empty)
        #expect(driver.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        driver.hand(.bufferChanged, .likely)
        #expect((driver.player.timeControlStatus == .playing) == threshold.isMet)
    }

    @Test("in a stall lets the wait begin anew, for a rule that goes by its length", arguments: [true, false])
    func waitsAnew(isSought: Bool) {
        var driver = PlayerDriver(at: .zero) { $0.keepUp = .fixedWait(wait: .seconds(3)) }
        driver.hand(.play, .unlikely)
        driver.pass(milliseconds: 3000)
        driver.hand(.deadline, .unlikely)
        #expect(driver.player.timeControlStatus == .playing)
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, .empty)
        driver.pass(milliseconds: 2000)
        if isSought { driver.hand(exactly(.seconds(30)), .unlikely) }
        driver.pass(milliseconds: 1000)
        driver.hand(.bufferChanged, .unlikely)
        #expect(driver.player.timeControlStatus == (isSought ? .waitingToPlayAtSpecifiedRate : .playing))
        driver.pass(milliseconds: 2000)
        driver.hand(.bufferChanged, .unlikely)
        #expect(driver.player.timeControlStatus == .playing)
    }

    @Test("out of what is loaded pauses a player without autowait, unless it remembers; and still lands")
    func pausesElsewhere() {
        for early in EarlyRequest.allCases {
            var driver = PlayerDriver(at: .zero) {
                $0.automaticallyWaits = false
                $0.earlyRequest = early
            }
            driver.hand(.play, .likely)
            driver.hand(exactly(.seconds(30)), .empty)
            #expect(driver.player.rate == (early == .dropped ? .zero : .one))
            driver.hand(.bufferChanged, .likely)
            #expect(driver.seeksFinished == [true])
            #expect(driver.player.state == (early == .dropped ? .paused : .playing(.one)))
        }
    }

    @Test("to the end lands without media, and plays to the end")
    func landsAtTheEnd() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.play, .likely)
        driver.hand(exactly(.seconds(60)), .atEnd)
        #expect(driver.seeksFinished == [true])
        #expect(driver.count(.didPlayToEndTime) == 1)
        #expect(driver.player.state == .paused)
        driver.hand(exactly(.seconds(60)), .empty)
        #expect(driver.seeksFinished == [true])
        #expect(driver.count(.didPlayToEndTime) == 0, "a paused player plays to nothing")
    }

    @Test("holds the timebase until it lands")
    func holdsTheTimebase() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.play, .likely)
        driver.handUnanswered(exactly(.seconds(30)), .likely)
        #expect(driver.player.timeControlStatus == .playing)
        #expect(driver.player.timebaseRate == .zero)
        driver.pass(milliseconds: 500)
        #expect(driver.place == .seconds(30))
        driver.handUnanswered(.deadline, .empty)
        #expect(driver.effects == [], "what is loaded there is not known yet")
        driver.handUnanswered(.bufferChanged, .likely)
        #expect(driver.player.timebaseRate == .one)
    }
}
