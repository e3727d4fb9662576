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

    @Test("have failures, with their codes", arguments: ["video", "multivariant playlist"])
    func errors(resource: String) throws {
        let world = try World(
            scenario: """
                {
                  "network": { "down_kbps": 8000, "faults": [{ "of": "\(resource)", "status": 404, "times": 1 }] },
                  "media": {
                    "kind": "hls", "duration_s": 60, "multivariant_playlist_bytes": 900,
                    "variants": [{ "bitrate_kbps": 800 }]
                  }
                }
                """)
        let item = world.player.makeItem()
        world.player.replaceCurrentItem(with: item)
        try world.advance(by: .seconds(10))
        #expect(failures(of: item) == ["NSURLErrorDomain -1011"])
        #expect(item.errorLog()?.events.first?.errorComment == "the server answered with status 404")
    }

    /// Requests from that time on fail: none of them of the first item, which is loaded by then, or all of its own.
    @Test("have failures in the log of the item that the request was for, whichever plays", arguments: [0, 1])
    func errorsOfNext(failing: Int) throws {
        let world = try World(
            scenario: """
                {
                  "network": {
                    "transport": "fluid", "down_kbps": 8000,
                    "faults": [{ "of": "video", "status": 404, "from_s": \(failing == 0 ? "0" : "0.5") }]
                  },
                  "media": { "kind": "hls", "duration_s": 8, "segment_s": 8, "variants": [{ "bitrate_kbps": 100 }] },
                  "player": { "class": "AVQueuePlayer", "keep_up": "first-chunk" }
                }
                """)
        let items = [world.player.makeItem(), world.player.makeItem()]
        var told = [0, 0]
        let tokens = items.enumerated().map { index, item in
            item.onNotification(.newErrorLogEntry) {
                told[index] += 1
                #expect($0.errorLog()?.events.count == told[index])
            }
        }
        world.player.insert(items[0], after: nil)
        world.player.play()
        try world.advance(by: .seconds(1))
        if failing == 1 { world.player.insert(items[1], after: nil) }
        try world.advance(by: .seconds(5))
        #expect(items.map { $0.errorLog() != nil } == [failing == 0, failing == 1])
        #expect(failing == 0 || world.player.currentItem === items[0])
        try world.advance(by: .seconds(30))
        #expect(items.map { $0.status == .failed } == [failing == 0, failing == 1])
        #expect(items.map { $0.errorLog()?.events.count ?? 0 } == told && told[failing] > 0)
        withExtendedLifetime(tokens) {}
    }

    /// The ways in which a test lets 4 s pass.
    enum Passing: CaseIterable {
        case atOnce, inSteps, asking

        @MainActor
        func pass(_ world: World) throws {
            switch self {
            case .atOnce: try world.advance(by: .seconds(4))
            case .inSteps: for _ in 0..<400 { try world.advance(by: .milliseconds(10)) }
            case .asking: #expect(try !world.advance(until: { false }, atMost: .seconds(4)))
            }
        }
    }

    /// Packets are taken in one go up to the failure, which is behind the first of them.
    @Test(
        "tell of a failure at its instant, however time is let pass",
        arguments: [#""chunk": 0, "status": 404"#, #""chunk": 1, "truncated_after_bytes": 20000"#], Passing.allCases)
    func instant(fault: String, passing: Passing) throws {
        let world = try World(
            scenario: """
                {
                  "network": { "down_kbps": 1500, "delay_ms": 40, "faults": [{ "of": "video", \(fault) }] },
                  "media": { "kind": "hls", "duration_s": 24, "segment_s": 2, "variants": [{ "bitrate_kbps": 500 }] },
                  "player": { "segment_requests": { "rule": "doubling", "retry_count": 0 } }
                }
                """)
        let item = world.player.makeItem()
        var told: [Duration] = []
        let token = item.onNotification(.newErrorLogEntry) {
            told.append(world.now)
            #expect($0.errorLog()?.events.last?.at == world.now)
        }
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try passing.pass(world)
        #expect(!told.isEmpty && told == item.errorLog()?.events.map { $0.at })
        token.invalidate()
    }

    /// The playlist of a live stream with segments of 6 s does not change from 10 s on.
    @Test("have playlists that do not change for 9 s, and tell of it", arguments: [(14, 0), (40, 1)])
    func stale(end: Int, count: Int) throws {
        let outages = "\"outages\": [{ \"from_s\": 10, \"to_s\": \(end) }]"
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000),
                media: .hls(
                    [1000], duration: .seconds(600), segment: .seconds(6),
                    also: "\"live\": { \"window_s\": 60, \(outages) }")))
        let item = world.player.makeItem()
        var told: [Int] = []
        let token = item.onNotification(.newErrorLogEntry) { told.append($0.errorLog()?.events.count ?? 0) }
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(60))
        #expect(told == Array(1..<(count + 1)))
        #expect(item.errorLog()?.events.map { $0.errorStatusCode } ?? [] == Array(repeating: -12_888, count: count))
        token.invalidate()
    }

    @Test("are announced when an item that comes back is fetched, before it plays", arguments: [1, 2])
    func announcedOnReturn(returns: Int) throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 1000), media: .hls([800], duration: .seconds(60), segment: .seconds(2))))
        let item = world.player.makeItem()
        var told: [Int] = []
        let token = item.onNotification(.newAccessLogEntry) { told.append($0.accessLog()?.events.count ?? 0) }
        for visit in 1...(1 + returns) {
            world.player.replaceCurrentItem(with: item)
            try world.advance(by: .seconds(5))
            #expect(told == Array(1...visit) && item.accessLog()?.events.count == visit)
            world.player.replaceCurrentItem(with: nil)
            try world.advance(by: .seconds(1))
        }
        token.invalidate()
    }

    /// The ways in which an item's access log gets an event more, besides the first.
    enum Interruption: CaseIterable {
        case pause, seek, stall, variant

        @MainActor
        func perform(_ world: World) {
            switch self {
            case .pause:
                world.player.pause()
                world.player.play()
            case .seek: world.player.seek(to: .seconds(2))
            case .stall: world.breakNetwork(for: .seconds(60))
            case .variant: world.player.currentItem?.preferredPeakBitRate = 500_000
            }
        }
    }

    @Test("are announced with every event that they get", arguments: Interruption.allCases, [false, true])
    func announced(interruption: Interruption, isLate: Bool) throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 4000),
                media: .hls([1500, 400], duration: .seconds(90), segment: .seconds(2)), player: .profile("avplayer")))
        let item = world.player.makeItem()
        func count() -> Int { item.accessLog()?.events.count ?? 0 }
        var told: [Int] = []
        var tokens: [PlaybackObservation] = []
        func observe() { tokens = [item.onNotification(.newAccessLogEntry) { _ in told.append(count()) }] }
        if !isLate { observe() }
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(10))
        let before = count()
        if isLate { observe() }
        interruption.perform(world)
        try world.advance(by: .seconds(150))
        #expect(count() > before)
        #expect(told == Array((isLate ? before + 1 : 1)...count()))
        withExtendedLifetime(tokens) {}
    }
}
