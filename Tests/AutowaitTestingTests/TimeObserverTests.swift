import AutowaitTesting
import Testing

/// A screen that removes its time observer when it is closed, or forgets to.
@MainActor
private final class LeakyScreen {
    @MainActor final class Counter { var count = 0 }

    private let player: any PlaybackPlayer<SimulatedPlayerItem>
    private let token: Any
    var removes = false

    init(_ player: any PlaybackPlayer<SimulatedPlayerItem>, _ counter: Counter) {
        self.player = player
        token = player.addPeriodicTimeObserver(forInterval: .seconds(1), queue: .main) { _ in
            MainActor.assumeIsolated { counter.count += 1 }
        }
    }

    func close() { if removes { player.removeTimeObserver(token) } }
}

@MainActor
@Suite("Time observers by AVFoundation's signature")
struct TimeObserverTests {
    private static func world() throws -> World {
        let world = try World(
            WorldScenario(network: .fluid(down_kbps: 8000), media: .local(bitrate_kbps: 800, duration: .seconds(90))))
        world.player.load()
        world.player.play()
        return world
    }

    private func complaint(aboutScreenThatRemoves removes: Bool) throws -> String? {
        let world = try Self.world()
        let counter = LeakyScreen.Counter()
        var screen: LeakyScreen? = LeakyScreen(world.player, counter)
        screen?.removes = removes
        try world.advance(by: .seconds(10))
        screen?.close()
        screen = nil
        let count = counter.count
        try world.advance(by: .seconds(10))
        #expect(world.error == nil && count >= 10)
        return counter.count == count ? nil : "nobody removes the time observer"
    }

    @Test("outlive the screen that does not remove them, and no other")
    func leak() throws {
        #expect(try complaint(aboutScreenThatRemoves: false) == "nobody removes the time observer")
        #expect(try complaint(aboutScreenThatRemoves: true) == nil)
    }

    /// A time observer, by one of the four methods.
    enum Method: CaseIterable {
        case periodic, boundary, periodicByClosure, boundaryByClosure

        @MainActor
        func add(to player: SimulatedPlayer, _ counter: LeakyCounter) -> Any {
            switch self {
            case .periodic:
                player.addPeriodicTimeObserver(forInterval: .seconds(5), queue: nil) { _ in counter.add() }
            case .boundary:
                player.addBoundaryTimeObserver(forTimes: [.seconds(5), .seconds(10)], queue: nil) { counter.add() }
            case .periodicByClosure:
                player.addPeriodicTimeObserver(forInterval: .seconds(5)) { _ in counter.add() }
            case .boundaryByClosure:
                player.addBoundaryTimeObserver(forTimes: [.seconds(5), .seconds(10)]) { counter.add() }
            }
        }

        var isKept: Bool { self == .periodic || self == .boundary }
    }

    final class LeakyCounter: @unchecked Sendable {
        private(set) var count = 0
        func add() { count += 1 }
    }

    @Test("are kept without their tokens, and those with a closure alone end with them", arguments: Method.allCases)
    func lifetime(method: Method) throws {
        let world = try Self.world()
        try world.advance(by: .seconds(1))
        let counter = LeakyCounter()
        do { _ = method.add(to: world.player, counter) }
        try world.advance(by: .seconds(10))
        #expect(counter.count == (method.isKept ? 2 : 0))
    }

    @Test("end when they are removed, and once is enough", arguments: Method.allCases)
    func removal(method: Method) throws {
        let world = try Self.world()
        try world.advance(by: .seconds(1))
        let counter = LeakyCounter()
        let token = method.add(to: world.player, counter)
        try world.advance(by: .seconds(5))
        world.player.removeTimeObserver(token)
        world.player.removeTimeObserver(token)
        try world.advance(by: .seconds(10))
        #expect(counter.count == 1 && world.error == nil)
    }

    @Test("raise an exception when another player removes them, and go on", arguments: Method.allCases)
    func otherPlayer(method: Method) throws {
        let (world, other) = (try Self.world(), try Self.world())
        try world.advance(by: .seconds(1))
        let counter = LeakyCounter()
        let token = method.add(to: world.player, counter)
        other.player.removeTimeObserver(token)
        #expect(other.exception == .timeObserverOfAnotherPlayer)
        #expect {
            try other.advance(by: .seconds(1))
        } throws: {
            "\($0)".hasPrefix(
                "NSInvalidArgumentException: An instance of AVPlayer cannot remove a time observer that")
        }
        try world.advance(by: .seconds(10))
        #expect(counter.count == 2 && world.error == nil)
        withExtendedLifetime(token) {}
    }

    @Test("whose interval its timescale cuts to nothing end the app")
    func cutInterval() throws {
        let world = try Self.world()
        let half = MediaTime(seconds: 0.5, preferredTimescale: 1)
        _ = world.player.addPeriodicTimeObserver(forInterval: half, queue: nil) { _ in }
        #expect(world.exception == .intervalIsNotPossible(.zero))
        #expect(throws: WorldError.exception(.intervalIsNotPossible(.zero))) { try world.advance(by: .seconds(1)) }
    }

    @Test("are no other tokens, nor anything else")
    func noToken() throws {
        for token in ["token", PlaybackObservation {}] as [Any] {
            let world = try Self.world()
            world.player.removeTimeObserver(token)
            #expect(world.exception == .timeObserverOfAnotherPlayer)
        }
        let world = try Self.world()
        var changes = 0
        let token = world.player.observe(.rate) { _ in changes += 1 }
        world.player.pause()
        world.player.removeTimeObserver(token)
        #expect(world.exception == .timeObserverOfAnotherPlayer && changes == 1)
    }
}

/// As from a test that is on no actor.
@Test("time observers by AVFoundation's signature are added from anywhere")
func addedFromAnywhere() throws {
    let world = try World(
        WorldScenario(network: .fluid(down_kbps: 8000), media: .local(bitrate_kbps: 800, duration: .seconds(90))))
    let tokens = [
        world.player.addPeriodicTimeObserver(forInterval: .seconds(1), queue: nil) { _ in },
        world.player.addBoundaryTimeObserver(forTimes: [.seconds(1)], queue: nil) {},
    ]
    for token in tokens { world.player.removeTimeObserver(token) }
    #expect(world.error == nil)
}
