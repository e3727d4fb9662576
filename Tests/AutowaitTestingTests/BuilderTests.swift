import AutowaitTesting
import Testing

@Suite("A scenario made of values")
struct BuilderTests {
    private static let several = WorldScenario.Media.hls([4000, 400], duration: .seconds(60))

    @Test("is warned of a player that has several variants and never switches", arguments: [false, true])
    func fixed(isQueue: Bool) throws {
        let world = try World(
            WorldScenario(network: .preset("LTE"), media: Self.several, player: isQueue ? .queuePlayer() : .player()))
        #expect(
            world.warnings == [
                "scenario: warning: the player keeps to the first of 2 variants that it chooses, so that a "
                    + "preferredPeakBitRate that is set later has no effect; for one that switches give it "
                    + ".profile(\"avplayer\"), in a scenario's text \"profile\": \"avplayer\""
            ])
    }

    @Test("is refused where a number is none, or too small to be kept", arguments: [Double.nan, .infinity, 1e-9])
    func loss(percent: Double) {
        let network = WorldScenario.Network.link(down_kbps: 1000, delay: .zero, loss_percent: percent)
        #expect(throws: WorldError.self) { try World(WorldScenario(network: network, media: Self.several)) }
    }

    static let meant: [WorldScenario.Player] = [
        .profile("avplayer"), .profile("mpv"), .player(also: "\"switching\": \"fixed\""),
        .player(also: "\"switching\": \"throughput\""),
    ]

    @Test("is not warned of one that switches, or is asked not to", arguments: meant)
    func notFixed(player: WorldScenario.Player) throws {
        let world = try World(WorldScenario(network: .preset("LTE"), media: Self.several, player: player))
        #expect(!world.warnings.contains { $0.contains("preferredPeakBitRate") }, "\(world.warnings)")
        let files = try World(
            WorldScenario(network: .preset("LTE"), media: .progressive(bitrate_kbps: 400, duration: .seconds(60))))
        #expect(files.warnings == [])
    }

    @Test("is warned of each player by itself")
    func several() throws {
        let media =
            #""media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 9 }, { "bitrate_kbps": 4 }] }"#
        let world = try World(
            scenario: """
                { "name": "switching", "players": [
                    { "name": "a", "player": { "switching": "fixed" }, \(media) }, { "name": "b", \(media) }] }
                """)
        let lines = world.warnings.filter { $0.contains("preferredPeakBitRate") }
        #expect(lines.count == 1 && lines[0].contains("'b' keeps to the first of 2 variants"), "\(world.warnings)")
    }

    @Test("has a player that obeys a later limit, if it is one that switches", arguments: [false, true])
    func limit(switches: Bool) throws {
        let media = WorldScenario.Media.hls([400, 1500, 4000], duration: .seconds(180))
        let network = WorldScenario.Network.fluid(down_kbps: 8000)
        let world =
            try switches
            ? World(
                WorldScenario(
                    network: .fluid(down_kbps: 8000), media: .hls([400, 1500, 4000], duration: .seconds(180)),
                    player: .profile("avplayer")))
            : World(WorldScenario(network: network, media: media))
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(60))
        let item = try #require(world.player.currentItem)
        #expect(item.accessLog()?.events.last?.indicatedBitrate == (switches ? 4_000_000 : 400_000))
        item.preferredPeakBitRate = 500_000
        try world.advance(by: .seconds(100))
        #expect(item.accessLog()?.events.last?.indicatedBitrate == 400_000)
    }

    @Test("has as many outages as it is given")
    func outages() throws {
        let network = WorldScenario.Network.fluid(down_kbps: 1000)
            .broken(at: .seconds(2), for: .seconds(3)).broken(at: .seconds(6), for: .seconds(4))
        let world = try World(
            WorldScenario(network: network, media: .progressive(bitrate_kbps: 1000, duration: .seconds(30))))
        world.player.load()
        func loaded() -> Double { world.player.currentItem?.loadedTimeRanges.last?.end.seconds ?? 0 }
        var stands: [Int] = []
        for second in 0..<12 {
            let before = loaded()
            try world.advance(by: .seconds(1))
            if loaded() == before { stands.append(second) }
        }
        #expect(stands == [2, 3, 4, 6, 7, 8, 9])
    }
}
