import AutowaitTesting
import Testing

@MainActor
final class SpinnerController<Player: PlaybackPlayer> {
    private(set) var showsSpinner = false
    private let player: Player
    private var observations: [PlaybackObservation] = []

    init(_ player: Player) {
        self.player = player
        observations = [
            player.observe(.timeControlStatus) { [unowned self] in update() },
            player.observe(.reasonForWaitingToPlay) { [unowned self] in update() },
        ]
    }

    private func update() { showsSpinner = player.reasonForWaitingToPlay == .toMinimizeStalls }
}

@MainActor
struct SpinnerTests {
    @Test("A spinner is shown while playback waits for the network, and no longer")
    func spinner() throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 1000), media: .hls([800], duration: .seconds(60), segment: .seconds(2)),
                player: .player(keepUp: "first-chunk")))
        let controller = SpinnerController(world.player)
        world.player.load()
        world.player.play()
        try world.run(until: world.player.timeControlStatus == .playing)
        world.breakNetwork(for: .seconds(30))
        try world.run(until: world.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(controller.showsSpinner)
        try world.run(until: world.player.timeControlStatus == .playing)
        #expect(!controller.showsSpinner)
        #expect(world.player.metric("stall_count") == 1)
        #expect(world.player.timeline.last?.timeControlStatus == .playing)
        #expect(world.player.currentItem?.accessLog()?.events.first?.numberOfStalls == 1)
        #expect(world.player.metrics.contains { $0.name == "startup_time_s" && $0.text.hasSuffix(" s") })
        #expect(try world.diagnosis().contains("stall"))
        #expect(!world.report.contains("until_s cut"))
        #expect(loadedSeconds(try #require(world.player.currentItem)) > 2)
    }
}
