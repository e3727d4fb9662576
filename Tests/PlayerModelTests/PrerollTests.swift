import Testing

@testable import PlayerModel

@Suite("Preroll and interruptions")
struct PrerollTests {
    /// A player that is paused, with something loaded, and whose pipelines take 300 ms to fill.
    private static func ready(_ change: (inout PlayerSettings) -> Void = { _ in }) -> PlayerDriver {
        var driver = PlayerDriver(at: .zero) {
            $0.preroll.time = .milliseconds(300)
            change(&$0)
        }
        driver.hand(.bufferChanged, .likely)
        return driver
    }

    private static func outcomes(_ driver: PlayerDriver) -> [Bool] {
        driver.effects.compactMap { if case .announce(.prerollFinished(let value)) = $0 { value } else { nil } }
    }

    @Test("fills the pipelines, so that a start need not wait for them")
    func fills() {
        var driver = Self.ready()
        driver.hand(.preroll(.one), .likely)
        #expect(driver.deadlines == [Instant.zero + .milliseconds(300)])
        driver.pass(milliseconds: 300)
        driver.hand(.deadline, .likely)
        #expect(Self.outcomes(driver) == [true])
        driver.hand(.play, .likely)
        #expect(driver.player.timebaseRate == .one)
    }

    @Test("a start at its rate waits for the rest of it, and does not interrupt it")
    func startsMeanwhile() {
        var driver = Self.ready()
        driver.hand(.preroll(.one), .likely)
        driver.pass(milliseconds: 100)
        driver.hand(.play, .likely)
        #expect(Self.outcomes(driver) == [] && driver.player.timeControlStatus == .playing)
        #expect(driver.player.due == Instant.zero + .milliseconds(300))
        driver.pass(milliseconds: 200)
        driver.hand(.deadline, .likely)
        #expect(Self.outcomes(driver) == [true] && driver.player.timebaseRate == .one)
    }

    private static let interruptions: [PlayerInput] = [
        .seek(to: .seconds(20), before: .zero, after: .zero), .setRate(Rate(thousandths: 2000)),
        .cancelPendingPrerolls, .replaceCurrentItem(nil), .replaceCurrentItem(.minute(1)), .setLayer(true),
        .changeTracks, .preroll(Rate(thousandths: 500)),
    ]

    @Test("another time, rate or item interrupts it, and then it is of no use", arguments: interruptions)
    func interrupted(input: PlayerInput) {
        var driver = Self.ready()
        driver.hand(.preroll(.one), .likely)
        driver.pass(milliseconds: 100)
        driver.handUnanswered(input, .likely)
        #expect(Self.outcomes(driver) == [false])
        if driver.player.item != nil { #expect(driver.player.pipelines.fill != .full) }
    }

    private static let harmless: [PlayerInput] = [
        .pause, .interrupt(.audioSession), .interrupt(.background), .cancelPendingSeeks, .bufferChanged, .deadline,
        .setDefaultRate(Rate(thousandths: 2000)),
    ]

    @Test("what leaves time and rate alone does not", arguments: harmless)
    func uninterrupted(input: PlayerInput) {
        var driver = Self.ready()
        driver.hand(.preroll(.one), .likely)
        driver.pass(milliseconds: 100)
        driver.hand(input, .likely)
        #expect(Self.outcomes(driver) == [])
        driver.pass(milliseconds: 200)
        driver.hand(.deadline, .likely)
        #expect(Self.outcomes(driver) == [true])
    }

    /// A player that has 2 s of the 5 that its pipelines take, whose rule is content with anything.
    private static func withTooLittle() -> PlayerDriver {
        var driver = PlayerDriver(at: .zero) {
            $0.keepUp = .firstChunk
            $0.preroll.media = .seconds(5)
        }
        driver.hand(.bufferChanged, loadedTo: .seconds(2), isFull: false)
        return driver
    }

    @Test(
        "a wait for media to fill the pipelines with says so, and so does the start that ends it",
        arguments: [(5, false, .fillsPipelines), (3, true, .bufferFull)] as [(Int64, Bool, Cause)])
    func awaitsFilling(loaded: Int64, isFull: Bool, cause: Cause) {
        var driver = Self.withTooLittle()
        driver.hand(.play, loadedTo: .seconds(2), isFull: false)
        #expect(driver.causes == [.fillsPipelines])
        driver.pass(milliseconds: 500)
        driver.hand(.bufferChanged, loadedTo: .seconds(loaded), isFull: isFull)
        #expect(driver.causes == [cause] && driver.player.state == .playing(.one))
    }

    @Test("a start that had not to wait for it names the rule")
    func hasEnoughAtOnce() {
        var driver = Self.withTooLittle()
        driver.pass(milliseconds: 500)
        driver.hand(.bufferChanged, loadedTo: .seconds(5), isFull: false)
        driver.hand(.play, loadedTo: .seconds(5), isFull: false)
        #expect(driver.causes == [.judged(.firstChunkLoaded)])
    }

    @Test("waits for media, and for where the playhead is going")
    func awaitsMedia() {
        var driver = Self.ready { $0.preroll.media = .seconds(5) }
        driver.hand(.preroll(.one), .likely)
        #expect(driver.deadlines == [])
        driver.hand(.bufferChanged, .full)
        #expect(driver.deadlines == [Instant.zero + .milliseconds(300)])

        var moved = Self.ready()
        moved.hand(.seek(to: .seconds(20), before: .zero, after: .zero), .empty)
        moved.hand(.preroll(.one), .empty)
        #expect(moved.deadlines == [] && moved.seeksFinished == [])
        moved.hand(.bufferChanged, .likely)
        #expect(moved.seeksFinished == [true] && moved.deadlines == [Instant.zero + .milliseconds(300)])
    }

    /// An item that is not ready yet, none, and one that fails.
    private static let next: [(PlayerInput, Bool, [Bool])] = [
        (.replaceCurrentItem(.minute(1)), false, [true]), (.replaceCurrentItem(nil), false, [false]),
        (.replaceCurrentItem(.minute(1)), true, [false]),
    ]

    @Test("after an item that was ready, the next need not be: the player is", arguments: next)
    func nextItem(input: PlayerInput, fails: Bool, outcomes: [Bool]) {
        var driver = Self.ready()
        driver.hand(input, .empty)
        if fails { driver.hand(.loadingFailed(.timedOut), .empty) }
        driver.hand(.preroll(.one), .empty)
        #expect(driver.count(.exception(.prerollWhileNotReady)) == 0 && driver.player.itemStatus != .readyToPlay)
        if outcomes == [true] {
            #expect(Self.outcomes(driver) == [])
            driver.hand(.bufferChanged, .likely)
            driver.pass(milliseconds: 300)
            driver.hand(.deadline, .likely)
        }
        #expect(Self.outcomes(driver) == outcomes)
    }

    @Test("a player that never had an item which was ready is an exception")
    func exceptions() {
        var unready = PlayerDriver(at: .zero)
        unready.hand(.preroll(.one), .empty)
        #expect(unready.count(.exception(.prerollWhileNotReady)) == 1)
        // An item in line that can be played is one that was ready, too.
        var inLine = PlayerDriver(at: .zero)
        inLine.handUnanswered(.bufferChanged, .empty, nextAhead: .seconds(1))
        inLine.hand(.preroll(.one), .empty)
        #expect(inLine.count(.exception(.prerollWhileNotReady)) == 0 && Self.outcomes(inLine) == [])
    }

    @Test("at another rate than 0 it is not possible, and playback goes on", arguments: [Loaded.likely, .empty])
    func anotherRate(loaded: Loaded) {
        var driver = Self.ready()
        driver.hand(.play, loaded)
        driver.pass(milliseconds: 500)
        driver.hand(.deadline, loaded)
        let state = driver.player.state
        driver.hand(.preroll(.one), loaded)
        #expect(Self.outcomes(driver) == [false] && driver.player.state == state && !driver.player.isPrerolling)
        #expect(driver.count(.exception(.prerollWhileNotReady)) == 0)
    }

    @Test("another one during a start at its rate interrupts it, and the start goes on")
    func anotherDuringStart() {
        var driver = Self.ready()
        driver.hand(.preroll(.one), .likely)
        driver.pass(milliseconds: 100)
        driver.hand(.play, .likely)
        driver.handUnanswered(.preroll(.one), .likely)
        #expect(Self.outcomes(driver) == [false, false])
        driver.pass(milliseconds: 200)
        driver.hand(.deadline, .likely)
        #expect(driver.player.timebaseRate == .one)
    }

    @Test("an interruption pauses, says why, and is over without a sound", arguments: Interruption.allCases)
    func interruption(interruption: Interruption) {
        var driver = Self.ready { $0.hasLayer = true }
        driver.hand(.interrupt(interruption), .likely)
        #expect(driver.causes == [])
        driver.hand(.play, .likely)
        driver.hand(.interrupt(interruption), .likely)
        #expect(driver.causes == [.interrupted(interruption)] && driver.player.rate == .zero)
        driver.pass(milliseconds: 60_000)
        driver.hand(.bufferChanged, .complete)
        #expect(driver.player.timeControlStatus == .paused)
        driver.hand(.play, .complete)
        #expect(driver.player.timeControlStatus == .playing)
    }

    @Test("without a layer the background changes nothing")
    func background() {
        var driver = Self.ready()
        driver.hand(.play, .likely)
        driver.hand(.interrupt(.background), .likely)
        #expect(driver.causes == [] && driver.player.timeControlStatus == .playing)
    }
}
