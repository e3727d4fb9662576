import AutowaitTesting
import Testing

@Suite("The limits of an item")
struct ItemLimitTests {
    /// Ways to limit an item to the lowest variant of 400 kbit/s and 416 × 234 pixels.
    enum Limit: CaseIterable {
        case bitRate, lessThanABit, resolution

        func set(_ item: SimulatedPlayerItem) {
            switch self {
            case .bitRate: item.preferredPeakBitRate = 500_000
            case .lessThanABit: item.preferredPeakBitRate = 0.3
            case .resolution: item.preferredMaximumResolution = PresentationSize(width: 500, height: 300)
            }
        }

        func lift(_ item: SimulatedPlayerItem) {
            switch self {
            case .bitRate, .lessThanABit: item.preferredPeakBitRate = 0
            case .resolution: item.preferredMaximumResolution = .zero
            }
        }
    }

    /// The items that are limited of two, one behind the other.
    enum Limited: CaseIterable { case none, first, second, both }

    /// The time at which limits are set.
    enum Moment: CaseIterable { case beforeInsertion, afterInsertion }

    private static let variants: [WorldScenario.Variant] = [
        .variant(4000, width: 1920, height: 1080), .variant(400, width: 416, height: 234),
        .variant(1500, width: 1280, height: 720),
    ]

    /// A player that switches, over a network that carries every variant five times over.
    private static func world(lasting seconds: Int = 12) throws -> World {
        let media = WorldScenario.Media.hls(variants: variants, duration: .seconds(seconds), segment: .seconds(2))
        let player = WorldScenario.Player.queuePlayer(also: #""profile": "avplayer""#)
        return try World(WorldScenario(network: .fluid(down_kbps: 20_000), media: media, player: player))
    }

    private static func bitRates(_ item: SimulatedPlayerItem) -> [Double] {
        item.accessLog()?.events.map(\.indicatedBitrate) ?? []
    }

    @Test(
        "are those of that item alone, also where it waits in the queue", arguments: Limit.allCases, Limited.allCases)
    func queue(limit: Limit, limited: Limited) throws {
        for moment in Moment.allCases {
            let world = try Self.world()
            let items = [world.player.makeItem(), world.player.makeItem()]
            let isLimited = [limited == .first || limited == .both, limited == .second || limited == .both]
            func setLimits() { for (item, isOne) in zip(items, isLimited) where isOne { limit.set(item) } }
            if moment == .beforeInsertion { setLimits() }
            for item in items { world.player.insert(item, after: nil) }
            if moment == .afterInsertion { setLimits() }
            world.player.play()
            try world.advance(by: .seconds(40))
            for (item, isOne) in zip(items, isLimited) {
                // The first segment of the current item has been asked for as it was inserted.
                if item === items[0], moment == .afterInsertion { continue }
                let rates = Self.bitRates(item)
                #expect((rates.max() == 400_000) == isOne, "\(moment): \(rates)")
            }
            #expect(!world.warnings.contains { $0.contains("declares a size") })
        }
    }

    @Test("hold from the first choice on where it replaces another", arguments: Limit.allCases)
    func replaced(limit: Limit) throws {
        let world = try Self.world()
        let (first, second) = (world.player.makeItem(), world.player.makeItem())
        limit.set(second)
        world.player.replaceCurrentItem(with: first)
        world.player.play()
        try world.advance(by: .seconds(3))
        world.player.replaceCurrentItem(with: second)
        try world.advance(by: .seconds(3))
        #expect(Self.bitRates(second) == [400_000])
        world.player.replaceCurrentItem(with: first)
        try world.advance(by: .seconds(6))
        #expect(Self.bitRates(first).max() == 4_000_000, "they are no limits of the other's")
    }

    @Test("can be lifted of the item that waits, and not of the one that plays", arguments: Limit.allCases)
    func lifted(limit: Limit) throws {
        let world = try Self.world(lasting: 60)
        let items = [world.player.makeItem(to: .seconds(4)), world.player.makeItem()]
        for item in items {
            limit.set(item)
            world.player.insert(item, after: nil)
        }
        limit.lift(items[1])
        world.player.play()
        try world.advance(by: .seconds(30))
        #expect(Self.bitRates(items[0]) == [400_000] && Self.bitRates(items[1]).max() ?? 0 > 400_000)
    }

    @Test("give way to a limit that a script sets later, which is that of all items")
    func script() throws {
        let world = try World(
            scenario: """
                {
                  "network": { "transport": "fluid", "down_kbps": 20000 },
                  "media": {
                    "kind": "hls", "duration_s": 120, "segment_s": 2,
                    "variants": [{ "bitrate_kbps": 1500 }, { "bitrate_kbps": 400 }]
                  },
                  "player": { "class": "AVQueuePlayer", "profile": "avplayer" },
                  "script": [{ "at_s": 3, "do": "set_preferred_peak_bit_rate", "value_kbps": 500 }]
                }
                """)
        let items = [world.player.makeItem(to: .seconds(6)), world.player.makeItem()]
        items[1].preferredPeakBitRate = 2_000_000
        items[1].preferredForwardBufferDuration = 10
        for item in items { world.player.insert(item, after: nil) }
        world.player.play()
        try world.advance(by: .seconds(20))
        // By then 4 s of it were loaded, which are 10 s ahead of the playhead.
        #expect(Self.bitRates(items[1]) == [1_500_000, 400_000])
    }

    @Test(
        "are of the media that is wanted ahead of the playhead, too: of the next item, what is left of this one less",
        arguments: [3, 5, 8])
    func forwardBuffer(seconds: Int) throws {
        let world = try Self.world(lasting: 30)
        let items = [world.player.makeItem(), world.player.makeItem()]
        items[1].preferredForwardBufferDuration = Double(seconds)
        for item in items { world.player.insert(item, after: nil) }
        world.player.play()
        var most = 0.0
        while world.player.currentItem === items[0] {
            try world.advance(by: .milliseconds(100))
            guard world.player.currentItem === items[0] else { break }
            let ahead = items[1].loadedTimeRanges.last?.end.seconds ?? 0
            let left = 30 - world.player.currentTime().seconds
            // A segment is fetched as a whole, which takes 0.4 s at most; and half of what is wanted is missing before
            // a full buffer is filled.
            #expect(ahead == 0 || ahead < Double(seconds) - left + 2.1, "\(left) s before the end")
            #expect(ahead >= Double(seconds) / 2 - left - 0.6, "\(left) s before the end")
            most = max(most, ahead)
        }
        #expect(most > 0)
    }

    @Test("of media ahead are none of the next item's, which is loaded as fast as it comes", arguments: [0.0, 5])
    func forwardBufferOfFirst(seconds: Double) throws {
        let world = try Self.world(lasting: 30)
        let items = [world.player.makeItem(), world.player.makeItem()]
        items[0].preferredForwardBufferDuration = seconds
        for item in items { world.player.insert(item, after: nil) }
        world.player.play()
        try world.advance(by: .seconds(29))
        #expect(items[1].loadedTimeRanges.last.map { $0.end > .seconds(15) } == true)
        #expect(items[1].preferredForwardBufferDuration == 0)
    }
}
