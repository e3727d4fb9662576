import AutowaitTesting
import Testing

@MainActor
@Suite("Nobody waits for what does not come when the task is cancelled")
struct CancellationTests {
    /// Nothing is fetched, so that no seek is completed.
    private func world(_ down_kbps: Int = 0) throws -> World {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000), media: .hls([800], duration: .seconds(100), segment: .seconds(2)),
                player: .player(keepUp: "first-chunk", also: "\"preroll_s\": 1")))
        world.player.load()
        try world.advance(by: .seconds(2))
        world.changeNetwork(down_kbps: down_kbps)
        return world
    }

    /// Waits of a test that lets no time pass.
    enum Wait: CaseIterable { case seek, exactSeek, sleep, preroll }

    private func wait(_ wait: Wait, in world: World) async -> Bool {
        do {
            switch wait {
            case .seek:
                let isDone = await world.player.seek(to: .seconds(50))
                return isDone
            case .exactSeek:
                return await world.player.seek(to: .seconds(50), toleranceBefore: .zero, toleranceAfter: .zero)
            case .sleep:
                try await world.clock.sleep(for: .seconds(1))
                return true
            case .preroll: return await world.player.preroll(atRate: 1)
            }
        } catch {
            return !(error is CancellationError)
        }
    }

    @Test("whether it waits already or not, as by a time limit", arguments: Wait.allCases, [false, true])
    func cancelled(wait: Wait, isAtOnce: Bool) async throws {
        let world = try world()
        let test = Task { await self.wait(wait, in: world) }
        if !isAtOnce { for _ in 0..<10 { await Task.yield() } }
        await Task.detached { test.cancel() }.value
        #expect(await test.value == false)
        #expect(world.error == nil)
        try await world.advance(by: .seconds(5))
    }

    @Test("and a task that awaits while the test lets time pass is answered")
    func remedy() async throws {
        let world = try world(8000)
        let seek = Task { await world.player.seek(to: .seconds(50)) }
        try await world.advance(by: .seconds(10))
        #expect(await seek.value)
        let prerolled = Task { await world.player.preroll(atRate: 1) }
        try await world.advance(by: .seconds(2))
        #expect(await prerolled.value)
    }

    /// The release of the world wakes the sleep.
    @Test("and when the world is gone, be it before the request", arguments: [false, true])
    func gone(isAskedLater: Bool) async throws {
        let seek: Task<Bool, Never>
        do {
            let world = try world()
            let (player, clock) = (world.player, world.clock)
            seek = Task {
                if isAskedLater { try? await clock.sleep(for: .seconds(100)) }
                return await player.seek(to: .seconds(50))
            }
            try await world.advance(by: .seconds(1))
        }
        #expect(await seek.value == false)
    }
}
