import AutowaitTesting
import Testing

@MainActor
@Suite("The clock of a world is its time at every moment")
struct ClockTests {
    private static func world() throws -> World {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: 1000), media: .hls([800], duration: .seconds(60), segment: .seconds(2)),
                player: .player(keepUp: "first-chunk")))
    }

    /// Notes where the clock differs from the world's time.
    private final class Check {
        private let (world, clock): (World, WorldClock)
        private(set) var (count, faults): (Int, [String]) = (0, [])

        init(_ world: World) { (self.world, clock) = (world, world.clock) }

        func look(_ place: String) {
            count += 1
            let now = clock.now.sinceBeginning
            if now != world.now { faults.append("\(place): the clock \(now), the world \(world.now)") }
        }

        /// Looks in callbacks of every kind.
        func observe() -> [PlaybackObservation] {
            let player = world.player
            world.after(.seconds(5)) { [unowned self] in look("timer") }
            let tokens = [
                player.observe(.timeControlStatus) { [unowned self] _ in look("status") },
                player.observeCurrentItem(.loadedTimeRanges) { [unowned self] _ in look("ranges") },
                player.addPeriodicTimeObserver(forInterval: .milliseconds(700)) { [unowned self] _ in look("place") },
            ]
            player.load()
            player.play()
            player.seek(to: .seconds(1)) { [unowned self] _ in look("seek") }
            return tokens
        }
    }

    @Test("in callbacks, in a condition and afterwards")
    func inCallbacks() throws {
        let world = try Self.world()
        let check = Check(world)
        let tokens = check.observe()
        try world.advance(by: .seconds(7.3))
        check.look("after advance(by:)")
        _ = try world.advance(
            until: {
                check.look("condition")
                return world.player.currentTime() >= .seconds(9.1)
            }, atMost: .seconds(10))
        check.look("after advance(until:)")
        #expect(check.faults.isEmpty && check.count > 20)
        withExtendedLifetime(tokens) {}
    }

    @Test("in callbacks, in tasks and afterwards")
    func inTasks() async throws {
        let world = try Self.world()
        let (check, clock) = (Check(world), world.clock)
        let tokens = check.observe()
        let task = Task {
            for _ in 0..<3 {
                try await clock.sleep(for: .seconds(1.1))
                check.look("task")
            }
        }
        try await world.advance(by: .seconds(7.3))
        check.look("after advance(by:)")
        #expect(check.faults.isEmpty && check.count > 10)
        try await task.value
        withExtendedLifetime(tokens) {}
    }

    @Test("so a condition on it is found to the nanosecond, and a deadline that a callback computes is kept")
    func measures() async throws {
        let world = try Self.world()
        let clock = world.clock
        let isFound = try await world.advance(
            until: { clock.now.sinceBeginning >= .nanoseconds(3_000_000_001) }, atMost: .seconds(10))
        #expect(isFound && world.now == .nanoseconds(3_000_000_001))
        var woken: Duration?
        world.after(.seconds(5)) {
            let deadline = clock.now.advanced(by: .milliseconds(500))
            Task {
                try await clock.sleep(until: deadline)
                woken = world.now
            }
        }
        try await world.advance(by: .seconds(10))
        #expect(woken == .nanoseconds(8_500_000_001))
    }

    @Test("and an instant that is written in seconds is the one it says, so that a task wakes then, and not before")
    func seconds() async throws {
        let unequal = (1...600).filter { tenths in
            WorldClock.Instant(sinceBeginning: .seconds(Double(tenths) / 10)).sinceBeginning
                != .milliseconds(tenths * 100)
        }
        #expect(unequal.isEmpty)
        let world = try Self.world()
        let (clock, deadline) = (world.clock, WorldClock.Instant(sinceBeginning: .seconds(1.6)))
        let task = Task {
            while clock.now < deadline { try await clock.sleep(until: deadline) }
            return world.now
        }
        try await world.advance(by: .seconds(3))
        #expect(try await task.value == .milliseconds(1600))
    }
}
