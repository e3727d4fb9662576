import Testing

@testable import PlayerModel

@Suite("An item of which nothing more comes")
struct ItemFailureTests {
    private static let failures: [LoadFailure] = [.timedOut, .connectionLost, .badStatus(404)]

    private let fail = PlayerInput.loadingFailed(.timedOut)
    private let isFailed = PlayerEffect.announce(.itemFailed(.timedOut))
    private let isShortOfTheEnd = PlayerEffect.announce(.failedToPlayToEndTime(.timedOut))

    /// A player at rate 1 that has played one of three seconds that are loaded.
    private func playing(autowait: Bool = true) -> PlayerDriver {
        var driver = PlayerDriver(at: .zero) { $0.automaticallyWaits = autowait }
        driver.hand(.play, loadedTo: .seconds(3))
        driver.pass(milliseconds: 1000)
        return driver
    }

    private func status(_ status: TimeControlStatus, _ rate: Rate, _ cause: Cause) -> PlayerEffect {
        .announce(.status(status, reason: nil, rate: rate, cause: cause))
    }

    @Test("fails at once where nothing was loaded, and posts no notification", arguments: failures)
    func failsAtOnce(failure: LoadFailure) {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.loadingFailed(failure), .empty)
        #expect(driver.effects == [.announce(.itemFailed(failure))])
        #expect(driver.player.itemError == failure)
        #expect(driver.player.state == .paused)
        driver.hand(.bufferChanged, .empty)
        #expect(driver.effects == [], "it fails once")
    }

    @Test("takes the rate of a player that waits for its first chunk", arguments: [false, true])
    func endsTheFirstWait(immediately: Bool) {
        var driver = PlayerDriver(at: .zero)
        driver.hand(immediately ? .playImmediately(.one) : .play, .empty)
        driver.hand(fail, .empty)
        #expect(driver.effects == [isFailed, status(.paused, .zero, .itemFailed)])
    }

    @Test("is not concluded to fail before the facts of it are known")
    func awaitsFacts() {
        var driver = PlayerDriver()
        driver.handUnanswered(.replaceCurrentItem(.minute()), .empty)
        driver.handUnanswered(fail, .empty)
        #expect(driver.effects == [])
        var another = driver
        driver.handUnanswered(.bufferChanged, .empty)
        #expect(driver.effects == [isFailed])
        another.handUnanswered(.bufferChanged, .unlikely)
        #expect(another.player.itemError == nil)
        #expect(another.player.loading == .gaveUp(.timedOut))
    }

    @Test("plays as far as it is loaded, then fails short of the end, and is no stall", arguments: [true, false])
    func playsOut(autowait: Bool) {
        var driver = playing(autowait: autowait)
        driver.hand(fail, loadedTo: .seconds(3), isFull: false)
        #expect(driver.player.state == .playing(.one))
        #expect(driver.causes == [])
        driver.pass(milliseconds: 1999)
        driver.hand(.bufferChanged, loadedTo: .seconds(3), isFull: false)
        #expect(driver.player.itemError == nil)
        driver.pass(milliseconds: 1)
        driver.hand(.deadline, loadedTo: .seconds(3), isFull: false)
        let order: ContiguousArray<PlayerEffect> = [
            .announce(.timebase(.zero, at: .seconds(3))), .moveClock, isShortOfTheEnd, isFailed,
            status(.paused, .zero, .itemFailed), .announce(.bufferEmpty(true)),
        ]
        #expect(driver.effects == order)
        #expect(driver.place == .seconds(3))
        #expect(driver.player.rate == .zero)
        #expect(driver.player.due == .never)
    }

    @Test("stops at the last loaded nanosecond at every rate", arguments: [1, 333, 1000, 1250, 2001, 32_000])
    func stopsOnTheBoundary(thousandths: Int32) {
        let boundary = MediaTime(nanoseconds: 1_000_000_007)
        var driver = PlayerDriver(at: .zero)
        driver.hand(.setRate(Rate(thousandths: thousandths)), loadedTo: boundary)
        driver.hand(fail, loadedTo: boundary)
        driver.now = driver.player.due
        driver.hand(.deadline, loadedTo: boundary)
        #expect(driver.count(.itemFailed(.timedOut)) == 1)
        #expect(driver.place == boundary)
    }

    @Test("is played by a player that waits with something loaded, whatever its rule wants", arguments: KeepUp.all)
    func startsWhatIsThere(rule: KeepUp) {
        var driver = PlayerDriver(at: .zero) { $0.keepUp = rule }
        driver.hand(.play, .empty)
        driver.hand(fail, .unlikely)
        #expect(driver.causes == [.nothingMoreComes])
        #expect(driver.player.state == .playing(.one))
        #expect(!driver.player.isLikelyToKeepUp)
    }

    @Test("is played by a player that rebuffers with too little, but not once it is dry", arguments: [true, false])
    func endsAStall(hasMore: Bool) {
        var driver = playing()
        driver.pass(milliseconds: 2000)
        driver.hand(.deadline, loadedTo: .seconds(3), isFull: false)
        #expect(driver.count(.playbackStalled) == 1)
        driver.pass(milliseconds: 500)
        let loadedTo = MediaTime.seconds(hasMore ? 4 : 3)
        driver.hand(.bufferChanged, loadedTo: loadedTo, isFull: false)
        #expect(driver.player.reasonForWaitingToPlay == .toMinimizeStalls)
        driver.hand(fail, loadedTo: loadedTo, isFull: false)
        if hasMore {
            #expect(driver.causes == [.nothingMoreComes])
            driver.pass(milliseconds: 1000)
            driver.hand(.deadline, loadedTo: loadedTo, isFull: false)
        }
        #expect(driver.effects.contains(isShortOfTheEnd))
        #expect(driver.causes == [.itemFailed])
        #expect(driver.place == loadedTo)
    }

    @Test("rests with a paused player until that plays")
    func restsWhilePaused() {
        var driver = playing()
        driver.hand(.pause, loadedTo: .seconds(3))
        driver.hand(fail, loadedTo: .seconds(3), isFull: false)
        #expect(driver.player.itemError == nil)
        driver.pass(milliseconds: 60_000)
        driver.hand(.play, loadedTo: .seconds(3), isFull: false)
        #expect(driver.causes == [.nothingMoreComes])
        #expect(driver.place == .seconds(1))
    }

    @Test("fails with a player that was paused by a stall, and posts the notification", arguments: [true, false])
    func failsWhilePaused(hasPlayed: Bool) {
        var driver = hasPlayed ? playing(autowait: false) : PlayerDriver(at: .zero) { $0.automaticallyWaits = false }
        driver.pass(milliseconds: 2000)
        driver.hand(.deadline, loadedTo: hasPlayed ? .seconds(3) : .zero, isFull: false)
        #expect(driver.player.state == .paused)
        driver.hand(fail, loadedTo: hasPlayed ? .seconds(3) : .zero, isFull: false)
        #expect(driver.effects == (hasPlayed ? [isShortOfTheEnd, isFailed] : [isFailed]))
    }

    @Test("plays to its end where it is loaded to there, and does not fail")
    func playsToItsEnd() {
        var driver = PlayerDriver(at: .seconds(59))
        driver.hand(.play, .complete)
        driver.hand(fail, .complete)
        #expect(driver.player.isLikelyToKeepUp)
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, .complete)
        #expect(driver.count(.didPlayToEndTime) == 1)
        driver.hand(.bufferChanged, .empty)
        #expect(driver.player.itemError == nil)
        driver.hand(.seek(to: .seconds(10), before: .zero, after: .zero), .empty)
        #expect(driver.player.itemError == .timedOut)
    }

    @Test("fails where its end is moved beyond what is loaded, with action none while the time runs")
    func failsBehindAnEarlierEnd() {
        var driver = PlayerDriver(at: .seconds(20)) {
            $0.forwardPlaybackEndTime = .seconds(21)
            $0.actionAtItemEnd = ActionAtItemEnd.none
        }
        driver.hand(.play, .complete)
        driver.hand(fail, .complete)
        driver.pass(milliseconds: 2000)
        driver.hand(.deadline, .complete)
        #expect(driver.player.state == .playing(.one))
        driver.hand(.setForwardPlaybackEndTime(nil), .empty)
        #expect(driver.effects.contains(isShortOfTheEnd))
        #expect(driver.player.state == .paused)
    }

    @Test("is not likely to keep up unless it is loaded to the end, and its other flags stay true")
    func showsFlags() {
        var driver = playing()
        driver.hand(.bufferChanged, .likely)
        #expect(driver.player.isLikelyToKeepUp)
        driver.hand(fail, .likely)
        #expect(driver.effects == [.announce(.likelyToKeepUp(false, .nothingMoreComes))])
        #expect(!driver.player.isBufferEmpty)
        driver.hand(.bufferChanged, .full)
        #expect(driver.player.isBufferFull)
        driver.hand(.bufferChanged, .complete)
        #expect(driver.count(.likelyToKeepUp(true, .everythingLoaded)) == 1)
        driver.hand(.bufferChanged, .empty)
        #expect(driver.player.isBufferEmpty)
    }

    @Test("fails by a seek to where nothing is loaded, which is called back with false", arguments: [true, false])
    func failsBySeek(autowait: Bool) {
        var driver = playing(autowait: autowait)
        driver.hand(fail, .likely)
        driver.hand(.seek(to: .seconds(30), before: .zero, after: .zero), .empty)
        #expect(driver.seeksFinished == [false])
        #expect(driver.causes == [.itemFailed])
        #expect(driver.effects.contains(isShortOfTheEnd))
        #expect(driver.place == .seconds(30))
    }

    @Test("fails where a seek is pending, for a paused player too")
    func failsPendingSeek() {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.seek(to: .seconds(30), before: .zero, after: .zero), .empty)
        driver.hand(fail, .empty)
        #expect(driver.effects == [.announce(.seekFinished(false)), isFailed])
    }

    @Test("goes on where a seek finds something that is loaded")
    func survivesSeek() {
        var driver = playing()
        driver.hand(fail, .likely)
        driver.hand(.seek(to: .seconds(2), before: .zero, after: .zero), .unlikely)
        #expect(driver.seeksFinished == [true])
        #expect(driver.player.timebaseRate == .one)
    }

    @Test("fails while a player waits for a host time with nothing loaded")
    func failsBeforeHostTime() {
        var driver = PlayerDriver(at: .zero) { $0.automaticallyWaits = false }
        let later = driver.now + .seconds(5)
        driver.hand(.setRateAtHostTime(.one, itemTime: .zero, hostTime: later), .likely)
        driver.hand(fail, .empty)
        #expect(driver.effects.contains(isFailed))
        #expect(driver.player.hold == .none)
        #expect(driver.player.state == .paused)
    }

    @Test("once failed cannot be played, and says so each time", arguments: [true, false])
    func cannotBePlayed(autowait: Bool) {
        var driver = PlayerDriver(at: .zero) { $0.automaticallyWaits = autowait }
        driver.hand(fail, .empty)
        var calls = [PlayerInput.play, .setRate(Rate(thousandths: 2000)), .playImmediately(.one)]
        if !autowait { calls.append(.setRateAtHostTime(.one, itemTime: .zero, hostTime: nil)) }
        for call in calls {
            driver.hand(call, .complete)
            #expect(driver.effects.contains(status(.paused, .zero, .itemFailed)))
            #expect(driver.player.state == .paused)
        }
        for call in [PlayerInput.pause, .setRate(.zero), .setAutomaticallyWaits(!autowait)] {
            driver.hand(call, .complete)
            #expect(driver.causes == [])
        }
    }

    @Test("once failed cannot be sought in")
    func cannotBeSought() {
        var driver = playing()
        driver.hand(fail, .empty)
        driver.hand(.seek(to: .zero, before: .zero, after: .zero), .empty)
        #expect(driver.effects == [.announce(.seekFinished(false))])
        #expect(driver.place == .seconds(1))
    }

    @Test("keeps the reason that came first")
    func keepsTheFirstReason() {
        var driver = playing()
        driver.hand(.loadingFailed(.connectionLost), .likely)
        driver.hand(.loadingFailed(.badStatus(503)), .likely)
        driver.hand(.loadingFailed(.timedOut), .empty)
        #expect(driver.player.itemError == .connectionLost)
    }

    @Test("gives way to another item, which loads and plays", arguments: [true, false])
    func givesWay(hasFailed: Bool) {
        var driver = playing()
        driver.hand(fail, hasFailed ? .empty : .likely)
        driver.hand(.replaceCurrentItem(.minute()), .empty)
        #expect(driver.player.loading == .goesOn)
        #expect(driver.player.itemError == nil)
        #expect(
            driver.player.rate == (hasFailed ? .zero : .one), "the rate that the failed item took is not given back")
        driver.hand(.play, .empty)
        #expect(driver.player.reasonForWaitingToPlay == .evaluatingBufferingRate)
        driver.hand(fail, .empty)
        #expect(driver.effects.first == isFailed, "of this item nothing was played")
    }

    @Test("says nothing to a player without an item")
    func needsAnItem() {
        var driver = PlayerDriver()
        driver.hand(.play, .empty)
        driver.hand(fail, .empty)
        #expect(driver.effects == [])
        #expect(driver.player.reasonForWaitingToPlay == .noItemToPlay)
        driver.hand(.replaceCurrentItem(.minute()), .likely)
        #expect(driver.player.state == .playing(.one))
    }
}
