import AutowaitTesting
import Testing

@Suite("A player is in no state that AVPlayer cannot be in")
struct ImpossibleStateTests {
    private func world() throws -> World {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000), media: .hls([800], duration: .seconds(20), segment: .seconds(2)),
                player: .queuePlayer(keepUp: "first-chunk")))
    }

    @Test("an item that waits in the queue does not become current besides")
    func twice() throws {
        let world = try world()
        let (first, second) = (world.player.makeItem(), world.player.makeItem())
        world.player.insert(first, after: nil)
        world.player.insert(second, after: nil)
        world.player.play()
        try world.advance(by: .seconds(3))
        world.player.replaceCurrentItem(with: second)
        #expect(world.exception == .itemCannotBeInserted)
        #expect(world.player.items().map(ObjectIdentifier.init) == [first, second].map(ObjectIdentifier.init))
        #expect(throws: WorldError.exception(.itemCannotBeInserted)) { try world.advance(by: .seconds(1)) }
    }

    @Test("and may when it has been taken out")
    func takenOut() throws {
        let world = try world()
        let (first, second) = (world.player.makeItem(), world.player.makeItem())
        world.player.insert(first, after: nil)
        world.player.insert(second, after: nil)
        world.player.remove(second)
        world.player.replaceCurrentItem(with: second)
        #expect(world.player.items().map(ObjectIdentifier.init) == [ObjectIdentifier(second)])
        world.player.replaceCurrentItem(with: second)
        try world.advance(by: .seconds(1))
        #expect(world.error == nil)
    }

    @Test("nor does the scenario's, when it is loaded again")
    func loaded() throws {
        let world = try world()
        world.player.load()
        let item = try #require(world.player.currentItem)
        world.player.load()
        #expect(world.error == nil && world.player.items().count == 1)
        world.player.replaceCurrentItem(with: world.player.makeItem())
        world.player.insert(item, after: nil)
        world.player.load()
        #expect(world.exception == .itemCannotBeInserted)
    }

    @Test("at rate 0 nothing plays, however it is set", arguments: [false, true])
    func rate(isPlaying: Bool) throws {
        let world = try world()
        world.player.load()
        if isPlaying { world.player.play() }
        try world.advance(by: .seconds(3))
        world.player.playImmediately(atRate: 0)
        #expect(world.player.timeControlStatus == .paused && world.player.rate == 0)
        let place = world.player.currentTime()
        try world.advance(by: .seconds(3))
        #expect(world.player.timeControlStatus == .paused && world.player.currentTime() == place)
    }

    /// A rate that cannot be, and the words in which that is said.
    enum Refusal: CaseIterable {
        case noNumber, reverse, tooFast, infinite
        case defaultRest, defaultCrawl, defaultReverse, prerollRest, prerollReverse

        private static let moving = "; it must be from 0.001 to 32 for defaultRate, and for a preroll"

        @MainActor
        func set(_ player: SimulatedPlayer) -> String {
            switch self {
            case .noNumber:
                player.rate = .nan
                return "a rate of nan is not modelled; it must be from 0 to 32"
            case .reverse:
                player.playImmediately(atRate: -1)
                return "a rate of -1.0 is not modelled; it must be from 0 to 32"
            case .tooFast:
                player.rate = 32.0625
                return "a rate of 32.0625 is not modelled; it must be from 0 to 32"
            case .infinite:
                player.setRate(.infinity, time: .invalid, atHostTime: .invalid)
                return "a rate of inf is not modelled; it must be from 0 to 32"
            case .defaultRest:
                player.defaultRate = 0
                return "a rate of 0.0 does not move\(Self.moving)"
            case .defaultCrawl:
                player.defaultRate = 0.00025
                return "a rate of 0.00025 does not move\(Self.moving)"
            case .defaultReverse:
                player.defaultRate = -2
                return "a rate of -2.0 is not modelled\(Self.moving)"
            case .prerollRest:
                player.preroll(atRate: 0)
                return "a rate of 0.0 does not move\(Self.moving)"
            case .prerollReverse:
                player.preroll(atRate: -1)
                return "a rate of -1.0 is not modelled\(Self.moving)"
            }
        }
    }

    @MainActor
    @Test("a rate that is refused is named, with a range that it is not in", arguments: Refusal.allCases)
    func words(refusal: Refusal) throws {
        let world = try world()
        let words = refusal.set(world.player)
        #expect(world.error?.description.hasPrefix("\(words) (by ") == true, "\(world.error?.description ?? "none")")
    }
}
