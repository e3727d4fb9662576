import AutowaitTesting
import Testing

@Suite("The values of a change that an observer of a key path is told")
struct ObservedValueTests {
    /// The changes that somebody was told, in words.
    private final class Told {
        var changes: [String] = []

        func observe<Value>(
            _ player: SimulatedPlayer, _ keyPath: KeyPath<SimulatedPlayer, Value>,
            _ words: @escaping (Value) -> String
        ) -> PlaybackObservation {
            player.observe(keyPath, options: [.old, .new]) { [unowned self] _, change in
                guard let old = change.oldValue, let new = change.newValue else { return }
                changes.append("\(words(old)) → \(words(new))")
            }
        }
    }

    private static func film(
        _ media: WorldScenario.Media = .hls([800], duration: .seconds(60), segment: .seconds(2)),
        also keys: String = ""
    ) throws -> World {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000), media: media,
                player: .queuePlayer(keepUp: "first-chunk", also: keys)))
    }

    /// Calls in a callback, by which properties change twice before anybody is told.
    enum Calls: CaseIterable {
        case pauseAndPlay, takeAndGiveBack, load

        func make(_ player: SimulatedPlayer) {
            switch self {
            case .pauseAndPlay:
                player.pause()
                player.play()
            case .takeAndGiveBack:
                let item = player.currentItem
                player.replaceCurrentItem(with: nil)
                player.replaceCurrentItem(with: item)
            case .load:
                player.removeAllItems()
                player.load()
            }
        }

        /// The changes of the rate, and of whether there is an item.
        var expected: (rate: [String], item: [String]) {
            switch self {
            case .pauseAndPlay: (["1.0 → 0.0", "0.0 → 1.0"], [])
            case .takeAndGiveBack, .load: ([], ["true → false", "false → true"])
            }
        }
    }

    @Test("are those of each, whatever has come of it by then", arguments: Calls.allCases)
    func callback(calls: Calls) throws {
        let world = try Self.film()
        let player = world.player
        player.load()
        player.play()
        try world.advance(by: .seconds(3))
        let (rate, item, status) = (Told(), Told(), Told())
        let tokens = [
            rate.observe(player, \.rate) { "\($0)" }, item.observe(player, \.currentItem) { "\($0 != nil)" },
            status.observe(player, \.timeControlStatus) { "\($0)" },
        ]
        world.after(.zero) { calls.make(player) }
        try world.advance(by: .zero)
        #expect(rate.changes == calls.expected.rate && item.changes == calls.expected.item)
        if calls == .pauseAndPlay {
            #expect(status.changes == ["playing → paused", "paused → playing"])
        }
        tokens.forEach { $0.invalidate() }
    }

    @Test("are what one call shows in turn: to play at the end of an item is to start, and to stop")
    func atEnd() throws {
        let world = try Self.film(.local(bitrate_kbps: 800, duration: .seconds(5)))
        let player = world.player
        player.actionAtItemEnd = .pause
        player.load()
        player.play()
        try world.advance(by: .seconds(7))
        let (rate, status) = (Told(), Told())
        let tokens = [
            rate.observe(player, \.rate) { "\($0)" }, status.observe(player, \.timeControlStatus) { "\($0)" },
        ]
        player.play()
        try world.advance(by: .seconds(1))
        #expect(rate.changes == ["0.0 → 1.0", "1.0 → 0.0"])
        #expect(status.changes == ["paused → playing", "playing → paused"])
        tokens.forEach { $0.invalidate() }
    }

    @Test("are the rate that was asked for, and 0, where a request is refused", arguments: [1, 1.5] as [Float])
    func refused(asked: Float) throws {
        let world = try Self.film(also: #""early_request": "dropped""#)
        let player = world.player
        player.automaticallyWaitsToMinimizeStalling = false
        player.load()
        let (rate, status) = (Told(), Told())
        var reasons: [SimulatedPlayer.RateDidChangeReason] = []
        let tokens = [
            rate.observe(player, \.rate) { "\($0)" }, status.observe(player, \.timeControlStatus) { "\($0)" },
            player.onRateChange { reasons.append($0) },
        ]
        player.rate = asked
        #expect(rate.changes == ["0.0 → \(asked)", "\(asked) → 0.0"] && reasons == [.setRateFailed])
        #expect(status.changes == [] && player.rate == 0)
        player.pause()
        #expect(rate.changes.count == 2)
        tokens.forEach { $0.invalidate() }
    }

    @Test(
        "come of a request that has failed, where a player that does not wait is to play at once and nothing is loaded",
        arguments: [(false, false), (false, true), (true, true)])
    func nothingLoaded(hasItem: Bool, hasAsked: Bool) throws {
        let world = try Self.film()
        let player = world.player
        player.automaticallyWaitsToMinimizeStalling = false
        if hasItem { player.load() }
        if hasAsked { player.play() }
        var reasons: [SimulatedPlayer.RateDidChangeReason] = []
        let token = player.onRateChange { reasons.append($0) }
        player.playImmediately(atRate: 1)
        #expect(player.timeControlStatus == .paused && reasons == [.setRateFailed])
        token.invalidate()
    }

    @Test func `fall back without a request where nothing is loaded of another item`() throws {
        let world = try Self.film(also: #""early_request": "dropped""#)
        let player = world.player
        player.automaticallyWaitsToMinimizeStalling = false
        player.load()
        try world.advance(by: .seconds(10))
        var reasons: [SimulatedPlayer.RateDidChangeReason] = []
        let token = player.onRateChange { reasons.append($0) }
        player.play()
        player.load()
        try world.advance(by: .seconds(1))
        #expect(player.timeControlStatus == .paused && reasons == [.setRateCalled, .unspecified])
        token.invalidate()
    }

    @Test("go on from what the closure has left that is called at once")
    func initial() throws {
        let world = try Self.film()
        var changes: [String] = []
        let token = world.player.observe(\.rate, options: [.old, .new, .initial]) { player, change in
            changes.append("\(change.oldValue.map { "\($0)" } ?? "none") → \(change.newValue ?? -1)")
            if change.oldValue == nil { player.rate = 2 }
        }
        world.player.pause()
        #expect(changes == ["none → 0.0", "2.0 → 0.0"])
        token.invalidate()
    }

    @Test("go on from one another, and are never the same, over a whole run", arguments: [1, 2, 3])
    func chain(seconds: Int) throws {
        let world = try Self.film()
        let player = world.player
        var last: Float = 0
        var broken: [String] = []
        let token = player.observe(\.rate, options: [.old, .new]) { _, change in
            guard let old = change.oldValue, let new = change.newValue else { return }
            if old != last || old == new { broken.append("\(last): \(old) → \(new)") }
            last = new
        }
        let again = player.observe(.timeControlStatus) { player in
            if player.timeControlStatus == .paused { player.play() }
        }
        player.load()
        player.play()
        for turn in 1...10 {
            world.after(.seconds(turn * seconds)) {
                player.pause()
                player.rate = turn % 2 == 0 ? 1 : 2
            }
        }
        try world.advance(by: .seconds(10 * seconds + 1))
        #expect(broken == [] && last == player.rate)
        withExtendedLifetime((token, again)) {}
    }
}
