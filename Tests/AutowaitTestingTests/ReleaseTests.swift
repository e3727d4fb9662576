import AutowaitTesting
import Testing

@MainActor
@Suite("What a callback holds is released quietly")
struct ReleaseTests {
    /// A screen that its own callback holds, and that holds its token: nobody wrote `[weak self]`.
    private final class Screen {
        var observation: PlaybackObservation?
        private(set) var calls = 0

        func call() { calls += 1 }
    }

    /// A screen that pauses its player when it goes.
    private final class PausingScreen {
        private let player: SimulatedPlayer

        init(_ player: SimulatedPlayer) { self.player = player }

        deinit { player.pause() }
    }

    /// The ways to observe that return a token.
    enum Way: CaseIterable {
        case property, currentItem, item, notification, rate, keyPath, periodic, boundary

        @MainActor
        func observe(_ player: SimulatedPlayer, _ body: @escaping () -> Void) -> PlaybackObservation? {
            switch self {
            case .property: player.observe(.timeControlStatus) { _ in body() }
            case .currentItem: player.observeCurrentItem(.status) { _ in body() }
            case .item: player.currentItem?.observe(.status) { _ in body() }
            case .notification: player.currentItem?.onNotification(.didPlayToEndTime) { _ in body() }
            case .rate: player.onRateChange { (_: SimulatedPlayer.RateDidChangeReason) in body() }
            case .keyPath: player.observe(\.timeControlStatus) { _, _ in body() }
            case .periodic: player.addPeriodicTimeObserver(forInterval: .seconds(1)) { _ in body() }
            case .boundary: player.addBoundaryTimeObserver(forTimes: [.seconds(1)]) { body() }
            }
        }
    }

    private static func world() throws -> World {
        let world = try World(
            WorldScenario(network: .fluid(down_kbps: 8000), media: .local(bitrate_kbps: 800, duration: .seconds(2))))
        world.player.load()
        return world
    }

    @Test("a world that its timer holds weakly")
    func weakly() throws {
        weak var released: World?
        do {
            let world = try Self.world()
            released = world
            world.after(.seconds(100)) { [weak world] in world?.breakNetwork(for: .seconds(5)) }
        }
        #expect(released == nil)
    }

    @Test("a screen that holds its token and is held by its callback, when the world is", arguments: Way.allCases)
    func cycle(way: Way) throws {
        weak var released: Screen?
        do {
            let (world, screen) = (try Self.world(), Screen())
            released = screen
            screen.observation = way.observe(world.player) { screen.call() }
            world.player.play()
            try world.advance(by: .seconds(3))
            #expect(screen.calls > 0)
        }
        #expect(released == nil)
    }

    /// The ways in which a world stops for good.
    enum Stop: CaseIterable { case error, errorInCallback, finish }

    /// A timer that is still to come, and an observer, hold their world, which holds them.
    @Test("a world that its own timer and observer hold, when it has stopped", arguments: Stop.allCases)
    func ownWorld(stop: Stop) throws {
        weak var released: World?
        do {
            let (world, screen) = (try Self.world(), Screen())
            released = world
            world.after(.seconds(100_000)) { world.breakNetwork(for: .seconds(5)) }
            screen.observation = world.player.observe(.rate) { _ in if world.now > .zero { screen.call() } }
            world.player.play()
            try world.advance(by: .seconds(1))
            switch stop {
            case .error: world.player.rate = -1
            case .errorInCallback:
                world.after(.seconds(0.5)) { world.player.rate = -1 }
                #expect(throws: WorldError.misuse(.rate(-1))) { try world.advance(by: .seconds(1)) }
            case .finish: #expect(throws: Never.self) { try world.finish() }
            }
            _ = world.error
        }
        #expect(released == nil)
    }

    @Test("a screen that calls its player then, whether its handler was called or not", arguments: [false, true])
    func call(isOver: Bool) throws {
        let world = try Self.world()
        var handler: ((Bool) -> Void)?
        do {
            let screen = PausingScreen(world.player)
            handler = { [screen] _ in _ = screen }
        }
        world.player.play()
        try world.advance(by: .seconds(1))
        if let own = handler { world.player.seek(to: .zero, completionHandler: own) }
        handler = nil
        if isOver {
            try world.advance(by: .zero)
            #expect(world.player.timeControlStatus == .paused)
        }
    }
}
