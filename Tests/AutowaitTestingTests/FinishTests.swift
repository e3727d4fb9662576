import AutowaitTesting
import Testing

@MainActor
@Suite("A world that is finished is at its last instant")
struct FinishTests {
    /// The media that is played to its end, over one of two networks.
    enum Film: CaseIterable {
        case overPackets, longOverPackets, fluid

        @MainActor
        func world() throws -> World {
            let network: WorldScenario.Network =
                self == .fluid ? .fluid(down_kbps: 4000) : .link(down_kbps: 4000, delay: .milliseconds(20))
            let duration: Duration = self == .longOverPackets ? .seconds(30) : .seconds(10)
            let world = try World(
                WorldScenario(
                    network: network, media: .hls([800], duration: duration, segment: .seconds(2)),
                    player: .queuePlayer()))
            world.player.load()
            world.player.play()
            return world
        }
    }

    private func finish(_ world: World, isAwaited: Bool) async throws {
        func unawaited() throws { try world.finish() }
        if isAwaited { try await world.finish() } else { try unawaited() }
    }

    @Test(
        "that is the last row's, however long a time-out is that nothing waits for", arguments: Film.allCases,
        [false, true])
    func rows(film: Film, isAwaited: Bool) async throws {
        let world = try film.world()
        try await finish(world, isAwaited: isAwaited)
        let last = try #require(world.player.timeline.last)
        #expect(world.player.currentItem == nil, "all of it was played")
        #expect(world.now == last.at && world.clock.now.sinceBeginning == last.at)
    }

    /// A turn that somebody has when the film of 10 s is over.
    enum Turn: CaseIterable { case timer, sleep, test }

    @Test("or that of a later turn of the app's or the test's", arguments: Turn.allCases, [false, true])
    func turns(turn: Turn, isAwaited: Bool) async throws {
        let world = try Film.overPackets.world()
        let clock = world.clock
        switch turn {
        case .timer: world.after(.seconds(20)) {}
        case .sleep: Task(executorPreference: world.executor) { try await clock.sleep(for: .seconds(20)) }
        case .test: try await world.advance(by: .seconds(20))
        }
        try await finish(world, isAwaited: isAwaited)
        #expect(world.now == .seconds(20))
    }
}
