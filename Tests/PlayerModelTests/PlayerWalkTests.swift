import Testing

@testable import PlayerModel

/// A player in a world that loads media now and then, hands in every deadline on time, and watches what follows.
private struct Walk {
    var driver: PlayerDriver
    var dice: SeededDraw
    var loadedTo = MediaTime.zero
    var isFull = false
    var isMeasured = false
    var deadlines: [Instant] = []
    var seeks = (begun: 0, ended: 0)
    var ends = 0
    var endsAllowed = 0
    /// How often the current item has failed, and posted that it fails to play to its end.
    var failures = (items: 0, notifications: 0)
    /// The statuses and effects that were met on the way.
    var met: Set<String> = []
    /// How much is loaded of the next item.
    var nextAhead = MediaTime.zero

    init(seed: UInt64) {
        var dice = SeededDraw(seed)
        driver = PlayerDriver {
            $0.linkedOn = dice.below(4) == 0 ? .iOS9 : .iOS10
            $0.automaticallyWaits = dice.below(3) > 0
            $0.earlyRequest = dice.among(EarlyRequest.allCases)
            $0.playerClass = dice.among(PlayerClass.allCases)
            $0.actionAtItemEnd = dice.below(2) == 0 ? nil : $0.playerClass == .player ? .pause : .advance
            $0.keepUp = dice.among(KeepUp.all)
            $0.preroll.time = dice.among([.zero, .zero, .milliseconds(50)])
            $0.preroll.media = dice.among([.zero, MediaTime(nanoseconds: 500_000_000)])
        }
        self.dice = dice
    }

    var buffer: BufferState {
        guard driver.player.item != nil else { return .none }
        let (place, end) = (driver.place, driver.player.end)
        let playableEnd = max(place, min(loadedTo, max(end, place)))
        let rest = max(.zero, end - playableEnd).nanoseconds / 8000
        var buffer = BufferState(
            playableEnd: playableEnd, end: end, isFull: isFull,
            awaited: .init(
                bytes: rest, requests: rest / 125_000, nextBytes: min(rest, 125_000), nextRequests: min(1, rest),
                lastChunkStart: max(.zero, end - .seconds(1))),
            throughput: isMeasured ? ThroughputEstimate(bits: 900_000, in: .seconds(1)) : nil,
            latency: .milliseconds(50), fetchingSince: rest > 0 && !isFull ? driver.now : nil)
        buffer.next.ahead = driver.player.queue.count > 0 ? nextAhead : nil
        buffer.afterNext.ahead = driver.player.queue.count > 1 ? nextAhead : nil
        return buffer
    }

    /// Lets time pass, and loads or asks something.
    mutating func step() {
        let until = driver.now + TimeAmount(nanoseconds: dice.below(3) == 0 ? 0 : dice.below(2_000_000_000))
        while let next = deadlines.min(), next <= until {
            driver.now = next
            deadlines.removeAll { $0 <= next }
            hand(.deadline)
        }
        driver.now = until
        // Loading that was given up brings nothing more, but is asked about as before.
        if dice.below(2) == 0 {
            if driver.player.loading.goesOn { load() } else { hand(.bufferChanged) }
        } else {
            hand(input())
        }
    }

    private mutating func load() {
        loadedTo = max(loadedTo, driver.place) + MediaTime(nanoseconds: dice.below(3_000_000_000))
        isFull = dice.below(8) == 0
        isMeasured = isMeasured || dice.below(3) == 0
        nextAhead = dice.among([.zero, nextAhead, .seconds(60)])
        hand(.bufferChanged)
    }

    private mutating func input() -> PlayerInput {
        let rate = Rate(thousandths: dice.among([0, 1, 250, 999, 1000, 1000, 1001, 1500, 2000, 32_000]))
        let moving = rate.isMoving ? rate : .one
        let place = MediaTime(nanoseconds: dice.below(64_000_000_000) - 2_000_000_000)
        let tolerance = dice.among([MediaTime.zero, .seconds(1), .unlimited])
        switch dice.below(20) {
        case 18: return .suspend(at: driver.place)
        case 19: return .resume(at: dice.below(2) == 0 ? driver.place : max(.zero, place))
        case 0, 1: return .play
        case 2: return .pause
        case 3: return .setRate(rate)
        case 4: return .playImmediately(moving)
        case 5:
            let host = Instant(
                nanoseconds: max(0, driver.now.nanoseconds + dice.below(4_000_000_000) - 2_000_000_000))
            return .setRateAtHostTime(rate, itemTime: dice.among([nil, place]), hostTime: dice.among([nil, host]))
        case 6: return .setAutomaticallyWaits(dice.below(2) == 0)
        case 7: return .setDefaultRate(moving)
        case 8: return .setActionAtItemEnd(dice.among(ActionAtItemEnd.allCases))
        case 9: return .setForwardPlaybackEndTime(dice.among([nil, max(.zero, place)]))
        case 10, 11: return .seek(to: place, before: tolerance, after: tolerance)
        case 12: return .replaceCurrentItem(dice.below(5) == 0 ? nil : .minute(isStream: dice.below(2) == 0))
        case 13: return .bufferChanged
        case 15 where driver.player.settings.playerClass == .queuePlayer: return queueInput()
        case 16, 17:
            let id = Int32(dice.below(4))
            let end = dice.among([.seconds(60), MediaTime(nanoseconds: 20_000_000)])
            let item = PlayerItem.minute(id, until: end, isStream: dice.below(2) == 0)
            return .insert(item, after: dice.among([nil, 0, 1]))
        default: return dice.below(3) > 0 ? .bufferChanged : .loadingFailed(dice.among([.timedOut, .connectionLost]))
        }
    }

    private mutating func queueInput() -> PlayerInput {
        switch dice.below(8) {
        case 0: .removeAllItems
        case 1, 2: .advanceToNextItem
        case 6: .setStart(MediaTime(nanoseconds: dice.below(62_000_000_000)), of: Int32(dice.below(4)))
        case 7: .setStop(MediaTime(nanoseconds: 1 + dice.below(62_000_000_000)), of: Int32(dice.below(4)))
        default: .remove(Int32(dice.below(4)))
        }
    }

    private mutating func hand(_ input: PlayerInput) {
        switch input {
        case .seek:
            seeks.begun += 1
            endsAllowed += 1
        case .setRateAtHostTime, .setForwardPlaybackEndTime, .resume: endsAllowed += 1
        default: break
        }
        handUnanswered(input)
        while driver.player.facts != .known {
            // Elsewhere something may be loaded that was before, though nothing more comes.
            loadedTo = driver.place + MediaTime(nanoseconds: max(0, dice.below(6_000_000_000) - 2_000_000_000))
            isFull = false
            handUnanswered(.bufferChanged)
        }
        check()
    }

    private mutating func handUnanswered(_ input: PlayerInput) {
        driver.hand(input, seeing: buffer)
        #expect(driver.deadlines.allSatisfy { $0 > driver.now }, "a deadline that is past would come for ever")
        deadlines += driver.deadlines.filter { $0 > driver.now }
        seeks.ended += driver.seeksFinished.count
        ends += driver.count(.didPlayToEndTime)
        let reason = driver.player.reasonForWaitingToPlay
        met.insert(reason.map { "\($0)" } ?? "\(driver.player.timeControlStatus)")
        for effect in driver.effects {
            switch effect {
            case .announce(.itemFailed): failures.items += 1
            case .announce(.failedToPlayToEndTime): failures.notifications += 1
            case .changeItem, .finishItem:
                endsAllowed += 1
                failures = (0, 0)
            default: break
            }
        }
        switch driver.player.loading {
        case .goesOn: break
        case .gaveUp: met.insert("given up, \(driver.player.timeControlStatus)")
        case .failed: met.insert("failed\(failures.notifications > 0 ? ", short of the end" : "")")
        }
        if driver.count(.playbackStalled) > 0 { met.insert("stall") }
        if driver.count(.didPlayToEndTime) > 0 { met.insert("end") }
        switch driver.player.hold {
        case .none, .landing: break
        case .seek: met.insert("pending seek")
        case .tied, .scheduled: met.insert("host time")
        case .filling: met.insert("preroll")
        }
    }

    private func check() {
        let player = driver.player
        #expect(seeks.begun - seeks.ended == (player.hold == .seek ? 1 : 0), "each seek completes once")
        #expect(ends <= endsAllowed + 1, "an end is posted once")
        #expect(failures.items == (player.itemError == nil ? 0 : 1), "an item fails once")
        #expect(
            failures.notifications == (player.current?.hasBegun == true ? failures.items : 0),
            "and says so if it was played")
        if !player.loading.goesOn {
            let waits = player.timeControlStatus == .waitingToPlayAtSpecifiedRate && !player.isSuspended
            #expect(!waits, "nobody waits for what never comes")
            let isDry = driver.place < player.end && loadedTo <= driver.place && !player.isSuspended
            #expect(!isDry || player.itemError != nil, "a dry item of which nothing more comes has failed")
            #expect(driver.count(.playbackStalled) == 0, "what never comes is not late")
        }
        let isMoving = player.timeControlStatus == .playing && player.hold == .none
        #expect(player.timebaseRate.isMoving == isMoving, "the timebase moves where the player plays")
        guard player.timebaseRate.isMoving, !player.hasPlayedToEnd else { return }
        let limit = min(loadedTo, player.end)
        #expect(driver.place < limit, "what moves has media ahead")
        let dry = player.playhead.instant(reaching: limit)
        #expect(deadlines.contains { $0 <= dry }, "the player looks again when it runs dry, or before")
    }
}

@Suite("A walk through a player's life")
struct PlayerWalkTests {
    @Test("contradicts nothing", arguments: 1...40 as ClosedRange<UInt64>)
    func isSound(seed: UInt64) {
        var walk = Walk(seed: seed)
        for _ in 0..<250 { walk.step() }
    }

    @Test("leads everywhere")
    func leadsEverywhere() {
        var met: Set<String> = []
        for seed in 1...40 as ClosedRange<UInt64> {
            var walk = Walk(seed: seed)
            for _ in 0..<250 { walk.step() }
            met.formUnion(walk.met)
        }
        let places: Set = [
            "paused", "playing", "toMinimizeStalls", "evaluatingBufferingRate", "noItemToPlay", "stall", "end",
            "pending seek", "host time", "given up, paused", "given up, playing", "failed",
            "failed, short of the end", "preroll", "interstitialEvent",
            "given up, waitingToPlayAtSpecifiedRate",
        ]
        #expect(met == places)
    }

    @Test("repeats")
    func repeats() {
        var walks = [Walk(seed: 7), Walk(seed: 7)]
        for _ in 0..<100 {
            walks[0].step()
            walks[1].step()
            #expect(walks[0].driver.effects == walks[1].driver.effects)
        }
    }
}
