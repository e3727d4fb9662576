import AutowaitTesting
import Testing

/// The requirements on a controller, as checks that return the fault: so that they can be seen to fail, too.
enum ControllerCheck: CaseIterable {
    case progressFollowsPlayback
    case startsThoughNotLikelyToKeepUp
    case spinnerInTunnel
    case retry

    typealias Controller = PlaybackController<SimulatedPlayer>

    /// The fault of a controller, or nil.
    func complaint(_ projection: Controller.Projection, _ start: Controller.Start) throws -> String? {
        let world = try World(scenario: scenario)
        let player = world.player
        let controller = Controller(
            player, clock: { world.now / .seconds(1) }, projection: projection, start: start)
        player.load()
        controller.tap()
        switch self {
        case .progressFollowsPlayback: return try progress(world, controller)
        case .startsThoughNotLikelyToKeepUp:
            // It can start as soon as the buffer is full; more will not come.
            let isFull = try world.advance(
                until: { player.currentItem?.isPlaybackBufferFull == true }, atMost: .seconds(60))
            guard isFull else { return "the buffer is never full" }
            try world.advance(by: .milliseconds(1))
            return player.timeControlStatus == .playing ? nil : "the buffer is full, and nothing plays"
        case .spinnerInTunnel: return try tunnel(world, controller)
        case .retry: return try retry(world, controller)
        }
    }

    /// Ten times a second, over a start that takes six seconds and through a tunnel.
    private func progress(_ world: World, _ controller: Controller) throws -> String? {
        world.after(.seconds(20)) { world.breakNetwork(for: .seconds(20)) }
        while world.now < .seconds(80) {
            try world.advance(by: .milliseconds(100))
            let shown = controller.progress.projected(to: world.now / .seconds(1))
            let place = world.player.currentTime().seconds
            if abs(shown - place) > 0.001 { return "at \(world.now) it shows \(shown) s, and \(place) s is played" }
        }
        return nil
    }

    private func tunnel(_ world: World, _ controller: Controller) throws -> String? {
        guard try world.advance(until: { controller.screen == .playing }, atMost: .seconds(30)) else {
            return "it never plays"
        }
        world.breakNetwork(for: .seconds(60))
        var stalls = 0
        let token = world.player.onNotification(.playbackStalled) { _ in stalls += 1 }
        defer { token.invalidate() }
        guard try world.advance(until: { stalls == 1 }, atMost: .seconds(60)) else { return "it never stalls" }
        guard controller.screen == .spinner else { return "it stalls, and there is no spinner" }
        guard try world.advance(until: { controller.screen == .playing }, atMost: .seconds(120)) else {
            return "the spinner stays"
        }
        return world.player.timebaseRate == 1 ? nil : "the spinner is gone, and nothing plays"
    }

    private func retry(_ world: World, _ controller: Controller) throws -> String? {
        guard try world.advance(until: { controller.screen == .retry }, atMost: .seconds(600)) else {
            return "nobody offers another try"
        }
        // Out of the tunnel.
        try world.advance(by: .seconds(1000) - world.now)
        controller.tap()
        let isPlaying = try world.advance(until: { controller.screen == .playing }, atMost: .seconds(30))
        return isPlaying ? nil : "another try comes to nothing"
    }

    private var scenario: String {
        switch self {
        case .progressFollowsPlayback, .spinnerInTunnel: Slow.server
        case .startsThoughNotLikelyToKeepUp:
            ScenarioText(
                network: .fluid(1000), media: .progressive(2000, duration_s: 39),
                player: #""preferred_forward_buffer_duration_s": 5"#
            ).text
        case .retry:
            ScenarioText(
                network: .link(5000, #""delay_ms": 30, "outages": [{ "at_s": 0, "for_s": 900 }]"#),
                media: .hls([2500], duration_s: 60)
            ).text
        }
    }
}

@Suite("An app's controller can be tested in a world")
struct ExampleControllerTests {
    @Test("one that does as session 503 says passes", arguments: ControllerCheck.allCases)
    func mended(check: ControllerCheck) throws {
        #expect(try check.complaint(.timebaseRate, .whenTapped) == nil)
    }

    @Test("one that projects progress by the player's rate is found out: it runs ahead while the player waits")
    func projectsByRate() throws {
        let complaint = try ControllerCheck.progressFollowsPlayback.complaint(.rate, .whenTapped)
        #expect(complaint == "at 0.1 seconds it shows 0.1 s, and 0.0 s is played")
    }

    @Test("one that waits for keepUp before it calls play() is found out: the buffer is full, and it never starts")
    func waitsForKeepUp() throws {
        let complaint = try ControllerCheck.startsThoughNotLikelyToKeepUp.complaint(
            .timebaseRate, .whenLikelyToKeepUp)
        #expect(complaint == "the buffer is full, and nothing plays")
    }

    @Test("playback starts, and the spinner is gone at that very nanosecond")
    func startsInOneGo() throws {
        let world = try World(scenario: Slow.server)
        let controller = PlaybackController(world.player, clock: { world.now / .seconds(1) })
        world.player.load()
        controller.tap()
        try world.advance(by: .seconds(3))
        #expect(controller.screen == .spinner)
        #expect(world.player.rate == 1)
        #expect(world.player.timebaseRate == 0)
        #expect(try world.advance(until: { controller.screen == .playing }, atMost: .seconds(10)))
        #expect(world.player.currentTime() == .zero)
        #expect(world.now > .seconds(6) && world.now < .seconds(7))
    }
}
