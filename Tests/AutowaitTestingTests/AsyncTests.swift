import AutowaitTesting
import Dispatch
import Testing

/// Code that sleeps, awaits seeks and reads streams.
@MainActor
final class AsyncController<Player: PlaybackPlayer> {
    private(set) var diary: [String] = []
    private let player: Player
    private let clock: any Clock<Duration>
    private let now: () -> Duration
    private var tasks: [Task<Void, Never>] = []

    init(_ player: Player, clock: any Clock<Duration>, now: @escaping () -> Duration) {
        (self.player, self.clock, self.now) = (player, clock, now)
    }

    deinit { for task in tasks { task.cancel() } }

    private func note(_ words: String) { diary.append("\(now()): \(words)") }

    /// Plays, observes, hides its controls after three seconds, and goes to the middle after ten.
    func start() {
        player.play()
        tasks = [
            Task { [weak self, player] in
                for await status in player.timeControlStatuses() { self?.note("\(status)") }
            },
            Task { [weak self, clock] in
                try? await clock.sleep(for: .seconds(3))
                self?.note("controls are hidden")
            },
            Task { [weak self, clock, player] in
                try? await clock.sleep(for: .seconds(10))
                let isDone = await player.seek(to: .init(seconds: 30, preferredTimescale: 600))
                self?.note("sought: \(isDone)")
                await self?.backOff()
            },
        ]
    }

    /// Tries three times, with twice the pause each time; what a try does is bound to no actor.
    private func backOff() async {
        for attempt in 0..<3 {
            note("try \(await Self.fetch(attempt))")
            try? await clock.sleep(for: .milliseconds(500 << attempt))
        }
    }

    private nonisolated static func fetch(_ attempt: Int) async -> Int { await Server().answer(attempt) }

    private actor Server { func answer(_ attempt: Int) -> Int { attempt + 1 } }
}

@MainActor
@Suite("Tasks go on in virtual time")
struct AsyncTests {
    private func run() async throws -> [String] {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 1000), media: .hls([800], duration: .seconds(60), segment: .seconds(2)),
                player: .player(keepUp: "first-chunk")))
        world.player.load()
        let controller = AsyncController(world.player, clock: world.clock, now: { world.now })
        controller.start()
        try await world.advance(by: .seconds(20))
        return controller.diary
    }

    @Test("a hundred runs are the same, to the nanosecond")
    func same() async throws {
        let first = try await run()
        #expect(first.contains("3.0 seconds: controls are hidden"))
        #expect(first.contains { $0.hasSuffix("sought: true") })
        #expect(first.last?.hasSuffix("try 3") == true)
        for _ in 1..<AsyncTests.count { #expect(try await run() == first) }
    }

    static let count = 100

    @Test("a sleep ends at its nanosecond, and those of one instant in their order")
    func sleeps() async throws {
        let world = try World(WorldScenario(network: .preset("3G"), media: ScreenCheck.film))
        var woken: [String] = []
        let clock = world.clock
        for name in ["first", "second"] {
            Task {
                try await clock.sleep(for: .nanoseconds(1_500_000_001))
                woken.append("\(name) at \(world.now)")
            }
        }
        try await world.advance(by: .nanoseconds(1_500_000_000))
        #expect(woken.isEmpty)
        try await world.advance(by: .nanoseconds(1))
        #expect(woken == ["first at 1.500000001 seconds", "second at 1.500000001 seconds"])
    }

    @Test("time passes until nothing more happens, for tasks as well, and then the world is over")
    func finishes() async throws {
        let world = try World(
            WorldScenario(network: .fluid(down_kbps: 1000), media: .hls([800], duration: .seconds(60))))
        let (clock, player) = (world.clock, world.player)
        player.load()
        player.play()
        var diary: [String] = []
        Task {
            // The film lasts a minute; the last of these is long after it.
            for _ in 0..<3 {
                try await clock.sleep(for: .seconds(50))
                diary.append("\(world.now), \(player.timeControlStatus)")
            }
        }
        try await world.finish()
        #expect(
            diary == ["50.0 seconds, playing", "100.0 seconds, paused", "150.0 seconds, paused"], "\(diary)")
        #expect(world.now == .seconds(150))
        await #expect(throws: WorldError.misuse(.isFinished)) { try await world.advance(by: .zero) }
    }

    @MainActor
    private final class Order {
        private(set) var names: [String] = []

        func add(_ name: String) async { names.append(name) }
    }

    /// In a process of its own, because only that has a first world.
    @Test("the first world of a process has its tasks go on in the same order as all others", .prompt)
    func first() async {
        await #expect(processExitsWith: .success) { @MainActor in
            var orders: [[String]] = []
            for _ in 0..<3 {
                let (world, order) = (
                    try World(WorldScenario(network: .preset("3G"), media: ScreenCheck.film)), Order()
                )
                let task = Task { await order.add("task") }
                await order.add("test")
                try await world.advance(by: .seconds(1))
                await task.value
                orders.append(order.names)
            }
            #expect(orders == Array(repeating: ["test", "task"], count: 3))
        }
    }

    @Test("a task that is cancelled sleeps no longer")
    func cancellation() async throws {
        let world = try World(WorldScenario(network: .preset("3G"), media: ScreenCheck.film))
        let clock = world.clock
        var isCancelled = false
        let task = Task {
            do { try await clock.sleep(for: .seconds(60)) } catch { isCancelled = error is CancellationError }
        }
        try await world.advance(by: .seconds(1))
        task.cancel()
        try await world.advance(by: .zero)
        #expect(isCancelled && world.now == .seconds(1))
    }

    /// So goes on, after an `await`, a function that had begun before the hooks of the runtime were set.
    @Test("code on the main queue that is no task hands what it begins to virtual time, too")
    func block() async throws {
        let world = try World(WorldScenario(network: .preset("3G"), media: ScreenCheck.film))
        let seen = ExecutorTests.Seen()
        DispatchQueue.main.async {
            Task.detached {
                for _ in 0..<100 { await Task.yield() }
                await MainActor.run { seen.count += 1 }
            }
        }
        try await world.advance(by: .zero)
        #expect(seen.count == 1)
    }

    @Test("a stream of statuses has none twice in a row, though two changes are told after both")
    func statuses() async throws {
        let world = try World(
            WorldScenario(network: .fluid(down_kbps: 8000), media: .local(bitrate_kbps: 800, duration: .seconds(5))))
        let player = world.player
        player.load()
        var statuses: [SimulatedPlayer.TimeControlStatus] = []
        let task = Task { for await status in player.timeControlStatuses() { statuses.append(status) } }
        try await world.advance(by: .zero)
        player.play()
        try await world.advance(by: .seconds(10))
        var changes = 0
        let token = player.observe(.timeControlStatus) { _ in changes += 1 }
        player.play()
        try await world.advance(by: .zero)
        #expect(changes == 2, "at its end it plays, and pauses at once")
        #expect(statuses == [.paused, .playing, .paused])
        task.cancel()
        withExtendedLifetime(token) {}
    }

    /// The ways in which a world is over.
    enum Stop: CaseIterable { case error, finish, release }

    /// Three seconds of a file of five, so that the error comes while it plays, and so does the release.
    @Test("a stream ends when its world is over, and at once where it is over already", arguments: Stop.allCases)
    func streamsEnd(stop: Stop) async throws {
        var world: World? = try World(
            WorldScenario(network: .fluid(down_kbps: 8000), media: .local(bitrate_kbps: 800, duration: .seconds(5))))
        let player = try #require(world).player
        player.load()
        try await world?.advance(by: .zero)
        let item = try #require(player.currentItem)
        func count<Element: Sendable>(_ stream: AsyncStream<Element>) -> Task<Int, Never> {
            Task {
                var count = 0
                for await _ in stream { count += 1 }
                return count
            }
        }
        func counts() -> [Task<Int, Never>] {
            [
                count(player.timeControlStatuses()), count(player.changes(of: .timeControlStatus)),
                count(player.currentItemChanges(of: .timebaseRate)), count(item.changes(of: .timebaseRate)),
                count(item.notifications(.didPlayToEndTime)),
            ]
        }
        let early = counts()
        player.play()
        try await world?.advance(by: .seconds(3))
        switch stop {
        case .error:
            player.rate = -1
            #expect(world?.error == .misuse(.rate(-1)))
        case .finish: try await world?.finish()
        case .release: world = nil
        }
        var told: [Int] = []
        for task in early + counts() { told.append(await task.value) }
        // Played, and at the end paused.
        let changes = stop == .finish ? 2 : 1
        #expect(told == [1 + changes, changes, changes, changes, changes - 1, 1, 0, 0, 0, 0])
    }

    @Test("tasks that wake each other for ever are an error")
    func endless() async throws {
        let world = try World(WorldScenario(network: .preset("3G"), media: ScreenCheck.film))
        let clock = world.clock
        let task = Task {
            try await clock.sleep(for: .seconds(1))
            while !Task.isCancelled { await Task.yield() }
        }
        await #expect(throws: WorldError.timeStandsStill(at: .seconds(1))) {
            try await world.advance(by: .seconds(2))
        }
        task.cancel()
    }

    @Test("a run that fails says why, with the timeline")
    func fails() async throws {
        let world = try World(WorldScenario(network: .fluid(down_kbps: 100), media: ScreenCheck.film))
        world.player.load()
        world.player.play()
        let line = #line + 2
        do {
            try await world.run(until: world.player.timeControlStatus == .playing, atMost: .seconds(5))
            Issue.record("it cannot play")
        } catch WorldError.notReached(let story) {
            #expect(story.hasPrefix("AutowaitTestingTests/AsyncTests.swift:\(line): it has not become true in 5 s"))
            #expect(story.contains("waitingToPlayAtSpecifiedRate"))
            #expect(story.contains("play()"))
        }
        #expect(world.error == nil, "the world is as it was")
    }
}

@Suite("Tasks on a world's own executor need no main actor")
struct ExecutorTests {
    actor Downloads {
        let executor: WorldExecutor
        private(set) var count = 0

        init(_ executor: WorldExecutor) { self.executor = executor }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func refresh(_ clock: WorldClock) async throws {
            for _ in 0..<3 {
                try await clock.sleep(for: .seconds(1))
                count += 1
            }
        }
    }

    /// A number that only one thread touches.
    final class Seen: @unchecked Sendable { var count = 0 }

    @Test("they run between events, without an await in the test")
    func executor() throws {
        let world = try World(
            WorldScenario(network: .preset("3G"), media: .local(bitrate_kbps: 1, duration: .seconds(1))))
        let (clock, downloads) = (world.clock, Downloads(world.executor))
        Task(executorPreference: world.executor) { try await downloads.refresh(clock) }
        try world.advance(by: .seconds(2.5))
        let seen = Seen()
        Task(executorPreference: world.executor) { seen.count = await downloads.count }
        try world.advance(by: .zero)
        #expect(seen.count == 2)
        try world.advance(by: .seconds(1))
        Task(executorPreference: world.executor) { seen.count = await downloads.count }
        try world.advance(by: .zero)
        #expect(seen.count == 3)
    }

    /// A world that is gone, which has let that much time pass.
    private func goneWorld(after time: Duration) throws -> Task<Void, any Error> {
        let world = try World(
            WorldScenario(network: .preset("3G"), media: .local(bitrate_kbps: 1, duration: .seconds(1))))
        let (clock, downloads) = (world.clock, Downloads(world.executor))
        let task = Task(executorPreference: world.executor) {
            do { try await clock.sleep(for: .seconds(5)) } catch { try await downloads.refresh(clock) }
        }
        try world.advance(by: time)
        return task
    }

    /// A sleep and what follows it, in a task and in an actor of the executor. Without a world they are the system's,
    /// and wait for a thread beside all other tests: the limit is there for what never ends, not for a busy machine.
    @Test("and come to their end when the world is gone", .timeLimit(.minutes(10)), arguments: [0, 1])
    func gone(seconds: Int) async throws {
        let task = try goneWorld(after: .seconds(seconds))
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
