import AutowaitTesting
import Testing

/// The code of an app that sends what it has played.
@MainActor
func stalls<Player: PlaybackPlayer>(of player: Player) -> Int {
    player.currentItem?.accessLog()?.events.reduce(0) { $0 + max(0, $1.numberOfStalls) } ?? 0
}

@MainActor
private func failures<Item: PlaybackItem>(of item: Item) -> [String] {
    item.errorLog()?.events.map { "\($0.errorDomain) \($0.errorStatusCode)" } ?? []
}

@MainActor
@Suite("Logs in code that is generic over the player")
struct LogTests {
    @Test("have periods, with their stalls")
    func access() throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 1000), media: .hls([800], duration: .seconds(60), segment: .seconds(2)),
                player: .player(keepUp: "first-chunk")))
        #expect(stalls(of: world.player) == 0)
        world.player.load()
        world.player.play()
        try world.run(until: world.player.timeControlStatus == .playing)
        world.breakNetwork(for: .seconds(30))
        try world.advance(by: .seconds(50))
        #expect(stalls(of: world.player) == 1)
    }

    @Test("have failures, with their codes")
    func errors() throws {
        let world = try World(
            scenario: """
                {
                  "network": { "down_kbps": 8000, "faults": [{ "of": "video", "status": 404, "times": 1 }] },
                  "media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }] }
                }
                """)
        let item = world.player.makeItem()
        world.player.replaceCurrentItem(with: item)
        try world.advance(by: .seconds(10))
        #expect(failures(of: item) == ["NSURLErrorDomain -1011"])
    }
}
