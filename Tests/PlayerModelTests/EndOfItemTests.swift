import Testing

@testable import PlayerModel

@Suite("The end of an item")
struct EndOfItemTests {
    private let minute = MediaTime.seconds(60)

    /// A player that reaches the end of its item with `action` now.
    private func atEnd(_ action: ActionAtItemEnd, of playerClass: PlayerClass = .queuePlayer) -> PlayerDriver {
        var driver = PlayerDriver(at: .seconds(59)) {
            $0.playerClass = playerClass
            $0.actionAtItemEnd = action
        }
        driver.hand(.play, .complete)
        #expect(driver.deadlines == [Instant(nanoseconds: 1_000_000_000)])
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, .complete)
        #expect(driver.count(.didPlayToEndTime) == 1)
        return driver
    }

    @Test("leaves the queue of a queue player and pauses a plain one, unless told otherwise")
    func hasDefaults() {
        var settings = PlayerSettings()
        #expect(Player(settings: settings).actionAtItemEnd == .pause)
        settings.playerClass = .queuePlayer
        #expect(Player(settings: settings).actionAtItemEnd == .advance)
        settings.actionAtItemEnd = ActionAtItemEnd.none
        #expect(Player(settings: settings).actionAtItemEnd == .none)
    }

    @Test("with action pause: rate 0 at the end itself")
    func pauses() {
        let driver = atEnd(.pause)
        #expect(driver.player.state == .paused)
        #expect(driver.place == minute)
        #expect(driver.causes == [.reachedEnd])
        #expect(driver.count(.timebase(.zero, at: minute)) == 1)
    }

    @Test("with action none: rate and item stay, and the time runs on")
    func runsOn() {
        var driver = atEnd(.none)
        #expect(driver.causes == [])
        #expect(driver.deadlines == [])
        driver.pass(milliseconds: 5000)
        driver.hand(.deadline, .complete)
        #expect(driver.effects == [], "it is posted once")
        #expect(driver.player.state == .playing(.one))
        #expect(driver.place == .seconds(65))
    }

    @Test("with action advance: the item leaves, and the player waits for another")
    func advances() {
        let driver = atEnd(.advance)
        #expect(driver.player.item == nil)
        #expect(driver.player.reasonForWaitingToPlay == .noItemToPlay)
        #expect(driver.player.rate == .one)
        #expect(driver.effects.count { $0 == .finishItem(at: minute) } == 1)
    }

    @Test("takes an action that is set while the time runs on at once", arguments: [ActionAtItemEnd.pause, .advance])
    func takesLaterAction(action: ActionAtItemEnd) {
        var driver = atEnd(.none)
        driver.pass(milliseconds: 5000)
        driver.hand(.setActionAtItemEnd(action), .complete)
        #expect(driver.count(.didPlayToEndTime) == 0)
        #expect(driver.causes == [.reachedEnd])
        #expect(driver.player.timeControlStatus == (action == .pause ? .paused : .waitingToPlayAtSpecifiedRate))
        #expect(driver.place == (action == .pause ? .seconds(65) : .zero))
    }

    @Test("cannot be to advance on a plain player")
    func refusesAdvance() {
        var driver = atEnd(.none, of: .player)
        driver.hand(.setActionAtItemEnd(.advance), .complete)
        #expect(driver.effects == [.announce(.exception(.advanceWithoutQueue))])
        #expect(driver.player.actionAtItemEnd == .none)
    }

    @Test("is reached once more after a seek back")
    func isReachedAgain() {
        var driver = atEnd(.pause)
        driver.hand(.seek(to: .seconds(59), before: .zero, after: .zero), .complete)
        driver.hand(.play, .complete)
        #expect(driver.count(.didPlayToEndTime) == 0)
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, .complete)
        #expect(driver.count(.didPlayToEndTime) == 1)
    }

    @Test("is reached in another item as well")
    func isReachedInAnotherItem() {
        var driver = atEnd(.none)
        driver.hand(.replaceCurrentItem(.minute()), .complete)
        #expect(driver.player.timebaseRate == .one)
        #expect(driver.place == .zero)
        driver.pass(milliseconds: 60_000)
        driver.hand(.deadline, .complete)
        #expect(driver.count(.didPlayToEndTime) == 1)
    }

    @Test("is the duration where forwardPlaybackEndTime is nil or later", arguments: [nil, MediaTime.seconds(61)])
    func isTheDuration(end: MediaTime?) {
        var driver = PlayerDriver(at: .zero) { $0.forwardPlaybackEndTime = .seconds(30) }
        #expect(driver.player.end == .seconds(30))
        driver.hand(.setForwardPlaybackEndTime(end), .empty)
        #expect(driver.player.end == minute)
        #expect(driver.effects.first == .moveEnd)
    }

    @Test("ends playback at once where it is moved behind the playhead")
    func movesBehindPlayhead() {
        var driver = PlayerDriver(at: .seconds(20))
        driver.hand(.play, .likely)
        driver.pass(milliseconds: 1000)
        driver.hand(.setForwardPlaybackEndTime(.seconds(10)), .atEnd)
        #expect(driver.count(.didPlayToEndTime) == 1)
        #expect(driver.player.state == .paused)
        #expect(driver.place == .seconds(21))
    }

    @Test("does nothing to a paused player where it is moved behind the playhead, until that plays")
    func movesBehindPausedPlayhead() {
        var driver = PlayerDriver(at: .seconds(20))
        driver.hand(.setForwardPlaybackEndTime(.seconds(10)), .atEnd)
        #expect(driver.count(.didPlayToEndTime) == 0)
        driver.hand(.play, .atEnd)
        #expect(driver.count(.didPlayToEndTime) == 1)
        #expect(driver.player.state == .paused)
    }

    @Test("moved later is reached there, and posted there again")
    func movesLater() {
        var driver = PlayerDriver(at: .seconds(20)) { $0.forwardPlaybackEndTime = .seconds(21) }
        driver.hand(.play, .complete)
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, .complete)
        #expect(driver.count(.didPlayToEndTime) == 1)
        driver.hand(.setForwardPlaybackEndTime(.seconds(22)), .complete)
        driver.hand(.play, .complete)
        #expect(driver.player.state == .playing(.one))
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, .complete)
        #expect(driver.count(.didPlayToEndTime) == 1)
        #expect(driver.place == .seconds(22))
    }

    @Test("moved later while playing does not stop at the earlier one")
    func movesLaterWhilePlaying() {
        var driver = PlayerDriver(at: .seconds(20)) { $0.forwardPlaybackEndTime = .seconds(21) }
        driver.hand(.play, .complete)
        driver.pass(milliseconds: 500)
        driver.hand(.setForwardPlaybackEndTime(nil), .complete)
        driver.pass(milliseconds: 500)
        driver.hand(.deadline, .complete)
        #expect(driver.player.state == .playing(.one))
        #expect(driver.deadlines == [Instant(nanoseconds: 40_000_000_000)])
    }

    @Test(
        "moved ahead of where it was reached says so once, whether the clock stands there or runs on",
        arguments: [ActionAtItemEnd.pause, .none])
    func saysThatItIsAhead(action: ActionAtItemEnd) {
        var driver = PlayerDriver(at: .seconds(20)) {
            $0.forwardPlaybackEndTime = .seconds(21)
            $0.actionAtItemEnd = action
        }
        driver.hand(.play, .complete)
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, .complete)
        driver.hand(.setForwardPlaybackEndTime(.seconds(20)), .atEnd)
        #expect(driver.count(.endIsAhead) == 0)
        driver.hand(.setForwardPlaybackEndTime(nil), .complete)
        #expect(driver.count(.endIsAhead) == 1)
        #expect(driver.count(.timebase(.one, at: .seconds(21))) == (action == .none ? 1 : 0))
        driver.hand(.setForwardPlaybackEndTime(.seconds(50)), .complete)
        #expect(driver.count(.endIsAhead) == 0)
    }

    @Test("moved ahead of a time that ran past it is reached again")
    func movesAheadOfRunningTime() {
        var driver = PlayerDriver(at: .seconds(20)) {
            $0.forwardPlaybackEndTime = .seconds(21)
            $0.actionAtItemEnd = ActionAtItemEnd.none
        }
        driver.hand(.play, .complete)
        driver.pass(milliseconds: 2000)
        driver.hand(.deadline, .complete)
        #expect(driver.count(.didPlayToEndTime) == 1)
        driver.hand(.setForwardPlaybackEndTime(.seconds(23)), .complete)
        #expect(driver.count(.didPlayToEndTime) == 0)
        #expect(driver.deadlines == [Instant(nanoseconds: 3_000_000_000)])
        driver.pass(milliseconds: 1000)
        driver.hand(.deadline, .complete)
        #expect(driver.count(.didPlayToEndTime) == 1)
    }
}
