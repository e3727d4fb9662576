import AutowaitTesting
import Testing

@MainActor
@Suite("What happens at one instant happens, whoever is first")
struct SameInstantTests {
    private static func world(_ duration: Duration = .seconds(90)) throws -> World {
        let world = try World(
            WorldScenario(network: .fluid(down_kbps: 8000), media: .local(bitrate_kbps: 800, duration: duration)))
        world.player.load()
        return world
    }

    // MARK: Time observers

    /// Calls of somebody who is called first at a place.
    enum Call: CaseIterable {
        case seek, pause, item

        @MainActor
        func make(_ player: SimulatedPlayer) {
            switch self {
            case .seek: player.seek(to: .seconds(20), toleranceBefore: .zero, toleranceAfter: .zero)
            case .pause: player.pause()
            case .item: player.replaceCurrentItem(with: nil)
            }
        }
    }

    @Test(
        "a place that was reached, though an observer or a timer of that instant moves playback",
        arguments: Call.allCases, [false, true])
    func places(call: Call, isTimer: Bool) throws {
        let world = try Self.world()
        let player = world.player
        var (quartiles, places): (Int, [MediaTime]) = (0, [])
        var tokens: [PlaybackObservation] = []
        if isTimer {
            world.after(.seconds(10)) { call.make(player) }
        } else {
            tokens.append(player.addBoundaryTimeObserver(forTimes: [.seconds(10)]) { call.make(player) })
        }
        tokens.append(player.addBoundaryTimeObserver(forTimes: [.seconds(10)]) { quartiles += 1 })
        tokens.append(player.addPeriodicTimeObserver(forInterval: .seconds(5)) { places.append($0) })
        player.play()
        try world.advance(by: .seconds(12))
        #expect(quartiles == 1)
        #expect(places.count { $0 == .seconds(10) } == (call == .pause ? 2 : 1), "\(places)")
        withExtendedLifetime(tokens) {}
    }

    @Test("no place of an observer that an earlier one removes")
    func removed() throws {
        let world = try Self.world()
        var calls = 0
        var second: PlaybackObservation?
        let first = world.player.addBoundaryTimeObserver(forTimes: [.seconds(10)]) { second?.invalidate() }
        second = world.player.addBoundaryTimeObserver(forTimes: [.seconds(10)]) { calls += 1 }
        world.player.play()
        try world.advance(by: .seconds(12))
        #expect(calls == 0)
        withExtendedLifetime(first) {}
    }

    @Test("the end of an item, though a loop by hand begins it anew", arguments: [false, true])
    func end(loops: Bool) throws {
        let world = try Self.world(.seconds(5))
        let player = world.player
        var calls: [Duration] = []
        let tokens = [
            player.onNotification(.didPlayToEndTime) { player in
                guard loops else { return }
                player.seek(to: .zero)
                player.play()
            },
            player.addBoundaryTimeObserver(forTimes: [.seconds(5)]) { calls.append(world.now) },
        ]
        player.play()
        try world.advance(by: .seconds(12))
        #expect(calls == (loops ? [.seconds(5), .seconds(10)] : [.seconds(5)]))
        withExtendedLifetime(tokens) {}
    }

    // MARK: Conditions

    /// What callbacks have come to know of one instant.
    private final class Screen {
        var (place, isPassed, isTimeOver) = (MediaTime.zero, false, false)
        private var tokens: [PlaybackObservation] = []

        init(_ world: World) {
            let player = world.player
            tokens = [
                player.addPeriodicTimeObserver(forInterval: .seconds(1)) { [unowned self] in place = $0 },
                player.addBoundaryTimeObserver(forTimes: [.seconds(10)]) { [unowned self] in isPassed = true },
            ]
            world.after(.seconds(10)) { [unowned self] in isTimeOver = true }
        }
    }

    @Test("observers and timers of the instant at which a condition becomes true are called before it returns")
    func condition() throws {
        let world = try Self.world()
        let screen = Screen(world)
        world.player.play()
        try world.run(until: world.player.currentTime() >= .seconds(10))
        #expect(world.now == .seconds(10))
        #expect(screen.place == .seconds(10) && screen.isPassed && screen.isTimeOver)
        // It is true already, and no time passes.
        world.after(.zero) { screen.isTimeOver = false }
        #expect(try world.advance(until: { true }, atMost: .seconds(1)))
        #expect(world.now == .seconds(10) && !screen.isTimeOver)
    }

    @Test("and tasks of that instant have gone on")
    func conditionOfTasks() async throws {
        let world = try Self.world(.seconds(5))
        let (player, clock, screen) = (world.player, world.clock, Screen(world))
        var statuses: [SimulatedPlayer.TimeControlStatus] = []
        let tasks = [
            Task { for await status in player.timeControlStatuses() { statuses.append(status) } },
            Task {
                try? await clock.sleep(for: .seconds(10))
                screen.place = .seconds(99)
            },
        ]
        player.play()
        try await world.run(until: player.timeControlStatus == .playing)
        #expect(statuses.last == .playing)
        try await world.run(until: player.timeControlStatus == .paused)
        #expect(statuses.last == .paused && world.now == .seconds(5))
        let isReached = try await world.advance(until: { world.now >= .seconds(10) }, atMost: .seconds(10))
        #expect(isReached && screen.isTimeOver && screen.place == .seconds(99) && world.now == .seconds(10))
        for task in tasks { task.cancel() }
    }

    @Test("a condition that a callback of its instant makes false again has been true", arguments: [false, true])
    func onlyThen(isAsynchronous: Bool) async throws {
        let world = try Self.world()
        let player = world.player
        let token = player.addBoundaryTimeObserver(forTimes: [.seconds(10)]) { player.seek(to: .zero) }
        player.play()
        if isAsynchronous {
            try await world.run(until: player.currentTime() >= .seconds(10))
        } else {
            try runAtOnce(world)
        }
        #expect(world.now == .seconds(10) && player.currentTime() == .zero)
        withExtendedLifetime(token) {}
    }

    /// Two players come to their ends in one instant; in between something is asked of one whose viewer has left.
    @Test("what comes before a call on a player whose viewer has left is told all the same")
    func callThatDoesNothing() async throws {
        let clip =
            #""media": {"kind": "progressive", "duration_s": 20, "bitrate_kbps": 800}, "#
            + #""player": {"keep_up": "first-chunk"}"#
        let media = #""media": {"kind": "hls", "duration_s": 60, "variants": [{"bitrate_kbps": 800}]}"#
        let world = try World(
            scenario: """
                {"network": {"transport": "fluid", "down_kbps": 8000}, "players": [
                  {"name": "gone", \(media), "script": [{"at_s": 1, "do": "leave"}]},
                  {"name": "b", \(clip)}, {"name": "c", \(clip)}]}
                """)
        let (gone, b, c) = (world.players[0], world.players[1], world.players[2])
        for player in [b, c] {
            player.load()
            player.play()
        }
        var ends = 0
        let first = b.currentItem?.onNotification(.didPlayToEndTime) { _ in Task { @MainActor in gone.pause() } }
        let second = c.currentItem?.onNotification(.didPlayToEndTime) { _ in ends += 1 }
        try await world.advance(by: .seconds(60))
        #expect(ends == 1)
        withExtendedLifetime((first, second)) {}
    }

    /// In a function that is not asynchronous the calls are those without `await`.
    private func runAtOnce(_ world: World) throws {
        try world.run(until: world.player.currentTime() >= .seconds(10))
    }
}
