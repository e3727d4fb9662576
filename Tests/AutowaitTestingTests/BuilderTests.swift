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
                "scenario: warning: the player keeps to the first of 2 variants that it chooses, whatever "
                    + "the network carries, unless a limit that is set later rules it out; for one that switches "
                    + "give it .profile(\"avplayer\"), in a scenario's text \"profile\": \"avplayer\""
            ])
    }

    @Test("is refused where a number is none, or too small to be kept", arguments: [Double.nan, .infinity, 1e-9])
    func loss(percent: Double) {
        let network = WorldScenario.Network.link(down_kbps: 1000, delay: .zero, loss_percent: percent)
        #expect(throws: WorldError.self) { try World(WorldScenario(network: network, media: Self.several)) }
    }

    @Test("is refused for all that is wrong with its values, a network that is nobody's among it")
    func faults() throws {
        let scenario = WorldScenario(network: .preset("5G-ish"), media: .hls([], duration: .zero))
        let error = #expect(throws: WorldError.self) { try World(scenario) }
        let lines = try #require(error).description.split(separator: "\n")
        #expect(lines.count == 3, "\(lines)")
        for words in ["'duration_s' must be from", "'variants' must have at least 1", "there is no preset '5G-ish'"] {
            #expect(lines.contains { $0.contains(words) }, "\(lines)")
        }
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
        let lines = world.warnings.filter { $0.contains("keeps to the first") }
        #expect(lines.count == 1 && lines[0].contains("'b' keeps to the first of 2 variants"), "\(world.warnings)")
    }

    @Test("has a player that obeys a later limit, whether it switches or not", arguments: [false, true])
    func limit(switches: Bool) throws {
        let network = WorldScenario.Network.fluid(down_kbps: 8000)
        let world =
            try switches
            ? World(
                WorldScenario(
                    network: .fluid(down_kbps: 8000), media: .hls([400, 1500, 4000], duration: .seconds(180)),
                    player: .profile("avplayer")))
            : World(WorldScenario(network: network, media: .hls([1500, 400, 4000], duration: .seconds(180))))
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(60))
        let item = try #require(world.player.currentItem)
        #expect(item.accessLog()?.events.last?.indicatedBitrate == (switches ? 4_000_000 : 1_500_000))
        item.preferredPeakBitRate = 500_000
        try world.advance(by: .seconds(100))
        #expect(item.accessLog()?.events.last?.indicatedBitrate == 400_000)
    }

    /// Limits of the sizes of variants, for those of 400 kbit/s alone.
    enum SizeLimit: CaseIterable {
        case resolution, layer

        func set(_ player: SimulatedPlayer, _ item: SimulatedPlayerItem) {
            let size = PresentationSize(width: 640, height: 360)
            switch self {
            case .resolution: item.preferredMaximumResolution = size
            case .layer: player.setLayer(size: size)
            }
        }
    }

    @Test(
        "has variants with sizes, that a limit may rule out; of those without, it is warned once there is one",
        arguments: SizeLimit.allCases, [true, false])
    func sizes(limit: SizeLimit, areSaid: Bool) throws {
        let sized = WorldScenario.Media.hls(
            variants: [
                .variant(4000, width: 1920, height: 1080), .variant(400, width: 640, height: 360), .variant(1500),
            ],
            duration: .seconds(60))
        let media = areSaid ? sized : .hls([4000, 400, 1500], duration: .seconds(60))
        let world = try World(
            WorldScenario(network: .fluid(down_kbps: 20_000), media: media, player: .profile("avplayer")))
        let item = world.player.makeItem()
        #expect(world.warnings == [])
        limit.set(world.player, item)
        let warnings = world.warnings
        #expect(warnings.count == (areSaid ? 0 : 1))
        #expect(warnings.allSatisfy { $0.hasPrefix("scenario: warning: no variant of the player declares a size") })
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(20))
        let rates = item.accessLog()?.events.map(\.indicatedBitrate) ?? []
        #expect(rates.contains(4_000_000) == !areSaid && !rates.isEmpty, "\(rates)")
        #expect(world.warnings == warnings)
    }

    @Test("is warned of no sizes where a limit of them has nothing to rule out", arguments: SizeLimit.allCases)
    func oneVariant(limit: SizeLimit) throws {
        let world = try World(
            WorldScenario(network: .preset("LTE"), media: .hls([400], duration: .seconds(60))))
        limit.set(world.player, world.player.makeItem())
        #expect(world.warnings == [])
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
