import Testing

@testable import PlayerModel

/// A queue player with items 0, 1, 2 of a minute each, the first of which is current.
private func queue(_ change: (inout PlayerSettings) -> Void = { _ in }) -> PlayerDriver {
    var driver = PlayerDriver {
        $0.playerClass = .queuePlayer
        change(&$0)
    }
    driver.hand(.replaceCurrentItem(.minute()), .empty)
    for id in 1...2 as ClosedRange<Int32> { driver.hand(.insert(.minute(id), after: nil), .empty) }
    return driver
}

extension PlayerDriver {
    fileprivate var items: [Int32] { (player.item.map { [$0.id] } ?? []) + player.queue.items.map(\.id) }

    /// All of the current item is loaded, and so much of the next and of the one after it.
    fileprivate mutating func hand(
        _ input: PlayerInput, nextAhead: MediaTime?, afterNext: BufferState.Behind = BufferState.Behind()
    ) {
        var buffer = BufferState(.complete, at: place, end: player.end, now: now)
        buffer.next.ahead = nextAhead
        buffer.afterNext = afterNext
        hand(input, seeing: buffer)
    }

    fileprivate var exceptions: [PlayerException] {
        effects.compactMap { if case .announce(.exception(let exception)) = $0 { exception } else { nil } }
    }

    fileprivate var clockRates: [Rate] {
        effects.compactMap { if case .announce(.timebase(let rate, _)) = $0 { rate } else { nil } }
    }
}

@Suite("The queue of an AVQueuePlayer")
struct PlayerQueueTests {
    private static let calls: [PlayerInput] = [
        .insert(.minute(1), after: nil), .remove(0), .advanceToNextItem, .removeAllItems,
    ]

    @Test("is nothing that a plain player has", arguments: calls)
    func plain(call: PlayerInput) {
        var driver = PlayerDriver(at: .zero)
        driver.hand(.play, .likely)
        driver.hand(call, .likely)
        #expect(driver.exceptions == [.advanceWithoutQueue])
        #expect(driver.items == [0] && driver.player.timeControlStatus == .playing)
    }

    @Test("takes an item behind any other, or at the end")
    func order() {
        var driver = queue()
        driver.hand(.insert(.minute(3), after: 0), .empty)
        #expect(driver.items == [0, 3, 1, 2])
        driver.hand(.insert(.minute(4), after: 1), .empty)
        #expect(driver.items == [0, 3, 1, 4, 2])
        driver.hand(.insert(.minute(5), after: nil), .empty)
        driver.hand(.remove(3), .empty)
        driver.hand(.remove(7), .empty)
        #expect(driver.items == [0, 1, 4, 2, 5] && driver.effects.isEmpty)
        driver.hand(.advanceToNextItem, .empty)
        #expect(driver.items == [1, 4, 2, 5] && driver.effects.contains(.changeItem))
        driver.hand(.insert(.minute(0), after: 1), .empty)
        #expect(driver.items == [1, 0, 4, 2, 5], "what has left may come again")
        driver.hand(.removeAllItems, .empty)
        #expect(driver.items == [] && driver.exceptions == [])
    }

    /// In a stall, with as much loaded by then.
    @Test(
        "is torn down in one go: the player pauses, nothing is left, and no flag goes up in between",
        arguments: Loaded.allCases)
    func tornDown(loaded: Loaded) {
        var driver = queue()
        driver.hand(.play, .likely)
        driver.pass(milliseconds: 2000)
        driver.hand(.bufferChanged, .empty)
        #expect(TableStatus(of: driver.player) == .rebuffering)
        driver.hand(.tearDown, loaded)
        #expect(driver.items == [] && driver.player.timeControlStatus == .paused && driver.causes == [.appCall])
        let isRaised = driver.effects.contains { effect in
            if case .announce(.likelyToKeepUp(true, _)) = effect { true } else { false }
        }
        #expect(!isRaised && !driver.player.isLikelyToKeepUp && driver.player.isBufferEmpty)
    }

    @Test("lets an item that waits begin and end elsewhere, within its length")
    func start() {
        var driver = queue()
        driver.hand(.setStart(.seconds(60), of: 2), .empty)
        #expect(driver.player.queue.items.last?.start == .seconds(60), "its end is a place of it")
        driver.hand(.setStart(.seconds(20), of: 2), .empty)
        #expect(driver.player.queue.items.map(\.start) == [.zero, .seconds(20)])
        driver.hand(.setStart(.seconds(61), of: 2), .empty)
        driver.hand(.setStop(.seconds(50), of: 2), .empty)
        #expect(driver.player.queue.items.last?.start == .seconds(20) && driver.items == [0, 1, 2])
        #expect(driver.effects.contains(.changeQueue))
        driver.hand(.remove(2), .empty)
        driver.hand(.setStart(.seconds(30), of: 2), .empty)
        driver.hand(.setStop(.seconds(40), of: 0), .empty)
        #expect(driver.effects.isEmpty && driver.player.end == .seconds(60), "they speak of items that wait alone")
        driver.hand(.setStart(.seconds(30), of: 1), .empty)
        driver.hand(.advanceToNextItem, .empty)
        #expect(driver.place == .seconds(30))
    }

    @Test("lets an item whose end is set to nil end at its duration, whatever the player's settings say")
    func noStop() {
        var driver = queue { $0.forwardPlaybackEndTime = .seconds(30) }
        driver.hand(.setStop(nil, of: 1), .empty)
        driver.hand(.advanceToNextItem, .empty)
        #expect(driver.player.end == .seconds(60) && driver.player.forwardPlaybackEndTime == nil)
        driver.hand(.advanceToNextItem, .empty)
        #expect(driver.player.end == .seconds(30))
    }

    @Test("fills the pipelines of one that was sought anew, and of one that ends elsewhere goes on")
    func pipelinesOfOther() {
        var driver = queue { $0.preroll.time = .milliseconds(50) }
        driver.hand(.play, nextAhead: nil)
        driver.hand(.bufferChanged, nextAhead: .seconds(10))
        driver.now = driver.now + .milliseconds(40)
        driver.hand(.setStop(.seconds(50), of: 1), nextAhead: .seconds(10))
        driver.hand(.bufferChanged, nextAhead: .seconds(10))
        for outside in [-1, 61] as [Int64] {
            driver.hand(.setStart(.seconds(outside), of: 1), nextAhead: .seconds(10))
        }
        #expect(driver.player.next.fullAt == driver.now + .milliseconds(10))
        driver.hand(.setStart(.seconds(5), of: 1), nextAhead: .seconds(5))
        driver.hand(.bufferChanged, nextAhead: .seconds(5))
        #expect(driver.player.next.fullAt == driver.now + .milliseconds(50))
    }

    @Test(
        "plays an item that comes sooner as soon as its pipelines are full",
        arguments: [
            (.advanceToNextItem, 20), (.remove(0), 20), (.advanceToNextItem, 50), (.loadingFailed(.timedOut), 20),
        ] as [(PlayerInput, Int64)])
    func sooner(call: PlayerInput, after milliseconds: Int64) {
        var driver = queue {
            $0.preroll.time = .milliseconds(50)
            $0.skipsFailedItems = true
        }
        driver.hand(.play, .complete)
        driver.pass(milliseconds: 50)
        driver.hand(.bufferChanged, nextAhead: .seconds(10))
        driver.pass(milliseconds: milliseconds)
        driver.handUnanswered(call, .empty, nextAhead: .seconds(10))
        driver.hand(.bufferChanged, .complete)
        #expect(driver.items == [1, 2] && driver.player.timeControlStatus == .playing)
        driver.pass(milliseconds: 50 - milliseconds)
        driver.hand(.deadline, .complete)
        #expect(driver.player.timebaseRate == .one)
    }

    @Test(
        "holds another item to what its rule wants to become likely, and not to stay so",
        arguments: [true, false], [.advanceToNextItem, .replaceCurrentItem(.minute(3))] as [PlayerInput])
    func threshold(isPlaying: Bool, call: PlayerInput) {
        var driver = queue {
            $0.keepUp = .native(.gstreamer(high: .seconds(3), low: MediaTime(nanoseconds: 50_000_000)))
        }
        driver.hand(isPlaying ? .play : .bufferChanged, .complete)
        #expect(driver.player.isLikelyToKeepUp)
        // Two seconds of it are loaded.
        driver.hand(call, .unlikely)
        #expect(!driver.player.isLikelyToKeepUp && driver.player.timeControlStatus != .playing)
    }

    @Test(
        "refuses an item that is in it, and one behind an item that is not",
        arguments: [
            PlayerInput.insert(.minute(0), after: nil), .insert(.minute(2), after: 0), .insert(.minute(2), after: 2),
            .insert(.minute(3), after: 7),
        ])
    func refuses(call: PlayerInput) {
        var driver = queue()
        driver.hand(call, .empty)
        #expect(driver.exceptions == [.itemCannotBeInserted] && driver.items == [0, 1, 2])
        var empty = PlayerDriver { $0.playerClass = .queuePlayer }
        empty.hand(.insert(.minute(0), after: 7), .empty)
        #expect(empty.exceptions == [.itemCannotBeInserted] && empty.items == [])
    }

    @Test("goes on without a gap where the next item's pipelines are full in time", arguments: [-1, 0, 1] as [Int64])
    func gapless(late: Int64) {
        var driver = queue {
            $0.preroll.time = .milliseconds(50)
            $0.preroll.media = .seconds(2)
        }
        driver.hand(.setForwardPlaybackEndTime(.seconds(10)), .complete)
        driver.hand(.play, .complete)
        driver.pass(milliseconds: 50)
        driver.hand(.deadline, nextAhead: .zero)
        #expect(driver.clockRates == [.one])
        // Too little to fill them with; then enough, 50 ms before the end or a nanosecond sooner or later.
        driver.pass(milliseconds: 9000)
        driver.hand(.bufferChanged, nextAhead: MediaTime(nanoseconds: 1_999_999_999))
        driver.now = driver.now + .milliseconds(950) + TimeAmount(nanoseconds: late)
        driver.hand(.bufferChanged, nextAhead: .seconds(2))
        driver.now = Instant(nanoseconds: 10_050_000_000)
        driver.hand(.insert(.minute(3), after: nil), nextAhead: .seconds(2))
        driver.hand(.deadline, nextAhead: .seconds(2))
        #expect(driver.items == [1, 2, 3])
        let isGapless = late <= 0
        #expect(driver.player.timebaseRate.isMoving == isGapless)
        #expect(driver.player.timeControlStatus == (isGapless ? .playing : .waitingToPlayAtSpecifiedRate))
    }

    /// A player in the last second of its first item, behind which stand an item of `length` milliseconds and one of a
    /// minute; filling pipelines takes 50 ms.
    private static func beforeShort(_ length: Int64) -> PlayerDriver {
        var driver = PlayerDriver {
            $0.playerClass = .queuePlayer
            $0.preroll.time = .milliseconds(50)
        }
        driver.hand(.replaceCurrentItem(.minute()), .empty)
        let short = MediaTime(nanoseconds: length * 1_000_000)
        driver.hand(.insert(.minute(1, until: short), after: nil), .empty)
        driver.hand(.insert(.minute(2), after: nil), .empty)
        driver.hand(.setForwardPlaybackEndTime(.seconds(1)), .complete)
        driver.hand(.play, .complete)
        driver.pass(milliseconds: 50)
        driver.hand(.deadline, nextAhead: .zero)
        return driver
    }

    @Test(
        "begins early with the item after a short one, where that is loaded, of the same format, and still there",
        arguments: [
            (10, 60, false, false), (49, 60, false, false), (10, 0, false, false), (10, 60, true, false),
            (10, 60, false, true),
        ] as [(Int64, Int64, Bool, Bool)])
    func short(_ milliseconds: Int64, loaded: Int64, differs: Bool, isReplaced: Bool) {
        var driver = Self.beforeShort(milliseconds)
        let length = MediaTime(nanoseconds: milliseconds * 1_000_000)
        let behind = BufferState.Behind(ahead: .seconds(loaded), differs: differs)
        driver.pass(milliseconds: 100)
        driver.hand(.bufferChanged, nextAhead: length, afterNext: behind)
        if isReplaced {
            driver.hand(.remove(2), nextAhead: length, afterNext: behind)
            driver.hand(.insert(.minute(3), after: nil), nextAhead: length, afterNext: behind)
        }
        driver.pass(milliseconds: 900)
        driver.hand(.deadline, nextAhead: length, afterNext: isReplaced ? BufferState.Behind(ahead: .zero) : behind)
        #expect(driver.player.item?.id == 1 && driver.player.timebaseRate == .one)
        driver.hand(.bufferChanged, nextAhead: .seconds(loaded))
        driver.pass(milliseconds: milliseconds)
        driver.hand(.deadline, nextAhead: .seconds(loaded))
        #expect(driver.player.item?.id == (isReplaced ? 3 : 2))
        #expect(driver.player.timebaseRate.isMoving == (loaded > 0 && !differs && !isReplaced))
    }

    /// Behind it stands one more. The short item's pipelines are full after 50 ms, and its follower's after 100.
    @Test(
        "goes on with the item after a short one, whatever those behind it do, and where the short one is taken out",
        arguments: [.setStop(.seconds(50), of: 3), .setStart(.seconds(5), of: 3), .remove(3), .remove(1)]
            as [PlayerInput])
    func behindShort(call: PlayerInput) {
        var driver = Self.beforeShort(10)
        driver.hand(.insert(.minute(3), after: nil), nextAhead: .zero)
        let (length, behind) = (MediaTime(nanoseconds: 10_000_000), BufferState.Behind(ahead: .seconds(60)))
        driver.hand(.bufferChanged, nextAhead: length, afterNext: behind)
        let full = driver.now + .milliseconds(100)
        driver.pass(milliseconds: 70)
        driver.hand(call, nextAhead: length, afterNext: behind)
        let next = driver.player.next
        #expect((call == .remove(1) ? next : next.follower).fullAt == full)
    }

    @Test("does not begin with the item after one that is long enough for that while it plays itself")
    func notShort() {
        var driver = Self.beforeShort(50)
        let behind = BufferState.Behind(ahead: .seconds(60))
        driver.pass(milliseconds: 950)
        driver.hand(.bufferChanged, nextAhead: MediaTime(nanoseconds: 50_000_000), afterNext: behind)
        guard case .prerolled(_, nil) = driver.player.next else {
            Issue.record("\(driver.player.next)")
            return
        }
    }

    @Test(
        "takes an item for a short one by the time for which it plays, at whatever rate",
        arguments: [(1000, 49), (1000, 50), (2000, 99), (2000, 100), (500, 24), (500, 25)] as [(Int32, Int64)])
    func shortAtRate(thousandths: Int32, milliseconds: Int64) {
        var driver = Self.beforeShort(milliseconds)
        driver.hand(.setRate(Rate(thousandths: thousandths)), nextAhead: .zero)
        driver.hand(
            .bufferChanged, nextAhead: MediaTime(nanoseconds: milliseconds * 1_000_000),
            afterNext: BufferState.Behind(ahead: .seconds(60)))
        guard case .prerolled(_, let follower) = driver.player.next else {
            Issue.record("\(driver.player.next)")
            return
        }
        #expect((follower != nil) == (milliseconds * 1000 < 50 * Int64(thousandths)))
    }

    @Test(
        "goes over without autowait to an item of which something is loaded, though an early request is dropped",
        arguments: [Loaded.empty, .unlikely, .complete])
    func dropped(loaded: Loaded) {
        var driver = queue {
            $0.automaticallyWaits = false
            $0.earlyRequest = .dropped
        }
        driver.hand(.play, .likely)
        driver.hand(.advanceToNextItem, loaded)
        let goesOn = loaded != .empty
        #expect(driver.causes == (goesOn ? [] : [.dropped]))
        #expect(driver.player.state == (goesOn ? .playing(.one) : .paused))
        #expect(driver.player.timebaseRate.isMoving == goesOn)
        driver.hand(.removeAllItems, .empty)
        #expect(driver.causes == (goesOn ? [.noItem] : []))
        #expect(driver.player.state == .paused)
    }

    @Test("and waits there for pipelines that were being filled already")
    func droppedWhileFilling() {
        var driver = queue {
            $0.automaticallyWaits = false
            $0.earlyRequest = .dropped
            $0.preroll.time = .milliseconds(50)
        }
        driver.hand(.setForwardPlaybackEndTime(.seconds(10)), .complete)
        driver.hand(.play, .complete)
        driver.pass(milliseconds: 50)
        driver.hand(.deadline, nextAhead: .zero)
        driver.pass(milliseconds: 9980)
        driver.hand(.bufferChanged, nextAhead: .seconds(2))
        driver.pass(milliseconds: 20)
        driver.hand(.deadline, nextAhead: .seconds(2))
        #expect(driver.items == [1, 2] && driver.player.hold == .landing)
        driver.hand(.bufferChanged, nextAhead: nil)
        #expect(driver.causes == [] && driver.player.due == Instant.zero + .milliseconds(10_080))
        driver.pass(milliseconds: 30)
        driver.hand(.deadline, nextAhead: nil)
        #expect(driver.clockRates == [.one])
    }

    @Test("takes what is said of the next item for what it is said of")
    func stale() {
        var driver = queue()
        driver.hand(.setForwardPlaybackEndTime(.seconds(10)), .complete)
        driver.hand(.play, nextAhead: .seconds(60))
        driver.pass(milliseconds: 10_000)
        // Another item is next, of which nothing is known yet.
        driver.hand(.insert(.minute(3), after: 0), nextAhead: .seconds(60))
        #expect(driver.items == [3, 1, 2])
        #expect(driver.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    }

    @Test("gives what is inserted at its end to a player that waits for an item")
    func last() {
        var driver = PlayerDriver { $0.playerClass = .queuePlayer }
        driver.hand(.replaceCurrentItem(.minute()), .complete)
        driver.hand(.setForwardPlaybackEndTime(.seconds(10)), .complete)
        driver.hand(.play, .complete)
        driver.pass(milliseconds: 10_000)
        driver.hand(.deadline, .complete)
        #expect(driver.player.reasonForWaitingToPlay == .noItemToPlay)
        driver.hand(.insert(.minute(1), after: nil), .complete)
        #expect(driver.items == [1] && driver.player.timeControlStatus == .playing)
    }
}
