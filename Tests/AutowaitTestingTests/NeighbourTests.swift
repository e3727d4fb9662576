import AutowaitTesting
import Dispatch
import Testing

/// Tests of one process share the main actor. A task that is made before the world is none of the world's, as one of
/// another test is none.
@MainActor
@Suite("Tasks of others on the main actor", .serialized)
struct NeighbourTests {
    private static func world() throws -> World {
        let world = try World(
            WorldScenario(network: .fluid(down_kbps: 1000), media: .hls([800], duration: .seconds(60))))
        world.player.load()
        world.player.play()
        return world
    }

    /// Runs a task that no task of this test has made.
    private static func elsewhere(_ body: @escaping @MainActor @Sendable () async -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                Task { @MainActor in
                    await body()
                    continuation.resume()
                }
            }
        }
    }

    @Test("may poll for longer than a world's own, which are waited for, and are not its fault")
    func polls() async throws {
        var turns = 0
        let neighbour = Task {
            for _ in 0..<12_000 {
                await Task.yield()
                turns += 1
            }
        }
        let world = try Self.world()
        try await world.advance(by: .seconds(10))
        #expect(turns == 12_000 && world.now == .seconds(10))
        await neighbour.value
    }

    /// In a process of its own, because it keeps all other tests waiting.
    @Test("are named where they do not come to rest, and the world is as it was", .prompt)
    func endless() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let neighbour = Task { while !Task.isCancelled { await Task.yield() } }
            let world = try Self.world()
            world.patience = .milliseconds(20)
            let error = await #expect(throws: WorldError.othersGoOn) { try await world.advance(by: .seconds(10)) }
            #expect(error?.description.contains("those of another test in this process") == true)
            neighbour.cancel()
            try await world.advance(by: .seconds(10))
            #expect(world.now == .seconds(10) && world.error == nil)
        }
    }

    /// Polls until it is told to stop. All of it is on the main queue.
    private final class Poller: @unchecked Sendable {
        var isOn = true

        nonisolated(nonsending) func poll() async { while isOn { await Task.yield() } }

        @concurrent func pollElsewhere() async { await poll() }
    }

    private actor Asker { func poll(_ poller: Poller) async { while poller.isOn { await MainActor.run {} } } }

    /// The makers of a task that never rests.
    enum Maker: CaseIterable { case test, task, group, function, detached, callback, actor }

    private func begin(by maker: Maker, _ poller: Poller, in world: World) {
        switch maker {
        case .test: Task { await poller.poll() }
        case .task: Task { Task { await poller.poll() } }
        case .group: Task { await withTaskGroup { group in group.addTask { await poller.poll() } } }
        case .function: Task { await poller.pollElsewhere() }
        case .detached: Task.detached { await poller.poll() }
        case .callback: world.after(.zero) { Task { await poller.poll() } }
        case .actor: Task { await Asker().poll(poller) }
        }
    }

    @Test("are others than those that the test has made since, which are an error soon", arguments: Maker.allCases)
    func own(maker: Maker) async throws {
        let (world, poller) = (try Self.world(), Poller())
        begin(by: maker, poller, in: world)
        await #expect(throws: WorldError.timeStandsStill(at: .zero)) { try await world.advance(by: .seconds(1)) }
        poller.isOn = false
    }

    @Test("are not waited for where they were found never to rest")
    func restless() async throws {
        let (world, poller) = (try Self.world(), Poller())
        begin(by: .test, poller, in: world)
        await #expect(throws: WorldError.timeStandsStill(at: .zero)) { try await world.advance(by: .seconds(1)) }
        await Self.elsewhere { await #expect(throws: Never.self) { try await Self.world().advance(by: .seconds(1)) } }
        poller.isOn = false
    }
}
