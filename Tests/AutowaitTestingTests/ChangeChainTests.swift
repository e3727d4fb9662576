import AutowaitTesting
import Testing

@Suite("An observer of a key path is told every change of its property, and nothing else")
struct ChangeChainTests {
    /// Worlds by what happens in them.
    enum Course: CaseIterable {
        case stalls, language, skips, comesBack, beginsAnew, loops, loopEnds, treads, fails, live

        private var media: WorldScenario.Media {
            switch self {
            case .stalls, .skips, .comesBack, .beginsAnew, .fails:
                .hls([800], duration: .seconds(20), segment: .seconds(2))
            case .language:
                .hls(
                    [600], duration: .seconds(20), segment: .seconds(2),
                    also: """
                        "audio": [
                          { "language": "en", "bitrate_kbps": 100 }, { "language": "fr", "bitrate_kbps": 100 }
                        ]
                        """)
            case .loops, .loopEnds, .treads: .progressive(bitrate_kbps: 800, duration: .seconds(5))
            case .live:
                .hls([800], duration: .seconds(600), segment: .seconds(2), also: #""live": { "window_s": 30 }"#)
            }
        }

        private var network: WorldScenario.Network {
            switch self {
            case .stalls: .fluid(down_kbps: 500)
            case .fails: .link(down_kbps: 1000, delay: .milliseconds(20)).broken(at: .seconds(5), for: .seconds(900))
            case .language, .skips, .comesBack, .beginsAnew, .loops, .loopEnds, .treads, .live:
                .fluid(down_kbps: 4000)
            }
        }

        private var looping: String {
            switch self {
            case .loops, .loopEnds: #""loop": "looper""#
            case .treads: #""loop": { "rule": "treadmill", "notification_latency_s": 0.5 }"#
            case .stalls, .language, .skips, .comesBack, .beginsAnew, .fails, .live: ""
            }
        }

        /// A world in which a player has its first item, and the items.
        func world() throws -> (World, [SimulatedPlayerItem]) {
            let world = try World(
                WorldScenario(
                    network: network, media: media, player: .queuePlayer(keepUp: "first-chunk", also: looping)))
            let player = world.player
            if !looping.isEmpty {
                player.load()
                return (world, player.items())
            }
            let items = [player.makeItem(), player.makeItem()]
            for item in items where self != .beginsAnew && self != .live || item === items[0] {
                player.insert(item, after: nil)
            }
            return (world, items)
        }

        /// The calls at a second.
        func act(_ player: SimulatedPlayer, _ items: [SimulatedPlayerItem], at second: Int) {
            switch self {
            case .stalls: if player.timeControlStatus != .playing { player.playImmediately(atRate: 1) }
            case .language: if second == 4 { player.selectAudio(language: "fr") }
            case .skips: if second == 5 { player.advanceToNextItem() }
            case .comesBack:
                if second == 5 { player.remove(items[0]) }
                if second == 8 { player.insert(items[0], after: nil) }
                if second == 12 { player.advanceToNextItem() }
            case .beginsAnew:
                if second == 3 { player.removeAllItems() }
                if second % 6 == 5 { player.load() }
            case .loopEnds: if second == 12 { player.disableLooping() }
            case .live: if second % 7 == 6 { player.seek(to: .zero) }
            case .loops, .treads, .fails: break
            }
        }
    }

    /// The values that somebody was told last, and where they did not go on from one another.
    private final class Chains {
        private(set) var faults: [String] = []
        private var tokens: [PlaybackObservation] = []
        private var looks: [() -> Void] = []

        func follow<Value: Equatable>(
            _ name: String, _ value: @escaping () -> Value,
            _ observe: (@escaping (ObservedChange<Value>) -> Void) -> PlaybackObservation
        ) {
            var last = value()
            let token = observe { [unowned self] change in
                guard let old = change.oldValue, let new = change.newValue else { return }
                if old != last || old == new { faults.append("\(name): told \(last), then \(old) → \(new)") }
                last = new
            }
            tokens.append(token)
            looks.append { [unowned self] in
                if value() != last { faults.append("\(name): is \(value()), and told is \(last)") }
            }
        }

        func follow<Value: Equatable>(
            _ name: String, of player: SimulatedPlayer, _ keyPath: KeyPath<SimulatedPlayer, Value>
        ) {
            follow(name, { player[keyPath: keyPath] }) { told in
                player.observe(keyPath, options: [.old, .new]) { told($1) }
            }
        }

        func follow<Value: Equatable>(
            _ name: String, of item: SimulatedPlayerItem, _ keyPath: KeyPath<SimulatedPlayerItem, Value>
        ) {
            follow(name, { item[keyPath: keyPath] }) { told in
                item.observe(keyPath, options: [.old, .new]) { told($1) }
            }
        }

        func look() { for look in looks { look() } }
    }

    @Test("of the player and of each item, wherever that is", arguments: Course.allCases)
    func changes(course: Course) throws {
        let (world, items) = try course.world()
        let (player, chains) = (world.player, Chains())
        chains.follow("status", of: player, \.status)
        chains.follow("timeControlStatus", of: player, \.timeControlStatus)
        chains.follow("reason", of: player, \.reasonForWaitingToPlay)
        chains.follow("rate", of: player, \.rate)
        chains.follow("currentItem", of: player, \.currentItem)
        for (number, item) in items.enumerated() {
            chains.follow("\(number) status", of: item, \.status)
            chains.follow("\(number) duration", of: item, \.duration)
            chains.follow("\(number) loaded", of: item, \.loadedTimeRanges)
            chains.follow("\(number) seekable", of: item, \.seekableTimeRanges)
            chains.follow("\(number) likely", of: item, \.isPlaybackLikelyToKeepUp)
            chains.follow("\(number) full", of: item, \.isPlaybackBufferFull)
            chains.follow("\(number) empty", of: item, \.isPlaybackBufferEmpty)
        }
        player.play()
        for second in 1...40 {
            try world.advance(by: .seconds(1))
            chains.look()
            course.act(player, items, at: second)
            chains.look()
        }
        #expect(chains.faults.prefix(3) == [])
        #expect(player.status == .readyToPlay)
    }

    @Test("the player becomes ready once, and says so in the change")
    func ready() throws {
        let (world, _) = try Course.skips.world()
        var told: [[SimulatedPlayer.Status]] = []
        let token = world.player.observe(\.status, options: [.old, .new]) { player, change in
            told.append([change.oldValue, change.newValue, player.status].compactMap { $0 })
        }
        try world.advance(by: .seconds(60))
        #expect(told == [[.unknown, .readyToPlay, .readyToPlay]])
        token.invalidate()
    }

    /// A tap on Play while the player waits: in a stall, or for its first chunk.
    @Test("a rate that a tap leaves as it is is none", arguments: [1, 1.5] as [Float])
    func tap(rate: Float) throws {
        let (world, _) = try Course.stalls.world()
        let player = world.player
        player.play()
        // The first segment of 2 s comes at 3.2 s, and the next one at 6.4 s.
        try world.advance(by: .seconds(6))
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        var (rates, reasons): ([Float], [SimulatedPlayer.RateDidChangeReason]) = ([], [])
        let tokens = [
            player.observe(\.rate, options: .new) { rates.append($1.newValue ?? -1) },
            player.onRateChange { reasons.append($0) },
        ]
        player.playImmediately(atRate: rate)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(rates == (rate == 1 ? [] : [rate]) && reasons == (rate == 1 ? [] : [.setRateCalled]))
        tokens.forEach { $0.invalidate() }
    }

    @Test("the replicas of a looper are ready together, and stay so", arguments: [Course.loops, .loopEnds])
    func replicas(course: Course) throws {
        let (world, items) = try course.world()
        var ready = Array(repeating: 0, count: items.count)
        let tokens = items.enumerated().map { index, item in item.observe(\.status) { _, _ in ready[index] += 1 } }
        world.player.play()
        for second in 1...40 {
            try world.advance(by: .seconds(1))
            course.act(world.player, items, at: second)
            #expect(items.allSatisfy { $0.status == .readyToPlay && $0.duration == .seconds(5) })
        }
        #expect(items.count > 1 && ready == Array(repeating: 1, count: items.count))
        tokens.forEach { $0.invalidate() }
    }

    @Test("who comes later is told what changes from then on", arguments: [Course.loops, .loopEnds, .treads, .skips])
    func comesLater(course: Course) throws {
        let (world, items) = try course.world()
        world.player.play()
        for start in [2, 9, 16] {
            try world.advance(by: .milliseconds(1600))
            let chains = Chains()
            for (number, item) in items.enumerated() { chains.follow("\(number)", of: item, \.loadedTimeRanges) }
            for second in start..<(start + 6) {
                try world.advance(by: .seconds(1))
                chains.look()
                course.act(world.player, items, at: second)
                chains.look()
            }
            #expect(chains.faults.prefix(3) == [])
        }
    }

    /// The items share what is loaded. Another language leaves nothing that can be played; so an item that comes into
    /// the queue then is ready with the first of it, and one that is there already stays so.
    @Test("an item that comes after media has gone is ready with the next of it")
    func comesAfterLoss() throws {
        let audio = ["en", "fr"].map { "{ \"language\": \"\($0)\", \"bitrate_kbps\": 100 }" }.joined(separator: ", ")
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 4000),
                media: .hls([600], duration: .seconds(20), segment: .seconds(2), also: "\"audio\": [\(audio)]"),
                player: .queuePlayer(keepUp: "first-chunk", also: #""kept_media": "all""#)))
        let player = world.player
        let items = (0..<3).map { _ in player.makeItem() }
        var told = Array(repeating: 0, count: items.count)
        let tokens = items.enumerated().map { index, item in item.observe(\.status) { _, _ in told[index] += 1 } }
        for item in items.dropLast() { player.insert(item, after: nil) }
        try world.advance(by: .seconds(5))
        #expect(told == [1, 1, 0])
        player.selectAudio(language: "fr")
        player.insert(items[2], after: nil)
        #expect(items.allSatisfy(\.loadedTimeRanges.isEmpty) && items[2].status == .unknown)
        try world.advance(by: .seconds(5))
        #expect(told == [1, 1, 1] && items.allSatisfy { $0.status == .readyToPlay && !$0.loadedTimeRanges.isEmpty })
        tokens.forEach { $0.invalidate() }
    }
}
